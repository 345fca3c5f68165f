//! Servers that ask: by requests of their own in the legacy era, on whatever stream they like, and within their
//! answers in the modern one. Whoever asks is answered once, by the number it asked with.

use std::{path::PathBuf, time::Duration};

use crate::models::adds;
use portcullis_api::{Answer, Asked, Filled, Outcome, Phase, ProviderKind, Request};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_storage::audit::Format;
use portcullis_tests::{
    fake_provider::{FakeProvider, ProviderApi, Turn},
    hostile::{Hostile, Served},
    test_user::{TestUser, address, assert_done, assert_failed, nothing, program, received, text},
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

struct TestHost {
    person: TestUser,
    id: String,
    record: PathBuf,
    _served: Option<Served>,
}

async fn house(way: ServerTransport, mut script: Value) -> TestHost {
    let person = TestUser::new().await;
    let record = person.path("record");
    script["record"] = json!(record);
    let (draft, served) = match way {
        ServerTransport::Pipe => (program("Notes", script), None),
        ServerTransport::Post | ServerTransport::Get | ServerTransport::OldSse => {
            if way == ServerTransport::OldSse {
                script["http"]["old_sse"] = json!(true);
            }
            let served = Hostile::new(script).on_http().await;
            (address("Notes", &served.url), Some(served))
        }
    };
    let mut draft = draft;
    draft.limits.idle_seconds = 20;
    let id = person.adds(draft).await;
    person.sees(&id, Phase::Ready).await;
    TestHost {
        person,
        id,
        record,
        _served: served,
    }
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

impl TestHost {
    async fn answers(&self, what: &str, about: impl Fn(&Request) -> bool, answer: Answer) {
        let request = self.person.is_asked(what, about).await;
        self.person.answers(&request, answer).await;
    }

    /// Answers of ours to the server's request of this number.
    fn answered(&self, id: &Value) -> Vec<Value> {
        let all = received(&self.record).into_iter();
        all.filter(|message| message["method"].is_null() && message["id"] == *id)
            .collect()
    }

    async fn sees_answer(&self, id: &Value) -> Value {
        wait::until(&format!("the answer to {id}"), || self.answered(id).pop()).await
    }

    /// What was sent by method.
    fn sent(&self, method: &str) -> Vec<Value> {
        let all = received(&self.record).into_iter();
        all.filter(|message| message["method"] == method).collect()
    }
}

// Proves STD-16, HTTP-18, ELI-03, ELI-08.
#[tokio::test]
async fn a_form_is_answered_by_its_number_on_every_way() {
    for way in WAYS {
        for id in [json!("q \"1\" ö"), json!(0), json!(-7)] {
            let steps = json!([ask(way, &id, "elicitation/create", form())]);
            let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
            let call = house.person.begins(&house.id, "x", nothing()).await;
            house.answers("the form", is_form, submit("Ada")).await;
            assert_done(&house.person.finishes(&call).await);
            let answered = house.answered(&id);
            assert_eq!(answered.len(), 1, "{way:?} {id}");
            assert_eq!(
                answered[0]["result"],
                json!({"action": "accept", "content": {"name": "Ada"}})
            );
            assert_eq!(answered[0]["jsonrpc"], "2.0");
            house.person.host.close().await;
        }
    }
}

// Proves ROO-01.
#[tokio::test]
async fn folders_are_asked_for_and_answered_on_every_way() {
    for way in WAYS {
        let id = json!("folders");
        let steps = json!([ask(way, &id, "roots/list", Value::Null)]);
        let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
        house.answers("the folders", about, Answer::Decline {}).await;
        assert_done(&house.person.finishes(&call).await);
        assert_eq!(
            house.sees_answer(&id).await["result"],
            json!({"roots": []}),
            "{way:?}"
        );
        house.person.host.close().await;
    }
}

// Proves SAM-01.
#[tokio::test]
async fn words_of_a_model_are_asked_for_and_answered_on_every_way() {
    for way in WAYS {
        let id = json!("words");
        let steps = json!([ask(way, &id, "sampling/createMessage", sampling())]);
        let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        house.person.host.set_sampling(&house.id, true).await.unwrap();
        wait::until("a connection that offers it", || {
            let hellos = house.sent("initialize");
            let offers = |hello: &Value| !hello["params"]["capabilities"]["sampling"].is_null();
            (hellos.iter().any(offers) && house.person.state(&house.id).phase == Phase::Ready).then_some(())
        })
        .await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        let first = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
        house.answers("the request", first, Answer::AllowOnce {}).await;
        let second = |request: &Request| matches!(request.asked, Asked::SampledAnswer { .. });
        house.answers("the answer", second, Answer::AllowOnce {}).await;
        assert_done(&house.person.finishes(&call).await);
        assert_eq!(
            house.sees_answer(&id).await["result"]["role"],
            "assistant",
            "{way:?}"
        );
        house.person.host.close().await;
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
        let house = house(way, json!({"tools": ["x", "good"], "calls": {"x": steps}})).await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        house.person.is_asked("the form", is_form).await;
        std::fs::write(&enough, "").unwrap();
        wait::until("nothing to be asked", || {
            house.person.host.waiting().is_empty().then_some(())
        })
        .await;
        assert_done(&house.person.finishes(&call).await);
        assert_done(&house.person.calls(&house.id, "good", nothing()).await);
        assert_eq!(house.answered(&json!("q")), Vec::<Value>::new(), "{way:?}");
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
        let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        assert_done(&house.person.calls(&house.id, "x", nothing()).await);
        let mut codes = Vec::new();
        for id in 1..=4 {
            codes.push(house.sees_answer(&json!(id)).await["error"]["code"].clone());
        }
        assert_eq!(codes, [-32601, -32601, -32602, -32602], "{way:?}");
        assert_eq!(house.sees_answer(&json!(5)).await["result"], json!({}));
        house.person.host.close().await;
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
        let house = house(way, json!({"on": {"notifications/initialized": steps}})).await;
        let request = house.person.is_asked("the form", is_form).await;
        assert!(
            matches!(request.asked, Asked::Form { cause: None, .. }),
            "{way:?}"
        );
        house.person.answers(&request, Answer::Decline {}).await;
        assert_eq!(
            house.sees_answer(&json!("idle")).await["result"],
            json!({"action": "decline"})
        );
        house.person.host.close().await;
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
    let house = house(
        ServerTransport::Pipe,
        json!({"tools": ["x"], "on": {"initialize": early}}),
    )
    .await;
    let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
    house.answers("the folders", about, Answer::Decline {}).await;
    house.sees_answer(&json!("early")).await;
    let all = received(&house.record);
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
        let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        assert_done(&house.person.calls(&house.id, "x", nothing()).await);
        assert_eq!(house.sees_answer(&json!("alive")).await["result"], json!({}));
        assert!(house.answered(&json!("open")).is_empty());
        house.person.host.close().await;
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
        let house = house(way, json!({"tools": ["x", "good"], "calls": {"x": steps}})).await;
        assert_done(&house.person.calls(&house.id, "x", nothing()).await);
        let answered = || {
            (0..200)
                .filter(|id| !house.answered(&json!(id)).is_empty())
                .count()
        };
        let enough = 200 - limits::WAITING_PER_SERVER;
        wait::until("all but a few to be answered", || {
            (answered() >= enough).then_some(())
        })
        .await;
        assert!(house.person.host.waiting().len() <= limits::WAITING_PER_SERVER);
        assert_done(&house.person.calls(&house.id, "good", nothing()).await);
        house.person.host.close().await;
    }
}

/// A server that may be silent for two seconds, with a tool that asks and is then silent for a while.
async fn impatient(silent: u64) -> (TestUser, String) {
    let person = TestUser::new().await;
    let steps = json!([{"ask": {"method": "elicitation/create", "params": form()}}, {"sleep": silent}]);
    let mut draft = program("Notes", json!({"tools": ["x"], "calls": {"x": steps}}));
    draft.limits.idle_seconds = 2;
    draft.limits.total_seconds = 4;
    let id = person.adds(draft).await;
    person.sees(&id, Phase::Ready).await;
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

/// The modern ways.
const MODERN: [ServerTransport; 2] = [ServerTransport::Pipe, ServerTransport::Post];

/// Answers of a tool, one for each time that it is called.
pub(crate) fn in_turn(folder: &std::path::Path, answers: &[Value]) -> Value {
    let mut steps = json!([]);
    for (round, answer) in answers.iter().enumerate().rev() {
        let been = folder.join(format!("round-{round}"));
        let first = json!([{"touch": been}, {"reply": answer}]);
        steps = json!([{"if_file": {"path": been, "then": steps, "else": first}}]);
    }
    steps
}

fn asks(questions: &Value, state: Option<&str>) -> Value {
    let mut result = json!({"resultType": "input_required"});
    if !questions.is_null() {
        result["inputRequests"] = questions.clone();
    }
    if let Some(state) = state {
        result["requestState"] = json!(state);
    }
    result
}

fn done() -> Value {
    json!({"content": [{"type": "text", "text": "done"}]})
}

async fn modern(way: ServerTransport, answers: &[Value]) -> (TestHost, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let steps = in_turn(folder.path(), answers);
    let script = json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}});
    (house(way, script).await, folder)
}

