//! Marks of compaction. Each names the last message that its summary covers, and so is on every branch that has this message and
//! on no other. No message is changed or removed by one, and what a conversation has read (`flows`) is in no relation to them.

use super::super::{signed, unsigned};
use super::branches::WAY;
use super::gone;
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_domain::Compaction;
use portcullis_l10n::say;
use rusqlite::{Connection, OptionalExtension as _, Row};

/// Step 18: marks; from which share of the context on a conversation is compacted automatically; and up to which message the counts of
/// tokens are those of before the last mark was set or removed.
pub const CREATE: &str = "
CREATE TABLE compactions (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    after INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    model TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    automatic INTEGER NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (conversation_id, after),
    FOREIGN KEY (conversation_id, after) REFERENCES messages (conversation_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
ALTER TABLE conversations ADD COLUMN compact_at INTEGER;
ALTER TABLE conversations ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 0;
";

/// Sets a mark, in the place of one after the same message.
///
/// # Errors
/// `not_found` where the conversation or the message is gone; `input.bad` when there are too many marks; `store.*`.
pub fn put(db: &Connection, conversation: &str, mark: &Compaction) -> Result<()> {
    let there = db
        .prepare_cached("SELECT 1 FROM messages WHERE conversation_id = ?1 AND seq = ?2")?
        .exists((conversation, mark.after))?;
    if !there {
        return Err(gone().into());
    }
    has_room(db, conversation, mark.after)?;
    db.prepare_cached(
        "INSERT INTO compactions (conversation_id, after, messages, model, made_at, automatic, summary)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO UPDATE SET messages = excluded.messages, model = excluded.model, made_at = excluded.made_at,
         automatic = excluded.automatic, summary = excluded.summary",
    )?
    .execute((
        conversation,
        mark.after,
        mark.messages,
        &mark.model,
        signed(mark.at),
        mark.automatic,
        &mark.summary,
    ))?;
    recount(db, conversation)
}

/// Whether one more mark may be set.
///
/// # Errors
/// `input.bad` when there are too many marks; `store.*`.
pub fn has_room(db: &Connection, conversation: &str, after: u32) -> Result<()> {
    let others: u32 = db
        .prepare_cached("SELECT count(*) FROM compactions WHERE conversation_id = ?1 AND after <> ?2")?
        .query_row((conversation, after), |row| row.get(0))?;
    if others >= limits::COMPACTIONS {
        return Err(Error::new(
            Code::BadInput,
            say!("store-compactions", limit = limits::COMPACTIONS),
        )
        .remedy(say!("store-compactions-remedy"))
        .into());
    }
    Ok(())
}

/// Removes a mark. `false` where there is none.
pub fn remove(db: &Connection, conversation: &str, after: u32) -> Result<bool> {
    let removed = db
        .prepare_cached("DELETE FROM compactions WHERE conversation_id = ?1 AND after = ?2")?
        .execute((conversation, after))?;
    recount(db, conversation)?;
    Ok(removed > 0)
}

/// What was counted with the messages of before was counted with another history.
fn recount(db: &Connection, conversation: &str) -> Result<()> {
    db.prepare_cached(
        "UPDATE conversations SET uncounted = (SELECT coalesce(max(seq), 0) FROM messages WHERE conversation_id = ?1)
         WHERE id = ?1",
    )?
    .execute([conversation])?;
    Ok(())
}

/// The last message whose count of tokens belongs to another history than the one that is sent now; 0 for none.
pub fn uncounted(db: &Connection, conversation: &str) -> Result<u32> {
    let found = db
        .prepare_cached("SELECT uncounted FROM conversations WHERE id = ?1")?
        .query_row([conversation], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or(0))
}

/// The marks of the way that ends at `leaf`, oldest first.
pub fn on_way(db: &Connection, conversation: &str, leaf: Option<u32>) -> Result<Vec<Compaction>> {
    let any = db
        .prepare_cached("SELECT 1 FROM compactions WHERE conversation_id = ?1")?
        .exists([conversation])?;
    // Most conversations have none, and no way is walked for them.
    if !any {
        return Ok(Vec::new());
    }
    let sql = format!(
        "{WAY} SELECT c.after, c.messages, c.model, c.made_at, c.automatic, c.summary
         FROM way w JOIN compactions c ON c.conversation_id = ?1 AND c.after = w.seq ORDER BY c.after"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map((conversation, leaf, i64::MAX), mark)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The marks of all branches, by the message that they follow.
pub fn all(db: &Connection, conversation: &str) -> Result<Vec<Compaction>> {
    let mut statement = db.prepare_cached(
        "SELECT after, messages, model, made_at, automatic, summary FROM compactions
         WHERE conversation_id = ?1 ORDER BY after",
    )?;
    let rows = statement.query_map([conversation], mark)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The last of a way, which is the one that counts.
pub fn last(db: &Connection, conversation: &str, leaf: Option<u32>) -> Result<Option<Compaction>> {
    Ok(on_way(db, conversation, leaf)?.pop())
}

fn mark(row: &Row<'_>) -> rusqlite::Result<Compaction> {
    Ok(Compaction {
        after: row.get(0)?,
        messages: row.get(1)?,
        model: row.get(2)?,
        at: unsigned(row.get(3)?),
        automatic: row.get(4)?,
        summary: row.get(5)?,
    })
}
