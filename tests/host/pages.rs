//! Pages that a server has the person open before it goes on: what waits for them is made again when the person or
//! the server says that they are done, and never automatically.

use crate::before_sending::Unwritable;
use portcullis_api::{Answer, Asked, Request};
use portcullis_core::Code;
use portcullis_tests::{
    test_host::{TRANSPORTS, TestHost},
    test_user::{assert_done, assert_failed, nothing, text},
    wait,
};
use serde_json::{Value, json};

const PAGE: &str = "https://sign.example/in?state=5d12";

fn page(number: &str) -> Value {
    json!({"mode": "url", "message": "Link your account.", "url": PAGE, "elicitationId": number})
}

/// What 2025-11-25 says instead of a result.
fn pages_first(numbers: &[&str]) -> Value {
    let pages: Vec<Value> = numbers.iter().map(|number| page(number)).collect();
    json!({"error": {"code": -32042, "message": "pages first", "data": {"elicitations": pages}}})
}

fn complete(number: &str) -> Value {
    json!({"say": {"jsonrpc": "2.0", "method": "notifications/elicitation/complete",
        "params": {"elicitationId": number}}})
}

fn is_link(request: &Request) -> bool {
    matches!(request.asked, Asked::Link { .. })
}

fn is_page(request: &Request) -> bool {
    matches!(request.asked, Asked::Page { .. })
}

async fn opens(fixture: &TestHost) {
    let request = fixture.is_asked("the address", is_link).await;
    fixture.answers(&request, Answer::Open {}).await;
}

/// A tool that does the first at its first call, the second at its second, and so on; the last from then on.
fn in_turn(folder: &std::path::Path, turns: &[Value]) -> Value {
    let mut steps = turns.last().cloned().unwrap_or_default();
    for (at, turn) in turns.iter().enumerate().rev().skip(1) {
        let been = folder.join(format!("turn-{at}"));
        let mut first = vec![json!({ "touch": been })];
        first.extend(turn.as_array().into_iter().flatten().cloned());
        steps = json!([{"if_file": {"path": been, "then": steps, "else": first}}]);
    }
    steps
}

fn done() -> Value {
    json!([{"reply": {"content": [{"type": "text", "text": "linked"}]}}])
}

// Proves ELI-27, ELI-25.
#[tokio::test]
async fn every_page_is_asked_about_and_the_call_is_made_again_when_the_person_says_so() {
    for way in TRANSPORTS {
        let folder = tempfile::tempdir().unwrap();
        let steps = in_turn(folder.path(), &[json!([pages_first(&["a", "b"])]), done()]);
        let fixture = TestHost::ready(way, json!({"tools": ["x"], "calls": {"x": steps}})).await;
        let call = fixture.begins(&fixture.id, "x", json!({"k": [1, "ö"]})).await;
        opens(&fixture).await;
        opens(&fixture).await;
        let request = fixture.is_asked("whether it is done", is_page).await;
        let_assert!(&request.asked => Asked::Page { hosts, cause });
        assert_eq!(hosts, &["sign.example", "sign.example"]);
        assert_eq!(cause.as_ref().unwrap().call.as_ref(), Some(&call.id));
        assert_eq!(fixture.sent("tools/call").len(), 1, "{way:?}: not automatically");
        fixture.answers(&request, Answer::Done {}).await;
        assert_eq!(text(&fixture.finishes(&call).await), "linked");
        let sent = fixture.sent("tools/call");
        assert_eq!(sent.len(), 2);
        assert_eq!(sent[0]["params"]["arguments"], sent[1]["params"]["arguments"]);
        assert_ne!(sent[0]["id"], sent[1]["id"]);
        assert_eq!(fixture.browser.opened(), [PAGE, PAGE]);
        fixture.sees_row("Waiting for you to finish on a web page").await;
        fixture.host.close().await;
    }
}

