//! The drivers' side of the gate: what waits, and the answers. An answer that does not count is recorded (S-27).

use super::calls::issues;
use super::{Host, views};
use crate::limits;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{ArgumentIssue, Asked, Filled, GateReply, Outcome, RecordKind, Request};
use portcullis_storage::audit::Intended;

impl Host {
    /// Requests that wait, in the order in which they should be answered.
    #[must_use]
    pub fn waiting(&self) -> Vec<Request> {
        self.0.gate.waiting()
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
            return Err(Error::new(
                Code::BadInput,
                "This is not a call that waits. Nothing was checked.",
            ));
        };
        let tool = self.0.entry(&waiting.server.id)?.tool(tool)?;
        // A schema and what is checked against it are not ours: nobody else waits for them.
        tokio::task::spawn_blocking(move || issues(&tool, &arguments))
            .await
            .map_err(Error::internal)
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
        let error = match self.0.gate.answer(reply) {
            Ok(receipt) => {
                // A disk that takes longer is told of elsewhere; nobody is kept at the gate by it.
                _ = tokio::time::timeout(limits::ANSWER_KEPT, receipt.kept()).await;
                return Ok(());
            }
            Err(error) => error,
        };
        if matches!(error.code, Code::ConsentStale | Code::BadInput) {
            let row = Intended {
                kind: RecordKind::Refusal,
                what: "An answer that does not count".to_owned(),
                asked_by: "the window".to_owned(),
                why: error.sentence.clone(),
                outcome: Some((Outcome::Refused, error.code.in_words().to_owned())),
                ..views::blank_row()
            };
            self.0.audit.once(row).await?;
        }
        Err(error)
    }
}
