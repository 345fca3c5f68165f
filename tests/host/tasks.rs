//! Calls that a server goes on with as tasks, in both eras: they are followed until they end, over restarts of either
//! side, and what they ask, bring and cost is what any call asks, brings and costs.

mod asking;
mod durable;
mod stopping;

use std::{ops::Deref, path::Path, time::Duration};

use portcullis_api::{
    Answer, Asked, CallState, CallView, Filled, Outcome, Phase, RecordRow, Request, TaskState, TaskView,
};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    test_host::TestHost,
    test_user::{TestUser, assert_done, assert_failed, assert_named, nothing, text},
    wait,
};
use serde_json::{Value, json};

const EXTENSION: &str = "io.modelcontextprotocol/tasks";
const RELATED: &str = "io.modelcontextprotocol/related-task";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Era {
    Modern,
    Legacy,
}

const ERAS: [Era; 2] = [Era::Modern, Era::Legacy];

/// What a server says of its task.
fn said(era: Era, status: &str) -> Value {
    match era {
        Era::Modern => json!({"taskId": "t-1", "status": status, "createdAt": "2026-11-20T10:00:00Z",
            "lastUpdatedAt": "2026-11-20T10:00:00Z", "ttlMs": null, "pollIntervalMs": 500}),
        Era::Legacy => json!({"taskId": "t-1", "status": status, "createdAt": "2026-11-20T10:00:00Z",
            "lastUpdatedAt": "2026-11-20T10:00:00Z", "ttl": null, "pollInterval": 500}),
    }
}

/// The same with other fields.
fn with(mut task: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().cloned().unwrap_or_default() {
        task[name] = value;
    }
    task
}

/// The answer to a call that makes a task of it.
fn created(era: Era, task: Value) -> Value {
    match era {
        Era::Modern => json!({ "reply": with(task, json!({"resultType": "task"})) }),
        Era::Legacy => json!({ "reply": { "task": task } }),
    }
}

fn content() -> Value {
    json!({"content": [{"type": "text", "text": "the end"}]})
}

