//! One step after the other, for one request.

use std::{io::Write as _, sync::Arc, sync::atomic::Ordering, time::Duration};

use rustix::stdio::{dup2_stdin, dup2_stdout};
use serde_json::{Value, json};
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

use super::{
    answer,
    process::{self, Origin},
    script::{Bytes, Flood, Progress, Step},
    session::{Request, Session},
    transport::{HostileTransport, Piece},
};

/// The work on one request.
pub(super) struct Turn {
    session: Arc<Session>,
    request: Request,
    transport: HostileTransport,
    cancelled: Option<watch::Receiver<Option<String>>>,
    answered: bool,
    /// What the host answered to the last `ask`.
    answer: Value,
}

impl Turn {
    pub(super) fn new(
        session: Arc<Session>,
        request: Request,
        transport: HostileTransport,
        cancelled: Option<watch::Receiver<Option<String>>>,
    ) -> Self {
        Self {
            session,
            request,
            transport,
            cancelled,
            answered: false,
            answer: Value::Null,
        }
    }

    pub(super) fn is_answered(&self) -> bool {
        self.answered
    }

    pub(super) async fn run(&mut self, steps: &[Step]) {
        for step in steps {
            // Boxed because a step may hold further steps.
            Box::pin(self.step(step)).await;
        }
    }

    pub(super) async fn answer_by_default(&mut self) {
        let bytes = self.default_bytes(&self.request.id.clone()).await;
        self.send_answer(bytes).await;
    }

    async fn default_bytes(&self, id: &Value) -> Vec<u8> {
        match self.session.default_answer(&self.request, &self.transport).await {
            Ok(result) => answer::reply(id, result, self.request.is_modern()),
            Err(error) => json!({"jsonrpc": "2.0", "id": id, "error": error})
                .to_string()
                .into_bytes(),
        }
    }

    async fn send_answer(&mut self, bytes: Vec<u8>) {
        self.answered = true;
        self.transport.answer(bytes).await;
    }

    async fn reply(&mut self, result: Value) {
        let bytes = answer::reply(&self.request.id, result, self.request.is_modern());
        self.send_answer(bytes).await;
    }

