//! Kills the process group of a server (Unix). Errors are ignored on purpose: the one that matters is `ESRCH`, when no
//! process is left.

/// What ends a server: its guard is told to.
#[cfg(target_os = "linux")]
pub(super) use super::keeper::KillHandle;

/// What ends a server: its job object.
#[cfg(windows)]
pub(super) use super::job::Job as KillHandle;

/// What ends a server: its group is signalled.
#[cfg(all(unix, not(target_os = "linux")))]
#[derive(Debug, Clone)]
pub(super) struct KillHandle(pub(super) u32);

#[cfg(all(unix, not(target_os = "linux")))]
impl KillHandle {
    /// Asks the server and its group to end.
    pub(super) fn terminate(&self) {
        terminate(self.0);
    }

    /// Ends the server and its group.
    pub(super) fn kill(&self) {
        kill(self.0);
    }
}

/// Asks the group to end.
#[cfg(all(unix, not(target_os = "linux")))]
fn terminate(leader: u32) {
    signal(leader, rustix::process::Signal::TERM);
}

/// Ends the group.
#[cfg(unix)]
pub(super) fn kill(leader: u32) {
    signal(leader, rustix::process::Signal::KILL);
}

#[cfg(unix)]
fn signal(leader: u32, signal: rustix::process::Signal) {
    // 0 and 1 would mean our own group and everybody.
    let leader = i32::try_from(leader).ok().filter(|leader| *leader > 1);
    if let Some(group) = leader.and_then(rustix::process::Pid::from_raw) {
        rustix::process::kill_process_group(group, signal).ok();
    }
}
