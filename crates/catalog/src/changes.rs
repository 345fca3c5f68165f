//! What a new definition of a tool changes, a sentence each. The comparison word by word ([`crate::compare`]) is beside it and leaves
//! nothing out; these name what a person looks for first.

use crate::limits::{CHANGE_DEPTH, CHANGES_LISTED};
use crate::notation::normal_schema;
use portcullis_core::text::escape_line;
use portcullis_l10n::{list, say};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Longest value in a sentence, in characters.
const VALUE: usize = 60;

/// The changes from one definition to another, the most telling first; at most [`CHANGES_LISTED`] and one that counts the rest.
#[must_use]
pub fn named_changes(before: &Value, after: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let schema = |tool: &Value, name: &str| {
        let schema = tool.get(name).cloned().unwrap_or_default();
        // The same notation on both sides: what is only written differently is no change.
        normal_schema(&schema).unwrap_or(schema)
    };
    let (old, new) = (schema(before, "inputSchema"), schema(after, "inputSchema"));
    if old != new {
        let named = found.len();
        arguments("", &old, &new, 0, &mut found);
        if found.len() == named {
            found.push(say!("change-arguments"));
        }
    }
    claims(before.get("annotations"), after.get("annotations"), &mut found);
    if schema(before, "outputSchema") != schema(after, "outputSchema") {
        found.push(say!("change-result"));
    }
    for (field, sentence) in [
        ("description", say!("change-description")),
        ("title", say!("change-title")),
        ("icons", say!("change-icons")),
    ] {
        if before.get(field) != after.get(field) {
            found.push(sentence);
        }
    }
    if let Some(more) = found.len().checked_sub(CHANGES_LISTED).filter(|more| *more > 0) {
        found.truncate(CHANGES_LISTED);
        found.push(say!("change-more", count = more));
    }
    found
}

/// Differences of two schemas of objects. `path` leads to them: `options.`.
fn arguments(path: &str, before: &Value, after: &Value, depth: usize, found: &mut Vec<String>) {
    let none = Map::new();
    let properties = |schema| Value::as_object(Value::get(schema, "properties")?);
    let (old, new) = (
        properties(before).unwrap_or(&none),
        properties(after).unwrap_or(&none),
    );
    let (needed, needs) = (required(before), required(after));
    let named = |name: &str| escape_line(&format!("{path}{name}")).text;
    for name in new.keys().filter(|name| !old.contains_key(*name)) {
        found.push(match needs.contains(name.as_str()) {
            true => say!("change-argument-new-required", name = named(name)),
            false => say!("change-argument-new", name = named(name)),
        });
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        found.push(say!("change-argument-gone", name = named(name)));
    }
    for (name, old) in old {
        let Some(new) = new.get(name) else { continue };
        match (needed.contains(name.as_str()), needs.contains(name.as_str())) {
            (false, true) => found.push(say!("change-argument-required", name = named(name))),
            (true, false) => found.push(say!("change-argument-optional", name = named(name))),
            _ => {}
        }
        if old != new {
            argument(&named(name), &format!("{path}{name}."), old, new, depth, found);
        }
    }
    match (accepts_others(before), accepts_others(after)) {
        (true, false) => found.push(say!("change-others-refused")),
        (false, true) => found.push(say!("change-others-accepted")),
        _ => {}
    }
}

/// Differences of one argument that is in both.
fn argument(name: &str, path: &str, before: &Value, after: &Value, depth: usize, found: &mut Vec<String>) {
    let start = found.len();
    let (old, new) = (types(before), types(after));
    if old != new {
        found.push(say!("change-argument-type", name, before = old, after = new));
    }
    values(name, before.get("enum"), after.get("enum"), found);
    let differs = |keyword: &str| before.get(keyword) != after.get(keyword);
    if differs("default") {
        let words = |schema: &Value| schema.get("default").map_or_else(|| say!("change-none"), value);
        found.push(say!(
            "change-argument-default",
            name,
            before = words(before),
            after = words(after)
        ));
    }
    if differs("description") || differs("title") {
        found.push(say!("change-argument-text", name));
    }
    if depth < CHANGE_DEPTH && (before.get("properties").is_some() || after.get("properties").is_some()) {
        arguments(path, before, after, depth + 1, found);
    }
    if found.len() == start {
        found.push(say!("change-argument", name));
    }
}

fn values(name: &str, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<String>) {
    let all = |of: Option<&Value>| -> Option<BTreeSet<String>> {
        Some(of?.as_array()?.iter().map(value).collect())
    };
    let (old, new) = match (all(before), all(after)) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => {
            let allowed = few(new.iter());
            return found.push(say!("change-argument-limited", name, values = allowed));
        }
        (Some(_), None) => return found.push(say!("change-argument-any", name)),
        (None, None) => return,
    };
    if old.iter().any(|value| !new.contains(value)) {
        let gone = few(old.difference(&new));
        found.push(say!("change-argument-values-gone", name, values = gone));
    }
    if new.iter().any(|value| !old.contains(value)) {
        let more = few(new.difference(&old));
        found.push(say!("change-argument-values-new", name, values = more));
    }
}

