//! MCP bundles, before anything of them is installed.

use crate::{InstallChoices, InstallSetting, InstallValue};
use portcullis_core::{Foreign, shape};
use portcullis_domain::FenceHost;

shape! {
    /// A bundle that was read. Everything but its hash and sizes is a claim of its publisher.
    pub struct BundleView {
        /// Until another bundle is opened.
        pub id: String,
        /// What it is called.
        pub name: Foreign,
        /// Its version.
        pub version: Foreign,
        /// Its author, as it names them.
        pub author: Foreign,
        /// What it says that it does, one line.
        pub description: Foreign,
        /// Its license, as it names it.
        pub license: Option<Foreign>,
        /// SHA-256 of the file, hex.
        pub sha256: String,
        /// Bytes of the file.
        pub bytes: u64,
        /// Bytes on the disk.
        pub unpacked: u64,
        /// It has a signature, which was not verified.
        pub signed: bool,
        /// A label that is free.
        pub label: String,
        /// What it asks for, in its order.
        pub settings: Vec<InstallSetting>,
        /// Hosts that its command names: it may want to connect to them. It may connect to none of them before the person says so.
        pub proposed_hosts: Vec<FenceHost>,
        /// Why it may not work on this computer: a sentence each.
        pub remarks: Vec<String>,
        /// Servers here that a bundle of this name was installed for: it can update them.
        pub installed: Vec<InstalledBundle>,
    }

    /// A server that runs from a bundle.
    pub struct InstalledBundle {
        /// Its id.
        pub server: String,
        /// Its label.
        pub label: String,
        /// The version of its bundle.
        pub version: Foreign,
        /// What it was given, without secrets.
        pub values: Vec<InstallValue>,
        /// Settings whose secrets are stored, and kept where no other is given.
        pub stored: Vec<String>,
        /// Its fence, and when it starts.
        pub choices: InstallChoices,
    }
}
