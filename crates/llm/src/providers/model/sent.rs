//! What a provider is sent, and what becomes of its answer: one request to a provider on this computer at a time.

use super::*;
use portcullis_domain::{ProviderKind, SampledRole, ToolChoice};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;
use url::Url;

/// A provider that answers one request with this, and then tells what it was sent.
fn provider(kind: ProviderKind, answer: String) -> (Provider, JoinHandle<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let form = match kind {
        ProviderKind::Ollama => "application/x-ndjson",
        _ => "text/event-stream",
    };
    let sent = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut length: usize = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(size) = line.strip_prefix("content-length:") {
                length = size.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {form}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(answer.as_bytes()).unwrap();
        serde_json::from_slice(&body).unwrap()
    });
    let provider = Provider {
        kind,
        label: "P".to_owned(),
        address: Url::parse(&address).unwrap(),
        key: None,
    };
    (provider, sent)
}

/// What a model of a provider that answers so says, and what the provider was sent.
async fn asked(
    kind: ProviderKind,
    name: &str,
    facts: ModelFacts,
    answer: String,
    said: &[ModelTurn],
    tools: &[ToolDefinition],
) -> (ModelReply, Value) {
    let (provider, sent) = provider(kind, answer);
    let model = ProviderModel::new(provider, name, facts);
    // A reply has fewer pieces than the channel holds.
    let (speech, _heard) = Speech::new();
    let reply = model.reply(said, tools, &speech).await.unwrap();
    (reply, sent.join().unwrap())
}

fn person(text: &str) -> ModelTurn {
    ModelTurn::Person(text.to_owned())
}

fn tool() -> ToolDefinition {
    ToolDefinition {
        name: "notes__find".to_owned(),
        server: "Notes".to_owned(),
        tool: "find".to_owned(),
        description: "Finds notes.".to_owned(),
        input_schema: json!({"type": "object", "properties": {}}),
    }
}

fn uses_tools() -> ModelFacts {
    ModelFacts {
        tools: true,
        ..ModelFacts::default()
    }
}

fn event(data: &Value) -> String {
    let name = data["type"].as_str().unwrap_or("message");
    format!("event: {name}\ndata: {data}\n\n")
}

/// A reply of one word that read 100 tokens, 800 from the cache, and wrote 100 to it.
fn of_anthropic() -> String {
    [
        json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
            "model": "m", "content": [], "stop_reason": null, "stop_sequence": null,
            "usage": {"input_tokens": 100, "cache_read_input_tokens": 800, "cache_creation_input_tokens": 100,
                "output_tokens": 1}}}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Yes."}}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": null},
            "usage": {"output_tokens": 50}}),
        json!({"type": "message_stop"}),
    ]
    .iter()
    .map(event)
    .collect()
}

