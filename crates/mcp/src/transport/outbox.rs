//! Bounds what is sent to an address and has no answer. A server that asks without end, and takes no answers, would
//! have a connection of this computer for each of them (F-18).

use crate::limits;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// Messages that are sent, and those that wait for it.
pub(super) struct Outbox {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// The place of one message.
pub(super) struct OutboxPlace {
    _place: OwnedSemaphorePermit,
    turns: Arc<Semaphore>,
}

impl Default for Outbox {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(limits::OUTBOX)),
            turns: Arc::new(Semaphore::new(limits::OUTBOX_SENT)),
        }
    }
}

impl Outbox {
    /// A place for one more; `None` where there are too many.
    pub fn place(&self) -> Option<OutboxPlace> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        if place.is_err() {
            tracing::debug!("a message to a server that takes none was dropped");
        }
        Some(OutboxPlace {
            _place: place.ok()?,
            turns: Arc::clone(&self.turns),
        })
    }
}

impl OutboxPlace {
    /// Resolves when it may be sent. It is sent for as long as what is given back lives.
    pub async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed.
        self.turns.acquire().await.ok()
    }
}
