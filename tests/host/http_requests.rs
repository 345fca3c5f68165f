//! What goes out over HTTP and how what comes in is read, requirement by requirement.

use portcullis_api::{Asked, CallState, Phase, Request as Question};
use portcullis_core::Code;
use portcullis_tests::{
    canary::{Canary, sweep},
    hostile::Hostile,
    http1::Request,
    sink::{Answer, Sink},
    test_host::TestHost,
    test_user::{TestUser, address, assert_done, assert_failed, named, nothing, received, text},
    wait,
};
use serde_json::{Value, json};

use super::http_sessions::fixture;

/// A POST mirrors its own body in its headers.
pub(super) fn mirrors(post: &Value) {
    let (headers, body) = (&post["headers"], &post["body"]);
    assert_eq!(headers["mcp-method"], body["method"], "{post}");
    let spoken = &body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    assert_eq!(&headers["mcp-protocol-version"], spoken, "{post}");
    if body["method"] == "tools/call" {
        assert_eq!(headers["mcp-name"], body["params"]["name"], "{post}");
    }
}

// Proves HTTP-01, HTTP-02, HTTP-03, HTTP-06.
#[tokio::test]
async fn each_message_is_a_post_of_its_own_that_takes_either_answer() {
    for era in ["legacy", "modern"] {
        let fixture = fixture(json!({"era": era, "tools": ["x"], "page": 1, "many_tools": 2})).await;
        for _ in 0..3 {
            assert_done(&fixture.calls("x").await);
        }
        let posts = fixture.requests("POST");
        assert!(posts.len() >= 6, "{}", posts.len());
        let mut paths: Vec<_> = fixture
            .recorded()
            .into_iter()
            .map(|mut one| one["target"].take())
            .collect();
        paths.dedup();
        assert_eq!(paths, ["/mcp"], "there is one endpoint");
        for post in posts {
            assert_eq!(
                post["body"]["jsonrpc"], "2.0",
                "one message, and no array of them: {post}"
            );
            assert_eq!(post["headers"]["accept"], "application/json, text/event-stream");
            assert_eq!(post["headers"]["content-type"], "application/json");
            for browser in ["origin", "referer", "cookie", "sec-fetch-mode"] {
                assert_eq!(post["headers"].get(browser), None, "http06: {post}");
            }
        }
        fixture.host.close().await;
    }
}

// Proves HTTP-09, HDR-01, HDR-02, HDR-04.
#[tokio::test]
async fn headers_mirror_their_own_body_on_every_page_and_every_attempt() {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let again = json!([{"if_file": {"path": been, "else": [{"touch": been},
        {"http": {"status": 429, "headers": {"Retry-After": "0"}}}]}}]);
    let fixture = fixture(json!({
        "era": "modern", "tools": ["x", "y"], "page": 1, "many_tools": 4, "calls": {"y": again},
    }))
    .await;
    assert_done(&fixture.calls("x").await);
    assert_done(&fixture.calls("y").await);
    let posts = fixture.requests("POST");
    assert_eq!(fixture.posts("tools/list").len(), 6, "six pages");
    assert_eq!(fixture.posts("tools/call").len(), 3);
    posts
        .iter()
        .filter(|post| !post["body"]["id"].is_null())
        .for_each(mirrors);
}

fn answers(kind: &str, body: &str) -> Value {
    json!([{"http": {"status": 200, "headers": {"Content-Type": kind}, "body": body}}])
}

// Proves HTTP-04.
#[tokio::test]
async fn an_answer_is_read_by_its_type_whatever_its_parameters_and_case() {
    let message = r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"read"}]}}"#;
    let event = format!("data: {message}\n\n");
    let fixture = fixture(json!({
        "tools": ["a", "b", "c", "d"],
        "calls": {
            "a": answers("application/json; charset=utf-8", message),
            "b": answers("Application/JSON", message),
            "c": answers("text/event-stream;charset=utf-8", &event),
            "d": answers("Text/Event-Stream", &event),
        },
    }))
    .await;
    for tool in ["a", "b", "c", "d"] {
        assert_eq!(text(&fixture.calls(tool).await), "read", "{tool}");
    }
}

/// A server of the older era on plain requests and answers. A notification is answered with this.
fn plain(request: &Request, notification: Answer) -> Answer {
    let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let result = match message["method"].as_str() {
        Some("initialize") => json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
            "serverInfo": {"name": "plain", "version": "1"}}),
        Some("tools/list") => json!({"tools": [{"name": "x", "inputSchema": {"type": "object"}},
            {"name": "slow", "inputSchema": {"type": "object"}}]}),
        Some("tools/call") if message["params"]["name"] == "slow" => return Answer::Silence,
        Some("tools/call") => json!({"content": [{"type": "text", "text": "called"}]}),
        Some("ping") => json!({}),
        Some(method) if method.starts_with("notifications/") => return notification,
        _ => return Answer::Status(405, vec![], vec![]),
    };
    Answer::json(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}))
}

