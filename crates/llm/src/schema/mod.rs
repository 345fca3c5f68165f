//! Schemas as providers accept them. What a model is given may say less than the tool's own schema, never something else:
//! what is left out follows in words, and what the model sends is checked against the tool's own schema before anything
//! happens (TOL-16). A schema that still cannot be sent costs its tool the place in this conversation, and no other tool the
//! conversation: providers refuse a whole request for one schema.

mod modern;
mod top;

use portcullis_l10n::say;
use serde_json::{Map, Value};

/// A schema for a model, and what it does not say any more.
pub(super) fn fitted(schema: &Value) -> (Value, Option<String>) {
    let mut top = match schema {
        Value::Object(top) => top.clone(),
        _ => Map::new(),
    };
    modern::keywords(&mut top);
    let left_out = top::flattened(&mut top);
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

/// Why a schema that was fitted still cannot be sent.
pub(super) fn unfit(fitted: &Value) -> Option<String> {
    if refers_elsewhere(fitted) {
        return Some(say!("model-schema-reference"));
    }
    // Anthropic says so of the whole request, and others fall over what they cannot read.
    (!jsonschema::draft202012::meta::is_valid(fitted)).then_some(say!("model-schema-invalid"))
}

/// Whether something refers to what is not in the schema (any more).
fn refers_elsewhere(whole: &Value) -> bool {
    let mut open = vec![whole];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(to)) = members.get("$ref")
                    && to != "#"
                    && top::target(whole, to).is_none()
                {
                    return true;
                }
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    false
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

    // Proves S-41.
    #[test]
    fn a_schema_keeps_its_meaning_for_a_model() {
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

    // Proves S-41.
    #[test]
    fn what_no_provider_takes_is_told_from_what_it_does() {
        for schema in [
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}}),
            json!({"type": "object", "properties": {"a": {"$ref": "#"}}}),
        ] {
            assert!(unfit(&fitted(&schema).0).is_none(), "{schema}");
        }
        for schema in [
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"a": {}}}),
            json!({"type": "object", "properties": {"a": {"$ref": "other.json"}}}),
            json!({"type": "object", "properties": {"a": {"type": "string[]"}}}),
            json!({"type": "object", "properties": {"a": {"minLength": "1"}}}),
        ] {
            assert!(unfit(&fitted(&schema).0).is_some(), "{schema}");
        }
        // What the top said it referred into is in words now.
        let torn = json!({"anyOf": [{"properties": {"b": {}}}], "additionalProperties": false,
            "properties": {"a": {"$ref": "#/anyOf/0"}}});
        assert!(unfit(&fitted(&torn).0).is_some());
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
