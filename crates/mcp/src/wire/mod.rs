//! Bytes ↔ messages, bounded, in both directions and both eras: one connection's bookkeeping ([`Wire`]) and the
//! ways its messages travel ([`Outlet`]). What comes in is kept raw, so that no field is lost and no bad entry
//! loses a list; whatever a server sends, the request that waits for it ends.
//!
//! This module knows nothing of servers, consent or the record. `client/` is its only caller.

mod belonging;
mod decode;
mod frames;
mod headers;
mod http;
pub mod icons;
mod listened;
mod log;
mod notification_buffer;
mod old_sse;
mod outgoing;
mod outlet;
mod pace;
mod said_back;
mod scan;
mod shape;
mod sse;
mod stdio;
#[cfg(test)]
mod tests;

pub use decode::Asking;
pub use frames::Frames;
pub use frames::read::Asked as FrameCall;
pub use http::forbidden;
pub use http::{Authorization, Binding, Http, HttpConfig, Pass, Refused};
pub use log::Log;
pub use notification_buffer::{Announced, NotificationBuffer, ProgressNote, TaskNote};
pub use old_sse::OldSse;
pub use outgoing::{Begun, Id};
pub use outlet::{Outlet, RequestGuard, Sending};
pub use stdio::Pipe;

use crate::limits;
use portcullis_core::clock::Clock;
use portcullis_core::{Code, Error};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::sync::CancellationToken;

