//! Why a command line makes no sense, in sentences of ours: those of Clap are in English.

use super::help_hint;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use portcullis_l10n::{list, say};
use std::error::Error as _;

/// What is wrong, and what may help.
pub fn told(error: &clap::Error) -> (String, String) {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return (say!("command-missing"), help_hint());
    }
    let near = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ]
    .into_iter()
    .find_map(|kind| all(error, kind).into_iter().next());
    let remedy = match near {
        Some(near) => format!("{} {}", say!("did-you-mean", near = near), help_hint()),
        None => help_hint(),
    };
    (sentence(error).unwrap_or_else(|| first_paragraph(error)), remedy)
}

/// The same for a person, with how the command is used.
pub fn in_words(error: &clap::Error) -> String {
    // The help of what stands before it.
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return error.to_string();
    }
    let (sentence, remedy) = told(error);
    let text = error.to_string();
    let usage = text
        .split("\n\n")
        .find_map(|paragraph| paragraph.trim().strip_prefix("Usage:"));
    match usage {
        Some(usage) => format!("{sentence} {remedy}\n\n{}{usage}", say!("help-usage")),
        None => format!("{sentence} {remedy}"),
    }
}

fn sentence(error: &clap::Error) -> Option<String> {
    let argument = one(error, ContextKind::InvalidArg);
    let value = one(error, ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::InvalidSubcommand => {
            say!(
                "line-no-command",
                word = one(error, ContextKind::InvalidSubcommand)?
            )
        }
        ErrorKind::UnknownArgument => say!("line-unknown", word = argument?),
        ErrorKind::ArgumentConflict => {
            let argument = argument?;
            match all(error, ContextKind::PriorArg) {
                others if others.is_empty() || others == [argument] => say!("line-twice", word = argument),
                others => say!("line-conflict", word = argument, others = list(&others)),
            }
        }
        ErrorKind::NoEquals => say!("line-no-equals", word = argument?),
        ErrorKind::InvalidValue if value?.is_empty() => say!("line-no-value", word = argument?),
        ErrorKind::InvalidValue => {
            let values = all(error, ContextKind::ValidValue);
            match values.is_empty() {
                true => say!("line-bad-value", value = value?, word = argument?),
                false => say!(
                    "line-not-one-of",
                    value = value?,
                    word = argument?,
                    values = list(&values)
                ),
            }
        }
        ErrorKind::ValueValidation => {
            let (value, word) = (value?, argument?);
            match error.source() {
                // Some reasons are sentences of their own.
                Some(reason) => say!(
                    "line-bad-value-reason",
                    value = value,
                    word = word,
                    reason = reason.to_string().trim_end_matches(['.', '。'])
                ),
                None => say!("line-bad-value", value = value, word = word),
            }
        }
        ErrorKind::TooManyValues => say!("line-too-many", value = value?, word = argument?),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => say!("line-no-value", word = argument?),
        ErrorKind::MissingRequiredArgument => {
            let missing = all(error, ContextKind::InvalidArg);
            match missing.is_empty() {
                true => return None,
                false => say!("line-missing", what = list(&missing)),
            }
        }
        ErrorKind::MissingSubcommand => say!("command-missing"),
        ErrorKind::InvalidUtf8 => say!("line-not-text"),
        _ => return None,
    })
}

fn one(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

fn all(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    }
}

/// A sentence of ours that Clap carried: it puts its own words around it.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.trim().trim_start_matches("error: ");
    let sentence = text.split_once("\n\n").map_or(text, |(sentence, _)| sentence);
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}
