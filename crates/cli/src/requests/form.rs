//! A form on a terminal: field by field, then all of it once more before it is sent (ELI-10).

use super::elicitation::yes_or_no;
use crate::failure::CliFailure;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{Answer, FieldKind, FieldOption, Filled, FormField, Request, TextFormat};
use portcullis_core::text;
use portcullis_l10n::say;
use serde_json::{Map, Value};

/// Asks for every field and then whether to send them.
pub async fn fill_in(
    session: &CommandContext,
    request: &Request,
    fields: &[FormField],
    terminal: &mut Terminal,
) -> Result<Answer, CliFailure> {
    let begin = Some(Answer::Submit {
        content: Filled(Value::Null),
    });
    if !fields.is_empty() {
        let begun = yes_or_no(terminal, say!("ask-fill-in"), begin.clone()).await?;
        if !matches!(begun, Answer::Submit { .. }) {
            return Ok(begun);
        }
    }
    let mut content = Map::new();
    loop {
        for field in fields.iter().filter(|field| field.refused.is_none()) {
            one(session, request, field, &mut content, terminal).await?;
        }
        terminal.show(&review(fields, &content))?;
        if fields.is_empty() {
            return yes_or_no(terminal, say!("ask-agree"), filled(&content)).await;
        }
        let typed = terminal.ask(&say!("ask-send")).await?;
        match typed.trim().to_lowercase().as_str() {
            "y" | "yes" => return Ok(filled(&content).unwrap_or(Answer::Deny {})),
            "e" => {}
            "n" | "no" => return Ok(Answer::Decline {}),
            _ => return Ok(Answer::Deny {}),
        }
    }
}

fn filled(content: &Map<String, Value>) -> Option<Answer> {
    Some(Answer::Submit {
        content: Filled(Value::Object(content.clone())),
    })
}

/// One field, until it fits or is left empty. Enter keeps what is there; a single `-` empties it.
async fn one(
    session: &CommandContext,
    request: &Request,
    field: &FormField,
    content: &mut Map<String, Value>,
    terminal: &mut Terminal,
) -> Result<(), CliFailure> {
    loop {
        let now = content.get(&field.name).or(field.default.as_ref());
        let kept = now.filter(|value| !value.is_null()).map(|value| {
            let shown = shown(field, value);
            format!(" [{shown}]")
        });
        let typed = terminal
            .ask(&format!("{}{}:", field.label.text, kept.unwrap_or_default()))
            .await?;
        match typed.trim_end_matches(['\r', '\n']) {
            "" => {}
            "-" => {
                content.insert(field.name.clone(), Value::Null);
            }
            typed => {
                content.insert(field.name.clone(), value(&field.kind, typed));
            }
        }
        let all = Filled(Value::Object(content.clone()));
        let issues = session.host.check_form(&request.id, &request.nonce, &all)?;
        let path = format!("/{}", field.name.replace('~', "~0").replace('/', "~1"));
        match issues.into_iter().find(|issue| issue.path == path) {
            None => return Ok(()),
            Some(issue) => {
                content.remove(&field.name);
                terminal.show(&format!("  {}", issue.message))?;
            }
        }
    }
}

/// What was typed, as the field wants it. What it cannot be stays text, and the host says that it does not fit.
fn value(kind: &FieldKind, typed: &str) -> Value {
    let plain = typed.trim();
    match kind {
        FieldKind::Text { .. } => Value::from(typed),
        FieldKind::Number { .. } => match plain.parse::<i64>() {
            Ok(whole) => Value::from(whole),
            // What JSON has no number for, such as “NaN”, is none.
            Err(_) => match plain.parse::<f64>() {
                Ok(number) if number.is_finite() => Value::from(number),
                _ => Value::from(plain),
            },
        },
        FieldKind::Boolean {} => match plain.to_lowercase().as_str() {
            "y" | "yes" | "true" => Value::from(true),
            "n" | "no" | "false" => Value::from(false),
            _ => Value::from(plain),
        },
        FieldKind::Choice { options } => choice(options, plain),
        FieldKind::Several { options, .. } => plain
            .split(',')
            .map(|part| choice(options, part.trim()))
            .collect::<Vec<_>>()
            .into(),
    }
}

/// The number of a choice, counted from one. Nothing else chooses: a value may look like a number.
fn choice(options: &[FieldOption], typed: &str) -> Value {
    let at = typed
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    match at.and_then(|at| options.get(at)) {
        Some(option) => Value::from(option.value.as_str()),
        // Not a text, so that it is no choice whatever the choices are.
        None => Value::from(false),
    }
}

/// A value for reading: choices by their titles.
fn shown(field: &FormField, value: &Value) -> String {
    let title = |value: &Value| match &field.kind {
        FieldKind::Choice { options } | FieldKind::Several { options, .. } => options
            .iter()
            .find(|option| Some(option.value.as_str()) == value.as_str())
            .map(|option| option.title.text.clone()),
        _ => None,
    };
    match value {
        Value::Null => say!("nothing"),
        Value::Bool(yes) => {
            if *yes {
                say!("yes")
            } else {
                say!("no")
            }
        }
        Value::Array(list) => list.iter().filter_map(title).collect::<Vec<_>>().join(", "),
        Value::String(text) => title(value).unwrap_or_else(|| text::escape_line(text).text),
        other => other.to_string(),
    }
}

fn review(fields: &[FormField], content: &Map<String, Value>) -> String {
    let mut out = format!("\n{}\n", say!("would-send"));
    for field in fields {
        let value = match field.refused {
            Some(_) => None,
            None => content.get(&field.name).or(field.default.as_ref()),
        };
        let value = value.map_or_else(|| say!("nothing"), |value| shown(field, value));
        out.push_str(&format!("  {}: {value}\n", field.label.text));
    }
    out
}

