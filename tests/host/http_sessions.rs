//! Sessions and streams that are taken up again: what the host does over HTTP beyond one question and one answer.

use std::time::{Duration, Instant};

use portcullis_api::{CallState, Phase};
use portcullis_core::Code;
use portcullis_tests::{
    test_host::{TestHost, Transport},
    test_user::{assert_done, assert_failed, named, nothing, text},
    wait,
};
use serde_json::{Value, json};

pub(super) async fn fixture(script: Value) -> TestHost {
    let fixture = TestHost::drafted(Transport::Http, script, async |draft| {
        draft.headers.push(named("X-Team", "blue", false));
    })
    .await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    fixture
}

fn session(request: &Value) -> Option<&str> {
    request["headers"]["mcp-session-id"].as_str()
}

fn revision(request: &Value) -> Option<&str> {
    request["headers"]["mcp-protocol-version"].as_str()
}

fn says(words: &str) -> Value {
    json!({"reply": {"content": [{"type": "text", "text": words}]}})
}

// Proves HTTP-10.
#[tokio::test]
async fn the_session_goes_along_with_everything_after_the_handshake() {
    let fixture = fixture(json!({"tools": ["x"], "http": {"sessions": true}})).await;
    assert_done(&fixture.calls("x").await);
    fixture.turns_off(&fixture.id).await;
    fixture.sees_requests("DELETE", 1).await;
    for request in fixture.recorded() {
        let hello = matches!(
            request["body"]["method"].as_str(),
            Some("initialize" | "server/discover")
        );
        let expected = (!hello).then_some("session-1");
        assert_eq!(session(&request), expected, "{request}");
    }
    assert_eq!(fixture.requests("GET").len(), 1);
}

// Proves HTTP-12.
#[tokio::test]
async fn a_session_that_is_gone_is_begun_again_and_the_call_succeeds_once() {
    let script = json!({"tools": ["x", "expire"], "calls": {"expire": ["expire_sessions"]}, "http": {"sessions": true}});
    let fixture = fixture(script).await;
    assert_done(&fixture.calls("expire").await);
    assert_done(&fixture.calls("x").await);
    let hellos = fixture.posts("initialize");
    assert_eq!(hellos.len(), 2);
    assert_eq!(session(&hellos[1]), None, "the old one is not shown again");
    assert_eq!(hellos[0]["body"]["params"], hellos[1]["body"]["params"]);
    let calls = fixture.posts("tools/call");
    let sent: Vec<_> = calls
        .iter()
        .filter(|call| call["body"]["params"]["name"] == "x")
        .map(session)
        .collect();
    assert_eq!(sent, [Some("session-1"), Some("session-2")]);
}

// Proves HTTP-12.
#[tokio::test]
async fn calls_side_by_side_share_one_new_session() {
    let script = json!({"tools": ["x", "expire"], "calls": {"expire": ["expire_sessions"]}, "http": {"sessions": true}});
    let fixture = fixture(script).await;
    assert_done(&fixture.calls("expire").await);
    let mut calls = Vec::new();
    for _ in 0..12 {
        calls.push(fixture.begins(&fixture.id, "x", nothing()).await);
    }
    for call in &calls {
        assert_done(&fixture.finishes(call).await);
    }
    assert_eq!(fixture.posts("initialize").len(), 2);
    fixture.has_no_open_request(&fixture.id).await;
}

// Proves HTTP-12.
#[tokio::test]
async fn a_server_that_begins_no_new_session_ends_the_call_and_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    let refuse = json!([{"if_file": {"path": closed, "then": [{"http": {"status": 401}}]}}]);
    let script = json!({
        "tools": ["x", "expire"],
        "calls": {"expire": [{"touch": closed}, "expire_sessions"]},
        "on": {"initialize": refuse},
        "http": {"sessions": true},
    });
    let fixture = fixture(script).await;
    assert_done(&fixture.calls("expire").await);
    assert_failed(&fixture.calls("x").await, Code::AuthRequired);
    fixture.sees(&fixture.id, Phase::NeedsSignIn).await;
}

// Proves HTTP-13.
#[tokio::test]
async fn a_new_session_is_told_and_listened_to_and_lists_are_read_again() {
    let script = json!({"tools": ["x", "expire"], "calls": {"expire": ["expire_sessions"]}, "http": {"sessions": true}});
    let fixture = fixture(script).await;
    assert_done(&fixture.calls("expire").await);
    assert_done(&fixture.calls("x").await);
    let in_second = |requests: Vec<Value>| {
        let here = requests
            .iter()
            .filter(|request| session(request) == Some("session-2"));
        Some(here.count()).filter(|count| *count > 0)
    };
    let told = || in_second(fixture.posts("notifications/initialized"));
    let told = wait::until("the end of the handshake", told).await;
    let listens = wait::until("a stream", || in_second(fixture.requests("GET"))).await;
    wait::until("a list", || in_second(fixture.posts("tools/list"))).await;
    assert_eq!((told, listens), (1, 1));
}

