//! Another try of what waits until a person is done on a page (ELI-25).

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_domain::{Answer, Asked};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// A request of ours that a server answers once the person is done on its page.
#[derive(Debug)]
pub struct ProposedRetry {
    /// Server.
    pub server: String,
}

impl Sealed for ProposedRetry {}

impl Proposal for ProposedRetry {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({ "server": self.server })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::Page { .. }) && server == self.server
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-page")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        match answer.get() {
            Answer::Done {} => Ok(Permit::new(self)),
            _ => Err(denied(say!("denied-retry"))),
        }
    }
}
