//! The person's order of servers, and their notes about them.

use super::{Host, locked};
use crate::limits;
use portcullis_api::HostEvent;
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_storage::store::servers;

impl Host {
    /// Puts servers into this order; those not named follow in theirs. Ids of servers that are gone are left out.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn order_servers(&self, order: Vec<String>) -> Result<()> {
        let inner = &self.0;
        let order: Vec<ServerId> = order.into_iter().map(ServerId).collect();
        let known: Vec<ServerId> = inner.entries().iter().map(|entry| entry.id.clone()).collect();
        let mut wanted: Vec<ServerId> = Vec::new();
        for id in order {
            if known.contains(&id) && !wanted.contains(&id) {
                wanted.push(id);
            }
        }
        let stored = wanted.clone();
        inner.store.write(move |db| servers::reorder(db, &stored)).await?;
        let place = |id: &ServerId| wanted.iter().position(|it| it == id).unwrap_or(usize::MAX);
        let ids = {
            let mut entries = locked(&inner.entries);
            entries.sort_by_key(|entry| place(&entry.id));
            entries.iter().map(|entry| entry.id.0.clone()).collect()
        };
        inner.emit(HostEvent::ServersOrdered { ids });
        Ok(())
    }

    /// Keeps what a person notes about a server. Nothing is connected again.
    ///
    /// # Errors
    /// `not_found`; `input.bad` when it is too long; `store.*`.
    pub async fn set_note(&self, server: &str, note: &str) -> Result<()> {
        let entry = self.0.entry(server)?;
        let note = note.trim().to_owned();
        if note.chars().count() > limits::NOTE {
            return Err(Error::new(
                Code::BadInput,
                say!("server-note-length", limit = limits::NOTE),
            ));
        }
        let _turn = entry.turn.lock().await;
        let (id, stored) = (entry.id.clone(), note.clone());
        self.0
            .store
            .write(move |db| servers::set_note(db, &id, &stored))
            .await?;
        locked(&entry.data).row.note = note;
        self.0.note_server(&entry, say!("server-note-row")).await?;
        self.0.emit_server(&entry);
        Ok(())
    }
}
