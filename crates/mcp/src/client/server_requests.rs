//! Answers requests of a server in the legacy era, each in a task of its own, so that one that waits for a person holds
//! up no other (STD-16). The host gets them as it gets those of the modern era.

use super::{Connection, Refusal, ServerRequest, tasks, url_elicitation};
use crate::transport::IncomingRequest;
use futures::FutureExt;
use serde_json::{Map, Value};
use std::panic::AssertUnwindSafe;
use tokio::sync::mpsc;

impl Connection {
    /// Answers until the connection ends. Called once the handshake is over: what came before waits (ERA-07).
    pub(super) fn answer_all(&self, mut asked: mpsc::Receiver<IncomingRequest>) {
        // What a modern server asked before its era was known is a fault of its own (RPC-12).
        if self.session.modern {
            return;
        }
        let connection = self.clone();
        tokio::spawn(async move {
            while let Some(asking) = asked.recv().await {
                // Not more than `limits::PENDING_SERVER_REQUESTS` at once: the wire refuses what is beyond.
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
            .rpc
            .notification("notifications/roots/list_changed", &Map::new())
        {
            Ok(line) => self.transport.tell(line),
            Err(error) => tracing::error!(%error, "a server was not told that its folders changed"),
        }
    }

    async fn answer(&self, asking: IncomingRequest) {
        let cancelled = asking.cancelled.clone();
        // What says that it belongs to a task belongs to the call that became it, and to nothing else (TKL-05).
        let task = tasks::related(&asking.params);
        let cause = match &task {
            Some(task) => self.session.cause_of_task(task),
            None => self.session.cause_within(asking.within),
        };
        let server_request = self.server_request(asking.method, asking.params, cause, asking.cancelled);
        let page = self.elicitation_page(&server_request);
        let answer = cancelled.run_until_cancelled(self.ask_host(server_request)).await;
        let page = url_elicitation::opened(page, answer.as_ref().and_then(|answer| answer.as_ref().ok()));
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
        match self.rpc.answer(&asking.id, &answer) {
            Ok(line) => self.transport.tell(line),
            Err(error) => tracing::error!(%error, "a server got no answer"),
        }
    }

    /// Has the host answer a request of the server. Deadlines of our requests pause meanwhile.
    pub(super) async fn ask_host(&self, server_request: ServerRequest) -> Result<Value, Refusal> {
        let _time = self.rpc.pause_deadlines();
        let asked = AssertUnwindSafe(async { self.session.host.asked(server_request).await }).catch_unwind();
        asked.await.unwrap_or(Err(Refusal::INTERNAL))
    }
}
