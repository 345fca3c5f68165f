//! The host, or why there is none: a window that cannot reach its data still opens, says so, and tries again when
//! the person asks.

use portcullis_host::{Error, Host, Result};
use std::sync::{Mutex, PoisonError};

/// The host of this window.
pub(crate) struct Slot(Mutex<Result<Host, Error>>);

impl Slot {
    pub(crate) fn new(started: Result<Host>) -> Self {
        report(&started);
        Self(Mutex::new(started))
    }

    /// The host, or the reason why it did not start.
    pub(crate) fn host(&self) -> Result<Host> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts in what another attempt gave.
    pub(crate) fn put(&self, started: Result<Host>) {
        report(&started);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = started;
    }
}

fn report(started: &Result<Host>) {
    if let Err(error) = started {
        tracing::error!(%error, "the host did not start");
    }
}
