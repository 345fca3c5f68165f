//! The system calls of the fence that the standard library has no words for. All that is unsafe in this crate is here.

#![allow(unsafe_code, reason = "system calls without a safe form")]

use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::mem::{MaybeUninit, size_of, size_of_val};
use std::net::{Ipv4Addr, SocketAddrV4};
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::ptr;

/// Descriptors in one message.
pub(crate) const MAX_RIGHTS: usize = 128;

/// What a call returned, as the standard library says it.
fn checked(returned: impl Into<i64>) -> io::Result<i64> {
    let returned = returned.into();
    match returned < 0 {
        true => Err(io::Error::last_os_error()),
        false => Ok(returned),
    }
}

/// A new descriptor that a call returned.
fn owned(returned: impl Into<i64>) -> io::Result<OwnedFd> {
    let number = RawFd::try_from(checked(returned)?).map_err(io::Error::other)?;
    // SAFETY: the call that returned it just made it, so nobody else has it.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// A text for the system.
pub(crate) fn text(text: impl AsRef<OsStr>) -> io::Result<CString> {
    CString::new(text.as_ref().as_bytes()).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

/// The descriptor with this number, which this process was started with.
pub(crate) fn inherited(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: a call that only looks; the descriptor is taken only where it is open. Called once, at the start of the helper.
    unsafe {
        checked(libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC))?;
        Ok(OwnedFd::from_raw_fd(number))
    }
}

// Processes

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

/// Forks: `None` in the child. Only in the helper, which has one thread, so that the child may do everything.
pub(crate) fn fork() -> io::Result<Option<libc::pid_t>> {
    // SAFETY: there is no other thread that could hold a lock.
    let pid = checked(unsafe { libc::fork() })?;
    Ok((pid != 0).then_some(pid as libc::pid_t))
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

/// Whether the system answers to this call, which every Linux with a fence has: a filter says that it is not there.
pub(crate) fn has_clone3() -> bool {
    // SAFETY: without arguments it refuses.
    unsafe { libc::syscall(libc::SYS_clone3, std::ptr::null::<libc::c_void>(), 0_usize) };
    io::Error::last_os_error().raw_os_error() != Some(libc::ENOSYS)
}

/// Whether there is something to read, or an end to see, right now.
pub(crate) fn is_ready(descriptor: BorrowedFd<'_>) -> bool {
    let mut one = libc::pollfd {
        fd: descriptor.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: a list of one.
    unsafe { libc::poll(&raw mut one, 1, 0) > 0 }
}

fn prctl(what: libc::c_int, value: libc::c_ulong) -> io::Result<()> {
    let none: libc::c_ulong = 0;
    // SAFETY: of the options below none takes memory.
    checked(unsafe { libc::prctl(what, value, none, none, none) }).map(drop)
}

/// Has the system kill this process when its parent ends.
pub(crate) fn die_with_parent() -> io::Result<()> {
    prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong)
}

/// Nothing that this process runs gets more rights than it has.
pub(crate) fn no_new_privileges() -> io::Result<()> {
    prctl(libc::PR_SET_NO_NEW_PRIVS, 1)
}

/// The name by which lists of processes show this one.
pub(crate) fn call_itself(name: &CStr) {
    // SAFETY: the text ends with a zero. Only a name: a failure changes nothing.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
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
    // SAFETY: calls without memory; the limit is on the stack. What the child left of itself is not to be left twice.
    unsafe {
        if libc::WIFSIGNALED(status) {
            let none = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
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

/// Has every descriptor beyond 2 closed when a program is run.
pub(crate) fn close_on_exec() -> io::Result<()> {
    // SAFETY: a call that only marks descriptors.
    let marked = unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    checked(marked).map(drop)
}

/// Closes every descriptor beyond 2 but this one. Whoever had them must not use them any more.
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

// Memory files

/// A file without a name, whose content can never be changed again.
pub(crate) fn sealed(content: &[u8]) -> io::Result<OwnedFd> {
    use std::io::Write as _;
    // SAFETY: the name ends with a zero.
    let file =
        owned(unsafe { libc::memfd_create(c"fence".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) })?;
    let mut file = std::fs::File::from(file);
    file.write_all(content)?;
    // SAFETY: a call without memory.
    checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, SEALS) })?;
    Ok(file.into())
}

const SEALS: libc::c_int = libc::F_SEAL_SEAL | libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_WRITE;

/// Whether it is a file that [`sealed`] made.
pub(crate) fn is_sealed(file: BorrowedFd<'_>) -> bool {
    // SAFETY: a call without memory.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) == SEALS }
}

// Messages with descriptors

/// Two ends that keep messages apart.
pub(crate) fn message_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut pair = [-1; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: there is room for two; both are new.
    unsafe {
        checked(libc::socketpair(libc::AF_UNIX, kind, 0, pair.as_mut_ptr()))?;
        Ok((OwnedFd::from_raw_fd(pair[0]), OwnedFd::from_raw_fd(pair[1])))
    }
}

/// Room for the control part of a message, aligned as it has to be.
struct ControlBuffer([u64; 2 + MAX_RIGHTS / 2]);

/// Sends one message with these descriptors.
pub(crate) fn send(socket: BorrowedFd<'_>, message: &[u8], rights: &[RawFd]) -> io::Result<()> {
    let mut part = libc::iovec {
        iov_base: message.as_ptr().cast_mut().cast(),
        iov_len: message.len(),
    };
    let mut control = ControlBuffer([0; 2 + MAX_RIGHTS / 2]);
    if rights.len() > MAX_RIGHTS {
        return Err(io::Error::from_raw_os_error(libc::E2BIG));
    }
    // SAFETY: all zeros is a valid header; it points to memory that lives until the call is over, and there is room for as many
    // descriptors as were just counted.
    let sent = unsafe {
        let mut header: libc::msghdr = MaybeUninit::zeroed().assume_init();
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        if !rights.is_empty() {
            let length = size_of_val(rights) as u32;
            header.msg_control = control.0.as_mut_ptr().cast();
            header.msg_controllen = libc::CMSG_SPACE(length) as _;
            let first = libc::CMSG_FIRSTHDR(&raw const header);
            (*first).cmsg_level = libc::SOL_SOCKET;
            (*first).cmsg_type = libc::SCM_RIGHTS;
            (*first).cmsg_len = libc::CMSG_LEN(length) as _;
            let place = libc::CMSG_DATA(first).cast::<RawFd>();
            for (at, right) in rights.iter().enumerate() {
                place.add(at).write_unaligned(*right);
            }
        }
        libc::sendmsg(socket.as_raw_fd(), &raw const header, libc::MSG_NOSIGNAL)
    };
    checked(sent as i64).map(drop)
}

/// Receives one message: how long it is, zero at the end, and its descriptors. A message that does not fit is an error.
pub(crate) fn receive(socket: BorrowedFd<'_>, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut part = libc::iovec {
        iov_base: buffer.as_mut_ptr().cast(),
        iov_len: buffer.len(),
    };
    let mut control = ControlBuffer([0; 2 + MAX_RIGHTS / 2]);
    // SAFETY: as for `send`. What was received is read as the system laid it out, and each descriptor is new.
    unsafe {
        let mut header: libc::msghdr = MaybeUninit::zeroed().assume_init();
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        header.msg_control = control.0.as_mut_ptr().cast();
        header.msg_controllen = size_of_val(&control.0) as _;
        let length =
            checked(libc::recvmsg(socket.as_raw_fd(), &raw mut header, libc::MSG_CMSG_CLOEXEC) as i64)?;
        let mut rights = Vec::new();
        let first = libc::CMSG_FIRSTHDR(&raw const header);
        if !first.is_null()
            && (*first).cmsg_level == libc::SOL_SOCKET
            && (*first).cmsg_type == libc::SCM_RIGHTS
        {
            let bytes = (*first).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
            let place = libc::CMSG_DATA(first).cast::<RawFd>();
            for at in 0..bytes / size_of::<RawFd>() {
                rights.push(OwnedFd::from_raw_fd(place.add(at).read_unaligned()));
            }
        }
        if header.msg_flags & (libc::MSG_TRUNC | libc::MSG_CTRUNC) != 0 {
            return Err(io::Error::from_raw_os_error(libc::EMSGSIZE));
        }
        Ok((length as usize, rights))
    }
}

// Files and mounts

/// Opens a path below a folder without following any link on the way.
pub(crate) fn open_beneath(folder: BorrowedFd<'_>, path: &Path, flags: libc::c_int) -> io::Result<OwnedFd> {
    let path = text(path)?;
    // SAFETY: all zeros is valid; the structure is as large as said and lives until the call is over.
    let opened = unsafe {
        let mut how: libc::open_how = MaybeUninit::zeroed().assume_init();
        how.flags = (flags | libc::O_CLOEXEC) as u64;
        how.resolve = libc::RESOLVE_NO_SYMLINKS | libc::RESOLVE_NO_MAGICLINKS;
        libc::syscall(
            libc::SYS_openat2,
            folder.as_raw_fd(),
            path.as_ptr(),
            &raw const how,
            size_of::<libc::open_how>(),
        )
    };
    owned(opened)
}

/// Makes a folder, if it is not there.
pub(crate) fn make_folder(parent: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    let name = text(name)?;
    // SAFETY: the name ends with a zero.
    match checked(unsafe { libc::mkdirat(parent.as_raw_fd(), name.as_ptr(), 0o755) }) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Makes a file that was not there.
pub(crate) fn make_file(parent: BorrowedFd<'_>, name: &OsStr) -> io::Result<std::fs::File> {
    let name = text(name)?;
    let flags = libc::O_CREAT | libc::O_EXCL | libc::O_WRONLY | libc::O_NOFOLLOW | libc::O_CLOEXEC;
    // SAFETY: the name ends with a zero.
    owned(unsafe { libc::openat(parent.as_raw_fd(), name.as_ptr(), flags, 0o644) }).map(Into::into)
}

/// Makes a link, unless something has its name.
pub(crate) fn make_link(parent: BorrowedFd<'_>, name: &OsStr, target: &Path) -> io::Result<()> {
    let (name, target) = (text(name)?, text(target)?);
    // SAFETY: both texts end with a zero, and the place is on the stack.
    unsafe {
        let mut about = MaybeUninit::<libc::stat>::uninit();
        let parent = parent.as_raw_fd();
        if libc::fstatat(
            parent,
            name.as_ptr(),
            about.as_mut_ptr(),
            libc::AT_SYMLINK_NOFOLLOW,
        ) == 0
        {
            return Ok(());
        }
        checked(libc::symlinkat(target.as_ptr(), parent, name.as_ptr())).map(drop)
    }
}

/// Whether it is a folder.
pub(crate) fn is_folder(descriptor: BorrowedFd<'_>) -> io::Result<bool> {
    // SAFETY: the place is on the stack, and read where the call succeeded.
    unsafe {
        let mut about = MaybeUninit::<libc::stat>::uninit();
        checked(libc::fstat(descriptor.as_raw_fd(), about.as_mut_ptr()))?;
        Ok(about.assume_init().st_mode & libc::S_IFMT == libc::S_IFDIR)
    }
}

/// A file system of this kind that is mounted nowhere yet.
pub(crate) fn new_filesystem(kind: &CStr, options: &[(&CStr, &str)], flags: u64) -> io::Result<OwnedFd> {
    const SET_STRING: libc::c_uint = 1;
    const CREATE: libc::c_uint = 6;
    let nothing = ptr::null::<libc::c_char>();
    // SAFETY: texts end with a zero; what an operation does not take is null.
    unsafe {
        let made = owned(libc::syscall(
            libc::SYS_fsopen,
            kind.as_ptr(),
            libc::FSOPEN_CLOEXEC,
        ))?;
        let configure = |what: libc::c_uint, name: *const libc::c_char, value: *const libc::c_char| {
            checked(libc::syscall(
                libc::SYS_fsconfig,
                made.as_raw_fd(),
                what,
                name,
                value,
                0,
            ))
        };
        for (name, value) in options {
            let value = text(value)?;
            configure(SET_STRING, name.as_ptr(), value.as_ptr())?;
        }
        configure(CREATE, nothing, nothing)?;
        owned(libc::syscall(
            libc::SYS_fsmount,
            made.as_raw_fd(),
            libc::FSMOUNT_CLOEXEC,
            flags,
        ))
    }
}

/// A copy of the mounts at and below an opened path, mounted nowhere yet and apart from later changes of the original.
pub(crate) fn copy_tree(of: BorrowedFd<'_>, flags: u64) -> io::Result<OwnedFd> {
    let how = libc::OPEN_TREE_CLONE
        | libc::OPEN_TREE_CLOEXEC
        | (libc::AT_RECURSIVE | libc::AT_EMPTY_PATH) as libc::c_uint;
    // SAFETY: the path is empty: the descriptor itself is meant.
    let tree = owned(unsafe { libc::syscall(libc::SYS_open_tree, of.as_raw_fd(), c"".as_ptr(), how) })?;
    set_flags(tree.as_fd(), flags, true)?;
    Ok(tree)
}

/// Adds flags to a mount, or to all that are mounted below it as well.
pub(crate) fn set_flags(mount: BorrowedFd<'_>, flags: u64, below: bool) -> io::Result<()> {
    let how = libc::AT_EMPTY_PATH | if below { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: all zeros is valid; the structure is as large as said and lives until the call is over.
    let set = unsafe {
        let mut attributes: libc::mount_attr = MaybeUninit::zeroed().assume_init();
        attributes.attr_set = flags;
        attributes.propagation = libc::MS_PRIVATE;
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            how,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    checked(set).map(drop)
}

/// Mounts what was mounted nowhere.
pub(crate) fn attach(mount: BorrowedFd<'_>, at: BorrowedFd<'_>) -> io::Result<()> {
    let how = libc::MOVE_MOUNT_F_EMPTY_PATH | libc::MOVE_MOUNT_T_EMPTY_PATH;
    // SAFETY: both paths are empty: the descriptors themselves are meant.
    let moved = unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            mount.as_raw_fd(),
            c"".as_ptr(),
            at.as_raw_fd(),
            c"".as_ptr(),
            how,
        )
    };
    checked(moved).map(drop)
}

/// Lets no mount in this namespace be told of, or by, those outside.
pub(crate) fn part_mounts() -> io::Result<()> {
    let nothing = ptr::null();
    // SAFETY: of a call that changes flags only the path is read.
    let parted = unsafe {
        libc::mount(
            nothing,
            c"/".as_ptr(),
            nothing,
            libc::MS_REC | libc::MS_PRIVATE,
            ptr::null(),
        )
    };
    checked(parted).map(drop)
}

/// Makes a mount the root, and lets go of all that was there.
pub(crate) fn change_root(root: BorrowedFd<'_>) -> io::Result<()> {
    let here = c".".as_ptr();
    // SAFETY: texts end with a zero. The old root is mounted over the new one, and then taken away.
    unsafe {
        checked(libc::fchdir(root.as_raw_fd()))?;
        checked(libc::syscall(libc::SYS_pivot_root, here, here))?;
        checked(libc::umount2(here, libc::MNT_DETACH))?;
        checked(libc::chdir(c"/".as_ptr())).map(drop)
    }
}

// Landlock

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

/// Restricts this process, and all that it starts, for good.
pub(crate) fn landlock_restrict(rules: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: a call without memory.
    checked(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) }).map(drop)
}

