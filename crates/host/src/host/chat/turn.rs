//! A turn: a model speaks, tools that it wants are run, and it speaks again, until it wants none or is stopped.
//!
//! Its words are shown as they come, each only once, and saved when they begin, every few seconds, and at the end of each
//! reply, so that whatever happens at most the words still streaming are lost (F-28).

mod begin;

pub(super) use begin::Begin;

use super::offering::Offer;
use super::{TurnLock, attaching, calls_in, holding, making, model_turns, trouble};
use crate::host::calls::Before;
use crate::host::models::BUILT_IN;
use crate::host::{Inner, locked, views};
use crate::limits;
use futures::future::join_all;
use portcullis_api::HostEvent;
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Message, ModelUsage, Outcome, Part, Problem, RecordKind};
use portcullis_l10n::say;
use portcullis_llm::{End, Model, ModelReply, ModelTurn, Piece, Speech, ToolDefinition, Usage};
use portcullis_storage::audit::Intended;
use portcullis_storage::store::conversations::{self, ConversationRow};
use portcullis_storage::store::found_tools::FoundTools;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// A turn under way.
pub(super) struct Turn {
    pub row: ConversationRow,
    pub message: Message,
    pub stop: CancellationToken,
    /// Something was not said or done for it. One that comes when all is said stops nothing.
    stopped: bool,
    /// Given back when the turn is over, or panics.
    _lock: TurnLock,
    /// What its model is given beside what is said.
    pub given: FoundTools,
    pub model: Arc<dyn Model>,
    /// What it is chosen by.
    pub model_id: String,
    /// All that the model is told.
    pub said: Vec<ModelTurn>,
    /// What of it belongs to this message.
    told: Vec<ModelTurn>,
    /// The model speaks, and its reply is not among what it is told.
    open: bool,
    /// Where the parts of the current reply begin.
    begun: usize,
    /// What the current reply took, where it ends as an error that is paid for.
    spent: Option<Usage>,
    /// How much of the last part everybody knows: its place, and its length in bytes.
    known: Option<(usize, usize)>,
    saved: Option<Instant>,
}

impl Turn {
    /// One that writes `message`, and whose model is told `said`.
    fn new(
        row: ConversationRow,
        message: Message,
        lock: TurnLock,
        given: FoundTools,
        (model, model_id): (Arc<dyn Model>, String),
        said: Vec<ModelTurn>,
    ) -> Self {
        Self {
            row,
            message,
            stop: lock.stop.clone(),
            stopped: false,
            _lock: lock,
            given,
            model,
            model_id,
            said,
            told: Vec::new(),
            open: false,
            begun: 0,
            spent: None,
            known: None,
            saved: None,
        }
    }

    /// Whether its model is the built-in one, which costs nothing.
    pub(super) fn is_free(&self) -> bool {
        self.model_id == BUILT_IN
    }

    fn tells(&mut self, said: ModelTurn) {
        self.told.push(said.clone());
        self.said.push(said);
    }

    /// Takes a piece of what the model says.
    fn hear(&mut self, piece: Piece) -> Result<()> {
        let part = match piece {
            Piece::Words(words) => Part::Words {
                text: text::escape(&words).text,
            },
            Piece::Thought(words) => Part::Thought {
                text: text::escape(&words).text,
            },
            Piece::Made(made) => making::part(made),
            Piece::LeftOut { sentence, said } => making::left_out(sentence, said),
            Piece::Again { seconds } => trouble(Error::new(Code::ModelBusy, say!("turn-busy", seconds))),
            Piece::Spent(usage) => {
                self.spent = Some(usage);
                return Ok(());
            }
        };
        // What was said of waiting is over when something comes.
        self.waits_no_longer();
        match (self.message.parts[self.begun..].last_mut(), part) {
            (Some(Part::Words { text }), Part::Words { text: more })
            | (Some(Part::Thought { text }), Part::Thought { text: more }) => {
                text.push_str(&more);
                if text.len() > limits::MODEL_WORDS {
                    return Err(Error::new(
                        Code::MessageTooLarge,
                        say!("turn-too-long", size = limits::MODEL_WORDS >> 20),
                    ));
                }
            }
            (_, part) => self.message.parts.push(part),
        }
        Ok(())
    }

    /// Takes back what was said of waiting for a provider that is overloaded: a reply began, or the turn ended.
    fn waits_no_longer(&mut self) {
        if self.message.parts[self.begun..].last().is_some_and(tells_of_wait) {
            self.message.parts.pop();
            self.known = None;
        }
    }