    /// Puts the request's values where the script names them.
    fn fill(&self, value: &Value) -> Value {
        match value {
            Value::String(name) => match name.as_str() {
                "$id" => self.request.id.clone(),
                "$token" => self.request.params["_meta"]["progressToken"].clone(),
                "$name" => self.request.params["name"].clone(),
                "$arguments" => self.request.params["arguments"].clone(),
                "$answer" => self.answer.clone(),
                "$subscription" => self.session.subscription(),
                _ => value.clone(),
            },
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(name, member)| (name.clone(), self.fill(member)))
                    .collect(),
            ),
            _ => value.clone(),
        }
    }

    async fn step(&mut self, step: &Step) {
        match step {
            Step::Say(message) => self.transport.message(self.fill(message).to_string()).await,
            Step::SayRaw(bytes) => self.transport.raw(bytes.decoded()).await,
            Step::Banner(text) => self.transport.raw(format!("{text}\n")).await,
            Step::Unended(bytes) => self.unended(*bytes).await,
            Step::Flood(flood) => self.flood(flood).await,
            Step::Progress(progress) => self.progress(progress).await,
            Step::Stderr(text) => eprintln!("{text}"),
            Step::StderrFlood(bytes) => stderr_flood(*bytes).await,
            Step::CloseStdout => {
                self.transport.flush().await;
                dup2_stdout(null()).expect("standard output can be replaced");
            }
            Step::CloseStdin => {
                self.session.reads.send_replace(false);
                dup2_stdin(null()).expect("standard input can be replaced");
            }
            Step::StopReading => {
                self.session.ignores_eof.store(true, Ordering::Relaxed);
                self.session.reads.send_replace(false);
            }
            Step::IgnoreEof => self.session.ignores_eof.store(true, Ordering::Relaxed),
            Step::IgnoreTerm => ignore_term(),
            Step::ChangeTool(definition) => self.session.change_tool(definition.clone()).await,
            Step::Ask(ask) => {
                let params = self.fill(&ask.params);
                let transport = match ask.stream {
                    true => self.session.stream().await,
                    false => self.transport.clone(),
                };
                self.answer = self
                    .session
                    .ask(ask.id.clone(), &ask.method, params, &transport)
                    .await;
            }
            Step::Sleep(milliseconds) => tokio::time::sleep(Duration::from_millis(*milliseconds)).await,
            Step::WaitForFile(path) => {
                while !path.exists() {
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            }
            Step::Touch(path) => process::write_pid(path),
            Step::DumpTo(path) => process::write_whole(path, Origin::noted().to_string().as_bytes()),
            Step::IfFile(fork) => {
                let steps = if fork.path.exists() {
                    &fork.then
                } else {
                    &fork.otherwise
                };
                self.run(steps).await;
            }
            Step::Exit(code) => {
                self.transport.flush().await;
                std::process::exit(*code);
            }
            Step::Crash => {
                self.transport.flush().await;
                process::crash();
            }
            Step::Fork(fork) => process::fork(fork),
            Step::Trickle(milliseconds) => {
                self.transport
                    .piece(Piece::Trickle(Duration::from_millis(*milliseconds)))
                    .await;
            }
            Step::Events(text) => {
                self.session.note_places(text, &self.request);
                let text = text.replace("$id", &self.request.id.to_string());
                self.transport.piece(Piece::Events(text.into_bytes())).await;
            }
            Step::ExpireSessions => self.session.expire(),
            _ => self.answer_as(step).await,
        }
    }

    /// The steps that answer, rightly or wrongly.
    async fn answer_as(&mut self, step: &Step) {
        let id = self.request.id.clone();
        match step {
            Step::Reply(result) => self.reply(self.fill(result)).await,
            Step::Error(error) => {
                let error = json!({"jsonrpc": "2.0", "id": id, "error": self.fill(error)});
                self.send_answer(error.to_string().into_bytes()).await;
            }
            Step::NoReply => self.answered = true,
            Step::Http(answer) => {
                self.answered = true;
                let mut answer = answer.clone();
                if let Some(Bytes::Text(body)) = &mut answer.body {
                    *body = body.replace("$id", &id.to_string());
                }
                self.transport.piece(Piece::Http(answer)).await;
            }
            Step::Drop => {
                self.answered = true;
                self.transport.piece(Piece::Drop).await;
            }
            Step::Malformed(fault) => self.send_answer(answer::malformed(&id, *fault)).await,
            Step::OversizedMib(mib) => self.reply(answer::text("x".repeat(mib << 20))).await,
            Step::TextBytes(bytes) => self.reply(answer::text("x".repeat(*bytes))).await,
            Step::Image => self.reply(answer::image()).await,
            Step::Audio => self.reply(answer::audio()).await,
            Step::BadStructured => self.reply(answer::bad_structured()).await,
            Step::DuplicateReply => {
                let bytes = self.default_bytes(&id).await;
                self.send_answer(bytes.clone()).await;
                self.send_answer(bytes).await;
            }
            Step::IdAsString => {
                let bytes = self.default_bytes(&json!(id.to_string())).await;
                self.send_answer(bytes).await;
            }
            Step::UnknownId => {
                let stray = answer::reply(&json!(987_654_321), answer::text("nobody asked"), false);
                self.transport.message(stray).await;
            }
            Step::RepeatingCursor => {
                let first = Request {
                    params: Value::Null,
                    ..self.request.clone()
                };
                let mut page = self.session.page(&first);
                page["nextCursor"] = json!("again");
                self.reply(page).await;
            }
            Step::EnvDump => {
                let noted = Origin::noted();
                let mut result = answer::text(noted.to_string());
                result["structuredContent"] = noted.clone();
                self.reply(result).await;
            }
            Step::WaitForCancel(path) => {
                self.answered = true;
                if let Some(cancelled) = &mut self.cancelled
                    && let Ok(reason) = cancelled.wait_for(Option::is_some).await
                {
                    process::write_whole(path, reason.as_deref().unwrap_or_default().as_bytes());
                }
            }
            _ => {}
        }
    }

    async fn unended(&self, bytes: usize) {
        let block = vec![b'x'; bytes.min(64 << 10)];
        let mut left = bytes;
        while left > 0 {
            let now = left.min(block.len());
            self.transport.raw(&block[..now]).await;
            left -= now;
        }
    }

    async fn flood(&self, flood: &Flood) {
        let mut message = json!({"jsonrpc": "2.0", "method": flood.method});
        if !flood.params.is_null() {
            message["params"] = self.fill(&flood.params);
        }
        let message = message.to_string();
        for n in 1..=flood.n {
            self.transport
                .message(message.replace("\"$n\"", &n.to_string()))
                .await;
        }
    }

    async fn progress(&self, progress: &Progress) {
        let own = self.request.params["_meta"].get("progressToken").cloned();
        let Some(token) = progress.token.clone().or(own) else {
            return;
        };
        for n in 1..=progress.n {
            if progress.interval_ms > 0 {
                tokio::time::sleep(Duration::from_millis(progress.interval_ms)).await;
            }
            let done = if progress.backwards { progress.n - n } else { n };
            let report = json!({
                "jsonrpc": "2.0",
                "method": "notifications/progress",
                "params": {
                    "progressToken": token,
                    "progress": done,
                    "total": progress.n,
                    "message": format!("{done} of {}", progress.n),
                },
            });
            self.transport.message(report.to_string()).await;
        }
    }
}

/// Lines of 100 bytes, on a thread of its own because standard error may not be read.
async fn stderr_flood(bytes: usize) {
    let written = tokio::task::spawn_blocking(move || {
        let line = format!("{}\n", "e".repeat(99));
        let mut stderr = std::io::stderr().lock();
        (0..bytes.div_ceil(100)).try_for_each(|_| stderr.write_all(line.as_bytes()))
    });
    written.await.ok();
}

fn null() -> std::fs::File {
    std::fs::File::options()
        .read(true)
        .write(true)
        .open("/dev/null")
        .expect("there is a null device")
}

/// Goes on at each SIGTERM instead of ending.
fn ignore_term() {
    let mut terms = signal(SignalKind::terminate()).expect("SIGTERM can be handled");
    tokio::spawn(async move { while terms.recv().await.is_some() {} });
}
