//! A registry of servers that would be copied to this computer: until it is turned on, its address is not visited.

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_core::text::ForeignText;
use portcullis_domain::{Answer, Asked};
use portcullis_l10n::say;
use serde_json::{Value, json};
use url::Url;

/// A registry that would be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRegistry {
    /// Where it is.
    pub address: Url,
}

impl Sealed for ProposedRegistry {}

impl Proposal for ProposedRegistry {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({ "registry": self.address.as_str() })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { rows, .. } = asked else {
            return false;
        };
        let address = ForeignText::new(self.address.as_str()).shown();
        let mut values = rows.iter().flat_map(|row| &row.values);
        server.is_empty() && values.any(|value| value.literal && value.text == address)
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        match answer.get() {
            Answer::AllowOnce {} => Ok(Permit::new(self)),
            _ => Err(denied(say!("denied-setting"))),
        }
    }
}
