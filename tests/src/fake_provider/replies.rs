//! A reply of a model as each provider writes it: streamed in frames, or at once.

use super::{ProviderApi, Turn, made};
use serde_json::{Value, json};

pub(super) fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

pub(super) fn data(data: &Value) -> String {
    format!("data: {data}\n\n")
}

/// Words in a few parts, as models write them.
fn parts(words: &str) -> Vec<String> {
    let pieces = words.split_inclusive(' ').collect::<Vec<_>>();
    pieces.chunks(2).map(<[&str]>::concat).collect()
}

/// Arguments cut where no JSON ends.
fn halves(text: &str) -> [String; 2] {
    let middle = (text.len() / 2..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    [text[..middle].to_owned(), text[middle..].to_owned()]
}

pub(super) fn words_frame(api: ProviderApi, words: &str) -> String {
    match api {
        ProviderApi::Anthropic => event(
            "content_block_delta",
            &json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": words}}),
        ),
        ProviderApi::OpenAi => data(&chunk(&json!({"content": words}), &Value::Null)),
        ProviderApi::Responses => event(
            "response.output_text.delta",
            &json!({"type": "response.output_text.delta", "sequence_number": 9, "item_id": "msg_1", "output_index": 0,
                "content_index": 0, "delta": words, "logprobs": []}),
        ),
        ProviderApi::Gemini => data(&candidate(&json!([{"text": words}]), None)),
        ProviderApi::Ollama => line(&json!({"role": "assistant", "content": words}), false),
    }
}

pub(super) fn chunk(delta: &Value, finish: &Value) -> Value {
    json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "system_fingerprint": null, "choices": [{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish}]})
}

pub(super) fn candidate(parts: &Value, finish: Option<&str>) -> Value {
    let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
    if let Some(finish) = finish {
        candidate["finishReason"] = finish.into();
    }
    json!({"candidates": [candidate], "modelVersion": "m", "responseId": "r1",
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}})
}

pub(super) fn line(message: &Value, done: bool) -> String {
    let mut line =
        json!({"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done});
    if done {
        line["done_reason"] = "stop".into();
        line["prompt_eval_count"] = 11.into();
        line["eval_count"] = 7.into();
        line["total_duration"] = 1.into();
    }
    format!("{line}\n")
}

/// The bytes up to the end of the words, and those after them.
pub(super) fn frames(api: ProviderApi, turn: &Turn) -> (String, String) {
    let (mut first, last) = match api {
        ProviderApi::Anthropic => anthropic(turn),
        ProviderApi::OpenAi => openai(turn),
        ProviderApi::Responses => responses(turn),
        ProviderApi::Gemini => gemini(turn),
        ProviderApi::Ollama => ollama(turn),
    };
    first.push_str(&made::frames(api, &turn.makes));
    (first, last)
}

fn anthropic(turn: &Turn) -> (String, String) {
    let mut first = event(
        "message_start",
        &json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
            "model": "m", "content": [], "stop_reason": null, "stop_sequence": null,
            "usage": {"input_tokens": 11, "output_tokens": 1}}}),
    );
    first.push_str("event: ping\ndata: {\"type\": \"ping\"}\n\n: a comment\n\n");
    let mut index = 0;
    let start = |index: usize, block: &Value| {
        event(
            "content_block_start",
            &json!({"type": "content_block_start", "index": index, "content_block": block}),
        )
    };
    let delta = |index: usize, delta: &Value| {
        event(
            "content_block_delta",
            &json!({"type": "content_block_delta", "index": index, "delta": delta}),
        )
    };
    let stop = |index: usize| {
        event(
            "content_block_stop",
            &json!({"type": "content_block_stop", "index": index}),
        )
    };
    if !turn.thought.is_empty() {
        first.push_str(&start(
            index,
            &json!({"type": "thinking", "thinking": "", "signature": ""}),
        ));
        for part in parts(&turn.thought) {
            first.push_str(&delta(
                index,
                &json!({"type": "thinking_delta", "thinking": part}),
            ));
        }
        first.push_str(&delta(
            index,
            &json!({"type": "signature_delta", "signature": "c2ln"}),
        ));
        first.push_str(&stop(index));
        index += 1;
    }
    if !turn.words.is_empty() {
        first.push_str(&start(index, &json!({"type": "text", "text": ""})));
        for part in parts(&turn.words) {
            first.push_str(&delta(index, &json!({"type": "text_delta", "text": part})));
        }
    }
    let mut last = String::new();
    if !turn.words.is_empty() {
        last.push_str(&stop(index));
        index += 1;
    }
    for (number, call) in turn.calls.iter().enumerate() {
        let id = format!("toolu_{number}");
        last.push_str(&start(
            index,
            &json!({"type": "tool_use", "id": id, "name": call.name, "input": {}}),
        ));
        last.push_str(&delta(
            index,
            &json!({"type": "input_json_delta", "partial_json": ""}),
        ));
        for half in halves(&call.arguments) {
            last.push_str(&delta(
                index,
                &json!({"type": "input_json_delta", "partial_json": half}),
            ));
        }
        last.push_str(&stop(index));
        index += 1;
    }
    let reason = match (turn.cut_short, turn.calls.is_empty()) {
        _ if turn.declines => "refusal",
        (true, _) => "max_tokens",
        (false, true) => "end_turn",
        (false, false) => "tool_use",
    };
    last.push_str(&event(
        "message_delta",
        &json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null},
            "usage": {"output_tokens": 7}}),
    ));
    last.push_str(&event("message_stop", &json!({"type": "message_stop"})));
    (first, last)
}

