//! The program between the host and the server: it builds the fence and starts the server in it.
//!
//! There are three processes. The *helper* stays outside: the host signals it, and it ends as the server ended. The *reaper* is
//! the first process inside: all others end with it, and it ends with the helper. The *server* is the second. Helper and reaper
//! are one program with one thread, so that a fork may do everything.

mod calls;
mod files;
mod landlock;
mod namespaces;
#[path = "../../gateway/network.rs"]
mod network;
pub(crate) mod probe;
mod reaper;

use crate::channel::Channel;
use crate::enclosure::FIRST_DESCRIPTOR;
use crate::failure::{FenceFailure, FenceStep};
use crate::limits::MAX_PROCESSES;
use crate::plan::FencePlan;
use crate::{HELPER_ARGUMENT, sys};
pub(crate) use landlock::SCOPES;
use std::collections::BTreeMap;
use std::ffi::{CString, OsString};
use std::io;

/// Returned by a helper that built no fence. The host knows why from the channel.
const NO_FENCE: i32 = 126;

/// See [`helper_main`](crate::helper_main).
pub(crate) fn main() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != HELPER_ARGUMENT) {
        return;
    }
    match arguments.next() {
        Some(outside) => probe::look(outside.as_ref()),
        None => run(),
    }
}

fn run() -> ! {
    if let Ok(channel) = Channel::inherited(FIRST_DESCRIPTOR) {
        let Err(failure) = build(&channel);
        channel.failed(&failure);
    }
    sys::exit(NO_FENCE);
}

/// What is in the way of a value that cannot be.
enum Never {}

/// Builds the fence and becomes what stays of it.
fn build(channel: &Channel) -> Result<Never, FenceFailure> {
    let plan = channel
        .plan()
        .and_then(FencePlan::read)
        .map_err(FenceStep::Plan.because())?;
    // Here, since inside nothing in `/proc` is written to.
    sys::no_core_images().map_err(FenceStep::Rights.because())?;
    namespaces::enter(plan.own_network).map_err(FenceStep::Namespaces.because())?;
    sys::bound_processes(MAX_PROCESSES).map_err(FenceStep::Rights.because())?;
    if plan.own_network {
        let kernel = sys::socket(libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE);
        let sockets = kernel.and_then(|kernel| network::make(kernel, &plan.ports));
        let sockets = sockets.map_err(FenceStep::Network.because())?;
        channel
            .listeners(&sockets)
            .map_err(FenceStep::Network.because())?;
    }
    reaper::fork(channel, &plan)
}

/// Becomes the server: the second process inside. Returns only with the reason why it did not.
#[allow(
    clippy::disallowed_methods,
    reason = "this process has one thread, and is about to become the program"
)]
fn start(channel: &Channel, plan: &FencePlan) -> Result<Never, FenceFailure> {
    sys::new_session().map_err(FenceStep::Processes.because())?;
    // A folder that is not shown is none of the program's business; its home is.
    std::env::set_current_dir(&plan.folder)
        .or_else(|_| std::env::set_current_dir(&plan.home))
        .map_err(|error| FenceFailure::at(&plan.home, &error))?;
    landlock::restrict(plan).map_err(FenceStep::Landlock.because())?;
    let image = Image::of(plan).map_err(FenceStep::Plan.because())?;
    sys::close_on_exec().map_err(FenceStep::Processes.because())?;
    sys::default_signals();
    channel.ready().map_err(FenceStep::Processes.because())?;
    // Last, since it takes from this process what it needed for the rest.
    calls::filter(plan).map_err(FenceStep::Calls.because())?;
    channel.not_run(&sys::execute(
        &image.program,
        &image.arguments,
        &image.environment,
    ));
    sys::exit(NO_FENCE);
}

/// The program as the system takes it.
struct Image {
    program: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
}

impl Image {
    fn of(plan: &FencePlan) -> io::Result<Self> {
        let mut environment: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
        for (name, value) in &plan.defaults {
            environment.entry(name.clone()).or_insert_with(|| value.clone());
        }
        environment.extend(plan.variables.iter().cloned());
        let variable = |(name, value): (OsString, OsString)| {
            let mut both = name;
            both.push("=");
            both.push(value);
            sys::text(both)
        };
        Ok(Self {
            program: sys::text(&plan.program)?,
            arguments: plan.arguments.iter().map(sys::text).collect::<io::Result<_>>()?,
            environment: environment.into_iter().map(variable).collect::<io::Result<_>>()?,
        })
    }
}
