//! What comes of answers that real servers and what stands before them give, from a server that answers as a test says.

use super::streams::AwaitedOnStream;
use super::{HttpConfig, HttpTransport};
use crate::limits;
use crate::transport::{
    Id, IncomingRequest, JsonRpc, RequestGuard, RequestHead, RpcOutcome, SseTransport, locked,
};
use portcullis_core::{Code, Error};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// An old server, which answers every message like this.
async fn serves_old(answer: impl Fn() -> String + Send + Sync + 'static) -> (Url, Hits) {
    serves(move |hit| match hit.head.starts_with("get") {
        true => format!("HTTP/1.1 200 OK\r\n{EVENTS}\r\nevent: endpoint\ndata: /messages\n\n"),
        false => answer(),
    })
    .await
}

/// A stream to it, and what it asks.
async fn reaches_old(url: &Url, rpc: &JsonRpc) -> (SseTransport, mpsc::Receiver<IncomingRequest>) {
    let (asks, asked) = mpsc::channel(8);
    let open = SseTransport::open(rpc, &without_headers(url), asks).await;
    let (sse, _reading) = open.unwrap();
    (sse, asked)
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

// Proves OLD-01, ERA-26.
#[tokio::test]
async fn an_error_of_a_web_framework_is_no_answer_of_a_server() {
    for (status, body, code) in [
        (
            "405 Method Not Allowed",
            r#"{"status":405,"error":"Method Not Allowed","path":"/sse"}"#,
            Code::NetworkNotMcp,
        ),
        (
            "404 Not Found",
            r#"{"error":{"code":404,"message":"no such page"}}"#,
            Code::NetworkNotMcp,
        ),
        (
            "500 Internal Server Error",
            r#"{"status":500,"error":"Internal Server Error"}"#,
            Code::NetworkFault,
        ),
    ] {
        let (url, _) = serves(move |_| said(status, JSON, body)).await;
        let (rpc, http) = reaches(&url);
        let error = broken(asks(&rpc, &http, "initialize").await);
        assert_eq!(error.code, code, "{body}");
        assert_eq!(rpc.had_server_error(), code == Code::NetworkFault, "{body}");
    }
}

// Proves RPC-13.
#[tokio::test]
async fn an_error_of_the_protocol_is_the_answer_with_any_status_and_without_an_id() {
    for (status, body) in [
        ("400 Bad Request", r#"{"error":{"code":-32600,"message":"no"}}"#),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":"\ud83d"}}"#,
        ),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":12345,"message":"no"}}"#,
        ),
        (
            "200 OK",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
        ),
    ] {
        let (url, _) = serves(move |_| said(status, JSON, body)).await;
        let (rpc, http) = reaches(&url);
        match asks(&rpc, &http, "tools/list").await {
            RpcOutcome::Refused { message, .. } => assert_eq!(message, "no", "{body}"),
            other => panic!("{other:?}"),
        }
    }
}

// Proves RPC-13.
#[tokio::test]
async fn an_error_in_an_event_is_the_answer_with_any_status() {
    // So the C# SDK says in 2026-07-28 that it has no such method, or needs a capability.
    for (status, expected) in [("404 Not Found", -32601), ("400 Bad Request", -32021)] {
        let (url, _) = serves(move |_| {
            let error = json!({"code": expected, "message": "no", "data": {"requiredCapabilities": {}}});
            let message = json!({"jsonrpc": "2.0", "id": 1, "error": error});
            said(status, EVENTS, &format!("event: message\ndata: {message}\n\n"))
        })
        .await;
        let (rpc, http) = reaches(&url);
        rpc.set_modern();
        match asks(&rpc, &http, "tools/call").await {
            RpcOutcome::Refused { code, data, .. } => {
                assert_eq!((code, data.is_some()), (expected, true), "{status}");
            }
            other => panic!("{other:?}"),
        }
    }
    // Without a message in it, it says no more than its status.
    let (url, _) = serves(|_| said("404 Not Found", EVENTS, ":\n\n")).await;
    let (rpc, http) = reaches(&url);
    let error = broken(asks(&rpc, &http, "initialize").await);
    assert_eq!(error.code, Code::NetworkNotMcp);
}

