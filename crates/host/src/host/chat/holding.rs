//! Results that a person sees before the model does. The tool has run; what it brought back waits here, and goes to the
//! model as it came, as the person changed it, or not at all. The model is told which: it must not take a person's words
//! for a tool's, or silence for a failure.
//!
//! What waits is in the message, so that a window that is reloaded shows it again. With the conversation, or with the
//! host, the waiting ends, and the model gets nothing.

use super::turn::Turn;
use crate::host::{Host, Inner, locked, views};
use crate::limits;
use portcullis_api::{Conversation, HeldAnswer};
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{CallState, CallView, HeldResult, HeldState, Message, Outcome, Part, RecordKind};
use portcullis_l10n::say;
use portcullis_llm::ToolResult;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::found_tools;
use std::collections::HashMap;
use std::sync::Mutex;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Results that wait.
#[derive(Default)]
pub(crate) struct ResultReview(Mutex<HashMap<String, PendingReview>>);

struct PendingReview {
    conversation: String,
    answer: oneshot::Sender<HeldAnswer>,
    since: Instant,
    /// What it is a result of, for the record.
    row: Intended,
}

/// What a person decided; `None` when they did not decide.
pub(super) type HeldDecision = Option<HeldAnswer>;

impl Host {
    /// Has results of a conversation wait for the person before its model gets them, or no longer.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_conversation_held(&self, conversation: &str, held: bool) -> Result<Conversation> {
        let id = self.0.conversation_row(conversation).await?.id;
        self.0
            .store
            .write(move |db| found_tools::put_held(db, &id, held))
            .await?;
        self.0.conversation(conversation).await
    }

    /// Says what becomes of a result that waits. It is in the record before the model gets anything.
    ///
    /// # Errors
    /// `not_found` when it does not wait any more; `consent.too_soon` right after it came; `input.bad`, `store.*`: it goes
    /// on waiting then.
    pub async fn answer_held(&self, conversation: &str, held: &str, answer: HeldAnswer) -> Result<()> {
        let answer = checked(answer)?;
        let waiting = self.0.holds.take(conversation, held)?;
        let mut row = waiting.row.clone();
        (row.why, row.sent, row.outcome) = match &answer {
            HeldAnswer::Give {} => (
                say!("held-given-why"),
                None,
                Some((Outcome::Done, say!("held-given"))),
            ),
            HeldAnswer::Change { text } => (
                say!("held-changed-why"),
                Some(serde_json::json!({ "given": text })),
                Some((Outcome::Done, say!("held-changed"))),
            ),
            HeldAnswer::Withhold { reason } => (
                say!("held-withheld-why", reason),
                None,
                Some((Outcome::Denied, say!("held-withheld"))),
            ),
        };
        if let Err(error) = self.0.audit.once(row).await {
            locked(&self.0.holds.0).insert(held.to_owned(), waiting);
            return Err(error);
        }
        waiting.answer.send(answer).map_err(|_| gone())
    }
}

impl ResultReview {
    /// Takes a result that waits long enough to have been read.
    fn take(&self, conversation: &str, held: &str) -> Result<PendingReview> {
        let mut all = locked(&self.0);
        let waiting = all.get(held).filter(|it| it.conversation == conversation);
        let Some(waiting) = waiting.filter(|it| !it.answer.is_closed()) else {
            return Err(gone());
        };
        if waiting.since.elapsed() < limits::GUARD {
            return Err(
                Error::new(Code::ConsentTooSoon, say!("held-too-soon")).remedy(say!("held-too-soon-remedy"))
            );
        }
        all.remove(held).ok_or_else(gone)
    }
}

fn gone() -> Error {
    Error::new(Code::NotFound, say!("held-gone"))
}

fn checked(answer: HeldAnswer) -> Result<HeldAnswer> {
    let bad = |sentence: String| Err(Error::new(Code::BadInput, sentence));
    match answer {
        HeldAnswer::Change { text } if text.len() > limits::HELD_TEXT => {
            bad(say!("held-text-length", count = limits::HELD_TEXT >> 10))
        }
        HeldAnswer::Withhold { reason } => {
            let reason = reason.trim().to_owned();
            match reason.chars().count() {
                1..=limits::HELD_REASON => Ok(HeldAnswer::Withhold { reason }),
                _ => bad(say!("held-reason-length", count = limits::HELD_REASON)),
            }
        }
        answer => Ok(answer),
    }
}

