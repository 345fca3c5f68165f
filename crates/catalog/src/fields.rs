//! The fields that resources, templates and prompts have in common, read leniently: what only decorates is left
//! out when it makes no sense, and what is too large is never cut in silence (S-43).

use crate::limits::{MIME, OFFER_DESCRIPTION, TOOL_TITLE};
use portcullis_core::text::{ForeignText, grouped};
use portcullis_l10n::say;
use serde_json::{Map, Value};

/// A part of an entry, by the name that its sentences have for it.
#[derive(Clone, Copy)]
pub(super) enum EntryPart {
    Name,
    Uri,
    Template,
    Title,
    Description,
    Arguments,
    InputSchema,
    OutputSchema,
}

impl EntryPart {
    fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Uri => "uri",
            Self::Template => "template",
            Self::Title => "title",
            Self::Description => "description",
            Self::Arguments => "arguments",
            Self::InputSchema => "input",
            Self::OutputSchema => "output",
        }
    }
}

/// What is counted.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Bytes,
    Characters,
    Entries,
    Levels,
    Parts,
}

impl Unit {
    fn key(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Characters => "characters",
            Self::Entries => "entries",
            Self::Levels => "levels",
            Self::Parts => "parts",
        }
    }
}

/// A field that identifies an entry: text that is not empty.
///
/// # Errors
/// Why the entry cannot be used, in words.
pub(super) fn identity(
    fields: &Map<String, Value>,
    key: &str,
    part: EntryPart,
    (unit, limit): (Unit, usize),
) -> Result<String, String> {
    let text = match fields.get(key) {
        Some(Value::String(text)) if !text.is_empty() => text,
        Some(Value::String(_) | Value::Null) | None => return Err(say!("entry-missing", part = part.key())),
        Some(_) => return Err(say!("entry-not-text", part = part.key())),
    };
    let size = match unit {
        Unit::Bytes => text.len(),
        _ => text.chars().count(),
    };
    within(part, unit, size, limit)?;
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
    let text = title_text(title)?;
    Ok((!title.trim().is_empty()).then_some(text))
}

/// A title.
///
/// # Errors
/// When it is too large.
pub(super) fn title_text(title: &str) -> Result<ForeignText, String> {
    within(
        EntryPart::Title,
        Unit::Characters,
        title.chars().count(),
        TOOL_TITLE,
    )?;
    Ok(ForeignText::new(title))
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
    within(EntryPart::Description, Unit::Bytes, text.len(), OFFER_DESCRIPTION)?;
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
pub(super) fn within(part: EntryPart, unit: Unit, found: usize, limit: usize) -> Result<(), String> {
    if found <= limit {
        return Ok(());
    }
    Err(say!(
        "entry-too-large",
        part = part.key(),
        unit = unit.key(),
        found = grouped(found),
        limit = grouped(limit)
    ))
}
