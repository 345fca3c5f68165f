//! The limits of a draft, each with its reason.

/// Largest JSON-RPC message read from a server unless its own limit says otherwise (F-03).
pub const MESSAGE_BYTES: usize = 16 << 20;
/// Smallest and largest message limit that you can set for a server, in MiB.
pub const MESSAGE_MIB_RANGE: (u32, u32) = (1, 256);
/// Shortest and longest start timeout that you can set, in seconds.
pub const START_SECONDS: (u32, u32) = (1, 3600);
/// Default, shortest and longest time that a call may send nothing, in seconds.
pub const CALL_IDLE_SECONDS: (u32, u32, u32) = (60, 1, 3600);
/// Default, shortest and longest duration of a call, in seconds.
pub const CALL_TOTAL_SECONDS: (u32, u32, u32) = (600, 1, 86_400);
/// Arguments of a program (S-10).
pub const ARGUMENTS: usize = 1_000;
/// Environment variables or headers of a server.
pub const VARIABLES: usize = 256;
/// Text of the whole configuration of a server, in bytes.
pub const DRAFT_BYTES: usize = 512 << 10;
/// Files and folders that a fence lets a program use (S-68).
pub const FENCE_PATHS: usize = 64;
/// Entries of a folder that a fence lets a program change, and of the folders in it, that are looked through for files that other
/// programs run (S-68).
pub const RUN_OUTSIDE_LOOK: usize = 2_000;
/// Hosts that a fence lets a program connect to (S-68).
pub const FENCE_HOSTS: usize = 64;
/// Hosts that a bundle or an entry of a registry proposes for a fence.
pub const PROPOSED_HOSTS: usize = 16;