impl Inner {
    /// Whether what came of a call waits for the person: they want that, and there are words of the server in it.
    pub(super) async fn holds_back(&self, turn: &Turn, call: &CallView) -> Result<bool> {
        let words = match call.state {
            CallState::Done | CallState::ToolError => true,
            CallState::Failed => call
                .problem
                .as_ref()
                .is_some_and(|problem| problem.said.is_some()),
            CallState::Waiting | CallState::Running | CallState::Refused | CallState::Cancelled => false,
        };
        Ok(words && self.given(&turn.row.id).await?.held)
    }

    /// Puts a result aside for the person. Gives its place in the message, and what brings their decision.
    pub(super) fn hold(
        &self,
        turn: &mut Turn,
        call: &CallView,
        came: &ToolResult,
    ) -> (usize, impl Future<Output = HeldDecision> + Send + use<>) {
        let id = ids::random();
        let (answer, decided) = oneshot::channel();
        let waiting = PendingReview {
            conversation: turn.row.id.clone(),
            answer,
            since: Instant::now(),
            row: row_of(turn, call),
        };
        {
            let mut all = locked(&self.holds.0);
            all.retain(|_, waiting| !waiting.answer.is_closed());
            all.insert(id.clone(), waiting);
        }
        turn.message.parts.push(Part::Held {
            held: HeldResult {
                id,
                call: call.id.clone(),
                state: HeldState::Waiting,
                text: came.text.clone(),
                reason: None,
            },
        });
        let stop = turn.stop.clone();
        let deciding = async move {
            match stop.run_until_cancelled(decided).await {
                Some(Ok(answer)) => Some(answer),
                Some(Err(_)) | None => None,
            }
        };
        (turn.message.parts.len() - 1, deciding)
    }

    /// What the model is told after the person decided, or without a decision.
    pub(super) async fn unheld(
        &self,
        turn: &mut Turn,
        part: usize,
        call: &CallView,
        came: ToolResult,
        decided: HeldDecision,
    ) -> ToolResult {
        let (state, reason, said) = match decided {
            Some(HeldAnswer::Give {}) => (HeldState::Given, None, None),
            Some(HeldAnswer::Change { text }) => {
                let said = format!("[The person changed this result before you got it.]\n{text}");
                (HeldState::Changed, None, Some((came.ok, said)))
            }
            Some(HeldAnswer::Withhold { reason }) => {
                let said = format!(
                    "The tool ran. The person read its result and withheld it from you. Their reason: {reason} \
                     Do not try to get it in another way."
                );
                // The tool ran, whatever became of its result.
                (HeldState::Withheld, Some(reason), Some((true, said)))
            }
            None => {
                let row = Intended {
                    why: say!("held-undecided-why"),
                    outcome: Some((Outcome::Cancelled, say!("held-undecided"))),
                    ..row_of(turn, call)
                };
                // At the end of the host the record may be closed already; the row of the call itself is in it.
                if let Err(error) = self.audit.once(row).await {
                    tracing::warn!(%error, "a result that was not given was not recorded");
                }
                (HeldState::Ended, None, Some((true, NOT_GIVEN.to_owned())))
            }
        };
        let told = match said {
            None => came,
            Some((ok, text)) => ToolResult {
                ok,
                text,
                media: Vec::new(),
                ..came
            },
        };
        if let Some(Part::Held { held }) = turn.message.parts.get_mut(part) {
            held.text = match state {
                HeldState::Changed => told.text.clone(),
                // The whole is with the call, as long as it is kept.
                HeldState::Waiting | HeldState::Given | HeldState::Withheld | HeldState::Ended => {
                    String::new()
                }
            };
            held.state = state;
            held.reason = reason;
        }
        told
    }
}

/// What a model is told of a result without a decision.
pub(super) const NOT_GIVEN: &str = "The tool ran. Its result waited for the person to read it, and the conversation was \
interrupted before they decided, so you do not get it. Ask the person before you run it again.";

fn row_of(turn: &Turn, call: &CallView) -> Intended {
    let tool = escape_line(&call.tool).text;
    let what = say!("held-row", tool, model = turn.row.model);
    Intended {
        server: Some((call.server.as_str().into(), call.server_label.clone())),
        tool: Some(call.tool.clone()),
        conversation: Some(turn.row.id.clone()),
        ..views::row_by_you(RecordKind::Host, what)
    }
}

/// Whether a message has a result without a decision.
pub(super) fn undecided(message: &Message) -> bool {
    message.parts.iter().any(|part| {
        matches!(part, Part::Held { held } if matches!(held.state, HeldState::Waiting | HeldState::Ended))
    })
}

/// No task waits for an answer any more.
pub(super) fn end(message: &mut Message) {
    for part in &mut message.parts {
        if let Part::Held { held } = part
            && held.state == HeldState::Waiting
        {
            held.state = HeldState::Ended;
            held.text = String::new();
        }
    }
}
