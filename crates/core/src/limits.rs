//! The limits of this crate, each with its reason.

/// Longest piece of a server's words shown beside a sentence of ours, in characters.
pub const SAID: usize = 500;
/// Longest run of spaces and tabs that is shown as it is: code is indented and tables are aligned by less, and what
/// stands behind a longer one can be out of sight.
pub const BLANKS_IN_TEXT: usize = 64;
/// The same in a text of one line, such as a name or an argument, which may be cut where it gets long.
pub const BLANKS_IN_LINE: usize = 8;
/// Shortest secret looked for in what is recorded; shorter ones would blot out ordinary words.
pub const SECRET_LENGTH: usize = 4;
