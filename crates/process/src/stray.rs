//! Finds orphans of a server by the marker in their environment, when its guard cannot tell (F-07). Linux only, where
//! `/proc` shows the environment of one's own processes.

use super::MARKER;
use crate::limits::STRAY_ROUNDS;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// Ends every process whose environment has exactly this mark. Blocking: reads one small file per process of
/// the person.
pub(super) fn kill(mark: &str) {
    let wanted = format!("{MARKER}={mark}").into_bytes();
    for _ in 0..STRAY_ROUNDS {
        if !kill_once(&wanted) {
            return;
        }
    }
}

fn kill_once(wanted: &[u8]) -> bool {
    let listed = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = listed.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    // Every one is tried: no short cut.
    numbers
        .filter_map(Pid::from_raw)
        .filter(|pid| kill_if_marked(*pid, wanted))
        .count()
        > 0
}

fn kill_if_marked(pid: Pid, wanted: &[u8]) -> bool {
    // Opened before it is read: the number may belong to another process a moment later.
    let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else {
        return false;
    };
    let Ok(environment) = std::fs::read(format!("/proc/{}/environ", pid.as_raw_pid())) else {
        return false;
    };
    environment.split(|byte| *byte == 0).any(|entry| entry == wanted)
        && pidfd_send_signal(process, Signal::KILL).is_ok()
}