fn form() -> Value {
    json!({"message": "Which one?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}})
}

/// A server whose tool `long` becomes a task. `get` is what `tasks/get` does.
fn script(era: Era, first: Value, get: Value) -> Value {
    let tools = json!(["plain", {"name": "long", "description": "Takes long.", "inputSchema": {"type": "object"},
        "execution": {"taskSupport": "required"}}]);
    let calls = json!({"long": [created(era, first)]});
    match era {
        Era::Modern => json!({
            "era": "modern", "tools": tools, "calls": calls, "on": {"tasks/get": get},
            "capabilities": {"tools": {"listChanged": true}, "extensions": {EXTENSION: {}}},
        }),
        Era::Legacy => json!({
            "tools": tools, "calls": calls,
            "on": {"tasks/get": get, "tasks/result": [{"reply": content()}]},
            "capabilities": {"tools": {"listChanged": true},
                "tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}},
        }),
    }
}

/// `tasks/get`: works until the file is there, then is complete.
fn until_file(era: Era, file: &Path) -> Value {
    let done = match era {
        Era::Modern => with(said(era, "completed"), json!({"result": content()})),
        Era::Legacy => said(era, "completed"),
    };
    json!([{"if_file": {"path": file, "then": [{"reply": done}], "else": [{"reply": said(era, "working")}]}}])
}

/// A server whose task stays in this state for ever.
fn stays(era: Era, status: &str) -> Value {
    script(era, said(era, status), json!([{"reply": said(era, status)}]))
}

/// A person with a server whose calls become tasks.
struct TaskHost(TestHost);

impl Deref for TaskHost {
    type Target = TestHost;

    fn deref(&self) -> &TestHost {
        &self.0
    }
}

impl TaskHost {
    async fn of(script: Value) -> Self {
        Self(TestHost::piped(script).await)
    }

    /// Calls `long` and waits until it is a task.
    async fn begins(&self) -> CallView {
        let call = self.person.begins(&self.id, "long", nothing()).await;
        self.task(&call.id, |_| true).await;
        call
    }

    async fn all(&self) -> Vec<TaskView> {
        self.person.host.tasks().await.unwrap()
    }

    /// Waits for a task of which this is true.
    async fn task(&self, id: &str, is: impl Fn(&TaskView) -> bool) -> TaskView {
        wait::until_async(&format!("the task {id}"), async || {
            let found = self.all().await.into_iter().find(|task| task.id == id);
            found.filter(&is)
        })
        .await
    }

    /// No call of a tool was cancelled in the way of those that are no task.
    fn takes_no_call_back(&self) {
        let calls: Vec<Value> = self
            .sent("tools/call")
            .into_iter()
            .map(|call| call["id"].clone())
            .collect();
        for cancelled in self.sent("notifications/cancelled") {
            assert!(!calls.contains(&cancelled["params"]["requestId"]), "{cancelled}");
        }
    }

    /// The row of the call.
    async fn row(&self, call: &CallView) -> RecordRow {
        let seq = self.person.host.call(&call.id).unwrap().record.unwrap();
        self.person.host.record_detail(seq).await.unwrap().row
    }

    /// Waits until the row of the call says how it ended.
    async fn ended_row(&self, call: &CallView) -> RecordRow {
        wait::until_async("the row to say how it ended", async || {
            let row = self.row(call).await;
            (row.outcome != Outcome::Waiting).then_some(row)
        })
        .await
    }

    async fn restarts_the_host(self) -> Self {
        Self(self.0.restarts_the_host().await)
    }
}

fn is_form(request: &Request) -> bool {
    matches!(request.asked, Asked::Form { .. })
}

fn ada() -> Answer {
    Answer::Submit {
        content: Filled(json!({"name": "Ada"})),
    }
}

// Proves TKX-02, TKX-05, TKL-03, TKL-04.
#[tokio::test]
async fn a_call_becomes_a_task_and_its_result_is_the_result_of_the_call() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let enough = folder.path().join("enough");
        let fixture = TaskHost::of(script(era, said(era, "working"), until_file(era, &enough))).await;
        let call = fixture.begins().await;
        let task = fixture
            .task(&call.id, |task| task.state == TaskState::Working)
            .await;
        assert_eq!(task.call.state, CallState::Running, "{era:?}");
        assert_eq!(task.call.task.as_deref(), Some(call.id.as_str()));
        assert_eq!(task.task.text, "t-1");
        assert_named(&task.words, "Notes");
        // It is followed from the moment in which it is on its way to the disk.
        let row = wait::until_async("a row that says that it runs as a task", async || {
            let row = fixture.row(&call).await;
            (row.outcome_words == "running as a task").then_some(row)
        });
        assert_eq!(row.await.outcome, Outcome::Waiting);
        fixture.sees_sent("tasks/get", 2).await;
        std::fs::write(&enough, "").unwrap();
        let done = fixture.finishes(&call).await;
        assert_done(&done);
        assert_eq!(text(&done), "the end");
        let ended = fixture
            .task(&call.id, |task| task.state == TaskState::Ended)
            .await;
        assert!(
            ended.result_kept && ended.call.state == CallState::Done,
            "{ended:?}"
        );
        assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Done);
        assert_eq!(fixture.sent("tools/call").len(), 1, "it is one call");
        assert_done(&fixture.calls("plain").await);
        fixture.host.close().await;
    }
}

// Proves TKX-01, TKX-04.
#[tokio::test]
async fn the_extension_is_declared_where_a_task_is_welcome_and_nowhere_else() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let fixture = TaskHost::of(script(era, said(era, "working"), until_file(era, &enough))).await;
    let call = fixture.begins().await;
    fixture.sees_sent("tasks/get", 1).await;
    fixture.host.stop_task(&call.id).unwrap();
    fixture.sees_sent("tasks/cancel", 1).await;
    wait::until("a subscription to the task", || {
        let listens = fixture.sent("subscriptions/listen");
        let about = |message: &Value| message["params"]["notifications"]["taskIds"] == json!(["t-1"]);
        listens.iter().any(about).then_some(())
    })
    .await;
    for message in fixture.messages() {
        let method = message["method"].as_str().unwrap_or_default();
        let declared =
            &message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]["extensions"];
        let welcome = match method {
            "tools/call" | "tasks/get" | "tasks/cancel" => true,
            "subscriptions/listen" => !message["params"]["notifications"]["taskIds"].is_null(),
            _ => false,
        };
        assert_eq!(declared[EXTENSION].is_object(), welcome, "{message}");
        assert!(message["params"]["task"].is_null(), "{message}");
        assert!(!["tasks/result", "tasks/list"].contains(&method), "{message}");
    }
    fixture.takes_no_call_back();
}

