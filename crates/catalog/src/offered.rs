//! A tool as a model is given it (S-41, SCH-06, MTA-06): exactly the text a person can see.

use super::Tool;
use super::schema::presented_schema;
use crate::limits::MODEL_DESCRIPTION;
use portcullis_core::text::{ForeignText, escape, grouped};
use portcullis_l10n::say;
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
                let reason = say!("note-invisible");
                return Err(reason);
            }
        }
        Ok(OfferedTool {
            description: for_model(&self.description),
            input_schema,
        })
    }
}

/// A description as a model is given it. One that is cut says so where it ends.
fn for_model(description: &ForeignText) -> String {
    let whole = description.raw();
    if whole.len() <= MODEL_DESCRIPTION {
        return description.shown().text;
    }
    let given = &whole[..whole.floor_char_boundary(MODEL_DESCRIPTION)];
    let (first, all) = (grouped(given.len()), grouped(whole.len()));
    format!(
        "{}\n\n[Cut here by Portcullis: these are the first {first} of {all} bytes of this description.]",
        escape(given).text
    )
}

/// What a person is told of a description that a model is not given whole.
pub(super) fn cut_note(description: &ForeignText) -> Option<String> {
    let length = description.raw().len();
    (length > MODEL_DESCRIPTION).then(|| {
        say!(
            "note-cut",
            count = grouped(length),
            given = grouped(MODEL_DESCRIPTION)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn offered(schema: Value) -> Result<OfferedTool, String> {
        let definition =
            json!({"name": "a", "description": "one\u{e0041}", "inputSchema": schema, "_meta": {"x": 1}});
        Tool::read(definition).unwrap().offered()
    }

    // Proves S-41.
    #[test]
    fn a_model_is_given_the_text_a_person_can_see() {
        let texts =
            json!({"type": "object", "properties": {"a": {"description": "two\u{200b}", "enum": ["v"]}}});
        let offered = offered(texts).unwrap();
        assert_eq!(offered.description, "one⟨U+E0041⟩");
        assert_eq!(
            offered.input_schema["properties"]["a"]["description"],
            "two⟨U+200B⟩"
        );
    }

    // Proves S-43.
    #[test]
    fn a_description_that_is_cut_for_a_model_says_so_to_the_model_and_to_the_person() {
        let tool = |length: usize| {
            let description = "é".repeat(length / 2);
            Tool::read(json!({"name": "a", "description": description, "inputSchema": {}})).unwrap()
        };
        let whole = tool(MODEL_DESCRIPTION);
        assert_eq!(
            whole.offered().unwrap().description,
            whole.description.shown().text
        );
        let notes = |tool: &Tool| {
            let remarks = crate::notes::notes(tool, &Default::default()).into_iter();
            remarks
                .map(|remark| remark.sentence)
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert!(!notes(&whole).contains("cut"), "{}", notes(&whole));
        let long = tool(crate::limits::TOOL_DESCRIPTION);
        let given = long.offered().unwrap().description;
        assert!(
            given.ends_with(
                "\n\n[Cut here by Portcullis: these are the first 16,384 of 65,536 bytes of this description.]"
            ),
            "{}",
            &given[given.len() - 120..]
        );
        assert!(given.len() < MODEL_DESCRIPTION + 200);
        assert!(
            notes(&long).contains("65,536 bytes. Models receive the first 16,384"),
            "{}",
            notes(&long)
        );
        assert_eq!(
            long.description.shown().text.len(),
            65_536,
            "a person reads all of it"
        );
    }

    // Proves S-41, TOL-09.
    #[test]
    fn what_cannot_be_escaped_keeps_the_tool_from_the_model() {
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
