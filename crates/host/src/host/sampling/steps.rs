//! The two steps of a sampling request: to the model, and back to the server.

use super::{PERSON, REJECTED, SamplingContext, Stopped};
use crate::host::blocking;
use crate::host::chat::{NO_CONVERSATION, of_unknown_price};
use crate::host::models::BUILT_IN;
use crate::host::sampling::showing::SamplingAnswerReview;
use crate::host::{Inner, locked, milliseconds, views};
use crate::limits;
use portcullis_approval::consent::{
    Ask, Decision, Edit, Edited, HandOver, ModelRequest, Permit, Proposal, RecordedAnswer, SamplingStep,
};
use portcullis_core::text::grouped;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Asked, Outcome};
use portcullis_l10n::say;
use portcullis_llm::sampling::{self, Fault, SamplingPart, SamplingRequest, SamplingResult, Stop};
use portcullis_llm::{Piece, Speech, Usage};
use portcullis_mcp::client::Refusal;
use portcullis_storage::audit::{Decided, Ended, Intended};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::time::Instant;

/// What came of the first step.
pub(super) struct ModelAnswer {
    /// What was asked, as it was sent or answered.
    request: SamplingRequest,
    answer: SamplingResult,
    /// The model's name, or [`PERSON`].
    model: String,
    /// The person wrote it and need not be asked again.
    by_hand: Option<(Permit<HandOver>, String)>,
}

impl Inner {
    /// Shows the request, and sends it to a model if a person says so.
    pub(super) async fn first_step(
        self: &Arc<Self>,
        context: &SamplingContext,
        request: SamplingRequest,
    ) -> Result<ModelAnswer, Refusal> {
        let began = Instant::now();
        let mut sent = context.common().aside(&request.to_value());
        // What it wished beside it is not granted, and part of what happened all the same (S-75).
        if let (Some(context), Value::Object(members)) =
            (&context.review.preferences.include_context, &mut sent)
        {
            members.insert("includeContext".to_owned(), json!(context));
        }
        let row = Intended {
            why: say!("sampling-allowed-why", server = context.entry.label()),
            sent: Some(sent),
            ..self.sampling_row(&context.entry, say!("sampling-request-row"))
        };
        let seq = self.begin(row).await?;
        let done = self.to_model(context, request, seq).await;
        let ended = done.as_ref().map(|given| Ended {
            came_back: Some(in_words(&given.answer)),
            ..Ended::new(
                Outcome::Done,
                say!("sampling-answered-by", model = called(&given.model)),
            )
        });
        self.end_step(context, seq, ended, began).await;
        done.map_err(|stopped| stopped.refusal)
    }

    /// Shows the answer, and hands it over if a person says so.
    pub(super) async fn second_step(
        self: &Arc<Self>,
        context: &SamplingContext,
        given: ModelAnswer,
    ) -> Result<Value, Refusal> {
        let began = Instant::now();
        let label = context.entry.label();
        let why = match given.by_hand {
            Some(_) => say!("sampling-written-why"),
            None => say!("sampling-result-why", server = label),
        };
        let row = Intended {
            why,
            sent: Some(context.common().aside(&given.answer.to_value())),
            shown: given.by_hand.as_ref().map(|(_, shown)| shown.clone()),
            ..self.sampling_row(&context.entry, say!("sampling-response-row"))
        };
        let seq = self.begin(row).await?;
        let done = self.to_server(context, given, seq).await;
        let ended = done
            .as_ref()
            .map(|_| Ended::new(Outcome::Done, say!("sampling-handed-over")));
        self.end_step(context, seq, ended, began).await;
        done.map_err(|stopped| stopped.refusal)
    }

    /// Nothing is asked or done that cannot be recorded (S-91).
    async fn begin(&self, row: Intended) -> Result<u64, Refusal> {
        self.audit.intend(row).await.map_err(|error| {
            tracing::error!(%error, "a sampling request was not recorded");
            Refusal::INTERNAL
        })
    }

    async fn end_step(
        &self,
        context: &SamplingContext,
        seq: u64,
        ended: Result<Ended, &Stopped>,
        began: Instant,
    ) {
        let ended = ended.unwrap_or_else(|stopped| {
            self.note_denied(context, stopped);
            context.ended(stopped)
        });
        let ended = Ended {
            duration: Some(milliseconds(began.elapsed())),
            ..ended
        };
        self.record_end(seq, ended).await;
        locked(&context.answered).take();
    }

