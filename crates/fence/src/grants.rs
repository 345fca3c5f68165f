//! What a fenced program may use.

use std::path::PathBuf;

/// The name by which the loopback of this computer is granted, as it is outside of the fence.
pub const LOCALHOST: &str = "localhost";

/// What a fenced program may use beyond its own files and the system. Default: nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fence {
    /// Files and folders that it may read, and run what is in them. Absolute.
    pub read: Vec<PathBuf>,
    /// Files and folders that it may change. Absolute.
    pub write: Vec<PathBuf>,
    /// What it may reach over the network.
    pub reach: Reach,
    /// Unix sockets of other programs that it may connect to. Absolute.
    pub sockets: Vec<PathBuf>,
    /// Folders into which no other program writes. Where all that it is shown beyond the system is a file or in one of these, no
    /// socket of another program can be reached, and it may make Unix sockets for its own processes. Absolute.
    pub quiet: Vec<PathBuf>,
    /// Those of these paths in which links were followed before they were granted. One that is or has a link by now is refused.
    pub without_links: Vec<PathBuf>,
    /// Other names of what is granted: paths that lead there by links, which are made inside as well. For them nothing more is shown, and
    /// one that leads elsewhere by now is left out. Absolute.
    pub names: Vec<PathBuf>,
    /// Whether it may build a sandbox of its own inside, as browsers do: namespaces of users, processes and network, and another
    /// root. Opens the code of the kernel that is behind these, and closes netlink and raw sockets in return.
    pub nested: bool,
    /// Programs of the system that are not there for it: one that does without them need not try them in vain. Absolute. A name
    /// that leads to a program of another name, which may have many, is left as it is.
    pub hidden: Vec<PathBuf>,
    /// Whether its home is in memory: small, and gone with its last process.
    pub passing_home: bool,
}

/// What a fenced program may reach over the network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Reach {
    /// Nothing, not even the loopback of this computer: it has one of its own.
    #[default]
    Nothing,
    /// These hosts.
    Hosts(Vec<HostGrant>),
    /// Everything that you can reach.
    Anything,
}

/// One host that may be reached at one port, by its exact name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostGrant {
    /// The exact name, or [`LOCALHOST`] for the loopback of this computer. Where `private` says so also an address of a private
    /// network.
    pub name: String,
    /// The TCP port.
    pub port: u16,
    /// Whether the name may lead into a private network at this port. Never to a cloud's metadata service, and only [`LOCALHOST`] leads to
    /// this computer.
    pub private: bool,
}
