//! Waits for a process to exit without reaping it.
//!
//! Until its parent reaps it, a zombie keeps its pid, and with it its process group id, so a signal to the group cannot
//! reach an unrelated process. `Child::wait` reaps at once, so it comes second.

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How often a process is looked at when the system does not tell.
const LOOK: Duration = Duration::from_millis(100);

/// Resolves when one of our children exits.
pub(super) struct Ending {
    children: Signal,
}

impl Ending {
    /// Must be made before the child is started.
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            children: signal(SignalKind::child())?,
        })
    }

    /// Waits until the process with this number has ended.
    pub(super) async fn of(mut self, pid: u32) {
        while !has_ended(pid) {
            if self.children.recv().await.is_none() {
                return looked_at(pid).await;
            }
        }
    }
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
