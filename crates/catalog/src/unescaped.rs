//! Text in a result, which may be megabytes: taken out of its quotes in one pass, into memory of its size. A general reader
//! gathers it in memory that grows, and copies it from there.

use std::borrow::Cow;

/// What a value of JSON means, where it is a string and no half of a character is in it.
pub(super) fn unescaped(json: &str) -> Option<Cow<'_, str>> {
    let mut rest = json.strip_prefix('"')?.strip_suffix('"')?;
    let Some(mut at) = memchr::memchr(b'\\', rest.as_bytes()) else {
        return Some(Cow::Borrowed(rest));
    };
    let mut text = String::with_capacity(rest.len());
    loop {
        text.push_str(&rest[..at]);
        let (character, length) = escape(&rest.as_bytes()[at..])?;
        text.push(character);
        rest = rest.get(at + length..)?;
        match memchr::memchr(b'\\', rest.as_bytes()) {
            Some(next) => at = next,
            None => break,
        }
    }
    text.push_str(rest);
    // What is mostly escapes is much shorter than it was written.
    if text.len() < text.capacity() / 2 {
        text.shrink_to_fit();
    }
    Some(Cow::Owned(text))
}

/// The character that an escape stands for, and how long it is.
fn escape(bytes: &[u8]) -> Option<(char, usize)> {
    let character = match bytes.get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes),
        _ => return None,
    };
    Some((character, 2))
}

fn unicode(bytes: &[u8]) -> Option<(char, usize)> {
    match unit(bytes)? {
        high @ 0xD800..=0xDBFF => match unit(bytes.get(6..)?)? {
            low @ 0xDC00..=0xDFFF => {
                let character = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                Some((char::from_u32(character)?, 12))
            }
            _ => None,
        },
        unit => Some((char::from_u32(unit)?, 6)),
    }
}

/// The code unit of a `\uXXXX`.
fn unit(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.get(..6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, digit| {
        Some(unit * 16 + char::from(*digit).to_digit(16)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_what_a_general_reader_makes_of_it() {
        let plain = ["", "a", "é\u{1f980}", "a/b", "\u{7f}\u{2028}"];
        for text in plain {
            let json = format!("\"{text}\"");
            assert!(matches!(unescaped(&json), Some(Cow::Borrowed(found)) if found == text));
        }
        let all: String = (0..0x1_1000_u32).filter_map(char::from_u32).collect();
        let written = serde_json::to_string(&all).unwrap();
        assert_eq!(unescaped(&written).unwrap(), all);
        for json in [
            r#""\"\\\/\b\f\n\r\t""#,
            r#""\u0041\u00e9\u20AC\ud83e\uDD80end""#,
            r#""\\u0041 \\\u0041""#,
            r#""\u0000\uffff""#,
            r#""é\né""#,
        ] {
            let expected: String = serde_json::from_str(json).unwrap();
            assert_eq!(unescaped(json).unwrap(), expected, "{json}");
        }
        let many = format!("\"{}\"", r"\u0041".repeat(1_000));
        match unescaped(&many).unwrap() {
            Cow::Owned(text) => assert!(text.len() == 1_000 && text.capacity() < 2_000),
            Cow::Borrowed(_) => unreachable!(),
        }
    }

    // Proves F-20.
    #[test]
    fn half_a_character_and_what_is_no_text_are_none() {
        for json in [
            r#""\ud800""#,
            r#""\ud800x""#,
            r#""\ud800\u0041""#,
            r#""\udc00""#,
            r#""\udc00\ud800""#,
            r#""\ud83e\ud83e""#,
            "7",
            "null",
            "{}",
            "[\"a\"]",
        ] {
            assert_eq!(unescaped(json), None, "{json}");
            assert!(serde_json::from_str::<String>(json).is_err());
        }
        for json in [r#""\u12""#, r#""\x""#, r#""\u+123""#, "\"a"] {
            assert_eq!(unescaped(json), None, "{json}");
        }
    }
}