// Proves TKX-01.
#[tokio::test]
async fn a_server_that_misses_the_extension_says_so_and_the_call_has_failed() {
    let refused = json!({"code": -32021, "message": "Missing required client capability", "data": {}});
    let mut script = script(Era::Modern, json!({}), json!([]));
    script["calls"]["long"] = json!([{ "error": refused }]);
    let fixture = TaskHost::of(script).await;
    let done = fixture.calls("long").await;
    assert_failed(&done, Code::ProtocolError);
    assert!(fixture.all().await.is_empty());
}

// Proves TKX-03, TKX-14.
#[tokio::test]
async fn a_task_is_no_answer_to_anything_but_a_call_and_a_question_about_it() {
    let era = Era::Modern;
    let task = with(said(era, "working"), json!({"resultType": "task"}));
    let done = with(
        said(era, "completed"),
        json!({"resultType": "task", "result": content()}),
    );
    let mut script = script(era, said(era, "working"), json!([{ "reply": done }]));
    script["on"]["prompts/list"] =
        json!([{"reply": {"prompts": [{"name": "p"}], "ttlMs": 0, "cacheScope": "private"}}]);
    script["on"]["prompts/get"] = json!([{ "reply": task }]);
    script["capabilities"]["prompts"] = json!({});
    let fixture = TaskHost::of(script).await;
    fixture.host.prompts(&fixture.id, "").await.unwrap();
    let fetched = fixture
        .host
        .get_prompt(&fixture.id, "p", Default::default())
        .await;
    assert_eq!(fetched.unwrap_err().code, Code::ProtocolBroken);
    let call = fixture.begins().await;
    assert_done(&fixture.finishes(&call).await);
}

// Proves TKX-10.
#[tokio::test]
async fn each_end_of_a_task_is_the_end_of_its_call() {
    let era = Era::Modern;
    let end = |task: Value| async move {
        let fixture = TaskHost::of(script(era, said(era, "working"), json!([{ "reply": task }]))).await;
        let call = fixture.begins().await;
        let done = fixture.finishes(&call).await;
        let row = fixture.ended_row(&call).await;
        fixture.host.close().await;
        (done, row.outcome)
    };
    let wrong = json!({"content": [{"type": "text", "text": "no"}], "isError": true});
    let (done, outcome) = end(with(said(era, "completed"), json!({ "result": wrong }))).await;
    assert_eq!((done.state, outcome), (CallState::ToolError, Outcome::ToolError));
    let error = json!({"code": -32603, "message": "it broke"});
    let (done, outcome) = end(with(said(era, "failed"), json!({ "error": error }))).await;
    assert_failed(&done, Code::ProtocolError);
    assert_eq!(outcome, Outcome::Failed);
    let said_by = done.problem.and_then(|problem| problem.said).unwrap();
    assert_eq!(said_by.text, "it broke");
    let (done, outcome) = end(said(era, "cancelled")).await;
    assert_eq!((done.state, outcome), (CallState::Cancelled, Outcome::Cancelled));
    assert_failed(&done, Code::CallCancelled);
}

// Proves TKX-10.
#[tokio::test]
async fn a_tasks_result_is_checked_against_its_tools_schema_also_after_a_restart() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let done = json!({"content": [], "structuredContent": {"value": "a word"}});
    let done = with(said(era, "completed"), json!({ "result": done }));
    let get = json!([{"if_file": {"path": enough, "then": [{"reply": done}], "else": [{"reply": said(era, "working")}]}}]);
    let mut script = script(era, said(era, "working"), get);
    script["tools"] = json!([{"name": "long", "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object", "properties": {"value": {"type": "number"}}}}]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    let fixture = fixture.restarts_the_host().await;
    std::fs::write(&enough, "").unwrap();
    let done = fixture.finishes(&call).await;
    let result = done.result.unwrap();
    assert_eq!(result.matches_schema, Some(false));
    assert!(!result.mismatch.is_empty());
}

