//! The server on HTTP.
//!
//! `hostile --script … --http` listens on a free port of the loopback address, writes its address as
//! its first line and ends when its standard input does. The path is `/mcp`, but every path is taken.
//! The member `http` of the script:
//!
//! | member | shape | meaning |
//! |---|---|---|
//! | `sse` | bool | answers come as an event stream even when one message is all |
//! | `old_sse` | bool | the transport of 2024-11-05: GET opens the stream and names `/messages`, POST to it is 202, POST elsewhere 405 |
//! | `no_get` | bool | GET is 405 |
//! | `no_session` | bool | no `Mcp-Session-Id` with the answer to `initialize` |
//! | `token` | string | without this in `Authorization: Bearer` everything is 401 |
//! | `challenge` | string | the `WWW-Authenticate` of that 401; none by default |
//! | `sessions` | bool | each `initialize` begins a session of its own; without one everything else is 400, with one that is not known 404 |
//! | `delete` | number | the status of DELETE; 200 by default |
//! | `endpoint` | string | what the old transport names instead of `/messages`; an empty one is never named. With `sessions` each stream is a session, and the address ends in its name |
//! | `resume` | object of steps | by `Last-Event-ID`: what a GET with it goes on with; another is 404 |
//! | `headers` | object | further headers of answers to POST |
//! | `record` | path | one line of JSON per request: `method`, `target`, `headers`, `body` |
//!
//! A request is answered with one JSON body, or with an event stream as soon as something is said
//! before the answer. Five further steps:
//!
//! - `{"http": {"status": 503, "headers": {…}, "body": "…"}}` this response, with `$id` in its body replaced; the
//!   body may be `{"base64": "…"}`.
//! - `{"trickle": ms}` from here on one byte at a time with this pause.
//! - `{"events": "text"}` events as they are, with `$id` replaced; makes the response a stream. A stream
//!   can be resumed at the ids in them.
//! - `"expire_sessions"` all sessions are forgotten.
//! - `"drop"` the connection ends at once, in the middle of a stream if one has begun.
//!
//! `say_raw` begins a JSON body without a length and writes into it. `no_reply` keeps the connection
//! open. A host that closes the stream of a request has cancelled it, as `wait_for_cancel` notes.

use std::{io, io::Write as _, process::Stdio, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    process::{Child, Command},
    sync::{Mutex, mpsc},
};

use super::{
    script::{Bytes, HttpAnswer, Script},
    session::Session,
    transport::{HostileTransport, Piece},
};
use crate::http1::{self, Request};

const SESSION: (&str, &str) = ("Mcp-Session-Id", "hostile-session");
const JSON: (&str, &str) = ("Content-Type", "application/json");
const EVENTS: (&str, &str) = ("Content-Type", "text/event-stream");

/// A hostile server that listens. It is killed when this is dropped.
#[derive(Debug)]
pub struct Served {
    /// The address of its endpoint.
    pub url: String,
    _child: Child,
}

impl Served {
    pub(super) async fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server can be started");
        let mut url = String::new();
        let stdout = child.stdout.take().expect("standard output is a pipe");
        BufReader::new(stdout)
            .read_line(&mut url)
            .await
            .expect("the server tells its address");
        assert!(url.starts_with("http://"), "the server did not start: {url:?}");
        Self {
            url: url.trim().to_owned(),
            _child: child,
        }
    }
}

struct Server {
    session: Arc<Session>,
    /// The stream of the old transport; the last one opened.
    stream: Mutex<Option<HostileTransport>>,
}

/// Serves until standard input ends.
pub async fn serve(script: Script) -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let session = Session::new(script, true);
    let (nowhere, _) = HostileTransport::new();
    session.run(&session.script.start.clone(), &nowhere).await;
    let mut stdout = io::stdout();
    writeln!(stdout, "http://{}/mcp", listener.local_addr()?)?;
    stdout.flush()?;
    let server = Arc::new(Server {
        session,
        stream: Mutex::default(),
    });
    let accept = async {
        while let Ok((connection, _)) = listener.accept().await {
            tokio::spawn(Arc::clone(&server).converse(connection));
        }
    };
    let mut input = Vec::new();
    let mut stdin = tokio::io::stdin();
    tokio::select! {
        () = accept => {}
        _ = stdin.read_to_end(&mut input) => {}
    }
    Ok(())
}

