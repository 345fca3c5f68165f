//! A provider of models on this computer: speaks the API of Anthropic, OpenAI, Gemini or Ollama as they speak it, says what
//! a script says, in pieces of any size, and does what providers do at their worst. It remembers what it was asked.
//!
//! The shapes are those that the providers document, with everything that a client has to skip left in.

mod made;
mod replies;

use crate::{
    http1::{self, Request},
    wait::PATIENCE,
};
use replies::{at_once, frames, words_frame};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream, tcp::OwnedWriteHalf},
    sync::{Semaphore, watch},
    task::JoinHandle,
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
    /// It ends by declining, where the protocol has a way to say so: that of Anthropic.
    pub declines: bool,
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
    pub fn says(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            ..Self::default()
        }
    }

    /// Wants these tools at once.
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
    pub fn has_left(&self) -> usize {
        self.state().turns.len()
    }

    /// Forgets what it was asked; a test of hours would fill the memory.
    pub fn forgets(&self) {
        self.state().requests.clear();
    }

    /// Lets whatever waits go on by one step.
    pub fn goes_on(&self) {
        self.shared.going.add_permits(1);
    }

    /// Every request for words so far, oldest first.
    pub fn asked(&self) -> Vec<Value> {
        let state = self.state();
        let posts = state.requests.iter().filter(|request| request.method == "POST");
        posts
            .map(|request| serde_json::from_slice(&request.body).expect("a request is JSON"))
            .collect()
    }

    /// Every request as it came.
    pub fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    /// Waits until it was asked this often.
    pub async fn was_asked(&self, times: usize) -> Vec<Value> {
        let mut asked = self.shared.asked.subscribe();
        let came = tokio::time::timeout(PATIENCE, asked.wait_for(|asked| *asked >= times)).await;
        came.unwrap_or_else(|_| panic!("asked {} times of {times}", self.asked().len()))
            .expect("the sender is in here");
        self.asked()
    }

    /// Waits until a client left in the middle of an answer.
    pub async fn was_left(&self) {
        let mut gone = self.shared.gone.subscribe();
        let left = tokio::time::timeout(PATIENCE, gone.wait_for(|gone| *gone > 0)).await;
        left.expect("a request ends").expect("the sender is in here");
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
