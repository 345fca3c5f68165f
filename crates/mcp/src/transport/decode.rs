//! Decodes and dispatches incoming messages: replies complete their pending request, requests go to the client. A malformed
//! reply ends its request with an error instead of leaving the caller waiting (S-85, F-04, F-20, F-22).

use super::frames::{FrameMeta, NewFrame};
use super::{Id, JsonRpc, OpenServerRequest, Pending, RpcOutcome, locked, scan, validate};
use crate::limits;
use portcullis_core::{causes, raw_json};
use portcullis_domain::{FrameDirection, FrameKind, LogSource};
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Range;
use std::string::FromUtf8Error;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// What is wrong with a message that can be read.
#[derive(Clone, Copy)]
enum Flaw {
    /// It holds bytes that are no text.
    NotUtf8,
    /// It came in an array of messages, where the revision in use has none.
    Batch,
    /// It does not say that it is JSON-RPC 2.0.
    NoVersion,
}

impl Flaw {
    /// For the person, after a colon.
    fn in_words(self) -> String {
        match self {
            Self::NotUtf8 => say!("response-not-utf8"),
            Self::Batch => say!("response-batch"),
            Self::NoVersion => say!("response-no-version"),
        }
    }

    /// For the server, after “the request came”.
    fn for_server(self) -> &'static str {
        match self {
            Self::NotUtf8 => "with bytes that are not UTF-8 text",
            Self::Batch => "in an array of messages, which the revision in use does not have",
            Self::NoVersion => "without saying that it is JSON-RPC 2.0",
        }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<&'a RawValue>,
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

impl Envelope<'_> {
    /// Whether it says that it is JSON-RPC 2.0. Some write a number there, which is JSON all the same.
    fn has_version(&self) -> bool {
        self.jsonrpc.map(RawValue::get) == Some(r#""2.0""#)
    }
}

/// A request of the server.
#[derive(Debug)]
pub struct IncomingRequest {
    /// Its raw id.
    pub id: String,
    /// Method.
    pub method: String,
    /// Parameters as they came; `null` when there are none.
    pub params: Box<RawValue>,
    /// The operation it is asked within, where the way it came says so.
    pub within: Option<u64>,
    /// The server took it back.
    pub cancelled: CancellationToken,
}

/// What to do with a message that came in.
#[derive(Default)]
pub(super) struct Incoming {
    /// For the handler of server requests, in order.
    pub asked: Vec<IncomingRequest>,
    /// Lines to send back at once.
    pub respond: Vec<Vec<u8>>,
    /// A request waited for it.
    pub(super) awaited: bool,
    /// The request whose own response it came in.
    exchange: Option<Id>,
    /// The operation of that.
    within: Option<u64>,
}

impl Incoming {
    /// Sends back what is to be sent back, and hands on what was asked. Says whether a request waited for the message.
    pub fn pass_on(
        self,
        rpc: &JsonRpc,
        asked: &mpsc::Sender<IncomingRequest>,
        send: impl FnMut(Vec<u8>),
    ) -> bool {
        self.respond.into_iter().for_each(send);
        for asking in self.asked {
            let id = asking.id.clone();
            if asked.try_send(asking).is_err() {
                // The task that answers is gone, so the connection is about to end.
                rpc.answered(&id);
            }
        }
        self.awaited
    }
}

impl FrameMeta {
    /// A message that the server began. Names are the server's and as long as it likes: only what a person can
    /// read is copied.
    fn theirs(method: &str, id: Option<&str>, operation: Option<u64>) -> Self {
        let method: String = method.chars().take(limits::FRAME_METHOD).collect();
        Self {
            method: Some(method.into()),
            rpc_id: id.map(short_id),
            pair: None,
            operation,
        }
    }

