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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values() -> BTreeMap<String, String> {
        [
            ("var", "value"),
            ("hello", "Hello World!"),
            ("half", "50%"),
            ("who", "fred"),
            ("base", "http://example.com/home/"),
            ("path", "/foo/bar"),
            ("v", "6"),
            ("x", "1024"),
            ("y", "768"),
            ("empty", ""),
            ("up", "../../etc"),
            ("odd", "a b&c"),
            ("umlaut", "ü"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
    }

    fn expanded(template: &str) -> String {
        UriTemplate::parse(template).unwrap().expand(&values()).unwrap()
    }

    // Proves RES-04.
    #[test]
    fn the_examples_of_the_rfc_expand_as_it_says() {
        for (template, address) in [
            ("{var}", "value"),
            ("{hello}", "Hello%20World%21"),
            ("{half}", "50%25"),
            ("O{empty}X", "OX"),
            ("O{undef}X", "OX"),
            ("{x,y}", "1024,768"),
            ("{x,hello,y}", "1024,Hello%20World%21,768"),
            ("?{x,empty}", "?1024,"),
            ("?{x,undef}", "?1024"),
            ("?{undef,y}", "?768"),
            ("{var:3}", "val"),
            ("{var:30}", "value"),
            ("{+var}", "value"),
            ("{+hello}", "Hello%20World!"),
            ("{+half}", "50%25"),
            ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
            ("{+base}index", "http://example.com/home/index"),
            ("{+path}/here", "/foo/bar/here"),
            ("here?ref={+path}", "here?ref=/foo/bar"),
            ("{+x,hello,y}", "1024,Hello%20World!,768"),
            ("{+path:6}/here", "/foo/b/here"),
            ("{#var}", "#value"),
            ("{#path,x}/here", "#/foo/bar,1024/here"),
            ("X{#undef}", "X"),
            ("X{#empty}", "X#"),
            ("{.who}", ".fred"),
            ("{.half,who}", ".50%25.fred"),
            ("X{.empty}", "X."),
            ("{/who,who}", "/fred/fred"),
            ("{/var,x}/here", "/value/1024/here"),
            ("{/var:1,var}", "/v/value"),
            ("{;x,y,empty}", ";x=1024;y=768;empty"),
            ("{;v,undef,who}", ";v=6;who=fred"),
            ("{?x,y,empty}", "?x=1024&y=768&empty="),
            ("{?x,y,undef}", "?x=1024&y=768"),
            ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
            ("{&var:3}", "&var=val"),
            ("{var*}", "value"),
            ("{?var*}", "?var=value"),
        ] {
            assert_eq!(expanded(template), address, "{template}");
        }
    }

    // Proves RES-04.
    #[test]
    fn a_value_does_not_leave_its_place() {
        assert_eq!(expanded("file:///notes/{up}"), "file:///notes/..%2F..%2Fetc");
        assert_eq!(expanded("db://{odd}?q={odd}"), "db://a%20b%26c?q=a%20b%26c");
        assert_eq!(expanded("x://{umlaut}/ü"), "x://%C3%BC/%C3%BC");
        // Where the server asked for it, it does: the person sees it before anything is read.
        assert_eq!(expanded("file:///notes/{+up}"), "file:///notes/../../etc");
    }

    // Proves RES-04.
    #[test]
    fn what_is_no_template_is_refused_with_the_reason() {
        for template in [
            "{",
            "x{a",
            "a}b",
            "{}",
            "{a,}",
            "{a:0}",
            "{a:12345}",
            "{a b}",
            "{=a}",
            "{|a}",
            "{{a}}",
        ] {
            assert!(UriTemplate::parse(template).is_err(), "{template}");
        }
        let many: String = (0..=TEMPLATE_VARIABLES).map(|at| format!("{{v{at}}}")).collect();
        assert!(UriTemplate::parse(&many).unwrap_err().contains("at most 64"));
    }

    // Proves RES-04.
    #[test]
    fn variables_come_once_and_in_their_order() {
        let template = UriTemplate::parse("a/{b}/{a}{?b,c*,user-id:3}").unwrap();
        assert_eq!(template.variables(), ["b", "a", "c", "user-id"]);
    }

    // Proves RES-04.
    #[test]
    fn an_address_has_an_end() {
        let template = UriTemplate::parse("x://{v}").unwrap();
        let value = |length: usize| BTreeMap::from([("v".to_owned(), "ü".repeat(length))]);
        assert!(
            template
                .expand(&value(URI))
                .unwrap_err()
                .contains("at most 8,192")
        );
        assert!(template.expand(&value(ARGUMENT)).is_err());
        assert!(template.expand(&value(10)).is_ok());
    }

    proptest! {
        // Proves RES-04.
        #[test]
        fn whatever_is_typed_stays_one_piece_of_the_address(value in any::<String>()) {
            let template = UriTemplate::parse("x://{v}/end").unwrap();
            if let Ok(address) = template.expand(&BTreeMap::from([("v".to_owned(), value)])) {
                let inside = address.strip_prefix("x://").and_then(|rest| rest.strip_suffix("/end")).unwrap();
                prop_assert!(inside.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte)));
            }
        }
    }
}
