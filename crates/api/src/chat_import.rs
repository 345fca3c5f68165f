//! Conversations in a file of another product, before any of them is kept.

use portcullis_core::{Foreign, shape};
use portcullis_domain::ChatProduct;

shape! {
    /// A file of conversations that was read and waits for the person.
    pub struct ChatImport {
        /// What it is imported by.
        pub id: String,
        /// Name of the file.
        pub file: Foreign,
        /// Whose file it is, as it looks.
        pub product: ChatProduct,
        /// Its conversations, the newest first.
        pub conversations: Vec<FoundChat>,
        /// Conversations that cannot be read.
        pub unreadable: u32,
        /// Conversations in which nothing is said.
        pub empty: u32,
        /// Conversations beyond the limit.
        pub beyond: u32,
        /// Most that can be imported at once.
        pub most: u32,
    }

    /// A conversation in it.
    pub struct FoundChat {
        /// What it is chosen by.
        pub number: u32,
        /// Its title; empty where it has none.
        pub title: Foreign,
        /// Messages.
        pub messages: u32,
        /// When it was begun, where the file says that.
        pub created_at: Option<u64>,
        /// When something was last said, likewise.
        pub updated_at: Option<u64>,
        /// One that was imported before has the same product and beginning.
        pub known: bool,
        /// What is left out of it.
        pub omissions: Vec<ChatOmission>,
    }

    /// What is left out of a conversation.
    #[derive(Copy, Eq)]
    pub struct ChatOmission {
        /// What.
        pub kind: ChatOmissionKind,
        /// How often.
        pub count: u32,
    }

    /// What can be left out of a conversation.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum ChatOmissionKind {
        /// Tool calls and their results.
        Calls,
        /// Pictures, sounds and other files.
        Files,
        /// System prompts and instructions.
        Instructions,
        /// Reasoning.
        Reasoning,
        /// Summaries that a model got in place of earlier messages.
        Summaries,
        /// Messages on branches that are not shown.
        Branches,
        /// Messages before the last ones that are read.
        Earlier,
        /// The end of messages that are too long.
        Cut,
        /// What cannot be read or is of an unknown kind.
        Unknown,
    }

    /// What was imported.
    pub struct ImportedChats {
        /// The new conversations, the newest first.
        pub conversations: Vec<String>,
    }

    /// A conversation that was written into a file.
    pub struct ExportedConversation {
        /// Where the file is.
        pub path: String,
        /// The folder beside it with the pictures that go along, by its name.
        pub folder: Option<String>,
        /// How many those are.
        pub pictures: u32,
    }
}
