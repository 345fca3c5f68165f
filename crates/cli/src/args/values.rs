//! Values of arguments.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use portcullis_api::NamedValue;
use portcullis_l10n::say;
use std::ffi::OsStr;
use std::ops::RangeInclusive;

/// One of these words, as what it stands for.
pub fn one_of<T: Clone + Send + Sync>(
    words: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let known = PossibleValuesParser::new(words.iter().map(|(word, _)| *word));
    known.try_map(move |typed| {
        let found = words.iter().find(|(word, _)| *word == typed);
        found
            .map(|(_, meant)| meant.clone())
            .ok_or_else(|| say!("value-not-known"))
    })
}

/// Reads a value, and does not repeat one that does not fit: it may be a secret.
#[derive(Clone)]
pub struct Unrepeated<T>(pub fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Unrepeated<T> {
    type Value = T;

    fn parse_ref(&self, cmd: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let value = value.to_str().ok_or_else(|| say!("value-not-text"));
        value
            .and_then(self.0)
            .map_err(|sentence| clap::Error::raw(ErrorKind::ValueValidation, sentence).with_cmd(cmd))
    }
}

/// Where a secret comes from. It is never on the command line: other programs can read that, and shells remember it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretSource {
    /// It is asked for.
    Prompt,
    /// It is the next line of standard input.
    Stdin,
}

/// The value of an option such as `--key` that is not given one, for [`secret_source`].
pub const PROMPT: &str = "ask";

/// `--key` or `--key=-`.
pub fn secret_source(typed: &str) -> Result<SecretSource, String> {
    match typed {
        PROMPT => Ok(SecretSource::Prompt),
        "-" => Ok(SecretSource::Stdin),
        _ => Err(say!("secret-on-line")),
    }
}

/// One word too many, where it may be a secret that was meant for an option.
pub fn no_word(_: &str) -> Result<String, String> {
    Err(say!("word-too-many-secret"))
}

/// The same before a program.
pub fn no_word_before_program(_: &str) -> Result<String, String> {
    Err(say!("word-too-many-program"))
}

/// A variable or header whose value is a secret.
#[derive(Debug, Clone)]
pub struct SecretName {
    /// Variable or header.
    pub name: String,
    /// Where its value comes from.
    pub source: SecretSource,
}

/// `NAME` or `NAME=-`.
pub fn secret_name(typed: &str) -> Result<SecretName, String> {
    let (name, source) = match typed.split_once('=') {
        None => (typed, SecretSource::Prompt),
        Some((name, "-")) => (name, SecretSource::Stdin),
        Some(_) => ("", SecretSource::Prompt),
    };
    match name {
        "" => Err(say!("secret-name-on-line")),
        name => Ok(SecretName {
            name: name.to_owned(),
            source,
        }),
    }
}

/// `NAME=VALUE`.
pub fn pair(typed: &str) -> Result<(String, String), String> {
    match typed.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(say!("value-pair")),
    }
}

/// `NAME=VALUE` of a variable or a header, in the open.
pub fn named_value(typed: &str) -> Result<NamedValue, String> {
    let (name, value) = pair(typed).map_err(|_| say!("value-named"))?;
    Ok(NamedValue {
        name,
        value: Some(value),
        secret: false,
    })
}

/// A whole number in this range.
pub fn number_in<T: TryFrom<i64>>(
    range: RangeInclusive<i64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |typed| {
        let number: Option<i64> = typed.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (*range.start(), *range.end());
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| match most {
                i64::MAX => say!("value-number-from", least = least.to_string()),
                _ => say!(
                    "value-number-between",
                    least = least.to_string(),
                    most = most.to_string()
                ),
            })
    }
}

/// Not blank.
pub fn not_blank(typed: &str) -> Result<String, String> {
    match typed.trim() {
        "" => Err(say!("value-empty")),
        _ => Ok(typed.to_owned()),
    }
}