impl Server {
    /// One request; every connection is closed after it. A host that leaves early is no fault.
    async fn converse(self: Arc<Self>, connection: TcpStream) {
        let (reader, writer) = connection.into_split();
        let mut reader = BufReader::new(reader);
        if let Ok(Some(request)) = http1::read(&mut reader).await {
            self.record(&request);
            self.answer(
                &request,
                reader,
                Reply {
                    writer,
                    pause: Duration::ZERO,
                },
            )
            .await
            .ok();
        }
    }

    fn record(&self, request: &Request) {
        let Some(path) = &self.session.script.http.record else {
            return;
        };
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let line = json!({
            "method": request.method,
            "target": request.target,
            "headers": request.headers,
            "body": body,
        });
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        if let Err(error) = file.and_then(|mut file| writeln!(file, "{line}")) {
            eprintln!("hostile: cannot record into {}: {error}", path.display());
        }
    }

    async fn answer(
        &self,
        request: &Request,
        reader: BufReader<OwnedReadHalf>,
        mut reply: Reply,
    ) -> io::Result<()> {
        let http = &self.session.script.http;
        let token = http.token.as_ref().map(|token| format!("Bearer {token}"));
        if token.is_some() && request.header("authorization") != token.as_deref() {
            let challenge = http
                .challenge
                .as_deref()
                .map(|challenge| ("WWW-Authenticate", challenge));
            return reply.whole(401, &Vec::from_iter(challenge), b"").await;
        }
        if let Some(status) = self.turned_away(request) {
            return reply.whole(status, &[], b"").await;
        }
        match request.method.as_str() {
            "GET" if request.header("last-event-id").is_some() => {
                let (transport, pieces) = HostileTransport::new();
                let last = request.header("last-event-id").unwrap_or_default();
                if !self.session.resume(last, transport) {
                    return reply.whole(404, &[], b"").await;
                }
                reply.send(&http1::head(200, &[EVENTS])).await?;
                reply.events(pieces).await
            }
            "GET" if http.old_sse || !http.no_get => {
                // Listening begins before the head is written: who has read the head misses nothing.
                let (transport, pieces) = HostileTransport::new();
                self.session.listen(transport.clone(), None);
                if http.old_sse {
                    let own = http
                        .sessions
                        .then(|| format!("/messages/{}", self.session.begin()));
                    let named = http.endpoint.as_deref().or(own.as_deref());
                    let endpoint = named.unwrap_or("/messages");
                    if !endpoint.is_empty() {
                        transport
                            .raw(format!("event: endpoint\ndata: {endpoint}\n\n"))
                            .await;
                    }
                    *self.stream.lock().await = Some(transport);
                }
                reply.send(&http1::head(200, &[EVENTS])).await?;
                reply.events(pieces).await
            }
            "POST" if http.old_sse && request.target.starts_with("/messages") => {
                let own = request.target.rsplit('/').next().unwrap_or_default();
                if http.sessions && !self.session.knows(own) {
                    return reply.whole(404, &[], b"").await;
                }
                if let Some(transport) = &*self.stream.lock().await {
                    self.session.receive(&request.body, transport);
                }
                reply.whole(202, &[], b"").await
            }
            "POST" if !http.old_sse => self.post(request, reader, reply).await,
            "DELETE" => reply.whole(http.delete.unwrap_or(200), &[], b"").await,
            _ => reply.whole(405, &[("Allow", "POST")], b"").await,
        }
    }

    /// The status for a request without a session where one is needed.
    fn turned_away(&self, request: &Request) -> Option<u16> {
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let begins = matches!(message["method"].as_str(), Some("initialize" | "server/discover"));
        let http = &self.session.script.http;
        if !http.sessions || http.old_sse || begins {
            return None;
        }
        match request.header("mcp-session-id") {
            None => Some(400),
            Some(session) => (!self.session.knows(session)).then_some(404),
        }
    }

