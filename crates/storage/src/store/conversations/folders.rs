//! Folders of the list of conversations. A conversation is in one or in none, and a folder is in no other.

use super::super::{signed, unsigned};
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_core::text::look_alike;
use portcullis_domain::ConversationFolder;
use portcullis_l10n::say;
use rusqlite::{Connection, Row};

/// The rest of step 18. `name_key` is what makes two names the same.
pub const CREATE: &str = "
CREATE TABLE conversation_folders (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    collapsed INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
ALTER TABLE conversations ADD COLUMN folder_id TEXT REFERENCES conversation_folders (id) ON DELETE SET NULL;
CREATE INDEX conversations_folder ON conversations (folder_id) WHERE folder_id IS NOT NULL;
";

/// All folders, by name.
pub fn list(db: &Connection) -> Result<Vec<ConversationFolder>> {
    let mut statement = db.prepare_cached(
        "SELECT id, name, collapsed, created_at FROM conversation_folders ORDER BY name_key, id",
    )?;
    let rows = statement.query_map([], folder)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds a folder, or gives it another name or state.
///
/// # Errors
/// `input.bad` when the name is taken, or new and like another, or there are too many; `store.*`.
pub fn put(db: &Connection, folder: &ConversationFolder) -> Result<()> {
    let key = folder.name.to_lowercase();
    let (own, others): (Vec<_>, Vec<_>) = list(db)?.into_iter().partition(|it| it.id == folder.id);
    // Two that were given their names before may be alike, and still be opened and closed.
    let is_named_so = own.iter().any(|own| own.name == folder.name);
    let alike = others.iter().find(|other| look_alike(&other.name, &folder.name));
    if let Some(other) = alike.filter(|_| !is_named_so) {
        let sentence = if other.name.to_lowercase() == key {
            say!("store-folder-taken", name = folder.name)
        } else {
            say!("store-folder-similar", name = folder.name, other = other.name)
        };
        return Err(Error::new(Code::BadInput, sentence).into());
    }
    if others.len() >= limits::CONVERSATION_FOLDERS as usize {
        let sentence = say!("store-folders", limit = limits::CONVERSATION_FOLDERS);
        return Err(Error::new(Code::BadInput, sentence)
            .remedy(say!("store-folders-remedy"))
            .into());
    }
    db.prepare_cached(
        "INSERT INTO conversation_folders (id, name, name_key, collapsed, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
         collapsed = excluded.collapsed",
    )?
    .execute((
        &folder.id,
        &folder.name,
        &key,
        folder.collapsed,
        signed(folder.created_at),
    ))?;
    Ok(())
}

/// Changes a folder as it is now.
///
/// # Errors
/// `not_found`, those of [`put`].
pub fn change(db: &Connection, id: &str, change: impl FnOnce(&mut ConversationFolder)) -> Result<()> {
    let found = list(db)?.into_iter().find(|folder| folder.id == id);
    let mut folder = found.ok_or_else(no_folder)?;
    change(&mut folder);
    put(db, &folder)
}

/// Removes a folder; its conversations are in none then.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn remove(db: &Connection, id: &str) -> Result<()> {
    let removed = db
        .prepare_cached("DELETE FROM conversation_folders WHERE id = ?1")?
        .execute([id])?;
    match removed {
        0 => Err(no_folder().into()),
        _ => Ok(()),
    }
}

/// The folder was removed.
pub fn no_folder() -> Error {
    Error::new(Code::NotFound, say!("store-folder-gone"))
}

fn folder(row: &Row<'_>) -> rusqlite::Result<ConversationFolder> {
    Ok(ConversationFolder {
        id: row.get(0)?,
        name: row.get(1)?,
        collapsed: row.get(2)?,
        created_at: unsigned(row.get(3)?),
    })
}
