//! A picture, a sound or a document that a model may look at by itself. What is kept of it with a conversation is what it
//! is; its bytes are put to it before it is sent.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    /// A picture.
    Image,
    /// A sound.
    Audio,
    /// A PDF document.
    Pdf,
}

/// A picture, a sound or a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// What it is.
    pub kind: MediaKind,
    /// Checked type.
    pub mime: String,
    /// Name of the file, escaped; empty where it has none.
    pub name: String,
    /// SHA-256 of its bytes.
    pub digest: String,
    /// Its bytes in Base64; `None` where they are not sent.
    #[serde(skip)]
    pub data: Option<Arc<str>>,
}

/// A picture or a sound that a model made, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// What it is.
    pub media: Media,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}

impl Media {
    /// It in words, for a model that cannot look at it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let kind = match self.kind {
            MediaKind::Image => "A picture",
            MediaKind::Audio => "A sound",
            MediaKind::Pdf => "A document",
        };
        let name = match self.name.is_empty() {
            true => String::new(),
            false => format!(" “{}”", self.name),
        };
        format!("[{kind}{name} ({}), which you are not given.]", self.mime)
    }
}
