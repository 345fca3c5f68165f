//! Everything that was acknowledged in a folder, over all lives of its host.

use std::collections::HashMap;

use portcullis_api::{Outcome, Settings};

use super::Said;

/// How something stands that is given and taken back: a permission, or a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was given.
    Stands,
    /// Taking it back was begun.
    Open,
    /// It was taken back.
    Ended,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Calls by what they were about: row and outcome.
    pub calls: HashMap<String, (u64, Outcome)>,
    /// Permissions by id.
    pub grants: HashMap<String, Standing>,
    /// What the settings may be: the last ones acknowledged and those begun after them.
    pub settings: Vec<Settings>,
    /// Some were acknowledged: they are no longer those of a new host.
    pub settings_saved: bool,
    /// Conversations and what a person said in them.
    pub words: Vec<(String, String)>,
    /// Titles by conversation.
    pub titles: HashMap<String, String>,
    /// Summaries by conversation and the last message that they cover: their words and how they stand.
    pub summaries: HashMap<(String, u32), (String, Standing)>,
    /// Acknowledged in all.
    pub acknowledged: u64,
}

impl Ledger {
    /// Takes note of what the writer told.
    pub fn hear(&mut self, said: &Said) {
        self.acknowledged += u64::from(!matches!(
            said,
            Said::Open {}
                | Said::Server { .. }
                | Said::Fenced { .. }
                | Said::Revoking { .. }
                | Said::Setting { .. }
                | Said::Summarizing { .. }
                | Said::Undoing { .. }
        ));
        match said.clone() {
            Said::Open {} | Said::Server { .. } | Said::Fenced { .. } | Said::Summarizing { .. } => {}
            Said::Ended { number, seq, outcome } => _ = self.calls.insert(number, (seq, outcome)),
            Said::Granted { id } => _ = self.grants.entry(id).or_insert(Standing::Stands),
            Said::Revoking { id } => _ = self.grants.insert(id, Standing::Open),
            Said::Revoked { id } => _ = self.grants.insert(id, Standing::Ended),
            Said::Setting { to } => self.settings.push(to),
            Said::Set { to } => {
                self.settings = vec![to];
                self.settings_saved = true;
            }
            Said::Told { conversation, words } => self.words.push((conversation, words)),
            Said::Named { conversation, title } => _ = self.titles.insert(conversation, title),
            Said::Summarized {
                conversation,
                after,
                summary,
            } => {
                let stands = (summary, Standing::Stands);
                self.summaries.insert((conversation, after), stands);
            }
            Said::Undoing { conversation, after } => self.undo(conversation, after, Standing::Open),
            Said::Undone { conversation, after } => self.undo(conversation, after, Standing::Ended),
        }
    }

    fn undo(&mut self, conversation: String, after: u32, now: Standing) {
        if let Some((_, standing)) = self.summaries.get_mut(&(conversation, after)) {
            *standing = now;
        }
    }
}
