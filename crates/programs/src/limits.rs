//! The limits of what is looked at before a start, each with its reason.

use std::time::Duration;

/// Largest program that is started: all of it is read to tell whether it was replaced (S-14). The largest known
/// runtimes have a few hundred MiB.
pub const PROGRAM_BYTES: u64 = 4 << 30;
/// Programs and scripts whose contents are remembered as long as they stay the same.
pub const FILES_KNOWN: usize = 256;
/// Files that one program loads by its arguments, and bytes of them together: all are compared at each start (S-13).
pub const LOADED_FILES: usize = 128;
/// See [`LOADED_FILES`].
pub const LOADED_BYTES: u64 = 4 << 30;
/// Places that are looked at for such files, and folders that a relative path may start from.
pub const FILES_LOOKED: usize = 20_000;
/// See [`FILES_LOOKED`].
pub const FOLDERS_LOOKED: usize = 8;
/// Scripts that are run by scripts. Linux gives up after five.
pub const SCRIPTS_DEEP: usize = 5;
/// Commands that are looked for in one command line, and how deep in each other.
pub const COMMANDS: usize = 64;
/// See [`COMMANDS`].
pub const COMMANDS_DEEP: usize = 8;
/// What is read of a `package.json` to find what it begins with.
pub const PACKAGE_JSON: u64 = 1 << 20;
/// A file that was written to more recently than this may be written to again without a new time.
pub const SETTLED: Duration = Duration::from_secs(2);
