//! Servers that are saved as another host has them: turned off, and without an approval. Each is reviewed before it first starts
//! (S-04).

use crate::consent::proposal::{GateAnswer, Sealed, plain_yes};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_core::text::escape_line;
use portcullis_domain::{Asked, NamedValue, ServerDraft};
use portcullis_l10n::say;
use serde_json::Value;

/// The servers, as they would be saved.
pub struct ProposedImport {
    /// With the values of their secrets.
    pub servers: Vec<ServerDraft>,
}

impl ProposedImport {
    /// Every server as the audit log has it: without the values of secrets.
    #[must_use]
    pub fn without_secrets(&self) -> Value {
        let bare = |values: &[NamedValue]| {
            let bare = values.iter().map(|value| NamedValue {
                value: value.value.clone().filter(|_| !value.secret),
                ..value.clone()
            });
            bare.collect()
        };
        let servers: Vec<ServerDraft> = self
            .servers
            .iter()
            .map(|draft| ServerDraft {
                environment: bare(&draft.environment),
                headers: bare(&draft.headers),
                ..draft.clone()
            })
            .collect();
        // A shape of ours: it has no name that is not a text.
        serde_json::to_value(servers).unwrap_or_default()
    }
}

impl Sealed for ProposedImport {}

impl Proposal for ProposedImport {
    type Effect = Self;

    fn covers(&self) -> Value {
        self.without_secrets()
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-import")
    }

    /// A row for each server, under its label.
    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { rows, .. } = asked else {
            return false;
        };
        let labels = self.servers.iter().map(|draft| escape_line(&draft.label).text);
        server.is_empty() && labels.eq(rows.iter().map(|row| row.field.clone()))
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-import"))
    }
}
