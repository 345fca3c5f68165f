//! Long conversations: a summary takes the place of the earlier messages in what a model is told, at a mark that the person sees
//! and can take away. No message is changed or removed. What the conversation has read and called (S-78) belongs to the
//! conversation and not to its messages, so it counts on as it did: a mark removes nothing of it.
//!
//! The mark is written with the end of its row in the audit log, in one commit: a summary that fails, is stopped or is killed
//! leaves everything as it was.

use super::summary_request as record;
use super::turn::Turn;
use super::{Host, Inner, TurnLock, context, told};
use crate::host::models::BUILT_IN;
use crate::host::views;
use crate::limits;
use portcullis_api::{CompactionPreview, Conversation};
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{Compaction, ImportedFrom, Message, Outcome, Part, Problem, RecordKind, Speaker};
use portcullis_l10n::say;
use portcullis_llm::{End, Model, ModelTurn, Piece, Room, Speech, Usage, tokens};
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::conversations::{self, ConversationRow, compactions};
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A branch up to a message, each with what a model was told of it, where that is known.
type Way = Vec<(Message, Option<Vec<ModelTurn>>)>;

/// Who writes a summary, and for what.
struct SummaryWriter<'a> {
    row: &'a ConversationRow,
    model: &'a dyn Model,
    stop: &'a CancellationToken,
    /// The share of the context from which on it was due; `None` where the person asked for it.
    due: Option<u32>,
}

