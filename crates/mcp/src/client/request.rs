//! One request to a server: deadlines, progress, cancellation, and the raw reply.
//!
//! Dropping the future cancels the request at the server. Progress starts the idle deadline again, never the total
//! one (F-09, F-23, PRG, CAN, PNG); the time in which a person looks at a question of the server does not count.

use super::capabilities;
use super::errors::{needs, unanswered};
use super::rounds::{self, ResultType};
use super::session::Session;
use super::tasks;
use super::url_elicitation::{self, ElicitationPage};
use crate::limits;
use crate::transport::{
    Id, JsonRpc, OutgoingRequest, ProgressNote, RequestGuard, RequestHead, RpcOutcome, Transport,
};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
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

impl Deadlines {
    /// One time for both.
    #[must_use]
    pub const fn within(time: Duration) -> Self {
        Self {
            idle: time,
            total: time,
        }
    }
}

/// Makes requests to one connected server; clones share it. After the connection ended, every request fails.
#[derive(Clone)]
pub struct Connection {
    pub(super) rpc: JsonRpc,
    pub(super) transport: Transport,
    pub(super) session: Arc<Session>,
}

/// A request to make.
pub(super) struct RequestSpec<'a> {
    pub method: &'static str,
    pub params: Map<String, Value>,
    /// Arguments that the server wants in headers.
    pub marked: &'a [(String, String)],
    /// The record's number of the call that it is.
    pub cause: Option<u64>,
    /// What it belongs to in the timeline.
    pub operation: u64,
    /// Where the number of the request is noted, for a caller that needs it after the reply.
    pub sent_as: Option<&'a AtomicI64>,
}

impl Connection {
    /// JSON-RPC state of the connection.
    #[must_use]
    pub fn rpc(&self) -> &JsonRpc {
        &self.rpc
    }

    /// Makes a request and waits for the raw result. Input requests of the server are answered by the host, and the
    /// request is made again with the answers, for at most [`limits::ROUNDS`] rounds.
    ///
    /// # Errors
    /// `call.timeout`, `call.cancelled`, `protocol.error` with the server's words, `protocol.broken`,
    /// `protocol.input_required`, `message.too_large`, `server.exited`, `server.stuck`, `transport.lost` or a
    /// network code.
    pub async fn ask(
        &self,
        method: &'static str,
        params: Value,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        let Value::Object(params) = params else {
            return Err(Error::internal("parameters of a request are not an object"));
        };
        let want = RequestSpec {
            method,
            params,
            marked: &[],
            cause: None,
            operation: self.rpc.operation(),
            sent_as: None,
        };
        self.want(want, deadlines, cancelled, on_progress).await
    }

    /// The same for a request with more to it.
    pub(super) async fn want(
        &self,
        mut want: RequestSpec<'_>,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        mut on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<Box<RawValue>> {
        let (method, cause) = (want.method, want.cause);
        let mut more = Map::new();
        let mut opened: Vec<ElicitationPage> = Vec::new();
        // Before there were questions within answers and pages to open first there is one round.
        let again = self.session.modern || self.session.revision == capabilities::LEGACY;
        let mut round = 0;
        while round < limits::ROUNDS {
            let mut params = match again {
                true => want.params.clone(),
                false => std::mem::take(&mut want.params),
            };
            params.append(&mut more);
            let asking = RequestSpec { params, ..want };
            let deadlines = Deadlines {
                idle: url_elicitation::patience(deadlines.idle, &opened),
                total: url_elicitation::patience(deadlines.total, &opened),
            };
            let raw = match self.once(asking, deadlines, cancelled, &mut on_progress).await? {
                RpcOutcome::Result(raw) => raw,
                RpcOutcome::Broken(error) => return Err(error),
                RpcOutcome::Refused { code, data, .. }
                    if code == PAGES_FIRST && again && !self.session.modern =>
                {
                    let first = self
                        .url_elicitations_first(data.as_deref(), cause, cancelled)
                        .await?;
                    self.url_elicitation_done(&first, cause, cancelled).await?;
                    continue;
                }
                RpcOutcome::Refused { code, message, data } if code == NEEDS_MORE && self.session.modern => {
                    return Err(needs(self.rpc.label(), &message, data.as_deref()));
                }
                RpcOutcome::Refused { code, message, data } => {
                    return Err(self.refused(code, &message, data.as_deref()));
                }
            };
            if !self.session.modern {
                return Ok(raw);
            }
            more = match rounds::kind(&raw) {
                ResultType::Complete => return Ok(raw),
                ResultType::Asks => {
                    self.session.rounds.fetch_add(1, Ordering::Relaxed);
                    let next = self.next_round(method, &raw, round, cause, cancelled, &mut opened);
                    let next = next.await?;
                    round += u32::from(!next.paced);
                    next.carries
                }
                // The caller tells it from a result (TKX-02).
                ResultType::Task if tasks::may_answer(method) => return Ok(raw),
                ResultType::Task => return Err(self.odd("task")),
                ResultType::Other(kind) => return Err(self.odd(&kind)),
                ResultType::NotText => return Err(self.invalid_result(&say!("result-type-not-text"))),
            };
        }
        Err(Error::new(
            Code::InputRequired,
            say!(
                "too-many-rounds",
                server = self.rpc.label(),
                times = limits::ROUNDS
            ),
        )
        .remedy(say!("server-bug", label = shell_word(self.rpc.label()))))
    }

