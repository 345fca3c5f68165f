use super::*;

/// What a filter says of a call with these arguments, as the kernel runs it.
fn said(filter: &[sock_filter], call: u32, arguments: [u64; 4]) -> u32 {
    said_of(ARCHITECTURE, filter, call, arguments)
}

fn said_of(architecture: u32, filter: &[sock_filter], call: u32, arguments: [u64; 4]) -> u32 {
    let mut data = vec![call, architecture, 0, 0];
    for argument in arguments {
        data.extend([argument as u32, (argument >> 32) as u32]);
    }
    let (mut at, mut value) = (0, 0);
    loop {
        let step = &filter[at];
        at += 1;
        let jump = |holds: bool| usize::from(if holds { step.jt } else { step.jf });
        match step.code {
            LOAD => value = data[step.k as usize / 4],
            AND => value &= step.k,
            EQUAL => at += jump(value == step.k),
            AT_LEAST => at += jump(value >= step.k),
            ANY_BIT => at += jump(value & step.k != 0),
            JUMP => at += step.k as usize,
            RETURN => return step.k,
            other => panic!("{other}"),
        }
    }
}

fn filter(unix_sockets: bool, nested: bool) -> Vec<sock_filter> {
    program(&FencePlan {
        unix_sockets,
        nested,
        ..FencePlan::default()
    })
}

// Proves S-68.
#[test]
fn a_call_is_judged_by_its_number_and_its_arguments() {
    let (inet, unix, netlink) = (
        libc::AF_INET as u64,
        libc::AF_UNIX as u64,
        libc::AF_NETLINK as u64,
    );
    let (stream, datagram, raw) = (1, 2, 3);
    let flags = (libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK) as u64;
    for (unix_sockets, nested) in [(false, false), (false, true), (true, false), (true, true)] {
        let filter = filter(unix_sockets, nested);
        let asked = |call: libc::c_long, arguments: [u64; 4], wanted: u32| {
            let found = said(&filter, call as u32, arguments);
            assert_eq!(found, wanted, "{call} {arguments:?} {unix_sockets} {nested}");
        };
        let where_unix = if unix_sockets { ALLOW } else { NOT_PERMITTED };
        let unless_nested = if nested { NOT_PERMITTED } else { ALLOW };
        asked(libc::SYS_read, [0; 4], ALLOW);
        asked(libc::SYS_ptrace, [0; 4], NOT_PERMITTED);
        asked(libc::SYS_clone3, [0; 4], NOT_THERE);
        asked(libc::SYS_io_uring_setup, [0; 4], NOT_THERE);
        asked(FIRST_UNKNOWN.into(), [0; 4], NOT_THERE);
        asked(0x4000_0000, [0; 4], NOT_THERE);
        asked(libc::SYS_socket, [inet, stream | flags, 0, 0], ALLOW);
        asked(libc::SYS_socket, [inet, datagram, 17, 0], ALLOW);
        asked(libc::SYS_socket, [inet, stream, 132, 0], NOT_PERMITTED);
        asked(libc::SYS_socket, [inet, raw, 1, 0], unless_nested);
        asked(libc::SYS_socket, [unix, datagram, 0, 0], where_unix);
        asked(libc::SYS_socket, [netlink, raw, 0, 0], unless_nested);
        asked(libc::SYS_socket, [netlink, raw, 12, 0], NOT_PERMITTED);
        asked(libc::SYS_socket, [40, stream, 0, 0], NOT_PERMITTED);
        asked(libc::SYS_socketpair, [unix, stream | flags, 0, 0], ALLOW);
        asked(libc::SYS_socketpair, [unix, 5, 0, 0], ALLOW);
        asked(libc::SYS_socketpair, [unix, datagram | flags, 0, 0], where_unix);
        asked(libc::SYS_socketpair, [unix, raw, 0, 0], where_unix);
        asked(libc::SYS_socketpair, [30, stream, 0, 0], NOT_PERMITTED);
        asked(libc::SYS_prlimit64, [0, 4, 0, 1], ALLOW);
        asked(libc::SYS_prlimit64, [0, 4, 1 << 32, 0], PRETENDED);
        asked(libc::SYS_prlimit64, [0, 4, 1, 0], PRETENDED);
        asked(libc::SYS_prlimit64, [0, 7, 1, 0], ALLOW);
        asked(libc::SYS_setrlimit, [4, 1, 0, 0], PRETENDED);
        asked(libc::SYS_setrlimit, [7, 1, 0, 0], ALLOW);
        asked(libc::SYS_fcntl, [0, 1024, 0, 0], NOT_PERMITTED);
        asked(libc::SYS_fcntl, [0, 1, 0, 0], ALLOW);
        for (call, wanted) in [
            (0x5401, ALLOW),
            (0x5412, NOT_PERMITTED),
            (0x541c, NOT_PERMITTED),
            (0x4004_9409, ALLOW),
            (0x4020_940d, ALLOW),
            (0xc018_9436, ALLOW),
            (0x5000_9401, NOT_PERMITTED),
            (0x5000_9417, NOT_PERMITTED),
            (0x4038_bc10, NOT_PERMITTED),
            // The kernel reads the lower half alone.
            (1 << 32 | 0x5412, NOT_PERMITTED),
        ] {
            asked(libc::SYS_ioctl, [0, call, 0, 0], wanted);
        }
        let users = if nested { ALLOW } else { NOT_PERMITTED };
        asked(libc::SYS_unshare, [libc::CLONE_NEWUSER as u64, 0, 0, 0], users);
        asked(libc::SYS_clone, [libc::CLONE_NEWUSER as u64 | 17, 0, 0, 0], users);
        asked(
            libc::SYS_clone,
            [libc::CLONE_NEWNS as u64, 0, 0, 0],
            NOT_PERMITTED,
        );
        asked(libc::SYS_clone, [libc::CLONE_VM as u64, 0, 0, 0], ALLOW);
    }
}

