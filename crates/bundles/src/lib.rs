//! MCP bundles (`.mcpb`, and `.dxt` as they were called): a ZIP archive with a manifest and a server. Read and checked as a whole,
//! resolved to a command, unpacked into a folder.
//!
//! It starts no program, uses no network and asks no questions. It knows no database and no gate: where a bundle goes, and whether, is
//! decided by the host, which uses it.

mod archive;
pub mod limits;
mod manifest;
mod names;
mod resolve;
mod signature;

#[cfg(test)]
mod tests;

use portcullis_core::bad_input as bad;

portcullis_l10n::catalogue!();

pub use archive::Bundle;
pub use manifest::{
    Author, BundleKind, BundleSetting, BundledServer, ClaimedTool, Compatibility, Manifest, Ordered,
    SettingKind,
};
pub use resolve::{
    BundleFolders, BundleSecrets, BundledCommand, SettingValues, defaults, fixed_variables, resolve,
};
