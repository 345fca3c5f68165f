//! Classifies errors of providers by what a person can do: another key, billing, another model, a shorter context,
//! waiting (rate limits). Providers word them differently and change them; unknown ones are shown as they are.

use crate::limits;
use http::{HeaderMap, StatusCode};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, TextSource};
use portcullis_l10n::say;
use rig_core::ProviderError;
use rig_core::http_client;
use serde_json::Value;
use std::time::Duration;

/// Provider and model of a request, for error messages.
pub(super) struct ErrorContext<'a> {
    /// The person's label of the provider.
    pub label: &'a str,
    /// The model; empty where none was named.
    pub model: &'a str,
    /// What must not be repeated.
    pub key: Option<&'a str>,
}

/// An error of the library as ours.
pub(super) fn of(error: &ProviderError, asked: &ErrorContext<'_>) -> Error {
    let label = asked.label;
    match error {
        ProviderError::Http(error) => match &**error {
            http_client::Error::Instance(inner) => match inner.downcast_ref::<Error>() {
                Some(ours) => ours.clone(),
                None => garbled(label),
            },
            http_client::Error::InvalidStatusCodeWithDetails {
                status,
                body,
                headers,
            } => answered(Some(*status), body, Some(headers), asked),
            http_client::Error::InvalidHeaderValue(_) => super::line::no_header(label),
            http_client::Error::StreamEnded => cut(label),
            _ => not_there(label),
        },
        ProviderError::ProviderResponse(answer) | ProviderError::InvalidAuthentication(answer) => {
            answered(answer.status, &answer.body, answer.headers.as_ref(), asked)
        }
        ProviderError::Truncated => cut(label),
        ProviderError::Request(_) | ProviderError::UnsupportedOption(_) | ProviderError::Url(_) => {
            Error::new(
                Code::BadInput,
                say!("model-cannot-ask", model = shown(asked), provider = label),
            )
            .said(TextSource::Library, &words(&error.to_string(), asked))
        }
        ProviderError::Provider(said) => refused(asked, said),
        _ => garbled(label),
    }
}

/// An answer with a status, or an event of a stream that says what went wrong.
fn answered(
    status: Option<StatusCode>,
    body: &str,
    headers: Option<&HeaderMap>,
    asked: &ErrorContext<'_>,
) -> Error {
    let label = asked.label;
    let (said, codes) = read(body);
    let lower = said.to_lowercase();
    let has = |parts: &[&str]| {
        parts
            .iter()
            .any(|part| lower.contains(part) || codes.contains(part))
    };
    let status = status
        .filter(|status| !status.is_success())
        .map(|status| status.as_u16());
    if has(&[
        "insufficient_quota",
        "billing_error",
        "credit balance",
        "insufficient credits",
        "insufficient balance",
        "billing_hard_limit_reached",
    ]) || status == Some(402)
    {
        return Error::new(Code::ModelMoney, say!("model-money", provider = label))
            .remedy(say!("model-money-remedy"))
            .said(TextSource::Provider, &words(&said, asked));
    }
    if has(&[
        "invalid_api_key",
        "authentication_error",
        "api key not valid",
        "api_key_invalid",
    ]) || matches!(status, Some(401))
    {
        return key(asked).said(TextSource::Provider, &words(&said, asked));
    }
    if has(&[
        "context_length_exceeded",
        "prompt is too long",
        "maximum context length",
        "exceeds the context window",
        "exceeds the context length",
        "exceeds maximum context length",
        "exceed_context_size_error",
        "exceeds the maximum number of tokens",
        "context window",
        "request_too_large",
    ]) || status == Some(413)
    {
        return Error::new(Code::ModelTooLong, say!("model-too-long", model = shown(asked)))
            .remedy(say!("model-too-long-remedy"))
            .said(TextSource::Provider, &words(&said, asked));
    }
    match status {
        Some(403) => key(asked).said(TextSource::Provider, &words(&said, asked)),
        Some(404) if has(&["model", "model_not_found", "not_found_error"]) => Error::new(
            Code::ModelUnknown,
            say!("model-unknown", provider = label, model = shown(asked)),
        )
        .remedy(say!("model-unknown-remedy"))
        .said(TextSource::Provider, &words(&said, asked)),
        Some(300..=399 | 404 | 405 | 406 | 410 | 415) => not_there(label),
        Some(408 | 425 | 429 | 500..=599) => busy(headers, asked, &said),
        None if has(&[
            "overloaded",
            "rate_limit",
            "api_error",
            "server_error",
            "unavailable",
        ]) =>
        {
            busy(headers, asked, &said)
        }
        _ => refused(asked, &said),
    }
}

fn busy(headers: Option<&HeaderMap>, asked: &ErrorContext<'_>, said: &str) -> Error {
    let pause = headers.and_then(|headers| {
        let text = headers.get(http::header::RETRY_AFTER)?.to_str().ok()?;
        let seconds: f64 = text.trim().parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    });
    Error::new(Code::ModelBusy, say!("model-busy", provider = asked.label))
        .remedy(say!("model-busy-remedy"))
        .said(TextSource::Provider, &words(said, asked))
        .again_after(pause.map(|pause| pause.min(limits::RETRY_AFTER_MAX)))
}

fn key(asked: &ErrorContext<'_>) -> Error {
    let label = asked.label;
    match asked.key {
        Some(_) => {
            Error::new(Code::ModelKey, say!("model-key", provider = label)).remedy(say!("model-key-remedy"))
        }
        None => Error::new(Code::ModelKey, say!("model-no-key", provider = label))
            .remedy(say!("model-no-key-remedy")),
    }
}

