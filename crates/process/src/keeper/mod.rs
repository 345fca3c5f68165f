//! Starts servers on Linux and ends all that they leave behind (F-07).
//!
//! When a process ends, its children go to the nearest ancestor that asked for them, else to the first process of the
//! system, where nothing tells whose they were. So no server is a child of the host. A *keeper*, forked from the host,
//! forks a *guard* for each server; the guard asks for orphans and starts the program. Whatever a server starts, and
//! however often it forks, stays below its guard. When the server has ended, or is to end, or the host is gone, the
//! guard kills what is below it until nothing is left. The keeper asks for orphans as well: it ends what a guard leaves
//! behind that was killed.
//!
//! Both run on after a fork from a process with many threads, so they make system calls only, on memory that they
//! have: nothing in [`guard`] and [`program`] allocates, locks or panics. The keeper is best forked before the host has
//! grown ([`prepare`]); one that is missing is forked with the next server.
//!
//! What it cannot end: what a server had another program start (a service manager, `cron`, a container engine), what
//! runs as another user, and what is left by a server that killed both its guard and the keeper.

mod guard;
mod program;

use super::Exit;
use super::spawn::Program;
use crate::limits::STARTING;
use guard::{ENDED, KILL, KILLED, REFUSED, REPORT, STARTED, TERMINATE};
use portcullis_l10n::say;
use rustix::pipe::{PipeFlags, pipe_with};
use std::io::{self, Write as _};
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::AsyncReadExt as _;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

static KEEPER: Mutex<Option<Keeper>> = Mutex::new(None);

/// The process that forks guards, for as long as the other end of its socket is open.
struct Keeper {
    pid: libc::pid_t,
    socket: UnixStream,
}

/// A program that was started, with its pipes.
pub(super) struct Child {
    pub(super) pid: u32,
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
    pub(super) reports: Reports,
    pub(super) kill_handle: KillHandle,
}

/// The control channel of a guard. When it closes, the host is gone and the guard kills its server.
#[derive(Debug, Clone)]
pub(super) struct KillHandle(Arc<UnixStream>);

impl KillHandle {
    /// Asks the server and its group to end.
    pub(super) fn terminate(&self) {
        self.tell(TERMINATE);
    }

    /// Ends the server and all that is below its guard.
    pub(super) fn kill(&self) {
        self.tell(KILL);
    }

    fn tell(&self, what: u8) {
        // A guard that is gone has nothing left to end.
        (&*self.0).write_all(&[what]).ok();
    }
}

/// The reports of a guard.
pub(super) struct Reports(tokio::net::UnixStream);

impl Reports {
    async fn next(&mut self) -> io::Result<(u8, i32)> {
        let mut report = [0; REPORT];
        self.0.read_exact(&mut report).await?;
        let [kind, number @ ..] = report;
        Ok((kind, i32::from_ne_bytes(number)))
    }

    /// Waits until the server has ended.
    pub(super) async fn ended(&mut self) -> Exit {
        match self.next().await {
            Ok((ENDED, code)) => Exit {
                code: Some(code),
                signal: None,
            },
            Ok((KILLED, signal)) => Exit {
                code: None,
                signal: Some(signal),
            },
            _ => Exit::UNKNOWN,
        }
    }

    /// Waits until nothing of it is left.
    pub(super) async fn gone(mut self) {
        while self.next().await.is_ok() {}
    }
}

/// Forks the keeper, unless there is one.
///
/// # Errors
/// Why there is none.
pub(super) fn prepare() -> io::Result<()> {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if keeper.is_none() {
        *keeper = Some(Keeper::fork()?);
    }
    Ok(())
}

/// Starts a program with all three pipes, in a session of its own and with no descriptor beyond 0 to 2 (S-64), but for
/// the channel that our own program gets as number 3 when it builds a fence.
///
/// # Errors
/// Why it was not started: no process is left then.
pub(super) async fn start(program: &Program<'_>, inherited: Option<OwnedFd>) -> io::Result<Child> {
    let written = program::write(program)?;
    let (theirs_in, ours_in) = pipe_with(PipeFlags::CLOEXEC)?;
    let (ours_out, theirs_out) = pipe_with(PipeFlags::CLOEXEC)?;
    let (ours_err, theirs_err) = pipe_with(PipeFlags::CLOEXEC)?;
    let (ours, theirs) = UnixStream::pair()?;
    let mut handed = vec![written, theirs_in, theirs_out, theirs_err, theirs.into()];
    handed.extend(inherited);
    hand_over(&handed)?;
    drop(handed);
    ours.set_nonblocking(true)?;
    let kill_handle = KillHandle(Arc::new(ours.try_clone()?));
    let mut reports = Reports(tokio::net::UnixStream::from_std(ours)?);
    let report = tokio::time::timeout(STARTING, reports.next()).await;
    let pid = match report.map_err(io::Error::from)? {
        Ok((STARTED, pid)) => u32::try_from(pid).map_err(io::Error::other)?,
        Ok((REFUSED, reason)) => return Err(io::Error::from_raw_os_error(reason)),
        Ok(_) | Err(_) => return Err(io::Error::other(say!("watchdog-ended"))),
    };
    Ok(Child {
        pid,
        stdin: ChildStdin::from_std(ours_in.into())?,
        stdout: ChildStdout::from_std(ours_out.into())?,
        stderr: ChildStderr::from_std(ours_err.into())?,
        reports,
        kill_handle,
    })
}