// Proves MRT-01, MRT-02, MRT-03, MRT-04, MRT-05, MRT-07, ROO-08.
#[tokio::test]
async fn all_is_answered_by_the_latest_keys_in_a_request_of_its_own() {
    let state = "{\"a\": 1}  \u{1f980}\\u00e9 ";
    for way in MODERN {
        let first = json!({
            "the form": {"method": "elicitation/create", "params": form()},
            "folders": {"method": "roots/list"},
        });
        let second = json!({"again": {"method": "elicitation/create", "params": form()}});
        let answers = [asks(&first, Some(state)), asks(&second, None), done()];
        let (house, _folder) = modern(way, &answers).await;
        let call = house
            .person
            .begins(&house.id, "x", json!({"k": [1, {"b": "ö"}]}))
            .await;
        house.answers("the form", is_form, submit("Ada")).await;
        let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
        house.answers("the folders", about, Answer::Decline {}).await;
        house.answers("the second form", is_form, submit("Bea")).await;
        assert_eq!(text(&house.person.finishes(&call).await), "done");

        let sent = house.sent("tools/call");
        assert_eq!(sent.len(), 3, "{way:?}");
        for round in &sent {
            assert_eq!(round["params"]["name"], "x");
            assert_eq!(round["params"]["arguments"], json!({"k": [1, {"b": "ö"}]}));
            let meta = &round["params"]["_meta"];
            assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
            assert!(meta["io.modelcontextprotocol/clientCapabilities"].is_object());
        }
        let ids: std::collections::BTreeSet<_> = sent.iter().map(|round| round["id"].to_string()).collect();
        assert_eq!(ids.len(), 3, "mrt05: a number of its own each time");
        let accepted = |name: &str| json!({"action": "accept", "content": {"name": name}});
        assert_eq!(
            sent[1]["params"]["inputResponses"],
            json!({"the form": accepted("Ada"), "folders": {"roots": []}})
        );
        assert_eq!(sent[1]["params"]["requestState"], state, "mrt03");
        assert_eq!(
            sent[2]["params"]["inputResponses"],
            json!({"again": accepted("Bea")})
        );
        assert_eq!(sent[2]["params"].get("requestState"), None, "mrt04");
        assert_eq!(sent[0]["params"].get("inputResponses"), None);
        house.person.host.close().await;
    }
}