/// Filters the system calls of this process, and of all that it starts, for good.
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

// Network

/// Sets an option whose value is a number.
pub(crate) fn set_option(socket: BorrowedFd<'_>, level: i32, option: i32, value: i32) -> io::Result<()> {
    // SAFETY: the value is on the stack and as long as said.
    let set = unsafe {
        let length = size_of::<i32>() as libc::socklen_t;
        libc::setsockopt(
            socket.as_raw_fd(),
            level,
            option,
            (&raw const value).cast(),
            length,
        )
    };
    checked(set).map(drop)
}

/// A new socket.
pub(crate) fn socket(family: i32, kind: i32, protocol: i32) -> io::Result<OwnedFd> {
    // SAFETY: a call without memory.
    owned(unsafe { libc::socket(family, kind | libc::SOCK_CLOEXEC, protocol) })
}

/// Raises the loopback of this network namespace.
pub(crate) fn raise_loopback() -> io::Result<()> {
    let socket = socket(libc::AF_INET, libc::SOCK_DGRAM, 0)?;
    // SAFETY: all zeros is valid, and the name ends with one.
    unsafe {
        let mut request: libc::ifreq = MaybeUninit::zeroed().assume_init();
        request.ifr_name[0] = b'l' as _;
        request.ifr_name[1] = b'o' as _;
        request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as _;
        checked(libc::ioctl(
            socket.as_raw_fd(),
            libc::SIOCSIFFLAGS as _,
            &raw const request,
        ))
        .map(drop)
    }
}

