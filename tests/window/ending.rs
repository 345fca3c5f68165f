//! The end, by every way it can come (F-07, F-39).

use std::{
    path::Path,
    time::{Duration, Instant},
};

use portcullis_tests::wait;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::app::App;

/// What everything together may take to end (F-39).
const ENDS: Duration = Duration::from_secs(5);

/// What the web view's own processes may take after that. Nothing is promised about them; on a busy machine they take seconds.
const LEAVES: Duration = Duration::from_secs(30);

/// An application with a server that is in the middle of a call, does not end when asked to, and has
/// a child that left its group.
struct Busy {
    app: App,
    server: i32,
    child: i32,
}

async fn busy() -> Option<Busy> {
    let app = App::new().await?;
    let file = |name: &str| app.home().path().join(name);
    let (server, child) = (file("server.pid"), file("child.pid"));
    app.add_hostile(
        "Stubborn",
        json!({
            "tools": ["never"],
            "start": ["ignore_eof", "ignore_term", {"fork": {"pid_file": child, "double": false}}],
            "calls": {"never": [{"touch": server}, "no_reply"]},
        }),
    )
    .await;
    app.open_tool("Stubborn", "never").await;
    app.start_tool().await;
    app.find_part("button", "Stop").await;
    let (server, child) = (pid_in(&server).await, pid_in(&child).await);
    assert!(wait::runs(server) && wait::runs(child));
    Some(Busy { app, server, child })
}

async fn pid_in(path: &Path) -> i32 {
    let pid = wait::until("a process id", || {
        std::fs::read_to_string(path).ok()?.trim().parse().ok()
    });
    pid.await
}

impl Busy {
    /// Waits until nothing of it is left; not counted is what the machine takes to find that out.
    async fn ended_within(self, limit: Duration, since: Instant, own: &[i32]) {
        for &pid in own.iter().chain(&[self.server, self.child]) {
            wait::gone(pid).await;
        }
        let took = since.elapsed();
        assert!(took < limit, "it took {took:?} to end");
        let left = || self.app.processes().is_empty().then_some(());
        tokio::time::timeout(LEAVES, wait::until("the last process to go", left))
            .await
            .unwrap_or_else(|_| panic!("still there: {:?}", self.app.names()));
    }
}

#[tokio::test]
async fn stop_everything_asks_once_and_leaves_no_call_no_request_and_no_server() {
    let busy = or_skip!(busy().await);
    let app = &busy.app;
    app.click("button", "Stop everything").await;
    app.see("Portcullis cancels all calls").await;
    app.shot("stop-everything").await;
    app.click("button", "Stop now").await;
    wait::gone(busy.server).await;
    wait::gone(busy.child).await;
    app.find_part("link", "Stubborn, off").await;
    app.room("Activity").await;
    app.see_row(&["never", "Stubborn"]).await;
    app.shot("activity-stopped").await;
    busy.app.close().await;
}

// Proves F-39.
#[tokio::test]
async fn quitting_ends_servers_and_calls_within_five_seconds() {
    let busy = or_skip!(busy().await);
    let window = busy.app.process();
    let since = Instant::now();
    // The window is gone before it can answer.
    let quit = "window.__TAURI_INTERNALS__.invoke('quit', {})";
    busy.app.client().execute(quit, vec![]).await.ok();
    busy.ended_within(ENDS, since, &[window]).await;
}

// Proves F-39.
#[tokio::test]
async fn a_polite_signal_ends_servers_and_calls_within_five_seconds() {
    let busy = or_skip!(busy().await);
    let window = busy.app.process();
    let since = Instant::now();
    kill_process(Pid::from_raw(window).unwrap(), Signal::TERM).unwrap();
    busy.ended_within(ENDS, since, &[window]).await;
}

// Proves F-39.
#[tokio::test]
async fn a_start_that_comes_while_the_program_ends_starts_it_again_afterwards() {
    let Busy { app, server, .. } = or_skip!(busy().await);
    let window = app.process();
    // The outcome of the call cannot be written meanwhile, and the server does not end when asked to: the program goes on ending
    // for longer than another start takes.
    let database = app
        .home()
        .path()
        .join("data/dev.portcullis.Portcullis/portcullis.db");
    let other = rusqlite::Connection::open(database).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let quit = "window.__TAURI_INTERNALS__.invoke('quit', {})";
    app.client().execute(quit, vec![]).await.ok();
    wait::until_async("the end to begin, with no window", async || {
        (app.windows_of(window).await == 0).then_some(())
    })
    .await;
    let link = "portcullis://install?name=notes&config=e30";
    assert!(app.starts_again(link).await.success());
    drop(other);
    wait::gone(window).await;
    wait::gone(server).await;
    let arguments = format!("/portcullis\0{link}\0");
    let started = |pid: &i32| {
        let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.ends_with(&arguments)
    };
    // What it forks to end its servers has the same arguments and no window.
    let next = wait::until_async("the window of the next start", async || {
        for pid in app.processes().into_iter().filter(started) {
            if app.windows_of(pid).await > 0 {
                return Some(pid);
            }
        }
        None
    })
    .await;
    kill_process(Pid::from_raw(next).unwrap(), Signal::TERM).unwrap();
    wait::gone(next).await;
}

// Proves F-07.
#[tokio::test]
async fn a_killed_window_takes_its_servers_with_it() {
    let busy = or_skip!(busy().await);
    let window = busy.app.process();
    let since = Instant::now();
    kill_process(Pid::from_raw(window).unwrap(), Signal::KILL).unwrap();
    busy.ended_within(ENDS, since, &[window]).await;
}

/// Without anything to draw on, the program says so and ends; it used to stand still.
#[test]
fn a_window_without_a_display_ends_with_a_sentence_and_a_code() {
    let home = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let output = std::process::Command::new("timeout")
        .args(["--signal=KILL", "20"])
        .arg(portcullis_tests::programs::beside("portcullis"))
        .env("HOME", home.path())
        .env("PORTCULLIS_DATA_DIR", home.path().join("data"))
        .env("LANG", "C.UTF-8")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("PORTCULLIS_LOG")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_has!(said, "found no display", "portcullis-cli");
    assert!(begun.elapsed() < Duration::from_secs(15));
    assert!(!home.path().join("data").exists(), "nothing was opened");
}
