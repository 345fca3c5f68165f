//! What a person set, one JSON value per key. A key that is not there has its default.

use super::{from_json, to_json};
use crate::store::Result;
use rusqlite::{Connection, OptionalExtension as _};

pub(super) const CREATE: &str = "
CREATE TABLE settings (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

/// The value of `key`, or `None` when it was never set.
///
/// # Errors
/// `store.failed` when the value has another shape.
pub fn get<T: serde::de::DeserializeOwned>(db: &Connection, key: &str) -> Result<Option<T>> {
    let text: Option<String> = db
        .prepare_cached("SELECT value FROM settings WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    text.map(|text| from_json(&text)).transpose()
}

/// Sets `key`.
pub fn set(db: &Connection, key: &str, value: &impl serde::Serialize) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )?
    .execute((key, to_json(value)?))?;
    Ok(())
}
