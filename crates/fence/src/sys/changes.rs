//! What changes in folders (inotify).

use super::{checked, owned, text};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use tokio::io::unix::AsyncFd;

/// That something changed in a watched folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ChangeEvent {
    /// The number of the watch.
    pub(crate) watch: i32,
    pub(crate) mask: u32,
    /// In the folder; empty for itself.
    pub(crate) name: OsString,
}

/// Something that watches folders, whose reads never wait.
pub(crate) fn watcher() -> io::Result<AsyncFd<OwnedFd>> {
    // SAFETY: a call without memory. The descriptor is owned by what it is registered with, and stays the same and open until then.
    unsafe {
        let watcher = owned(libc::inotify_init1(libc::IN_NONBLOCK | libc::IN_CLOEXEC))?;
        Ok(AsyncFd::register(watcher)?)
    }
}

/// Watches one folder or file that was opened.
pub(crate) fn watch(watcher: BorrowedFd<'_>, opened: BorrowedFd<'_>, events: u32) -> io::Result<i32> {
    let path = text(path_of(opened))?;
    // SAFETY: the path ends with a zero.
    let watch = unsafe { libc::inotify_add_watch(watcher.as_raw_fd(), path.as_ptr(), events) };
    checked(watch).map(|watch| watch as i32)
}

/// A path to what was opened, whatever is at its place by now.
pub(crate) fn path_of(opened: BorrowedFd<'_>) -> PathBuf {
    format!("/proc/self/fd/{}", opened.as_raw_fd()).into()
}

/// What was told since the last time, as much as fits. None is none.
pub(crate) fn changes(watcher: BorrowedFd<'_>) -> io::Result<Vec<ChangeEvent>> {
    // Not cleared first: this is asked at the beginning and the end of each tool call, mostly for nothing.
    let mut buffer = Vec::<u8>::with_capacity(64 << 10);
    // SAFETY: there is room for as much as said, and the call has written as much as it returns.
    let read = unsafe {
        let read = libc::read(watcher.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.capacity());
        buffer.set_len(usize::try_from(read).unwrap_or(0));
        read
    };
    match checked(read as i64) {
        Ok(_) => Ok(events(&buffer)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn events(mut bytes: &[u8]) -> Vec<ChangeEvent> {
    const HEAD: usize = 16;
    let mut all = Vec::new();
    while let Some((head, rest)) = bytes.split_at_checked(HEAD) {
        let number = |at: usize| {
            let mut number = [0; 4];
            number.copy_from_slice(&head[at..at + 4]);
            u32::from_ne_bytes(number)
        };
        let Some((name, rest)) = rest.split_at_checked(number(12) as usize) else {
            break;
        };
        bytes = rest;
        // Zeros up to the next event.
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        all.push(ChangeEvent {
            watch: number(0) as i32,
            mask: number(4),
            name: OsStr::from_bytes(name).to_owned(),
        });
    }
    all
}
