//! Classifies errors of providers by what a person can do: another key, billing, another model, a shorter context,
//! waiting (rate limits). Providers word them differently and change them; unknown ones are shown as they are.

use crate::limits;
use http::{HeaderMap, StatusCode};
use portcullis_core::text::{ForeignText, shell_word};
use portcullis_core::{Code, Error, TextSource};
use portcullis_domain::ProviderKind;
use portcullis_l10n::say;
use rig_core::ProviderError;
use rig_core::completion::FinishReason;
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
    /// What it speaks.
    pub kind: ProviderKind,
    /// It is a program on this computer.
    pub here: bool,
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
        ProviderError::ProviderResponse(answer) if answer.refusal => declined(asked, &answer.body),
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

/// A reply that its provider ended with an error, or by declining.
pub(super) fn of_reply(reason: Option<&FinishReason>, said: &str, asked: &ErrorContext<'_>) -> Error {
    match reason {
        Some(FinishReason::ContentFilter) => declined(asked, said),
        _ => Error::new(
            Code::ModelRefused,
            say!("model-stream-error", provider = asked.label),
        )
        .said(TextSource::Provider, &words(said, asked)),
    }
}

/// What providers say, in lower case, of a conversation that is longer than the context.
const TOO_LONG: [&str; 18] = [
    "context_length_exceeded",
    "prompt is too long",
    "maximum context length",
    "exceeds the context length",
    "exceed_context_size_error",
    "exceeds the maximum number of tokens",
    "context window",
    "request_too_large",
    // Anthropic, of what was sent and what may be written together.
    "exceed context limit",
    // Ollama.
    "exceeded max context length",
    // LM Studio, in two versions.
    "greater than the context length",
    "context length of only",
    // llama.cpp before it had a code for it.
    "exceeds the available context size",
    // vLLM.
    "longer than the maximum model length",
    // Groq.
    "reduce the length of the messages",
    // Grok.
    "maximum prompt length is",
    // Kimi.
    "exceeded model token limit",
    // Bedrock, behind a gateway.
    "input is too long for requested model",
];

/// What providers say, in lower case, of tools for a model that cannot use them.
const NO_TOOLS: [&str; 6] = [
    // Ollama.
    "does not support tools",
    // OpenRouter.
    "no endpoints found that support tool use",
    // Groq.
    "`tool calling` is not supported",
    // vLLM.
    "--enable-auto-tool-choice",
    // llama.cpp, with status 500.
    "requires --jinja",
    // Gemini, of Gemma.
    "function calling is not enabled",
];

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
    if has(&NO_TOOLS) {
        return Error::new(
            Code::ModelRefused,
            say!("model-refuses-tools", provider = label, model = shown(asked)),
        )
        .remedy(say!("model-refuses-tools-remedy"))
        .said(TextSource::Provider, &words(&said, asked));
    }
    if has(&TOO_LONG) || status == Some(413) {
        return Error::new(Code::ModelTooLong, say!("model-too-long", model = shown(asked)))
            .remedy(match asked.kind {
                ProviderKind::Ollama => say!("model-too-long-ollama-remedy"),
                _ if asked.here => say!("model-too-long-here-remedy"),
                _ => say!("model-too-long-remedy"),
            })
            .said(TextSource::Provider, &words(&said, asked));
    }
    match status {
        Some(403) => key(asked).said(TextSource::Provider, &words(&said, asked)),
        // OpenRouter, of a model that no provider offers as it was asked for or under the settings of the account.
        Some(404)
            if has(&[
                "no endpoints found that",
                "no endpoints found matching",
                "no endpoints available",
            ]) =>
        {
            refused(asked, &said)
        }
        Some(404)
            if has(&[
                "model",
                "model_not_found",
                "not_found_error",
                "no endpoints found",
            ]) =>
        {
            Error::new(
                Code::ModelUnknown,
                say!("model-unknown", provider = label, model = shown(asked)),
            )
            .remedy(say!("model-unknown-remedy", label = shell_word(label)))
            .said(TextSource::Provider, &words(&said, asked))
        }
        Some(300..=399 | 404 | 405 | 406 | 410 | 415) => not_there(label),
        // It could not load or run a model on this computer: it says why, and will not do better in some seconds. Another program
        // here may forward to a provider that will.
        Some(500) if asked.here && matches!(asked.kind, ProviderKind::Ollama | ProviderKind::LmStudio) => {
            refused(asked, &said)
        }
        Some(408 | 425 | 429 | 500..=599) => busy(headers, body, asked, &said),
        None if has(&[
            "overloaded",
            "rate_limit",
            "api_error",
            "server_error",
            "unavailable",
        ]) =>
        {
            busy(headers, body, asked, &said)
        }
        _ => refused(asked, &said),
    }
}

