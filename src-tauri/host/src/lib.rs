//! The product without a window: servers, clients, the gate and the record.
//!
//! See `ARCHITECTURE.md` for the map. A module knows only those above it in the order in which data flows.

pub mod audit;
mod auth;
pub mod catalog;
pub mod client;
pub mod consent;
pub mod dumps;
pub mod host;
pub mod install;
pub mod limits;
pub mod models;
pub mod opener;
pub mod places;
pub mod policy;
pub mod process;
pub mod reach;
pub mod store;
pub mod vault;
pub mod wire;

/// Messages of servers come large and small by turns, on several threads. With the allocator of the system the host
/// holds twice what it keeps, and slowly more (`docs/decisions/2026-11-22-allocator.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub use host::{Config, Host};
use portcullis_core::recent;
pub use portcullis_core::{Code, Error, Result, clock, error, ids, near, text};
pub use portcullis_domain as view;
