//! What a review of a server or of a setting shows.

use super::Severity;
use crate::{Foreign, shape};
use portcullis_core::text::{escape, escape_line};

shape! {
    /// A field of what will be started or reached.
    #[serde(rename_all = "snake_case")]
    #[derive(Copy, Eq)]
    pub enum LaunchField {
        /// The name that the person gave.
        Label,
        /// What is started.
        Program,
        /// Its arguments.
        Arguments,
        /// Its working folder.
        Folder,
        /// The URL of a remote server.
        Address,
        /// Its environment variables.
        Environment,
        /// The headers of its requests.
        Headers,
        /// The protocol version.
        Protocol,
        /// The transport.
        Transport,
        /// The limits of its calls.
        Limits,
        /// When it is started.
        Start,
        /// The files that it loads.
        Files,
        /// The fence around it.
        Fence,
        /// The package that was fetched.
        Package,
        /// What its container is given.
        Container,
    }

    /// One row of a review: a field of what will be started or reached, or of another setting.
    pub struct ReviewRow {
        /// Which field of a server it is; `None` for a row of anything else.
        pub kind: Option<LaunchField>,
        /// Its name, in the language of the person.
        pub field: String,
        /// Each value as one quoted token.
        pub values: Vec<ReviewValue>,
        /// The values before, when something running changes; `None` when the row did not change.
        pub before: Option<Vec<ReviewValue>>,
        /// As Portcullis has it for every server: may be folded away, never left out (S-08).
        pub usual: bool,
    }

    /// One value in a launch review.
    pub struct ReviewValue {
        /// The escaped text, whole.
        pub text: Foreign,
        /// A remark: `found at …`, `stored as a secret`.
        pub note: Option<String>,
        /// Size of the value.
        pub bytes: u64,
        /// Taken exactly as it stands; otherwise it is words of ours about it.
        pub literal: bool,
    }

    /// Something that was given for a program or an address, and would go on for another.
    pub struct Carried {
        /// What becomes of it without a word.
        pub kind: CarriedKind,
        /// What it allows, or where it would go: one sentence.
        pub sentence: String,
    }

    /// What becomes of something that would go on.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum CarriedKind {
        /// A permission: it ends.
        Permission,
        /// A secret: nothing is saved before the person confirms it, or enters it again.
        Secret,
    }

    /// A remark in a review.
    pub struct Warning {
        /// Stable.
        pub code: String,
        /// In words.
        pub sentence: String,
        /// How much it weighs.
        pub severity: Severity,
    }
}

impl ReviewRow {
    /// A row of anything but a server, with nothing before.
    #[must_use]
    pub fn new(field: String, values: Vec<ReviewValue>) -> Self {
        Self {
            kind: None,
            field,
            values,
            before: None,
            usual: false,
        }
    }
}

impl ReviewValue {
    /// A text on one line, with everything invisible written out.
    #[must_use]
    pub fn line(text: &str, note: Option<String>) -> Self {
        Self::literal(text, escape_line(text), note)
    }

    /// The same with its lines.
    #[must_use]
    pub fn lines(text: &str, note: Option<String>) -> Self {
        Self::literal(text, escape(text), note)
    }

    /// A text as it is shown.
    #[must_use]
    pub fn literal(text: &str, shown: Foreign, note: Option<String>) -> Self {
        Self {
            text: shown,
            note,
            bytes: text.len() as u64,
            literal: true,
        }
    }

    /// Words of ours.
    #[must_use]
    pub fn words(text: &str) -> Self {
        Self {
            literal: false,
            ..Self::lines(text, None)
        }
    }
}
