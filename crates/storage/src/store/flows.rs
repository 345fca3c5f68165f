//! What a person says of servers and their tools, and what conversations have read and called (S-78).
//!
//! A class ends with its server; what was read stays known to its conversation, and ends with that. Nothing here is ever
//! made weaker: the policy weighs what was known at the time against what is known now.

use super::{from_json, signed, to_json, unsigned};
use crate::store::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::FlowClass;
use rusqlite::Connection;

/// Step 11. A conversation need not have a row of its own yet, so the marks are no children of it; the code that deletes it
/// deletes them.
pub(super) const CREATE: &str = "
CREATE TABLE flow_classes (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    class TEXT NOT NULL,
    about TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
) STRICT;
CREATE TABLE flow_reads (
    conversation_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    private INTEGER NOT NULL,
    strangers INTEGER NOT NULL,
    sends INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, server_id, kind, name)
) STRICT;
CREATE TRIGGER flow_reads_end AFTER DELETE ON conversations
    BEGIN DELETE FROM flow_reads WHERE conversation_id = OLD.id; END;
";

/// What a person says of a server, or of one of its tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRow {
    /// Server.
    pub server: ServerId,
    /// Raw tool name; empty for the server.
    pub tool: String,
    /// What they say.
    pub class: FlowClass,
    /// Digest of what it was said of: the definition of the tool, or where the server is.
    pub about: String,
    /// When.
    pub said_at: u64,
}

/// Something that a conversation has read or called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRow {
    /// Server; empty for what the person put in.
    pub server: String,
    /// What kind of thing it is, in one word; its owner knows which.
    pub kind: String,
    /// Raw name of it, such as that of a tool.
    pub name: String,
    /// The person's label of the server at that time.
    pub label: String,
    /// What was known then of whether it is private, may be written by strangers, and sends out: from the least to the
    /// most, as the policy counts.
    pub nature: [u8; 3],
    /// When first.
    pub first_at: u64,
}

/// All classes.
pub fn classes(db: &Connection) -> Result<Vec<ClassRow>> {
    let mut statement =
        db.prepare_cached("SELECT class, server_id, tool, about, said_at FROM flow_classes ORDER BY tool")?;
    let rows = statement.query_map([], |row| {
        let class: String = row.get(0)?;
        let row = ClassRow {
            server: ServerId(row.get(1)?),
            tool: row.get(2)?,
            class: FlowClass::default(),
            about: row.get(3)?,
            said_at: unsigned(row.get(4)?),
        };
        Ok((class, row))
    })?;
    rows.map(|row| {
        let (class, row) = row?;
        Ok(ClassRow {
            class: from_json(&class)?,
            ..row
        })
    })
    .collect()
}

/// Keeps what a person says in the place of what they said.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn put_class(db: &Connection, row: &ClassRow) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO flow_classes (server_id, tool, class, about, said_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO UPDATE SET class = excluded.class, about = excluded.about, said_at = excluded.said_at",
    )?
    .execute((
        row.server.as_str(),
        &row.tool,
        to_json(&row.class)?,
        &row.about,
        signed(row.said_at),
    ))?;
    Ok(())
}

/// Adds to what a conversation has read. What was known of it already stays where it is more.
pub fn add_read(db: &Connection, conversation: &str, row: &ReadRow) -> Result<()> {
    let [private, strangers, sends] = row.nature;
    db.prepare_cached(
        "INSERT INTO flow_reads (conversation_id, server_id, kind, name, label, private, strangers, sends, first_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT DO UPDATE SET private = max(private, excluded.private),
         strangers = max(strangers, excluded.strangers), sends = max(sends, excluded.sends)",
    )?
    .execute((
        conversation,
        &row.server,
        &row.kind,
        &row.name,
        &row.label,
        private,
        strangers,
        sends,
        signed(row.first_at),
    ))?;
    Ok(())
}

/// What a conversation has read, oldest first.
pub fn reads(db: &Connection, conversation: &str) -> Result<Vec<ReadRow>> {
    let mut statement = db.prepare_cached(
        "SELECT server_id, kind, name, label, private, strangers, sends, first_at FROM flow_reads
         WHERE conversation_id = ?1 ORDER BY first_at, rowid",
    )?;
    let rows = statement.query_map([conversation], |row| {
        Ok(ReadRow {
            server: row.get(0)?,
            kind: row.get(1)?,
            name: row.get(2)?,
            label: row.get(3)?,
            nature: [row.get(4)?, row.get(5)?, row.get(6)?],
            first_at: unsigned(row.get(7)?),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
