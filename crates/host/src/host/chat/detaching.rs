//! Attached files that the person takes out again before they are sent. The message stays where it is and is empty from then on: no
//! message is ever taken out of the tree of a conversation. What the record and the data flow say of the file stays too.

use crate::host::{Host, Inner, views};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{AttachedFile, Message, Part, RecordKind, Speaker};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::{conversations, media};

impl Host {
    /// Takes a file out of a conversation that was attached since something was last said in it.
    ///
    /// # Errors
    /// `input.bad` while the model is still at work; `not_found` where no such file waits; `store.*`.
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
        let wanted = row.id.clone();
        let (most, bytes) = limits::MESSAGES_PAGE;
        let newest = self
            .store
            .read(move |db| {
                let leaf = conversations::leaf(db, &wanted)?;
                conversations::page(db, &wanted, leaf, most, bytes)
            })
            .await?;
        let mut waiting = newest.into_iter().rev().take_while(waits);
        let message = waiting.find(|message| message.seq == seq);
        let Some((message, file)) = message.and_then(|message| {
            let file = file_of(&message)?;
            Some((message, file))
        }) else {
            return Err(Error::new(Code::NotFound, say!("attach-not-waiting")));
        };
        self.audit
            .once(Intended {
                kind: RecordKind::Host,
                what: say!("attach-removed-row", name = file.name.text),
                asked_by: say!("asked-by-you"),
                conversation: Some(row.id.clone()),
                why: say!("attach-removed-why"),
                sent: Some(serde_json::json!({"sha256": file.digest})),
                ..views::blank_row()
            })
            .await?;
        let emptied = Message {
            parts: Vec::new(),
            ..message
        };
        let (conversation, kept) = (row.id.clone(), emptied.clone());
        self.store
            .write(move |db| {
                conversations::put_message(db, &conversation, &kept)?;
                media::remove_unused(db, &conversation, &file.digest)
            })
            .await?;
        self.emit(HostEvent::Message {
            conversation: row.id,
            message: emptied,
        });
        Ok(())
    }
}

/// Whether a message is there for the next words.
fn waits(message: &Message) -> bool {
    let words = |part: &Part| matches!(part, Part::Words { .. });
    message.speaker == Speaker::Person && !message.parts.iter().any(words)
}

fn file_of(message: &Message) -> Option<AttachedFile> {
    match message.parts.as_slice() {
        [Part::File { file }] => Some(file.clone()),
        _ => None,
    }
}
