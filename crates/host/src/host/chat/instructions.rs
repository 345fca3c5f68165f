//! Instructions: what the person tells the model of a conversation beforehand. They go before all that is said, with every request
//! and after every summary. They are the person's words, allow nothing and are in no entry of the audit log.

use super::{Host, Inner};
use crate::limits;
use portcullis_api::ConversationInstructions;
use portcullis_core::text::{escape, escape_line};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::InstructionPreset;
use portcullis_l10n::say;
use portcullis_storage::store::conversations::instructions;

impl Host {
    /// The instructions of a conversation, and the presets.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn instructions(&self, conversation: &str) -> Result<ConversationInstructions> {
        let id = conversation.to_owned();
        self.0
            .store
            .read(move |db| {
                Ok(ConversationInstructions {
                    text: instructions::of(db, &id)?.unwrap_or_default(),
                    presets: instructions::presets(db)?,
                })
            })
            .await
    }

    /// Gives a conversation other instructions, from its next turn on; none where the text is empty.
    ///
    /// # Errors
    /// `input.bad` when they are too long; `not_found`, `store.*`.
    pub async fn set_instructions(&self, conversation: &str, text: &str) -> Result<()> {
        let text = said(text)?;
        let id = conversation.to_owned();
        self.0
            .write_and_tell(move |db| {
                let text = Some(text.as_str()).filter(|text| !text.is_empty());
                instructions::set(db, &id, text)
            })
            .await
    }

    /// Keeps instructions by name, in place of those of the same name. No conversation has them by that.
    ///
    /// # Errors
    /// `input.bad` for a name or a text that is empty or too long, and when there are too many; `store.*`.
    pub async fn save_instruction_preset(&self, name: &str, text: &str) -> Result<()> {
        let preset = InstructionPreset {
            name: named(name)?,
            text: said(text)?,
        };
        if preset.text.is_empty() {
            return Err(Error::new(Code::BadInput, say!("instructions-empty")));
        }
        self.0
            .write_and_tell(move |db| instructions::keep_preset(db, &preset))
            .await
    }

    /// Removes a preset. Conversations that have its text keep it.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn remove_instruction_preset(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.0
            .write_and_tell(move |db| instructions::remove_preset(db, &name))
            .await
    }
}

impl Inner {
    /// What the model of a conversation is told beforehand.
    pub(super) async fn instructions_of(&self, conversation: &str) -> Result<Option<String>> {
        let id = conversation.to_owned();
        self.store.read(move |db| instructions::of(db, &id)).await
    }
}

/// What is sent is what the person sees: a hidden character is written out.
fn said(text: &str) -> Result<String> {
    let text = escape(text.trim()).text;
    if text.chars().count() > limits::OWN_INSTRUCTIONS.0 {
        let sentence = say!("instructions-length", limit = limits::OWN_INSTRUCTIONS.0);
        return Err(Error::new(Code::BadInput, sentence));
    }
    Ok(text)
}

fn named(name: &str) -> Result<String> {
    let name = escape_line(name.trim()).text;
    if name.is_empty() || name.chars().count() > limits::OWN_INSTRUCTIONS.1 {
        let sentence = say!("instructions-name-length", limit = limits::OWN_INSTRUCTIONS.1);
        return Err(Error::new(Code::BadInput, sentence));
    }
    Ok(name)
}
