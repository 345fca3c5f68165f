//! Schemas as providers accept them. What a model is given may say less than the tool's own schema, never something else:
//! what is left out follows in words, and what the model sends is checked against the tool's own schema before anything
//! happens (TOL-16).

use serde_json::{Map, Value};

/// Words at the top of a schema that no provider takes there, next to `type`.
const NOT_ON_TOP: [&str; 8] = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum"];

/// A schema for a model, and what it does not say any more.
pub(super) fn fitted(schema: &Value) -> (Value, Option<String>) {
    let mut top = match schema {
        Value::Object(top) => top.clone(),
        _ => Map::new(),
    };
    let mut left_out = Map::new();
    for word in NOT_ON_TOP {
        if let Some(rule) = top.shift_remove(word) {
            left_out.insert(word.to_owned(), rule);
        }
    }
    top.insert("type".to_owned(), "object".into());
    top.entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    // A name for the schema itself means nothing to a model, and some providers fetch or refuse it.
    top.shift_remove("$schema");
    top.shift_remove("$id");
    let words = (!left_out.is_empty()).then(|| {
        format!(
            "The arguments must also match this JSON Schema: {}",
            Value::Object(left_out)
        )
    });
    (Value::Object(top), words)
}

/// The first argument with a name that does not fit `[a-zA-Z0-9_.-]{1,64}`, at the top of a schema.
pub(super) fn odd_argument(schema: &Value) -> Option<&str> {
    let properties = schema.get("properties")?.as_object()?;
    let fits = |name: &&String| {
        !((1..=64).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)))
    };
    properties.keys().find(fits).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn s41_a_schema_keeps_its_meaning_for_a_model() {
        let plain = json!({"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}]}}, "required": ["a"]});
        assert_eq!(fitted(&plain), (plain.clone(), None));
        let (schema, words) = fitted(&json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
            "properties": {"a": {}, "b": {}},
        }));
        assert_eq!(
            schema,
            json!({"properties": {"a": {}, "b": {}}, "type": "object"})
        );
        assert!(
            words
                .unwrap()
                .ends_with(r#"{"anyOf":[{"required":["a"]},{"required":["b"]}]}"#)
        );
        assert_eq!(
            fitted(&json!(true)).0,
            json!({"type": "object", "properties": {}})
        );
    }

    #[test]
    fn a_name_of_an_argument_that_no_provider_takes_is_found() {
        for (name, odd) in [
            ("a.b-c_1", false),
            ("with space", true),
            ("größe", true),
            ("", true),
        ] {
            let schema = json!({"properties": {"ok": {}, (name): {}}});
            assert_eq!(odd_argument(&schema).is_some(), odd, "{name}");
        }
    }
}