// Proves HTTP-14.
#[tokio::test]
async fn a_session_is_ended_at_the_stop_whether_the_server_knows_how_or_not() {
    for status in [200, 405] {
        let fixture = fixture(json!({"tools": ["x"], "http": {"sessions": true, "delete": status}})).await;
        fixture.turns_off(&fixture.id).await;
        let ended = fixture.sees_requests("DELETE", 1).await;
        assert_eq!(session(&ended[0]), Some("session-1"));
        assert!(fixture.state(&fixture.id).problem.is_none());
    }
}

// Proves HTTP-08.
#[tokio::test]
async fn the_revision_goes_along_from_the_one_on_that_says_so() {
    for (version, expected) in [
        ("2025-03-26", None),
        ("2025-06-18", Some("2025-06-18")),
        ("2025-11-25", Some("2025-11-25")),
    ] {
        let fixture = fixture(json!({"tools": ["x"], "version": version})).await;
        assert_done(&fixture.calls("x").await);
        fixture.turns_off(&fixture.id).await;
        fixture.sees_requests("DELETE", 1).await;
        let all = fixture.recorded();
        let hello = all
            .iter()
            .position(|request| request["body"]["method"] == "initialize");
        for request in &all[hello.unwrap() + 1..] {
            assert_eq!(revision(request), expected, "{request}");
        }
    }
}

// Proves HTTP-15, SSE-11.
#[tokio::test]
async fn the_modern_era_has_no_session_and_takes_nothing_up_again() {
    let fixture = fixture(json!({
        "era": "modern",
        "tools": ["x", "broken"],
        "calls": {"broken": [{"events": "id: 9\nretry: 10\ndata:\n\n"}, "drop"]},
        "http": {"headers": {"Mcp-Session-Id": "not wanted"}, "resume": {"9": [says("resumed")]}},
    }))
    .await;
    assert_done(&fixture.calls("x").await);
    assert_failed(&fixture.calls("broken").await, Code::TransportLost);
    assert_done(&fixture.calls("x").await);
    fixture.turns_off(&fixture.id).await;
    for request in fixture.recorded() {
        assert_eq!(request["method"], "POST");
        assert_eq!(session(&request), None);
        assert_eq!(request["headers"]["last-event-id"], Value::Null);
    }
    assert!(fixture.posts("initialize").is_empty());
}

// Proves HTTP-23, HTTP-24.
#[tokio::test]
async fn a_modern_stream_that_ends_without_an_answer_is_a_failure() {
    let steps = json!([{"progress": {"n": 3}}, "drop"]);
    let fixture = fixture(json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}})).await;
    assert_failed(&fixture.calls("x").await, Code::TransportLost);
    assert_eq!(fixture.posts("tools/call").len(), 1, "http23: it is not repeated");
}

// Proves SSE-05, SSE-07, HTTP-21.
#[tokio::test]
async fn a_stream_that_breaks_off_is_taken_up_where_it_was_after_the_pause_it_names() {
    let fixture = fixture(json!({
        "tools": ["x"],
        "calls": {"x": [{"events": "id: a1\nretry: 400\ndata:\n\n"}, "drop"]},
        "http": {"sessions": true, "resume": {"a1": [says("resumed")]}},
    }))
    .await;
    let began = Instant::now();
    let call = fixture.calls("x").await;
    assert_eq!(text(&call), "resumed");
    assert!(began.elapsed() >= Duration::from_millis(400), "sse05: it waited");
    let resumed = fixture.requests("GET");
    let resumed = resumed
        .iter()
        .find(|get| get["headers"]["last-event-id"] == "a1")
        .unwrap();
    assert_eq!(
        (session(resumed), revision(resumed)),
        (Some("session-1"), Some("2025-11-25"))
    );
    assert_eq!(fixture.posts("tools/call").len(), 1);
    assert!(
        fixture.posts("notifications/cancelled").is_empty(),
        "it was not cancelled"
    );
}

// Proves SSE-06.
#[tokio::test]
async fn a_server_may_end_its_stream_as_often_as_it_likes_while_it_goes_on() {
    let next = |n: usize| json!([{"events": format!("id: p{n}\nretry: 50\ndata:\n\n")}, "drop"]);
    let mut resume: serde_json::Map<_, _> = (1..12).map(|n| (format!("p{n}"), next(n + 1))).collect();
    resume.insert("p12".to_owned(), json!([says("at last")]));
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": next(1)}, "http": {"resume": resume}})).await;
    assert_eq!(text(&fixture.calls("x").await), "at last");
}

