//! A provider of models on this computer: speaks the API of Anthropic, OpenAI, Gemini or Ollama as they speak it, says what
//! a script says, in pieces of any size, and does what providers do at their worst. It remembers what it was asked.
//!
//! The shapes are those that the providers document, with everything that a client has to skip left in.

mod made;

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream, tcp::OwnedWriteHalf},
    sync::{Semaphore, watch},
    task::JoinHandle,
};

use crate::{
    http1::{self, Request},
    peer::PATIENCE,
};

/// Whose API it speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderApi {
    /// `POST /v1/messages`, server-sent events.
    Anthropic,
    /// `POST /chat/completions`, server-sent events.
    OpenAi,
    /// `POST /responses`, server-sent events.
    Responses,
    /// `POST /v1beta/models/NAME:streamGenerateContent`, server-sent events.
    Gemini,
    /// `POST /api/chat`, lines of JSON.
    Ollama,
}

/// All of them.
pub const PROVIDER_APIS: [ProviderApi; 5] = [
    ProviderApi::Anthropic,
    ProviderApi::OpenAi,
    ProviderApi::Responses,
    ProviderApi::Gemini,
    ProviderApi::Ollama,
];

/// A tool that the model wants, with its arguments as the text that the model writes.
#[derive(Debug, Clone)]
pub struct Call {
    /// Name.
    pub name: String,
    /// JSON, or whatever else a model writes there.
    pub arguments: String,
}

/// A status, headers and a body.
pub type Instead = (u16, Vec<(String, String)>, String);

/// What it does with a request.
#[derive(Debug, Clone, Default)]
pub struct Turn {
    /// What it thinks first.
    pub thought: String,
    /// What it says.
    pub words: String,
    /// Pictures and sounds that it makes after its words: what it says that they are, and what it sends for them in
    /// Base64. An address where it says nothing.
    pub makes: Vec<(String, String)>,
    /// What it wants then, all at once.
    pub calls: Vec<Call>,
    /// It stops because it may not say more.
    pub cut_short: bool,
    /// In place of all that: a status with headers and a body.
    pub instead: Option<Instead>,
    /// Bytes sent at a time; all at once for 0.
    pub pieces: usize,
    /// The connection ends after so many bytes of the body.
    pub breaks_after: Option<usize>,
    /// The words come again and again and never end.
    pub endless: bool,
    /// After the words come these, one each time that so long has gone by.
    pub steady: Option<(Vec<String>, Duration)>,
    /// After the head, and again after the words, it waits until [`FakeProvider::goes_on`].
    pub waits: bool,
}

impl Turn {
    /// Says this.
    #[must_use]
    pub fn says(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            ..Self::default()
        }
    }

    /// Wants these tools at once.
    #[must_use]
    pub fn wants(calls: &[(&str, Value)]) -> Self {
        let call = |(name, arguments): &(&str, Value)| Call {
            name: (*name).to_owned(),
            arguments: arguments.to_string(),
        };
        Self {
            calls: calls.iter().map(call).collect(),
            ..Self::default()
        }
    }

    /// Answers with a status.
    #[must_use]
    pub fn status(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let header = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self {
            instead: Some((status, headers.iter().map(header).collect(), body.to_owned())),
            ..Self::default()
        }
    }
}

