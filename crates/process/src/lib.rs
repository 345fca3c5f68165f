//! Starts programs, with chosen descriptors and in a session of their own, and ends them and their children when the host stops,
//! crashes or is killed.
//!
//! A server is started only with a [`Permit`](portcullis_approval::consent::Permit) (S-05). Two processes are started without
//! one: the person's login shell, asked once for `PATH`, and the one that ends servers when the host is killed, on Linux a fork of
//! the host itself, on macOS a shell with a constant script. No server influences either.
//!
//! This crate has no knowledge of the protocol, never builds a command line for a shell, and never reads what a server prints.
//! `mcp`, the host and the terminal use it.
//!
//! Known limits: for Linux see `keeper`, for Windows `job`. On macOS a program that leaves its session is not found again.

mod contained;
#[cfg(all(unix, not(target_os = "linux")))]
mod ending;
mod exit;
mod fenced;
#[cfg(unix)]
mod fork;
mod gateway;
mod group;
#[cfg(windows)]
mod job;
#[cfg(target_os = "linux")]
mod keeper;
pub mod limits;
mod login_shell;
mod running;
mod spawn;
mod stderr;
#[cfg(target_os = "linux")]
mod stray;
#[cfg(all(unix, not(target_os = "linux")))]
mod watchdog;

#[cfg(test)]
#[cfg(unix)]
mod tests;
#[cfg(test)]
#[cfg(windows)]
#[path = "tests/windows.rs"]
mod tests;

portcullis_l10n::catalogue!();

#[cfg(unix)]
use portcullis_programs::MARKER;
use portcullis_programs::{
    Launch, SearchPath, base_environment, hook_refusal, loads_own_modules, names_module_folders, quoted,
    real_path, variable_key,
};

pub use contained::ContainerSetup;
pub use exit::Exit;
#[cfg(not(target_os = "linux"))]
pub use fenced::shown_anyway;
pub use fenced::{FenceSetup, StartSetup, fence_unavailable};
pub use gateway::GatewaySetup;
pub use login_shell::of_login_shell;
#[cfg(target_os = "linux")]
pub use portcullis_fence::shown_anyway;
pub use portcullis_fence::{Denial, Traffic, TrafficEvent};
pub use running::{Process, Running};
pub use spawn::spawn;
pub use stderr::{Stderr, StderrLine};

/// Prepares for the first server while this process is still small. To be called before it has threads; without it the
/// same is done later and costs more.
pub fn prepare() {
    // What fails here is tried again with the first server, and said then.
    #[cfg(target_os = "linux")]
    keeper::prepare().ok();
}