// Proves HTTP-05.
#[tokio::test]
async fn what_a_notification_is_answered_with_is_success_or_a_line_in_the_log() {
    let junk = || Answer::Status(202, vec![], b"{\"jsonrpc\": not even JSON".to_vec());
    let sink = Sink::scripted(move |request, _| plain(request, junk())).await;
    let person = TestUser::new().await;
    let id = person.adds_ready(address("Plain", &sink.url("/mcp"))).await;
    assert_eq!(text(&person.calls(&id, "x", nothing()).await), "called");

    // Refused is only what comes after the handshake, which needs its notification.
    let refused = |request: &Request| {
        let first = String::from_utf8_lossy(&request.body).contains("initialized");
        let body = br#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"not now"}}"#;
        let json = vec![("Content-Type".to_owned(), "application/json".to_owned())];
        Answer::Status(if first { 202 } else { 400 }, json, body.to_vec())
    };
    let sink = Sink::scripted(move |request, _| plain(request, refused(request))).await;
    let id = person.adds_ready(address("Strict", &sink.url("/mcp"))).await;
    let call = person.begins(&id, "slow", nothing()).await;
    let called = |hit: &Request| String::from_utf8_lossy(&hit.body).contains("\"slow\"");
    wait::holds("the call to be sent", || sink.hits().iter().any(called)).await;
    person.host.cancel_call(&call.id).unwrap();
    wait::until("a line in the log", || {
        let logs = format!("{:?}", person.host.logs(&id, 0).unwrap());
        logs.contains("A message was not accepted: “Strict” refused the request (HTTP 400")
            .then_some(())
    })
    .await;
    assert_eq!(text(&person.calls(&id, "x", nothing()).await), "called");
    assert_eq!(person.state(&id).phase, Phase::Ready);
}

// Proves HTTP-07.
#[tokio::test]
async fn a_message_follows_a_redirect_within_its_origin_and_keeps_its_body_and_headers() {
    let sink = Sink::scripted(|request, _| match request.target.as_str() {
        "/mcp" => Answer::Redirect("/moved".to_owned()),
        _ => plain(request, Answer::Status(202, vec![], vec![])),
    })
    .await;
    let person = TestUser::new().await;
    let mut draft = address("Moved", &sink.url("/mcp"));
    draft.headers.push(named("Authorization", "Bearer t", true));
    let id = person.adds_ready(draft).await;
    assert_eq!(text(&person.calls(&id, "x", nothing()).await), "called");
    for hit in sink.hits() {
        assert_eq!(hit.header("authorization"), Some("Bearer t"));
        assert!(hit.method != "POST" || !hit.body.is_empty());
    }
}

// Proves HTTP-07.
#[tokio::test]
async fn no_hop_takes_a_message_or_a_key_to_another_origin_or_loses_the_body() {
    let elsewhere = Sink::answering(Answer::Html).await;
    let to = elsewhere.url("/caught");
    for status in [301, 302, 303, 307, 308] {
        for hops in [0, 2] {
            let to = to.clone();
            let sink = Sink::scripted(move |_, before| {
                let location = if before < hops {
                    format!("/{before}")
                } else {
                    to.clone()
                };
                let status = if before < hops { 307 } else { status };
                Answer::Status(status, vec![("Location".to_owned(), location)], vec![])
            })
            .await;
            let person = TestUser::new().await;
            let mut draft = address("Moved", &sink.url("/mcp"));
            draft.headers.push(named("Authorization", "Bearer t", true));
            let id = person.adds(draft).await;
            let state = person.sees(&id, Phase::Stopped).await;
            assert_eq!(
                state.problem.unwrap().code,
                Code::NetworkRedirect.as_str(),
                "{status} {hops}"
            );
            person.host.close().await;
        }
    }
    elsewhere.assert_untouched();
}

// Proves HTTP-11, HDR-15.
#[tokio::test]
async fn a_session_is_in_no_log_no_record_no_frame_and_no_file() {
    let session = Canary::six()[0].clone();
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "http": {"no_session": true, "record": person.path("requests"),
        "headers": {"mcp-SESSION-id": session.value}}});
    let served = Hostile::new(script).on_http().await;
    let id = person.adds_ready(address("Remote", &served.url)).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let kept = received(&person.path("requests"))
        .into_iter()
        .any(|request| request["headers"]["mcp-session-id"] == session.value.as_str());
    assert!(kept, "hdr15: its name is read in any case, and it goes back");
    let shown = format!(
        "{:?}{:?}{:?}{:?}",
        person.host.server(&id).unwrap(),
        person.host.logs(&id, 0).unwrap(),
        person.host.frames(&id, 0).unwrap(),
        person.record().await,
    );
    assert!(!shown.contains(&session.value));
    person.host.close().await;
    assert_eq!(sweep(person.data.path(), &[session]), []);
}

