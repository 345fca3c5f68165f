//! Bounds of what is read. Everything here comes from a file that another product wrote, or that claims it.

/// Bytes of a file of conversations: exports of several years have some hundred MiB.
pub const TRANSCRIPT_FILE: usize = 256 << 20;
/// Conversations of one file that are read; those after them are counted.
pub const TRANSCRIPTS: usize = 5_000;
/// Messages of one conversation that are read, the last ones.
pub const TRANSCRIPT_MESSAGES: usize = 5_000;
/// Entries of one conversation that are looked at: messages with all their versions, calls and files.
pub const TRANSCRIPT_ENTRIES: usize = 100_000;
/// Bytes of one message; more is cut.
pub const TRANSCRIPT_TEXT: usize = 256 << 10;
/// Bytes of a title and of the name of a model.
pub const TRANSCRIPT_NAME: usize = 512;
