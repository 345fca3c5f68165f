//! Lets a process run that was created suspended.
//!
//! That takes a handle on its thread. The standard library closes the one it got, so the thread is looked up in the list of
//! all threads of the system.
#![allow(
    unsafe_code,
    reason = "the standard library neither lists nor resumes threads"
)]

use portcullis_l10n::say;
use std::io;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::Threading::{OpenThread, ResumeThread, THREAD_SUSPEND_RESUME};

/// What is returned in place of the number of times that a thread was suspended.
const FAILED: u32 = u32::MAX;

/// Lets the threads of a process run. The caller holds a handle on the process, so the number is not another's.
///
/// # Errors
/// It has no thread that waits, or may not be resumed.
pub(super) fn process(pid: u32) -> io::Result<()> {
    let mut resumed = false;
    for thread in threads_of(pid)? {
        // Others may come and go.
        resumed |= thread_was_suspended(thread).unwrap_or(false);
    }
    if resumed {
        return Ok(());
    }
    Err(io::Error::other(say!("program-not-resumed")))
}

fn threads_of(pid: u32) -> io::Result<Vec<u32>> {
    // SAFETY: no pointer is passed; a valid handle is new and owned by nothing else.
    let list = unsafe {
        let handle = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
        if handle == INVALID_HANDLE_VALUE {
            return Err(io::Error::last_os_error());
        }
        OwnedHandle::from_raw_handle(handle)
    };
    let mut entry = THREADENTRY32 {
        dwSize: size_of::<THREADENTRY32>() as u32,
        ..THREADENTRY32::default()
    };
    let mut found = Vec::new();
    // SAFETY: the handle is open, and the entry says how large it is.
    let mut more = unsafe { Thread32First(list.as_raw_handle(), &raw mut entry) };
    while more != 0 {
        if entry.th32OwnerProcessID == pid {
            found.push(entry.th32ThreadID);
        }
        // SAFETY: as above.
        more = unsafe { Thread32Next(list.as_raw_handle(), &raw mut entry) };
    }
    Ok(found)
}

/// Resumes a thread, and says whether it was suspended.
fn thread_was_suspended(thread: u32) -> io::Result<bool> {
    // SAFETY: no pointer is passed; a handle that is not null is new and owned by nothing else.
    let thread = unsafe {
        let handle = OpenThread(THREAD_SUSPEND_RESUME, 0, thread);
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        OwnedHandle::from_raw_handle(handle)
    };
    // SAFETY: the handle is open and may resume.
    match unsafe { ResumeThread(thread.as_raw_handle()) } {
        FAILED => Err(io::Error::last_os_error()),
        times => Ok(times > 0),
    }
}
