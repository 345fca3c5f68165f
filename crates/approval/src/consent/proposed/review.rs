//! That a person read a definition. It changes what is said of a tool and allows nothing, and still only the approval window can
//! set it: a label that a page could set alone would reassure without a reason (S-45).

use crate::consent::proposal::{GateAnswer, Sealed, plain_yes};
use crate::consent::{Permit, Proposal};
use crate::policy::ProposedCall;
use portcullis_core::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::{Asked, Foreign};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// A definition that would be marked as reviewed by the person.
#[derive(Debug)]
pub struct ProposedReview {
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Digest of the definition.
    pub definition: String,
    /// All that was to be read, as it is shown: name, description, description of each argument.
    pub texts: Vec<Foreign>,
}

impl Sealed for ProposedReview {}

impl Proposal for ProposedReview {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({
            "server": self.server.as_str(),
            "tool": self.tool,
            "reviewed": self.definition,
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { rows, .. } = asked else {
            return false;
        };
        let shown: Vec<&Foreign> = rows
            .iter()
            .flat_map(|row| &row.values)
            .filter(|value| value.literal)
            .map(|value| &value.text)
            .collect();
        server == self.server.as_str() && self.texts.iter().all(|text| shown.contains(&text))
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-review")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-review"))
    }
}

impl Permit<ProposedReview> {
    /// A user who let a tool run had its whole description in the request.
    #[must_use]
    pub fn by_call(call: &Permit<ProposedCall>) -> Self {
        let call = call.effect();
        Self::new(ProposedReview {
            server: call.server.clone(),
            tool: call.tool.clone(),
            definition: call.definition.clone(),
            texts: Vec::new(),
        })
    }

    /// The terminal showed all of it and had a yes, on the terminal that the person works in. No page can say this.
    #[must_use]
    pub fn on_the_terminal(review: ProposedReview) -> Self {
        Self::new(review)
    }
}
