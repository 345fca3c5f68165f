//! Long conversations: a summary takes the place of the earlier messages in what a model is told, at a mark that the person sees
//! and can take away. No message is changed or removed. What the conversation has read and called (S-78) belongs to the
//! conversation and not to its messages, so it counts on as it did: a mark removes nothing of it.
//!
//! The mark is written with the end of its row in the audit log, in one commit: a summary that fails, is stopped or is killed
//! leaves everything as it was.

use super::summary_plan::{BranchMessages, SummaryPlan, beginning, history, plan, used};
use super::summary_request as record;
use super::turn::{Turn, broke_off};
use super::{Host, Inner, TurnLock, trouble};
use crate::host::models::BUILT_IN;
use crate::host::{count, views};
use crate::limits;
use portcullis_api::{CompactionPreview, Conversation};
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{Compaction, Outcome, RecordKind};
use portcullis_l10n::say;
use portcullis_llm::{End, Model, ModelCapabilities, ModelTurn, Piece, Speech, Usage};
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::conversations::{self, ConversationRow, compactions};
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Who writes a summary, and for what.
struct SummaryWriter<'a> {
    row: &'a ConversationRow,
    model: &'a dyn Model,
    stop: &'a CancellationToken,
    /// The share of the context from which on it was due; `None` where the person asked for it.
    due: Option<u32>,
}

impl Host {
    /// What a summary of the earlier messages would cover and take now. Nothing is sent.
    ///
    /// # Errors
    /// `not_found`, `model.unknown`, `store.*`; `input.bad` for the built-in model.
    pub async fn compaction_preview(&self, conversation: &str) -> Result<CompactionPreview> {
        let row = self.0.conversation_row(conversation).await?;
        let model = self.0.model_at_rest(&row.model_id)?;
        writes_summaries(&row)?;
        let plan = self.0.plan(&row, model.capabilities()).await?;
        Ok(CompactionPreview {
            messages: plan.as_ref().map_or(0, |plan| count(plan.messages)),
            kept: plan.as_ref().map_or(0, |plan| count(plan.kept)),
            tokens: plan.as_ref().map_or(0, |plan| count(plan.tokens)),
            requests: plan.as_ref().map_or(0, |plan| count(plan.parts.len())),
            most: count(limits::COMPACTION_REQUESTS),
            model: row.model,
        })
    }

    /// Has the model of a conversation summarize its earlier messages. Comes back when that is done; it is done also when
    /// no caller waits for it.
    ///
    /// # Errors
    /// `input.bad` while a model is at work in it, or when there is nothing to summarize or too much; `call.cancelled` when it
    /// was stopped; `not_found`, `spending.limit`, `model.*`, `store.*`. Everything is as it was then.
    pub async fn compact(&self, conversation: &str) -> Result<Conversation> {
        let lock = self.0.lock_turn(conversation)?;
        let (host, id) = (Arc::clone(&self.0), conversation.to_owned());
        let work = self.0.calls.tasks.spawn(async move {
            let done = host.compact_now(&id, lock).await;
            host.tell_conversations().await;
            done
        });
        work.await.map_err(Error::internal)??;
        self.0.conversation(conversation).await
    }

    /// Takes a mark away: the model gets the messages before it again.
    ///
    /// # Errors
    /// `input.bad` while a model is at work in the conversation; `not_found` where there is no such mark; `store.*`.
    pub async fn undo_compaction(&self, conversation: &str, after: u32) -> Result<Conversation> {
        let lock = self.0.lock_turn(conversation)?;
        let id = conversation.to_owned();
        let row = Intended {
            conversation: Some(id.clone()),
            why: say!("compaction-undone-why"),
            ..views::row_by_you(RecordKind::Host, say!("compaction-undone-row"))
        };
        let removed = self
            .0
            .audit
            .once_with(move |db| match compactions::remove(db, &id, after)? {
                true => Ok(((), Some(row))),
                false => Err(Error::new(Code::NotFound, say!("compaction-gone")).into()),
            })
            .await;
        drop(lock);
        removed?;
        self.0.tell_conversations().await;
        self.0.conversation(conversation).await
    }

