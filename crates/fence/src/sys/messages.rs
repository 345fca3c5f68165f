//! Messages that carry descriptors.

use super::checked;
use std::io;
use std::mem::{MaybeUninit, size_of, size_of_val};
use std::os::fd::{AsRawFd as _, BorrowedFd, FromRawFd as _, OwnedFd, RawFd};

/// Descriptors in one message.
const MAX_RIGHTS: usize = 128;

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
