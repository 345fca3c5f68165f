//! Questions within an answer of the modern era: the call is sent again with what they were answered.

use super::*;

/// The modern ways.
pub(super) const MODERN: [ServerTransport; 2] = [ServerTransport::Pipe, ServerTransport::Post];

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

pub(super) fn asks(questions: &Value, state: Option<&str>) -> Value {
    let mut result = json!({"resultType": "input_required"});
    if !questions.is_null() {
        result["inputRequests"] = questions.clone();
    }
    if let Some(state) = state {
        result["requestState"] = json!(state);
    }
    result
}

pub(super) fn done() -> Value {
    json!({"content": [{"type": "text", "text": "done"}]})
}

pub(super) async fn modern(way: ServerTransport, answers: &[Value]) -> (TestHost, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let steps = in_turn(folder.path(), answers);
    let script = json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}});
    (fixture(way, script).await, folder)
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
        let replies = [asks(&first, Some(state)), asks(&second, None), done()];
        let (fixture, _folder) = modern(way, &replies).await;
        let call = fixture
            .begins(&fixture.id, "x", json!({"k": [1, {"b": "ö"}]}))
            .await;
        answers(&fixture, "the form", is_form, submit("Ada")).await;
        let about = |request: &Request| matches!(request.asked, Asked::Roots { .. });
        answers(&fixture, "the folders", about, Answer::Decline {}).await;
        answers(&fixture, "the second form", is_form, submit("Bea")).await;
        assert_eq!(text(&fixture.finishes(&call).await), "done");

        let sent = fixture.sent("tools/call");
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
        fixture.host.close().await;
    }
}

// Proves MRT-06.
#[tokio::test]
async fn nothing_of_one_call_goes_into_the_next() {
    let first = json!({"q": {"method": "elicitation/create", "params": form()}});
    let (fixture, _folder) = modern(ServerTransport::Pipe, &[asks(&first, Some("s")), done(), done()]).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    answers(&fixture, "the form", is_form, submit("Ada")).await;
    assert_done(&fixture.finishes(&call).await);
    assert_done(&fixture.calls("x").await);
    let sent = fixture.sent("tools/call");
    assert_eq!(sent[2]["params"].get("inputResponses"), None);
    assert_eq!(sent[2]["params"].get("requestState"), None);
}

// Proves SAM-19.
#[tokio::test]
async fn a_refusal_of_words_ends_the_call_and_nothing_is_sent_again() {
    let question = json!({"q": {"method": "sampling/createMessage", "params": sampling()}});
    let (fixture, _folder) = modern(ServerTransport::Pipe, &[asks(&question, Some("s")), done()]).await;
    fixture.host.set_sampling(&fixture.id, true).await.unwrap();
    wait::until("a connection that offers it", || {
        let asked = fixture.sent("tools/list");
        let offers = |asked: &Value| {
            !asked["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]["sampling"].is_null()
        };
        (asked.iter().any(offers) && fixture.state(&fixture.id).phase == Phase::Ready).then_some(())
    })
    .await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    let about = |request: &Request| matches!(request.asked, Asked::Sampling { .. });
    answers(&fixture, "the request", about, Answer::Deny {}).await;
    assert_failed(&fixture.finishes(&call).await, Code::InputRequired);
    assert_eq!(fixture.sent("tools/call").len(), 1);
}

// Proves ELI-30.
#[tokio::test]
async fn a_no_and_a_form_that_was_left_are_answers() {
    for (answer, action) in [(Answer::Decline {}, "decline"), (Answer::Deny {}, "cancel")] {
        let question = json!({"q": {"method": "elicitation/create", "params": form()}});
        let (fixture, _folder) = modern(ServerTransport::Pipe, &[asks(&question, None), done()]).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        answers(&fixture, "the form", is_form, answer).await;
        let ended = fixture.finishes(&call).await;
        assert_done(&ended);
        let sent = fixture.sent("tools/call");
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
            let detail = fixture.host.record_detail(ended.record?).await.ok()?;
            (detail.row.outcome != Outcome::Waiting).then_some(detail.row)
        })
        .await;
        assert_eq!(
            (row.outcome, row.outcome_words.as_str()),
            (Outcome::Attention, "done, but a request was not granted")
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
    let fixture = fixture(ServerTransport::Pipe, script).await;
    let problem = fixture.state(&fixture.id).problem.unwrap();
    assert_eq!(problem.code, Code::ProtocolBroken.as_str());
    assert!(fixture.host.waiting().is_empty());
    assert_eq!(fixture.sent("tools/list").len(), 1);
}

// Proves MRT-12.
#[tokio::test]
async fn a_call_that_is_stopped_while_it_asks_sends_nothing_more() {
    for way in MODERN {
        let question = json!({"q": {"method": "elicitation/create", "params": form()}});
        let (fixture, _folder) = modern(way, &[asks(&question, Some("s")), done()]).await;
        let call = fixture.begins(&fixture.id, "x", nothing()).await;
        fixture.is_asked("the form", is_form).await;
        fixture.host.cancel_call(&call.id).unwrap();
        assert_failed(&fixture.finishes(&call).await, Code::CallCancelled);
        wait::holds("nothing to be asked", || fixture.host.waiting().is_empty()).await;
        assert_eq!(fixture.sent("tools/call").len(), 1, "{way:?}");
    }
}

// Proves F-01, CAN-06.
#[tokio::test]
async fn a_question_of_a_server_that_ended_is_gone_and_its_call_has_failed() {
    let folder = tempfile::tempdir().unwrap();
    let leave = folder.path().join("leave");
    let question = json!({"q": {"method": "elicitation/create", "params": form()}});
    let steps = json!([{"reply": asks(&question, Some("s"))}, {"wait_for_file": leave}, {"exit": 3}]);
    let script = json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}});
    let fixture = fixture(ServerTransport::Pipe, script).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    fixture.is_asked("the form", is_form).await;
    std::fs::write(&leave, "").unwrap();
    assert_failed(&fixture.finishes(&call).await, Code::ServerExited);
    wait::holds("nothing to be asked", || fixture.host.waiting().is_empty()).await;
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
        let fixture = fixture(
            way,
            json!({"era": "modern", "tools": ["x", "good"], "calls": {"x": steps}}),
        )
        .await;
        assert_done(&fixture.calls("x").await);
        assert_done(&fixture.calls("good").await);
        assert!(fixture.host.waiting().is_empty());
        let answers = fixture
            .messages()
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
        let (fixture, _folder) = modern(way, &[reply]).await;
        let call = fixture.calls("x").await;
        assert_failed(&call, Code::ProtocolBroken);
        assert!(call.result.is_none());
    }
}
