//! How messages follow one another. Each names the one that it follows, so several may follow the same: a conversation
//! is a tree, of which a person sees one way from the first message to a leaf. A message is never taken out of it.
//!
//! A message has a higher number than the one it follows, which is what keeps every walk here finite.

use super::super::{from_json, unsigned};
use crate::store::Result;
use portcullis_domain::transcript::ModelTurn;
use portcullis_domain::{Branch, Message};
use rusqlite::{Connection, OptionalExtension as _};

/// Step 8: messages follow one another, and a conversation remembers which of its ways is shown. What was said before
/// follows in the order in which it was said. The number of a row is its own from now on: `VACUUM` may change those that
/// SQLite gives automatically, and the index of words goes by it.
pub const BRANCHES: &str = "
ALTER TABLE conversations ADD COLUMN leaf INTEGER;
CREATE TABLE messages_in_branches (
    id INTEGER PRIMARY KEY NOT NULL,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    parent INTEGER CHECK (parent < seq),
    message TEXT NOT NULL,
    streaming INTEGER NOT NULL,
    told TEXT,
    UNIQUE (conversation_id, seq)
) STRICT;
INSERT INTO messages_in_branches (conversation_id, seq, parent, message, streaming, told)
    SELECT conversation_id, seq, lag(seq) OVER (PARTITION BY conversation_id ORDER BY seq), message, streaming, told
    FROM messages ORDER BY json_extract(message, '$.at'), conversation_id, seq;
UPDATE conversations SET leaf = (SELECT max(seq) FROM messages WHERE conversation_id = conversations.id);
DROP TABLE messages;
ALTER TABLE messages_in_branches RENAME TO messages;
CREATE INDEX messages_streaming ON messages (conversation_id, seq) WHERE streaming;
CREATE INDEX messages_parent ON messages (conversation_id, parent, seq);
-- Whatever is said is shown.
CREATE TRIGGER messages_said AFTER INSERT ON messages
    BEGIN UPDATE conversations SET leaf = NEW.seq WHERE id = NEW.conversation_id; END;
";

/// The way from `?2` to the first message, at most `?3` messages of it.
pub(super) const WAY: &str = "
WITH RECURSIVE way (seq, parent, nth) AS (
    SELECT seq, parent, 1 FROM messages WHERE conversation_id = ?1 AND seq = ?2
    UNION ALL
    SELECT m.seq, m.parent, w.nth + 1 FROM way w JOIN messages m ON m.conversation_id = ?1 AND m.seq = w.parent
    WHERE w.nth < ?3
)";

/// Where a message goes that is about to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessagePlace {
    /// Its number.
    pub seq: u32,
    /// The message that it follows.
    pub parent: Option<u32>,
    /// Its place among those that follow the same one.
    pub branch: Option<Branch>,
}

/// The last message that is shown; none while nothing was said.
pub fn leaf(db: &Connection, conversation: &str) -> Result<Option<u32>> {
    let leaf = db
        .prepare_cached("SELECT leaf FROM conversations WHERE id = ?1")?
        .query_row([conversation], |row| row.get(0))
        .optional()?;
    Ok(leaf.flatten())
}

/// Shows the way that ends at this message.
pub fn set_leaf(db: &Connection, conversation: &str, leaf: u32) -> Result<()> {
    db.prepare_cached("UPDATE conversations SET leaf = ?2 WHERE id = ?1")?
        .execute((conversation, leaf))?;
    Ok(())
}

/// Where the next message goes, after this one or as the first.
pub fn place(db: &Connection, conversation: &str, parent: Option<u32>) -> Result<MessagePlace> {
    let last: Option<u32> = db
        .prepare_cached("SELECT max(seq) FROM messages WHERE conversation_id = ?1")?
        .query_row([conversation], |row| row.get(0))?;
    let (others, before): (u32, Option<u32>) = db
        .prepare_cached(
            "SELECT count(*), max(seq) FROM messages WHERE conversation_id = ?1 AND parent IS ?2",
        )?
        .query_row((conversation, parent), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(MessagePlace {
        seq: last.unwrap_or(0) + 1,
        parent,
        branch: before.map(|before| Branch {
            place: others + 1,
            of: others + 1,
            before: Some(before),
            after: None,
        }),
    })
}

/// A message.
pub fn message(db: &Connection, conversation: &str, seq: u32) -> Result<Option<Message>> {
    Ok(page(db, conversation, Some(seq), 1, usize::MAX)?.pop())
}

/// The end of the way that ends at `leaf`, oldest first: at most `most` messages, and no more once they have `bytes`
/// together, but one in any case.
pub fn page(
    db: &Connection,
    conversation: &str,
    leaf: Option<u32>,
    most: usize,
    bytes: usize,
) -> Result<Vec<Message>> {
    let sql = format!(
        "{WAY} SELECT m.message, m.parent, m.seq,
            (SELECT count(*) FROM messages s WHERE s.conversation_id = ?1 AND s.parent IS m.parent),
            (SELECT count(*) FROM messages s WHERE s.conversation_id = ?1 AND s.parent IS m.parent AND s.seq <= m.seq),
            (SELECT max(s.seq) FROM messages s WHERE s.conversation_id = ?1 AND s.parent IS m.parent AND s.seq < m.seq),
            (SELECT min(s.seq) FROM messages s WHERE s.conversation_id = ?1 AND s.parent IS m.parent AND s.seq > m.seq)
         FROM way w JOIN messages m ON m.conversation_id = ?1 AND m.seq = w.seq ORDER BY w.nth"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query((conversation, leaf, i64::try_from(most).unwrap_or(i64::MAX)))?;
    let (mut messages, mut taken) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let text = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        if !messages.is_empty() && taken + text.len() > bytes {
            break;
        }
        taken += text.len();
        let of: u32 = row.get(3)?;
        let branch = Branch {
            place: row.get(4)?,
            of,
            before: row.get(5)?,
            after: row.get(6)?,
        };
        messages.push(Message {
            parent: row.get(1)?,
            branch: (of > 1).then_some(branch),
            ..from_json(text)?
        });
    }
    messages.reverse();
    Ok(messages)
}

/// The whole way that ends at `leaf`, oldest first, with what a model was told of each message, where that is known.
pub fn path(
    db: &Connection,
    conversation: &str,
    leaf: Option<u32>,
) -> Result<Vec<(Message, Option<Vec<ModelTurn>>)>> {
    let sql = format!(
        "{WAY} SELECT m.message, m.parent, m.told
         FROM way w JOIN messages m ON m.conversation_id = ?1 AND m.seq = w.seq ORDER BY w.seq"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map((conversation, leaf, i64::MAX), |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get(1)?,
            row.get::<_, Option<String>>(2)?,
        ))
    })?;
    rows.map(|row| {
        let (text, parent, told) = row?;
        let message = Message {
            parent,
            branch: None,
            ..from_json(&text)?
        };
        Ok((message, told.as_deref().map(from_json).transpose()?))
    })
    .collect()
}

