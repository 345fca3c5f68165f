//! The limits of a sign-in, each with its reason.

pub(crate) use portcullis_catalog::limits::{LINK_BYTES, TOOL_NAME};
pub(crate) use portcullis_net::limits::FETCHED;
use std::time::Duration;

/// What is read of a header that wants a sign-in.
pub const AUTH_HEADER: usize = 8 << 10;
/// Authorization servers of one server that are looked at.
pub const ISSUERS: usize = 5;
/// Permissions asked for at once: what a person can read. Longest name of one.
pub const SCOPES: usize = 100;
/// See [`SCOPES`].
pub const SCOPE: usize = 256;
/// Permissions that an authorization server may say it knows.
pub const SCOPES_KNOWN: usize = 5_000;
/// Longest token. Headers of servers take no more.
pub const TOKEN: usize = 32 << 10;
/// Time to sign in in the browser; then nobody listens any more (S-59).
pub const SIGN_IN: Duration = Duration::from_secs(300);
/// Connections to the listener at once, time for each to say what it wants, and the most it may say (S-60).
pub const CALLBACK_CONNECTIONS: usize = 20;
/// See [`CALLBACK_CONNECTIONS`].
pub const CALLBACK_READ: Duration = Duration::from_secs(2);
/// See [`CALLBACK_CONNECTIONS`].
pub const CALLBACK_BYTES: usize = 8 << 10;
/// A token is renewed this long before it ends, or within the last quarter of its time.
pub const RENEW_BEFORE: Duration = Duration::from_secs(30);
/// A renewal that failed is not tried again within this time: many may wait for it.
pub const RENEW_AGAIN: Duration = Duration::from_secs(2);
/// How often a person signs in for more within [`STEP_UPS_WINDOW`] before the server is not believed any more (AUT-58).
pub const STEP_UPS: usize = 2;
/// See [`STEP_UPS`].
pub const STEP_UPS_WINDOW: Duration = Duration::from_secs(600);
/// How long a signed statement of a client holds.
pub const ASSERTION: Duration = Duration::from_secs(300);
/// Longest word that somebody wants to see in the next proof of a key.
pub const NONCE: usize = 1 << 10;
/// Longest token that vouches for somebody, from a file or from an organisation.
pub const VOUCHER: usize = 32 << 10;
