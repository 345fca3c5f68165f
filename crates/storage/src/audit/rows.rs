//! Turning what callers say into rows: redacted, bounded and on one line, whatever they hand in (S-88, S-89).

use super::words;
use crate::limits;
use crate::store::record::{RowStep, StoredRow};
use crate::store::signed;
use portcullis_core::Error;
use portcullis_core::Redactor;
use portcullis_core::clock::Clock;
use portcullis_core::ids::{self, ServerId};
use portcullis_domain::{Outcome, RecordKind};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

/// Something that is about to happen, or happened at once.
#[derive(Debug, Clone)]
pub struct Intended {
    /// About what.
    pub kind: RecordKind,
    /// In words: `Write file`, `Started`.
    pub what: String,
    /// Server and the person's label of it now.
    pub server: Option<(ServerId, String)>,
    /// `you`, the model's name, `the server`, `Portcullis`.
    pub asked_by: String,
    /// Raw tool name.
    pub tool: Option<String>,
    /// Conversation.
    pub conversation: Option<String>,
    /// Why it is allowed, asked or refused, one sentence; empty while undecided.
    pub why: String,
    /// The grant or rule that decided.
    pub rule: Option<String>,
    /// What is sent.
    pub sent: Option<Value>,
    /// Digest of the definition in force.
    pub definition: Option<String>,
    /// Digest of what was shown.
    pub shown: Option<String>,
    /// How it ended and in which words, for what is complete at once.
    pub outcome: Option<(Outcome, String)>,
}

/// Who allowed or refused, by which rule, after something that waited.
#[derive(Debug, Clone, Default)]
pub struct Decided {
    /// Why, one sentence.
    pub why: String,
    /// The grant or rule that decided.
    pub rule: Option<String>,
    /// Digest of what was shown.
    pub shown: Option<String>,
    /// What is sent, when it was edited.
    pub sent: Option<Value>,
}

/// How something ended.
#[derive(Debug, Clone)]
pub struct Ended {
    /// In one word.
    pub outcome: Outcome,
    /// In words: `denied by you`, `ready in 0.4 s`.
    pub words: String,
    /// The result, in words.
    pub came_back: Option<String>,
    /// Why, when this says it better than the rows before.
    pub why: Option<String>,
    /// The grant or rule that decided.
    pub rule: Option<String>,
    /// What was sent, when it was edited.
    pub sent: Option<Value>,
    /// Digest of what was shown.
    pub shown: Option<String>,
    /// Milliseconds.
    pub duration: Option<u64>,
}

impl Ended {
    /// An end with nothing more to say.
    #[must_use]
    pub fn new(outcome: Outcome, words: impl Into<String>) -> Self {
        Self {
            outcome,
            words: words.into(),
            came_back: None,
            why: None,
            rule: None,
            sent: None,
            shown: None,
            duration: None,
        }
    }

    /// The end of something that did not work, and why.
    #[must_use]
    pub fn failed(error: &Error) -> Self {
        Self {
            came_back: Some(error.sentence.clone()),
            ..Self::new(Outcome::Failed, error.code.in_words())
        }
    }
}

/// Makes the rows of one run.
pub(super) struct RowBuilder {
    clock: Arc<dyn Clock>,
    redactor: Redactor,
    /// Random; tells the rows of this run from those an earlier one left open.
    pub(super) run: String,
    started: Instant,
}

impl RowBuilder {
    pub(super) fn new(clock: Arc<dyn Clock>, redactor: Redactor) -> Self {
        Self {
            clock,
            redactor,
            run: ids::random(),
            started: Instant::now(),
        }
    }

