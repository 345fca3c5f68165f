//! The transport of 2024-11-05: one stream of events for everything that comes, and an address, named by its first
//! event, that everything of ours is posted to. It must be of the same origin: whoever answers must not choose where
//! the person's headers go (OLD-03).
//!
//! The stream is the session (OLD-05). When it ends, or the server does not know it any more, what waits fails, and
//! the client connects anew: with a new stream, a new handshake and the same headers.

use super::decode::Asking;
use super::http::Head;
use super::outlet::RequestGuard;
use super::pace::Pace;
use super::sse::{Event, Events};
use super::{Authorization, HttpConfig, Id, Wire, http, sse};
use crate::limits;
use ::http::header::{ACCEPT, CONTENT_TYPE};
use ::http::{HeaderMap, StatusCode};
use futures::StreamExt;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error};
use portcullis_domain::LogSource;
use reqwest::{RequestBuilder, Response};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use url::Url;

const EVENTS: &str = "text/event-stream";

/// A way to one address; clones share it.
#[derive(Clone)]
pub struct OldSse(Arc<Inner>);

struct Inner {
    wire: Wire,
    client: reqwest::Client,
    headers: HeaderMap,
    authorization: Option<Arc<dyn Authorization>>,
    post_to: Url,
    stop: CancellationToken,
}

impl OldSse {
    /// Opens the stream and waits for the address to post to. The task ends when nothing more can come.
    ///
    /// # Errors
    /// `network.*`, `auth.required`, and `network.not_mcp` when this is no such stream, `network.forbidden` when it wants
    /// its messages elsewhere.
    pub async fn open(
        wire: &Wire,
        config: &HttpConfig,
        asked: mpsc::Sender<Asking>,
    ) -> Result<(Self, JoinHandle<()>), Error> {
        let label = wire.label();
        let headers = http::own_headers(wire, config)?;
        let client = http::client(label, &config.url)?;
        let authorization = config.authorization.clone();
        let request = client.get(config.url.clone()).header(ACCEPT, EVENTS);
        let response = sent(wire, request.headers(headers.clone()), authorization.as_ref()).await?;
        let head = Head::of(&response, &headers);
        if !head.status.is_success() || !head.kind.starts_with(EVENTS) {
            return Err(http::refused(wire, response, &headers).await);
        }
        let mut events = sse::events(wire.clone(), portcullis_net::pieces(response));
        let first = timeout(limits::FIRST_BYTE, first(&mut events)).await;
        let named = first.map_err(|_| silent(label))??;
        let post_to = endpoint(label, &config.url, named)?;
        let this = Self(Arc::new(Inner {
            wire: wire.clone(),
            client,
            headers,
            authorization,
            post_to,
            stop: CancellationToken::new(),
        }));
        let task = tokio::spawn(this.clone().read(events, asked));
        Ok((this, task))
    }

    /// Ends the stream, and with it the session.
    pub fn close(&self) {
        self.0.stop.cancel();
    }

