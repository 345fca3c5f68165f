//! Tools that a model wants: looked up exactly, put through policy and gate like every other call, run side by side, each
//! a card of its own (S-51).

use super::attaching;
use super::holding::HeldDecision;
use super::model_turns;
use super::offering::Offer;
use super::searching;
use super::trouble;
use super::turn::Turn;
use crate::host::calls::{AskingOrder, AskingPosition, Before, CallRequest, Caller};
use crate::host::{Host, Inner, count, views};
use crate::limits;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{CallView, Foreign, Outcome, Part, RecordKind, RejectedCall};
use portcullis_l10n::say;
use portcullis_llm::{ToolCall, ToolResult};
use portcullis_storage::audit::Intended;
use serde_json::Value;
use std::sync::Arc;

// A call that is kept and not run has a card.
const _: () =
    assert!(portcullis_llm::limits::MODEL_CALLS_KEPT <= limits::MODEL_CALLS + limits::MODEL_CALLS_REJECTED);

/// For the model, of a call beyond [`limits::MODEL_CALLS`].
fn not_run() -> String {
    let most = limits::MODEL_CALLS;
    format!(
        "This call was not run: one reply may have at most {most} tool calls, and only those run. Request it again in a later \
         reply if it is still needed."
    )
}

/// For the model, behind the last result: calls that were left out have none.
fn not_kept(count: usize) -> String {
    format!(
        "\n[This reply had {count} more tool calls. They were not run either, and are left out of this conversation.]"
    )
}

/// What happened to a tool call.
#[allow(clippy::large_enum_variant, reason = "one for each of a few calls")]
enum CallStep {
    /// Its call ended.
    Ended { at: usize, part: usize, ended: CallView },
    /// The person decided about its result.
    Decided {
        at: usize,
        part: usize,
        call: Box<CallView>,
        told: ToolResult,
        decided: HeldDecision,
    },
}

