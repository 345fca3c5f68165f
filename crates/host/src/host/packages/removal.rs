//! Deleting what a program made, which may have made it so that it stays, and may still be making it.

use portcullis_core::ids;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, fstat, openat, renameat, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::path::Arg;
use std::ffi::CStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

/// Deletes a folder with everything in it, also folders that a program closed to us, and folders in folders without end, for which the
/// standard library has neither descriptors nor stack. Those below are moved up and emptied there. No link is followed, also none
/// that a program lays meanwhile. Blocking.
pub(in crate::host) fn remove_whole(folder: &Path) -> io::Result<()> {
    if fs::symlink_metadata(folder)?.is_symlink() {
        return fs::remove_file(folder);
    }
    // Names that the program has not taken.
    let (names, mut moved) = (ids::random(), 0_u64);
    let top = open_folder(CWD, folder)?;
    loop {
        let found = each_folder(&top, |name| {
            let inner = open_folder(&top, name)?;
            each_folder(&inner, |below| {
                // A folder that cannot be changed cannot be moved either.
                open_folder(&inner, below)?;
                moved += 1;
                renameat(&inner, below, &top, format!("{names}-{moved}"))?;
                Ok(())
            })?;
            unlinkat(&top, name, AtFlags::REMOVEDIR)?;
            Ok(())
        })?;
        if !found {
            return fs::remove_dir(folder);
        }
    }
}

/// Does this with each folder in a folder, and deletes what else is in it. Whether there was anything.
fn each_folder(folder: &OwnedFd, mut of_folder: impl FnMut(&CStr) -> io::Result<()>) -> io::Result<bool> {
    let mut found = false;
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        found = true;
        let kind = match entry.file_type() {
            // Not every file system says it here.
            FileType::Unknown => {
                FileType::from_raw_mode(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode)
            }
            kind => kind,
        };
        if kind == FileType::Directory {
            of_folder(name)?;
        } else {
            unlinkat(folder, name, AtFlags::empty())?;
        }
    }
    Ok(found)
}

/// Opens a folder, which may be closed to us, so that it can be read and changed.
fn open_folder(parent: impl AsFd, name: impl Arg + Copy) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = || openat(&parent, name, flags, Mode::empty());
    let opened = match open() {
        Err(Errno::ACCESS) => {
            let_in(&parent, name)?;
            open()?
        }
        opened => opened?,
    };
    // A file system without modes says that all is allowed, and lets none be set.
    if !Mode::from_raw_mode(fstat(&opened)?.st_mode).contains(Mode::RWXU) {
        fchmod(&opened, Mode::RWXU)?;
    }
    Ok(opened)
}

/// Before Linux 6.6 no call sets the mode of a name without following a link that has it.
#[cfg(target_os = "linux")]
fn let_in(parent: impl AsFd, name: impl Arg) -> io::Result<()> {
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::PermissionsExt as _;
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(parent, name, flags, Mode::empty())?;
    let path = format!("/proc/self/fd/{}", opened.as_raw_fd());
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))
}

#[cfg(not(target_os = "linux"))]
fn let_in(parent: impl AsFd, name: impl Arg) -> io::Result<()> {
    rustix::fs::chmodat(parent, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    // Deeper than there are descriptors, or stack for a call in each.
    #[test]
    fn folders_in_folders_without_end_are_deleted() {
        let room = tempfile::tempdir().expect("a folder");
        let (home, next) = (room.path().join("home"), room.path().join("next"));
        fs::create_dir(&home).expect("made");
        for _ in 0..5_000 {
            fs::create_dir(&next).expect("made");
            fs::rename(&home, next.join("below")).expect("moved");
            fs::rename(&next, &home).expect("moved");
        }
        remove_whole(&home).expect("removed");
        assert!(!home.exists());
    }

    // As where a program lays it after the folder was listed.
    #[test]
    fn a_link_in_the_place_of_a_folder_is_neither_opened_nor_changed() {
        let room = tempfile::tempdir().expect("a folder");
        let (mine, link) = (room.path().join("mine"), room.path().join("link"));
        fs::create_dir(&mine).expect("made");
        fs::write(mine.join("file"), "x").expect("written");
        symlink(&mine, &link).expect("linked");
        for mode in [0o500, 0o000] {
            fs::set_permissions(&mine, fs::Permissions::from_mode(mode)).expect("set");
            assert!(open_folder(CWD, link.as_path()).is_err(), "{mode:o}");
            // Elsewhere it sets the mode of the link itself.
            #[cfg(target_os = "linux")]
            assert!(let_in(CWD, link.as_path()).is_err(), "{mode:o}");
            let found = fs::metadata(&mine).expect("there").permissions().mode();
            assert_eq!(found & 0o777, mode);
        }
        open_folder(CWD, mine.as_path()).expect("the control");
        remove_whole(&link).expect("removed");
        assert!(mine.join("file").exists() && !link.exists());
    }
}
