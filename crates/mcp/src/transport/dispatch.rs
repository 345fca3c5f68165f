//! Sends messages through the transport of a server. Sending does not block: what cannot leave at once is queued up to
//! a limit, beyond which the server counts as stuck (backpressure).

use super::{HttpTransport, Id, SseTransport, StdioTransport};
use portcullis_core::Error;
use portcullis_domain::Transport as TransportKind;
use serde_json::{Map, Value};
use tokio::task::AbortHandle;
use tokio_util::sync::DropGuard;

/// The transport to one server; clones share it.
#[derive(Clone)]
pub enum Transport {
    /// The standard input of a program.
    Stdio(StdioTransport),
    /// Streamable HTTP.
    Http(HttpTransport),
    /// The transport of 2024-11-05: a stream of events and an address to post to.
    Sse(SseTransport),
}

/// What the headers of a request are made from (HDR-01 to HDR-05).
pub struct RequestHead<'a> {
    /// Its id.
    pub id: Id,
    /// Method.
    pub method: &'static str,
    /// Parameters.
    pub params: &'a Map<String, Value>,
    /// Arguments that the server wants in headers: names without their prefix, and values as text.
    pub marked: &'a [(String, String)],
}

/// A request in flight. Dropping it closes the HTTP stream of its response, where it has one of its own.
#[derive(Default)]
pub struct RequestGuard(Option<AbortHandle>);

impl RequestGuard {
    /// Lets the request go on when this is dropped.
    pub fn detach(&mut self) {
        self.0 = None;
    }
}

impl From<AbortHandle> for RequestGuard {
    fn from(handle: AbortHandle) -> Self {
        Self(Some(handle))
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        if let Some(handle) = self.0.take() {
            handle.abort();
        }
    }
}

impl Transport {
    /// Which transport it is.
    #[must_use]
    pub fn kind(&self) -> TransportKind {
        match self {
            Self::Stdio(_) => TransportKind::Stdio,
            Self::Http(_) => TransportKind::Http,
            Self::Sse(_) => TransportKind::OldSse,
        }
    }

    /// Bytes that a program has not read yet, where the system says so.
    #[must_use]
    pub fn unread(&self) -> Option<u64> {
        match self {
            Self::Stdio(pipe) => pipe.unread(),
            Self::Http(_) | Self::Sse(_) => None,
        }
    }

    /// Sends a request. Its reply, or its failure, arrives at [`super::OutgoingRequest::answer`].
    pub fn request(&self, sending: &RequestHead<'_>, bytes: Vec<u8>) -> RequestGuard {
        match self {
            Self::Stdio(pipe) => {
                if !pipe.send(&bytes) {
                    pipe.end_unsent(sending.id);
                }
                RequestGuard::default()
            }
            Self::Http(http) => http.request(sending, bytes),
            Self::Sse(sse) => sse.send(Some(sending.id), bytes),
        }
    }

    /// Sends a notification, or an answer to the server.
    pub fn tell(&self, bytes: Vec<u8>) {
        match self {
            Self::Stdio(pipe) => {
                pipe.send(&bytes);
            }
            Self::Http(http) => http.tell(bytes),
            Self::Sse(sse) => sse.send(None, bytes).detach(),
        }
    }

    /// Sends it and waits until the server accepted it.
    ///
    /// # Errors
    /// `network.*`; a pipe takes everything.
    pub async fn deliver(&self, bytes: Vec<u8>) -> Result<(), Error> {
        match self {
            Self::Stdio(pipe) => {
                pipe.send(&bytes);
                Ok(())
            }
            Self::Http(http) => http.deliver(bytes).await,
            Self::Sse(sse) => sse.deliver(bytes).await,
        }
    }

    /// The handshake of the legacy era chose this revision; whatever is sent from here on says so (HTTP-08).
    pub fn agreed(&self, revision: &str) {
        if let Self::Http(http) = self {
            http.agreed(revision);
        }
    }

    /// The handshake of the legacy era is over: announcements are listened to from here on.
    pub fn listen(&self) {
        if let Self::Http(http) = self {
            http.listen();
        }
    }

    /// Closes the transport; an HTTP session is deleted.
    pub async fn close(&self) {
        match self {
            Self::Stdio(pipe) => pipe.close(),
            Self::Http(http) => http.close().await,
            Self::Sse(sse) => sse.close(),
        }
    }

    /// Ends what belongs to an address when it is dropped. Its tasks hold the transport themselves, so an attempt to
    /// connect that is given up would leave them behind; a program ends with its process.
    #[must_use]
    pub fn guard(&self) -> Option<DropGuard> {
        match self {
            Self::Stdio(_) => None,
            Self::Http(http) => Some(http.guard()),
            Self::Sse(sse) => Some(sse.guard()),
        }
    }

    /// Whether a request is cancelled by closing its stream instead of by saying so (CAN-03).
    #[must_use]
    pub fn closes_to_cancel(&self, modern: bool) -> bool {
        modern && matches!(self, Self::Http(_))
    }
}
