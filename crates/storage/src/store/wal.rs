//! Checkpoints of the write-ahead log (WAL).
//!
//! SQLite's automatic checkpoint runs within the commit that makes the log long enough, and delays all who wait for
//! that commit. Here it runs after the commit was answered.

use rusqlite::Connection;
use std::cell::Cell;

use crate::limits;

thread_local! {
    /// Pages in the journal after the last commit of this thread.
    static PAGES: Cell<i32> = const { Cell::new(0) };
}

/// Leaves folding in to [`fold`].
pub(super) fn take_over(db: &Connection) {
    db.wal_hook(Some(|_, pages| {
        PAGES.set(pages);
        Ok(())
    }));
}

/// Whether the journal was long enough to be folded in after the last commit that this thread made.
pub(super) fn is_long() -> bool {
    PAGES.get() >= limits::STORE_JOURNAL
}

/// Folds the journal in, as far as no reader needs it.
pub(super) fn fold(db: &Connection) {
    PAGES.set(0);
    if let Err(error) = db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
        // Nothing is lost, and the next commit tries again. A disk that is full is told by the commits.
        tracing::warn!(%error, "the journal could not be folded in");
    }
}