impl Inner {
    /// Runs the tool calls of a model and gives their results in order, one for each, whatever happens. `left_out` more were not
    /// kept.
    pub(super) async fn grant(
        self: &Arc<Self>,
        turn: &mut Turn,
        offer: &Offer,
        tool_calls: &[ToolCall],
        left_out: usize,
    ) -> Result<Vec<ToolResult>> {
        let mut came: Vec<Option<ToolResult>> = vec![None; tool_calls.len()];
        let mut cards: Vec<Option<usize>> = vec![None; tool_calls.len()];
        // What the model said is on disk before anything of it is done, in the commit of the first call's row.
        let before = Arc::new(turn.before_calls());
        let mut order = AskingOrder::default();
        let waiting: FuturesUnordered<BoxFuture<'static, Result<CallStep>>> = FuturesUnordered::new();
        for (at, tool_call) in tool_calls.iter().enumerate() {
            let started = match turn.stop.is_cancelled() {
                true => Err(say!("turn-call-stopped")),
                false if at >= limits::MODEL_CALLS => {
                    self.reject_beyond(turn, tool_call).await?;
                    Err(not_run())
                }
                false if offer.searching() && tool_call.name == searching::NAME => {
                    came[at] = Some(self.search_call(turn, offer, tool_call).await?);
                    continue;
                }
                false => {
                    let position = order.position();
                    let started = self
                        .start_tool_call(turn, offer, tool_call, &before, position)
                        .await?;
                    started.map_err(|error| {
                        let why = model_turns::not_begun(&error);
                        self.show_rejected(turn, tool_call, error);
                        why
                    })
                }
            };
            match started {
                Err(why) => came[at] = Some(model_turns::text_result(tool_call, false, why)),
                Ok(call) => {
                    let part = turn.message.parts.len();
                    turn.message.parts.push(Part::Call { call: call.clone() });
                    cards[at] = Some(part);
                    let host = Host(Arc::clone(self));
                    let ending = async move {
                        let ended = host.finished_call(&call.id).await?;
                        Ok(CallStep::Ended { at, part, ended })
                    };
                    waiting.push(ending.boxed());
                }
            }
        }
        // A call that was only about to begin when the turn was stopped was not there yet to be cancelled.
        if turn.stop.is_cancelled() {
            self.calls.cancel_in(&turn.row.id);
        }
        if left_out > 0 {
            self.reject_left_out(turn, left_out).await?;
        }
        self.save_turn(turn).await?;
        before.is_kept();
        // What happened to the calls before the window knew of them.
        for part in &turn.message.parts {
            if let Part::Call { call } = part
                && let Ok(live) = self.calls.find(&call.id)
            {
                live.tell(self);
            }
        }
        let mut waiting = waiting;
        while let Some(step) = waiting.next().await {
            match step? {
                CallStep::Ended { at, part, ended } => {
                    if let Some(Part::Call { call }) = turn.message.parts.get_mut(part) {
                        *call = CallView {
                            result: None,
                            ..ended.clone()
                        };
                    }
                    let fenced = self.entry(&ended.server).is_ok_and(|entry| entry.is_fenced());
                    let mut told = model_turns::tool_result(&tool_calls[at], &ended, fenced, &self.redactor);
                    let beyond = self
                        .with_pictures(&turn.row.id, &ended, &mut told, offer.capabilities)
                        .await?;
                    if beyond > 0 {
                        self.show_not_given(turn, part, beyond);
                    }
                    if self.holds_back(turn, &ended).await? {
                        let (part, deciding) = self.hold(turn, &ended, &told);
                        let deciding = async move {
                            let decided = deciding.await;
                            Ok(CallStep::Decided {
                                at,
                                part,
                                call: Box::new(ended),
                                told,
                                decided,
                            })
                        };
                        waiting.push(deciding.boxed());
                    } else {
                        came[at] = Some(told);
                    }
                }
                CallStep::Decided {
                    at,
                    part,
                    call,
                    told,
                    decided,
                } => came[at] = Some(self.unheld(turn, part, &call, told, decided).await),
            }
            self.save_turn(turn).await?;
        }
        let media = came.iter_mut().rev().flatten().flat_map(|came| &mut came.media);
        attaching::within_request(media);
        for (came, card) in came.iter().zip(cards) {
            let media = came.iter().flat_map(|came| &came.media);
            let beyond = media.filter(|media| media.data.is_none()).count();
            if let Some(part) = card.filter(|_| beyond > 0) {
                self.show_not_given(turn, part, count(beyond));
            }
        }
        let mut came: Vec<_> = came.into_iter().flatten().collect();
        if let Some(last) = came.last_mut().filter(|_| left_out > 0) {
            last.text.push_str(&not_kept(left_out));
        }
        Ok(came)
    }

    /// Says on the card of a call that so much more of its result is beyond what a model gets.
    fn show_not_given(&self, turn: &mut Turn, part: usize, more: u32) {
        let Some(Part::Call { call }) = turn.message.parts.get_mut(part) else {
            return;
        };
        call.not_given += more;
        let count = call.not_given;
        // The card shows the call as it is told of by itself, where it was.
        if let Ok(live) = self.calls.find(&call.id) {
            live.change(self, |view| view.not_given = count);
        }
    }

