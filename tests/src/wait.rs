//! Waiting for something that will be seen, never for time to pass.

use std::{path::Path, time::Duration};

/// How long a test waits for something that is certain to come. Not a measure of anything.
pub const PATIENCE: Duration = Duration::from_secs(45);

/// How long a host may take to close on a busy machine. That a person waits five seconds at most (F-39) is measured in the
/// window, where nothing else runs.
pub const ENDS: Duration = Duration::from_secs(15);

/// Looks again and again until there is something to see.
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
pub async fn until_async<T>(what: &str, look: impl AsyncFnMut() -> Option<T>) -> T {
    within(PATIENCE, what, look).await
}

/// The same with another patience.
pub async fn within<T>(patience: Duration, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let seen = async {
        loop {
            if let Some(seen) = look().await {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(patience, seen)
        .await
        .unwrap_or_else(|_| panic!("timed out waiting for {what}"))
}

/// Looks again and again until this is so.
pub async fn holds(what: &str, mut is: impl FnMut() -> bool) {
    until(what, || is().then_some(())).await;
}

/// The text of a file that appears whole.
pub async fn file(path: &Path) -> String {
    until(&path.display().to_string(), || std::fs::read_to_string(path).ok()).await
}

/// Waits until a process is gone; one that is dead but not yet buried counts as gone.
pub async fn gone(pid: i32) {
    holds(&format!("the end of process {pid}"), || !runs(pid)).await;
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

/// A process and all that it started, as far as they still have their parents.
pub fn family(pid: u32) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    all.filter(|id| *id == pid || descends_from(*id, pid)).collect()
}

/// Whether a process was started by another one or by one of those that it started.
#[must_use]
pub fn descends_from(pid: u32, ancestor: u32) -> bool {
    let parent_of = |pid: u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
        line.trim().parse::<u32>().ok().filter(|parent| *parent > 1)
    };
    let mut parent = parent_of(pid);
    while let Some(id) = parent {
        if id == ancestor {
            return true;
        }
        parent = parent_of(id);
    }
    false
}
