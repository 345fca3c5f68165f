//! Sampling: requests of servers to a model. Off for every server until a person turns it on; then each
//! request is put before them twice: before anything goes to a model, and before the server gets the answer (S-74).
//!
//! Two effects, so two operations in the record, each intended before it happens and each with its own decision.
//! Nothing of a request is kept for the next one (SAM-22), and nothing of a conversation, of another server or of the
//! person goes into one (SAM-21).

mod quota;
mod showing;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use quota::SamplingQuota;

use super::{Entry, Host, Inner, blocking, locked, views};
use portcullis_approval::consent::RecordedAnswer;
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{Cause, Outcome, RecordKind};
use portcullis_l10n::say;
use portcullis_llm::sampling::{self, Fault, SamplingFeatures, SamplingRequest};
use portcullis_mcp::client::{Refusal, ServerRequest};
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::servers;
use quota::QuotaGuard;
use serde_json::Value;
use showing::{Common, SamplingRequestReview, ShownPayloads};
use std::sync::{Arc, Mutex};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// There was no answer, or no question, which counts as a no (SAM-18).
const REJECTED: Refusal = Refusal {
    code: -1,
    message: "User did not allow the sampling request",
};
/// Too many, or too much. A code of our own lies outside of those that JSON-RPC reserves (ERR-01).
const LATER: Refusal = Refusal {
    code: -2,
    message: "this client takes no more of these requests for now",
};
/// The first revision in which a server asks within its answer only.
const MODERN: &str = "2026-07-28";
/// Who answered, where no model did. No model goes by this name.
pub(in crate::host) const PERSON: &str = "person";

impl Host {
    /// Lets a server make sampling requests, or not. What it may ask is said when a connection is made, so the
    /// server is connected again.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_sampling(&self, server: &str, allowed: bool) -> Result<()> {
        let entry = self.0.entry(server)?;
        // A no counts at once, a yes only after it is written.
        let before = {
            let mut data = locked(&entry.data);
            let before = data.row.sampling;
            data.row.sampling &= allowed;
            before
        };
        let _turn = entry.turn.lock().await;
        if before == allowed && entry.row().sampling == allowed {
            return Ok(());
        }
        let id = entry.id.clone();
        self.0
            .store
            .write(move |db| servers::set_sampling(db, &id, allowed))
            .await?;
        locked(&entry.data).row.sampling = allowed;
        let what = match allowed {
            true => say!("sampling-on"),
            false => say!("sampling-off"),
        };
        self.0.note_server(&entry, what).await?;
        self.0.redeclare(&entry).await;
        Ok(())
    }
}

/// A request that was let in.
struct SamplingContext {
    entry: Arc<Entry>,
    review: Arc<SamplingRequestReview>,
    /// No caller waits for the answer any more.
    cancelled: CancellationToken,
    /// Becomes true when the call that it belongs to ends.
    ended: Option<watch::Receiver<bool>>,
    /// What a person decided and is not in the record yet.
    answered: Mutex<Option<RecordedAnswer>>,
    _ticket: QuotaGuard,
}

impl SamplingContext {
    fn common(&self) -> &Arc<Common> {
        &self.review.common
    }

    /// How it ended without words, with what was shown where the person said no.
    fn ended(&self, stopped: &Stopped) -> Ended {
        let answered = locked(&self.answered);
        Ended {
            shown: answered.as_ref().map(|answered| answered.digest().to_owned()),
            ..stopped.ended()
        }
    }
}

/// Why a server gets no words: for the record, and for the server.
struct Stopped {
    outcome: Outcome,
    words: String,
    why: String,
    refusal: Refusal,
}

impl Stopped {
    fn bad(label: &str, Fault(what): Fault) -> Self {
        Self {
            outcome: Outcome::Refused,
            words: say!("sampling-invalid-outcome"),
            why: say!("sampling-invalid", server = label, problem = what),
            refusal: Refusal::BAD,
        }
    }

    /// No caller waits for it any more, so it does not matter what the server is told.
    fn over(why: String) -> Self {
        Self {
            outcome: Outcome::Cancelled,
            words: say!("sampling-over-outcome"),
            why,
            refusal: Refusal::INTERNAL,
        }
    }

    fn ended(&self) -> Ended {
        Ended {
            why: Some(self.why.clone()),
            ..Ended::new(self.outcome, self.words.clone())
        }
    }
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        let (outcome, refusal) = match error.code {
            Code::ConsentDenied | Code::ConsentNobody | Code::ConsentEmbargo => {
                (views::refused(error.code), Refusal::DENIED)
            }
            Code::ConsentExpired => (views::refused(error.code), REJECTED),
            Code::ConsentBusy | Code::SamplingBudget => (Outcome::Refused, LATER),
            _ => (Outcome::Failed, Refusal::INTERNAL),
        };
        Self {
            outcome,
            words: error.code.in_words(),
            why: error.sentence,
            refusal,
        }
    }
}

impl Inner {
    /// Answers a sampling request.
    pub(super) async fn sample(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: ServerRequest,
    ) -> Result<Value, Refusal> {
        let (context, request) = match self.admit(entry, server_request).await {
            Ok(admitted) => admitted,
            Err(stopped) => {
                self.record_not_asked(entry, &stopped).await;
                return Err(stopped.refusal);
            }
        };
        let given = self.first_step(&context, request).await?;
        self.second_step(&context, given).await
    }

