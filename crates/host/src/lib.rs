//! The product without a window: servers, clients, the gate and the record.
//!
//! See `ARCHITECTURE.md` for the map. A module knows only those above it in the order in which data flows.

pub mod dumps;
pub mod host;
pub mod limits;
pub mod opener;
pub mod places;

/// Messages of servers come large and small by turns, on several threads. With the allocator of the system the host
/// holds twice what it keeps, and slowly more (`docs/decisions/2026-11-22-allocator.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub use host::{Config, Host};
pub use portcullis_api as view;
pub use portcullis_approval::{consent, policy};
pub use portcullis_catalog as catalog;
pub use portcullis_core::{Code, Error, Result, causes, clock, error, ids, near, text};
pub use portcullis_install as install;
pub use portcullis_llm as models;
pub use portcullis_mcp::{client, transport};
pub use portcullis_net as reach;
pub use portcullis_process as process;
pub use portcullis_programs as programs;
pub use portcullis_secrets as vault;
pub use portcullis_storage::{audit, store};
