//! JSON-RPC over stdio, Streamable HTTP and HTTP with SSE, bounded in both directions: the state of one connection
//! ([`JsonRpc`]) and what its messages go through ([`Transport`]). Results stay raw JSON, so that no unknown field is
//! lost and one bad entry does not lose a list. Whatever a server sends, the request that waits for it ends.
//!
//! It knows nothing of configured servers, approval or the audit log; `client` is its only caller.

mod correlation;
mod decode;
mod dispatch;
mod echo;
mod event_stream;
mod frames;
mod headers;
mod http;
pub mod icons;
mod log;
mod notification_buffer;
mod notifications;
mod outbox;
mod outgoing;
mod rate_limit;
mod scan;
mod sse;
mod stdio;
mod subscription;
#[cfg(test)]
mod tests;
mod unterminated;
mod validate;

pub use decode::IncomingRequest;
pub use dispatch::{RequestGuard, RequestHead, Transport};
pub use frames::Frames;
pub use frames::read::FrameCall;
pub use http::{HttpConfig, HttpTransport};
pub use log::Log;
pub use notification_buffer::{NotificationBuffer, OfferChanges, ProgressNote, TaskNote};
pub use outgoing::{Id, OutgoingRequest};
pub use sse::SseTransport;
pub use stdio::{ServerStdin, StdioTransport};
pub use unterminated::PartialLine;

use crate::limits;
use portcullis_core::clock::Clock;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, locked};
use portcullis_l10n::say;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::sync::CancellationToken;

/// The method of the request that stays open for announcements.
pub const LISTEN: &str = "subscriptions/listen";

/// By this in its metadata a request of the modern era asks for log messages (LOG-03).
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// How a request of ours was answered.
#[derive(Debug)]
pub enum RpcOutcome {
    /// The `result`, unparsed.
    Result(Box<RawValue>),
    /// The server answered with an error.
    Refused {
        /// JSON-RPC error code; 0 when it was not a number.
        code: i64,
        /// The server's words: foreign text.
        message: String,
        /// What else it says, unparsed.
        data: Option<Box<RawValue>>,
    },
    /// There is no usable reply, and why.
    Broken(Error),
}

/// The requests within which a server may ask something, and the only ones that may be answered with questions (MRT-09).
pub(crate) const MAY_ASK: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// A request of ours that waits for its reply.
struct Pending {
    method: &'static str,
    frame: u64,
    operation: u64,
    sent: Instant,
    answer: oneshot::Sender<RpcOutcome>,
    progress: watch::Sender<Option<ProgressNote>>,
    /// It asked for log messages.
    logs: bool,
    /// What it listens for, where it does.
    listens: Option<subscription::Subscription>,
    /// It asked for a task: progress continues after its reply.
    lasts: bool,
}

#[derive(Default)]
struct RequestTable {
    pending: HashMap<Id, Pending>,
    /// Requests of the server without a response yet, by raw id.
    asked: HashMap<String, OpenServerRequest>,
    /// Pending URL elicitations, by elicitation id.
    pages: HashMap<String, CancellationToken>,
    /// Cancelled requests with their operations, the latest last: a late reply is shown with its request.
    cancelled_requests: VecDeque<(Id, u64)>,
    /// Progress of calls that were answered with a task (PRG-05).
    task_progress: BTreeMap<Id, watch::Sender<Option<ProgressNote>>>,
    /// Nothing can come any more.
    is_over: bool,
}

/// A request of the server that has no response yet.
struct OpenServerRequest {
    method: String,
    frame: u64,
    operation: u64,
    asked: Instant,
    cancelled: CancellationToken,
}

/// State of one JSON-RPC connection, shared by its transport and its client: request ids, pending requests, requests of
/// the server, notifications. Clones share it.
#[derive(Clone)]
pub struct JsonRpc(Arc<Inner>);

