//! Stored names of kinds and outcomes. They never change.

use portcullis_domain::{Outcome, RecordKind};

const KINDS: [(RecordKind, &str); 13] = [
    (RecordKind::Call, "call"),
    (RecordKind::Resource, "resource"),
    (RecordKind::Prompt, "prompt"),
    (RecordKind::Elicitation, "elicitation"),
    (RecordKind::Sampling, "sampling"),
    (RecordKind::Roots, "roots"),
    (RecordKind::SignIn, "sign_in"),
    (RecordKind::Server, "server"),
    (RecordKind::Launch, "launch"),
    (RecordKind::Definition, "definition"),
    (RecordKind::Grant, "grant"),
    (RecordKind::Refusal, "refusal"),
    (RecordKind::Host, "host"),
];

const OUTCOMES: [(Outcome, &str); 9] = [
    (Outcome::Waiting, "waiting"),
    (Outcome::Done, "done"),
    (Outcome::ToolError, "tool_error"),
    (Outcome::Failed, "failed"),
    (Outcome::Denied, "denied"),
    (Outcome::Refused, "refused"),
    (Outcome::Cancelled, "cancelled"),
    (Outcome::Interrupted, "interrupted"),
    (Outcome::Attention, "attention"),
];

/// The word of a kind.
pub(super) fn kind(kind: RecordKind) -> &'static str {
    word(&KINDS, kind)
}

/// The kind of a word; rows of a kind we do not know are about the host.
pub(super) fn to_kind(word: &str) -> RecordKind {
    value(&KINDS, word).unwrap_or(RecordKind::Host)
}

/// The word of an outcome.
pub(super) fn outcome(outcome: Outcome) -> &'static str {
    word(&OUTCOMES, outcome)
}

/// The outcome of a word; one we do not know is something to look at.
pub(super) fn to_outcome(word: &str) -> Outcome {
    value(&OUTCOMES, word).unwrap_or(Outcome::Attention)
}

fn word<T: PartialEq>(table: &[(T, &'static str)], wanted: T) -> &'static str {
    table
        .iter()
        .find(|(value, _)| *value == wanted)
        .map_or("", |(_, word)| word)
}

fn value<T: Copy>(table: &[(T, &'static str)], wanted: &str) -> Option<T> {
    table
        .iter()
        .find(|(_, word)| *word == wanted)
        .map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_outcome_is_kept_under_the_word_drivers_see() {
        for (value, word) in KINDS {
            assert_eq!(serde_json::to_value(value).unwrap(), *word);
            assert_eq!((kind(value), to_kind(word)), (word, value));
        }
        for (value, word) in OUTCOMES {
            assert_eq!(serde_json::to_value(value).unwrap(), *word);
            assert_eq!((outcome(value), to_outcome(word)), (word, value));
        }
    }
}
