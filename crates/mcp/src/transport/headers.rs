//! Headers that mirror a request of the modern era (HDR-01 to HDR-09). Anything but plain ASCII is sent as base64: no
//! byte of an argument can end a header.

use super::dispatch::RequestHead;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

/// The revision that the modern era begins with.
pub(super) const MODERN: &str = "2026-07-28";

/// The headers of a request.
pub(super) fn standard(sending: &RequestHead<'_>) -> HeaderMap {
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
    use super::{encoded, standard};
    use crate::transport::{Id, RequestHead};
    use http::HeaderMap;
    use serde_json::{Value, json};

    fn of(method: &'static str, params: Value, marked: &[(&str, &str)]) -> HeaderMap {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let marked: Vec<_> = marked.iter().map(owned).collect();
        standard(&RequestHead {
            id: Id::default(),
            method,
            params: params.as_object().unwrap_or(&serde_json::Map::new()),
            marked: &marked,
        })
    }

    // Proves HDR-01, HTTP-09.
    #[test]
    fn every_request_names_its_method_and_its_revision() {
        for method in [
            "server/discover",
            "tools/list",
            "completion/complete",
            "subscriptions/listen",
        ] {
            let headers = of(
                method,
                json!({"name": "not for this one", "uri": "u", "taskId": "t"}),
                &[],
            );
            assert_eq!(headers["mcp-method"], method);
            assert_eq!(headers["mcp-protocol-version"], "2026-07-28");
            assert!(!headers.contains_key("mcp-name"));
            assert_eq!(headers.len(), 2);
        }
    }

    // Proves HDR-02, HDR-03.
    #[test]
    fn what_is_named_is_named_letter_for_letter() {
        for (method, params, expected) in [
            ("tools/call", json!({"name": "Get_Weather"}), "Get_Weather"),
            (
                "prompts/get",
                json!({"name": "a b", "arguments": {"name": "x"}}),
                "a b",
            ),
            (
                "resources/read",
                json!({"uri": "file:///a%20b?c=d&e=%C3%A9#f"}),
                "file:///a%20b?c=d&e=%C3%A9#f",
            ),
            ("tasks/get", json!({"taskId": "T-1"}), "T-1"),
            ("tasks/update", json!({"taskId": "T-1"}), "T-1"),
            ("tasks/cancel", json!({"taskId": "T-1", "name": "n"}), "T-1"),
            (
                "resources/read",
                json!({"uri": "file:///é"}),
                "=?base64?ZmlsZTovLy/DqQ==?=",
            ),
        ] {
            assert_eq!(of(method, params, &[])["mcp-name"], expected, "{method}");
        }
        assert!(!of("tools/call", json!({"name": 7}), &[]).contains_key("mcp-name"));
    }

    // Proves HDR-05, HDR-07.
    #[test]
    fn marked_arguments_get_headers_even_when_they_are_empty_or_are_called_like_others() {
        let headers = of(
            "tools/call",
            json!({"name": "x"}),
            &[("Region", "us"), ("Method", ""), ("n", "-7")],
        );
        assert_eq!(headers["mcp-param-region"], "us");
        assert_eq!(headers["mcp-param-method"], "");
        assert_eq!(headers["mcp-param-n"], "-7");
        assert_eq!(headers["mcp-method"], "tools/call");
    }

    // Proves HDR-08.
    #[test]
    fn what_is_not_plain_travels_encoded_and_nothing_ends_a_header() {
        assert_eq!(encoded("us-west 1"), "us-west 1");
        assert_eq!(encoded(""), "");
        assert_eq!(encoded("é"), "=?base64?w6k=?=");
        assert_eq!(encoded(" a"), "=?base64?IGE=?=");
        assert_eq!(encoded("a\r\nHost: b"), "=?base64?YQ0KSG9zdDogYg==?=");
        assert_eq!(encoded("a\tb"), "=?base64?YQli?=");
    }

    // Proves HDR-09.
    #[test]
    fn what_only_looks_encoded_is_encoded() {
        assert_eq!(encoded("=?base64?YQ==?="), "=?base64?PT9iYXNlNjQ/WVE9PT89?=");
        assert_eq!(encoded("=?base64?"), "=?base64?");
    }
}
