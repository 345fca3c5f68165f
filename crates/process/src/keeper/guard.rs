//! What the keeper and its guards do. Each runs on after a fork from a process with many threads: system calls only, on
//! its own stack. Nothing here allocates, locks or panics.

#![allow(
    unsafe_code,
    reason = "system calls, where nothing of the standard library may be used"
)]

use super::program::{self, last_error};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::ptr;

/// What is handed over for every server: its program, its three ends of pipes, and the guard's end of its control channel.
pub(super) const HANDED: usize = 5;
/// What a program may inherit beyond its three pipes: the channel of a fence.
pub(super) const INHERITED: usize = 1;
/// Room for all of it; what is not there is negative.
pub(super) const ALL: usize = HANDED + INHERITED;
/// Length of a report: its kind and a number.
pub(super) const REPORT: usize = 5;
/// The program runs; with its process id.
pub(super) const STARTED: u8 = b'S';
/// The program does not run; with the system's reason.
pub(super) const REFUSED: u8 = b'R';
/// The server ended on its own; with what it returned.
pub(super) const ENDED: u8 = b'E';
/// The server was ended; with the signal.
pub(super) const KILLED: u8 = b'K';
/// Told to a guard: ask the group to end.
pub(super) const TERMINATE: u8 = b't';
/// Told to a guard: end everything.
pub(super) const KILL: u8 = b'k';

/// How long a server may take to end when the host is gone, in milliseconds.
const GRACE: libc::c_int = 1_000;
/// How long what is left is looked for and killed, in milliseconds. What is still there then cannot be killed.
const SWEEP: i64 = 10_000;
/// How often it is looked for while some of it is left, in milliseconds.
const AGAIN: libc::c_int = 5;

/// Buffer of a control message (`SCM_RIGHTS`), aligned for `cmsghdr`.
#[derive(Default)]
pub(super) struct Control([u64; 8]);

impl Control {
    /// A header for one message with descriptors.
    pub(super) fn header(&mut self, part: &mut libc::iovec) -> libc::msghdr {
        // SAFETY: all zeros is a valid header, and the length is a number.
        let (mut header, length) = unsafe {
            let header: libc::msghdr = MaybeUninit::zeroed().assume_init();
            (header, libc::CMSG_SPACE((ALL * size_of::<RawFd>()) as u32))
        };
        header.msg_iov = part;
        header.msg_iovlen = 1;
        header.msg_control = self.0.as_mut_ptr().cast();
        header.msg_controllen = length as _;
        header
    }
}

/// Forks without what libraries want to be done at a fork, since their locks may be held by other threads.
///
/// # Safety
/// The child may make system calls only.
pub(super) unsafe fn fork() -> libc::pid_t {
    // SAFETY: as the caller promises. All but the first argument are unused.
    unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) as libc::pid_t }
}

/// The keeper: forks a guard for each server that it is given, and ends what killed guards leave behind, until the host is
/// gone and nothing is left.
///
/// # Safety
/// Only in a child that was forked for it.
pub(super) unsafe fn keep(socket: RawFd) -> ! {
    // SAFETY: system calls on memory of this stack, in a process of one thread.
    unsafe {
        libc::setsid();
        block_signals();
        libc::prctl(libc::PR_SET_NAME, c"portcullis-keep".as_ptr());
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        libc::chdir(c"/".as_ptr());
        let socket = only(socket);
        let ended = endings();
        // A guard is in the session of the keeper, and no server is.
        let own = libc::getsid(0);
        let left_behind = |child| libc::getsid(child) != own;
        let mut patience = -1;
        loop {
            let (told, died) = wait(socket, ended, patience);
            collect_all();
            kill_children(left_behind);
            // The server of a guard that was just killed may not have a session of its own yet.
            patience = if died { GRACE } else { -1 };
            if told && !take(socket, ended) {
                break;
            }
        }
        let until = now() + 2 * SWEEP;
        while collect_all() && now() < until {
            kill_children(left_behind);
            wait(-1, ended, GRACE);
        }
        libc::_exit(0);
    }
}

/// Receives what one server needs and forks its guard. False when the host is gone.
unsafe fn take(socket: RawFd, ended: RawFd) -> bool {
    // SAFETY: the header points to memory of this stack; what was received is read as the system laid it out.
    unsafe {
        let mut byte = 0_u8;
        let mut part = libc::iovec {
            iov_base: (&raw mut byte).cast(),
            iov_len: 1,
        };
        let mut control = Control::default();
        let mut header = control.header(&mut part);
        let received = libc::recvmsg(socket, &raw mut header, libc::MSG_CMSG_CLOEXEC);
        if received <= 0 {
            return received < 0 && matches!(last_error(), libc::EINTR | libc::EAGAIN);
        }
        let first = libc::CMSG_FIRSTHDR(&raw const header);
        if first.is_null() || header.msg_flags & libc::MSG_CTRUNC != 0 {
            return true;
        }
        let mut handed = [-1; ALL];
        let length = (*first).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
        let count = (length / size_of::<RawFd>()).min(ALL);
        ptr::copy_nonoverlapping(
            libc::CMSG_DATA(first),
            handed.as_mut_ptr().cast(),
            count * size_of::<RawFd>(),
        );
        if fork() == 0 {
            libc::close(socket);
            libc::close(ended);
            watch(handed);
        }
        close_all(&handed);
        true
    }
}

