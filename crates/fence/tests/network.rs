//! What a fenced program reaches. No test here leaves this computer: first of all this program moves into a network in which
//! every address leads to itself, with a file of names of its own, so that public addresses can be served and real names
//! resolved by the system, as outside. That needs a process with one thread, so there is no harness.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says what it skips"
)]

#[cfg(target_os = "linux")]
mod common;
#[cfg(target_os = "linux")]
#[path = "network/mod.rs"]
mod network;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    network::main();
}
