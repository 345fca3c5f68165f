//! Namespaces of the fence: users, mounts, processes, names of the computer, System V IPC and, unless it may reach anything, network.

use crate::grants::LOCALHOST;
use crate::sys;
use std::io;

/// Moves this process into new namespaces, with its own user and group and no other. Its next child is the first process inside.
pub(super) fn enter(network: bool) -> io::Result<()> {
    let (user, group) = sys::ids();
    let mut all = libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS;
    if network {
        all |= libc::CLONE_NEWNET;
    }
    sys::unshare(all)?;
    // An ordinary user may map a group only after giving this up.
    std::fs::write("/proc/self/setgroups", "deny")?;
    std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    // Programs look up their own name, which must lead to themselves; the real one is not needed inside.
    sys::name_computer(LOCALHOST)
}
