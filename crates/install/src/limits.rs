//! The limits of a draft, each with its reason.

/// Largest JSON-RPC message read from a server unless its own limit says otherwise (F-03).
pub const MESSAGE_BYTES: usize = 16 << 20;
/// Smallest and largest per-server message limit a person may set, in MiB. 256 MiB is what a result with a
/// long video needs; more would let one server take the memory of all.
pub const MESSAGE_MIB_RANGE: (u32, u32) = (1, 256);
/// Bounds of the time to start that a person may set for one server, seconds.
pub const START_SECONDS: (u32, u32) = (1, 3600);
/// Default and bounds of the time a call may be silent, seconds.
pub const CALL_IDLE_SECONDS: (u32, u32, u32) = (60, 1, 3600);
/// Default and bounds of the time a call may take in all, seconds.
pub const CALL_TOTAL_SECONDS: (u32, u32, u32) = (600, 1, 86_400);
/// Most arguments of a program, and most variables or headers of a server: a person reads them all before it starts (S-10).
pub const ARGUMENTS: usize = 1_000;
/// See [`ARGUMENTS`].
pub const VARIABLES: usize = 256;
/// All text of what is said about a server together, in bytes: what systems start a program with is not much more.
pub const DRAFT_BYTES: usize = 512 << 10;