fn claims(before: Option<&Value>, after: Option<&Value>, found: &mut Vec<String>) {
    if before == after {
        return;
    }
    let hints = |of: Option<&Value>| of.and_then(Value::as_object).cloned().unwrap_or_default();
    let (old, new) = (hints(before), hints(after));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let start = found.len();
    for name in names.into_iter().filter(|name| old.get(*name) != new.get(*name)) {
        let words = |hints: &Map<String, Value>| hints.get(name).map_or_else(|| say!("change-none"), value);
        found.push(say!(
            "change-claim",
            name = escape_line(name).text,
            before = words(&old),
            after = words(&new)
        ));
    }
    if found.len() == start {
        found.push(say!("change-claims"));
    }
}

fn required(schema: &Value) -> BTreeSet<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn accepts_others(schema: &Value) -> bool {
    schema.get("additionalProperties") != Some(&Value::Bool(false))
}

/// The types in words: `string or null`.
fn types(schema: &Value) -> String {
    let one = |name: &Value| escape_line(name.as_str().unwrap_or_default()).text;
    match schema.get("type") {
        None => say!("change-any-type"),
        Some(Value::Array(several)) => several.iter().map(one).collect::<Vec<_>>().join(" | "),
        Some(name) => one(name),
    }
}

/// A value as JSON, shortened.
fn value(value: &Value) -> String {
    let text = escape_line(&value.to_string()).text;
    match text.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// The first five.
fn few<'v>(values: impl Iterator<Item = &'v String>) -> String {
    let mut words: Vec<String> = values.take(6).cloned().collect();
    if words.len() > 5 {
        words.truncate(5);
        words.push("…".to_owned());
    }
    list(&words)
}

#[cfg(test)]
mod tests {
    use super::named_changes;
    use serde_json::{Value, json};

    fn tool(schema: &Value) -> Value {
        json!({"name": "read", "description": "Reads.", "annotations": {"readOnlyHint": true}, "inputSchema": schema})
    }

    fn named(before: &Value, after: &Value) -> Vec<String> {
        named_changes(&tool(before), &tool(after))
    }

    // Proves S-46.
    #[test]
    fn what_changed_is_named() {
        let before = json!({"type": "object", "required": ["path"], "properties": {
            "path": {"type": "string"}, "mode": {"enum": ["r", "w"], "default": "r"},
            "options": {"type": "object", "properties": {"depth": {"type": "integer"}}}}});
        let change = |place: &str, value: Value| {
            let mut after = before.clone();
            if let Some(at) = after.pointer_mut(place) {
                *at = value;
            }
            named(&before, &after)
        };
        for (place, value, sentence) in [
            ("/required", json!([]), "“path” is no longer required."),
            ("/required", json!(["path", "mode"]), "“mode” is now required."),
            (
                "/properties/path/type",
                json!(["string", "null"]),
                "“path” changed its type from string to null | string.",
            ),
            (
                "/properties/mode/enum",
                json!(["r", "w", "x"]),
                "“mode” may now be \"x\".",
            ),
            (
                "/properties/mode/enum",
                json!(["r"]),
                "“mode” can no longer be \"w\".",
            ),
            (
                "/properties/mode/default",
                json!("w"),
                "The default of “mode” changed from \"r\" to \"w\".",
            ),
            (
                "/properties/options/properties/depth/type",
                json!("number"),
                "“options.depth” changed its type from integer to number.",
            ),
            (
                "/properties/path",
                json!({"type": "string", "maxLength": 3}),
                "“path” changed. The comparison below shows how.",
            ),
        ] {
            assert_eq!(change(place, value), [sentence], "{place}");
        }
        let more = change(
            "/properties",
            json!({"path": {"type": "string"}, "recursive": {"type": "boolean"}}),
        );
        assert_eq!(
            more,
            [
                "New argument “recursive”.",
                "The argument “mode” was removed.",
                "The argument “options” was removed."
            ]
        );
        let mut closed = before.clone();
        closed["additionalProperties"] = json!(false);
        assert_eq!(
            named(&before, &closed),
            ["Other arguments are no longer accepted."]
        );
    }

    // Proves S-46.
    #[test]
    fn notation_is_no_change_and_claims_and_texts_are() {
        let before = tool(&json!({"type": ["object"], "properties": {"a": {"const": 1}}}));
        let mut after = tool(&json!({"properties": {"a": {"enum": [1]}}, "type": "object"}));
        assert_eq!(named_changes(&before, &after), Vec::<String>::new());
        after["description"] = json!("Reads!");
        after["annotations"] = json!({"destructiveHint": true});
        assert_eq!(
            named_changes(&before, &after),
            [
                "Claim destructiveHint changed from none to true.",
                "Claim readOnlyHint changed from true to none.",
                "The description changed.",
            ]
        );
    }

    // Proves S-41, F-21.
    #[test]
    fn names_are_escaped_and_the_list_is_bounded() {
        let many: serde_json::Map<String, Value> = (0..50)
            .map(|at| (format!("a{at:02}\u{202e}"), json!({})))
            .collect();
        let found = named(&json!({}), &json!({"properties": many}));
        assert_eq!(found.len(), super::CHANGES_LISTED + 1);
        assert!(found.iter().all(|sentence| !sentence.contains('\u{202e}')));
        assert_eq!(found.last().map(String::as_str), Some("30 more changes."));
    }
}
