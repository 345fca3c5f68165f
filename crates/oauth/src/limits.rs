//! The limits of a sign-in, each with its reason.

pub(crate) use portcullis_catalog::limits::{LINK_BYTES, TOOL_NAME};
pub(crate) use portcullis_net::limits::FETCHED;
use std::time::Duration;

/// Bytes read of a `WWW-Authenticate` header.
pub const AUTH_HEADER: usize = 8 << 10;
/// Authorization servers of one server that are used.
pub const ISSUERS: usize = 5;
/// Scopes requested at once.
pub const SCOPES: usize = 100;
/// Longest name of a scope, in characters.
pub const SCOPE: usize = 256;
/// Scopes that an authorization server may list.
pub const SCOPES_KNOWN: usize = 5_000;
/// Longest token, in bytes.
pub const TOKEN: usize = 32 << 10;
/// Time to sign in in the browser; then the listener is closed (S-59).
pub const SIGN_IN: Duration = Duration::from_secs(300);
/// Connections to the listener at once (S-60).
pub const CALLBACK_CONNECTIONS: usize = 20;
/// Time for a connection to the listener to send its request.
pub const CALLBACK_READ: Duration = Duration::from_secs(2);
/// Largest request to the listener, in bytes: a browser adds the cookies of all programs on this computer, whatever their port.
pub const CALLBACK_BYTES: usize = 64 << 10;
/// A token is renewed this long before it expires, or within the last quarter of its lifetime.
pub const RENEW_BEFORE: Duration = Duration::from_secs(30);
/// A failed renewal is not repeated within this time.
pub const RENEW_AGAIN: Duration = Duration::from_secs(2);
/// Sign-ins for more scopes within [`STEP_UPS_WINDOW`] after which further requests are ignored (AUT-58).
pub const STEP_UPS: usize = 2;
/// The window in which such sign-ins are counted.
pub const STEP_UPS_WINDOW: Duration = Duration::from_secs(600);
/// Lifetime of a signed client assertion.
pub const ASSERTION: Duration = Duration::from_secs(300);
/// Longest DPoP nonce, in bytes.
pub const NONCE: usize = 1 << 10;
/// Longest identity token, from a file or an identity provider, in bytes.
pub const VOUCHER: usize = 32 << 10;