struct Inner {
    label: String,
    message_bytes: usize,
    clock: Arc<dyn Clock>,
    exchange: Mutex<RequestTable>,
    failure: watch::Sender<Option<Error>>,
    /// A request that listens was acknowledged.
    acknowledged: watch::Sender<()>,
    /// The latest requests that were answered although they had been cancelled.
    answered_late: watch::Sender<VecDeque<Id>>,
    frames: Frames,
    /// Counts the connections in the timeline.
    connection: u32,
    log: Log,
    notifications: NotificationBuffer,
    next: AtomicI64,
    batches: AtomicBool,
    modern: AtomicBool,
    ready: AtomicBool,
    /// Requests of the server that wait for a person: deadlines of ours pause meanwhile.
    pauses: Mutex<DeadlinePauses>,
    server_error: AtomicBool,
    /// The address has answered as an MCP server before.
    known: AtomicBool,
    /// Asks the client for a liveness check.
    liveness_check_requested: Notify,
    junk: AtomicU64,
    unmatched_responses: AtomicU64,
    echo: echo::EchoRedactor,
    unterminated: unterminated::UnterminatedLine,
}

impl JsonRpc {
    /// For one connection to the server with this label. Frames and log outlive the connection.
    #[must_use]
    pub fn new(label: &str, message_bytes: usize, clock: Arc<dyn Clock>, frames: Frames, log: Log) -> Self {
        Self(Arc::new(Inner {
            label: label.to_owned(),
            message_bytes,
            clock,
            exchange: Mutex::default(),
            failure: watch::Sender::new(None),
            acknowledged: watch::Sender::new(()),
            answered_late: watch::Sender::new(VecDeque::new()),
            connection: frames.connection(),
            frames,
            log,
            notifications: NotificationBuffer::default(),
            next: AtomicI64::new(1),
            batches: AtomicBool::new(false),
            modern: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            pauses: Mutex::default(),
            server_error: AtomicBool::new(false),
            known: AtomicBool::new(false),
            liveness_check_requested: Notify::new(),
            junk: AtomicU64::new(0),
            unmatched_responses: AtomicU64::new(0),
            echo: echo::EchoRedactor::default(),
            unterminated: unterminated::UnterminatedLine::default(),
        }))
    }

