//! What servers ask of us. Each kind has a room of its own; what no room offers is refused.

use super::{Entry, Inner};
use crate::client::{Inquiry, Refusal};
use serde_json::Value;
use std::sync::Arc;

impl Inner {
    /// Answers a server, after a person did where one has to.
    pub(super) async fn inquire(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        inquiry: Inquiry,
    ) -> Result<Value, Refusal> {
        match inquiry.method.as_str() {
            "elicitation/create" => self.elicit(entry, inquiry).await,
            "sampling/createMessage" => self.sample(entry, inquiry).await,
            "roots/list" => self.tell_roots(entry, inquiry).await,
            _ => Err(Refusal::UNKNOWN),
        }
    }
}
