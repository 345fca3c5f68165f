//! What changed between the definition a person approved and the one on offer, word by word (S-46).
//!
//! Both sides are escaped before they are compared, so an invisible change shows as a change. Every field of a
//! definition is in one of the comparisons; a change that has no words shows as JSON.

use super::outline::outline;
use crate::limits::DIFF;
use portcullis_core::text::escape;
use portcullis_domain::{DiffKind, DiffSpan, FieldDiff};
use serde_json::{Map, Value};
use similar::{ChangeTag, TextDiff};

/// Fields that have a comparison of their own; the rest is `Other`.
const OWN: [&str; 6] = [
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "icons",
];

/// The fields that differ, in the order in which a person should read them; empty for equal definitions.
/// Blocks for at most [`DIFF`] per field.
#[must_use]
pub fn compare(before: &Value, after: &Value) -> Vec<FieldDiff> {
    // In an order of its own: a server that only writes the same things in another order changes no word.
    let sorted = |tool: &Value| {
        let mut tool = tool.clone();
        tool.sort_all_objects();
        tool
    };
    let (before, after) = (sorted(before), sorted(after));
    let mut found = Vec::new();
    let mut field = |name: &str, read: &dyn Fn(&Value) -> Field| {
        let (before, after) = (read(&before), read(&after));
        if before.exact == after.exact {
            return;
        }
        // Equal words for different definitions would hide the change.
        let same = before.words == after.words;
        let (old, new) = if same {
            (whole(before.exact.as_ref()), whole(after.exact.as_ref()))
        } else {
            (before.words, after.words)
        };
        found.push(FieldDiff {
            field: name.to_owned(),
            spans: word_diff(&old, &new),
        });
    };
    field("Title", &|tool| Field::text(tool.get("title")));
    field("Description", &|tool| Field::text(tool.get("description")));
    field("Arguments", &|tool| Field::schema(tool.get("inputSchema")));
    field("Result", &|tool| Field::schema(tool.get("outputSchema")));
    field("Claims", &|tool| Field::claims(tool.get("annotations")));
    field("Icons", &|tool| Field::json(tool.get("icons").cloned()));
    field("Other", &|tool| Field::json(Some(other(tool))));
    found
}

/// Two texts of a server, compared word by word and escaped: for its instructions.
fn word_diff(before: &str, after: &str) -> Vec<DiffSpan> {
    let (before, after) = (escape(before).text, escape(after).text);
    let (time, bytes) = DIFF;
    if before.len() + after.len() > bytes {
        let span = |change, text| DiffSpan { change, text };
        return vec![span(DiffKind::Removed, before), span(DiffKind::Added, after)];
    }
    let diff = TextDiff::configure().timeout(time).diff_words(&before, &after);
    let mut spans: Vec<DiffSpan> = Vec::new();
    for part in diff.iter_all_changes() {
        let change = match part.tag() {
            ChangeTag::Equal => DiffKind::Same,
            ChangeTag::Insert => DiffKind::Added,
            ChangeTag::Delete => DiffKind::Removed,
        };
        match spans.last_mut() {
            Some(last) if last.change == change => last.text.push_str(part.value()),
            _ => spans.push(DiffSpan {
                change,
                text: part.value().to_owned(),
            }),
        }
    }
    spans
}

/// One field of one side: as it is, and in words.
struct Field {
    /// `None` where it is not there, which `null` is not.
    exact: Option<Value>,
    words: String,
}

impl Field {
    fn text(value: Option<&Value>) -> Self {
        match value {
            Some(Value::String(text)) => Self {
                exact: value.cloned(),
                words: text.clone(),
            },
            other => Self::json(other.cloned()),
        }
    }

    fn schema(value: Option<&Value>) -> Self {
        Self {
            words: value.map(outline).unwrap_or_default(),
            exact: value.cloned(),
        }
    }

    /// One line per hint: `destructiveHint: false`.
    fn claims(value: Option<&Value>) -> Self {
        let words = match value {
            Some(Value::Object(hints)) => hints
                .iter()
                .map(|(name, value)| format!("{name}: {value}"))
                .collect::<Vec<_>>()
                .join("\n"),
            other => words_of(other),
        };
        Self {
            exact: value.cloned(),
            words,
        }
    }

    fn json(exact: Option<Value>) -> Self {
        Self {
            words: words_of(exact.as_ref()),
            exact,
        }
    }
}

fn words_of(value: Option<&Value>) -> String {
    whole(value.filter(|value| !value.is_null()))
}

fn whole(value: Option<&Value>) -> String {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default();
    value.map(pretty).unwrap_or_default()
}

