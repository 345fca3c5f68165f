//! What does not fit, in words. Values are never repeated: they may be long or secret. Words of the schema are
//! the server's and come escaped and short.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_domain::ArgumentIssue;
use serde_json::Value;

/// Longest stretch of a schema repeated in a message, in characters.
const QUOTED: usize = 200;

/// Why a schema could not be compiled.
pub(super) fn unusable(error: &ValidationError<'_>) -> String {
    let reason = match error.kind() {
        Kind::Referencing(_) => {
            return "The schema needs something that is not in it. Nothing was fetched.".to_owned();
        }
        Kind::Format { format } if format == "regex" => {
            return "The schema has a pattern that cannot be used.".to_owned();
        }
        _ => message(error),
    };
    let place = escape_line(error.instance_path().as_str()).text;
    if place.is_empty() {
        format!("The schema is not valid: {reason}")
    } else {
        format!("The schema is not valid at {place}: {reason}")
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
            format!("“{}” is missing.", quoted(property.as_str().unwrap_or_default()))
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let (noun, verb) = if unexpected.len() == 1 {
                ("", "is")
            } else {
                ("s", "are")
            };
            format!(
                "The name{noun} {} {verb} not known here.",
                quoted(&unexpected.join(", "))
            )
        }
        Kind::Type {
            kind: TypeKind::Single(one),
        } => format!("This must be {}.", named(*one)),
        Kind::Type {
            kind: TypeKind::Multiple(several),
        } => {
            let several: Vec<_> = several.iter().map(named).collect();
            format!("This must be {}.", several.join(" or "))
        }
        Kind::Enum { options } => {
            let options: Vec<_> = options
                .as_array()
                .into_iter()
                .flatten()
                .take(50)
                .map(value)
                .collect();
            format!("This must be one of: {}.", quoted(&options.join(", ")))
        }
        Kind::Constant { expected_value } => format!("This must be {}.", quoted(&value(expected_value))),
        Kind::Minimum { limit } => format!("This must be at least {limit}."),
        Kind::Maximum { limit } => format!("This must be at most {limit}."),
        Kind::ExclusiveMinimum { limit } => format!("This must be more than {limit}."),
        Kind::ExclusiveMaximum { limit } => format!("This must be less than {limit}."),
        Kind::MinLength { limit } => format!("This must have at least {}.", counted(*limit, "character")),
        Kind::MaxLength { limit } => format!("This must have at most {}.", counted(*limit, "character")),
        Kind::MinItems { limit } => format!("This must have at least {}.", counted(*limit, "entry")),
        Kind::MaxItems { limit } => format!("This must have at most {}.", counted(*limit, "entry")),
        Kind::Pattern { pattern } => format!("This does not match the pattern {}", quoted(pattern)),
        Kind::UniqueItems => "Two entries are the same.".to_owned(),
        Kind::FalseSchema => "Nothing is allowed here.".to_owned(),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => "This fits none of the allowed forms.".to_owned(),
        Kind::OneOfMultipleValid { .. } => {
            "This fits more than one of the forms, and only one may fit.".to_owned()
        }
        Kind::AdditionalItems { limit } => {
            format!("This must have at most {}.", counted(*limit as u64, "entry"))
        }
        Kind::UnevaluatedItems { .. } => "This has entries that are not known here.".to_owned(),
        Kind::MinProperties { limit } => format!("This must have at least {}.", counted(*limit, "field")),
        Kind::MaxProperties { limit } => format!("This must have at most {}.", counted(*limit, "field")),
        Kind::MultipleOf { multiple_of } => format!("This must be a multiple of {multiple_of}."),
        Kind::Contains => "No entry is of the form that one must have.".to_owned(),
        Kind::Format { format } => format!("This is not what the format {} wants.", quoted(format)),
        Kind::PropertyNames { error } => format!("A name in it is not allowed. {}", message(error)),
        Kind::Not { .. } => "This has a form that is not allowed.".to_owned(),
        Kind::ContentEncoding { .. } | Kind::ContentMediaType { .. } | Kind::FromUtf8 { .. } => {
            "This is not encoded as it must be.".to_owned()
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            "A pattern could not be checked.".to_owned()
        }
        Kind::Custom { .. } | Kind::Referencing(_) => "This could not be checked.".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    ForeignText::new(text.replace('\n', " ")).first_line(QUOTED).text
}

fn value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn counted(number: u64, noun: &str) -> String {
    match (number, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "entry") => format!("{number} entries"),
        _ => format!("{number} {noun}s"),
    }
}

fn named(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Array => "a list",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Null => "empty (null)",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "text",
    }
}
