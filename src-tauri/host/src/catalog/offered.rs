//! A tool as a model is given it (S-41, SCH-06, MTA-06): exactly the text a person can see.

use super::Tool;
use super::schema::presented_schema;
use crate::text::escape;
use serde_json::Value;

/// What a model is told about a tool, besides its name from [`ModelNames`](super::names::ModelNames). No title,
/// no annotations, no `_meta`.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedTool {
    /// Description, escaped.
    pub description: String,
    /// Schema of the arguments with escaped texts; its meaning is untouched.
    pub input_schema: Value,
}

impl Tool {
    /// The tool for a model.
    ///
    /// # Errors
    /// In words, when a name or a value in the schema holds invisible characters: escaping it would break the
    /// call, and leaving it would tell the model something that a person cannot see. Called by hand, the tool
    /// still works.
    pub fn offered(&self) -> Result<OfferedTool, String> {
        let input_schema = presented_schema(&self.input_schema());
        let mut open = vec![&input_schema];
        while let Some(value) = open.pop() {
            let hides = |text: &str| escape(text).hidden > 0;
            let hidden = match value {
                Value::String(text) => hides(text),
                Value::Object(members) => {
                    open.extend(members.values());
                    members.keys().any(|name| hides(name))
                }
                Value::Array(items) => {
                    open.extend(items);
                    false
                }
                Value::Null | Value::Bool(_) | Value::Number(_) => false,
            };
            if hidden {
                let reason = "Its arguments have names or values with invisible characters, so no model is told about it.";
                return Err(reason.to_owned());
            }
        }
        Ok(OfferedTool {
            description: self.description.shown().text,
            input_schema,
        })
    }
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

    fn offered(schema: Value) -> Result<OfferedTool, String> {
        let definition =
            json!({"name": "a", "description": "one\u{e0041}", "inputSchema": schema, "_meta": {"x": 1}});
        Tool::read(definition).unwrap().offered()
    }

    #[test]
    fn s41_a_model_is_given_the_text_a_person_can_see() {
        let texts =
            json!({"type": "object", "properties": {"a": {"description": "two\u{200b}", "enum": ["v"]}}});
        let offered = offered(texts).unwrap();
        assert_eq!(offered.description, "one⟨U+E0041⟩");
        assert_eq!(
            offered.input_schema["properties"]["a"]["description"],
            "two⟨U+200B⟩"
        );
    }

    #[test]
    fn s41_tol09_what_cannot_be_escaped_keeps_the_tool_from_the_model() {
        for schema in [
            json!({"properties": {"a\u{200b}": {}}}),
            json!({"properties": {"a": {"enum": ["v\u{e0041}"]}}}),
            json!({"properties": {"a": {"default": {"k": "v\u{202e}"}}}}),
            json!({"properties": {"a": {"x-note": "v\u{202e}"}}}),
            json!({"properties": {}, "required": ["a\u{feff}"]}),
        ] {
            assert!(offered(schema.clone()).is_err(), "{schema}");
        }
    }
}