// Proves MRT-06.
#[tokio::test]
async fn nothing_of_one_call_goes_into_the_next() {
    let first = json!({"q": {"method": "elicitation/create", "params": form()}});
    let (house, _folder) = modern(ServerTransport::Pipe, &[asks(&first, Some("s")), done(), done()]).await;
    let call = house.person.begins(&house.id, "x", nothing()).await;
    house.answers("the form", is_form, submit("Ada")).await;
    assert_done(&house.person.finishes(&call).await);
    assert_done(&house.person.calls(&house.id, "x", nothing()).await);
    let sent = house.sent("tools/call");
    assert_eq!(sent[2]["params"].get("inputResponses"), None);
    assert_eq!(sent[2]["params"].get("requestState"), None);
}

// Proves SAM-19.
#[tokio::test]
async fn a_refusal_of_words_ends_the_call_and_nothing_is_sent_again() {
    let question = json!({"q": {"method": "sampling/createMessage", "params": sampling()}});
    let (house, _folder) = modern(ServerTransport::Pipe, &[asks(&question, Some("s")), done()]).await;
    house.person.host.set_sampling(&house.id, true).await.unwrap();
    wait::until("a connection that offers it", || {
        let asked = house.sent("tools/list");
        let offers = |asked: &Value| {
            !asked["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]["sampling"].is_null()
        };
        (asked.iter().any(offers) && house.person.state(&house.id).phase == Phase::Ready).then_some(())
    })
    .await;
    let call = house.person.begins(&house.id, "x", nothing()).await;
    let about = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
    house.answers("the request", about, Answer::Deny {}).await;
    assert_failed(&house.person.finishes(&call).await, Code::InputRequired);
    assert_eq!(house.sent("tools/call").len(), 1);
}

// Proves ELI-30.
#[tokio::test]
async fn a_no_and_a_form_that_was_left_are_answers() {
    for (answer, action) in [(Answer::Decline {}, "decline"), (Answer::Deny {}, "cancel")] {
        let question = json!({"q": {"method": "elicitation/create", "params": form()}});
        let (house, _folder) = modern(ServerTransport::Pipe, &[asks(&question, None), done()]).await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        house.answers("the form", is_form, answer).await;
        let ended = house.person.finishes(&call).await;
        assert_done(&ended);
        let sent = house.sent("tools/call");
        assert_eq!(
            sent[1]["params"]["inputResponses"],
            json!({"q": {"action": action}})
        );
        // The result may say anything: the call and its row say that something in it was declined.
        assert_eq!(ended.denied.len(), 1);
        assert!(
            ended.denied[0].starts_with("“Notes” asked you to fill in a form during this call. You d"),
            "{:?}",
            ended.denied
        );
        let row = wait::until_async("the end of the call in the record", async || {
            let detail = house.person.host.record_detail(ended.record?).await.ok()?;
            (detail.row.outcome != Outcome::Waiting).then_some(detail.row)
        })
        .await;
        assert_eq!(
            (row.outcome, row.outcome_words.as_str()),
            (
                Outcome::Attention,
                "done, but a request during the call was denied"
            )
        );
    }
}

// Proves MRT-09.
#[tokio::test]
async fn a_list_is_not_answered_with_questions() {
    let question = json!({"q": {"method": "roots/list"}});
    let script = json!({
        "era": "modern",
        "tools": ["x"],
        "on": {"tools/list": [{"reply": asks(&question, None)}]},
    });
    let house = house(ServerTransport::Pipe, script).await;
    let problem = house.person.state(&house.id).problem.unwrap();
    assert_eq!(problem.code, Code::ProtocolBroken.as_str());
    assert!(house.person.host.waiting().is_empty());
    assert_eq!(house.sent("tools/list").len(), 1);
}

// Proves MRT-12.
#[tokio::test]
async fn a_call_that_is_stopped_while_it_asks_sends_nothing_more() {
    for way in MODERN {
        let question = json!({"q": {"method": "elicitation/create", "params": form()}});
        let (house, _folder) = modern(way, &[asks(&question, Some("s")), done()]).await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        house.person.is_asked("the form", is_form).await;
        house.person.host.cancel_call(&call.id).unwrap();
        assert_failed(&house.person.finishes(&call).await, Code::CallCancelled);
        wait::until("nothing to be asked", || {
            house.person.host.waiting().is_empty().then_some(())
        })
        .await;
        assert_eq!(house.sent("tools/call").len(), 1, "{way:?}");
    }
}

// Proves RPC-12.
#[tokio::test]
async fn a_modern_server_that_asks_by_itself_is_not_answered() {
    for way in MODERN {
        let steps: Vec<Value> = ["sampling/createMessage", "elicitation/create", "ping", "foo/bar"]
            .iter()
            .map(
                |method| json!({"say": {"jsonrpc": "2.0", "id": method, "method": method, "params": form()}}),
            )
            .collect();
        let house = house(
            way,
            json!({"era": "modern", "tools": ["x", "good"], "calls": {"x": steps}}),
        )
        .await;
        assert_done(&house.person.calls(&house.id, "x", nothing()).await);
        assert_done(&house.person.calls(&house.id, "good", nothing()).await);
        assert!(house.person.host.waiting().is_empty());
        let answers = received(&house.record)
            .into_iter()
            .filter(|message| message["method"].is_null());
        assert_eq!(answers.count(), 0, "{way:?}");
    }
}

// Proves RPC-14.
#[tokio::test]
async fn a_result_of_an_unknown_kind_is_no_result() {
    for (way, kind) in [(ServerTransport::Pipe, "banana"), (ServerTransport::Post, "task")] {
        let reply = json!({"resultType": kind, "content": [{"type": "text", "text": "no"}]});
        let (house, _folder) = modern(way, &[reply]).await;
        let call = house.person.calls(&house.id, "x", nothing()).await;
        assert_failed(&call, Code::ProtocolBroken);
        assert!(call.result.is_none());
    }
}

// Proves SAM-01.
#[tokio::test]
async fn a_call_says_in_our_words_what_was_denied_to_its_server_whatever_that_says() {
    for way in [ServerTransport::Pipe, ServerTransport::Post] {
        let id = json!(1);
        // It says nothing of it.
        let steps = json!([ask(way, &id, "sampling/createMessage", sampling()),
            {"reply": {"content": [{"type": "text", "text": "All went well."}]}}]);
        let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        house.person.host.set_sampling(&house.id, true).await.unwrap();
        house.person.sees(&house.id, Phase::Ready).await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        let about = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
        house.answers("words of a model", about, Answer::Deny {}).await;
        let done = house.person.finishes(&call).await;
        let [denied] = done.denied.as_slice() else {
            panic!("{way:?}: {done:?}")
        };
        assert_eq!(
            denied,
            "“Notes” sent a model request during this call. You denied this model request. No model received it."
        );
        house.person.host.close().await;
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
    let house = house(way, script).await;
    let mut calls = Vec::new();
    for tool in ["x", "y"] {
        calls.push((tool, house.person.begins(&house.id, tool, nothing()).await));
    }
    let both = wait::until("both forms", || {
        Some(house.person.host.waiting()).filter(|waiting| waiting.len() == 2)
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
        house.person.answers(request, submit("Ada")).await;
    }
    for (_, call) in &calls {
        assert_done(&house.person.finishes(call).await);
    }
    house.person.host.close().await;
}

/// What a person takes away of a server's timeline, and what they see of it.
fn exported(house: &TestHost) -> String {
    let (file, _) = house.person.host.export_frames(&house.id, Vec::new()).unwrap();
    let mut all = String::from_utf8(file).unwrap();
    for frame in house.person.host.frames(&house.id, 0).unwrap().frames {
        all.push_str(&frame.head.text);
        all.push_str(&house.person.host.frame_text(&house.id, frame.seq).unwrap().text);
    }
    all
}

// Proves ELI-17.
#[tokio::test]
async fn what_was_typed_into_a_form_is_in_no_frame_even_if_the_server_repeats_it() {
    let typed = "Ada of Lovelace Street 36";
    let repeats = json!({"reply": {"content": [{"type": "text", "text": format!("Hello {typed}!")}]}});
    for way in WAYS {
        let id = json!("q");
        let steps = json!([ask(way, &id, "elicitation/create", form()), repeats]);
        let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        let call = house.person.begins(&house.id, "x", nothing()).await;
        house.answers("the form", is_form, submit(typed)).await;
        assert!(text(&house.person.finishes(&call).await).contains(typed));
        assert_eq!(house.sees_answer(&id).await["result"]["content"]["name"], typed);
        let kept = exported(&house);
        assert!(kept.contains("\"name\":\"•••\""), "{way:?}: {kept}");
        assert!(!kept.contains("Lovelace"), "{way:?}: {kept}");
        house.person.host.close().await;
    }
}

// Proves ELI-17, S-88.
#[tokio::test]
async fn what_was_typed_stays_in_a_result_that_repeats_it_and_in_no_row() {
    let typed = "Ada of Lovelace Street 36";
    // By HTTP: the script of a program is among its arguments, which the record keeps.
    let way = ServerTransport::Post;
    let id = json!("q");
    let repeats = json!({"reply": {"content": [{"type": "text", "text": format!("Hello {typed}!")}]}});
    let steps = json!([ask(way, &id, "elicitation/create", form()), repeats]);
    let house = house(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let host = &house.person.host;
    let model = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    adds(&house.person, ProviderKind::Compatible, &model.url(), None).await;
    model.does([
        Turn::wants(&[("notes__x", nothing())]),
        Turn::says("It greets you."),
    ]);
    let conversation = host.create_conversation().await.unwrap().summary.id;
    host.say(&conversation, "Ask it").await.unwrap();
    let is_call = |request: &Request| matches!(request.asked, Asked::Tool { .. });
    house.answers("the call", is_call, Answer::AllowOnce {}).await;
    house.answers("the form", is_form, submit(typed)).await;
    wait::until("the model to be told", || {
        (model.asked().len() == 2).then_some(())
    })
    .await;
    assert!(model.asked()[1].to_string().contains(typed));
    wait::until_async("the end of the answer", async || {
        let messages = host.conversation(&conversation).await.unwrap().messages;
        (!messages.last()?.streaming).then_some(())
    })
    .await;
    // It is kept, and told again with what is said next.
    model.does([Turn::says("As I said.")]);
    host.say(&conversation, "Who?").await.unwrap();
    wait::until("the model to be told again", || {
        (model.asked().len() == 3).then_some(())
    })
    .await;
    assert!(model.asked()[2].to_string().contains(typed));

    house.person.sees_row("x").await;
    let (rows, count) = host.export_record(Format::JsonLines, Vec::new()).await.unwrap();
    let rows = String::from_utf8(rows).unwrap();
    assert!(
        count > 0 && rows.contains("You filled in the form and sent it."),
        "{rows}"
    );
    for kept in [rows, exported(&house)] {
        assert!(!kept.contains("Lovelace"), "{kept}");
    }
    host.close().await;
}

// Proves ELI-17, S-84.
#[tokio::test]
async fn in_the_modern_era_neither_answers_nor_states_are_in_any_frame() {
    let state = "state-of-the-server-4711";
    for way in MODERN {
        let question = json!({"q": {"method": "elicitation/create", "params": form()}});
        let (house, _folder) = modern(way, &[asks(&question, Some(state)), done()]).await;
        let call = house.person.begins(&house.id, "x", json!({"k": "kept"})).await;
        house.answers("the form", is_form, submit("Ada Lovelace")).await;
        assert_done(&house.person.finishes(&call).await);
        let again = &house.sent("tools/call")[1]["params"];
        assert_eq!(again["requestState"], state);
        assert_eq!(again["inputResponses"]["q"]["content"]["name"], "Ada Lovelace");
        let kept = exported(&house);
        assert!(
            !kept.contains("Lovelace") && !kept.contains("4711"),
            "{way:?}: {kept}"
        );
        // The call can still be made again from its frame.
        let frames = house.person.host.frames(&house.id, 0).unwrap().frames;
        let last = frames
            .iter()
            .rfind(|frame| frame.subject.as_ref().is_some_and(|subject| subject.text == "x"))
            .unwrap();
        let call = house.person.host.frame_call(&house.id, last.seq).unwrap();
        assert_eq!((call.arguments, call.hidden), (json!({"k": "kept"}), false));
        house.person.host.close().await;
    }
}
