//! HTTP with SSE, the deprecated transport of 2024-11-05: one event stream for everything incoming, whose first event
//! names the endpoint to POST to. The endpoint must be of the same origin, or a server could choose where custom
//! headers and tokens go (OLD-03).
//!
//! The stream is the session (OLD-05). When it ends, or the server does not know it any more, pending requests fail and
//! the client reconnects with a new stream and handshake.

use super::decode::IncomingRequest;
use super::dispatch::RequestGuard;
use super::event_stream::{SseEvent, SseEvents};
use super::http::ResponseHead;
use super::outbox::Outbox;
use super::rate_limit::RateLimit;
use super::{HttpConfig, Id, JsonRpc, event_stream, http, seconds};
use crate::limits;
use ::http::header::{ACCEPT, CONTENT_TYPE};
use ::http::{HeaderMap, StatusCode};
use futures::StreamExt;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, TextSource};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use portcullis_net::Authorization;
use reqwest::{RequestBuilder, Response};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use url::Url;

const EVENTS: &str = "text/event-stream";

/// The transport to one address; clones share it.
#[derive(Clone)]
pub struct SseTransport(Arc<Inner>);

struct Inner {
    rpc: JsonRpc,
    client: reqwest::Client,
    headers: HeaderMap,
    authorization: Option<Arc<dyn Authorization>>,
    post_to: Url,
    outbox: Outbox,
    stop: CancellationToken,
}

impl SseTransport {
    /// Opens the stream and waits for the address to post to. The task ends when nothing more can come.
    ///
    /// # Errors
    /// `network.*`, `auth.required`, and `network.not_mcp` when this is no such stream, `network.forbidden` when it wants
    /// its messages elsewhere.
    pub async fn open(
        rpc: &JsonRpc,
        config: &HttpConfig,
        asked: mpsc::Sender<IncomingRequest>,
    ) -> Result<(Self, JoinHandle<()>), Error> {
        let label = rpc.label();
        let headers = http::own_headers(rpc, config)?;
        let client = http::client(label, &config.url)?;
        let authorization = config.authorization.clone();
        let request = client.get(config.url.clone()).header(ACCEPT, EVENTS);
        let response = sent(rpc, request.headers(headers.clone()), authorization.as_ref()).await?;
        let head = ResponseHead::of(&response, &headers);
        if !head.status.is_success() || !head.kind.starts_with(EVENTS) {
            return Err(http::refused(rpc, response, &headers).await);
        }
        let mut events = event_stream::events(rpc.clone(), portcullis_net::pieces(response));
        let first = timeout(limits::FIRST_BYTE, first(&mut events)).await;
        let named = first.map_err(|_| silent(label))??;
        let post_to = endpoint(label, &config.url, named)?;
        let this = Self(Arc::new(Inner {
            rpc: rpc.clone(),
            client,
            headers,
            authorization,
            post_to,
            outbox: Outbox::new(rpc.log().clone()),
            stop: CancellationToken::new(),
        }));
        let task = tokio::spawn(this.clone().read(events, asked));
        Ok((this, task))
    }

    /// Ends the stream when it is dropped.
    pub(super) fn guard(&self) -> DropGuard {
        self.0.stop.clone().drop_guard()
    }

    /// Ends the stream, and with it the session.
    pub fn close(&self) {
        self.0.stop.cancel();
    }