    /// From which share of the context on a conversation is summarized automatically, in percent; `None` for never.
    ///
    /// # Errors
    /// `input.bad` outside of [`limits::COMPACT_AT`]; `not_found`, `store.*`.
    pub async fn set_compaction(&self, conversation: &str, at: Option<u32>) -> Result<Conversation> {
        let (least, most) = limits::COMPACT_AT;
        if at.is_some_and(|at| !(least..=most).contains(&at)) {
            let sentence = say!("compaction-range", least, most);
            return Err(Error::new(Code::BadInput, sentence));
        }
        self.0
            .change_conversation(conversation, move |row| row.compact_at = at)
            .await?;
        self.0.conversation(conversation).await
    }
}

impl Inner {
    /// The marks of the branch that is shown.
    pub(super) async fn compactions(&self, id: &str) -> Result<Vec<Compaction>> {
        let (wanted, live) = (id.to_owned(), self.talks.live(id));
        self.store
            .read(move |db| {
                let leaf = match live {
                    Some(live) => live.parent,
                    None => conversations::leaf(db, &wanted)?,
                };
                compactions::on_way(db, &wanted, leaf)
            })
            .await
    }

    /// All that a model is told before it answers what ends with `parent`: the last summary on that branch, and what follows.
    pub(super) async fn said_before(
        &self,
        row: &ConversationRow,
        parent: Option<u32>,
        capabilities: ModelCapabilities,
    ) -> Result<Vec<ModelTurn>> {
        let (branch, mark) = self.branch(&row.id, parent).await?;
        let begin = beginning(&branch, mark.as_ref());
        let mut said = history(&branch[begin..], row.imported);
        let open = match said.is_empty() && mark.is_some() {
            // Nothing follows the mark: the model goes on with the summary where the last reply broke off.
            true => is_open(&history(&branch[..begin], row.imported)),
            false => is_open(&said),
        };
        if !open {
            return Err(Error::new(Code::BadInput, say!("turn-nothing-left")));
        }
        if let Some(mark) = &mark {
            said.insert(0, record::in_place(mark));
        }
        self.with_media(&row.id, capabilities, &mut said).await?;
        if let Some(text) = self.instructions_of(&row.id).await? {
            said.insert(0, ModelTurn::Instructions(text));
        }
        Ok(said)
    }

    async fn branch(&self, id: &str, leaf: Option<u32>) -> Result<(BranchMessages, Option<Compaction>)> {
        let wanted = id.to_owned();
        self.store
            .read(move |db| {
                let mark = compactions::last(db, &wanted, leaf)?;
                Ok((conversations::path(db, &wanted, leaf)?, mark))
            })
            .await
    }

    async fn plan(
        &self,
        row: &ConversationRow,
        capabilities: ModelCapabilities,
    ) -> Result<Option<SummaryPlan>> {
        let wanted = row.id.clone();
        let leaf = self
            .store
            .read(move |db| conversations::leaf(db, &wanted))
            .await?;
        let (branch, mark) = self.branch(&row.id, leaf).await?;
        Ok(plan(&branch, mark.as_ref(), row.imported, capabilities.context))
    }

    /// For the person who asked for it.
    async fn compact_now(&self, id: &str, lock: TurnLock) -> Result<()> {
        let row = self.conversation_row(id).await?;
        writes_summaries(&row)?;
        let model = self.model_at_work(&row.model_id).await?;
        let Some(plan) = self.plan(&row, model.capabilities()).await? else {
            return Err(Error::new(Code::BadInput, say!("compaction-nothing")));
        };
        let writer = SummaryWriter {
            row: &row,
            model: &*model,
            stop: &lock.stop,
            due: None,
        };
        self.compact(&writer, plan).await
    }

