//! The network inside: every address leads to the loopback, so nothing gets out, and on some ports the host listens.

#[path = "../../gateway/routes.rs"]
mod routes;

use crate::sys;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};

/// Connections that wait to be accepted.
const BACKLOG: i32 = 128;

/// Makes the network, and gives the sockets for the host: UDP for names, then TCP for each port.
pub(super) fn make(ports: &[u16]) -> io::Result<Vec<OwnedFd>> {
    ask(&routes::loopback_up())?;
    ask(&routes::own_address())?;
    ask(&routes::local_default(routes::IPV4))?;
    // A system without IPv6 has nothing to lead anywhere.
    let both = ask(&routes::local_default(routes::IPV6)).is_ok();
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

/// Asks the kernel, and waits for its answer.
fn ask(message: &[u8]) -> io::Result<()> {
    let socket = sys::socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE)?;
    let mut answer = [0; 256];
    let length = sys::exchange(socket.as_fd(), message, &mut answer)?;
    routes::outcome(answer.get(..length).unwrap_or_default())
}
