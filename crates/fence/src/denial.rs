//! What a fenced program tried to reach and did not.

use std::net::IpAddr;

/// One attempt that was stopped. Each is told once, and no more than [`MAX_DENIALS`](crate::limits::MAX_DENIALS) of a server.
///
/// Names are the server's words: printable ASCII without spaces, and otherwise as it wrote them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Denial {
    /// A host that is not granted. Without a port the name was only looked up.
    Host {
        /// Its name, in small letters.
        name: String,
        /// The port, where it got so far.
        port: Option<u16>,
    },
    /// An address that no granted name has.
    Address {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
    },
    /// A granted name that leads into a private network, to this computer or to a metadata service.
    Inward {
        /// The name.
        name: String,
        /// Where it leads.
        address: IpAddr,
    },
}
