//! What was seen of tools while they were called, by the fence of their server: hosts that were reached, attempts that were
//! stopped, and files that changed.
//!
//! It is about one definition of a tool. What was seen of another one goes when something is seen of this one, and counts for
//! nothing before. How many things a server does is its own choice, so how many are kept is not.

use super::{signed, unsigned};
use crate::limits;
use crate::store::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::SeenKind;
use rusqlite::Connection;

/// Step 17.
pub(super) const CREATE: &str = "
CREATE TABLE seen_behavior (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    stopped INTEGER NOT NULL,
    what TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    answered_at INTEGER,
    PRIMARY KEY (server_id, tool, stopped, what)
) STRICT, WITHOUT ROWID;
";

/// One thing that was seen of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenRow {
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Digest of the definition that the tool had.
    pub definition: String,
    /// How it went.
    pub kind: SeenKind,
    /// The host and its port, or a path.
    pub what: String,
    /// When first.
    pub first_at: u64,
    /// When a person let the tool run after this was shown to them.
    pub answered_at: Option<u64>,
}

/// Everything that was seen, oldest first.
pub fn all(db: &Connection) -> Result<Vec<SeenRow>> {
    let mut statement = db.prepare_cached(
        "SELECT server_id, tool, definition, stopped, what, first_at, answered_at FROM seen_behavior
         ORDER BY first_at, what",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(SeenRow {
            server: ServerId(row.get(0)?),
            tool: row.get(1)?,
            definition: row.get(2)?,
            kind: match row.get::<_, i64>(3)? {
                0 => SeenKind::Contacted,
                1 => SeenKind::Stopped,
                _ => SeenKind::Wrote,
            },
            what: row.get(4)?,
            first_at: unsigned(row.get(5)?),
            answered_at: row.get::<_, Option<i64>>(6)?.map(unsigned),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds to what was seen of a tool, within [`limits::SEEN_OF_A_TOOL`] and [`limits::SEEN_OF_A_SERVER`], hosts and changes each: many
/// hosts leave room for a change. What is known stays as it is.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn add(db: &Connection, row: &SeenRow) -> Result<()> {
    db.prepare_cached("DELETE FROM seen_behavior WHERE server_id = ?1 AND tool = ?2 AND definition <> ?3")?
        .execute((row.server.as_str(), &row.tool, &row.definition))?;
    db.prepare_cached(
        "INSERT INTO seen_behavior
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, NULL
         WHERE (SELECT count(*) FROM seen_behavior
                WHERE server_id = ?1 AND tool = ?2 AND (stopped = 2) = (?4 = 2)) < ?7
         AND (SELECT count(*) FROM seen_behavior WHERE server_id = ?1 AND (stopped = 2) = (?4 = 2)) < ?8
         ON CONFLICT DO NOTHING",
    )?
    .execute((
        row.server.as_str(),
        &row.tool,
        &row.definition,
        // The column is named after the time when there were two kinds.
        match row.kind {
            SeenKind::Contacted => 0_i64,
            SeenKind::Stopped => 1,
            SeenKind::Wrote => 2,
        },
        &row.what,
        signed(row.first_at),
        signed(limits::SEEN_OF_A_TOOL as u64),
        signed(limits::SEEN_OF_A_SERVER as u64),
    ))?;
    Ok(())
}

/// A person let a tool run and was shown what was seen of it until then.
pub fn answered(
    db: &Connection,
    server: &ServerId,
    (tool, definition): (&str, &str),
    until: u64,
    now: u64,
) -> Result<()> {
    db.prepare_cached(
        "UPDATE seen_behavior SET answered_at = ?5
         WHERE server_id = ?1 AND tool = ?2 AND definition = ?3 AND first_at <= ?4 AND answered_at IS NULL",
    )?
    .execute((server.as_str(), tool, definition, signed(until), signed(now)))?;
    Ok(())
}
