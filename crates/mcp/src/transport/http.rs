//! Streamable HTTP in both eras: bounded bodies, redirects within the origin only, custom headers, and an error message for
//! each failure.

mod authorization;
mod client;
mod errors;
mod redirects;
mod response;
mod retry_after;
mod session;
mod streams;
#[cfg(test)]
mod tests;

pub(super) use authorization::send as send_authorized;

pub(super) use client::{client, own_headers};
pub(super) use errors::{ResponseHead, refused, said, turned_away, unreachable, unread};

use super::decode::{Incoming, IncomingRequest};
use super::dispatch::{RequestGuard, RequestHead};
use super::outbox::Outbox;
use super::{Id, JsonRpc, headers, locked};
use crate::limits;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use portcullis_approval::consent::{Address, Permit};
use portcullis_core::Secret;
use portcullis_core::{Code, Error};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use portcullis_net::Authorization;
use reqwest::{RequestBuilder, Response};
use session::HttpSession;
use std::sync::{Arc, Mutex};
use tokio::sync::{Mutex as Turn, mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "Mcp-Session-Id";
const REVISION: &str = "MCP-Protocol-Version";
const LAST_EVENT: &str = "Last-Event-ID";

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
                let words = say!("log-not-taken", problem);
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

    /// Resolves when it was closed: an address has no end of its own.
    pub fn ended(&self) -> JoinHandle<()> {
        tokio::spawn(self.0.stop.clone().cancelled_owned())
    }

    /// Ends all streams when it is dropped.
    pub(super) fn guard(&self) -> DropGuard {
        self.0.stop.clone().drop_guard()
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
        let session = self.session();
        if !hello && session.id.is_some() {
            self.wait_for_listening().await;
        }
        let mut response = self.post_in_time(&bytes, &more, &session, acts).await;
        let status = response.as_ref().ok().map(Response::status);
        if status.is_some_and(|status| status.is_success()) {
            self.note_answered(session.number);
        }
        if session.id.is_some()
            && status == Some(StatusCode::NOT_FOUND)
            && let Ok(refused) = response
        {
            if self.knows_no_method(id, &session, refused).await {
                return;
            }
            // The server does not know the session any more, so it did nothing: a new one is begun and the request sent again,
            // once (HTTP-12).
            response = match self.reopen(session.number).await {
                Ok(()) => self.send_again(id, &bytes, &more, acts).await,
                Err(error) => Err(error),
            };
        } else if session.id.is_some() && self.is_forgotten(&session, status).await {
            // By 400 it may also mean a call itself: that is not made a second time.
            match self.reopen(session.number).await {
                Ok(()) if !acts => response = self.send_again(id, &bytes, &more, acts).await,
                Err(error) if !acts => response = Err(error),
                Ok(()) | Err(_) => {}
            }
        }
        match response {
            Ok(response) => self.answered(id, response, hello).await,
            Err(error) => self.give_up(id, error),
        }
    }

    /// Sends a request once more, in the session that was begun for it.
    async fn send_again(
        &self,
        id: Id,
        bytes: &Bytes,
        more: &HeaderMap,
        acts: bool,
    ) -> Result<Response, Error> {
        self.0.rpc.sent_again(id, bytes);
        self.post_in_time(bytes, more, &self.session(), acts).await
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
