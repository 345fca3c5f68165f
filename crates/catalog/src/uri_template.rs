//! Addresses with variables: RFC 6570 with text as values, which is all that a form gives (RES-04).
//!
//! Every operator and the prefix modifier are known. What a value may turn into depends on the operator alone: in
//! `{path}` a slash is written as `%2F`, in `{+path}` it stays one, because that is what the server asked for. The
//! person sees the whole address before anything is read.

use crate::limits::{ARGUMENT, TEMPLATE_VARIABLES, URI};
use portcullis_core::text::grouped;
use portcullis_l10n::say;
use std::collections::BTreeMap;

/// A template, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    parts: Vec<TemplatePart>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TemplatePart {
    /// Text as it goes into the address, escaped where it has to be.
    Literal(String),
    Expression(Operator, Vec<Variable>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    name: String,
    /// Only so many characters of the value.
    prefix: Option<usize>,
}

/// How an expression is written: appendix A of the RFC as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Operator {
    first: &'static str,
    between: char,
    named: bool,
    /// What follows the name of an empty value.
    empty: &'static str,
    /// Reserved characters stay as they are.
    reserved: bool,
}

impl Operator {
    const fn plain(first: &'static str, between: char) -> Self {
        Self {
            first,
            between,
            named: false,
            empty: "",
            reserved: false,
        }
    }

    const fn named(first: &'static str, between: char, empty: &'static str) -> Self {
        Self {
            named: true,
            empty,
            ..Self::plain(first, between)
        }
    }

    const fn reserved(first: &'static str) -> Self {
        Self {
            reserved: true,
            ..Self::plain(first, ',')
        }
    }

    /// The operator of an expression and the rest of it.
    fn split(expression: &str) -> Result<(Self, &str), String> {
        let operator = match expression.chars().next() {
            Some('+') => Self::reserved(""),
            Some('#') => Self::reserved("#"),
            Some('.') => Self::plain(".", '.'),
            Some('/') => Self::plain("/", '/'),
            Some(';') => Self::named(";", ';', ""),
            Some('?') => Self::named("?", '&', "="),
            Some('&') => Self::named("&", '&', "="),
            Some(other @ ('=' | ',' | '!' | '@' | '|')) => {
                return Err(say!("template-operator", operator = other.to_string()));
            }
            _ => return Ok((Self::plain("", ','), expression)),
        };
        Ok((operator, &expression[1..]))
    }
}

impl UriTemplate {
    /// Takes a template apart.
    ///
    /// # Errors
    /// Why it is not one, in words.
    pub fn parse(template: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = template;
        while let Some(open) = rest.find(['{', '}']) {
            literal(&rest[..open], &mut parts);
            let Some(inside) = rest[open..].strip_prefix('{') else {
                return Err(say!("template-closed"));
            };
            let Some(close) = inside.find('}') else {
                return Err(say!("template-open"));
            };
            let (operator, names) = Operator::split(&inside[..close])?;
            let variables = names.split(',').map(variable).collect::<Result<Vec<_>, _>>()?;
            parts.push(TemplatePart::Expression(operator, variables));
            rest = &inside[close + 1..];
        }
        literal(rest, &mut parts);
        let whole = Self { parts };
        match whole.variables().len() {
            0..=TEMPLATE_VARIABLES => Ok(whole),
            more => Err(say!(
                "template-variables",
                count = more,
                limit = TEMPLATE_VARIABLES
            )),
        }
    }

    /// Names of the variables in their order, each once.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for part in &self.parts {
            if let TemplatePart::Expression(_, variables) = part {
                for variable in variables {
                    if !names.contains(&variable.name.as_str()) {
                        names.push(&variable.name);
                    }
                }
            }
        }
        names
    }

    /// The address with these values. A variable without one is left out, as the RFC says.
    ///
    /// # Errors
    /// In words, when a value or the address is too long.
    pub fn expand(&self, values: &BTreeMap<String, String>) -> Result<String, String> {
        if let Some(long) = values.values().map(String::len).find(|length| *length > ARGUMENT) {
            return Err(say!(
                "template-value-long",
                bytes = grouped(long),
                limit = grouped(ARGUMENT)
            ));
        }
        let mut out = String::new();
        for part in &self.parts {
            match part {
                TemplatePart::Literal(text) => out.push_str(text),
                TemplatePart::Expression(operator, variables) => {
                    expression(*operator, variables, values, &mut out)
                }
            }
        }
        if out.len() > URI {
            return Err(say!(
                "template-uri-long",
                bytes = grouped(out.len()),
                limit = grouped(URI)
            ));
        }
        Ok(out)
    }
}

fn literal(text: &str, parts: &mut Vec<TemplatePart>) {
    if !text.is_empty() {
        let mut out = String::with_capacity(text.len());
        escape(text, true, &mut out);
        parts.push(TemplatePart::Literal(out));
    }
}

fn variable(text: &str) -> Result<Variable, String> {
    let text = text.strip_suffix('*').unwrap_or(text);
    let (name, prefix) = match text.split_once(':') {
        None => (text, None),
        Some((name, length)) => {
            let digits = (1..=4).contains(&length.len()) && length.bytes().all(|byte| byte.is_ascii_digit());
            match digits.then(|| length.parse()) {
                Some(Ok(length)) if length > 0 => (name, Some(length)),
                _ => return Err(say!("template-length")),
            }
        }
    };
    // A hyphen is not in the RFC, and common in the field.
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'%');
    if name.is_empty() || !name.bytes().all(fits) {
        return Err(say!("template-name"));
    }
    Ok(Variable {
        name: name.to_owned(),
        prefix,
    })
}

fn expression(
    operator: Operator,
    variables: &[Variable],
    values: &BTreeMap<String, String>,
    out: &mut String,
) {
    let mut first = true;
    for variable in variables {
        let Some(value) = values.get(&variable.name) else {
            continue;
        };
        match first {
            true => out.push_str(operator.first),
            false => out.push(operator.between),
        }
        first = false;
        let end = variable
            .prefix
            .and_then(|length| value.char_indices().nth(length))
            .map_or(value.len(), |(at, _)| at);
        let value = &value[..end];
        if operator.named {
            escape(&variable.name, true, out);
            if value.is_empty() {
                out.push_str(operator.empty);
                continue;
            }
            out.push('=');
        }
        escape(value, operator.reserved, out);
    }
}

/// Writes text into an address. With `reserved` the characters that have a meaning in addresses and whole escapes
/// stay as they are.
fn escape(text: &str, reserved: bool, out: &mut String) {
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let unreserved = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let meant = reserved
            && (b":/?#[]@!$&'()*+,;=".contains(&byte)
                || byte == b'%'
                    && bytes
                        .get(at + 1..at + 3)
                        .is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)));
        if unreserved || meant {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
}

#[cfg(test)]
mod tests;
