//! What a process gives up permanently: capabilities, files (Landlock) and system calls (seccomp).

use super::{checked, owned, prctl};
use std::io;
use std::mem::size_of;
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};
use std::ptr;

/// Nothing that this process runs gets more rights than it has.
pub(crate) fn no_new_privileges() -> io::Result<()> {
    prctl(libc::PR_SET_NO_NEW_PRIVS, 1)
}

/// Gives up every capability, for what is run as well.
pub(crate) fn drop_capabilities() -> io::Result<()> {
    #[repr(C)]
    struct Header {
        version: u32,
        pid: i32,
    }
    const VERSION: u32 = 0x2008_0522;
    /// `SECBIT_NOROOT`, `SECBIT_NO_SETUID_FIXUP` and `SECBIT_NO_CAP_AMBIENT_RAISE`, each locked: being user 0 means nothing.
    const NO_ROOT: libc::c_ulong = 0b1100_1111;
    prctl(libc::PR_SET_SECUREBITS, NO_ROOT)?;
    // The kernel refuses the first number that it does not know.
    for capability in 0..64 {
        if prctl(libc::PR_CAPBSET_DROP, capability).is_err() {
            break;
        }
    }
    prctl(
        libc::PR_CAP_AMBIENT,
        libc::PR_CAP_AMBIENT_CLEAR_ALL as libc::c_ulong,
    )?;
    let header = Header {
        version: VERSION,
        pid: 0,
    };
    let none = [0_u32; 6];
    // SAFETY: a header and two sets of three numbers, as this version lays them out.
    checked(unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) }).map(drop)
}

/// Leaves no image of this process's memory when it fails, nor of what it runs. A limit of 1 says so also to a system that hands such
/// images to a program of its own, which for 0 it does. A limit that is 0 already cannot be raised: then images have no memory in them,
/// only numbers in registers and names of files, unless what is run may write to `/proc` and changes that.
///
/// To be called where `/proc` can be written to.
pub(crate) fn no_core_images() -> io::Result<()> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the limit is on the stack.
    unsafe {
        checked(libc::getrlimit(libc::RLIMIT_CORE, &raw mut limit))?;
        limit.rlim_max = limit.rlim_max.min(1);
        limit.rlim_cur = limit.rlim_max;
        checked(libc::setrlimit(libc::RLIMIT_CORE, &raw const limit))?;
    }
    if limit.rlim_max > 0 {
        return Ok(());
    }
    // Of which parts of memory images are made. It is the same for what is run, and for what that starts.
    match std::fs::write("/proc/self/coredump_filter", "0") {
        // A kernel that makes no images.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Bounds the processes and threads of this user namespace, which the kernel counts apart from those outside (since 5.14). To be called
/// in it: what a namespace is made under bounds all processes of the account.
pub(crate) fn bound_processes(most: u64) -> io::Result<()> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the limit is on the stack.
    unsafe {
        checked(libc::getrlimit(libc::RLIMIT_NPROC, &raw mut limit))?;
        limit.rlim_cur = limit.rlim_cur.min(most);
        limit.rlim_max = limit.rlim_max.min(most);
        checked(libc::setrlimit(libc::RLIMIT_NPROC, &raw const limit)).map(drop)
    }
}

/// Which version of Landlock there is.
pub(crate) fn landlock_version() -> io::Result<i64> {
    // SAFETY: this call asks for the version, and takes no memory.
    checked(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, ptr::null::<u8>(), 0, 1) })
}

/// A set of rules: what is denied unless a rule allows it, and what may not be reached outside.
pub(crate) fn landlock_rules(files: u64, scopes: u64) -> io::Result<OwnedFd> {
    #[repr(C)]
    struct Attributes {
        files: u64,
        ports: u64,
        scopes: u64,
    }
    let attributes = Attributes {
        files,
        ports: 0,
        scopes,
    };
    // An older kernel knows the first part only.
    let known = match scopes {
        0 => size_of::<u64>(),
        _ => size_of::<Attributes>(),
    };
    // SAFETY: as long as said, and alive until the call is over.
    owned(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, &raw const attributes, known, 0) })
}

/// Allows this below an opened path.
pub(crate) fn landlock_allow(rules: BorrowedFd<'_>, below: BorrowedFd<'_>, files: u64) -> io::Result<()> {
    #[repr(C, packed)]
    struct Rule {
        files: u64,
        below: i32,
    }
    let rule = Rule {
        files,
        below: below.as_raw_fd(),
    };
    // SAFETY: the structure of this kind of rule, alive until the call is over.
    let added = unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            rules.as_raw_fd(),
            1,
            &raw const rule,
            0,
        )
    };
    checked(added).map(drop)
}

/// Restricts this process, and all that it starts, permanently.
pub(crate) fn landlock_restrict(rules: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: a call without memory.
    checked(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) }).map(drop)
}

/// Filters the system calls of this process, and of all that it starts, permanently.
pub(crate) fn filter_calls(filter: &mut [libc::sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_mut_ptr(),
    };
    // SAFETY: the filter is as long as said, and is copied by the call.
    checked(unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0,
            &raw const program,
        )
    })
    .map(drop)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test starts what it needs")]

    use super::no_core_images;
    use std::process::Command;

    /// Runs only inside the test below: its process stays as it leaves it.
    #[test]
    #[ignore = "is the process of another test"]
    fn makes_no_images() {
        if std::env::var_os("MAKES_NO_IMAGES").is_none() {
            return;
        }
        no_core_images().unwrap();
        let run = Command::new("cat")
            .arg("/proc/self/coredump_filter")
            .output()
            .unwrap();
        let filter = String::from_utf8_lossy(&run.stdout);
        assert_eq!(u32::from_str_radix(filter.trim(), 16), Ok(0), "{run:?}");
    }

    #[test]
    fn images_have_no_memory_where_their_limit_is_0_already() {
        let mut process = Command::new("sh");
        process.args(["-c", "ulimit -c 0 && exec \"$0\" \"$@\""]);
        process.arg(std::env::current_exe().unwrap());
        process.args([
            "--exact",
            "sys::rights::tests::makes_no_images",
            "--ignored",
            "--nocapture",
        ]);
        let output = process.env("MAKES_NO_IMAGES", "1").output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && printed.contains("1 passed"),
            "{printed}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
