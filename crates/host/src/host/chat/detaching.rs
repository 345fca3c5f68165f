//! What was attached and the person takes out again before it is sent: files, and what servers offer. The message stays where it is and is empty from then on: no
//! message is ever taken out of the tree of a conversation. What the record and the data flow say of it stays too.

use crate::host::{Host, Inner, views};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Message, Part, RecordKind, Speaker};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::{conversations, media};
use serde_json::{Value, json};

impl Host {
    /// Takes out of a conversation what was attached since something was last said in it.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work; `not_found` where it does not wait; `store.*`.
    pub async fn remove_attached(&self, conversation: &str, seq: u32) -> Result<()> {
        let lock = self.0.lock_turn(conversation)?;
        let removed = self.0.remove_attached(conversation, seq).await;
        drop(lock);
        self.0.tell_conversations().await;
        removed
    }
}

impl Inner {
    async fn remove_attached(&self, id: &str, seq: u32) -> Result<()> {
        let row = self.conversation_row(id).await?;
        let waiting = self.waiting(&row.id).await?;
        let message = waiting.into_iter().find(|message| message.seq == seq);
        let Some((message, attached)) = message.and_then(|message| {
            let attached = attached_in(&message)?;
            Some((message, attached))
        }) else {
            return Err(Error::new(Code::NotFound, say!("attach-not-waiting")));
        };
        let removed = Intended {
            conversation: Some(row.id.clone()),
            why: say!("attach-removed-why"),
            sent: Some(attached.sent),
            ..views::row_by_you(RecordKind::Host, say!("attach-removed-row", name = attached.name))
        };
        let emptied = Message {
            parts: Vec::new(),
            ..message
        };
        let (conversation, kept) = (row.id.clone(), emptied.clone());
        self.audit
            .once_with(move |db| {
                conversations::put_message(db, &conversation, &kept)?;
                if let Some(digest) = &attached.digest {
                    media::remove_unused(db, &conversation, digest)?;
                }
                Ok(((), Some(removed)))
            })
            .await?;
        self.emit(HostEvent::Message {
            conversation: row.id,
            message: emptied,
        });
        Ok(())
    }

    /// Refuses another branch while something waits to be sent: it would stay behind on the branch that is shown now.
    pub(super) async fn nothing_waits(&self, id: &str) -> Result<()> {
        let waiting = self.waiting(id).await?;
        match waiting.iter().all(|message| message.parts.is_empty()) {
            true => Ok(()),
            false => {
                Err(Error::new(Code::BadInput, say!("attach-waits")).remedy(say!("attach-waits-remedy")))
            }
        }
    }

    /// The messages that wait to be sent, the newest first, with those that were emptied.
    async fn waiting(&self, id: &str) -> Result<Vec<Message>> {
        let wanted = id.to_owned();
        let (most, bytes) = limits::MESSAGES_PAGE;
        let newest = self
            .store
            .read(move |db| {
                let leaf = conversations::leaf(db, &wanted)?;
                conversations::page(db, &wanted, leaf, most, bytes)
            })
            .await?;
        Ok(newest.into_iter().rev().take_while(waits).collect())
    }
}

/// Whether a message of the person has no words: it is there to be sent, or was emptied.
pub(super) fn waits(message: &Message) -> bool {
    let words = |part: &Part| matches!(part, Part::Words { .. });
    message.speaker == Speaker::Person && !message.parts.iter().any(words)
}

/// What a message holds that can be taken out.
struct Attached {
    /// What the record calls it.
    name: String,
    /// What the record says of it.
    sent: Value,
    /// Of its bytes, where there are some.
    digest: Option<String>,
}

fn attached_in(message: &Message) -> Option<Attached> {
    match message.parts.as_slice() {
        [Part::File { file }] => Some(Attached {
            name: file.name.text.clone(),
            sent: json!({"sha256": file.digest}),
            digest: Some(file.digest.clone()),
        }),
        // A prompt has several; it was attached as a whole.
        [
            Part::Quoted {
                server_label, shown, ..
            },
            more @ ..,
        ] if more.iter().all(|part| matches!(part, Part::Quoted { .. })) => Some(Attached {
            name: shown.text.clone(),
            sent: json!({"server": server_label}),
            digest: None,
        }),
        _ => None,
    }
}
