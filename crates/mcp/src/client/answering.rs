//! Answers what a server asks in the legacy era: each question in a task of its own, so that a person who takes
//! their time holds up nobody (STD-16), and all of them at the same door as those of the modern era.

use super::{Connection, Refusal, ServerRequest, pages, tasks};
use crate::wire::Asking;
use futures::FutureExt;
use serde_json::{Map, Value};
use std::panic::AssertUnwindSafe;
use tokio::sync::mpsc;

impl Connection {
    /// Answers until the connection ends. Called once the handshake is over: what came before waits (ERA-07).
    pub(super) fn answer_all(&self, mut asked: mpsc::Receiver<Asking>) {
        // What a modern server asked before its era was known is a fault of its own (RPC-12).
        if self.session.modern {
            return;
        }
        let connection = self.clone();
        tokio::spawn(async move {
            while let Some(asking) = asked.recv().await {
                // Not more than `limits::INBOX` at once: the wire refuses what is beyond.
                let connection = connection.clone();
                tokio::spawn(async move { connection.answer(asking).await });
            }
        });
    }

    /// Announces that the folders changed, where the era and the declaration have such a thing (ERA-11).
    pub(super) fn tell_roots_changed(&self) {
        if self.session.modern || !self.session.offers.roots {
            return;
        }
        match self
            .wire
            .notification("notifications/roots/list_changed", &Map::new())
        {
            Ok(line) => self.outlet.tell(line),
            Err(error) => tracing::error!(%error, "a server was not told that its folders changed"),
        }
    }

    async fn answer(&self, asking: Asking) {
        let cancelled = asking.cancelled.clone();
        // What says that it belongs to a task belongs to the call that became it, and to nothing else (TKL-05).
        let task = tasks::related(&asking.params);
        let cause = match &task {
            Some(task) => self.session.cause_of_task(task),
            None => self.session.cause_within(asking.within),
        };
        let server_request = self.server_request(asking.method, asking.params, cause, asking.cancelled);
        let page = self.page_of(&server_request);
        let answer = cancelled.run_until_cancelled(self.inquire(server_request)).await;
        let page = pages::opened(page, answer.as_ref().and_then(|answer| answer.as_ref().ok()));
        // The server took it back: it is not answered, even where the host was the first to notice (CAN-06).
        let Some(answer) = answer.filter(|_| !cancelled.is_cancelled()) else {
            return;
        };
        if let Some(page) = page {
            self.wait_on_page(page);
        }
        let answer = answer
            .map(|mut answer| {
                if let Some(task) = &task {
                    tasks::relate(&mut answer, task);
                }
                answer
            })
            .map_err(|refusal| (refusal.code, refusal.message));
        match self.wire.answer(&asking.id, &answer) {
            Ok(line) => self.outlet.tell(line),
            Err(error) => tracing::error!(%error, "a server got no answer"),
        }
    }

    /// Brings a question to the host and back. The time of our own requests stands still meanwhile.
    pub(super) async fn inquire(&self, server_request: ServerRequest) -> Result<Value, Refusal> {
        let _time = self.wire.server_request();
        let asked = AssertUnwindSafe(async { self.session.owner.asked(server_request).await }).catch_unwind();
        asked.await.unwrap_or(Err(Refusal::INTERNAL))
    }
}
