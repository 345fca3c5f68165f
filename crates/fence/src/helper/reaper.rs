//! The helper after it has built the fence, and the first process inside.

use super::{NO_FENCE, Never, files, start};
use crate::channel::Channel;
use crate::failure::{FenceFailure, FenceStep};
use crate::plan::FencePlan;
use crate::sys;
use libc::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use std::io::{self, PipeReader, PipeWriter, Read as _, Write as _};
use std::os::fd::AsFd as _;

/// What asks a program to end.
const TERMINATE: [libc::c_int; 3] = [SIGTERM, SIGINT, SIGHUP];
const ALL: [libc::c_int; 4] = [SIGTERM, SIGINT, SIGHUP, SIGCHLD];

/// Forks the first process inside. This process becomes what the host signals; it ends as the server ends.
pub(super) fn fork(channel: &Channel, plan: &FencePlan) -> Result<Never, FenceFailure> {
    let failed = FenceStep::Processes.because();
    let helper = sys::own_pidfd().map_err(&failed)?;
    let (told, tell) = io::pipe().map_err(&failed)?;
    sys::block(&ALL).map_err(&failed)?;
    match sys::fork().map_err(&failed)? {
        None => {
            drop(told);
            sys::die_with_parent().map_err(&failed)?;
            // It may have been killed before that.
            if sys::one_is_ready([helper.as_fd()]) {
                sys::exit(NO_FENCE);
            }
            drop(helper);
            inside(channel, plan, tell)
        }
        Some(reaper) => {
            drop(tell);
            // From here on this process must not hold what tells the host that the program runs, and it has nothing to say.
            close_all_but(&told).map_err(&failed)?;
            stay(reaper, told)
        }
    }
}

/// The channel and the streams of the protocol belong to the server.
fn close_all_but(kept: &impl std::os::fd::AsRawFd) -> io::Result<()> {
    sys::leave_standard_streams()?;
    sys::close_others(kept.as_raw_fd())
}

/// The helper, from here on.
fn stay(reaper: libc::pid_t, mut told: PipeReader) -> Result<Never, FenceFailure> {
    // It has these rights inside only, and needs none.
    sys::drop_capabilities().map_err(FenceStep::Rights.because())?;
    loop {
        let signal = sys::next_signal(&ALL);
        if TERMINATE.contains(&signal) {
            sys::kill(reaper, signal);
        }
        if let Some((_, status)) = sys::collect(reaper) {
            let mut server = [0; 4];
            // A reaper that says nothing was killed, and everything inside with it.
            match told.read_exact(&mut server) {
                Ok(()) => sys::end_like(libc::c_int::from_ne_bytes(server)),
                Err(_) => sys::end_like(status),
            }
        }
    }
}

/// The first process inside.
fn inside(channel: &Channel, plan: &FencePlan, mut tell: PipeWriter) -> Result<Never, FenceFailure> {
    let failed = FenceStep::Processes.because();
    // Away from the group that the host signals: what it is to do comes from the helper.
    sys::new_session().map_err(&failed)?;
    sys::set_process_name(c"portcullis-init");
    files::change(plan)?;
    sys::drop_capabilities().map_err(FenceStep::Rights.because())?;
    sys::no_new_privileges().map_err(FenceStep::Rights.because())?;
    match sys::fork().map_err(&failed)? {
        None => {
            drop(tell);
            start(channel, plan)
        }
        Some(server) => {
            close_all_but(&tell).map_err(&failed)?;
            let status = reap(server);
            tell.write_all(&status.to_ne_bytes()).ok();
            // With this process ends everything inside.
            sys::exit(0);
        }
    }
}

/// Collects all that end inside, until the server does.
fn reap(server: libc::pid_t) -> libc::c_int {
    loop {
        let signal = sys::next_signal(&ALL);
        if TERMINATE.contains(&signal) {
            // To its group, as the host does it without a fence.
            sys::kill(-server, signal);
        }
        while let Some((pid, status)) = sys::collect(-1) {
            if pid == server {
                return status;
            }
        }
    }
}
