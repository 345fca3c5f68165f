//! Bounds what is sent to an address and has no answer. A server that asks without end, and takes no answers, would
//! have a connection of this computer for each of them (F-18).

use super::Log;
use crate::limits;
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio_util::sync::CancellationToken;

/// Messages that are sent, and those that wait for it.
pub(super) struct Outbox {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// There was no place for one, and some wait since.
    was_full: AtomicBool,
    log: Log,
}

/// The place of one message.
pub(super) struct OutboxPlace {
    _place: OwnedSemaphorePermit,
    turns: Arc<Semaphore>,
}

impl Outbox {
    /// One that says in the log what it does not send.
    pub fn new(log: Log) -> Self {
        Self {
            places: Arc::new(Semaphore::new(limits::OUTBOX)),
            turns: Arc::new(Semaphore::new(limits::OUTBOX_SENT)),
            was_full: AtomicBool::new(false),
            log,
        }
    }

    /// A place for one more; `None` where there are too many.
    pub fn place(&self) -> Option<OutboxPlace> {
        let is_empty = self.places.available_permits() == limits::OUTBOX;
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            // Once until it is empty again: a server chooses how many there are.
            if !self.was_full.swap(true, Ordering::Relaxed) {
                let words = say!("log-outbox-full", most = limits::OUTBOX);
                self.log.add(LogSource::Host, None, &words);
            }
            return None;
        };
        if is_empty {
            self.was_full.store(false, Ordering::Relaxed);
        }
        Some(OutboxPlace {
            _place: place,
            turns: Arc::clone(&self.turns),
        })
    }
}

impl OutboxPlace {
    /// Resolves when it may be sent; `None` where it would still wait at the end of the connection. It is sent for as long
    /// as what is given back lives.
    pub async fn turn(&self, stop: &CancellationToken) -> Option<SemaphorePermit<'_>> {
        if let Ok(turn) = self.turns.try_acquire() {
            return Some(turn);
        }
        stop.run_until_cancelled(self.turns.acquire()).await?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::clock::SystemClock;

    // Proves F-18, HTTP-14.
    #[tokio::test]
    async fn what_waits_at_the_end_of_a_connection_is_not_sent() {
        let outbox = Outbox::new(Log::new(Arc::new(SystemClock)));
        let places: Vec<_> = std::iter::repeat_with(|| outbox.place().unwrap())
            .take(limits::OUTBOX_SENT + 1)
            .collect();
        let stop = CancellationToken::new();
        let mut turns = Vec::new();
        for place in &places[1..] {
            turns.push(place.turn(&stop).await.unwrap());
        }
        let (waits, ()) = tokio::join!(places[0].turn(&stop), async { stop.cancel() });
        assert!(waits.is_none());
        // What need not wait is told the server even then, such as that a call is cancelled.
        turns.pop();
        assert!(places[0].turn(&stop).await.is_some());
    }
}
