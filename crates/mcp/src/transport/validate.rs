//! Looks through raw JSON without parsing it: nesting depth and unpaired surrogates.

use crate::limits;
use memchr::{memchr, memmem};
use portcullis_core::raw_json;
use std::borrow::Cow;

/// What stands in place of what is no character.
const REPLACEMENT: &str = r"\ufffd";

/// Whether a value is nested too deeply to be read.
pub(super) fn is_too_deep(json: &str) -> bool {
    let bytes = json.as_bytes();
    let mut at = 0;
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => match raw_json::text_end(bytes, at + 1) {
                Some(end) => at = end,
                None => return false,
            },
            b'{' | b'[' => {
                depth += 1;
                if depth > limits::JSON_DEPTH {
                    return true;
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    false
}

/// The same with the replacement character for each half of a character. JavaScript cuts its texts between the halves, and
/// writes what is left of one by its number.
pub(super) fn whole_characters(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    // Looking for such a number costs a fraction of looking at every escape, and most messages hold none.
    let halves = [br"\ud", br"\uD"]
        .iter()
        .any(|start| memmem::find(bytes, *start).is_some());
    if !halves {
        return Cow::Borrowed(json);
    }
    let (mut whole, mut taken) = (String::new(), 0);
    let mut at = 0;
    while let Some(escape) = bytes.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        at += escape;
        at += match unit(bytes, at) {
            Some(0xD800..=0xDBFF) if matches!(unit(bytes, at + 6), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                whole.push_str(&json[taken..at]);
                whole.push_str(REPLACEMENT);
                taken = at + 6;
                6
            }
            Some(_) => 6,
            None => 2,
        };
    }
    match taken {
        0 => Cow::Borrowed(json),
        _ => Cow::Owned(whole + &json[taken..]),
    }
}

/// The code unit of a `\uXXXX` at this position.
fn unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{is_too_deep, whole_characters};
    use std::borrow::Cow;

    // Proves F-20.
    #[test]
    fn depth_is_found_without_recursion() {
        assert!(!is_too_deep(r#"{"a":["\ud83d\ude00","}]\"",{}]}"#));
        assert!(is_too_deep(&"[".repeat(100_000)));
        assert!(is_too_deep(&format!("{}{}", "[".repeat(129), "]".repeat(129))));
        assert!(!is_too_deep(&format!("{}{}", "[".repeat(128), "]".repeat(128))));
    }

    #[test]
    fn half_a_character_is_replaced_and_nothing_else() {
        for whole in [
            r#"{"a":["\ud83d\ude00","}]\"",{}]}"#,
            r#"{"a":"\\ud800\\","b":"\u00e9\""}"#,
            r#"{"a":"\ud83d\ude00\uD83D\uDE00é"}"#,
            r#""\ud8"#,
            r"\",
        ] {
            assert!(matches!(whole_characters(whole), Cow::Borrowed(same) if same == whole));
        }
        for (halves, whole) in [
            (r#"{"a":"é\ud83d"}"#, r#"{"a":"é\ufffd"}"#),
            (r#"{"a":"\udc00\ud800"}"#, r#"{"a":"\ufffd\ufffd"}"#),
            (r#"{"a":"\uDC00\n\ud800A"}"#, r#"{"a":"\ufffd\n\ufffdA"}"#),
            (
                r#"["\ud83d\ud83d\ude00","\\\ud800"]"#,
                r#"["\ufffd\ud83d\ude00","\\\ufffd"]"#,
            ),
            (r#""\ud800\u0041""#, r#""\ufffd\u0041""#),
        ] {
            assert_eq!(whole_characters(halves), whole);
            serde_json::from_str::<serde_json::Value>(&whole_characters(halves)).unwrap();
        }
    }
}
