//! Waiting for something that will be seen, never for time to pass.

use std::{path::Path, time::Duration};

use crate::peer::PATIENCE;

/// How long a host may take to close on a busy machine. That a person waits five seconds at most (F-39) is measured in the
/// window, where nothing else runs.
pub const ENDS: Duration = Duration::from_secs(15);

/// Looks again and again until there is something to see.
///
/// # Panics
///
/// After [`PATIENCE`], naming what was waited for.
pub async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let seen = async {
        loop {
            if let Some(seen) = look() {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, seen)
        .await
        .unwrap_or_else(|_| panic!("timed out waiting for {what}"))
}

/// The same, where looking takes an answer of the host.
///
/// # Panics
///
/// As [`until`].
pub async fn until_async<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let seen = async {
        loop {
            if let Some(seen) = look().await {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, seen)
        .await
        .unwrap_or_else(|_| panic!("timed out waiting for {what}"))
}

/// The text of a file that appears whole.
pub async fn file(path: &Path) -> String {
    until(&path.display().to_string(), || std::fs::read_to_string(path).ok()).await
}

/// Waits until a process is gone; one that is dead but not yet buried counts as gone.
pub async fn gone(pid: i32) {
    until(&format!("the end of process {pid}"), || {
        (!runs(pid)).then_some(())
    })
    .await;
}

/// Whether a process runs; one that is dead but not yet buried does not.
#[must_use]
pub fn runs(pid: i32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else {
        return false;
    };
    // The name is in brackets and may hold any character, even a bracket.
    let state = stat
        .rsplit(')')
        .next()
        .and_then(|rest| rest.trim_start().chars().next());
    !matches!(state, Some('Z' | 'X') | None)
}