    /// An answer, as far as it is known to which request.
    fn ours(pending: Option<&Pending>, id: Option<Id>) -> Self {
        Self {
            method: pending.map(|pending| pending.method.into()),
            rpc_id: id.map(|id| id.to_string()),
            pair: pending.map(|pending| (pending.frame, since(pending.sent))),
            operation: pending.map(|pending| pending.operation),
        }
    }
}

/// Milliseconds that went by.
pub(super) fn since(then: Instant) -> u64 {
    u64::try_from(then.elapsed().as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn short_id(id: &str) -> String {
    id.chars().take(limits::FRAME_ID).collect()
}

impl JsonRpc {
    /// Sorts one message. `bytes` is a line or the data of an event, without its end.
    pub(super) fn incoming(&self, bytes: &[u8]) -> Incoming {
        self.sorted(bytes, None)
    }

    /// Sorts a line, and may keep its memory: what is long is mostly the result of a request.
    pub(super) fn incoming_line(&self, line: Vec<u8>) -> Incoming {
        if line.len() <= limits::RESULT_IN_PLACE {
            return self.incoming(&line);
        }
        match self.long_reply(line) {
            Ok(()) => Incoming {
                awaited: true,
                ..Incoming::default()
            },
            Err(line) => self.incoming(&line),
        }
    }

    /// Takes a long line for a reply, if it is one beyond doubt, and gives it back otherwise. Its result is read once and
    /// stays where it came in.
    fn long_reply(&self, line: Vec<u8>) -> Result<(), Vec<u8>> {
        let text = String::from_utf8(line).map_err(FromUtf8Error::into_bytes)?;
        let whole = match validate::whole_characters(&text) {
            Cow::Owned(whole) => Some(whole),
            Cow::Borrowed(_) => None,
        };
        let text = whole.unwrap_or(text);
        let Some((id, result)) = self.outline(&text) else {
            return Err(text.into_bytes());
        };
        let Some(pending) = self.take_pending(id) else {
            return Err(text.into_bytes());
        };
        let length = text.len();
        let head = text[..text.floor_char_boundary(limits::FRAME_BYTES)].to_owned();
        let (kind, reply) = match RawValue::from_string(raw_json::only(text, result)) {
            Ok(result) => (FrameKind::Result, self.usable(&result).map(|()| result)),
            Err(error) => (FrameKind::Unreadable, Err(self.no_json(&error))),
        };
        self.note(kind, FrameMeta::ours(Some(&pending), Some(id)), &head, length);
        if reply.is_ok() {
            self.keep_progress(id, &pending);
        }
        end(pending, reply.map_or_else(RpcOutcome::Broken, RpcOutcome::Result));
        Ok(())
    }

    /// Which request a message answers and where its result stands, where everything around the result is as it should
    /// be. The result itself has not been read.
    fn outline(&self, text: &str) -> Option<(Id, Range<usize>)> {
        let result = scan::result(text)?;
        if text.len() - result.len() > limits::RESULT_IN_PLACE {
            return None;
        }
        // Any value will do in its place; this one runs together with nothing that may stand behind it.
        let around = [&text[..result.start], "{}", &text[result.end..]].concat();
        let envelope = serde_json::from_str::<Envelope<'_>>(&around).ok()?;
        let plain = envelope.has_version()
            && envelope.method.is_none()
            && envelope.result.is_some()
            && envelope.error.is_none();
        let id = serde_json::from_str(envelope.id.filter(|_| plain)?.get()).ok()?;
        // With a secret in it the line is another one.
        matches!(self.0.echo.hide(text), Cow::Borrowed(_)).then_some((id, result))
    }

    fn usable(&self, result: &RawValue) -> Result<(), portcullis_core::Error> {
        match validate::is_too_deep(result.get()) {
            true => Err(self.broken(&say!("response-depth"))),
            false => Ok(()),
        }
    }

    fn no_json(&self, error: &serde_json::Error) -> portcullis_core::Error {
        match error.is_eof() {
            true => self.broken(&say!("response-cut")),
            false => self.broken(&say!("response-not-json", place = causes::json(error))),
        }
    }

    /// The same for what came in the response to a request: what is asked there is asked within that (HTTP-19), and an
    /// error without an id is its answer (RPC-13).
    pub(super) fn incoming_within(&self, id: Id, bytes: &[u8]) -> Incoming {
        self.sorted(bytes, Some(id))
    }

    fn sorted(&self, bytes: &[u8], exchange: Option<Id>) -> Incoming {
        let mut out = Incoming {
            exchange,
            within: exchange.and_then(|id| self.pending_operation(id)),
            ..Incoming::default()
        };
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii();
        if !bytes.is_empty() {
            match std::str::from_utf8(bytes) {
                Ok(text) => {
                    let text = self.0.echo.hide(text);
                    self.sort(&validate::whole_characters(&text), None, &mut out);
                }
                Err(_) => {
                    self.sort(
                        &self.0.echo.hide(&String::from_utf8_lossy(bytes)),
                        Some(Flaw::NotUtf8),
                        &mut out,
                    );
                }
            }
        }
        out
    }

    /// A line that was longer than allowed: only its ends were kept. Returns what is to be sent back.
    pub(super) fn oversized(&self, head: &[u8], tail: &[u8], length: usize) -> Option<Vec<u8>> {
        let text = String::from_utf8_lossy(head);
        let text = self.0.echo.hide(&text);
        if let Some(method) = scan::method(&text) {
            return self.drop_oversized(method, &text, &String::from_utf8_lossy(tail), length);
        }
        let id = scan::salvage_id(head, tail);
        let pending = id.and_then(|id| self.take_pending(id));
        let about = FrameMeta::ours(pending.as_ref(), id);
        self.note(FrameKind::Unreadable, about, &text, length);
        match pending {
            Some(pending) => end(pending, RpcOutcome::Broken(self.too_large(length))),
            // Whose reply it was cannot be known, so everybody who waits has to be told.
            None => self.end_all(&self.too_large(length)),
        }
        None
    }

    /// A request or notification of the server that was longer than allowed: nobody waits for it. A request is refused
    /// where its id is known.
    fn drop_oversized(&self, method: &str, head: &str, tail: &str, length: usize) -> Option<Vec<u8>> {
        let method = method.trim_matches('"');
        let id = scan::request_id(head, tail).filter(|id| id.len() <= limits::REQUEST_ID);
        let operation = id.map(|_| self.only_operation().unwrap_or_else(|| self.operation()));
        let kind = match id {
            Some(_) => FrameKind::Request,
            None => FrameKind::Notification,
        };
        let frame = self.note(kind, FrameMeta::theirs(method, id, operation), head, length);
        // In the modern era nothing is answered (RPC-12).
        let refused = id.zip(operation).filter(|_| !self.is_modern());
        let refused = refused.and_then(|(id, operation)| {
            let question = OpenServerRequest {
                method: method.chars().take(limits::FRAME_METHOD).collect(),
                frame,
                operation,
                asked: Instant::now(),
                cancelled: CancellationToken::new(),
            };
            self.answer_to(Some(&question), id, &Err((-32600, "the request is too large")))
                .ok()
        });
        if refused.is_none() {
            self.junk_line(head);
        }
        refused
    }

    /// An array is told by how it begins: read as one message, its values would pass for the members of that.
    fn sort(&self, text: &str, broken: Option<Flaw>, out: &mut Incoming) {
        match text.starts_with('[') {
            true => self.sort_array(text, broken, out),
            false => self.sort_message(text, broken, out),
        }
    }

    fn sort_message(&self, text: &str, broken: Option<Flaw>, out: &mut Incoming) {
        match serde_json::from_str::<Envelope<'_>>(text) {
            Ok(envelope) => self.sort_envelope(&envelope, text, broken, out),
            Err(error) => self.sort_unreadable(text, &error),
        }
    }

    /// Messages are objects. Whatever else an array holds is no message, and an array within one is not gone into: its
    /// server would choose how deep our stack gets (F-20). Nothing is kept of its values: there may be millions (F-18).
    fn sort_array(&self, text: &str, broken: Option<Flaw>, out: &mut Incoming) {
        if serde_json::from_str::<&RawValue>(text).is_err() {
            self.junk_line(text);
            return;
        }
        let batch = (!self.0.batches.load(Ordering::Relaxed)).then_some(Flaw::Batch);
        let mut values = raw_json::elements(text).into_iter().flatten();
        let mut is_junk = false;
        for value in values.by_ref().take(limits::BATCH) {
            match value.starts_with('{') {
                true => self.sort_message(value, broken.or(batch), out),
                false => is_junk = true,
            }
        }
        if is_junk || values.next().is_some() {
            self.junk_line(text);
        }
    }

    fn sort_unreadable(&self, text: &str, error: &serde_json::Error) {
        let bytes = text.as_bytes();
        let id = scan::salvage_id(
            &bytes[..bytes.len().min(4096)],
            &bytes[bytes.len().saturating_sub(4096)..],
        );
        if let Some((id, pending)) = id.and_then(|id| self.take_pending(id).map(|pending| (id, pending))) {
            let about = FrameMeta::ours(Some(&pending), Some(id));
            self.note(FrameKind::Unreadable, about, text, text.len());
            end(pending, RpcOutcome::Broken(self.no_json(error)));
        } else {
            self.junk_line(text);
        }
    }

    fn junk_line(&self, text: &str) {
        self.0.junk.fetch_add(1, Ordering::Relaxed);
        self.0.log.add(LogSource::Junk, None, text);
    }

    fn sort_envelope(&self, envelope: &Envelope<'_>, text: &str, broken: Option<Flaw>, out: &mut Incoming) {
        let broken = broken.or_else(|| (!envelope.has_version()).then_some(Flaw::NoVersion));
        match (&envelope.method, envelope.id) {
            (Some(method), Some(_)) => self.sort_request(method, envelope, text, broken, out),
            (Some(method), None) => self.sort_notification(method, envelope, text, broken, out.exchange),
            (None, Some(id)) => out.awaited |= self.sort_reply(id, envelope, text, broken),
            (None, None) => match out.exchange {
                Some(id) if envelope.error.is_some() && self.waits(id) => {
                    out.awaited |= self.take_reply(id, envelope, text, broken);
                }
                _ => {
                    self.note(FrameKind::Unreadable, FrameMeta::default(), text, text.len());
                    self.junk_line(text);
                }
            },
        }
    }

    fn sort_request(
        &self,
        method: &str,
        envelope: &Envelope<'_>,
        text: &str,
        broken: Option<Flaw>,
        out: &mut Incoming,
    ) {
        let id = envelope.id.map(RawValue::get).unwrap_or_default();
        let known = out.within.or_else(|| self.only_operation());
        let operation = known.unwrap_or_else(|| self.operation());
        let about = FrameMeta::theirs(method, Some(id), Some(operation));
        let cancelled = CancellationToken::new();
        let question = OpenServerRequest {
            method: method.chars().take(limits::FRAME_METHOD).collect(),
            frame: self.note(FrameKind::Request, about, text, text.len()),
            operation,
            asked: Instant::now(),
            cancelled: cancelled.clone(),
        };
        if self.is_modern() {
            // A server of this era asks within its answers only: what it asks otherwise is not even refused (RPC-12).
            self.junk_line(text);
            return;
        }
        // An id that is neither number nor string cannot be answered.
        if !id.starts_with(|first: char| matches!(first, '"' | '-' | '0'..='9')) {
            return;
        }
        // Each answer repeats it, and many may wait to be taken.
        if id.len() > limits::REQUEST_ID {
            return self.junk_line(text);
        }
        let mut refuse = |code: i32, message: &str| {
            if let Ok(line) = self.answer_to(Some(&question), id, &Err((code, message))) {
                out.respond.push(line);
            }
        };
        if let Some(flaw) = broken {
            return refuse(-32600, &format!("the request came {}", flaw.for_server()));
        }
        if method == "ping" {
            // At any time, whatever else is going on (PNG-01).
            if let Ok(line) = self.answer_to(Some(&question), id, &Ok(Value::Object(serde_json::Map::new())))
            {
                out.respond.push(line);
            }
            return;
        }
        let params = envelope.params.map_or("null", RawValue::get);
        if validate::is_too_deep(params) {
            return refuse(-32602, "the parameters cannot be used");
        }
        {
            let mut exchange = locked(&self.0.exchange);
            // It is asked already, and gets one answer: a stream that was resumed may bring it again (RPC-16). Another
            // question under its id would escape the limit below, and would get the answer that was meant for it.
            if exchange.asked.contains_key(id) {
                drop(exchange);
                return self.junk_line(text);
            }
            if exchange.asked.len() >= limits::PENDING_SERVER_REQUESTS {
                drop(exchange);
                return refuse(-32603, "too many requests wait already");
            }
            exchange.asked.insert(id.to_owned(), question);
        }
        out.asked.push(IncomingRequest {
            id: id.to_owned(),
            method: method.to_owned(),
            params: envelope.params.map_or_else(null, ToOwned::to_owned),
            within: out.within,
            cancelled,
        });
    }

    fn sort_notification(
        &self,
        method: &str,
        envelope: &Envelope<'_>,
        text: &str,
        broken: Option<Flaw>,
        exchange: Option<Id>,
    ) {
        let params = envelope.params.map(RawValue::get);
        let about = FrameMeta::theirs(method, None, self.operation_of(method, params));
        self.note(FrameKind::Notification, about, text, text.len());
        match broken {
            Some(_) => self.junk_line(text),
            None => self.notified(method, params, exchange),
        }
    }

    /// Whether a request waited for it.
    fn sort_reply(&self, id: &RawValue, envelope: &Envelope<'_>, text: &str, broken: Option<Flaw>) -> bool {
        match our_id(id.get()) {
            Some(found) => self.take_reply(found, envelope, text, broken),
            None => {
                self.answer_mistyped(id, envelope, text);
                false
            }
        }
    }

    /// The same for a reply to this request.
    fn take_reply(&self, found: Id, envelope: &Envelope<'_>, text: &str, broken: Option<Flaw>) -> bool {
        let Some(pending) = self.take_pending(found) else {
            self.note_unmatched(Some(found), text);
            return false;
        };
        let kind = match (broken, envelope.error) {
            (Some(_), _) => FrameKind::Unreadable,
            (None, Some(_)) => FrameKind::Error,
            (None, None) => FrameKind::Result,
        };
        self.note(
            kind,
            FrameMeta::ours(Some(&pending), Some(found)),
            text,
            text.len(),
        );
        let reply = match (broken, envelope.result, envelope.error) {
            (Some(flaw), _, _) => RpcOutcome::Broken(self.broken(&flaw.in_words())),
            (None, Some(result), None) => match self.usable(result) {
                Err(error) => RpcOutcome::Broken(error),
                Ok(()) => RpcOutcome::Result(result.to_owned()),
            },
            (None, None, Some(error)) => refused(error),
            (None, Some(_), Some(_)) => RpcOutcome::Broken(self.broken(&say!("response-both"))),
            (None, None, None) => RpcOutcome::Broken(self.broken(&say!("response-neither"))),
        };
        if matches!(reply, RpcOutcome::Result(_)) {
            self.keep_progress(found, &pending);
        }
        end(pending, reply);
        true
    }

    /// A reply whose id is `"7"` where ours was `7`: no other request can be meant, but it is not an answer (RPC-05). One
    /// without an id that says what is wrong may be about anything: it is logged (RPC-13).
    fn answer_mistyped(&self, id: &RawValue, envelope: &Envelope<'_>, text: &str) {
        let text_id = serde_json::from_str::<Cow<'_, str>>(id.get()).ok();
        let ours = text_id.and_then(|text_id| text_id.parse::<Id>().ok());
        match ours.and_then(|ours| self.take_pending(ours).map(|pending| (ours, pending))) {
            Some((ours, pending)) => {
                let about = FrameMeta::ours(Some(&pending), Some(ours));
                self.note(FrameKind::Unreadable, about, text, text.len());
                let error = self.broken(&say!("response-id-text"));
                end(pending, RpcOutcome::Broken(error));
            }
            None if envelope.error.is_some() => {
                self.note(FrameKind::Error, FrameMeta::default(), text, text.len());
                self.junk_line(text);
            }
            None => self.note_unmatched(None, text),
        }
    }

    /// An answer that no request waits for. One that came too late is shown with what was asked.
    fn note_unmatched(&self, id: Option<Id>, text: &str) {
        self.0.unmatched_responses.fetch_add(1, Ordering::Relaxed);
        let operation = id.and_then(|id| self.ended_operation(id));
        if let Some(id) = id.filter(|_| operation.is_some()) {
            self.0.answered_late.send_modify(|late| {
                late.truncate(limits::CANCELLED_REQUESTS - 1);
                late.push_front(id);
            });
        }
        let about = FrameMeta {
            rpc_id: id.map(|id| id.to_string()),
            operation,
            ..FrameMeta::default()
        };
        self.note(FrameKind::Result, about, text, text.len());
    }

    fn end_all(&self, error: &portcullis_core::Error) {
        let pending = std::mem::take(&mut locked(&self.0.exchange).pending);
        for (_, pending) in pending {
            end(pending, RpcOutcome::Broken(error.clone()));
        }
    }

    /// Puts what came into the timeline. `bytes` is how long it was, of which `text` may be a part.
    fn note(&self, kind: FrameKind, about: FrameMeta, text: &str, bytes: usize) -> u64 {
        self.0.frames.note(NewFrame {
            at: self.0.clock.now(),
            direction: FrameDirection::Received,
            kind,
            connection: self.0.connection,
            about,
            bytes,
            text,
        })
    }
}

/// A number of ours as a server writes it. JSON has one kind of number: a server that reads all of them as floats gives
/// back `7.0`.
pub(super) fn our_id(written: &str) -> Option<Id> {
    serde_json::from_str(written).ok().or_else(|| whole(written))
}

/// The number that is meant by `7.0` or `7e0`.
fn whole(id: &str) -> Option<Id> {
    let number = serde_json::from_str::<f64>(id).ok()?;
    // Beyond this, floats do not tell whole numbers apart; no request has such an id.
    let exact = number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0;
    exact.then_some(number as Id)
}

fn end(pending: Pending, reply: RpcOutcome) {
    // The caller may have stopped waiting in this very moment.
    _ = pending.answer.send(reply);
}

fn refused(error: &RawValue) -> RpcOutcome {
    #[derive(Deserialize)]
    struct ErrorObject<'a> {
        #[serde(default)]
        code: Value,
        #[serde(default)]
        message: Value,
        #[serde(borrow, default)]
        data: Option<&'a RawValue>,
    }
    let said = serde_json::from_str::<ErrorObject<'_>>(error.get()).ok();
    let message = match said.as_ref().map(|said| &said.message) {
        Some(Value::String(message)) => message.clone(),
        _ => error.get().chars().take(1024).collect(),
    };
    RpcOutcome::Refused {
        code: said
            .as_ref()
            .and_then(|said| said.code.as_i64())
            .unwrap_or_default(),
        message,
        data: said.and_then(|said| said.data.map(ToOwned::to_owned)),
    }
}

fn null() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}
