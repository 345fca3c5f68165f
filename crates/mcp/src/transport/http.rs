//! Streamable HTTP in both eras: bounded bodies, redirects within the origin only, sessions that are reopened, streams
//! that are resumed (`Last-Event-ID`), custom headers, and an error message for each failure.

mod authorization;
mod client;
mod errors;
mod redirects;
mod response;
mod retry_after;
#[cfg(test)]
mod tests;

pub(super) use authorization::send as send_authorized;

pub(super) use client::{client, own_headers};
pub(super) use errors::{ResponseHead, refused, said, turned_away, unreachable, unread};

use super::decode::{Incoming, IncomingRequest};
use super::dispatch::{RequestGuard, RequestHead};
use super::outbox::Outbox;
use super::rate_limit::RateLimit;
use super::{Id, JsonRpc, RpcOutcome, event_stream, headers, locked};
use crate::limits;
use bytes::Bytes;
use futures::StreamExt;
use futures::future::BoxFuture;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, StatusCode};
use portcullis_approval::consent::{Address, Permit};
use portcullis_core::Secret;
use portcullis_core::clock::up_to;
use portcullis_core::{Code, Error};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use portcullis_net::Authorization;
use reqwest::{RequestBuilder, Response};
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::{Mutex as Turn, mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "Mcp-Session-Id";
const REVISION: &str = "MCP-Protocol-Version";
const LAST_EVENT: &str = "Last-Event-ID";
const METHOD_NOT_FOUND: i64 = -32601;

/// How to reach an address.
pub struct HttpConfig {
    /// The endpoint, already checked to be `http` or `https`.
    pub(in crate::transport) url: url::Url,
    /// The person's own headers.
    pub(in crate::transport) headers: Vec<(String, Secret)>,
    /// Where tokens come from; `None` where the person's own headers say who they are.
    pub(in crate::transport) authorization: Option<Arc<dyn Authorization>>,
}

impl HttpConfig {
    /// An address that was approved, with the values of its secret headers. Nothing else is connected to.
    #[must_use]
    pub fn new(
        permit: Permit<Address>,
        secrets: Vec<(String, Secret)>,
        authorization: Option<Arc<dyn Authorization>>,
    ) -> Self {
        let Address { url, headers, .. } = permit.spend();
        let plain = headers
            .into_iter()
            .map(|(name, value)| (name, Secret::from(value)));
        Self {
            url,
            headers: plain.chain(secrets).collect(),
            authorization,
        }
    }

    /// The endpoint.
    #[must_use]
    pub fn url(&self) -> &url::Url {
        &self.url
    }

    /// The person's own headers, plain and secret.
    #[must_use]
    pub fn headers(&self) -> &[(String, Secret)] {
        &self.headers
    }

    /// Whether tokens of a sign-in go along.
    #[must_use]
    pub fn signs_in(&self) -> bool {
        self.authorization.is_some()
    }
}

/// The transport to one address; clones share it.
#[derive(Clone)]
pub struct HttpTransport(Arc<Inner>);

struct Inner {
    rpc: JsonRpc,
    client: reqwest::Client,
    url: url::Url,
    headers: HeaderMap,
    authorization: Option<Arc<dyn Authorization>>,
    asked: mpsc::Sender<IncomingRequest>,
    outbox: Outbox,
    session: Mutex<HttpSession>,
    /// Held by the task that opens a new session; the others wait for it.
    reopening: Turn<()>,
    /// Set once the legacy stream of announcements was tried, so that no call overtakes it.
    listening: watch::Sender<bool>,
    stop: CancellationToken,
}

/// What is sent along with every message.
#[derive(Clone, Default)]
struct HttpSession {
    /// Opaque, and not an identity (HTTP-11).
    id: Option<HeaderValue>,
    /// The revision that was agreed on.
    agreed: String,
    /// The same, where it is sent along.
    revision: Option<HeaderValue>,
    /// What the handshake asked with, to ask again.
    hello: Map<String, Value>,
    /// Counts the sessions.
    number: u64,
    /// A request of ours was answered in it.
    answered: bool,
    /// Ends the stream of announcements.
    stream: CancellationToken,
}

impl HttpTransport {
    /// For one server. Requests of the server arrive at `asked`.
    ///
    /// # Errors
    /// `input.bad` for a header that cannot be sent, `network.tls` when the system has no usable certificates.
    pub fn new(
        rpc: JsonRpc,
        config: &HttpConfig,
        asked: mpsc::Sender<IncomingRequest>,
    ) -> Result<Self, Error> {
        let headers = own_headers(&rpc, config)?;
        let client = client(rpc.label(), &config.url)?;
        let outbox = Outbox::new(rpc.log().clone());
        Ok(Self(Arc::new(Inner {
            rpc,
            client,
            url: config.url.clone(),
            headers,
            authorization: config.authorization.clone(),
            asked,
            outbox,
            session: Mutex::default(),
            reopening: Turn::new(()),
            listening: watch::Sender::new(false),
            stop: CancellationToken::new(),
        })))
    }

    /// Sends a request; its answer comes as a body or as a stream.
    pub(super) fn request(&self, sending: &RequestHead<'_>, bytes: Vec<u8>) -> RequestGuard {
        let (http, id, hello) = (self.clone(), sending.id, sending.method == "initialize");
        let acts = sending.method == "tools/call";
        if hello {
            locked(&self.0.session).hello.clone_from(sending.params);
        }
        let more = if self.0.rpc.is_modern() {
            headers::standard(sending)
        } else {
            HeaderMap::new()
        };
        let stop = self.0.stop.clone();
        let task = tokio::spawn(async move {
            let exchange = http.exchange(id, bytes.into(), more, hello, acts);
            stop.run_until_cancelled(Box::pin(exchange)).await;
        });
        task.abort_handle().into()
    }

    /// Sends what needs no answer.
    pub(super) fn tell(&self, bytes: Vec<u8>) {
        let Some(place) = self.0.outbox.place() else {
            return;
        };
        let (http, number) = (self.clone(), self.session().number);
        tokio::spawn(async move {
            http.wait_for_session().await;
            let Some(_turn) = place.turn(&http.0.stop).await else {
                return;
            };
            // What belongs to a session that is over is not for the next, which may use its ids for other questions.
            let is_over = http.session().number != number;
            let problem = match is_over {
                true => Some(say!("log-session-over")),
                false => http.deliver(bytes).await.err().map(|error| error.sentence),
            };
            if let Some(problem) = problem {
                // No caller waits for it, so it is only noted (HTTP-05).
                let words = say!("log-not-taken", problem = problem);
                http.0.rpc.log().add(LogSource::Host, None, &words);
            }
        });
    }

    /// The same, and waits until it was taken.
    ///
    /// # Errors
    /// `network.*`, `transport.lost`, `server.silent`.
    pub(super) async fn deliver(&self, bytes: Vec<u8>) -> Result<(), Error> {
        let (session, headers) = (self.session(), HeaderMap::new());
        let posting = self.post(bytes.into(), &headers, &session);
        let response = tokio::time::timeout(limits::FIRST_BYTE, posting)
            .await
            .unwrap_or_else(|_| Err(errors::not_taken(self.0.rpc.label())))?;
        if response.status().is_success() {
            return Ok(());
        }
        Err(refused(&self.0.rpc, response, &self.0.headers).await)
    }

    /// What was agreed on goes with everything from here on (HTTP-08).
    pub fn agreed(&self, revision: &str) {
        let value = (revision >= "2025-06-18")
            .then(|| HeaderValue::from_str(revision).ok())
            .flatten();
        let mut session = locked(&self.0.session);
        session.revision = value;
        revision.clone_into(&mut session.agreed);
    }

    /// Opens the stream of announcements that the legacy era has (HTTP-16), and keeps it open. That of a session
    /// before it ends.
    pub fn listen(&self) {
        let (http, stream) = (self.clone(), self.0.stop.child_token());
        let before = std::mem::replace(&mut locked(&self.0.session).stream, stream.clone());
        before.cancel();
        tokio::spawn(async move {
            stream.run_until_cancelled(http.follow_announcements()).await;
            http.0.listening.send_replace(true);
        });
    }

    /// Resolves when it was closed: an address has no end of its own.
    pub fn ended(&self) -> JoinHandle<()> {
        tokio::spawn(self.0.stop.clone().cancelled_owned())
    }

    /// Ends all streams, and the session if there is one (HTTP-14).
    pub async fn close(&self) {
        self.0.stop.cancel();
        let session = self.session();
        if let Some(id) = &session.id {
            let request = self.0.client.delete(self.0.url.clone()).header(SESSION, id);
            // A server may refuse (405) or be gone; either way the session is over for us.
            _ = tokio::time::timeout(
                limits::CLOSE_SESSION,
                self.send(request, &HeaderMap::new(), &session),
            )
            .await;
        }
        self.0.rpc.end();
    }

    fn session(&self) -> HttpSession {
        locked(&self.0.session).clone()
    }

    async fn send(
        &self,
        mut request: RequestBuilder,
        more: &HeaderMap,
        session: &HttpSession,
    ) -> Result<Response, Error> {
        if let Some(revision) = &session.revision {
            request = request.header(REVISION, revision);
        }
        let request = request.headers(more.clone()).headers(self.0.headers.clone());
        send_authorized(&self.0.rpc, request, self.0.authorization.as_ref()).await
    }

    async fn post(&self, bytes: Bytes, more: &HeaderMap, session: &HttpSession) -> Result<Response, Error> {
        let mut request = self
            .0
            .client
            .post(self.0.url.clone())
            .header(ACCEPT, format!("{JSON}, {EVENTS}"))
            .header(CONTENT_TYPE, JSON)
            .body(bytes);
        if let Some(id) = &session.id {
            request = request.header(SESSION, id);
        }
        self.send(request, more, session).await
    }

    async fn get(&self, last_event: Option<&str>, session: &HttpSession) -> Result<Response, Error> {
        let mut request = self.0.client.get(self.0.url.clone()).header(ACCEPT, EVENTS);
        if let Some(id) = &session.id {
            request = request.header(SESSION, id);
        }
        if let Some(last) = last_event {
            request = request.header(LAST_EVENT, last);
        }
        self.send(request, &HeaderMap::new(), session).await
    }

    async fn exchange(&self, id: Id, bytes: Bytes, more: HeaderMap, hello: bool, acts: bool) {
        if !hello {
            self.wait_for_session().await;
        }
        let mut session = self.session();
        if !hello && session.id.is_some() {
            self.wait_for_listening().await;
        }
        let mut response = self.post_in_time(&bytes, &more, &session, acts).await;
        let status = response.as_ref().ok().map(Response::status);
        if status.is_some_and(|status| status.is_success()) {
            self.note_answered(session.number);
        }
        if session.id.is_some() && self.is_forgotten(&session, status).await {
            // The server does not know the session any more, so it did nothing: a new one is begun and the request sent again,
            // once (HTTP-12). By 400 it may also mean a call itself: that is not made a second time.
            let again = !acts || status == Some(StatusCode::NOT_FOUND);
            match self.reopen(session.number).await {
                Ok(()) if again => {
                    session = self.session();
                    self.0.rpc.sent_again(id, &bytes);
                    response = self.post_in_time(&bytes, &more, &session, acts).await;
                }
                Err(error) if again => return self.give_up(id, error),
                Ok(()) | Err(_) => {}
            }
        }
        match response {
            Ok(response) => self.answered(id, response, hello).await,
            Err(error) => self.give_up(id, error),
        }
    }

    /// A session in which a request was answered is one that its server knew.
    fn note_answered(&self, number: u64) {
        let mut session = locked(&self.0.session);
        session.answered |= session.number == number;
    }

    /// Whether a server that gave such an answer does not know the session any more. It should say so by 404 (HTTP-12).
    /// Many that were started anew say 400 instead, as to a message that they do not like; these refuse a ping as well.
    async fn is_forgotten(&self, session: &HttpSession, status: Option<StatusCode>) -> bool {
        match status {
            Some(StatusCode::NOT_FOUND) => true,
            // One in which nothing was ever answered is not begun again and again.
            Some(StatusCode::BAD_REQUEST) if session.answered => {
                let (http, session) = (self.clone(), session.clone());
                // In a task of its own: a caller that stops waiting leaves no ping behind.
                let pinging = tokio::spawn(async move { http.refuses_ping(&session).await });
                pinging.await.unwrap_or_default()
            }
            _ => false,
        }
    }

    async fn refuses_ping(&self, session: &HttpSession) -> bool {
        // Another request may have seen to it already.
        if self.session().number != session.number {
            return true;
        }
        let Ok(mut ping) = self.0.rpc.begin("ping", &mut Map::new(), None) else {
            return false;
        };
        let (id, bytes) = (ping.id, Bytes::from(ping.bytes));
        let pinged = async {
            let response = self.post(bytes, &HeaderMap::new(), session).await.ok()?;
            let status = response.status();
            self.answered(id, response, false).await;
            Some(status)
        };
        let status = tokio::time::timeout(limits::LIVENESS_TIMEOUT, Box::pin(pinged)).await;
        self.0.rpc.forget(id);
        // Who has no ping looked at the method, and so knows the session: what it refused first may have had an effect.
        let has_none = matches!(
            ping.answer.try_recv(),
            Ok(RpcOutcome::Refused {
                code: METHOD_NOT_FOUND,
                ..
            })
        );
        !has_none && matches!(status, Ok(Some(StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND)))
    }

    /// Begins a new session in place of the one with this number, unless it was done. In a task of its own: the caller that
    /// asked first may stop waiting, and the others count on it. Without a session nothing more can be sent.
    async fn reopen(&self, number: u64) -> Result<(), Error> {
        let (http, stop) = (self.clone(), self.0.stop.clone());
        let task = tokio::spawn(async move {
            let reopening = async {
                let _turn = http.0.reopening.lock().await;
                if http.session().number != number {
                    return Ok(());
                }
                let begun = http.begin_session().await;
                if let Err(error) = &begun {
                    http.0.rpc.fail(error.clone());
                }
                begun
            };
            stop.run_until_cancelled(reopening).await
        });
        task.await
            .ok()
            .flatten()
            .unwrap_or_else(|| Err(self.no_session()))
    }

    fn no_session(&self) -> Error {
        let label = self.0.rpc.label();
        Error::new(Code::TransportLost, say!("session-lost", server = label))
            .remedy(say!("session-lost-remedy"))
    }

    fn begin_session(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.greet_again())
    }

    async fn greet_again(&self) -> Result<(), Error> {
        let (mut hello, agreed) = {
            let mut session = locked(&self.0.session);
            session.id = None;
            session.revision = None;
            (session.hello.clone(), session.agreed.clone())
        };
        self.0.rpc.withdraw_questions();
        let begun = self.0.rpc.begin("initialize", &mut hello, None)?;
        let answered = async {
            self.exchange(begun.id, begun.bytes.into(), HeaderMap::new(), true, false)
                .await;
            begun.answer.await
        };
        let answered = tokio::time::timeout(limits::HANDSHAKE_HTTP, answered).await;
        self.0.rpc.forget(begun.id);
        let reply = match answered {
            Ok(Ok(RpcOutcome::Result(reply))) => reply,
            Ok(Ok(RpcOutcome::Broken(error))) => return Err(error),
            Ok(Ok(RpcOutcome::Refused { .. }) | Err(_)) | Err(_) => return Err(self.no_session()),
        };
        let reply: Value = serde_json::from_str(reply.get()).map_err(|_| self.no_session())?;
        // All that was made of the first handshake rests on its revision: one who speaks another by now is connected
        // to anew (ERA-05).
        if reply["protocolVersion"] != *agreed {
            return Err(self.no_session());
        }
        self.agreed(&agreed);
        let told = self
            .0
            .rpc
            .notification("notifications/initialized", &Map::new())?;
        self.deliver(told).await?;
        self.listen();
        // What it offers may be another matter now (HTTP-13).
        self.0.rpc.notifications().session_reset();
        Ok(())
    }

    /// The events that answer a request. A stream that ends early is taken up where it stopped, in the legacy era
    /// and where the server gave its events ids (HTTP-21, SSE-06, SSE-07).
    async fn follow_answer(&self, id: Id, response: Response) {
        let number = self.session().number;
        let mut place = event_stream::StreamPosition::default();
        let mut response = Some(response);
        let mut failures = 0;
        loop {
            let before = place.last.clone();
            if let Some(response) = response.take()
                && let Err(error) = self.read_events(response, &mut place, Some(id)).await
            {
                return self.0.rpc.settle_broken(id, error);
            }
            if !self.0.rpc.waits(id) {
                return;
            }
            let (false, Some(last)) = (self.0.rpc.is_modern(), place.last.clone()) else {
                break;
            };
            // A server may end its stream as often as it likes, as long as it goes on.
            failures = if place.last == before { failures + 1 } else { 0 };
            if failures >= limits::RESUMES {
                break;
            }
            tokio::time::sleep(place.pause(failures)).await;
            let session = self.session();
            // Another session knows nothing of it, and may give its stream of announcements instead.
            if session.number != number {
                break;
            }
            response = match self.get(Some(&last), &session).await {
                Ok(again) if is_stream(&again) => Some(again),
                // There is no server for the moment (SSE-06).
                Err(_) => None,
                Ok(again) if again.status().is_server_error() || may_pass(again.status()) => None,
                // What refuses to be resumed is over (SSE-09).
                Ok(_) => break,
            };
        }
        // A waiting caller finds its channel closed, and looks for the reason.
        self.0.rpc.forget(id);
    }

    async fn follow_announcements(&self) {
        let session = self.session();
        let mut place = event_stream::StreamPosition::default();
        let (mut failures, mut missed, mut opened) = (0, false, false);
        loop {
            let began = Instant::now();
            let response = self.get(place.last.as_deref(), &session).await;
            self.0.listening.send_replace(true);
            match response {
                Ok(response) if is_stream(&response) => {
                    opened = true;
                    // Read once it listens again, so that nothing falls between.
                    if std::mem::take(&mut missed) {
                        self.0.rpc.notifications().session_reset();
                    }
                    if let Err(error) = self.read_events(response, &mut place, None).await {
                        tracing::debug!(%error, "an announcement was not read");
                    }
                }
                // There is no room for it yet, such as where the server has not missed the one before.
                Ok(response) if may_pass(response.status()) => {}
                Ok(response) if response.status().is_client_error() => {
                    // There is no such stream here (HTTP-17), or no such session any more: the next request sees to that.
                    if place.last.take().is_none() {
                        return;
                    }
                    // What cannot be taken up is begun again (SSE-09).
                    missed = true;
                }
                // A page for browsers, or the way to one, is no such stream either. What was one before is one again, once
                // the network lets it through.
                Ok(response) if !opened && !response.status().is_server_error() => return,
                // Where it cannot even be asked for, the server may be gone.
                Err(_) => self.0.rpc.request_liveness_check(),
                Ok(response) if retry_after::is_away(response.status()) => {
                    self.0.rpc.request_liveness_check()
                }
                Ok(_) => {}
            }
            failures = match began.elapsed() < limits::STREAM_HELD {
                true => failures + 1,
                false => 0,
            };
            if failures < limits::RESUMES {
                tokio::time::sleep(place.pause(failures)).await;
                continue;
            }
            // Something on the way cuts it over and over: what comes meanwhile is read when it is open again.
            missed = true;
            self.0.rpc.log().add(LogSource::Host, None, &say!("log-cut"));
            let pause = limits::LISTEN_AGAIN.max(place.pause(0));
            tokio::time::sleep(pause + up_to(limits::LISTEN_AGAIN / 4)).await;
        }
    }

    /// Reads events until the stream ends or the request that it answers is answered.
    ///
    /// # Errors
    /// `message.too_large`.
    async fn read_events(
        &self,
        response: Response,
        place: &mut event_stream::StreamPosition,
        request: Option<Id>,
    ) -> Result<(), Error> {
        let mut events = event_stream::events(self.0.rpc.clone(), portcullis_net::pieces(response));
        let mut rate_limit = RateLimit::default();
        while let Some(event) = events.next().await {
            let Some(event) = event? else { break };
            place.note(&event);
            if let Some(message) = event_stream::message(&event) {
                let awaited = self.take(match request {
                    Some(id) => self.0.rpc.incoming_within(id, message),
                    None => self.0.rpc.incoming(message),
                });
                rate_limit.after(awaited).await;
            }
            if request.is_some_and(|id| !self.0.rpc.waits(id)) {
                break;
            }
        }
        Ok(())
    }

    /// Whether a request waited for it.
    fn take(&self, incoming: Incoming) -> bool {
        incoming.pass_on(&self.0.rpc, &self.0.asked, |line| self.tell(line))
    }

    /// Ends a request that got no answer, with our reason.
    fn give_up(&self, id: Id, error: Error) {
        self.0.rpc.settle_broken(id, error.clone());
        // One answer that is missing says nothing about the next; that the server is gone does, and that the user
        // is not signed in.
        if self.0.rpc.was_ready() {
            match error.code {
                Code::NetworkUnreachable | Code::AuthRequired => self.0.rpc.fail(error),
                // One page may be a mistake: the server is asked whether it is still there.
                Code::NetworkCaptive => self.0.rpc.request_liveness_check(),
                _ => {}
            }
        }
    }

    /// Nothing goes out while a new session is begun: there is none then.
    async fn wait_for_session(&self) {
        drop(self.0.reopening.lock().await);
    }

    /// The legacy stream of announcements is opened beside the first call; a call that overtakes it could lose
    /// what the server asks meanwhile.
    async fn wait_for_listening(&self) {
        let mut listening = self.0.listening.subscribe();
        if tokio::time::timeout(limits::LISTEN_FIRST, listening.wait_for(|tried| *tried))
            .await
            .is_err()
        {
            self.0.listening.send_replace(true);
        }
    }
}

/// Whether a stream that is refused like this may be opened a moment later.
fn may_pass(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS
    )
}

fn is_stream(response: &Response) -> bool {
    response.status().is_success() && content_type(response).starts_with(EVENTS)
}

pub(super) fn content_type(response: &Response) -> String {
    let value = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    value.unwrap_or_default().trim().to_ascii_lowercase()
}