// Proves F-22.
#[tokio::test]
async fn a_message_that_ends_a_stream_without_being_an_event_is_the_answer() {
    let told =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#;
    for (end, is_whole) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
            true,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-326"#, false),
    ] {
        let body = format!("event: message\ndata: {told}\n\n{end}");
        let (url, _) = serves(move |_| said("200 OK", EVENTS, &body)).await;
        let (rpc, http) = reaches(&url);
        rpc.set_modern();
        match asks(&rpc, &http, "tools/call").await {
            RpcOutcome::Refused { message, .. } if is_whole => assert_eq!(message, "no"),
            RpcOutcome::Broken(error) if !is_whole => assert_eq!(error.code, Code::ProtocolBroken),
            other => panic!("{other:?}"),
        }
    }
}

// Proves HTTP-16, HTTP-17, SSE-09.
#[tokio::test]
async fn announcements_that_cannot_be_taken_up_are_listened_to_again() {
    let asked = AtomicUsize::new(0);
    let (url, hits) = serves(move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => said("200 OK", EVENTS, "id: 7\nretry: 50\ndata:\n\n"),
        1 => said("400 Bad Request", "", ""),
        // The TypeScript SDK says so until it has missed the stream before.
        2 => said("409 Conflict", "", ""),
        3 => said("200 OK", EVENTS, ":\n\n"),
        _ => said("405 Method Not Allowed", "", ""),
    })
    .await;
    let (rpc, http) = reaches(&url);
    http.listen();
    hits.count(5).await;
    let took_up: Vec<_> = hits
        .all()
        .iter()
        .map(|hit| hit.head.contains("last-event-id: 7"))
        .collect();
    assert_eq!(took_up, [false, true, false, false, false]);
    assert!(
        rpc.notifications().take_offers().new_session,
        "what was missed is read again"
    );
}

// Proves HTTP-16, HTTP-17.
#[tokio::test]
async fn a_stream_that_its_server_opens_only_once_ends_with_a_line_in_the_log() {
    // The second time the C# SDK refuses it, in a session that goes on. Who refuses a ping as well has forgotten the session.
    for (refuses_ping, lines) in [(false, 1), (true, 0)] {
        let streams = AtomicUsize::new(0);
        let (url, hits) = serves(move |hit| match hit.head.starts_with("get") {
            true if streams.fetch_add(1, Ordering::Relaxed) == 0 => said("200 OK", EVENTS, "retry: 50\n\n"),
            false if !refuses_ping => said("200 OK", JSON, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
            _ => said("400 Bad Request", "", "Start a new session."),
        })
        .await;
        let (rpc, http) = reaches(&url);
        http.note_answered(http.session().number);
        let listening = tokio::time::timeout(Duration::from_secs(30), http.follow_announcements());
        assert!(listening.await.is_ok(), "it is asked for again and again");
        assert_eq!(hits.all().len(), 3, "two streams and a ping");
        assert_eq!(rpc.log().page(0, 10).lines.len(), lines);
        assert_eq!(rpc.notifications().take_offers().new_session, lines == 1);
    }
}

// Proves HTTP-17.
#[tokio::test]
async fn a_page_for_browsers_is_no_stream_and_is_not_asked_for_again() {
    for (status, headers) in [
        ("200 OK", "Content-Type: text/html\r\n"),
        ("302 Found", "Location: https://example.com/\r\n"),
    ] {
        let (url, hits) = serves(move |_| said(status, headers, "<p>Hello")).await;
        let (_rpc, http) = reaches(&url);
        // Long enough for a busy computer: one that is asked again is asked for ever.
        let listening = tokio::time::timeout(Duration::from_secs(30), http.follow_announcements());
        assert!(listening.await.is_ok(), "{status}");
        assert_eq!(hits.all().len(), 1, "{status}");
    }
}

// Proves SSE-06, SSE-07.
#[tokio::test]
async fn a_stream_that_its_server_still_believes_open_is_taken_up_a_little_later() {
    let asked = AtomicUsize::new(0);
    let (url, hits) = serves(move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => said("200 OK", EVENTS, "id: 7\nretry: 50\ndata:\n\n"),
        1 => said("409 Conflict", "", ""),
        2 => said("429 Too Many Requests", "", ""),
        _ => said(
            "200 OK",
            EVENTS,
            "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n",
        ),
    })
    .await;
    let (rpc, http) = reaches(&url);
    let answer = asks(&rpc, &http, "tools/call").await;
    assert!(matches!(answer, RpcOutcome::Result(_)), "{answer:?}");
    assert_eq!(hits.all().len(), 4);
}

