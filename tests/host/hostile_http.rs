//! The hostile server on HTTP does what its script says.

use portcullis_tests::{
    hostile::{Hostile, Served},
    peer::PATIENCE,
    wait,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

const POST: &str = "POST /mcp HTTP/1.1\r\n";
const GET: &str = "GET /mcp HTTP/1.1\r\n";

async fn send(served: &Served, head: &str, body: &str) -> TcpStream {
    let address = served.url.trim_start_matches("http://").trim_end_matches("/mcp");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// The whole response, head and body.
async fn rest(mut stream: TcpStream) -> String {
    let mut response = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut response));
    read.await.expect("the response ends").unwrap();
    String::from_utf8_lossy(&response).into_owned()
}

/// The response up to and with these words.
async fn up_to(stream: &mut TcpStream, words: &str) -> String {
    let read = async {
        let mut text = String::new();
        while !text.contains(words) {
            let mut byte = [0];
            stream.read_exact(&mut byte).await.unwrap();
            text.push(char::from(byte[0]));
        }
        text
    };
    tokio::time::timeout(PATIENCE, read)
        .await
        .expect("the words come")
}

fn call() -> String {
    let params = json!({"name": "x", "arguments": {}, "_meta": {"progressToken": 1}});
    json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).to_string()
}

async fn calling(steps: Value) -> Served {
    Hostile::new(json!({"tools": ["x"], "calls": {"x": steps}}))
        .on_http()
        .await
}

/// The response to a call of a tool that does these steps.
async fn called(steps: Value) -> String {
    let served = calling(steps).await;
    rest(send(&served, POST, &call()).await).await
}

#[tokio::test]
async fn one_message_is_a_json_body_and_the_handshake_begins_a_session() {
    let served = calling(json!([])).await;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}).to_string();
    let response = rest(send(&served, POST, &hello).await).await;
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    assert!(response.contains("Mcp-Session-Id: hostile-session\r\n"));
    assert!(response.contains("Content-Type: application/json\r\n"));
    let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    assert!(
        rest(send(&served, POST, &told).await)
            .await
            .starts_with("HTTP/1.1 202")
    );
    let response = rest(send(&served, POST, &call()).await).await;
    let body = json!({"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "{}"}]}});
    assert_eq!(
        serde_json::from_str::<Value>(response.split_once("\r\n\r\n").unwrap().1).unwrap(),
        body
    );
}

#[tokio::test]
async fn what_comes_before_the_answer_makes_it_a_stream() {
    let response = called(json!([{"progress": {"n": 2}}])).await;
    assert!(response.contains("Content-Type: text/event-stream\r\n"));
    assert_eq!(response.matches("event: message\ndata: ").count(), 3);
    assert!(response.ends_with("\n\n"));
}

#[tokio::test]
async fn f10_a_stream_drops_in_the_middle_of_a_call() {
    let response = called(json!([{"progress": {"n": 1}}, "drop"])).await;
    assert!(response.contains("1 of 1"));
    assert!(!response.contains("result"));
}

#[tokio::test]
async fn f12_any_status_with_any_headers_and_any_body() {
    let headers = json!({"Retry-After": "1000000000"});
    let busy = json!({"http": {"status": 503, "headers": headers, "body": {"base64": "AAE="}}});
    let response = called(json!([busy])).await;
    assert!(response.starts_with("HTTP/1.1 503"));
    assert!(response.contains("Retry-After: 1000000000\r\n"));
    assert!(response.ends_with("\r\n\r\n\0\u{1}"));
}

#[tokio::test]
async fn a_malformed_reply_is_malformed_here_too_and_raw_bytes_have_no_length() {
    let response = called(json!([{"malformed": "no_jsonrpc"}])).await;
    assert!(
        response.contains("\"id\":7") && !response.contains("\"jsonrpc\":"),
        "{response}"
    );
    let response = called(json!([{"say_raw": "{\"half\":"}, "drop"])).await;
    assert!(response.ends_with("\r\n\r\n{\"half\":"));
    assert!(!response.contains("Content-Length"));
}

#[tokio::test]
async fn f09_bytes_trickle_one_by_one() {
    let served = calling(json!([{"trickle": 40}])).await;
    let began = std::time::Instant::now();
    let mut stream = send(&served, POST, &call()).await;
    assert_eq!(up_to(&mut stream, "HTTP/1.1").await, "HTTP/1.1");
    // Eight bytes, each after its pause; more time may pass, less cannot.
    assert!(began.elapsed() >= std::time::Duration::from_millis(8 * 40));
}

#[tokio::test]
async fn without_the_token_everything_is_401() {
    let script = json!({"http": {"token": "t", "challenge": "Bearer realm=\"x\""}});
    let served = Hostile::new(script).on_http().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let refused = rest(send(&served, POST, &ping).await).await;
    assert!(refused.starts_with("HTTP/1.1 401"));
    assert!(refused.contains("WWW-Authenticate: Bearer realm=\"x\"\r\n"));
    let head = format!("{POST}Authorization: Bearer t\r\n");
    assert!(
        rest(send(&served, &head, &ping).await)
            .await
            .starts_with("HTTP/1.1 200")
    );
}

#[tokio::test]
async fn a_closed_stream_is_a_cancellation() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cancelled");
    let served = calling(json!([{"progress": {"n": 1}}, {"wait_for_cancel": file}])).await;
    let mut stream = send(&served, POST, &call()).await;
    up_to(&mut stream, "1 of 1").await;
    assert!(!file.exists());
    drop(stream);
    assert_eq!(wait::file(&file).await, "the host closed the stream");
}

