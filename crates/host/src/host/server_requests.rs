//! What servers ask of us. Each kind has a room of its own; what no room offers is refused.

use super::{Entry, Inner};
use portcullis_mcp::client::{Refusal, ServerRequest};
use serde_json::Value;
use std::sync::Arc;

impl Inner {
    /// Answers a server, after a person did where one has to.
    pub(super) async fn answer_server_request(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: ServerRequest,
    ) -> Result<Value, Refusal> {
        match self.asks_too_often(entry).await {
            Ok(false) => {}
            Ok(true) => return Err(Refusal::INTERNAL),
            Err(error) => {
                tracing::error!(%error, "that a server asks too often was not recorded");
                return Err(Refusal::INTERNAL);
            }
        }
        let in_use = self.in_use(entry);
        // A task of its own: a caller that drops this answer leaves no question without an end in the record. It is gone
        // for them then, as if it had been taken back.
        let (host, entry) = (Arc::clone(self), Arc::clone(entry));
        let gone = server_request.cancelled.child_token();
        let _guard = gone.clone().drop_guard();
        let server_request = ServerRequest {
            cancelled: gone,
            ..server_request
        };
        let answer = self.calls.tasks.spawn(async move {
            let _in_use = in_use;
            host.by_kind(&entry, server_request).await
        });
        answer.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a question of a server panicked");
            Err(Refusal::INTERNAL)
        })
    }

    async fn by_kind(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        server_request: ServerRequest,
    ) -> Result<Value, Refusal> {
        match server_request.method.as_str() {
            "elicitation/create" => self.elicit(entry, server_request).await,
            "sampling/createMessage" => self.sample(entry, server_request).await,
            "roots/list" => self.tell_roots(entry, server_request).await,
            _ => Err(Refusal::UNKNOWN),
        }
    }
}
