//! Another definition of a tool, in the place of the one that is known (S-46).

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use crate::policy::ProposedCall;
use portcullis_core::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::{Answer, Asked};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// A definition that a server offers in the place of one that is known.
#[derive(Debug)]
pub struct ProposedDefinition {
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Digest of the definition.
    pub definition: String,
    /// JSON pointers to the parts that could be let vary, in the order in which they are shown.
    pub could_vary: Vec<String>,
}

/// A definition that counts from now on.
#[derive(Debug)]
pub struct AcceptedDefinition {
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Digest of the definition.
    pub definition: String,
    /// JSON pointers to parts that may be different each time.
    pub vary: Vec<String>,
}

impl Sealed for ProposedDefinition {}

impl Proposal for ProposedDefinition {
    type Effect = AcceptedDefinition;

    fn covers(&self) -> Value {
        json!({
            "server": self.server.as_str(),
            "tool": self.tool,
            "definition": self.definition,
            "could_vary": self.could_vary,
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        match asked {
            Asked::Changed { tool, varying, .. } => {
                server == self.server.as_str() && *tool == self.tool && varying.len() == self.could_vary.len()
            }
            _ => false,
        }
    }

    fn reach(&self, asked: &Asked) -> String {
        match asked {
            Asked::Changed { on_hold: 1.., .. } => say!("covers-changed-held"),
            _ => say!("covers-changed"),
        }
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<AcceptedDefinition>> {
        let vary = match answer.get() {
            Answer::AllowOnce {} => Vec::new(),
            Answer::AcceptVarying { parts } => {
                let chosen = parts.iter().filter_map(|place| usize::try_from(*place).ok());
                chosen
                    .filter_map(|place| self.could_vary.get(place).cloned())
                    .collect()
            }
            _ => return Err(denied(say!("denied-definition"))),
        };
        Ok(Permit::new(AcceptedDefinition {
            server: self.server,
            tool: self.tool,
            definition: self.definition,
            vary,
        }))
    }
}

impl Permit<AcceptedDefinition> {
    /// For a tool that the user had not seen: by letting it run, they have.
    #[must_use]
    pub fn by_call(call: &Permit<ProposedCall>) -> Self {
        let call = call.effect();
        Self::new(AcceptedDefinition {
            server: call.server.clone(),
            tool: call.tool.clone(),
            definition: call.definition.clone(),
            vary: Vec::new(),
        })
    }
}
