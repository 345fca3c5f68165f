//! What rmcp asks of a client. Announcements never get here (`wire/` files them), and nothing is declared that
//! is not offered yet: sampling, elicitation and roots get their handlers with their gates.

use crate::wire::Wire;
use rmcp::ClientHandler;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};

/// Answers a server's requests: `ping`, and nothing else yet.
pub(super) struct Handler {
    /// Keeps the connection's bookkeeping alive as long as rmcp serves it.
    pub _wire: Wire,
}

/// Who we are, in both eras. The handshake names the newest revision that has one: rmcp's default would name a
/// revision without a handshake, which old servers echo.
pub(super) fn info() -> ClientConfig {
    let ourselves = Implementation::new("portcullis", env!("CARGO_PKG_VERSION")).with_title("Portcullis");
    ClientConfig::new(ClientCapabilities::default(), ourselves)
        .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        info()
    }
}
