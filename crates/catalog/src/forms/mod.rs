//! Forms that servers ask a person to fill in: `requestedSchema` becomes fields, and what was filled in is checked
//! against the fields that were on the screen (ELI-11 to ELI-16).
//!
//! The schema is hostile input and a small language at that: one flat object of a few kinds of fields. Anything else
//! refuses the whole form and says why (S-80). Nothing is guessed, nothing is compiled, no pattern is run, no
//! reference is followed, and nothing is cut short: what cannot be shown whole is not shown.

mod check;
mod formats;
mod kinds;
mod secrets;
#[cfg(test)]
mod tests;

pub use check::{answered, check, fill, keepable};
pub use secrets::asks_for_secret;

use crate::limits::{FORM_DESCRIPTION, FORM_FIELDS, FORM_NAME};
use portcullis_core::text::{ForeignText, escape, escape_line};
use portcullis_domain::{FieldKind, Foreign, FormField, Warning};
use portcullis_l10n::say;
use serde_json::{Map, Value};

/// A form as a person may see it.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// In the server's order.
    pub fields: Vec<FormField>,
    /// Remarks.
    pub notes: Vec<String>,
    /// Why it cannot be submitted.
    pub refusals: Vec<Warning>,
}

/// What may stand beside the fields of a form; none of it changes what is asked.
const AROUND: [&str; 8] = [
    "type",
    "properties",
    "required",
    "$schema",
    "$comment",
    "title",
    "description",
    "additionalProperties",
];

/// Reads a `requestedSchema`.
///
/// # Errors
/// Why it is no form, one sentence of ours.
pub fn read(schema: &Value) -> Result<Form, String> {
    let schema = object(schema, || say!("form-schema-object"))?;
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err(say!("form-not-fields"));
    }
    if let Some(unknown) = schema.keys().find(|key| !AROUND.contains(&key.as_str())) {
        return Err(say!("form-uses", keyword = called(unknown)));
    }
    if schema
        .get("additionalProperties")
        .is_some_and(|more| !more.is_boolean())
    {
        return Err(say!("form-more-fields"));
    }
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .ok_or_else(|| say!("form-no-fields"))?;
    if properties.len() > FORM_FIELDS {
        return Err(say!(
            "form-many-fields",
            count = properties.len(),
            most = FORM_FIELDS
        ));
    }
    let required = required(schema, properties)?;
    let mut form = Form {
        fields: Vec::with_capacity(properties.len()),
        notes: Vec::new(),
        refusals: Vec::new(),
    };
    for (name, property) in properties {
        let needed = required.contains(&name.as_str());
        let field = field(name, property, needed, &mut form.notes)
            .map_err(|reason| say!("form-field-invalid", field = called_in(name, property), reason))?;
        if field.required && field.refused.is_some() {
            form.refusals.push(Warning::new(
                "elicitation.asks_for_secret",
                say!("form-field-secret", field = named(&field)),
            ));
        }
        form.fields.push(field);
    }
    // Nothing of it could be filled in.
    if form.refusals.is_empty()
        && !form.fields.is_empty()
        && form.fields.iter().all(|it| it.refused.is_some())
    {
        let refusal = Warning::new("elicitation.asks_for_secret", say!("form-all-secret"));
        form.refusals.push(refusal);
    }
    Ok(form)
}

/// A name in a sentence of ours. What could be read as more than a name is not part of it (S-34).
pub(super) fn called(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    if (1..=64).contains(&name.len()) && name.chars().all(plain) {
        format!("“{name}”")
    } else {
        say!("form-unusual-name")
    }
}

/// A field in a sentence of ours, as the person sees it: by its title, if it can stand in one.
fn named(field: &FormField) -> String {
    match field.label.hidden {
        0 => titled(&field.label.text, &field.name),
        _ => called(&field.name),
    }
}

/// The same for a field that is no field: its title may be what is wrong with it.
fn called_in(name: &str, property: &Value) -> String {
    let title = property.get("title").and_then(Value::as_str);
    title.map_or_else(|| called(name), |title| titled(title, name))
}

fn titled(title: &str, name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '’');
    let title = title.trim();
    if (1..=64).contains(&title.len()) && title.chars().all(plain) {
        format!("“{title}”")
    } else {
        called(name)
    }
}

fn object(value: &Value, otherwise: impl Fn() -> String) -> Result<&Map<String, Value>, String> {
    value.as_object().ok_or_else(otherwise)
}

fn required<'a>(
    schema: &'a Map<String, Value>,
    properties: &Map<String, Value>,
) -> Result<Vec<&'a str>, String> {
    let Some(required) = schema.get("required") else {
        return Ok(Vec::new());
    };
    let names: Option<Vec<&str>> = required
        .as_array()
        .and_then(|names| names.iter().map(Value::as_str).collect());
    let names = names.ok_or_else(|| say!("form-required-list"))?;
    match names.iter().find(|name| !properties.contains_key(**name)) {
        Some(_) => Err(say!("form-required-unknown")),
        None => Ok(names),
    }
}

/// One field. An error is the end of a sentence that begins with its name.
fn field(name: &str, property: &Value, required: bool, notes: &mut Vec<String>) -> Result<FormField, String> {
    if name.is_empty() {
        return Err(say!("form-reason-no-name"));
    }
    let property = kinds::without_null(object(property, || say!("form-reason-object"))?);
    let property = &*property;
    let shown = line(name, FORM_NAME).ok_or_else(|| say!("form-reason-long-name"))?;
    let title = kinds::text(property, "title")?.filter(|title| !title.trim().is_empty());
    let label = match title {
        Some(title) => line(title, FORM_NAME).ok_or_else(|| say!("form-reason-long-title"))?,
        None => shown.clone(),
    };
    let description = kinds::text(property, "description")?;
    if description.is_some_and(|text| text.chars().count() > FORM_DESCRIPTION) {
        return Err(say!("form-reason-long-description"));
    }
    let (kind, hushed) = kinds::kind(property)?;
    let secret = hushed || secrets::is_secret(&kind, name, title, description);
    let mut field = FormField {
        name: name.to_owned(),
        shown,
        label,
        description: description
            .filter(|text| !text.trim().is_empty())
            .map(|text| ForeignText::new(text).shown()),
        required,
        kind,
        default: None,
        refused: secret.then(secrets::reason),
    };
    if !secret {
        let title = named(&field);
        field.default = default(&mut field.kind, property, notes, &title);
    }
    Ok(field)
}

/// What a field starts with. One that does not fit, or holds what cannot be seen, is left out with a remark:
/// nothing is sent that was not on the screen (S-81).
fn default(
    kind: &mut FieldKind,
    property: &Map<String, Value>,
    notes: &mut Vec<String>,
    named: &str,
) -> Option<Value> {
    let value = property.get("default").filter(|value| !value.is_null())?;
    let unseen = value.as_str().is_some_and(|text| escape(text).hidden > 0);
    if unseen || check::fault(kind, value).is_some() {
        notes.push(match unseen {
            true => say!("form-default-hidden", field = named),
            false => say!("form-default-invalid", field = named),
        });
        return None;
    }
    if let (FieldKind::Text { multiline, .. }, Some(text)) = (kind, value.as_str()) {
        *multiline |= text.contains('\n');
    }
    Some(value.clone())
}

/// A name or title on one line, whole; `None` when it is too long for that.
fn line(text: &str, most: usize) -> Option<Foreign> {
    (text.chars().count() <= most).then(|| escape_line(text))
}