// Proves TKX-05.
#[tokio::test]
async fn a_pause_of_nothing_is_no_flood_and_one_of_a_year_is_none() {
    let era = Era::Modern;
    let poll = |ms: u64| with(said(era, "working"), json!({ "pollIntervalMs": ms }));
    let fixture = TaskHost::of(script(era, poll(0), json!([{ "reply": poll(0) }]))).await;
    let began = std::time::Instant::now();
    fixture.begins().await;
    let looks = fixture.sees_sent("tasks/get", 4).await.len();
    let least = limits::TASK_POLL.0 * u32::try_from(looks - 1).unwrap();
    assert!(
        began.elapsed() + Duration::from_millis(100) >= least,
        "{:?}",
        began.elapsed()
    );

    let year = 365 * 24 * 3600 * 1000;
    let fixture = TaskHost::of(script(era, poll(year), json!([{ "reply": poll(year) }]))).await;
    let call = fixture.begins().await;
    let task = fixture.task(&call.id, |task| task.next_look.is_some()).await;
    let wait = task.next_look.unwrap() - task.seen_at;
    let most = u64::try_from(limits::TASK_POLL.1.as_millis()).unwrap();
    assert!(wait <= most + 1_000 && wait > most / 2, "{wait}");
    assert!(fixture.sent("tasks/get").is_empty());
}

// Proves TKX-10.
#[tokio::test]
async fn a_task_that_is_described_in_no_sense_is_given_up_and_the_connection_lives() {
    let era = Era::Modern;
    let odd = |task: Value| async move {
        let fixture = TaskHost::of(script(era, said(era, "working"), json!([{ "reply": task }]))).await;
        let call = fixture.begins().await;
        let done = fixture.finishes(&call).await;
        assert_failed(&done, Code::ProtocolBroken);
        assert_eq!(fixture.sent("tasks/get").len(), limits::TASK_MISSES as usize);
        assert_done(&fixture.calls("plain").await);
    };
    tokio::join!(
        odd(said(era, "banana")),
        odd(json!({"nothing": true})),
        odd(said(era, "completed")),
        odd(with(said(era, "working"), json!({"taskId": "t-2"}))),
    );
}

// Proves TKX-10.
#[tokio::test]
async fn an_answer_that_names_no_task_is_none_and_a_number_is_given_once() {
    let era = Era::Modern;
    let fixture = TaskHost::of(script(
        era,
        with(said(era, "working"), json!({"taskId": 7})),
        json!([]),
    ))
    .await;
    let done = fixture.calls("long").await;
    assert_failed(&done, Code::ProtocolBroken);
    assert!(fixture.all().await.is_empty());

    let fixture = TaskHost::of(stays(era, "working")).await;
    let first = fixture.begins().await;
    let second = fixture.calls("long").await;
    assert_failed(&second, Code::ProtocolBroken);
    assert_eq!(fixture.task(&first.id, |_| true).await.state, TaskState::Working);
}

