//! What a task asks a person, on its way.

use super::*;

/// A task that wants a form filled in.
fn asks_for_name(era: Era) -> Value {
    let wanted = json!({"inputRequests": {"name": {"method": "elicitation/create", "params": form()}}});
    with(said(era, "input_required"), wanted)
}

// Proves TKX-07, TKX-08, TKX-09.
#[tokio::test]
async fn a_task_asks_through_the_gate_once_however_often_it_repeats_itself() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let answered = folder.path().join("answered");
    let asks = asks_for_name(era);
    let done = with(said(era, "completed"), json!({"result": content()}));
    let get = json!([{"if_file": {"path": answered, "then": [{"reply": done}], "else": [{"reply": asks}]}}]);
    let mut script = script(era, said(era, "working"), get);
    // The acknowledgement comes long before the state shows it.
    script["on"]["tasks/update"] = json!([{"reply": {}}]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    let request = fixture.is_asked("the form", is_form).await;
    assert!(
        matches!(&request.asked, Asked::Form { cause: Some(cause), .. } if cause.call.as_ref() == Some(&call.id)),
        "{request:?}"
    );
    fixture
        .task(&call.id, |task| task.state == TaskState::NeedsInput)
        .await;
    let before = fixture.sent("tasks/get").len();
    fixture.sees_sent("tasks/get", before + 3).await;
    assert_eq!(fixture.host.waiting().len(), 1, "asked once");
    fixture.answers(&request, ada()).await;
    let updates = fixture.sees_sent("tasks/update", 1).await;
    assert_eq!(
        updates[0]["params"]["inputResponses"],
        json!({"name": {"action": "accept", "content": {"name": "Ada"}}})
    );
    let before = fixture.sent("tasks/get").len();
    fixture.sees_sent("tasks/get", before + 2).await;
    assert!(fixture.host.waiting().is_empty(), "answered once");
    // Not even by the next run.
    let fixture = fixture.restarts_the_host().await;
    let before = fixture.sent("tasks/get").len();
    fixture.sees_sent("tasks/get", before + 2).await;
    assert!(fixture.host.waiting().is_empty());
    std::fs::write(&answered, "").unwrap();
    assert_done(&fixture.finishes(&call).await);
    assert_eq!(fixture.sent("tasks/update").len(), 1);
}

// Proves TKX-09.
#[tokio::test]
async fn an_answer_that_is_on_its_way_once_more_is_not_asked_for_again() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let refused = folder.path().join("refused");
    let asks = asks_for_name(era);
    let mut script = script(era, said(era, "working"), json!([{"reply": asks}]));
    script["on"]["tasks/update"] = json!([{"if_file": {"path": refused,
        "then": [{"sleep": 4000}, {"reply": {}}],
        "else": [{"touch": refused}, {"error": {"code": -32603, "message": "not now"}}]}}]);
    let fixture = TaskHost::of(script).await;
    fixture.begins().await;
    let request = fixture.is_asked("the form", is_form).await;
    fixture.answers(&request, ada()).await;
    let updates = fixture.sees_sent("tasks/update", 2).await;
    assert_eq!(
        updates[0]["params"]["inputResponses"],
        updates[1]["params"]["inputResponses"]
    );
    let before = fixture.sent("tasks/get").len();
    fixture.sees_sent("tasks/get", before + 3).await;
    assert!(fixture.host.waiting().is_empty(), "answered once");
}

// Proves TKX-07, TKX-10.
#[tokio::test]
async fn a_task_whose_result_never_comes_or_that_takes_no_answer_is_given_up() {
    let resultless = async {
        let era = Era::Legacy;
        let mut script = script(
            era,
            said(era, "working"),
            json!([{"reply": said(era, "completed")}]),
        );
        let error = json!({"code": 1, "message": "both"});
        script["on"]["tasks/result"] =
            json!([{"say": {"jsonrpc": "2.0", "id": "$id", "result": {}, "error": error}}, "no_reply"]);
        let fixture = TaskHost::of(script).await;
        let call = fixture.begins().await;
        assert_failed(&fixture.finishes(&call).await, Code::ProtocolBroken);
        assert_eq!(fixture.sent("tasks/result").len(), limits::TASK_MISSES as usize);
    };
    let deaf = async {
        let era = Era::Modern;
        let asks = asks_for_name(era);
        let mut script = script(era, said(era, "working"), json!([{"reply": asks}]));
        script["on"]["tasks/update"] = json!([{"error": {"code": -32602, "message": "not this one"}}]);
        let fixture = TaskHost::of(script).await;
        let call = fixture.begins().await;
        let request = fixture.is_asked("the form", is_form).await;
        fixture.answers(&request, ada()).await;
        let done = fixture.finishes(&call).await;
        // The task is there, whatever its server says of the answers.
        assert_failed(&done, Code::ProtocolError);
        assert_eq!(fixture.sent("tasks/update").len(), limits::TASK_MISSES as usize);
    };
    tokio::join!(resultless, deaf);
}

// Proves TKX-07, TKX-10.
#[tokio::test]
async fn refused_answers_count_for_the_whole_task_also_where_it_works_in_between() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let refused = folder.path().join("refused");
    let worked = folder.path().join("worked");
    let asks = asks_for_name(era);
    let works = json!([{"if_file": {"path": worked, "then": [{"reply": asks}],
        "else": [{"touch": worked}, {"reply": said(era, "working")}]}}]);
    let get = json!([{"if_file": {"path": refused, "then": works, "else": [{"reply": asks}]}}]);
    let mut script = script(era, said(era, "working"), get);
    script["on"]["tasks/update"] =
        json!([{"touch": refused}, {"error": {"code": -32602, "message": "not this one"}}]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    for _ in 0..2 {
        let request = fixture.is_asked("the form", is_form).await;
        fixture.answers(&request, ada()).await;
    }
    assert_failed(&fixture.finishes(&call).await, Code::ProtocolError);
    assert_eq!(fixture.sent("tasks/update").len(), limits::TASK_MISSES as usize);
}

