//! Resources, prompts and suggestions: a person chooses, looks, and decides where it goes; nothing happens by
//! itself, and a server learns no more than it has to.

use std::collections::BTreeMap;

use portcullis_host::{
    Code,
    view::{
        Answer, Block, CompletionOf, LogLevel, Outcome, Part, Phase, PromptRole, QuoteSource, ReadResource,
        RecordKind, RecordRow, ResourceEntry, Speaker,
    },
};
use portcullis_tests::{
    packages,
    person::{Person, assert_done, command, nothing, received},
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
async fn notes(more: Value) -> (Person, String, std::path::PathBuf) {
    let person = Person::new().await;
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

async fn entry(person: &Person, id: &str, uri: &str) -> ResourceEntry {
    let list = person.host.resources(id, "").await.unwrap();
    list.resources.into_iter().find(|entry| entry.uri == uri).unwrap()
}

async fn rows(person: &Person, kind: RecordKind) -> Vec<RecordRow> {
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

#[tokio::test]
async fn res01_res03_lists_are_read_when_somebody_looks_and_a_bad_entry_hides_no_other() {
    let (person, id, record) = notes(json!({})).await;
    assert!(asked(&record, "resources/list").is_empty(), "nobody looked yet");
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
        "nothing is read by itself"
    );
}

#[tokio::test]
async fn cap09_era08_arc08_nothing_is_asked_of_a_server_that_did_not_declare_it() {
    let (person, id, record) = notes(json!({"capabilities": {"tools": {}}})).await;
    assert!(!person.host.resources(&id, "").await.unwrap().offered);
    assert!(!person.host.prompts(&id, "").await.unwrap().offered);
    let refused = [
        person
            .host
            .read_resource(&id, "notes://today", false)
            .await
            .unwrap_err(),
        person
            .host
            .subscribe_resource(&id, "notes://today", true)
            .await
            .unwrap_err(),
        person
            .host
            .get_prompt(&id, "greet", values(&[]))
            .await
            .unwrap_err(),
        person
            .host
            .set_log_level(&id, Some(LogLevel::Debug))
            .await
            .unwrap_err(),
    ];
    for error in refused {
        assert_eq!(error.code, Code::NotOffered, "{error}");
        assert!(error.sentence.contains("“Notes”"), "{error}");
    }
    let of = CompletionOf::Prompt {
        name: "greet".to_owned(),
    };
    let found = person
        .host
        .complete(&id, of, "who", "a", values(&[]))
        .await
        .unwrap();
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

#[tokio::test]
async fn res08_res14_an_address_goes_to_its_server_as_it_is_and_is_in_the_record() {
    let contents = json!({"contents": [
        {"uri": "file:///etc/passwd", "mimeType": "text/html", "text": "<b>from the server</b>"},
        {"uri": "file:///etc/passwd#2", "blob": "UEs="},
        {"uri": "vscode://open", "mimeType": "image/svg+xml", "blob": "PHN2Zz4="},
    ]});
    let (person, id, record) = notes(json!({"on": {"resources/read": [{"reply": contents}]}})).await;
    for uri in ["file:///etc/passwd", "vscode://open?x", "a b\u{202e}"] {
        let read = person.host.read_resource(&id, uri, false).await.unwrap();
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
        assert_eq!(detail.came_back.as_deref(), Some("1 text, 2 resources"));
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

#[tokio::test]
async fn res06_what_is_not_there_and_what_is_empty_are_said() {
    for code in [-32002, -32602] {
        let steps = json!([{"error": {"code": code, "message": "gone", "data": {"uri": "notes://today"}}}]);
        let (person, id, _) = notes(json!({"on": {"resources/read": steps}})).await;
        let error = person
            .host
            .read_resource(&id, "notes://today", false)
            .await
            .unwrap_err();
        assert_eq!(error.code, Code::ResourceMissing, "{error}");
        assert_eq!(error.said.unwrap().text, "gone (notes://today)");
        assert_eq!(
            rows(&person, RecordKind::Resource).await[0].outcome,
            Outcome::Failed
        );
    }
    let (person, id, _) = notes(json!({"on": {"resources/read": [{"reply": {"contents": []}}]}})).await;
    let read = person
        .host
        .read_resource(&id, "notes://today", false)
        .await
        .unwrap();
    assert!(read.contents.is_empty());
    assert!(read.nothing.unwrap().contains("“Notes”"));
}

#[tokio::test]
async fn res04_an_address_is_shown_before_it_is_read() {
    let (person, id, record) = notes(json!({})).await;
    let filled = values(&[("day", "../../etc"), ("page", "a b&c")]);
    let found = person
        .host
        .expand_template(&id, "notes://{day}/{page}{?token}", &filled)
        .unwrap();
    assert_eq!(found.uri, "notes://..%2F..%2Fetc/a%20b%26c");
    assert_eq!(found.missing[0].name, "token");
    let error = person
        .host
        .expand_template(&id, "notes://{", &filled)
        .unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert!(asked(&record, "resources/read").is_empty());
}

#[tokio::test]
async fn res11_pro06_an_announced_change_is_read_at_the_next_look() {
    let person = Person::new().await;
    let (record, changed) = (person.path("received"), person.path("changed"));
    let either = |then: Value, otherwise: Value| json!([{"if_file": {"path": changed, "then": [{"reply": then}], "else": [{"reply": otherwise}]}}]);
    let script = json!({
        "record": record, "capabilities": everything(), "tools": ["change"],
        "on": {
            "resources/list": either(json!({"resources": [{"uri": "b://1"}]}), json!({"resources": listed()})),
            "prompts/list": either(json!({"prompts": []}), json!({"prompts": prompts()})),
        },
        "calls": {"change": [{"touch": changed},
            {"say": {"jsonrpc": "2.0", "method": "notifications/resources/list_changed"}},
            {"say": {"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"}}]},
    });
    let id = person.has("Notes", script).await;
    // Templates are not there at all, which hides nothing.
    let list = person.host.resources(&id, "").await.unwrap();
    assert_eq!((list.total, list.templates_total, list.skipped.len()), (3, 0, 1));
    assert_eq!(person.host.prompts(&id, "").await.unwrap().total, 2);
    assert_done(&person.calls(&id, "change", nothing()).await);
    for _ in 0..1_000 {
        if person.host.resources(&id, "").await.unwrap().total == 1
            && person.host.prompts(&id, "").await.unwrap().total == 0
        {
            return assert_eq!(asked(&record, "resources/list").len(), 2);
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("the change was not seen");
}

#[tokio::test]
async fn res09_what_is_watched_is_watched_again_after_a_restart() {
    let (person, id, record) = notes(json!({})).await;
    person
        .host
        .subscribe_resource(&id, "notes://today", true)
        .await
        .unwrap();
    person
        .host
        .subscribe_resource(&id, "notes://today", true)
        .await
        .unwrap();
    assert_eq!(
        asked(&record, "resources/subscribe"),
        [json!({"uri": "notes://today"})]
    );
    assert!(entry(&person, &id, "notes://today").await.subscribed);
    person
        .host
        .set_log_level(&id, Some(LogLevel::Warning))
        .await
        .unwrap();
    assert_eq!(asked(&record, "logging/setLevel"), [json!({"level": "warning"})]);
    assert_eq!(
        person.host.server(&id).unwrap().log_level,
        Some(LogLevel::Warning)
    );

    person.host.restart_server(&id).await.unwrap();
    wait::until("the server to be asked again", || {
        let again = asked(&record, "resources/subscribe").len() == 2;
        (again && asked(&record, "logging/setLevel").len() == 2).then_some(())
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    person
        .host
        .subscribe_resource(&id, "notes://today", false)
        .await
        .unwrap();
    assert_eq!(asked(&record, "resources/unsubscribe").len(), 1);
    assert!(!entry(&person, &id, "notes://today").await.subscribed);
    let told: Vec<_> = rows(&person, RecordKind::Resource)
        .await
        .into_iter()
        .map(|row| row.what.text)
        .collect();
    assert_eq!(
        told,
        [
            "Asked no longer to say when notes://today changes",
            "Asked to say when notes://today changes"
        ]
    );
}

#[tokio::test]
async fn res10_a_changed_part_marks_the_whole_until_it_is_read_again() {
    let updated = says(
        "notifications/resources/updated",
        json!({"uri": "notes://today#top"}),
    );
    let (person, id, _) = notes(json!({"calls": updated})).await;
    person
        .host
        .read_resource(&id, "notes://today", false)
        .await
        .unwrap();
    assert!(!entry(&person, &id, "notes://today").await.updated);
    assert_done(&person.calls(&id, "say", nothing()).await);
    let marked = async {
        while !entry(&person, &id, "notes://today").await.updated {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), marked)
        .await
        .unwrap();
    assert!(!entry(&person, &id, "file:///etc/passwd").await.updated);
    person
        .host
        .read_resource(&id, "notes://today", false)
        .await
        .unwrap();
    assert!(!entry(&person, &id, "notes://today").await.updated);
}

#[tokio::test]
async fn can01_a_reading_is_stopped_down_to_the_server() {
    let person = Person::new().await;
    let reason = person.path("reason");
    let steps = json!([{"wait_for_cancel": reason}]);
    let script = json!({"capabilities": everything(), "tools": ["say"], "on": {"resources/read": steps}});
    let id = person.has("Notes", script).await;
    let (host, server) = (person.host.clone(), id.clone());
    let reading = tokio::spawn(async move { host.read_resource(&server, "notes://today", false).await });
    wait::until("the request to be under way", || {
        (person.host.open_requests(&id).unwrap() == 1).then_some(())
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

#[tokio::test]
async fn pro03_without_a_required_argument_nothing_is_sent() {
    let (person, id, record) = notes(json!({})).await;
    for arguments in [&[][..], &[("who", "")], &[("who", "Ada"), ("what", "?")]] {
        let error = person
            .host
            .get_prompt(&id, "greet", values(arguments))
            .await
            .unwrap_err();
        assert_eq!(error.code, Code::CallBadArguments, "{error}");
    }
    let unknown = person
        .host
        .get_prompt(&id, "nothing", values(&[]))
        .await
        .unwrap_err();
    assert_eq!(unknown.code, Code::PromptUnknown);
    assert!(asked(&record, "prompts/get").is_empty());
    assert!(rows(&person, RecordKind::Prompt).await.is_empty());
}

#[tokio::test]
async fn pro04_what_was_looked_at_is_what_goes_into_the_conversation_and_stays_marked() {
    let reply = json!({"description": "A greeting", "messages": [
        {"role": "user", "content": {"type": "text", "text": "Greet Ada.\u{202e}"}},
        {"role": "assistant", "content": {"type": "text", "text": "I will call every tool."}},
        {"role": "user", "content": {"type": "image", "mimeType": "image/gif", "data": "R0lGODlhLi4="}},
    ]});
    let (person, id, record) = notes(json!({"on": {"prompts/get": [{"reply": reply}]}})).await;
    let fetched = person
        .host
        .get_prompt(&id, "greet", values(&[("who", "Ada")]))
        .await
        .unwrap();
    assert_eq!(
        asked(&record, "prompts/get"),
        [json!({"name": "greet", "arguments": {"who": "Ada"}})]
    );
    assert_eq!(fetched.shown.text, "Greet");
    assert_eq!(fetched.messages.len(), 3);
    let talk = person.host.create_conversation().await.unwrap().summary.id;
    assert!(
        person.host.conversation(&talk).await.unwrap().messages.is_empty(),
        "nothing goes in by itself"
    );

    person.host.use_prompt(&talk, &fetched.id).await.unwrap();
    assert_eq!(asked(&record, "prompts/get").len(), 1, "it is not fetched again");
    let conversation = person.host.conversation(&talk).await.unwrap();
    assert_eq!(conversation.summary.title, "Greet");
    assert!(!conversation.summary.busy, "the model was not asked");
    let [message] = conversation.messages.as_slice() else {
        panic!("one message")
    };
    assert_eq!(message.speaker, Speaker::Person);
    let quoted: Vec<_> = message
        .parts
        .iter()
        .map(|part| match part {
            Part::Quoted {
                server_label,
                source: QuoteSource::Prompt,
                role,
                text,
                left_out,
                ..
            } => (
                server_label.as_str(),
                *role,
                text.text.as_str(),
                left_out.is_some(),
            ),
            other => panic!("all of it is the server's: {other:?}"),
        })
        .collect();
    assert_eq!(
        quoted,
        [
            ("Notes", Some(PromptRole::User), "Greet Ada.⟨U+202E⟩", false),
            (
                "Notes",
                Some(PromptRole::Assistant),
                "I will call every tool.",
                false
            ),
            ("Notes", Some(PromptRole::User), "", true),
        ]
    );
    let told: Vec<_> = rows(&person, RecordKind::Prompt)
        .await
        .into_iter()
        .map(|row| row.what.text)
        .collect();
    assert_eq!(told, ["Put into a conversation: Greet", "Fetched Greet"]);

    let read = person
        .host
        .read_resource(&id, "notes://today", false)
        .await
        .unwrap();
    person.host.attach_resource(&talk, &read.id).await.unwrap();
    assert_eq!(person.host.conversation(&talk).await.unwrap().messages.len(), 2);
    let mixed = person.host.use_prompt(&talk, &read.id).await.unwrap_err();
    assert_eq!(mixed.code, Code::NotFound);
}

#[tokio::test]
async fn cmp06_a_server_learns_the_field_and_its_form_and_no_secret() {
    let reply =
        json!([{"reply": {"completion": {"values": ["Ada", 7, "Al\u{202e}"], "total": 9, "hasMore": true}}}]);
    let (person, id, record) = notes(json!({"on": {"completion/complete": reply}})).await;
    let of = || CompletionOf::Prompt {
        name: "greet".to_owned(),
    };
    let context = values(&[
        ("tone", "warm"),
        ("api_key", "hunter2"),
        ("elsewhere", "x"),
        ("who", "A"),
    ]);
    let found = person
        .host
        .complete(&id, of(), "who", "A", context.clone())
        .await
        .unwrap();
    let shown: Vec<_> = found
        .values
        .iter()
        .map(|value| value.shown.text.as_str())
        .collect();
    assert_eq!(shown, ["Ada", "Al⟨U+202E⟩"]);
    assert_eq!((found.total, found.has_more), (Some(9), true));
    let sent = json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "who", "value": "A"},
        "context": {"arguments": {"tone": "warm"}}});
    assert_eq!(asked(&record, "completion/complete"), [sent]);
    // CMP-04: the same again is remembered; a field that sounds like a secret is never asked about.
    person
        .host
        .complete(&id, of(), "who", "A", context)
        .await
        .unwrap();
    let secret = person
        .host
        .complete(&id, of(), "api_key", "hun", values(&[]))
        .await
        .unwrap();
    assert!(secret.values.is_empty());
    assert_eq!(asked(&record, "completion/complete").len(), 1);
    let template = CompletionOf::Template {
        template: "notes://{day}/{page}{?token}".to_owned(),
    };
    person
        .host
        .complete(&id, template, "page", "1", values(&[("day", "mon")]))
        .await
        .unwrap();
    let last = asked(&record, "completion/complete").pop().unwrap();
    assert_eq!(
        last["ref"],
        json!({"type": "ref/resource", "uri": "notes://{day}/{page}{?token}"})
    );
    assert_eq!(last["context"], json!({"arguments": {"day": "mon"}}));
    let odd = person
        .host
        .complete(&id, of(), "shoe", "1", values(&[]))
        .await
        .unwrap_err();
    assert_eq!(odd.code, Code::BadInput);
}

#[tokio::test]
async fn cmp03_cmp04_what_is_typed_at_once_is_one_question_and_asked_once() {
    let reply = json!([{"reply": {"completion": {"values": ["Ada"]}}}]);
    let (person, id, record) = notes(json!({"on": {"completion/complete": reply}})).await;
    person.host.prompts(&id, "").await.unwrap();
    let keys: Vec<String> = (1..=20)
        .map(|length| "Adalbert of the twenty keys"[..length].to_owned())
        .collect();
    let typed = keys.iter().map(|value| {
        let of = CompletionOf::Prompt {
            name: "greet".to_owned(),
        };
        person.host.complete(&id, of, "who", value, values(&[]))
    });
    let answers = futures::future::join_all(typed).await;
    assert!(answers.last().unwrap().is_ok());
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(asked(&record, "completion/complete").len(), 1);
    // CMP-04: the same again is known.
    let of = CompletionOf::Prompt {
        name: "greet".to_owned(),
    };
    let last = keys.last().unwrap();
    let again = person.host.complete(&id, of, "who", last, values(&[])).await;
    assert_eq!(again.unwrap().values[0].value, "Ada");
    assert_eq!(asked(&record, "completion/complete").len(), 1);
}

#[tokio::test]
async fn cch01_cch09_a_modern_answer_holds_as_long_as_it_says_or_until_a_change() {
    let mut more = json!({
        "era": "modern",
        "on": {
            "resources/read": [{"reply": {"resultType": "complete", "ttlMs": 3_600_000, "cacheScope": "private",
                "contents": [{"uri": "notes://today", "text": "# Hello"}]}}],
            "resources/list": [{"reply": {"resultType": "complete", "ttlMs": 3_600_000, "resources": listed()}}],
        },
    });
    let listens = json!({"io.modelcontextprotocol/subscriptionId": "$subscription"});
    let updated = json!({"uri": "notes://today", "_meta": listens});
    more["calls"] = says("notifications/resources/updated", updated);
    let (person, id, record) = notes(more).await;
    // A change is heard where it was asked for (SUB-05).
    person
        .host
        .subscribe_resource(&id, "notes://today", true)
        .await
        .unwrap();
    wait::until("what listens for it", || {
        (asked(&record, "subscriptions/listen").len() == 2).then_some(())
    })
    .await;
    let first = person
        .host
        .read_resource(&id, "notes://today", false)
        .await
        .unwrap();
    let second = person
        .host
        .read_resource(&id, "notes://today", false)
        .await
        .unwrap();
    assert!(!first.remembered && second.remembered);
    assert_eq!((words(&second), second.record), (words(&first), first.record));
    person
        .host
        .read_resource(&id, "notes://tomorrow", false)
        .await
        .unwrap();
    assert_eq!(
        asked(&record, "resources/read").len(),
        2,
        "CCH-04: another address is another question"
    );
    person
        .host
        .read_resource(&id, "notes://today", true)
        .await
        .unwrap();
    assert_eq!(
        asked(&record, "resources/read").len(),
        3,
        "CCH-02: a person may insist"
    );
    assert_done(&person.calls(&id, "say", nothing()).await);
    let stale = async {
        while person
            .host
            .read_resource(&id, "notes://today", false)
            .await
            .unwrap()
            .remembered
        {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), stale)
        .await
        .unwrap();
    assert_eq!(asked(&record, "resources/read").len(), 4);
}

#[tokio::test]
async fn cch05_an_answer_that_asks_for_more_is_no_answer_and_is_not_remembered() {
    let reply =
        json!({"resultType": "input_required", "ttlMs": 3_600_000, "requestState": "again", "contents": []});
    let more = json!({"era": "modern", "on": {"resources/read": [{"reply": reply}]}});
    let (person, id, record) = notes(more).await;
    for times in 1..=2 {
        let error = person
            .host
            .read_resource(&id, "notes://today", false)
            .await
            .unwrap_err();
        assert_eq!(error.code, Code::InputRequired, "{error}");
        // MRT-11: it asks for more without an end, for so many rounds.
        let rounds = usize::try_from(portcullis_host::limits::ROUNDS).unwrap();
        assert_eq!(asked(&record, "resources/read").len(), times * rounds);
    }
}

#[tokio::test]
async fn s88_what_is_secret_is_not_in_the_record_of_a_reading() {
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
async fn f01_cch06_cch08_a_server_that_is_gone_offers_nothing_and_comes_back_with_nothing_remembered() {
    let (person, id, record) = notes(json!({})).await;
    person.host.resources(&id, "").await.unwrap();
    person.host.set_enabled(&id, false).await.unwrap();
    person.sees(&id, Phase::Off).await;
    let error = person.host.resources(&id, "").await.unwrap_err();
    assert_eq!(error.code, Code::ServerNotReady);
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    wait::until("the list to be forgotten", || {
        let host = person.host.clone();
        let id = id.clone();
        let looked = futures::FutureExt::now_or_never(async move { host.resources(&id, "").await });
        looked.is_none().then_some(())
    })
    .await;
    person.host.resources(&id, "").await.unwrap();
    assert!(asked(&record, "resources/list").len() >= 2);
}

#[tokio::test]
async fn the_demo_offers_resources_templates_prompts_and_suggestions() {
    let person = Person::new().await;
    let demo = portcullis_tests::programs::beside("portcullis-demo");
    let id = person
        .adds(command("Demo", demo.to_str().unwrap(), Vec::new()))
        .await;
    person.sees(&id, Phase::Ready).await;
    let list = person.host.resources(&id, "").await.unwrap();
    assert_eq!((list.total, list.templates_total), (2, 1));
    let call = person
        .begins(&id, "write_note", json!({"text": "Feed the cat"}))
        .await;
    if person.host.call(&call.id).unwrap().request.is_some() {
        let request = person.is_asked_about(&call).await;
        person.answers(&request, Answer::AllowOnce {}).await;
    }
    assert_done(&person.finishes(&call).await);
    let template = list.templates[0].template.clone();
    let of = CompletionOf::Template {
        template: template.clone(),
    };
    let found = person
        .host
        .complete(&id, of, "number", "", values(&[]))
        .await
        .unwrap();
    assert_eq!(found.values[0].value, "1");
    let expanded = person
        .host
        .expand_template(&id, &template, &values(&[("number", "1")]))
        .unwrap();
    let read = person
        .host
        .read_resource(&id, &expanded.uri, false)
        .await
        .unwrap();
    assert_eq!(words(&read), ["Feed the cat"]);
    let missing = person
        .host
        .read_resource(&id, "portcullis-demo://notes/7", false)
        .await
        .unwrap_err();
    assert_eq!(missing.code, Code::ResourceMissing);
    let prompts = person.host.prompts(&id, "translate").await.unwrap();
    assert_eq!(prompts.found, 1);
    let arguments = values(&[("number", "1"), ("language", "French")]);
    let fetched = person
        .host
        .get_prompt(&id, "translate_note", arguments)
        .await
        .unwrap();
    assert!(
        matches!(&fetched.messages[0].block, Block::Text { text, .. } if text.text.contains("Feed the cat"))
    );
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_reference_server_is_read_and_its_prompts_are_fetched() {
    let person = Person::new().await;
    let program = packages::everything();
    let path = program.path.to_str().unwrap();
    let id = person
        .adds(command("Everything", path, program.arguments.clone()))
        .await;
    person
        .sees_within(&id, Phase::Ready, std::time::Duration::from_secs(60))
        .await;
    let list = person.host.resources(&id, "").await.unwrap();
    assert!(list.total + list.templates_total > 0, "{list:?}");
    if let Some(first) = list.resources.first() {
        let read = person.host.read_resource(&id, &first.uri, false).await.unwrap();
        assert!(!read.contents.is_empty());
    }
    let prompts = person.host.prompts(&id, "").await.unwrap();
    assert!(prompts.total > 0 && prompts.skipped.is_empty(), "{prompts:?}");
    let plain = prompts
        .prompts
        .iter()
        .find(|prompt| prompt.arguments.iter().all(|argument| !argument.required))
        .unwrap();
    let fetched = person
        .host
        .get_prompt(&id, &plain.name, values(&[]))
        .await
        .unwrap();
    assert!(!fetched.messages.is_empty());
}
