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

/// As `open_tree`, and sets the flags of what it opens (6.15). The same number on every architecture.
const OPEN_TREE_ATTR: libc::c_long = 467;

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

/// Typing into a terminal as if a person did it.
const TERMINAL: [u32; 2] = [libc::TIOCSTI as u32, libc::TIOCLINUX as u32];

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

fn program(plan: &FencePlan) -> Vec<sock_filter> {
    // Calls of another architecture have other numbers.
    let mut all = vec![
        step(LOAD, ARCH),
        jump(EQUAL, ARCHITECTURE, 1, 0),
        step(RETURN, KILL),
        step(LOAD, NUMBER),
    ];
    // A third set of numbers for the same calls, which nothing uses.
    #[cfg(target_arch = "x86_64")]
    all.extend([jump(AT_LEAST, 0x4000_0000, 0, 1), step(RETURN, NOT_THERE)]);
    for call in DENIED {
        on(&mut all, *call, &[step(RETURN, NOT_PERMITTED)]);
    }
    for call in ABSENT {
        on(&mut all, call, &[step(RETURN, NOT_THERE)]);
    }
    // Its flags cannot be seen; libraries fall back to the older call, whose can.
    on(&mut all, libc::SYS_clone3, &[step(RETURN, NOT_THERE)]);
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
    let terminal = [
        step(LOAD, argument(1)),
        jump(EQUAL, TERMINAL[0], 1, 0),
        jump(EQUAL, TERMINAL[1], 0, 1),
        step(RETURN, NOT_PERMITTED),
        step(RETURN, ALLOW),
    ];
    on(&mut all, libc::SYS_ioctl, &terminal);
    on(
        &mut all,
        libc::SYS_socket,
        &sockets(plan.unix_sockets, plan.nested),
    );
    all.push(step(RETURN, ALLOW));
    all
}

/// TCP and UDP; netlink for what a program asks of its own network; Unix sockets where one is granted. Pairs of sockets,
/// which lead nowhere else, are another call.
///
/// With a sandbox inside neither netlink nor raw sockets: in a network of its own they open the parts of the kernel that shape and
/// filter packets, where most faults that user namespaces led to were.
fn sockets(unix: bool, nested: bool) -> Vec<sock_filter> {
    // A family that is allowed in any case stands in for one that is not.
    let unix = if unix { libc::AF_UNIX } else { libc::AF_INET };
    if nested {
        /// The kind of socket, without the flags beside it.
        const KIND: u32 = 0xf;
        return vec![
            step(LOAD, argument(0)),
            jump(EQUAL, libc::AF_INET as u32, 3, 0),
            jump(EQUAL, libc::AF_INET6 as u32, 2, 0),
            jump(EQUAL, unix as u32, 5, 0),
            step(RETURN, NOT_PERMITTED),
            step(LOAD, argument(1)),
            step(AND, KIND),
            jump(EQUAL, libc::SOCK_STREAM as u32, 1, 0),
            jump(EQUAL, libc::SOCK_DGRAM as u32, 0, 1),
            step(RETURN, ALLOW),
            step(RETURN, NOT_PERMITTED),
        ];
    }
    vec![
        step(LOAD, argument(0)),
        jump(EQUAL, libc::AF_INET as u32, 5, 0),
        jump(EQUAL, libc::AF_INET6 as u32, 4, 0),
        jump(EQUAL, unix as u32, 3, 0),
        jump(EQUAL, libc::AF_NETLINK as u32, 0, 3),
        step(LOAD, argument(2)),
        jump(EQUAL, libc::NETLINK_ROUTE as u32, 0, 1),
        step(RETURN, ALLOW),
        step(RETURN, NOT_PERMITTED),
    ]
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
