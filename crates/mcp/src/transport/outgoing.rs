//! Encodes messages of ours: assigns ids, stores the frame, serializes without a newline.

use super::frames::{FrameMeta, NewFrame};
use super::subscription::Subscription;
use super::{JsonRpc, LOG_LEVEL, OpenServerRequest, Pending, ProgressNote, RpcOutcome, locked};
use portcullis_core::{Error, Result};
use portcullis_domain::{FrameDirection, FrameKind};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// Id of a request of ours; counts up, so none is used twice on a connection (RPC-03, RPC-04).
pub type Id = i64;

/// A request that is ready to be sent.
pub struct OutgoingRequest {
    /// Its id, and its progress token.
    pub id: Id,
    /// What it belongs to in the timeline.
    pub operation: u64,
    /// The message.
    pub bytes: Vec<u8>,
    /// Where its reply arrives; closed without one when the connection ended.
    pub answer: oneshot::Receiver<RpcOutcome>,
    /// The latest of its progress.
    pub progress: watch::Receiver<Option<ProgressNote>>,
    /// Of a request that listens: the server acknowledged nothing of what it asked for.
    declined: Option<Arc<AtomicBool>>,
}

impl OutgoingRequest {
    /// Whether it listens, and the server said that it notifies of nothing that it asked for.
    #[must_use]
    pub fn is_declined(&self) -> bool {
        let declined = self.declined.as_ref();
        declined.is_some_and(|declined| declined.load(Ordering::Relaxed))
    }
}

#[derive(Serialize)]
struct JsonRpcRequest<'a> {
    jsonrpc: &'static str,
    /// A notification has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a Map<String, Value>>,
}

#[derive(Serialize)]
struct JsonRpcResponse<'a> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorObject<'a>>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: i32,
    message: &'a str,
}

impl JsonRpc {
    /// Begins a request. With `meta`, the request carries it and a progress token. It waits for its reply from
    /// here on; [`JsonRpc::forget`] ends that.
    ///
    /// # Errors
    /// `internal` for parameters that are no JSON.
    pub fn begin(
        &self,
        method: &'static str,
        params: &mut Map<String, Value>,
        meta: Option<Map<String, Value>>,
    ) -> Result<OutgoingRequest> {
        self.begin_within(self.operation(), method, params, meta)
    }

    /// The same for a request that belongs to others in the timeline.
    ///
    /// # Errors
    /// `internal` for parameters that are no JSON.
    pub fn begin_within(
        &self,
        operation: u64,
        method: &'static str,
        params: &mut Map<String, Value>,
        meta: Option<Map<String, Value>>,
    ) -> Result<OutgoingRequest> {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        let logs = meta.as_ref().is_some_and(|meta| meta.contains_key(LOG_LEVEL));
        if let Some(mut meta) = meta {
            meta.insert("progressToken".to_owned(), id.into());
            params.insert("_meta".to_owned(), meta.into());
        }
        let message = JsonRpcRequest {
            jsonrpc: "2.0",
            id: Some(id),
            method,
            params: (!params.is_empty()).then_some(&*params),
        };
        let bytes = serde_json::to_vec(&message).map_err(Error::internal)?;
        let about = FrameMeta {
            method: Some(method.into()),
            rpc_id: Some(id.to_string()),
            pair: None,
            operation: Some(operation),
        };
        let frame = self.sent(FrameKind::Request, about, &bytes);
        let (answer, answered) = oneshot::channel();
        let (progress, noted) = watch::channel(None);
        let listens = (method == super::LISTEN).then(|| Subscription::new(params));
        let declined = listens.as_ref().map(Subscription::declined);
        let pending = Pending {
            method,
            frame,
            operation,
            sent: Instant::now(),
            answer,
            progress,
            logs,
            listens,
            lasts: params.contains_key("task"),
        };
        let mut exchange = locked(&self.0.exchange);
        // After the end no reply comes: the receiver finds its channel closed.
        if !exchange.is_over {
            exchange.pending.insert(id, pending);
        }
        drop(exchange);
        Ok(OutgoingRequest {
            id,
            operation,
            bytes,
            answer: answered,
            progress: noted,
            declined,
        })
    }

