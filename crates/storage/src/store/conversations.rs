//! Conversations and their messages. A message is kept as the parts a person saw, a call without its result. How messages
//! follow one another is in `branches`, from where on they are summarised in `compactions`, and how their words are found in `search`.

mod branches;
pub mod compactions;
pub mod folders;
pub mod instructions;
mod search;

pub use branches::{
    BRANCHES, MessagePlace, all, leads_to, leaf, message, newest_below, page, path, place, set_leaf, told,
    weight, with_call,
};
pub use search::{FILES, SPACED, SearchHit, TEXT, define, find, find_titles, index_left, is_indexing};

use super::{from_json, signed, to_json, unsigned};
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_core::text::look_alike;
use portcullis_domain::transcript::ModelTurn;
use portcullis_domain::{ConversationSection, ImportedFrom, Message};
use portcullis_l10n::say;
use rusqlite::{Connection, OptionalExtension as _, Row};
use std::collections::BTreeMap;

pub(super) const CREATE: &str = "
CREATE TABLE conversations (
    id TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    model TEXT NOT NULL,
    servers TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversations_newest ON conversations (updated_at);
CREATE TABLE messages (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    message TEXT NOT NULL,
    streaming INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, seq)
) STRICT;
CREATE INDEX messages_streaming ON messages (conversation_id, seq) WHERE streaming;
";

/// Step 9: which model a conversation has, and what the model was told of each message.
pub(super) const MODELS: &str = "
ALTER TABLE conversations ADD COLUMN model_id TEXT NOT NULL DEFAULT 'demo';
ALTER TABLE messages ADD COLUMN told TEXT;
";

/// Step 16: which section of the list a conversation is in, and where an imported one is from.
pub(super) const SECTIONS: &str = "
ALTER TABLE conversations ADD COLUMN section TEXT NOT NULL DEFAULT '\"recent\"';
ALTER TABLE conversations ADD COLUMN imported TEXT;
";

/// A conversation without its messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationRow {
    /// Random.
    pub id: String,
    /// Title.
    pub title: String,
    /// Name of the model.
    pub model: String,
    /// What the model is chosen by.
    pub model_id: String,
    /// Servers a person turned on or off here, by id; those not named take part as they please to.
    pub servers: BTreeMap<String, bool>,
    /// When it was begun.
    pub created_at: u64,
    /// When something was last said.
    pub updated_at: u64,
    /// Where it stands in the list.
    pub section: ConversationSection,
    /// Where it was imported from; `None` for one that was held here.
    pub imported: Option<ImportedFrom>,
    /// The folder of the list that it is in.
    pub folder: Option<String>,
    /// Percent of the context from which on it is compacted automatically; `None` for never.
    pub compact_at: Option<u32>,
}

impl ConversationRow {
    /// A conversation of before anything is said in it, held here, with the model of this id and name.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        (model_id, model): (impl Into<String>, impl Into<String>),
        now: u64,
    ) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            model: model.into(),
            model_id: model_id.into(),
            servers: BTreeMap::new(),
            created_at: now,
            updated_at: now,
            section: ConversationSection::default(),
            imported: None,
            folder: None,
            compact_at: None,
        }
    }
}

/// A conversation as lists show it. All of them are read at each change of one, so the servers that take part are left out: they
/// may be dozens in each of thousands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedConversation {
    /// Random.
    pub id: String,
    /// Title.
    pub title: String,
    /// Name of the model.
    pub model: String,
    /// What the model is chosen by.
    pub model_id: String,
    /// When it was begun.
    pub created_at: u64,
    /// When something was last said.
    pub updated_at: u64,
    /// Where it stands in the list.
    pub section: ConversationSection,
    /// Where it was imported from; `None` for one that was held here.
    pub imported: Option<ImportedFrom>,
    /// The folder of the list that it is in.
    pub folder: Option<String>,
}

impl From<ConversationRow> for ListedConversation {
    fn from(row: ConversationRow) -> Self {
        Self {
            id: row.id,
            title: row.title,
            model: row.model,
            model_id: row.model_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
            section: row.section,
            imported: row.imported,
            folder: row.folder,
        }
    }
}

/// Adds a conversation, or changes all of it but when it was begun and where it is from.
pub fn put(db: &Connection, conversation: &ConversationRow) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO conversations (id, title, model, servers, created_at, updated_at, model_id, section, imported,
         folder_id, compact_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (id) DO UPDATE SET title = excluded.title,
         model = excluded.model, model_id = excluded.model_id, servers = excluded.servers,
         updated_at = excluded.updated_at, section = excluded.section, folder_id = excluded.folder_id,
         compact_at = excluded.compact_at",
    )?
    .execute((
        &conversation.id,
        &conversation.title,
        &conversation.model,
        to_json(&conversation.servers)?,
        signed(conversation.created_at),
        signed(conversation.updated_at),
        &conversation.model_id,
        to_json(&conversation.section)?,
        conversation.imported.as_ref().map(to_json).transpose()?,
        &conversation.folder,
        conversation.compact_at,
    ))?;
    Ok(())
}

/// Changes a conversation as it is now: nothing that others changed meanwhile is lost. Gives it as it is then.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn change(
    db: &Connection,
    id: &str,
    change: impl FnOnce(&mut ConversationRow),
) -> Result<ConversationRow> {
    let mut row = get(db, id)?.ok_or_else(gone)?;
    change(&mut row);
    put(db, &row)?;
    Ok(row)
}

