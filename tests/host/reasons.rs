//! The reason in the audit log, for every kind of request that a test can open at once and for every way in which one ends: no
//! two ends of a kind read the same (S-90). Why a no, an expiry or a withdrawal lets nothing happen is held for all kinds in
//! `crates/approval/src/consent/tests/reasons.rs`; this is what becomes of it in the rows.

use portcullis_api::{
    Answer, Asked, Filled, FlowClass, Hidden, Outcome, ProviderDraft, ProviderKind, RecordKind, Request,
    Scope, Tristate,
};
use portcullis_host::Host;
use portcullis_tests::test_user::{TestUser, assert_done, nothing, program};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// How all requests of a host end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Yes,
    Edited,
    Longer,
    TurnedOff,
    No,
    Declined,
    AllOfTheServer,
    Stopped,
    Closed,
}

const ENDS: [End; 9] = [
    End::Yes,
    End::Edited,
    End::Longer,
    End::TurnedOff,
    End::No,
    End::Declined,
    End::AllOfTheServer,
    End::Stopped,
    End::Closed,
];

/// Longest wait for the rows.
const PATIENCE: Duration = Duration::from_secs(20);

fn tool(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description, "inputSchema": {
        "type": "object", "properties": {"n": {"type": "integer"}}}})
}

fn asks(id: &str, method: &str, params: &Value) -> Value {
    json!([{"ask": {"method": method, "params": params, "id": id}}])
}

/// A server that asks this as soon as its tool is called.
fn asking(method: &str, params: &Value) -> Value {
    json!({"tools": ["x"], "calls": {"x": asks("q", method, params)}})
}

/// Opens a request of each kind.
async fn opens(person: &TestUser) -> Vec<Request> {
    let changes = json!({"change": [{"change_tool": tool("old", "Two")}]});
    let tools = json!([tool("mail", "Sends"), tool("old", "One"), "change"]);
    let script = json!({"tools": tools, "calls": changes});
    let id = person.has("Notes", script).await;
    let mut requests = Vec::new();
    // A change is asked about where the tool was allowed before, and is called again.
    let call = person.model_asks(&id, "old", json!({"n": 1})).await;
    let request = person.is_asked_about(&call).await;
    let hour = Answer::Allow { scope: Scope::Hour };
    person.answers(&request, hour).await;
    assert_done(&person.finishes(&call).await);
    assert_done(&person.calls(&id, "change", nothing()).await);
    person.sees_changed_tools(&id, 1).await;
    let call = person.model_asks(&id, "old", json!({"n": 1})).await;
    person.finishes(&call).await;
    requests.push(person.is_shown_a_change("old").await);
    let call = person.model_asks(&id, "mail", json!({"n": 1})).await;
    requests.push(person.is_asked_about(&call).await);
    let form = json!({"message": "Which one?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}});
    let link =
        json!({"mode": "url", "message": "Look", "url": "https://notes.example/go", "elicitationId": "e"});
    for (label, method, params) in [
        ("Forms", "elicitation/create", form),
        ("Links", "elicitation/create", link),
        ("Folders", "roots/list", Value::Null),
    ] {
        let server = person.has(label, asking(method, &params)).await;
        person.begins(&server, "x", nothing()).await;
        let of_it = |it: &Request| it.server.id == server;
        requests.push(person.is_asked(label, of_it).await);
    }
    let says = FlowClass {
        private: Tristate::Unsaid,
        strangers: Tristate::Unsaid,
        sends: Tristate::No,
    };
    let class = person.host.set_class(&id, None, says).await.unwrap();
    requests.push(class.unwrap());
    let read = person.host.tool(&id, "mail").await.unwrap().digest;
    requests.push(person.host.propose_review(&id, "mail", &read).await.unwrap());
    let registry = "https://registry.example.invalid";
    requests.push(person.host.propose_registry(registry, None).await.unwrap());
    let other = program("Other", json!({"tools": ["x"]}));
    requests.push(person.proposes(other).await.unwrap());
    let host: Host = person.host.clone();
    tokio::spawn(async move {
        let wanted = ProviderDraft {
            kind: ProviderKind::Compatible,
            label: Some("Far".to_owned()),
            address: Some("https://models.example.invalid/v1".to_owned()),
            key: Some(Hidden("sk-of-a-test".to_owned())),
        };
        // Adding ends with the answer to its request.
        drop(host.add_provider(wanted).await);
    });
    let far = |it: &Request| it.server.label == "Far";
    requests.push(person.is_asked("the provider", far).await);
    requests
}

/// A yes to a kind of request; `None` where this end does not exist for it.
fn answer(request: &Request, end: End) -> Option<Answer> {
    match (end, &request.asked) {
        (End::Longer, Asked::Tool { .. }) => Some(Answer::Allow { scope: Scope::Hour }),
        (End::Longer, Asked::Launch { .. }) => Some(Answer::AddAndStart {}),
        (End::TurnedOff, Asked::Changed { .. }) => Some(Answer::TurnOff {}),
        (End::Edited, Asked::Tool { .. }) => Some(Answer::AllowOnce {}),
        (End::Declined, Asked::Form { .. } | Asked::Link { .. } | Asked::Roots { .. }) => {
            Some(Answer::Decline {})
        }
        (End::No, _) => Some(Answer::Deny {}),
        (End::AllOfTheServer, _) => Some(Answer::DenyAllFromServer {}),
        (End::Yes, Asked::Form { .. }) => Some(Answer::Submit {
            content: Filled(json!({"name": "Ada"})),
        }),
        (End::Yes, Asked::Link { .. }) => Some(Answer::Open {}),
        (End::Yes, Asked::Roots { .. }) => Some(Answer::Share {}),
        (End::Yes, Asked::Launch { .. }) => Some(Answer::Add {}),
        (End::Yes, _) => Some(Answer::AllowOnce {}),
        _ => None,
    }
}

/// A kind, as the rows tell it: those about one thing have one title each.
fn kind_of(kind: RecordKind, what: &str, tool: Option<&str>) -> Option<&'static str> {
    Some(match (kind, what, tool) {
        (RecordKind::Call, _, Some("mail")) => "call",
        (RecordKind::Definition, what, _) if what.starts_with("New definition") => "definition",
        (RecordKind::Definition, what, _) if what.starts_with("Reviewed") => "review",
        (RecordKind::Elicitation, "Asked you to fill in a form", _) => "form",
        (RecordKind::Elicitation, "Asked you to open a URL", _) => "link",
        (RecordKind::Roots, "Asked for folders", _) => "folders",
        (RecordKind::Host, "Registry turned on", _) => "registry",
        (RecordKind::Host, what, _) if what.contains("model provider “Far”") => "provider",
        (RecordKind::Server, "Added", _) => "launch",
        (RecordKind::Server, what, None) if what.starts_with("Set data flow") => "class",
        _ => return None,
    })
}

fn name(request: &Request) -> &'static str {
    match &request.asked {
        Asked::Tool { .. } => "call",
        Asked::Changed { .. } => "definition",
        Asked::Form { .. } => "form",
        Asked::Link { .. } => "link",
        Asked::Roots { .. } => "folders",
        Asked::Launch { .. } => "launch",
        Asked::Setting { .. } if request.server.label == "Far" => "provider",
        Asked::Setting { .. } if request.server.id.is_empty() => "registry",
        Asked::Setting { .. } if request.covers.contains("reviewed by you") => "review",
        Asked::Setting { .. } => "class",
        other => panic!("{other:?}"),
    }
}