fn refused(asked: &ErrorContext<'_>, said: &str) -> Error {
    Error::new(Code::ModelRefused, say!("model-refused", provider = asked.label))
        .said(TextSource::Provider, &words(said, asked))
}

fn not_there(label: &str) -> Error {
    Error::new(Code::ModelNotThere, say!("model-not-there", provider = label))
        .remedy(say!("model-not-there-remedy"))
}

fn cut(label: &str) -> Error {
    Error::new(Code::ModelCut, say!("model-cut", provider = label)).remedy(say!("model-again-remedy"))
}

pub(super) fn garbled(label: &str) -> Error {
    Error::new(Code::ModelCut, say!("model-garbled", provider = label)).remedy(say!("model-other-remedy"))
}

fn shown(asked: &ErrorContext<'_>) -> String {
    match asked.model {
        "" => say!("model-this"),
        model => model.to_owned(),
    }
}

/// Foreign words that may repeat a key.
fn words(said: &str, asked: &ErrorContext<'_>) -> ForeignText {
    let said = match asked.key {
        Some(key) if !key.is_empty() => said.replace(key, "•••"),
        _ => said.to_owned(),
    };
    ForeignText::new(said)
}

/// What an error says, and the codes in it. Providers have `{"error": {"message", "code", "type", "status"}}`,
/// `{"error": "…"}`, `{"message": "…"}`, or a list of one of them.
fn read(body: &str) -> (String, Vec<&'static str>) {
    const CODES: [&str; 14] = [
        "insufficient_quota",
        "billing_error",
        "billing_hard_limit_reached",
        "invalid_api_key",
        "authentication_error",
        "api_key_invalid",
        "context_length_exceeded",
        "exceed_context_size_error",
        "request_too_large",
        "not_found_error",
        "model_not_found",
        "overloaded",
        "rate_limit",
        "server_error",
    ];
    let value: Option<Value> = serde_json::from_str(body).ok();
    let Some(value) = value else {
        return (body.chars().take(limits::SAID).collect(), Vec::new());
    };
    let value = match value {
        Value::Array(mut list) if !list.is_empty() => list.swap_remove(0),
        value => value,
    };
    let error = value.get("error").unwrap_or(&value);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let said = text(error)
        .or_else(|| error.get("message").and_then(text))
        .or_else(|| value.get("message").and_then(text))
        .or_else(|| value.get("detail").and_then(text))
        .unwrap_or_default();
    let named = error.to_string().to_lowercase();
    let codes = CODES.into_iter().filter(|code| named.contains(code)).collect();
    (said, codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rig_core::ProviderResponseError;

    const KEY: &str = "sk-verysecret";

    fn told(status: u16, body: &str) -> Error {
        let status = StatusCode::from_u16(status).unwrap();
        let error = ProviderError::ProviderResponse(ProviderResponseError::new(status, body));
        let asked = ErrorContext {
            label: "P",
            model: "m-1",
            key: Some(KEY),
        };
        of(&error, &asked)
    }

    // Proves S-67.
    #[test]
    fn what_a_provider_says_is_told_apart_and_never_repeats_the_key() {
        for (status, body, code) in [
            (
                401,
                r#"{"error":{"message":"Incorrect API key provided: sk-verysecret","code":"invalid_api_key"}}"#,
                Code::ModelKey,
            ),
            (
                401,
                r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
                Code::ModelKey,
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
                Code::ModelKey,
            ),
            (
                403,
                r#"{"error":{"message":"no access","type":"permission_error"}}"#,
                Code::ModelKey,
            ),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
                Code::ModelMoney,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API"}}"#,
                Code::ModelMoney,
            ),
            (
                402,
                r#"{"error":{"message":"Insufficient credits"}}"#,
                Code::ModelMoney,
            ),
            (
                404,
                r#"{"error":{"message":"The model `m-1` does not exist","code":"model_not_found"}}"#,
                Code::ModelUnknown,
            ),
            (
                404,
                r#"{"type":"error","error":{"type":"not_found_error","message":"model: m-1"}}"#,
                Code::ModelUnknown,
            ),
            (
                404,
                r#"{"error":"model \"m-1\" not found, try pulling it first"}"#,
                Code::ModelUnknown,
            ),
            (404, "<html>nothing here</html>", Code::ModelNotThere),
            (307, "", Code::ModelNotThere),
            (
                429,
                r#"{"error":{"message":"Rate limit reached","type":"rate_limit_exceeded"}}"#,
                Code::ModelBusy,
            ),
            (
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                Code::ModelBusy,
            ),
            (503, "no healthy upstream", Code::ModelBusy),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}"#,
                Code::ModelTooLong,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
                Code::ModelTooLong,
            ),
            (
                400,
                r#"{"error":{"message":"bad schema for tool sk-verysecret"}}"#,
                Code::ModelRefused,
            ),
        ] {
            let error = told(status, body);
            assert_eq!(error.code, code, "{status} {body}");
            assert!(!error.to_string().contains(KEY), "{error}");
            assert!(
                error.said.is_none_or(|said| said.by == TextSource::Provider),
                "{status}"
            );
        }
    }

    // Proves F-12.
    #[test]
    fn a_provider_that_is_busy_says_when() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", "7".parse().unwrap());
        let asked = ErrorContext {
            label: "P",
            model: "m",
            key: None,
        };
        let error = answered(Some(StatusCode::TOO_MANY_REQUESTS), "{}", Some(&headers), &asked);
        assert_eq!(error.again_after, Some(Duration::from_secs(7)));
        headers.insert("retry-after", "99999999".parse().unwrap());
        let error = answered(Some(StatusCode::TOO_MANY_REQUESTS), "{}", Some(&headers), &asked);
        assert_eq!(error.again_after, Some(limits::RETRY_AFTER_MAX));
    }
}
