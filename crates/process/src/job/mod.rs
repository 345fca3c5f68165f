//! A job object of Windows: all that a server starts is in it and ends with it.
//!
//! The program is created suspended and put into the job before its first instruction, and nothing may break away from the
//! job. The host alone holds the job, by a handle that no child inherits: when the host ends in any way the system closes
//! the handle, and that ends all of the job.
//!
//! What it does not hold: what a server has another program start, such as a service or a scheduled task. And a host that
//! is killed between the two steps of a start leaves a suspended process, which never runs.

mod members;
mod resume;

use portcullis_l10n::say;
use std::collections::BTreeMap;
use std::io;
use std::os::windows::io::{AsHandle as _, AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::os::windows::process::CommandExt as _;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::process::Child;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicAccountingInformation,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{CREATE_NO_WINDOW, CREATE_SUSPENDED};

/// How often a job that is being ended is looked at. The system could also tell, but only to a thread that waits for it.
const LOOK: Duration = Duration::from_millis(20);

/// What a process returns that was ended.
const KILLED: u32 = 1;

/// A handle on a job. When the last clone is dropped, all of the job is ended.
#[derive(Debug, Clone)]
pub(super) struct Job(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    handle: OwnedHandle,
    /// Processes that were told to end, by number. A number is not given to another process while there is a handle.
    ending: Mutex<BTreeMap<u32, OwnedHandle>>,
}

impl Job {
    /// An empty job.
    ///
    /// # Errors
    /// The system makes none.
    pub(super) fn new() -> io::Result<Self> {
        #[allow(unsafe_code, reason = "the standard library makes no job objects")]
        // SAFETY: both may be null; they mean a handle that is not inherited, and no name. A handle that is not null is
        // new and owned by nothing else.
        let job = unsafe {
            let handle = CreateJobObjectW(null(), null());
            if handle.is_null() {
                return Err(io::Error::last_os_error());
            }
            OwnedHandle::from_raw_handle(handle)
        };
        let job = Self(Arc::new(Inner {
            handle: job,
            ending: Mutex::default(),
        }));
        // Nothing is said of breaking away: it is refused.
        job.limit(JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE).map(|()| job)
    }

    /// Sets what the job allows. Where processes are limited, none may be added.
    fn limit(&self, flags: JOB_OBJECT_LIMIT) -> io::Result<()> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = flags;
        limits.BasicLimitInformation.ActiveProcessLimit = 1;
        #[allow(unsafe_code, reason = "the standard library makes no job objects")]
        // SAFETY: the handle is open, and the limits are of the kind and size that is named.
        let set = unsafe {
            SetInformationJobObject(
                self.handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size_of_val(&limits) as u32,
            )
        };
        done(set)
    }

    /// Starts a program in the job, without a window.
    ///
    /// # Errors
    /// Why it was not started.
    pub(super) fn start(&self, mut command: std::process::Command) -> io::Result<Child> {
        // Every console program would open a window.
        command.creation_flags(CREATE_NO_WINDOW | CREATE_SUSPENDED);
        let mut child = tokio::process::Command::from(command).spawn()?;
        if let Err(error) = self.hold(&child) {
            // It may not be in the job.
            child.start_kill().ok();
            let cause = error.to_string();
            return Err(io::Error::other(say!("job-failed", cause)));
        }
        Ok(child)
    }

    /// Takes a suspended process into the job and lets it run.
    fn hold(&self, child: &Child) -> io::Result<()> {
        let (Some(process), Some(pid)) = (child.raw_handle(), child.id()) else {
            return Err(io::Error::other(say!("program-ended")));
        };
        #[allow(unsafe_code, reason = "the standard library knows no job objects")]
        // SAFETY: both handles are open as long as what they are borrowed from.
        let held = unsafe { AssignProcessToJobObject(self.handle(), process) };
        done(held)?;
        resume::process(pid)
    }

    /// Does nothing: Windows has no request to end that a program without a window would see.
    #[allow(clippy::unused_self, reason = "elsewhere it does something")]
    pub(super) fn terminate(&self) {}

    /// Ends all that is in the job.
    pub(super) fn kill(&self) {
        // Nothing is born between the next two steps. Should it fail, that is not waited for, and ends all the same.
        self.limit(JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_ACTIVE_PROCESS)
            .ok();
        // Noted before: the system counts a process no more when it was told to end, which is before it has.
        for (number, process) in members::of(self.0.handle.as_handle()) {
            self.ending().entry(number).or_insert(process);
        }
        #[allow(unsafe_code, reason = "the standard library ends no job objects")]
        // SAFETY: the handle is open. It has all rights, so nothing is to be learned from what is returned.
        unsafe {
            TerminateJobObject(self.handle(), KILLED);
        }
    }

    /// Ends all that is in the job and waits until nothing is.
    pub(super) async fn end(&self) {
        loop {
            self.kill();
            if self.is_empty() {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Whether no process is in the job, nor any that was told to end and has not.
    pub(super) fn is_empty(&self) -> bool {
        let mut ending = self.ending();
        ending.retain(|_, process| members::runs(process.as_handle()));
        ending.is_empty() && self.counts_none()
    }

    fn counts_none(&self) -> bool {
        let mut counted = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        #[allow(unsafe_code, reason = "the standard library knows no job objects")]
        // SAFETY: the handle is open, and what is written to is of the kind and size that is named.
        let asked = unsafe {
            QueryInformationJobObject(
                self.handle(),
                JobObjectBasicAccountingInformation,
                (&raw mut counted).cast(),
                size_of_val(&counted) as u32,
                null_mut(),
            )
        };
        // The query cannot fail on a handle with all rights. If it did, waiting would never end.
        asked == 0 || counted.ActiveProcesses == 0
    }

    fn handle(&self) -> HANDLE {
        self.0.handle.as_raw_handle()
    }

    fn ending(&self) -> MutexGuard<'_, BTreeMap<u32, OwnedHandle>> {
        self.0.ending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a call of the system says with a number that is not zero when it did what it should.
fn done(returned: i32) -> io::Result<()> {
    if returned == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
