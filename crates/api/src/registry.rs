//! Registries of servers: documents in the published shape, copied to this computer and searched there.

use crate::InstallSetting;
use portcullis_core::{Foreign, Problem, shape};
use portcullis_domain::{FenceHost, Hidden, RegistryOptionKind, RegistryStatus};

shape! {
    /// The registry that is on, and the copy of it on this computer.
    pub struct RegistryState {
        /// Its address; `None` where none is on.
        pub address: Option<String>,
        /// The name of the header that goes along with each request to it, where there is one.
        pub header: Option<String>,
        /// The address of the public registry.
        pub public: String,
        /// Icons of its entries are shown: they are fetched from where their publishers keep them.
        pub icons: bool,
        /// Servers in the copy.
        pub servers: u32,
        /// When the copy was last complete, ms since 1970.
        pub updated_at: Option<u64>,
        /// The copy is being updated.
        pub updating: bool,
        /// Why the last update failed.
        pub problem: Option<Problem>,
    }

    /// A header that signs in to a registry.
    #[serde(deny_unknown_fields)]
    pub struct RegistryHeader {
        /// Its name: `Authorization`.
        pub name: String,
        /// Its value, for the keychain.
        pub secret: Hidden,
    }

    /// What a search found, best first.
    pub struct RegistrySearch {
        /// The words that were searched for.
        pub words: String,
        /// At most 50.
        pub found: Vec<RegistryMatch>,
        /// How many there are.
        pub count: u32,
    }

    /// A server that a search found. All of it is a claim of its publisher.
    pub struct RegistryMatch {
        /// Its name in the registry: `io.github.user/some-server`.
        pub name: String,
        /// Its title, or the last part of its name.
        pub title: Foreign,
        /// What it says that it does, one line.
        pub description: Foreign,
        /// Its latest version.
        pub version: Foreign,
        /// What the registry says of it.
        pub status: RegistryStatus,
        /// It runs on this computer.
        pub local: bool,
        /// It is reached at an address.
        pub remote: bool,
        /// It names an icon that may be shown; `registry_icon` brings it.
        pub icon: bool,
    }

    /// A version of a server in the registry. All of it but the registry's own status and times is a claim of its publisher.
    pub struct RegistryServer {
        /// Its name in the registry.
        pub name: String,
        /// Its title, or the last part of its name.
        pub title: Foreign,
        /// What it says that it does.
        pub description: Foreign,
        /// Its version.
        pub version: Foreign,
        /// What the registry says of it.
        pub status: RegistryStatus,
        /// Why.
        pub status_message: Option<Foreign>,
        /// When it was published, ms since 1970.
        pub published_at: Option<u64>,
        /// Its website, `https` only.
        pub website: Option<Foreign>,
        /// Its source code, `https` only.
        pub repository: Option<Foreign>,
        /// A label that is free.
        pub label: String,
        /// It names an icon that may be shown; `registry_icon` brings it.
        pub icon: bool,
        /// Labels of servers here that were added from this entry.
        pub installed: Vec<String>,
        /// The ways in which it can be added, those that work here first.
        pub options: Vec<RegistryOption>,
    }

    /// A way to add a server of the registry.
    pub struct RegistryOption {
        /// Its place in the entry, for `propose_registry_server`.
        pub at: u32,
        /// What it is.
        pub kind: RegistryOptionKind,
        /// The name of the package, or the address.
        pub identifier: Foreign,
        /// The exact version of the package.
        pub version: Option<Foreign>,
        /// What would run, word by word, or be reached; `{…}` stands for what is asked for.
        pub runs: Vec<Foreign>,
        /// Headers that go along with each request to its address.
        pub headers: Vec<RegistryOptionHeader>,
        /// SHA-256 that a bundle must have, hex.
        pub sha256: Option<String>,
        /// Its package or image can be fetched once.
        pub fetchable: bool,
        /// What it asks for, in its order.
        pub settings: Vec<InstallSetting>,
        /// Hosts that its command names: it may want to connect to them. It may connect to none of them before the person says so.
        pub proposed_hosts: Vec<FenceHost>,
        /// What its publisher wants done after the installation. None of it is run.
        pub post_install: Vec<PostInstall>,
        /// Why it cannot be added here.
        pub problem: Option<String>,
    }

    /// A header that an address of the registry wants.
    pub struct RegistryOptionHeader {
        /// Its name.
        pub name: Foreign,
        /// Its value; `{…}` stands for what is asked for.
        pub value: Foreign,
        /// A secret stands in it.
        pub secret: bool,
    }

    /// A step that a publisher wants done after the installation.
    pub struct PostInstall {
        /// What it is for.
        pub description: Foreign,
        /// A command, to be shown.
        pub command: Option<Foreign>,
        /// It is optional.
        pub optional: bool,
    }

    /// A version of a server in the registry.
    pub struct RegistryVersion {
        /// The version.
        pub version: Foreign,
        /// As it is asked for.
        pub raw: String,
        /// What the registry says of it.
        pub status: RegistryStatus,
        /// When it was published, ms since 1970.
        pub published_at: Option<u64>,
    }
}
