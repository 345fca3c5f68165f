//! Tasks: waited for, left, found again.

use crate::harness::{PROGRAM, TestHome, add_unfenced, begin, interrupt};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command};

/// A server of 2025-11-25 in a few lines of shell, whose tool becomes a task that works until the file is there.
fn long_server(done: &Path) -> String {
    r#"#!/bin/sh
say() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
task() { printf '{"taskId":"t-1","status":"%s","statusMessage":"Reading","createdAt":"2026-11-20T10:00:00Z","lastUpdatedAt":"2026-11-20T10:00:00Z","ttl":null,"pollInterval":500}' "$1"; }
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"server/discover"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id" ;;
    *'"initialize"'*) say '{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}},"serverInfo":{"name":"long","version":"1"}}' ;;
    *'"tools/list"'*) say '{"tools":[{"name":"long","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}]}' ;;
    *'"tools/call"'*) say "{\"task\":$(task working)}" ;;
    *'"tasks/get"'*) if [ -e @done@ ]; then say "$(task completed)"; else say "$(task working)"; fi ;;
    *'"tasks/result"'*) say '{"content":[{"type":"text","text":"the end"}]}' ;;
    *'"tasks/cancel"'*) say "$(task cancelled)" ;;
  esac
done
"#
    .replace("@done@", &done.display().to_string())
}

fn home(done: &Path) -> TestHome {
    let home = TestHome::new();
    let server = home.script("server", &long_server(done));
    // It looks for a file where no fence lets it.
    let path = server.to_str().unwrap();
    home.run(&add_unfenced("Long", &["--yes", "--", path])).ends(0);
    home
}

/// Calls the tool, with these options: the program, and the lines of its error output.
fn calls(home: &TestHome, options: &[&str]) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut command = Command::new(PROGRAM);
    home.isolate(&mut command);
    let mut child = begin(command.args(options).args(["call", "long", "long"]));
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    (child, lines.map(Result::unwrap))
}

// Proves TKX-06.
#[test]
fn a_call_that_became_a_task_is_left_with_ctrl_c_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let done = folder.path().join("done");
    let home = home(&done);
    assert!(home.run(&["task", "list"]).ends(0).out.contains("No tasks."));

    let (child, mut lines) = calls(&home, &["--json"]);
    let told = lines
        .find(|line| line.contains("continues it as a task"))
        .unwrap();
    let id = told
        .split("task show ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .to_owned();
    interrupt(&child);
    let rest: Vec<String> = lines.collect();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1), "{rest:?}");
    let left: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert!(left["task"].is_string() && left["reply"].is_null(), "{left}");
    assert!(rest.iter().any(|line| line.contains("task show")), "{rest:?}");

    let listed = home.run(&["task", "list"]).ends(0);
    listed.prints(&id);
    listed.prints("not checked at the moment");
    let rows = home.run(&["--json", "audit", "list"]).ends(0).json();
    assert_eq!(rows["rows"][0]["outcome_words"], "running as a task");

    let shown = home.run(&["task", "show", &id]).ends(0);
    shown.prints("is working on it");
    shown.prints("Reading");

    std::fs::write(&done, "").unwrap();
    let waited = home.run(&["task", "show", &id, "--wait"]).ends(0);
    waited.prints("the end");
    assert!(home.run(&["task", "list"]).ends(0).out.contains("done"));
    let rows = home.run(&["--json", "audit", "list"]).ends(0).json();
    let calls = rows["rows"].as_array().unwrap().iter();
    let ends: Vec<_> = calls
        .filter(|row| row["kind"] == "call")
        .map(|row| &row["outcome"])
        .collect();
    assert_eq!(ends, ["done"]);
    home.run(&["task", "show", "nothing"]).ends(2);
}

// Proves TKL-08.
#[test]
fn a_task_is_stopped_by_a_later_run() {
    let folder = tempfile::tempdir().unwrap();
    let home = home(&folder.path().join("never"));
    let (mut child, mut lines) = calls(&home, &[]);
    assert!(lines.any(|line| line.contains("continues it as a task")));
    // Not even asked to end.
    child.kill().unwrap();
    child.wait().unwrap();
    let tasks = home.run(&["--json", "task", "list"]).ends(0).json();
    let id = tasks[0]["id"].as_str().unwrap();
    let stopped = home.run(&["task", "cancel", id]).ends(0);
    stopped.prints("You stopped the task, but “Long” did not confirm it");
    let rows = home.run(&["--json", "audit", "list"]).ends(0).json();
    let mut calls = rows["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["kind"] == "call");
    assert_eq!(calls.next().unwrap()["outcome"], "cancelled");
    home.run(&["task", "cancel", id]).ends(2);
}
