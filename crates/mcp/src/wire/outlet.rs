//! The ways in which a message of ours can travel. Sending never waits: what cannot leave at once is queued
//! within a limit, and a server that does not take it is stuck.

use super::{Http, Id, OldSse, Pipe};
use portcullis_core::Error;
use portcullis_domain::Transport;
use serde_json::{Map, Value};
use tokio::task::AbortHandle;

/// A way to one server; clones share it.
#[derive(Clone)]
pub enum Outlet {
    /// The standard input of a program.
    Pipe(Pipe),
    /// Streamable HTTP.
    Http(Http),
    /// The transport of 2024-11-05: a stream of events and an address to post to.
    OldSse(OldSse),
}

/// What headers of a request are made from (HDR-01 to HDR-05).
pub struct Sending<'a> {
    /// Its id.
    pub id: Id,
    /// Method.
    pub method: &'static str,
    /// Parameters.
    pub params: &'a Map<String, Value>,
    /// Arguments that the server wants in headers: names without their prefix, and values as text.
    pub marked: &'a [(String, String)],
}

/// A request that travels. Dropping it closes the way its answer would come, where it has one of its own.
#[derive(Default)]
pub struct RequestGuard(Option<AbortHandle>);

impl RequestGuard {
    /// Not bound to the life of this value any more.
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

impl Outlet {
    /// What messages go through.
    #[must_use]
    pub fn transport(&self) -> Transport {
        match self {
            Self::Pipe(_) => Transport::Stdio,
            Self::Http(_) => Transport::Http,
            Self::OldSse(_) => Transport::OldSse,
        }
    }

    /// Bytes that a program has not read yet, where the system says so.
    #[must_use]
    pub fn unread(&self) -> Option<u64> {
        match self {
            Self::Pipe(pipe) => pipe.unread(),
            Self::Http(_) | Self::OldSse(_) => None,
        }
    }

    /// Sends a request. Whatever becomes of it, its reply or its failure arrives where [`super::Begun`] says.
    pub fn request(&self, sending: &Sending<'_>, bytes: Vec<u8>) -> RequestGuard {
        match self {
            Self::Pipe(pipe) => {
                pipe.send(&bytes);
                RequestGuard::default()
            }
            Self::Http(http) => http.request(sending, bytes),
            Self::OldSse(sse) => sse.send(Some(sending.id), bytes),
        }
    }

    /// Sends a notification, or an answer to the server.
    pub fn tell(&self, bytes: Vec<u8>) {
        match self {
            Self::Pipe(pipe) => pipe.send(&bytes),
            Self::Http(http) => http.tell(bytes),
            Self::OldSse(sse) => sse.send(None, bytes).detach(),
        }
    }

    /// The same, and waits until it was taken.
    ///
    /// # Errors
    /// `network.*`; a pipe takes everything.
    pub async fn deliver(&self, bytes: Vec<u8>) -> Result<(), Error> {
        match self {
            Self::Pipe(pipe) => {
                pipe.send(&bytes);
                Ok(())
            }
            Self::Http(http) => http.deliver(bytes).await,
            Self::OldSse(sse) => sse.deliver(bytes).await,
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

    /// Ends it: nothing more is sent, and the server is told where there is a way to.
    pub async fn close(&self) {
        match self {
            Self::Pipe(pipe) => pipe.close(),
            Self::Http(http) => http.close().await,
            Self::OldSse(sse) => sse.close(),
        }
    }

    /// Whether a request is cancelled by closing its stream instead of by saying so (CAN-03).
    #[must_use]
    pub fn closes_to_cancel(&self, modern: bool) -> bool {
        modern && matches!(self, Self::Http(_))
    }
}
