//! Tasks come back as they were, and those that ended do not stay forever.

use super::tables::{server, tables};
use crate::limits;
use crate::store::servers;
use crate::store::tasks::{self, TaskRow};
use portcullis_core::ids::ServerId;
use portcullis_domain::CallView;

fn row(server: &ServerId, id: &str) -> TaskRow {
    // As a version before tasks wrote it: what it did not know is nothing.
    let call = serde_json::json!({
        "id": id, "server": server.as_str(), "server_label": "Notes", "tool": "long",
        "tool_shown": {"text": "long", "hidden": 0}, "arguments_line": {"text": "", "hidden": 0},
        "state": "running", "asked_at": 1,
    });
    let call: CallView = serde_json::from_value(call).unwrap();
    assert_eq!(call.task, None);
    TaskRow {
        id: id.to_owned(),
        server: server.clone(),
        task: "t-1".to_owned(),
        modern: true,
        tool: "long".to_owned(),
        definition: "d".repeat(64),
        arguments: "a".repeat(64),
        asked_by: "you".to_owned(),
        conversation: Some("talk".to_owned()),
        operation: 7,
        created_at: 10,
        status: "working".to_owned(),
        ttl: Some(1_000),
        poll: None,
        seen_at: 10,
        answered: Vec::new(),
        stop_at: None,
        ended_at: None,
        call,
    }
}

// Proves TKX-06.
#[test]
fn a_task_comes_back_as_it_was_written_and_changes_as_it_goes_on() {
    let db = tables();
    let id = server(&db, "Notes");
    let mut task = row(&id, "one");
    tasks::put(&db, &task).unwrap();
    assert_eq!(tasks::open(&db).unwrap(), [task.clone()]);
    task.status = "input_required".to_owned();
    task.answered = vec!["a \"key\"".to_owned()];
    (task.ttl, task.poll, task.seen_at, task.stop_at) = (None, Some(500), 20, Some(21));
    tasks::put(&db, &task).unwrap();
    assert_eq!(tasks::open(&db).unwrap(), [task.clone()]);
    task.ended_at = Some(30);
    tasks::end(&db, &task).unwrap();
    assert_eq!(tasks::open(&db).unwrap(), []);
    assert_eq!(tasks::ended(&db).unwrap(), [task]);
    assert_eq!(tasks::forget_ended(&db).unwrap(), 1);
    assert_eq!(tasks::ended(&db).unwrap(), []);
}

// Proves TKX-15.
#[test]
fn only_the_newest_that_ended_are_kept_and_none_without_its_server() {
    let db = tables();
    let id = server(&db, "Notes");
    let open = row(&id, "open");
    tasks::put(&db, &open).unwrap();
    for at in 0..limits::TASKS_ENDED as u64 + 5 {
        let mut task = row(&id, &format!("ended {at}"));
        tasks::put(&db, &task).unwrap();
        task.ended_at = Some(100 + at);
        tasks::end(&db, &task).unwrap();
    }
    let ended = tasks::ended(&db).unwrap();
    assert_eq!(ended.len(), limits::TASKS_ENDED);
    assert_eq!(ended[0].id, format!("ended {}", limits::TASKS_ENDED + 4));
    assert_eq!(tasks::open(&db).unwrap(), [open]);
    servers::remove(&db, &id).unwrap();
    assert!(tasks::open(&db).unwrap().is_empty() && tasks::ended(&db).unwrap().is_empty());
}
