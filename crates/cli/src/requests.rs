//! What waits for a person, shown on the terminal and answered there. The host decides what counts as an answer: it wants
//! the nonce and the digest of what was shown, and time to read it.

pub mod confirmation;
pub mod definition;
pub mod elicitation;
mod form;
pub mod launch;
pub mod sampling;
pub mod setting;
pub mod sign_in;

use crate::failure::CliFailure;
use crate::session::CommandContext;
use portcullis_api::{Answer, Asked, DefinitionState, Remark, Request, Warning};
use portcullis_l10n::say;

/// What a yes reaches, as the last line of what a request says; nothing where no yes can be given.
fn scope(request: &Request) -> String {
    match &request.asked {
        Asked::Form { refusals, .. } | Asked::Launch { refusals, .. } if !refusals.is_empty() => {
            String::new()
        }
        _ => format!("\n  {}", say!("covers", what = request.covers)),
    }
}

/// Answers with what was shown.
pub async fn reply(session: &CommandContext, request: &Request, answer: Answer) -> Result<(), CliFailure> {
    let reply = request.reply(answer);
    Ok(session.host.answer(&reply).await?)
}

/// Remarks on what a server wrote, with its words in quotes.
pub fn remarks(out: &mut String, notes: &[Remark]) {
    for note in notes {
        out.push_str(&match &note.quote {
            Some(quote) => format!(
                "\n  {}",
                say!("note-quote", note = note.sentence, quote = quote.text)
            ),
            None => format!("\n  {}", say!("note", note = note.sentence)),
        });
    }
}

/// Remarks of ours.
fn note_all(out: &mut String, notes: &[String], warnings: &[Warning]) {
    for note in notes
        .iter()
        .chain(warnings.iter().map(|warning| &warning.sentence))
    {
        out.push_str(&format!("\n  {}", say!("note", note)));
    }
}

/// Whether a person knows a definition, in words.
pub fn definition_state(state: &DefinitionState) -> String {
    match state {
        DefinitionState::Changed { since } => say!("reviewed-changed", day = day(*since)),
        DefinitionState::Known {
            reviewed: Some(at), ..
        }
        | DefinitionState::New {
            reviewed: Some(at), ..
        } => say!("reviewed-on", day = day(*at)),
        DefinitionState::Known { .. } => say!("reviewed-not"),
        DefinitionState::New { .. } => say!("reviewed-first-use"),
    }
}

fn day(at: u64) -> String {
    let time = crate::output::time(at);
    time.split(' ').next().unwrap_or_default().to_owned()
}