/// The conversation was deleted.
pub fn gone() -> Error {
    Error::new(Code::NotFound, say!("store-conversation-gone"))
}

/// All conversations, newest first.
pub fn list(db: &Connection) -> Result<Vec<ListedConversation>> {
    let mut statement = db.prepare_cached(
        "SELECT section, imported, id, title, model, model_id, created_at, updated_at, folder_id FROM conversations
         ORDER BY updated_at DESC, rowid DESC",
    )?;
    let rows = statement.query_map([], |row| {
        let json: (String, Option<String>) = (row.get(0)?, row.get(1)?);
        let listed = ListedConversation {
            id: row.get(2)?,
            title: row.get(3)?,
            model: row.get(4)?,
            model_id: row.get(5)?,
            created_at: unsigned(row.get(6)?),
            updated_at: unsigned(row.get(7)?),
            section: ConversationSection::Recent,
            imported: None,
            folder: row.get(8)?,
        };
        Ok((json, listed))
    })?;
    rows.map(|row| {
        let ((section, imported), listed) = row?;
        Ok(ListedConversation {
            section: from_json(&section)?,
            imported: imported.as_deref().map(from_json).transpose()?,
            ..listed
        })
    })
    .collect()
}

/// One conversation.
pub fn get(db: &Connection, id: &str) -> Result<Option<ConversationRow>> {
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
    statement.query_row([id], raw).optional()?.map(whole).transpose()
}

/// The title of another conversation that could be taken for this one.
pub fn similar_title(db: &Connection, id: &str, title: &str) -> Result<Option<String>> {
    let mut statement = db.prepare_cached("SELECT title FROM conversations WHERE id <> ?1")?;
    let titles = statement.query_map([id], |row| row.get(0))?;
    let titles: Vec<String> = titles.collect::<rusqlite::Result<_>>()?;
    Ok(titles.into_iter().find(|other| look_alike(other, title)))
}

/// Removes a conversation with its messages.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn remove(db: &Connection, id: &str) -> Result<()> {
    if db
        .prepare_cached("DELETE FROM conversations WHERE id = ?1")?
        .execute([id])?
        == 0
    {
        return Err(Error::new(Code::NotFound, say!("store-conversation-gone")).into());
    }
    Ok(())
}

/// Adds a message, which is shown from then on, or puts it in the place of the one with its number.
///
/// # Errors
/// `store.*`; `internal` when the conversation is not there.
pub fn put_message(db: &Connection, conversation: &str, message: &Message) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO messages (conversation_id, seq, message, streaming, parent) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO UPDATE SET message = excluded.message, streaming = excluded.streaming",
    )?
    .execute((
        conversation,
        message.seq,
        to_json(message)?,
        message.streaming,
        message.parent,
    ))?;
    Ok(())
}

/// Adds a message or puts it in the place of the one with its number, with what a model was told of it.
///
/// # Errors
/// `store.*`; `internal` when the conversation is not there.
pub fn put_told(db: &Connection, conversation: &str, message: &Message, told: &[ModelTurn]) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO messages (conversation_id, seq, message, streaming, told, parent) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET message = excluded.message, streaming = excluded.streaming,
         told = excluded.told",
    )?
    .execute((
        conversation,
        message.seq,
        to_json(message)?,
        message.streaming,
        to_json(&told)?,
        message.parent,
    ))?;
    Ok(())
}

/// At start: messages that were being written when the host ended are marked finished as they are. Returns
/// their conversations and numbers, so that a remark can be added (F-28).
pub fn finish_interrupted(db: &Connection) -> Result<Vec<(String, u32)>> {
    let mut statement = db.prepare_cached(
        "SELECT conversation_id, seq, message FROM messages WHERE streaming ORDER BY conversation_id, seq",
    )?;
    let cut = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<Vec<(String, u32, String)>, _>>()?;
    let mut finished = Vec::new();
    for (conversation, seq, text) in cut {
        let message: Message = from_json(&text)?;
        put_message(
            db,
            &conversation,
            &Message {
                streaming: false,
                ..message
            },
        )?;
        finished.push((conversation, seq));
    }
    Ok(finished)
}

const SELECT: &str = "SELECT servers, id, title, model, created_at, updated_at, model_id, section, imported,
    folder_id, compact_at FROM conversations";

/// What of a row is JSON: servers, section, and where it was imported from.
type RawJson = (String, String, Option<String>);

fn raw(row: &Row<'_>) -> rusqlite::Result<(RawJson, ConversationRow)> {
    let conversation = ConversationRow {
        id: row.get(1)?,
        title: row.get(2)?,
        model: row.get(3)?,
        servers: BTreeMap::new(),
        created_at: unsigned(row.get(4)?),
        updated_at: unsigned(row.get(5)?),
        model_id: row.get(6)?,
        section: ConversationSection::Recent,
        imported: None,
        folder: row.get(9)?,
        compact_at: row.get(10)?,
    };
    Ok(((row.get(0)?, row.get(7)?, row.get(8)?), conversation))
}

fn whole(
    ((servers, section, imported), conversation): (RawJson, ConversationRow),
) -> Result<ConversationRow> {
    Ok(ConversationRow {
        servers: from_json(&servers)?,
        section: from_json(&section)?,
        imported: imported.as_deref().map(from_json).transpose()?,
        ..conversation
    })
}
