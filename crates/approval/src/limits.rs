//! The limits of policy and gate, each with its reason.

pub(crate) use portcullis_catalog::limits::SAMPLING_TEXT;
use std::time::Duration;

/// Requests of one server that wait for an answer; more are denied at once (S-36).
pub const WAITING_PER_SERVER: usize = 16;
/// Requests that wait in total; what a person pressed for comes in above it.
pub const WAITING: usize = 256;
/// A request without an answer counts as denied after this time (F-25).
pub const WAITING_FOR: Duration = Duration::from_secs(300);
/// Requests that ended while they were read, and whose end is still shown.
pub const ENDED_KEPT: usize = 32;
/// Calls that are answered together.
pub const TOGETHER: usize = 8;
/// No answer is accepted within this time after a request appears or changes (S-33).
pub const GUARD: Duration = Duration::from_millis(500);
/// Conditions on arguments that are offered with one request.
pub const CONDITIONS: usize = 16;
/// Longest value, in bytes, that a condition can compare.
pub const CONDITION_BYTES: usize = 128;
/// Longest path, in bytes, that is compared with a folder.
pub const CONDITION_PATH: usize = 4_096;
/// Arguments that a permission with conditions names.
pub const ARGUMENTS_NAMED: usize = 32;
/// Paths whose symbolic links are resolved for one decision.
pub const LINKS_FOLLOWED: usize = 256;
/// Denials of one kind from one server, within [`EMBARGO_WINDOW`], after which the cooldown begins (S-37).
pub const EMBARGO_AFTER: usize = 3;
/// The window in which denials are counted, and the length of the cooldown of a server.
pub const EMBARGO_WINDOW: Duration = Duration::from_secs(600);
/// Denials of requests of the main window, one by one and within [`OWN_EMBARGO_WINDOW`], after which its cooldown begins: a page
/// that was taken over cannot repeat a request until it is approved by mistake (S-37).
pub const OWN_EMBARGO_AFTER: usize = 8;
/// The window in which those are counted, and the length of the cooldown of the main window.
pub const OWN_EMBARGO_WINDOW: Duration = Duration::from_secs(60);
