//! What the application's own process holds. In one life it may not grow without end, however much is done.

/// Memory in MiB, open files and sockets, and threads.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Memory in use, in MiB.
    pub memory: u64,
    /// Open files and sockets.
    pub handles: u64,
    /// Threads.
    pub threads: u64,
}

/// What may be added to what was held when the window had opened: up to thirty servers with what is kept of each, and
/// caches of the engine.
const GROWS: Held = Held {
    memory: 1_024,
    handles: 400,
    threads: 64,
};

impl Held {
    /// What a process holds now; `None` when it is gone.
    pub fn of(pid: i32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Some(Self {
            memory: number(&status, "VmRSS:")? >> 10,
            handles: std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count() as u64,
            threads: number(&status, "Threads:")?,
        })
    }

    /// The larger of each.
    pub fn most(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            handles: self.handles.max(other.handles),
            threads: self.threads.max(other.threads),
        }
    }

    /// In words, when there is more than [`GROWS`] on top of what there was.
    pub fn grown_since(self, before: Self) -> Option<String> {
        let grown = self.memory > before.memory + GROWS.memory
            || self.handles > before.handles + GROWS.handles
            || self.threads > before.threads + GROWS.threads;
        grown.then(|| format!("the application holds {self:?}; when it had opened, {before:?}"))
    }
}

fn number(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{GROWS, Held};

    #[test]
    fn a_process_that_opens_files_without_end_is_noticed() {
        let own = i32::try_from(std::process::id()).unwrap();
        let before = Held::of(own).unwrap();
        assert!(before.memory > 0 && before.handles > 2 && before.threads > 0);
        let open = || std::fs::File::open("/proc/self/status").unwrap();
        let files: Vec<_> = (0..GROWS.handles + 50).map(|_| open()).collect();
        let now = Held::of(own).unwrap();
        assert!(now.grown_since(before).unwrap().contains("handles"));
        drop(files);
        assert_eq!(before.grown_since(before), None);
        assert_eq!(Held::of(-1), None);
    }
}