/// The method of the request that stays open for announcements.
pub const LISTEN: &str = "subscriptions/listen";
/// What the log of a server says whose announcements are cut over and over.
pub const CUT: &str = "its announcements are cut again and again; it is listened to again in about a minute, and its lists are read again then";
/// By this in its metadata a request of the modern era asks for log messages (LOG-03).
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// A reply as it came.
#[derive(Debug)]
pub enum Reply {
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

/// The requests within which a server may ask something.
const MAY_ASK: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// A request of ours that waits for its reply.
struct Pending {
    method: &'static str,
    frame: u64,
    operation: u64,
    sent: Instant,
    answer: oneshot::Sender<Reply>,
    progress: watch::Sender<Option<ProgressNote>>,
    /// It asked for log messages.
    logs: bool,
    /// What it listens for, where it does.
    listens: Option<listened::Listens>,
    /// It asked for a task: its progress goes on after its reply.
    lasts: bool,
}

#[derive(Default)]
struct Exchange {
    pending: HashMap<Id, Pending>,
    /// What the server asked and still waits for, by its id as it was written.
    asked: HashMap<String, Question>,
    /// Pages that a person may have open for the server, by the number it gave them.
    pages: HashMap<String, CancellationToken>,
    /// Requests of ours that nobody waits for any more, the latest last, with their operations.
    given_up: VecDeque<(Id, u64)>,
    /// Progress of calls that were answered with a task (PRG-05).
    lasting: BTreeMap<Id, watch::Sender<Option<ProgressNote>>>,
}

/// What the server asked.
struct Question {
    method: String,
    frame: u64,
    operation: u64,
    asked: Instant,
    cancelled: CancellationToken,
}

/// What one connection shares between its transport and its client.
#[derive(Clone)]
pub struct Wire(Arc<Inner>);

struct Inner {
    label: String,
    message_bytes: usize,
    clock: Arc<dyn Clock>,
    exchange: Mutex<Exchange>,
    failure: watch::Sender<Option<Error>>,
    frames: Frames,
    /// Counts the connections in the timeline.
    connection: u32,
    log: Log,
    notifications: NotificationBuffer,
    next: AtomicI64,
    batches: AtomicBool,
    modern: AtomicBool,
    ready: AtomicBool,
    /// Questions of the server that a person is looking at.
    resting: Mutex<Resting>,
    unwell: AtomicBool,
    /// It was a server before.
    known: AtomicBool,
    /// Something odd came: it is to be asked whether it is still there.
    doubted: Notify,
    junk: AtomicU64,
    strays: AtomicU64,
    said_back: said_back::SaidBack,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while holding one of these leaves plain data behind, never half a state.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Wire {
    /// For one connection to the server with this label. Frames and log outlive the connection.
    #[must_use]
    pub fn new(label: &str, message_bytes: usize, clock: Arc<dyn Clock>, frames: Frames, log: Log) -> Self {
        Self(Arc::new(Inner {
            label: label.to_owned(),
            message_bytes,
            clock,
            exchange: Mutex::default(),
            failure: watch::Sender::new(None),
            connection: frames.connection(),
            frames,
            log,
            notifications: NotificationBuffer::default(),
            next: AtomicI64::new(1),
            batches: AtomicBool::new(false),
            modern: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            resting: Mutex::default(),
            unwell: AtomicBool::new(false),
            known: AtomicBool::new(false),
            doubted: Notify::new(),
            junk: AtomicU64::new(0),
            strays: AtomicU64::new(0),
            said_back: said_back::SaidBack::default(),
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

    /// This connection carries a secret: what the server says back of it is taken out.
    pub fn keeps(&self, secret: &str) {
        self.0.said_back.add(secret);
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

    /// The modern era: a server asks nothing by itself, and nothing is ever answered (RPC-12).
    pub fn set_modern(&self) {
        self.0.modern.store(true, Ordering::Relaxed);
    }

    fn is_modern(&self) -> bool {
        self.0.modern.load(Ordering::Relaxed)
    }

    /// A question of the server waits for a person as long as this lives: the time of our own requests stands
    /// still meanwhile (PNG-06).
    #[must_use]
    pub fn server_request(&self) -> Inquiring {
        let mut resting = locked(&self.0.resting);
        resting.open += 1;
        resting.since.get_or_insert_with(tokio::time::Instant::now);
        drop(resting);
        Inquiring(self.clone())
    }

    /// Whether one does.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        locked(&self.0.resting).since.is_some()
    }

    /// How long our own time stood still before it began to run last, and since when it does.
    #[must_use]
    pub fn rested(&self) -> Rested {
        locked(&self.0.resting).rested
    }

    /// The address answered with a fault of its own, which says nothing about what it speaks (ERA-26).
    fn set_unwell(&self) {
        self.0.unwell.store(true, Ordering::Relaxed);
    }

    /// Whether it did.
    #[must_use]
    pub fn is_unwell(&self) -> bool {
        self.0.unwell.load(Ordering::Relaxed)
    }

    /// What is behind the address was a server of the protocol before.
    pub fn set_known(&self) {
        self.0.known.store(true, Ordering::Relaxed);
    }

    fn is_known(&self) -> bool {
        self.0.known.load(Ordering::Relaxed) || self.was_ready()
    }

    /// Something came that the server would not say itself.
    fn doubt(&self) {
        self.0.doubted.notify_one();
    }

    /// Resolves once it did.
    pub async fn doubted(&self) {
        self.0.doubted.notified().await;
    }

    /// The handshake is over: a failed message from now on says nothing about the whole connection.
    pub fn set_ready(&self) {
        self.0.ready.store(true, Ordering::Relaxed);
    }

    fn was_ready(&self) -> bool {
        self.0.ready.load(Ordering::Relaxed)
    }

    /// Lines that were not protocol.
    #[must_use]
    pub fn junk(&self) -> u64 {
        self.0.junk.load(Ordering::Relaxed)
    }

    /// Replies nobody waited for.
    #[must_use]
    pub fn strays(&self) -> u64 {
        self.0.strays.load(Ordering::Relaxed)
    }

    /// Requests still without a reply; back to zero when nothing is under way (F-22).
    #[must_use]
    pub fn open_requests(&self) -> usize {
        locked(&self.0.exchange).pending.len()
    }

    /// Remembers why the connection is of no more use. The first reason stays.
    pub fn fail(&self, error: Error) {
        self.0.failure.send_if_modified(|failure| {
            let first = failure.is_none();
            failure.get_or_insert(error);
            first
        });
    }

    /// Why the connection is of no more use.
    #[must_use]
    pub fn failure(&self) -> Option<Error> {
        self.0.failure.borrow().clone()
    }

    /// Resolves once the connection is of no more use.
    pub async fn failed(&self) {
        let mut failure = self.0.failure.subscribe();
        // The sender lives as long as this wire.
        _ = failure.wait_for(Option::is_some).await;
    }

    /// The same, for a connection that has just ended: the reason may take a moment to be found.
    pub async fn failure_within(&self, patience: Duration) -> Option<Error> {
        let mut failure = self.0.failure.subscribe();
        let found = tokio::time::timeout(patience, failure.wait_for(Option::is_some)).await;
        found.ok()?.ok()?.clone()
    }

    /// Nobody waits for this reply any more. `false` when it had come already.
    pub fn forget(&self, id: Id) -> bool {
        let mut exchange = locked(&self.0.exchange);
        let Some(pending) = exchange.pending.remove(&id) else {
            return false;
        };
        if exchange.given_up.len() == limits::GIVEN_UP {
            exchange.given_up.pop_front();
        }
        exchange.given_up.push_back((id, pending.operation));
        true
    }

    /// Whether this request still waits for its reply.
    fn waits(&self, id: Id) -> bool {
        locked(&self.0.exchange).pending.contains_key(&id)
    }

    /// Nothing comes any more: everybody who waits is told, and what the server asked is withdrawn.
    pub fn end(&self) {
        let mut exchange = locked(&self.0.exchange);
        let (pending, asked) = (
            std::mem::take(&mut exchange.pending),
            std::mem::take(&mut exchange.asked),
        );
        exchange.pages.clear();
        drop(exchange);
        // A dropped sender is the message: the reason is looked for by whoever waits.
        drop(pending);
        for (_, question) in asked {
            question.cancelled.cancel();
        }
    }

    /// A request cannot be answered any more.
    fn settle_broken(&self, id: Id, error: Error) {
        self.settle(id, Reply::Broken(error));
    }

    fn settle(&self, id: Id, reply: Reply) {
        let pending = self.take_pending(id);
        if let Some(pending) = pending {
            // Whoever asked may have stopped waiting in this very moment.
            _ = pending.answer.send(reply);
        }
    }

    fn take_pending(&self, id: Id) -> Option<Pending> {
        let mut exchange = locked(&self.0.exchange);
        let pending = exchange.pending.remove(&id)?;
        if pending.lasts {
            exchange.lasting.insert(id, pending.progress.clone());
            // Ids count up: the first is the oldest.
            while exchange.lasting.len() > limits::LASTING {
                exchange.lasting.pop_first();
            }
        }
        Some(pending)
    }

    /// Progress of a call that was answered with a task (PRG-05).
    #[must_use]
    pub fn lasting(&self, id: Id) -> Option<watch::Receiver<Option<ProgressNote>>> {
        let exchange = locked(&self.0.exchange);
        exchange.lasting.get(&id).map(watch::Sender::subscribe)
    }

    /// Nobody listens for that progress any more.
    pub fn over(&self, id: Id) {
        locked(&self.0.exchange).lasting.remove(&id);
    }

    /// What the server asked under this id was answered, or will not be.
    pub fn answered(&self, id: &str) {
        locked(&self.0.exchange).asked.remove(id);
    }

    /// What ends when the server says that it is done with the page of this number; `None` where too many are open or
    /// the number is one already (ELI-26).
    #[must_use]
    pub fn page(&self, number: &str) -> Option<CancellationToken> {
        let mut exchange = locked(&self.0.exchange);
        let taken = exchange.pages.contains_key(number);
        if taken || number.len() > limits::PAGE_NUMBER || exchange.pages.len() >= limits::PAGES_OPEN {
            return None;
        }
        let done = CancellationToken::new();
        exchange.pages.insert(number.to_owned(), done.clone());
        Some(done)
    }

    /// Nobody waits for this page any more.
    pub fn forget_page(&self, number: &str) {
        locked(&self.0.exchange).pages.remove(number);
    }

    fn broken(&self, what: &str) -> Error {
        Error::new(
            Code::ProtocolBroken,
            format!(
                "“{}” answered, but {what}. The answer was not used.",
                self.0.label
            ),
        )
        .remedy("This is a fault of the server. The Protocol tab shows what it sent.")
    }

    fn too_large(&self, bytes: usize) -> Error {
        Error::new(
            Code::MessageTooLarge,
            format!(
                "“{}” sent a message of {} MiB, more than the {} MiB that are accepted. It was not read.",
                self.0.label,
                bytes.div_ceil(1 << 20),
                self.0.message_bytes >> 20,
            ),
        )
        .remedy("Ask for less at once, or raise the largest message in the server's settings.")
    }
}

/// See [`Wire::rested`].
#[derive(Debug, Default, Clone, Copy)]
pub struct Rested {
    /// In all, on this connection.
    pub spent: Duration,
    /// The end of the last time.
    pub until: Option<tokio::time::Instant>,
}

/// Time in which a person looks at questions of the server.
#[derive(Default)]
struct Resting {
    open: usize,
    since: Option<tokio::time::Instant>,
    rested: Rested,
}

/// See [`Wire::inquiry`].
pub struct Inquiring(Wire);

impl Drop for Inquiring {
    fn drop(&mut self) {
        let mut resting = locked(&self.0.0.resting);
        resting.open -= 1;
        if resting.open == 0
            && let Some(since) = resting.since.take()
        {
            let now = tokio::time::Instant::now();
            resting.rested.spent += now - since;
            resting.rested.until = Some(now);
        }
    }
}
