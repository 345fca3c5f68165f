//! What a server that starts when it is needed offered when it ran last: it is shown and offered while the server is not
//! running.
//!
//! Each part is kept with the approval that the server was started with. What was kept under another approval is of
//! another program, and is not found.

use super::{signed, unsigned};
use crate::store::Result;
use portcullis_core::ids::ServerId;
use rusqlite::Connection;
use std::collections::HashMap;

/// Step 15.
pub(super) const CREATE: &str = "
CREATE TABLE catalogs (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    approved_digest TEXT NOT NULL,
    content TEXT NOT NULL,
    kept_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, part)
) STRICT;
";

/// A part of what a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CatalogPart {
    /// What it said about itself.
    Server,
    /// Its tools.
    Tools,
    /// Its resources.
    Resources,
    /// Its templates of resources.
    Templates,
    /// Its prompts.
    Prompts,
}

/// One part, as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPart {
    /// JSON.
    pub content: String,
    /// When.
    pub at: u64,
}

impl CatalogPart {
    const ALL: [Self; 5] = [
        Self::Server,
        Self::Tools,
        Self::Resources,
        Self::Templates,
        Self::Prompts,
    ];

    fn key(self) -> i64 {
        match self {
            Self::Server => 0,
            Self::Tools => 1,
            Self::Resources => 2,
            Self::Templates => 3,
            Self::Prompts => 4,
        }
    }
}

/// Keeps parts of what a server offers, and forgets those without content. `approved` is the digest of the approval that
/// it was started with; where that is not the current one any more, or the server is gone, nothing changes.
pub fn put(
    db: &Connection,
    server: &ServerId,
    approved: &str,
    parts: &[(CatalogPart, Option<String>)],
    now: u64,
) -> Result<()> {
    let mut insert = db.prepare_cached(
        "INSERT INTO catalogs (server_id, part, approved_digest, content, kept_at)
         SELECT id, ?2, ?3, ?4, ?5 FROM servers WHERE id = ?1 AND approved_digest = ?3
         ON CONFLICT (server_id, part) DO UPDATE SET approved_digest = excluded.approved_digest,
         content = excluded.content, kept_at = excluded.kept_at",
    )?;
    let mut delete = db.prepare_cached(
        "DELETE FROM catalogs WHERE part = ?2
         AND server_id = (SELECT id FROM servers WHERE id = ?1 AND approved_digest = ?3)",
    )?;
    for (part, content) in parts {
        match content {
            Some(content) => insert.execute((server.as_str(), part.key(), approved, content, signed(now)))?,
            None => delete.execute((server.as_str(), part.key(), approved))?,
        };
    }
    Ok(())
}

/// What is kept of a server under this approval.
pub fn get(db: &Connection, server: &ServerId, approved: &str) -> Result<HashMap<CatalogPart, KeptPart>> {
    let mut statement = db.prepare_cached(
        "SELECT part, content, kept_at FROM catalogs WHERE server_id = ?1 AND approved_digest = ?2",
    )?;
    let rows = statement.query_map((server.as_str(), approved), |row| {
        let key: i64 = row.get(0)?;
        let kept = KeptPart {
            content: row.get(1)?,
            at: unsigned(row.get(2)?),
        };
        Ok((key, kept))
    })?;
    let mut all = HashMap::new();
    for row in rows {
        let (key, kept) = row?;
        // What a later version keeps besides is not ours.
        if let Some(part) = CatalogPart::ALL.into_iter().find(|part| part.key() == key) {
            all.insert(part, kept);
        }
    }
    Ok(all)
}

/// Forgets everything that is kept of a server.
pub fn forget(db: &Connection, server: &ServerId) -> Result<()> {
    db.prepare_cached("DELETE FROM catalogs WHERE server_id = ?1")?
        .execute([server.as_str()])?;
    Ok(())
}