/// A field with all that is to be said of it.
pub fn described(field: &FormField) -> String {
    let needed = if field.required {
        say!("required")
    } else {
        say!("optional")
    };
    let name = match field.shown == field.label {
        true => String::new(),
        false => format!(", “{}”", field.shown.text),
    };
    let mut out = format!(
        "\n  {}{name}: {}, {needed}\n",
        field.label.text,
        words(&field.kind)
    );
    if let Some(description) = &field.description {
        out.push_str(&format!("    {}\n", description.text.replace('\n', "\n    ")));
    }
    if let FieldKind::Choice { options } | FieldKind::Several { options, .. } = &field.kind {
        for (at, option) in options.iter().enumerate() {
            out.push_str(&format!("    {} = {}\n", at + 1, option.title.text));
        }
    }
    if let Some(refused) = &field.refused {
        out.push_str(&format!("    {}\n", say!("not-offered", reason = refused)));
    }
    out
}

fn words(kind: &FieldKind) -> String {
    let span = |min: Option<String>, max: Option<String>| match (min, max) {
        (Some(min), Some(max)) => Some(say!("span", least = min, most = max)),
        (Some(min), None) => Some(say!("span-least", least = min)),
        (None, Some(max)) => Some(say!("span-most", most = max)),
        (None, None) => None,
    };
    let count = |number: &Option<u32>| number.map(|number| number.to_string());
    match kind {
        FieldKind::Text {
            min,
            max,
            format,
            pattern,
            ..
        } => {
            let what = match format {
                Some(TextFormat::Email) => say!("kind-email"),
                Some(TextFormat::Uri) => say!("kind-uri"),
                Some(TextFormat::Date) => say!("kind-date"),
                Some(TextFormat::DateTime) => say!("kind-date-time"),
                None => say!("kind-text"),
            };
            let length = span(count(min), count(max)).map(|span| say!("characters", span));
            let like = pattern
                .as_ref()
                .map(|pattern| say!("like", pattern = pattern.text));
            joined([Some(what), length, like])
        }
        FieldKind::Number { integer, min, max } => {
            let what = if *integer {
                say!("kind-integer")
            } else {
                say!("kind-number")
            };
            let bound = |number: &Option<f64>| number.map(|number| number.to_string());
            joined([Some(what), span(bound(min), bound(max)), None])
        }
        FieldKind::Boolean {} => say!("kind-boolean"),
        FieldKind::Choice { .. } => say!("kind-choice"),
        FieldKind::Several { min, max, .. } => {
            joined([Some(say!("kind-several")), span(count(min), count(max)), None])
        }
    }
}

fn joined(parts: [Option<String>; 3]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_catalog::forms;
    use serde_json::json;

    fn field(property: Value) -> FormField {
        let schema = json!({ "type": "object", "properties": { "field": property } });
        forms::read(&schema).unwrap().fields.remove(0)
    }

    // Proves ELI-13.
    #[test]
    fn what_is_typed_becomes_what_the_field_sends() {
        let titles = json!([{ "const": "2", "title": "Two" }, { "const": "b", "title": "B" }]);
        let cases = [
            (json!({ "type": "string" }), " as it is ", json!(" as it is ")),
            (json!({ "type": "integer" }), " 7 ", json!(7)),
            (json!({ "type": "number" }), "0.5", json!(0.5)),
            (json!({ "type": "boolean" }), "Yes", json!(true)),
            (json!({ "type": "boolean" }), "no", json!(false)),
            (json!({ "type": "string", "oneOf": titles }), "2", json!("b")),
            (
                json!({ "type": "array", "items": { "anyOf": titles } }),
                "2, 1",
                json!(["b", "2"]),
            ),
        ];
        for (property, typed, expected) in cases {
            let field = field(property);
            let found = value(&field.kind, typed);
            assert_eq!(found, expected, "{typed}");
            assert!(forms::check(std::slice::from_ref(&field), &json!({ "field": found })).is_empty());
        }
    }

    // Proves ELI-15.
    #[test]
    fn what_makes_no_sense_does_not_fit() {
        let titles = json!([{ "const": "2", "title": "Two" }]);
        let cases = [
            (json!({ "type": "integer" }), "seven"),
            (json!({ "type": "number" }), "NaN"),
            (json!({ "type": "number" }), "inf"),
            (json!({ "type": "boolean" }), "maybe"),
            (json!({ "type": "string", "oneOf": titles }), "Two"),
            (json!({ "type": "string", "oneOf": titles }), "2"),
            (json!({ "type": "string", "oneOf": titles }), "0"),
            (json!({ "type": "array", "items": { "anyOf": titles } }), "1,1"),
        ];
        for (property, typed) in cases {
            let field = field(property);
            let found = value(&field.kind, typed);
            assert_eq!(
                forms::check(&[field], &json!({ "field": found })).len(),
                1,
                "{typed}"
            );
        }
    }

    // Proves S-44.
    #[test]
    fn a_field_is_described_whole_and_visibly() {
        let described = described(&field(json!({
            "type": "string", "title": "Da\u{1b}[2Jy", "description": "Which\nday", "enum": ["a", "b"],
        })));
        assert_eq!(
            described,
            "\n  Da⟨U+001B⟩[2Jy, “field”: the number of one of these, optional\n    Which\n    day\n    1 = a\n    2 = b\n"
        );
    }
}
