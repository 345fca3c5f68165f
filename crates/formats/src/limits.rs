//! Bounds of what is read. Everything here comes from a person's clipboard or from another program's file.

/// Bytes of a pasted text.
pub const PASTED: usize = 256 << 10;
/// Bytes of an install link that another program opens.
pub const LINK: usize = 64 << 10;
/// Bytes of a configuration file. Some hosts keep their history in the same file.
pub const FILE: usize = 32 << 20;
/// Bytes of a file into which servers are written: it is kept in memory until the person has answered.
pub const EXPORTED: usize = 8 << 20;
/// How deep values may be nested.
pub const DEPTH: usize = 64;
/// Servers in one text or file.
pub const SERVERS: usize = 256;
/// Arguments of a server, and variables or headers.
pub const VALUES: usize = 256;