    /// The same request was sent once more, in a new session: its reply belongs to this frame.
    pub(super) fn sent_again(&self, id: Id, bytes: &[u8]) {
        let about = match locked(&self.0.exchange).pending.get(&id) {
            Some(pending) => FrameMeta {
                method: Some(pending.method.into()),
                rpc_id: Some(id.to_string()),
                pair: None,
                operation: Some(pending.operation),
            },
            None => return,
        };
        let frame = self.sent(FrameKind::Request, about, bytes);
        if let Some(pending) = locked(&self.0.exchange).pending.get_mut(&id) {
            (pending.frame, pending.sent) = (frame, Instant::now());
        }
    }

    /// A notification of ours.
    ///
    /// # Errors
    /// `internal` for parameters that are no JSON.
    pub fn notification(&self, method: &'static str, params: &Map<String, Value>) -> Result<Vec<u8>> {
        self.notification_within(None, method, params)
    }

    /// The same for one that belongs to a request in the timeline.
    ///
    /// # Errors
    /// `internal` for parameters that are no JSON.
    pub fn notification_within(
        &self,
        operation: Option<u64>,
        method: &'static str,
        params: &Map<String, Value>,
    ) -> Result<Vec<u8>> {
        let message = JsonRpcRequest {
            jsonrpc: "2.0",
            id: None,
            method,
            params: (!params.is_empty()).then_some(params),
        };
        let about = FrameMeta {
            method: Some(method.into()),
            operation,
            ..FrameMeta::default()
        };
        self.noted(FrameKind::Notification, about, &message)
    }

    /// The answer to a request of the server's: a result, or a code and a sentence. `id` is its id as it came. The
    /// server does not wait for it any more.
    ///
    /// # Errors
    /// `internal` for an id that is no JSON.
    pub fn answer(&self, id: &str, answer: &std::result::Result<Value, (i32, &str)>) -> Result<Vec<u8>> {
        let question = locked(&self.0.exchange).asked.remove(id);
        self.answer_to(question.as_ref(), id, answer)
    }

    pub(super) fn answer_to(
        &self,
        question: Option<&OpenServerRequest>,
        id: &str,
        answer: &std::result::Result<Value, (i32, &str)>,
    ) -> Result<Vec<u8>> {
        let raw: &RawValue = serde_json::from_str(id).map_err(Error::internal)?;
        let (kind, result, error) = match answer {
            Ok(result) => (FrameKind::Result, Some(result), None),
            Err((code, message)) => {
                let refused = ErrorObject { code: *code, message };
                (FrameKind::Error, None, Some(refused))
            }
        };
        let message = JsonRpcResponse {
            jsonrpc: "2.0",
            id: raw,
            result,
            error,
        };
        let about = FrameMeta {
            method: question.map(|question| Cow::Owned(question.method.clone())),
            rpc_id: Some(super::decode::short_id(id)),
            pair: question.map(|question| (question.frame, super::decode::since(question.asked))),
            operation: question.map(|question| question.operation),
        };
        self.noted(kind, about, &message)
    }

    fn noted(&self, kind: FrameKind, about: FrameMeta, message: &impl Serialize) -> Result<Vec<u8>> {
        let bytes = serde_json::to_vec(message).map_err(Error::internal)?;
        self.sent(kind, about, &bytes);
        Ok(bytes)
    }

    fn sent(&self, kind: FrameKind, about: FrameMeta, bytes: &[u8]) -> u64 {
        self.0.frames.note(NewFrame {
            at: self.0.clock.now(),
            direction: FrameDirection::Sent,
            kind,
            connection: self.0.connection,
            about,
            bytes: bytes.len(),
            text: &String::from_utf8_lossy(bytes),
        })
    }
}
