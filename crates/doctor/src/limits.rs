//! Limits of what is read and said. What servers write may be long and may be anything.

/// Lines of standard error that are read, the last ones.
pub const STDERR_LINES: usize = 400;
/// Lines on standard output that are no messages, the first ones.
pub const STDOUT_LINES: usize = 20;
/// Characters of a line that are read; the rest of a longer one is not.
pub const LINE: usize = 2_000;
/// Longest name of a variable, in characters.
pub const VARIABLE: usize = 64;
/// Names of variables or arguments in one sentence.
pub const NAMES: usize = 6;
/// Folders named of those that were searched.
pub const FOLDERS: usize = 64;
/// Lines of standard error shown with a diagnosis, the last ones.
pub const LINES_SHOWN: usize = 8;
