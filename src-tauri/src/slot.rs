//! The host, or why there is none: a window that cannot reach its data still opens and says so.

use portcullis_host::{Error, Host, Result};

/// The host of this window.
pub(crate) struct Slot(Result<Host, Error>);

impl Slot {
    pub(crate) fn new(started: Result<Host>) -> Self {
        if let Err(error) = &started {
            tracing::error!(%error, "the host did not start");
        }
        Self(started)
    }

    /// The host, or the reason why it did not start.
    pub(crate) fn host(&self) -> Result<Host> {
        self.0.clone()
    }
}