    /// Before a turn begins: summarizes what is before it, where the conversation is set to that and its context is full enough.
    /// `false` when it was stopped meanwhile. Where no summary is made the turn goes on without, and says so.
    pub(super) async fn compact_when_due(&self, turn: &mut Turn) -> Result<bool> {
        let window = turn.model.capabilities().context;
        let (Some(due), Some(context), false) = (turn.row.compact_at, window, turn.is_free()) else {
            return Ok(true);
        };
        let context = context as usize;
        let (id, parent) = (turn.row.id.clone(), turn.message.parent);
        let (branch, mark) = self.branch(&id, parent).await?;
        let wanted = id.clone();
        let uncounted = self
            .store
            .read(move |db| compactions::uncounted(db, &wanted))
            .await?;
        let used = match used(&branch, mark.as_ref(), uncounted) {
            // A provider counts the tools as well.
            (tokens, true) => tokens,
            (tokens, false) => {
                let offer = self.offered(&turn.row, &turn.given, Some(&*turn.model), false);
                tokens + offer.budget.tokens as usize
            }
        };
        if used.saturating_mul(100) < context.saturating_mul(due as usize) {
            return Ok(true);
        }
        let Some(plan) = plan(&branch, mark.as_ref(), turn.row.imported, window) else {
            return Ok(true);
        };
        // What is left of it would be as full again at once.
        if plan.tokens < context / limits::COMPACTION_WORTH {
            return Ok(true);
        }
        let model = Arc::clone(&turn.model);
        let writer = SummaryWriter {
            row: &turn.row,
            model: &*model,
            stop: &turn.stop,
            due: Some(due),
        };
        let done = self.compact(&writer, plan).await;
        self.talks.set_compacting(&id, false);
        match done {
            Ok(()) => turn.said = self.said_before(&turn.row, parent, model.capabilities()).await?,
            Err(_) if turn.stop.is_cancelled() => return Ok(false),
            Err(error) if error.code == Code::SpendingLimit => return Err(error),
            Err(error) => {
                let not_made = say!("compaction-not-made", reason = error.sentence);
                turn.message.parts.push(trouble(Error::new(error.code, not_made)));
                self.save_turn(turn).await?;
            }
        }
        self.tell_conversations().await;
        Ok(true)
    }

    /// Asks for the summary and sets the mark, between the two parts of a row in the audit log.
    async fn compact(&self, writer: &SummaryWriter<'_>, plan: SummaryPlan) -> Result<()> {
        if plan.parts.len() > limits::COMPACTION_REQUESTS {
            let sentence = say!(
                "compaction-too-much",
                count = plan.parts.len(),
                limit = limits::COMPACTION_REQUESTS
            );
            return Err(Error::new(Code::BadInput, sentence).remedy(say!("compaction-too-much-remedy")));
        }
        self.may_spend().await?;
        let id = writer.row.id.clone();
        // Before anything is paid for.
        let (of, after) = (id.clone(), plan.after);
        self.store
            .read(move |db| compactions::has_room(db, &of, after))
            .await?;
        let row = Intended {
            kind: RecordKind::Host,
            what: say!("compaction-row", count = plan.messages, model = writer.row.model),
            asked_by: match writer.due {
                Some(_) => "Portcullis".to_owned(),
                None => say!("asked-by-you"),
            },
            conversation: Some(id.clone()),
            why: match writer.due {
                Some(percent) => say!("compaction-due-why", percent),
                None => say!("compaction-why"),
            },
            sent: Some(json!({
                "messages": plan.messages,
                "tokens": plan.tokens,
                "requests": plan.parts.len(),
            })),
            outcome: None,
            ..views::blank_row()
        };
        let seq = self.audit.intend(row).await?;
        self.talks.set_compacting(&id, true);
        self.tell_conversations().await;
        let error = match self.summarize(writer, &plan).await {
            Ok(summary) => {
                let mark = Compaction {
                    after: plan.after,
                    messages: count(plan.messages),
                    model: writer.row.model.clone(),
                    at: self.now(),
                    automatic: writer.due.is_some(),
                    summary,
                };
                let ended = Ended::new(Outcome::Done, say!("compaction-done"));
                let of = id.clone();
                match self
                    .audit
                    .end_with(seq, ended, move |db| compactions::put(db, &of, &mark))
                    .await
                {
                    Ok(_) => return Ok(()),
                    Err(error) => error,
                }
            }
            Err(error) => error,
        };
        let ended = match error.code {
            Code::CallCancelled => Ended {
                outcome: Outcome::Cancelled,
                ..Ended::failed(&error)
            },
            _ => Ended::failed(&error),
        };
        self.audit.end(seq, ended).await?;
        Err(error)
    }

