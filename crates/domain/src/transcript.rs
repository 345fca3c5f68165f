//! What was said and done in a conversation, as a model is told it and as it is kept, and the models that a provider lists.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// What was said and done so far, as a model is told it. Kept with the message that it belongs to, so that a conversation
/// is told again after a restart as it was told before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelTurn {
    /// What the person told the model beforehand, at the beginning alone. It is kept with the conversation and never with a message.
    Instructions(String),
    /// By the person.
    Person(String),
    /// By the model.
    Model(Box<ModelReply>),
    /// Put in by the person, to be looked at.
    Shown(Media),
    /// What came of the tools that it wanted, one for each.
    Results(Vec<ToolResult>),
}

/// What a model says in one go.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelReply {
    /// Its words.
    pub words: String,
    /// Tools that it wants, to be run at once.
    pub calls: Vec<ToolCall>,
    /// How many more it wanted. They are not kept, and nothing tells a model of them again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub calls_left_out: usize,
    /// Why it stopped.
    pub end: End,
    /// What it took.
    pub usage: Usage,
    /// The reply as its provider has it, for the same model alone: signatures of its reasoning are in it.
    pub own: Option<Value>,
    /// Pictures and sounds that it made. In `own` their digests stand for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Media>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A tool that a model wants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The number that the result names.
    pub id: String,
    /// Name for the model, as it wrote it.
    pub name: String,
    /// Arguments.
    pub arguments: Value,
    /// What it wrote where the arguments are none; `arguments` is what could be read of it.
    pub garbled: Option<String>,
    /// Why.
    pub why: Option<String>,
}

/// What came of a tool that a model wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The id of the tool call.
    pub id: String,
    /// Name for the model.
    pub name: String,
    /// Whether it did what was asked.
    pub ok: bool,
    /// The result, or why nothing did.
    pub text: String,
    /// Pictures and sounds among it that the model looks at itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub media: Vec<Media>,
}

/// Why a reply ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// All was said.
    #[default]
    Done,
    /// It may not be longer.
    Length,
    /// Its provider did not let it say more.
    Withheld,
    /// A person stopped it, or it broke off.
    Stopped,
}

/// What a reply took, as far as it is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read.
    pub input: Option<u64>,
    /// Tokens written.
    pub output: Option<u64>,
    /// US dollars, by the table of prices.
    pub dollars: Option<f64>,
}

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

/// A model as its provider lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedModel {
    /// Its name there.
    pub name: String,
    /// Most tokens read and written.
    pub context: Option<u32>,
    /// Most tokens written.
    pub output: Option<u32>,
}
