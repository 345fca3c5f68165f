//! The limits of what is looked at before a start, each with its reason.

use std::time::Duration;

/// Largest program that is started: all of it is read to compare it (S-14).
pub const PROGRAM_BYTES: u64 = 4 << 30;
/// Programs and scripts whose digests are kept while they do not change.
pub const FILES_KNOWN: usize = 256;
/// Files that one program loads by its arguments; all are compared at each start (S-13).
pub const LOADED_FILES: usize = 128;
/// Bytes of these files together.
pub const LOADED_BYTES: u64 = 4 << 30;
/// Paths that are checked for such files.
pub const FILES_LOOKED: usize = 20_000;
/// Folders that a relative path may start from.
pub const FOLDERS_LOOKED: usize = 8;
/// Scripts that start each other.
pub const SCRIPTS_DEEP: usize = 5;
/// Commands that are looked for in one command line.
pub const COMMANDS: usize = 64;
/// How deep commands are looked for in each other.
pub const COMMANDS_DEEP: usize = 8;
/// Bytes read of a `package.json`.
pub const PACKAGE_JSON: u64 = 1 << 20;
/// A file that was written more recently than this is read again, since its time may not change with the next write.
pub const SETTLED: Duration = Duration::from_secs(2);