    /// The label of the server, for sentences.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.0.label
    }

    /// The server's log.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.0.log
    }

    /// What the server announced and has not been looked at yet.
    #[must_use]
    pub fn notifications(&self) -> &NotificationBuffer {
        &self.0.notifications
    }

    /// Largest message accepted, in bytes.
    #[must_use]
    pub fn message_bytes(&self) -> usize {
        self.0.message_bytes
    }

    /// Redacts this secret from everything that the server sends from now on.
    pub fn redact_echo(&self, secret: &str) {
        self.0.echo.add(secret);
    }

    /// Accept arrays of messages, which only 2025-03-26 has.
    pub fn accept_batches(&self, yes: bool) {
        self.0.batches.store(yes, Ordering::Relaxed);
    }

    /// What the timeline shows this connection to speak.
    pub fn note_revision(&self, revision: &str) {
        self.0.frames.agreed(self.0.connection, revision);
    }

    /// A number in the timeline for requests that belong together.
    #[must_use]
    pub fn operation(&self) -> u64 {
        self.0.frames.operation()
    }

    /// The modern era: a server asks nothing on its own, and nothing is ever answered (RPC-12).
    pub fn set_modern(&self) {
        self.0.modern.store(true, Ordering::Relaxed);
    }

    fn is_modern(&self) -> bool {
        self.0.modern.load(Ordering::Relaxed)
    }

    /// Pauses the deadlines of our requests while a request of the server waits for a person (PNG-06); they resume when
    /// the guard is dropped.
    #[must_use]
    pub fn pause_deadlines(&self) -> DeadlinePause {
        let mut pauses = locked(&self.0.pauses);
        pauses.open += 1;
        pauses.since.get_or_insert_with(tokio::time::Instant::now);
        drop(pauses);
        DeadlinePause(self.clone())
    }

    /// Whether deadlines are paused.
    #[must_use]
    pub fn deadlines_paused(&self) -> bool {
        locked(&self.0.pauses).since.is_some()
    }

    /// How long deadlines were paused in all, and when the last pause ended.
    #[must_use]
    pub fn paused_time(&self) -> PausedTime {
        locked(&self.0.pauses).paused_time
    }

    /// The address answered with a server error or was busy, which says nothing about the era it speaks (ERA-26).
    fn set_server_error(&self) {
        self.0.server_error.store(true, Ordering::Relaxed);
    }

    /// Whether it did.
    #[must_use]
    pub fn had_server_error(&self) -> bool {
        self.0.server_error.load(Ordering::Relaxed)
    }

    /// The address has answered as an MCP server before.
    pub fn set_known(&self) {
        self.0.known.store(true, Ordering::Relaxed);
    }

    fn is_known(&self) -> bool {
        self.0.known.load(Ordering::Relaxed) || self.was_ready()
    }

    /// An answer came that is probably not the server's own: asks for a liveness check.
    fn request_liveness_check(&self) {
        self.0.liveness_check_requested.notify_one();
    }

    /// Resolves when a liveness check is asked for.
    pub async fn liveness_check_requested(&self) {
        self.0.liveness_check_requested.notified().await;
    }

    /// The handshake is over: a failed message from now on says nothing about the whole connection.
    pub fn set_ready(&self) {
        self.0.ready.store(true, Ordering::Relaxed);
    }

    fn was_ready(&self) -> bool {
        self.0.ready.load(Ordering::Relaxed)
    }

    /// Number of lines that were not JSON-RPC.
    #[must_use]
    pub fn junk(&self) -> u64 {
        self.0.junk.load(Ordering::Relaxed)
    }

    /// Number of replies to no pending request.
    #[must_use]
    pub fn unmatched_responses(&self) -> u64 {
        self.0.unmatched_responses.load(Ordering::Relaxed)
    }

    /// Requests still without a reply; back to zero when nothing is under way (F-22).
    #[must_use]
    pub fn open_requests(&self) -> usize {
        locked(&self.0.exchange).pending.len()
    }

    /// Fails the connection. The first reason is kept.
    pub fn fail(&self, error: Error) {
        self.0.failure.send_if_modified(|failure| {
            let first = failure.is_none();
            failure.get_or_insert(error);
            first
        });
    }

    /// Why the connection failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<Error> {
        self.0.failure.borrow().clone()
    }

    /// Resolves once the connection failed.
    pub async fn failed(&self) {
        let mut failure = self.0.failure.subscribe();
        // The sender lives as long as this wire.
        _ = failure.wait_for(Option::is_some).await;
    }

    /// The reason, waited for at most this long: it may be found a moment after the connection ended.
    pub async fn failure_within(&self, patience: Duration) -> Option<Error> {
        let mut failure = self.0.failure.subscribe();
        let found = tokio::time::timeout(patience, failure.wait_for(Option::is_some)).await;
        found.ok()?.ok()?.clone()
    }

    /// Drops a pending request, so that its reply counts as unmatched. `false` when it was answered already.
    pub fn forget(&self, id: Id) -> bool {
        let mut exchange = locked(&self.0.exchange);
        let Some(pending) = exchange.pending.remove(&id) else {
            return false;
        };
        if exchange.cancelled_requests.len() == limits::CANCELLED_REQUESTS {
            exchange.cancelled_requests.pop_front();
        }
        exchange.cancelled_requests.push_back((id, pending.operation));
        true
    }

    /// Resolves once the server said that it listens for this request.
    pub async fn acknowledged(&self, id: Id) {
        let mut said = self.0.acknowledged.subscribe();
        while !self.is_acknowledged(id) {
            // The sender lives as long as this connection.
            _ = said.changed().await;
        }
    }

    /// The latest requests that were answered although they had been cancelled.
    #[must_use]
    pub fn answered_late(&self) -> watch::Receiver<VecDeque<Id>> {
        self.0.answered_late.subscribe()
    }

    fn is_acknowledged(&self, id: Id) -> bool {
        let exchange = locked(&self.0.exchange);
        let listens = exchange
            .pending
            .get(&id)
            .and_then(|pending| pending.listens.as_ref());
        listens.is_some_and(subscription::Subscription::is_acknowledged)
    }

    /// Whether this request still waits for its reply.
    fn waits(&self, id: Id) -> bool {
        locked(&self.0.exchange).pending.contains_key(&id)
    }

    /// Whether nothing can come any more. Why may be found a moment later.
    #[must_use]
    pub fn is_over(&self) -> bool {
        locked(&self.0.exchange).is_over
    }

    /// The stream ended: pending requests end without a reply, as does every later one, and requests of the server are
    /// cancelled.
    pub fn end(&self) {
        let mut exchange = locked(&self.0.exchange);
        let pending = std::mem::take(&mut exchange.pending);
        exchange.is_over = true;
        exchange.pages.clear();
        drop(exchange);
        // A dropped sender is the message: the receiver looks up the reason.
        drop(pending);
        self.withdraw_questions();
    }

    /// The session in which the server asked is over: what it asked is not waited for any more, and another session may
    /// use its ids for other questions. A page that was opened is still one on which something can be done (ELI-26).
    fn withdraw_questions(&self) {
        let asked = std::mem::take(&mut locked(&self.0.exchange).asked);
        for question in asked.into_values() {
            question.cancelled.cancel();
        }
    }

    /// A request cannot be answered any more.
    fn settle_broken(&self, id: Id, error: Error) {
        self.settle(id, RpcOutcome::Broken(error));
    }

    fn settle(&self, id: Id, reply: RpcOutcome) {
        let pending = self.take_pending(id);
        if let Some(pending) = pending {
            // The caller may have stopped waiting in this very moment.
            _ = pending.answer.send(reply);
        }
    }

    fn take_pending(&self, id: Id) -> Option<Pending> {
        locked(&self.0.exchange).pending.remove(&id)
    }

    /// Listens on for the progress of a call whose result may be a task (PRG-05).
    fn keep_progress(&self, id: Id, pending: &Pending) {
        if !pending.lasts {
            return;
        }
        let mut exchange = locked(&self.0.exchange);
        exchange.task_progress.insert(id, pending.progress.clone());
        // Ids count up: the first is the oldest.
        while exchange.task_progress.len() > limits::TASK_PROGRESS {
            exchange.task_progress.pop_first();
        }
    }

    /// Progress of a call that was answered with a task (PRG-05).
    #[must_use]
    pub fn task_progress(&self, id: Id) -> Option<watch::Receiver<Option<ProgressNote>>> {
        let exchange = locked(&self.0.exchange);
        exchange.task_progress.get(&id).map(watch::Sender::subscribe)
    }

    /// Stops listening for the progress of this call.
    pub fn forget_task_progress(&self, id: Id) {
        locked(&self.0.exchange).task_progress.remove(&id);
    }

    /// The request of the server with this raw id is over.
    pub fn answered(&self, id: &str) {
        locked(&self.0.exchange).asked.remove(id);
    }

    /// Registers a URL elicitation; the token is cancelled by `notifications/elicitation/complete`. `None` where too
    /// many are pending or the id is taken (ELI-26).
    #[must_use]
    pub fn page(&self, number: &str) -> Option<CancellationToken> {
        let mut exchange = locked(&self.0.exchange);
        let taken = exchange.pages.contains_key(number);
        if taken || number.len() > limits::ELICITATION_ID || exchange.pages.len() >= limits::URL_ELICITATIONS
        {
            return None;
        }
        let done = CancellationToken::new();
        exchange.pages.insert(number.to_owned(), done.clone());
        Some(done)
    }

    /// The URL elicitation is over.
    pub fn forget_page(&self, number: &str) {
        locked(&self.0.exchange).pages.remove(number);
    }

    fn broken(&self, cause: &str) -> Error {
        Error::new(
            Code::ProtocolBroken,
            say!("response-invalid", server = self.0.label, cause),
        )
        .remedy(say!("server-bug", label = shell_word(&self.0.label)))
    }

    fn too_large(&self, bytes: usize) -> Error {
        Error::new(
            Code::MessageTooLarge,
            say!(
                "message-too-large",
                server = self.0.label,
                size = bytes.div_ceil(1 << 20),
                most = self.0.message_bytes >> 20,
            ),
        )
        .remedy(say!("message-too-large-remedy"))
    }
}

/// A number of seconds in words.
pub(crate) fn seconds(time: Duration) -> String {
    say!("seconds", count = time.as_secs())
}

/// See [`JsonRpc::paused_time`].
#[derive(Debug, Default, Clone, Copy)]
pub struct PausedTime {
    /// In all, over the connection.
    pub spent: Duration,
    /// End of the last pause.
    pub until: Option<tokio::time::Instant>,
}

/// Pauses while requests of the server wait for a person.
#[derive(Default)]
struct DeadlinePauses {
    open: usize,
    since: Option<tokio::time::Instant>,
    paused_time: PausedTime,
}

/// See [`JsonRpc::pause_deadlines`].
pub struct DeadlinePause(JsonRpc);

impl Drop for DeadlinePause {
    fn drop(&mut self) {
        let mut pauses = locked(&self.0.0.pauses);
        pauses.open -= 1;
        if pauses.open == 0
            && let Some(since) = pauses.since.take()
        {
            let now = tokio::time::Instant::now();
            pauses.paused_time.spent += now - since;
            pauses.paused_time.until = Some(now);
        }
    }
}
