//! Answers that a person writes in place of a model, measured in tokens like a model's (SAM-04).

use crate::limits;
use portcullis_catalog::measured::tokens;
use portcullis_core::text::grouped;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;

/// Whether an answer in a person's own words may be given.
///
/// # Errors
/// `input.bad` when it is empty or longer than what was asked for.
pub fn fits(text: &str, max_tokens: u32) -> Result<()> {
    let bad = |sentence: String| Err(Error::new(Code::BadInput, sentence));
    if text.trim().is_empty() {
        return bad(say!("response-empty"));
    }
    if text.len() > limits::SAMPLING_TEXT {
        let most = limits::SAMPLING_TEXT >> 10;
        return bad(say!("response-too-large", most));
    }
    let (tokens, most) = (tokens(text), max_tokens as usize);
    if tokens > most {
        return bad(say!(
            "response-too-long",
            tokens = grouped(tokens),
            most = grouped(most)
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves SAM-04.
    #[test]
    fn an_answer_by_hand_is_no_longer_than_what_was_asked_for() {
        for (text, most, fitting) in [
            ("urgent", 2, true),
            ("a b c", 3, true),
            ("a b c d", 3, false),
            ("unbelievable", 3, true),
            ("unbelievably", 2, false),
            ("", 9, false),
            (" \n", 9, false),
        ] {
            assert_eq!(fits(text, most).is_ok(), fitting, "{text:?} within {most}");
        }
        let long = "x".repeat(limits::SAMPLING_TEXT + 1);
        assert!(fits(&long[1..], u32::MAX).is_ok());
        let sentence = fits(&long, u32::MAX).unwrap_err().sentence;
        let most = limits::SAMPLING_TEXT / 1024;
        assert_eq!(
            sentence,
            format!("A reply can have at most {most} KiB. It was not sent.")
        );
    }
}
