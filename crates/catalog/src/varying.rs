//! Parts of a definition that may be different each time, because a person said so (S-46). Some servers write a default
//! in an order that is random. Everything else of the definition is still held to, and so is the kind of the part.
//!
//! A part is a `default` or the `examples` in the schema of the arguments or of the result, and plain: nothing that
//! decides what is called, how a result is read or how the tool describes itself.

use super::digest::digest;
use crate::limits;
use portcullis_core::ids::hex;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Keywords whose value only suggests.
const SUGGESTING: [&str; 3] = ["default", "examples", "example"];
/// Below these stand names that a server chose, and no keywords.
const NAMES: [&str; 7] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
];
/// Below these stand values that a call may have, and no keywords.
const VALUES: [&str; 2] = ["const", "enum"];

/// The parts that differ between two definitions and could be let vary, as JSON pointers; at most
/// [`limits::VARYING_PARTS`].
#[must_use]
pub fn parts(before: &Value, after: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for schema in ["inputSchema", "outputSchema"] {
        if let (Some(before), Some(after)) = (before.get(schema), after.get(schema)) {
            walk(before, after, &mut vec![schema.to_owned()], &mut found);
        }
    }
    found.truncate(limits::VARYING_PARTS);
    found
}

fn walk(before: &Value, after: &Value, at: &mut Vec<String>, found: &mut Vec<String>) {
    if before == after || at.len() > limits::JSON_DEPTH {
        return;
    }
    if may_vary(at) {
        if plain(before).is_some() && plain(before) == plain(after) {
            found.push(pointer(at));
        }
        return;
    }
    let mut each = |name: String, before: &Value, after: &Value| {
        at.push(name);
        walk(before, after, at, found);
        at.pop();
    };
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, before) in before {
                if let Some(after) = after.get(name) {
                    each(name.clone(), before, after);
                }
            }
        }
        (Value::Array(before), Value::Array(after)) => {
            for (place, (before, after)) in before.iter().zip(after).enumerate() {
                each(place.to_string(), before, after);
            }
        }
        _ => {}
    }
}

/// Whether a place holds what only suggests: a keyword of a schema, and no property of that name, also within a value.
fn may_vary(at: &[String]) -> bool {
    let [schema, between @ .., last] = at else {
        return false;
    };
    let is_in_schema = matches!(schema.as_str(), "inputSchema" | "outputSchema");
    let mut is_name = false;
    for part in between {
        if !is_name && VALUES.contains(&part.as_str()) {
            return false;
        }
        is_name = !is_name && NAMES.contains(&part.as_str());
    }
    is_in_schema && !is_name && SUGGESTING.contains(&last.as_str())
}

/// The kind of a value that is plain and short enough to vary.
fn plain(value: &Value) -> Option<&'static str> {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(items) if items.iter().all(|item| !item.is_array() && !item.is_object()) => "array",
        Value::Array(_) | Value::Object(_) => return None,
    };
    (value.to_string().len() <= limits::VARYING_BYTES).then_some(kind)
}

fn pointer(at: &[String]) -> String {
    let escaped = at.iter().map(|name| name.replace('~', "~0").replace('/', "~1"));
    escaped.fold(String::new(), |all, name| all + "/" + &name)
}