// Proves TKX-08.
#[tokio::test]
async fn what_a_task_may_not_ask_ends_it_and_what_it_no_longer_asks_is_taken_back() {
    let era = Era::Modern;
    let asks = |method: &str| {
        with(
            said(era, "input_required"),
            json!({"inputRequests": {"k": {"method": method, "params": form()}}}),
        )
    };
    let bad = TaskHost::of(script(
        era,
        said(era, "working"),
        json!([{"reply": asks("sampling/createMessage")}]),
    ))
    .await;
    let call = bad.begins().await;
    assert_failed(&bad.person.finishes(&call).await, Code::ProtocolBroken);
    assert_eq!(bad.sent("tasks/cancel").len(), 1, "the server is told");

    let folder = tempfile::tempdir().unwrap();
    let moved_on = folder.path().join("moved on");
    let get = json!([{"if_file": {"path": moved_on, "then": [{"reply": said(era, "working")}],
        "else": [{"reply": asks("elicitation/create")}]}}]);
    let fixture = TaskHost::of(script(era, said(era, "working"), get)).await;
    fixture.begins().await;
    fixture.is_asked("the form", is_form).await;
    std::fs::write(&moved_on, "").unwrap();
    wait::holds("nothing to be asked", || fixture.host.waiting().is_empty()).await;
    assert!(fixture.sent("tasks/update").is_empty());
}

// Proves TKL-05, TKL-07.
#[tokio::test]
async fn a_task_asks_while_its_result_is_waited_for_and_the_answer_names_it() {
    let era = Era::Legacy;
    let mut script = stays(era, "input_required");
    let mut question = form();
    question["_meta"] = json!({RELATED: {"taskId": "t-1"}});
    script["on"]["tasks/result"] = json!([
        {"ask": {"method": "elicitation/create", "params": question, "id": "q"}},
        {"reply": with(content(), json!({"_meta": {RELATED: {"taskId": "t-1"}}}))},
    ]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    let request = fixture.is_asked("the form", is_form).await;
    assert!(
        matches!(&request.asked, Asked::Form { cause: Some(cause), .. } if cause.call.as_ref() == Some(&call.id)),
        "{request:?}"
    );
    fixture.answers(&request, ada()).await;
    assert_done(&fixture.finishes(&call).await);
    let answer = fixture.answered(&json!("q")).remove(0);
    assert_eq!(answer["result"]["_meta"][RELATED], json!({"taskId": "t-1"}));
    assert_eq!(answer["result"]["content"], json!({"name": "Ada"}));
    for method in ["tasks/get", "tasks/result"] {
        for message in fixture.sent(method) {
            assert_eq!(message["params"]["taskId"], "t-1");
            assert!(message["params"]["_meta"][RELATED].is_null(), "{message}");
        }
    }
    assert_eq!(fixture.sent("tasks/result").len(), 1);
}

// Proves TKL-05.
#[tokio::test]
async fn a_result_that_is_refused_while_its_task_asks_does_not_end_the_task() {
    let era = Era::Legacy;
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let mut script = stays(era, "input_required");
    script["on"]["tasks/result"] = json!([{"if_file": {"path": enough, "then": [{"reply": content()}],
        "else": [{"error": {"code": -32602, "message": "not yet"}}]}}]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    fixture
        .sees_sent("tasks/result", limits::TASK_MISSES as usize + 2)
        .await;
    std::fs::write(&enough, "").unwrap();
    assert_done(&fixture.finishes(&call).await);
}

// Proves TKL-12.
#[tokio::test]
async fn a_question_that_asks_for_a_task_of_ours_is_answered_like_any_other() {
    let mut question = form();
    question["task"] = json!({"ttl": 60_000});
    let steps = json!([{"ask": {"method": "elicitation/create", "params": question, "id": "q"}}]);
    let fixture = TaskHost::of(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let call = fixture.person.begins(&fixture.id, "x", nothing()).await;
    let request = fixture.is_asked("the form", is_form).await;
    fixture.answers(&request, ada()).await;
    assert_done(&fixture.finishes(&call).await);
    let answer = fixture.answered(&json!("q")).remove(0);
    assert_eq!(
        answer["result"],
        json!({"action": "accept", "content": {"name": "Ada"}})
    );
    let hello = &fixture.sent("initialize")[0]["params"]["capabilities"];
    assert!(hello["tasks"].is_null(), "{hello}");
    for method in ["tasks/get", "tasks/list"] {
        assert!(fixture.sent(method).is_empty());
    }
}

// Proves HTTP-20.
#[tokio::test]
async fn what_a_task_asks_is_taken_from_whichever_stream_it_comes_on() {
    let era = Era::Legacy;
    for beside in [false, true] {
        let mut script = stays(era, "input_required");
        let mut question = form();
        question["_meta"] = json!({RELATED: {"taskId": "t-1"}});
        script["on"]["tasks/result"] = json!([
            {"ask": {"method": "elicitation/create", "params": question, "id": "q", "stream": beside}},
            {"reply": content()},
        ]);
        let fixture = TaskHost(TestHost::over_http(script).await);
        let call = fixture.begins().await;
        let request = fixture.is_asked("the form", is_form).await;
        let_assert!(&request.asked => Asked::Form { cause: Some(cause), .. });
        assert_eq!(cause.call.as_ref(), Some(&call.id), "beside: {beside}");
        fixture.answers(&request, ada()).await;
        assert_done(&fixture.finishes(&call).await);
        fixture.host.close().await;
    }
}
