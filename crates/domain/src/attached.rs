//! Files that a person put into a conversation.

use super::{Foreign, shape};

shape! {
    /// What a file is, by its bytes.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum FileKind {
        /// Text.
        Text,
        /// A picture.
        Image,
        /// A sound.
        Audio,
        /// A PDF document.
        Pdf,
    }

    /// A file that a person put in, or that a model made.
    pub struct AttachedFile {
        /// Its name.
        pub name: Foreign,
        /// What it is.
        pub kind: FileKind,
        /// Checked type.
        pub mime: String,
        /// Size.
        pub bytes: u64,
        /// SHA-256 of its bytes.
        pub digest: String,
        /// What it says, where it is text.
        pub text: Option<Foreign>,
    }
}
