//! What must be on disk before a call goes out, beside its own row: the message of the model that asked for it. It goes along
//! with that row, in one commit.

use rusqlite::Connection;
use std::sync::atomic::{AtomicBool, Ordering};

type Write = dyn Fn(&Connection) -> portcullis_storage::store::Result<()> + Send + Sync;

/// See the module. Several calls may share one.
pub(in crate::host) struct Before {
    write: Box<Write>,
    kept: AtomicBool,
}

impl Before {
    /// `write` may be run more than once, and leaves the same each time.
    pub(in crate::host) fn new(
        write: impl Fn(&Connection) -> portcullis_storage::store::Result<()> + Send + Sync + 'static,
    ) -> Self {
        Self {
            write: Box::new(write),
            kept: AtomicBool::new(false),
        }
    }

    /// Writes it, unless it is on disk.
    pub(super) fn write(&self, db: &Connection) -> portcullis_storage::store::Result<()> {
        match self.kept.load(Ordering::Acquire) {
            true => Ok(()),
            false => (self.write)(db),
        }
    }

    /// It is on disk, or something later in its place: it is not written from now on.
    pub(in crate::host) fn is_kept(&self) {
        self.kept.store(true, Ordering::Release);
    }
}