    async fn post(
        &self,
        request: &Request,
        reader: BufReader<OwnedReadHalf>,
        mut reply: Reply,
    ) -> io::Result<()> {
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let (transport, pieces) = HostileTransport::new();
        self.session.receive(&request.body, &transport);
        drop(transport);
        if message["method"].is_null() || message["id"].is_null() {
            return reply.whole(202, &[], b"").await;
        }
        let http = &self.session.script.http;
        let begins = message["method"] == "initialize" && !http.no_session;
        let session = match http.sessions {
            true if begins => self.session.begin(),
            _ => SESSION.1.to_owned(),
        };
        let mut headers = Vec::from_iter(begins.then_some((SESSION.0, session.as_str())));
        headers.extend(
            http.headers
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str())),
        );
        let told = tokio::select! {
            () = left(reader) => Err(io::ErrorKind::ConnectionAborted.into()),
            told = reply.tell(pieces, &headers, http.sse) => told,
        };
        // A closed stream is seen by reading, or by writing to it: whichever comes first.
        if told.is_err() {
            self.session
                .cancel(&message["id"], "the host closed the stream".to_owned());
        }
        told
    }
}

/// Waits until the other side has closed the connection.
async fn left(mut reader: BufReader<OwnedReadHalf>) {
    let mut rest = [0; 64];
    while matches!(reader.read(&mut rest).await, Ok(1..)) {}
}

struct Reply {
    writer: OwnedWriteHalf,
    /// Before each byte.
    pause: Duration,
}

impl Reply {
    /// What the steps say, as whatever kind of response it turns out to be.
    async fn tell(
        &mut self,
        mut pieces: mpsc::Receiver<Piece>,
        headers: &[(&str, &str)],
        sse: bool,
    ) -> io::Result<()> {
        loop {
            match pieces.recv().await {
                Some(Piece::Answer(answer)) if !sse => {
                    return self.whole(200, &[headers, &[JSON]].concat(), &answer).await;
                }
                Some(Piece::Message(message) | Piece::Answer(message)) => {
                    self.send(&http1::head(200, &[headers, &[EVENTS]].concat()))
                        .await?;
                    self.event(&message).await?;
                    return self.events(pieces).await;
                }
                Some(Piece::Raw(bytes)) => {
                    self.send(&http1::head(200, &[headers, &[JSON]].concat())).await?;
                    self.send(&bytes).await?;
                    return self.events(pieces).await;
                }
                Some(Piece::Events(bytes)) => {
                    self.send(&http1::head(200, &[headers, &[EVENTS]].concat()))
                        .await?;
                    self.send(&bytes).await?;
                    return self.events(pieces).await;
                }
                Some(Piece::Http(answer)) => return self.given(&answer).await,
                Some(Piece::Trickle(pause)) => self.pause = pause,
                Some(Piece::Flush(written)) => drop(written.send(())),
                Some(Piece::Drop) => return Ok(()),
                None => std::future::pending().await,
            }
        }
    }

    /// Writes what comes as events until nothing can come any more.
    async fn events(&mut self, mut pieces: mpsc::Receiver<Piece>) -> io::Result<()> {
        while let Some(piece) = pieces.recv().await {
            match piece {
                Piece::Message(message) | Piece::Answer(message) => self.event(&message).await?,
                Piece::Raw(bytes) | Piece::Events(bytes) => self.send(&bytes).await?,
                Piece::Trickle(pause) => self.pause = pause,
                Piece::Flush(written) => drop(written.send(())),
                Piece::Drop | Piece::Http(_) => return Ok(()),
            }
        }
        Ok(())
    }

    async fn event(&mut self, message: &[u8]) -> io::Result<()> {
        self.send(&[b"event: message\ndata: ", message, b"\n\n"].concat())
            .await
    }

    async fn given(&mut self, answer: &HttpAnswer) -> io::Result<()> {
        let headers: Vec<_> = answer
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let body = answer.body.as_ref().map(Bytes::decoded).unwrap_or_default();
        self.whole(answer.status, &headers, &body).await
    }

    async fn whole(&mut self, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
        self.send(&http1::response(status, headers, body)).await
    }

    async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.pause.is_zero() {
            return self.writer.write_all(bytes).await;
        }
        for byte in bytes {
            tokio::time::sleep(self.pause).await;
            self.writer.write_all(&[*byte]).await?;
        }
        Ok(())
    }
}
