//! What happens around a computer that every server behind an address feels at once: it slept, or it is in another
//! network. One task looks at the clocks and at the computer's own numbers and tells all clients; how they come back
//! is bounded here as well, so that twenty of them are no storm (F-15, F-16).
//!
//! Nothing is sent for this. A clock that was set by hand looks like sleep, and costs one question per server (F-17).

use crate::limits;
use portcullis_core::clock::{Clock, up_to};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;

/// Tells when the computer slept or changed its network; clones share it.
#[derive(Clone)]
pub struct Around {
    changed: Arc<watch::Sender<u64>>,
    turns: Arc<Semaphore>,
}

impl Around {
    /// Begins to look, until the last of these is gone.
    #[must_use]
    pub fn watched_by(clock: Arc<dyn Clock>) -> Self {
        let around = Self::still();
        let changed = Arc::downgrade(&around.changed);
        tokio::spawn(async move {
            let mut before = Seen::now(&*clock);
            loop {
                tokio::time::sleep(limits::LOOK_AROUND).await;
                let Some(changed) = changed.upgrade() else { return };
                let now = Seen::now(&*clock);
                if now.differs(&before) {
                    changed.send_modify(|count| *count += 1);
                }
                before = now;
            }
        });
        around
    }

    /// Nothing ever happens by itself.
    #[must_use]
    pub fn still() -> Self {
        Self {
            changed: Arc::new(watch::Sender::new(0)),
            turns: Arc::new(Semaphore::new(limits::RECONNECTS)),
        }
    }

    /// What happens from now on.
    pub(super) fn changes(&self) -> Changed {
        Changed {
            count: self.changed.subscribe(),
            due: None,
        }
    }

    /// Counts up whenever something happened, at once.
    pub fn count(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Waits for a turn to be connected again.
    pub(super) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }
}

/// See [`Around::changes`].
pub(super) struct Changed {
    count: watch::Receiver<u64>,
    /// Something happened, and this is when it is noticed.
    due: Option<Instant>,
}

impl Changed {
    /// Resolves when something happened, a moment later: not for everybody at the same time. Whoever stops waiting and
    /// waits again misses nothing.
    pub async fn noticed(&mut self) {
        let due = match self.due {
            Some(due) => due,
            None => {
                if self.count.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
                *self.due.insert(Instant::now() + up_to(limits::SPREAD))
            }
        };
        tokio::time::sleep_until(due).await;
        self.due = None;
    }
}

/// A moment as one look sees it.
#[derive(Debug, Clone)]
struct Seen {
    /// Milliseconds since the epoch: goes on while the computer sleeps.
    wall: u64,
    /// Stands still while it does.
    steady: Instant,
    /// The computer's own numbers towards the rest of the world.
    numbers: [Option<IpAddr>; 2],
}

impl Seen {
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
        let steady = self.steady.saturating_duration_since(before.steady);
        let wall = Duration::from_millis(self.wall.abs_diff(before.wall));
        let jumped = self.wall < before.wall && wall > limits::SLEPT || wall > steady + limits::SLEPT;
        jumped || self.numbers != before.numbers
    }
}

/// A number of the newer kind that nobody has.
const DOCUMENTED: Ipv6Addr = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);

/// The number from which something would be sent there. Nothing is: it is only asked for the way.
fn own_number(from: SocketAddr, to: SocketAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    socket.local_addr().ok().map(|own| own.ip())
}

