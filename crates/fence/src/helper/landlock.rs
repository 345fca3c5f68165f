//! A second layer inside the mounts: what a fault in them would show stays denied (Landlock). It also keeps other processes
//! inside, such as the reaper, from being read, and abstract Unix sockets from leading out.

use crate::plan::{Access, FencePlan};
use crate::sys;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Before this version files could not be renamed from one folder into another (5.19).
const NEEDED: i64 = 2;
/// From this version on abstract Unix sockets can be kept inside (6.12).
pub(crate) const SCOPES: i64 = 6;

const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_FOLDER: u64 = 1 << 3;
const TRUNCATE: u64 = 1 << 14;
const DEVICE_CALLS: u64 = 1 << 15;
const READ: u64 = EXECUTE | READ_FILE | READ_FOLDER;
/// What can be said of something that is no folder.
const OF_A_FILE: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CALLS;
/// Abstract Unix sockets, and signals.
const ALL_SCOPES: u64 = 0b11;

/// All that this version knows of files.
fn all(version: i64) -> u64 {
    let rights = match version {
        ..=2 => 14,
        3 | 4 => 15,
        _ => 16,
    };
    (1 << rights) - 1
}

/// Restricts this process.
pub(super) fn restrict(plan: &FencePlan) -> io::Result<()> {
    let version = sys::landlock_version()?;
    if version < NEEDED {
        return Err(io::Error::from_raw_os_error(libc::EOPNOTSUPP));
    }
    let all = all(version);
    let scopes = if version >= SCOPES { ALL_SCOPES } else { 0 };
    let rules = sys::landlock_rules(all, scopes)?;
    let allow = |path: &Path, rights: u64| allow(rules.as_fd(), path, rights & all);
    // What is there may be listed: it is what the plan shows.
    allow(Path::new("/"), READ_FOLDER)?;
    allow(Path::new("/etc"), READ)?;
    allow(
        Path::new("/proc"),
        if plan.nested {
            READ | WRITE_FILE | TRUNCATE
        } else {
            READ
        },
    )?;
    allow(Path::new("/dev/shm"), all)?;
    for shown in &plan.shown {
        let rights = match shown.access {
            Access::Read => READ,
            Access::Write => all,
            Access::Use => READ_FILE | WRITE_FILE | DEVICE_CALLS,
        };
        allow(&shown.target, rights)?;
    }
    sys::landlock_restrict(rules.as_fd())
}

fn allow(rules: BorrowedFd<'_>, path: &Path, rights: u64) -> io::Result<()> {
    let opened = File::options().read(true).custom_flags(libc::O_PATH).open(path)?;
    let folder = sys::is_folder(opened.as_fd())?;
    let rights = if folder { rights } else { rights & OF_A_FILE };
    sys::landlock_allow(rules, opened.as_fd(), rights)
}
