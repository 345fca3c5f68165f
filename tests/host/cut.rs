//! A stream of announcements that something on the way cuts over and over: it is said, and it is not the end.

use portcullis_api::Phase;
use portcullis_tests::{
    sink::{Answer, Sink},
    test_user::{TestUser, address},
    wait,
};
use serde_json::{Value, json};

// Proves F-10.
#[tokio::test]
async fn a_stream_that_is_cut_again_and_again_is_left_for_a_minute_and_the_log_says_so() {
    let sink = Sink::scripted(|request, _| {
        if request.method == "GET" {
            let headers = vec![("Content-Type".to_owned(), "text/event-stream".to_owned())];
            return Answer::Status(200, headers, b"retry: 50\n\n".to_vec());
        }
        let asked: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let result = match asked["method"].as_str().unwrap_or_default() {
            "initialize" => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "tools": { "listChanged": true } },
                "serverInfo": { "name": "cut", "version": "1" },
            }),
            "tools/list" => json!({ "tools": [] }),
            _ if asked["id"].is_null() => return Answer::Status(202, vec![], vec![]),
            _ => {
                let error = json!({ "code": -32601, "message": "no such method" });
                return Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "error": error }));
            }
        };
        Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }))
    })
    .await;
    let person = TestUser::new().await;
    let id = person.adds_ready(address("Remote", &sink.url("/mcp"))).await;
    wait::until("the log to say that it is listened to again", || {
        let page = person.host.logs(&id, 0).unwrap();
        page.lines
            .iter()
            .any(|line| line.text.text.contains("listens again in about a minute"))
            .then_some(())
    })
    .await;
    let streams = sink.hits().iter().filter(|hit| hit.method == "GET").count();
    assert!((5..12).contains(&streams), "{streams}");
    // The server is what it is: it answers.
    person.sees(&id, Phase::Ready).await;
}