/// The provider.
#[derive(Debug)]
pub struct FakeProvider {
    address: SocketAddr,
    api: ProviderApi,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    api: ProviderApi,
    state: Mutex<State>,
    asked: watch::Sender<usize>,
    going: Semaphore,
    gone: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct State {
    turns: VecDeque<Turn>,
    requests: Vec<Request>,
    models: Vec<String>,
    key: Option<String>,
}

impl Drop for FakeProvider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl FakeProvider {
    /// One with these models, which takes any key or none.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn new(api: ProviderApi, models: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("there is a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let shared = Arc::new(Shared {
            api,
            state: Mutex::new(State {
                models: models.iter().map(|model| (*model).to_owned()).collect(),
                ..State::default()
            }),
            asked: watch::Sender::new(0),
            going: Semaphore::new(0),
            gone: watch::Sender::new(0),
        });
        let serving = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&serving);
                tokio::spawn(async move {
                    // A client that leaves is what some tests want.
                    if serve(stream, &shared).await.is_err() {
                        shared.gone.send_modify(|gone| *gone += 1);
                    }
                });
            }
        });
        Self {
            address,
            api,
            shared,
            task,
        }
    }

    /// The address for a person to type.
    #[must_use]
    pub fn url(&self) -> String {
        match self.api {
            ProviderApi::OpenAi | ProviderApi::Responses => format!("http://{}/v1", self.address),
            ProviderApi::Anthropic | ProviderApi::Gemini | ProviderApi::Ollama => {
                format!("http://{}", self.address)
            }
        }
    }

    /// Takes this key and no other from now on.
    pub fn wants_key(&self, key: &str) {
        self.state().key = Some(key.to_owned());
    }

    /// Has these models from now on.
    pub fn has_models(&self, models: &[&str]) {
        self.state().models = models.iter().map(|model| (*model).to_owned()).collect();
    }

    /// Does these next, one for each request; afterwards it says “ok”.
    pub fn does(&self, turns: impl IntoIterator<Item = Turn>) {
        self.state().turns.extend(turns);
    }

    /// How many of them are still to come.
    #[must_use]
    pub fn has_left(&self) -> usize {
        self.state().turns.len()
    }

    /// Forgets what it was asked; whoever asks for hours would fill the memory.
    pub fn forgets(&self) {
        self.state().requests.clear();
    }

    /// Lets whatever waits go on by one step.
    pub fn goes_on(&self) {
        self.shared.going.add_permits(1);
    }

    /// Every request for words so far, oldest first.
    #[must_use]
    pub fn asked(&self) -> Vec<Value> {
        let state = self.state();
        let posts = state.requests.iter().filter(|request| request.method == "POST");
        posts
            .map(|request| serde_json::from_slice(&request.body).expect("a request is JSON"))
            .collect()
    }

    /// Every request as it came.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    /// Waits until it was asked this often.
    ///
    /// # Panics
    ///
    /// After [`PATIENCE`].
    pub async fn was_asked(&self, times: usize) -> Vec<Value> {
        let mut asked = self.shared.asked.subscribe();
        let came = tokio::time::timeout(PATIENCE, asked.wait_for(|asked| *asked >= times)).await;
        came.unwrap_or_else(|_| panic!("asked {} times of {times}", self.asked().len()))
            .expect("the sender is in here");
        self.asked()
    }

    /// Waits until a client left in the middle of an answer.
    ///
    /// # Panics
    ///
    /// After [`PATIENCE`].
    pub async fn was_left(&self) {
        let mut gone = self.shared.gone.subscribe();
        let left = tokio::time::timeout(PATIENCE, gone.wait_for(|gone| *gone > 0)).await;
        left.expect("somebody leaves").expect("the sender is in here");
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn serve(stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    while let Some(request) = http1::read(&mut read).await? {
        shared.state().requests.push(request.clone());
        if let Some(no) = refused(&request, shared) {
            respond(&mut write, 401, &[], no.to_string().as_bytes()).await?;
            continue;
        }
        if request.method == "GET" {
            let list = listing(shared.api, &shared.state().models);
            respond(&mut write, 200, &[], list.to_string().as_bytes()).await?;
            continue;
        }
        let turn = shared
            .state()
            .turns
            .pop_front()
            .unwrap_or_else(|| Turn::says("ok"));
        shared.asked.send_modify(|asked| *asked += 1);
        if let Some((status, headers, body)) = &turn.instead {
            respond(&mut write, *status, headers, body.as_bytes()).await?;
            continue;
        }
        let whole = streamed(&request);
        if !whole {
            let body = at_once(shared.api, &turn).to_string();
            respond(&mut write, 200, &[], body.as_bytes()).await?;
            continue;
        }
        if !speak(&mut write, shared, &turn).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// Whether the client wants pieces.
fn streamed(request: &Request) -> bool {
    let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    body["stream"] == true || request.target.contains("streamGenerateContent")
}

fn refused(request: &Request, shared: &Shared) -> Option<Value> {
    let key = shared.state().key.clone()?;
    let bearer = request
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "));
    let given = bearer
        .or_else(|| request.header("x-api-key"))
        .or_else(|| request.header("x-goog-api-key"));
    // As OpenAI does, it repeats what it was given.
    (given != Some(key.as_str())).then(|| {
        json!({"error": {
            "message": format!("Incorrect API key provided: {}.", given.unwrap_or_default()),
            "type": "invalid_request_error",
            "code": "invalid_api_key",
        }})
    })
}

async fn respond(
    write: &mut OwnedWriteHalf,
    status: u16,
    headers: &[(String, String)],
    body: &[u8],
) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    write.write_all(head.as_bytes()).await?;
    write.write_all(body).await?;
    write.flush().await
}

/// Speaks a turn; false when the connection is over with it.
async fn speak(write: &mut OwnedWriteHalf, shared: &Shared, turn: &Turn) -> std::io::Result<bool> {
    let kind = match shared.api {
        ProviderApi::Ollama => "application/x-ndjson",
        ProviderApi::Anthropic | ProviderApi::OpenAi | ProviderApi::Responses | ProviderApi::Gemini => {
            "text/event-stream; charset=utf-8"
        }
    };
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n");
    write.write_all(head.as_bytes()).await?;
    write.flush().await?;
    let (first, last) = frames(shared.api, turn);
    if turn.waits {
        wait(shared).await?;
    }
    let mut budget = turn.breaks_after.unwrap_or(usize::MAX);
    if !chunks(write, first.as_bytes(), turn.pieces, &mut budget).await? {
        return Ok(false);
    }
    if turn.waits {
        wait(shared).await?;
    }
    if turn.endless {
        let more = words_frame(shared.api, &turn.words);
        loop {
            chunks(write, more.as_bytes(), 0, &mut budget).await?;
        }
    }
    if let Some((words, every)) = &turn.steady {
        let mut ticks = tokio::time::interval(*every);
        for words in words {
            ticks.tick().await;
            let more = words_frame(shared.api, words);
            chunks(write, more.as_bytes(), 0, &mut budget).await?;
        }
    }
    if !chunks(write, last.as_bytes(), turn.pieces, &mut budget).await? {
        return Ok(false);
    }
    write.write_all(b"0\r\n\r\n").await?;
    write.flush().await?;
    Ok(true)
}

async fn wait(shared: &Shared) -> std::io::Result<()> {
    let permit = shared.going.acquire().await.map_err(std::io::Error::other)?;
    permit.forget();
    Ok(())
}

/// False when the connection breaks here.
async fn chunks(
    write: &mut OwnedWriteHalf,
    bytes: &[u8],
    pieces: usize,
    budget: &mut usize,
) -> std::io::Result<bool> {
    let size = if pieces == 0 { bytes.len().max(1) } else { pieces };
    for piece in bytes.chunks(size) {
        let piece = &piece[..piece.len().min(*budget)];
        *budget -= piece.len();
        if !piece.is_empty() {
            write
                .write_all(format!("{:x}\r\n", piece.len()).as_bytes())
                .await?;
            write.write_all(piece).await?;
            write.write_all(b"\r\n").await?;
            write.flush().await?;
        }
        if *budget == 0 {
            write.shutdown().await?;
            return Ok(false);
        }
    }
    Ok(true)
}

fn listing(api: ProviderApi, models: &[String]) -> Value {
    match api {
        ProviderApi::Anthropic => {
            let data: Vec<Value> = models
                .iter()
                .map(|id| json!({"type": "model", "id": id, "display_name": id, "created_at": "2026-01-01T00:00:00Z"}))
                .collect();
            json!({"data": data, "has_more": false, "first_id": null, "last_id": null})
        }
        ProviderApi::OpenAi | ProviderApi::Responses => {
            let data: Vec<Value> = models
                .iter()
                .map(|id| json!({"id": id, "object": "model", "created": 1, "owned_by": "test"}))
                .collect();
            json!({"object": "list", "data": data})
        }
        ProviderApi::Gemini => {
            let models: Vec<Value> = models
                .iter()
                .map(|id| {
                    json!({"name": format!("models/{id}"), "displayName": id, "inputTokenLimit": 1000,
                        "outputTokenLimit": 100, "supportedGenerationMethods": ["generateContent"]})
                })
                .collect();
            json!({ "models": models })
        }
        ProviderApi::Ollama => {
            let models: Vec<Value> = models
                .iter()
                .map(|id| {
                    json!({"name": id, "model": id, "modified_at": "2026-01-01T00:00:00Z", "size": 1,
                        "digest": "d", "details": {"family": "llama", "parameter_size": "8B"}})
                })
                .collect();
            json!({ "models": models })
        }
    }
}

fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

fn data(data: &Value) -> String {
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

fn words_frame(api: ProviderApi, words: &str) -> String {
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

fn chunk(delta: &Value, finish: &Value) -> Value {
    json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "system_fingerprint": null, "choices": [{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish}]})
}

fn candidate(parts: &Value, finish: Option<&str>) -> Value {
    let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
    if let Some(finish) = finish {
        candidate["finishReason"] = finish.into();
    }
    json!({"candidates": [candidate], "modelVersion": "m", "responseId": "r1",
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}})
}

fn line(message: &Value, done: bool) -> String {
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
fn frames(api: ProviderApi, turn: &Turn) -> (String, String) {
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
fn at_once(api: ProviderApi, turn: &Turn) -> Value {
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
