//! Streams of events: the one that answers a request, and the one of announcements that the legacy era has. Both are resumed
//! where they broke off (`Last-Event-ID`).

use super::{HttpTransport, is_stream, retry_after};
use crate::limits;
use crate::transport::rate_limit::RateLimit;
use crate::transport::{Id, JsonRpc, event_stream, locked};
use futures::StreamExt;
use http::StatusCode;
use portcullis_core::Error;
use portcullis_core::clock::up_to;
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use reqwest::Response;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The requests that a legacy server took with 202 and whose responses it sends on its open stream of announcements. They end
/// with that stream: no other brings their responses.
pub(super) struct AwaitedOnStream {
    rpc: JsonRpc,
    pub(super) ids: Mutex<Vec<Id>>,
}

impl Drop for AwaitedOnStream {
    fn drop(&mut self) {
        let ids = std::mem::take(&mut *locked(&self.ids));
        for id in ids {
            // A waiting caller finds its channel closed, and looks for the reason.
            self.rpc.forget(id);
        }
    }
}

impl HttpTransport {
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

    /// The events that answer a request. A stream that ends early is taken up where it stopped, in the legacy era
    /// and where the server gave its events ids (HTTP-21, SSE-06, SSE-07).
    pub(super) async fn follow_answer(&self, id: Id, response: Response) {
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

    pub(super) async fn follow_announcements(&self) {
        let session = self.session();
        let mut place = event_stream::StreamPosition::default();
        let (mut failures, mut missed, mut opened) = (0, false, false);
        loop {
            let began = Instant::now();
            let response = self.get(place.last.as_deref(), &session).await;
            // Before a call is sent that may be answered on it.
            let awaited = response.as_ref().is_ok_and(is_stream);
            let awaited = awaited.then(|| self.await_on_stream(session.number));
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
                        if opened && response.status() != StatusCode::NOT_FOUND {
                            self.opens_no_more(session.number, response.status()).await;
                        }
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
            drop(awaited);
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

    /// What is announced from here on is lost, where the session goes on: the C# SDK opens the stream once in a session,
    /// whatever cut it.
    async fn opens_no_more(&self, number: u64, refused: StatusCode) {
        let (rpc, session) = (&self.0.rpc, self.session());
        // Another session has a stream of its own.
        if session.number == number && !self.is_forgotten(&session, Some(refused)).await {
            rpc.notifications().session_reset();
            rpc.log().add(LogSource::Host, None, &say!("log-not-announced"));
        }
    }

    /// Lets requests wait for their responses on the stream of this session that was opened, for as long as the result lives.
    fn await_on_stream(&self, number: u64) -> Arc<AwaitedOnStream> {
        let awaited = Arc::new(AwaitedOnStream {
            rpc: self.0.rpc.clone(),
            ids: Mutex::default(),
        });
        let mut session = locked(&self.0.session);
        if session.number == number {
            session.awaited = Arc::downgrade(&awaited);
        }
        awaited
    }

    /// Whether the response to a request that was taken with 202 may come on the open stream of announcements. The revisions
    /// do not have it, but the official clients wait for it there.
    pub(super) fn comes_on_stream(&self, id: Id) -> bool {
        let awaited = self.session().awaited.upgrade();
        let Some(awaited) = awaited.filter(|_| !self.0.rpc.is_modern()) else {
            return false;
        };
        let mut ids = locked(&awaited.ids);
        ids.retain(|id| self.0.rpc.waits(*id));
        ids.push(id);
        true
    }

    /// Reads events until the stream ends or the request that it answers is answered.
    ///
    /// # Errors
    /// `message.too_large`.
    pub(super) async fn read_events(
        &self,
        response: Response,
        place: &mut event_stream::StreamPosition,
        request: Option<Id>,
    ) -> Result<(), Error> {
        let session = self.session().id;
        let session = session.as_ref().and_then(|id| id.to_str().ok());
        let mut events = event_stream::events(self.0.rpc.clone(), portcullis_net::pieces(response));
        let mut rate_limit = RateLimit::default();
        while let Some(event) = events.next().await {
            let Some(mut event) = event? else { break };
            // The Java SDK gives every event the id of its session, and sends nothing on a stream that is resumed after it.
            if event.id.as_deref() == session {
                event.id = None;
            }
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

    /// The legacy stream of announcements is opened beside the first call; a call that overtakes it could lose
    /// what the server asks meanwhile.
    pub(super) async fn wait_for_listening(&self) {
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