/// A server that takes every request with 202, and its side of the stream of announcements while one is open.
async fn takes_requests() -> (Url, Arc<Mutex<Option<TcpStream>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
    let stream: Arc<Mutex<Option<TcpStream>>> = Arc::default();
    let opened = Arc::clone(&stream);
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            let Some(hit) = arrives(&mut connection).await else {
                continue;
            };
            if hit.head.starts_with("get") {
                let head = format!("HTTP/1.1 200 OK\r\n{EVENTS}\r\n");
                connection.write_all(head.as_bytes()).await.unwrap();
                *locked(&opened) = Some(connection);
            } else {
                let taken = said("202 Accepted", "", "");
                connection.write_all(taken.as_bytes()).await.unwrap();
            }
        }
    });
    (url, stream)
}

/// Opens the stream of announcements and waits until it is open.
async fn opens_stream(http: &HttpTransport) {
    http.listen();
    until(|| http.session().awaited.strong_count() > 0).await;
}

/// Waits until this request waits for its response on the stream.
async fn waits_on_stream(http: &HttpTransport, id: Id) {
    let is_there = |it: Arc<AwaitedOnStream>| locked(&it.ids).contains(&id);
    until(|| http.session().awaited.upgrade().is_some_and(is_there)).await;
}

// Proves F-22.
#[tokio::test]
async fn a_request_taken_with_202_waits_on_the_open_stream_and_ends_with_it() {
    let (url, stream) = takes_requests().await;
    let (rpc, http) = reaches(&url);
    let call = || sends(&rpc, &http, "tools/call");
    // Without a stream nothing can come.
    let (_, answer, _guard) = call();
    assert_eq!(broken(answer.await.unwrap()).code, Code::NetworkNotMcp);
    opens_stream(&http).await;
    let (id, answer, _guard) = call();
    waits_on_stream(&http, id).await;
    let answered = json!({"jsonrpc": "2.0", "id": id, "result": {}});
    let mut server = locked(&stream).take().unwrap();
    let event = format!("data: {answered}\n\n");
    server.write_all(event.as_bytes()).await.unwrap();
    assert!(matches!(answer.await.unwrap(), RpcOutcome::Result(_)));
    let (id, answer, _guard) = call();
    waits_on_stream(&http, id).await;
    drop(server);
    assert!(answer.await.is_err(), "it ends without an answer");
    assert_eq!(rpc.open_requests(), 0);
}

// Proves HTTP-15.
#[tokio::test]
async fn a_request_of_the_modern_era_waits_for_no_response_on_another_stream() {
    let (url, _stream) = takes_requests().await;
    let (rpc, http) = reaches(&url);
    opens_stream(&http).await;
    rpc.set_modern();
    let error = broken(asks(&rpc, &http, "tools/call").await);
    assert_eq!(error.code, Code::NetworkNotMcp);
}

// Proves S-56.
#[tokio::test]
async fn a_session_that_a_server_repeats_is_not_shown() {
    const OURS: &str = "session-5d1200aa-0b7e";
    let (url, _) = serves(|hit| {
        if !hit.head.starts_with("post") {
            return said("405 Method Not Allowed", "", "");
        }
        let asked: Value = serde_json::from_str(&hit.body).unwrap();
        if asked["method"] != "initialize" {
            return said(
                "403 Forbidden",
                "Content-Type: text/plain\r\n",
                &format!("{OURS} may not"),
            );
        }
        let answer = json!({"jsonrpc": "2.0", "id": asked["id"], "result": {}});
        let head = format!("{JSON}Mcp-Session-Id: {OURS}\r\n");
        said("200 OK", &head, &answer.to_string())
    })
    .await;
    let (rpc, http) = reaches(&url);
    let hello = asks(&rpc, &http, "initialize").await;
    assert!(matches!(hello, RpcOutcome::Result(_)), "{hello:?}");
    http.listen();
    let error = broken(asks(&rpc, &http, "tools/list").await);
    let words = error.said.unwrap().text;
    assert!(words.ends_with("may not") && !words.contains(OURS), "{words}");
}