// Proves TKX-13.
#[tokio::test]
async fn what_a_server_announces_of_a_task_is_heard_and_nothing_rests_on_it() {
    let era = Era::Modern;
    let year = json!({"pollIntervalMs": 1_000_000_000});
    let first = with(said(era, "working"), year);
    let mut script = script(era, first, json!([{"reply": said(era, "working")}]));
    let done = with(
        said(era, "completed"),
        json!({"result": content(), "_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}),
    );
    let stray = with(done.clone(), json!({"taskId": "t-2"}));
    let acknowledged = json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {
        "notifications": {"taskIds": ["t-1"]}, "_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}});
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    script["on"]["subscriptions/listen"] = json!([
        {"say": acknowledged},
        {"wait_for_file": enough},
        {"say": {"jsonrpc": "2.0", "method": "notifications/tasks", "params": stray}},
        {"say": {"jsonrpc": "2.0", "method": "notifications/tasks", "params": done}},
        "no_reply",
    ]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    wait::until("a subscription to the task", || {
        let listens = fixture.sent("subscriptions/listen");
        let about = |message: &Value| message["params"]["notifications"]["taskIds"] == json!(["t-1"]);
        listens.iter().any(about).then_some(())
    })
    .await;
    std::fs::write(&enough, "").unwrap();
    assert_done(&fixture.finishes(&call).await);
    assert!(fixture.sent("tasks/get").is_empty());
}

// Proves TKL-01, TKL-02.
#[tokio::test]
async fn a_task_is_asked_for_only_where_server_and_tool_offer_it() {
    let tool = |name: &str, support: Value| json!({"name": name, "inputSchema": {"type": "object"}, "execution": support});
    let tools = json!([
        tool("none", json!({})),
        tool("forbidden", json!({"taskSupport": "forbidden"})),
        tool("optional", json!({"taskSupport": "optional"})),
        tool("required", json!({"taskSupport": "required"})),
    ]);
    let offered = json!({"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}});
    let asked = |version: &'static str, capabilities: Value| {
        let tools = tools.clone();
        async move {
            let script = json!({"tools": tools, "capabilities": capabilities, "version": version});
            let fixture = TaskHost::of(script).await;
            for tool in ["none", "forbidden", "optional", "required"] {
                // A server that answers at once all the same is taken at its word.
                assert_done(&fixture.calls(tool).await);
            }
            let calls = fixture.sent("tools/call");
            let asked: Vec<bool> = calls
                .iter()
                .map(|call| call["params"]["task"].is_object())
                .collect();
            fixture.host.close().await;
            asked
        }
    };
    assert_eq!(
        asked("2025-11-25", offered.clone()).await,
        [false, false, true, true]
    );
    assert_eq!(asked("2025-06-18", offered).await, [false; 4]);
    let elsewhere = json!({"tools": {}, "tasks": {"list": {}, "cancel": {}}});
    assert_eq!(asked("2025-11-25", elsewhere).await, [false; 4]);
}

// Proves TKL-06, TKL-03.
#[tokio::test]
async fn the_error_of_a_task_is_the_one_the_call_would_have_had() {
    let era = Era::Legacy;
    let mut script = script(era, said(era, "working"), json!([{"reply": said(era, "failed")}]));
    script["on"]["tasks/result"] = json!([{"error": {"code": -32603, "message": "it broke"}}]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    let done = fixture.finishes(&call).await;
    assert_failed(&done, Code::ProtocolError);
    assert_eq!(
        done.problem.and_then(|problem| problem.said).unwrap().text,
        "it broke"
    );
}

// Proves PRG-05.
#[tokio::test]
async fn progress_goes_on_after_the_call_was_answered_with_a_task() {
    let era = Era::Legacy;
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let mut script = script(era, said(era, "working"), until_file(era, &enough));
    script["calls"]["long"] = json!([
        created(era, said(era, "working")),
        {"sleep": 100},
        {"progress": {"n": 3, "interval_ms": 5}},
    ]);
    let fixture = TaskHost::of(script).await;
    let call = fixture.begins().await;
    let task = fixture.task(&call.id, |task| task.call.progress.is_some()).await;
    assert_eq!(task.call.progress.unwrap().total, Some(3.0));
    std::fs::write(&enough, "").unwrap();
    assert_done(&fixture.finishes(&call).await);
}

// Proves TKX-15.
#[tokio::test]
async fn tasks_that_ended_can_be_taken_off_the_list_and_stay_in_the_record() {
    let era = Era::Modern;
    let done = with(said(era, "completed"), json!({"result": content()}));
    let fixture = TaskHost::of(script(era, said(era, "working"), json!([{ "reply": done }]))).await;
    let call = fixture.begins().await;
    assert_done(&fixture.finishes(&call).await);
    fixture
        .task(&call.id, |task| task.state == TaskState::Ended)
        .await;
    fixture.host.forget_tasks().await.unwrap();
    assert!(fixture.all().await.is_empty());
    assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Done);
}
