//! Servers of the deprecated transport, HTTP with SSE.

use super::*;
use crate::limits;
use crate::transport::{IncomingRequest, SseTransport};
use portcullis_core::Code;

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
