//! Bounds of a fetched package. What it holds comes from strangers.

/// Files and folders of a tree. The largest servers known have 26,000 files.
pub const FILES: usize = 100_000;
/// Bytes of a tree. The largest servers known have 450 MB.
pub const BYTES: u64 = 2 << 30;
/// Folders within each other.
pub const DEPTH: usize = 64;
/// Bytes of a description of a package (`package.json`, a lock file) that is read.
pub const DESCRIPTION: u64 = 32 << 20;
/// Archives of one version whose hashes are recorded.
pub const ARCHIVES: usize = 1_000;
