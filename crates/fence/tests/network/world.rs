//! A network in which every address leads to this computer, and names of its own.

#![allow(unsafe_code, reason = "system calls, in a process of one thread")]

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

/// `granted.test` and `other.test` share an address.
const HOSTS: &str = "127.0.0.1 localhost
::1 localhost
93.184.216.34 granted.test
93.184.216.34 other.test
93.184.216.35 second.test
93.184.216.36 both.test
192.168.3.4 both.test
2606:4700::36 six.test
10.0.0.5 private.test
127.0.0.1 here.test
169.254.169.254 metadata.test
fd00:ec2::254 metadata6.test
93.184.216.50 mine.test
2606:4700::50 mine6.test
";

/// Addresses that the rest of the world would reach this computer by.
const MINE: [u8; 4] = [93, 184, 216, 50];
/// The same for a private network that it is in.
const MINE_INSIDE: [u8; 4] = [10, 0, 0, 50];
const MINE_6: [u8; 16] = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x50];

/// Moves there. Gives the file of names, which has to stay until the end.
pub fn enter() -> io::Result<PathBuf> {
    let file = std::env::temp_dir().join(format!("portcullis-hosts-{}", std::process::id()));
    fs::write(&file, HOSTS)?;
    // SAFETY: calls on memory of this function, in a process of one thread.
    unsafe {
        let (user, group) = (libc::getuid(), libc::getgid());
        done(libc::unshare(
            libc::CLONE_NEWUSER | libc::CLONE_NEWNET | libc::CLONE_NEWNS,
        ))?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
        let path = CString::new(file.as_os_str().as_bytes())?;
        let none = std::ptr::null();
        done(libc::mount(
            path.as_ptr(),
            c"/etc/hosts".as_ptr(),
            none,
            libc::MS_BIND,
            std::ptr::null(),
        ))?;
        raise_loopback()?;
    }
    address(&MINE)?;
    address(&MINE_6)?;
    address(&MINE_INSIDE)?;
    for family in [libc::AF_INET, libc::AF_INET6] {
        route(family)?;
    }
    Ok(file)
}

fn done(returned: libc::c_int) -> io::Result<()> {
    if returned < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

unsafe fn raise_loopback() -> io::Result<()> {
    // SAFETY: all zeros is valid, and the name ends with one.
    unsafe {
        let socket = libc::socket(libc::AF_INET, libc::SOCK_DGRAM, 0);
        let mut request: libc::ifreq = std::mem::zeroed();
        request.ifr_name[0] = b'l' as _;
        request.ifr_name[1] = b'o' as _;
        request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as _;
        let raised = done(libc::ioctl(socket, libc::SIOCSIFFLAGS as _, &raw const request));
        libc::close(socket);
        raised
    }
}

/// `local default dev lo table local`.
fn route(family: i32) -> io::Result<()> {
    let mut message = vec![36, 0, 0, 0];
    message.extend(libc::RTM_NEWROUTE.to_ne_bytes());
    message.extend(((libc::NLM_F_REQUEST | libc::NLM_F_ACK | libc::NLM_F_CREATE) as u16).to_ne_bytes());
    message.extend([0; 8]);
    message.extend([
        family as u8,
        0,
        0,
        0,
        255,
        4,
        254,
        2,
        0,
        0,
        0,
        0,
        8,
        0,
        4,
        0,
        1,
        0,
        0,
        0,
    ]);
    ask(&message)
}

/// Gives the loopback an address, as a computer has one that is reached from everywhere.
fn address(address: &[u8]) -> io::Result<()> {
    let family = if address.len() == 4 {
        libc::AF_INET
    } else {
        libc::AF_INET6
    };
    let mut message = vec![(24 + 2 * (4 + address.len())) as u8, 0, 0, 0];
    message.extend(libc::RTM_NEWADDR.to_ne_bytes());
    message.extend(((libc::NLM_F_REQUEST | libc::NLM_F_ACK | libc::NLM_F_CREATE) as u16).to_ne_bytes());
    message.extend([0; 8]);
    message.extend([family as u8, 8 * address.len() as u8, 0, 0, 1, 0, 0, 0]);
    for kind in [libc::IFA_ADDRESS, libc::IFA_LOCAL] {
        message.extend([4 + address.len() as u8, 0, kind as u8, 0]);
        message.extend(address);
    }
    ask(&message)
}

fn ask(message: &[u8]) -> io::Result<()> {
    // SAFETY: both buffers are as long as said.
    unsafe {
        let socket = libc::socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE);
        let mut answer = [0_u8; 256];
        let sent = libc::send(socket, message.as_ptr().cast(), message.len(), 0);
        let received = libc::recv(socket, answer.as_mut_ptr().cast(), answer.len(), 0);
        libc::close(socket);
        let code = i32::from_ne_bytes([answer[16], answer[17], answer[18], answer[19]]);
        match sent > 0 && received > 20 && code == 0 {
            true => Ok(()),
            false => Err(io::Error::from_raw_os_error(-code)),
        }
    }
}
