//! The session of a legacy server (`Mcp-Session-Id`): what goes with each message, when a server has forgotten it, and how a
//! new one is begun in its place.

use super::streams::AwaitedOnStream;
use super::{HttpTransport, SESSION};
use crate::limits;
use crate::transport::{RpcOutcome, locked};
use bytes::Bytes;
use futures::future::BoxFuture;
use http::{HeaderMap, HeaderValue, StatusCode};
use portcullis_core::{Code, Error};
use portcullis_l10n::say;
use reqwest::Response;
use serde_json::{Map, Value};
use std::sync::Weak;
use tokio_util::sync::CancellationToken;

pub(super) const METHOD_NOT_FOUND: i64 = -32601;

/// What is sent along with every message.
#[derive(Clone, Default)]
pub(super) struct HttpSession {
    /// Opaque, and not an identity (HTTP-11).
    pub(super) id: Option<HeaderValue>,
    /// The revision that was agreed on.
    agreed: String,
    /// The same, where it is sent along.
    pub(super) revision: Option<HeaderValue>,
    /// What the handshake asked with, to ask again.
    pub(super) hello: Map<String, Value>,
    /// Counts the sessions.
    pub(super) number: u64,
    /// A request of ours was answered in it.
    answered: bool,
    /// Ends the stream of announcements.
    pub(super) stream: CancellationToken,
    /// The requests that wait for their responses on that stream; it lives while the stream is open.
    pub(super) awaited: Weak<AwaitedOnStream>,
}

impl HttpTransport {
    /// What was agreed on goes with everything from here on (HTTP-08).
    pub fn agreed(&self, revision: &str) {
        let value = (revision >= "2025-06-18")
            .then(|| HeaderValue::from_str(revision).ok())
            .flatten();
        let mut session = locked(&self.0.session);
        session.revision = value;
        revision.clone_into(&mut session.agreed);
    }

    pub(super) fn session(&self) -> HttpSession {
        locked(&self.0.session).clone()
    }

    /// The session that the answer to a handshake begins, if the server has one.
    pub(super) fn note_begun(&self, response: &Response) {
        let mut session = locked(&self.0.session);
        session.id = response.headers().get(SESSION).cloned();
        (session.number, session.answered) = (session.number + 1, false);
        session.awaited = Weak::new();
        // A program that knows it can speak in its name, so it is shown nowhere.
        if let Some(id) = session.id.as_ref().and_then(|id| id.to_str().ok()) {
            self.0.rpc.redact_echo(id);
        }
    }

    /// A session in which a request was answered is one that its server knew.
    pub(super) fn note_answered(&self, number: u64) {
        let mut session = locked(&self.0.session);
        session.answered |= session.number == number;
    }

    /// Whether a server that gave such an answer does not know the session any more, where it does not say so by a 404 alone
    /// (HTTP-12). Many that were restarted say 400, as to a message that they do not like; these refuse a ping as well. So
    /// does one that knows no method any more and says that by 404.
    pub(super) async fn is_forgotten(&self, session: &HttpSession, status: Option<StatusCode>) -> bool {
        let refused = match status {
            // One in which nothing was ever answered is not begun again and again.
            Some(status @ StatusCode::BAD_REQUEST) if session.answered => status,
            Some(status @ StatusCode::NOT_FOUND) => status,
            _ => return false,
        };
        let (http, session) = (self.clone(), session.clone());
        // In a task of its own: a caller that stops waiting leaves no ping behind.
        let pinging = tokio::spawn(async move { http.refuses_ping(&session, refused).await });
        pinging.await.unwrap_or_default()
    }

    async fn refuses_ping(&self, session: &HttpSession, refused: StatusCode) -> bool {
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
        // Who has no ping looked at the method, and so knows the session: what it refused by 400 may have had an effect. What is
        // refused by 404 had none.
        let has_none = refused == StatusCode::BAD_REQUEST
            && matches!(
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
    pub(super) async fn reopen(&self, number: u64) -> Result<(), Error> {
        let (http, stop) = (self.clone(), self.0.stop.clone());
        let task = tokio::spawn(async move {
            let reopening = async {
                let _turn = http.0.reopening.lock().await;
                if http.session().number != number {
                    return Ok(());
                }
                let begun = http.begin_session().await;
                if let Err(error) = &begun {
                    http.0.rpc.fail(match error.code {
                        // What is under way in the session before may well have an effect.
                        code @ (Code::TransportLost | Code::NetworkBusy) => Error {
                            code,
                            ..Self::session_lost(say!("session-lost-under-way", server = http.0.rpc.label()))
                        },
                        _ => error.clone(),
                    });
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
        Self::session_lost(say!("session-lost", server = self.0.rpc.label()))
    }

    fn session_lost(sentence: String) -> Error {
        Error::new(Code::TransportLost, sentence).remedy(say!("session-lost-remedy"))
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
        // All that was made of the first handshake rests on its revision: a server that speaks another by now gets a new
        // connection (ERA-05).
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

    /// Nothing goes out while a new session is begun: there is none then.
    pub(super) async fn wait_for_session(&self) {
        drop(self.0.reopening.lock().await);
    }
}
