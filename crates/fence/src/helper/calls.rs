//! Which system calls the program may make (seccomp). All but a list: a program that is told “not permitted” by a call that it
//! does not need goes on; what it needs is not in the list.

use crate::plan::FencePlan;
use crate::sys;
use libc::sock_filter;
use std::io;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
#[cfg(target_arch = "riscv64")]
const ARCHITECTURE: u32 = 0xc000_00f3;

const ALLOW: u32 = 0x7fff_0000;
const KILL: u32 = 0x8000_0000;
const NOT_PERMITTED: u32 = 0x0005_0000 | libc::EPERM as u32;
/// For what a library does in another way where the call does not exist.
const NOT_THERE: u32 = 0x0005_0000 | libc::ENOSYS as u32;
/// Says that it was done, and does nothing.
const PRETENDED: u32 = 0x0005_0000;

/// Where a filter finds the number of the call, the architecture, and the low half of an argument.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

const LOAD: u16 = 0x20;
const EQUAL: u16 = 0x15;
const AT_LEAST: u16 = 0x35;
const ANY_BIT: u16 = 0x45;
const AND: u16 = 0x54;
const RETURN: u16 = 0x06;
/// Ahead by so many steps.
const JUMP: u16 = 0x05;

/// As `open_tree`, and sets the flags of what it opens (6.15). The same number on every architecture.
const OPEN_TREE_ATTR: libc::c_long = 467;
/// As `quotactl`, by a descriptor (5.14). The same number on every architecture.
const QUOTACTL_FD: libc::c_long = 443;

/// As `fchmodat`, with flags (6.6). The same number on every architecture.
const FCHMODAT2: libc::c_long = 452;

/// The first number that Linux 6.18 does not have, on every architecture.
const FIRST_UNKNOWN: u32 = 470;

/// Kernel interfaces with which no server has any business: other processes, tracing, keys, mounts, modules, the system.
const DENIED: &[libc::c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    OPEN_TREE_ATTR,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    QUOTACTL_FD,
    libc::SYS_fanotify_init,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_reboot,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
];

/// Code of the kernel with a long history of faults, for which every library has another way.
const ABSENT: [libc::c_long; 3] = [
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Calls that set the mode of a file, with the place of the mode among their arguments. By a mode with setuid any other account that sees
/// the file would act as the person: the mounts inside ignore it, those outside do not. What makes a file with such a mode is
/// allowed: it is empty, and with the first byte in it the kernel takes setuid away.
const MODES: &[(libc::c_long, u32)] = &[
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1),
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (FCHMODAT2, 2),
];

/// Typing into a terminal as if a person did it.
const TERMINAL: [u32; 2] = [libc::TIOCSTI as u32, libc::TIOCLINUX as u32];

/// Calls of file systems whose snapshots show more than the folder that they are asked of: Btrfs and bcachefs copy the whole
/// subvolume around it, which may be all homes of the computer. What copies parts of opened files is allowed (`FICLONE`,
/// `FICLONERANGE`, `FIDEDUPERANGE`).
const BTRFS: u32 = 0x9400;
const BCACHEFS: u32 = 0xbc00;
const OF_OPENED_FILES: [u32; 3] = [9, 13, 54];

/// The limit of the size of an image of memory (`RLIMIT_CORE`). The same number on every architecture.
const CORE: u32 = 4;

/// Leases let a program that only reads a file hold up programs that want to write to it.
const LEASE: u32 = libc::F_SETLEASE as u32;

/// Of the protocols over IP: what the kind of socket says, TCP, UDP, `ping`, and TCP over several ways, which Go asks for first. Others
/// are rarely used code of the kernel that loads itself when it is asked for.
const PROTOCOLS: [u32; 6] = [
    0,
    libc::IPPROTO_TCP as u32,
    libc::IPPROTO_UDP as u32,
    libc::IPPROTO_ICMP as u32,
    libc::IPPROTO_ICMPV6 as u32,
    262,
];

/// The kind of a socket, without the flags beside it.
const KIND: u32 = 0xf;

/// Every kind of namespace that can be made.
const NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWTIME) as u32;

/// Those of which a sandbox inside is made: users, so that it has rights in the others; processes and network. In no mounts of its
/// own, so nothing of the files changes.
const OF_A_SANDBOX: u32 = (libc::CLONE_NEWUSER | libc::CLONE_NEWPID | libc::CLONE_NEWNET) as u32;

/// Options of IP sockets that replace or count rules of packet filters (iptables, arptables, ebtables). Who has a user namespace may
/// set them in a network of its own.
const PACKET_FILTERS: [u32; 6] = [64, 65, 96, 97, 128, 129];

/// Filters the calls of this process.
pub(super) fn filter(plan: &FencePlan) -> io::Result<()> {
    sys::filter_calls(&mut program(plan))
}

