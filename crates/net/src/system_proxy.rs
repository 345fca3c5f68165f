//! The proxy of the system.

use http::Uri;
use hyper_util::client::proxy::matcher::Matcher;

/// Whether the system sends addresses on the internet through a proxy. Blocking: asks the system.
#[must_use]
pub fn uses_proxy() -> bool {
    let outside = Uri::from_static("https://example.com/");
    Matcher::from_system().intercept(&outside).is_some()
}
