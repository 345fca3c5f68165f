//! Measures an answer against the most tokens that were asked for. Tokenizers differ by provider and none is here, so this counts
//! low: an answer that a provider held to the limit is not cut again.

use crate::limits;

/// About how many tokens a text has: never fewer than its words, never more than its characters.
#[must_use]
pub fn tokens(text: &str) -> usize {
    let by_length = text.chars().count().div_ceil(limits::TOKEN_CHARS);
    by_length.max(text.split_whitespace().count())
}
