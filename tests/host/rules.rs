//! The rules of the protocol that hold for every message: what each of ours looks like, what is understood of theirs,
//! and what is said and used in which revision.

mod apart;
mod changes;
mod eras;
mod messages;

use portcullis_api::LogLevel;
use portcullis_tests::{test_host::TestHost, test_user::assert_done};
use serde_json::{Value, json};

/// Everything that can be declared, and a server that answers to it.
fn everything(era: &str) -> Value {
    json!({
        "era": era,
        "capabilities": {"tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true},
            "prompts": {"listChanged": true}, "completions": {}, "logging": {}},
        "tools": ["x"],
        "on": {
            "resources/list": [{"reply": {"resources": [{"uri": "notes://today", "name": "today"}]}}],
            "resources/templates/list": [{"reply": {"resourceTemplates": []}}],
            "prompts/list": [{"reply": {"prompts": [{"name": "plain"}]}}],
            "prompts/get": [{"reply": {"messages": []}}],
            "resources/read": [{"reply": {"contents": [{"uri": "notes://today", "text": "a"}]}}],
            "resources/subscribe": [{"reply": {}}],
            "logging/setLevel": [{"reply": {}}],
        },
    })
}

/// Uses everything once, and a tool many times at once.
async fn uses_everything(fixture: &TestHost) {
    let (host, id) = (&fixture.host, &fixture.id);
    host.set_log_level(id, Some(LogLevel::Info)).await.unwrap();
    host.resources(id, "").await.unwrap();
    host.prompts(id, "").await.unwrap();
    host.read_resource(id, "notes://today", false).await.unwrap();
    host.subscribe_resource(id, "notes://today", true).await.unwrap();
    host.get_prompt(id, "plain", Default::default()).await.unwrap();
    let mut calls = Vec::new();
    for at in 0..40 {
        let arguments = json!({"at": at, "text": "line\nline\r\n\u{1f980} ö"});
        calls.push(fixture.begins(id, "x", arguments).await);
    }
    for call in &calls {
        assert_done(&fixture.finishes(call).await);
    }
}

fn say(message: Value) -> Value {
    json!({ "say": message })
}
