//! What a person reads of a server: resources and prompts. Their own act is the consent, and there is none for a model
//! (RES-01, PRO-01).

use crate::consent::Permit;
use portcullis_core::ids::ServerId;
use std::collections::BTreeMap;

/// A reading of a resource that is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRead {
    /// Server.
    pub server: ServerId,
    /// Raw address; opaque, and read through the server alone (RES-08, RES-14).
    pub uri: String,
}

/// A prompt that is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedPrompt {
    /// Server.
    pub server: ServerId,
    /// Raw name.
    pub prompt: String,
    /// Arguments.
    pub arguments: BTreeMap<String, String>,
}

impl Permit<ProposedRead> {
    /// By the person who asks for it by hand.
    #[must_use]
    pub fn by_hand(read: ProposedRead) -> Self {
        Self::new(read)
    }
}

impl Permit<ProposedPrompt> {
    /// By the person who chose it by hand.
    #[must_use]
    pub fn by_hand(prompt: ProposedPrompt) -> Self {
        Self::new(prompt)
    }
}
