//! Files, folders and mounts.

use super::{checked, owned, text};
use std::ffi::{CStr, OsStr};
use std::io;
use std::mem::{MaybeUninit, size_of};
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::path::Path;
use std::ptr;

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

/// Opens an absolute path, only to know it, without following any link on the way.
pub(crate) fn open_without_links(path: &Path) -> io::Result<OwnedFd> {
    let root = std::fs::File::open("/")?;
    open_beneath(root.as_fd(), path, libc::O_PATH)
}

/// Makes a folder, if it is not there.
pub(crate) fn make_folder(parent: BorrowedFd<'_>, name: &OsStr, mode: u32) -> io::Result<()> {
    let name = text(name)?;
    // SAFETY: the name ends with a zero.
    match checked(unsafe { libc::mkdirat(parent.as_raw_fd(), name.as_ptr(), mode) }) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Removes a file or a link.
pub(crate) fn remove(parent: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    let name = text(name)?;
    // SAFETY: the name ends with a zero.
    checked(unsafe { libc::unlinkat(parent.as_raw_fd(), name.as_ptr(), 0) }).map(drop)
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
