//! Starts a program without copying the host, on Linux.
//!
//! A fork copies the page tables of the host, which holds what a window holds, and afterwards each of its threads pays
//! for a copy of each page that it writes to. So the child borrows the memory of the host until its program runs, as
//! `posix_spawn` does it, while the thread that started it stands still. `posix_spawn` itself cannot be used: what the
//! child must do before its program runs (announce itself, hand on no descriptor) is not among the steps that it knows.

use super::Exit;
use super::fork::{Descriptors, announce, announcement_of};
use super::spawn::Program;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitId, WaitIdOptions, chdir, setpgid, waitid};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

/// What the child runs on until its program has a stack of its own. Nothing in it is deep.
const STACK: usize = 64 << 10;
/// Runs a file that names no interpreter, as `execvp` does it.
const SHELL: &CStr = c"/bin/sh";

/// A program that was started, with its pipes.
pub(super) struct Child {
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    uncollected: Uncollected,
}

/// A child whose number the system keeps until somebody asks how it ended.
struct Uncollected(Option<Pid>);

impl Child {
    pub(super) fn id(&self) -> Option<u32> {
        let pid = self.uncollected.0?;
        u32::try_from(pid.as_raw_pid()).ok()
    }

    /// How it ended. It has ended: nothing is waited for.
    pub(super) fn collect(mut self) -> Exit {
        self.uncollected.0.take().map_or(Exit::UNKNOWN, collect)
    }
}

impl Drop for Uncollected {
    fn drop(&mut self) {
        // Whoever waited for it is gone, and its group is about to be killed. A thread that cannot be started costs a
        // number until the host ends.
        if let Some(pid) = self.0.take() {
            _ = std::thread::Builder::new().spawn(move || collect(pid));
        }
    }
}

fn collect(pid: Pid) -> Exit {
    match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED) {
        Ok(Some(status)) => Exit {
            code: status.exit_status(),
            signal: status.terminating_signal(),
        },
        _ => Exit::UNKNOWN,
    }
}

/// Starts a program with all three pipes: in a group of its own, announced to `watchdog` under `number` before it runs, and
/// with no descriptor beyond 0 to 2 (S-64).
///
/// # Errors
/// Why it was not started: no process is left then.
pub(super) fn start(program: &Program<'_>, watchdog: BorrowedFd<'_>, number: u64) -> io::Result<Child> {
    let Program { launch, environment } = program;
    let file = text(launch.program.as_os_str().as_bytes())?;
    let arguments = launch.arguments.iter().map(|argument| text(argument.as_bytes()));
    let arguments = arguments.collect::<io::Result<Vec<_>>>()?;
    let environment = environment
        .iter()
        .map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()));
    let environment = environment.collect::<io::Result<Vec<_>>>()?;
    let folder = text(launch.folder.as_os_str().as_bytes())?;
    let argv = pointers([&file].into_iter().chain(&arguments));
    let by_shell = [SHELL.as_ptr()]
        .into_iter()
        .chain(argv.iter().copied())
        .collect::<Vec<_>>();
    let envp = pointers(&environment);
    let (theirs_in, ours_in) = pipe_with(PipeFlags::CLOEXEC)?;
    let (ours_out, theirs_out) = pipe_with(PipeFlags::CLOEXEC)?;
    let (ours_err, theirs_err) = pipe_with(PipeFlags::CLOEXEC)?;
    let plan = Plan {
        argv: &argv,
        by_shell: &by_shell,
        envp: &envp,
        folder: &folder,
        stdio: [theirs_in.as_fd(), theirs_out.as_fd(), theirs_err.as_fd()],
        watchdog,
        announcement: announcement_of(number),
        descriptors: Descriptors::now(),
        refused: AtomicI32::new(0),
    };
    let pid = plan.carry_out()?;
    let uncollected = Uncollected(Some(pid));
    Ok(Child {
        stdin: Some(ChildStdin::from_std(ours(ours_in))?),
        stdout: Some(ChildStdout::from_std(ours(ours_out))?),
        stderr: Some(ChildStderr::from_std(ours(ours_err))?),
        uncollected,
    })
}

fn ours<T: From<OwnedFd>>(end: OwnedFd) -> T {
    end.into()
}

/// As the system takes it: without a zero in it.
fn text(text: &[u8]) -> io::Result<CString> {
    Ok(CString::new(text)?)
}

fn pointers<'a>(texts: impl IntoIterator<Item = &'a CString>) -> Vec<*const c_char> {
    let texts = texts.into_iter().map(|text| text.as_ptr());
    texts.chain([ptr::null()]).collect()
}

/// Everything that the child needs, made before there is one.
struct Plan<'a> {
    argv: &'a [*const c_char],
    by_shell: &'a [*const c_char],
    envp: &'a [*const c_char],
    folder: &'a CStr,
    stdio: [BorrowedFd<'a>; 3],
    watchdog: BorrowedFd<'a>,
    announcement: Vec<u8>,
    descriptors: Descriptors,
    /// Why its program does not run, as the system numbers it.
    refused: AtomicI32,
}

