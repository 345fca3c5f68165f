//! Folders that servers may be told to work in, as a person chose them, and whether they may know.

use super::{signed, unsigned};
use crate::store::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::RootsAccess;
use rusqlite::{Connection, OptionalExtension as _};

/// Step 3.
pub(super) const CREATE: &str = "
CREATE TABLE roots (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, path)
) STRICT;
CREATE TABLE roots_access (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    told INTEGER NOT NULL,
    since INTEGER NOT NULL
) STRICT;
";

/// A folder of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootEntry {
    /// Full path as it was when it was chosen: no link in it, no `..`.
    pub path: String,
    /// When.
    pub added_at: u64,
}

/// The folders of a server, in the order in which they were chosen.
pub fn list(db: &Connection, server: &ServerId) -> Result<Vec<RootEntry>> {
    let mut statement =
        db.prepare_cached("SELECT path, added_at FROM roots WHERE server_id = ?1 ORDER BY added_at, rowid")?;
    let rows = statement.query_map([server.as_str()], |row| {
        Ok(RootEntry {
            path: row.get(0)?,
            added_at: unsigned(row.get(1)?),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds a folder. `false` when it was there already.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn add(db: &Connection, server: &ServerId, path: &str, now: u64) -> Result<bool> {
    let added = db
        .prepare_cached("INSERT INTO roots VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
        .execute((server.as_str(), path, signed(now)))?;
    Ok(added > 0)
}

/// Takes a folder away. `false` when it was not there.
pub fn remove(db: &Connection, server: &ServerId, path: &str) -> Result<bool> {
    let removed = db
        .prepare_cached("DELETE FROM roots WHERE server_id = ?1 AND path = ?2")?
        .execute((server.as_str(), path))?;
    Ok(removed > 0)
}

/// Whether a server may know its folders.
pub fn access(db: &Connection, server: &ServerId) -> Result<RootsAccess> {
    let told: Option<bool> = db
        .prepare_cached("SELECT told FROM roots_access WHERE server_id = ?1")?
        .query_row([server.as_str()], |row| row.get(0))
        .optional()?;
    Ok(match told {
        None => RootsAccess::Ask,
        Some(true) => RootsAccess::Told,
        Some(false) => RootsAccess::Withheld,
    })
}

/// Sets whether a server may know its folders.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn set_access(db: &Connection, server: &ServerId, access: RootsAccess, now: u64) -> Result<()> {
    let told = match access {
        RootsAccess::Told => true,
        RootsAccess::Withheld => false,
        RootsAccess::Ask => {
            db.prepare_cached("DELETE FROM roots_access WHERE server_id = ?1")?
                .execute([server.as_str()])?;
            return Ok(());
        }
    };
    db.prepare_cached(
        "INSERT INTO roots_access VALUES (?1, ?2, ?3)
         ON CONFLICT (server_id) DO UPDATE SET told = excluded.told, since = excluded.since",
    )?
    .execute((server.as_str(), told, signed(now)))?;
    Ok(())
}
