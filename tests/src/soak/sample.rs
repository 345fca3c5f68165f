//! What a process takes of a computer, read from `/proc`.

use std::{
    collections::HashMap,
    fmt::Write as _,
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use portcullis_host::{Host, view::Phase};

use super::mischief::Tally;

/// One look.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    /// Seconds since the beginning.
    pub at: f64,
    /// Memory of the host in use, in MiB.
    pub memory: f64,
    /// Open files and sockets of the host.
    pub handles: f64,
    /// Processes below the host.
    pub processes: f64,
    /// Tasks of the runtime.
    pub tasks: f64,
    /// Threads of the host.
    pub threads: f64,
    /// Servers that are ready.
    pub ready: f64,
    /// Calls that ended.
    pub calls: f64,
    /// Of them, done.
    pub done: f64,
    /// Faults caused.
    pub faults: f64,
    /// What went wrong that must not.
    pub surprises: f64,
    /// The data folder, in MiB.
    pub disk: f64,
}

impl Sample {
    /// Names of the columns.
    pub const HEAD: &str =
        "seconds\tmemory\thandles\tprocesses\ttasks\tthreads\tready\tcalls\tdone\tfaults\tsurprises\tdisk";

    /// Looks now.
    #[must_use]
    pub fn take(host: &Host, tally: &Tally, begun: Instant, folder: &Path) -> Self {
        let ready = host
            .servers()
            .iter()
            .filter(|server| server.state.phase == Phase::Ready)
            .count();
        let count = |count: &std::sync::atomic::AtomicU64| number(count.load(Ordering::Relaxed));
        Self {
            at: begun.elapsed().max(Duration::from_secs(1)).as_secs_f64(),
            memory: status("VmRSS:") / 1_024.0,
            handles: number(entries("/proc/self/fd")),
            processes: number(below(std::process::id())),
            tasks: number(tokio::runtime::Handle::current().metrics().num_alive_tasks() as u64),
            threads: status("Threads:"),
            ready: number(ready as u64),
            calls: count(&tally.calls),
            done: count(&tally.done),
            faults: count(&tally.faults),
            surprises: count(&tally.surprises),
            disk: number(size(folder)) / f64::from(1 << 20),
        }
    }

    /// As a line of the file.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = String::new();
        for (index, value) in self.cells().into_iter().enumerate() {
            let gap = if index == 0 { "" } else { "\t" };
            // Writing into a string does not fail.
            _ = write!(line, "{gap}{value:.1}");
        }
        line
    }

    /// The way back; `None` for a line that is none, such as the head.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let cells: Vec<f64> = line
            .split('\t')
            .map(|cell| cell.parse().ok())
            .collect::<Option<_>>()?;
        let [
            at,
            memory,
            handles,
            processes,
            tasks,
            threads,
            ready,
            calls,
            done,
            faults,
            surprises,
            disk,
        ] = cells[..]
        else {
            return None;
        };
        Some(Self {
            at,
            memory,
            handles,
            processes,
            tasks,
            threads,
            ready,
            calls,
            done,
            faults,
            surprises,
            disk,
        })
    }

    fn cells(&self) -> [f64; 12] {
        [
            self.at,
            self.memory,
            self.handles,
            self.processes,
            self.tasks,
            self.threads,
            self.ready,
            self.calls,
            self.done,
            self.faults,
            self.surprises,
            self.disk,
        ]
    }
}

/// Counts here stay far below what a float holds exactly.
fn number(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A number of our own status.
fn status(name: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name));
    line.and_then(|line| line.split_whitespace().nth(1))
        .and_then(|value| value.parse().ok())
        .unwrap_or_default()
}

fn entries(folder: &str) -> u64 {
    std::fs::read_dir(folder).map_or(0, |entries| entries.count() as u64)
}

/// Processes whose ancestor this one is.
fn below(ancestor: u32) -> u64 {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let parents: HashMap<u32, u32> = all
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name is in brackets and may hold anything, even a bracket.
            let mut rest = stat.rsplit(')').next()?.split_whitespace();
            // One that is dead but not yet buried is nobody's burden.
            let state = rest.next()?;
            let parent = rest.next()?.parse().ok()?;
            (state != "Z").then_some((pid, parent))
        })
        .collect();
    let is_below = |mut pid: u32| {
        while let Some(parent) = parents.get(&pid) {
            if *parent == ancestor {
                return true;
            }
            pid = *parent;
        }
        false
    };
    parents.keys().filter(|pid| is_below(**pid)).count() as u64
}

/// Bytes of all files at or below.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(found) if found.is_dir() => size(&entry.path()),
            Ok(found) => found.len(),
            Err(_) => 0,
        })
        .sum()
}
