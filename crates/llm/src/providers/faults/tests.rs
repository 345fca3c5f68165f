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
fn an_account_that_cannot_pay_is_not_a_wrong_key() {
    for (status, body) in [
        (
            403,
            r#"{"code":"The caller does not have permission to execute the specified operation","error":"Your newly created team doesn't have any credits yet."}"#,
        ),
        (
            403,
            r#"{"error":{"message":"Key limit exceeded (total limit).","code":403}}"#,
        ),
        (
            429,
            r#"{"error":{"message":"Your account is suspended, please check your plan and billing details","type":"exceeded_current_quota_error"}}"#,
        ),
        (
            429,
            r#"{"error":{"code":"1113","message":"余额不足或无可用资源包,请充值。"}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"Access denied, please make sure your account is in good standing.","code":"Arrearage"}}"#,
        ),
    ] {
        assert_eq!(told(status, body).code, Code::ModelMoney, "{body}");
    }
}

#[test]
fn a_request_blocked_for_its_content_has_a_remedy_at_every_provider() {
    for (status, body) in [
        (
            400,
            r#"{"error":{"code":"content_filter","message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy."}}"#,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}"#,
        ),
        (
            403,
            r#"{"error":{"code":403,"message":"m-1 requires moderation.","metadata":{"reasons":["violence"],"flagged_input":"kill"}}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"Input data may contain inappropriate content.","code":"data_inspection_failed"}}"#,
        ),
    ] {
        let error = told(status, body);
        assert_eq!(error.sentence, "“P” declined this request.", "{body}");
        assert!(error.remedy.is_some(), "{body}");
    }
}

#[test]
fn an_error_within_another_is_read() {
    let failed = |error: serde_json::Value| {
        let response = serde_json::json!({"status": "failed", "error": error,
            "instructions": "Say when a service is unavailable or over its rate_limit."});
        let body = serde_json::json!({"type": "response.failed", "response": response}).to_string();
        answered(None, &body, None, &asked(ProviderKind::Openai, false))
    };
    let long = serde_json::json!({"code": "context_length_exceeded", "message": "Too long."});
    assert_eq!(failed(long).code, Code::ModelTooLong);
    let error = failed(serde_json::json!({"code": "invalid_image", "message": "No such image."}));
    assert_eq!(
        error.code,
        Code::ModelRefused,
        "what was sent is not what went wrong"
    );
    assert_eq!(
        error.said.map(|said| said.text).as_deref(),
        Some("No such image.")
    );
    let raw = r#"{"error":{"message":"This model's maximum context length is 8192 tokens."}}"#;
    let body = serde_json::json!({"error": {"message": "Provider returned error", "code": 400,
        "metadata": {"raw": raw, "provider_name": "x"}}});
    assert_eq!(told(400, &body.to_string()).code, Code::ModelTooLong);
    let body =
        r#"{"detail":[{"loc":["body","messages",0,"reasoning"],"msg":"Extra inputs are not permitted"}]}"#;
    assert_eq!(
        told(422, body).said.map(|said| said.text).as_deref(),
        Some("Extra inputs are not permitted")
    );
    let busy = r#"{"error":{"code":502,"message":"Provider disconnected"}}"#;
    let error = answered(None, busy, None, &asked(ProviderKind::Compatible, false));
    assert_eq!(error.code, Code::ModelBusy);
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
