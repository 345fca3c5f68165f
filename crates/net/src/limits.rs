//! The limits of what is visited, each with its reason.

use std::time::Duration;

/// Time to reach an address (F-14).
pub const CONNECT: Duration = Duration::from_secs(10);
/// A connection that is silent for this long is asked whether anybody is there, by its own means and not by the
/// protocol (HTTP-26), so that a peer that is gone is noticed within a minute.
pub const KEEPALIVE: Duration = Duration::from_secs(15);
/// How many of these probes go unanswered before the connection counts as gone.
pub const KEEPALIVE_RETRIES: u32 = 3;
/// Largest document read from an address that a server named (S-63).
pub const FETCHED: usize = 256 << 10;
/// Time for such a document, redirects included (S-63).
pub const FETCH: Duration = Duration::from_secs(5);
/// Time for such an address to answer what is sent to it. Behind a token there may be another server to be asked.
pub const EXCHANGE: Duration = Duration::from_secs(20);
/// A stream may unpack to so many times its size (F-11): what people and programs write is packed ten to fifty times.
pub const UNPACK_TIMES: u64 = 200;
/// Below this many bytes it may unpack as it likes.
pub const UNPACK_FREE: u64 = 16 << 20;
/// Most of an answer that says no which is read for its reason.
pub const ERROR_BODY_BYTES: usize = 64 << 10;
/// Redirects followed within one origin (S-63).
pub const REDIRECTS: usize = 5;
/// How often a message that a server was too busy for is sent again, when it says when (F-12).
pub const RETRY_AFTER_TIMES: u32 = 3;
/// Longest such wait within one call. Whoever wants more is taken at its word, and the call ends.
pub const RETRY_AFTER_WAIT: Duration = Duration::from_secs(20);
/// Longest wait that a server can ask for before it is tried again (F-12).
pub const RETRY_AFTER_MAX: Duration = Duration::from_secs(300);
