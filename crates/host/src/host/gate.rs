//! The drivers' side of the gate: what waits, and the answers. An answer that does not count is recorded (S-27).

use super::calls::issues;
use super::{Host, Inner, blocking, views};
use crate::limits;
use futures::FutureExt;
use portcullis_api::HostEvent;
use portcullis_approval::consent::{Ask, EndedEntry, Proposal, Receipt, Waiting};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    ArgumentIssue, Asked, EndedBy, EndedRequest, Filled, GateReply, Outcome, RecordKind, Request,
};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

impl Host {
    /// Requests that wait, in the order in which they should be answered.
    #[must_use]
    pub fn waiting(&self) -> Vec<Request> {
        self.0.gate.waiting()
    }

    /// Id and nonce of each request that waits, in the same order.
    #[must_use]
    pub fn waiting_ids(&self) -> Vec<(String, String)> {
        self.0.gate.waiting_ids()
    }

    /// A request that waits with this nonce.
    ///
    /// # Errors
    /// `consent.stale`.
    pub fn waiting_request(&self, request: &str, nonce: &str) -> Result<Request> {
        self.0.gate.waits(request, nonce)
    }

    /// Requests that can be shown and answered together with this one, itself first; empty where it is none of them.
    #[must_use]
    pub fn alike(&self, request: &str) -> Vec<String> {
        self.0.gate.alike(request)
    }

    /// How a request ended that was in front of the person, where it was not their answer.
    #[must_use]
    pub fn ended_request(&self, request: &str) -> Option<EndedRequest> {
        let EndedEntry {
            kind, server, ended, ..
        } = self.0.gate.ended(request)?;
        let stopped = || {
            let client = self.0.entry(&server).ok().and_then(|entry| entry.client());
            client.is_none_or(|client| client.snapshot().connection.is_none())
        };
        let why = match ended.why {
            EndedBy::Withdrawn if kind.needs_the_server() && stopped() => EndedBy::ServerStopped,
            why => why,
        };
        Some(EndedRequest { why, ..ended })
    }

    /// Says that a request is now in front of the person.
    ///
    /// # Errors
    /// `consent.stale`.
    pub fn attend(&self, request: &str, nonce: &str) -> Result<()> {
        self.0.gate.attend(request, nonce)
    }

    /// Changes the arguments of a waiting call.
    ///
    /// # Errors
    /// `consent.stale`, `call.bad_arguments`.
    pub async fn amend(&self, request: &str, nonce: &str, arguments: &str) -> Result<Request> {
        self.0.gate.amend(request, nonce, arguments).await
    }

    /// Checks what is filled into a waiting form; empty when it could be sent.
    ///
    /// # Errors
    /// `consent.stale`; `input.bad` when it is not a form that waits.
    pub fn check_form(&self, request: &str, nonce: &str, content: &Filled) -> Result<Vec<ArgumentIssue>> {
        self.0.gate.check_form(request, nonce, content)
    }

    /// Checks arguments that a waiting call would be changed to; empty when they could be used. Decides nothing.
    ///
    /// # Errors
    /// `consent.stale`; `input.bad` when it is not a call that waits; `tool.unknown`.
    pub async fn check_amended(
        &self,
        request: &str,
        nonce: &str,
        arguments: String,
    ) -> Result<Vec<ArgumentIssue>> {
        let waiting = self.0.gate.waits(request, nonce)?;
        let Asked::Tool { tool, .. } = &waiting.asked else {
            return Err(Error::new(Code::BadInput, say!("gate-no-call")));
        };
        let tool = self.0.entry(&waiting.server.id)?.tool(tool)?;
        // A schema and what is checked against it are not ours: no other request waits for them.
        blocking(move || issues(&tool, &arguments)).await
    }

    /// What was filled into a waiting form when it was last checked, for a window that was reloaded.
    ///
    /// # Errors
    /// `consent.stale`; `input.bad` when it is not a form that waits.
    pub fn filled_form(&self, request: &str, nonce: &str) -> Result<Option<Filled>> {
        self.0.gate.filled_form(request, nonce)
    }

    /// Answers a request. What it decided is on the disk when this comes back, and outlives whatever happens then (F-28).
    ///
    /// # Errors
    /// `consent.stale`, `consent.too_soon`, `input.bad`: nothing was decided.
    pub async fn answer(&self, reply: &GateReply) -> Result<()> {
        self.answered(self.0.gate.answer(reply)).await
    }

    /// Denies a request without asking, as where a terminal is not interactive. The denial is on disk when this returns.
    ///
    /// # Errors
    /// `consent.stale`: nothing was decided.
    pub async fn deny_unasked(&self, request: &str, nonce: &str) -> Result<()> {
        self.answered(self.0.gate.deny_unasked(request, nonce)).await
    }

    /// Answers calls that were shown together, each with its own nonce: all of them, or none. What it decided is on the disk
    /// when this comes back.
    ///
    /// # Errors
    /// As [`Host::answer`]; `input.bad` also for requests that cannot be answered together.
    pub async fn answer_together(&self, replies: &[GateReply]) -> Result<()> {
        self.answered(self.0.gate.answer_together(replies)).await
    }

    async fn answered(&self, given: Result<Receipt>) -> Result<()> {
        let error = match given {
            Ok(receipt) => {
                // A disk that takes longer is reported elsewhere; the gate does not wait for it.
                _ = tokio::time::timeout(limits::ANSWER_KEPT, receipt.kept()).await;
                return Ok(());
            }
            Err(error) => error,
        };
        if matches!(error.code, Code::ConsentStale | Code::BadInput) {
            let row = Intended {
                kind: RecordKind::Refusal,
                what: say!("gate-rejected-row"),
                asked_by: say!("gate-window"),
                why: error.sentence.clone(),
                outcome: Some((Outcome::Refused, error.code.in_words())),
                ..views::blank_row()
            };
            self.0.audit.once(row).await?;
        }
        Err(error)
    }
}

impl Inner {
    /// Asks, and does what the answer decides, as with [`Inner::when_answered`].
    pub(super) fn ask_then<T: Proposal, Work>(
        self: &Arc<Self>,
        ask: Ask<T>,
        then: impl FnOnce(Arc<Self>, Waiting<T>) -> Work,
    ) -> Result<Request>
    where
        Work: Future<Output = Result<()>> + Send + 'static,
    {
        let waiting = self.gate.ask(ask)?;
        let request = waiting.request.clone();
        self.when_answered(&request, then(Arc::clone(self), waiting));
        Ok(request)
    }

    /// Does what an answer decides, once there is one. Closing the host waits for it and its rows; where it fails, the person is
    /// told.
    pub(super) fn when_answered(
        self: &Arc<Self>,
        request: &Request,
        work: impl Future<Output = Result<()>> + Send + 'static,
    ) {
        let (host, request) = (Arc::clone(self), request.id.clone());
        self.calls.tasks.spawn(async move {
            let done = AssertUnwindSafe(work)
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(Error::internal("the work after an answer panicked")));
            if let Err(error) = done {
                tracing::warn!(%error, "an answer was not carried out");
                host.emit_problem(error);
            }
            // What the work asked in its turn is known first: who waits for the outcome waits for that one then.
            host.emit_waiting();
            host.emit(HostEvent::RequestDone { request });
        });
    }
}
