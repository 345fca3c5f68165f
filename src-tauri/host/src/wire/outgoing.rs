//! Messages of ours: numbered, noted in the timeline, and turned into a line without its newline.

use super::{LOG_LEVEL, Pending, ProgressNote, Reply, Wire, locked};
use crate::view::FrameKind;
use crate::{Error, Result};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// Id of a request of ours; counts up, so none is used twice on a connection (RPC-03, RPC-04).
pub type Id = i64;

/// A request that is ready to be sent.
pub struct Begun {
    /// Its id, and its progress token.
    pub id: Id,
    /// The message.
    pub bytes: Vec<u8>,
    /// Where its reply arrives; closed without one when the connection ended.
    pub answer: oneshot::Receiver<Reply>,
    /// The latest of its progress.
    pub progress: watch::Receiver<Option<ProgressNote>>,
}

#[derive(Serialize)]
struct Request<'a> {
    jsonrpc: &'static str,
    id: Id,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a Map<String, Value>>,
}

#[derive(Serialize)]
struct Notification<'a> {
    jsonrpc: &'static str,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a Map<String, Value>>,
}

#[derive(Serialize)]
struct Answer<'a> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refused<'a>>,
}

#[derive(Serialize)]
struct Refused<'a> {
    code: i32,
    message: &'a str,
}

impl Wire {
    /// Begins a request. With `meta`, the request carries it and a progress token. It waits for its reply from
    /// here on; [`Wire::forget`] ends that.
    ///
    /// # Errors
    /// `internal` for parameters that are no JSON.
    pub fn begin(
        &self,
        method: &'static str,
        params: &mut Map<String, Value>,
        meta: Option<Map<String, Value>>,
    ) -> Result<Begun> {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        let logs = meta.as_ref().is_some_and(|meta| meta.contains_key(LOG_LEVEL));
        if let Some(mut meta) = meta {
            meta.insert("progressToken".to_owned(), id.into());
            params.insert("_meta".to_owned(), meta.into());
        }
        let message = Request {
            jsonrpc: "2.0",
            id,
            method,
            params: (!params.is_empty()).then_some(&*params),
        };
        let bytes = serde_json::to_vec(&message).map_err(Error::internal)?;
        let now = self.0.clock.now();
        let text = String::from_utf8_lossy(&bytes);
        let frame = self.0.frames.sent_request(now, method, &id.to_string(), &text);
        let (answer, answered) = oneshot::channel();
        let (progress, noted) = watch::channel(None);
        let pending = Pending {
            method,
            frame,
            sent: Instant::now(),
            answer,
            progress,
            logs,
            acknowledged: false,
            lasts: params.contains_key("task"),
        };
        locked(&self.0.exchange).pending.insert(id, pending);
        Ok(Begun {
            id,
            bytes,
            answer: answered,
            progress: noted,
        })
    }

    /// A notification of ours.
    ///
    /// # Errors
    /// `internal` for parameters that are no JSON.
    pub fn notification(&self, method: &str, params: &Map<String, Value>) -> Result<Vec<u8>> {
        let message = Notification {
            jsonrpc: "2.0",
            method,
            params: (!params.is_empty()).then_some(params),
        };
        self.noted(FrameKind::Notification, Some(method), None, &message)
    }

    /// The answer to a request of the server's: a result, or a code and a sentence. `id` is its id as it came.
    ///
    /// # Errors
    /// `internal` for an id that is no JSON.
    pub fn answer(&self, id: &str, answer: &std::result::Result<Value, (i32, &str)>) -> Result<Vec<u8>> {
        let raw: &RawValue = serde_json::from_str(id).map_err(Error::internal)?;
        let (kind, result, error) = match answer {
            Ok(result) => (FrameKind::Result, Some(result), None),
            Err((code, message)) => {
                let refused = Refused { code: *code, message };
                (FrameKind::Error, None, Some(refused))
            }
        };
        let message = Answer {
            jsonrpc: "2.0",
            id: raw,
            result,
            error,
        };
        self.noted(kind, None, Some(super::decode::short_id(id)), &message)
    }

    fn noted(
        &self,
        kind: FrameKind,
        method: Option<&str>,
        id: Option<String>,
        message: &impl Serialize,
    ) -> Result<Vec<u8>> {
        let bytes = serde_json::to_vec(message).map_err(Error::internal)?;
        let text = String::from_utf8_lossy(&bytes);
        let method = method.map(str::to_owned);
        self.0.frames.sent(self.0.clock.now(), kind, method, id, &text);
        Ok(bytes)
    }
}
