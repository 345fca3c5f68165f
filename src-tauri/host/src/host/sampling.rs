//! The room for words of a model that a server asks for.

use super::{Entry, Host, Inner, locked};
use crate::Result;
use crate::client::{Inquiry, Refusal};
use crate::store::servers;
use serde_json::Value;
use std::sync::Arc;

impl Host {
    /// Lets a server ask for words of a model, or not. What it may ask is said when a connection is made, so the
    /// server is connected anew.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn set_sampling(&self, server: &str, allowed: bool) -> Result<()> {
        let entry = self.0.entry(server)?;
        self.0.set_sampling(&entry, allowed).await
    }
}

impl Inner {
    async fn set_sampling(self: &Arc<Self>, entry: &Arc<Entry>, allowed: bool) -> Result<()> {
        if entry.row().sampling == allowed {
            return Ok(());
        }
        // A no counts at once, a yes only after it is written.
        if !allowed {
            locked(&entry.data).row.sampling = false;
        }
        let id = entry.id.clone();
        self.store
            .write(move |db| servers::set_sampling(db, &id, allowed))
            .await?;
        locked(&entry.data).row.sampling = allowed;
        let what = match allowed {
            true => "May ask for words of a model",
            false => "May not ask for words of a model any more",
        };
        self.note_server(entry, what, "you").await?;
        if let Some(old) = self.renew_client(entry) {
            old.close().await;
        }
        if entry.row().enabled
            && let Some(client) = entry.client()
        {
            client.start().await;
        }
        self.emit_server(entry);
        Ok(())
    }

    /// Nothing of this is offered yet.
    #[allow(clippy::unused_async, reason = "the room is furnished next")]
    pub(super) async fn sample(
        self: &Arc<Self>,
        _entry: &Arc<Entry>,
        _inquiry: Inquiry,
    ) -> Result<Value, Refusal> {
        Err(Refusal::UNKNOWN)
    }
}
