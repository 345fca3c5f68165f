//! Bytes ↔ messages, bounded. The transports here carry rmcp's service loop, but what they read is kept raw:
//! rmcp's typed results lose unknown fields and one bad entry loses a whole list, so a reply is put aside as it
//! came ([`Reply`]) and rmcp is only woken with a stub. Notifications never reach rmcp either: it would start a
//! task for each and lose their order.
//!
//! This module knows nothing of servers, consent or the record. `client/` is its only caller.

mod decode;
mod frames;
mod http;
mod inbox;
mod log;
mod scan;
mod shape;
mod sse;
mod stdio;
#[cfg(test)]
mod tests;

pub use frames::Frames;
pub use http::{Http, HttpConfig};
pub use inbox::{Announced, Inbox, ProgressNote};
pub use log::Log;
pub use stdio::Stdio;

use crate::clock::Clock;
use crate::{Code, Error};
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

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
    },
    /// There is no usable reply, and why.
    Broken(Error),
}

/// A request of ours that waits for its reply.
struct Pending {
    method: String,
    frame: u64,
    sent: Instant,
}

#[derive(Default)]
struct Exchange {
    pending: HashMap<RequestId, Pending>,
    replies: HashMap<RequestId, Reply>,
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
    log: Log,
    inbox: Inbox,
    batches: AtomicBool,
    typed_lists: AtomicBool,
    ready: AtomicBool,
    junk: AtomicU64,
    strays: AtomicU64,
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
            frames,
            log,
            inbox: Inbox::default(),
            batches: AtomicBool::new(false),
            typed_lists: AtomicBool::new(false),
            ready: AtomicBool::new(false),
            junk: AtomicU64::new(0),
            strays: AtomicU64::new(0),
        }))
    }

    /// The label of the server, for sentences.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.0.label
    }

    /// What the server announced and has not been looked at yet.
    #[must_use]
    pub fn inbox(&self) -> &Inbox {
        &self.0.inbox
    }

    /// Largest message accepted, in bytes.
    #[must_use]
    pub fn message_bytes(&self) -> usize {
        self.0.message_bytes
    }

    /// Accept arrays of messages, which only 2025-03-26 has.
    pub fn accept_batches(&self, yes: bool) {
        self.0.batches.store(yes, Ordering::Relaxed);
    }

    /// Hand tool lists to rmcp in full: over HTTP it reads the `x-mcp-header` marks from them.
    pub fn keep_lists_typed(&self) {
        self.0.typed_lists.store(true, Ordering::Relaxed);
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

    /// Takes the reply to a request of ours, once.
    #[must_use]
    pub fn take_reply(&self, id: &RequestId) -> Option<Reply> {
        locked(&self.0.exchange).replies.remove(id)
    }

    /// Nobody waits for this reply any more.
    pub fn forget(&self, id: &RequestId) {
        let mut exchange = locked(&self.0.exchange);
        exchange.pending.remove(id);
        exchange.replies.remove(id);
    }

    /// A request cannot be answered any more. One that nobody waits for stays forgotten: its reply would never
    /// be taken.
    fn settle_broken(&self, id: &RequestId, error: Error) {
        let mut exchange = locked(&self.0.exchange);
        if exchange.pending.remove(id).is_some() {
            exchange.replies.insert(id.clone(), Reply::Broken(error));
        }
    }

    /// Turns a message of ours into a line without its newline, and notes it.
    fn outgoing(&self, message: &ClientJsonRpcMessage) -> serde_json::Result<Vec<u8>> {
        let bytes = serde_json::to_vec(message)?;
        let text = String::from_utf8_lossy(&bytes);
        match message {
            JsonRpcMessage::Request(request) => {
                let method = scan::method(&bytes).unwrap_or_default();
                let frame =
                    self.0
                        .frames
                        .sent_request(self.0.clock.now(), &method, &request.id.to_string(), &text);
                locked(&self.0.exchange).pending.insert(
                    request.id.clone(),
                    Pending {
                        method,
                        frame,
                        sent: Instant::now(),
                    },
                );
            }
            JsonRpcMessage::Notification(_) => {
                if let Some(cancelled) = scan::cancelled(&bytes) {
                    self.forget(&cancelled);
                }
                self.0.frames.sent(
                    self.0.clock.now(),
                    crate::view::FrameKind::Notification,
                    scan::method(&bytes),
                    None,
                    &text,
                );
            }
            JsonRpcMessage::Response(response) => {
                let id = Some(response.id.to_string());
                self.0.frames.sent(
                    self.0.clock.now(),
                    crate::view::FrameKind::Result,
                    None,
                    id,
                    &text,
                );
            }
            JsonRpcMessage::Error(error) => {
                let id = error.id.as_ref().map(ToString::to_string);
                self.0
                    .frames
                    .sent(self.0.clock.now(), crate::view::FrameKind::Error, None, id, &text);
            }
        }
        Ok(bytes)
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
