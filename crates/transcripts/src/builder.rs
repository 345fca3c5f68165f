//! Puts a conversation together within its bounds.

use crate::json::Json;
use crate::limits;
use crate::{Transcript, TranscriptMessage, TranscriptSpeaker};

/// A conversation that grows. Words of the same speaker that follow one another are one message.
#[derive(Debug, Default)]
pub(crate) struct TranscriptBuilder {
    transcript: Transcript,
    entries: usize,
}

impl TranscriptBuilder {
    pub fn new(title: Option<&str>, created_at: Option<u64>, updated_at: Option<u64>) -> Self {
        Self {
            transcript: Transcript {
                title: within(title.unwrap_or_default().trim(), limits::TRANSCRIPT_NAME).to_owned(),
                created_at,
                updated_at,
                ..Transcript::default()
            },
            entries: 0,
        }
    }

    /// What was left out.
    pub fn omitted(&mut self) -> &mut crate::Omitted {
        &mut self.transcript.omitted
    }

    /// Whether one more entry may be looked at.
    pub fn counts(&mut self) -> bool {
        self.entries += 1;
        let may = self.entries <= limits::TRANSCRIPT_ENTRIES;
        if !may {
            self.transcript.omitted.unknown += 1;
        }
        may
    }

    /// Who says a message, by its role, where the person has one of these; what is left out is counted.
    pub fn speaker(&mut self, role: Option<Json<'_>>, person: &[&str]) -> Option<TranscriptSpeaker> {
        match role.and_then(Json::text).as_deref() {
            Some(role) if person.contains(&role) => return Some(TranscriptSpeaker::Person),
            Some("assistant") => return Some(TranscriptSpeaker::Model),
            Some("system") => self.omitted().instructions += 1,
            _ => self.omitted().unknown += 1,
        }
        None
    }

    pub fn says(&mut self, speaker: TranscriptSpeaker, text: &str, at: Option<u64>, model: Option<&str>) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let model = model
            .map(|model| within(model.trim(), limits::TRANSCRIPT_NAME).to_owned())
            .filter(|model| !model.is_empty());
        let messages = &mut self.transcript.messages;
        match messages.last_mut() {
            Some(last) if last.speaker == speaker && (last.model == model || model.is_none()) => {
                if last.text.len() >= limits::TRANSCRIPT_TEXT {
                    self.transcript.omitted.cut += 1;
                    return;
                }
                last.text.push_str("\n\n");
                last.text.push_str(text);
            }
            _ => messages.push(TranscriptMessage {
                speaker,
                text: text.to_owned(),
                at,
                model,
            }),
        }
        if let Some(last) = messages.last_mut()
            && last.text.len() > limits::TRANSCRIPT_TEXT
        {
            let end = within(&last.text, limits::TRANSCRIPT_TEXT).len();
            last.text.truncate(end);
            self.transcript.omitted.cut += 1;
        }
    }

    pub fn done(mut self) -> Transcript {
        let messages = &mut self.transcript.messages;
        if let Some(more) = messages.len().checked_sub(limits::TRANSCRIPT_MESSAGES) {
            messages.drain(..more);
            self.transcript.omitted.earlier += more;
        }
        let first = messages.iter().find_map(|message| message.at);
        let last = messages.iter().rev().find_map(|message| message.at);
        self.transcript.created_at = self.transcript.created_at.or(first);
        self.transcript.updated_at = self.transcript.updated_at.or(last);
        self.transcript
    }
}

/// The beginning of a text, whole characters.
fn within(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
