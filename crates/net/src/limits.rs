//! The limits of what is visited, each with its reason.

use std::time::Duration;

/// Time to connect to a URL (F-14).
pub const CONNECT: Duration = Duration::from_secs(10);
/// A connection without traffic for this long is probed at the level of TCP and HTTP/2 (HTTP-26).
pub const KEEPALIVE: Duration = Duration::from_secs(15);
/// Unanswered probes after which a connection counts as lost.
pub const KEEPALIVE_RETRIES: u32 = 3;
/// Largest document read from a URL that a server named (S-63).
pub const FETCHED: usize = 256 << 10;
/// Time for such a document, redirects included (S-63).
pub const FETCH: Duration = Duration::from_secs(5);
/// Time for such a URL to answer a request with a body.
pub const EXCHANGE: Duration = Duration::from_secs(20);
/// A stream may unpack to this many times its size (F-11).
pub const UNPACK_TIMES: u64 = 200;
/// Bytes below which this ratio is not checked.
pub const UNPACK_FREE: u64 = 16 << 20;
/// Bytes read of the body of an HTTP error.
pub const ERROR_BODY_BYTES: usize = 64 << 10;
/// Redirects followed within one origin (S-63).
pub const REDIRECTS: usize = 5;
/// How often a message is sent again after `Retry-After` (F-12).
pub const RETRY_AFTER_TIMES: u32 = 3;
/// Longest such wait within one call; a longer one ends the call.
pub const RETRY_AFTER_WAIT: Duration = Duration::from_secs(20);
/// Longest wait that a server can ask for before it is connected again (F-12).
pub const RETRY_AFTER_MAX: Duration = Duration::from_secs(300);
/// Time for a download of a file whose hash is known, redirects included (S-63).
pub const FILE_DOWNLOAD: Duration = Duration::from_secs(900);
/// Time within which some of such a file has to come.
pub const FILE_DOWNLOAD_IDLE: Duration = Duration::from_secs(30);
