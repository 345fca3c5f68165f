//! Proof that something may happen. A permit cannot be copied, and cannot be made outside this folder.
//!
//! S-05: nobody else can make one, nor another one of one. (To fill in the rest from another one needs every field, so
//! that each of these fails for its fields alone, whichever there are.)
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::LaunchPermit;
//! let again = |given: LaunchPermit| LaunchPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::CallPermit;
//! let again = |given: CallPermit| CallPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::OpenPermit;
//! let again = |given: OpenPermit| OpenPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::FormPermit;
//! let again = |given: FormPermit| FormPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::RootsPermit;
//! let again = |given: RootsPermit| RootsPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::SamplingPermit;
//! let again = |given: SamplingPermit| SamplingPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::HandOverPermit;
//! let again = |given: HandOverPermit| HandOverPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::ReadPermit;
//! let again = |given: ReadPermit| ReadPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::PromptPermit;
//! let again = |given: PromptPermit| PromptPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::ClassPermit;
//! let again = |given: ClassPermit| ClassPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::ProviderPermit;
//! let again = |given: ProviderPermit| ProviderPermit { ..given };
//! ```
//!
//! ```compile_fail,E0451
//! use portcullis_host::consent::SignInPermit;
//! let again = |given: SignInPermit| SignInPermit { ..given };
//! ```
//!
//! ```compile_fail,E0277
//! use portcullis_host::consent::CallPermit;
//! let twice = |given: &CallPermit| CallPermit::clone(given).into_call();
//! ```
//!
//! ```
//! use portcullis_host::consent::{
//!     LaunchPermit, CallPermit, OpenPermit, FormPermit, RootsPermit, SamplingPermit,
//!     HandOverPermit, ReadPermit, PromptPermit, ClassPermit, ProviderPermit, SignInPermit,
//! };
//! let once = |given: CallPermit| given.into_call();
//! ```

mod asked;
mod reading;
mod setting;

pub use asked::{FormPermit, HandOverPermit, OpenPermit, RootsPermit, SamplingPermit};
pub use reading::{PromptPermit, ProposedPrompt, ProposedRead, ReadPermit};
pub use setting::{ClassPermit, ProposedClass, ProposedProvider, ProviderPermit};

use super::gate::Decision;
use crate::ids::ServerId;
use crate::policy::Verdict;
use crate::process::Launch;
use crate::view::{Answer, Asked};
use crate::{Code, Error, Result};
use serde_json::Value;

/// One start of one program, exactly as approved.
#[derive(Debug)]
pub struct LaunchPermit {
    launch: Launch,
}

impl LaunchPermit {
    /// What was approved is what is about to start: the digests of both are the same (S-13, S-14).
    ///
    /// # Errors
    /// `launch.changed` when they are not.
    pub fn for_approved(label: &str, launch: Launch, digest: &str, approved: Option<&str>) -> Result<Self> {
        if approved == Some(digest) {
            return Ok(Self { launch });
        }
        let sentence = match approved {
            Some(_) => format!("What “{label}” would start is not what you approved. It was not started."),
            None => format!("“{label}” has not been approved yet. It was not started."),
        };
        Err(Error::new(Code::LaunchChanged, sentence).remedy("Review it on the server's page."))
    }

    /// A permit for tests of what happens after it.
    #[cfg(test)]
    pub(crate) fn for_test(launch: Launch) -> Self {
        Self { launch }
    }

    /// What may start.
    #[must_use]
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_launch(self) -> Launch {
        self.launch
    }
}

/// Arguments, or a part of them, as a person reads them.
#[must_use]
pub fn as_shown(arguments: &Value) -> String {
    serde_json::to_string_pretty(arguments).unwrap_or_else(|_| arguments.to_string())
}

/// The answer was a yes to another question.
fn another() -> Error {
    Error::new(
        Code::ConsentStale,
        "The answer was to another question. Nothing was done.",
    )
}

/// A call that somebody wants.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedCall {
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Arguments; an object.
    pub arguments: Value,
    /// Digest of the definition that was looked at.
    pub definition: String,
}

/// One call of one tool with these arguments, under this definition.
#[derive(Debug)]
pub struct CallPermit {
    call: ProposedCall,
}

impl CallPermit {
    /// By a rule.
    ///
    /// # Errors
    /// The reason of the rule when it does not allow; `consent.nobody` when it wants a person asked.
    pub fn by_rule(call: ProposedCall, verdict: &Verdict) -> Result<Self> {
        match verdict {
            Verdict::Allow { .. } => Ok(Self { call }),
            Verdict::Ask { .. } => Err(Error::new(
                Code::ConsentNobody,
                "Nobody was asked. The tool was not run.",
            )),
            Verdict::Deny { code, why } => Err(Error::new(*code, why.clone())),
        }
    }

    /// By a person's answer, with the arguments as they stood on the screen.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not a yes to a call; `consent.stale` for a yes to another one.
    pub fn by_answer(mut call: ProposedCall, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::AllowOnce {} | Answer::Allow { .. } | Answer::AllowWhile { .. } => {
                if let Some(arguments) = decision.arguments() {
                    call.arguments = arguments.clone();
                }
                match decision.about() {
                    (
                        server,
                        Some(Asked::Tool {
                            tool, arguments_json, ..
                        }),
                    ) if server == call.server.as_str()
                        && *tool == call.tool
                        && *arguments_json == as_shown(&call.arguments) =>
                    {
                        Ok(Self { call })
                    }
                    _ => Err(another()),
                }
            }
            _ => Err(Error::new(
                Code::ConsentDenied,
                "You said no. The tool was not run.",
            )),
        }
    }

    /// What may be called.
    #[must_use]
    pub fn call(&self) -> &ProposedCall {
        &self.call
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_call(self) -> ProposedCall {
        self.call
    }
}

#[cfg(test)]
#[path = "permit/tests.rs"]
mod tests;