/// Exponential backoff with jitter: how long to leave an address alone that used to answer and did not so many times in a
/// row: longer and longer, not in step with the others, and at least as long as it asked for (F-12, F-15).
pub(super) fn backoff(misses: u32, wanted: Option<Duration>) -> Duration {
    let step = Duration::from_secs(1 << misses.saturating_sub(1).min(16)).min(limits::AWAY_MAX);
    step.max(wanted.unwrap_or_default()).min(limits::BUSY_MAX) + up_to(step / 4)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use portcullis_core::clock::{ManualClock, SystemClock};

    fn seen(wall: u64, steady: Instant) -> Seen {
        Seen {
            wall,
            steady,
            numbers: [Some(Ipv4Addr::new(192, 168, 1, 7).into()), None],
        }
    }

    #[test]
    fn f16_f17_a_clock_that_ran_ahead_of_the_other_means_sleep_and_small_steps_mean_nothing() {
        let began = Instant::now();
        let before = seen(1_000_000, began);
        let later = began + limits::LOOK_AROUND;
        let slept = |wall: u64| seen(wall, later).differs(&before);
        assert!(!slept(1_003_000), "nothing happened");
        assert!(
            !slept(1_000_000) && !slept(1_010_000) && !slept(999_000),
            "a correction of seconds"
        );
        assert!(slept(1_000_000 + 8 * 3_600_000), "eight hours of sleep");
        assert!(slept(1_000_000 - 500_000), "set back by a person");
        // A computer so busy that one look took a minute did not sleep: both clocks say so.
        assert!(!seen(1_060_000, began + Duration::from_secs(60)).differs(&before));
    }

    #[test]
    fn f15_another_number_means_another_network() {
        let now = Instant::now();
        let before = seen(0, now);
        for numbers in [[None, None], [Some(Ipv4Addr::new(10, 0, 0, 7).into()), None]] {
            let after = Seen {
                numbers,
                ..before.clone()
            };
            assert!(after.differs(&before) && before.differs(&after));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn f16_a_jump_of_the_clock_is_noticed_by_everybody_and_not_at_the_same_moment() {
        let clock = Arc::new(ManualClock::at(1_000_000));
        let around = Around::watched_by(Arc::clone(&clock) as Arc<dyn Clock>);
        let mut all: Vec<_> = (0..20).map(|_| around.changes()).collect();
        tokio::time::sleep(limits::LOOK_AROUND * 2).await;
        clock.advance(8 * 3_600_000);
        let began = Instant::now();
        let mut at = Vec::new();
        let waiting = all.iter_mut().map(Changed::noticed);
        let mut waiting: futures::stream::FuturesUnordered<_> = waiting.collect();
        while futures::StreamExt::next(&mut waiting).await.is_some() {
            at.push(began.elapsed());
        }
        assert_eq!(at.len(), 20);
        assert!(*at.last().unwrap() <= limits::LOOK_AROUND + limits::SPREAD + Duration::from_millis(50));
        assert!(*at.last().unwrap() - at[0] > limits::SPREAD / 4, "{at:?}");
    }

    #[tokio::test]
    async fn f15_no_more_than_a_few_are_connected_again_at_once() {
        let around = Around::still();
        let mut turns = Vec::new();
        for _ in 0..limits::RECONNECTS {
            turns.push(around.turn().await.unwrap());
        }
        let mut next = Box::pin(around.turn());
        assert!(futures::poll!(&mut next).is_pending());
        turns.pop();
        assert!(next.await.is_some());
    }

    #[test]
    fn f12_f15_the_pause_grows_to_five_minutes_is_never_the_same_and_never_shorter_than_asked_for() {
        let pauses: Vec<_> = (1..40).map(|misses| backoff(misses, None)).collect();
        assert!(pauses[0] >= Duration::from_secs(1) && pauses[0] < Duration::from_millis(1_251));
        assert!(pauses[38] >= limits::AWAY_MAX && pauses[38] <= limits::AWAY_MAX * 5 / 4);
        assert!(
            pauses[20..].iter().any(|pause| *pause != pauses[38]),
            "nobody is in step"
        );
        assert!(backoff(1, Some(Duration::from_secs(90))) >= Duration::from_secs(90));
        let endless = backoff(1, Some(Duration::from_secs(1_000_000_000)));
        assert!(endless <= limits::BUSY_MAX + Duration::from_secs(1));
    }

    #[tokio::test]
    async fn the_real_clock_and_the_real_network_can_be_looked_at() {
        let now = Seen::now(&SystemClock);
        assert!(!Seen::now(&SystemClock).differs(&now));
    }
}
