//! What the main page asks for and nothing shows that the person pressed: on a system that tells of no presses each such command
//! is a question (S-26).

use crate::consent::proposal::{GateAnswer, Sealed, plain_yes};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_core::text::ForeignText;
use portcullis_domain::Asked;
use portcullis_l10n::say;
use serde_json::{Value, json};

/// A command of the main page, as it would be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedAct {
    /// The name of the command.
    pub command: String,
    /// Its arguments by name, as text; secrets are not among them.
    pub arguments: Vec<(String, String)>,
}

impl Sealed for ProposedAct {}

impl Proposal for ProposedAct {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({ "command": self.command, "arguments": self.arguments })
    }

    /// A row for each argument, under its name, after one that says what is done.
    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { rows, .. } = asked else {
            return false;
        };
        let Some((_, shown)) = rows.split_first() else {
            return false;
        };
        server.is_empty()
            && shown.len() == self.arguments.len()
            && shown.iter().zip(&self.arguments).all(|(row, (name, text))| {
                let shown = ForeignText::new(text).shown();
                row.field == *name
                    && matches!(row.values.as_slice(), [value] if value.literal && value.text == shown)
            })
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-act")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-act"))
    }
}
