//! Servers that ask: by requests of their own in the legacy era, on whatever stream they like, and within their
//! answers in the modern one. A server that asks is answered once, by the number it asked with.

pub(crate) mod modern;
mod typed;

use std::{collections::BTreeSet, time::Duration};

use crate::talk::adds;
use portcullis_api::{Answer, Asked, Filled, Outcome, Phase, ProviderKind, Request};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_storage::audit::Format;
use portcullis_tests::{
    fake_provider::{FakeProvider, ProviderApi, Turn},
    test_host::{TestHost, Transport},
    test_user::{TestUser, assert_done, assert_failed, nothing, program, text},
    wait,
};
use serde_json::{Value, json};

/// How a server is reached, and where it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ServerTransport {
    Pipe,
    /// In the stream that answers our request.
    Post,
    /// In the stream of announcements.
    Get,
    OldSse,
}

const WAYS: [ServerTransport; 4] = [
    ServerTransport::Pipe,
    ServerTransport::Post,
    ServerTransport::Get,
    ServerTransport::OldSse,
];

async fn fixture(way: ServerTransport, mut script: Value) -> TestHost {
    let transport = match way {
        ServerTransport::Pipe => Transport::Pipe,
        ServerTransport::Post | ServerTransport::Get | ServerTransport::OldSse => Transport::Http,
    };
    if way == ServerTransport::OldSse {
        script["http"]["old_sse"] = json!(true);
    }
    let fixture = TestHost::drafted(transport, script, async |draft| draft.limits.idle_seconds = 20).await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    fixture
}

fn form() -> Value {
    json!({"message": "Which one?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}})
}

fn sampling() -> Value {
    json!({"messages": [{"role": "user", "content": {"type": "text", "text": "How urgent?"}}], "maxTokens": 20})
}

fn ask(way: ServerTransport, id: &Value, method: &str, params: Value) -> Value {
    json!({"ask": {"method": method, "params": params, "id": id, "stream": way == ServerTransport::Get}})
}

fn submit(name: &str) -> Answer {
    Answer::Submit {
        content: Filled(json!({ "name": name })),
    }
}

fn is_form(request: &Request) -> bool {
    matches!(request.asked, Asked::Form { .. })
}

async fn answers(fixture: &TestHost, what: &str, about: impl Fn(&Request) -> bool, answer: Answer) {
    let request = fixture.is_asked(what, about).await;
    fixture.answers(&request, answer).await;
}

// Proves STD-16, HTTP-18, ELI-03, ELI-08.
#[tokio::test]
async fn a_form_is_answered_by_its_number_on_every_way() {
    for way in WAYS {
        for id in [json!("q \"1\" ö"), json!(0), json!(-7)] {
            let steps = json!([ask(way, &id, "elicitation/create", form())]);
            let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
            let call = fixture.begins(&fixture.id, "x", nothing()).await;
            answers(&fixture, "the form", is_form, submit("Ada")).await;
            assert_done(&fixture.finishes(&call).await);
            let answered = fixture.answered(&id);
            assert_eq!(answered.len(), 1, "{way:?} {id}");
            assert_eq!(
                answered[0]["result"],
                json!({"action": "accept", "content": {"name": "Ada"}})
            );
            assert_eq!(answered[0]["jsonrpc"], "2.0");
            fixture.host.close().await;
        }
    }
}

// Proves ROO-01.
#[tokio::test]
async fn folders_are_asked_for_and_answered_on_every_way() {
    for way in WAYS {
        let id = json!("folders");
        let steps = json!([ask(way, &id, "roots/list", Value::Null)]);
        let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
        answers(&fixture, "the folders", about, Answer::Decline {}).await;
        assert_done(&fixture.finishes(&call).await);
        assert_eq!(
            fixture.sees_answer(&id).await["result"],
            json!({"roots": []}),
            "{way:?}"
        );
        fixture.host.close().await;
    }
}

// Proves SAM-01.
#[tokio::test]
async fn words_of_a_model_are_asked_for_and_answered_on_every_way() {
    for way in WAYS {
        let id = json!("words");
        let steps = json!([ask(way, &id, "sampling/createMessage", sampling())]);
        let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        fixture.host.set_sampling(&fixture.id, true).await.unwrap();
        wait::until("a connection that offers it", || {
            let hellos = fixture.sent("initialize");
            let offers = |hello: &Value| !hello["params"]["capabilities"]["sampling"].is_null();
            (hellos.iter().any(offers) && fixture.state(&fixture.id).phase == Phase::Ready).then_some(())
        })
        .await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        let first = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
        answers(&fixture, "the request", first, Answer::AllowOnce {}).await;
        let second = |request: &Request| matches!(request.asked, Asked::SampledAnswer { .. });
        answers(&fixture, "the answer", second, Answer::AllowOnce {}).await;
        assert_done(&fixture.finishes(&call).await);
        assert_eq!(
            fixture.sees_answer(&id).await["result"]["role"],
            "assistant",
            "{way:?}"
        );
        fixture.host.close().await;
    }
}

// Proves CAN-06, CAN-07.
#[tokio::test]
async fn a_question_that_is_taken_back_is_closed_and_not_answered() {
    for way in [ServerTransport::Pipe, ServerTransport::Post] {
        let folder = tempfile::tempdir().unwrap();
        let enough = folder.path().join("enough");
        let steps = json!([
            {"say": {"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": form()}},
            {"wait_for_file": enough},
            {"say": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "other"}}},
            {"say": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "q"}}},
        ]);
        let fixture = fixture(way, json!({"tools": ["x", "good"], "calls": {"x": steps}})).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        fixture.is_asked("the form", is_form).await;
        std::fs::write(&enough, "").unwrap();
        wait::holds("nothing to be asked", || fixture.host.waiting().is_empty()).await;
        assert_done(&fixture.finishes(&call).await);
        assert_done(&fixture.calls("good").await);
        assert_eq!(fixture.answered(&json!("q")), Vec::<Value>::new(), "{way:?}");
    }
}