#[tokio::test]
async fn s46_a_changed_tool_is_announced_on_the_stream_opened_with_get() {
    let changed = json!({"name": "x", "description": "other", "inputSchema": {"type": "object"}});
    let served = calling(json!([{"change_tool": changed}])).await;
    let mut stream = send(&served, GET, "").await;
    up_to(&mut stream, "\r\n\r\n").await;
    assert!(
        rest(send(&served, POST, &call()).await)
            .await
            .contains("\"id\":7")
    );
    up_to(&mut stream, "notifications/tools/list_changed").await;
    let served = Hostile::new(json!({"http": {"no_get": true}})).on_http().await;
    assert!(
        rest(send(&served, GET, "").await)
            .await
            .starts_with("HTTP/1.1 405")
    );
}

#[tokio::test]
async fn the_old_transport_answers_on_the_stream() {
    let served = Hostile::new(json!({"tools": ["x"], "http": {"old_sse": true}}))
        .on_http()
        .await;
    let mut stream = send(&served, GET, "").await;
    up_to(&mut stream, "event: endpoint\ndata: /messages\n\n").await;
    assert!(
        rest(send(&served, POST, &call()).await)
            .await
            .starts_with("HTTP/1.1 405")
    );
    let posted = send(&served, "POST /messages HTTP/1.1\r\n", &call()).await;
    assert!(rest(posted).await.starts_with("HTTP/1.1 202"));
    assert!(up_to(&mut stream, "\n\n").await.contains("\"id\":7"));
}

#[tokio::test]
async fn requests_are_recorded_with_their_headers() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record");
    let served = Hostile::new(json!({"tools": ["x"], "http": {"record": record}}))
        .on_http()
        .await;
    rest(send(&served, &format!("{POST}Mcp-Method: tools/call\r\n"), &call()).await).await;
    let line: Value = serde_json::from_str(&std::fs::read_to_string(record).unwrap()).unwrap();
    assert_eq!(
        (&line["method"], &line["target"]),
        (&json!("POST"), &json!("/mcp"))
    );
    assert_eq!(line["headers"]["mcp-method"], "tools/call");
    assert_eq!(line["body"]["id"], 7);
}
