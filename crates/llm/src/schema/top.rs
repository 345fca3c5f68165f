//! The top of a schema: no provider takes a choice there, or a reference in place of the whole. What a choice says about
//! single arguments is put where arguments are described, so that a model sees them; the choice itself follows in words.

use serde_json::{Map, Value};
use std::collections::HashSet;

/// Words at the top of a schema that no provider takes there, next to `type`.
const NOT_ON_TOP: [&str; 8] = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum"];
/// References that lead to references, followed at the top.
const FOLLOWED: usize = 8;

/// Takes away what no provider takes at the top, and gives it.
pub(super) fn flattened(top: &mut Map<String, Value>) -> Map<String, Value> {
    let mut left_out = Map::new();
    for _ in 0..FOLLOWED {
        if !followed(top, &mut left_out) {
            break;
        }
    }
    let whole = Value::Object(top.clone());
    for word in NOT_ON_TOP {
        if let Some(rule) = top.shift_remove(word) {
            lift(top, word, &rule, &whole);
            left_out.insert(word.to_owned(), rule);
        }
    }
    left_out
}

/// What a reference within the same schema leads to.
pub(super) fn target<'a>(whole: &'a Value, to: &str) -> Option<&'a Value> {
    whole.pointer(to.strip_prefix('#')?)
}

/// Puts what the top refers to in the place of the reference. What both say differently stays as it is at the top, and
/// what was referred to follows in words.
fn followed(top: &mut Map<String, Value>, left_out: &mut Map<String, Value>) -> bool {
    let Some(Value::String(to)) = top.get("$ref").cloned() else {
        return false;
    };
    let whole = Value::Object(top.clone());
    let Some(Value::Object(meant)) = target(&whole, &to).filter(|_| to != "#") else {
        return false;
    };
    top.shift_remove("$ref");
    if meant
        .iter()
        .any(|(name, value)| top.get(name).is_some_and(|own| own != value))
    {
        left_out.insert(
            "allOf".to_owned(),
            Value::Array(vec![Value::Object(meant.clone())]),
        );
    }
    for (name, value) in meant {
        top.entry(name.clone()).or_insert_with(|| value.clone());
    }
    true
}

/// Describes the arguments that only branches of a choice describe. A value that fits one branch may be anything where
/// another says nothing of it: a model is told less then, and never something that does not fit.
fn lift(top: &mut Map<String, Value>, word: &str, rule: &Value, whole: &Value) {
    let Value::Array(branches) = rule else { return };
    // Where the top closes the list of arguments, those of branches are not wanted.
    if !matches!(word, "anyOf" | "oneOf" | "allOf") || top.contains_key("additionalProperties") {
        return;
    }
    let mut seen = HashSet::new();
    let branches: Vec<&Map<String, Value>> = branches
        .iter()
        .filter_map(|branch| {
            let to = branch.get("$ref").and_then(Value::as_str);
            to.map_or(Some(branch), |to| target(whole, to))?.as_object()
        })
        // One that is named again says nothing new, and a server may name a large one a thousand times.
        .filter(|branch| seen.insert(std::ptr::from_ref(*branch)))
        .collect();
    let mut found: Vec<(String, Vec<Value>)> = Vec::new();
    for (name, schema) in branches
        .iter()
        .filter_map(|it| it.get("properties")?.as_object())
        .flatten()
    {
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, schemas)) if schemas.contains(schema) => {}
            Some((_, schemas)) => schemas.push(schema.clone()),
            None => found.push((name.clone(), vec![schema.clone()])),
        }
    }
    let properties = top
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(properties) = properties {
        for (name, mut schemas) in found {
            let one = match schemas.len() {
                1 => schemas.remove(0),
                _ if word == "allOf" => serde_json::json!({ "allOf": schemas }),
                _ => serde_json::json!({ "anyOf": schemas }),
            };
            properties.entry(name).or_insert(one);
        }
    }
    if word == "allOf" {
        let all: Vec<Value> = branches
            .iter()
            .filter_map(|it| it.get("required")?.as_array())
            .flatten()
            .cloned()
            .collect();
        let mut required = match top.get("required") {
            Some(Value::Array(own)) => own.clone(),
            _ => Vec::new(),
        };
        for name in all {
            if !required.contains(&name) {
                required.push(name);
            }
        }
        if !required.is_empty() {
            top.insert("required".to_owned(), Value::Array(required));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fitted;
    use serde_json::{Map, Value, json};
    use std::time::Instant;

    // Proves S-41.
    #[test]
    fn arguments_of_a_choice_are_described_and_the_choice_is_said() {
        let (schema, words) = fitted(&json!({"type": "object", "anyOf": [
            {"properties": {"content": {"type": "string"}}, "required": ["content"]},
            {"properties": {"url": {"type": "string"}, "content": {"type": "null"}}, "required": ["url"]},
        ]}));
        assert_eq!(
            schema,
            json!({"type": "object", "properties": {
                "content": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "url": {"type": "string"}}})
        );
        assert!(words.unwrap().contains(r#""required":["url"]"#));
        let (schema, words) = fitted(&json!({"required": ["a"], "properties": {"a": {}}, "allOf": [
            {"$ref": "#/$defs/more"}], "$defs": {"more": {"properties": {"b": {"type": "integer"}}, "required": ["b"]}}}));
        assert_eq!(schema["required"], json!(["a", "b"]));
        assert_eq!(schema["properties"]["b"], json!({"type": "integer"}));
        assert!(words.is_some());
    }

    #[test]
    fn a_branch_that_is_named_thousands_of_times_is_looked_at_once() {
        let branches = vec![json!({"$ref": "#/$defs/all"}); 4_000];
        let properties: Map<String, Value> = (0..4_000).map(|at| (format!("p{at:04}"), json!({}))).collect();
        let whole = json!({"anyOf": branches, "$defs": {"all": {"properties": properties}}});
        let began = Instant::now();
        let (schema, _) = fitted(&whole);
        assert_eq!(schema["properties"].as_object().map(Map::len), Some(4_000));
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }

    // Proves S-41.
    #[test]
    fn a_closed_list_of_arguments_stays_closed() {
        let closed = json!({"properties": {"a": {}}, "additionalProperties": false,
            "anyOf": [{"properties": {"b": {}}}]});
        assert_eq!(fitted(&closed).0["properties"], json!({"a": {}}));
    }

    // Proves S-41.
    #[test]
    fn a_reference_in_place_of_the_whole_is_followed_and_one_in_a_circle_ends() {
        let (schema, words) = fitted(&json!({"$ref": "#/$defs/args", "$defs": {"args": {
            "type": "object", "properties": {"a": {"$ref": "#/$defs/args"}}, "required": ["a"]}}}));
        assert_eq!((schema["required"].clone(), words), (json!(["a"]), None));
        assert_eq!(schema.get("$ref"), None);
        let round =
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}});
        _ = fitted(&round);
        let (_, words) =
            fitted(&json!({"required": ["b"], "$ref": "#/$defs/a", "$defs": {"a": {"required": ["a"]}}}));
        assert!(words.unwrap().contains(r#""required":["a"]"#));
    }
}
