//! A schema as a form may show it.

use super::positions::{DATA, children, escaped_token, is_known};
use portcullis_core::text::{escape, escape_line};
use serde_json::Value;

/// Keywords whose text a form shows, and whether it may have several lines.
const SHOWN: [(&str, bool); 5] = [
    ("title", false),
    ("description", true),
    ("$comment", true),
    ("examples", false),
    ("enumNames", false),
];

/// A copy in which titles, descriptions, examples and comments are escaped. Property names and values (`enum`,
/// `const`, `default`) stay raw, because they are what is sent; the form escapes them where it shows them.
#[must_use]
pub fn presented_schema(schema: &Value) -> Value {
    let mut copy = schema.clone();
    let mut open = vec![String::new()];
    while let Some(place) = open.pop() {
        let Some(Value::Object(keywords)) = copy.pointer_mut(&place) else {
            continue;
        };
        for (keyword, lines) in SHOWN {
            if let Some(value) = keywords.get_mut(keyword) {
                escape_texts(value, lines);
            }
        }
        open.extend(
            children(keywords)
                .into_iter()
                .map(|child| format!("{place}{}", child.place)),
        );
        // Schemas may stand where only references reach them, such as in `components`.
        let unknown = keywords.iter().filter(|(name, value)| {
            value.is_object() && !is_known(name) && !DATA.contains(&name.as_str()) && !is_shown(name)
        });
        open.extend(unknown.map(|(name, _)| format!("{place}/{}", escaped_token(name))));
    }
    copy
}

fn is_shown(keyword: &str) -> bool {
    SHOWN.iter().any(|(shown, _)| *shown == keyword)
}

/// Escapes every text within, names of members too: nothing here is sent.
fn escape_texts(value: &mut Value, lines: bool) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => *text = if lines { escape(text) } else { escape_line(text) }.text,
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                *members = std::mem::take(members)
                    .into_iter()
                    .map(|(name, member)| (escape_line(&name).text, member))
                    .collect();
                open.extend(members.values_mut());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}
