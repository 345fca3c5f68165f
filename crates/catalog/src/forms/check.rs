//! What a person filled in, against the fields that were shown: what is wrong with it, and what is sent (ELI-15).
//! Nothing here repeats a value: it may be long, and it is not for logs (ELI-17).

use super::formats;
use crate::limits::{FORM_KEPT, FORM_TEXT, SCHEMA_ISSUES};
use portcullis_core::text::grouped;
use portcullis_domain::{ArgumentIssue, FieldKind, FieldOption, FormField};
use portcullis_l10n::say;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The largest whole number that every reader of JSON reads as the same one.
const EXACT: f64 = 9_007_199_254_740_991.0;

/// What is wrong, by JSON pointer; empty when it could be sent.
#[must_use]
pub fn check(fields: &[FormField], content: &Value) -> Vec<ArgumentIssue> {
    let issue = |name: Option<&str>, message: String| ArgumentIssue {
        path: name.map(pointer).unwrap_or_default(),
        message,
    };
    let Some(content) = content.as_object() else {
        return vec![issue(None, say!("form-object"))];
    };
    let unknown = content
        .keys()
        .filter(|name| !fields.iter().any(|field| field.name == **name))
        .map(|name| issue(Some(name), say!("form-unknown-field")));
    let wrong = fields.iter().filter_map(|field| {
        let message = match (given(field, content), content.get(&field.name)) {
            (None, Some(value)) if field.refused.is_some() && !value.is_null() => {
                say!("form-secret")
            }
            (None, _) if field.required => say!("form-needed"),
            (None, _) => return None,
            (Some(value), _) => fault(&field.kind, value)?,
        };
        Some(issue(Some(&field.name), message))
    });
    unknown.chain(wrong).take(SCHEMA_ISSUES).collect()
}

/// What is sent: the values of the fields in their order and nothing else. What was left as it was is the default;
/// what was left empty is left out; numbers are numbers.
#[must_use]
pub fn fill(fields: &[FormField], content: &Value) -> Value {
    let empty = Map::new();
    let content = content.as_object().unwrap_or(&empty);
    let filled = fields.iter().filter_map(|field| {
        let value = given(field, content)?;
        Some((field.name.clone(), plain(&field.kind, value)))
    });
    Value::Object(filled.collect())
}

/// What is kept of a form while it is filled in: values of its fields, right or wrong, and never one of a field that
/// asks for a secret. Nothing when it is too much.
#[must_use]
pub fn keepable(fields: &[FormField], content: &Value) -> Option<Value> {
    let content = content.as_object()?;
    let kept = fields.iter().filter(|field| field.refused.is_none());
    let kept = kept.filter_map(|field| Some((field.name.clone(), content.get(&field.name)?.clone())));
    let kept = Value::Object(kept.collect());
    (kept.to_string().len() <= FORM_KEPT).then_some(kept)
}

/// The names of the fields that have a value in what is sent.
#[must_use]
pub fn answered(fields: &[FormField], content: &Value) -> Vec<String> {
    match fill(fields, content) {
        Value::Object(filled) => filled.into_iter().map(|(name, _)| name).collect(),
        _ => Vec::new(),
    }
}

/// The value of a field; `None` when it is left empty or must stay so.
fn given<'a>(field: &'a FormField, content: &'a Map<String, Value>) -> Option<&'a Value> {
    if field.refused.is_some() {
        return None;
    }
    match content.get(&field.name) {
        None => field.default.as_ref(),
        Some(Value::Null) => None,
        Some(Value::String(text)) if text.is_empty() => None,
        // None of several is an answer where there has to be one.
        Some(Value::Array(list)) if list.is_empty() && !field.required => None,
        value => value,
    }
}

/// Whole numbers without a fraction that says nothing.
fn plain(kind: &FieldKind, value: &Value) -> Value {
    match (kind, value.as_f64()) {
        (FieldKind::Number { integer: true, .. }, Some(number)) if value.is_f64() => {
            Value::from(number as i64)
        }
        _ => value.clone(),
    }
}

/// What is wrong with one value, if anything.
pub(super) fn fault(kind: &FieldKind, value: &Value) -> Option<String> {
    match kind {
        FieldKind::Text { min, max, format, .. } => {
            let Some(text) = value.as_str() else {
                return Some(say!("form-not-text"));
            };
            let length = text.chars().count();
            if text.len() > FORM_TEXT {
                return Some(say!("form-bytes", count = grouped(FORM_TEXT)));
            }
            between(length, *min, *max, Counted::Characters)
                .or_else(|| format.and_then(|format| formats::fault(format, text)))
        }
        FieldKind::Number { integer, min, max } => number(value, *integer, *min, *max),
        FieldKind::Boolean {} => (!value.is_boolean()).then(|| say!("form-not-boolean")),
        FieldKind::Choice { options } => (!offered(options, value)).then(|| say!("form-not-choice")),
        FieldKind::Several { options, min, max } => {
            let Some(list) = value.as_array() else {
                return Some(say!("form-not-choices"));
            };
            if !list.iter().all(|item| offered(options, item)) {
                return Some(say!("form-not-choice"));
            }
            let different: HashSet<&str> = list.iter().filter_map(Value::as_str).collect();
            if different.len() != list.len() {
                return Some(say!("form-twice"));
            }
            between(list.len(), *min, *max, Counted::Choices)
        }
    }
}

fn number(value: &Value, integer: bool, min: Option<f64>, max: Option<f64>) -> Option<String> {
    let Some(number) = value.as_f64().filter(|number| number.is_finite()) else {
        return Some(say!("form-not-number"));
    };
    if integer && number.fract() != 0.0 {
        return Some(say!("form-not-integer"));
    }
    if number.fract() == 0.0 && number.abs() > EXACT {
        return Some(say!("form-inexact"));
    }
    match (min, max) {
        (Some(min), _) if number < min => Some(say!("form-min", limit = min.to_string())),
        (_, Some(max)) if number > max => Some(say!("form-max", limit = max.to_string())),
        _ => None,
    }
}

/// What is counted.
#[derive(Clone, Copy)]
enum Counted {
    Characters,
    Choices,
}

fn between(count: usize, min: Option<u32>, max: Option<u32>, what: Counted) -> Option<String> {
    match (min, max) {
        (Some(min), _) if count < min as usize => Some(match what {
            Counted::Characters => say!("form-min-length", count = min),
            Counted::Choices => say!("form-min-choices", count = min),
        }),
        (_, Some(max)) if count > max as usize => Some(match what {
            Counted::Characters => say!("form-max-length", count = max),
            Counted::Choices => say!("form-max-choices", count = max),
        }),
        _ => None,
    }
}

fn offered(options: &[FieldOption], value: &Value) -> bool {
    value
        .as_str()
        .is_some_and(|value| options.iter().any(|option| option.value == value))
}

fn pointer(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}
