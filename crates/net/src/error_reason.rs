//! Extracts the reason from the body of an HTTP error. It is foreign text: size-limited here, and attributed by the
//! caller.

use crate::limits;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use serde_json::Value;

/// Where servers that answer in JSON put the reason, the most telling place first.
const PLACES: [&str; 6] = [
    "error_description",
    "message",
    "detail",
    "reason",
    "title",
    "error",
];

/// The reason in a body, on one line; `None` where there is none that a person could read.
pub fn error_reason(headers: &HeaderMap, body: &[u8]) -> Option<String> {
    // Of what is longer, the reason may be anywhere.
    if body.len() > limits::ERROR_BODY_BYTES {
        return None;
    }
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    let text = String::from_utf8_lossy(body);
    let text = text.trim();
    let words = if kind.contains("json") || text.starts_with(['{', '[']) {
        match serde_json::from_str::<Value>(text) {
            Ok(value) => of_json(&value),
            Err(_) => text.to_owned(),
        }
    } else if kind.contains("html") || text.starts_with('<') {
        of_page(text)?
    } else if kind.is_empty() || kind.starts_with("text/") {
        text.to_owned()
    } else {
        return None;
    };
    let words = words.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}

fn of_json(value: &Value) -> String {
    let told = PLACES.iter().find_map(|name| match &value[*name] {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        inner @ Value::Object(_) => inner["message"].as_str().map(str::to_owned),
        _ => None,
    });
    match (told, value) {
        (Some(told), _) => told,
        (None, Value::String(text)) => text.clone(),
        (None, Value::Null) => String::new(),
        (None, Value::Object(fields)) if fields.is_empty() => String::new(),
        (None, value) => value.to_string(),
    }
}

/// The title of a page.
fn of_page(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let opened = lower.find("<title")?;
    let start = opened + lower[opened..].find('>')? + 1;
    let end = start + lower[start..].find("</title")?;
    Some(text[start..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(kind: &str, body: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        if !kind.is_empty() {
            headers.insert(CONTENT_TYPE, kind.parse().unwrap());
        }
        error_reason(&headers, body.as_bytes())
    }

    #[test]
    fn err_the_reason_is_found_where_servers_put_it() {
        for (kind, body, expected) in [
            (
                "application/json",
                r#"{"error":"invalid_client","error_description":"Missing client_id"}"#,
                "Missing client_id",
            ),
            (
                "application/json; charset=utf-8",
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No plan"}}"#,
                "No plan",
            ),
            (
                "application/problem+json",
                r#"{"title":"Forbidden","detail":"Your  plan\nends"}"#,
                "Your plan ends",
            ),
            ("", r#"{"error":"quota"}"#, "quota"),
            ("application/json", r#""just text""#, "just text"),
            ("application/json", r#"{"code":7}"#, r#"{"code":7}"#),
            ("application/json", "not json", "not json"),
            ("text/plain", "  one\r\n two\t", "one two"),
            ("", "no type", "no type"),
            ("", "[1]", "[1]"),
            ("", "<title>Busy</title>", "Busy"),
            ("text/html", "Hm <title>Busy</title>", "Busy"),
            ("", r#"{"message":" ","error":{"message":"quota"}}"#, "quota"),
            (
                "text/html",
                "<!DOCTYPE html><head><TITLE id=x>403\nForbidden</TITLE>",
                "403 Forbidden",
            ),
        ] {
            assert_eq!(words(kind, body).as_deref(), Some(expected), "{kind} {body}");
        }
    }

    #[test]
    fn err_an_unreadable_text_is_not_a_reason() {
        for (kind, body) in [
            ("application/json", "{}"),
            ("application/json", "null"),
            ("text/plain", " \n"),
            ("text/html", "<p>without a title"),
            ("text/html", "<title>never closed"),
            ("image/png", "PNG"),
            ("application/octet-stream", "abc"),
        ] {
            assert_eq!(words(kind, body), None, "{kind} {body}");
        }
        assert!(words("text/plain", &"x".repeat(limits::ERROR_BODY_BYTES)).is_some());
        assert_eq!(
            words("text/plain", &"x".repeat(limits::ERROR_BODY_BYTES + 1)),
            None
        );
    }
}
