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
    /// An address that no granted name has, and that is not granted itself.
    Address {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// It is in a private network, where it can be granted.
        private: bool,
    },
    /// A granted name that leads into a private network, to this computer or to a metadata service.
    Inward {
        /// The name.
        name: String,
        /// Where it leads.
        address: IpAddr,
        /// The port whose grant would let it through if it said that the name may lead into a private network. `None` where no
        /// grant would.
        port: Option<u16>,
    },
}
