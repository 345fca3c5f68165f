//! The system calls of the fence that the standard library does not offer. All that is unsafe in this crate is in this module.

#![allow(unsafe_code, reason = "system calls without a safe form")]

mod changes;
mod memory;
mod messages;
mod mounts;
mod network;
mod processes;
mod queries;
mod rights;
mod starting;

pub(crate) use changes::*;
pub(crate) use memory::*;
pub(crate) use messages::*;
pub(crate) use mounts::*;
pub(crate) use network::*;
pub(crate) use processes::*;
pub(crate) use queries::*;
pub(crate) use rights::*;
pub(crate) use starting::*;

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;

/// What a call returned, as the standard library says it.
fn checked(returned: impl Into<i64>) -> io::Result<i64> {
    let returned = returned.into();
    match returned < 0 {
        true => Err(io::Error::last_os_error()),
        false => Ok(returned),
    }
}

/// A new descriptor that a call returned.
fn owned(returned: impl Into<i64>) -> io::Result<OwnedFd> {
    let number = RawFd::try_from(checked(returned)?).map_err(io::Error::other)?;
    // SAFETY: the call that returned it just made it, so nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// A text for the system.
pub(crate) fn text(text: impl AsRef<OsStr>) -> io::Result<CString> {
    CString::new(text.as_ref().as_bytes()).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

/// The descriptor with this number, which this process was started with.
pub(crate) fn inherited(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: a call that only looks; the descriptor is taken only where it is open. Called once, at the start of the helper.
    unsafe {
        checked(libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC))?;
        Ok(OwnedFd::from_raw_fd(number))
    }
}

fn prctl(what: libc::c_int, value: libc::c_ulong) -> io::Result<()> {
    let none: libc::c_ulong = 0;
    // SAFETY: of the options below none takes memory.
    checked(unsafe { libc::prctl(what, value, none, none, none) }).map(drop)
}
