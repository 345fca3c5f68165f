//! A schema as lines a person can read, with nothing left out: what has no words here follows as JSON.

use portcullis_l10n::say;
use serde_json::{Map, Value};

/// Lines deeper than this are given as JSON.
const DEEPEST: usize = 8;

/// One line per argument, such as `path (text, required): where to start`, in the order of the schema. Raw text: escape before showing.
pub(super) fn outline(schema: &Value) -> String {
    let mut lines = Vec::new();
    match schema {
        Value::Object(keywords) => members(keywords, "", 0, &mut lines),
        Value::Null => {}
        other => lines.push(other.to_string()),
    }
    lines.join("\n")
}

/// The lines of an object's properties, then whatever else the object's schema says.
fn members(keywords: &Map<String, Value>, prefix: &str, depth: usize, lines: &mut Vec<String>) {
    let mut rest = keywords.clone();
    if rest.get("type") == Some(&Value::from("object")) {
        rest.remove("type");
    }
    let required = take_required(&mut rest, keywords);
    if let Some(Value::Object(properties)) = keywords.get("properties") {
        rest.remove("properties");
        for (name, schema) in properties {
            argument(
                name,
                schema,
                required.contains(&name.as_str()),
                prefix,
                depth,
                lines,
            );
        }
    }
    if let Some(words) = leftover(&rest) {
        let place = if prefix.is_empty() {
            "(all)"
        } else {
            prefix.trim_end_matches('.')
        };
        lines.push(format!("{place}: {words}"));
    }
}

/// Names that are required. Those that are no property stay in the rest, so that they are not lost.
fn take_required<'a>(rest: &mut Map<String, Value>, keywords: &'a Map<String, Value>) -> Vec<&'a str> {
    let Some(Value::Array(listed)) = keywords.get("required") else {
        return Vec::new();
    };
    let properties = keywords.get("properties").and_then(Value::as_object);
    let known = |name: &Value| {
        name.as_str()
            .is_some_and(|name| properties.is_some_and(|properties| properties.contains_key(name)))
    };
    let unknown: Vec<_> = listed.iter().filter(|name| !known(name)).cloned().collect();
    if unknown.is_empty() {
        rest.remove("required");
    } else {
        rest.insert("required".to_owned(), Value::Array(unknown));
    }
    listed.iter().filter_map(Value::as_str).collect()
}

fn argument(name: &str, schema: &Value, required: bool, prefix: &str, depth: usize, lines: &mut Vec<String>) {
    let need = if required { ", required" } else { "" };
    let Value::Object(keywords) = schema else {
        lines.push(format!("{prefix}{name} (anything{need}): {schema}"));
        return;
    };
    let mut rest = keywords.clone();
    let kind = kind(&mut rest);
    let nested = depth < DEEPEST && matches!(rest.get("properties"), Some(Value::Object(_)));
    let inner = nested.then(|| {
        let mut inner = Map::new();
        for keyword in ["properties", "required"] {
            if let Some(value) = rest.remove(keyword) {
                inner.insert(keyword.to_owned(), value);
            }
        }
        inner
    });
    let mut line = format!("{prefix}{name} ({kind}{need})");
    if let Some(words) = leftover(&rest) {
        line.push_str(": ");
        line.push_str(&words);
    }
    lines.push(line);
    if let Some(inner) = inner {
        members(&inner, &format!("{prefix}{name}."), depth + 1, lines);
    }
}

/// Title and description as they are, everything else as JSON.
fn leftover(rest: &Map<String, Value>) -> Option<String> {
    let mut rest = rest.clone();
    let mut words = Vec::new();
    for keyword in ["title", "description"] {
        if let Some(Value::String(text)) = rest.get(keyword) {
            words.push(text.clone());
            rest.remove(keyword);
        }
    }
    if !rest.is_empty() {
        words.push(Value::Object(rest).to_string());
    }
    (!words.is_empty()).then(|| words.join(" · "))
}

/// The type in words, taken out of the rest.
fn kind(rest: &mut Map<String, Value>) -> String {
    let word = match rest.get("type") {
        None => return say!("kind-any"),
        Some(Value::String(kind)) => match kind.as_str() {
            "string" => say!("kind-text"),
            "integer" => say!("kind-integer"),
            "number" => say!("kind-number"),
            "boolean" => say!("kind-boolean"),
            "array" => say!("kind-list"),
            "object" => say!("kind-object"),
            "null" => say!("kind-nothing"),
            // Unknown: stays in the rest as JSON.
            _ => return say!("kind-any"),
        },
        Some(_) => return say!("kind-several"),
    };
    rest.remove("type");
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // Proves S-46.
    #[test]
    fn arguments_read_as_lines_and_nothing_is_left_out() {
        let mut schema = json!({"type": "object", "required": ["path", "ghost"], "additionalProperties": false, "properties": {
            "path": {"type": "string", "description": "where to start", "maxLength": 5},
            "options": {"type": "object", "required": ["deep"], "properties": {"deep": {"type": ["integer", "null"]}}},
            "any": true}});
        schema.sort_all_objects();
        let expected = [
            "any (anything): true",
            "options (object)",
            "options.deep (several types, required): {\"type\":[\"integer\",\"null\"]}",
            "path (text, required): where to start · {\"maxLength\":5}",
            "(all): {\"additionalProperties\":false,\"required\":[\"ghost\"]}",
        ];
        assert_eq!(outline(&schema), expected.join("\n"));
    }
}