    async fn read(self, mut events: SseEvents, asked: mpsc::Sender<IncomingRequest>) {
        let rpc = &self.0.rpc;
        let mut rate_limit = RateLimit::default();
        while let Some(Some(event)) = self.0.stop.run_until_cancelled(events.next()).await {
            match event {
                Ok(Some(event)) => {
                    if let Some(message) = event_stream::message(&event) {
                        let send = |line| self.send(None, line).detach();
                        let awaited = rpc.incoming(message).pass_on(rpc, &asked, send);
                        rate_limit.after(awaited).await;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    rpc.fail(error);
                    break;
                }
            }
        }
        // No answer can arrive any more, so nothing is posted any more either.
        self.0.stop.cancel();
        rpc.end();
    }

    /// Posts a message. When it is not taken, the request that it was ends with the reason.
    pub(super) fn send(&self, id: Option<Id>, bytes: Vec<u8>) -> RequestGuard {
        let place = match id {
            // There are only so many requests of ours.
            Some(_) => None,
            None => match self.0.outbox.place() {
                None => return RequestGuard::default(),
                place => place,
            },
        };
        let this = self.clone();
        let task = tokio::spawn(async move {
            let stop = this.0.stop.clone();
            let delivering = async {
                let _turn = match &place {
                    Some(place) => place.turn(&this.0.stop).await,
                    None => None,
                };
                this.deliver(bytes).await
            };
            let Some(Err(error)) = stop.run_until_cancelled(delivering).await else {
                return;
            };
            match id {
                Some(id) => this.0.rpc.settle_broken(id, error),
                None => {
                    let words = say!("log-not-taken", problem = error.sentence);
                    this.0.rpc.log().add(LogSource::Host, None, &words);
                }
            }
        });
        task.abort_handle().into()
    }

    /// The same, and waits until it was taken. Its answer comes over the stream; what the POST itself is answered
    /// with says nothing (OLD-04).
    ///
    /// # Errors
    /// `network.*`, `auth.required`, `server.silent`.
    pub(super) async fn deliver(&self, bytes: Vec<u8>) -> Result<(), Error> {
        let (rpc, posted) = (&self.0.rpc, self.post(bytes).await);
        // Where there is no server, there is no stream either, and who is signed out hears nothing on it (OLD-07).
        if let Err(error) = &posted
            && rpc.was_ready()
            && matches!(error.code, Code::NetworkUnreachable | Code::AuthRequired)
        {
            rpc.fail(error.clone());
        }
        posted
    }

    async fn post(&self, bytes: Vec<u8>) -> Result<(), Error> {
        let rpc = &self.0.rpc;
        let request = self
            .0
            .client
            .post(self.0.post_to.clone())
            .header(CONTENT_TYPE, "application/json")
            .headers(self.0.headers.clone())
            .body(bytes);
        let response = sent(rpc, request, self.0.authorization.as_ref()).await?;
        let head = ResponseHead::of(&response, &self.0.headers);
        // A page that a network shows in place of the server comes with 200. What web frameworks say with 202 is a word that
        // they call a page.
        let is_page = head.status == StatusCode::OK && head.kind.starts_with("text/html");
        if head.status.is_success() && !is_page {
            return Ok(());
        }
        // Who begins again has forgotten the stream, even while it is still open on the way.
        if rpc.was_ready() && matches!(head.status, StatusCode::NOT_FOUND | StatusCode::GONE) {
            // What the server took before may well have an effect.
            rpc.fail(forgotten(say!("sse-forgotten-under-way", server = rpc.label())));
            return Err(forgotten(say!("sse-forgotten", server = rpc.label())));
        }
        Err(http::refused(rpc, response, &self.0.headers).await)
    }
}

/// Sends a request and waits for the head of its answer.
async fn sent(
    rpc: &JsonRpc,
    request: RequestBuilder,
    authorization: Option<&Arc<dyn Authorization>>,
) -> Result<Response, Error> {
    let sending = http::send_authorized(rpc, request, authorization);
    timeout(limits::FIRST_BYTE, sending)
        .await
        .map_err(|_| silent(rpc.label()))?
}

/// The event that names where to post (OLD-02), or a message: then it is no such stream.
async fn first(events: &mut SseEvents) -> Result<Option<SseEvent>, Error> {
    let mut rate_limit = RateLimit::default();
    while let Some(event) = events.next().await {
        match event? {
            // Some give a pause or an id ahead of it, or an event of their own that says that the stream is open.
            Some(event)
                if event.kind.as_deref() != Some("endpoint") && event_stream::message(&event).is_none() =>
            {
                rate_limit.after(false).await;
            }
            event => return Ok(event),
        }
    }
    Ok(None)
}

/// Where to post: an address of the same origin, without a name or password of its own choice.
fn endpoint(label: &str, url: &Url, event: Option<SseEvent>) -> Result<Url, Error> {
    let event = event.filter(|event| event.kind.as_deref() == Some("endpoint"));
    let named = event.and_then(|event| String::from_utf8(event.data?).ok());
    let Some(named) = named.filter(|named| named.len() <= limits::URI) else {
        return Err(
            Error::new(Code::NetworkNotMcp, say!("sse-no-endpoint", server = label))
                .remedy(say!("sse-no-endpoint-remedy")),
        );
    };
    let user = |url: &Url| (url.username().to_owned(), url.password().map(str::to_owned));
    let fits = |to: &Url| to.origin() == url.origin() && [user(url), Default::default()].contains(&user(to));
    url.join(named.trim()).ok().filter(fits).ok_or_else(|| {
        Error::new(Code::NetworkForbidden, say!("sse-other-origin", server = label))
            .remedy(say!("sse-other-origin-remedy"))
            .said(TextSource::Server, &ForeignText::new(named.trim()))
    })
}

fn silent(label: &str) -> Error {
    Error::new(
        Code::ServerSilent,
        say!("sse-silent", server = label, time = seconds(limits::FIRST_BYTE)),
    )
    .remedy(say!("sse-silent-remedy"))
}

fn forgotten(sentence: String) -> Error {
    Error::new(Code::TransportLost, sentence).remedy(say!("sse-forgotten-remedy"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(data: &str) -> Result<Url, Error> {
        let event = SseEvent {
            kind: Some("endpoint".to_owned()),
            data: Some(data.as_bytes().to_vec()),
            ..SseEvent::default()
        };
        let own = Url::parse("https://mcp.example.org:8443/a/sse?key=1").unwrap();
        endpoint("Old", &own, Some(event))
    }

    // Proves OLD-02.
    #[test]
    fn an_endpoint_is_relative_or_absolute() {
        for (data, expected) in [
            ("/messages?x=1", "https://mcp.example.org:8443/messages?x=1"),
            ("messages", "https://mcp.example.org:8443/a/messages"),
            ("?session=2", "https://mcp.example.org:8443/a/sse?session=2"),
            (
                " https://mcp.example.org:8443/m ",
                "https://mcp.example.org:8443/m",
            ),
            ("HTTPS://MCP.example.org:8443/m", "https://mcp.example.org:8443/m"),
        ] {
            assert_eq!(named(data).unwrap().as_str(), expected, "{data}");
        }
    }

    // Proves OLD-03.
    #[test]
    fn another_origin_or_a_name_before_the_host_is_refused() {
        for data in [
            "http://mcp.example.org:8443/m",
            "https://mcp.example.org/m",
            "https://mcp.example.org.evil.example:8443/m",
            "//evil.example/m",
            "\\\\evil.example\\m",
            "https://evil.example@mcp.example.org:8443/m",
            "http://127.0.0.1:1/",
            "javascript:alert(1)",
            "file:///etc/passwd",
        ] {
            let error = named(data).unwrap_err();
            assert_eq!(error.code, Code::NetworkForbidden, "{data}");
            assert!(error.sentence.ends_with("Nothing was sent there."), "{data}");
            assert_eq!(error.said.unwrap().by, TextSource::Server, "{data}");
        }
    }

    // Proves OLD-02.
    #[test]
    fn a_stream_that_begins_with_something_else_is_no_server_of_this_kind() {
        let own = Url::parse("https://mcp.example.org/sse").unwrap();
        let message = SseEvent {
            data: Some(b"{}".to_vec()),
            ..SseEvent::default()
        };
        for event in [None, Some(message)] {
            assert_eq!(
                endpoint("Old", &own, event).unwrap_err().code,
                Code::NetworkNotMcp
            );
        }
        assert_eq!(
            named(&"x".repeat(limits::URI + 1)).unwrap_err().code,
            Code::NetworkNotMcp
        );
    }
}
