//! What happens in a child between fork and exec.
//!
//! Between the two only functions that are safe inside a signal handler may run, since another thread may
//! have held any lock at the moment of the fork. So each step below is a fixed list of system calls on memory
//! that was prepared before the fork; callers cannot bring their own.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

#[cfg(not(target_os = "linux"))]
pub(super) use watched::in_watched_session;

/// Puts the child into a session of its own, away from any terminal.
pub(super) fn in_own_session(command: &mut Command) {
    let step = || rustix::process::setsid().map(drop).map_err(io::Error::from);
    #[allow(unsafe_code, reason = "a session can only be left by the child itself")]
    // SAFETY: setsid is a bare system call; nothing is allocated or locked.
    unsafe {
        command.pre_exec(step);
    }
}

/// Children that a watchdog hears of.
#[cfg(not(target_os = "linux"))]
mod watched {
    use std::io::Write as _;
    use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd, RawFd};
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;
    use std::sync::Arc;

    /// Puts the child into a session of its own, away from any terminal, writes `+number:pid` to `watchdog` before the
    /// program runs, and hands on no descriptor beyond 0 to 2 (S-64).
    ///
    /// The child announces itself, since the host could be killed before it learned the number. As long as the
    /// child has not announced itself it holds the pipe open, so the watchdog cannot miss it.
    pub(in super::super) fn in_watched_session(command: &mut Command, watchdog: Arc<OwnedFd>, number: u64) {
        let start = announcement_of(number);
        let last = highest_descriptor();
        let step = move || {
            // The leader of a session leads a group as well.
            rustix::process::setsid()?;
            announce(watchdog.as_fd(), &start)?;
            close_on_exec(last);
            Ok(())
        };
        #[allow(
            unsafe_code,
            reason = "the child must be known before it runs anything of the server's"
        )]
        // SAFETY: the step makes the system calls setsid, getpid, write and fcntl only, on memory made before the fork;
        // formatting goes into an array on the stack.
        unsafe {
            command.pre_exec(step);
        }
    }

    /// What a child with this number begins to announce itself with.
    fn announcement_of(number: u64) -> Vec<u8> {
        format!("+{number}:").into_bytes()
    }

    /// Writes the announcement, in the child.
    fn announce(watchdog: BorrowedFd<'_>, start: &[u8]) -> rustix::io::Result<()> {
        let mut line = [0_u8; 64];
        let length = announcement(&mut line, start, rustix::process::getpid().as_raw_pid());
        // Short writes to a pipe are whole or nothing.
        rustix::io::write(watchdog, &line[..length]).map(drop)
    }

    fn announcement(line: &mut [u8; 64], start: &[u8], pid: i32) -> usize {
        let mut rest = line.as_mut_slice();
        // At most 1 + 20 + 1 + 10 + 1 bytes: both always fit.
        rest.write_all(start).ok();
        writeln!(rest, "{pid}").ok();
        64 - rest.len()
    }

    /// Has exec close what a child must not hand on, in the child. The standard library closes its own on exec; those of
    /// C libraries and of the program that started us are not its business.
    fn close_on_exec(last: RawFd) {
        for descriptor in 3..=last {
            #[allow(
                unsafe_code,
                reason = "libraries in the host open descriptors that we know by number only"
            )]
            // SAFETY: used for this one call. In the child no other thread can open or close it; where nothing is
            // open the call says so and changes nothing.
            let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
            rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::CLOEXEC).ok();
        }
    }

    /// Some room is added for what other threads open before the child is made.
    fn highest_descriptor() -> RawFd {
        let listed = std::fs::read_dir("/dev/fd").into_iter().flatten().flatten();
        let numbers = listed.filter_map(|entry| entry.file_name().to_str()?.parse::<RawFd>().ok());
        numbers.max().unwrap_or(1_024).saturating_add(64)
    }

    #[cfg(test)]
    mod tests {
        use super::{announcement, announcement_of};

        #[test]
        fn the_longest_announcement_fits() {
            let mut line = [0; 64];
            let start = announcement_of(u64::MAX);
            let length = announcement(&mut line, &start, i32::MAX);
            assert_eq!(
                line.get(..length),
                Some(b"+18446744073709551615:2147483647\n".as_slice())
            );
        }
    }
}