fn openai(turn: &Turn) -> (String, String) {
    let mut first = data(&chunk(&json!({"role": "assistant", "content": ""}), &Value::Null));
    for part in parts(&turn.thought) {
        first.push_str(&data(&chunk(&json!({"reasoning_content": part}), &Value::Null)));
    }
    for part in parts(&turn.words) {
        first.push_str(&data(&chunk(&json!({"content": part}), &Value::Null)));
    }
    let mut last = String::new();
    let starts = turn.calls.iter().enumerate();
    for (index, call) in starts.clone() {
        let started = json!({"tool_calls": [{"index": index, "id": format!("call_{index}"), "type": "function",
            "function": {"name": call.name, "arguments": ""}}]});
        last.push_str(&data(&chunk(&started, &Value::Null)));
    }
    // Those that are wanted at once grow in turns.
    for half in 0..2 {
        for (index, call) in starts.clone() {
            let grown = json!({"tool_calls": [{"index": index,
                "function": {"arguments": halves(&call.arguments)[half]}}]});
            last.push_str(&data(&chunk(&grown, &Value::Null)));
        }
    }
    let reason = match (turn.cut_short, turn.calls.is_empty()) {
        (true, _) => "length",
        (false, true) => "stop",
        (false, false) => "tool_calls",
    };
    last.push_str(&data(&chunk(&json!({}), &reason.into())));
    last.push_str(&data(
        &json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}}),
    ));
    last.push_str("data: [DONE]\n\n");
    (first, last)
}

