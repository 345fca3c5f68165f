//! The limits of policy and gate, each with its reason.

use std::time::Duration;

/// Requests that wait per server; more are denied at once (S-36).
pub const WAITING_PER_SERVER: usize = 16;
/// Requests that wait in all.
pub const WAITING: usize = 256;
/// A request nobody answers is a no after this time (F-25).
pub const WAITING_FOR: Duration = Duration::from_secs(300);
/// Requests that ended while they were read, and whose end is known: one is in front, or a few together.
pub const ENDED_KEPT: usize = 32;
/// Calls that are answered together: more are not read one by one.
pub const TOGETHER: usize = 8;
/// Nothing can be answered within this time after a request appears or changes (S-33).
pub const GUARD: Duration = Duration::from_millis(500);
/// Limits on arguments that are offered with one request.
pub const CONDITIONS: usize = 16;
/// Longest text, in bytes, that a permission can be narrowed to; a longer one is no pattern of calls.
pub const CONDITION_BYTES: usize = 128;
/// Longest path, in bytes, that is compared with a folder.
pub const CONDITION_PATH: usize = 4_096;
/// Most arguments that a narrowed permission names: a sentence with more of them is read by nobody.
pub const ARGUMENTS_NAMED: usize = 32;
/// Most paths whose links are followed for one decision.
pub const LINKS_FOLLOWED: usize = 256;
/// Denials of one kind from one server, within [`EMBARGO_WINDOW`], after which the rest of the run is denied (S-37).
pub const EMBARGO_AFTER: usize = 3;
/// The window in which denials are counted.
pub const EMBARGO_WINDOW: Duration = Duration::from_secs(600);
/// All text of such a request together, in bytes: a person reads it before it is sent, and the window gets it with
/// everything that waits.
pub const SAMPLING_TEXT: usize = 128 << 10;
/// Characters counted as one token where nobody counts better.
pub const TOKEN_CHARS: usize = 4;
