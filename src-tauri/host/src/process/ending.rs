//! Notices that a process ended without collecting it.
//!
//! Until its parent collects it, a dead process keeps its number, and with it the number of its group.
//! Whoever signals the group before that cannot hit a stranger. `Child::wait` collects at once, so it comes
//! second.

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io;
use std::time::Duration;

/// How often a process is looked at when the system does not tell.
const LOOK: Duration = Duration::from_millis(100);

/// Waits for the end of one of our children.
pub(super) struct Ending {
    #[cfg(not(target_os = "linux"))]
    children: tokio::signal::unix::Signal,
}

impl Ending {
    /// Must be made before the child is started.
    pub(super) fn listen() -> io::Result<Self> {
        #[cfg(not(target_os = "linux"))]
        let children = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::child())?;
        Ok(Self {
            #[cfg(not(target_os = "linux"))]
            children,
        })
    }

    /// Waits until the process with this number has ended.
    #[cfg(target_os = "linux")]
    pub(super) async fn of(self, pid: u32) {
        // Not SIGCHLD: a toolkit in the same process may put its own handler in place of ours.
        let Some(process) = raw(pid).and_then(|pid| descriptor(pid).ok()) else {
            return looked_at(pid).await;
        };
        while !has_ended(pid) {
            match process.readable().await {
                Ok(mut ready) => ready.clear_ready(),
                Err(_) => return looked_at(pid).await,
            }
        }
    }

    /// Waits until the process with this number has ended.
    #[cfg(not(target_os = "linux"))]
    pub(super) async fn of(mut self, pid: u32) {
        while !has_ended(pid) {
            if self.children.recv().await.is_none() {
                return looked_at(pid).await;
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[allow(
    deprecated,
    reason = "the successor is unsafe; what it guards against, a changing number, an OwnedFd rules out"
)]
fn descriptor(pid: Pid) -> io::Result<tokio::io::unix::AsyncFd<std::os::fd::OwnedFd>> {
    let process = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty())?;
    tokio::io::unix::AsyncFd::with_interest(process, tokio::io::Interest::READABLE)
}

async fn looked_at(pid: u32) {
    while !has_ended(pid) {
        tokio::time::sleep(LOOK).await;
    }
}

fn has_ended(pid: u32) -> bool {
    let Some(pid) = raw(pid) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error means that it is not ours any more.
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

fn raw(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}
