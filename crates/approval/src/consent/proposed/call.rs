//! One call of one tool with these arguments, under this definition.

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use crate::policy::{Allowed, ProposedCall};
use portcullis_core::Result;
use portcullis_domain::{Answer, Asked};
use serde_json::{Value, json};

/// Arguments, or a part of them, as a person reads them.
#[must_use]
pub fn as_shown(arguments: &Value) -> String {
    serde_json::to_string_pretty(arguments).unwrap_or_else(|_| arguments.to_string())
}

impl Sealed for ProposedCall {}

impl Proposal for ProposedCall {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({
            "server": self.server.as_str(),
            "tool": self.tool,
            // As text: the canonical form of a number holds 53 bits of it.
            "arguments": as_shown(&self.arguments),
            "definition": self.definition,
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        match asked {
            Asked::Tool {
                tool, arguments_json, ..
            } => {
                server == self.server.as_str()
                    && *tool == self.tool
                    && *arguments_json == as_shown(&self.arguments)
            }
            _ => false,
        }
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        match answer.get() {
            Answer::AllowOnce {} | Answer::Allow { .. } | Answer::AllowWhile { .. } => Ok(Permit::new(self)),
            _ => Err(denied("You said no. The tool was not run.")),
        }
    }
}

impl Permit<ProposedCall> {
    /// By a rule: for exactly the call that the policy allowed.
    #[must_use]
    pub fn by_rule(allowed: Allowed) -> Self {
        Self::new(allowed.into_call())
    }
}