fn busy(headers: Option<&HeaderMap>, body: &str, asked: &ErrorContext<'_>, said: &str) -> Error {
    let pause = pause(headers, body).map(|pause| pause.min(limits::RETRY_AFTER_MAX));
    Error::new(Code::ModelBusy, say!("model-busy", provider = asked.label))
        .remedy(match pause {
            Some(pause) => {
                let seconds = pause.as_secs() + u64::from(pause.subsec_nanos() > 0);
                say!("model-busy-when-remedy", seconds = seconds.max(1))
            }
            None => say!("model-busy-remedy"),
        })
        .said(TextSource::Provider, &words(said, asked))
        .again_after(pause)
}

/// When a provider can be asked again: by a header, or among the details of the error, as Gemini says it.
fn pause(headers: Option<&HeaderMap>, body: &str) -> Option<Duration> {
    let header = headers
        .and_then(|headers| headers.get(http::header::RETRY_AFTER))
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let text = header.or_else(|| {
        let body: Value = serde_json::from_str(body).ok()?;
        let error = body.get(0).unwrap_or(&body).get("error")?;
        let details = error.get("details")?.as_array()?;
        let delay = details
            .iter()
            .find_map(|detail| detail.get("retryDelay")?.as_str())?;
        Some(delay.strip_suffix('s')?.to_owned())
    })?;
    let seconds: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn key(asked: &ErrorContext<'_>) -> Error {
    let label = asked.label;
    match asked.key {
        Some(_) => Error::new(Code::ModelKey, say!("model-key", provider = label))
            .remedy(say!("model-key-remedy", label = shell_word(label))),
        None => Error::new(Code::ModelKey, say!("model-no-key", provider = label))
            .remedy(say!("model-no-key-remedy", label = shell_word(label))),
    }
}

fn refused(asked: &ErrorContext<'_>, said: &str) -> Error {
    Error::new(Code::ModelRefused, say!("model-refused", provider = asked.label))
        .said(TextSource::Provider, &words(said, asked))
}

/// What the library says where a provider that declines does not say why.
const UNEXPLAINED: &str = "The model refused to complete the request";

/// The provider does not answer this, for what is in it. What was not changed is declined again.
fn declined(asked: &ErrorContext<'_>, said: &str) -> Error {
    let error = Error::new(Code::ModelRefused, say!("model-declined", provider = asked.label))
        .remedy(say!("model-declined-remedy"));
    match said {
        "" | UNEXPLAINED => error,
        said => error.said(TextSource::Provider, &words(said, asked)),
    }
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
    const CODES: [&str; 16] = [
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
        "api_error",
        "server_error",
        "unavailable",
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
        of(&error, &asked(ProviderKind::Compatible, false))
    }

    fn asked(kind: ProviderKind, here: bool) -> ErrorContext<'static> {
        ErrorContext {
            label: "P",
            model: "m-1",
            key: Some(KEY),
            kind,
            here,
        }
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

    fn here(kind: ProviderKind, status: u16, body: &str) -> Error {
        let status = StatusCode::from_u16(status).unwrap();
        answered(Some(status), body, None, &asked(kind, true))
    }

    #[test]
    fn a_conversation_too_long_is_told_by_the_words_of_each_provider() {
        for said in [
            "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length",
            "prompt too long; exceeded max context length by 312 tokens",
            "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096).",
            "Trying to keep the first 6547 tokens when context overflows. However, the model is loaded with a context length of only 4096 tokens, which is not enough.",
            "the request exceeds the available context size, try increasing it",
            "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
            "Please reduce the length of the messages or completion.",
            "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
            "Your request exceeded model token limit: 262144",
            "Input is too long for requested model.",
            "Your input exceeds the context window of this model.",
        ] {
            let body = serde_json::json!({"error": {"message": said}}).to_string();
            assert_eq!(told(400, &body).code, Code::ModelTooLong, "{said}");
        }
        // So many tokens within a minute are another thing.
        let minute = r#"{"error":{"message":"Request too large on tokens per min (TPM): Limit 30000, Requested 50000.","code":"rate_limit_exceeded"}}"#;
        assert_eq!(told(429, minute).code, Code::ModelBusy);
    }

    #[test]
    fn a_context_that_can_be_made_larger_is_said_to_be() {
        let body = r#"{"error":"prompt too long; exceeded max context length by 312 tokens"}"#;
        for (error, words) in [
            (
                here(ProviderKind::Ollama, 400, body),
                "larger context for the model in Settings",
            ),
            (
                here(ProviderKind::LmStudio, 400, body),
                "load the model with a larger context",
            ),
            (told(400, body), "choose another model"),
        ] {
            assert!(
                error
                    .remedy
                    .as_deref()
                    .is_some_and(|remedy| remedy.contains(words)),
                "{error}"
            );
        }
    }

    #[test]
    fn a_model_without_tools_is_named_whatever_its_provider_answers() {
        for (status, body) in [
            (
                400,
                r#"{"error":"registry.ollama.ai/library/gemma3:4b does not support tools"}"#,
            ),
            (
                404,
                r#"{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai","code":404}}"#,
            ),
            (
                400,
                r#"{"error":{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}}"#,
            ),
            (
                500,
                r#"{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}"#,
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"Function calling is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}"#,
            ),
        ] {
            let error = told(status, body);
            assert_eq!(error.code, Code::ModelRefused, "{body}");
            assert!(
                error.sentence.contains("m-1") && error.remedy.is_some(),
                "{error}"
            );
        }
    }

    #[test]
    fn a_model_that_the_settings_of_an_account_exclude_is_there() {
        for (said, code) in [
            (
                "No endpoints found matching your data policy (Free model training). Configure: https://openrouter.ai/settings/privacy",
                Code::ModelRefused,
            ),
            (
                "No endpoints available matching your guardrail restrictions and data policy.",
                Code::ModelRefused,
            ),
            ("No endpoints found that support image input", Code::ModelRefused),
            ("No endpoints found for maker/m-1.", Code::ModelUnknown),
        ] {
            let body = serde_json::json!({"error": {"message": said, "code": 404}}).to_string();
            assert_eq!(told(404, &body).code, code, "{said}");
        }
    }

    #[test]
    fn a_stream_that_begins_with_a_fault_of_its_provider_is_tried_again() {
        for body in [
            r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#,
            r#"{"error":{"code":503,"message":"Try later.","status":"UNAVAILABLE"}}"#,
        ] {
            let error = answered(None, body, None, &asked(ProviderKind::Anthropic, false));
            assert_eq!(error.code, Code::ModelBusy, "{body}");
        }
    }

    #[test]
    fn a_request_that_a_provider_blocks_for_its_content_was_declined() {
        let said = "Gemini blocked the prompt: block_reason=SAFETY";
        let blocked = ProviderResponseError::without_status(said).with_refusal(true);
        let error = of(
            &ProviderError::ProviderResponse(blocked),
            &asked(ProviderKind::Gemini, false),
        );
        assert_eq!(error.code, Code::ModelRefused);
        assert_eq!(error.sentence, "“P” declined this request.");
        assert_eq!(error.said.map(|said| said.text).as_deref(), Some(said));
    }

    #[test]
    fn a_model_that_does_not_fit_into_memory_is_not_waited_for() {
        let body = r#"{"error":"model requires more system memory (7.5 GiB) than is available (5.2 GiB)"}"#;
        assert_eq!(here(ProviderKind::Ollama, 500, body).code, Code::ModelRefused);
        // Elsewhere it may be another computer in a moment.
        assert_eq!(told(500, body).code, Code::ModelBusy);
        let full = r#"{"error":"server busy, please try again. maximum pending requests exceeded"}"#;
        assert_eq!(here(ProviderKind::Ollama, 503, full).code, Code::ModelBusy);
        let behind = r#"{"error":{"message":"litellm.InternalServerError: AnthropicException"}}"#;
        assert_eq!(here(ProviderKind::Compatible, 500, behind).code, Code::ModelBusy);
    }

    // Proves F-12.
    #[test]
    fn a_provider_that_is_busy_says_when() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", "7".parse().unwrap());
        let asked = asked(ProviderKind::Openai, false);
        let error = answered(Some(StatusCode::TOO_MANY_REQUESTS), "{}", Some(&headers), &asked);
        assert_eq!(error.again_after, Some(Duration::from_secs(7)));
        headers.insert("retry-after", "99999999".parse().unwrap());
        let error = answered(Some(StatusCode::TOO_MANY_REQUESTS), "{}", Some(&headers), &asked);
        assert_eq!(error.again_after, Some(limits::RETRY_AFTER_MAX));
    }

    // Proves F-12.
    #[test]
    fn gemini_says_among_the_details_when_it_can_be_asked_again() {
        let body = r#"[{"error":{"code":429,"message":"Quota exceeded.","status":"RESOURCE_EXHAUSTED","details":[
            {"@type":"type.googleapis.com/google.rpc.Help","links":[]},
            {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"37.5s"}]}}]"#;
        let error = told(429, body);
        assert_eq!(error.again_after, Some(Duration::from_millis(37_500)));
        assert_eq!(error.remedy.as_deref(), Some("Try again in 38 seconds."));
        for delay in ["", "s", "soon", "-1s", "NaNs"] {
            let error = told(429, &body.replace("37.5s", delay));
            assert_eq!(
                (error.code, error.again_after),
                (Code::ModelBusy, None),
                "{delay}"
            );
        }
    }
}