/// Gives the keeper what it needs for one server. A keeper that was killed is replaced.
fn hand_over(descriptors: &[OwnedFd]) -> io::Result<()> {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(keeper) = keeper.as_ref()
        && send(&keeper.socket, descriptors).is_ok()
    {
        return Ok(());
    }
    if let Some(gone) = keeper.take() {
        gone.collect();
    }
    let fresh = Keeper::fork()?;
    let sent = send(&fresh.socket, descriptors);
    *keeper = Some(fresh);
    sent
}

impl Keeper {
    fn fork() -> io::Result<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        #[allow(
            unsafe_code,
            reason = "the standard library cannot fork without starting a program"
        )]
        // SAFETY: the child calls `keep` at once, which never returns and, as its module says, makes system calls
        // only, on its own stack; so it does not matter what other threads held at the moment of the fork.
        let pid = unsafe {
            let pid = guard::fork();
            if pid == 0 {
                guard::keep(theirs.as_raw_fd());
            }
            pid
        };
        if pid < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { pid, socket: ours })
    }

    /// Ends it, if it has not ended, and gives its number back.
    fn collect(self) {
        #[allow(
            unsafe_code,
            reason = "a child of our own, whose number no other process can have"
        )]
        // SAFETY: two system calls without memory. It was not collected before, since that takes `self`.
        unsafe {
            libc::kill(self.pid, libc::SIGKILL);
            libc::waitpid(self.pid, std::ptr::null_mut(), 0);
        }
    }
}

/// One byte with these descriptors.
fn send(socket: &UnixStream, descriptors: &[OwnedFd]) -> io::Result<()> {
    let numbers: Vec<RawFd> = descriptors.iter().map(OwnedFd::as_raw_fd).collect();
    if !(guard::HANDED..=guard::ALL).contains(&numbers.len()) {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    let mut byte = 0_u8;
    let mut control = guard::Control::default();
    #[allow(unsafe_code, reason = "the standard library sends no descriptors")]
    // SAFETY: the header points to one byte, and to a control buffer with room for the descriptors and the alignment that
    // it needs; all of it lives until the call is over.
    let sent = unsafe {
        let mut part = libc::iovec {
            iov_base: (&raw mut byte).cast(),
            iov_len: 1,
        };
        let bytes = size_of_val(numbers.as_slice());
        let mut header = control.header(&mut part);
        header.msg_controllen = libc::CMSG_SPACE(bytes as u32) as _;
        let first = libc::CMSG_FIRSTHDR(&raw const header);
        (*first).cmsg_level = libc::SOL_SOCKET;
        (*first).cmsg_type = libc::SCM_RIGHTS;
        (*first).cmsg_len = libc::CMSG_LEN(bytes as u32) as _;
        std::ptr::copy_nonoverlapping(numbers.as_ptr().cast(), libc::CMSG_DATA(first), bytes);
        libc::sendmsg(socket.as_raw_fd(), &raw const header, libc::MSG_NOSIGNAL)
    };
    match sent {
        1 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A descriptor that is used nowhere else.
fn owned(number: RawFd) -> io::Result<OwnedFd> {
    if number < 0 {
        return Err(io::Error::last_os_error());
    }
    #[allow(unsafe_code, reason = "a system call gives a number")]
    // SAFETY: it was just made, by the call whose answer this is.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

#[cfg(test)]
pub(super) fn kill_for_test() {
    if let Some(keeper) = KEEPER.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
        #[allow(unsafe_code, reason = "a child of our own")]
        // SAFETY: it was not collected, and is not here: its number stays its own. What the system tells fits.
        unsafe {
            let mut about = std::mem::MaybeUninit::<libc::siginfo_t>::zeroed();
            libc::kill(keeper.pid, libc::SIGKILL);
            let id = keeper.pid.cast_unsigned();
            libc::waitid(libc::P_PID, id, about.as_mut_ptr(), libc::WEXITED | libc::WNOWAIT);
        }
    }
}
