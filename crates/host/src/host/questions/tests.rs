//! Servers that ask, and a person who answers them: everything between the engine of the protocol and the gate.
mod folders;
mod forms;
mod links;

use crate::host::launches::tests::{
    DECISION, INTENTION, asked_when, config, inserted, read_and_answer, write_no_more,
};
use crate::host::{Config, Entry, Host};
use crate::limits;
use crate::opener::{MemoryOpener, Opener};
use portcullis_core::Result;
use portcullis_domain::{
    Answer, Endpoint, Filled, Outcome, RecordDetail, RecordFilter, RecordKind, RecordRow, Request,
    ServerDraft,
};
use portcullis_mcp::client::{Refusal, ServerRequest};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Longest wait for what must come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A host with one server that is off: its questions are put by hand, as the engine would.
struct Fixture {
    host: Host,
    entry: Arc<Entry>,
    browser: Arc<MemoryOpener>,
    data: tempfile::TempDir,
    /// For the test's own folders; its path has no link in it.
    room: tempfile::TempDir,
}

/// What a server was answered.
type Answered = std::result::Result<Value, Refusal>;

impl Fixture {
    async fn new() -> Self {
        Self::with_browser(MemoryOpener::default()).await
    }

    async fn with_browser(browser: MemoryOpener) -> Self {
        let browser = Arc::new(browser);
        let data = tempfile::tempdir().unwrap();
        let config = Config {
            opener: Arc::clone(&browser) as Arc<dyn Opener>,
            ..config(data.path())
        };
        let host = Host::open(config).await.unwrap();
        let draft = ServerDraft::unfenced(
            "Notes",
            Endpoint::Address {
                url: "https://notes.example/mcp".to_owned(),
            },
        );
        host.0.place(inserted(&host, draft).await).await.unwrap();
        let entry = host.0.entries().remove(0);
        Self {
            host,
            entry,
            browser,
            data,
            room: tempfile::tempdir().unwrap(),
        }
    }

    fn server(&self) -> &str {
        self.entry.id.as_str()
    }

    /// The server asks, in this revision. Cancelling the token takes the question back.
    fn asks_in(
        &self,
        revision: &str,
        method: &str,
        params: &Value,
    ) -> (JoinHandle<Answered>, CancellationToken) {
        let cancelled = CancellationToken::new();
        let server_request = ServerRequest {
            method: method.to_owned(),
            params: serde_json::value::to_raw_value(params).unwrap(),
            revision: revision.to_owned(),
            cause: None,
            cancelled: cancelled.clone(),
        };
        let (host, entry) = (Arc::clone(&self.host.0), Arc::clone(&self.entry));
        (
            tokio::spawn(async move { host.answer_server_request(&entry, server_request).await }),
            cancelled,
        )
    }

    fn asks(&self, method: &str, params: &Value) -> JoinHandle<Answered> {
        self.asks_in("2025-11-25", method, params).0
    }

    fn asks_for(&self, form: &Value) -> JoinHandle<Answered> {
        self.asks(
            "elicitation/create",
            &json!({ "message": "Please.", "requestedSchema": form }),
        )
    }

    /// Waits until something is asked.
    async fn asked(&self) -> Request {
        self.asked_when(|_| true).await
    }

    async fn asked_when(&self, fits: impl Fn(&Request) -> bool) -> Request {
        asked_when(&self.host, fits).await
    }

    /// Waits until nothing is asked any more.
    async fn not_asked_any_more(&self) {
        let mut changes = self.host.0.gate.changes();
        let empty = async {
            while !self.host.waiting().is_empty() {
                changes.changed().await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, empty).await.expect("it goes away");
    }

    /// The person reads it for as long as the guard wants, and answers.
    async fn tries(&self, request: &Request, answer: Answer) -> Result<()> {
        read_and_answer(&self.host, request, answer).await
    }

    /// What a server hears to a question that is answered so.
    async fn hears(&self, method: &str, params: &Value, given: Answer) -> Answered {
        let asked = self.asks(method, params);
        self.answers(given).await;
        answer(asked).await
    }

    /// What waits is answered so.
    async fn answers(&self, answer: Answer) {
        let request = self.asked().await;
        self.tries(&request, answer).await.unwrap();
    }

    /// Rows of a kind that have ended, newest first; waits for this many.
    async fn rows(&self, kind: RecordKind, many: usize) -> Vec<RecordRow> {
        let mut last = self.host.0.audit.last();
        let found = async {
            loop {
                last.borrow_and_update();
                let filter = RecordFilter {
                    kind: Some(kind),
                    ..RecordFilter::default()
                };
                let rows = self.host.record(filter, None).await.unwrap().rows;
                let ended: Vec<_> = rows
                    .into_iter()
                    .filter(|row| row.outcome != Outcome::Waiting)
                    .collect();
                if ended.len() >= many {
                    return ended;
                }
                last.changed().await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, found)
            .await
            .expect("the rows come")
    }

    /// The newest row of a kind in full, once there are this many.
    async fn newest(&self, kind: RecordKind, many: usize) -> RecordDetail {
        let row = self.rows(kind, many).await.remove(0);
        self.host.record_detail(row.seq).await.unwrap()
    }
}

async fn answer(asked: JoinHandle<Answered>) -> Answered {
    tokio::time::timeout(PATIENCE, asked)
        .await
        .expect("it is answered")
        .unwrap()
}

fn submit(content: Value) -> Answer {
    Answer::Submit {
        content: Filled(content),
    }
}
