//! A clock on the wall that goes on as the system's does and is moved by a test.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use portcullis_core::clock::{Clock, SystemClock};

/// Shows the time of the system until it is moved.
#[derive(Debug, Default)]
pub struct MovedClock(AtomicI64);

impl MovedClock {
    /// Puts it on by this.
    pub fn moves_on(&self, span: Duration) {
        let span = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        self.0.fetch_add(span, Ordering::SeqCst);
    }

    /// Puts it on by these hours, or back.
    pub fn jumps(&self, hours: i64) {
        self.0.fetch_add(hours * 3_600_000, Ordering::SeqCst);
    }
}

impl Clock for MovedClock {
    fn now(&self) -> u64 {
        let moved = self.0.load(Ordering::SeqCst);
        SystemClock.now().saturating_add_signed(moved)
    }
}
