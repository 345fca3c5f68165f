//! What servers say without being asked, what they are asked to say, and arrays of messages.

use std::time::Duration;

use portcullis_api::{LogLevel, LogSource, Phase};
use portcullis_core::Code;
use portcullis_tests::{
    test_host::{TRANSPORTS, TestHost, Transport},
    test_user::{TestUser, assert_done, assert_failed, command, text},
};
use serde_json::{Value, json};

/// Messages in the server's log that it sent by the protocol.
fn logged(fixture: &TestHost) -> Vec<String> {
    let page = fixture.host.logs(&fixture.id, 0).unwrap();
    let lines = page.lines.into_iter();
    lines
        .filter(|line| line.source == LogSource::Message)
        .map(|line| line.text.text)
        .collect()
}

/// Long enough for what was announced to be read; what happens within it did not happen.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(400)).await;
}

fn wishes(listen: &Value) -> &Value {
    &listen["params"]["notifications"]
}

// Proves SUB-01, CAP-10.
#[tokio::test]
async fn only_what_is_announced_is_asked_for() {
    let capabilities =
        json!({"tools": {"listChanged": true}, "prompts": {}, "resources": {"subscribe": true}});
    for way in TRANSPORTS {
        let fixture = TestHost::ready(way, json!({"era": "modern", "capabilities": capabilities})).await;
        let listens = fixture.sees_sent("subscriptions/listen", 1).await;
        assert_eq!(wishes(&listens[0]), &json!({"toolsListChanged": true}));
        assert!(listens[0]["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].is_string());
    }
    let fixture = TestHost::piped(json!({"era": "modern", "capabilities": {"tools": {}}})).await;
    a_moment().await;
    assert!(fixture.sent("subscriptions/listen").is_empty());
}

// Proves SUB-06, SUB-07.
#[tokio::test]
async fn a_watched_resource_changes_what_is_listened_for() {
    let capabilities = json!({"tools": {"listChanged": true}, "resources": {"subscribe": true}});
    let reads = json!({"resources/read": [{"reply": {"contents": []}}]});
    let fixture = TestHost::piped(json!({"era": "modern", "capabilities": capabilities, "on": reads})).await;
    fixture.sees_sent("subscriptions/listen", 1).await;
    let host = &fixture.host;
    host.subscribe_resource(&fixture.id, "notes://today", true)
        .await
        .unwrap();
    let listens = fixture.sees_sent("subscriptions/listen", 2).await;
    assert_eq!(
        wishes(&listens[1]),
        &json!({"toolsListChanged": true, "resourceSubscriptions": ["notes://today"]})
    );
    let ended = fixture.sees_sent("notifications/cancelled", 1).await;
    assert_eq!(
        ended[0]["params"]["requestId"], listens[0]["id"],
        "sub07: the one before is ended"
    );
    host.subscribe_resource(&fixture.id, "notes://today", false)
        .await
        .unwrap();
    let listens = fixture.sees_sent("subscriptions/listen", 3).await;
    assert_eq!(wishes(&listens[2]), &json!({"toolsListChanged": true}));
    assert!(fixture.sent("resources/subscribe").is_empty(), "era11");
}

/// A server that answers a request would not end with its input.
// Proves SUB-07, F-39.
#[tokio::test]
async fn a_server_is_told_that_listening_ends_before_its_input_closes() {
    let fixture =
        TestHost::piped(json!({"era": "modern", "capabilities": {"tools": {"listChanged": true}}})).await;
    let listens = fixture.sees_sent("subscriptions/listen", 1).await;
    fixture.host.set_enabled(&fixture.id, false).await.unwrap();
    let ended = fixture.sees_sent("notifications/cancelled", 1).await;
    assert_eq!(ended[0]["params"]["requestId"], listens[0]["id"]);
}

// Proves F-39.
#[tokio::test]
async fn a_server_that_does_as_it_is_told_is_gone_at_once() {
    let person = TestUser::new().await;
    let demo = portcullis_tests::programs::beside("portcullis-demo");
    let draft = command("Demo", demo.to_str().unwrap(), Vec::new());
    let id = person.adds_ready(draft).await;
    let mut fastest = Duration::MAX;
    for _ in 0..5 {
        a_moment().await;
        let begun = std::time::Instant::now();
        person.turns_off(&id).await;
        fastest = fastest.min(begun.elapsed());
        person.host.set_enabled(&id, true).await.unwrap();
        person.sees(&id, Phase::Ready).await;
    }
    // The fastest of five: other programs may hold up single ones. At 1.5 s a server is signalled.
    assert!(fastest < Duration::from_millis(100), "{fastest:?}");
}

// Proves SUB-10.
#[tokio::test]
async fn a_server_that_was_started_again_is_listened_to_again() {
    let fixture =
        TestHost::piped(json!({"era": "modern", "tools": ["x"], "calls": {"x": [{"exit": 1}]}})).await;
    fixture.sees_sent("subscriptions/listen", 1).await;
    assert_failed(&fixture.calls("x").await, Code::ServerExited);
    fixture.sees_sent("subscriptions/listen", 2).await;
}

/// A server whose first time of listening ends like this.
async fn ends_listening(way: Transport, ending: Value) {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let acknowledged = json!({"say": {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
        "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}}});
    let steps = json!([acknowledged, {"if_file": {"path": been, "then": ["no_reply"],
        "else": [{"touch": been}, ending]}}, "no_reply"]);
    let fixture = TestHost::ready(
        way,
        json!({"era": "modern", "tools": ["x"], "on": {"subscriptions/listen": steps}}),
    )
    .await;
    let listens = fixture.sees_sent("subscriptions/listen", 2).await;
    assert_ne!(listens[0]["id"], listens[1]["id"]);
    fixture.sees_sent("tools/list", 2).await;
    assert_done(&fixture.calls("x").await);
    let state = fixture.state(&fixture.id);
    assert_eq!((state.phase, state.problem), (Phase::Ready, None), "{ending}");
}

// Proves SUB-08, SUB-09.
#[tokio::test]
async fn listening_that_ends_in_any_way_is_begun_again_and_lists_are_read() {
    let whole = json!({"reply": {"_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}});
    let cancelled = json!({"say": {"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": "$id"}}});
    ends_listening(Transport::Pipe, whole.clone()).await;
    ends_listening(Transport::Pipe, cancelled).await;
    ends_listening(Transport::Http, whole).await;
    ends_listening(Transport::Http, json!("drop")).await;
}

// Proves SUB-08.
#[tokio::test]
async fn a_server_that_does_not_listen_is_not_asked_for_ever() {
    let steps = json!([{"error": {"code": -32601, "message": "no"}}]);
    let fixture =
        TestHost::piped(json!({"era": "modern", "tools": ["x"], "on": {"subscriptions/listen": steps}}))
            .await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(fixture.sent("subscriptions/listen").len(), 1);
    assert_done(&fixture.calls("x").await);
}

fn changed(meta: &Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    if !meta.is_null() {
        message["params"] = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": meta}});
    }
    json!({ "say": message })
}

// Proves SUB-05, HTTP-25.
#[tokio::test]
async fn announcements_of_nothing_that_listens_are_ignored() {
    for way in TRANSPORTS {
        let other = json!({"name": "y", "inputSchema": {"type": "object"}});
        // The number of the call is a request of ours that is open, and does not listen.
        let wrong = json!([
            changed(&Value::Null),
            changed(&json!(987)),
            changed(&json!("2")),
            changed(&json!("$id"))
        ]);
        let fixture = TestHost::ready(
            way,
            json!({"era": "modern", "tools": ["x", "change"],
                "calls": {"x": wrong, "change": [{"change_tool": other}]}}),
        )
        .await;
        fixture.sees_sent("subscriptions/listen", 1).await;
        assert_done(&fixture.calls("x").await);
        a_moment().await;
        assert_eq!(fixture.sent("tools/list").len(), 1, "{way:?}");
        assert_done(&fixture.calls("change").await);
        fixture.sees_sent("tools/list", 2).await;
    }
}

// Proves SUB-02.
#[tokio::test]
async fn what_is_announced_before_the_server_listens_is_ignored() {
    let steps = json!([changed(&json!("$id")), "no_reply"]);
    let fixture =
        TestHost::piped(json!({"era": "modern", "tools": ["x"], "on": {"subscriptions/listen": steps}}))
            .await;
    fixture.sees_sent("subscriptions/listen", 1).await;
    a_moment().await;
    assert_eq!(fixture.sent("tools/list").len(), 1);
}

// Proves LOG-03.
#[tokio::test]
async fn a_modern_server_is_heard_when_it_was_asked_to_speak() {
    for way in TRANSPORTS {
        let say = json!({"say": {"jsonrpc": "2.0", "method": "notifications/message",
            "params": {"level": "info", "data": "hello"}}});
        let capabilities = json!({"tools": {"listChanged": true}, "logging": {}});
        let fixture = TestHost::ready(
            way,
            json!({"era": "modern", "capabilities": capabilities, "tools": ["x"], "calls": {"x": [say]}}),
        )
        .await;
        assert_done(&fixture.calls("x").await);
        assert_eq!(logged(&fixture), Vec::<String>::new());
        let level = Some(LogLevel::Info);
        fixture.host.set_log_level(&fixture.id, level).await.unwrap();
        assert_done(&fixture.calls("x").await);
        assert_eq!(logged(&fixture), ["hello"], "{way:?}");
        let calls = fixture.sent("tools/call");
        let asked = |at: usize| &calls[at]["params"]["_meta"]["io.modelcontextprotocol/logLevel"];
        assert_eq!((asked(0), asked(1)), (&Value::Null, &json!("info")));
        assert!(fixture.sent("logging/setLevel").is_empty(), "era11");
    }
}

// Proves LOG-02.
#[tokio::test]
async fn a_server_of_before_is_heard_without_being_asked() {
    let say = json!({"say": {"jsonrpc": "2.0", "method": "notifications/message",
        "params": {"level": "debug", "data": {"a": 1}}}});
    let fixture = TestHost::piped(json!({"tools": ["x"], "calls": {"x": [say]}})).await;
    assert_done(&fixture.calls("x").await);
    assert_eq!(logged(&fixture), [r#"{"a":1}"#]);
}

// Proves RPC-09, RPC-10.
#[tokio::test]
async fn an_array_of_messages_is_read_in_the_one_revision_that_has_them() {
    for way in TRANSPORTS {
        for (version, read) in [
            ("2024-11-05", false),
            ("2025-03-26", true),
            ("2025-06-18", false),
            ("2025-11-25", false),
        ] {
            let script = json!({
                "version": version,
                "tools": ["x", "good"],
                "calls": {"x": [{"malformed": "batch_array"}]},
            });
            let fixture = TestHost::ready(way, script).await;
            let call = fixture.calls("x").await;
            match read {
                true => assert_eq!(text(&call), "MARK"),
                false => assert_failed(&call, Code::ProtocolBroken),
            }
            assert_done(&fixture.calls("good").await);
            fixture.host.close().await;
        }
    }
}

// Proves RPC-09.
#[tokio::test]
async fn questions_and_announcements_within_an_array_are_each_taken() {
    let script = json!({
        "version": "2025-03-26",
        "tools": ["x"],
        "calls": {"x": [{"say": [
            {"jsonrpc": "2.0", "id": "a", "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"},
            {"jsonrpc": "2.0", "id": "b", "method": "foo/bar"},
        ]}]},
    });
    let fixture = TestHost::piped(script).await;
    assert_done(&fixture.calls("x").await);
    fixture.sees_sent("tools/list", 2).await;
    let answer = fixture.sees_answer(&json!("a")).await;
    assert_eq!(answer["result"], json!({}));
    let answer = fixture.sees_answer(&json!("b")).await;
    assert_eq!(answer["error"]["code"], -32601);
    assert!(fixture.recorded().iter().all(Value::is_object), "rpc10");
}