    fn line(&self, step: RowStep, operation: u64) -> StoredRow {
        StoredRow {
            step,
            operation: signed(operation),
            run: self.run.clone(),
            at: signed(self.clock.now()),
            tick: i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX),
            ..StoredRow::default()
        }
    }

    fn name(&self, text: &str) -> String {
        self.redactor.text(text, limits::RECORD_NAME)
    }

    fn words(&self, text: &str) -> Option<String> {
        (!text.is_empty()).then(|| self.redactor.text(text, limits::RECORD_WORDS))
    }

    fn sent(&self, sent: Option<&Value>) -> Option<String> {
        sent.map(|value| self.redactor.json(value, limits::RECORD_SENT))
    }

    pub(super) fn intended(&self, row: Intended) -> StoredRow {
        let name = |text: String| self.name(&text);
        let (server, label) = row.server.map(|(id, label)| (id.0, self.name(&label))).unzip();
        StoredRow {
            kind: words::kind(row.kind),
            what: name(row.what),
            server,
            label,
            asked_by: name(row.asked_by),
            tool: row.tool.map(name),
            conversation: row.conversation.map(name),
            why: self.words(&row.why),
            rule: row.rule.map(name),
            sent: self.sent(row.sent.as_ref()),
            definition: row.definition.map(name),
            shown: row.shown.map(name),
            outcome: row.outcome.as_ref().map(|(outcome, _)| words::outcome(*outcome)),
            words: row.outcome.and_then(|(_, text)| self.words(&text)),
            ..self.line(RowStep::Intended, 0)
        }
    }

    pub(super) fn decided(&self, operation: u64, row: &Decided) -> StoredRow {
        StoredRow {
            why: self.words(&row.why),
            rule: row.rule.as_deref().map(|rule| self.name(rule)),
            shown: row.shown.as_deref().map(|shown| self.name(shown)),
            sent: self.sent(row.sent.as_ref()),
            ..self.line(RowStep::Decided, operation)
        }
    }

    pub(super) fn ended(&self, operation: u64, row: &Ended) -> StoredRow {
        StoredRow {
            why: row.why.as_deref().and_then(|why| self.words(why)),
            rule: row.rule.as_deref().map(|rule| self.name(rule)),
            shown: row.shown.as_deref().map(|shown| self.name(shown)),
            sent: self.sent(row.sent.as_ref()),
            outcome: Some(words::outcome(row.outcome)),
            words: self.words(&row.words),
            came_back: row.came_back.as_deref().and_then(|text| self.words(text)),
            duration: row.duration.map(signed),
            ..self.line(RowStep::Ended, operation)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::record::COLUMNS;
    use portcullis_core::clock::ManualClock;
    use rusqlite::types::ValueRef;

    fn rows() -> RowBuilder {
        RowBuilder::new(Arc::new(ManualClock::at(5)), Redactor::default())
    }

    /// The cells that say something, but for the run and the time since it began.
    fn said(line: &StoredRow) -> Vec<(&'static str, String)> {
        let text = |cell: ValueRef<'_>| match cell {
            ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        let cells = COLUMNS.into_iter().zip(line.cells());
        cells
            .filter(|(name, _)| !matches!(*name, "run" | "tick"))
            .filter_map(|(name, cell)| Some((name, text(cell)?)))
            .filter(|(_, text)| !text.is_empty())
            .collect()
    }

    // Proves F-17.
    #[test]
    fn each_row_says_how_long_its_run_had_been_going_on() {
        let rows = rows();
        let pause = std::time::Duration::from_millis(5);
        std::thread::sleep(pause);
        let waited = rows.ended(7, &Ended::new(Outcome::Done, "done")).tick;
        assert!(waited >= 5, "{waited} ms");
    }

    fn owned(cells: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        cells
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()))
            .collect()
    }

    // Proves S-90.
    #[test]
    fn everything_that_is_said_of_an_operation_is_in_its_rows() {
        let intended = Intended {
            kind: RecordKind::Call,
            what: "Write".to_owned(),
            server: Some((ServerId::from("s"), "Files".to_owned())),
            asked_by: "you".to_owned(),
            tool: Some("write".to_owned()),
            conversation: Some("talk".to_owned()),
            why: "Because.".to_owned(),
            rule: Some("rule-1".to_owned()),
            sent: Some(serde_json::json!({"a": 1})),
            definition: Some("d1".to_owned()),
            shown: Some("shown-1".to_owned()),
            outcome: Some((Outcome::Done, "as it should".to_owned())),
        };
        let all = [
            ("seq", "0"),
            ("operation", "0"),
            ("step", "0"),
            ("at", "5"),
            ("kind", "call"),
            ("what", "Write"),
            ("server", "s"),
            ("label", "Files"),
            ("asked_by", "you"),
            ("tool", "write"),
            ("conversation", "talk"),
            ("why", "Because."),
            ("rule", "rule-1"),
            ("sent", r#"{"a":1}"#),
            ("definition", "d1"),
            ("shown", "shown-1"),
            ("outcome", "done"),
            ("words", "as it should"),
        ];
        let rows = rows();
        let line = rows.intended(intended);
        assert_eq!(said(&line), owned(&all));
        assert_eq!(line.run, rows.run);
        let decided = Decided {
            why: "Because.".to_owned(),
            rule: Some("rule-1".to_owned()),
            shown: Some("shown-1".to_owned()),
            sent: Some(serde_json::json!({"a": 1})),
        };
        let later = [
            ("seq", "0"),
            ("operation", "7"),
            ("step", "1"),
            ("at", "5"),
            ("why", "Because."),
            ("rule", "rule-1"),
            ("sent", r#"{"a":1}"#),
            ("shown", "shown-1"),
        ];
        assert_eq!(said(&rows.decided(7, &decided)), owned(&later));
        let ended = Ended {
            came_back: Some("Three lines".to_owned()),
            why: Some("Because.".to_owned()),
            rule: Some("rule-1".to_owned()),
            sent: Some(serde_json::json!({"a": 1})),
            shown: Some("shown-1".to_owned()),
            duration: Some(12),
            ..Ended::new(Outcome::Failed, "not as it should")
        };
        let mut last = owned(&later);
        last[2].1 = "2".to_owned();
        last.extend(owned(&[
            ("outcome", "failed"),
            ("words", "not as it should"),
            ("came_back", "Three lines"),
            ("duration", "12"),
        ]));
        assert_eq!(said(&rows.ended(7, &ended)), last);
        let failed = Ended::failed(&Error::new(portcullis_core::Code::Closing, "It went away."));
        assert_eq!(
            (failed.outcome, failed.words.as_str(), failed.came_back.as_deref()),
            (
                Outcome::Failed,
                portcullis_core::Code::Closing.in_words().as_str(),
                Some("It went away.")
            )
        );
    }
}
