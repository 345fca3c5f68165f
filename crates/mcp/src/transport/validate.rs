//! Validates raw JSON without allocating: nesting depth and unpaired surrogates.

use crate::limits;
use memchr::memmem;
use portcullis_core::raw_json;
use portcullis_l10n::say;

/// Why a value that is valid by its grammar can still not be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum UnusableJson {
    /// A text holds half of a character.
    HalfCharacter,
    /// It is nested too deeply.
    Depth,
}

impl UnusableJson {
    /// For the person, after a colon.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::HalfCharacter => say!("response-surrogate"),
            Self::Depth => say!("response-depth"),
        }
    }
}

/// Looks for what makes such a value unusable.
pub(super) fn unusable(json: &str) -> Option<UnusableJson> {
    let bytes = json.as_bytes();
    // Half of a character can only be where one is written by its number. Looking for that costs a fraction of looking at
    // every escape, and most messages hold none.
    let halves = [br"\ud", br"\uD"]
        .iter()
        .any(|start| memmem::find(bytes, *start).is_some());
    let end = if halves {
        whole_text_end
    } else {
        raw_json::text_end
    };
    let mut at = 0;
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => match end(bytes, at + 1) {
                Some(end) => at = end,
                None => return Some(UnusableJson::HalfCharacter),
            },
            b'{' | b'[' => {
                depth += 1;
                if depth > limits::JSON_DEPTH {
                    return Some(UnusableJson::Depth);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Position of the closing quote; `None` for a surrogate without its other half.
fn whole_text_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        match unit(bytes, at) {
            Some(0xD800..=0xDBFF) => match unit(bytes, at + 6) {
                Some(0xDC00..=0xDFFF) => at += 12,
                _ => return None,
            },
            Some(0xDC00..=0xDFFF) => return None,
            Some(_) => at += 6,
            None => at += 2,
        }
    }
}

/// The code unit of a `\uXXXX` at this position.
fn unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::unusable;

    // Proves F-20.
    #[test]
    fn depth_and_half_characters_are_found_without_recursion() {
        assert_eq!(unusable(r#"{"a":["\ud83d\ude00","}]\"",{}]}"#), None);
        assert!(unusable(r#"{"a":"\ud800"}"#).is_some());
        assert!(unusable(r#"{"a":"\udc00\ud800"}"#).is_some());
        assert!(unusable(r#"{"a":"\uDC00"}"#).is_some());
        assert_eq!(unusable(r#"{"a":"\\ud800\\","b":"\u00e9\""}"#), None);
        assert!(unusable(r#"{"a":"\ud800A"}"#).is_some());
        assert!(unusable(&"[".repeat(100_000)).is_some());
        assert_eq!(unusable(&format!("{}{}", "[".repeat(128), "]".repeat(128))), None);
    }
}
