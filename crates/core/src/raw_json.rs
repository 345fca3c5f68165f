//! Splits raw JSON into members without parsing their values.
//!
//! Only for what is known to be valid, which [`serde_json::value::RawValue`] is. Anything else gives pieces that mean
//! nothing, and an end.

use std::borrow::Cow;
use std::ops::Range;

/// The members of an object in their order, and `None` for any other value. Names come as what they mean.
#[must_use]
pub fn members(json: &str) -> Option<impl Iterator<Item = (Cow<'_, str>, &str)>> {
    let mut at = json.strip_prefix('{').map(|_| 1)?;
    Some(std::iter::from_fn(move || {
        let name = next(json, &mut at)?;
        let value = next(json, &mut at)?;
        Some((meant(name).unwrap_or(Cow::Borrowed(name)), value))
    }))
}

/// The elements of a list, and `None` for any other value.
#[must_use]
pub fn elements(json: &str) -> Option<impl Iterator<Item = &str>> {
    let mut at = json.strip_prefix('[').map(|_| 1)?;
    Some(std::iter::from_fn(move || next(json, &mut at)))
}

/// The next value within an object or a list, and behind it.
fn next<'a>(json: &'a str, at: &mut usize) -> Option<&'a str> {
    let between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':');
    let rest = json.as_bytes().get(*at..)?;
    let start = *at + rest.iter().position(|byte| !between(byte))?;
    let end = value_end(json.as_bytes(), start);
    *at = end;
    // Nothing is left where it ends before it begins: at the end of what is around it.
    json.get(start..end).filter(|value| !value.is_empty())
}

/// What a name means, where it means anything; most are written as they are.
fn meant(written: &str) -> Option<Cow<'_, str>> {
    if written.contains('\\') {
        return serde_json::from_str(written).ok().map(Cow::Owned);
    }
    let name = written.strip_prefix('"')?.strip_suffix('"')?;
    Some(Cow::Borrowed(name))
}

/// Where the value that starts here ends; the end of the bytes when it was cut off.
#[must_use]
pub fn value_end(bytes: &[u8], start: usize) -> usize {
    let (mut depth, mut at) = (0_usize, start);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => match text_end(bytes, at + 1) {
                Some(end) if depth == 0 => return end + 1,
                Some(end) => at = end,
                None => break,
            },
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            b'}' | b']' if depth == 1 => return at + 1,
            // The end of a number or word, or of what is around it.
            b',' | b':' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Where the quote stands that ends the text which begins here. Quotes are rarer than escapes: each is looked at, and
/// whether what stands before it takes it away.
#[must_use]
pub fn text_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut from = start;
    loop {
        let end = from + memchr::memchr(b'"', bytes.get(from..)?)?;
        let escapes = bytes[from..end].iter().rev().take_while(|byte| **byte == b'\\');
        if escapes.count() % 2 == 0 {
            return Some(end);
        }
        from = end + 1;
    }
}

/// What is left of a text when only this part of it stays, in the memory that it has.
#[must_use]
pub fn only(mut text: String, part: Range<usize>) -> String {
    text.truncate(part.end);
    text.drain(..part.start);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;
    use serde_json::value::RawValue;
    use std::collections::BTreeMap;

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            r#"[\\"{}\[\],: ]{0,9}"#.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(r#"[a-c\\"é\n]{0,3}"#, inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        // Proves S-85.
        #[test]
        fn pieces_are_those_that_a_general_reader_finds(value in values(), pretty: bool) {
            let json = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
            let found: Option<Vec<_>> = members(&json).map(Iterator::collect);
            let expected: Option<BTreeMap<String, &RawValue>> = serde_json::from_str(&json).ok();
            prop_assert_eq!(found.is_some(), expected.is_some());
            if let (Some(found), Some(expected)) = (found, expected) {
                prop_assert_eq!(found.len(), expected.len());
                for (name, value) in found {
                    prop_assert_eq!(expected[&*name].get(), value);
                }
            }
            let found: Option<Vec<_>> = elements(&json).map(Iterator::collect);
            let expected: Option<Vec<&RawValue>> = serde_json::from_str(&json).ok();
            let expected: Option<Vec<_>> = expected.map(|list| list.into_iter().map(RawValue::get).collect());
            prop_assert_eq!(found, expected);
            prop_assert_eq!(value_end(json.as_bytes(), 0), json.len());
        }

        // Proves S-85.
        #[test]
        fn what_is_not_json_has_an_end_too(text in r#"[\\"{}\[\],: aé1]{0,40}"#) {
            for start in ["", "{", "[", "{\""] {
                let json = format!("{start}{text}");
                let most = json.len();
                prop_assert!(members(&json).map_or(0, Iterator::count) <= most);
                prop_assert!(elements(&json).map_or(0, Iterator::count) <= most);
            }
        }
    }

    #[test]
    fn a_quote_ends_a_text_where_nothing_takes_it_away() {
        let end = |text: &str| text_end(text.as_bytes(), 0);
        assert_eq!(end(r#"a" "#), Some(1));
        assert_eq!(end(r#"\"a\\" "#), Some(5));
        assert_eq!(end(r#"\\\"" "#), Some(4));
        assert_eq!((end(r#"\""#), end("")), (None, None));
    }
}
