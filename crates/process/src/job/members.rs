//! The processes of a job: which they are, and whether one still runs.
#![allow(unsafe_code, reason = "the standard library knows its own children only")]

use std::os::windows::io::{AsRawHandle as _, BorrowedHandle, FromRawHandle as _, OwnedHandle};
use std::ptr::null_mut;
use windows_sys::Win32::Foundation::WAIT_TIMEOUT;
use windows_sys::Win32::System::JobObjects::{
    IsProcessInJob, JobObjectBasicProcessIdList, QueryInformationJobObject,
};
use windows_sys::Win32::System::Threading::{
    OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE, WaitForSingleObject,
};

/// How many processes of a job are listed. What is beyond them is counted by the system only.
const MOST: usize = 1024;

/// As the system writes it (`JOBOBJECT_BASIC_PROCESS_ID_LIST`, whose list has one place only).
#[repr(C)]
struct List {
    assigned: u32,
    listed: u32,
    numbers: [usize; MOST],
}

/// The processes of a job that this account may look at, with their numbers.
pub(super) fn of(job: BorrowedHandle<'_>) -> Vec<(u32, OwnedHandle)> {
    let mut list = List {
        assigned: 0,
        listed: 0,
        numbers: [0; MOST],
    };
    // SAFETY: the handle is open, and what is written to is of the kind and size that is named. A list that is too short is
    // filled, and said to be.
    unsafe {
        QueryInformationJobObject(
            job.as_raw_handle(),
            JobObjectBasicProcessIdList,
            (&raw mut list).cast(),
            size_of::<List>() as u32,
            null_mut(),
        );
    }
    let listed = list.numbers.iter().take(list.listed as usize);
    let numbers = listed.filter_map(|number| u32::try_from(*number).ok());
    numbers
        .filter_map(|number| Some((number, open(number, job)?)))
        .collect()
}

/// A handle on the process with this number, unless the number is another's by now.
fn open(number: u32, job: BorrowedHandle<'_>) -> Option<OwnedHandle> {
    // SAFETY: no pointer is passed; a handle that is not null is new and owned by nothing else.
    let process = unsafe {
        let handle = OpenProcess(PROCESS_SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, 0, number);
        if handle.is_null() {
            return None;
        }
        OwnedHandle::from_raw_handle(handle)
    };
    let mut is_in_job = 0;
    // SAFETY: both handles are open.
    let asked = unsafe { IsProcessInJob(process.as_raw_handle(), job.as_raw_handle(), &raw mut is_in_job) };
    (asked != 0 && is_in_job != 0).then_some(process)
}

/// Whether a process has not ended.
pub(super) fn runs(process: BorrowedHandle<'_>) -> bool {
    // SAFETY: the handle is open and may be waited for; no time is spent.
    unsafe { WaitForSingleObject(process.as_raw_handle(), 0) == WAIT_TIMEOUT }
}
