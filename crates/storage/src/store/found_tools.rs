//! Tools that the model of a conversation found by search, in that order: they are offered to it in later turns.

use super::{from_json, to_json};
use crate::store::Result;
use rusqlite::{Connection, OptionalExtension as _};

pub(super) const CREATE: &str = "
CREATE TABLE given (
    conversation_id TEXT PRIMARY KEY NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    found TEXT NOT NULL,
    searching INTEGER NOT NULL,
    held INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// The tools found in a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundTools {
    /// Tools that it found, by the ids of their servers and their raw names, oldest first.
    pub found: Vec<(String, String)>,
    /// It looks for tools itself.
    pub searching: bool,
    /// A person sees results before it does.
    pub held: bool,
}

/// What a conversation's model is given; nothing yet where nothing was kept.
pub fn get(db: &Connection, conversation: &str) -> Result<FoundTools> {
    let found = db
        .prepare_cached("SELECT found, searching, held FROM given WHERE conversation_id = ?1")?
        .query_row([conversation], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    match found {
        None => Ok(FoundTools::default()),
        Some((found, searching, held)) => Ok(FoundTools {
            found: from_json(&found)?,
            searching,
            held,
        }),
    }
}

/// Keeps which tools a model found, and whether it looks for them itself.
///
/// # Errors
/// `store.*`; `internal` when the conversation is not there.
pub fn put_found(db: &Connection, conversation: &str, given: &FoundTools) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO given (conversation_id, found, searching, held) VALUES (?1, ?2, ?3, 0)
         ON CONFLICT (conversation_id) DO UPDATE SET found = excluded.found, searching = excluded.searching",
    )?
    .execute((conversation, to_json(&given.found)?, given.searching))?;
    Ok(())
}

/// Keeps whether a person sees results before the model does.
///
/// # Errors
/// `store.*`; `internal` when the conversation is not there.
pub fn put_held(db: &Connection, conversation: &str, held: bool) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO given (conversation_id, found, searching, held) VALUES (?1, '[]', 0, ?2)
         ON CONFLICT (conversation_id) DO UPDATE SET held = excluded.held",
    )?
    .execute((conversation, held))?;
    Ok(())
}