// Proves ELI-28.
#[tokio::test]
async fn a_page_changes_nothing_of_what_is_sent_as_ours() {
    let folder = tempfile::tempdir().unwrap();
    let steps = in_turn(folder.path(), &[json!([pages_first(&["a"])]), done()]);
    let fixture = TestHost::over_http(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    opens(&fixture).await;
    let request = fixture.is_asked("whether it is done", is_page).await;
    fixture.answers(&request, Answer::Done {}).await;
    assert_done(&fixture.finishes(&call).await);
    let headers: Vec<Value> = fixture
        .recorded()
        .into_iter()
        .filter(|line| line["body"]["method"] == "tools/call")
        .map(|mut line| {
            line["headers"]["content-length"] = Value::Null;
            line["headers"].take()
        })
        .collect();
    assert_eq!(headers.len(), 2);
    assert_eq!(headers[0], headers[1]);
    assert_eq!(headers[0].get("authorization"), None);
}

// Proves ELI-25.
#[tokio::test]
async fn a_call_that_waits_for_a_page_can_be_given_up_or_stopped() {
    for give_up in [true, false] {
        let script = json!({"tools": ["x", "good"], "calls": {"x": [pages_first(&["a"])]}});
        let fixture = TestHost::piped(script).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        opens(&fixture).await;
        let request = fixture.is_asked("whether it is done", is_page).await;
        match give_up {
            true => fixture.answers(&request, Answer::Deny {}).await,
            false => fixture.host.cancel_call(&call.id).unwrap(),
        }
        let expected = match give_up {
            true => Code::InputRequired,
            false => Code::CallCancelled,
        };
        assert_failed(&fixture.finishes(&call).await, expected);
        wait::holds("nothing to be asked", || fixture.host.waiting().is_empty()).await;
        assert_eq!(fixture.sent("tools/call").len(), 1);
        assert_done(&fixture.calls("good").await);
    }
}

// Proves ELI-27.
#[tokio::test]
async fn a_page_that_is_not_opened_ends_the_call_and_nothing_is_sent_again() {
    let fixture = TestHost::piped(json!({"tools": ["x"], "calls": {"x": [pages_first(&["a", "b"])]}})).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    let request = fixture.is_asked("the address", is_link).await;
    fixture.answers(&request, Answer::Decline {}).await;
    assert_failed(&fixture.finishes(&call).await, Code::InputRequired);
    assert!(fixture.browser.opened().is_empty() && fixture.host.waiting().is_empty());
    assert_eq!(fixture.sent("tools/call").len(), 1);
}

// Proves S-91.
#[tokio::test]
async fn a_call_is_not_made_again_where_the_persons_word_cannot_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let steps = in_turn(folder.path(), &[json!([pages_first(&["a"])]), done()]);
    let fixture = TestHost::piped(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    opens(&fixture).await;
    let request = fixture.is_asked("whether it is done", is_page).await;
    let unwritable = Unwritable::rows(&fixture, "NEW.step = 1");
    fixture.answers(&request, Answer::Done {}).await;
    assert_failed(&fixture.finishes(&call).await, Code::InputRequired);
    drop(unwritable);
    assert_eq!(fixture.sent("tools/call").len(), 1);
}

// Proves ELI-27.
#[tokio::test]
async fn only_pages_may_come_first_and_only_in_the_revision_that_has_it() {
    let form = json!({"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}});
    let refusal = |data: Value| json!({"error": {"code": -32042, "message": "first", "data": data}});
    for (version, steps, expected) in [
        (
            "2025-11-25",
            refusal(json!({"elicitations": [form]})),
            Code::ProtocolBroken,
        ),
        (
            "2025-11-25",
            refusal(json!({"elicitations": []})),
            Code::ProtocolBroken,
        ),
        ("2025-11-25", refusal(json!(7)), Code::ProtocolBroken),
        ("2025-06-18", pages_first(&["a"]), Code::ProtocolError),
    ] {
        let script = json!({"version": version, "tools": ["x"], "calls": {"x": [steps]}});
        let fixture = TestHost::piped(script).await;
        assert_failed(&fixture.calls("x").await, expected);
        assert!(fixture.host.waiting().is_empty());
        fixture.host.close().await;
    }
}

// Proves ELI-26.
#[tokio::test]
async fn the_servers_notice_that_a_page_is_done_repeats_the_call_and_other_ids_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let (others, go) = (folder.path().join("others"), folder.path().join("go"));
    let steps = in_turn(folder.path(), &[json!([pages_first(&["a"])]), done()]);
    let tell = json!([complete("other"), complete(""),
        {"say": {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": 7}}},
        {"say": {"jsonrpc": "2.0", "method": "notifications/elicitation/complete"}},
        {"touch": others}, {"wait_for_file": go}, complete("a"), complete("a")]);
    let script = json!({"tools": ["x", "tell"], "calls": {"x": steps, "tell": tell}});
    let fixture = TestHost::piped(script).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    opens(&fixture).await;
    fixture.is_asked("whether it is done", is_page).await;
    let telling = fixture.begins(&fixture.id, "tell", nothing()).await;
    wait::file(&others).await;
    assert!(fixture.host.waiting().iter().any(is_page));
    assert_eq!(fixture.sent("tools/call").len(), 2, "x once, and tell");
    std::fs::write(&go, "").unwrap();
    assert_eq!(text(&fixture.finishes(&call).await), "linked");
    assert_done(&fixture.finishes(&telling).await);
    wait::holds("nothing to be asked", || fixture.host.waiting().is_empty()).await;
}

// Proves ELI-26, PNG-06.
#[tokio::test]
async fn a_call_that_goes_on_while_a_page_is_open_has_the_time_for_it() {
    let person_takes = 2500;
    let steps = json!([
        {"ask": {"method": "elicitation/create", "params": page("a")}},
        {"sleep": person_takes},
        complete("a"),
    ]);
    let script = json!({"tools": ["x"], "calls": {"x": steps}});
    let person = portcullis_tests::test_user::TestUser::new().await;
    let mut draft = portcullis_tests::test_user::program("Notes", script);
    draft.limits.idle_seconds = 1;
    draft.limits.total_seconds = 2;
    let id = person.adds_ready(draft).await;
    let call = person.begins(&id, "x", nothing()).await;
    let request = person.is_asked("the address", is_link).await;
    person.answers(&request, Answer::Open {}).await;
    assert_done(&person.finishes(&call).await);
    let log = person.host.logs(&id, 0).unwrap().lines;
    assert!(
        log.iter()
            .any(|line| line.text.text == "The server says that you finished on its web page.")
    );
}

// Proves ELI-29.
#[tokio::test]
async fn in_the_modern_era_only_asking_again_tells_and_a_person_sets_the_pace() {
    for way in TRANSPORTS {
        let folder = tempfile::tempdir().unwrap();
        let url = json!({"mode": "url", "message": "Link your account.", "url": PAGE});
        let asks = json!([{"reply": {"resultType": "input_required", "requestState": "s1",
            "inputRequests": {"q": {"method": "elicitation/create", "params": url}}}}]);
        let not_yet = |state: &str| json!([complete("q"), {"reply": {"resultType": "input_required", "requestState": state}}]);
        let turns = [asks, not_yet("s2"), not_yet("s3"), done()];
        let steps = in_turn(folder.path(), &turns);
        let script = json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}});
        let fixture = TestHost::ready(way, script).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        opens(&fixture).await;
        for round in 2..=3 {
            let request = fixture.is_asked("whether it is done", is_page).await;
            assert_eq!(fixture.sent("tools/call").len(), round, "{way:?}");
            fixture.answers(&request, Answer::Done {}).await;
            fixture.sees_sent("tools/call", round + 1).await;
        }
        assert_eq!(text(&fixture.finishes(&call).await), "linked");
        let sent = fixture.sent("tools/call");
        let carried: Vec<_> = sent
            .iter()
            .map(|call| call["params"]["requestState"].clone())
            .collect();
        assert_eq!(carried, [Value::Null, json!("s1"), json!("s2"), json!("s3")]);
        assert_eq!(
            sent[1]["params"]["inputResponses"],
            json!({"q": {"action": "accept"}})
        );
        assert_eq!(sent[2]["params"].get("inputResponses"), None);
        fixture.host.close().await;
    }
}
