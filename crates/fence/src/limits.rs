//! The limits of the fence, each with its reason.

use std::time::Duration;

/// Time for the helper to build a fence and start the program.
pub const BUILDING: Duration = Duration::from_secs(10);
/// Bytes of a plan: paths and arguments. Linux takes 2 MB of arguments and variables.
pub const PLAN_BYTES: usize = 4 << 20;
/// Files, folders and sockets granted to one server.
pub const MAX_PATHS: usize = 256;
/// Links that are followed from a path to where it leads, as in the kernel.
pub const MAX_LINKS: usize = 40;
/// Interpreters of interpreters, and virtual environments of virtual environments.
pub const MAX_INTERPRETERS: usize = 4;
/// Hosts granted to one server. Each port of them is a listener.
pub const MAX_HOSTS: usize = 64;
/// Connections of one server that are relayed at the same time. Further ones wait to be accepted.
pub const MAX_CONNECTIONS: usize = 128;
/// Queries for names of one server that are answered at the same time. Further ones wait.
pub const MAX_QUERIES: usize = 16;
/// Addresses remembered of one name; the oldest goes.
pub const MAX_ADDRESSES: usize = 32;
/// Time for a name to be resolved.
pub const RESOLVE: Duration = Duration::from_secs(5);
/// How long an answer for a name is used again.
pub const REMEMBER: Duration = Duration::from_secs(30);
/// Time for a connection to a host.
pub const DIAL: Duration = Duration::from_secs(10);
/// Time for a client to say which host it means, once it began.
pub const SNIFF_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes in which it must have said that.
pub const SNIFF_BYTES: usize = 16 << 10;
/// Bytes of a connection in one direction, on their way.
pub const RELAY_BYTES: usize = 64 << 10;
/// Bytes after which a direction counts as a large transfer and gets a pipe, by which the kernel moves it.
pub const LARGE_TRANSFER: u64 = 256 << 10;
/// Bytes in such a pipe: as much as Linux gives an ordinary user.
pub const PIPE_BYTES: usize = 1 << 20;
/// Pipes of all servers together: 16 MB, a quarter of what Linux lets a person have before it makes further pipes tiny.
pub const MAX_PIPES: usize = 16;
/// Attempts told of one server.
pub const MAX_DENIALS: usize = 50;
/// Between two looks at whether it is known what came of the connections of a call.
pub const LOOK_AGAIN: Duration = Duration::from_millis(5);
/// Bytes of files that the fence itself writes into its root.
pub const ROOT_BYTES: &str = "1m";
/// Bytes of shared memory of one server. They count as its memory.
pub const SHARED_MEMORY: &str = "256m";
/// Bytes of a home in memory, with `/tmp`. They count as memory.
pub const PASSING_HOME: &str = "64m";
/// Files and folders in such a home.
pub const PASSING_FILES: &str = "20000";
/// Namespaces of each kind that a sandbox inside may make: a browser makes one of processes for each page that is open.
pub const MAX_NAMESPACES: usize = 256;
/// Processes and threads of one server. Of those of root the kernel counts none.
pub const MAX_PROCESSES: u64 = 4_096;
/// One server gets one of so many parts of the file watches (inotify) that Linux lets an account have. The others are for programs
/// outside, and for Portcullis, which watches what servers change.
pub const PARTS_OF_WATCHES: u64 = 4;
/// Folders of one server that are watched for changes, those that are higher up first. Each takes about 1 KB of the system.
pub const MAX_WATCHED: usize = 4_096;
/// Reads of changes at one look, each of at most some thousand.
pub const MAX_CHANGES_READ: usize = 64;
/// Changed files of one server that are remembered, the latest of them.
pub const MAX_CHANGES: usize = 64;