    async fn to_model(
        self: &Arc<Self>,
        context: &SamplingContext,
        request: SamplingRequest,
        seq: u64,
    ) -> Result<ModelAnswer, Stopped> {
        let review = Arc::clone(&context.review);
        let shown = Arc::clone(&review);
        let asked = blocking(move || shown.asked(&request, false)).await?;
        let label = context.entry.label();
        let asked = asked.map_err(|fault| Stopped::bad(&label, fault))?;
        let question = say!("sampling-question", server = label);
        let edit = Arc::new(move |text: &str, _: Asked| review.edit(text));
        let Decision { answered, permit } = self.put(context, question, asked, edit, false).await?;
        let permit = match permit?.spend() {
            SamplingStep::Send(permit) => permit,
            SamplingStep::Written {
                request,
                text,
                hand_over,
            } => {
                let request = self.as_approved(context, request)?;
                return self
                    .by_hand(context, request, text, hand_over, &answered, seq)
                    .await;
            }
        };
        let ModelRequest(approved) = permit.spend();
        let sent = answered.is_edited().then(|| context.common().aside(&approved));
        let request = self.as_approved(context, approved)?;
        let built_in = request_model_is_built_in(context, &request.model);
        if !built_in {
            self.may_spend().await?;
        }
        self.spend(&context.entry, request.max_tokens).await?;
        let model = called(&request.model);
        let why = match answered.is_edited() {
            false => say!("sampling-sent-why", model),
            true => say!("sampling-sent-edited-why", model),
        };
        self.audit.decide(seq, decided(why, &answered, sent)).await?;
        answered.is_kept();
        let candidate = context.review.candidate(&request.model);
        let candidate =
            candidate.ok_or_else(|| Error::internal("a request names a model that is not there"))?;
        let (answer, usage) = {
            let asking = std::pin::pin!(self.ask_model(&candidate.id, &request, &label));
            unless_over(self.over(context), asking).await
        };
        let counted = match usage.filter(|_| !built_in) {
            Some(usage) => self.count_reply(NO_CONVERSATION, &request.model, usage).await,
            None => Ok(()),
        };
        if let Err(error) = &counted {
            tracing::warn!(%error, "a reply to a sampling request was not counted");
        }
        let answer = answer?.within(context.common().features);
        counted?;
        if answer.parts.is_empty() {
            return Err(nothing_said(&label, answer.stop));
        }
        let model = request.model.clone();
        Ok(ModelAnswer {
            request,
            answer,
            model,
            by_hand: None,
        })
    }

    /// What a model says to a request, within the time that it has, and what an error took that is paid for.
    async fn ask_model(
        &self,
        id: &str,
        request: &SamplingRequest,
        label: &str,
    ) -> (Result<SamplingResult>, Option<Usage>) {
        let (speech, mut pieces) = Speech::new();
        let asking = async {
            let answer = match self.model_at_work(id).await {
                Ok(model) => model.sample(request, &speech).await,
                Err(error) => Err(error),
            };
            drop(speech);
            answer
        };
        let listening = async {
            let mut spent = None;
            while let Some(piece) = pieces.recv().await {
                if let Piece::Spent(usage) = piece {
                    spent = Some(usage);
                }
            }
            spent
        };
        let both = async { tokio::join!(asking, listening) };
        tokio::time::timeout(limits::SAMPLING_MODEL, both)
            .await
            .unwrap_or_else(|_| {
                let late = Error::new(
                    Code::CallTimeout,
                    say!(
                        "sampling-timeout",
                        seconds = limits::SAMPLING_MODEL.as_secs(),
                        server = label
                    ),
                );
                (Err(late), None)
            })
    }

    /// What was approved. It was read before it was shown, so it can be read.
    fn as_approved(&self, context: &SamplingContext, approved: Value) -> Result<SamplingRequest, Stopped> {
        let common = context.common();
        let read = sampling::edited(approved, &common.models, context.review.most(), common.features);
        read.map_err(|Fault(what)| Error::internal(what).into())
    }

    async fn by_hand(
        &self,
        context: &SamplingContext,
        request: SamplingRequest,
        text: String,
        hand_over: Permit<HandOver>,
        answered: &RecordedAnswer,
        seq: u64,
    ) -> Result<ModelAnswer, Stopped> {
        let why = match answered.is_edited() {
            false => say!("sampling-by-hand-why"),
            true => say!("sampling-by-hand-edited-why"),
        };
        // What is edited before it is answered by hand is what was answered.
        let sent = answered
            .is_edited()
            .then(|| context.common().aside(&request.to_value()));
        self.audit.decide(seq, decided(why, answered, sent)).await?;
        answered.is_kept();
        // A user who wrote a secret into it is asked once more; anything else they have just read.
        let by_hand = match self.redactor.finds(&json!([text])) {
            true => None,
            false => Some((hand_over, answered.digest().to_owned())),
        };
        Ok(ModelAnswer {
            request,
            answer: SamplingResult::new(vec![SamplingPart::Text(text)], Stop::EndTurn),
            model: PERSON.to_owned(),
            by_hand,
        })
    }

