//! A server that is added, changed, or approved as it is now (S-01, S-02).

use super::Start;
use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_domain::{Answer, Asked, Carried, ServerDraft};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// A server as it would be, while a person reads about it.
pub struct ProposedServer {
    /// The server that it changes.
    pub changes: Option<String>,
    /// As it would be saved.
    pub draft: ServerDraft,
    /// What would be started or reached.
    pub start: Start,
    /// Digest of what was approved when the question was put.
    pub approved: Option<String>,
    /// What would go on for another program or address.
    pub carried: Vec<Carried>,
}

/// A server that is saved, and approved with it.
pub struct SaveServer {
    /// The server that it changes; `None` for a new one.
    pub changes: Option<String>,
    /// As it is saved.
    pub draft: ServerDraft,
    /// What is approved.
    pub start: Start,
    /// Digest of what was approved before.
    pub approved: Option<String>,
    /// It is turned on.
    pub turned_on: bool,
    /// What was shown of what would go on.
    pub carried: Vec<Carried>,
    /// Places in it of what does go on.
    pub keep: Vec<usize>,
}

impl Sealed for ProposedServer {}

impl Proposal for ProposedServer {
    type Effect = SaveServer;

    /// What would run decides, and the values of secrets are in neither.
    fn covers(&self) -> Value {
        json!({
            "changes": self.changes,
            "start": self.start.digest(),
            "approved": self.approved,
            "carried": self.carried,
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        match asked {
            Asked::Launch { changes, carried, .. } => {
                server == self.changes.as_deref().unwrap_or_default()
                    && *changes == self.changes
                    && *carried == self.carried
            }
            _ => false,
        }
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-launch")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<SaveServer>> {
        let (turned_on, keep) = match answer.get() {
            Answer::Add {} => (false, Vec::new()),
            Answer::AddAndStart {} => (true, Vec::new()),
            Answer::AddKeeping { start, keep } => {
                let keep = keep.iter().filter_map(|place| usize::try_from(*place).ok());
                (*start, keep.collect())
            }
            // Another question is asked, which has a permit of its own.
            Answer::PinVersion {} => return Err(denied(say!("denied-for-pin"))),
            _ => return Err(denied(say!("denied-server"))),
        };
        Ok(Permit::new(SaveServer {
            changes: self.changes,
            carried: self.carried,
            draft: self.draft,
            start: self.start,
            approved: self.approved,
            turned_on,
            keep,
        }))
    }
}
