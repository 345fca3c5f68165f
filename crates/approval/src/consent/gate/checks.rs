//! Which replies count: for what was shown, after it could be read, with an answer that was offered.

use super::{GateState, QueueItem};
use crate::consent::answers::offered;
use crate::consent::sampling;
use crate::limits;
use portcullis_catalog::forms;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{Answer, ArgumentIssue, Asked, GateReply, Request};
use portcullis_l10n::say;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The request that a reply is about, where the reply counts.
pub(super) fn check<'a>(state: &'a GateState, reply: &GateReply) -> Result<&'a QueueItem> {
    let waits = state.items.iter().find(|item| item.request.id == reply.request);
    let item = waits.ok_or_else(stale)?;
    if item.request.nonce != reply.nonce || item.request.digest != reply.digest {
        return Err(stale());
    }
    if item.attended.is_none_or(|since| since.elapsed() < limits::GUARD) {
        return Err(
            Error::new(Code::ConsentTooSoon, say!("answer-too-soon")).remedy(say!("answer-too-soon-remedy"))
        );
    }
    if !offered(&item.request.asked, &reply.answer) {
        return Err(not_offered());
    }
    if let (Asked::Form { fields, .. }, Answer::Submit { content }) = (&item.request.asked, &reply.answer)
        && let Some(issue) = forms::check(fields, &content.0).first()
    {
        return Err(unfit(issue));
    }
    if let (Asked::Sampling { max_tokens, .. }, Answer::Write { text }) = (&item.request.asked, &reply.answer)
    {
        sampling::fits(text, *max_tokens)?;
    }
    Ok(item)
}

/// SHA-256 over everything that is shown and everything that it proposes, in a canonical form; the nonce and the digest
/// itself are left out.
pub(in crate::consent) fn digest(request: &Request, covers: &Value) -> String {
    let shown = Request {
        nonce: String::new(),
        digest: String::new(),
        ..request.clone()
    };
    // Views hold nothing that cannot be written as JSON; should one ever, no answer may fit.
    let canonical =
        serde_json_canonicalizer::to_vec(&(&shown, covers)).unwrap_or_else(|_| ids::random().into_bytes());
    ids::hex(&Sha256::digest(&canonical))
}

pub(super) fn not_offered() -> Error {
    Error::new(Code::BadInput, say!("answer-not-offered"))
}

/// What is filled in may be a secret of the person's: the sentence says where it does not fit, never what it is.
fn unfit(issue: &ArgumentIssue) -> Error {
    Error::new(
        Code::FormUnfit,
        say!("answer-form-invalid", problem = issue.message.as_str()),
    )
}

pub(super) fn stale() -> Error {
    Error::new(Code::ConsentStale, say!("answer-stale")).remedy(say!("answer-stale-remedy"))
}
