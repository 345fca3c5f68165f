//! New processes, the programs that they become, and the descriptors that those have.

use super::checked;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::ptr;

/// Forks: `None` in the child. Only in the helper, which has one thread, so that the child may do everything.
pub(crate) fn fork() -> io::Result<Option<libc::pid_t>> {
    // SAFETY: there is no other thread that could hold a lock.
    let pid = checked(unsafe { libc::fork() })?;
    Ok((pid != 0).then_some(pid as libc::pid_t))
}

/// Whether the system answers to this call, which every Linux with a fence has: a filter says that it is not there.
pub(crate) fn has_clone3() -> bool {
    // SAFETY: without arguments it refuses.
    unsafe { libc::syscall(libc::SYS_clone3, std::ptr::null::<libc::c_void>(), 0_usize) };
    io::Error::last_os_error().raw_os_error() != Some(libc::ENOSYS)
}

/// Has every descriptor beyond 2 closed when a program is run.
pub(crate) fn close_on_exec() -> io::Result<()> {
    // SAFETY: a call that only marks descriptors.
    let marked = unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    checked(marked).map(drop)
}

/// Closes every descriptor beyond 2 but this one. Their owners must not use them any more.
pub(crate) fn close_others(kept: RawFd) -> io::Result<()> {
    let kept = u32::try_from(kept).map_err(io::Error::other)?;
    for (from, to) in [(3, kept - 1), (kept + 1, u32::MAX)] {
        if from <= to {
            // SAFETY: a call without memory, in a process that goes on without all of these.
            checked(unsafe { libc::syscall(libc::SYS_close_range, from, to, 0) })?;
        }
    }
    Ok(())
}

/// Lets the first three descriptors lead nowhere, so that their other ends see when the program closes them.
pub(crate) fn leave_standard_streams() -> io::Result<()> {
    let nowhere = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    for target in 0..3 {
        // SAFETY: nothing in this process uses them from here on.
        checked(unsafe { libc::dup2(nowhere.as_raw_fd(), target) })?;
    }
    Ok(())
}

/// Becomes a program. Returns only with the reason why it did not.
pub(crate) fn execute(program: &CStr, arguments: &[CString], environment: &[CString]) -> io::Error {
    let list = |texts: &mut dyn Iterator<Item = *const libc::c_char>| -> Vec<_> {
        texts.chain(std::iter::once(ptr::null())).collect()
    };
    let of = |texts: &[CString]| -> Vec<_> { texts.iter().map(|text| text.as_ptr()).collect() };
    let environment = list(&mut of(environment).into_iter());
    let all = list(&mut std::iter::once(program.as_ptr()).chain(of(arguments)));
    // SAFETY: lists that end with a null, of texts that end with a zero.
    unsafe { libc::execve(program.as_ptr(), all.as_ptr(), environment.as_ptr()) };
    let reason = io::Error::last_os_error();
    if reason.raw_os_error() != Some(libc::ENOEXEC) {
        return reason;
    }
    // A file that names no interpreter, as `execvp` runs it.
    let shell = c"/bin/sh";
    let all = list(
        &mut [shell.as_ptr(), program.as_ptr()]
            .into_iter()
            .chain(of(arguments)),
    );
    // SAFETY: as above.
    unsafe { libc::execve(shell.as_ptr(), all.as_ptr(), environment.as_ptr()) };
    io::Error::last_os_error()
}

/// Has a command hand these descriptors to its program, under the numbers from `first` on.
pub(crate) fn with_descriptors(
    mut command: std::process::Command,
    descriptors: &[OwnedFd],
    first: RawFd,
) -> tokio::process::Command {
    use std::os::unix::process::CommandExt as _;
    let pairs: Vec<_> = descriptors
        .iter()
        .map(|one| one.as_raw_fd())
        .zip(first..)
        .collect();
    let step = move || {
        for (from, number) in &pairs {
            // SAFETY: calls without memory.
            unsafe {
                match from == number {
                    true => checked(libc::fcntl(*number, libc::F_SETFD, 0))?,
                    false => checked(libc::dup2(*from, *number))?,
                };
            }
        }
        Ok(())
    };
    // SAFETY: the step makes system calls only, on memory that was made before the fork.
    unsafe { command.pre_exec(step) };
    command.into()
}
