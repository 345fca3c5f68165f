//! MCP bundles, before anything of them is installed.

use portcullis_core::{Foreign, shape};

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
        pub settings: Vec<BundleField>,
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
        pub values: Vec<BundleValue>,
        /// Settings whose secrets are stored, and kept where no other is given.
        pub stored: Vec<String>,
    }

    /// A value that a bundle asks for.
    pub struct BundleField {
        /// Its name.
        pub key: String,
        /// What it is called.
        pub title: Foreign,
        /// What it is for.
        pub description: Foreign,
        /// What it takes.
        pub kind: BundleFieldKind,
        /// The server does not start without it.
        pub required: bool,
        /// Kept in the keychain.
        pub secret: bool,
        /// Takes several values.
        pub multiple: bool,
        /// Its default.
        pub default: Vec<String>,
    }

    /// What a value is.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum BundleFieldKind {
        /// A line.
        Text,
        /// A number.
        Number,
        /// Yes or no: `true` or `false`.
        Switch,
        /// A folder of this computer, absolute.
        Folder,
        /// A file of this computer, absolute.
        File,
    }

    /// What a person gives for a value.
    #[serde(deny_unknown_fields)]
    pub struct BundleValue {
        /// Its name.
        pub key: String,
        /// One, or several where it takes several.
        pub values: Vec<String>,
    }
}
