//! The sandbox of local servers: what a server may read, change and reach, and that nothing of it outlives it (S-68, S-92).
//!
//! A fenced program is not started itself. The host starts a *helper*, a program of ours, with one descriptor more than the
//! three of the protocol; the helper builds the fence, becomes the first process in it, and starts the program as the second.
//! [`Enclosure`] is the host's half before the start, [`Relay`] the half that lives as long as the server: it answers names
//! and carries connections to hosts that were granted. A fence that cannot be built is an error before the program runs, and
//! never a start without one. A container of an engine gets the same network by a [`Gateway`].
//!
//! This crate knows nothing of servers, of the protocol and of a person's settings, and asks no questions: it holds what it is told.
//! It starts no program but its own helper, to find out what the system can hold ([`level`]). `process` uses it.
//!
//! Linux only so far; elsewhere [`level`] says so. What it holds and what not: `docs/decisions/2026-11-27-fence.md`.

#[cfg(target_os = "linux")]
mod changes;
#[cfg(target_os = "linux")]
mod channel;
mod denial;
#[cfg(target_os = "linux")]
mod enclosure;
#[cfg(target_os = "linux")]
mod failure;
#[cfg(target_os = "linux")]
mod gateway;
// A program of its own (`build.rs`), which Clippy sees here.
#[cfg(all(test, target_os = "linux"))]
#[allow(
    dead_code,
    unsafe_code,
    clippy::duplicate_mod,
    clippy::print_stderr,
    reason = "it has a `main`, system calls, a file of the helper, and words that an engine hands on to the host"
)]
#[path = "../gateway/main.rs"]
mod gateway_program;
mod grants;
#[cfg(target_os = "linux")]
mod helper;
mod level;
pub mod limits;
#[cfg(target_os = "linux")]
mod needs;
#[cfg(target_os = "linux")]
mod plan;
pub mod profiles;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(target_os = "linux")]
mod restriction;
#[cfg(target_os = "linux")]
mod sys;
mod traffic;

portcullis_l10n::catalogue!();

pub use denial::Denial;
#[cfg(target_os = "linux")]
pub use enclosure::{Enclosure, FIRST_DESCRIPTOR, NotStarted};
#[cfg(target_os = "linux")]
pub use gateway::Gateway;
pub use grants::{Fence, HostGrant, LOCALHOST, Reach};
pub use level::{Level, Reason, level};
#[cfg(target_os = "linux")]
pub use needs::shown_anyway;
#[cfg(target_os = "linux")]
pub use relay::Relay;
pub use traffic::{Traffic, TrafficEvent};

/// The first argument of a program of ours that is to be the helper.
pub const HELPER_ARGUMENT: &str = "--portcullis-fence-helper";

/// The first thing in `main` of our programs. With [`HELPER_ARGUMENT`] as the first argument this process becomes the helper and
/// never returns from here; without it nothing happens. It must still have one thread.
pub fn helper_main() {
    #[cfg(target_os = "linux")]
    helper::main();
}