/// The same as OpenAI has it, ended for this reason, with what its provider says that it cost.
fn of_chat(reason: &str, cost: Option<f64>) -> String {
    let chunk = |delta: Value, finish: Value| {
        json!({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    };
    let mut usage = json!({"prompt_tokens": 1_000, "completion_tokens": 50, "total_tokens": 1_050});
    if let Some(cost) = cost {
        usage["cost"] = cost.into();
    }
    let chunks = [
        chunk(json!({"role": "assistant", "content": "Yes."}), Value::Null),
        chunk(json!({}), reason.into()),
        json!({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [], "usage": usage}),
    ];
    let mut answer: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    answer.push_str("data: [DONE]\n\n");
    answer
}

/// The same with a call of this tool.
fn of_chat_with_call(reason: &str, tool: &str, arguments: &str) -> String {
    let call = json!({"index": 0, "id": "1", "type": "function",
        "function": {"name": tool, "arguments": arguments}});
    let answer = of_chat(reason, None).replace(
        r#""content":"Yes.""#,
        &format!(r#""content":"Yes.","tool_calls":[{call}]"#),
    );
    assert!(answer.contains("tool_calls"), "{answer}");
    answer
}

// What was said before is most of what is sent, and ten times as expensive without a cache.
#[tokio::test]
async fn anthropic_is_told_to_keep_what_is_sent_again_and_no_more() {
    let marked = |block: &Value| block["cache_control"] == json!({"type": "ephemeral"});
    let ask = |said: Vec<ModelTurn>, tools: Vec<ToolDefinition>| async move {
        let (kind, name) = (ProviderKind::Anthropic, "claude-haiku-4-5");
        asked(kind, name, uses_tools(), of_anthropic(), &said, &tools)
            .await
            .1
    };
    let sent = ask(vec![person("notes?")], vec![tool()]).await;
    for list in [&sent["tools"], &sent["system"], &sent["messages"][0]["content"]] {
        assert!(
            list.as_array().and_then(|list| list.last()).is_some_and(marked),
            "{sent}"
        );
    }
    let later = vec![
        person("Hello"),
        ModelTurn::Model(Box::new(ModelReply {
            words: "Hello!".to_owned(),
            ..ModelReply::default()
        })),
        person("And now?"),
    ];
    let sent = ask(later, Vec::new()).await;
    assert!(marked(&sent["messages"][2]["content"][0]), "{sent}");
    let once = ask(vec![person("sum")], Vec::new()).await;
    assert!(!once.to_string().contains("cache_control"), "{once}");
}

#[tokio::test]
async fn a_provider_that_declines_is_said_to_with_its_words_where_it_has_any() {
    for (details, words) in [
        ("", None),
        (
            r#","stop_details":{"type":"refusal","category":"cyber","explanation":"harm"}"#,
            Some("harm"),
        ),
    ] {
        let ended = format!(r#""stop_reason":"refusal"{details}"#);
        let answer = of_anthropic().replace(r#""stop_reason":"end_turn""#, &ended);
        let (provider, sent) = provider(ProviderKind::Anthropic, answer);
        let model = ProviderModel::new(provider, "claude-haiku-4-5", uses_tools());
        let (speech, mut pieces) = Speech::new();
        let said = [person("Hello")];
        let error = model.reply(&said, &[], &speech).await.unwrap_err();
        sent.join().unwrap();
        drop(speech);
        let mut last = None;
        while let Some(piece) = pieces.recv().await {
            last = Some(piece);
        }
        assert!(
            matches!(last, Some(Piece::Spent(usage)) if (usage.input, usage.output) == (Some(1_000), Some(50))),
            "it is paid for: {last:?}"
        );
        assert_eq!(error.code, Code::ModelRefused);
        assert_eq!(error.sentence, "“P” declined this request.");
        assert_eq!(error.said.map(|said| said.text).as_deref(), words);
    }
}

#[tokio::test]
async fn what_was_read_from_a_cache_or_written_to_one_costs_what_it_costs() {
    let facts = ModelFacts {
        price_in: Some(3.0),
        price_out: Some(15.0),
        ..uses_tools()
    };
    // One of the table, and one that only the person knows.
    for name in ["claude-haiku-4-5", "claude-of-tomorrow"] {
        let said = [person("Hello")];
        let (reply, _) = asked(
            ProviderKind::Anthropic,
            name,
            facts.clone(),
            of_anthropic(),
            &said,
            &[],
        )
        .await;
        assert_eq!(reply.usage.input, Some(1_000), "all that it read");
        let cost = (100.0 + 800.0 * 0.1 + 100.0 * 1.25) * 3.0 / 1e6 + 50.0 * 15.0 / 1e6;
        let said = reply.usage.dollars.unwrap();
        assert!((said - cost).abs() < 1e-9, "{name}: {said} for {cost}");
    }
}

#[tokio::test]
async fn what_a_provider_says_that_a_request_cost_counts_where_it_is_more() {
    let priced = ModelFacts {
        price_in: Some(1.0),
        price_out: Some(2.0),
        ..uses_tools()
    };
    for (facts, cost, dollars) in [
        (uses_tools(), Some(0.0123), Some(0.0123)),
        (uses_tools(), Some(0.0), None),
        (uses_tools(), None, None),
        (priced.clone(), None, Some(0.0011)),
        (priced.clone(), Some(0.0001), Some(0.0011)),
        (priced, Some(0.0123), Some(0.0123)),
    ] {
        let (kind, said) = (ProviderKind::Compatible, [person("Hello")]);
        let (reply, _) = asked(kind, "m", facts, of_chat("stop", cost), &said, &[]).await;
        match (reply.usage.dollars, dollars) {
            (Some(said), Some(dollars)) => assert!((said - dollars).abs() < 1e-9, "{said} for {dollars}"),
            (said, dollars) => assert_eq!(said, dollars, "{cost:?}"),
        }
    }
}

/// A request of a server for a model.
fn by_a_server() -> sampling::SamplingRequest {
    sampling::SamplingRequest {
        model: "m".to_owned(),
        system_prompt: None,
        messages: vec![sampling::Message {
            role: SampledRole::User,
            parts: vec![sampling::SamplingPart::Text("Hello".to_owned())],
        }],
        tools: Vec::new(),
        tool_choice: ToolChoice::Auto,
        max_tokens: 100,
        temperature: None,
        stop_sequences: Vec::new(),
    }
}

#[tokio::test]
async fn a_reply_that_its_provider_withheld_is_not_one_that_was_finished() {
    let gemini = |reason: &str| {
        let candidate =
            json!({"content": {"role": "model", "parts": [{"text": "Yes."}]}, "finishReason": reason});
        let usage = json!({"promptTokenCount": 11, "candidatesTokenCount": 2, "totalTokenCount": 13});
        format!(
            "data: {}\n\n",
            json!({"candidates": [candidate], "usageMetadata": usage})
        )
    };
    for (kind, answer, end, stop) in [
        (
            ProviderKind::Gemini,
            gemini("STOP"),
            crate::End::Done,
            sampling::Stop::EndTurn,
        ),
        (
            ProviderKind::Gemini,
            gemini("SAFETY"),
            crate::End::Withheld,
            sampling::Stop::Withheld,
        ),
        (
            ProviderKind::Gemini,
            gemini("RECITATION"),
            crate::End::Withheld,
            sampling::Stop::Withheld,
        ),
        (
            ProviderKind::Compatible,
            of_chat("content_filter", None),
            crate::End::Withheld,
            sampling::Stop::Withheld,
        ),
    ] {
        let said = [person("Hello")];
        let (reply, _) = asked(kind, "m", uses_tools(), answer.clone(), &said, &[]).await;
        assert_eq!((reply.words.as_str(), reply.end), ("Yes.", end), "{answer}");
        let (provider, _sent) = provider(kind, answer.clone());
        let model = ProviderModel::new(provider, "m", uses_tools());
        assert_eq!(
            model.sample(&by_a_server(), &Speech::new().0).await.unwrap().stop,
            stop,
            "{answer}"
        );
    }
}

// The library leaves it out of what the model is told next: it would want the same call again and again.
#[tokio::test]
async fn calls_of_a_withheld_reply_are_not_run_and_its_words_are_kept() {
    let answer = of_chat_with_call("content_filter", "notes__find", "{}");
    let (kind, first) = (ProviderKind::Compatible, person("Hello"));
    let said = std::slice::from_ref(&first);
    let (reply, _) = asked(kind, "m", uses_tools(), answer, said, &[tool()]).await;
    assert_eq!((reply.calls.len(), reply.end), (0, crate::End::Withheld));
    let said = [first, ModelTurn::Model(Box::new(reply)), person("And now?")];
    let (_, sent) = asked(kind, "m", uses_tools(), of_chat("stop", None), &said, &[tool()]).await;
    assert_eq!(sent["messages"][2]["content"], "Yes.", "{sent}");
}

// The library gives what could be read of them, which may be a shorter path than was meant.
#[tokio::test]
async fn a_call_whose_arguments_broke_off_is_not_handed_to_a_server() {
    let answer = of_chat_with_call("length", "read", r#"{"path": "/home", "na"#);
    let (provider, _sent) = provider(ProviderKind::Compatible, answer);
    let model = ProviderModel::new(provider, "m", uses_tools());
    let answer = model.sample(&by_a_server(), &Speech::new().0).await.unwrap();
    assert_eq!(answer.stop, sampling::Stop::MaxTokens);
    assert_eq!(answer.parts, [sampling::SamplingPart::Text("Yes.".to_owned())]);
}

#[tokio::test]
async fn what_a_server_asks_a_model_costs_what_it_costs() {
    let (provider, _sent) = provider(ProviderKind::Anthropic, of_anthropic());
    let facts = ModelFacts {
        price_in: Some(3.0),
        price_out: Some(15.0),
        ..uses_tools()
    };
    let request = by_a_server();
    let model = ProviderModel::new(provider, "claude-haiku-4-5", facts);
    let said = model
        .sample(&request, &Speech::new().0)
        .await
        .unwrap()
        .dollars
        .unwrap();
    let cost = (100.0 + 800.0 * 0.1 + 100.0 * 1.25) * 3.0 / 1e6 + 50.0 * 15.0 / 1e6;
    assert!((said - cost).abs() < 1e-9, "{said} for {cost}");
}

#[tokio::test]
async fn ollama_loads_a_model_with_the_context_that_the_person_entered() {
    let done = json!({"model": "m", "created_at": "2026-01-01T00:00:00Z", "done": true, "done_reason": "stop",
        "message": {"role": "assistant", "content": "Yes."}, "prompt_eval_count": 11, "eval_count": 2});
    for (name, context, loaded) in [
        ("qwen3:4b", Some(16_384), json!(16_384)),
        ("qwen3:4b", None, Value::Null),
        // Also the one that the table has for its cloud.
        ("gpt-oss:20b", Some(131_072), json!(131_072)),
    ] {
        let facts = ModelFacts {
            context,
            ..uses_tools()
        };
        let (answer, said) = (format!("{done}\n"), [person("Hello")]);
        let (_, sent) = asked(ProviderKind::Ollama, name, facts, answer, &said, &[]).await;
        assert_eq!(sent["options"]["num_ctx"], loaded, "{name} {context:?}: {sent}");
        assert_eq!(
            (&sent["truncate"], &sent["shift"]),
            (&json!(false), &json!(false)),
            "{sent}"
        );
    }
    // A check that said something else would have it loaded twice.
    let (provider, sent) = provider(ProviderKind::Ollama, done.to_string());
    let facts = ModelFacts {
        context: Some(16_384),
        ..uses_tools()
    };
    ProviderModel::new(provider, "qwen3:4b", facts)
        .try_out()
        .await
        .unwrap();
    assert_eq!(sent.join().unwrap()["options"]["num_ctx"], 16_384);
}

// The library leaves a reply out that ended for a reason that it does not know, with its calls and their results.
#[tokio::test]
async fn a_reply_that_ended_for_an_unknown_reason_stays_in_the_conversation() {
    let (kind, first) = (ProviderKind::Compatible, person("Hello"));
    let ended = of_chat("eos_token", None);
    let (reply, _) = asked(kind, "m", uses_tools(), ended, std::slice::from_ref(&first), &[]).await;
    assert_eq!((reply.words.as_str(), reply.end), ("Yes.", crate::End::Done));
    let said = [first, ModelTurn::Model(Box::new(reply)), person("And now?")];
    let (_, sent) = asked(kind, "m", uses_tools(), of_chat("stop", None), &said, &[]).await;
    let by: Vec<_> = sent["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message["role"].as_str().unwrap())
        .collect();
    assert_eq!(by, ["system", "user", "assistant", "user"], "{sent}");
    assert_eq!(sent["messages"][2]["content"], "Yes.");
}

#[tokio::test]
async fn a_reply_that_its_provider_did_not_finish_is_an_error() {
    let gemini = |reason: &str| {
        let candidate =
            json!({"content": {"role": "model", "parts": [{"text": "Yes."}]}, "finishReason": reason});
        format!("data: {}\n\n", json!({"candidates": [candidate]}))
    };
    // As OpenRouter ends a reply that one of its providers broke off.
    let failed = json!({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "provider": "p",
        "error": {"code": "upstream_closed", "message": "Provider disconnected unexpectedly"},
        "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}]});
    let first = of_chat("stop", None);
    let first = first.split_once("\n\n").unwrap().0;
    let failed = format!("{first}\n\ndata: {failed}\n\ndata: [DONE]\n\n");
    for (kind, answer, code, said) in [
        (
            ProviderKind::Compatible,
            failed,
            Code::ModelRefused,
            "Provider disconnected unexpectedly",
        ),
        (
            ProviderKind::Compatible,
            of_chat("insufficient_system_resource", None),
            Code::ModelCut,
            "insufficient_system_resource",
        ),
        (
            ProviderKind::Gemini,
            gemini("MALFORMED_FUNCTION_CALL"),
            Code::ModelCut,
            "MALFORMED_FUNCTION_CALL",
        ),
    ] {
        let (provider, sent) = provider(kind, answer.clone());
        let model = ProviderModel::new(provider, "m", uses_tools());
        let (speech, mut pieces) = Speech::new();
        let error = model.reply(&[person("Hello")], &[], &speech).await.unwrap_err();
        sent.join().unwrap();
        assert_eq!(error.code, code, "{answer}");
        assert_eq!(
            error.said.map(|said| said.text).as_deref(),
            Some(said),
            "{answer}"
        );
        assert!(
            matches!(pieces.recv().await, Some(Piece::Words(words)) if words == "Yes."),
            "what came is shown: {answer}"
        );
    }
}

#[tokio::test]
async fn a_limit_of_a_reply_has_the_name_that_the_model_takes() {
    for (name, taken, refused) in [
        ("gpt-5", "max_completion_tokens", "max_tokens"),
        ("llama-4", "max_tokens", "max_completion_tokens"),
    ] {
        let (provider, sent) = provider(ProviderKind::Compatible, of_chat("stop", None));
        let model = provider.model(name, limits::MODEL_SILENT, None, false).unwrap();
        let request = CompletionRequest::new("Say “yes”.").max_tokens(16_u64);
        let mut stream = model.stream(request).unwrap();
        while stream.next().await.is_some() {}
        let sent = sent.join().unwrap();
        assert_eq!(
            (&sent[taken], &sent[refused]),
            (&json!(16), &Value::Null),
            "{sent}"
        );
    }
}
