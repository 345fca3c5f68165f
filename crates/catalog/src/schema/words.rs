//! What does not fit, in words. Values are never repeated: they may be long or secret. Words of the schema are
//! the server's and come escaped and short.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_domain::ArgumentIssue;
use portcullis_l10n::say;
use serde_json::Value;

/// Longest stretch of a schema repeated in a message, in characters.
const QUOTED: usize = 200;

/// Why a schema could not be compiled.
pub(super) fn unusable(error: &ValidationError<'_>) -> String {
    let reason = match error.kind() {
        Kind::Referencing(_) => {
            return say!("schema-outside");
        }
        Kind::Format { format } if format == "regex" => {
            return say!("schema-pattern");
        }
        _ => message(error),
    };
    let place = escape_line(error.instance_path().as_str()).text;
    if place.is_empty() {
        say!("schema-invalid", reason)
    } else {
        say!("schema-invalid-at", place, reason)
    }
}

/// One fault.
pub(super) fn issue(error: &ValidationError<'_>) -> ArgumentIssue {
    let path = error.instance_path().as_str().to_owned();
    ArgumentIssue {
        path,
        message: message(error),
    }
}

fn message(error: &ValidationError<'_>) -> String {
    match error.kind() {
        Kind::Required { property } => {
            say!(
                "value-missing",
                name = quoted(property.as_str().unwrap_or_default())
            )
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            say!(
                "value-unknown",
                count = unexpected.len(),
                names = quoted(&unexpected.join(", "))
            )
        }
        Kind::Type {
            kind: TypeKind::Single(one),
        } => say!("value-must-be", value = named(*one)),
        Kind::Type {
            kind: TypeKind::Multiple(several),
        } => {
            let several: Vec<_> = several.iter().map(named).collect();
            say!("value-one-of-types", types = several.join(", "))
        }
        Kind::Enum { options } => {
            let options: Vec<_> = options
                .as_array()
                .into_iter()
                .flatten()
                .take(50)
                .map(value)
                .collect();
            say!("value-one-of", values = quoted(&options.join(", ")))
        }
        Kind::Constant { expected_value } => say!("value-must-be", value = quoted(&value(expected_value))),
        Kind::Minimum { limit } => say!("value-min", limit = limit.to_string()),
        Kind::Maximum { limit } => say!("value-max", limit = limit.to_string()),
        Kind::ExclusiveMinimum { limit } => say!("value-above", limit = limit.to_string()),
        Kind::ExclusiveMaximum { limit } => say!("value-below", limit = limit.to_string()),
        Kind::MinLength { limit } => say!("value-min-length", count = *limit),
        Kind::MaxLength { limit } => say!("value-max-length", count = *limit),
        Kind::MinItems { limit } => say!("value-min-items", count = *limit),
        Kind::MaxItems { limit } => say!("value-max-items", count = *limit),
        Kind::Pattern { pattern } => say!("value-pattern", pattern = quoted(pattern)),
        Kind::UniqueItems => say!("value-unique"),
        Kind::FalseSchema => say!("value-none"),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => say!("value-no-form"),
        Kind::OneOfMultipleValid { .. } => {
            say!("value-two-forms")
        }
        Kind::AdditionalItems { limit } => {
            say!("value-max-items", count = *limit)
        }
        Kind::UnevaluatedItems { .. } => say!("value-unknown-entries"),
        Kind::MinProperties { limit } => say!("value-min-fields", count = *limit),
        Kind::MaxProperties { limit } => say!("value-max-fields", count = *limit),
        Kind::MultipleOf { multiple_of } => say!("value-multiple", number = multiple_of.to_string()),
        Kind::Contains => say!("value-contains"),
        Kind::Format { format } => say!("value-format", format = quoted(format)),
        Kind::PropertyNames { error } => say!("value-name", reason = message(error)),
        Kind::Not { .. } => say!("value-not"),
        Kind::ContentEncoding { .. } | Kind::ContentMediaType { .. } | Kind::FromUtf8 { .. } => {
            say!("value-encoding")
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            say!("value-pattern-unchecked")
        }
        Kind::Custom { .. } | Kind::Referencing(_) => say!("value-unchecked"),
    }
}

fn quoted(text: &str) -> String {
    ForeignText::new(text.replace('\n', " ")).first_line(QUOTED).text
}

fn value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn named(kind: JsonType) -> String {
    match kind {
        JsonType::Array => say!("type-list"),
        JsonType::Boolean => say!("type-boolean"),
        JsonType::Integer => say!("type-integer"),
        JsonType::Null => say!("type-null"),
        JsonType::Number => say!("type-number"),
        JsonType::Object => say!("type-object"),
        JsonType::String => say!("type-text"),
    }
}
