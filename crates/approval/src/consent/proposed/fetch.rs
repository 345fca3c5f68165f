//! A package that would be fetched once: the commands that do it, each as it will run.

use super::{Start, StartTarget};
use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_core::text::ForeignText;
use portcullis_domain::{Answer, Asked};
use portcullis_l10n::say;
use portcullis_programs::Launch;
use serde_json::{Value, json};

/// A package that would be fetched.
#[derive(Debug)]
pub struct ProposedFetch {
    /// The package, as its registry knows it, with the version that was asked for.
    pub package: String,
    /// The commands, in their order.
    pub steps: Vec<Launch>,
}

impl ProposedFetch {
    /// Each command in one line, as a review shows it.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |step: &Launch| {
            let program = step.program.to_string_lossy().into_owned();
            let words: Vec<String> = std::iter::once(program)
                .chain(step.arguments.iter().cloned())
                .collect();
            words.join(" ")
        };
        self.steps.iter().map(line).collect()
    }
}

impl Sealed for ProposedFetch {}

impl Proposal for ProposedFetch {
    type Effect = Self;

    fn covers(&self) -> Value {
        let digest = |step: &Launch| {
            Start::new(StartTarget::Command(step.clone())).map(|start| start.digest().to_owned())
        };
        let steps: Result<Vec<_>> = self.steps.iter().map(digest).collect();
        // Also word for word: two commands may read alike in one line, and a digest knows no program without its file.
        let words = |step: &Launch| json!([step.program.to_string_lossy(), step.arguments]);
        json!({
            "package": self.package,
            "commands": self.steps.iter().map(words).collect::<Vec<_>>(),
            "steps": steps.unwrap_or_default(),
        })
    }

    /// The package and every command, whole.
    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { rows, .. } = asked else {
            return false;
        };
        let values: Vec<_> = rows
            .iter()
            .flat_map(|row| &row.values)
            .filter(|value| value.literal)
            .collect();
        let is_there = |text: &str| {
            let shown = ForeignText::new(text).shown();
            values.iter().any(|value| value.text == shown)
        };
        server.is_empty() && is_there(&self.package) && self.lines().iter().all(|line| is_there(line))
    }

    fn reach(&self) -> Option<String> {
        Some(say!("covers-fetch"))
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        match answer.get() {
            Answer::AllowOnce {} => Ok(Permit::new(self)),
            _ => Err(denied(say!("denied-fetch"))),
        }
    }
}

impl Permit<ProposedFetch> {
    /// The commands, each to be run once.
    #[must_use]
    pub fn steps(self) -> Vec<Permit<Launch>> {
        self.spend().steps.into_iter().map(Permit::new).collect()
    }
}
