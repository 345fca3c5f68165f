//! A network in which every address leads to the loopback, so nothing gets out, and on some ports the host listens. Both the helper of
//! a fence and the gateway of a container make it; the gateway is compiled without any crate, so there is none here.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener, UdpSocket};
use std::os::fd::OwnedFd;

/// Where names are asked for.
const NAMES: u16 = 53;
/// Families of addresses.
const IPV4: u8 = 2;
const IPV6: u8 = 10;
/// The loopback is the first interface of every network.
const LOOPBACK: u32 = 1;
/// An address that no computer has (RFC 5737). Programs that see the loopback's alone do not look for names.
const OWN: [u8; 4] = [192, 0, 2, 1];

const SET_LINK: u16 = 16;
const NEW_ADDRESS: u16 = 20;
const NEW_ROUTE: u16 = 24;
/// A request that is acknowledged.
const REQUEST: u16 = 0x1 | 0x4;
/// It makes what is not there yet.
const CREATE: u16 = 0x200 | 0x400;
/// Bytes of the head of a message.
const HEAD: usize = 16;

/// Makes the network of this process, and gives the sockets for the host: UDP for names, then TCP for each port. `kernel` is a socket of
/// `NETLINK_ROUTE`.
pub(crate) fn make(kernel: OwnedFd, ports: &[u16]) -> io::Result<Vec<OwnedFd>> {
    let mut kernel = File::from(kernel);
    ask(&mut kernel, &loopback_up())?;
    ask(&mut kernel, &own_address())?;
    ask(&mut kernel, &local_default(IPV4))?;
    // Without IPv6 there is nothing to lead anywhere.
    let both = ask(&mut kernel, &local_default(IPV6)).is_ok();
    let names = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, NAMES))?;
    names.set_nonblocking(true)?;
    let mut sockets = vec![names.into()];
    for &port in ports {
        // In a new network one of IPv6 takes connections of both.
        let listener = match both {
            true => TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)),
            false => TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)),
        }?;
        listener.set_nonblocking(true)?;
        sockets.push(listener.into());
    }
    Ok(sockets)
}

/// Asks the kernel, and waits for its answer.
fn ask(kernel: &mut File, message: &[u8]) -> io::Result<()> {
    kernel.write_all(message)?;
    let mut answer = [0; 256];
    let length = kernel.read(&mut answer)?;
    outcome(answer.get(..length).unwrap_or_default())
}

/// Raises the loopback.
fn loopback_up() -> Vec<u8> {
    const UP: u32 = 1;
    let mut body = vec![0, 0, 0, 0];
    // Its index, how it is to be, and what of that is said.
    for number in [LOOPBACK, UP, UP] {
        body.extend(number.to_ne_bytes());
    }
    message(SET_LINK, REQUEST, &body)
}

/// `local default dev lo table local`: each address of this family is an address of this computer.
fn local_default(family: u8) -> Vec<u8> {
    const LOCAL_TABLE: u8 = 255;
    const STATIC: u8 = 4;
    const HOST: u8 = 254;
    const LOCAL: u8 = 2;
    const INTERFACE: u16 = 4;
    let mut body = vec![family, 0, 0, 0, LOCAL_TABLE, STATIC, HOST, LOCAL, 0, 0, 0, 0];
    attribute(&mut body, INTERFACE, LOOPBACK.to_ne_bytes());
    message(NEW_ROUTE, REQUEST | CREATE, &body)
}

/// Gives the loopback an address that is no loopback's.
fn own_address() -> Vec<u8> {
    const ADDRESS: u16 = 1;
    const LOCAL: u16 = 2;
    let mut body = vec![IPV4, 32, 0, 0];
    body.extend(LOOPBACK.to_ne_bytes());
    attribute(&mut body, LOCAL, OWN);
    attribute(&mut body, ADDRESS, OWN);
    message(NEW_ADDRESS, REQUEST | CREATE, &body)
}

/// What the kernel answered to one message.
fn outcome(answer: &[u8]) -> io::Result<()> {
    // As the kernel says “protocol error”.
    const PROTOCOL: i32 = 71;
    let said = answer.get(HEAD..HEAD + 4).and_then(|said| said.try_into().ok());
    match said.map(i32::from_ne_bytes) {
        Some(0) => Ok(()),
        Some(number) => Err(io::Error::from_raw_os_error(-number)),
        None => Err(io::Error::from_raw_os_error(PROTOCOL)),
    }
}

/// An attribute of four bytes.
fn attribute(body: &mut Vec<u8>, kind: u16, value: [u8; 4]) {
    body.extend(8_u16.to_ne_bytes());
    body.extend(kind.to_ne_bytes());
    body.extend(value);
}

fn message(kind: u16, flags: u16, body: &[u8]) -> Vec<u8> {
    let mut message = Vec::new();
    message.extend(((HEAD + body.len()) as u32).to_ne_bytes());
    message.extend(kind.to_ne_bytes());
    message.extend(flags.to_ne_bytes());
    message.extend([0; 8]);
    message.extend(body);
    message
}
