//! The limits of the database and of the record, each with its reason.

use std::time::Duration;

/// Finished tasks that are still listed.
pub const TASKS_ENDED: usize = 200;
/// Definitions of one list that are compared by meaning; those after them count as changed where they differ.
pub const NOTATIONS_COMPARED: usize = 200;
/// Marks of compaction in one conversation, on all its branches.
pub const COMPACTIONS: u32 = 50;
/// Folders of the list of conversations.
pub const CONVERSATION_FOLDERS: u32 = 50;
/// Texts of instructions that are kept by name.
pub const INSTRUCTION_PRESETS: u32 = 50;
/// Profiles.
pub const PROFILES: u32 = 20;
/// Earlier calls of a tool that conditions are tried on.
pub const TRIED_CALLS: usize = 100;
/// Log entries that are searched for them.
pub const TRIED_ROWS: usize = 5_000;
/// Time that another program may lock the database before a write fails (F-34).
pub const STORE_BUSY: Duration = Duration::from_secs(5);
/// Writes that wait in the queue of the database.
pub const STORE_QUEUE: usize = 1_024;
/// Writes that share one commit.
pub const STORE_BATCH: usize = 256;
/// Writes in one commit from which on the next commit waits for others.
pub const STORE_CROWD: usize = 4;
/// Longest wait for others to share a commit.
pub const STORE_LINGER: Duration = Duration::from_micros(300);
/// A disk that took no longer for its last commit is not worth changing threads for.
pub const STORE_QUICK: Duration = Duration::from_millis(5);
/// Pages of 4 KiB in the journal of the database from which on it is folded in. A commit that makes the journal longer waits
/// for the file system's own journal, and so for whatever else is written on this computer. One that is folded in early is soon
/// written over instead, and never shortened.
pub const STORE_JOURNAL: i32 = 1_000;
/// Connections that read at the same time.
pub const STORE_READERS: usize = 4;
/// How often writing is tried while it does not work (F-30).
pub const STORE_RETRY: Duration = Duration::from_secs(2);
/// What such a try writes: enough that a disk with a few bytes left is still called full.
pub const STORE_RETRY_BYTES: usize = 64 << 10;
/// Up to this size the database is checked at every start; above it only after the last run ended badly (F-31).
pub const STORE_CHECK_BYTES: u64 = 256 << 20;
/// How long a folder that seems to be in use is tried again. A host that was killed while it started a program leaves
/// its lock with that program until it runs, which takes milliseconds, or longer on a busy computer (F-28).
pub const STORE_HELD: Duration = Duration::from_secs(1);
/// Backups of the database are this far apart (F-31).
pub const BACKUP_EVERY: Duration = Duration::from_secs(24 * 3600);
/// Backups kept of one database; the oldest goes when a newer one was verified.
pub const BACKUPS: usize = 7;
/// Approved definitions kept of one tool after newer ones were approved: enough to see that a server went back.
pub const PINS_BEFORE: usize = 20;
/// Definitions kept that you did not approve and the server no longer offers.
pub const PINS_NOT_OFFERED: usize = 1_000;
/// Things kept that were seen during calls of one tool: enough to judge it by.
pub const SEEN_OF_A_TOOL: usize = 8;
/// Things kept that were seen during calls of all tools of one server.
pub const SEEN_OF_A_SERVER: usize = 1_000;
/// Arguments kept in a log entry, in bytes; more is cut with a marker.
pub const RECORD_SENT: usize = 64 << 10;
/// Sentences kept in a log entry, in bytes: reason, result, outcome.
pub const RECORD_WORDS: usize = 4 << 10;
/// Longest name kept in a log entry, in bytes.
pub const RECORD_NAME: usize = 512;
/// Operations in one page of the audit log.
pub const RECORD_PAGE: usize = 100;
/// Ended operations that may wait for the text index.
pub const RECORD_UNINDEXED: usize = 256;
/// Messages, and their bytes, that are indexed again at once after an update, so that nothing else waits long to write.
pub const MESSAGES_INDEXED: (usize, u64) = (200, 2 << 20);
