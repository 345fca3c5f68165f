//! Text of a new version that a model would read: what is different in a description, before a person accepts the version.

use portcullis_core::text::{escape_line, quotable};
use portcullis_domain::{ReviewRow, ReviewValue};
use portcullis_l10n::say;
use portcullis_storage::store::pins::Subject;
use serde_json::Value;

/// Words that are shown on each side of what differs.
const AROUND: usize = 6;
/// Stands for words that are the same.
const LEFT_OUT: &str = "…";

/// A row with the part of a description, or of the instructions, that differs, and what was there before. `None` where the text is the
/// same.
pub(super) fn text_row(subject: &Subject, before: &str, after: &str) -> Option<ReviewRow> {
    let (field, tool) = match subject {
        Subject::Tool(name) => (say!("update-description"), Some(name.as_str())),
        Subject::Instructions => (say!("update-instructions-text"), None),
    };
    changed_text(
        field,
        tool,
        &described(subject, before),
        &described(subject, after),
    )
}

/// The same of two texts, about a tool where one is named.
pub(in crate::host) fn changed_text(
    field: String,
    tool: Option<&str>,
    before: &str,
    after: &str,
) -> Option<ReviewRow> {
    let (before, after) = differing(before, after)?;
    let note = tool.map(|tool| say!("update-description-of", tool = quotable(escape_line(tool)).text));
    Some(ReviewRow {
        before: Some(vec![ReviewValue::lines(&before, None)]),
        ..ReviewRow::new(field, vec![ReviewValue::lines(&after, note)])
    })
}

/// The text of a definition that is not read is empty.
fn described(subject: &Subject, definition: &str) -> String {
    let read: Value = serde_json::from_str(definition).unwrap_or_default();
    let text = match subject {
        Subject::Tool(_) => read.get("description"),
        Subject::Instructions => Some(&read),
    };
    text.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Both texts without the words that they begin and end with alike, but for some around what differs.
fn differing(before: &str, after: &str) -> Option<(String, String)> {
    if before == after {
        return None;
    }
    let words = |text| -> Vec<&str> { str::split_inclusive(text, char::is_whitespace).collect() };
    let (before, after) = (words(before), words(after));
    let first = alike(before.iter().zip(&after));
    let shorter = before.len().min(after.len()) - first;
    let last = alike(before.iter().rev().zip(after.iter().rev())).min(shorter);
    let (first, last) = (first.saturating_sub(AROUND), last.saturating_sub(AROUND));
    let part = |words: &[&str]| {
        let shown = words.get(first..words.len() - last).unwrap_or_default().concat();
        let [start, end] = [first, last].map(|many| if many > 0 { LEFT_OUT } else { "" });
        format!("{start}{shown}{end}")
    };
    Some((part(&before), part(&after)))
}

/// How many pairs are the same at first.
fn alike<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_texts_the_part_that_differs_is_shown_whole() {
        assert_eq!(differing("Reads a file.", "Reads a file."), None);
        let of = |before: &str, after: &str| differing(before, after).expect("they differ");
        assert_eq!(
            of("", "Reads a file."),
            (String::new(), "Reads a file.".to_owned())
        );
        let long = "one two three four five six seven eight nine ten";
        let (twice, more) = (format!("{long} {long}"), format!("{long} Send it. {long}"));
        let (before, after) = of(&twice, &more);
        assert_eq!(
            before,
            "…five six seven eight nine ten one two three four five six …"
        );
        assert_eq!(
            after,
            "…five six seven eight nine ten Send it. one two three four five six …"
        );
        // Words that are the same on both sides are not counted twice.
        assert_eq!(of("a a", "a a a"), ("a a".to_owned(), "a a a".to_owned()));
        assert_eq!(of("a", "b"), ("a".to_owned(), "b".to_owned()));
    }

    #[test]
    fn a_row_has_the_text_of_a_description_and_of_instructions() {
        let tool = Subject::Tool("say\u{202e}".to_owned());
        let row = text_row(
            &tool,
            r#"{"description":"Says it."}"#,
            r#"{"description":"Sends it."}"#,
        );
        let row = row.expect("it differs");
        assert_eq!(row.values[0].text.text, "Sends it.");
        assert!(
            !row.values[0]
                .note
                .as_deref()
                .unwrap_or_default()
                .contains('\u{202e}')
        );
        assert_eq!(row.before.expect("what was there")[0].text.text, "Says it.");
        assert_eq!(text_row(&tool, r#"{"title":"One"}"#, r#"{"title":"Two"}"#), None);
        let row = text_row(&Subject::Instructions, r#""Old.""#, r#""New.""#);
        assert_eq!(row.expect("it differs").values[0].text.text, "New.");
    }
}
