//! Addresses of servers, with values in them: `https://example.com/{tenant}/mcp`. A value cannot lead to another host, except where
//! the whole address begins with one.

use crate::commands::named_values;
use crate::entry::{pick, text, words};
use crate::inputs::{InputRules, SettingList};
use crate::limits;
use crate::options::{EntryOption, Recipe};
use crate::template::{ValuePart, ValueTemplate};
use portcullis_domain::{RegistryOptionKind, TransportChoice};
use portcullis_l10n::say;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use url::Url;

/// An entry of `remotes`.
pub(crate) fn remote(at: u32, remote: &Value) -> EntryOption {
    let mut settings = SettingList::default();
    let transport = match text(remote, "type", "type", 64) {
        Some("streamable-http" | "streamable_http" | "http") => TransportChoice::StreamableHttp,
        Some("sse") => TransportChoice::Sse,
        _ => {
            settings.fail(say!("option-remote-type"));
            TransportChoice::Auto
        }
    };
    let rules = InputRules {
        required: true,
        undescribed: true,
        ..InputRules::default()
    };
    let address = text(remote, "url", "url", limits::VALUE).unwrap_or_default();
    let url = settings.fixed(address, remote, "url", rules);
    // With values that cannot be read as anything else, it has to be an address.
    let sample: BTreeMap<String, Vec<String>> = url
        .keys()
        .map(|key| (key.to_owned(), vec!["1".to_owned()]))
        .collect();
    if !begins_with_value(&url) && filled(&url, &sample).is_none() {
        settings.fail(say!("option-url"));
    }
    let is_open = url
        .keys()
        .any(|key| settings.get(key).is_some_and(|setting| setting.secret));
    if is_open {
        settings.fail(say!("option-secret-url"));
    }
    let headers = named_values(pick(remote, "headers", "headers"), &mut settings);
    EntryOption {
        at,
        kind: RegistryOptionKind::Remote,
        identifier: words(remote, "url", "url", limits::VALUE).unwrap_or_default(),
        version: None,
        sha256: None,
        settings: settings.settings,
        post_install: Vec::new(),
        problem: settings.problem,
        recipe: Recipe::Address {
            url,
            headers,
            transport,
        },
    }
}

fn begins_with_value(url: &ValueTemplate) -> bool {
    matches!(url.0.first(), Some(ValuePart::Value(_)))
}

/// The address with its values; `None` where a value is missing, or would lead elsewhere.
pub(crate) fn filled(url: &ValueTemplate, values: &BTreeMap<String, Vec<String>>) -> Option<String> {
    let mut text = String::new();
    for (at, part) in url.0.iter().enumerate() {
        match part {
            ValuePart::Text(fixed) => text.push_str(fixed),
            ValuePart::Value(key) => {
                let value = values.get(key)?.first()?;
                match at {
                    0 => text.push_str(value),
                    _ if is_in_host(&text) => {
                        let fits = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '.';
                        if value.is_empty() || !value.chars().all(fits) {
                            return None;
                        }
                        text.push_str(value);
                    }
                    _ => push_encoded(&mut text, value),
                }
            }
        }
    }
    let parsed = Url::parse(&text).ok()?;
    let is_address = matches!(parsed.scheme(), "https" | "http")
        && parsed.host().is_some()
        && parsed.username().is_empty()
        && parsed.password().is_none();
    // The scheme is never a part of a value, except of the first.
    let is_begun = begins_with_value(url) || {
        let first = url.0.first().map(|part| match part {
            ValuePart::Text(text) | ValuePart::Value(text) => text.as_str(),
        });
        first.is_some_and(|first| first.starts_with("https://") || first.starts_with("http://"))
    };
    (is_address && is_begun).then_some(text)
}

/// Whether what is written so far ends within the host.
fn is_in_host(text: &str) -> bool {
    match text.split_once("://") {
        Some((_, rest)) => !rest.contains(['/', '?', '#', '\\']),
        None => true,
    }
}

/// Nothing in a value ends the part of the address in which it stands.
fn push_encoded(text: &mut String, value: &str) {
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:@,".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing into a text does not fail.
            _ = write!(text, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_leads_to_no_other_host() {
        let fill = |url: &str, value: &str| {
            let url = ValueTemplate::parse(url, |name| Some(name.to_owned()));
            let value = vec![value.to_owned()];
            filled(&url, &BTreeMap::from([("v".to_owned(), value)]))
        };
        for (url, value, expected) in [
            ("https://a.example/{v}/mcp", "x", Some("https://a.example/x/mcp")),
            (
                "https://a.example/{v}/mcp",
                "x?y#z",
                Some("https://a.example/x%3Fy%23z/mcp"),
            ),
            (
                "https://a.example/mcp?t={v}",
                "1&u=2",
                Some("https://a.example/mcp?t=1%26u%3D2"),
            ),
            (
                "https://{v}.example.com/mcp",
                "ada",
                Some("https://ada.example.com/mcp"),
            ),
            ("https://{v}.example.com/mcp", "evil.example/", None),
            ("https://{v}.example.com/mcp", "evil.example#", None),
            ("https://{v}.example.com/mcp", "a@evil.example", None),
            (
                "https://a.example:{v}/mcp",
                "8443",
                Some("https://a.example:8443/mcp"),
            ),
            ("https://a.example:{v}/mcp", "x", None),
            ("https://a.example{v}/mcp", "@evil.example", None),
            (
                "{v}/mcp",
                "https://mine.example",
                Some("https://mine.example/mcp"),
            ),
            ("{v}/mcp", "file:///etc", None),
            ("{v}/mcp", "https://ada:key@mine.example", None),
            ("file:///{v}", "x", None),
            ("http{v}://a.example", "s", None),
        ] {
            assert_eq!(fill(url, value).as_deref(), expected, "{url} {value}");
        }
    }
}
