//! Settings that make something possible which was not before.

use crate::consent::proposal::{GateAnswer, Sealed, plain_yes};
use crate::consent::{Permit, Proposal};
use portcullis_core::ids::ServerId;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Asked, FlowClass, ProviderKind, Tristate};
use portcullis_l10n::say;
use portcullis_net::is_here;
use serde_json::{Value, json};
use url::Url;

/// What a person would say of a server, or of one of its tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedClass {
    /// Server.
    pub server: ServerId,
    /// Raw tool name; `None` for the server.
    pub tool: Option<String>,
    /// What they say; it is kept as it is.
    pub said: FlowClass,
    /// What counts then: for a tool, what is not said of it is as for its server.
    pub class: FlowClass,
    /// What counts now.
    pub before: FlowClass,
    /// Digest of what it is said of.
    pub about: String,
}

impl ProposedClass {
    /// Whether calls may run by permission then that are asked about now.
    #[must_use]
    pub fn loosens(&self) -> bool {
        let rank = |say: Tristate| match say {
            Tristate::No => 0,
            Tristate::Unsaid => 1,
            Tristate::Yes => 2,
        };
        let each = |class: FlowClass| [class.private, class.strangers, class.sends].map(rank);
        let (before, after) = (each(self.before), each(self.class));
        before.iter().zip(after).any(|(before, after)| after < *before)
    }
}

impl Sealed for ProposedClass {}

impl Proposal for ProposedClass {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({
            "server": self.server.as_str(),
            "tool": self.tool,
            "said": self.said,
            "class": self.class,
            "about": self.about,
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::Setting { .. }) && server == self.server.as_str()
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-setting")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-setting"))
    }
}

impl Permit<ProposedClass> {
    /// What only makes things stricter needs no approval.
    ///
    /// # Errors
    /// `consent.nobody` when it makes anything looser.
    pub fn stricter(class: ProposedClass) -> Result<Self> {
        match class.loosens() {
            true => Err(unapproved()),
            false => Ok(Self::new(class)),
        }
    }
}

/// A provider of models that conversations, and a key, would go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedProvider {
    /// Kind.
    pub kind: ProviderKind,
    /// The person's label.
    pub label: String,
    /// Where it is.
    pub address: Url,
}

impl Sealed for ProposedProvider {}

impl Proposal for ProposedProvider {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({ "kind": self.kind, "label": self.label, "address": self.address.as_str() })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        server.is_empty() && shows_address(asked, &self.address)
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-setting")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-setting"))
    }
}

impl Permit<ProposedProvider> {
    /// What stays on this computer goes to no other computer.
    ///
    /// # Errors
    /// `consent.nobody` for every other address.
    pub fn here(provider: ProposedProvider) -> Result<Self> {
        match is_here(&provider.address) {
            true => Ok(Self::new(provider)),
            false => Err(unapproved()),
        }
    }
}

/// A registry of servers that would be copied to this computer: until it is turned on, its address is not visited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRegistry {
    /// Where it is.
    pub address: Url,
    /// The name of a header that goes along with each request to it; its value is a secret of the person.
    pub header: Option<String>,
}

impl Sealed for ProposedRegistry {}

impl Proposal for ProposedRegistry {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({ "registry": self.address.as_str(), "header": self.header })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let has_header = self.header.as_deref().is_none_or(|header| shows(asked, header));
        server.is_empty() && has_header && shows_address(asked, &self.address)
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-setting")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-setting"))
    }
}

/// Whether an address stands in a review, whole.
fn shows_address(asked: &Asked, address: &Url) -> bool {
    shows(asked, address.as_str())
}

/// Whether a text stands in a review, whole.
pub(super) fn shows(asked: &Asked, text: &str) -> bool {
    let Asked::Setting { rows, .. } = asked else {
        return false;
    };
    let text = ForeignText::new(text).shown();
    let mut values = rows.iter().flat_map(|row| &row.values);
    values.any(|value| value.literal && value.text == text)
}

fn unapproved() -> Error {
    Error::new(Code::ConsentNobody, say!("setting-not-asked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-26.
    #[test]
    fn only_a_provider_on_this_computer_needs_no_approval() {
        for (address, here) in [
            ("http://127.0.0.1:11434", true),
            ("http://localhost:1234/v1", true),
            ("https://[::1]/v1", true),
            ("https://api.example", false),
            ("http://192.168.1.7:11434", false),
            ("https://localhost.example", false),
            ("https://127.0.0.1.example", false),
        ] {
            let provider = ProposedProvider {
                kind: ProviderKind::Compatible,
                label: "Mine".to_owned(),
                address: Url::parse(address).unwrap(),
            };
            assert_eq!(
                Permit::<ProposedProvider>::here(provider).is_ok(),
                here,
                "{address}"
            );
        }
    }

    // Proves S-78.
    #[test]
    fn only_a_stricter_setting_needs_no_approval() {
        let says = [Tristate::No, Tristate::Unsaid, Tristate::Yes];
        for (rank, before) in says.into_iter().enumerate() {
            for (other, after) in says.into_iter().enumerate() {
                let class = |sends| FlowClass {
                    private: Tristate::Yes,
                    sends,
                    ..FlowClass::default()
                };
                let proposed = ProposedClass {
                    server: ServerId::from("s"),
                    tool: None,
                    said: class(after),
                    class: class(after),
                    before: class(before),
                    about: String::new(),
                };
                let permit = Permit::<ProposedClass>::stricter(proposed);
                assert_eq!(permit.is_ok(), other >= rank, "{before:?} to {after:?}");
            }
        }
    }
}
