//! The limits of starting and ending programs, each with its reason.

use std::time::Duration;

/// Time for the system to start a program or to say why it does not.
pub const STARTING: Duration = Duration::from_secs(10);
/// Grace after closing standard input, before SIGTERM.
pub const STOP_AFTER_EOF: Duration = Duration::from_millis(1500);
/// Grace after SIGTERM, before SIGKILL of the group.
pub const STOP_AFTER_TERM: Duration = Duration::from_millis(1500);
/// All servers are stopped within this time at quit (F-39).
pub const QUIT: Duration = Duration::from_secs(5);
/// Standard error kept per server (F-08).
pub const STDERR_BYTES: usize = 256 << 10;
/// Lines of it.
pub const STDERR_LINES: usize = 5_000;
/// Longest single line kept of standard error or junk.
pub const LOG_LINE_BYTES: usize = 8 << 10;
/// Time for the person's login shell to say where programs are; start-up files that ask something never end.
pub const SHELL: Duration = Duration::from_secs(3);
/// Bytes read of what the login shell prints before it is given up.
pub const SHELL_BYTES: usize = 1 << 20;
/// Rounds of looking for processes that left their group; each finds what the round before let through.
pub const STRAY_ROUNDS: usize = 3;
