//! Registries of MCP servers in the published shape: what they send is read and bounded, kept in a copy on this computer, searched
//! there, and mapped to a command, an address or a bundle.
//!
//! It starts no program and asks no questions. It knows no database of the host, no gate and no settings: which registry is used,
//! and whether, is decided by the host. Every address is visited through `portcullis-net`. The host uses it.

mod cache;
mod client;
mod commands;
mod copying;
mod entry;
mod icon_copies;
mod icons;
mod identifiers;
mod inputs;
pub mod limits;
mod options;
mod plan;
mod remotes;
mod template;
mod times;

#[cfg(test)]
mod tests;

use portcullis_core::bad_input as bad;

portcullis_l10n::catalogue!();

pub use cache::{CacheState, FoundEntries, RegistryCache};
pub use client::{RegistryClient, read_header};
pub use copying::update;
pub use entry::{EntryPage, RegistryEntry, read_entry, read_page};
pub use icon_copies::IconCopy;
pub use icons::{EntryIcon, icons};
pub use inputs::OptionSetting;
pub use options::{AfterInstall, EntryOption, options};
pub use plan::{EntryHeader, GivenValues, OptionPlan};

/// The address of the public registry. It is visited only after the person turned it on.
pub const PUBLIC: &str = "https://registry.modelcontextprotocol.io";