    /// What can be refused without asking anybody is refused here.
    async fn admit(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: ServerRequest,
    ) -> Result<(SamplingContext, SamplingRequest), Stopped> {
        let label = entry.label();
        if !entry.row().sampling {
            return Err(Stopped {
                outcome: Outcome::Refused,
                words: say!("sampling-not-offered-outcome"),
                why: say!(
                    "sampling-not-offered",
                    server = label,
                    label = text::shell_word(&label)
                ),
                refusal: Refusal::UNKNOWN,
            });
        }
        let ticket = self.enter(entry)?;
        let (cause, ended) = self.cause(entry, &server_request).await?;
        // What is shown and recorded rests on knowing which of it are secrets (S-88).
        self.secrets_known().await;
        let candidates = self.candidates();
        let common = Common {
            server: entry.id.0.clone(),
            features: SamplingFeatures::of(&server_request.revision),
            models: candidates
                .iter()
                .map(|candidate| candidate.shown.clone())
                .collect(),
            cause,
            redactor: self.redactor.clone(),
            shown: ShownPayloads::new(self),
            media: Mutex::default(),
        };
        let ServerRequest {
            params, cancelled, ..
        } = server_request;
        // Megabytes of hostile text are read away from everything else.
        let read = blocking(move || {
            let (mut request, preferences) = sampling::request(&params, common.features)?;
            let prices: Vec<Option<f64>> = candidates
                .iter()
                .map(|candidate| candidate.model.price())
                .collect();
            let (model, why) = sampling::choose(&preferences, &common.models, &prices)
                .ok_or_else(|| Fault(say!("sampling-no-model")))?;
            request.model.clone_from(&model.name);
            let chosen = (model.name.clone(), why);
            Ok::<_, Fault>((common, candidates, preferences, chosen, request))
        });
        let (common, candidates, preferences, chosen, request) =
            read.await?.map_err(|fault| Stopped::bad(&label, fault))?;
        let review = SamplingRequestReview {
            common: Arc::new(common),
            candidates,
            preferences,
            chosen,
            budget: self.spent(entry, request.max_tokens).await?.words(),
        };
        let context = SamplingContext {
            entry: Arc::clone(entry),
            review: Arc::new(review),
            cancelled,
            ended,
            answered: Mutex::default(),
            _ticket: ticket,
        };
        Ok((context, request))
    }

    /// The call that a server asks within, and when that ends. A server of the old era that asks while nothing of ours
    /// is under way is refused; in the new one it cannot (S-77).
    async fn cause(
        self: &Arc<Self>,
        entry: &Entry,
        server_request: &ServerRequest,
    ) -> Result<(Option<Cause>, Option<watch::Receiver<bool>>), Stopped> {
        let running = self.calls.running_at(entry.id.as_str());
        let (record, ended) = match server_request.cause {
            Some(record) => {
                let mut known = running.into_iter();
                let ended = known.find(|(seq, _)| *seq == record).map(|(_, ended)| ended);
                (record, ended)
            }
            None => {
                let open = Host(Arc::clone(self)).open_requests(entry.id.as_str());
                let idle = running.is_empty() && open.unwrap_or_default() == 0;
                if server_request.revision.as_str() < MODERN && idle {
                    return Err(Stopped {
                        outcome: Outcome::Refused,
                        words: say!("sampling-unprompted-outcome"),
                        why: say!("sampling-unprompted", server = entry.label()),
                        refusal: REJECTED,
                    });
                }
                return Ok((None, None));
            }
        };
        let row = self.audit.detail(record).await?.row;
        let cause = Cause {
            record,
            call: self.calls.of_record(record).map(|(call, _)| call),
            tool: Some(text::quotable(row.tool.unwrap_or(row.what))),
            asked_by: Some(text::quotable(text::escape_line(&row.asked_by))),
        };
        Ok((Some(cause), ended))
    }

    /// Resolves when no caller waits for the answer any more, and says why.
    async fn over(&self, context: &SamplingContext) -> Stopped {
        let label = context.entry.label();
        let ended = async {
            match context.ended.clone() {
                // An error means that the call is forgotten, which is over as well.
                Some(mut ended) => _ = ended.wait_for(|ended| *ended).await,
                None => std::future::pending().await,
            }
        };
        let why = tokio::select! {
            biased;
            () = self.closing.cancelled() => say!("sampling-closed"),
            () = context.cancelled.cancelled() => say!("sampling-withdrawn", server = label),
            () = ended => say!("sampling-call-ended"),
        };
        Stopped::over(why)
    }

    fn sampling_row(&self, entry: &Entry, what: String) -> Intended {
        Intended {
            outcome: None,
            ..views::row_by_server(entry, RecordKind::Sampling, what)
        }
    }

    fn note_denied(&self, context: &SamplingContext, stopped: &Stopped) {
        if stopped.refusal == Refusal::DENIED {
            let cause = context.common().cause.as_ref().map(|cause| cause.record);
            let label = context.entry.label();
            let sentence = say!("sampling-during-call", server = label, why = stopped.why);
            self.note_declined(cause, sentence);
        }
    }

    /// A request that the user was not asked about is in the record too.
    async fn record_not_asked(&self, entry: &Entry, stopped: &Stopped) {
        if !self.has_a_row(entry) {
            tracing::debug!(why = stopped.why, "a sampling request was denied again");
            return;
        }
        let row = Intended {
            why: stopped.why.clone(),
            outcome: Some((stopped.outcome, stopped.words.clone())),
            ..self.sampling_row(entry, say!("sampling-request-row"))
        };
        if let Err(error) = self.audit.once(row).await {
            tracing::error!(%error, "a denied sampling request was not recorded");
        }
    }
}
