//! Classifies errors of providers by what a person can do: another key, billing, another model, a shorter context,
//! waiting (rate limits). Providers word them differently and change them; unknown ones are shown as they are.

use super::kinds;
use crate::limits;
use http::{HeaderMap, StatusCode};
use portcullis_core::text::{ForeignText, shell_word};
use portcullis_core::{Code, Error, TextSource};
use portcullis_domain::ProviderKind;
use portcullis_l10n::say;
use rig_core::ProviderError;
use rig_core::completion::{CompletionResponse, FinishReason};
use rig_core::http_client;
use serde_json::{Value, json};
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

/// How providers end a reply that they did not finish, where the protocol has no word for it. A reply with another unknown end
/// is a reply.
const BROKE_OFF: [&str; 7] = [
    // OpenRouter, next to the error.
    "error",
    // vLLM and SGLang.
    "abort",
    // DeepSeek.
    "insufficient_system_resource",
    // Gemini, of a tool call that it cannot read or did not expect.
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MALFORMED_RESPONSE",
];

/// Why a reply is none: its provider ended it with an error, by declining, or before its end.
pub(super) fn of_reply(whole: &CompletionResponse, asked: &ErrorContext<'_>) -> Option<Error> {
    match (&whole.error, whole.finish_reason()) {
        (Some(said), Some(FinishReason::ContentFilter)) => Some(declined(asked, said)),
        (Some(said), _) => Some(
            Error::new(
                Code::ModelRefused,
                say!("model-stream-error", provider = asked.label),
            )
            .said(TextSource::Provider, &words(said, asked)),
        ),
        (None, Some(FinishReason::Other(word))) if BROKE_OFF.contains(&word.as_str()) => {
            Some(match whole.raw.get("error").filter(|error| !error.is_null()) {
                Some(error) => answered(None, &json!({ "error": error }).to_string(), None, asked),
                None => cut(asked.label).said(TextSource::Provider, &words(&word, asked)),
            })
        }
        (None, _) => None,
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

/// What providers say, in lower case, of an account that cannot pay.
const NO_MONEY: [&str; 13] = [
    "insufficient_quota",
    "billing_error",
    "credit balance",
    "insufficient credits",
    "insufficient balance",
    "billing_hard_limit_reached",
    // Grok, with status 403 or 429.
    "doesn't have any credits",
    "used all available credits",
    // OpenRouter, with status 403.
    "key limit exceeded",
    // Kimi, with status 429.
    "exceeded_current_quota_error",
    // Zhipu, with status 429.
    "余额不足",
    // Qwen, with status 400.
    "arrearage",
    // Ollama's cloud, with status 403.
    "requires a subscription",
];

/// What providers say, in lower case, of a request that they block for its content.
const DECLINED: [&str; 9] = [
    // OpenAI and Azure.
    "content_filter",
    "content_policy_violation",
    "content management policy",
    "flagged as potentially violating",
    // Anthropic.
    "content filtering policy",
    // OpenRouter, with status 403.
    "flagged_input",
    // DeepSeek.
    "content exists risk",
    // Qwen, in two interfaces.
    "data_inspection_failed",
    "datainspectionfailed",
];

/// An answer with a status, or an event of a stream that says what went wrong.
fn answered(
    status: Option<StatusCode>,
    body: &str,
    headers: Option<&HeaderMap>,
    asked: &ErrorContext<'_>,
) -> Error {
    let label = asked.label;
    let (said, codes, code) = read(body);
    let lower = said.to_lowercase();
    let has = |parts: &[&str]| {
        parts
            .iter()
            .any(|part| lower.contains(part) || codes.contains(part))
    };
    let status = status
        .filter(|status| !status.is_success())
        .map(|status| status.as_u16())
        .or(code);
    if has(&NO_MONEY) || status == Some(402) {
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
        None | Some(400 | 403) if has(&DECLINED) => declined(asked, &said),
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
        Some(500) if asked.here && kinds::row(asked.kind).local => refused(asked, &said),
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

/// What an error says, the codes in it, and the status that it names itself. Providers have
/// `{"error": {"message", "code", "type", "status"}}`, `{"error": "…"}`, `{"message": "…"}`, or a list of one of them. OpenAI
/// has it within the response that failed.
fn read(body: &str) -> (String, Vec<&'static str>, Option<u16>) {
    const CODES: [&str; 23] = [
        "insufficient_quota",
        "billing_error",
        "billing_hard_limit_reached",
        "exceeded_current_quota_error",
        "arrearage",
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
        "content_filter",
        "content_policy_violation",
        "flagged_input",
        "data_inspection_failed",
        "datainspectionfailed",
    ];
    let value: Option<Value> = serde_json::from_str(body).ok();
    let Some(value) = value else {
        return (body.chars().take(limits::SAID).collect(), Vec::new(), None);
    };
    let value = match value {
        Value::Array(mut list) if !list.is_empty() => list.swap_remove(0),
        value => value,
    };
    let error = ["/error", "/response/error"]
        .into_iter()
        .filter_map(|place| value.pointer(place))
        .find(|error| !error.is_null())
        .unwrap_or(&value);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut said = text(error)
        .or_else(|| error.get("message").and_then(text))
        .or_else(|| value.get("message").and_then(text))
        .or_else(|| value.get("detail").and_then(text))
        // Of a field that is not taken.
        .or_else(|| value.pointer("/detail/0/msg").and_then(text))
        .or_else(|| value.pointer("/message/detail/0/msg").and_then(text))
        .unwrap_or_default();
    // OpenRouter's own words are only that one of its providers returned an error.
    if let Some(raw) = error.pointer("/metadata/raw").filter(|raw| !raw.is_null()) {
        said = format!("{said}: {}", text(raw).unwrap_or_else(|| raw.to_string()));
    }
    let named = error.to_string().to_lowercase();
    let codes = CODES.into_iter().filter(|code| named.contains(code)).collect();
    let code = error.get("code").and_then(Value::as_u64);
    let code = code.and_then(|code| u16::try_from(code).ok());
    (said, codes, code.filter(|code| (400..=599).contains(code)))
}

#[cfg(test)]
mod tests;
