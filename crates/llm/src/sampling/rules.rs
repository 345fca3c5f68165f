//! How tools may appear in a request (SAM-11 to SAM-14, S-76).

use super::{Fault, Message, SamplingPart};
use crate::limits;
use portcullis_domain::SampledRole;
use portcullis_l10n::say;
use std::collections::HashSet;

/// Whether every use of a tool has its result, in its place.
pub(super) fn tools(messages: &[Message]) -> Result<(), Fault> {
    let mut open: Option<HashSet<&str>> = None;
    let mut rounds = 0;
    for (place, message) in (1..).zip(messages) {
        let fault = |sentence: String| Err(Fault(sentence));
        let uses: Vec<&str> = message.parts.iter().filter_map(used).collect();
        let results: Vec<&str> = message.parts.iter().filter_map(answered).collect();
        if message.role == SampledRole::User && !uses.is_empty() {
            return fault(say!("parse-user-tool", number = place));
        }
        if message.role == SampledRole::Assistant && !results.is_empty() {
            return fault(say!("parse-model-result", number = place));
        }
        if !results.is_empty() && results.len() < message.parts.len() {
            return fault(say!("parse-mixed", number = place));
        }
        let fits = match open.take() {
            Some(mut wanted) => results.iter().all(|id| wanted.remove(id)) && wanted.is_empty(),
            None => results.is_empty(),
        };
        if !fits {
            return fault(say!("parse-unanswered", number = place));
        }
        if !uses.is_empty() {
            let count = uses.len();
            let wanted: HashSet<&str> = uses.into_iter().collect();
            if wanted.len() < count {
                return fault(say!("parse-same-id", number = place));
            }
            open = Some(wanted);
            rounds += 1;
        }
    }
    if open.is_some() {
        return Err(Fault(say!("parse-open")));
    }
    if rounds > limits::SAMPLING_ROUNDS {
        return Err(Fault(say!(
            "parse-rounds",
            count = rounds,
            most = limits::SAMPLING_ROUNDS
        )));
    }
    Ok(())
}

fn used(part: &SamplingPart) -> Option<&str> {
    match part {
        SamplingPart::Use(wanted) => Some(&wanted.id),
        SamplingPart::Text(_) | SamplingPart::Media(_) | SamplingPart::Result(_) => None,
    }
}

fn answered(part: &SamplingPart) -> Option<&str> {
    match part {
        SamplingPart::Result(result) => Some(&result.id),
        SamplingPart::Text(_) | SamplingPart::Media(_) | SamplingPart::Use(_) => None,
    }
}