/// What a model was told of a message, where that is known.
pub fn told(db: &Connection, conversation: &str, seq: u32) -> Result<Option<Vec<ModelTurn>>> {
    let text: Option<Option<String>> = db
        .prepare_cached("SELECT told FROM messages WHERE conversation_id = ?1 AND seq = ?2")?
        .query_row((conversation, seq), |row| row.get(0))
        .optional()?;
    text.flatten().as_deref().map(from_json).transpose()
}

/// The bytes of the messages of the way that ends at `leaf` which follow `after`. They are not read for it.
pub fn weight(db: &Connection, conversation: &str, leaf: Option<u32>, after: u32) -> Result<u64> {
    let sql = format!(
        "{WAY} SELECT coalesce(sum(octet_length(m.message)), 0)
         FROM way w JOIN messages m ON m.conversation_id = ?1 AND m.seq = w.seq WHERE m.seq > ?4"
    );
    Ok(unsigned(
        db.prepare_cached(&sql)?
            .query_row((conversation, leaf, i64::MAX, after), |row| row.get(0))?,
    ))
}

/// Every message of a conversation, whichever way it is on, in the order in which they were said.
pub fn all(db: &Connection, conversation: &str) -> Result<Vec<Message>> {
    let mut statement =
        db.prepare_cached("SELECT message, parent FROM messages WHERE conversation_id = ?1 ORDER BY seq")?;
    let rows = statement.query_map([conversation], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    rows.map(|row| {
        let (text, parent) = row?;
        Ok(Message {
            parent,
            branch: None,
            ..from_json(&text)?
        })
    })
    .collect()
}

/// Messages in which this call is, whichever way they are on, and whether they are shown.
pub fn with_call(db: &Connection, conversation: &str, call: &str) -> Result<Vec<(Message, bool)>> {
    // Only what may be it is taken apart.
    let mut statement =
        db.prepare_cached("SELECT seq FROM messages WHERE conversation_id = ?1 AND instr(message, ?2) > 0")?;
    let seqs = statement
        .query_map((conversation, call), |row| row.get(0))?
        .collect::<Result<Vec<u32>, _>>()?;
    let leaf = leaf(db, conversation)?;
    let mut found = Vec::new();
    for seq in seqs {
        if let Some(message) = message(db, conversation, seq)? {
            let shown = leads_to(db, conversation, seq, leaf)?;
            found.push((message, shown));
        }
    }
    Ok(found)
}

/// Whether the way that ends at `leaf` has this message.
pub fn leads_to(db: &Connection, conversation: &str, seq: u32, leaf: Option<u32>) -> Result<bool> {
    let sql = format!("{WAY} SELECT EXISTS (SELECT 1 FROM way WHERE seq = ?4)");
    Ok(db
        .prepare_cached(&sql)?
        .query_row((conversation, leaf, i64::MAX, seq), |row| row.get(0))?)
}

/// The end of a way that has this message: the one that is shown, where it does, and else the newest.
pub fn newest_below(db: &Connection, conversation: &str, seq: u32) -> Result<u32> {
    if let Some(leaf) = leaf(db, conversation)?
        && leads_to(db, conversation, seq, Some(leaf))?
    {
        return Ok(leaf);
    }
    Ok(db
        .prepare_cached(
            "WITH RECURSIVE below (seq) AS (
                SELECT ?2
                UNION ALL
                SELECT (SELECT max(m.seq) FROM messages m WHERE m.conversation_id = ?1 AND m.parent = b.seq)
                FROM below b WHERE b.seq IS NOT NULL
             ) SELECT max(seq) FROM below",
        )?
        .query_row((conversation, seq), |row| row.get(0))?)
}
