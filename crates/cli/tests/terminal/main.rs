//! The program as a script and as a person meet it. Only Linux has the two tools that give a process no terminal
//! (`setsid`) or one of its own (`script`).
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may stop at the first surprise, and has to start what it tests"
)]

mod accounts;
mod approvals;
mod backups;
mod bundles;
mod calls;
mod chats;
mod fences;
mod folders;
mod harness;
mod importing;
mod keychain;
mod languages;
mod people;
mod reading;
mod registry;
mod scripts;
mod tasks;
mod troubles;
