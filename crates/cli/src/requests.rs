//! What waits for a person, shown on the terminal and answered there. The host decides what counts as an answer: it wants
//! the nonce and the digest of what was shown, and time to read it.

pub mod definition;
pub mod elicitation;
mod form;
pub mod launch;
pub mod sampling;
pub mod setting;

use crate::failure::CliFailure;
use crate::session::CommandContext;
use portcullis_host::view::{Answer, GateReply, Request};

/// Answers with what was shown.
pub async fn reply(session: &CommandContext, request: &Request, answer: Answer) -> Result<(), CliFailure> {
    let reply = GateReply {
        request: request.id.clone(),
        nonce: request.nonce.clone(),
        digest: request.digest.clone(),
        answer,
    };
    Ok(session.host.answer(&reply).await?)
}
