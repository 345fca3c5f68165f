//! Detects sleep and network changes, which break the connections to all remote servers at once. One task compares the
//! clocks and the local IP addresses and tells all clients; reconnects are limited and spread, so that twenty servers
//! do not reconnect at the same moment (F-15, F-16).
//!
//! Nothing is sent for this. A clock that was set by hand looks like sleep and costs one liveness check per server
//! (F-17).

use crate::limits;
use portcullis_core::clock::{Clock, up_to};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;

/// Tells when the computer slept or changed its network; clones share it.
#[derive(Clone)]
pub struct SystemWatch {
    changed: Arc<watch::Sender<u64>>,
    turns: Arc<Semaphore>,
}

impl SystemWatch {
    /// Polls until the last clone is dropped.
    #[must_use]
    pub fn start(clock: Arc<dyn Clock>) -> Self {
        let system_watch = Self::inert();
        let changed = Arc::downgrade(&system_watch.changed);
        tokio::spawn(async move {
            let mut before = SystemSample::now(&*clock);
            loop {
                tokio::time::sleep(limits::SYSTEM_POLL).await;
                let Some(changed) = changed.upgrade() else { return };
                let now = SystemSample::now(&*clock);
                if now.differs(&before) {
                    changed.send_modify(|count| *count += 1);
                }
                before = now;
            }
        });
        system_watch
    }

    /// Detects nothing; for tests.
    #[must_use]
    pub fn inert() -> Self {
        Self {
            changed: Arc::new(watch::Sender::new(0)),
            turns: Arc::new(Semaphore::new(limits::RECONNECTS)),
        }
    }

    /// Changes from now on.
    pub(super) fn changes(&self) -> SystemChange {
        SystemChange {
            count: self.changed.subscribe(),
            due: None,
        }
    }

    /// Counts up whenever something happened, at once.
    pub fn count(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Waits for one of [`limits::RECONNECTS`] slots to reconnect.
    pub(super) async fn reconnect_slot(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }
}

/// See [`SystemWatch::changes`].
pub(super) struct SystemChange {
    count: watch::Receiver<u64>,
    /// Something happened, and this is when it is noticed.
    due: Option<Instant>,
}

impl SystemChange {
    /// Resolves after a change, with jitter. Cancel safe.
    pub async fn noticed(&mut self) {
        let due = match self.due {
            Some(due) => due,
            None => {
                if self.count.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
                *self.due.insert(Instant::now() + up_to(limits::RECONNECT_JITTER))
            }
        };
        tokio::time::sleep_until(due).await;
        self.due = None;
    }
}

/// Whether the steady clock goes on while the computer sleeps (rust-lang/rust#79462).
const COUNTS_SLEEP: bool = cfg!(windows);

/// One sample of the clocks and local addresses.
#[derive(Debug, Clone)]
struct SystemSample {
    /// Milliseconds since the epoch: goes on while the computer sleeps.
    wall: u64,
    /// Stands still while it does, but on Windows: see [`COUNTS_SLEEP`].
    steady: Instant,
    /// Local IPv4 and IPv6 address of the default route.
    numbers: [Option<IpAddr>; 2],
}

impl SystemSample {
    fn now(clock: &dyn Clock) -> Self {
        Self {
            wall: clock.now(),
            steady: Instant::now(),
            numbers: [
                own_number(
                    (Ipv4Addr::UNSPECIFIED, 0).into(),
                    (Ipv4Addr::new(192, 0, 2, 1), 9).into(),
                ),
                own_number((Ipv6Addr::UNSPECIFIED, 0).into(), (DOCUMENTED, 9).into()),
            ],
        }
    }

    fn differs(&self, before: &Self) -> bool {
        self.jumped(before, COUNTS_SLEEP) || self.numbers != before.numbers
    }

    /// Whether the wall clock went on for longer than the computer was awake, or was set back.
    fn jumped(&self, before: &Self, counts_sleep: bool) -> bool {
        let steady = self.steady.saturating_duration_since(before.steady);
        // Where both clocks count sleep, a sample that comes far too late is taken for it. So is that of a very busy computer,
        // which costs as little as a clock that was set by hand.
        let awake = if counts_sleep {
            steady.min(limits::SYSTEM_POLL)
        } else {
            steady
        };
        let wall = Duration::from_millis(self.wall.abs_diff(before.wall));
        self.wall < before.wall && wall > limits::SLEEP_THRESHOLD || wall > awake + limits::SLEEP_THRESHOLD
    }
}

/// An IPv6 address reserved for documentation.
const DOCUMENTED: Ipv6Addr = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);

/// The local address of the route there. `connect` on a UDP socket sends nothing.
fn own_number(from: SocketAddr, to: SocketAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    socket.local_addr().ok().map(|own| own.ip())
}

