//! Files in memory without a name.

use super::{checked, owned};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};

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
