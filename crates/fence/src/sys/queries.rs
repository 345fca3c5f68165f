//! Datagrams that are answered from the address that was asked.

use super::checked;
use std::io;
use std::mem::{MaybeUninit, size_of, size_of_val};
use std::net::{Ipv4Addr, SocketAddrV4};
use std::os::fd::{AsRawFd as _, BorrowedFd};

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
