//! What is left when it is over: the record, and nothing that runs.

use std::time::Instant;

use portcullis_api::{Outcome, RecordKind};
use portcullis_tests::{
    test_user::{TestUser, assert_done, nothing},
    wait,
};
use serde_json::json;

/// The mark that every process of a server carries.
fn mark_of(pid: i32) -> Vec<u8> {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap();
    let name = format!("{}=", portcullis_programs::MARKER).into_bytes();
    environment
        .split(|byte| *byte == 0)
        .find(|entry| entry.starts_with(&name))
        .unwrap()
        .to_vec()
}

/// Processes that live and carry the mark.
fn marked(mark: &[u8]) -> Vec<i32> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let carries = |pid: &i32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark)
    };
    pids.filter(carries).filter(|pid| wait::runs(*pid)).collect()
}

// Proves F-07, STD-08.
#[tokio::test]
async fn after_the_host_closed_no_process_of_a_server_is_left() {
    let person = TestUser::new().await;
    let (child, daemon, began) = (person.path("child"), person.path("daemon"), person.path("began"));
    let start = json!([
        "ignore_eof", "ignore_term",
        {"fork": {"pid_file": child}}, {"fork": {"pid_file": daemon, "double": true}}
    ]);
    let stubborn = json!({"start": start, "tools": ["x"], "calls": {"x": [{"touch": began}, "no_reply"]}});
    let id = person.has("Stubborn", stubborn).await;
    let polite = person.has("Polite", json!({"tools": ["y"]})).await;
    let call = person.begins(&id, "x", nothing()).await;
    wait::file(&began).await;
    let pid = |id: &str| i32::try_from(person.host.server(id).unwrap().pid.unwrap()).unwrap();
    let marks = [mark_of(pid(&id)), mark_of(pid(&polite))];
    wait::file(&child).await;
    wait::file(&daemon).await;
    assert_eq!(
        marks.iter().map(|mark| marked(mark).len()).collect::<Vec<_>>(),
        [3, 1]
    );
    let closing = Instant::now();
    person.host.close().await;
    assert!(closing.elapsed() < wait::ENDS, "{:?}", closing.elapsed());
    let left: Vec<_> = marks.iter().flat_map(|mark| marked(mark)).collect();
    assert_eq!(left, Vec::<i32>::new());
    assert!(person.host.call(&call.id).unwrap().ended_at.is_some());
}

// Proves S-90, TOL-18, UIC-09.
#[tokio::test]
async fn each_call_and_each_start_has_a_row_before_and_a_row_after_and_the_chain_holds() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["good", "bad", "ugly"], "calls": {"bad": [{"malformed": "half_json"}], "ugly": [{"reply": {"content": [], "isError": true}}]}});
    let id = person.has("Files", script).await;
    for tool in ["good", "bad", "ugly"] {
        person.calls(&id, tool, json!({"tool": tool})).await;
    }
    let person = person.restarts_the_host_with(&id).await;
    let rows = person.record().await;
    let calls: Vec<_> = rows
        .iter()
        .filter(|row| row.kind == RecordKind::Call)
        .map(|row| (row.what.text.as_str(), row.outcome))
        .collect();
    assert_eq!(
        calls,
        [
            ("ugly", Outcome::ToolError),
            ("bad", Outcome::Failed),
            ("good", Outcome::Done)
        ]
    );
    let starts = rows
        .iter()
        .filter(|row| row.kind == RecordKind::Launch && row.outcome == Outcome::Done)
        .count();
    assert_eq!(starts, 2, "{rows:?}");
    for row in &rows {
        let detail = person.host.record_detail(row.seq).await.unwrap();
        if matches!(row.kind, RecordKind::Call) {
            assert!(detail.outcome_hash.is_some(), "{row:?}");
            assert!(detail.sent.unwrap().text.contains(&row.what.text));
        }
    }
    let checked = person.host.verify_record().await.unwrap();
    assert_eq!(checked.first_broken, None, "{}", checked.sentence);
    assert!(checked.rows >= 2 * 3 + 2 * 2);
}

// Proves S-90.
#[tokio::test]
async fn a_call_is_in_the_record_before_it_is_sent() {
    let person = TestUser::new().await;
    let began = person.path("began");
    let id = person
        .has(
            "Slow",
            json!({"tools": ["x"], "calls": {"x": [{"touch": began}, "no_reply"]}}),
        )
        .await;
    let call = person.begins(&id, "x", nothing()).await;
    wait::file(&began).await;
    let row = person
        .record()
        .await
        .into_iter()
        .find(|row| row.kind == RecordKind::Call)
        .unwrap();
    assert_eq!((row.outcome, row.what.text.as_str()), (Outcome::Waiting, "x"));
    assert_eq!(person.host.call(&call.id).unwrap().record, Some(row.seq));
}

// Proves F-39.
#[tokio::test]
async fn closing_while_something_waits_and_something_starts_ends_in_time() {
    let person = TestUser::new().await;
    let id = person.has("Files", json!({"tools": ["x"]})).await;
    let script = json!({"on": {"server/discover": ["no_reply"], "initialize": ["no_reply"]}});
    person
        .adds(portcullis_tests::test_user::program("Silent", script))
        .await;
    let call = person.model_asks(&id, "x", nothing()).await;
    person.is_asked_about(&call).await;
    let closing = Instant::now();
    person.host.close().await;
    assert!(closing.elapsed() < wait::ENDS, "{:?}", closing.elapsed());
    assert!(person.host.call(&call.id).unwrap().ended_at.is_some());
    let person = person.restarts_the_host_with(&id).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let checked = person.host.verify_record().await.unwrap();
    assert_eq!(checked.first_broken, None, "{}", checked.sentence);
}
