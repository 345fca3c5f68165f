//! Where conversations may go: an address that is not on this computer is a question at the gate, so that a window which
//! was taken over cannot have them sent to one of its choosing (S-26).

use crate::host::{Inner, views};
use portcullis_approval::consent::{Ask, Permit, ProposedProvider};
use portcullis_catalog::links;
use portcullis_core::Result;
use portcullis_core::text::escape_line;
use portcullis_domain::{Asked, RecordKind, ReviewRow, ReviewValue, ServerLocation, ServerRef, Warning};
use portcullis_l10n::say;
use portcullis_llm::providers::{called, usual_address};
use portcullis_net::is_here;
use portcullis_storage::audit::Intended;
use url::Url;

/// What would be done.
pub(super) enum ModelChange {
    /// It is added.
    Add {
        /// With a key.
        key: bool,
    },
    /// It gets another key.
    Key,
}

impl Inner {
    /// Asks where it has to be asked; the digest of what was shown comes along.
    pub(super) async fn may_send(
        &self,
        proposed: ProposedProvider,
        change: ModelChange,
    ) -> Result<(Permit<ProposedProvider>, Option<String>)> {
        if is_here(&proposed.address) {
            return Ok((Permit::<ProposedProvider>::here(proposed)?, None));
        }
        let label = proposed.label.clone();
        let mut waiting = self.gate.ask(question(proposed, &change))?;
        let shown = waiting.request.digest.clone();
        // Held until a no is in the record; what becomes of a yes is recorded by the caller.
        let (_answered, permit) = self.setting_decided(&mut waiting).await;
        match permit {
            Ok(permit) => Ok((permit, Some(shown))),
            Err(error) => {
                let what = match change {
                    ModelChange::Add { .. } => say!("provider-added-row", provider = label),
                    ModelChange::Key => say!("provider-key-row", provider = label),
                };
                let row = setting_row(what, Some(shown));
                self.audit.once(views::refused_row(row, &error)).await?;
                Err(error)
            }
        }
    }
}

/// A setting that was changed, with what was shown where the user was asked.
pub(super) fn setting_row(what: String, shown: Option<String>) -> Intended {
    Intended {
        why: match shown {
            Some(_) => say!("provider-why"),
            None => say!("provider-here-why"),
        },
        shown,
        ..views::row_by_you(RecordKind::Host, what)
    }
}

fn question(proposed: ProposedProvider, change: &ModelChange) -> Ask<ProposedProvider> {
    let label = escape_line(&proposed.label).text;
    let host = proposed.address.host_str().unwrap_or_default().to_owned();
    let (question, key) = match change {
        ModelChange::Add { key } => (
            say!("provider-question", provider = label),
            match key {
                true => say!("provider-key-stored"),
                false => say!("provider-no-key"),
            },
        ),
        ModelChange::Key => (
            say!("provider-key-question", provider = label),
            say!("provider-key-replaced"),
        ),
    };
    let mut notes = vec![say!("provider-note-goes")];
    if let ModelChange::Key = change {
        notes.push(say!("provider-note-key"));
    }
    let mut warnings: Vec<Warning> = usual_address(proposed.kind)
        .filter(|usual| Url::parse(usual).is_ok_and(|usual| usual.origin() != proposed.address.origin()))
        .map(|usual| {
            Warning::new(
                "provider.elsewhere",
                say!("provider-elsewhere", provider = called(proposed.kind), usual),
            )
        })
        .into_iter()
        .collect();
    warnings.extend(links::remarks(&proposed.address));
    let reads = links::reads(&proposed.address).map(|reads| say!("provider-host-reads", text = reads.text));
    let row = |field: String, text: &str, literal: bool| {
        let value = match literal {
            true => ReviewValue::lines(text, reads.clone()),
            false => ReviewValue::words(text),
        };
        ReviewRow::new(field, vec![value])
    };
    views::ask_by_you(
        question,
        ServerRef {
            label,
            whereabouts: ServerLocation::Provider,
            origin: host,
            ..ServerRef::default()
        },
        Asked::Setting {
            rows: vec![
                row(say!("provider-row-api"), &called(proposed.kind), false),
                row(say!("provider-row-url"), proposed.address.as_str(), true),
                row(say!("provider-row-key"), &key, false),
            ],
            notes,
            warnings,
        },
        proposed,
    )
}