/// Exponential backoff with jitter: how long to leave an address alone that used to answer and did not so many times in a
/// row: longer and longer, not in step with the others, and at least as long as it asked for (F-12, F-15).
pub(super) fn backoff(misses: u32, wanted: Option<Duration>) -> Duration {
    let step = Duration::from_secs(1 << misses.saturating_sub(1).min(16)).min(limits::BACKOFF_MAX);
    step.max(wanted.unwrap_or_default()).min(limits::RETRY_AFTER_MAX) + up_to(step / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::clock::{ManualClock, SystemClock};

    fn seen(wall: u64, steady: Instant) -> SystemSample {
        SystemSample {
            wall,
            steady,
            numbers: [Some(Ipv4Addr::new(192, 168, 1, 7).into()), None],
        }
    }

    // Proves F-16, F-17.
    #[test]
    fn a_clock_that_ran_ahead_of_the_other_means_sleep_and_small_steps_mean_nothing() {
        let began = Instant::now();
        let before = seen(1_000_000, began);
        let later = began + limits::SYSTEM_POLL;
        let slept = |wall: u64| seen(wall, later).differs(&before);
        assert!(!slept(1_003_000), "nothing happened");
        assert!(
            !slept(1_000_000) && !slept(1_010_000) && !slept(999_000),
            "a correction of seconds"
        );
        assert!(slept(1_000_000 + 8 * 3_600_000), "eight hours of sleep");
        assert!(slept(1_000_000 - 500_000), "set back by a person");
        // A computer so busy that one look took a minute did not sleep: both clocks say so.
        assert!(!seen(1_060_000, began + Duration::from_secs(60)).jumped(&before, false));
    }

    // Proves F-16.
    #[test]
    fn sleep_is_noticed_where_both_clocks_count_it() {
        let began = Instant::now();
        let before = seen(1_000_000, began);
        let woken = seen(1_000_000 + 60_000, began + Duration::from_secs(60));
        assert!(woken.jumped(&before, true));
        let late = limits::SYSTEM_POLL + limits::SLEEP_THRESHOLD;
        let wall = 1_000_000 + u64::try_from(late.as_millis()).unwrap();
        assert!(!seen(wall, began + late).jumped(&before, true), "a busy computer");
    }

    // Proves F-15.
    #[test]
    fn another_number_means_another_network() {
        let now = Instant::now();
        let before = seen(0, now);
        for numbers in [[None, None], [Some(Ipv4Addr::new(10, 0, 0, 7).into()), None]] {
            let after = SystemSample {
                numbers,
                ..before.clone()
            };
            assert!(after.differs(&before) && before.differs(&after));
        }
    }

    // Proves F-16.
    #[tokio::test(start_paused = true)]
    async fn a_jump_of_the_clock_is_noticed_by_everybody_and_not_at_the_same_moment() {
        let clock = Arc::new(ManualClock::at(1_000_000));
        let system_watch = SystemWatch::start(Arc::clone(&clock) as Arc<dyn Clock>);
        let mut all: Vec<_> = (0..20).map(|_| system_watch.changes()).collect();
        tokio::time::sleep(limits::SYSTEM_POLL * 2).await;
        clock.advance(8 * 3_600_000);
        let began = Instant::now();
        let mut at = Vec::new();
        let waiting = all.iter_mut().map(SystemChange::noticed);
        let mut waiting: futures::stream::FuturesUnordered<_> = waiting.collect();
        while futures::StreamExt::next(&mut waiting).await.is_some() {
            at.push(began.elapsed());
        }
        assert_eq!(at.len(), 20);
        assert!(
            *at.last().unwrap() <= limits::SYSTEM_POLL + limits::RECONNECT_JITTER + Duration::from_millis(50)
        );
        assert!(
            *at.last().unwrap() - at[0] > limits::RECONNECT_JITTER / 4,
            "{at:?}"
        );
    }

    // Proves F-15.
    #[tokio::test]
    async fn no_more_than_a_few_are_connected_again_at_once() {
        let system_watch = SystemWatch::inert();
        let mut turns = Vec::new();
        for _ in 0..limits::RECONNECTS {
            turns.push(system_watch.reconnect_slot().await.unwrap());
        }
        let mut next = Box::pin(system_watch.reconnect_slot());
        assert!(futures::poll!(&mut next).is_pending());
        turns.pop();
        assert!(next.await.is_some());
    }

    // Proves F-12, F-15.
    #[test]
    fn the_backoff_grows_to_five_minutes_with_jitter_and_never_below_what_was_asked() {
        let pauses: Vec<_> = (1..40).map(|misses| backoff(misses, None)).collect();
        assert!(pauses[0] >= Duration::from_secs(1) && pauses[0] < Duration::from_millis(1_251));
        assert!(pauses[38] >= limits::BACKOFF_MAX && pauses[38] <= limits::BACKOFF_MAX * 5 / 4);
        assert!(
            pauses[20..].iter().any(|pause| *pause != pauses[38]),
            "no two are in step"
        );
        assert!(backoff(1, Some(Duration::from_secs(90))) >= Duration::from_secs(90));
        let endless = backoff(1, Some(Duration::from_secs(1_000_000_000)));
        assert!(endless <= limits::RETRY_AFTER_MAX + Duration::from_secs(1));
    }

    #[tokio::test]
    async fn the_real_clock_and_the_real_network_can_be_looked_at() {
        let now = SystemSample::now(&SystemClock);
        assert!(!SystemSample::now(&SystemClock).differs(&now));
    }
}
