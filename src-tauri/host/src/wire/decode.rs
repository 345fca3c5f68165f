//! What came from a server: one message of bytes, sorted. Replies are put aside raw, notifications are filed,
//! requests go to rmcp, and everything that cannot be used ends its request with an error instead of leaving
//! the caller waiting (the six malformed replies, S-85, F-04, F-20, F-22).

use super::frames::Came;
use super::{Pending, Reply, Wire, locked, scan};
use crate::limits;
use crate::view::{FrameKind, LogSource};
use rmcp::model::{
    CustomResult, DiscoverResult, ErrorCode, ErrorData, InitializeResult, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::atomic::Ordering;

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

/// What to do with a message that came in.
#[derive(Default)]
pub(super) struct Incoming {
    /// For rmcp, in order.
    pub deliver: Vec<ServerJsonRpcMessage>,
    /// Lines to send back at once.
    pub respond: Vec<Vec<u8>>,
}

/// What a frame that came in is about.
#[derive(Default)]
struct About {
    method: Option<String>,
    id: Option<String>,
    /// The frame of the request that it answers, and milliseconds since then.
    pair: Option<(u64, u64)>,
}

impl About {
    /// A message that the server began. Names are the server's and as long as it likes: only what a person can
    /// read is copied.
    fn theirs(method: &str, id: Option<&str>) -> Self {
        Self {
            method: Some(method.chars().take(limits::FRAME_METHOD).collect()),
            id: id.map(short_id),
            pair: None,
        }
    }

    /// An answer, as far as it is known to which request.
    fn ours(pending: Option<&Pending>, id: Option<&RequestId>) -> Self {
        let elapsed =
            |pending: &Pending| u64::try_from(pending.sent.elapsed().as_millis()).unwrap_or(u64::MAX);
        Self {
            method: pending.map(|pending| pending.method.clone()),
            id: id.map(|id| short_id(&id.to_string())),
            pair: pending.map(|pending| (pending.frame, elapsed(pending))),
        }
    }
}

fn short_id(id: &str) -> String {
    id.chars().take(limits::FRAME_ID).collect()
}

impl Wire {
    /// Sorts one message. `bytes` is a line or the data of an event, without its end.
    pub(super) fn incoming(&self, bytes: &[u8]) -> Incoming {
        let mut out = Incoming::default();
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii();
        if !bytes.is_empty() {
            match std::str::from_utf8(bytes) {
                Ok(text) => self.sort(text, None, &mut out),
                Err(_) => {
                    self.sort(
                        &String::from_utf8_lossy(bytes),
                        Some("with bytes that are not UTF-8 text"),
                        &mut out,
                    );
                }
            }
        }
        out
    }

    /// A line that was longer than allowed: only its ends were kept.
    pub(super) fn oversized(&self, head: &[u8], tail: &[u8], length: usize) -> Incoming {
        let mut out = Incoming::default();
        let text = String::from_utf8_lossy(head);
        let id = scan::salvage_id(head, tail);
        let pending = id.as_ref().and_then(|id| self.take_pending(id));
        let about = About::ours(pending.as_ref(), id.as_ref());
        self.note(FrameKind::Unreadable, about, &text, length);
        match (id, pending) {
            (Some(id), Some(pending)) => self.end_broken(&pending, &id, self.too_large(length), &mut out),
            // Whose reply it was cannot be known, so everybody who waits has to be told.
            _ => self.end_all(&self.too_large(length), &mut out),
        }
        out
    }

    fn sort(&self, text: &str, broken: Option<&str>, out: &mut Incoming) {
        match serde_json::from_str::<Envelope<'_>>(text) {
            Ok(envelope) => self.sort_envelope(&envelope, text, broken, out),
            Err(_) if text.starts_with('[') => self.sort_array(text, out),
            Err(error) => self.sort_unreadable(text, &error, out),
        }
    }

    fn sort_array(&self, text: &str, out: &mut Incoming) {
        let Ok(messages) = serde_json::from_str::<Vec<&RawValue>>(text) else {
            self.junk_line(text);
            return;
        };
        let wrong = "in an array of messages, which the revision in use does not have";
        let broken = (!self.0.batches.load(Ordering::Relaxed)).then_some(wrong);
        for message in messages {
            self.sort(message.get(), broken, out);
        }
    }

    fn sort_unreadable(&self, text: &str, error: &serde_json::Error, out: &mut Incoming) {
        let bytes = text.as_bytes();
        let id = scan::salvage_id(
            &bytes[..bytes.len().min(4096)],
            &bytes[bytes.len().saturating_sub(4096)..],
        );
        if let Some((id, pending)) = id.and_then(|id| self.take_pending(&id).map(|pending| (id, pending))) {
            let about = About::ours(Some(&pending), Some(&id));
            self.note(FrameKind::Unreadable, about, text, text.len());
            let error = self.broken(&format!("its answer is not valid JSON ({error})"));
            self.end_broken(&pending, &id, error, out);
        } else {
            self.junk_line(text);
        }
    }

    fn junk_line(&self, text: &str) {
        self.0.junk.fetch_add(1, Ordering::Relaxed);
        self.0.log.add(LogSource::Junk, None, text);
    }

    fn sort_envelope(&self, envelope: &Envelope<'_>, text: &str, broken: Option<&str>, out: &mut Incoming) {
        let broken = broken.or_else(|| {
            (envelope.jsonrpc.as_deref() != Some("2.0")).then_some("without saying that it is JSON-RPC 2.0")
        });
        match (&envelope.method, envelope.id) {
            (Some(method), Some(_)) => self.sort_request(method, envelope, text, broken, out),
            (Some(method), None) => self.sort_notification(method, envelope, text, broken, out),
            (None, Some(id)) => self.sort_reply(id, envelope, text, broken, out),
            (None, None) => {
                self.note(FrameKind::Unreadable, About::default(), text, text.len());
                self.junk_line(text);
            }
        }
    }

    fn sort_request(
        &self,
        method: &str,
        envelope: &Envelope<'_>,
        text: &str,
        broken: Option<&str>,
        out: &mut Incoming,
    ) {
        let id = envelope.id.map(RawValue::get).unwrap_or_default();
        self.note(
            FrameKind::Request,
            About::theirs(method, Some(id)),
            text,
            text.len(),
        );
        match (broken, serde_json::from_str::<ServerJsonRpcMessage>(text)) {
            (None, Ok(message)) => out.deliver.push(message),
            (broken, _) => {
                // An id that is neither number nor string cannot be answered.
                if serde_json::from_str::<RequestId>(id).is_ok() {
                    let reason = broken.unwrap_or("not valid");
                    let answer = format!(
                        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"the request came {reason}"}}}}"#
                    );
                    out.respond.push(answer.into_bytes());
                }
            }
        }
    }

    fn sort_notification(
        &self,
        method: &str,
        envelope: &Envelope<'_>,
        text: &str,
        broken: Option<&str>,
        out: &mut Incoming,
    ) {
        let params = envelope.params.map(RawValue::get);
        self.note(
            FrameKind::Notification,
            About::theirs(method, None),
            text,
            text.len(),
        );
        if broken.is_some() {
            self.junk_line(text);
            return;
        }
        match method {
            "notifications/message" => self.file_log(params),
            // rmcp has to know which of the server's requests were taken back.
            "notifications/cancelled" => {
                if let Ok(message) = serde_json::from_str(text) {
                    out.deliver.push(message);
                }
            }
            _ => self.0.inbox.file(method, params),
        }
    }

    fn file_log(&self, params: Option<&str>) {
        #[derive(Deserialize)]
        struct Params {
            level: Option<String>,
            data: Option<Value>,
        }
        let Some(params) = params.and_then(|json| serde_json::from_str::<Params>(json).ok()) else {
            return;
        };
        let text = match params.data {
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
            None => String::new(),
        };
        self.0.log.add(LogSource::Message, params.level.as_deref(), &text);
    }

    fn sort_reply(
        &self,
        id: &RawValue,
        envelope: &Envelope<'_>,
        text: &str,
        broken: Option<&str>,
        out: &mut Incoming,
    ) {
        let Ok(found) = serde_json::from_str::<RequestId>(id.get()) else {
            self.stray(text);
            return;
        };
        let Some(pending) = self.take_pending(&found) else {
            self.answer_mistyped(&found, text, out);
            return;
        };
        let kind = match (broken, envelope.error) {
            (Some(_), _) => FrameKind::Unreadable,
            (None, Some(_)) => FrameKind::Error,
            (None, None) => FrameKind::Result,
        };
        self.note(kind, About::ours(Some(&pending), Some(&found)), text, text.len());
        match (broken, envelope.result, envelope.error) {
            (Some(reason), _, _) => {
                self.end_broken(&pending, &found, self.broken(&format!("it came {reason}")), out)
            }
            (None, Some(result), None) => self.end_result(&pending, &found, result, out),
            (None, None, Some(error)) => self.end_refused(&pending, &found, error, out),
            (None, Some(_), Some(_)) => {
                let error = self.broken("its answer is a result and an error at once");
                self.end_broken(&pending, &found, error, out);
            }
            (None, None, None) => {
                let error = self.broken("its answer holds neither a result nor an error");
                self.end_broken(&pending, &found, error, out);
            }
        }
    }

    /// A reply whose id is `"7"` where ours was `7`: nobody else can be meant, but it is not an answer.
    fn answer_mistyped(&self, found: &RequestId, text: &str, out: &mut Incoming) {
        let ours = match found {
            RequestId::String(text) => text.parse().ok().map(RequestId::Number),
            RequestId::Number(_) => None,
        };
        match ours.and_then(|ours| self.take_pending(&ours).map(|pending| (ours, pending))) {
            Some((ours, pending)) => {
                let about = About::ours(Some(&pending), Some(&ours));
                self.note(FrameKind::Unreadable, about, text, text.len());
                let error = self.broken("it wrote the number of the request as text");
                self.end_broken(&pending, &ours, error, out);
            }
            None => self.stray(text),
        }
    }

    fn stray(&self, text: &str) {
        self.0.strays.fetch_add(1, Ordering::Relaxed);
        self.note(FrameKind::Result, About::default(), text, text.len());
    }

    fn take_pending(&self, id: &RequestId) -> Option<Pending> {
        locked(&self.0.exchange).pending.remove(id)
    }

    fn end_result(&self, pending: &Pending, id: &RequestId, result: &RawValue, out: &mut Incoming) {
        // The handshake is rmcp's business and is small; everything else stays raw.
        let typed = match pending.method.as_str() {
            "initialize" => Some(
                serde_json::from_str::<InitializeResult>(result.get()).map(ServerResult::InitializeResult),
            ),
            "server/discover" => {
                Some(serde_json::from_str::<DiscoverResult>(result.get()).map(ServerResult::DiscoverResult))
            }
            _ => None,
        };
        match typed {
            Some(Ok(result)) => out
                .deliver
                .push(ServerJsonRpcMessage::response(result, id.clone())),
            Some(Err(error)) => {
                let error = self.broken(&format!(
                    "its answer to {} does not fit the protocol ({error})",
                    pending.method
                ));
                self.fail(error.clone());
                self.end_broken(pending, id, error, out);
            }
            None => {
                if let Some(reason) = super::shape::unusable(result.get()) {
                    let error = self.broken(&format!("its answer cannot be used: {reason}"));
                    return self.end_broken(pending, id, error, out);
                }
                locked(&self.0.exchange)
                    .replies
                    .insert(id.clone(), Reply::Result(result.to_owned()));
                let list = pending.method == "tools/list" && self.0.typed_lists.load(Ordering::Relaxed);
                let stub = if list { usable_tools(result) } else { stub() };
                out.deliver.push(ServerJsonRpcMessage::response(stub, id.clone()));
            }
        }
    }

    fn end_refused(&self, pending: &Pending, id: &RequestId, error: &RawValue, out: &mut Incoming) {
        let value = serde_json::from_str::<Value>(error.get()).unwrap_or_default();
        let code = value.get("code").and_then(Value::as_i64).unwrap_or_default();
        let message = match value.get("message") {
            Some(Value::String(message)) => message.clone(),
            _ => error.get().chars().take(1024).collect(),
        };
        let shown = ErrorData {
            code: ErrorCode(i32::try_from(code).unwrap_or(-32603)),
            message: message.clone().into(),
            data: value.get("data").cloned(),
        };
        if !matches!(pending.method.as_str(), "initialize" | "server/discover") {
            locked(&self.0.exchange)
                .replies
                .insert(id.clone(), Reply::Refused { code, message });
        }
        out.deliver
            .push(ServerJsonRpcMessage::error(shown, Some(id.clone())));
    }

    fn end_broken(&self, pending: &Pending, id: &RequestId, error: crate::Error, out: &mut Incoming) {
        let shown = ErrorData::internal_error(error.sentence.clone(), None);
        if !matches!(pending.method.as_str(), "initialize" | "server/discover") {
            locked(&self.0.exchange)
                .replies
                .insert(id.clone(), Reply::Broken(error));
        }
        out.deliver
            .push(ServerJsonRpcMessage::error(shown, Some(id.clone())));
    }

    fn end_all(&self, error: &crate::Error, out: &mut Incoming) {
        let pending: Vec<(RequestId, Pending)> = locked(&self.0.exchange).pending.drain().collect();
        for (id, pending) in pending {
            self.end_broken(&pending, &id, error.clone(), out);
        }
    }

    /// Puts what came into the timeline. `bytes` is how long it was, of which `text` may be a part.
    fn note(&self, kind: FrameKind, about: About, text: &str, bytes: usize) {
        self.0.frames.came(Came {
            at: self.0.clock.now(),
            kind,
            method: about.method,
            rpc_id: about.id,
            pair: about.pair,
            bytes,
            text,
        });
    }
}

fn stub() -> ServerResult {
    ServerResult::CustomResult(CustomResult(Value::Object(serde_json::Map::new())))
}

/// The list for rmcp, which drops a whole list for one bad entry: the bad ones are left out here.
fn usable_tools(result: &RawValue) -> ServerResult {
    let Ok(mut value) = serde_json::from_str::<Value>(result.get()) else {
        return stub();
    };
    if let Some(Value::Array(tools)) = value.get_mut("tools") {
        tools.retain(|tool| serde_json::from_value::<rmcp::model::Tool>(tool.clone()).is_ok());
    }
    serde_json::from_value(value).map_or_else(|_| stub(), ServerResult::ListToolsResult)
}