/// Everything without a comparison of its own: the name, `_meta`, unknown fields.
fn other(tool: &Value) -> Value {
    let Value::Object(fields) = tool else {
        return tool.clone();
    };
    let rest: Map<_, _> = fields
        .iter()
        .filter(|(name, _)| !OWN.contains(&name.as_str()))
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect();
    Value::Object(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tool() -> Value {
        json!({"name": "read", "title": "Read", "description": "Reads a file.", "annotations": {"readOnlyHint": true},
            "inputSchema": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}},
            "outputSchema": {"type": "object"}, "icons": [], "_meta": {"a": 1}})
    }

    fn changed(place: &str, value: Value) -> Vec<FieldDiff> {
        let mut after = tool();
        *after.pointer_mut(place).unwrap() = value;
        compare(&tool(), &after)
    }

    fn spans(diff: &FieldDiff) -> Vec<(DiffKind, &str)> {
        diff.spans
            .iter()
            .map(|span| (span.change, span.text.as_str()))
            .collect()
    }

    // Proves S-46.
    #[test]
    fn a_change_in_any_field_shows_in_its_comparison_only() {
        for (place, value, field) in [
            ("/title", json!("Write"), "Title"),
            ("/title", Value::Null, "Title"),
            ("/description", json!("Reads a file"), "Description"),
            ("/inputSchema/properties/path/type", json!("integer"), "Arguments"),
            ("/inputSchema", Value::Null, "Arguments"),
            (
                "/outputSchema",
                json!({"type": "object", "$comment": "x"}),
                "Result",
            ),
            ("/annotations/readOnlyHint", json!(false), "Claims"),
            ("/annotations", json!("odd"), "Claims"),
            ("/icons", json!([{"src": "x"}]), "Icons"),
            ("/_meta/a", json!(2), "Other"),
            ("/name", json!("reads"), "Other"),
        ] {
            let diff = changed(place, value);
            assert_eq!(diff.len(), 1, "{place}");
            assert_eq!(diff[0].field, field);
            assert!(
                diff[0].spans.iter().any(|span| span.change != DiffKind::Same),
                "{place}"
            );
        }
        assert!(compare(&tool(), &tool()).is_empty());
    }

    // Proves S-46.
    #[test]
    fn the_comparison_is_by_words() {
        let diff = changed("/description", json!("Reads a secret file."));
        assert_eq!(
            spans(&diff[0])
                .into_iter()
                .filter(|(change, _)| *change != DiffKind::Same)
                .collect::<Vec<_>>(),
            [(DiffKind::Added, "secret ")]
        );
        let whole: String = diff[0]
            .spans
            .iter()
            .filter(|s| s.change != DiffKind::Added)
            .map(|s| s.text.as_str())
            .collect();
        assert_eq!(whole, "Reads a file.");
    }

    // Proves S-46.
    #[test]
    fn a_field_that_is_not_there_differs_from_one_that_is_null() {
        for (name, field) in [
            ("title", "Title"),
            ("outputSchema", "Result"),
            ("annotations", "Claims"),
            ("icons", "Icons"),
            ("later", "Other"),
        ] {
            let mut before = tool();
            before.as_object_mut().unwrap().remove(name);
            let mut after = before.clone();
            after[name] = Value::Null;
            let diff = compare(&before, &after);
            assert_eq!(diff.len(), 1, "{name}");
            assert_eq!(diff[0].field, field);
            let mut spans = diff[0].spans.iter();
            let is_told = spans.any(|span| span.change == DiffKind::Added && span.text.contains("null"));
            assert!(is_told, "{diff:?}");
        }
    }

    // Proves S-46.
    #[test]
    fn another_order_of_the_same_things_is_no_change() {
        let annotated = |text: &str| {
            let mut tool = tool();
            tool["annotations"] = serde_json::from_str(text).unwrap();
            tool
        };
        let before = annotated(r#"{"title": "a", "readOnlyHint": true, "openWorldHint": true}"#);
        let other = annotated(r#"{"openWorldHint": true, "readOnlyHint": true, "title": "a"}"#);
        assert!(compare(&before, &other).is_empty());
        let after = annotated(r#"{"openWorldHint": false, "readOnlyHint": true, "title": "a"}"#);
        let diff = compare(&before, &after);
        let changed: String = spans(&diff[0])
            .into_iter()
            .filter(|(change, _)| *change != DiffKind::Same)
            .map(|(_, text)| text)
            .collect();
        assert!(changed.contains("false"), "{changed}");
        assert!(
            !changed.contains("Hint") && !changed.contains("title"),
            "{changed}"
        );
    }

    // Proves S-41.
    #[test]
    fn an_invisible_change_is_visible() {
        let diff = changed("/description", json!("Reads a file.\u{e0041}"));
        assert!(
            spans(&diff[0]).contains(&(DiffKind::Added, "file.⟨U+E0041⟩")),
            "{diff:?}"
        );
    }

    // Proves S-46.
    #[test]
    fn equal_words_for_different_definitions_show_as_json() {
        let explicit = changed("/inputSchema/required", json!(["path", "path"]));
        assert_eq!(explicit[0].field, "Arguments");
        assert!(
            explicit[0]
                .spans
                .iter()
                .any(|span| span.change == DiffKind::Added && span.text.contains("path"))
        );
    }

    // Proves F-21.
    #[test]
    fn a_huge_change_is_compared_as_a_whole() {
        let (old, new) = ("a ".repeat(DIFF.1 / 2), "b ".repeat(10));
        let diff = word_diff(&old, &new);
        assert_eq!(
            diff.iter().map(|span| span.change).collect::<Vec<_>>(),
            [DiffKind::Removed, DiffKind::Added]
        );
    }
}