/// The fingerprint of a definition of which these parts may vary: of everything else, of where they are and of what
/// kind. One that is not there any more, or is of a kind that may not vary, counts as it is.
#[must_use]
pub fn digest_but_for(definition: &Value, parts: &[String]) -> Option<String> {
    if parts.is_empty() {
        return digest(definition);
    }
    let mut held = definition.clone();
    for part in parts {
        let place: Vec<String> = part
            .split('/')
            .skip(1)
            .map(|name| name.replace("~1", "/").replace("~0", "~"))
            .collect();
        if let Some(value) = held.pointer_mut(part)
            && may_vary(&place)
            && let Some(kind) = plain(value)
        {
            *value = Value::from(kind);
        }
    }
    let mut hash = Sha256::new_with_prefix(digest(&held)?);
    let mut parts: Vec<&String> = parts.iter().collect();
    parts.sort_unstable();
    // A definition that only looks like this one with its parts taken out has another fingerprint.
    hash.update(serde_json::to_vec(&parts).ok()?);
    Some(hex(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tool(default: Value) -> Value {
        json!({
            "name": "search", "description": "Finds issues.",
            "inputSchema": {"type": "object", "properties": {
                "fields": {"type": "string", "description": "Which.", "default": default},
                "default": {"type": "string"},
            }},
        })
    }

    fn tool_of(schema: &Value) -> Value {
        json!({"inputSchema": schema})
    }

    const PART: &str = "/inputSchema/properties/fields/default";

    // Proves S-46.
    #[test]
    fn only_what_suggests_may_vary_and_only_where_it_is_plain() {
        let (one, other) = (tool(json!("a,b")), tool(json!("b,a")));
        assert_eq!(parts(&one, &other), [PART]);
        assert_eq!(parts(&one, &one), Vec::<String>::new());
        let with = |place: &str, value: Value| {
            let mut changed = one.clone();
            *changed.pointer_mut(place).unwrap() = value;
            parts(&one, &changed)
        };
        for (place, value) in [
            ("/name", json!("find")),
            ("/description", json!("Sends them.")),
            ("/inputSchema/type", json!("string")),
            ("/inputSchema/properties/fields/description", json!("Send them.")),
            ("/inputSchema/properties/fields/type", json!("number")),
            ("/inputSchema/properties/default", json!(true)),
            (PART, json!(7)),
            (PART, json!({"a": 1})),
            (PART, json!("x".repeat(limits::VARYING_BYTES))),
        ] {
            assert_eq!(with(place, value), Vec::<String>::new(), "{place}");
        }
        // A property that is called like a keyword is none.
        let named = |schema: Value| json!({"inputSchema": {"properties": {"default": schema}}});
        assert_eq!(
            parts(&named(json!(true)), &named(json!(false))),
            Vec::<String>::new()
        );
        // Nor is a member of a value that a call may have, or what another argument needs.
        for (before, after) in [
            (json!({"const": {"default": 1}}), json!({"const": {"default": 2}})),
            (
                json!({"enum": [{"default": 1}]}),
                json!({"enum": [{"default": 2}]}),
            ),
            (
                json!({"dependentRequired": {"default": ["a"]}}),
                json!({"dependentRequired": {"default": ["b"]}}),
            ),
            (
                json!({"dependencies": {"default": ["a"]}}),
                json!({"dependencies": {"default": ["b"]}}),
            ),
        ] {
            let (one, other) = (tool_of(&before), tool_of(&after));
            assert_eq!(parts(&one, &other), Vec::<String>::new(), "{before}");
            let forged = ["/inputSchema/const/default".to_owned()];
            assert_ne!(
                digest_but_for(&one, &forged),
                digest_but_for(&other, &forged),
                "{before}"
            );
        }
        // An argument may be called like a keyword, and has a default like others.
        let called = |default: u32| tool_of(&json!({"properties": {"const": {"default": default}}}));
        assert_eq!(
            parts(&called(1), &called(2)),
            ["/inputSchema/properties/const/default"]
        );
        let many = |n: u32| {
            let all: serde_json::Map<_, _> = (0..99)
                .map(|at| (format!("p{at}"), json!({"default": n})))
                .collect();
            json!({"inputSchema": {"properties": all}})
        };
        assert_eq!(parts(&many(1), &many(2)).len(), limits::VARYING_PARTS);
    }

    // Proves S-46.
    #[test]
    fn everything_but_the_parts_is_still_held_to() {
        let part = [PART.to_owned()];
        let held = |definition: &Value| digest_but_for(definition, &part).unwrap();
        let before = held(&tool(json!("a,b")));
        assert_eq!(held(&tool(json!("b,a"))), before);
        assert_eq!(held(&tool(json!("anything"))), before);
        let mut gone = tool(json!("a"));
        gone["inputSchema"]["properties"]["fields"]
            .as_object_mut()
            .unwrap()
            .remove("default");
        assert_ne!(held(&gone), before, "it is not there any more");
        for other in [
            json!(1),
            json!(null),
            json!(["a"]),
            json!({"a": 1}),
            json!("x".repeat(limits::VARYING_BYTES)),
        ] {
            assert_ne!(held(&tool(other.clone())), before, "{other}");
        }
        for (place, value) in [
            ("/name", json!("find")),
            ("/description", json!("Sends them.")),
            ("/inputSchema/properties/fields/description", json!("Send them.")),
        ] {
            let mut changed = tool(json!("a,b"));
            *changed.pointer_mut(place).unwrap() = value;
            assert_ne!(held(&changed), before, "{place}");
        }
        // Which parts may vary is part of it, and a definition that spells the kind out is another one.
        assert_ne!(digest(&tool(json!("string"))).unwrap(), before);
        assert_eq!(
            digest_but_for(&tool(json!("a")), &[]).unwrap(),
            digest(&tool(json!("a"))).unwrap()
        );
        // A place that no version of ours would offer takes nothing out, however it got there.
        let forged = ["/description".to_owned(), "/inputSchema".to_owned()];
        let mut other = tool(json!("a"));
        other["description"] = json!("Sends them.");
        assert_ne!(
            digest_but_for(&tool(json!("a")), &forged),
            digest_but_for(&other, &forged)
        );
    }
}
