//! The limits of starting and ending programs, each with its reason.

use std::time::Duration;

/// Time for the system to start a program.
pub const STARTING: Duration = Duration::from_secs(10);
/// Pause after standard input was closed, before SIGTERM.
pub const STOP_AFTER_EOF: Duration = Duration::from_millis(1500);
/// Pause after SIGTERM, before SIGKILL of the group.
pub const STOP_AFTER_TERM: Duration = Duration::from_millis(1500);
/// Time for an engine to list and end the containers of one server.
pub const CONTAINERS: Duration = Duration::from_secs(5);
/// Time for an engine to run the gateway of a container, whose image is there.
pub const GATEWAY: Duration = Duration::from_secs(30);
/// The same where the engine may have to fetch the image first.
pub const GATEWAY_WITH_IMAGE: Duration = Duration::from_mins(5);
/// Time for what its engine said to be read, once it ended.
pub const GATEWAY_WORDS: Duration = Duration::from_secs(1);
/// All servers are stopped within this time at quit (F-39).
pub const QUIT: Duration = Duration::from_secs(5);
/// Standard error kept per server (F-08).
pub const STDERR_BYTES: usize = 256 << 10;
/// Lines of standard error kept per server.
pub const STDERR_LINES: usize = 5_000;
/// Longest line kept of standard error or of stray output.
pub const LOG_LINE_BYTES: usize = 8 << 10;
/// Time for the login shell to print its `PATH`.
pub const SHELL: Duration = Duration::from_secs(30);
/// How long a search for programs waits for that; later ones have what came meanwhile.
pub const SHELL_WAIT: Duration = Duration::from_secs(3);
/// Bytes read of the output of the login shell.
pub const SHELL_BYTES: usize = 1 << 20;
/// Aliases of nvm that are followed from one to the next.
pub const NVM_ALIASES: usize = 8;
/// Bytes read of such an alias.
pub const NVM_ALIAS: u64 = 256;
/// Rounds of looking for processes that left their group.
pub const STRAY_ROUNDS: usize = 3;