    async fn read(self, mut events: Events, asked: mpsc::Sender<Asking>) {
        let wire = &self.0.wire;
        let mut pace = Pace::default();
        while let Some(Some(event)) = self.0.stop.run_until_cancelled(events.next()).await {
            match event {
                Ok(Some(event)) => {
                    if let Some(message) = sse::message(&event) {
                        let send = |line| self.send(None, line).detach();
                        let awaited = wire.incoming(message).pass_on(wire, &asked, send);
                        pace.after(awaited).await;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    wire.fail(error);
                    break;
                }
            }
        }
        // Nobody can answer any more, so nothing is posted any more either.
        self.0.stop.cancel();
        wire.end();
    }

    /// Posts a message. When it is not taken, the request that it was ends with the reason.
    pub(super) fn send(&self, id: Option<Id>, bytes: Vec<u8>) -> RequestGuard {
        let this = self.clone();
        let task = tokio::spawn(async move {
            let stop = this.0.stop.clone();
            let Some(Err(error)) = stop.run_until_cancelled(this.deliver(bytes)).await else {
                return;
            };
            match id {
                Some(id) => this.0.wire.settle_broken(id, error),
                None => {
                    let words = format!("A message was not taken: {}", error.sentence);
                    this.0.wire.log().add(LogSource::Host, None, &words);
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
        let wire = &self.0.wire;
        let request = self
            .0
            .client
            .post(self.0.post_to.clone())
            .header(CONTENT_TYPE, "application/json")
            .headers(self.0.headers.clone())
            .body(bytes);
        let response = match sent(wire, request, self.0.authorization.as_ref()).await {
            Ok(response) => response,
            Err(error) => {
                // Where nobody is, nobody holds the stream either.
                if wire.was_ready() && error.code == Code::NetworkUnreachable {
                    wire.fail(error.clone());
                }
                return Err(error);
            }
        };
        let head = Head::of(&response, &self.0.headers);
        if head.status.is_success() && !head.kind.starts_with("text/html") {
            return Ok(());
        }
        // Who begins anew has forgotten the stream, even while it is still open on the way.
        if wire.was_ready() && matches!(head.status, StatusCode::NOT_FOUND | StatusCode::GONE) {
            let error = forgotten(wire.label());
            wire.fail(error.clone());
            return Err(error);
        }
        Err(http::refused(wire, response, &self.0.headers).await)
    }
}

/// Sends a request and waits for the head of its answer.
async fn sent(
    wire: &Wire,
    request: RequestBuilder,
    authorization: Option<&Arc<dyn Authorization>>,
) -> Result<Response, Error> {
    let sending = http::send_authorized(wire, request, authorization);
    timeout(limits::FIRST_BYTE, sending)
        .await
        .map_err(|_| silent(wire.label()))?
}

/// The first event that says anything, which names where to post (OLD-02).
async fn first(events: &mut Events) -> Result<Option<Event>, Error> {
    while let Some(event) = events.next().await {
        match event? {
            // Some give a pause or an id ahead of it.
            Some(event) if event.kind.is_none() && event.data.is_none() => {}
            event => return Ok(event),
        }
    }
    Ok(None)
}

/// Where to post: an address of the same origin, without a name or password of its own choice.
fn endpoint(label: &str, url: &Url, event: Option<Event>) -> Result<Url, Error> {
    let event = event.filter(|event| event.kind.as_deref() == Some("endpoint"));
    let named = event.and_then(|event| String::from_utf8(event.data?).ok());
    let Some(named) = named.filter(|named| named.len() <= limits::URI) else {
        return Err(Error::new(
            Code::NetworkNotMcp,
            format!("“{label}” did not say where it takes messages. It is not connected."),
        )
        .remedy("Check the address. Servers of this kind mostly answer at /sse."));
    };
    let user = |url: &Url| (url.username().to_owned(), url.password().map(str::to_owned));
    let fits = |to: &Url| to.origin() == url.origin() && [user(url), Default::default()].contains(&user(to));
    url.join(named.trim()).ok().filter(fits).ok_or_else(|| {
        Error::new(
            Code::NetworkForbidden,
            format!("“{label}” wants its messages at another address than its own. Nothing was sent there."),
        )
        .remedy("Enter the address it names, if you know and want it.")
        .said(&ForeignText::new(named.trim()))
    })
}

fn silent(label: &str) -> Error {
    Error::new(
        Code::ServerSilent,
        format!(
            "“{label}” did not answer within {} seconds. Whether it did what was asked is not known.",
            limits::FIRST_BYTE.as_secs()
        ),
    )
    .remedy("Check the address, or try again when the server answers.")
}

fn forgotten(label: &str) -> Error {
    Error::new(
        Code::TransportLost,
        format!("“{label}” does not know this connection any more. Nothing was done."),
    )
    .remedy("It is connected anew by itself. Then try again.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    fn named(data: &str) -> Result<Url, Error> {
        let event = Event {
            kind: Some("endpoint".to_owned()),
            data: Some(data.as_bytes().to_vec()),
            ..Event::default()
        };
        let own = Url::parse("https://mcp.example.org:8443/a/sse?key=1").unwrap();
        endpoint("Old", &own, Some(event))
    }

    #[test]
    fn old02_an_endpoint_is_relative_or_absolute() {
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

    #[test]
    fn old03_another_origin_or_a_name_before_the_host_is_refused() {
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
            assert!(error.said.is_some());
        }
    }

    #[test]
    fn old02_a_stream_that_begins_with_something_else_is_no_server_of_this_kind() {
        let own = Url::parse("https://mcp.example.org/sse").unwrap();
        let message = Event {
            data: Some(b"{}".to_vec()),
            ..Event::default()
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
