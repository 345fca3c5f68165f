//! Permits for settings that make something possible which was not before.

use super::another;
use crate::consent::gate::Decision;
use crate::ids::ServerId;
use crate::reach::is_here;
use crate::view::{Answer, Asked, FlowClass, ProviderKind, Say};
use crate::{Code, Error, Result};
use url::Url;

/// What a person would say of a server, or of one of its tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedClass {
    /// Server.
    pub server: ServerId,
    /// Raw tool name; `None` for the server.
    pub tool: Option<String>,
    /// What they say.
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
        let rank = |say: Say| match say {
            Say::No => 0,
            Say::Unsaid => 1,
            Say::Yes => 2,
        };
        let each = |class: FlowClass| [class.private, class.strangers, class.sends].map(rank);
        let (before, after) = (each(self.before), each(self.class));
        before.iter().zip(after).any(|(before, after)| after < *before)
    }
}

/// What is said of one server or tool may be kept.
#[derive(Debug)]
pub struct ClassPermit {
    class: ProposedClass,
}

impl ClassPermit {
    /// By a person's answer to exactly this.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not a yes, `consent.stale` for a yes to something else.
    pub fn by_answer(class: ProposedClass, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::AllowOnce {} => match decision.about() {
                (server, Some(Asked::Setting { .. })) if server == class.server.as_str() => {
                    Ok(Self { class })
                }
                _ => Err(another()),
            },
            _ => Err(denied()),
        }
    }

    /// What only makes things stricter needs nobody's yes.
    ///
    /// # Errors
    /// `consent.nobody` when it makes anything looser.
    pub fn stricter(class: ProposedClass) -> Result<Self> {
        if class.loosens() {
            return Err(Error::new(
                Code::ConsentNobody,
                "Nobody was asked. Nothing was changed.",
            ));
        }
        Ok(Self { class })
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_class(self) -> ProposedClass {
        self.class
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

/// Conversations may go to one address, with a key or without.
#[derive(Debug)]
pub struct ProviderPermit {
    provider: ProposedProvider,
}

impl ProviderPermit {
    /// By a person's answer to exactly this address.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not a yes, `consent.stale` for a yes to something else.
    pub fn by_answer(provider: ProposedProvider, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::AllowOnce {} => match decision.about() {
                (_, Some(Asked::Setting { .. })) => Ok(Self { provider }),
                _ => Err(another()),
            },
            _ => Err(denied()),
        }
    }

    /// What stays on this computer leaves to nobody.
    ///
    /// # Errors
    /// `consent.nobody` for every other address.
    pub fn here(provider: ProposedProvider) -> Result<Self> {
        if is_here(&provider.address) {
            return Ok(Self { provider });
        }
        Err(Error::new(
            Code::ConsentNobody,
            "Nobody was asked. Nothing was changed.",
        ))
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_provider(self) -> ProposedProvider {
        self.provider
    }
}

fn denied() -> Error {
    Error::new(Code::ConsentDenied, "You said no. Nothing was changed.")
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test fails by panicking"
    )]

    use super::*;

    #[test]
    fn s26_nothing_but_this_computer_needs_nobody() {
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
            assert_eq!(ProviderPermit::here(provider).is_ok(), here, "{address}");
        }
    }

    #[test]
    fn s78_only_what_is_stricter_needs_nobody() {
        let says = [Say::No, Say::Unsaid, Say::Yes];
        for (rank, before) in says.into_iter().enumerate() {
            for (other, after) in says.into_iter().enumerate() {
                let class = |sends| FlowClass {
                    private: Say::Yes,
                    sends,
                    ..FlowClass::default()
                };
                let proposed = ProposedClass {
                    server: ServerId::from("s"),
                    tool: None,
                    class: class(after),
                    before: class(before),
                    about: String::new(),
                };
                let permit = ClassPermit::stricter(proposed);
                assert_eq!(permit.is_ok(), other >= rank, "{before:?} to {after:?}");
            }
        }
    }
}
