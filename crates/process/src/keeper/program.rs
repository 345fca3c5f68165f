//! A program with its arguments and its environment, on the way from the host to the process that becomes it.
//!
//! It goes through memory that has no name: the host writes it, the guard reads it, and it is gone with the last of
//! the two. The layout is two counts, then texts that end with a zero each: the file, the folder, the arguments, the
//! environment.

use super::super::spawn::Program;
use super::{guard::INHERITED, owned};
use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::ptr;

/// Runs a file that names no interpreter, as `execvp` does it.
const SHELL: &CStr = c"/bin/sh";
/// The two counts.
const HEAD: usize = 2 * size_of::<usize>();

/// Writes it where the guard finds it.
///
/// # Errors
/// `InvalidInput` for a text with a zero in it, and what the system says.
pub(super) fn write(program: &Program<'_>) -> io::Result<OwnedFd> {
    let Program { launch, environment } = program;
    let mut all = Vec::new();
    all.extend_from_slice(&launch.arguments.len().to_ne_bytes());
    all.extend_from_slice(&environment.len().to_ne_bytes());
    let mut text = |parts: &[&[u8]]| {
        let start = all.len();
        parts.iter().for_each(|part| all.extend_from_slice(part));
        if all[start..].contains(&0) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "there is a zero in it",
            ));
        }
        all.push(0);
        Ok(())
    };
    text(&[launch.program.as_os_str().as_bytes()])?;
    text(&[launch.folder.as_os_str().as_bytes()])?;
    for argument in &launch.arguments {
        text(&[argument.as_bytes()])?;
    }
    for (name, value) in environment {
        text(&[name.as_bytes(), b"=", value.as_bytes()])?;
    }
    #[allow(unsafe_code, reason = "the standard library makes no files without a name")]
    // SAFETY: the name is a text that ends with a zero.
    let file = owned(unsafe { libc::memfd_create(c"launch".as_ptr(), libc::MFD_CLOEXEC) })?;
    let mut file = File::from(file);
    let written = file.write_all(&all);
    zeroize::Zeroize::zeroize(&mut all);
    written?;
    Ok(file.into())
}

/// What `execve` takes, in memory of the guard.
pub(super) struct ExecImage {
    folder: *const libc::c_char,
    /// The shell, the file, its arguments, a null, the environment, a null.
    pointers: *mut *const libc::c_char,
    arguments: usize,
}

/// Maps what was written, and points into it.
///
/// # Safety
/// The descriptor must be one that [`write`] gave.
#[allow(unsafe_code, reason = "runs where nothing can be allocated")]
pub(super) unsafe fn read(descriptor: RawFd) -> Option<ExecImage> {
    // SAFETY: the mapping is as long as the file and lives until this process ends or becomes another program. The file
    // holds as many texts with a zero at their end as its counts say, and it is not written to any more. There is room for
    // as many pointers as are written: the texts without the folder, the shell, and two nulls.
    unsafe {
        let mut about = MaybeUninit::<libc::stat>::zeroed();
        if libc::fstat(descriptor, about.as_mut_ptr()) != 0 {
            return None;
        }
        let length = usize::try_from(about.assume_init().st_size).ok()?;
        let base = map(length, libc::MAP_PRIVATE, descriptor)?;
        let arguments = base.cast::<usize>().read();
        let environment = base.cast::<usize>().add(1).read();
        let count = arguments + environment + 4;
        let pointers = map(
            count * size_of::<*const libc::c_char>(),
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
        )?
        .cast::<*const libc::c_char>();
        let mut text = base.add(HEAD).cast::<libc::c_char>().cast_const();
        let mut next = || {
            let this = text;
            text = text.add(libc::strlen(text) + 1);
            this
        };
        pointers.write(SHELL.as_ptr());
        pointers.add(1).write(next());
        let folder = next();
        for at in 0..arguments {
            pointers.add(2 + at).write(next());
        }
        // New memory is all zeros, so both nulls are there.
        for at in 0..environment {
            pointers.add(3 + arguments + at).write(next());
        }
        Some(ExecImage {
            folder,
            pointers,
            arguments,
        })
    }
}

#[allow(unsafe_code, reason = "runs where nothing can be allocated")]
unsafe fn map(length: usize, flags: libc::c_int, descriptor: RawFd) -> Option<*mut u8> {
    // SAFETY: a new mapping, at a place that the system chooses.
    let base = unsafe {
        libc::mmap(
            ptr::null_mut(),
            length,
            libc::PROT_READ | libc::PROT_WRITE,
            flags,
            descriptor,
            0,
        )
    };
    (base != libc::MAP_FAILED).then(|| base.cast())
}

impl ExecImage {
    /// Becomes the program: the leader of a session without a terminal, with these descriptors from 0 on and no other, and
    /// with signals as a program expects them. A negative one is not there. Returns only with the reason why it did not.
    ///
    /// # Safety
    /// Only in a process that was forked for it.
    #[allow(unsafe_code, reason = "runs where nothing can be allocated")]
    pub(super) unsafe fn run(&self, descriptors: [RawFd; 3 + INHERITED]) -> libc::c_int {
        // SAFETY: system calls on what `read` prepared: lists that end with a null, of texts that end with a zero. All
        // descriptors are above those that they become, so none of them is overwritten before it is used; the fourth is
        // that of the guard for the ends of children, for which a program has no use.
        unsafe {
            if libc::setsid() < 0 || libc::chdir(self.folder) != 0 {
                return last_error();
            }
            let mut next = 0;
            for from in descriptors.into_iter().filter(|from| *from >= 0) {
                if libc::dup2(from, next) < 0 {
                    return last_error();
                }
                next += 1;
            }
            close_all_on_exec(next.cast_unsigned());
            as_at_the_beginning();
            let file = self.pointers.add(1);
            let environment = self.pointers.add(3 + self.arguments);
            libc::execve(*file, file, environment);
            let reason = last_error();
            if reason != libc::ENOEXEC {
                return reason;
            }
            libc::execve(*self.pointers, self.pointers, environment);
            last_error()
        }
    }
}

/// Has every descriptor from `first` on closed when the program runs. The keeper has few, and each closes on exec already: this is
/// for those that are not known.
#[allow(unsafe_code, reason = "older C libraries do not know the call")]
fn close_all_on_exec(first: u32) {
    // SAFETY: a system call that only marks descriptors of the process that makes it.
    unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
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

/// The reason why the last call failed.
#[allow(unsafe_code, reason = "what went wrong is told in this way")]
pub(super) fn last_error() -> libc::c_int {
    // SAFETY: the place is valid for as long as the thread.
    unsafe { *libc::__errno_location() }
}
