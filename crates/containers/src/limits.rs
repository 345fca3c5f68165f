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
/// Characters of an id in a label.
pub const LABEL: usize = 64;
/// Containers of one server that are ended at once when its client is gone. A start makes one, or two with a gateway.
pub const LISTED: usize = 16;
/// Bytes of what an engine lists.
pub const LIST: u64 = 64 << 10;
