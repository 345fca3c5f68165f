//! Limits how often a server may change its list of tools. Each change costs a comparison, a row of the audit log and
//! the attention of a person, so a server that exceeds the limit is stopped.

use crate::limits;
use portcullis_core::locked;
use portcullis_core::recent::Recent;
use std::sync::Mutex;

/// Times of changed lists, over all connections since a person last started the server.
#[derive(Default)]
pub(super) struct ChangeLimit(Mutex<Recent>);

impl ChangeLimit {
    /// Notes a changed list, and says whether it was one too many.
    pub(super) fn record(&self) -> bool {
        let mut times = locked(&self.0);
        times.add();
        times.within(limits::CHANGES_WINDOW) >= limits::CHANGES_MAX
    }

    /// A person starts it knowingly.
    pub(super) fn reset(&self) {
        locked(&self.0).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    // Proves S-46.
    #[tokio::test(start_paused = true)]
    async fn only_many_changes_within_the_window_are_too_many() {
        let changes = ChangeLimit::default();
        for _ in 0..3 * limits::CHANGES_MAX {
            assert!(!changes.record());
            tokio::time::advance(limits::CHANGES_WINDOW / 8).await;
        }
        tokio::time::advance(limits::CHANGES_WINDOW * 2).await;
        for _ in 1..limits::CHANGES_MAX {
            assert!(!changes.record());
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert!(changes.record());
        changes.reset();
        assert!(!changes.record());
    }
}
