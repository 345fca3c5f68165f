//! What requests to models cost, by month, conversation and model. It stays when its conversation is deleted: the sum of a month
//! does not change.

use super::{signed, unsigned};
use crate::store::Result;
use rusqlite::{Connection, Row};

/// The rest of step 16, with what the messages of before say that they took.
pub(super) const CREATE: &str = "
CREATE TABLE costs (
    month INTEGER NOT NULL,
    conversation_id TEXT NOT NULL,
    model TEXT NOT NULL,
    replies INTEGER NOT NULL,
    unpriced INTEGER NOT NULL,
    dollars REAL NOT NULL,
    PRIMARY KEY (month, conversation_id, model)
) STRICT, WITHOUT ROWID;
CREATE INDEX costs_conversation ON costs (conversation_id);
INSERT INTO costs (month, conversation_id, model, replies, unpriced, dollars)
    SELECT CAST(strftime('%Y%m', json_extract(message, '$.at') / 1000, 'unixepoch') AS INTEGER), conversation_id,
        json_extract(message, '$.by.model'), count(*), sum(json_extract(message, '$.by.dollars') IS NULL),
        total(json_extract(message, '$.by.dollars'))
    FROM messages
    WHERE json_extract(message, '$.by.tokens_in') IS NOT NULL
        AND strftime('%Y%m', json_extract(message, '$.at') / 1000, 'unixepoch') IS NOT NULL
    GROUP BY 1, 2, 3;
";

/// A sum of replies.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CostRow {
    /// US dollars of those whose price is known.
    pub dollars: f64,
    /// Replies.
    pub replies: u64,
    /// Replies among them whose price is not known.
    pub unpriced: u64,
}

/// Adds a reply; without `dollars` its price is not known.
pub fn add(db: &Connection, month: u32, conversation: &str, model: &str, dollars: Option<f64>) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO costs (month, conversation_id, model, replies, unpriced, dollars) VALUES (?1, ?2, ?3, 1, ?4, ?5)
         ON CONFLICT DO UPDATE SET replies = replies + 1, unpriced = unpriced + excluded.unpriced,
         dollars = dollars + excluded.dollars",
    )?
    .execute((
        month,
        conversation,
        model,
        signed(u64::from(dollars.is_none())),
        dollars.unwrap_or(0.0),
    ))?;
    Ok(())
}

/// What a month cost.
pub fn of_month(db: &Connection, month: u32) -> Result<CostRow> {
    Ok(db
        .prepare_cached(
            "SELECT total(dollars), coalesce(sum(replies), 0), coalesce(sum(unpriced), 0) FROM costs WHERE month = ?1",
        )?
        .query_row([month], sum)?)
}

/// What a conversation cost, in all months.
pub fn of_conversation(db: &Connection, conversation: &str) -> Result<CostRow> {
    Ok(db
        .prepare_cached(
            "SELECT total(dollars), coalesce(sum(replies), 0), coalesce(sum(unpriced), 0) FROM costs
             WHERE conversation_id = ?1",
        )?
        .query_row([conversation], sum)?)
}

fn sum(row: &Row<'_>) -> rusqlite::Result<CostRow> {
    Ok(CostRow {
        dollars: row.get(0)?,
        replies: unsigned(row.get(1)?),
        unpriced: unsigned(row.get(2)?),
    })
}
