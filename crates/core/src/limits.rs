//! The limits of this crate, each with its reason.

/// Longest text of a server shown next to an error, in characters.
pub const SAID: usize = 500;
/// Longest run of spaces and tabs that is shown unchanged in a text; a longer one is counted.
pub const BLANKS_IN_TEXT: usize = 64;
/// Characters of a name that others chose, of a model, a conversation or a tool, in a sentence of ours.
pub const QUOTED_NAME: usize = 128;
/// Longest run of spaces that is shown unchanged in a name or an argument.
pub const BLANKS_IN_LINE: usize = 8;
/// Shortest secret that is masked in the audit log, in bytes; shorter ones would mask ordinary words.
pub const SECRET_LENGTH: usize = 4;
/// Of a sign-in whose tokens are renewed, so many generations are looked for.
pub const SECRET_GENERATIONS: usize = 4;
