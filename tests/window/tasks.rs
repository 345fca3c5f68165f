//! A task: said so where it was called, found in its own room, stopped there, and still
//! there after the application was closed and opened again.

use serde_json::{Value, json};

use crate::app::App;

/// A modern server whose tool `long` works until the file is there.
fn long_work(done: &std::path::Path) -> Value {
    let task = |status: &str| {
        json!({"taskId": "t-1", "status": status, "statusMessage": "Reading 812 commits",
            "createdAt": "2026-11-20T10:00:00Z", "lastUpdatedAt": "2026-11-20T10:00:00Z", "ttlMs": null,
            "pollIntervalMs": 500})
    };
    let (mut created, mut complete) = (task("working"), task("completed"));
    created["resultType"] = json!("task");
    complete["result"] = json!({"content": [{"type": "text", "text": "The report is ready."}]});
    json!({
        "era": "modern",
        "tools": [{"name": "long", "title": "Build report", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {}, "extensions": {"io.modelcontextprotocol/tasks": {}}},
        "calls": {"long": [{"reply": created}]},
        "on": {"tasks/get": [{"if_file": {"path": done,
            "then": [{"reply": complete}], "else": [{"reply": task("working")}]}}]},
    })
}

// Proves TKX-15.
#[tokio::test]
async fn a_task_is_found_in_its_room_and_outlives_the_window() {
    let app = or_skip!(App::new().await);
    let folder = tempfile::tempdir().unwrap();
    let done = folder.path().join("done");
    app.add_hostile("Reports", long_work(&done)).await;
    app.open_tool("Reports", "Build report").await;
    app.start_tool().await;
    app.see("running as a task").await;
    app.shots("tool-task").await;
    app.room("Tasks").await;
    app.see("“Reports” is working on it.").await;
    app.see("Reading 812 commits").await;
    app.shots("tasks").await;
    app.room("Activity").await;
    app.see_row(&["Build report", "running as a task"]).await;
    let home = app.close().await;

    let app = or_skip!(App::in_home(home, &[]).await);
    app.room("Tasks").await;
    app.see("“Reports” is working on it.").await;
    std::fs::write(&done, "").unwrap();
    app.see("“Reports” finished it.").await;
    app.click("button", "Show result").await;
    app.see("The report is ready.").await;
    app.shots("tasks-ended").await;
    app.room("Activity").await;
    app.see_row(&["Build report", "done"]).await;
    app.close().await;
}