    /// How many answers with questions there were on this connection: where the number grew while something was asked,
    /// its answer may have come of what a person said and is not remembered (CCH-05).
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.session.rounds.load(Ordering::Relaxed)
    }

    /// Sends a request that has no deadline, such as the one that listens.
    pub(super) fn open(&self, round: &mut RequestSpec<'_>) -> Result<(OutgoingRequest, OpenRequest)> {
        let meta = self.session.meta(round.method, &round.params);
        let mut begun = self
            .rpc
            .begin_within(round.operation, round.method, &mut round.params, meta)?;
        if let Some(sent_as) = round.sent_as {
            sent_as.store(begun.id, Ordering::Relaxed);
        }
        let sending = RequestHead {
            id: begun.id,
            method: round.method,
            params: &round.params,
            marked: round.marked,
        };
        let bytes = std::mem::take(&mut begun.bytes);
        let guard = self.transport.request(&sending, bytes);
        let open = OpenRequest {
            connection: Some(self.clone()),
            id: begun.id,
            operation: begun.operation,
            guard,
        };
        Ok((begun, open))
    }

    /// One request and its reply.
    ///
    /// # Errors
    /// Those of [`Self::ask`] that are not the server's answer.
    pub(super) async fn once(
        &self,
        mut round: RequestSpec<'_>,
        deadlines: Deadlines,
        cancelled: &CancellationToken,
        mut on_progress: impl FnMut(ProgressNote) + Send,
    ) -> Result<RpcOutcome> {
        // A request that was cancelled before this point is not sent.
        if cancelled.is_cancelled() {
            return Err(Error::new(
                Code::CallCancelled,
                say!("call-stopped-before", server = self.rpc.label()),
            ));
        }
        // An end of the connection between here and the reply closes the channel of the reply. After the end nothing is
        // sent, also in the moment in which the reason is still looked for.
        if self.rpc.failure().is_some() || self.rpc.is_over() {
            return Err(self.lost().await);
        }
        let (mut begun, mut open) = self.open(&mut round)?;
        let started = Instant::now();
        let mut total = started + deadlines.total;
        let mut idle = started + deadlines.idle;
        let mut silent_since = started;
        let before = self.rpc.paused_time().spent;
        let mut progressing = true;
        loop {
            tokio::select! {
                biased;
                reply = &mut begun.answer => {
                    if begun.progress.has_changed().unwrap_or(true)
                        && let Some(note) = begun.progress.borrow_and_update().clone()
                    {
                        on_progress(note);
                    }
                    open.answered();
                    return match reply {
                        Ok(reply) => Ok(reply),
                        // Who stops everything ends the connection as well, and this may be seen first.
                        Err(_) if cancelled.is_cancelled() => Err(self.stopped()),
                        // Over HTTP one answer can be lost while the connection goes on (F-10, F-22).
                        Err(_) => Err(unanswered(round.method, self.lost().await)),
                    };
                }
                () = cancelled.cancelled() => {
                    open.cancel("stopped by the person");
                    return Err(self.stopped());
                }
                changed = begun.progress.changed(), if progressing => {
                    progressing = changed.is_ok();
                    if let Some(note) = begun.progress.borrow_and_update().clone() && changed.is_ok() {
                        on_progress(note);
                        silent_since = Instant::now();
                        idle = silent_since + deadlines.idle;
                    }
                }
                () = sleep_until(idle.min(total)) => {
                    let now = Instant::now();
                    if self.rpc.deadlines_paused() {
                        (idle, total) = (now + deadlines.idle, total.max(now + deadlines.idle));
                        continue;
                    }
                    let rested = self.rpc.paused_time();
                    // What a person took to answer is given back, and the server has its whole time after it.
                    total = started + deadlines.total + rested.spent.saturating_sub(before);
                    idle = rested.until.map_or(silent_since, |until| until.max(silent_since)) + deadlines.idle;
                    if idle.min(total) > now {
                        continue;
                    }
                    open.cancel("no answer in time");
                    return Err(unanswered(round.method, self.too_late(deadlines, total <= now)));
                }
            }
        }
    }
}

/// The error by which a server of the modern era says that it needs more than it was offered.
pub(super) const NEEDS_MORE: i64 = -32021;
/// The error by which 2025-11-25 says that a page has to be opened first.
const PAGES_FIRST: i64 = -32042;

/// A request in flight. Dropping it cancels it at the server.
pub(super) struct OpenRequest {
    connection: Option<Connection>,
    id: Id,
    operation: u64,
    guard: RequestGuard,
}

impl OpenRequest {
    pub(super) fn id(&self) -> Id {
        self.id
    }

    fn answered(&mut self) {
        self.connection = None;
        // Its stream ends on its own.
        self.guard.detach();
    }

    fn cancel(&mut self, reason: &'static str) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        // Only what is still believed to be under way is cancelled (CAN-01).
        if !connection.rpc.forget(self.id) {
            return;
        }
        if connection.transport.closes_to_cancel(connection.session.modern) {
            return;
        }
        let mut params = Map::new();
        params.insert("requestId".to_owned(), self.id.into());
        params.insert("reason".to_owned(), reason.into());
        let rpc = &connection.rpc;
        match rpc.notification_within(Some(self.operation), "notifications/cancelled", &params) {
            Ok(line) => connection.transport.tell(line),
            Err(error) => tracing::debug!(%error, "the server was not told that a request was cancelled"),
        }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.cancel("no longer wanted");
    }
}
