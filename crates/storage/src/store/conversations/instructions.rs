//! What the person tells the model of a conversation beforehand, and texts for it that they keep by name.

use super::gone;
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_domain::InstructionPreset;
use portcullis_l10n::say;
use rusqlite::{Connection, OptionalExtension as _};

/// Step 19. `name_key` is what makes two names the same.
pub const CREATE: &str = "
ALTER TABLE conversations ADD COLUMN instructions TEXT;
CREATE TABLE instruction_presets (
    name_key TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

/// The instructions of a conversation.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn of(db: &Connection, conversation: &str) -> Result<Option<String>> {
    let found: Option<Option<String>> = db
        .prepare_cached("SELECT instructions FROM conversations WHERE id = ?1")?
        .query_row([conversation], |row| row.get(0))
        .optional()?;
    Ok(found.ok_or_else(gone)?)
}

/// Gives a conversation other instructions, or none.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set(db: &Connection, conversation: &str, text: Option<&str>) -> Result<()> {
    let changed = db
        .prepare_cached("UPDATE conversations SET instructions = ?2 WHERE id = ?1")?
        .execute((conversation, text))?;
    match changed {
        0 => Err(gone().into()),
        _ => Ok(()),
    }
}

/// All presets, by name.
pub fn presets(db: &Connection) -> Result<Vec<InstructionPreset>> {
    let mut statement = db.prepare_cached("SELECT name, text FROM instruction_presets ORDER BY name_key")?;
    let rows = statement.query_map([], |row| {
        Ok(InstructionPreset {
            name: row.get(0)?,
            text: row.get(1)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Keeps a preset, in place of one of the same name.
///
/// # Errors
/// `input.bad` when there are too many; `store.*`.
pub fn keep_preset(db: &Connection, preset: &InstructionPreset) -> Result<()> {
    let key = preset.name.to_lowercase();
    let others: u32 = db
        .prepare_cached("SELECT count(*) FROM instruction_presets WHERE name_key <> ?1")?
        .query_row([&key], |row| row.get(0))?;
    if others >= limits::INSTRUCTION_PRESETS {
        let sentence = say!("store-presets", limit = limits::INSTRUCTION_PRESETS);
        return Err(Error::new(Code::BadInput, sentence).into());
    }
    db.prepare_cached(
        "INSERT INTO instruction_presets VALUES (?1, ?2, ?3)
         ON CONFLICT (name_key) DO UPDATE SET name = excluded.name, text = excluded.text",
    )?
    .execute((&key, &preset.name, &preset.text))?;
    Ok(())
}

/// Removes a preset. Conversations that have its text keep it.
pub fn remove_preset(db: &Connection, name: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM instruction_presets WHERE name_key = ?1")?
        .execute([name.to_lowercase()])?;
    Ok(())
}