// Proves S-68.
#[test]
fn no_file_gets_the_rights_of_its_owner_for_others() {
    for nested in [false, true] {
        let filter = filter(false, nested);
        let asked = |call: libc::c_long, arguments: [u64; 4], wanted: u32| {
            let found = said(&filter, call as u32, arguments);
            assert_eq!(found, wanted, "{call} {arguments:x?} {nested}");
        };
        for (mode, wanted) in [(0o755, ALLOW), (0o2755, ALLOW), (0o4755, NOT_PERMITTED)] {
            asked(libc::SYS_fchmod, [0, mode, 0, 0], wanted);
            asked(libc::SYS_fchmodat, [0, 0, mode, 0], wanted);
            asked(FCHMODAT2, [0, 0, mode, 0], wanted);
        }
        // GNU tar stops without it.
        asked(libc::SYS_openat2, [0; 4], ALLOW);
    }
}

// Proves S-68.
#[test]
fn calls_of_another_architecture_end_the_program() {
    // 32-bit x86, 64-bit ARM in the other order of bytes.
    for other in [0x4000_0003, 0x8000_00b7] {
        for call in [libc::SYS_read, libc::SYS_ptrace] {
            let found = said_of(other, &filter(true, true), call as u32, [0; 4]);
            assert_eq!(found, KILL, "{other:x} {call}");
        }
    }
}

// Proves S-68.
#[test]
fn no_program_reaches_others_keys_mounts_or_the_kernel_by_a_call() {
    let refused = [
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_move_mount,
        libc::SYS_open_tree,
        libc::SYS_fsopen,
        libc::SYS_mount_setattr,
        libc::SYS_open_by_handle_at,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_kexec_file_load,
        libc::SYS_reboot,
    ];
    for nested in [false, true] {
        let filter = filter(true, nested);
        for call in refused {
            assert_eq!(
                said(&filter, call as u32, [0; 4]),
                NOT_PERMITTED,
                "{call} {nested}"
            );
        }
    }
}
