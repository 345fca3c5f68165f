//! The room Prompts: messages that servers have ready, chosen by a person.

use super::Host;
use crate::view::{CompletionOf, FetchedPrompt, LogLevel, PromptList, Suggestions};
use crate::{Code, Error, Result};
use std::collections::BTreeMap;

fn not_yet() -> Error {
    Error::new(
        Code::NotFound,
        "Portcullis does not do this yet. Nothing was asked of the server.",
    )
}

impl Host {
    /// Prompts that match a search.
    pub async fn prompts(&self, server: &str, _query: &str) -> Result<PromptList> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Fetches a prompt.
    pub async fn get_prompt(
        &self,
        server: &str,
        _prompt: &str,
        _arguments: BTreeMap<String, String>,
    ) -> Result<FetchedPrompt> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Uses a prompt.
    pub async fn use_prompt(&self, _conversation: &str, _fetched: &str) -> Result<()> {
        Err(not_yet())
    }

    /// Suggestions.
    pub async fn complete(
        &self,
        server: &str,
        _of: CompletionOf,
        _argument: &str,
        _value: &str,
        _context: BTreeMap<String, String>,
    ) -> Result<Suggestions> {
        self.0.entry(server)?;
        Err(not_yet())
    }

    /// Level of log messages.
    pub async fn set_log_level(&self, server: &str, _level: Option<LogLevel>) -> Result<()> {
        self.0.entry(server)?;
        Err(not_yet())
    }
}
