//! Permits for settings that make something possible which was not before.

use crate::consent::gate::Decision;
use crate::ids::ServerId;
use crate::view::{Answer, FlowClass, Say};
use crate::{Code, Error, Result};

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
    /// `consent.denied` for every answer that is not a yes.
    pub fn by_answer(class: ProposedClass, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::AllowOnce {} => Ok(Self { class }),
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
