//! Starting when the person signs in: what the switch writes, and that such a start opens no window until the user wants it.

use portcullis_tests::{
    driver::{self, Home},
    programs, wait,
};
use serde_json::json;
use std::process::Stdio;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::app::App;

#[tokio::test]
async fn the_switch_has_the_desktop_start_this_program_and_takes_it_back() {
    let app = or_skip!(App::new().await);
    let entry = app
        .home()
        .path()
        .join("config/autostart/dev.portcullis.Portcullis.desktop");
    app.room("Settings").await;
    app.click("switch", "Start when you sign in").await;
    let written = wait::file(&entry).await;
    let program = programs::beside("portcullis");
    let line = format!("\nExec=\"{}\" --background\n", program.display());
    assert!(written.contains(&line), "{written}");
    assert_eq!(app.ask("autostart", json!({})).await, Ok(json!(true)));
    app.shots("settings-autostart").await;
    // Turned off in the settings of the desktop: seen with the next visit.
    std::fs::write(&entry, format!("{written}Hidden=true\n")).expect("it can be written");
    assert_eq!(app.ask("autostart", json!({})).await, Ok(json!(false)));
    // On again, and off here.
    app.room("Activity").await;
    app.room("Settings").await;
    app.click("switch", "Start when you sign in").await;
    app.wait_until("the entry as it was", async || {
        (std::fs::read_to_string(&entry).ok()? == written).then_some(())
    })
    .await;
    app.click("switch", "Start when you sign in").await;
    app.holds("no entry", async || !entry.exists()).await;
    // Another start by the desktop leaves the window that is there alone.
    assert!(app.starts_again("--background").await.success());
    app.close().await;
}

#[tokio::test]
async fn a_start_at_sign_in_runs_the_host_and_opens_no_window_until_the_next_start() {
    let app = or_skip!(App::new().await);
    let home = Home::new();
    // The second start comes with the first line that is read, on the same bus.
    let script = r#""$0" --background & read line && "$0"; read line; kill $!; wait"#;
    let mut session = Command::new("dbus-run-session")
        .args(["--", "sh", "-c", script])
        .arg(programs::beside("portcullis"))
        .env_clear()
        .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
        .envs(home.folders())
        .env("DISPLAY", app.display())
        .env("GDK_BACKEND", "x11")
        .env("NO_AT_BRIDGE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("there is a bus");
    let mut next = session.stdin.take().expect("it is piped");
    let data = home.path().join("data/dev.portcullis.Portcullis/portcullis.db");
    wait::until("its data", || data.exists().then_some(())).await;
    let started = |pid: &i32| {
        let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.ends_with("/portcullis\0--background\0")
    };
    // What it forks to end its servers is younger.
    let window = driver::processes_in(&home)
        .into_iter()
        .filter(started)
        .min()
        .expect("it runs");
    // Longer than a window takes.
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert_eq!(app.windows_of(window).await, 0, "a window opened automatically");
    next.write_all(b"\n").await.expect("it listens");
    app.holds("the window", async || app.windows_of(window).await > 0)
        .await;
    next.write_all(b"\n").await.expect("it listens");
    session.wait().await.expect("it ends");
    wait::gone(window).await;
    app.close().await;
}