/// Binds an IPv6 socket to this port of every address.
pub(crate) fn bind_v6(socket: BorrowedFd<'_>, port: u16) -> io::Result<()> {
    // SAFETY: all zeros is every address; the structure is as long as said.
    let bound = unsafe {
        let mut address: libc::sockaddr_in6 = MaybeUninit::zeroed().assume_init();
        address.sin6_family = libc::AF_INET6 as _;
        address.sin6_port = port.to_be();
        let length = size_of::<libc::sockaddr_in6>() as libc::socklen_t;
        libc::bind(socket.as_raw_fd(), (&raw const address).cast(), length)
    };
    checked(bound).map(drop)
}

/// Binds an IPv4 socket to this port of every address.
pub(crate) fn bind_v4(socket: BorrowedFd<'_>, port: u16) -> io::Result<()> {
    // SAFETY: all zeros is every address; the structure is as long as said.
    let bound = unsafe {
        let mut address: libc::sockaddr_in = MaybeUninit::zeroed().assume_init();
        address.sin_family = libc::AF_INET as _;
        address.sin_port = port.to_be();
        let length = size_of::<libc::sockaddr_in>() as libc::socklen_t;
        libc::bind(socket.as_raw_fd(), (&raw const address).cast(), length)
    };
    checked(bound).map(drop)
}