impl Plan<'_> {
    /// Makes the child and comes back when its program runs, or with the reason why it does not.
    fn carry_out(&self) -> io::Result<Pid> {
        let mut stack = vec![0_u128; STACK / size_of::<u128>()];
        let mut before = MaybeUninit::<libc::sigset_t>::uninit();
        #[allow(
            unsafe_code,
            reason = "the standard library cannot start a program in this way"
        )]
        // SAFETY: `born` gets this plan, which outlives the call: with CLONE_VFORK the thread stands still until the
        // child has given the memory back, by running its program or by ending. Until then the child shares the memory
        // with the other threads, so it makes system calls only, on what is in the plan and on its own stack, which
        // grows down from the end of `stack` and is aligned as `u128` is. No handler of a signal runs in it: all
        // signals are blocked before it is made, and it unblocks them after it has none.
        let pid = unsafe {
            let mut all = MaybeUninit::<libc::sigset_t>::uninit();
            libc::sigfillset(all.as_mut_ptr());
            libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
            let pid = libc::clone(
                born,
                stack.as_mut_ptr_range().end.cast(),
                libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
                ptr::from_ref(self).cast_mut().cast(),
            );
            let failed = io::Error::last_os_error();
            libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut());
            if pid < 0 {
                return Err(failed);
            }
            pid
        };
        let pid = Pid::from_raw(pid).ok_or_else(|| io::Error::other("it has no number"))?;
        match self.refused.load(Ordering::Acquire) {
            0 => Ok(pid),
            reason => {
                collect(pid);
                Err(io::Error::from_raw_os_error(reason))
            }
        }
    }

    /// The steps of the child. Returns only with the reason why its program does not run.
    fn in_child(&self) -> rustix::io::Result<c_int> {
        setpgid(None, None)?;
        dup2_stdin(self.stdio[0])?;
        dup2_stdout(self.stdio[1])?;
        dup2_stderr(self.stdio[2])?;
        chdir(self.folder)?;
        announce(self.watchdog, &self.announcement)?;
        self.descriptors.close_on_exec();
        #[allow(
            unsafe_code,
            reason = "neither signals nor programs are in the safe part of any library"
        )]
        // SAFETY: system calls on memory of the plan and of the stack. The three lists end with a null, and the texts
        // in them live as long as the plan.
        unsafe {
            as_at_the_beginning();
            libc::execve(self.argv[0], self.argv.as_ptr(), self.envp.as_ptr());
            let mut reason = last_error();
            if reason == libc::ENOEXEC {
                libc::execve(self.by_shell[0], self.by_shell.as_ptr(), self.envp.as_ptr());
                reason = last_error();
            }
            Ok(reason)
        }
    }
}

/// Where the child begins.
extern "C" fn born(plan: *mut c_void) -> c_int {
    #[allow(unsafe_code, reason = "the system hands on a pointer")]
    // SAFETY: it is the plan that was given to `clone`, which outlives the child, and nobody writes to it.
    let plan = unsafe { &*plan.cast::<Plan<'_>>() };
    let reason = plan.in_child().unwrap_or_else(rustix::io::Errno::raw_os_error);
    plan.refused.store(reason, Ordering::Release);
    127
}

/// Signals are as a program expects them: what the host handles or ignores is the host's business.
///
/// # Safety
/// Only in a child that shares no handlers with anybody.
#[allow(unsafe_code, reason = "see above")]
unsafe fn as_at_the_beginning() {
    // SAFETY: all zeros is a valid action, and its mask is set below.
    let mut default: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    default.sa_sigaction = libc::SIG_DFL;
    let mut none = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: as the caller promises; numbers that the library keeps for itself are refused by it.
    unsafe {
        for signal in 1..=libc::SIGRTMAX() {
            let mut now = MaybeUninit::<libc::sigaction>::uninit();
            if libc::sigaction(signal, ptr::null(), now.as_mut_ptr()) != 0 {
                continue;
            }
            let kept = now.assume_init().sa_sigaction;
            // What is ignored stays so in the program, but for what the standard library itself ignores in the host.
            if kept != libc::SIG_DFL && (kept != libc::SIG_IGN || signal == libc::SIGPIPE) {
                libc::sigaction(signal, &raw const default, ptr::null_mut());
            }
        }
        libc::sigemptyset(none.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), ptr::null_mut());
    }
}

/// # Safety
/// None of its own; the number is that of the thread that stands still.
#[allow(unsafe_code, reason = "what went wrong is told in this way")]
unsafe fn last_error() -> c_int {
    // SAFETY: the place is valid for as long as the thread.
    unsafe { *libc::__errno_location() }
}
