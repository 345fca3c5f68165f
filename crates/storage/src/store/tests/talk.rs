//! Conversations for the tests of tables.

use crate::store::conversations::{self, ConversationRow};
use portcullis_domain::{Message, Part, Speaker};
use rusqlite::Connection;

/// Adds a conversation.
pub(super) fn conversation(db: &Connection, id: &str) -> ConversationRow {
    let row = ConversationRow::new(id, format!("About {id}"), ("demo", "demo"), 1);
    conversations::put(db, &row).unwrap();
    row
}

/// A message of a person.
pub(super) fn words(seq: u32, parent: Option<u32>, text: &str) -> Message {
    Message {
        seq,
        speaker: Speaker::Person,
        at: 3,
        parts: vec![Part::Words {
            text: text.to_owned(),
        }],
        streaming: false,
        by: None,
        parent,
        branch: None,
    }
}

/// Adds a message of a person after another one.
pub(super) fn says(db: &Connection, id: &str, after: Option<u32>, text: &str, streaming: bool) -> Message {
    let place = conversations::place(db, id, after).unwrap();
    let message = Message {
        streaming,
        branch: place.branch,
        ..words(place.seq, place.parent, text)
    };
    conversations::put_message(db, id, &message).unwrap();
    message
}