/// Its order and its length cost a call like `read` nothing: the kernel finds out once which calls are always allowed (since 5.11, and a
/// fence needs 5.19), and runs this for the others.
fn program(plan: &FencePlan) -> Vec<sock_filter> {
    // Calls of another architecture have other numbers.
    let mut all = vec![
        step(LOAD, ARCH),
        jump(EQUAL, ARCHITECTURE, 1, 0),
        step(RETURN, KILL),
        step(LOAD, NUMBER),
    ];
    // Of a kernel that is newer than this list, which a program that finds an older one does without. On x86-64 also a third set of
    // numbers for the same calls, which nothing uses.
    all.extend([jump(AT_LEAST, FIRST_UNKNOWN, 0, 1), step(RETURN, NOT_THERE)]);
    for call in DENIED {
        on(&mut all, *call, &[step(RETURN, NOT_PERMITTED)]);
    }
    for call in ABSENT {
        on(&mut all, call, &[step(RETURN, NOT_THERE)]);
    }
    // Its flags cannot be seen; libraries fall back to the older call, whose can.
    on(&mut all, libc::SYS_clone3, &[step(RETURN, NOT_THERE)]);
    for (call, mode) in MODES {
        let steps = [
            step(LOAD, argument(*mode)),
            jump(ANY_BIT, libc::S_ISUID, 0, 1),
            step(RETURN, NOT_PERMITTED),
            step(RETURN, ALLOW),
        ];
        on(&mut all, *call, &steps);
    }
    let denied = if plan.nested {
        NAMESPACES & !OF_A_SANDBOX
    } else {
        NAMESPACES
    };
    let flags = [
        step(LOAD, argument(0)),
        jump(ANY_BIT, denied, 0, 1),
        step(RETURN, NOT_PERMITTED),
        step(RETURN, ALLOW),
    ];
    on(&mut all, libc::SYS_clone, &flags);
    if plan.nested {
        on(&mut all, libc::SYS_unshare, &flags);
        on(&mut all, libc::SYS_setsockopt, &options());
    } else {
        on(&mut all, libc::SYS_unshare, &[step(RETURN, NOT_PERMITTED)]);
    }
    on(&mut all, libc::SYS_ioctl, &device_calls());
    on(&mut all, libc::SYS_fcntl, &unless(1, &[LEASE], NOT_PERMITTED));
    // An image of its memory, with its secrets, would go to whatever collects them outside. What a program does about that itself
    // changes nothing, and is no reason for it to end.
    on(&mut all, libc::SYS_setrlimit, &unless(0, &[CORE], PRETENDED));
    on(&mut all, libc::SYS_prlimit64, &setting_of(CORE));
    on(
        &mut all,
        libc::SYS_socket,
        &sockets(plan.unix_sockets, plan.nested),
    );
    on(&mut all, libc::SYS_socketpair, &pairs(plan.unix_sockets));
    all.push(step(RETURN, ALLOW));
    all
}

/// This result where an argument has one of these values, and else none.
fn unless(index: u32, values: &[u32], result: u32) -> Vec<sock_filter> {
    let mut steps = vec![step(LOAD, argument(index))];
    steps.extend(one_of(values, step(RETURN, result)));
    steps.push(step(RETURN, ALLOW));
    steps
}

/// This step where the loaded value is one of these.
fn one_of(values: &[u32], then: sock_filter) -> Vec<sock_filter> {
    let count = values.len() as u8;
    let mut steps: Vec<_> = (1..=count)
        .rev()
        .zip(values)
        .map(|(left, value)| jump(EQUAL, *value, left, 0))
        .collect();
    // Past it, where none of them was the value.
    steps.push(jump(JUMP, 1, 0, 0));
    steps.push(then);
    steps
}

/// `prlimit` that sets this limit. One that only asks for it has no second place.
fn setting_of(limit: u32) -> Vec<sock_filter> {
    vec![
        step(LOAD, argument(1)),
        jump(EQUAL, limit, 0, 5),
        step(LOAD, argument(2)),
        jump(EQUAL, 0, 0, 2),
        step(LOAD, argument(2) + 4),
        jump(EQUAL, 0, 1, 0),
        step(RETURN, PRETENDED),
        step(RETURN, ALLOW),
    ]
}

