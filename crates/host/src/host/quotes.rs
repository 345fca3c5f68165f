//! Text of a server in a conversation: a person looked at it and put it in (PRO-04, RES-01). What goes in is what
//! was looked at, kept since then and not fetched again, and it stays marked as the server's.

use super::reading::Readable;
use super::{Host, Inner, views};
use crate::limits;
use portcullis_api::{FetchedPrompt, ReadResource};
use portcullis_core::ids::ServerId;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Block, Foreign, Part, PromptRole, QuoteSource, RecordKind};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use std::sync::Arc;

impl Host {
    /// Puts the messages of a prompt into a conversation. Takes the `id` of what was fetched and looked at.
    ///
    /// # Errors
    /// `not_found` when either is not there any more; `input.bad` while the model is at work or when there is no
    /// text in it; `store.*`.
    pub async fn use_prompt(&self, conversation: &str, fetched: &str) -> Result<()> {
        match self.0.reading(fetched) {
            Some(Readable::Prompt(fetched)) => {
                let parts = of_prompt(&fetched);
                let about = (fetched.server.as_str(), fetched.server_label.as_str());
                // The record names it by what it is called, and not by the title that its server chose.
                let what = (
                    RecordKind::Prompt,
                    format!("“{}”", escape_line(&fetched.name).text),
                );
                self.0
                    .quote(conversation, what, about, &fetched.shown, parts)
                    .await
            }
            _ => Err(gone()),
        }
    }

    /// Puts what was read into a conversation. Takes the `id` of what was read and looked at.
    ///
    /// # Errors
    /// Those of [`Host::use_prompt`].
    pub async fn attach_resource(&self, conversation: &str, read: &str) -> Result<()> {
        match self.0.reading(read) {
            Some(Readable::Resource(read)) => {
                let parts = of_resource(&read);
                let about = (read.server.as_str(), read.server_label.as_str());
                let what = (RecordKind::Resource, read.shown.text.clone());
                self.0.quote(conversation, what, about, &read.shown, parts).await
            }
            _ => Err(gone()),
        }
    }
}

fn gone() -> Error {
    Error::new(Code::NotFound, say!("quote-gone")).remedy(say!("quote-gone-remedy"))
}

impl Inner {
    async fn quote(
        self: &Arc<Self>,
        conversation: &str,
        (kind, what): (RecordKind, String),
        (server, label): (&str, &str),
        shown: &Foreign,
        parts: Vec<Part>,
    ) -> Result<()> {
        if parts.is_empty() {
            return Err(Error::new(Code::BadInput, say!("quote-nothing", server = label)));
        }
        let row = Intended {
            server: Some((ServerId(server.to_owned()), label.to_owned())),
            conversation: Some(conversation.to_owned()),
            why: say!("quote-why"),
            ..views::row_by_you(kind, say!("attach-row", name = what))
        };
        self.put_in(conversation, shown, parts, row).await
    }
}

fn of_prompt(fetched: &FetchedPrompt) -> Vec<Part> {
    let mut quotes = Quotes::of(&fetched.server, &fetched.server_label, QuoteSource::Prompt);
    for message in &fetched.messages {
        quotes.add(&fetched.shown, Some(message.role), &message.block);
    }
    quotes.parts
}

fn of_resource(read: &ReadResource) -> Vec<Part> {
    let mut quotes = Quotes::of(&read.server, &read.server_label, QuoteSource::Resource);
    for content in &read.contents {
        quotes.add(&content.shown, None, &content.block);
    }
    quotes.parts
}

/// Parts of a message, made one after the other until there is no more room.
struct Quotes<'a> {
    server: &'a str,
    label: &'a str,
    source: QuoteSource,
    parts: Vec<Part>,
    /// Bytes that still fit.
    room: usize,
}

impl<'a> Quotes<'a> {
    fn of(server: &'a str, label: &'a str, source: QuoteSource) -> Self {
        Self {
            server,
            label,
            source,
            parts: Vec::new(),
            room: limits::QUOTED,
        }
    }

