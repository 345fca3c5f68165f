//! Lists, what is announced of them, and what is asked again in a new session.

use portcullis_api::LogLevel;
use portcullis_tests::{test_host::TestHost, test_user::assert_done, wait};
use serde_json::{Value, json};

use super::{everything, say};

// Proves PAG-05.
#[tokio::test]
async fn a_new_session_begins_its_lists_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let (a, b) = (
        json!({"name": "a", "inputSchema": {"type": "object"}}),
        json!({"name": "b", "inputSchema": {"type": "object"}}),
    );
    let first = json!({"reply": {"tools": [a], "nextCursor": "page \u{1f980} 2"}});
    let second = folder.path().join("second");
    // The second page is what it dies of, once.
    let steps = json!([{"if_file": {"path": been,
        "then": [{"if_file": {"path": second, "then": [{"reply": {"tools": [a, b]}}],
            "else": [{"touch": second}, {"exit": 1}]}}],
        "else": [{"touch": been}, first]}}]);
    let fixture = TestHost::piped(json!({"on": {"tools/list": steps}})).await;
    let cursors: Vec<_> = fixture
        .sent("tools/list")
        .iter()
        .map(|list| list["params"].get("cursor").cloned())
        .collect();
    assert_eq!(cursors, [None, Some(json!("page \u{1f980} 2")), None]);
    assert_eq!(fixture.host.server(&fixture.id).unwrap().summary.tools, 2);
}

// Proves TOL-01, TOL-05, PAG-03.
#[tokio::test]
async fn pages_are_followed_and_names_go_back_as_they_came() {
    let odd = "Größe/α b";
    let script = json!({"tools": ["a", "A", "c", odd], "page": 1});
    let fixture = TestHost::piped(script).await;
    assert_eq!(fixture.host.server(&fixture.id).unwrap().summary.tools, 4);
    assert_eq!(fixture.sent("tools/list").len(), 4);
    for name in [odd, "A"] {
        assert_done(&fixture.calls(name).await);
        let sent = fixture.sent("tools/call").pop().unwrap();
        assert_eq!(sent["params"]["name"], name);
    }
    let none = TestHost::piped(json!({})).await;
    assert_eq!(none.person.host.server(&none.id).unwrap().summary.tools, 0);
    let not_asked = TestHost::piped(json!({"capabilities": {}, "tools": ["x"]})).await;
    assert!(not_asked.sent("tools/list").is_empty());
}

// Proves CCH-03, CCH-04.
#[tokio::test]
async fn an_idle_host_asks_nothing_and_one_address_answers_for_no_other() {
    let mut script = everything("modern");
    script["on"]["resources/list"] =
        json!([{"reply": {"ttlMs": 100, "cacheScope": "private", "resources": []}}]);
    script["on"]["resources/read"] =
        json!([{"reply": {"ttlMs": 3_600_000, "contents": [{"uri": "a://b", "text": "a"}]}}]);
    let fixture = TestHost::piped(script).await;
    let host = &fixture.host;
    host.resources(&fixture.id, "").await.unwrap();
    for uri in ["a://b", "a://b", "a://b#c", "a://B"] {
        host.read_resource(&fixture.id, uri, false).await.unwrap();
    }
    let asked: Vec<_> = fixture
        .sent("resources/read")
        .iter()
        .map(|read| read["params"]["uri"].clone())
        .collect();
    assert_eq!(asked, ["a://b", "a://b#c", "a://B"]);
    let before = fixture.messages().len();
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    assert_eq!(fixture.messages().len(), before, "nothing on a timer");
}

// Proves PRO-02.
#[tokio::test]
async fn all_pages_of_prompts_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut steps = json!([{"reply": {"prompts": [{"name": "p5"}]}}]);
    for page in (1..5).rev() {
        let been = folder.path().join(page.to_string());
        let reply =
            json!({"reply": {"prompts": [{"name": format!("p{page}")}], "nextCursor": page.to_string()}});
        steps = json!([{"if_file": {"path": been, "then": steps, "else": [{"touch": been}, reply]}}]);
    }
    let mut script = everything("legacy");
    script["on"]["prompts/list"] = steps;
    let fixture = TestHost::piped(script).await;
    let list = fixture.host.prompts(&fixture.id, "").await.unwrap();
    assert_eq!(list.prompts.len(), 5);
}

