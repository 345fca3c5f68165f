//! The room for forms and addresses that a server asks for.

use super::{Entry, Inner};
use crate::client::{Inquiry, Refusal};
use serde_json::Value;
use std::sync::Arc;

impl Inner {
    /// Nothing of this is offered yet.
    #[allow(clippy::unused_async, reason = "the room is furnished next")]
    pub(super) async fn elicit(
        self: &Arc<Self>,
        _entry: &Arc<Entry>,
        _inquiry: Inquiry,
    ) -> Result<Value, Refusal> {
        Err(Refusal::UNKNOWN)
    }
}