// Proves HTTP-16.
#[tokio::test]
async fn the_stream_of_announcements_says_what_it_takes() {
    let fixture = fixture(json!({"tools": ["x"], "http": {"sessions": true}})).await;
    assert_done(&fixture.calls("x").await);
    let gets = fixture.sees_requests("GET", 1).await;
    assert_eq!(gets[0]["headers"]["accept"], "text/event-stream");
    assert_eq!(gets[0]["headers"]["mcp-protocol-version"], "2025-11-25");
}

// Proves HTTP-18.
#[tokio::test]
async fn requests_on_the_stream_are_answered_by_a_post_and_notifications_are_heard() {
    let asks = json!([{"ask": {"method": "roots/list", "id": "over the stream", "stream": true}}]);
    let changed = json!({"name": "x", "description": "other", "inputSchema": {"type": "object"}});
    let fixture = fixture(json!({"tools": ["x", "ask", "change"],
        "calls": {"ask": asks, "change": [{"change_tool": changed}]}}))
    .await;
    let call = fixture.begins(&fixture.id, "ask", nothing()).await;
    let about = |request: &Question| matches!(request.asked, Asked::Roots { .. });
    let question = fixture.is_asked("the folders", about).await;
    fixture
        .answers(&question, portcullis_api::Answer::Decline {})
        .await;
    assert_done(&fixture.finishes(&call).await);
    let answered = fixture.requests("POST");
    let answer = answered
        .iter()
        .find(|post| post["body"]["id"] == "over the stream");
    assert!(answer.unwrap()["body"]["result"]["roots"].is_array());
    assert_done(&fixture.calls("change").await);
    wait::holds("another list", || fixture.posts("tools/list").len() >= 2).await;
}

// Proves HTTP-25.
#[tokio::test]
async fn a_modern_stream_of_a_call_carries_no_announcements_of_others_and_no_questions() {
    let says = |method: &str, id: Option<&str>| {
        let mut message = json!({"jsonrpc": "2.0", "method": method, "params": {}});
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        json!({"say": message})
    };
    let steps = json!([
        says("notifications/tools/list_changed", None),
        says("notifications/resources/updated", None),
        says("roots/list", Some("q")),
        {"progress": {"n": 1}},
    ]);
    let fixture = fixture(json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}})).await;
    assert_done(&fixture.calls("x").await);
    assert_done(&fixture.calls("x").await);
    assert_eq!(fixture.posts("tools/list").len(), 1);
    let answers = fixture
        .requests("POST")
        .into_iter()
        .filter(|post| post["body"]["method"].is_null());
    assert_eq!(answers.count(), 0, "nothing is answered");
    assert_eq!(fixture.state(&fixture.id).phase, Phase::Ready);
}

async fn sees_progress(fixture: &TestHost, call: &str) {
    wait::until("progress", || fixture.host.call(call).unwrap().progress).await;
}

// Proves HTTP-26, SSE-02.
#[tokio::test]
async fn events_are_seen_as_they_come_and_remarks_keep_a_stream_open() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let mut steps = vec![json!({"progress": {"n": 1}})];
    for _ in 0..8 {
        steps.push(json!({"events": ":\r\n\r\n"}));
        steps.push(json!({"sleep": 250}));
    }
    steps.push(json!({"wait_for_file": go}));
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    sees_progress(&fixture, &call.id).await;
    assert_eq!(fixture.host.call(&call.id).unwrap().state, CallState::Running);
    std::fs::write(&go, "").unwrap();
    assert_done(&fixture.finishes(&call).await);
}

// Proves SSE-10.
#[tokio::test]
async fn a_stream_that_is_never_resumed_is_asked_for_a_few_times() {
    let fixture = fixture(json!({
        "tools": ["x", "good"],
        "calls": {"x": [{"events": "id: a\nretry: 50\ndata:\n\n"}, "drop"]},
        "http": {"resume": {"a": ["drop"]}},
    }))
    .await;
    assert_failed(&fixture.calls("x").await, Code::TransportLost);
    let resumed = fixture.requests("GET").into_iter();
    let resumed = resumed
        .filter(|get| get["headers"]["last-event-id"] == "a")
        .count();
    assert!(
        (1..=portcullis_host::limits::RESUMES as usize).contains(&resumed),
        "{resumed}"
    );
    assert_done(&fixture.calls("good").await);
}