// Proves HTTP-13.
#[tokio::test]
async fn what_was_watched_and_how_much_it_logs_is_asked_for_again_in_a_new_session() {
    let mut script = everything("legacy");
    script["tools"] = json!(["x", "expire"]);
    script["calls"] = json!({"expire": ["expire_sessions"]});
    script["http"] = json!({"sessions": true});
    let fixture = TestHost::over_http(script).await;
    let (host, id) = (&fixture.host, &fixture.id);
    host.set_log_level(id, Some(LogLevel::Warning)).await.unwrap();
    host.subscribe_resource(id, "notes://today", true).await.unwrap();
    host.resources(id, "").await.unwrap();
    assert_done(&fixture.calls("expire").await);
    assert_done(&fixture.calls("x").await);
    let levels = fixture.sees_sent("logging/setLevel", 2).await;
    let watched = fixture.sees_sent("resources/subscribe", 2).await;
    assert_eq!(levels[1]["params"]["level"], "warning");
    assert_eq!(watched[1]["params"]["uri"], "notes://today");
    let sessions: Vec<_> = fixture
        .recorded()
        .into_iter()
        .filter(|line| line["body"]["method"] == "resources/subscribe")
        .map(|line| line["headers"]["mcp-session-id"].clone())
        .collect();
    assert_eq!(sessions, ["session-1", "session-2"]);
    host.resources(id, "").await.unwrap();
    assert_eq!(
        fixture.sent("resources/list").len(),
        2,
        "what was read before no longer holds"
    );
    let calls = fixture.sent("tools/call").into_iter();
    assert_eq!(calls.filter(|call| call["params"]["name"] == "expire").count(), 1);
}

/// A modern server that says that it gives this of what it is asked to announce.
fn gives(given: &Value) -> Value {
    let params = json!({"notifications": given, "_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}});
    let acknowledged =
        json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params});
    let mut script = everything("modern");
    script["on"]["subscriptions/listen"] = json!([say(acknowledged), "no_reply"]);
    script
}

// Proves SUB-03.
#[tokio::test]
async fn what_a_server_does_not_announce_after_all_is_said_and_not_relied_on() {
    let given = json!({"toolsListChanged": true});
    let fixture = TestHost::piped(gives(&given)).await;
    fixture
        .sees_log("does not send them for: prompts and resources")
        .await;
    let host = &fixture.host;
    host.resources(&fixture.id, "").await.unwrap();
    host.subscribe_resource(&fixture.id, "notes://today", true)
        .await
        .unwrap();
    fixture.sees_log("The server does not watch notes://today.").await;
    wait::until("nobody to believe that it is watched", || {
        let listens = fixture.sent("subscriptions/listen");
        let last = &listens.last()?["params"]["notifications"];
        (listens.len() >= 3 && last.get("resourceSubscriptions").is_none()).then_some(())
    })
    .await;
    let list = host.resources(&fixture.id, "").await.unwrap();
    assert!(!list.resources[0].subscribed);
}

// Proves SUB-04, SUB-05.
#[tokio::test]
async fn what_was_not_asked_for_is_not_listened_to() {
    let announce = |method: &str| {
        let meta = json!({"io.modelcontextprotocol/subscriptionId": "$subscription"});
        say(json!({"jsonrpc": "2.0", "method": method, "params": {"_meta": meta, "uri": "notes://today"}}))
    };
    let mut script = everything("modern");
    // It has prompts and resources, and said nothing of announcing them.
    script["capabilities"]["prompts"] = json!({});
    script["capabilities"]["resources"] = json!({});
    script["on"]["prompts/list"] = json!([{"reply": {"ttlMs": 3_600_000, "prompts": []}}]);
    script["on"]["resources/read"] = json!([{"reply": {"ttlMs": 3_600_000, "contents": []}}]);
    script["calls"] = json!({"x": [
        announce("notifications/prompts/list_changed"),
        announce("notifications/resources/list_changed"),
        announce("notifications/resources/updated"),
        announce("notifications/tools/list_changed"),
    ]});
    let fixture = TestHost::piped(script).await;
    let host = &fixture.host;
    fixture.sees_sent("subscriptions/listen", 1).await;
    let looks = async || {
        host.prompts(&fixture.id, "").await.unwrap();
        host.read_resource(&fixture.id, "notes://today", false)
            .await
            .unwrap();
    };
    looks().await;
    assert_done(&fixture.calls("x").await);
    fixture.sees_sent("tools/list", 2).await;
    looks().await;
    assert_eq!(fixture.sent("prompts/list").len(), 1);
    assert_eq!(fixture.sent("resources/read").len(), 1);
}

// Proves ROO-05.
#[tokio::test]
async fn a_server_hears_of_changed_folders_after_the_handshake_in_the_legacy_era_alone() {
    const CHANGED: &str = "notifications/roots/list_changed";
    for (era, told) in [("legacy", 2), ("modern", 0)] {
        let fixture = TestHost::piped(json!({"era": era, "tools": ["x"]})).await;
        let host = &fixture.host;
        let folder = fixture.path("work");
        std::fs::create_dir(&folder).unwrap();
        let list = fixture.adds_folder(&fixture.id, &folder).await;
        // It was not approved yet: it hears that something changed and not what.
        host.remove_root(&fixture.id, &list.folders[0].path)
            .await
            .unwrap();
        if told > 0 {
            fixture.sees_sent(CHANGED, told).await;
        }
        assert_done(&fixture.calls("x").await);
        assert_eq!(fixture.sent(CHANGED).len(), told, "{era}");
        let methods: Vec<_> = fixture
            .messages()
            .iter()
            .map(|message| message["method"].clone())
            .collect();
        let at = |name: &str| methods.iter().position(|method| method == name);
        assert!(told == 0 || at(CHANGED) > at("notifications/initialized"));
        fixture.host.close().await;
    }
}
