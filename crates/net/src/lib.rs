//! HTTP requests to URLs that a server named: metadata documents, sign-in pages, icons, redirects. They come from the person's
//! network, so they must not reach into it: protection against server-side request forgery (SSRF) and DNS rebinding (S-62, SEC-02
//! to SEC-04).
//!
//! A URL is checked twice: as it is written, and each IP address of its host when the connection is made. A name that resolves
//! differently the second time is checked by what it resolves to then.
//!
//! The URL that a person typed stays allowed, for exactly that origin. If it is on this computer, a server may name the rest of
//! this computer too: someone who tries a server locally also runs its authorization server there.
//!
//! It has no knowledge of the protocol, of servers or of a person's settings, and trusts no response. `mcp`, `oauth`, `llm` and the
//! host use it to build their clients, and `approval` asks it whether an address is on this computer.

mod address_class;
mod authorization;
mod body;
mod connect_errors;
mod decompress;
mod dns;
mod download;
mod error_reason;
pub mod limits;
mod system_proxy;
#[cfg(test)]
mod tests;
mod url_guard;

pub use address_class::{AddressClass, ip_address, is_private, of_host};
pub use authorization::{AccessCredential, Authorization, Refused, TokenBinding, forbidden};
pub use body::{BodyError, BodyStream, pieces, whole};
pub use connect_errors::{connect_failure, insecure, reason};
pub use error_reason::error_reason;
pub use system_proxy::uses_proxy;
pub use url_guard::{GuardedResponse, UrlGuard, guarded_client};

portcullis_l10n::catalogue!();

use http::header::ACCEPT_ENCODING;
use http::{HeaderMap, HeaderValue};
use std::error::Error;
use std::io;
use url::{Host, Url};

/// What every client of ours has in common: time limits, certificates of the system, our name, and answers that are not
/// compressed: a body that unpacks to more than it is can then only come from a server that was not asked for it.
///
/// What is on this computer is reached directly: a proxy elsewhere could not find it, and should not hear of it.
pub fn builder(url: &Url) -> reqwest::ClientBuilder {
    // Another part of the process may have installed it already; both are the same.
    _ = rustls::crypto::ring::default_provider().install_default();
    let plain = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("identity"))]);
    #[expect(
        clippy::disallowed_methods,
        reason = "this is what every client of ours is built with"
    )]
    let builder = reqwest::Client::builder()
        .default_headers(plain)
        .connect_timeout(limits::CONNECT)
        // A peer that is gone without a word, such as behind a network that changed, is noticed by its silence.
        .tcp_keepalive(limits::KEEPALIVE)
        .tcp_keepalive_interval(limits::KEEPALIVE)
        .tcp_keepalive_retries(limits::KEEPALIVE_RETRIES)
        .http2_keep_alive_interval(limits::KEEPALIVE)
        .http2_keep_alive_timeout(limits::KEEPALIVE)
        .http2_keep_alive_while_idle(true)
        .user_agent(concat!("Portcullis/", env!("CARGO_PKG_VERSION")));
    if is_here(url) { builder.no_proxy() } else { builder }
}

/// An error and everything behind it, outermost first.
pub fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| behind(*error))
}

/// An error of the system hides what it holds from `source`.
fn behind<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.get_ref().map(|inner| inner as &(dyn Error + 'static)),
        None => error.source(),
    }
}

/// Whether an address is on this computer, as it is written.
#[must_use]
pub fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(number)) => number.is_loopback(),
        Some(Host::Ipv6(number)) => number.is_loopback(),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        None => false,
    }
}
