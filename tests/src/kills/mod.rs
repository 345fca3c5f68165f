//! A host that is killed while it writes, again and again (F-28, F-29 as far as a process can show it).
//!
//! [`writer`] is the victim: the real host on a folder, which records calls, takes decisions at the gate, gives and
//! takes permissions, saves settings, keeps what was said and summarizes it, and tells on its standard output what the
//! host acknowledged, each only after it did. [`harness`] kills it at a random moment, and [`check`] opens the folder again
//! and compares it with the [`ledger`] of everything that was ever told about it.

pub mod check;
pub mod harness;
pub mod ledger;
mod summaries;
pub mod writer;

use portcullis_api::{Message, Outcome, Part, Settings};
use serde::{Deserialize, Serialize};

/// The words of a message, part by part.
pub(crate) fn texts(message: &Message) -> Vec<String> {
    let parts = message.parts.iter();
    let words = parts.filter_map(|part| match part {
        Part::Words { text } => Some(text.clone()),
        _ => None,
    });
    words.collect()
}

/// What the writer tells, one line each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum Said {
    /// The host is open.
    Open {},
    /// Its server runs.
    Server {
        /// Process.
        pid: u32,
    },
    /// Another one runs in its fence.
    Fenced {
        /// The processes of the fence and those in it.
        pids: Vec<u32>,
    },
    /// The record says how a call ended.
    Ended {
        /// What the call was about.
        number: String,
        /// Its row.
        seq: u64,
        /// How it ended.
        outcome: Outcome,
    },
    /// A permission stands.
    Granted {
        /// Its id.
        id: String,
    },
    /// It is about to be taken back.
    Revoking {
        /// Its id.
        id: String,
    },
    /// It was taken back.
    Revoked {
        /// Its id.
        id: String,
    },
    /// Settings are about to be saved.
    Setting {
        /// To this.
        to: Settings,
    },
    /// They were.
    Set {
        /// To this.
        to: Settings,
    },
    /// A person said something, or a model said all of it.
    Told {
        /// Conversation.
        conversation: String,
        /// Words.
        words: String,
    },
    /// A conversation has a title of the person's.
    Named {
        /// Conversation.
        conversation: String,
        /// Title.
        title: String,
    },
    /// A summary is about to be made.
    Summarizing {
        /// Conversation.
        conversation: String,
    },
    /// A summary took the place of earlier messages.
    Summarized {
        /// Conversation.
        conversation: String,
        /// The last message that it covers.
        after: u32,
        /// Its words.
        summary: String,
    },
    /// It is about to be removed.
    Undoing {
        /// Conversation.
        conversation: String,
        /// The last message that it covers.
        after: u32,
    },
    /// It was removed.
    Undone {
        /// Conversation.
        conversation: String,
        /// The last message that it covers.
        after: u32,
    },
}