/// All calls of devices and file systems but [`TERMINAL`] and those that make snapshots.
fn device_calls() -> Vec<sock_filter> {
    const GROUP: u32 = 0xff00;
    const NUMBER_IN_GROUP: u32 = 0xff;
    let mut steps = vec![step(LOAD, argument(1))];
    steps.extend(one_of(&TERMINAL, step(RETURN, NOT_PERMITTED)));
    steps.push(step(AND, GROUP));
    steps.extend(one_of(&[BCACHEFS], step(RETURN, NOT_PERMITTED)));
    let mut of_btrfs = vec![step(LOAD, argument(1)), step(AND, NUMBER_IN_GROUP)];
    of_btrfs.extend(one_of(&OF_OPENED_FILES, step(RETURN, ALLOW)));
    of_btrfs.push(step(RETURN, NOT_PERMITTED));
    steps.push(jump(EQUAL, BTRFS, 0, of_btrfs.len() as u8));
    steps.extend(of_btrfs);
    steps.push(step(RETURN, ALLOW));
    steps
}

/// TCP and UDP; netlink for what a program asks of its own network; Unix sockets where one is granted.
///
/// With a sandbox inside neither netlink nor raw sockets: in a network of its own they open the parts of the kernel that shape and
/// filter packets, where most faults that user namespaces led to were.
fn sockets(unix: bool, nested: bool) -> Vec<sock_filter> {
    const IP: [u32; 2] = [libc::AF_INET as u32, libc::AF_INET6 as u32];
    let mut of_ip = Vec::new();
    if nested {
        const KINDS: [u32; 2] = [libc::SOCK_STREAM as u32, libc::SOCK_DGRAM as u32];
        of_ip.extend([step(LOAD, argument(1)), step(AND, KIND)]);
        // Past the refusal.
        of_ip.extend(one_of(&KINDS, jump(JUMP, 1, 0, 0)));
        of_ip.push(step(RETURN, NOT_PERMITTED));
    }
    of_ip.push(step(LOAD, argument(2)));
    of_ip.extend(one_of(&PROTOCOLS, step(RETURN, ALLOW)));
    of_ip.push(step(RETURN, NOT_PERMITTED));
    let mut steps = vec![step(LOAD, argument(0))];
    if unix {
        steps.extend(one_of(&[libc::AF_UNIX as u32], step(RETURN, ALLOW)));
    }
    if !nested {
        let mut of_netlink = vec![step(LOAD, argument(2))];
        of_netlink.extend(one_of(&[libc::NETLINK_ROUTE as u32], step(RETURN, ALLOW)));
        of_netlink.push(step(RETURN, NOT_PERMITTED));
        steps.push(jump(EQUAL, libc::AF_NETLINK as u32, 0, of_netlink.len() as u8));
        steps.extend(of_netlink);
    }
    let length = of_ip.len() as u8;
    steps.extend([jump(EQUAL, IP[0], 1, 0), jump(EQUAL, IP[1], 0, length)]);
    steps.extend(of_ip);
    steps.push(step(RETURN, NOT_PERMITTED));
    steps
}

/// Pairs of Unix sockets, each of which leads to the other. One of a pair of datagrams can be connected to, and send to, any other
/// socket by its path, so these are made where sockets may be made. Pairs of other families are sockets of other families.
fn pairs(unix: bool) -> Vec<sock_filter> {
    const KINDS: [u32; 2] = [libc::SOCK_STREAM as u32, libc::SOCK_SEQPACKET as u32];
    let mut steps = vec![
        step(LOAD, argument(0)),
        jump(EQUAL, libc::AF_UNIX as u32, 1, 0),
        step(RETURN, NOT_PERMITTED),
    ];
    if !unix {
        steps.extend([step(LOAD, argument(1)), step(AND, KIND)]);
        steps.extend(one_of(&KINDS, jump(JUMP, 1, 0, 0)));
        steps.push(step(RETURN, NOT_PERMITTED));
    }
    steps.push(step(RETURN, ALLOW));
    steps
}

/// All options of sockets but [`PACKET_FILTERS`].
fn options() -> Vec<sock_filter> {
    let count = PACKET_FILTERS.len() as u8;
    let mut steps = vec![
        step(LOAD, argument(1)),
        jump(EQUAL, libc::SOL_IP as u32, 1, 0),
        jump(EQUAL, libc::SOL_IPV6 as u32, 0, count + 1),
        step(LOAD, argument(2)),
    ];
    let denied = (0..count).rev().zip(PACKET_FILTERS);
    steps.extend(denied.map(|(left, option)| jump(EQUAL, option, left + 1, 0)));
    steps.extend([step(RETURN, ALLOW), step(RETURN, NOT_PERMITTED)]);
    steps
}

/// Does these steps for this call. Each of them must end with a result.
fn on(all: &mut Vec<sock_filter>, call: libc::c_long, steps: &[sock_filter]) {
    all.push(jump(EQUAL, call as u32, 0, steps.len() as u8));
    all.extend(steps);
}

fn step(code: u16, k: u32) -> sock_filter {
    jump(code, k, 0, 0)
}

fn jump(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

#[cfg(test)]
mod tests;