/// Listens.
pub(crate) fn listen(socket: BorrowedFd<'_>, waiting: i32) -> io::Result<()> {
    // SAFETY: a call without memory.
    checked(unsafe { libc::listen(socket.as_raw_fd(), waiting) }).map(drop)
}

/// Writes, and reads what is answered, once each.
pub(crate) fn exchange(socket: BorrowedFd<'_>, message: &[u8], answer: &mut [u8]) -> io::Result<usize> {
    // SAFETY: both are as long as said.
    unsafe {
        let socket = socket.as_raw_fd();
        checked(libc::send(socket, message.as_ptr().cast(), message.len(), 0) as i64)?;
        checked(libc::recv(socket, answer.as_mut_ptr().cast(), answer.len(), 0) as i64)
            .map(|length| length as usize)
    }
}

/// Closes a connection, when it is closed, as one that is refused.
pub(crate) fn reset_when_closed(socket: BorrowedFd<'_>) -> io::Result<()> {
    let linger = libc::linger {
        l_onoff: 1,
        l_linger: 0,
    };
    // SAFETY: the value is on the stack and as long as said.
    let set = unsafe {
        let length = size_of::<libc::linger>() as libc::socklen_t;
        libc::setsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_LINGER,
            (&raw const linger).cast(),
            length,
        )
    };
    checked(set).map(drop)
}

