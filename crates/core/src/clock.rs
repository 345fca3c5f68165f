//! Wall-clock time, passed in so that tests can move it. Deadlines use tokio's monotonic time instead.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Milliseconds since the Unix epoch.
    fn now(&self) -> u64;
}

/// A random part of this time, for those who must not all do something in the same moment.
#[must_use]
pub fn up_to(most: Duration) -> Duration {
    let random = getrandom::u32().unwrap_or(u32::MAX / 2);
    most.mul_f64(f64::from(random) / f64::from(u32::MAX))
}

/// The computer's clock.
#[derive(Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| {
            u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
        })
    }
}

/// A clock that stands still until a test moves it.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// Starts at `now`.
    #[must_use]
    pub fn at(now: u64) -> Self {
        Self(AtomicU64::new(now))
    }

    /// Moves forward.
    pub fn advance(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}