/// The guard: starts one program and stays until nothing of it is left.
unsafe fn watch([written, stdin, stdout, stderr, channel, inherited]: [RawFd; ALL]) -> ! {
    // SAFETY: system calls on memory of this stack, in a process of one thread.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        let ended = endings();
        let server = match start(written, [stdin, stdout, stderr, inherited]) {
            Ok(server) => server,
            Err(reason) => {
                report(channel, REFUSED, reason);
                libc::_exit(0);
            }
        };
        close_all(&[written, stdin, stdout, stderr, inherited]);
        report(channel, STARTED, server);
        let (kind, number) = serve(server, channel, ended);
        report(channel, kind, number);
        let until = now() + SWEEP;
        while collect_all() && now() < until {
            kill_children(|_| true);
            wait(-1, ended, AGAIN);
        }
        libc::_exit(0);
    }
}

/// Forks the server. The child tells why it did not become its program, and says nothing when it did.
unsafe fn start(written: RawFd, descriptors: [RawFd; 3 + INHERITED]) -> Result<libc::pid_t, libc::c_int> {
    // SAFETY: see `watch`; the descriptor is the one that the host wrote the program to.
    unsafe {
        let mut pipe = [-1; 2];
        if libc::pipe2(pipe.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(last_error());
        }
        let [read, write] = pipe;
        let pid = fork();
        if pid == 0 {
            let reason = match program::read(written) {
                Some(program) => program.run(descriptors),
                None => last_error(),
            };
            let reason = reason.to_ne_bytes();
            libc::write(write, reason.as_ptr().cast(), reason.len());
            libc::_exit(127);
        }
        let failed = last_error();
        libc::close(write);
        let mut reason = [0; 4];
        let told = loop {
            let told = libc::read(read, reason.as_mut_ptr().cast(), reason.len());
            if told >= 0 || last_error() != libc::EINTR {
                break told;
            }
        };
        libc::close(read);
        if pid < 0 {
            return Err(failed);
        }
        if told > 0 {
            libc::waitpid(pid, ptr::null_mut(), 0);
            return Err(libc::c_int::from_ne_bytes(reason));
        }
        Ok(pid)
    }
}

/// Does as the host says until the server has ended; gives how it did.
unsafe fn serve(server: libc::pid_t, channel: RawFd, ended: RawFd) -> (u8, i32) {
    // SAFETY: see `watch`. The server leads its group, and its number is not given back before it is collected here.
    unsafe {
        let mut host = channel;
        let mut until = i64::MAX;
        loop {
            let (told, died) = wait(host, ended, if host < 0 { AGAIN * 10 } else { -1 });
            if died && let Some(how) = collect_until(server) {
                return how;
            }
            if now() >= until {
                libc::kill(-server, libc::SIGKILL);
            }
            if told {
                let mut what = 0_u8;
                match libc::read(host, (&raw mut what).cast(), 1) {
                    1 if what == TERMINATE => {
                        libc::kill(-server, libc::SIGTERM);
                    }
                    1 => {
                        libc::kill(-server, libc::SIGKILL);
                    }
                    count if count < 0 && matches!(last_error(), libc::EINTR | libc::EAGAIN) => {}
                    _ => {
                        // The host is gone, and with it the code that would have waited.
                        libc::kill(-server, libc::SIGTERM);
                        host = -1;
                        until = now() + i64::from(GRACE);
                    }
                }
            }
        }
    }
}

/// Collects those that have ended, up to the server. Its group is killed before its number is given back.
unsafe fn collect_until(server: libc::pid_t) -> Option<(u8, i32)> {
    // SAFETY: system calls on memory of this stack.
    unsafe {
        loop {
            let mut about = MaybeUninit::<libc::siginfo_t>::zeroed();
            let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
            if libc::waitid(libc::P_ALL, 0, about.as_mut_ptr(), options) != 0 {
                return None;
            }
            let about = about.assume_init();
            let pid = about.si_pid();
            if pid == 0 {
                return None;
            }
            if pid == server {
                libc::kill(-server, libc::SIGKILL);
            }
            libc::waitpid(pid, ptr::null_mut(), 0);
            if pid == server {
                let kind = if about.si_code == libc::CLD_EXITED {
                    ENDED
                } else {
                    KILLED
                };
                return Some((kind, about.si_status()));
            }
        }
    }
}

/// Collects all that have ended. True while there are children.
unsafe fn collect_all() -> bool {
    loop {
        // SAFETY: a system call without memory.
        let pid = unsafe { libc::waitpid(-1, ptr::null_mut(), libc::WNOHANG) };
        if pid <= 0 {
            return pid == 0;
        }
    }
}

