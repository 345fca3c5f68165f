//! Bounds of a bundle. Everything in it is untrusted.

/// Bytes of the file.
pub const FILE: u64 = 512 << 20;
/// Entries in it. A large Node.js server has about 20,000.
pub const ENTRIES: usize = 50_000;
/// Bytes of all entries together, unpacked.
pub const UNPACKED: u64 = 2 << 30;
/// How many times as large an entry may become; a smaller one than [`SMALL`] may become larger. Code becomes ten times as large.
pub const RATIO: u64 = 100;
/// Bytes of an unpacked entry whose ratio is not looked at.
pub const SMALL: u64 = 1 << 20;
/// Bytes of the name of an entry.
pub const NAME: usize = 1024;
/// Folders in the name of an entry.
pub const DEPTH: usize = 64;
/// Bytes of the manifest.
pub const MANIFEST: u64 = 1 << 20;
/// Values that a person may be asked for.
pub const SETTINGS: usize = 64;
/// Arguments of the command, and variables.
pub const VALUES: usize = 256;
/// Bytes of a signature after the archive.
pub const SIGNATURE: u64 = 1 << 20;
