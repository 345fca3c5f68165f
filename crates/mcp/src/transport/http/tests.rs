//! What comes of answers that real servers and what stands before them give, from a server that answers as a test says.

mod announcements;
mod answers;
mod sessions;
mod sse;

use super::{HttpConfig, HttpTransport};
use crate::transport::{Id, JsonRpc, RequestGuard, RequestHead, RpcOutcome, locked};
use portcullis_core::Error;
use serde_json::Map;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use url::Url;

const JSON: &str = "Content-Type: application/json\r\n";
const LENGTH: &str = "Content-Length";
const EVENTS: &str = "Content-Type: text/event-stream\r\n";

/// A request as it arrived.
#[derive(Clone)]
struct Hit {
    /// In small letters.
    head: String,
    body: String,
}

/// All of them, in their order.
#[derive(Clone, Default)]
struct Hits(Arc<Mutex<Vec<Hit>>>);

impl Hits {
    fn all(&self) -> Vec<Hit> {
        locked(&self.0).clone()
    }

    /// Waits until there are so many.
    async fn count(&self, count: usize) {
        until(|| self.all().len() >= count).await;
    }

    fn add(&self, hit: Hit) {
        locked(&self.0).push(hit);
    }
}

/// Waits until this is so.
async fn until(so: impl Fn() -> bool) {
    let waiting = async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(30), waiting).await;
    waited.expect("it did not come to it");
}

/// Why a request has no answer.
fn broken(outcome: RpcOutcome) -> Error {
    match outcome {
        RpcOutcome::Broken(error) => error,
        other => panic!("{other:?}"),
    }
}

/// A request, once all of it is there.
fn whole(bytes: &[u8]) -> Option<Hit> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let head = head.to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok())
        .unwrap_or(0);
    let body = body.to_owned();
    (body.len() >= length).then_some(Hit { head, body })
}

async fn arrives(stream: &mut TcpStream) -> Option<Hit> {
    let mut bytes = Vec::new();
    loop {
        if let Some(hit) = whole(&bytes) {
            return Some(hit);
        }
        let mut more = [0; 4096];
        match stream.read(&mut more).await {
            Ok(0) | Err(_) => return None,
            Ok(length) => bytes.extend_from_slice(&more[..length]),
        }
    }
}

/// A server that answers like this, and what it was asked. An answer without a length stays open.
async fn serves(answer: impl Fn(&Hit) -> String + Send + Sync + 'static) -> (Url, Hits) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
    let (hits, answer) = (Hits::default(), Arc::new(answer));
    let kept = hits.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (kept, answer) = (kept.clone(), Arc::clone(&answer));
            tokio::spawn(async move {
                let Some(hit) = arrives(&mut stream).await else {
                    return;
                };
                let said = answer(&hit);
                kept.add(hit);
                // Who asked may have seen enough before all of it was written.
                _ = stream.write_all(said.as_bytes()).await;
                if !said.contains(LENGTH) {
                    std::future::pending::<()>().await;
                }
            });
        }
    });
    (url, hits)
}

fn said(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}{LENGTH}: {length}\r\nConnection: close\r\n\r\n{body}")
}

fn without_headers(url: &Url) -> HttpConfig {
    HttpConfig {
        url: url.clone(),
        headers: Vec::new(),
        authorization: None,
    }
}

fn reaches(url: &Url) -> (JsonRpc, HttpTransport) {
    let rpc = crate::transport::tests::rpc();
    let (asks, _) = mpsc::channel(8);
    let http = HttpTransport::new(rpc.clone(), &without_headers(url), asks).unwrap();
    (rpc, http)
}

/// Waits until something stands in the log.
async fn logs_a_line(rpc: &JsonRpc) {
    until(|| !rpc.log().page(0, 1).lines.is_empty()).await;
}

/// Sends a request: its id, where its answer arrives, and what keeps it in flight.
fn sends(
    rpc: &JsonRpc,
    http: &HttpTransport,
    method: &'static str,
) -> (Id, oneshot::Receiver<RpcOutcome>, RequestGuard) {
    let mut params = Map::new();
    let begun = rpc.begin(method, &mut params, None).unwrap();
    let head = RequestHead {
        id: begun.id,
        method,
        params: &params,
        marked: &[],
    };
    let guard = http.request(&head, begun.bytes);
    (begun.id, begun.answer, guard)
}

async fn asks(rpc: &JsonRpc, http: &HttpTransport, method: &'static str) -> RpcOutcome {
    let (_, answer, _guard) = sends(rpc, http, method);
    answer.await.expect("a request that ends without an answer")
}