    /// Begins a call, or says to the model why there is none. A name that is not exactly one of the table is refused,
    /// never guessed (S-51).
    async fn start_tool_call(
        self: &Arc<Self>,
        turn: &mut Turn,
        offer: &Offer,
        tool_call: &ToolCall,
        before: &Arc<Before>,
        position: AskingPosition,
    ) -> Result<Result<CallView>> {
        // One that was left out is not there for the model, wherever it got the name from (S-41).
        let there = self.found_by_name(turn, offer, &tool_call.name).await?;
        let Some((server, tool)) = offer.names.resolve(&tool_call.name).filter(|_| there) else {
            let shown = named(tool_call).text;
            let error = Error::new(Code::ToolUnknown, say!("turn-no-tool", tool = shown));
            self.refuse_tool_call(turn, tool_call, shown, &error).await?;
            return Ok(Err(error));
        };
        if tool_call.garbled.is_some() {
            let error = Error::new(Code::CallBadArguments, say!("turn-bad-arguments"));
            let shown = text::escape_line(tool).text;
            self.refuse_tool_call(turn, tool_call, shown, &error).await?;
            return Ok(Err(error));
        }
        let wanted = CallRequest {
            server: server.0.clone(),
            tool: tool.to_owned(),
            arguments: tool_call.arguments.clone(),
            by: Caller::Model {
                model: turn.row.model.clone(),
                conversation: turn.row.id.clone(),
                title: super::shown_title(turn.row.title.clone()),
                why: tool_call.why.clone(),
                takes_part: turn.row.servers.get(server.as_str()) == Some(&true),
            },
            idle: None,
            seen: None,
        };
        // What does not even become a call is in the record already; the model reads why.
        Ok(Arc::clone(self)
            .start_call(wanted, Some(Arc::clone(before)), Some(position))
            .await)
    }

    /// A call beyond those that run of one reply.
    async fn reject_beyond(&self, turn: &mut Turn, tool_call: &ToolCall) -> Result<()> {
        let error = too_many();
        self.refuse_tool_call(turn, tool_call, named(tool_call).text, &error)
            .await?;
        self.show_rejected(turn, tool_call, error);
        Ok(())
    }

    /// Calls that were not even kept: they have one entry together.
    async fn reject_left_out(&self, turn: &mut Turn, count: usize) -> Result<()> {
        let error = too_many();
        self.record_rejected(turn, say!("turn-too-many-calls-row", count), None, &error)
            .await?;
        let rest = Error::new(error.code, say!("turn-too-many-calls-rest", count));
        turn.message.parts.push(trouble(rest));
        Ok(())
    }

    /// Shows the person what the model wanted and why nothing ran, where a call would be.
    pub(super) fn show_rejected(&self, turn: &mut Turn, tool_call: &ToolCall, error: Error) {
        let arguments = match &tool_call.garbled {
            Some(text) => text.clone(),
            None => serde_json::to_string_pretty(&tool_call.arguments).unwrap_or_default(),
        };
        let arguments = self.redactor.hide_known(&arguments);
        turn.message.parts.push(Part::Trouble {
            problem: error.into(),
            call: Some(RejectedCall {
                tool: named(tool_call),
                arguments: text::escape_within(&arguments, limits::REJECTED_ARGUMENTS),
            }),
        });
    }

    async fn refuse_tool_call(
        &self,
        turn: &Turn,
        tool_call: &ToolCall,
        shown: String,
        error: &Error,
    ) -> Result<()> {
        let sent = match &tool_call.garbled {
            Some(text) => Value::from(text.chars().take(limits::SAID).collect::<String>()),
            None => tool_call.arguments.clone(),
        };
        self.record_rejected(turn, shown, Some(sent), error).await
    }

    async fn record_rejected(
        &self,
        turn: &Turn,
        what: String,
        sent: Option<Value>,
        error: &Error,
    ) -> Result<()> {
        let row = Intended {
            kind: RecordKind::Call,
            what,
            asked_by: turn.row.model.clone(),
            conversation: Some(turn.row.id.clone()),
            why: error.sentence.clone(),
            sent,
            outcome: Some((Outcome::Refused, error.code.in_words())),
            ..views::blank_row()
        };
        self.audit.once(row).await.map(drop)
    }
}

fn too_many() -> Error {
    Error::new(
        Code::CallTooMany,
        say!("turn-too-many-calls", count = limits::MODEL_CALLS),
    )
}

/// The name that a model gave a tool, on one line.
fn named(tool_call: &ToolCall) -> Foreign {
    let name: String = tool_call.name.chars().take(128).collect();
    text::escape_line(&name)
}
