//! The fields that resources, templates and prompts have in common, read leniently: what only decorates is left
//! out when it makes no sense, and what is too large is never cut in silence (S-43).

use crate::limits::{MIME, OFFER_DESCRIPTION, TOOL_TITLE};
use portcullis_core::text::{ForeignText, grouped};
use serde_json::{Map, Value};

/// A field that identifies an entry: text that is not empty.
///
/// # Errors
/// Why the entry cannot be used, in words.
pub(super) fn identity(
    fields: &Map<String, Value>,
    key: &str,
    called: &str,
    (unit, limit): (&str, usize),
) -> Result<String, String> {
    let text = match fields.get(key) {
        Some(Value::String(text)) if !text.is_empty() => text,
        Some(Value::String(_) | Value::Null) | None => return Err(format!("It has no {called}.")),
        Some(_) => return Err(format!("Its {called} is not text.")),
    };
    let size = if unit == "bytes" {
        text.len()
    } else {
        text.chars().count()
    };
    within(&format!("Its {called}"), unit, size, limit)?;
    Ok(text.clone())
}

/// The title, where it says something.
///
/// # Errors
/// When it is too large.
pub(super) fn title(fields: &Map<String, Value>) -> Result<Option<ForeignText>, String> {
    let Some(title) = fields.get("title").and_then(Value::as_str) else {
        return Ok(None);
    };
    within("Its title", "characters", title.chars().count(), TOOL_TITLE)?;
    Ok((!title.trim().is_empty()).then(|| ForeignText::new(title)))
}

/// The description; empty when there is none.
///
/// # Errors
/// When it is too large.
pub(super) fn description(fields: &Map<String, Value>) -> Result<ForeignText, String> {
    let text = fields
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default();
    within("Its description", "bytes", text.len(), OFFER_DESCRIPTION)?;
    Ok(ForeignText::new(text))
}

/// The claimed type.
pub(super) fn mime(fields: &Map<String, Value>) -> Option<ForeignText> {
    let text = fields.get("mimeType").and_then(Value::as_str)?;
    (!text.is_empty() && text.chars().count() <= MIME).then(|| ForeignText::new(text))
}

/// Refuses what is larger than its limit.
///
/// # Errors
/// Then, in words.
pub(super) fn within(what: &str, unit: &str, found: usize, limit: usize) -> Result<(), String> {
    if found <= limit {
        return Ok(());
    }
    let (found, limit) = (grouped(found), grouped(limit));
    Err(format!(
        "{what} is too large: {found} {unit}, and at most {limit} are read. Nothing was cut off; it is left out."
    ))
}
