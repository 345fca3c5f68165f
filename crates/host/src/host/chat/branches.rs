//! Edited messages and regenerated answers. Neither removes anything: the
//! conversation branches before the message, and both branches stay, with their calls and results.

use super::turn::Begin;
use super::{Host, sayable};
use portcullis_api::Conversation;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Message, Part, Speaker};
use portcullis_l10n::say;
use portcullis_storage::store::conversations;
use std::sync::Arc;

impl Host {
    /// Says something else in the place of a message of the person's, on a branch of its own; the model answers automatically.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work or an attachment waits to be sent, for words that cannot be said and for
    /// a message that is not the person's own words; `not_found`, `model.unknown`, `store.*`. Nothing was said then.
    pub async fn say_instead(&self, conversation: &str, seq: u32, text: &str) -> Result<()> {
        let text = text.trim().to_owned();
        sayable(&text)?;
        Arc::clone(&self.0)
            .begin_turn(conversation.to_owned(), Begin::SayInstead { seq, text })
            .await
    }

    /// Has an answer made again, on a branch of its own: by this model, or by that of the conversation. Tools that ran are
    /// not taken back, and what the model wants is asked about as ever.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work or an attachment waits to be sent, and for a message that is no answer;
    /// `not_found`, `model.unknown`, `store.*`.
    pub async fn answer_again(&self, conversation: &str, seq: u32, model: Option<String>) -> Result<()> {
        Arc::clone(&self.0)
            .begin_turn(conversation.to_owned(), Begin::Again { seq, model })
            .await
    }

    /// Shows the branch that this message is on, as far as it goes. One that is shown already stays as it is.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work, `not_found`, `store.*`.
    pub async fn show_branch(&self, conversation: &str, seq: u32) -> Result<Conversation> {
        self.0.conversation_row(conversation).await?;
        // What is being written may not be kept yet.
        if self.0.talks.live(conversation).is_none_or(|live| live.seq != seq) {
            self.0.message(conversation, seq).await?;
        }
        let (id, live) = (conversation.to_owned(), self.0.talks.live(conversation));
        let shown = self
            .0
            .store
            .read(move |db| match live {
                Some(live) => Ok(live.seq == seq || conversations::leads_to(db, &id, seq, live.parent)?),
                None => {
                    let leaf = conversations::leaf(db, &id)?;
                    conversations::leads_to(db, &id, seq, leaf)
                }
            })
            .await?;
        // Looking at what is shown changes nothing.
        if !shown {
            let lock = self.0.lock_turn(conversation)?;
            let id = conversation.to_owned();
            let set = self
                .0
                .store
                .write(move |db| {
                    let leaf = conversations::newest_below(db, &id, seq)?;
                    conversations::set_leaf(db, &id, leaf)
                })
                .await;
            drop(lock);
            set?;
            self.0.tell_conversations().await;
        }
        self.0.conversation(conversation).await
    }
}

/// The parts of a person's message with other words. What they put in besides stays.
pub(super) fn with_words(message: &Message, text: String) -> Result<Vec<Part>> {
    let words = |part: &Part| matches!(part, Part::Words { .. });
    let at = message.parts.iter().position(words);
    let (Speaker::Person, Some(at)) = (message.speaker, at) else {
        return Err(Error::new(Code::BadInput, say!("chat-edit-own-only")));
    };
    let mut text = Some(text);
    let parts = message
        .parts
        .iter()
        .enumerate()
        .filter_map(|(place, part)| match part {
            Part::Words { .. } if place == at => text.take().map(|text| Part::Words { text }),
            Part::Words { .. } => None,
            other => Some(other.clone()),
        });
    Ok(parts.collect())
}

/// Only what a model said can be said again.
pub(super) fn answers(message: &Message) -> Result<()> {
    match message.speaker {
        Speaker::Model => Ok(()),
        Speaker::Person | Speaker::Host => {
            Err(Error::new(Code::BadInput, say!("chat-regenerate-model-only")))
        }
    }
}
