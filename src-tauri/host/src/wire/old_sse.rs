//! The transport of 2024-11-05: one stream of events for everything that comes, and an address, named by its first
//! event, that everything of ours is posted to. It must be of the same origin: whoever answers must not choose where
//! the person's headers go.

use super::decode::Asking;
use super::outlet::Travelling;
use super::sse::Events;
use super::{Authorization, HttpConfig, Id, Wire, http, sse};
use crate::{Code, Error, limits};
use ::http::HeaderMap;
use ::http::header::{ACCEPT, CONTENT_TYPE};
use futures::StreamExt;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A way to one address; clones share it.
#[derive(Clone)]
pub struct OldSse(Arc<Inner>);

struct Inner {
    wire: Wire,
    client: reqwest::Client,
    headers: HeaderMap,
    authorization: Option<Arc<dyn Authorization>>,
    post_to: url::Url,
    stop: CancellationToken,
}

impl OldSse {
    /// Opens the stream and waits for the address to post to. The task ends when nothing more can come.
    ///
    /// # Errors
    /// `network.*`, `auth.required`, and `network.not_mcp` when this is no such stream.
    pub async fn open(
        wire: &Wire,
        config: &HttpConfig,
        asked: mpsc::Sender<Asking>,
    ) -> Result<(Self, JoinHandle<()>), Error> {
        let label = wire.label();
        let headers = http::own_headers(label, config)?;
        let client = http::client(label)?;
        let request = client.get(config.url.clone()).header(ACCEPT, "text/event-stream");
        let authorization = config.authorization.clone();
        let request = request.headers(headers.clone());
        let response = http::send_authorized(label, request, authorization.as_ref()).await?;
        let kind = http::content_type(&response);
        if !response.status().is_success() || !kind.starts_with("text/event-stream") {
            return Err(http::refusal(label, response.status(), &kind));
        }
        let mut events = sse::events(wire.clone(), response.bytes_stream());
        let named = tokio::time::timeout(limits::CONNECT, endpoint(&mut events)).await;
        let named = named
            .ok()
            .flatten()
            .and_then(|named| config.url.join(named.trim()).ok());
        let Some(post_to) = named.filter(|named| named.origin() == config.url.origin()) else {
            return Err(Error::new(
                Code::NetworkNotMcp,
                format!(
                    "“{label}” did not say where on its own address it takes messages. It is not connected."
                ),
            )
            .remedy("Check the address. Servers of this kind mostly answer at /sse."));
        };
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

    /// Ends the stream.
    pub fn close(&self) {
        self.0.stop.cancel();
    }

    async fn read(self, mut events: Events, asked: mpsc::Sender<Asking>) {
        let wire = &self.0.wire;
        while let Some(Some(event)) = self.0.stop.run_until_cancelled(events.next()).await {
            match event {
                Ok(Some(event)) => {
                    if let Some(message) = sse::message(&event) {
                        let send = |line| self.send(None, line).detach();
                        wire.incoming(message).pass_on(wire, &asked, send);
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    wire.fail(error);
                    break;
                }
            }
        }
        wire.end();
    }

    /// Posts a message. When it is not taken, the request that it was ends with the reason.
    pub(super) fn send(&self, id: Option<Id>, bytes: Vec<u8>) -> Travelling {
        let this = self.clone();
        let task = tokio::spawn(async move {
            let posted = this.deliver(bytes).await;
            match (posted, id) {
                (Ok(()), _) => {}
                (Err(error), Some(id)) => this.0.wire.settle_broken(id, error),
                (Err(error), None) => tracing::debug!(%error, "a message was not taken"),
            }
        });
        task.abort_handle().into()
    }

    /// The same, and waits until it was taken.
    ///
    /// # Errors
    /// `network.*`.
    pub(super) async fn deliver(&self, bytes: Vec<u8>) -> Result<(), Error> {
        let label = self.0.wire.label();
        let request = self
            .0
            .client
            .post(self.0.post_to.clone())
            .header(CONTENT_TYPE, "application/json")
            .headers(self.0.headers.clone())
            .body(bytes);
        let response = http::send_authorized(label, request, self.0.authorization.as_ref()).await?;
        let status = response.status();
        if status.is_success() {
            return Ok(());
        }
        Err(http::refusal(label, status, &http::content_type(&response)))
    }
}

/// The address that the first event names.
async fn endpoint(events: &mut Events) -> Option<String> {
    while let Some(Ok(Some(event))) = events.next().await {
        if event.kind.as_deref() == Some("endpoint") {
            return String::from_utf8(event.data?).ok();
        }
    }
    None
}
