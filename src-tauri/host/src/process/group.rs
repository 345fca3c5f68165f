//! Signals to all that a server started. On Unix that is its process group; on Windows its tree.
//!
//! Errors are dropped on purpose: the one that matters says that nobody is left.

/// What ends a server: on Linux its guard is told to, elsewhere its group or tree is signalled.
#[cfg(target_os = "linux")]
pub(super) use super::keeper::Leash;

/// What ends a server: on Linux its guard is told to, elsewhere its group or tree is signalled.
#[cfg(not(target_os = "linux"))]
#[derive(Debug, Clone)]
pub(super) struct Leash(pub(super) u32);

#[cfg(not(target_os = "linux"))]
impl Leash {
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

/// Windows has no request to end that a console program without a window would see.
#[cfg(windows)]
fn terminate(_: u32) {}

/// Without it every console program opens a window.
#[cfg(windows)]
pub(super) const NO_WINDOW: u32 = 0x0800_0000;

/// Ends the tree, by the system's own tool.
#[cfg(windows)]
#[allow(
    clippy::disallowed_methods,
    reason = "a tool of the system, and no word of a server in it"
)]
pub(super) fn kill(leader: u32) {
    use std::process::{Command, Stdio};
    let Some(system) = std::env::var_os("SYSTEMROOT") else {
        return;
    };
    let tool = std::path::Path::new(&system)
        .join("System32")
        .join("taskkill.exe");
    let mut command = Command::new(tool);
    std::os::windows::process::CommandExt::creation_flags(&mut command, NO_WINDOW);
    command.args(["/T", "/F", "/PID", &leader.to_string()]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok();
}
