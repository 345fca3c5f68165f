//! Resources, prompts and suggestions: a person chooses, looks, and decides where it goes; nothing happens by
//! itself, and a server learns no more than it has to.

mod prompts;
mod remembering;
mod watching;

use std::collections::BTreeMap;

use portcullis_api::{
    Answer, Block, CompletionOf, LogLevel, Outcome, Part, Phase, PromptRole, QuoteSource, ReadResource,
    RecordKind, RecordRow, ResourceEntry, Speaker,
};
use portcullis_core::{Code, Error};
use portcullis_tests::{
    packages,
    test_user::{TestUser, assert_done, command, nothing, received},
    wait,
};
use serde_json::{Value, json};

/// Everything that can be declared.
fn everything() -> Value {
    json!({"tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true},
        "prompts": {"listChanged": true}, "completions": {}, "logging": {}})
}

fn listed() -> Value {
    json!([
        {"uri": "notes://today", "name": "today", "title": "Today", "size": 12, "mimeType": "text/markdown",
            "annotations": {"audience": ["user"], "priority": 0.5, "lastModified": "2026-11-20T09:15:00Z"}},
        {"name": "no address"},
        {"uri": "file:///etc/passwd", "name": "users"},
        {"uri": "vscode://open?x", "name": "editor\u{202e}"},
    ])
}

fn templates() -> Value {
    json!([{"uriTemplate": "notes://{day}/{page}{?token}", "name": "page"}, {"uriTemplate": "notes://{", "name": "broken"}])
}

fn prompts() -> Value {
    json!([
        {"name": "greet", "title": "Greet", "arguments": [
            {"name": "who", "required": true}, {"name": "tone"}, {"name": "api_key"}]},
        {"name": "plain"},
    ])
}

/// A server with all of it, which records what it is asked.
async fn notes(more: Value) -> (TestUser, String, std::path::PathBuf) {
    let person = TestUser::new().await;
    let record = person.path("received");
    let mut script = json!({
        "record": record,
        "capabilities": everything(),
        "tools": ["say"],
        "on": {
            "resources/list": [{"reply": {"resources": listed()}}],
            "resources/templates/list": [{"reply": {"resourceTemplates": templates()}}],
            "prompts/list": [{"reply": {"prompts": prompts()}}],
            "resources/read": [{"reply": {"contents": [{"uri": "notes://today", "text": "# Hello"}]}}],
            "resources/subscribe": [{"reply": {}}],
            "resources/unsubscribe": [{"reply": {}}],
            "logging/setLevel": [{"reply": {}}],
        },
    });
    for (name, value) in more.as_object().unwrap() {
        match (name.as_str(), value) {
            ("on", Value::Object(on)) => on
                .iter()
                .for_each(|(method, steps)| script["on"][method] = steps.clone()),
            _ => script[name] = value.clone(),
        }
    }
    let id = person.has("Notes", script).await;
    (person, id, record)
}

/// Reads a resource, or what is remembered of it.
async fn reads(person: &TestUser, id: &str, uri: &str) -> ReadResource {
    person.host.read_resource(id, uri, false).await.unwrap()
}

/// Why a resource cannot be read.
async fn unread(person: &TestUser, id: &str) -> Error {
    let read = person.host.read_resource(id, "notes://today", false).await;
    read.unwrap_err()
}

/// Watches a resource, or no longer.
async fn watches(person: &TestUser, id: &str, on: bool) {
    let watched = person.host.subscribe_resource(id, "notes://today", on);
    watched.await.unwrap();
}

/// Parameters of every request of a method, without what travels along with each.
fn asked(record: &std::path::Path, method: &str) -> Vec<Value> {
    received(record)
        .into_iter()
        .filter(|message| message["method"] == method)
        .map(|mut message| {
            let mut params = message["params"].take();
            if let Some(params) = params.as_object_mut() {
                params.remove("_meta");
            }
            params
        })
        .collect()
}

/// What the server says when one of its tools is called.
fn says(method: &str, params: Value) -> Value {
    json!({"say": [{"say": {"jsonrpc": "2.0", "method": method, "params": params}}]})
}

fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

