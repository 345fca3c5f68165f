//! What one field of a form takes: the kinds of SEP-1330 and of the revisions before it, and no other.
//! Errors are the end of a sentence that begins with the name of the field.

use super::{formats, line};
use crate::limits::{FORM_NAME, FORM_ONE_LINE, FORM_OPTIONS, FORM_PATTERN};
use portcullis_core::text::ForeignText;
use portcullis_domain::{FieldKind, FieldOption, TextFormat};
use portcullis_l10n::say;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::HashSet;

/// What may stand at every field; none of it changes what is asked.
const ANYWHERE: [&str; 7] = [
    "type",
    "title",
    "description",
    "default",
    "$comment",
    "examples",
    "deprecated",
];

/// The kind of a field, and whether its format says that it takes a secret.
pub(super) fn kind(property: &Map<String, Value>) -> Result<(FieldKind, bool), String> {
    match property.get("type").and_then(Value::as_str) {
        Some("string") if property.contains_key("enum") => {
            only(property, &["enum", "enumNames"])?;
            Ok((choice(listed(property)?)?, false))
        }
        Some("string") if property.contains_key("oneOf") => {
            only(property, &["oneOf"])?;
            Ok((choice(titled(property.get("oneOf"))?)?, false))
        }
        Some("string") => {
            only(property, &["minLength", "maxLength", "format", "pattern"])?;
            words(property)
        }
        Some(name @ ("number" | "integer")) => {
            only(property, &["minimum", "maximum"])?;
            Ok((number(property, name == "integer")?, false))
        }
        Some("boolean") => {
            only(property, &[])?;
            Ok((FieldKind::Boolean {}, false))
        }
        Some("array") => {
            only(property, &["items", "minItems", "maxItems", "uniqueItems"])?;
            Ok((several(property)?, false))
        }
        Some("object") => Err(say!("form-reason-nested")),
        _ => Err(say!("form-reason-kind")),
    }
}

/// The field without its `null`: what Python writes as `T | None` is a `T` that may be left out, and `null` is never sent. What
/// is written otherwise stays as it is.
pub(super) fn without_null(property: &Map<String, Value>) -> Cow<'_, Map<String, Value>> {
    not_null(property).map_or(Cow::Borrowed(property), Cow::Owned)
}

fn not_null(property: &Map<String, Value>) -> Option<Map<String, Value>> {
    let (key, null) = match property.contains_key("anyOf") {
        true => ("anyOf", json!({"type": "null"})),
        false => ("type", json!("null")),
    };
    let mut plain = property.clone();
    let Some(Value::Array(kinds)) = plain.remove(key) else {
        return None;
    };
    let [one, other] = <[Value; 2]>::try_from(kinds).ok()?;
    let kind = match (one == null, other == null) {
        (false, true) => one,
        (true, false) => other,
        _ => return None,
    };
    match kind {
        Value::Object(inner) if key == "anyOf" => {
            for (name, value) in inner {
                // The words of the field come before those of its type. Nothing else may be said twice.
                if !plain.contains_key(&name) {
                    plain.insert(name, value);
                } else if name != "title" && name != "description" {
                    return None;
                }
            }
            Some(plain)
        }
        Value::String(name) if key == "type" => {
            plain.insert(key.to_owned(), Value::String(name));
            Some(plain)
        }
        _ => None,
    }
}

/// A text that may be there.
pub(super) fn text<'a>(of: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>, String> {
    match of.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(say!("form-reason-not-text", key)),
    }
}

fn only(property: &Map<String, Value>, more: &[&str]) -> Result<(), String> {
    let unknown = property
        .keys()
        .find(|key| !ANYWHERE.contains(&key.as_str()) && !more.contains(&key.as_str()));
    match unknown {
        None => Ok(()),
        Some(key) => Err(say!("form-reason-keyword", keyword = super::called(key))),
    }
}

fn count(of: &Map<String, Value>, key: &str) -> Result<Option<u32>, String> {
    let Some(value) = of.get(key) else { return Ok(None) };
    let whole = value
        .as_f64()
        .filter(|number| *number >= 0.0 && number.fract() == 0.0);
    match whole {
        // More than four thousand million is as good as no limit.
        Some(number) => Ok(Some(number.min(f64::from(u32::MAX)) as u32)),
        None => Err(say!("form-reason-not-count", key)),
    }
}

fn in_order<T: PartialOrd>(min: Option<T>, max: Option<T>) -> Result<(), String> {
    match (min, max) {
        (Some(min), Some(max)) if min > max => Err(say!("form-reason-impossible")),
        _ => Ok(()),
    }
}