    /// The summary, part by part: each request has that of the parts before it.
    async fn summarize(&self, writer: &SummaryWriter<'_>, plan: &SummaryPlan) -> Result<String> {
        let mut summary = plan.earlier.clone();
        for part in &plan.parts {
            let sent = self
                .redactor
                .hide_known(&record::request(summary.as_deref(), part, plan.words));
            summary = Some(self.request_summary(writer, sent, plan.most).await?);
        }
        summary.ok_or_else(|| Error::internal("a summary of nothing was asked for"))
    }

    /// One request. It counts as every other one, also when it is stopped.
    async fn request_summary(&self, writer: &SummaryWriter<'_>, sent: String, most: usize) -> Result<String> {
        self.may_spend().await?;
        let (speech, mut pieces) = Speech::new();
        let said = [ModelTurn::Person(sent)];
        // Without tools: whatever the record says, nothing can be called here.
        let mut speaking = writer.model.reply(&said, &[], &speech);
        let (mut length, mut begun, mut spent) = (0, false, None::<Usage>);
        let mut hear = |piece: Piece| {
            begun |= !matches!(piece, Piece::Again { .. });
            match piece {
                Piece::Words(words) => length += words.chars().count(),
                Piece::Spent(usage) => spent = Some(usage),
                _ => {}
            }
            length
        };
        let reply = loop {
            tokio::select! {
                biased;
                () = writer.stop.cancelled() => break Err(Error::new(Code::CallCancelled, say!("compaction-stopped"))),
                Some(piece) = pieces.recv() => {
                    if hear(piece) > most {
                        break Err(too_long(most));
                    }
                }
                reply = &mut speaking => break reply,
            }
        };
        // What was said last and is still on its way.
        while let Ok(piece) = pieces.try_recv() {
            hear(piece);
        }
        let usage = match &reply {
            Ok(reply) => reply.usage,
            Err(_) => spent.unwrap_or_default(),
        };
        // A request that failed before anything came of it cost nothing, as in a turn.
        let counts = match &reply {
            Ok(_) => true,
            Err(error) => begun || error.code == Code::CallCancelled || broke_off(error),
        };
        if counts {
            self.count_reply(&writer.row.id, &writer.row.model, usage).await?;
        }
        let reply = reply?;
        let failed =
            |code: Code, sentence: String| Err(Error::new(code, sentence).remedy(say!("compaction-remedy")));
        let summary = text::escape(reply.words.trim()).text;
        match reply.end {
            End::Length => return failed(Code::ModelCut, say!("compaction-cut")),
            End::Withheld => return failed(Code::ModelCut, say!("compaction-withheld")),
            End::Done | End::Stopped => {}
        }
        if summary.is_empty() {
            return failed(Code::ModelCut, say!("compaction-empty"));
        }
        if summary.chars().count() > most {
            return Err(too_long(most));
        }
        Ok(self.redactor.hide_known(&summary))
    }
}

/// The built-in model follows a script, so it has nothing to sum up.
fn writes_summaries(row: &ConversationRow) -> Result<()> {
    match row.model_id == BUILT_IN {
        true => Err(Error::new(Code::BadInput, say!("compaction-built-in"))
            .remedy(say!("compaction-built-in-remedy"))),
        false => Ok(()),
    }
}

fn too_long(most: usize) -> Error {
    Error::new(Code::ModelCut, say!("compaction-long", limit = most)).remedy(say!("compaction-remedy"))
}

/// Whether a model has something to answer.
fn is_open(said: &[ModelTurn]) -> bool {
    matches!(
        said.last(),
        Some(ModelTurn::Person(_) | ModelTurn::Shown(_) | ModelTurn::Results(_))
    )
}