/// What a server does with messages of its first session, once it was started anew.
#[derive(Clone, Copy)]
enum After {
    /// It does not know the session, as it should say.
    NotFound,
    /// The same, as many say it.
    BadRequest,
    /// It knows the session, and does not like one message.
    OneMessage,
    /// It knows the session and no ping, and has 400 for every error.
    NoPing,
    /// It knows the session, and has 404 for a method that it does not know, which is any but a ping.
    NoMethod,
    /// It does not know the session, and says to everything that it does not know the method.
    NoMethodAtAll,
    /// It knows the session, and what it refuses with is no answer.
    NoAnswer,
}

/// A server with sessions that was started anew, and what it was asked. Its first session speaks 2025-11-25.
struct Restarted {
    rpc: JsonRpc,
    http: HttpTransport,
    hits: Hits,
    anew: Arc<AtomicBool>,
}

impl Restarted {
    /// `revision` is that of its later sessions.
    async fn with(after: After, revision: &'static str) -> Self {
        let (sessions, anew) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
        let started = Arc::clone(&anew);
        let (url, hits) = serves(move |hit| {
            if !hit.head.starts_with("post") {
                return said("405 Method Not Allowed", "", "");
            }
            let asked: Value = serde_json::from_str(&hit.body).unwrap();
            let method = asked["method"].as_str().unwrap_or_default();
            let answer = |result: Value| json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
            if method == "initialize" {
                let number = sessions.fetch_add(1, Ordering::Relaxed) + 1;
                let revision = if number == 1 { "2025-11-25" } else { revision };
                let head = format!("{JSON}Mcp-Session-Id: s{number}\r\n");
                let result = json!({"protocolVersion": revision, "capabilities": {}});
                return said("200 OK", &head, &answer(result).to_string());
            }
            if method.starts_with("notifications/") {
                return said("202 Accepted", "", "");
            }
            let first = hit.head.contains("mcp-session-id: s1") && started.load(Ordering::Relaxed);
            let no = json!({"jsonrpc": "2.0", "id": null,
                "error": {"code": -32000, "message": "Bad Request: No valid session ID provided"}});
            let unknown = json!({"jsonrpc": "2.0", "id": asked["id"],
                "error": {"code": -32601, "message": "Method not found"}});
            match after {
                After::NotFound if first => said("404 Not Found", JSON, &no.to_string()),
                After::NoMethod | After::NoAnswer if first && method == "ping" => {
                    said("200 OK", JSON, &answer(json!({})).to_string())
                }
                After::NoMethod | After::NoMethodAtAll if first => {
                    said("404 Not Found", JSON, &unknown.to_string())
                }
                After::NoAnswer if first => {
                    let asks = json!({"jsonrpc": "2.0", "method": "a", "error": unknown["error"]});
                    said("404 Not Found", JSON, &asks.to_string())
                }
                After::BadRequest if first => said("400 Bad Request", JSON, &no.to_string()),
                After::OneMessage | After::NoPing if first && method != "ping" => {
                    said("400 Bad Request", JSON, &no.to_string())
                }
                After::NoPing if first => said("400 Bad Request", JSON, &unknown.to_string()),
                _ => said("200 OK", JSON, &answer(json!({})).to_string()),
            }
        })
        .await;
        let (rpc, http) = reaches(&url);
        assert!(matches!(
            asks(&rpc, &http, "initialize").await,
            RpcOutcome::Result(_)
        ));
        http.agreed("2025-11-25");
        rpc.set_ready();
        http.listen();
        Self {
            rpc,
            http,
            hits,
            anew,
        }
    }

    async fn asks(&self, method: &'static str) -> RpcOutcome {
        asks(&self.rpc, &self.http, method).await
    }

    fn starts_anew(&self) {
        self.anew.store(true, Ordering::Relaxed);
    }

    async fn answers(&self, method: &'static str) {
        let outcome = self.asks(method).await;
        assert!(matches!(outcome, RpcOutcome::Result(_)), "{outcome:?}");
    }

    async fn refuses(&self, method: &'static str) {
        let outcome = self.asks(method).await;
        assert!(matches!(outcome, RpcOutcome::Refused { .. }), "{outcome:?}");
    }

    /// How often it got this method.
    fn got(&self, method: &str) -> usize {
        let of = format!("\"method\":\"{method}\"");
        let hits = self.hits.all();
        hits.iter().filter(|hit| hit.body.contains(&of)).count()
    }
}