// Proves SSE-08.
#[tokio::test]
async fn each_stream_is_taken_up_by_its_own_number() {
    let steps = |id: &str| json!([{"events": format!("id: {id}\nretry: 100\ndata:\n\n")}, "drop"]);
    let fixture = fixture(json!({
        "tools": ["x", "y"],
        "calls": {"x": steps("of-x"), "y": steps("of-y")},
        "http": {"resume": {"of-x": [says("x")], "of-y": [says("y")]}},
    }))
    .await;
    let x = fixture.begins(&fixture.id, "x", nothing()).await;
    let y = fixture.begins(&fixture.id, "y", nothing()).await;
    assert_eq!(text(&fixture.finishes(&x).await), "x");
    assert_eq!(text(&fixture.finishes(&y).await), "y");
}

// Proves SSE-08.
#[tokio::test]
async fn a_stream_is_not_resumed_after_an_event_id_that_is_the_session_id() {
    let fixture = fixture(json!({
        "tools": ["x"],
        "calls": {"x": [{"events": "id: session-1\nretry: 50\ndata:\n\n"}, "drop"]},
        "http": {"sessions": true, "resume": {"session-1": ["no_reply"]}},
    }))
    .await;
    assert_failed(&fixture.calls("x").await, Code::TransportLost);
    let resumed = |get: &&Value| !get["headers"]["last-event-id"].is_null();
    assert_eq!(fixture.requests("GET").iter().filter(resumed).count(), 0);
}

// Proves SSE-09.
#[tokio::test]
async fn what_cannot_be_taken_up_fails_its_call_and_no_other() {
    let fixture = fixture(json!({
        "tools": ["x", "refused", "nameless"],
        "calls": {
            "refused": [{"events": "id: gone\nretry: 50\ndata:\n\n"}, "drop"],
            "nameless": [{"events": "retry: 50\ndata:\n\n"}, "drop"],
        },
    }))
    .await;
    assert_failed(&fixture.calls("refused").await, Code::TransportLost);
    let asked = |request: &&Value| !request["headers"]["last-event-id"].is_null();
    assert_eq!(
        fixture.requests("GET").iter().filter(asked).count(),
        1,
        "once is enough"
    );
    assert_failed(&fixture.calls("nameless").await, Code::TransportLost);
    assert_eq!(fixture.requests("GET").iter().filter(asked).count(), 1);
    assert_done(&fixture.calls("x").await);
    fixture.has_no_open_request(&fixture.id).await;
}

// Proves SSE-02, SSE-03, SSE-04.
#[tokio::test]
async fn other_events_empty_ones_and_remarks_are_no_messages() {
    let wrong = r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"wrong"}]}}"#;
    let odd =
        format!("event: foo\ndata: {wrong}\n\n: alive\r\n\nid: 1\ndata:\n\nwhat: ever\nodd\nretry: soon\n\n");
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": [{"events": odd}]}})).await;
    assert_eq!(text(&fixture.calls("x").await), "{}");
    let server = fixture.host.server(&fixture.id).unwrap();
    assert_eq!(
        (
            server.summary.state.phase,
            server.health.junk_lines,
            server.health.stray_replies
        ),
        (Phase::Ready, 0, 0)
    );
}

// Proves HTTP-17.
#[tokio::test]
async fn an_address_without_a_stream_is_asked_for_it_once() {
    let fixture = fixture(json!({"tools": ["x"], "http": {"no_get": true}})).await;
    for _ in 0..3 {
        assert_done(&fixture.calls("x").await);
    }
    assert_eq!(fixture.requests("GET").len(), 1);
    assert!(fixture.state(&fixture.id).problem.is_none());
}

// Proves HTTP-22.
#[tokio::test]
async fn a_call_is_cancelled_by_a_word_before_and_by_closing_its_stream_in_the_modern_era() {
    for (era, told) in [("legacy", 1), ("modern", 0)] {
        let folder = tempfile::tempdir().unwrap();
        let (began, cancelled) = (folder.path().join("began"), folder.path().join("cancelled"));
        let steps = json!([{"progress": {"n": 1}}, {"touch": began}, {"wait_for_cancel": cancelled}]);
        let fixture = fixture(json!({"era": era, "tools": ["x"], "calls": {"x": steps}})).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        wait::file(&began).await;
        fixture.host.cancel_call(&call.id).unwrap();
        assert_eq!(fixture.finishes(&call).await.state, CallState::Cancelled);
        wait::file(&cancelled).await;
        let said = || fixture.posts("notifications/cancelled").len();
        // The end of a stream may be seen before the word that went out ahead of it.
        wait::holds("the word", || said() >= told).await;
        assert_eq!(said(), told, "{era}");
    }
}
