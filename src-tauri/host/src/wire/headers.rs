//! Headers that mirror a request of the modern era (HDR-01 to HDR-09). Anything that is not plain text travels
//! encoded: no byte of an argument can end a header.

use super::outlet::Sending;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

/// The revision that the modern era begins with.
pub(super) const MODERN: &str = "2026-07-28";

/// The headers of a request.
pub(super) fn standard(sending: &Sending<'_>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("mcp-protocol-version", HeaderValue::from_static(MODERN));
    headers.insert("mcp-method", HeaderValue::from_static(sending.method));
    let named = match sending.method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => "",
    };
    if let Some(Value::String(name)) = sending.params.get(named) {
        add(&mut headers, "mcp-name", name);
    }
    for (name, value) in sending.marked {
        add(&mut headers, &format!("mcp-param-{name}"), value);
    }
    headers
}

fn add(headers: &mut HeaderMap, name: &str, value: &str) {
    // A list with a name that is no header was left out before (HDR-11), and what is encoded always fits.
    if let (Ok(name), Ok(value)) = (
        HeaderName::try_from(name.to_ascii_lowercase()),
        HeaderValue::try_from(encoded(value)),
    ) {
        headers.insert(name, value);
    }
}

/// Plain text as it is, everything else in base64 between markers (HDR-08, HDR-09).
fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|byte| (0x20..0x7F).contains(&byte))
        && value.trim_matches([' ', '\t']) == value
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if plain {
        value.to_owned()
    } else {
        format!("=?base64?{}?=", BASE64_STANDARD.encode(value))
    }
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn hdr08_what_is_not_plain_travels_encoded_and_nothing_ends_a_header() {
        assert_eq!(encoded("us-west 1"), "us-west 1");
        assert_eq!(encoded(""), "");
        assert_eq!(encoded("é"), "=?base64?w6k=?=");
        assert_eq!(encoded(" a"), "=?base64?IGE=?=");
        assert_eq!(encoded("a\r\nHost: b"), "=?base64?YQ0KSG9zdDogYg==?=");
        assert_eq!(encoded("a\tb"), "=?base64?YQli?=");
    }

    #[test]
    fn hdr09_what_only_looks_encoded_is_encoded() {
        assert_eq!(encoded("=?base64?YQ==?="), "=?base64?PT9iYXNlNjQ/WVE9PT89?=");
        assert_eq!(encoded("=?base64?"), "=?base64?");
    }
}
