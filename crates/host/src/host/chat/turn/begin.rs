//! How a turn begins: what the person says is kept, what the model is told is put together, and its task starts.

use super::Turn;
use crate::host::Inner;
use crate::host::chat::{TurnLock, branches, bring_back};
use crate::host::models::BUILT_IN;
use futures::FutureExt as _;
use portcullis_core::{Error, Result};
use portcullis_domain::{ConversationSection, Message, ModelUsage, Part, Speaker};
use portcullis_llm::Model;
use portcullis_storage::store::conversations::{self, ConversationRow, MessagePlace};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// What a turn begins with.
pub(in crate::host::chat) enum Begin {
    /// The person says something. `about` may become the title.
    Say { about: String, parts: Vec<Part> },
    /// The person says something else in the place of a message of theirs: it follows the same one.
    SayInstead { seq: u32, text: String },
    /// Nothing new is said: the model goes on where it broke off, or answers what was attached.
    GoOn,
    /// Nothing new is said: an answer is made again, by this model or by that of the conversation.
    Again { seq: u32, model: Option<String> },
}

impl Inner {
    /// Has the model speak: to what the person says now, or to what is there already.
    pub(in crate::host::chat) async fn begin_turn(self: Arc<Self>, id: String, begin: Begin) -> Result<()> {
        let lock = self.lock_turn(&id)?;
        let mut row = self.conversation_row(&id).await?;
        let chosen = match &begin {
            Begin::Again { model, .. } => model.as_deref(),
            _ => None,
        };
        // Before anything is written: the user need not type again because a model is gone or a keychain is locked.
        let model_id = chosen.unwrap_or(&row.model_id).to_owned();
        let model = self.model_at_work(&model_id).await?;
        if model_id != BUILT_IN {
            self.may_spend().await?;
        }
        // For this answer alone: later turns use the model that the conversation names.
        let instead = chosen.map(|_| model.name().to_owned());
        let branches = !matches!(begin, Begin::Say { .. } | Begin::GoOn);
        let speaks = matches!(begin, Begin::Say { .. } | Begin::SayInstead { .. });
        if branches {
            self.nothing_waits(&id).await?;
        }
        let parent = match begin {
            Begin::Say { about, parts } => {
                let (seq, now) = self.person_says(&id, &about, parts, None).await?;
                row = now;
                Some(seq)
            }
            Begin::SayInstead { seq, text } => {
                let before = self.message(&id, seq).await?;
                let parts = branches::with_words(&before, text)?;
                let about = row.title.clone();
                let (seq, now) = self.person_says(&id, &about, parts, Some(before.parent)).await?;
                row = now;
                Some(seq)
            }
            Begin::GoOn => {
                let wanted = id.clone();
                self.store
                    .read(move |db| conversations::leaf(db, &wanted))
                    .await?
            }
            Begin::Again { seq, .. } => {
                let before = self.message(&id, seq).await?;
                branches::answers(&before)?;
                before.parent
            }
        };
        if let Some(name) = instead {
            row.model = name;
        }
        let turn = match self.turn_after(row, parent, model, model_id, lock).await {
            Ok(turn) => turn,
            // What was said is kept, and is sent again from there: as an error of saying it, it would be typed twice.
            Err(error) if speaks => {
                tracing::warn!(%error, "a turn did not begin after what was said");
                self.emit_problem(error);
                self.tell_conversations().await;
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        if branches {
            // What it takes the place of is not shown any more, from now on and not from its first word on.
            self.show_message(&turn);
        }
        // The person spoke again: earlier denials no longer stand in the way (S-37).
        self.gate.reset_denials(&id);
        let host = Arc::clone(&self);
        tokio::spawn(async move {
            host.tell_conversations().await;
            let mut turn = turn;
            let done = AssertUnwindSafe(host.turn(&mut turn)).catch_unwind().await;
            let done = done.unwrap_or_else(|_| Err(Error::internal("a model's turn panicked")));
            let ended = AssertUnwindSafe(host.end_turn(turn, done)).catch_unwind().await;
            if ended.is_err() {
                tracing::error!("the end of a turn panicked");
            }
            // No turn is in progress any more, and an event says so.
            host.tell_conversations().await;
        });
        Ok(())
    }

    /// A turn that follows the message `parent`, with all that its model is told.
    async fn turn_after(
        &self,
        row: ConversationRow,
        parent: Option<u32>,
        model: Arc<dyn Model>,
        model_id: String,
        lock: TurnLock,
    ) -> Result<Turn> {
        let wanted = row.id.clone();
        let place = self
            .store
            .read(move |db| conversations::place(db, &wanted, parent))
            .await?;
        let MessagePlace { seq, parent, branch } = place;
        let given = self.given(&row.id).await?;
        let said = self.said_before(&row, parent, model.capabilities()).await?;
        if row.section == ConversationSection::Archived {
            let wanted = row.id.clone();
            self.store
                .write(move |db| conversations::change(db, &wanted, bring_back).map(drop))
                .await?;
        }
        let message = Message {
            seq,
            speaker: Speaker::Model,
            at: self.now(),
            parts: Vec::new(),
            streaming: true,
            by: Some(ModelUsage {
                model: row.model.clone(),
                tokens_in: None,
                tokens_out: None,
                dollars: None,
            }),
            parent,
            branch,
        };
        Ok(Turn::new(row, message, lock, given, (model, model_id), said))
    }
}
