//! Parts of definitions that a person lets vary: JSON pointers, by tool.

use super::signed;
use crate::store::Result;
use portcullis_core::ids::ServerId;
use rusqlite::Connection;
use std::collections::HashMap;

/// A step of the format.
pub(super) const CREATE: &str = "
CREATE TABLE varying_parts (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    part TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool, part)
) STRICT;
";

/// Those of a server, by raw tool name; sorted.
pub fn of(db: &Connection, server: &ServerId) -> Result<HashMap<String, Vec<String>>> {
    let mut statement =
        db.prepare_cached("SELECT tool, part FROM varying_parts WHERE server_id = ?1 ORDER BY tool, part")?;
    let rows = statement.query_map([server.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut all: HashMap<String, Vec<String>> = HashMap::new();
    for row in rows {
        let (tool, part): (String, String) = row?;
        all.entry(tool).or_default().push(part);
    }
    Ok(all)
}

/// Lets one more part vary.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn add(db: &Connection, server: &ServerId, tool: &str, part: &str, now: u64) -> Result<()> {
    db.prepare_cached("INSERT INTO varying_parts VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING")?
        .execute((server.as_str(), tool, part, signed(now)))?;
    Ok(())
}

/// Holds a tool to all of its parts again; how many might vary.
pub fn end(db: &Connection, server: &ServerId, tool: &str) -> Result<usize> {
    Ok(db
        .prepare_cached("DELETE FROM varying_parts WHERE server_id = ?1 AND tool = ?2")?
        .execute((server.as_str(), tool))?)
}