/// Says that nothing more is written. A connection that is gone was told already.
pub(crate) fn end_writing(socket: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: a call without memory.
    match checked(unsafe { libc::shutdown(socket.as_raw_fd(), libc::SHUT_WR) }) {
        Err(error) if error.kind() != io::ErrorKind::NotConnected => Err(error),
        _ => Ok(()),
    }
}

/// Moves bytes between a pipe and something else, in the kernel and without waiting. Zero is the end.
pub(crate) fn splice(from: BorrowedFd<'_>, to: BorrowedFd<'_>, length: usize) -> io::Result<usize> {
    let none = ptr::null_mut();
    let how = libc::SPLICE_F_MOVE | libc::SPLICE_F_NONBLOCK;
    // SAFETY: without offsets no memory is read or written.
    let moved = unsafe { libc::splice(from.as_raw_fd(), none, to.as_raw_fd(), none, length, how) };
    checked(moved as i64).map(|moved| moved as usize)
}

/// Sets how much a pipe holds.
pub(crate) fn set_pipe_size(pipe: BorrowedFd<'_>, bytes: usize) -> io::Result<()> {
    let bytes = libc::c_int::try_from(bytes).map_err(io::Error::other)?;
    // SAFETY: a call without memory.
    checked(unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_SETPIPE_SZ, bytes) }).map(drop)
}

