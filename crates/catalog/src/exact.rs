//! Numbers of JSON as they were written. A reader keeps a number in 64 bits and rounds what does not fit, so the
//! number 9007199254740993 of an identifier becomes another one on the way. Nothing is rounded silently here: what
//! cannot be kept is refused in words, and so is a name that an object has twice: a reader keeps one of the two values.

use portcullis_core::text::escape_line;
use portcullis_core::{causes, raw_json};
use portcullis_l10n::say;
use serde_json::Value;
use std::collections::HashSet;
use std::{fmt, iter};

/// The largest whole number that every reader of JSON reads as the same one.
const EVERYWHERE: u64 = 9_007_199_254_740_991;

/// Longest number or name that is repeated in a sentence.
const NAMED: usize = 40;

/// Why a text is not taken as JSON.
#[derive(Debug)]
pub enum Inexact {
    /// It is not JSON.
    Syntax(serde_json::Error),
    /// This number of it would be sent as another one.
    Number(String),
    /// An object of it has this name twice.
    Twice(String),
}

impl fmt::Display for Inexact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => f.write_str(&say!("exact-json", why = causes::json(error))),
            Self::Number(number) => f.write_str(&say!("exact-number", number)),
            Self::Twice(name) => f.write_str(&say!("exact-twice", name)),
        }
    }
}

/// JSON as it was written, with exactly the numbers and names in it.
///
/// # Errors
/// What is not JSON, a number that would be rounded, and a name that an object has twice.
pub fn parse(text: &str) -> Result<Value, Inexact> {
    let value = serde_json::from_str(text).map_err(Inexact::Syntax)?;
    if let Some(name) = twice(text.trim()) {
        return Err(Inexact::Twice(name));
    }
    match numbers(text).find(|number| !is_kept(number)) {
        None => Ok(value),
        Some(number) if number.len() > NAMED => Err(Inexact::Number(format!("{}…", &number[..NAMED]))),
        Some(number) => Err(Inexact::Number(number.to_owned())),
    }
}

/// Whether every reader of this JSON reads the same numbers in it, also one that has nothing but floating point.
#[must_use]
pub fn is_everywhere(json: &str) -> bool {
    numbers(json).all(|number| match number.trim_start_matches('-').parse::<u64>() {
        Ok(whole) => whole <= EVERYWHERE,
        Err(_) => is_kept(number),
    })
}

/// A name that an object of valid JSON has twice, for a sentence.
fn twice(json: &str) -> Option<String> {
    let Some(members) = raw_json::members(json) else {
        return raw_json::elements(json)?.find_map(twice);
    };
    let mut names = HashSet::new();
    for (name, value) in members {
        if names.contains(&name) {
            let short: String = name.chars().take(NAMED).collect();
            return Some(escape_line(&short).text);
        }
        names.insert(name);
        if let Some(found) = twice(value) {
            return Some(found);
        }
    }
    None
}

fn is_kept(number: &str) -> bool {
    number.parse::<i64>().is_ok()
        || number.parse::<u64>().is_ok()
        || number
            .parse::<f64>()
            .is_ok_and(|kept| kept.is_finite() && decimal(number) == decimal(&format!("{kept:e}")))
}

/// The digits of a number without zeros around them, and the power of ten of the last one; `None` for a broken one.
fn decimal(number: &str) -> Option<(bool, String, i64)> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{part}", whole.trim_start_matches('-'));
    let significant = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - significant.len()).ok()?;
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        // Whatever its exponent is, which may be of any length.
        return Some((false, String::new(), 0));
    }
    let exponent = exponent.parse::<i64>().ok()?;
    let power = exponent
        .checked_sub(i64::try_from(part.len()).ok()?)?
        .checked_add(zeros)?;
    Some((number.starts_with('-'), significant.to_owned(), power))
}

/// The numbers of a JSON text, as written.
fn numbers(json: &str) -> impl Iterator<Item = &str> {
    let bytes = json.as_bytes();
    let mut at = 0;
    iter::from_fn(move || {
        while let Some(byte) = bytes.get(at) {
            let begin = at;
            match byte {
                b'"' => at = after_text(bytes, at),
                b'-' | b'0'..=b'9' => {
                    let of_number =
                        |byte: &u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                    at += bytes[at..].iter().take_while(|byte| of_number(byte)).count();
                    return json.get(begin..at);
                }
                _ => at += 1,
            }
        }
        None
    })
}

/// Where the text ends that begins at this quotation mark.
fn after_text(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_as_written_or_refused_in_words() {
        for kept in [
            "0",
            "-1",
            "9007199254740993",
            "-9223372036854775808",
            "18446744073709551615",
            "0.1",
            "1.50",
            "1e20",
            "100000000000000000000",
            "-0.0",
            "6.02214076e23",
            "0e9223372036854775807",
            "0.0e-99999999999999999999",
            r#"{"a":[1,{"b":"12345678901234567890123"}],"\"9":2}"#,
        ] {
            assert!(parse(kept).is_ok(), "{kept}");
        }
        for refused in [
            "18446744073709551616",
            "-9223372036854775809",
            "12345678901234567890123",
            "0.12345678901234567890",
            "123456789.123456789123",
            "1.5e-9223372036854775808",
            "1e-99999999999999999999",
            r#"{"id":"1","n":[123456789012345678901]}"#,
        ] {
            assert!(matches!(parse(refused), Err(Inexact::Number(_))), "{refused}");
        }
        assert!(matches!(parse("{"), Err(Inexact::Syntax(_))));
    }

    #[test]
    fn a_name_that_an_object_has_twice_is_refused_and_named() {
        for (json, named) in [
            (r#"{"n":1,"n":2}"#, "n"),
            (r#" { "a" : [ { "n" : 1, "\u006e" : 1 } ] } "#, "n"),
            (r#"{"a":{"b":{"c,":[],"c,":{}}}}"#, "c,"),
        ] {
            let refused = parse(json).unwrap_err().to_string();
            assert_eq!(refused, format!("the name “{named}” appears twice in one object"));
        }
        for kept in [r#"{"n":{"n":[{"n":1},{"n":2}]},"N":"n"}"#, "[]", "1", r#""n""#] {
            assert!(parse(kept).is_ok(), "{kept}");
        }
        let long = format!("{{\"{0}\":1,\"{0}\":2}}", "n".repeat(10_000));
        assert!(parse(&long).unwrap_err().to_string().len() < 120);
    }

    #[test]
    fn a_number_that_is_refused_is_named_within_reason() {
        let long = parse(&"9".repeat(10_000)).unwrap_err().to_string();
        assert!(long.len() < 120, "{long}");
        let short = parse(r#"{"id":123456789012345678901}"#).unwrap_err().to_string();
        assert_eq!(
            short,
            "the number 123456789012345678901 has too many digits to be sent exactly"
        );
    }

    #[test]
    fn what_some_readers_round_is_known() {
        assert!(is_everywhere(
            r#"{"a":9007199254740991,"b":-0.25,"c":"9007199254740993"}"#
        ));
        assert!(!is_everywhere("[9007199254740992]"));
        assert!(!is_everywhere("[-9007199254740993]"));
        assert!(!is_everywhere("[36893488147419103233]"));
    }
}
