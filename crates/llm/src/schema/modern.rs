//! Old spellings in schemas, written as JSON Schema 2020-12 spells them: providers take no other dialect, and generators
//! still write older ones. Each rule says the same before and after.

use serde_json::{Map, Value};

/// Keywords that hold schemas by name.
const NAMED: [&str; 5] = [
    "properties",
    "$defs",
    "definitions",
    "patternProperties",
    "dependentSchemas",
];
/// Keywords that hold a schema or a list of them.
const ONE: [&str; 14] = [
    "items",
    "prefixItems",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "propertyNames",
    "contains",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
];

/// Spells a schema, and those in it, as 2020-12 does. A definition is nested as deep as the catalog lets it, so this may
/// go down with it.
pub(super) fn keywords(schema: &mut Map<String, Value>) {
    tuples(schema);
    open_end(schema, "minimum", "exclusiveMinimum");
    open_end(schema, "maximum", "exclusiveMaximum");
    // Of draft 3: the list at the object says it since.
    if schema.get("required").is_some_and(Value::is_boolean) {
        schema.shift_remove("required");
    }
    for name in NAMED {
        if let Some(Value::Object(named)) = schema.get_mut(name) {
            for inner in named.values_mut() {
                in_words(inner);
                within(inner);
            }
        }
    }
    for name in ONE {
        match schema.get_mut(name) {
            Some(Value::Array(list)) => list.iter_mut().for_each(within),
            Some(inner) => within(inner),
            None => {}
        }
    }
}

fn within(schema: &mut Value) {
    if let Value::Object(schema) = schema {
        // No name for a schema reaches a provider, as at the top.
        schema.shift_remove("$schema");
        schema.shift_remove("$id");
        keywords(schema);
    }
}

/// `true` and `false` as objects: some providers read nothing else for an argument.
fn in_words(schema: &mut Value) {
    match schema {
        Value::Bool(true) => *schema = serde_json::json!({}),
        Value::Bool(false) => *schema = serde_json::json!({"not": {}}),
        _ => {}
    }
}

/// A list of schemas for the first items is called otherwise since 2020-12. OpenAI takes no list without a word about its
/// items.
fn tuples(schema: &mut Map<String, Value>) {
    let rest = schema.shift_remove("additionalItems");
    match schema.get("items") {
        Some(Value::Array(_)) => {
            if let Some(first) = schema.shift_remove("items") {
                schema.insert("prefixItems".to_owned(), first);
            }
            schema.insert("items".to_owned(), rest.unwrap_or_else(|| serde_json::json!({})));
        }
        None if is_list(schema) => {
            schema.insert("items".to_owned(), serde_json::json!({}));
        }
        _ => {}
    }
}

fn is_list(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "array",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "array"),
        _ => false,
    }
}

/// `"minimum": 0, "exclusiveMinimum": true` of draft 4 is `"exclusiveMinimum": 0`.
fn open_end(schema: &mut Map<String, Value>, closed: &str, open: &str) {
    match schema.get(open) {
        Some(Value::Bool(true)) => {
            schema.shift_remove(open);
            if let Some(end) = schema.shift_remove(closed) {
                schema.insert(open.to_owned(), end);
            }
        }
        Some(Value::Bool(false)) => _ = schema.shift_remove(open),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // Proves S-41.
    #[test]
    fn old_spellings_become_new_ones_and_mean_the_same() {
        for (old, new) in [
            (
                json!({"minimum": 0, "exclusiveMinimum": true}),
                json!({"exclusiveMinimum": 0}),
            ),
            (
                json!({"maximum": 9, "exclusiveMaximum": false}),
                json!({"maximum": 9}),
            ),
            (
                json!({"type": "array", "items": [{"type": "string"}], "additionalItems": false}),
                json!({"type": "array", "prefixItems": [{"type": "string"}], "items": false}),
            ),
            (
                json!({"type": ["array", "null"]}),
                json!({"type": ["array", "null"], "items": {}}),
            ),
            (
                json!({"properties": {"a": true, "b": false, "c": {"anyOf": [{"type": "array"}]}}}),
                json!({"properties": {"a": {}, "b": {"not": {}}, "c": {"anyOf": [{"type": "array", "items": {}}]}}}),
            ),
            (
                json!({"additionalProperties": false}),
                json!({"additionalProperties": false}),
            ),
            (
                json!({"properties": {"$id": {"$id": "a", "type": "string"}}, "not": {"$id": "b", "type": "null"}}),
                json!({"properties": {"$id": {"type": "string"}}, "not": {"type": "null"}}),
            ),
            // Data is left alone, whatever it looks like.
            (
                json!({"default": {"type": "array"}}),
                json!({"default": {"type": "array"}}),
            ),
            (
                json!({"enum": [{"exclusiveMinimum": true}]}),
                json!({"enum": [{"exclusiveMinimum": true}]}),
            ),
        ] {
            let mut schema = old.as_object().unwrap().clone();
            keywords(&mut schema);
            assert_eq!(Value::Object(schema.clone()), new, "{old}");
            assert!(
                jsonschema::draft202012::meta::is_valid(&Value::Object(schema)),
                "{old}"
            );
        }
    }
}
