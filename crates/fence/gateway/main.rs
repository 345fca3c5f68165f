//! `gateway SOCKET PORT…` makes the network of a container one in which every address leads to sockets of the host: UDP for names,
//! then TCP for each port. It gives them to the host at SOCKET, and ends with the host.
//!
//! It runs in any image, so `build.rs` compiles it by itself, without a crate and without libraries of the system. Its container runs
//! nothing else; the one of the server joins this network later and has no rights over it.

mod network;

use std::io::{self, Read as _};
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The engine hands it on to the host.
            eprintln!("portcullis gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let place = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
    let ports: Result<Vec<u16>, _> = arguments.map(|port| port.parse()).collect();
    let sockets = network::make(routes()?, &ports.map_err(io::Error::other)?)?;
    let mut host = UnixStream::connect(place)?;
    give(&host, &sockets)?;
    // They are the host's alone.
    drop(sockets);
    host.read(&mut [0]).map(drop)
}

/// A socket by which the kernel is told about networks.
fn routes() -> io::Result<OwnedFd> {
    const NETLINK: i32 = 16;
    const RAW: i32 = 3;
    const ROUTE: i32 = 0;
    // SAFETY: a call without memory; the descriptor is new.
    unsafe {
        match socket(NETLINK, RAW, ROUTE) {
            ..0 => Err(io::Error::last_os_error()),
            number => Ok(OwnedFd::from_raw_fd(number)),
        }
    }
}

/// Sends one byte with these sockets.
fn give(host: &UnixStream, sockets: &[OwnedFd]) -> io::Result<()> {
    const SOCKET_LEVEL: u32 = 1;
    const RIGHTS: u32 = 1;
    const NO_SIGNAL: i32 = 0x4000;
    let numbers = sockets.iter().map(|socket| socket.as_raw_fd().to_ne_bytes());
    let numbers: Vec<u8> = numbers.flatten().collect();
    // Its length, level and kind, then the numbers; as long as whole words.
    let mut control = (16 + numbers.len()).to_ne_bytes().to_vec();
    control.extend(SOCKET_LEVEL.to_ne_bytes());
    control.extend(RIGHTS.to_ne_bytes());
    control.extend(numbers);
    control.resize(control.len().next_multiple_of(8), 0);
    let words = control
        .chunks_exact(8)
        .map(|word| word.try_into().map(u64::from_ne_bytes));
    let mut control: Vec<u64> = words.collect::<Result<_, _>>().map_err(io::Error::other)?;
    let mut byte = *b"L";
    let mut part = Part {
        base: byte.as_mut_ptr(),
        length: byte.len(),
    };
    let header = Header {
        name: std::ptr::null_mut(),
        name_length: 0,
        parts: &raw mut part,
        part_count: 1,
        control: control.as_mut_ptr().cast(),
        control_length: 8 * control.len(),
        flags: 0,
    };
    // SAFETY: the header points to memory that lives until the call is over, each part as long as said.
    match unsafe { sendmsg(host.as_raw_fd(), &raw const header, NO_SIGNAL) } {
        ..0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// `iovec`.
#[repr(C)]
struct Part {
    base: *mut u8,
    length: usize,
}

/// `msghdr` of systems with 64 bits.
#[repr(C)]
struct Header {
    name: *mut u8,
    name_length: u32,
    parts: *mut Part,
    part_count: usize,
    control: *mut u8,
    control_length: usize,
    flags: i32,
}

unsafe extern "C" {
    fn socket(family: i32, kind: i32, protocol: i32) -> i32;
    fn sendmsg(socket: i32, header: *const Header, flags: i32) -> isize;
}