async fn entry(person: &TestUser, id: &str, uri: &str) -> ResourceEntry {
    let list = person.host.resources(id, "").await.unwrap();
    list.resources.into_iter().find(|entry| entry.uri == uri).unwrap()
}

async fn rows(person: &TestUser, kind: RecordKind) -> Vec<RecordRow> {
    let all = person.record().await;
    all.into_iter().filter(|row| row.kind == kind).collect()
}

fn words(read: &ReadResource) -> Vec<String> {
    read.contents
        .iter()
        .map(|content| match &content.block {
            Block::Text { text, .. } => text.text.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

// Proves RES-01, RES-03.
#[tokio::test]
async fn lists_are_read_when_they_are_shown_and_a_bad_entry_hides_no_other() {
    let (person, id, record) = notes(json!({})).await;
    assert!(
        asked(&record, "resources/list").is_empty(),
        "the list was not shown yet"
    );
    let list = person.host.resources(&id, "").await.unwrap();
    assert!(list.offered && list.can_subscribe && list.completes);
    assert_eq!((list.total, list.found, list.templates_total), (3, 3, 1));
    let today = &list.resources[0];
    assert_eq!(today.title.as_ref().unwrap().text, "Today");
    assert_eq!((today.size, today.annotations.priority), (Some(12), Some(0.5)));
    assert_eq!(today.annotations.modified_at, Some(1_795_166_100_000));
    assert_eq!(list.resources[2].name.hidden, 1);
    let skipped: Vec<_> = list
        .skipped
        .iter()
        .map(|entry| entry.shown.text.as_str())
        .collect();
    assert_eq!(skipped, ["Number 2 in the list", "notes://{"]);
    let names: Vec<_> = list.templates[0]
        .variables
        .iter()
        .map(|found| found.name.as_str())
        .collect();
    assert_eq!(names, ["day", "page", "token"]);
    // A search goes through what was read.
    assert_eq!(person.host.resources(&id, "passwd").await.unwrap().found, 1);
    person.host.prompts(&id, "").await.unwrap();
    for method in ["resources/list", "resources/templates/list", "prompts/list"] {
        assert_eq!(asked(&record, method).len(), 1, "{method}");
    }
    assert!(
        asked(&record, "resources/read").is_empty(),
        "nothing is read automatically"
    );
}

// Proves CAP-09, ERA-08, ARC-08.
#[tokio::test]
async fn nothing_is_asked_of_a_server_that_did_not_declare_it() {
    let (person, id, record) = notes(json!({"capabilities": {"tools": {}}})).await;
    let host = &person.host;
    assert!(!host.resources(&id, "").await.unwrap().offered);
    assert!(!host.prompts(&id, "").await.unwrap().offered);
    let refused = [
        unread(&person, &id).await,
        host.subscribe_resource(&id, "notes://today", true)
            .await
            .unwrap_err(),
        host.get_prompt(&id, "greet", values(&[])).await.unwrap_err(),
        host.set_log_level(&id, Some(LogLevel::Debug)).await.unwrap_err(),
    ];
    for error in refused {
        assert_eq!(error.code, Code::NotOffered, "{error}");
        assert!(error.sentence.contains("“Notes”"), "{error}");
    }
    let of = CompletionOf::Prompt {
        name: "greet".to_owned(),
    };
    let found = host.complete(&id, of, "who", "a", values(&[])).await.unwrap();
    assert!(found.values.is_empty());
    let methods: Vec<_> = received(&record)
        .into_iter()
        .map(|message| message["method"].clone())
        .collect();
    assert!(
        !methods.iter().any(|method| {
            let method = method.as_str().unwrap_or_default();
            ["resources/", "prompts/", "completion/", "logging/"]
                .iter()
                .any(|start| method.starts_with(start))
        }),
        "{methods:?}"
    );
}

// Proves RES-08, RES-14.
#[tokio::test]
async fn an_address_goes_to_its_server_as_it_is_and_is_in_the_record() {
    let contents = json!({"contents": [
        {"uri": "file:///etc/passwd", "mimeType": "text/html", "text": "<b>from the server</b>"},
        {"uri": "file:///etc/passwd#2", "blob": "UEs="},
        {"uri": "vscode://open", "mimeType": "image/svg+xml", "blob": "PHN2Zz4="},
    ]});
    let (person, id, record) = notes(json!({"on": {"resources/read": [{"reply": contents}]}})).await;
    for uri in ["file:///etc/passwd", "vscode://open?x", "a b\u{202e}"] {
        let read = reads(&person, &id, uri).await;
        assert_eq!(words(&read)[0], "<b>from the server</b>");
        assert_eq!(read.contents.len(), 3);
        let saved = match &read.contents[2].block {
            Block::Resource {
                whole: Some(whole), ..
            } => whole.handle.clone(),
            other => panic!("an SVG is for saving: {other:?}"),
        };
        assert!(person.host.payload_url(&saved).is_err());
        assert_eq!(&*person.host.payload(&saved).unwrap(), b"<svg>");
        let detail = person.host.record_detail(read.record).await.unwrap();
        assert_eq!(detail.row.outcome, Outcome::Done);
        assert_eq!(detail.came_back.as_deref(), Some("1 text block, 2 resources"));
    }
    let sent: Vec<_> = asked(&record, "resources/read")
        .into_iter()
        .map(|params| params["uri"].clone())
        .collect();
    assert_eq!(sent, ["file:///etc/passwd", "vscode://open?x", "a b\u{202e}"]);
    let shown = rows(&person, RecordKind::Resource).await;
    assert_eq!(shown[0].what.text, "Read a b⟨U+202E⟩");
    assert_eq!(shown[0].asked_by, "you");
}

// Proves RES-06.
#[tokio::test]
async fn what_is_not_there_and_what_is_empty_are_said() {
    for code in [-32002, -32602] {
        let steps = json!([{"error": {"code": code, "message": "gone", "data": {"uri": "notes://today"}}}]);
        let (person, id, _) = notes(json!({"on": {"resources/read": steps}})).await;
        let error = unread(&person, &id).await;
        assert_eq!(error.code, Code::ResourceMissing, "{error}");
        assert_eq!(error.said.unwrap().text, "gone (notes://today)");
        assert_eq!(error.remedy.unwrap(), "The list may be out of date. Refresh it.");
        assert_eq!(
            rows(&person, RecordKind::Resource).await[0].outcome,
            Outcome::Failed
        );
    }
    let (person, id, _) = notes(json!({"on": {"resources/read": [{"reply": {"contents": []}}]}})).await;
    let read = reads(&person, &id, "notes://today").await;
    assert!(read.contents.is_empty());
    assert!(read.nothing.unwrap().contains("“Notes”"));
}

// Proves RES-04.
#[tokio::test]
async fn an_address_is_shown_before_it_is_read() {
    let (person, id, record) = notes(json!({})).await;
    let host = &person.host;
    let filled = values(&[("day", "../../etc"), ("page", "a b&c")]);
    let found = host
        .expand_template(&id, "notes://{day}/{page}{?token}", &filled)
        .unwrap();
    assert_eq!(found.uri, "notes://..%2F..%2Fetc/a%20b%26c");
    assert_eq!(found.missing[0].name, "token");
    let error = host.expand_template(&id, "notes://{", &filled).unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert!(asked(&record, "resources/read").is_empty());
}

// Proves CAN-01.
#[tokio::test]
async fn a_reading_is_stopped_down_to_the_server() {
    let person = TestUser::new().await;
    let reason = person.path("reason");
    let steps = json!([{"wait_for_cancel": reason}]);
    let script = json!({"capabilities": everything(), "tools": ["say"], "on": {"resources/read": steps}});
    let id = person.has("Notes", script).await;
    let (host, server) = (person.host.clone(), id.clone());
    let reading = tokio::spawn(async move { host.read_resource(&server, "notes://today", false).await });
    wait::holds("the request to be under way", || {
        person.host.open_requests(&id).unwrap() == 1
    })
    .await;
    person.host.stop_reading(&id).unwrap();
    let error = reading.await.unwrap().unwrap_err();
    assert_eq!(error.code, Code::CallCancelled);
    wait::file(&reason).await;
    assert_eq!(
        rows(&person, RecordKind::Resource).await[0].outcome,
        Outcome::Cancelled
    );
    // What comes after is not stopped.
    person.host.stop_reading(&id).unwrap();
}

// Proves S-88.
#[tokio::test]
async fn what_is_secret_is_not_in_the_record_of_a_reading() {
    let (person, id, _) = notes(json!({"on": {"prompts/get": [{"reply": {"messages": []}}]}})).await;
    let arguments = values(&[("who", "Ada"), ("api_key", "hunter2-and-more")]);
    let fetched = person.host.get_prompt(&id, "greet", arguments).await.unwrap();
    let detail = person.host.record_detail(fetched.record).await.unwrap();
    let sent = detail.sent.unwrap().text;
    assert!(sent.contains("Ada") && !sent.contains("hunter2"), "{sent}");
    // Nothing of it can go into a conversation, and that is said.
    let talk = person.host.create_conversation().await.unwrap().summary.id;
    let error = person.host.use_prompt(&talk, &fetched.id).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
}

#[tokio::test]
async fn the_demo_offers_resources_templates_prompts_and_suggestions() {
    let person = TestUser::new().await;
    let host = &person.host;
    let demo = portcullis_tests::programs::beside("portcullis-demo");
    let id = person
        .adds_ready(command("Demo", demo.to_str().unwrap(), Vec::new()))
        .await;
    let list = host.resources(&id, "").await.unwrap();
    assert_eq!((list.total, list.templates_total), (2, 1));
    let call = person
        .begins(&id, "write_note", json!({"text": "Feed the cat"}))
        .await;
    if host.call(&call.id).unwrap().request.is_some() {
        let request = person.is_asked_about(&call).await;
        person.answers(&request, Answer::AllowOnce {}).await;
    }
    assert_done(&person.finishes(&call).await);
    let template = list.templates[0].template.clone();
    let of = CompletionOf::Template {
        template: template.clone(),
    };
    let found = host.complete(&id, of, "number", "", values(&[])).await.unwrap();
    assert_eq!(found.values[0].value, "1");
    let expanded = host
        .expand_template(&id, &template, &values(&[("number", "1")]))
        .unwrap();
    let read = reads(&person, &id, &expanded.uri).await;
    assert_eq!(words(&read), ["Feed the cat"]);
    let missing = host
        .read_resource(&id, "portcullis-demo://notes/7", false)
        .await
        .unwrap_err();
    assert_eq!(missing.code, Code::ResourceMissing);
    assert_eq!(
        missing.remedy.unwrap(),
        "The server does not list it either. Check the URI."
    );
    let prompts = host.prompts(&id, "translate").await.unwrap();
    assert_eq!(prompts.found, 1);
    let arguments = values(&[("number", "1"), ("language", "French")]);
    let fetched = host.get_prompt(&id, "translate_note", arguments).await.unwrap();
    assert!(
        matches!(&fetched.messages[0].block, Block::Text { text, .. } if text.text.contains("Feed the cat"))
    );
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_reference_server_is_read_and_its_prompts_are_fetched() {
    let person = TestUser::new().await;
    let host = &person.host;
    let program = packages::everything();
    let path = program.path.to_str().unwrap();
    let id = person
        .adds(command("Everything", path, program.arguments.clone()))
        .await;
    person
        .sees_within(&id, Phase::Ready, std::time::Duration::from_secs(60))
        .await;
    let list = host.resources(&id, "").await.unwrap();
    assert!(list.total + list.templates_total > 0, "{list:?}");
    if let Some(first) = list.resources.first() {
        let read = reads(&person, &id, &first.uri).await;
        assert!(!read.contents.is_empty());
    }
    let prompts = host.prompts(&id, "").await.unwrap();
    assert!(prompts.total > 0 && prompts.skipped.is_empty(), "{prompts:?}");
    let plain = prompts
        .prompts
        .iter()
        .find(|prompt| prompt.arguments.iter().all(|argument| !argument.required))
        .unwrap();
    let fetched = host.get_prompt(&id, &plain.name, values(&[])).await.unwrap();
    assert!(!fetched.messages.is_empty());
}