    /// What everybody should be told of how it grew.
    fn growth(&mut self) -> Option<HostEvent> {
        let at = self.message.parts.len().checked_sub(1)?;
        let length = match self.message.parts.last()? {
            Part::Words { text } | Part::Thought { text } => text.len(),
            _ => 0,
        };
        let before = self.known.replace((at, length));
        match (before, self.message.parts.last()?) {
            (Some(known), _) if known == (at, length) => None,
            (Some((part, known)), Part::Words { text } | Part::Thought { text }) if part == at => {
                let (old, new) = text.split_at_checked(known)?;
                Some(HostEvent::Words {
                    conversation: self.row.id.clone(),
                    seq: self.message.seq,
                    part: u32::try_from(at).ok()?,
                    from: u32::try_from(old.encode_utf16().count()).ok()?,
                    text: new.to_owned(),
                })
            }
            _ => Some(HostEvent::Message {
                conversation: self.row.id.clone(),
                message: self.message.clone(),
            }),
        }
    }

    /// Words of the last reply of which the rest is unknown.
    fn unfinished(&self) -> Option<ModelTurn> {
        let reply = self.message.parts[self.begun..].iter();
        let words: String = reply
            .filter_map(|part| match part {
                Part::Words { text } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let made = making::made_in(&self.message.parts[self.begun..]);
        let said = !words.trim().is_empty() || !made.is_empty();
        said.then(|| {
            ModelTurn::Model(Box::new(ModelReply {
                made,
                ..model_turns::spoken(&words)
            }))
        })
    }

    /// The message as it is, to be saved with the first call that it wants.
    pub(super) fn before_calls(&self) -> Before {
        let (id, message, told) = (self.row.id.clone(), self.message.clone(), self.told.clone());
        Before::new(move |db| conversations::put_told(db, &id, &message, &told))
    }

    fn took(&mut self, usage: Usage) {
        let by = self.message.by.get_or_insert_with(|| ModelUsage {
            model: self.row.model.clone(),
            tokens_in: None,
            tokens_out: None,
            dollars: None,
        });
        let sum = |one: Option<u64>, more: Option<u64>| match (one, more) {
            (None, None) => None,
            (one, more) => Some(one.unwrap_or(0) + more.unwrap_or(0)),
        };
        by.tokens_in = sum(by.tokens_in, usage.input);
        by.tokens_out = sum(by.tokens_out, usage.output);
        if let Some(dollars) = usage.dollars {
            by.dollars = Some(by.dollars.unwrap_or(0.0) + dollars);
        }
    }
}

/// Whether it says that a provider is asked again in some seconds.
pub(super) fn tells_of_wait(part: &Part) -> bool {
    matches!(part, Part::Trouble { problem, .. } if problem.code == Code::ModelBusy.as_str())
}

/// Whether a reply began of which nothing need have been shown: it was the arguments of a call, or reasoning that is kept secret.
pub(super) fn broke_off(error: &Error) -> bool {
    error.code == Code::ModelCut
}

impl Inner {
    /// Who takes part may change while a model is at work.
    async fn reread(&self, turn: &mut Turn) -> Result<()> {
        turn.row.servers = self.conversation_row(&turn.row.id).await?.servers;
        Ok(())
    }

    /// Records what the model is about to read of definitions, those that it may find by searching included.
    async fn will_be_offered(&self, conversation: &str, offer: &Offer) -> Result<()> {
        let known = self.reads_of(conversation).await?;
        // Of a changed tool the model reads the definition that was approved.
        let as_offered = offer
            .candidates
            .iter()
            .filter(|it| Arc::ptr_eq(&it.told, &it.tool));
        let found = self.unapproved_definitions(&known, as_offered.map(|it| (&*it.entry, &*it.tool)));
        match found.is_empty() {
            true => Ok(()),
            false => self.record_reads(conversation, found).await,
        }
    }

    async fn turn(self: &Arc<Self>, turn: &mut Turn) -> Result<()> {
        if !self.compact_when_due(turn).await? {
            turn.stopped = true;
            return Ok(());
        }
        for _ in 0..limits::TURN_MOVES {
            self.reread(turn).await?;
            let offer = self.offered(&turn.row, &turn.given, Some(&*turn.model), false);
            self.will_be_offered(&turn.row.id, &offer).await?;
            let tools = offer.tools().collect();
            // Its provider may have been removed meanwhile: nothing more goes there.
            self.model_at_rest(&turn.model_id)?;
            if !turn.is_free() {
                self.may_spend().await?;
            }
            let received = self.listen(turn, tools).await;
            let begun = match &received {
                Ok(reply) => reply.is_none(),
                Err(error) => turn.message.parts.len() > turn.begun || broke_off(error),
            };
            let spent = turn.spent.take();
            if let Some(usage) = spent {
                turn.took(usage);
            }
            // What came before it was stopped or broke off has a price, and no usage comes with it.
            if begun || spent.is_some() {
                self.count_cost(turn, spent.unwrap_or_default()).await?;
            }
            let Some(reply) = received? else {
                turn.stopped = true;
                return Ok(());
            };
            turn.took(reply.usage);
            self.count_cost(turn, reply.usage).await?;
            turn.open = false;
            let (calls, left_out, end) = (reply.calls.clone(), reply.calls_left_out, reply.end);
            let made = making::made_something(&turn.message.parts[turn.begun..]);
            let silent = reply.words.trim().is_empty() && calls.is_empty() && !made;
            if !silent {
                turn.tells(ModelTurn::Model(Box::new(reply)));
            }
            if calls.is_empty() {
                let (code, sentence, remedy) = match end {
                    End::Length => ("model.length", say!("turn-length"), say!("turn-length-remedy")),
                    End::Withheld => (
                        "model.withheld",
                        say!("turn-withheld"),
                        say!("turn-withheld-remedy"),
                    ),
                    End::Done | End::Stopped if silent => {
                        return Err(
                            Error::new(Code::ModelCut, say!("turn-empty")).remedy(say!("turn-empty-remedy"))
                        );
                    }
                    End::Done | End::Stopped => return Ok(()),
                };
                turn.message.parts.push(trouble(Problem {
                    code: code.to_owned(),
                    sentence,
                    remedy: Some(remedy),
                    said: None,
                }));
                return Ok(());
            }
            self.reread(turn).await?;
            let came = self.grant(turn, &offer, &calls, left_out).await?;
            turn.tells(ModelTurn::Results(came));
            attaching::within_request(turn.said.iter_mut().rev().flat_map(attaching::media_of));
            self.save_turn(turn).await?;
            if turn.stop.is_cancelled() {
                turn.stopped = true;
                return Ok(());
            }
        }
        Err(
            Error::new(Code::BadInput, say!("turn-rounds", count = limits::TURN_MOVES))
                .remedy(say!("turn-rounds-remedy")),
        )
    }

    async fn count_cost(&self, turn: &Turn, usage: Usage) -> Result<()> {
        match turn.is_free() {
            true => Ok(()),
            false => self.count_reply(&turn.row.id, &turn.row.model, usage).await,
        }
    }

    /// Lets the model speak once. `None` when it was stopped.
    async fn listen(
        self: &Arc<Self>,
        turn: &mut Turn,
        tools: Vec<ToolDefinition>,
    ) -> Result<Option<ModelReply>> {
        let (speech, mut pieces) = Speech::new();
        let (model, said) = (Arc::clone(&turn.model), std::mem::take(&mut turn.said));
        let speaking = async move {
            let reply = model.reply(&said, &tools, &speech).await;
            (reply, said)
        };
        let mut speaking = std::pin::pin!(speaking);
        let mut ticks = tokio::time::interval(limits::GROWS_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut grew = false;
        turn.known = None;
        turn.open = true;
        turn.begun = turn.message.parts.len();
        let reply = loop {
            tokio::select! {
                biased;
                () = turn.stop.cancelled() => break None,
                _ = ticks.tick(), if grew => {
                    grew = false;
                    self.show_growth(turn).await?;
                }
                Some(piece) = pieces.recv() => {
                    grew = true;
                    self.keep_made(turn, &piece).await?;
                    turn.hear(piece)?;
                }
                (reply, said) = &mut speaking => {
                    turn.said = said;
                    break Some(reply);
                }
            }
        };
        // What was said before the end and is still on its way.
        while let Ok(piece) = pieces.try_recv() {
            self.keep_made(turn, &piece).await?;
            turn.hear(piece)?;
        }
        // It was stopped while it waited, or failed permanently: neither is tried again in some seconds.
        turn.waits_no_longer();
        if let Some(event) = turn.growth() {
            self.tell_growth(turn, event);
        }
        reply.transpose()
    }

    async fn show_growth(&self, turn: &mut Turn) -> Result<()> {
        let Some(event) = turn.growth() else {
            return Ok(());
        };
        self.tell_growth(turn, event);
        if turn.saved.is_none_or(|at| at.elapsed() >= limits::GROWS_SAVED) {
            self.keep_turn(turn).await?;
        }
        Ok(())
    }

    /// A later reader finds what is told now. A message can be long: of words that grow, only the new ones are copied.
    fn tell_growth(&self, turn: &Turn, event: HostEvent) {
        let grown = match &event {
            HostEvent::Words { part, text, .. } => self.talks.grow(&turn.row.id, *part, text),
            _ => false,
        };
        if !grown {
            self.talks.show(&turn.row.id, &turn.message);
        }
        self.emit(event);
    }

    /// Saves the message as it is, and says so.
    pub(super) async fn save_turn(&self, turn: &mut Turn) -> Result<()> {
        self.keep_turn(turn).await?;
        turn.known = None;
        self.show_message(turn);
        Ok(())
    }

    /// Tells everybody the message as it is.
    fn show_message(&self, turn: &Turn) {
        self.talks.show(&turn.row.id, &turn.message);
        self.emit(HostEvent::Message {
            conversation: turn.row.id.clone(),
            message: turn.message.clone(),
        });
    }

    async fn keep_turn(&self, turn: &mut Turn) -> Result<()> {
        turn.saved = Some(Instant::now());
        let (id, message, told) = (turn.row.id.clone(), turn.message.clone(), turn.told.clone());
        self.store
            .write(move |db| conversations::put_told(db, &id, &message, &told))
            .await
    }

    async fn end_turn(&self, mut turn: Turn, done: Result<()>) {
        // It was deleted while the model was at work, which stopped it: there is nothing left to say this in.
        if turn.stop.is_cancelled() && self.is_gone(&turn.row.id).await {
            return;
        }
        turn.message.streaming = false;
        if turn.open
            && let Some(said) = turn.unfinished()
        {
            turn.told.push(said);
        }
        if let Err(error) = done {
            self.record_trouble(&turn, &error).await;
            self.end_calls(&mut turn.message).await;
            turn.message.parts.push(trouble(error));
        } else if turn.stopped || turn.message.parts.is_empty() {
            turn.message.parts.push(Part::Stopped {});
        }
        let mut is_shown = false;
        // Until it is saved the turn lock is held: what would follow could not be saved either.
        while let Err(error) = self.save_turn(&mut turn).await {
            if self.is_gone(&turn.row.id).await {
                return;
            }
            tracing::error!(%error, "the end of a turn was not saved");
            let waits = error.code.as_str().starts_with("store.");
            if !is_shown {
                is_shown = true;
                self.show_message(&turn);
                self.emit_problem(error);
            }
            let pause = tokio::time::sleep(limits::STORE_RETRY);
            if !waits || self.closing.run_until_cancelled(pause).await.is_none() {
                return;
            }
            self.show_calls_now(&mut turn.message);
        }
    }

    /// Stops the calls of a turn that failed, and notes how they end: no model reads their results any more. One that goes on as a
    /// task stays.
    async fn end_calls(&self, message: &mut Message) {
        let mut ends = Vec::new();
        for call in calls_in(message) {
            if let Ok(live) = self.calls.find(&call.id)
                && locked(&live.view).task.is_none()
            {
                live.cancel.cancel();
                ends.push(live.ended.subscribe());
            }
        }
        let ended = ends
            .into_iter()
            .map(|mut end: watch::Receiver<bool>| async move { end.wait_for(|ended| *ended).await.is_ok() });
        // One may become a task in this very moment, and its server need not stop it.
        let ended = tokio::time::timeout(limits::TASK_STOPPING, join_all(ended)).await;
        if ended.is_err() {
            tracing::warn!("a call of a turn that failed goes on");
        }
        self.show_calls_now(message);
        // The turn no longer waits for a decision about a result.
        holding::end(message);
    }

    async fn is_gone(&self, id: &str) -> bool {
        matches!(self.conversation_row(id).await, Err(error) if error.code == Code::NotFound)
    }

    /// A reply that failed is in the record, without what was said.
    async fn record_trouble(&self, turn: &Turn, error: &Error) {
        let row = Intended {
            conversation: Some(turn.row.id.clone()),
            why: error.sentence.clone(),
            outcome: Some((Outcome::Failed, error.code.in_words())),
            ..views::row_by_you(RecordKind::Host, say!("turn-failed-row", model = turn.row.model))
        };
        if let Err(error) = self.audit.once(row).await {
            tracing::error!(%error, "a reply that failed was not recorded");
        }
    }
}

#[cfg(test)]
mod tests;
