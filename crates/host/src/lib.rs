//! The product without a window: one host, with a file for each room of the product (servers, launches, tools, calls, tasks,
//! what servers ask, accounts, permissions, the audit log, models, conversations, settings), and the three things that no other
//! crate does: opening an address in the system's browser, no memory dumps, and the log of the program.
//!
//! It brings the other crates together: asks the policy, asks at the gate, records, and hands the permit to what has the effect.
//! It must not know who drives it: no Tauri, no terminal, no page. It starts no program and builds no HTTP client but by
//! `portcullis-process` and `portcullis-net`. The window, the command line and the tests use it. `ARCHITECTURE.md` is the map.

pub mod dumps;
pub mod host;
pub mod limits;
pub mod logging;
pub mod opener;
pub mod places;

/// Messages of servers come large and small by turns, on several threads. With the allocator of the system the host
/// holds twice what it keeps, and slowly more (`docs/decisions/2026-11-22-allocator.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

portcullis_l10n::catalogue!();

pub use host::{Config, Host};
