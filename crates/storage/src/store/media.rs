//! Pictures, sounds and documents of conversations, as bytes, for models that look at them and for the cards of calls. What they
//! are is said where they are named; here they are kept by their digests, each once in a conversation, and go with it.

use crate::store::Result;
use rusqlite::{Connection, OptionalExtension as _};

pub(super) const CREATE: &str = "
CREATE TABLE media (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (conversation_id, digest)
) STRICT;
";

/// Keeps bytes by their digest.
///
/// # Errors
/// `store.*`; `internal` when the conversation is not there.
pub fn put(db: &Connection, conversation: &str, digest: &str, bytes: &[u8]) -> Result<()> {
    db.prepare_cached("INSERT INTO media VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
        .execute((conversation, digest, bytes))?;
    Ok(())
}

/// Keeps bytes by their digest, where all bytes of the conversation are then at most `most`. Whether they are kept: not
/// beyond that, and not where the conversation is gone.
pub fn put_within(
    db: &Connection,
    conversation: &str,
    digest: &str,
    bytes: &[u8],
    most: usize,
) -> Result<bool> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    db.prepare_cached(
        "INSERT INTO media (conversation_id, digest, bytes) SELECT id, ?2, ?3 FROM conversations WHERE id = ?1
         AND length(?3) + (SELECT coalesce(sum(length(bytes)), 0) FROM media WHERE conversation_id = ?1) <= ?4
         ON CONFLICT DO NOTHING",
    )?
    .execute((conversation, digest, bytes, most))?;
    let is_kept = db
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM media WHERE conversation_id = ?1 AND digest = ?2)")?
        .query_row((conversation, digest), |row| row.get(0))?;
    Ok(is_kept)
}

/// The bytes with this digest.
pub fn get(db: &Connection, conversation: &str, digest: &str) -> Result<Option<Vec<u8>>> {
    let found = db
        .prepare_cached("SELECT bytes FROM media WHERE conversation_id = ?1 AND digest = ?2")?
        .query_row((conversation, digest), |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// The bytes with this digest, where they are at most `most`: longer ones are not even read.
pub fn get_within(db: &Connection, conversation: &str, digest: &str, most: usize) -> Result<Option<Vec<u8>>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let found = db
        .prepare_cached(
            "SELECT bytes FROM media WHERE conversation_id = ?1 AND digest = ?2 AND length(bytes) <= ?3",
        )?
        .query_row((conversation, digest, most), |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// Forgets the bytes with this digest, unless a message of the conversation still names them.
pub fn remove_unused(db: &Connection, conversation: &str, digest: &str) -> Result<()> {
    db.prepare_cached(
        "DELETE FROM media WHERE conversation_id = ?1 AND digest = ?2 AND NOT EXISTS (
            SELECT 1 FROM messages WHERE conversation_id = ?1
            AND (instr(message, ?2) > 0 OR instr(coalesce(told, ''), ?2) > 0))",
    )?
    .execute((conversation, digest))?;
    Ok(())
}
