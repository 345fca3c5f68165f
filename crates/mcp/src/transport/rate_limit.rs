//! Rate limiting of what a server sends unasked: backpressure, by reading its stream with pauses.

use crate::limits;
use tokio::time::{Instant, sleep};

/// Counts unsolicited messages of one stream and pauses reading when there are too many (F-18). Meanwhile they stay in
/// the pipe and are read in one go: without pauses, a flood read message by message takes a processor from the other
/// servers.
pub(super) struct RateLimit {
    since: Instant,
    unsolicited: u32,
}

impl Default for RateLimit {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            unsolicited: 0,
        }
    }
}

impl RateLimit {
    /// After each message. Answers that a request waited for do not count.
    pub async fn after(&mut self, awaited: bool) {
        self.unsolicited += u32::from(!awaited);
        if self.unsolicited < limits::UNSOLICITED {
            return;
        }
        if self.since.elapsed() < limits::UNSOLICITED_WITHIN {
            sleep(limits::UNSOLICITED_PAUSE).await;
        }
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::RateLimit;
    use crate::limits;
    use std::time::Duration;
    use tokio::time::{Instant, sleep};

    // Proves F-18.
    #[tokio::test(start_paused = true)]
    async fn who_announces_without_end_is_read_with_pauses() {
        let mut rate_limit = RateLimit::default();
        let begun = Instant::now();
        for _ in 0..limits::UNSOLICITED * 10 {
            rate_limit.after(false).await;
        }
        assert_eq!(begun.elapsed(), limits::UNSOLICITED_PAUSE * 10);
    }

    // Proves F-18.
    #[tokio::test(start_paused = true)]
    async fn answers_and_what_comes_at_a_bearable_rate_do_not_wait() {
        let mut rate_limit = RateLimit::default();
        let begun = Instant::now();
        for _ in 0..limits::UNSOLICITED * 10 {
            rate_limit.after(true).await;
        }
        assert!(begun.elapsed().is_zero());
        let between = Duration::from_millis(1);
        for _ in 0..limits::UNSOLICITED * 2 {
            sleep(between).await;
            rate_limit.after(false).await;
        }
        assert_eq!(begun.elapsed(), between * limits::UNSOLICITED * 2);
    }
}
