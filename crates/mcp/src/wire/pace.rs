//! Rate limiting of what a server sends unasked: backpressure, by reading its stream with pauses.

use crate::limits;
use tokio::time::{Instant, sleep};

/// Counts what one stream brings unasked, and lets it wait when that does not end (F-18). What it says meanwhile stays
/// in its pipe and is read together: without the pauses, reading a flood message by message takes a processor from the
/// other servers, and theirs is the time that a person waits for.
pub(super) struct Pace {
    since: Instant,
    unasked: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            unasked: 0,
        }
    }
}

impl Pace {
    /// After each message. Answers that somebody waited for do not count.
    pub async fn after(&mut self, awaited: bool) {
        self.unasked += u32::from(!awaited);
        if self.unasked < limits::UNASKED {
            return;
        }
        if self.since.elapsed() < limits::UNASKED_WITHIN {
            sleep(limits::UNASKED_PAUSE).await;
        }
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use crate::limits;
    use std::time::Duration;
    use tokio::time::{Instant, sleep};

    #[tokio::test(start_paused = true)]
    async fn f18_who_announces_without_end_is_read_with_pauses() {
        let mut pace = Pace::default();
        let begun = Instant::now();
        for _ in 0..limits::UNASKED * 10 {
            pace.after(false).await;
        }
        assert_eq!(begun.elapsed(), limits::UNASKED_PAUSE * 10);
    }

    #[tokio::test(start_paused = true)]
    async fn f18_answers_and_what_comes_at_a_bearable_rate_do_not_wait() {
        let mut pace = Pace::default();
        let begun = Instant::now();
        for _ in 0..limits::UNASKED * 10 {
            pace.after(true).await;
        }
        assert!(begun.elapsed().is_zero());
        let between = Duration::from_millis(1);
        for _ in 0..limits::UNASKED * 2 {
            sleep(between).await;
            pace.after(false).await;
        }
        assert_eq!(begun.elapsed(), between * limits::UNASKED * 2);
    }
}
