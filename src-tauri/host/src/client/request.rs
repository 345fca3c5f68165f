//! One request to a server: deadlines, progress, cancellation, and the raw reply.
//!
//! Dropping the future cancels the request at the server (rmcp sends nothing for a dropped handle). Progress
//! starts the idle deadline again, never the total one (F-09, F-23, PRG, CAN, PNG).

use crate::text;
use crate::wire::{ProgressNote, Reply, Wire};
use crate::{Code, Error, Result, limits};
use rmcp::RoleClient;
use rmcp::model::ClientRequest;
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle};
use serde_json::value::RawValue;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// How long a request may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// Without an answer or progress.
    pub idle: Duration,
    /// Whatever happens.
    pub total: Duration,
}

/// A way to one connected server; clones share it. It outlives the connection and then only fails.
#[derive(Clone)]
pub struct Connection {
    pub(super) peer: Peer<RoleClient>,
    pub(super) wire: Wire,
}

impl Connection {
    /// Bookkeeping of the connection.
    #[must_use]
    pub fn wire(&self) -> &Wire {
        &self.wire
    }

    /// Sends a request and waits for the raw result.
    ///
    /// # Errors
    /// `call.timeout`, `call.cancelled`, `protocol.error` with the server's words, `protocol.broken`,
    /// `protocol.too_large`, `server.exited`, `server.stuck`, `transport.lost` or a network code.
    pub async fn request(
        &self,
        request: ClientRequest,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        mut on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        // What was stopped on its way here is not sent at all.
        if cancelled.is_cancelled() {
            return Err(Error::new(
                Code::CallCancelled,
                format!(
                    "You stopped the call to “{}” before it was sent. Nothing was called.",
                    self.wire.label()
                ),
            ));
        }
        let sent = self
            .peer
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await;
        let Ok(handle) = sent else {
            return Err(self.lost().await);
        };
        let mut progress = self.wire.inbox().watch(&handle.progress_token);
        let mut open = Open {
            handle: Some(handle),
            wire: self.wire.clone(),
        };
        let started = Instant::now();
        let total = started + deadlines.total;
        let mut idle = started + deadlines.idle;
        loop {
            let Some(handle) = &mut open.handle else {
                return Err(Error::internal("a request ended twice"));
            };
            tokio::select! {
                biased;
                reply = &mut handle.rx => {
                    let id = handle.id.clone();
                    if progress.has_changed().unwrap_or(false)
                        && let Some(note) = progress.borrow_and_update().clone()
                    {
                        on_progress(note);
                    }
                    open.answered();
                    let kept = self.wire.take_reply(&id);
                    return match (kept, reply) {
                        (Some(Reply::Result(result)), _) => Ok(result),
                        (Some(Reply::Refused { code, message }), _) => Err(self.refused(code, &message)),
                        (Some(Reply::Broken(error)), _) => Err(error),
                        (None, _) => {
                            // Over HTTP one answer can be lost while the connection goes on (F-10, F-22).
                            self.wire.forget(&id);
                            Err(self.lost().await)
                        }
                    };
                }
                () = cancelled.cancelled() => {
                    open.cancel("stopped by the person");
                    return Err(Error::new(
                        Code::CallCancelled,
                        format!("You stopped the call to “{}”. What it had done until then stays done.", self.wire.label()),
                    ));
                }
                changed = progress.changed() => {
                    if changed.is_ok() && let Some(note) = progress.borrow_and_update().clone() {
                        on_progress(note);
                        idle = Instant::now() + deadlines.idle;
                    }
                }
                () = sleep_until(idle.min(total)) => {
                    open.cancel("no answer in time");
                    return Err(self.too_late(deadlines, started.elapsed() >= deadlines.total));
                }
            }
        }
    }

    /// The same for any method, with its parameters as JSON.
    ///
    /// # Errors
    /// Those of [`Self::request`].
    pub async fn ask(
        &self,
        method: &'static str,
        params: serde_json::Value,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        let request = ClientRequest::CustomRequest(rmcp::model::CustomRequest::new(method, Some(params)));
        self.request(request, deadlines, cancelled, on_progress).await
    }

    async fn lost(&self) -> Error {
        self.wire
            .failure_within(limits::REASON_WITHIN)
            .await
            .unwrap_or_else(|| {
                Error::new(
                    Code::TransportLost,
                    format!(
                        "The connection to “{}” ended. Whether it did what was asked is not known.",
                        self.wire.label()
                    ),
                )
                .remedy("Look at the server's log, and try again.")
            })
    }

    fn refused(&self, code: i64, message: &str) -> Error {
        tracing::debug!(code, "the server answered with an error");
        Error::new(
            Code::ProtocolError,
            format!(
                "“{}” answered with an error instead of a result.",
                self.wire.label()
            ),
        )
        .remedy("What it says may tell why. Its log and its Protocol tab have the rest.")
        .said(&text::ForeignText::new(message))
        .refused(code)
    }

    fn too_late(&self, deadlines: Deadlines, hard: bool) -> Error {
        let sentence = if hard {
            format!(
                "“{}” was not done after {} seconds in all. The call was stopped.",
                self.wire.label(),
                deadlines.total.as_secs()
            )
        } else {
            format!(
                "“{}” gave no sign for {} seconds. The call was stopped.",
                self.wire.label(),
                deadlines.idle.as_secs()
            )
        };
        Error::new(Code::CallTimeout, sentence)
            .remedy("Give it more time in the server's settings, or look at its log.")
    }
}

/// A request under way. Dropping it tells the server.
struct Open {
    handle: Option<RequestHandle<RoleClient>>,
    wire: Wire,
}

impl Open {
    fn answered(&mut self) {
        if let Some(handle) = self.handle.take() {
            self.wire.inbox().unwatch(&handle.progress_token);
        }
    }

    fn cancel(&mut self, reason: &'static str) {
        let Some(handle) = self.handle.take() else { return };
        self.wire.inbox().unwatch(&handle.progress_token);
        self.wire.forget(&handle.id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = handle.cancel(Some(reason.to_owned())).await {
                    tracing::debug!(%error, "the server was not told that a request was cancelled");
                }
            });
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.cancel("no longer wanted");
    }
}