    async fn to_server(
        self: &Arc<Self>,
        context: &SamplingContext,
        given: ModelAnswer,
        seq: u64,
    ) -> Result<Value, Stopped> {
        let ModelAnswer {
            request,
            answer,
            model,
            by_hand,
        } = given;
        let label = context.entry.label();
        let review = Arc::new(SamplingAnswerReview {
            common: Arc::clone(context.common()),
            request,
            answer,
            model,
        });
        let permit = match by_hand {
            Some((permit, _)) => permit,
            None => {
                let asked = review
                    .asked(&review.answer, false)
                    .map_err(|fault| Stopped::bad(&label, fault))?;
                let question = say!("sampling-result-question", server = label);
                let edits = Arc::clone(&review);
                let edit = Arc::new(move |text: &str, _: Asked| edits.edit(text));
                // The person sent it to a model and wants to see what came of it (S-37).
                let Decision { answered, permit } = self.put(context, question, asked, edit, true).await?;
                let permit = permit?;
                let why = match answered.is_edited() {
                    false => say!("sampling-result-sent-why"),
                    true => say!("sampling-result-edited-why"),
                };
                let HandOver(parts) = permit.effect();
                let sent = answered.is_edited().then(|| context.common().aside(parts));
                self.audit.decide(seq, decided(why, &answered, sent)).await?;
                permit
            }
        };
        let HandOver(parts) = permit.spend();
        let stop = review
            .read(parts.clone())
            .map_err(|Fault(what)| Error::internal(what))?
            .stop;
        if !context.entry.row().sampling {
            return Err(Stopped {
                outcome: Outcome::Refused,
                words: say!("sampling-revoked-outcome"),
                why: say!("sampling-revoked", server = label),
                refusal: REJECTED,
            });
        }
        Ok(sampling::result(&parts, &review.model, stop))
    }

    /// Puts a question and waits, as long as a caller waits for its answer.
    async fn put<T: Proposal>(
        &self,
        context: &SamplingContext,
        question: String,
        Edited { asked, proposal }: Edited<T>,
        edit: Edit<T>,
        pressed_for: bool,
    ) -> Result<Decision<T>, Stopped> {
        let mut waiting = self.gate.ask(Ask {
            edit: Some(edit),
            pressed_for,
            ..views::ask_by_server(&context.entry, question, asked, proposal)
        })?;
        tokio::select! {
            biased;
            // What ends everything is looked at first: a request that was only closed was not denied.
            stopped = self.over(context) => Err(stopped),
            decided = waiting.decided() => {
                let decided = decided?;
                *locked(&context.answered) = Some(decided.answered.clone());
                Ok(decided)
            }
        }
    }
}

/// The reply of a model until its request ends or is canceled, and its usage. A model that was not asked yet has no price.
async fn unless_over(
    over: impl Future<Output = Stopped>,
    asking: impl Future<Output = (Result<SamplingResult>, Option<Usage>)>,
) -> (Result<SamplingResult, Stopped>, Option<Usage>) {
    let mut is_asked = false;
    let asking = async {
        is_asked = true;
        asking.await
    };
    tokio::select! {
        biased;
        stopped = over => (Err(stopped), is_asked.then(Usage::default)),
        (answer, spent) = asking => {
            let usage = took(&answer, spent);
            (answer.map_err(Stopped::from), usage)
        }
    }
}

/// What counts of an answer. What came before a model was given up, or its reply broke off, has a price, and no usage comes with it.
fn took(answer: &Result<SamplingResult>, spent: Option<Usage>) -> Option<Usage> {
    match answer {
        Ok(answer) => Some(Usage {
            dollars: answer.dollars,
            ..Usage::default()
        }),
        Err(error) => spent.or_else(|| of_unknown_price(error).then(Usage::default)),
    }
}

fn decided(why: String, answered: &RecordedAnswer, sent: Option<Value>) -> Decided {
    Decided {
        why,
        rule: None,
        shown: Some(answered.digest().to_owned()),
        sent,
    }
}

fn called(model: &str) -> String {
    match model {
        PERSON => say!("asked-by-you"),
        model => model.to_owned(),
    }
}

fn in_words(answer: &SamplingResult) -> String {
    say!(
        "sampling-response-summary",
        parts = answer.parts.len(),
        tokens = grouped(answer.tokens()),
        stop = answer.stop.as_str()
    )
}

fn nothing_said(label: &str, stop: Stop) -> Stopped {
    let (words, why) = match stop {
        Stop::Withheld => (
            say!("sampling-withheld-outcome"),
            say!("sampling-withheld", server = label),
        ),
        _ => (
            say!("sampling-empty-outcome"),
            say!("sampling-empty", server = label),
        ),
    };
    Stopped {
        outcome: Outcome::Failed,
        words,
        why,
        refusal: Refusal::INTERNAL,
    }
}

/// The built-in model costs nothing.
fn request_model_is_built_in(context: &SamplingContext, name: &str) -> bool {
    context
        .review
        .candidate(name)
        .is_some_and(|candidate| candidate.id == BUILT_IN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    #[tokio::test]
    async fn what_is_over_before_a_model_is_asked_costs_nothing() {
        let over = || Stopped::over(String::new());
        let (answer, usage) = unless_over(ready(over()), pending()).await;
        assert!(answer.is_err() && usage.is_none());
        let later = async {
            tokio::task::yield_now().await;
            over()
        };
        let (answer, usage) = unless_over(later, pending()).await;
        assert!(answer.is_err() && usage.is_some());
    }
}
