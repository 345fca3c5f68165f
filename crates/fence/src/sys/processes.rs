//! Processes and their signals.

use super::{checked, owned, prctl};
use std::ffi::CStr;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};
use std::ptr;

/// Moves this process, or for processes its children, into new namespaces.
pub(crate) fn unshare(flags: libc::c_int) -> io::Result<()> {
    // SAFETY: a call without memory; of a process with one thread.
    checked(unsafe { libc::unshare(flags) }).map(drop)
}

/// The real user and group.
pub(crate) fn ids() -> (libc::uid_t, libc::gid_t) {
    // SAFETY: calls without memory.
    unsafe { (libc::getuid(), libc::getgid()) }
}

/// A new session, without a terminal.
pub(crate) fn new_session() -> io::Result<()> {
    // SAFETY: a call without memory.
    checked(unsafe { libc::setsid() }).map(drop)
}

/// A descriptor of this process, by which its end can be seen.
pub(crate) fn own_pidfd() -> io::Result<OwnedFd> {
    // SAFETY: calls without memory.
    owned(unsafe { libc::syscall(libc::SYS_pidfd_open, libc::getpid(), 0) })
}

/// Whether there is something to read, or an end to see, at one of these right now. One system call: this is asked at each end of
/// a tool call.
pub(crate) fn one_is_ready<'a>(descriptors: impl IntoIterator<Item = BorrowedFd<'a>>) -> bool {
    let descriptors = descriptors.into_iter().map(|descriptor| libc::pollfd {
        fd: descriptor.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    });
    let mut descriptors: Vec<libc::pollfd> = descriptors.collect();
    let count = descriptors.len() as libc::nfds_t;
    // SAFETY: a list of as many.
    unsafe { libc::poll(descriptors.as_mut_ptr(), count, 0) > 0 }
}

/// Has the system kill this process when its parent ends.
pub(crate) fn die_with_parent() -> io::Result<()> {
    prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong)
}

/// The name by which lists of processes show this one.
pub(crate) fn set_process_name(name: &CStr) {
    // SAFETY: the text ends with a zero. Only a name: a failure changes nothing.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
}

/// Blocks these signals, for [`next_signal`].
pub(crate) fn block(signals: &[libc::c_int]) -> io::Result<()> {
    let set = set(signals);
    // SAFETY: the set is made.
    checked(unsafe { libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut()) }).map(drop)
}

/// Waits for one of these blocked signals.
pub(crate) fn next_signal(signals: &[libc::c_int]) -> libc::c_int {
    let set = set(signals);
    // SAFETY: the set is made. Interruptions say -1, which is no signal.
    unsafe { libc::sigwaitinfo(&raw const set, ptr::null_mut()) }
}

fn set(signals: &[libc::c_int]) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: made empty before anything is added.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        set.assume_init()
    }
}

/// Signals as a program expects them. The standard library ignores `SIGPIPE`.
pub(crate) fn default_signals() {
    let none = set(&[]);
    // SAFETY: no handler is set, and the set is made.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
    }
}

/// Sends a signal to a child, or with a negative number to the group that it leads.
pub(crate) fn kill(pid: libc::pid_t, signal: libc::c_int) {
    // SAFETY: a call without memory. What has ended cannot be signalled, which is what was wanted.
    unsafe { libc::kill(pid, signal) };
}

/// Collects a child that has ended, any of them for -1: its number and status. `None` when none has, or there is none.
pub(crate) fn collect(pid: libc::pid_t) -> Option<(libc::pid_t, libc::c_int)> {
    let mut status = 0;
    // SAFETY: the place is on the stack.
    let ended = unsafe { libc::waitpid(pid, &raw mut status, libc::WNOHANG) };
    (ended > 0).then_some((ended, status))
}

/// Ends this process as a child ended, by its status.
pub(crate) fn end_like(status: libc::c_int) -> ! {
    // SAFETY: calls without memory. No image of this process's memory is left.
    unsafe {
        if libc::WIFSIGNALED(status) {
            prctl(libc::PR_SET_DUMPABLE, 0).ok();
            let signal = libc::WTERMSIG(status);
            libc::signal(signal, libc::SIG_DFL);
            let only = set(&[signal]);
            libc::sigprocmask(libc::SIG_UNBLOCK, &raw const only, ptr::null_mut());
            libc::kill(libc::getpid(), signal);
            libc::_exit(128 + signal);
        }
        libc::_exit(libc::WEXITSTATUS(status))
    }
}

/// Ends this process at once.
pub(crate) fn exit(code: libc::c_int) -> ! {
    // SAFETY: nothing of this process is to be cleaned up.
    unsafe { libc::_exit(code) }
}
