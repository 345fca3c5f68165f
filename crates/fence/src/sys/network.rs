//! Sockets and the network of a namespace.

use super::{checked, owned};
use std::io;
use std::mem::size_of;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};
use std::ptr;

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

/// Looks whether this is a socket of IP and of this kind.
pub(crate) fn check_socket(socket: BorrowedFd<'_>, kind: i32) -> io::Result<()> {
    let families = [libc::AF_INET, libc::AF_INET6];
    let fits = option(socket, libc::SO_TYPE)? == kind && families.contains(&option(socket, libc::SO_DOMAIN)?);
    match fits {
        true => Ok(()),
        false => Err(io::Error::from_raw_os_error(libc::EPROTO)),
    }
}

/// An option of sockets whose value is a number.
fn option(socket: BorrowedFd<'_>, option: i32) -> io::Result<i32> {
    let mut value = 0_i32;
    // SAFETY: there is room for the value, as much as said.
    let read = unsafe {
        let mut length = size_of::<i32>() as libc::socklen_t;
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            option,
            (&raw mut value).cast(),
            &raw mut length,
        )
    };
    checked(read).map(|_| value)
}

/// A new socket.
pub(crate) fn socket(family: i32, kind: i32, protocol: i32) -> io::Result<OwnedFd> {
    // SAFETY: a call without memory.
    owned(unsafe { libc::socket(family, kind | libc::SOCK_CLOEXEC, protocol) })
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

/// The addresses of this computer, in its network namespace.
pub(crate) fn own_addresses() -> io::Result<Vec<IpAddr>> {
    let mut addresses = Vec::new();
    let mut first = ptr::null_mut();
    // SAFETY: the list is read while it is there, and each address as its family says that it is laid out.
    unsafe {
        checked(libc::getifaddrs(&raw mut first))?;
        let mut next = first;
        while let Some(interface) = next.as_ref() {
            next = interface.ifa_next;
            let Some(address) = interface.ifa_addr.as_ref() else {
                continue;
            };
            match i32::from(address.sa_family) {
                libc::AF_INET => {
                    let address = interface.ifa_addr.cast::<libc::sockaddr_in>().read_unaligned();
                    addresses.push(Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr)).into());
                }
                libc::AF_INET6 => {
                    let address = interface.ifa_addr.cast::<libc::sockaddr_in6>().read_unaligned();
                    addresses.push(Ipv6Addr::from(address.sin6_addr.s6_addr).into());
                }
                _ => {}
            }
        }
        libc::freeifaddrs(first);
    }
    Ok(addresses)
}

/// Names the computer, in this namespace.
pub(crate) fn name_computer(name: &str) -> io::Result<()> {
    // SAFETY: as long as said.
    checked(unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) }).map(drop)
}