// Proves RPC-11.
#[tokio::test]
async fn what_is_not_offered_and_what_cannot_be_used_is_refused_in_its_own_words() {
    for way in WAYS {
        let steps = json!([
            ask(way, &json!(1), "foo/bar", json!({})),
            ask(way, &json!(2), "sampling/createMessage", sampling()),
            ask(way, &json!(3), "elicitation/create", json!({"message": 7})),
            ask(way, &json!(4), "elicitation/create", json!([1])),
            ask(way, &json!(5), "ping", Value::Null),
        ]);
        let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        assert_done(&fixture.calls("x").await);
        let mut codes = Vec::new();
        for id in 1..=4 {
            codes.push(fixture.sees_answer(&json!(id)).await["error"]["code"].clone());
        }
        assert_eq!(codes, [-32601, -32601, -32602, -32602], "{way:?}");
        assert_eq!(fixture.sees_answer(&json!(5)).await["result"], json!({}));
        fixture.host.close().await;
    }
}

// Proves HTTP-19.
#[tokio::test]
async fn a_server_may_ask_while_nothing_runs_and_the_question_says_so() {
    for way in [
        ServerTransport::Pipe,
        ServerTransport::Get,
        ServerTransport::OldSse,
    ] {
        let steps = json!([ask(way, &json!("idle"), "elicitation/create", form())]);
        let fixture = fixture(way, json!({"on": {"notifications/initialized": steps}})).await;
        let request = fixture.is_asked("the form", is_form).await;
        assert!(
            matches!(request.asked, Asked::Form { cause: None, .. }),
            "{way:?}"
        );
        fixture.answers(&request, Answer::Decline {}).await;
        assert_eq!(
            fixture.sees_answer(&json!("idle")).await["result"],
            json!({"action": "decline"})
        );
        fixture.host.close().await;
    }
}

// Proves ERA-07, PNG-01.
#[tokio::test]
async fn what_is_asked_before_the_handshake_is_over_waits_and_a_ping_does_not() {
    let early = json!([
        {"say": {"jsonrpc": "2.0", "id": "p", "method": "ping"}},
        {"say": {"jsonrpc": "2.0", "id": "early", "method": "roots/list"}},
        {"sleep": 300},
    ]);
    let fixture = fixture(
        ServerTransport::Pipe,
        json!({"tools": ["x"], "on": {"initialize": early}}),
    )
    .await;
    let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
    answers(&fixture, "the folders", about, Answer::Decline {}).await;
    fixture.sees_answer(&json!("early")).await;
    let all = fixture.messages();
    let at = |fits: &dyn Fn(&Value) -> bool| all.iter().position(fits).unwrap();
    let told = at(&|message| message["method"] == "notifications/initialized");
    assert!(at(&|message| message["id"] == "p") < told);
    assert!(at(&|message| message["id"] == "early") > told);
}

// Proves STD-16, PNG-01.
#[tokio::test]
async fn a_ping_is_answered_while_a_form_is_open() {
    for way in WAYS {
        let open = json!({"jsonrpc": "2.0", "id": "open", "method": "elicitation/create", "params": form()});
        let mut steps = vec![json!({ "say": open })];
        steps.push(ask(way, &json!("alive"), "ping", Value::Null));
        let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        assert_done(&fixture.calls("x").await);
        assert_eq!(fixture.sees_answer(&json!("alive")).await["result"], json!({}));
        assert!(fixture.answered(&json!("open")).is_empty());
        fixture.host.close().await;
    }
}