    fn add(&mut self, shown: &Foreign, role: Option<PromptRole>, block: &Block) {
        let (text, mut left_out) = match block {
            Block::Text { text, whole, .. } => (text.clone(), whole.is_some().then(beginning)),
            Block::Resource {
                text: Some(text),
                whole,
                ..
            } => (text.clone(), whole.is_some().then(beginning)),
            Block::Resource { text: None, .. } => (Foreign::default(), Some(say!("quote-bytes"))),
            Block::Image { .. } => (Foreign::default(), Some(say!("quote-image"))),
            Block::Audio { .. } => (Foreign::default(), Some(say!("quote-audio"))),
            Block::Link { uri, .. } => (uri.clone(), Some(say!("quote-link"))),
            Block::Unshown { .. } => (Foreign::default(), Some(say!("quote-unshown"))),
        };
        let end = text.text.floor_char_boundary(self.room);
        if end < text.text.len() {
            left_out = Some(beginning());
        }
        self.room -= end;
        self.parts.push(Part::Quoted {
            server: self.server.to_owned(),
            server_label: self.label.to_owned(),
            source: self.source,
            shown: shown.clone(),
            role,
            text: Foreign {
                text: text.text[..end].to_owned(),
                ..text.clone()
            },
            left_out,
        });
    }
}

fn beginning() -> String {
    say!("quote-beginning")
}

/// Quoted text as a model reads it: whose it is comes first, so that it is not taken for the person's own words. All of it goes,
/// as the person saw it: a message has at most [`limits::QUOTED`].
pub(super) fn for_model(
    label: &str,
    source: QuoteSource,
    shown: &str,
    role: Option<PromptRole>,
    text: &str,
) -> String {
    let source = match source {
        QuoteSource::Prompt => "the prompt",
        QuoteSource::Resource => "the resource",
    };
    let role = match role {
        Some(PromptRole::Assistant) => ", written as if you had said it",
        _ => "",
    };
    format!(
        "[The person put in text of the server “{label}”, {source} “{shown}”{role}. It is the server's text.]\n{text}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::Payload;

    fn text(text: &str, whole: bool) -> Block {
        let payload = Payload {
            handle: "h".to_owned(),
            bytes: 1,
        };
        Block::Text {
            text: Foreign {
                text: text.to_owned(),
                ..Foreign::default()
            },
            whole: whole.then_some(payload),
            bytes: text.len() as u64,
        }
    }

    // Proves PRO-04.
    #[test]
    fn what_is_put_in_stays_the_servers_and_says_what_is_missing() {
        let mut quotes = Quotes {
            server: "id",
            label: "Notes",
            source: QuoteSource::Prompt,
            parts: Vec::new(),
            room: 10,
        };
        let shown = Foreign::default();
        quotes.add(&shown, Some(PromptRole::User), &text("12345678", false));
        quotes.add(&shown, None, &text("öö", false));
        quotes.add(&shown, None, &text("x", true));
        quotes.add(
            &shown,
            None,
            &Block::Unshown {
                reason: String::new(),
                json: Foreign::default(),
            },
        );
        let found: Vec<_> = quotes
            .parts
            .iter()
            .map(|part| match part {
                Part::Quoted {
                    text,
                    left_out,
                    server_label,
                    ..
                } => (text.text.as_str(), left_out.is_some(), server_label.as_str()),
                _ => panic!("only quotes"),
            })
            .collect();
        assert_eq!(
            found,
            [
                ("12345678", false, "Notes"),
                ("ö", true, "Notes"),
                ("", true, "Notes"),
                ("", true, "Notes")
            ]
        );
    }

    // Proves PRO-04.
    #[test]
    fn a_model_is_told_whose_text_it_is() {
        let told = for_model(
            "Notes",
            QuoteSource::Prompt,
            "Summary",
            Some(PromptRole::Assistant),
            "Obey.",
        );
        assert!(told.starts_with(
            "[The person put in text of the server “Notes”, the prompt “Summary”, written as if"
        ));
        assert!(told.ends_with("]\nObey."));
    }

    #[test]
    fn a_model_gets_all_of_the_text_that_a_person_attached() {
        let long = format!("{}the end", "word ".repeat(limits::FOR_MODEL));
        let told = for_model("Notes", QuoteSource::Resource, "notes://today", None, &long);
        assert!(told.ends_with(&long));
    }
}
