//! Folders of the list of conversations. They order the list and mean nothing else: no model and no server learns of them.

use super::{Host, Inner};
use crate::limits;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::ConversationFolder;
use portcullis_l10n::say;
use portcullis_storage::store::conversations::{self, folders};

impl Host {
    /// The folders, by name.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn conversation_folders(&self) -> Result<Vec<ConversationFolder>> {
        self.0.store.read(folders::list).await
    }

    /// Adds a folder, and puts a conversation into it where one is named.
    ///
    /// # Errors
    /// `input.bad` for a name that is empty, too long or taken, and when there are too many; `not_found`, `store.*`.
    pub async fn create_folder(
        &self,
        name: &str,
        conversation: Option<String>,
    ) -> Result<Vec<ConversationFolder>> {
        let folder = ConversationFolder {
            id: ids::random(),
            name: named(name)?,
            collapsed: false,
            created_at: self.0.now(),
        };
        self.0
            .change_folders(move |db| {
                folders::put(db, &folder)?;
                match conversation {
                    Some(id) => conversations::change(db, &id, |row| row.folder = Some(folder.id)).map(drop),
                    None => Ok(()),
                }
            })
            .await
    }

    /// Renames a folder.
    ///
    /// # Errors
    /// Those of [`Host::create_folder`].
    pub async fn rename_folder(&self, id: &str, name: &str) -> Result<Vec<ConversationFolder>> {
        let (id, name) = (id.to_owned(), named(name)?);
        self.0
            .change_folders(move |db| folders::change(db, &id, |folder| folder.name = name))
            .await
    }

    /// Shows the conversations of a folder, or does not.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn collapse_folder(&self, id: &str, collapsed: bool) -> Result<Vec<ConversationFolder>> {
        let id = id.to_owned();
        self.0
            .change_folders(move |db| folders::change(db, &id, |folder| folder.collapsed = collapsed))
            .await
    }

    /// Removes a folder. Its conversations stay, in no folder.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn remove_folder(&self, id: &str) -> Result<Vec<ConversationFolder>> {
        let id = id.to_owned();
        self.0.change_folders(move |db| folders::remove(db, &id)).await
    }

    /// Puts a conversation into a folder, or into none.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn move_to_folder(&self, conversation: &str, folder: Option<String>) -> Result<()> {
        let id = conversation.to_owned();
        self.0
            .change_folders(move |db| {
                if let Some(folder) = &folder
                    && folders::list(db)?.iter().all(|it| it.id != *folder)
                {
                    return Err(folders::no_folder().into());
                }
                conversations::change(db, &id, |row| row.folder = folder).map(drop)
            })
            .await
            .map(drop)
    }
}

impl Inner {
    /// Changes folders in one piece, says so, and gives them as they are then.
    async fn change_folders(
        &self,
        change: impl FnOnce(&rusqlite::Connection) -> portcullis_storage::store::Result<()> + Send + 'static,
    ) -> Result<Vec<ConversationFolder>> {
        let changed = move |db: &rusqlite::Connection| {
            change(db)?;
            folders::list(db)
        };
        self.write_and_tell(changed).await
    }
}

/// A name on one line, with what hides in it made visible.
fn named(name: &str) -> Result<String> {
    let name = escape_line(name.trim()).text;
    if name.is_empty() || name.chars().count() > limits::FOLDER_NAME {
        let sentence = say!("folder-name-length", limit = limits::FOLDER_NAME);
        return Err(Error::new(Code::BadInput, sentence));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line_in_which_nothing_hides() {
        assert_eq!(named("  Trips ").unwrap(), "Trips");
        assert_eq!(named("a\u{202e}b").unwrap(), "a⟨U+202E⟩b");
        for wrong in ["", "   ", &"x".repeat(limits::FOLDER_NAME + 1)] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        assert!(named(&"文".repeat(limits::FOLDER_NAME)).is_ok());
    }
}
