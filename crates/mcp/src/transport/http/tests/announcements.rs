//! Streams that are opened and resumed, and the requests whose responses come on them.

use super::*;
use crate::transport::http::streams::AwaitedOnStream;
use portcullis_core::Code;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

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
