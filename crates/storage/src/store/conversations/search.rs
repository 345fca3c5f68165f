//! Full-text index over messages (FTS5). Triggers maintain it; a message that is still streaming is indexed when it is
//! complete.

use super::super::{from_json, signed, unsigned};
use crate::store::Result;
use portcullis_core::text::spaced;
use portcullis_domain::Message;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension as _};

/// Words of a person and a model, texts of servers that were put in, and names of tools; what a model only thought is
/// not looked for.
macro_rules! words_of {
    ($message:literal) => {
        concat!(
            "(SELECT group_concat(CASE json_extract(value, '$.kind')
                WHEN 'words' THEN json_extract(value, '$.text')
                WHEN 'quoted' THEN json_extract(value, '$.text.text')
                WHEN 'call' THEN json_extract(value, '$.call.tool_shown.text') END, ' ')
              FROM json_each(",
            $message,
            ", '$.parts'))"
        )
    };
}

/// The rest of step 8.
pub const TEXT: &str = concat!(
    "
CREATE VIRTUAL TABLE messages_text USING fts5 (
    words, content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO messages_text (rowid, words) SELECT id, ",
    words_of!("message"),
    " FROM messages WHERE NOT streaming;
CREATE TRIGGER messages_words_added AFTER INSERT ON messages WHEN NOT NEW.streaming
    BEGIN INSERT INTO messages_text (rowid, words) VALUES (NEW.id, ",
    words_of!("NEW.message"),
    "); END;
CREATE TRIGGER messages_words_changed AFTER UPDATE OF message, streaming ON messages WHEN NOT NEW.streaming
    BEGIN
        DELETE FROM messages_text WHERE rowid = OLD.id;
        INSERT INTO messages_text (rowid, words) VALUES (NEW.id, ",
    words_of!("NEW.message"),
    ");
    END;
CREATE TRIGGER messages_words_gone AFTER DELETE ON messages
    BEGIN DELETE FROM messages_text WHERE rowid = OLD.id; END;
"
);

/// Step 20: letters of scripts without spaces are indexed one by one. What was said before is indexed again after [`FILES`].
pub const SPACED: &str = concat!(
    "
DROP TRIGGER messages_words_added;
DROP TRIGGER messages_words_changed;
CREATE TRIGGER messages_words_added AFTER INSERT ON messages WHEN NOT NEW.streaming
    BEGIN INSERT INTO messages_text (rowid, words) VALUES (NEW.id, spaced(",
    words_of!("NEW.message"),
    ")); END;
CREATE TRIGGER messages_words_changed AFTER UPDATE OF message, streaming ON messages WHEN NOT NEW.streaming
    BEGIN
        DELETE FROM messages_text WHERE rowid = OLD.id;
        INSERT INTO messages_text (rowid, words) VALUES (NEW.id, spaced(",
    words_of!("NEW.message"),
    "));
    END;
"
);

/// The same with the names of attached files, and of what they say the first 65,536 characters.
macro_rules! words_and_files_of {
    ($message:literal) => {
        concat!(
            "(SELECT group_concat(CASE json_extract(value, '$.kind')
                WHEN 'words' THEN json_extract(value, '$.text')
                WHEN 'quoted' THEN json_extract(value, '$.text.text')
                WHEN 'call' THEN json_extract(value, '$.call.tool_shown.text')
                WHEN 'file' THEN concat_ws(' ', json_extract(value, '$.file.name.text'),
                    substr(json_extract(value, '$.file.text.text'), 1, 65536)) END, ' ')
              FROM json_each(",
            $message,
            ", '$.parts'))"
        )
    };
}

/// Step 21: attached files are found. A long history takes seconds to index again, which a start must not wait for: the step
/// only notes below which number [`index_left`] does so.
pub const FILES: &str = concat!(
    "
DROP TRIGGER messages_words_added;
DROP TRIGGER messages_words_changed;
CREATE TRIGGER messages_words_added AFTER INSERT ON messages WHEN NOT NEW.streaming
    BEGIN INSERT INTO messages_text (rowid, words) VALUES (NEW.id, spaced(",
    words_and_files_of!("NEW.message"),
    ")); END;
CREATE TRIGGER messages_words_changed AFTER UPDATE OF message, streaming ON messages WHEN NOT NEW.streaming
    BEGIN
        DELETE FROM messages_text WHERE rowid = OLD.id;
        INSERT INTO messages_text (rowid, words) VALUES (NEW.id, spaced(",
    words_and_files_of!("NEW.message"),
    "));
    END;
CREATE TABLE messages_text_left (below INTEGER NOT NULL) STRICT;
INSERT INTO messages_text_left SELECT id + 1 FROM messages ORDER BY id DESC LIMIT 1;
"
);

/// Indexes messages again that step 21 left for later, those that were said last first: at most `messages` of them, and of
/// those that follow the first no more than about `bytes`. One that is damaged is left out: it must not keep the others from
/// being found. Returns whether there may be more.
pub fn index_left(db: &Connection, messages: usize, bytes: u64) -> Result<bool> {
    let Some(below) = left(db)? else {
        return Ok(false);
    };
    let mut from = None;
    {
        let mut statement = db.prepare_cached(
            "SELECT id, octet_length(message) FROM messages WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
        )?;
        let mut rows = statement.query((below, i64::try_from(messages).unwrap_or(i64::MAX)))?;
        let mut taken = 0;
        while taken < bytes
            && let Some(row) = rows.next()?
        {
            from = Some(row.get::<_, i64>(0)?);
            taken += unsigned(row.get(1)?);
        }
    }
    let Some(from) = from else {
        db.execute("DELETE FROM messages_text_left", [])?;
        return Ok(false);
    };
    db.prepare_cached(
        "DELETE FROM messages_text WHERE rowid IN (SELECT id FROM messages WHERE id >= ?1 AND id < ?2)",
    )?
    .execute((from, below))?;
    db.prepare_cached(concat!(
        "INSERT INTO messages_text (rowid, words) SELECT id, spaced(",
        words_and_files_of!("message"),
        ") FROM messages WHERE NOT streaming AND json_valid(message) AND id >= ?1 AND id < ?2 ORDER BY id"
    ))?
    .execute((from, below))?;
    db.prepare_cached("UPDATE messages_text_left SET below = ?1")?
        .execute([from])?;
    Ok(true)
}

/// Whether messages wait for [`index_left`], so that words of them may not be found.
pub fn is_indexing(db: &Connection) -> Result<bool> {
    Ok(left(db)?.is_some())
}

fn left(db: &Connection) -> Result<Option<i64>> {
    Ok(db
        .prepare_cached("SELECT below FROM messages_text_left")?
        .query_row([], |row| row.get(0))
        .optional()?)
}

/// Gives a connection that writes the function `spaced` of the statements above. A schema may name it although it is not
/// trusted: it does nothing but change a text.
pub fn define(db: &Connection) -> rusqlite::Result<()> {
    let flags =
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    db.create_scalar_function("spaced", 1, flags, |context| {
        // A damaged text is found by what is left of it.
        let text = context.get_raw(0).as_bytes_or_null();
        let text = text.map_err(rusqlite::Error::from)?;
        Ok(text.map(|text| spaced(&String::from_utf8_lossy(text)).into_owned()))
    })
}

/// A search hit.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchHit {
    /// Where it stands: pass as `before` for what was said earlier.
    pub id: u64,
    /// Its conversation.
    pub conversation: String,
    /// The title of that.
    pub title: String,
    /// The message.
    pub message: Message,
}

/// Messages with all these words, the last said first. A word is data, whatever is in it.
pub fn find(db: &Connection, words: &[String], before: Option<u64>, most: usize) -> Result<Vec<SearchHit>> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    // CROSS JOIN keeps SQLite from turning the order of the tables around.
    let mut statement = db.prepare_cached(
        "SELECT m.id, m.conversation_id, c.title, m.message, m.parent FROM messages_text t
         CROSS JOIN messages m ON m.id = t.rowid JOIN conversations c ON c.id = m.conversation_id
         WHERE messages_text MATCH ?1 AND t.rowid < ?2 ORDER BY t.rowid DESC LIMIT ?3",
    )?;
    let rows = statement.query_map(
        (
            query(words),
            before.map_or(i64::MAX, signed),
            i64::try_from(most).unwrap_or(i64::MAX),
        ),
        |row| {
            Ok((
                unsigned(row.get(0)?),
                row.get(1)?,
                row.get(2)?,
                row.get::<_, String>(3)?,
                row.get(4)?,
            ))
        },
    )?;
    rows.map(|row| {
        let (id, conversation, title, text, parent) = row?;
        let message = Message {
            parent,
            branch: None,
            ..from_json(&text)?
        };
        Ok(SearchHit {
            id,
            conversation,
            title,
            message,
        })
    })
    .collect()
}

/// Titles of all conversations with their ids, those in which something was said last first.
pub fn find_titles(db: &Connection, matches: impl Fn(&str) -> bool, most: usize) -> Result<Vec<String>> {
    let mut statement =
        db.prepare_cached("SELECT id, title FROM conversations ORDER BY updated_at DESC, rowid DESC")?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while found.len() < most
        && let Some(row) = rows.next()?
    {
        if matches(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?) {
            found.push(row.get(0)?);
        }
    }
    Ok(found)
}

/// The question to the index: every word between quotes, so that nothing in it is an operator and letters that are indexed one
/// by one have to follow each other, and the last one also as the beginning of a longer one, because it may still be being
/// typed. One letter begins too much.
fn query(words: &[String]) -> String {
    let quoted: Vec<_> = words
        .iter()
        .map(|word| format!("\"{}\"", spaced(word).replace('"', "\"\"")))
        .collect();
    let begins = words.last().is_some_and(|word| word.chars().count() > 1);
    quoted.join(" AND ") + if begins { "*" } else { "" }
}
