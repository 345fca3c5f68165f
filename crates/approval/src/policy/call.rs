//! A call that is decided about, and the verdict that lets it run.

use portcullis_core::ids::ServerId;
use serde_json::Value;
use std::sync::Arc;

/// A requested call; clones share the arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedCall {
    /// Server.
    pub server: ServerId,
    /// Raw tool name, compared byte for byte.
    pub tool: String,
    /// Arguments; an object.
    pub arguments: Arc<Value>,
    /// Digest of the definition that was looked at.
    pub definition: String,
}

/// A yes of the policy to one call. Made by [`super::decide`] alone; cannot be copied.
#[derive(Debug, PartialEq)]
pub struct Allowed {
    call: ProposedCall,
    rule: Option<String>,
    why: String,
}

impl Allowed {
    pub(super) fn new(call: &ProposedCall, rule: Option<String>, why: String) -> Self {
        Self {
            call: call.clone(),
            rule,
            why,
        }
    }

    /// The standing permission that says so; `None` for a person's own call.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// Why, in words for the record.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }

    /// The call that it is about.
    #[must_use]
    pub fn into_call(self) -> ProposedCall {
        self.call
    }
}
