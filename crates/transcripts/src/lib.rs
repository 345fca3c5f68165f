//! Conversations as other products export them: the data exports of ChatGPT and Claude, sessions of Goose, our own exports,
//! and Markdown that says who speaks. Read into who said which words when; everything else is counted and left out.
//!
//! Everything here is a pure function of a text. It opens no file, stores nothing and says no sentence. What it gives is raw
//! untrusted content: the code that shows or keeps it escapes it. No instruction, tool or permission comes out of it. The host uses it
//! for imports.

mod builder;
mod chat_gpt;
mod claude;
mod goose;
mod json;
pub mod limits;
mod markdown;
mod portcullis;
mod times;

use json::Json;
use portcullis_domain::ChatProduct;

/// What is in a file of conversations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptFile {
    /// Whose file it is, as it looks.
    pub product: ChatProduct,
    /// Its conversations with something said in them, in the order of the file.
    pub transcripts: Vec<Transcript>,
    /// Conversations that cannot be read.
    pub unreadable: usize,
    /// Conversations in which nothing is said.
    pub empty: usize,
    /// Conversations beyond the limit.
    pub beyond: usize,
}

/// A conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Title; empty where it has none.
    pub title: String,
    /// When it was begun, in milliseconds since 1970, as the file says.
    pub created_at: Option<u64>,
    /// When something was last said, likewise.
    pub updated_at: Option<u64>,
    /// What was said, oldest first.
    pub messages: Vec<TranscriptMessage>,
    /// What was left out.
    pub omitted: Omitted,
}

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TranscriptSpeaker {
    /// The person.
    Person,
    /// The model.
    Model,
}

/// What was said in one go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptMessage {
    /// By whom.
    pub speaker: TranscriptSpeaker,
    /// The words.
    pub text: String,
    /// When, as the file says.
    pub at: Option<u64>,
    /// Name of the model, where it says that.
    pub model: Option<String>,
}

/// What of a conversation is not read, as numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Omitted {
    /// Tool calls and their results.
    pub calls: usize,
    /// Pictures, sounds and other files.
    pub files: usize,
    /// System prompts and instructions.
    pub instructions: usize,
    /// Reasoning of the model.
    pub reasoning: usize,
    /// Summaries that took the place of earlier messages for the model.
    pub summaries: usize,
    /// Messages on branches that are not shown.
    pub branches: usize,
    /// Messages before the last ones that are read.
    pub earlier: usize,
    /// Messages that are cut.
    pub cut: usize,
    /// Entries that cannot be read, or are of an unknown kind.
    pub unknown: usize,
}

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreadTranscripts {
    /// It is larger than the limit.
    Long,
    /// It is an archive.
    Archive,
    /// It is no text.
    NotText,
    /// Its JSON is broken at this line, or ends too early.
    Broken(usize),
    /// It holds no conversation of a kind that is known here.
    Unknown,
}

/// Reads the bytes of a file.
///
/// # Errors
/// Why it is not read.
pub fn read(bytes: &[u8]) -> Result<TranscriptFile, UnreadTranscripts> {
    if bytes.len() > limits::TRANSCRIPT_FILE {
        return Err(UnreadTranscripts::Long);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(UnreadTranscripts::Archive);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| UnreadTranscripts::NotText)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.contains('\0') {
        return Err(UnreadTranscripts::NotText);
    }
    match text.as_bytes().first() {
        None => Err(UnreadTranscripts::Unknown),
        Some(b'[' | b'{') => match Json::whole(text) {
            Ok(whole) => of_json(whole),
            // One value on each line is no JSON as a whole.
            Err(_) if goose::is_lines(text) => Ok(goose::read_lines(text)),
            // Markdown may begin with a link or `[TOC]`. No line of JSON begins as a heading does.
            Err(line) => markdown::read(text).ok_or(UnreadTranscripts::Broken(line)),
        },
        Some(_) => markdown::read(text).ok_or(UnreadTranscripts::Unknown),
    }
}

fn of_json(whole: Json<'_>) -> Result<TranscriptFile, UnreadTranscripts> {
    let found: Box<dyn Iterator<Item = Json<'_>>> = match whole.elements() {
        Some(elements) => Box::new(elements),
        None => Box::new(std::iter::once(whole)),
    };
    let mut file: Option<TranscriptFile> = None;
    let mut unknown = 0;
    for (at, one) in found.enumerate() {
        if at >= limits::TRANSCRIPTS {
            if let Some(file) = &mut file {
                file.beyond += 1;
            }
            continue;
        }
        let Some((product, read)) = reader(one) else {
            unknown += 1;
            continue;
        };
        let file = file.get_or_insert_with(|| TranscriptFile::new(product));
        match read(one) {
            None => file.unreadable += 1,
            Some(transcript) => file.add(transcript),
        }
    }
    let mut file = file.ok_or(UnreadTranscripts::Unknown)?;
    file.unreadable += unknown;
    Ok(file)
}

/// Reads one conversation; `None` where it has not the form that it should have.
type TranscriptReader = fn(Json<'_>) -> Option<Transcript>;

/// Whose conversation this is, by the members that only theirs have.
fn reader(one: Json<'_>) -> Option<(ChatProduct, TranscriptReader)> {
    let [mapping, chat_messages, conversation, format] =
        one.fields(["mapping", "chat_messages", "conversation", "format"]);
    if mapping.is_some() {
        return Some((ChatProduct::ChatGpt, chat_gpt::read));
    }
    if chat_messages.is_some() {
        return Some((ChatProduct::Claude, claude::read));
    }
    if format.and_then(Json::text).as_deref() == Some(portcullis::FORMAT) {
        return Some((ChatProduct::Portcullis, portcullis::read));
    }
    conversation.map(|_| (ChatProduct::Goose, goose::read as TranscriptReader))
}

impl TranscriptFile {
    fn new(product: ChatProduct) -> Self {
        Self {
            product,
            transcripts: Vec::new(),
            unreadable: 0,
            empty: 0,
            beyond: 0,
        }
    }

    fn add(&mut self, transcript: Transcript) {
        match transcript.messages.is_empty() {
            true => self.empty += 1,
            false => self.transcripts.push(transcript),
        }
    }
}

#[cfg(test)]
mod tests;
