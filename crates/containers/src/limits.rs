//! Bounds of a container. An engine has none of its own.

/// Processes and threads of a container.
pub const PROCESSES: u32 = 512;
/// Memory of a container that asks for no other amount, as its engine reads it.
pub const MEMORY: &str = "2g";
/// Size of `/tmp` in a container, in memory.
pub const TEMPORARY: &str = "256m";
/// Seconds between asking a container to end and ending it.
pub const STOP_SECONDS: u32 = 5;
/// Characters of the name of an image.
pub const IMAGE: usize = 512;
/// Mounts of a container.
pub const MOUNTS: usize = 64;
/// Variables of a container.
pub const VARIABLES: usize = 256;
/// Bytes of what an engine says of an image.
pub const INSPECTED: u64 = 4 << 20;
