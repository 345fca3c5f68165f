//! A list of tools that could not be read is not an empty one: the state says that it failed, and it is read again after
//! a pause that grows.

use super::{ClientSnapshot, ListFailure};
use crate::limits;
use portcullis_core::clock::Clock;
use portcullis_core::{Error, locked};
use portcullis_domain::{Phase, Problem};
use portcullis_l10n::say;
use std::sync::Mutex;
use std::time::Duration;
use tokio::time::Instant;

/// When the list of one connection is asked for again.
#[derive(Default)]
pub(super) struct Retry(Mutex<RetryState>);

#[derive(Default)]
struct RetryState {
    failures: u32,
    at: Option<Instant>,
}

impl Retry {
    /// Shows how the list went, and plans the next attempt where it failed.
    pub(super) fn show(&self, snapshot: &mut ClientSnapshot, failed: Option<Error>, clock: &dyn Clock) {
        let mut next = locked(&self.0);
        snapshot.unlisted = failed.map(|error| {
            let pause = pause(next.failures);
            next.failures += 1;
            next.at = Some(Instant::now() + pause);
            let mut problem = Problem::from(error);
            problem.sentence = say!("tools-unlisted", problem = problem.sentence);
            let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
            ListFailure {
                problem,
                again_at: clock.now().saturating_add(pause),
            }
        });
        if snapshot.unlisted.is_none() {
            *next = RetryState::default();
        }
        drop(next);
        fit(snapshot);
    }

    /// Resolves when the list is to be asked for again; never while it is there.
    pub(super) async fn due(&self) {
        let at = locked(&self.0).at;
        match at {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    }
}

/// Has the state of a server that is ready say whether its tools are listed.
pub(super) fn fit(snapshot: &mut ClientSnapshot) {
    if snapshot.state.phase != Phase::Ready {
        return;
    }
    let (words, problem, retry_at) = match &snapshot.unlisted {
        Some(unlisted) => (
            say!("state-unlisted"),
            Some(unlisted.problem.clone()),
            Some(unlisted.again_at),
        ),
        None => (say!("state-ready"), None, None),
    };
    snapshot.state.words = words;
    (snapshot.state.problem, snapshot.state.retry_at) = (problem, retry_at);
}

fn pause(failures: u32) -> Duration {
    let (first, most) = limits::LIST_RETRY;
    first.saturating_mul(1 << failures.min(16)).min(most)
}
