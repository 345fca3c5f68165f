//! The digest of a definition (SHA-256 of its canonical JSON, S-46), which approvals are bound to.

use crate::limits::JSON_DEPTH;
use portcullis_core::ids::hex;
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
    // Before anything is written, which needs a stack as deep as the value.
    let large = large_integers(definition)?;
    let mut hash = Sha256::new_with_prefix(serde_json_canonicalizer::to_vec(definition).ok()?);
    // Canonical JSON holds no line feed, so what follows one cannot be mistaken for it.
    for number in large {
        hash.update(format!("\n{number}"));
    }
    Some(hex(&hash.finalize()))
}

/// The size of a whole number that is written as one.
fn integer(number: &serde_json::Number) -> Option<u64> {
    number.as_i64().map(i64::unsigned_abs).or_else(|| number.as_u64())
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
                if integer(number).is_some_and(|size| size > EXACT) {
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
    use super::*;
    use serde_json::json;

    fn parse(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    // Proves S-46.
    #[test]
    fn one_changed_byte_in_any_field_changes_the_digest() {
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

    // Proves S-46.
    #[test]
    fn spelling_does_not_matter() {
        let one = parse(r#"{"a": 1.0, "b": ["\u00e9", 1e2]}"#);
        let other = parse(r#"{"b":["é",100],"a":1}"#);
        assert_eq!(digest(&one), digest(&other));
        assert_ne!(
            digest(&json!("\u{e9}")),
            digest(&json!("e\u{301}")),
            "NFC and NFD are different bytes"
        );
    }

    /// Digests that approvals are bound to already.
    // Proves S-46.
    #[test]
    fn the_digest_is_the_canonical_form_hashed_and_stays_what_it_was() {
        let controls: String = (0..0x300_u32).filter_map(char::from_u32).collect();
        let mut values = vec![
            json!({"b": 2, "a": 1}),
            json!({"\u{e000}": 1, "\u{10000}": 2, "a": 3, "": 4, "B": 5, "aa": 6, "\r": 7, "é": 8, "\"": 9}),
            json!({"z": {"y": [{"b": 1, "a": [[], {}]}], "x": null}, "controls": controls, "far": "\u{2028}\u{fffd}\u{1f980}"}),
            json!({controls.as_str(): [true, false, null, ""]}),
            parse(
                r#"[0, -0, 0.0, -0.0, 1.0, -1.50, 1e2, 1e21, 1e20, 123456789012345678901234567890, 5e-324, 1e-7, 0.000001]"#,
            ),
            json!([
                i64::MIN,
                i64::MAX,
                u64::MAX,
                EXACT - 1,
                EXACT,
                EXACT + 1,
                -(1_i64 << 53),
                -(1_i64 << 53) - 1
            ]),
            json!([
                f64::MAX,
                f64::MIN_POSITIVE,
                0.1 + 0.2,
                4.35,
                2.0_f64.powi(60),
                333_333_333.333_333_3
            ]),
            (0..500_i32)
                .map(|n| json!({"n": n * 7_919 - 1_000_000, "f": f64::from(n) / 7.0, format!("k{n}"): n}))
                .collect(),
        ];
        values.push(Value::Array(values.clone()));
        let digests: Vec<_> = values.iter().map(|value| digest(value).unwrap()).collect();
        assert_eq!(
            digests,
            [
                // SHA-256 of {"a":1,"b":2}
                "43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777",
                "b9973963c2c6debe58f27f29dcf1200b7dcb53b63adc5d7ed903bdf8c9a59d73",
                "f421ac82698e8f1f108c302df9d249e6e217791967c851d5b15c60ddf410a99d",
                "1d805970e326d78363a46eeb2f39be84257ece975a2c84429513fc2672649353",
                "079a7f4d9f3dec9abf91435bc02bd63209692bd9782f23e7872e67bfafc3ed9f",
                "77159be5b5b2ebab19e10068c6c5eb57622e49ff5ffc4ae50317d70bd594702f",
                "52e6b292f1cf6c46ff4be1d426de3260e88ec8851119d838368da0477bacb2c1",
                "74e474a095c59f438fe37f7fa70a41c12d327bc6cb1300425aeb02ec7f0dce94",
                "030fdaaa4ef5f74b96c18d4697037634d7782a3ec0036d997ffcdbafab66fce9",
            ]
        );
    }

    // Proves F-20.
    #[test]
    fn a_definition_too_deep_has_no_digest() {
        let deep = (0..JSON_DEPTH + 1).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(digest(&deep), None);
        let nested = (0..JSON_DEPTH).fold(json!(1), |inner, _| json!([inner]));
        assert!(digest(&nested).is_some());
    }

    // Proves S-46.
    #[test]
    fn instructions_have_a_digest_too() {
        assert_ne!(
            instructions_digest("Use me first."),
            instructions_digest("Use me first!")
        );
    }
}
