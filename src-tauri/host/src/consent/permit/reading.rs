//! Permits for what a person reads of a server: resources and prompts.

use crate::ids::ServerId;
use std::collections::BTreeMap;

/// A reading of a resource that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRead {
    /// Server.
    pub server: ServerId,
    /// Raw address; opaque, and read through the server alone (RES-08, RES-14).
    pub uri: String,
}

/// One reading of one resource.
#[derive(Debug)]
pub struct ReadPermit {
    read: ProposedRead,
}

impl ReadPermit {
    /// By the person who asks for it by hand: their own act is the consent. There is none for a model (RES-01).
    #[must_use]
    pub fn by_hand(read: ProposedRead) -> Self {
        Self { read }
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_read(self) -> ProposedRead {
        self.read
    }
}

/// A prompt that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedPrompt {
    /// Server.
    pub server: ServerId,
    /// Raw name.
    pub prompt: String,
    /// Arguments.
    pub arguments: BTreeMap<String, String>,
}

/// One fetch of one prompt with these arguments.
#[derive(Debug)]
pub struct PromptPermit {
    prompt: ProposedPrompt,
}

impl PromptPermit {
    /// By the person who chose it by hand: their own act is the consent. There is none for a model (PRO-01).
    #[must_use]
    pub fn by_hand(prompt: ProposedPrompt) -> Self {
        Self { prompt }
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_prompt(self) -> ProposedPrompt {
        self.prompt
    }
}
