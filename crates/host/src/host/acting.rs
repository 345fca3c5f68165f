//! Commands of the main page that nothing shows a press for: each is a question at the gate. A system that tells Portcullis of
//! presses needs none of these.

use super::{Host, views};
use portcullis_approval::consent::{Ask, ProposedAct};
use portcullis_core::Result;
use portcullis_domain::{Asked, AskedBy, Outcome, RecordKind, ReviewRow, ReviewValue, ServerRef};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;

/// A command of the main page that waits for the person.
#[derive(Debug, Clone)]
pub struct MainPageAct {
    /// The name of the command.
    pub command: String,
    /// The same in words: `Send a message`.
    pub words: String,
    /// Its arguments by name, as they were sent, without secrets.
    pub arguments: Vec<(String, String)>,
}

impl Host {
    /// Asks whether the main page may do this, once. Comes back when it may.
    ///
    /// # Errors
    /// `consent.denied`, `consent.expired`, `consent.busy`, `closing`; `audit.*`: without its row it is not done.
    pub async fn confirm_act(&self, act: MainPageAct) -> Result<()> {
        let what = act.words.clone();
        let mut waiting = self.0.gate.ask(question(act))?;
        let shown = waiting.request.digest.clone();
        // Held until the row is written.
        let (_answered, permit) = self.0.setting_decided(&mut waiting).await;
        let row = Intended {
            shown: Some(shown),
            ..views::row_by_you(RecordKind::Host, what)
        };
        match permit {
            Ok(permit) => {
                let row = Intended {
                    why: say!("act-why"),
                    outcome: Some((Outcome::Done, say!("act-outcome"))),
                    ..row
                };
                self.0.audit.once(row).await?;
                drop(permit.spend());
                Ok(())
            }
            Err(error) => {
                self.0.audit.once(views::refused_row(row, &error)).await?;
                Err(error)
            }
        }
    }
}

fn question(act: MainPageAct) -> Ask<ProposedAct> {
    let row = |field: String, value: ReviewValue| ReviewRow::new(field, vec![value]);
    let first = row(say!("act-row-action"), ReviewValue::words(&act.words));
    let rest = act
        .arguments
        .iter()
        .map(|(name, text)| row(name.clone(), ReviewValue::lines(text, None)));
    let asked = Asked::Setting {
        rows: std::iter::once(first).chain(rest).collect(),
        notes: vec![say!("act-note-press"), say!("act-note-page")],
        warnings: Vec::new(),
    };
    let proposal = ProposedAct {
        command: act.command,
        arguments: act.arguments,
    };
    Ask {
        asked_by: AskedBy::MainPage {},
        ..views::ask_by_you(say!("act-question"), ServerRef::default(), asked, proposal)
    }
}