// Proves S-36.
#[tokio::test]
async fn two_hundred_questions_at_once_are_answered_but_for_those_a_person_may_see() {
    for way in [ServerTransport::Pipe, ServerTransport::Post] {
        let mut steps: Vec<Value> = (0..200)
            .map(|id| {
                let asked =
                    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": form()});
                json!({ "say": asked })
            })
            .collect();
        steps.push(json!({"ask": {"method": "ping", "id": "last"}}));
        let fixture = fixture(way, json!({"tools": ["x", "good"], "calls": {"x": steps}})).await;
        assert_done(&fixture.calls("x").await);
        let answered = || {
            let messages = fixture.messages().into_iter();
            let answers = messages.filter(|message| message["method"].is_null());
            let ids = answers.filter_map(|answer| answer["id"].as_u64().filter(|id| *id < 200));
            ids.collect::<BTreeSet<_>>().len()
        };
        let enough = 200 - limits::WAITING_PER_SERVER;
        wait::holds("all but a few to be answered", || answered() >= enough).await;
        assert!(fixture.host.waiting().len() <= limits::WAITING_PER_SERVER);
        assert_done(&fixture.calls("good").await);
        fixture.host.close().await;
    }
}

/// A server that may be silent for two seconds, with a tool that asks and is then silent for a while.
async fn impatient(silent: u64) -> (TestUser, String) {
    let person = TestUser::new().await;
    let steps = json!([{"ask": {"method": "elicitation/create", "params": form()}}, {"sleep": silent}]);
    let mut draft = program("Notes", json!({"tools": ["x"], "calls": {"x": steps}}));
    draft.limits.idle_seconds = 2;
    draft.limits.total_seconds = 4;
    let id = person.adds_ready(draft).await;
    (person, id)
}

// Proves PNG-06.
#[tokio::test]
async fn the_time_that_a_person_takes_is_not_the_servers() {
    let (person, id) = impatient(0).await;
    let call = person.begins(&id, "x", nothing()).await;
    let request = person.is_asked("the form", is_form).await;
    tokio::time::sleep(Duration::from_millis(4500)).await;
    person.answers(&request, submit("Ada")).await;
    assert_done(&person.finishes(&call).await);
}

// Proves PNG-06.
#[tokio::test]
async fn after_an_answer_a_server_has_its_whole_time_and_no_more() {
    let (person, id) = impatient(700).await;
    let call = person.begins(&id, "x", nothing()).await;
    let request = person.is_asked("the form", is_form).await;
    person.answers(&request, submit("Ada")).await;
    assert_done(&person.finishes(&call).await);
    let (person, id) = impatient(5000).await;
    let call = person.begins(&id, "x", nothing()).await;
    let request = person.is_asked("the form", is_form).await;
    person.answers(&request, submit("Ada")).await;
    assert_failed(&person.finishes(&call).await, Code::CallTimeout);
}

// Proves SAM-01.
#[tokio::test]
async fn a_call_says_in_our_words_what_was_denied_to_its_server_whatever_that_says() {
    for way in [ServerTransport::Pipe, ServerTransport::Post] {
        let id = json!(1);
        // It says nothing of it.
        let steps = json!([ask(way, &id, "sampling/createMessage", sampling()),
            {"reply": {"content": [{"type": "text", "text": "All went well."}]}}]);
        let fixture = fixture(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        fixture.host.set_sampling(&fixture.id, true).await.unwrap();
        fixture.sees(&fixture.id, Phase::Ready).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        let about = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
        answers(&fixture, "the model request", about, Answer::Deny {}).await;
        let done = fixture.finishes(&call).await;
        let [denied] = done.denied.as_slice() else {
            panic!("{way:?}: {done:?}")
        };
        assert_eq!(
            denied,
            "“Notes” sent a model request during this call. You denied this model request. No model received it."
        );
        fixture.host.close().await;
    }
}

// Proves HTTP-19.
#[tokio::test]
async fn of_two_calls_a_question_belongs_to_the_one_on_whose_stream_it_came() {
    let way = ServerTransport::Post;
    let steps = |tool: &str| {
        let mut form = form();
        form["message"] = json!(format!("For {tool}?"));
        json!([ask(way, &json!(tool), "elicitation/create", form)])
    };
    let script = json!({"tools": ["x", "y"], "calls": {"x": steps("x"), "y": steps("y")}});
    let fixture = fixture(way, script).await;
    let mut calls = Vec::new();
    for tool in ["x", "y"] {
        calls.push((tool, fixture.begins(&fixture.id, tool, nothing()).await));
    }
    let both = wait::until("both forms", || {
        Some(fixture.host.waiting()).filter(|waiting| waiting.len() == 2)
    })
    .await;
    for (tool, call) in &calls {
        let words = format!("For {tool}?");
        let form = both.iter().find_map(|request| match &request.asked {
            Asked::Form { message, cause, .. } if message.text == words => Some((request, cause)),
            _ => None,
        });
        let (request, cause) = form.unwrap();
        let cause = cause.as_ref().and_then(|cause| cause.call.as_ref());
        assert_eq!(cause, Some(&call.id), "{tool}");
        fixture.answers(request, submit("Ada")).await;
    }
    for (_, call) in &calls {
        assert_done(&fixture.finishes(call).await);
    }
}