/// A summary that can be made.
#[derive(Debug, PartialEq)]
struct SummaryPlan {
    /// The last message that it covers.
    after: u32,
    /// How many it covers, from the first of the conversation on.
    messages: usize,
    /// How many follow it.
    kept: usize,
    /// The summary that it takes the place of.
    earlier: Option<String>,
    /// The record, in as many parts as there are requests.
    parts: Vec<Vec<String>>,
    /// About how many tokens the record has.
    tokens: usize,
    /// Words that the model is told to stay below.
    words: usize,
    /// Characters that are kept of it.
    most: usize,
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
        let plan = self.0.plan(&row, model.room()).await?;
        let number = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
        Ok(CompactionPreview {
            messages: plan.as_ref().map_or(0, |plan| number(plan.messages)),
            kept: plan.as_ref().map_or(0, |plan| number(plan.kept)),
            tokens: plan.as_ref().map_or(0, |plan| number(plan.tokens)),
            requests: plan.as_ref().map_or(0, |plan| number(plan.parts.len())),
            most: number(limits::COMPACTION_REQUESTS),
            model: row.model,
        })
    }

    /// Has the model of a conversation summarize its earlier messages. Comes back when that is done; it is done also when
    /// nobody waits for it.
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
            kind: RecordKind::Host,
            what: say!("compaction-undone-row"),
            asked_by: say!("asked-by-you"),
            conversation: Some(id.clone()),
            why: say!("compaction-undone-why"),
            ..views::blank_row()
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

    /// From which share of the context on a conversation is summarized by itself, in percent; `None` for never.
    ///
    /// # Errors
    /// `input.bad` outside of [`limits::COMPACT_AT`]; `not_found`, `store.*`.
    pub async fn set_compaction(&self, conversation: &str, at: Option<u32>) -> Result<Conversation> {
        let (least, most) = limits::COMPACT_AT;
        if at.is_some_and(|at| !(least..=most).contains(&at)) {
            let sentence = say!("compaction-range", least = least, most = most);
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
        room: Room,
    ) -> Result<Vec<ModelTurn>> {
        let (way, mark) = self.way(&row.id, parent).await?;
        let begin = beginning(&way, mark.as_ref());
        let mut said = history(&way[begin..], row.imported);
        let open = match said.is_empty() && mark.is_some() {
            // Nothing follows the mark: the model goes on with the summary where the last reply broke off.
            true => is_open(&history(&way[..begin], row.imported)),
            false => is_open(&said),
        };
        if !open {
            return Err(Error::new(Code::BadInput, say!("turn-nothing-left")));
        }
        if let Some(mark) = &mark {
            said.insert(0, record::in_place(mark));
        }
        self.with_media(&row.id, room, &mut said).await?;
        if let Some(text) = self.instructions_of(&row.id).await? {
            said.insert(0, ModelTurn::Instructions(text));
        }
        Ok(said)
    }

    async fn way(&self, id: &str, leaf: Option<u32>) -> Result<(Way, Option<Compaction>)> {
        let wanted = id.to_owned();
        self.store
            .read(move |db| {
                let mark = compactions::last(db, &wanted, leaf)?;
                Ok((conversations::path(db, &wanted, leaf)?, mark))
            })
            .await
    }

    async fn plan(&self, row: &ConversationRow, room: Room) -> Result<Option<SummaryPlan>> {
        let wanted = row.id.clone();
        let leaf = self
            .store
            .read(move |db| conversations::leaf(db, &wanted))
            .await?;
        let (way, mark) = self.way(&row.id, leaf).await?;
        Ok(plan(&way, mark.as_ref(), row.imported, room.context))
    }

    /// For the person who asked for it.
    async fn compact_now(&self, id: &str, lock: TurnLock) -> Result<()> {
        let row = self.conversation_row(id).await?;
        writes_summaries(&row)?;
        let model = self.model_at_work(&row.model_id).await?;
        let Some(plan) = self.plan(&row, model.room()).await? else {
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
        let window = turn.model.room().context;
        let (Some(due), Some(context), false) = (turn.row.compact_at, window, turn.free) else {
            return Ok(true);
        };
        let context = context as usize;
        let (id, parent) = (turn.row.id.clone(), turn.message.parent);
        let (way, mark) = self.way(&id, parent).await?;
        let wanted = id.clone();
        let uncounted = self
            .store
            .read(move |db| compactions::uncounted(db, &wanted))
            .await?;
        let used = match used(&way, mark.as_ref(), uncounted) {
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
        let Some(plan) = plan(&way, mark.as_ref(), turn.row.imported, window) else {
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
            Ok(()) => turn.said = self.said_before(&turn.row, parent, model.room()).await?,
            Err(_) if turn.stop.is_cancelled() => return Ok(false),
            Err(error) if error.code == Code::SpendingLimit => return Err(error),
            Err(error) => {
                turn.message.parts.push(Part::Trouble {
                    problem: Problem {
                        code: error.code.as_str().to_owned(),
                        sentence: say!("compaction-not-made", reason = error.sentence),
                        remedy: None,
                        said: None,
                    },
                    call: None,
                });
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
                Some(percent) => say!("compaction-due-why", percent = percent),
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
                    messages: u32::try_from(plan.messages).unwrap_or(u32::MAX),
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
        let (speech, mut heard) = Speech::new();
        let said = [ModelTurn::Person(sent)];
        // Without tools: whatever the record says, nothing can be called here.
        let mut speaking = writer.model.reply(&said, &[], &speech);
        let mut length = 0;
        let reply = loop {
            tokio::select! {
                biased;
                () = writer.stop.cancelled() => break Err(Error::new(Code::CallCancelled, say!("compaction-stopped"))),
                Some(piece) = heard.recv() => {
                    if let Piece::Words(words) = piece {
                        length += words.chars().count();
                    }
                    if length > most {
                        break Err(too_long(most));
                    }
                }
                reply = &mut speaking => break reply,
            }
        };
        let usage = reply
            .as_ref()
            .map_or_else(|_| Usage::default(), |reply| reply.usage);
        // A request that failed at its provider cost nothing, as in a turn.
        let stopped = matches!(&reply, Err(error) if error.code == Code::CallCancelled || length > most);
        if reply.is_ok() || stopped {
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

/// Where what follows a mark begins.
fn beginning(way: &Way, mark: Option<&Compaction>) -> usize {
    mark.map_or(0, |mark| {
        way.partition_point(|(message, _)| message.seq <= mark.after)
    })
}

/// What a model was told of these messages. Words that broke off are said again.
fn history(way: &[(Message, Option<Vec<ModelTurn>>)], from: Option<ImportedFrom>) -> Vec<ModelTurn> {
    let kept = way
        .iter()
        .filter_map(|(message, told)| Some((message.seq, told.clone()?)))
        .collect();
    let messages: Vec<Message> = way.iter().map(|(message, _)| message.clone()).collect();
    let mut said = told::history(&messages, kept, from);
    if matches!(said.last(), Some(ModelTurn::Model(reply)) if reply.calls.is_empty() && reply.end == End::Stopped)
    {
        said.pop();
    }
    said
}

/// Whether a model has something to answer.
fn is_open(said: &[ModelTurn]) -> bool {
    matches!(
        said.last(),
        Some(ModelTurn::Person(_) | ModelTurn::Shown(_) | ModelTurn::Results(_))
    )
}

fn is_imported(message: &Message, from: Option<ImportedFrom>) -> bool {
    from.is_some_and(|from| message.seq <= from.last)
}

/// The lines of one message, each with about how many tokens it takes.
fn lines(
    (message, told): &(Message, Option<Vec<ModelTurn>>),
    from: Option<ImportedFrom>,
) -> Vec<(String, usize)> {
    let turns = told::of_message(message, told.clone());
    let lines = record::lines(&turns, is_imported(message, from));
    lines
        .into_iter()
        .map(|line| {
            let tokens = tokens(&line);
            (line, tokens)
        })
        .collect()
}

fn sum(lines: &[(String, usize)]) -> usize {
    lines.iter().map(|(_, tokens)| tokens).sum()
}

/// About how many tokens of the context are taken by what was said, and whether that is the last count of a provider with what
/// came since.
fn used(way: &Way, mark: Option<&Compaction>, uncounted: u32) -> (usize, bool) {
    let mut sum_of = 0;
    for it in way[beginning(way, mark)..].iter().rev() {
        let (message, told) = it;
        if message.seq > uncounted
            && let Some(counted) = told.as_deref().and_then(context::counted)
        {
            return (sum_of + usize::try_from(counted).unwrap_or(usize::MAX / 2), true);
        }
        sum_of += sum(&lines(it, None));
    }
    (sum_of + mark.map_or(0, |mark| tokens(&mark.summary)), false)
}

/// Where the messages of the person begin that end before `end`, with the files that belong to them.
fn asked_at(way: &Way, end: usize) -> Option<usize> {
    let is_person = |at: &usize| way[*at].0.speaker == Speaker::Person;
    let last = (0..end).rev().find(is_person)?;
    Some((0..last).rev().take_while(is_person).last().unwrap_or(last))
}

/// What a summary would cover now: all but what waits for an answer, and the exchange before that where it is short. A message
/// holds its calls together with their results, so none of these are separated.
fn plan(
    way: &Way,
    mark: Option<&Compaction>,
    from: Option<ImportedFrom>,
    context: Option<u32>,
) -> Option<SummaryPlan> {
    let context = context.unwrap_or(limits::COMPACTION_CONTEXT) as usize;
    let begin = beginning(way, mark);
    let mut end = match way.last()?.0.speaker {
        Speaker::Person => asked_at(way, way.len())?,
        Speaker::Model | Speaker::Host => way.len(),
    };
    if let Some(start) = asked_at(way, end).filter(|start| *start > begin) {
        let kept: usize = way[start..end].iter().map(|it| sum(&lines(it, from))).sum();
        if kept <= context / limits::COMPACTION_KEPT {
            end = start;
        }
    }
    if end <= begin {
        return None;
    }
    let record: Vec<(String, usize)> = way[begin..end].iter().flat_map(|it| lines(it, from)).collect();
    if record.is_empty() {
        return None;
    }
    let (share, most) = limits::COMPACTION_PART;
    let (least_words, most_words) = limits::COMPACTION_WORDS;
    let (least_chars, most_chars) = limits::COMPACTION_SUMMARY;
    Some(SummaryPlan {
        after: way[end - 1].0.seq,
        messages: end,
        kept: way.len() - end,
        earlier: mark.map(|mark| mark.summary.clone()),
        tokens: sum(&record),
        parts: record::parts(&record, (context / share).min(most)),
        words: (context / 32).clamp(least_words, most_words),
        most: (context / 2).clamp(least_chars, most_chars),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use portcullis_llm::{ModelReply, ToolCall, ToolResult};

    fn said(
        seq: u32,
        speaker: Speaker,
        told: Option<Vec<ModelTurn>>,
        text: &str,
    ) -> (Message, Option<Vec<ModelTurn>>) {
        let message = Message {
            seq,
            speaker,
            at: 0,
            parts: vec![Part::Words {
                text: text.to_owned(),
            }],
            streaming: false,
            by: None,
            parent: (seq > 1).then(|| seq - 1),
            branch: None,
        };
        (message, told)
    }

    fn asks(seq: u32) -> (Message, Option<Vec<ModelTurn>>) {
        said(seq, Speaker::Person, None, "What now?")
    }

    fn answers(seq: u32, input: u64, text: &str) -> (Message, Option<Vec<ModelTurn>>) {
        let reply = ModelReply {
            words: text.to_owned(),
            usage: Usage {
                input: Some(input),
                output: Some(1),
                dollars: None,
            },
            ..ModelReply::default()
        };
        said(
            seq,
            Speaker::Model,
            Some(vec![ModelTurn::Model(Box::new(reply))]),
            text,
        )
    }

    fn mark(after: u32) -> Compaction {
        Compaction {
            after,
            messages: after,
            model: "m".to_owned(),
            at: 1,
            automatic: false,
            summary: "before".to_owned(),
        }
    }

    fn ends(way: &Way, mark: Option<&Compaction>, context: u32) -> Option<(u32, usize, usize)> {
        plan(way, mark, None, Some(context)).map(|plan| (plan.after, plan.messages, plan.kept))
    }

    #[test]
    fn what_waits_for_an_answer_and_a_short_last_exchange_stay_as_they_are() {
        let way = vec![asks(1), answers(2, 9, "a"), asks(3), answers(4, 9, "b")];
        assert_eq!(ends(&way, None, 8_000), Some((2, 2, 2)));
        let waits = [way.clone(), vec![asks(5), asks(6)]].concat();
        assert_eq!(
            ends(&waits, None, 8_000),
            Some((2, 2, 4)),
            "a file and words to it"
        );
        // An exchange that is long itself is covered as well.
        let long = vec![
            asks(1),
            answers(2, 9, "a"),
            asks(3),
            answers(4, 9, &"b ".repeat(4_000)),
        ];
        assert_eq!(ends(&long, None, 8_000), Some((4, 4, 0)));
        // One exchange alone is all that there is.
        assert_eq!(ends(&way[..2].to_vec(), None, 8_000), Some((2, 2, 0)));
        assert_eq!(ends(&way[..1].to_vec(), None, 8_000), None);
        assert_eq!(ends(&Vec::new(), None, 8_000), None);
    }

    #[test]
    fn a_second_summary_has_the_first_one_and_what_came_after_it() {
        let way = vec![
            asks(1),
            answers(2, 9, "a"),
            asks(3),
            answers(4, 9, "b"),
            asks(5),
            answers(6, 9, "c"),
        ];
        let second = plan(&way, Some(&mark(2)), None, Some(8_000)).unwrap();
        assert_eq!((second.after, second.messages, second.kept), (4, 4, 2));
        assert_eq!(second.earlier.as_deref(), Some("before"));
        assert_eq!(second.parts.concat().len(), 2, "messages 3 and 4 alone");
        assert_eq!(
            plan(&way, Some(&mark(6)), None, Some(8_000)),
            None,
            "nothing is new"
        );
    }

    #[test]
    fn calls_and_their_results_are_on_the_same_side_of_a_mark() {
        let call = ToolCall {
            id: "1".to_owned(),
            name: "notes__read".to_owned(),
            arguments: json!({}),
            garbled: None,
            why: None,
        };
        let told = vec![
            ModelTurn::Model(Box::new(ModelReply {
                calls: vec![call],
                ..ModelReply::default()
            })),
            ModelTurn::Results(vec![ToolResult {
                id: "1".to_owned(),
                name: "notes__read".to_owned(),
                ok: true,
                text: "x".repeat(20_000),
                media: Vec::new(),
            }]),
        ];
        let way = vec![
            asks(1),
            said(2, Speaker::Model, Some(told), ""),
            asks(3),
            answers(4, 9, "b"),
        ];
        let plan = plan(&way, None, None, Some(2_000)).unwrap();
        assert_eq!(plan.after, 2);
        let after = history(&way[2..], None);
        let pairs = |turn: &ModelTurn| match turn {
            ModelTurn::Model(reply) => !reply.calls.is_empty(),
            ModelTurn::Results(_) => true,
            _ => false,
        };
        assert!(!after.iter().any(pairs));
        assert!(
            plan.parts.len() > 1,
            "a record longer than half of the context is divided"
        );
    }

    #[test]
    fn a_count_from_before_a_mark_says_nothing_of_what_is_sent_now() {
        let way = vec![
            asks(1),
            answers(2, 900, "a"),
            asks(3),
            answers(4, 990, "b"),
            asks(5),
        ];
        let (before, is_counted) = used(&way, None, 0);
        assert!((991..1_100).contains(&before) && is_counted, "{before}");
        let (after, is_counted) = used(&way, Some(&mark(2)), 4);
        assert!((10..200).contains(&after) && !is_counted, "{after}");
    }
}