fn words(property: &Map<String, Value>) -> Result<(FieldKind, bool), String> {
    let (min, max) = (count(property, "minLength")?, count(property, "maxLength")?);
    in_order(min, max)?;
    let (format, secret) = match text(property, "format")? {
        None => (None, false),
        // No format of forms, but it says what it wants (S-80).
        Some("password") => (None, true),
        Some(name) => (
            Some(formats::named(name).ok_or_else(|| say!("form-reason-format"))?),
            false,
        ),
    };
    let pattern =
        text(property, "pattern")?.map(|pattern| ForeignText::new(pattern).shown_within(FORM_PATTERN));
    let multiline = format.is_none() && max.is_some_and(|max| max > FORM_ONE_LINE);
    Ok((
        FieldKind::Text {
            min,
            max,
            format: format.filter(|_: &TextFormat| !secret),
            multiline,
            pattern,
        },
        secret,
    ))
}

fn number(property: &Map<String, Value>, integer: bool) -> Result<FieldKind, String> {
    let bound = |key: &str| match property.get(key) {
        None => Ok(None),
        Some(value) => match value.as_f64().filter(|number| number.is_finite()) {
            Some(number) => Ok(Some(number)),
            None => Err(say!("form-reason-not-number", key)),
        },
    };
    let (min, max) = (bound("minimum")?, bound("maximum")?);
    in_order(min, max)?;
    Ok(FieldKind::Number { integer, min, max })
}

fn several(property: &Map<String, Value>) -> Result<FieldKind, String> {
    let items = property.get("items").and_then(Value::as_object);
    let items = items.ok_or_else(|| say!("form-reason-no-choices"))?;
    if property
        .get("uniqueItems")
        .is_some_and(|unique| !unique.is_boolean())
    {
        return Err(say!("form-reason-unique"));
    }
    // FastMCP names and describes the type that the choices have in its code.
    let known: &[&str] = &["type", "enum", "anyOf", "title", "description"];
    if items.keys().any(|key| !known.contains(&key.as_str()))
        || items
            .get("type")
            .is_some_and(|kind| kind.as_str() != Some("string"))
    {
        return Err(say!("form-reason-list"));
    }
    let options = match (items.get("enum"), items.get("anyOf")) {
        (Some(_), None) => listed(items)?,
        (None, titles @ Some(_)) => titled(titles)?,
        _ => return Err(say!("form-reason-no-choices")),
    };
    let options = distinct(options)?;
    let (min, max) = (count(property, "minItems")?, count(property, "maxItems")?);
    in_order(min, max)?;
    in_order(min, u32::try_from(options.len()).ok())?;
    Ok(FieldKind::Several { options, min, max })
}

fn choice(options: Vec<FieldOption>) -> Result<FieldKind, String> {
    Ok(FieldKind::Choice {
        options: distinct(options)?,
    })
}

/// `enum`, with names where the older form has them.
fn listed(of: &Map<String, Value>) -> Result<Vec<FieldOption>, String> {
    let values = strings(of.get("enum"))?;
    let names = match of.get("enumNames") {
        None => values.clone(),
        names => strings(names)?,
    };
    if names.len() != values.len() {
        return Err(say!("form-reason-names"));
    }
    values
        .into_iter()
        .zip(names)
        .map(|(value, name)| option(value, name))
        .collect()
}

/// `[{"const": …, "title": …}]`.
fn titled(list: Option<&Value>) -> Result<Vec<FieldOption>, String> {
    let list = list
        .and_then(Value::as_array)
        .ok_or_else(|| say!("form-reason-choices-list"))?;
    list.iter()
        .map(|item| {
            let item = item.as_object().ok_or_else(|| say!("form-reason-choice"))?;
            let known = ["const", "title", "type", "description"];
            if item.keys().any(|key| !known.contains(&key.as_str())) {
                return Err(say!("form-reason-choice"));
            }
            let value = text(item, "const")?.ok_or_else(|| say!("form-reason-choice-value"))?;
            option(value, text(item, "title")?.unwrap_or(value))
        })
        .collect()
}

fn option(value: &str, title: &str) -> Result<FieldOption, String> {
    if value.len() > FORM_NAME * 4 {
        return Err(say!("form-reason-choice-long"));
    }
    let title = if title.trim().is_empty() { value } else { title };
    Ok(FieldOption {
        value: value.to_owned(),
        title: line(title, FORM_NAME).ok_or_else(|| say!("form-reason-choice-long"))?,
    })
}

fn strings(list: Option<&Value>) -> Result<Vec<&str>, String> {
    list.and_then(Value::as_array)
        .and_then(|list| list.iter().map(Value::as_str).collect())
        .ok_or_else(|| say!("form-reason-choices-text"))
}

/// At least one, not more than can be looked through, and each distinct: of two that look the same, no user could
/// say which was chosen.
fn distinct(options: Vec<FieldOption>) -> Result<Vec<FieldOption>, String> {
    if options.is_empty() {
        return Err(say!("form-reason-none"));
    }
    if options.len() > FORM_OPTIONS {
        return Err(say!("form-reason-many", most = FORM_OPTIONS));
    }
    let values: HashSet<&str> = options.iter().map(|option| option.value.as_str()).collect();
    let titles: HashSet<&str> = options.iter().map(|option| option.title.text.as_str()).collect();
    if values.len() != options.len() || titles.len() != options.len() {
        return Err(say!("form-reason-same"));
    }
    Ok(options)
}