/// What the record says of each kind after all of them ended so.
async fn ended(end: End) -> BTreeMap<&'static str, String> {
    let person = TestUser::new().await;
    let requests = opens(&person).await;
    let mut expected: BTreeSet<&'static str> = requests.iter().map(name).collect();
    assert_eq!(expected.len(), requests.len());
    let person = match end {
        End::Stopped => {
            person.host.stop_everything().await.unwrap();
            person
        }
        End::Closed => person.restarts_the_host().await,
        _ => {
            for request in requests {
                let Some(answer) = answer(&request, end) else {
                    expected.remove(name(&request));
                    continue;
                };
                if person.host.waiting_request(&request.id, &request.nonce).is_err() {
                    assert_eq!(end, End::AllOfTheServer, "{request:?}");
                    continue;
                }
                let request = match end {
                    End::Edited => {
                        let edit = person.host.amend(&request.id, &request.nonce, r#"{"n": 2}"#);
                        edit.await.unwrap()
                    }
                    _ => request,
                };
                person.answers(&request, answer).await;
            }
            person
        }
    };
    let seen = async {
        loop {
            let mut rows = told(&person).await;
            rows.retain(|kind, _| expected.contains(kind));
            if rows.len() == expected.len() {
                return rows;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    };
    match tokio::time::timeout(PATIENCE, seen).await {
        Ok(rows) => rows,
        Err(_) => panic!("{end:?}: {expected:?}, and there is {:#?}", told(&person).await),
    }
}

/// The rows that are finished, by kind: outcome, words and reason.
async fn told(person: &TestUser) -> BTreeMap<&'static str, String> {
    let mut told = BTreeMap::new();
    for row in person.record().await {
        let tool = row.tool.as_ref().map(|tool| tool.text.as_str());
        let Some(kind) = kind_of(row.kind, &row.what.text, tool) else {
            continue;
        };
        // The servers of this test were added before, by a yes of their own.
        let ours = matches!(
            row.server_label.as_deref(),
            Some("Notes" | "Forms" | "Links" | "Folders")
        );
        if row.outcome == Outcome::Waiting || ours && kind == "launch" {
            continue;
        }
        let detail = person.host.record_detail(row.seq).await.unwrap();
        assert!(!detail.why.is_empty(), "{kind} says no reason");
        told.entry(kind)
            .or_insert_with(|| format!("{:?}, {}: {}", row.outcome, row.outcome_words, detail.why));
    }
    told
}

// Proves S-90.
#[tokio::test]
async fn no_two_ends_of_a_request_read_the_same_in_the_record() {
    let all = ENDS.map(|end| (end, tokio::spawn(ended(end))));
    let mut by_kind: BTreeMap<&'static str, BTreeMap<String, End>> = BTreeMap::new();
    for (end, rows) in all {
        for (kind, said) in rows.await.unwrap() {
            if let Some(other) = by_kind.entry(kind).or_default().insert(said.clone(), end) {
                panic!("{kind}: {other:?} and {end:?} read the same: {said}");
            }
        }
    }
    assert_eq!(by_kind.len(), 10);
    for (kind, ends) in &by_kind {
        assert!(ends.len() >= 5, "{kind}: {ends:#?}");
    }
}