/// Kills the children that `which` names. What is forked meanwhile is found the next time.
unsafe fn kill_children(which: impl Fn(libc::pid_t) -> bool) {
    // SAFETY: the path ends with a zero, and no more is read than there is room for. A child is not collected but by this
    // process, so its number is its own.
    unsafe {
        let list = libc::open(
            c"/proc/thread-self/children".as_ptr(),
            libc::O_RDONLY | libc::O_CLOEXEC,
        );
        if list < 0 {
            return;
        }
        let mut pid: libc::pid_t = 0;
        let mut bytes = [0_u8; 4096];
        loop {
            let count = libc::read(list, bytes.as_mut_ptr().cast(), bytes.len());
            let Some(bytes) = usize::try_from(count).ok().and_then(|count| bytes.get(..count)) else {
                break;
            };
            if bytes.is_empty() {
                break;
            }
            for byte in bytes {
                match byte {
                    b'0'..=b'9' => pid = pid.wrapping_mul(10).wrapping_add(libc::pid_t::from(byte - b'0')),
                    _ => {
                        if pid > 1 && which(pid) {
                            libc::kill(pid, libc::SIGKILL);
                        }
                        pid = 0;
                    }
                }
            }
        }
        libc::close(list);
    }
}

/// Waits for a word on `told` and for the end of a child; which of the two there is.
unsafe fn wait(told: RawFd, ended: RawFd, milliseconds: libc::c_int) -> (bool, bool) {
    let mut both = [told, ended].map(|fd| libc::pollfd {
        fd,
        events: libc::POLLIN,
        revents: 0,
    });
    // SAFETY: the list has two entries; one with a negative number is passed over. What is read fits.
    unsafe {
        libc::poll(both.as_mut_ptr(), 2, milliseconds);
        let [told, died] = both.map(|one| one.revents != 0);
        if died {
            let mut signal = MaybeUninit::<libc::signalfd_siginfo>::uninit();
            libc::read(
                ended,
                signal.as_mut_ptr().cast(),
                size_of::<libc::signalfd_siginfo>(),
            );
        }
        (told, died)
    }
}

/// A descriptor on which the ends of children can be waited for. The signal is blocked.
unsafe fn endings() -> RawFd {
    let mut children = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is made before it is used.
    unsafe {
        libc::sigemptyset(children.as_mut_ptr());
        libc::sigaddset(children.as_mut_ptr(), libc::SIGCHLD);
        libc::signalfd(-1, children.as_ptr(), libc::SFD_CLOEXEC | libc::SFD_NONBLOCK)
    }
}

/// No handler of the host runs here, and no signal asks this process to end.
unsafe fn block_signals() {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is made before it is used, and all zeros is a valid action. A host that ignores the ends of its
    // children would have the system collect ours.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, all.as_ptr(), ptr::null_mut());
        let mut default: libc::sigaction = MaybeUninit::zeroed().assume_init();
        default.sa_sigaction = libc::SIG_DFL;
        libc::sigaction(libc::SIGCHLD, &raw const default, ptr::null_mut());
    }
}

/// Closes all that came with the fork but this one, and gives its new number. The first three lead nowhere.
unsafe fn only(descriptor: RawFd) -> RawFd {
    // SAFETY: no descriptor of this process is used by anything else in it.
    unsafe {
        let kept = libc::dup2(descriptor, 3);
        if libc::syscall(libc::SYS_close_range, 4_u32, u32::MAX, 0) != 0 {
            (4..65_536).for_each(|other| {
                libc::close(other);
            });
        }
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        (0..3).for_each(|target| {
            libc::dup2(nowhere, target);
        });
        if nowhere > 3 {
            libc::close(nowhere);
        }
        libc::fcntl(kept, libc::F_SETFD, libc::FD_CLOEXEC);
        kept
    }
}

unsafe fn close_all(descriptors: &[RawFd]) {
    for descriptor in descriptors {
        // SAFETY: they are of this process alone, and are not used after it.
        unsafe { libc::close(*descriptor) };
    }
}

/// Tells the host. One that is gone hears nothing.
unsafe fn report(channel: RawFd, kind: u8, number: i32) {
    let [a, b, c, d] = number.to_ne_bytes();
    let report = [kind, a, b, c, d];
    // SAFETY: the array is on the stack.
    unsafe { libc::send(channel, report.as_ptr().cast(), REPORT, libc::MSG_NOSIGNAL) };
}

/// Milliseconds of a clock that only goes on.
fn now() -> i64 {
    let mut time = MaybeUninit::<libc::timespec>::zeroed();
    // SAFETY: the place is written by the call, and all zeros is a valid time.
    let time = unsafe {
        libc::clock_gettime(libc::CLOCK_MONOTONIC, time.as_mut_ptr());
        time.assume_init()
    };
    time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}
