//! The fingerprint of a definition (S-46): what an approval holds on to.

use crate::ids::hex;
use crate::limits::JSON_DEPTH;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Integers above this are not told apart by RFC 8785, which writes every number as a double.
const EXACT: u64 = 1 << 53;

/// SHA-256 in lower-case hex over the whole definition as RFC 8785 canonical JSON: name, title, description,
/// schemas, annotations, icons, `_meta` and whatever else the server sends. The order of keys and the spelling
/// of numbers and escapes do not matter; everything else does.
///
/// `None` when the definition is nested deeper than [`JSON_DEPTH`]: nothing can be approved without a digest,
/// and canonicalising it would need a stack as deep as the server likes (F-20).
#[must_use]
pub fn digest(definition: &Value) -> Option<String> {
    let large = large_integers(definition)?;
    let mut hash = Sha256::new();
    hash.update(serde_json_canonicalizer::to_vec(definition).ok()?);
    // Canonical JSON holds no line feed, so what follows one cannot be mistaken for it.
    for number in large {
        hash.update(format!("\n{number}"));
    }
    Some(hex(&hash.finalize()))
}

/// The fingerprint of a server's instructions, pinned like a definition (S-46).
#[must_use]
pub fn instructions_digest(instructions: &str) -> String {
    hex(&Sha256::digest(instructions.as_bytes()))
}

/// Integers whose exact value canonical JSON loses, in an order that does not depend on the order of keys;
/// `None` when the value is too deep. Walks without recursion.
fn large_integers(value: &Value) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![(value, 0_usize)];
    while let Some((value, depth)) = open.pop() {
        if depth > JSON_DEPTH {
            return None;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(key, _)| *key);
                open.extend(members.into_iter().map(|(_, member)| (member, depth + 1)));
            }
            Value::Number(number) => {
                let size = number.as_i64().map(i64::unsigned_abs).or_else(|| number.as_u64());
                if size.is_some_and(|size| size > EXACT) {
                    found.push(number.to_string());
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test fails by panicking"
    )]

    use super::*;
    use serde_json::json;

    fn parse(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn s46_one_changed_byte_in_any_field_changes_the_digest() {
        let whole = json!({
            "name": "read", "title": "Read", "description": "Reads.",
            "inputSchema": {"type": "object", "properties": {"path": {"type": "string", "maximum": 9_007_199_254_740_992_u64}}},
            "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true},
            "icons": [{"src": "data:image/png;base64,AA=="}], "_meta": {"a.example/x": 1}, "later": "field",
        });
        let before = digest(&whole).unwrap();
        let changes = [
            ("/name", json!("reae")),
            ("/title", json!("Reae")),
            ("/description", json!("Reads!")),
            ("/inputSchema/properties/path/type", json!("strinh")),
            (
                "/inputSchema/properties/path/maximum",
                json!(9_007_199_254_740_993_u64),
            ),
            ("/outputSchema/type", json!("objecu")),
            ("/annotations/readOnlyHint", json!(false)),
            ("/icons/0/src", json!("data:image/png;base64,AB==")),
            ("/_meta/a.example~1x", json!(2)),
            ("/later", json!("fielc")),
        ];
        for (place, value) in changes {
            let mut changed = whole.clone();
            *changed.pointer_mut(place).unwrap() = value;
            assert_ne!(digest(&changed).unwrap(), before, "{place}");
        }
    }

    #[test]
    fn s46_spelling_does_not_matter() {
        let one = parse(r#"{"a": 1.0, "b": ["\u00e9", 1e2]}"#);
        let other = parse(r#"{"b":["é",100],"a":1}"#);
        assert_eq!(digest(&one), digest(&other));
        assert_ne!(
            digest(&json!("\u{e9}")),
            digest(&json!("e\u{301}")),
            "NFC and NFD are different bytes"
        );
    }

    #[test]
    fn s46_the_digest_is_the_canonical_form_hashed() {
        // SHA-256 of {"a":1,"b":2}
        let expected = "43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777";
        assert_eq!(digest(&json!({"b": 2, "a": 1})).unwrap(), expected);
    }

    #[test]
    fn f20_a_definition_too_deep_has_no_digest() {
        let deep = (0..JSON_DEPTH + 1).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(digest(&deep), None);
        let nested = (0..JSON_DEPTH).fold(json!(1), |inner, _| json!([inner]));
        assert!(digest(&nested).is_some());
    }

    #[test]
    fn s46_instructions_have_a_digest_too() {
        assert_ne!(
            instructions_digest("Use me first."),
            instructions_digest("Use me first!")
        );
    }
}
