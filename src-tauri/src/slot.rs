//! The host, or why there is none: a window that cannot reach its data still opens, says so, and tries again when
//! the person asks.

use portcullis_host::{Code, Error, Host, Result};
use std::sync::{Mutex, PoisonError};
use tokio::sync::MutexGuard;

/// The host of this window.
pub(crate) struct Slot {
    kept: Mutex<Result<Host>>,
    /// Held by whoever opens or ends it: two would stand in each other's way.
    turn: tokio::sync::Mutex<()>,
}

impl Default for Slot {
    /// Nobody has opened it yet.
    fn default() -> Self {
        Self {
            kept: Mutex::new(Err(between())),
            turn: tokio::sync::Mutex::default(),
        }
    }
}

impl Slot {
    /// The host, or the reason why there is none.
    pub(crate) fn host(&self) -> Result<Host> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until nobody opens or ends it.
    pub(crate) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Puts in what an attempt gave.
    pub(crate) fn put(&self, started: Result<Host>) {
        if let Err(error) = &started {
            tracing::error!(%error, "the host did not start");
        }
        self.set(started);
    }

    /// Lets go of the host that was there.
    pub(crate) fn empty(&self) {
        self.set(Err(between()));
    }

    fn set(&self, kept: Result<Host>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }
}

/// What is said to who asks while there is none.
fn between() -> Error {
    Error::new(Code::Closing, "Portcullis is opening its data.")
}