/// Room for the control part that says which address was asked.
struct AddressControl([u64; 8]);

/// Receives a datagram: how long it is, from whom, and to which of the many addresses it was sent.
pub(crate) fn receive_query(
    socket: BorrowedFd<'_>,
    buffer: &mut [u8],
) -> io::Result<(usize, SocketAddrV4, Ipv4Addr)> {
    let mut part = libc::iovec {
        iov_base: buffer.as_mut_ptr().cast(),
        iov_len: buffer.len(),
    };
    let mut control = AddressControl([0; 8]);
    // SAFETY: all zeros is valid for both; the header points to memory that lives until the call is over. What was received is
    // read as the system laid it out.
    unsafe {
        let mut from: libc::sockaddr_in = MaybeUninit::zeroed().assume_init();
        let mut header: libc::msghdr = MaybeUninit::zeroed().assume_init();
        header.msg_name = (&raw mut from).cast();
        header.msg_namelen = size_of::<libc::sockaddr_in>() as libc::socklen_t;
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        header.msg_control = control.0.as_mut_ptr().cast();
        header.msg_controllen = size_of_val(&control.0) as _;
        let length = checked(libc::recvmsg(socket.as_raw_fd(), &raw mut header, 0) as i64)?;
        let first = libc::CMSG_FIRSTHDR(&raw const header);
        if first.is_null()
            || (*first).cmsg_level != libc::IPPROTO_IP
            || (*first).cmsg_type != libc::IP_PKTINFO
        {
            return Err(io::Error::from_raw_os_error(libc::EPROTO));
        }
        let about = libc::CMSG_DATA(first).cast::<libc::in_pktinfo>().read_unaligned();
        let address = |address: libc::in_addr| Ipv4Addr::from(u32::from_be(address.s_addr));
        let from = SocketAddrV4::new(address(from.sin_addr), u16::from_be(from.sin_port));
        Ok((length as usize, from, address(about.ipi_addr)))
    }
}

/// Sends a datagram from this address, without waiting.
pub(crate) fn send_reply(
    socket: BorrowedFd<'_>,
    reply: &[u8],
    to: SocketAddrV4,
    from: Ipv4Addr,
) -> io::Result<()> {
    let mut part = libc::iovec {
        iov_base: reply.as_ptr().cast_mut().cast(),
        iov_len: reply.len(),
    };
    let mut control = AddressControl([0; 8]);
    // SAFETY: as for `receive_query`; there is room for one control message of this kind.
    let sent = unsafe {
        let mut address: libc::sockaddr_in = MaybeUninit::zeroed().assume_init();
        address.sin_family = libc::AF_INET as _;
        address.sin_port = to.port().to_be();
        address.sin_addr.s_addr = u32::from(*to.ip()).to_be();
        let mut about: libc::in_pktinfo = MaybeUninit::zeroed().assume_init();
        about.ipi_spec_dst.s_addr = u32::from(from).to_be();
        let length = size_of::<libc::in_pktinfo>() as u32;
        let mut header: libc::msghdr = MaybeUninit::zeroed().assume_init();
        header.msg_name = (&raw mut address).cast();
        header.msg_namelen = size_of::<libc::sockaddr_in>() as libc::socklen_t;
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        header.msg_control = control.0.as_mut_ptr().cast();
        header.msg_controllen = libc::CMSG_SPACE(length) as _;
        let first = libc::CMSG_FIRSTHDR(&raw const header);
        (*first).cmsg_level = libc::IPPROTO_IP;
        (*first).cmsg_type = libc::IP_PKTINFO;
        (*first).cmsg_len = libc::CMSG_LEN(length) as _;
        libc::CMSG_DATA(first)
            .cast::<libc::in_pktinfo>()
            .write_unaligned(about);
        libc::sendmsg(
            socket.as_raw_fd(),
            &raw const header,
            libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT,
        )
    };
    checked(sent as i64).map(drop)
}

/// Names the computer, in this namespace.
pub(crate) fn name_computer(name: &str) -> io::Result<()> {
    // SAFETY: as long as said.
    checked(unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) }).map(drop)
}
