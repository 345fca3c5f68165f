//! The network inside: every address leads to the loopback, so nothing gets out, and on some ports the host listens.

use crate::sys;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};

/// The loopback is the first interface of every network.
const LOOPBACK: u32 = 1;
/// An address that no computer has (RFC 5737). Programs that see the loopback's alone do not look for names.
const OWN: [u8; 4] = [192, 0, 2, 1];
/// Connections that wait to be accepted.
const BACKLOG: i32 = 128;

/// Makes the network, and gives the sockets for the host: UDP for names, then TCP for each port.
pub(super) fn make(ports: &[u16]) -> io::Result<Vec<OwnedFd>> {
    sys::raise_loopback()?;
    add_address()?;
    add_route(libc::AF_INET)?;
    // A system without IPv6 has nothing to lead anywhere.
    let both = add_route(libc::AF_INET6).is_ok();
    let mut sockets = vec![names()?];
    for port in ports {
        sockets.push(listener(*port, both)?);
    }
    Ok(sockets)
}

/// Where names are asked for. Each answer has to come from the address that was asked.
fn names() -> io::Result<OwnedFd> {
    let socket = sys::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_NONBLOCK, 0)?;
    sys::set_option(socket.as_fd(), libc::IPPROTO_IP, libc::IP_PKTINFO, 1)?;
    sys::bind_v4(socket.as_fd(), 53)?;
    Ok(socket)
}

fn listener(port: u16, both: bool) -> io::Result<OwnedFd> {
    let kind = libc::SOCK_STREAM | libc::SOCK_NONBLOCK;
    let family = if both { libc::AF_INET6 } else { libc::AF_INET };
    let socket = sys::socket(family, kind, 0)?;
    if both {
        sys::set_option(socket.as_fd(), libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, 0)?;
        sys::bind_v6(socket.as_fd(), port)?;
    } else {
        sys::bind_v4(socket.as_fd(), port)?;
    }
    sys::listen(socket.as_fd(), BACKLOG)?;
    Ok(socket)
}

/// `local default dev lo table local`: each address of this family is an address of this computer.
fn add_route(family: i32) -> io::Result<()> {
    const LOCAL_TABLE: u8 = 255;
    const STATIC: u8 = 4;
    const HOST: u8 = 254;
    const LOCAL: u8 = 2;
    let mut body = vec![
        family as u8,
        0,
        0,
        0,
        LOCAL_TABLE,
        STATIC,
        HOST,
        LOCAL,
        0,
        0,
        0,
        0,
    ];
    attribute(&mut body, libc::RTA_OIF, &LOOPBACK.to_ne_bytes());
    request(libc::RTM_NEWROUTE, &body)
}

fn add_address() -> io::Result<()> {
    let mut body = vec![libc::AF_INET as u8, 32, 0, 0];
    body.extend(LOOPBACK.to_ne_bytes());
    attribute(&mut body, libc::IFA_LOCAL, &OWN);
    attribute(&mut body, libc::IFA_ADDRESS, &OWN);
    request(libc::RTM_NEWADDR, &body)
}

/// An attribute of four bytes.
fn attribute(body: &mut Vec<u8>, kind: u16, value: &[u8; 4]) {
    body.extend(8_u16.to_ne_bytes());
    body.extend(kind.to_ne_bytes());
    body.extend(value);
}

/// Asks the kernel by netlink, and waits for what it says.
fn request(kind: u16, body: &[u8]) -> io::Result<()> {
    const HEAD: usize = 16;
    let flags = libc::NLM_F_REQUEST | libc::NLM_F_ACK | libc::NLM_F_CREATE | libc::NLM_F_EXCL;
    let mut message = Vec::new();
    message.extend(((HEAD + body.len()) as u32).to_ne_bytes());
    message.extend(kind.to_ne_bytes());
    message.extend((flags as u16).to_ne_bytes());
    message.extend([0; 8]);
    message.extend(body);
    let socket = sys::socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE)?;
    let mut answer = [0; 256];
    let length = sys::exchange(socket.as_fd(), &message, &mut answer)?;
    let said = answer.get(..length).and_then(|answer| answer.get(HEAD..HEAD + 4));
    let said = said.and_then(|said| said.try_into().ok()).map(i32::from_ne_bytes);
    match said {
        Some(0) => Ok(()),
        Some(number) => Err(io::Error::from_raw_os_error(-number)),
        None => Err(io::Error::from_raw_os_error(libc::EPROTO)),
    }
}