// Proves HTTP-12.
#[tokio::test]
async fn a_session_that_is_not_known_any_more_is_begun_again_however_that_is_said() {
    for (after, method, pings) in [
        (After::NotFound, "tools/call", 0),
        (After::BadRequest, "prompts/get", 1),
    ] {
        let server = Restarted::with(after, "2025-11-25").await;
        server.answers("tools/list").await;
        let asked = server
            .rpc
            .incoming(br#"{"jsonrpc":"2.0","id":0,"method":"roots/list"}"#);
        let page = server.rpc.page("p").unwrap();
        server.starts_anew();
        server.answers(method).await;
        let got = ["initialize", "ping", method].map(|method| server.got(method));
        assert_eq!(got, [2, pings, 2]);
        assert!(
            asked.asked[0].cancelled.is_cancelled(),
            "a question of the session before has no answer"
        );
        assert_eq!(server.rpc.open_requests(), 0);
        let done = br#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"p"}}"#;
        let _ = server.rpc.incoming(done);
        assert!(page.is_cancelled(), "a page may be finished in the next session");
    }
}

// Proves HTTP-12, HTTP-23.
#[tokio::test]
async fn a_call_is_not_made_a_second_time_where_400_may_mean_the_call_itself() {
    let server = Restarted::with(After::BadRequest, "2025-11-25").await;
    server.answers("tools/list").await;
    server.starts_anew();
    server.refuses("tools/call").await;
    assert_eq!((server.got("initialize"), server.got("tools/call")), (2, 1));
    server.answers("tools/call").await;
}

// Proves HTTP-12.
#[tokio::test]
async fn a_message_that_is_refused_alone_begins_no_session() {
    for after in [After::OneMessage, After::NoPing] {
        let server = Restarted::with(after, "2025-11-25").await;
        server.answers("tools/list").await;
        server.starts_anew();
        server.refuses("tools/call").await;
        let got = ["initialize", "ping", "tools/call"].map(|method| server.got(method));
        assert_eq!(got, [1, 1, 1]);
    }
    // Where nothing was ever answered, nothing is begun again.
    let server = Restarted::with(After::BadRequest, "2025-11-25").await;
    server.starts_anew();
    server.refuses("tools/list").await;
    assert_eq!((server.got("initialize"), server.got("ping")), (1, 0));
}

// Proves HTTP-12, ERA-25.
#[tokio::test]
async fn a_method_that_is_not_known_is_no_session_that_is_gone() {
    let server = Restarted::with(After::NoMethod, "2025-11-25").await;
    server.starts_anew();
    for _ in 0..2 {
        match server.asks("resources/templates/list").await {
            RpcOutcome::Refused { code, message, .. } => {
                assert_eq!((code, message.as_str()), (-32601, "Method not found"));
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(
        (server.got("initialize"), server.got("resources/templates/list")),
        (1, 2)
    );
}

// Proves HTTP-12.
#[tokio::test]
async fn a_session_is_begun_again_where_no_method_is_known_or_nothing_is_answered() {
    for after in [After::NoMethodAtAll, After::NoAnswer] {
        let server = Restarted::with(after, "2025-11-25").await;
        server.answers("tools/list").await;
        server.starts_anew();
        server.answers("tools/call").await;
        let got = ["initialize", "ping", "tools/call"].map(|method| server.got(method));
        assert_eq!(got, [2, 1, 2]);
    }
}

/// A new session begins, as far as this transport knows.
fn begins_another_session(http: &HttpTransport) {
    locked(&http.0.session).number += 1;
}

// Proves HTTP-12.
#[tokio::test]
async fn what_was_said_in_a_session_that_is_over_is_not_sent_in_the_next() {
    let (url, hits) = serves(|_| said("202 Accepted", "", "")).await;
    let (rpc, http) = reaches(&url);
    let reopening = http.0.reopening.lock().await;
    http.tell(b"{}".to_vec());
    begins_another_session(&http);
    drop(reopening);
    http.tell(b"[]".to_vec());
    hits.count(1).await;
    logs_a_line(&rpc).await;
    let bodies: Vec<_> = hits.all().into_iter().map(|hit| hit.body).collect();
    assert_eq!(bodies, ["[]"]);
}

// Proves HTTP-12, SSE-09.
#[tokio::test]
async fn a_stream_of_a_session_that_is_over_is_not_taken_up_in_the_next() {
    let change = r#"{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}"#;
    let (url, hits) = serves(move |_| {
        said(
            "200 OK",
            EVENTS,
            &format!("id: 7\nretry: 1000\ndata: {change}\n\n"),
        )
    })
    .await;
    let (rpc, http) = reaches(&url);
    let (_, answer, _guard) = sends(&rpc, &http, "tools/call");
    rpc.notifications().offers_arrived().await;
    begins_another_session(&http);
    assert!(answer.await.is_err(), "it ends without an answer");
    assert_eq!(hits.all().len(), 1);
}

// Proves ERA-05.
#[tokio::test]
async fn a_new_session_of_another_revision_is_a_new_connection() {
    let server = Restarted::with(After::NotFound, "2025-06-18").await;
    server.starts_anew();
    let error = broken(server.asks("tools/call").await);
    assert_eq!(error.code, Code::TransportLost);
    assert!(error.sentence.ends_with("had no effect."), "{error:?}");
    let failure = server.rpc.failure().expect("it is connected to anew");
    let under_way = "a call of the session before may have run";
    assert!(
        failure.sentence.ends_with("may have taken effect."),
        "{under_way}: {failure:?}"
    );
    assert_eq!(server.got("tools/call"), 1);
}

// Proves OLD-02, SSE-03.
#[tokio::test]
async fn an_old_server_may_say_that_it_is_there_before_it_names_its_address() {
    for (before, opens) in [
        (": hello\n\nevent: ping\ndata: 1\n\nid: 7\ndata:\n\n", true),
        ("data: {}\n\n", false),
    ] {
        let (url, hits) = serves(move |hit| match hit.head.starts_with("get") {
            true => {
                format!("HTTP/1.1 200 OK\r\n{EVENTS}\r\n{before}event: endpoint\ndata: /messages\n\n")
            }
            false => said("202 Accepted", "", ""),
        })
        .await;
        let rpc = crate::transport::tests::rpc();
        let (asks, _asked) = mpsc::channel(8);
        match SseTransport::open(&rpc, &without_headers(&url), asks).await {
            Ok((sse, _reading)) => {
                assert!(opens, "a message says that it is another kind of stream");
                sse.deliver(b"{}".to_vec()).await.unwrap();
                assert!(hits.all()[1].head.starts_with("post /messages "));
            }
            Err(error) => assert_eq!((error.code, opens), (Code::NetworkNotMcp, false)),
        }
    }
}

// Proves OLD-04, F-15.
#[tokio::test]
async fn a_word_that_a_message_was_taken_is_no_page_of_a_network() {
    for (status, taken) in [("202 Accepted", true), ("200 OK", false)] {
        let answer = move || said(status, "Content-Type: text/html; charset=utf-8\r\n", "Accepted");
        let (url, _) = serves_old(answer).await;
        let (sse, _asked) = reaches_old(&url, &crate::transport::tests::rpc()).await;
        assert_eq!(sse.deliver(b"{}".to_vec()).await.is_ok(), taken, "{status}");
    }
}

// Proves OLD-07.
#[tokio::test]
async fn who_is_signed_out_of_an_old_server_is_connected_to_it_no_more() {
    let (url, _) = serves_old(|| said("401 Unauthorized", "", "")).await;
    let rpc = crate::transport::tests::rpc();
    let (sse, _asked) = reaches_old(&url, &rpc).await;
    rpc.set_ready();
    let begun = rpc.begin("tools/call", &mut Map::new(), None).unwrap();
    let _guard = sse.send(Some(begun.id), begun.bytes);
    assert_eq!(broken(begun.answer.await.unwrap()).code, Code::AuthRequired);
    assert_eq!(rpc.failure().map(|error| error.code), Some(Code::AuthRequired));
}

// Proves F-18.
#[tokio::test]
async fn a_server_that_takes_no_answers_has_only_so_many_connections() {
    // Nothing is said.
    let (url, hits) = serves_old(String::new).await;
    let (rpc, http) = reaches(&url);
    for _ in 0..2 * limits::OUTBOX {
        http.tell(b"{}".to_vec());
    }
    hits.count(limits::OUTBOX_SENT).await;
    let lines = rpc.log().page(0, 10).lines;
    assert_eq!(lines.len(), 1, "that some are dropped is said once");
    let (sse, _asked) = reaches_old(&url, &rpc).await;
    for _ in 0..2 * limits::OUTBOX {
        sse.send(None, b"{}".to_vec()).detach();
    }
    hits.count(2 * limits::OUTBOX_SENT + 1).await;
    // Time in which all others would arrive.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(hits.all().len(), 2 * limits::OUTBOX_SENT + 1);
}