/// A response with what was put out so far.
fn response(status: &str, output: &[Value]) -> Value {
    let mut response = json!({"id": "resp_1", "object": "response", "created_at": 1, "status": status, "model": "m",
        "output": output, "error": null, "incomplete_details": null, "instructions": null, "metadata": {},
        "parallel_tool_calls": true, "tool_choice": "auto", "tools": [], "temperature": 1.0, "top_p": 1.0,
        "usage": {"input_tokens": 11, "output_tokens": 7, "total_tokens": 18,
            "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}});
    if status == "incomplete" {
        response["incomplete_details"] = json!({"reason": "max_output_tokens"});
    }
    response
}

fn said(words: &str) -> Value {
    json!({"id": "msg_1", "type": "message", "status": "completed", "role": "assistant",
        "content": [{"type": "output_text", "text": words, "annotations": [], "logprobs": []}]})
}

fn responses(turn: &Turn) -> (String, String) {
    let mut number = 0;
    let mut tell = |kind: &str, mut fields: Value| {
        fields["type"] = kind.into();
        fields["sequence_number"] = number.into();
        number += 1;
        event(kind, &fields)
    };
    let mut output: Vec<Value> = Vec::new();
    let mut first = tell(
        "response.created",
        json!({"response": response("in_progress", &[])}),
    );
    if !turn.thought.is_empty() {
        let at = output.len();
        let item = json!({"id": "rs_1", "type": "reasoning", "summary": []});
        first.push_str(&tell(
            "response.output_item.added",
            json!({"output_index": at, "item": item}),
        ));
        let place = json!({"item_id": "rs_1", "output_index": at, "summary_index": 0});
        let with = |name: &str, value: Value| {
            let mut place = place.clone();
            place[name] = value;
            place
        };
        let part = json!({"type": "summary_text", "text": ""});
        first.push_str(&tell("response.reasoning_summary_part.added", with("part", part)));
        for part in parts(&turn.thought) {
            first.push_str(&tell(
                "response.reasoning_summary_text.delta",
                with("delta", part.into()),
            ));
        }
        first.push_str(&tell(
            "response.reasoning_summary_text.done",
            with("text", turn.thought.as_str().into()),
        ));
        let item = json!({"id": "rs_1", "type": "reasoning", "encrypted_content": "c2ln",
            "summary": [{"type": "summary_text", "text": turn.thought}]});
        first.push_str(&tell(
            "response.output_item.done",
            json!({"output_index": at, "item": item}),
        ));
        output.push(item);
    }
    let at = output.len();
    let place = json!({"item_id": "msg_1", "output_index": at, "content_index": 0});
    let with = |name: &str, value: Value| {
        let mut place = place.clone();
        place[name] = value;
        place
    };
    if !turn.words.is_empty() {
        let item = json!({"id": "msg_1", "type": "message", "status": "in_progress", "role": "assistant", "content": []});
        first.push_str(&tell(
            "response.output_item.added",
            json!({"output_index": at, "item": item}),
        ));
        let part = json!({"type": "output_text", "text": "", "annotations": []});
        first.push_str(&tell("response.content_part.added", with("part", part)));
        for part in parts(&turn.words) {
            first.push_str(&tell("response.output_text.delta", with("delta", part.into())));
        }
    }
    let mut last = String::new();
    if !turn.words.is_empty() {
        last.push_str(&tell(
            "response.output_text.done",
            with("text", turn.words.as_str().into()),
        ));
        let part = json!({"type": "output_text", "text": turn.words, "annotations": []});
        last.push_str(&tell("response.content_part.done", with("part", part)));
        let item = said(&turn.words);
        last.push_str(&tell(
            "response.output_item.done",
            json!({"output_index": at, "item": item}),
        ));
        output.push(item);
    }
    for (count, call) in turn.calls.iter().enumerate() {
        let at = output.len();
        let item = |arguments: &str, status: &str| {
            json!({"id": format!("fc_{count}"), "type": "function_call", "call_id": format!("call_{count}"),
                "name": call.name, "arguments": arguments, "status": status})
        };
        let added = json!({"output_index": at, "item": item("", "in_progress")});
        last.push_str(&tell("response.output_item.added", added));
        for half in halves(&call.arguments) {
            let grown = json!({"item_id": format!("fc_{count}"), "output_index": at, "delta": half});
            last.push_str(&tell("response.function_call_arguments.delta", grown));
        }
        let whole =
            json!({"item_id": format!("fc_{count}"), "output_index": at, "arguments": call.arguments});
        last.push_str(&tell("response.function_call_arguments.done", whole));
        let item = item(&call.arguments, "completed");
        last.push_str(&tell(
            "response.output_item.done",
            json!({"output_index": at, "item": item}),
        ));
        output.push(item);
    }
    let (kind, status) = match turn.cut_short {
        true => ("response.incomplete", "incomplete"),
        false => ("response.completed", "completed"),
    };
    last.push_str(&tell(kind, json!({"response": response(status, &output)})));
    (first, last)
}

fn gemini(turn: &Turn) -> (String, String) {
    let mut first = String::new();
    for part in parts(&turn.thought) {
        first.push_str(&data(&candidate(&json!([{"text": part, "thought": true}]), None)));
    }
    for part in parts(&turn.words) {
        first.push_str(&data(&candidate(&json!([{"text": part}]), None)));
    }
    let calls: Vec<Value> = turn
        .calls
        .iter()
        .map(|call| {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
            json!({"functionCall": {"name": call.name, "args": arguments}, "thoughtSignature": "c2ln"})
        })
        .collect();
    let reason = if turn.cut_short { "MAX_TOKENS" } else { "STOP" };
    let parts = match calls.is_empty() {
        true => json!([{"text": ""}]),
        false => Value::Array(calls),
    };
    (first, data(&candidate(&parts, Some(reason))))
}

fn ollama(turn: &Turn) -> (String, String) {
    let mut first = String::new();
    for part in parts(&turn.thought) {
        first.push_str(&line(
            &json!({"role": "assistant", "content": "", "thinking": part}),
            false,
        ));
    }
    for part in parts(&turn.words) {
        first.push_str(&line(&json!({"role": "assistant", "content": part}), false));
    }
    let calls: Vec<Value> = turn
        .calls
        .iter()
        .map(|call| {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
            json!({"function": {"name": call.name, "arguments": arguments}})
        })
        .collect();
    let mut last = String::new();
    if !calls.is_empty() {
        last.push_str(&line(
            &json!({"role": "assistant", "content": "", "tool_calls": calls}),
            false,
        ));
    }
    let done = line(&json!({"role": "assistant", "content": ""}), true);
    last.push_str(&match turn.cut_short {
        true => done.replace("\"stop\"", "\"length\""),
        false => done,
    });
    (first, last)
}

/// The same for a client that wants no pieces.
pub(super) fn at_once(api: ProviderApi, turn: &Turn) -> Value {
    match api {
        ProviderApi::Anthropic => {
            let calls = turn.calls.iter().enumerate().map(|(number, call)| {
                let input: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
                json!({"type": "tool_use", "id": format!("toolu_{number}"), "name": call.name, "input": input})
            });
            let text = (!turn.words.is_empty()).then(|| json!({"type": "text", "text": turn.words}));
            let content: Vec<Value> = text.into_iter().chain(calls).collect();
            json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content,
                "stop_reason": "end_turn", "stop_sequence": null, "usage": {"input_tokens": 11, "output_tokens": 7}})
        }
        ProviderApi::OpenAi => {
            json!({"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [{"index": 0, "message": {"role": "assistant", "content": turn.words}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}})
        }
        ProviderApi::Responses => response("completed", &[said(&turn.words)]),
        ProviderApi::Gemini => candidate(&json!([{"text": turn.words}]), Some("STOP")),
        ProviderApi::Ollama => {
            let line = line(&json!({"role": "assistant", "content": turn.words}), true);
            serde_json::from_str(&line).unwrap_or_default()
        }
    }
}
