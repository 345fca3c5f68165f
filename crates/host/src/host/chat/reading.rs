//! Conversations as they are shown: summaries, pages of messages, and calls as they are now.

use super::offering::takes_part;
use super::shown_title;
use crate::host::{Entry, Inner, count};
use crate::limits;
use portcullis_api::{Conversation, ConversationServer, ConversationSummary, MessagePage};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{CallState, CallView, Message, Part, Phase};
use portcullis_l10n::say;
use portcullis_storage::store::conversations::{self, ConversationRow, ListedConversation};
use portcullis_storage::store::found_tools::{self, FoundTools};

impl Inner {
    pub(super) fn conversation_summary(&self, row: ListedConversation) -> ConversationSummary {
        ConversationSummary {
            busy: self.talks.busy(&row.id),
            id: row.id,
            title: shown_title(row.title),
            updated_at: row.updated_at,
            model: row.model,
            model_id: row.model_id,
            section: row.section,
            imported: row.imported,
            folder: row.folder,
        }
    }

    pub(super) async fn conversation_row(&self, id: &str) -> Result<ConversationRow> {
        let wanted = id.to_owned();
        let found = self.store.read(move |db| conversations::get(db, &wanted)).await?;
        found.ok_or_else(conversations::gone)
    }

    /// A consistent snapshot of a conversation. If a turn ends between the reads, the snapshot would have a partial answer and no
    /// turn in progress, and the event of that end was sent before.
    pub(super) async fn conversation(&self, id: &str) -> Result<Conversation> {
        loop {
            let is_busy = self.talks.busy(id);
            let read = self.read_conversation(id).await?;
            if read.summary.busy == is_busy {
                return Ok(read);
            }
        }
    }

    async fn read_conversation(&self, id: &str) -> Result<Conversation> {
        let row = self.conversation_row(id).await?;
        let MessagePage { messages, earlier } = self.newest(id).await?;
        let fresh = messages.is_empty();
        let servers = self
            .entries()
            .iter()
            .map(|entry| Self::conversation_server(entry, &row, fresh))
            .collect();
        let model = self.model_at_rest(&row.model_id).ok();
        let given = self.given(id).await?;
        let offer = self.offered(&row, &given, model.as_deref(), fresh);
        let suggestions = match fresh {
            true => model
                .map(|model| model.suggestions(&mut offer.tools()))
                .unwrap_or_default(),
            false => Vec::new(),
        };
        let context = self.context_use(id, &offer.budget).await?;
        let compactions = self.compactions(id).await?;
        let compact_at = row.compact_at;
        Ok(Conversation {
            compactions,
            compacting: self.talks.compacting(id),
            compact_at,
            summary: self.conversation_summary(row.into()),
            servers,
            messages,
            earlier,
            models: self.model_choices(),
            left_out: offer.left_out.clone(),
            held: given.held,
            budget: offer.budget.clone(),
            context,
            suggestions,
        })
    }

    /// Of each server that there is, with every look at a conversation: no more of it is read than is shown here.
    fn conversation_server(entry: &Entry, row: &ConversationRow, fresh: bool) -> ConversationServer {
        let snapshot = entry.client().map(|client| client.snapshot());
        let phase = snapshot.as_ref().map(|snapshot| snapshot.state.phase);
        ConversationServer {
            enabled: takes_part(entry, row, fresh),
            // One that is asleep is started by the first call.
            ready: matches!(phase, Some(Phase::Ready | Phase::Asleep)),
            id: entry.id.0.clone(),
            label: entry.label(),
            tools: snapshot.map_or(0, |snapshot| count(snapshot.catalog.tools.len())),
        }
    }

    /// The end of what is shown.
    pub(super) async fn newest(&self, id: &str) -> Result<MessagePage> {
        let mut live = self.talks.live(id);
        loop {
            let (wanted, follows) = (id.to_owned(), live.as_ref().map(|live| live.parent));
            let messages = self
                .store
                .read(move |db| {
                    let leaf = match follows {
                        Some(parent) => parent,
                        None => conversations::leaf(db, &wanted)?,
                    };
                    let (most, bytes) = limits::MESSAGES_PAGE;
                    conversations::page(db, &wanted, leaf, most, bytes)
                })
                .await?;
            // What is being written is shown as far as it was told to everybody else. It may have ended meanwhile.
            let now = self.talks.live(id);
            if live.is_some() && now.is_none() {
                live = None;
                continue;
            }
            let mut page = self.as_now(messages);
            page.messages
                .extend(now.filter(|now| live.as_ref().is_some_and(|live| live.seq == now.seq)));
            return Ok(page);
        }
    }

    pub(super) async fn given(&self, id: &str) -> Result<FoundTools> {
        let wanted = id.to_owned();
        self.store.read(move |db| found_tools::get(db, &wanted)).await
    }

    pub(super) async fn earlier(&self, id: &str, before: u32, to: Option<u32>) -> Result<MessagePage> {
        let wanted = id.to_owned();
        let messages = self
            .store
            .read(move |db| {
                let Some(first) = conversations::message(db, &wanted, before)? else {
                    return Ok(Vec::new());
                };
                let (most, bytes) = match to {
                    Some(_) => limits::MESSAGES_BACK,
                    None => limits::MESSAGES_PAGE,
                };
                let mut messages = conversations::page(db, &wanted, first.parent, most, bytes)?;
                if let Some(to) = to {
                    let meant = messages.partition_point(|message| message.seq < to);
                    messages.drain(..meant.saturating_sub(limits::MESSAGES_AROUND));
                }
                Ok(messages)
            })
            .await?;
        Ok(self.as_now(messages))
    }

    fn as_now(&self, mut messages: Vec<Message>) -> MessagePage {
        messages
            .iter_mut()
            .for_each(|message| self.show_calls_now(message));
        MessagePage {
            earlier: messages.first().is_some_and(|first| first.parent.is_some()),
            messages,
        }
    }

    /// A call that goes on as a task is as it is now, also after a restart.
    pub(super) fn show_calls_now(&self, message: &mut Message) {
        for call in calls_in(message) {
            if let Ok(live) = self.calls.find(&call.id) {
                *call = live.without_result();
            }
        }
    }

    pub(super) async fn message(&self, id: &str, seq: u32) -> Result<Message> {
        let wanted = id.to_owned();
        let found = self
            .store
            .read(move |db| conversations::message(db, &wanted, seq))
            .await?;
        found.ok_or_else(|| Error::new(Code::NotFound, say!("chat-message-gone")))
    }
}

/// A call that was under way when the host ended is not under way any more. One that goes on as a task is.
pub(super) fn cut_off(call: &mut CallView, now: u64) {
    let (state, words) = match call.state {
        CallState::Waiting => (CallState::Cancelled, say!("chat-cut-waiting")),
        CallState::Running if call.task.is_none() => (CallState::Failed, say!("chat-cut-running")),
        _ => return,
    };
    call.state = state;
    call.request = None;
    call.ended_at = Some(now);
    call.problem = Some(Error::new(Code::Closing, words).into());
}

pub(super) fn calls_in(message: &mut Message) -> impl Iterator<Item = &mut CallView> {
    message.parts.iter_mut().filter_map(|part| match part {
        Part::Call { call } => Some(call),
        _ => None,
    })
}
