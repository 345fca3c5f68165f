//! Servers that would be written into the file of another host: the exact bytes, over the exact file that was shown.

use crate::consent::proposal::{GateAnswer, Sealed, plain_yes};
use crate::consent::{Permit, Proposal};
use portcullis_core::Result;
use portcullis_core::ids::hex;
use portcullis_core::text::{escape, escape_line};
use portcullis_domain::Asked;
use portcullis_l10n::say;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::path::PathBuf;

/// The file as it would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedExport {
    /// The application whose file it is.
    pub application: String,
    /// Where the application looks for it.
    pub path: PathBuf,
    /// The file that is written: another one where a symbolic link is on the way.
    pub real: PathBuf,
    /// SHA-256 of the file as it was shown, hex; `None` where there was none.
    pub before: Option<String>,
    /// Its folder is made.
    pub new_folder: bool,
    /// All of the file as it would be.
    pub text: String,
    /// Lines that are not in it any more.
    pub removed: String,
    /// Lines that are new in it.
    pub added: String,
    /// Names of the servers in these lines.
    pub servers: Vec<String>,
}

impl Sealed for ProposedExport {}

impl Proposal for ProposedExport {
    type Effect = Self;

    fn covers(&self) -> Value {
        json!({
            "application": self.application,
            "file": self.path.to_string_lossy(),
            "writes": self.real.to_string_lossy(),
            "before": self.before,
            "after": hex(&Sha256::digest(self.text.as_bytes())),
            "new_folder": self.new_folder,
            "servers": self.servers,
        })
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-export")
    }

    /// The file, the one that a link leads to, each server, and every line that comes or goes.
    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::Setting { rows, .. } = asked else {
            return false;
        };
        let values = || rows.iter().flat_map(|row| &row.values);
        let before = rows.iter().flat_map(|row| row.before.iter().flatten());
        let literal = |text: &str| values().any(|value| value.literal && value.text.text == text);
        let file = escape_line(&self.path.to_string_lossy()).text;
        let real = escape_line(&self.real.to_string_lossy()).text;
        let removed = escape(&self.removed).text;
        server.is_empty()
            && literal(&file)
            && literal(&real)
            && literal(&escape(&self.added).text)
            && (removed.is_empty() || before.into_iter().any(|value| value.text.text == removed))
            && self.servers.iter().all(|name| literal(&escape_line(name).text))
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<Self>> {
        plain_yes(self, answer, say!("denied-export"))
    }
}
