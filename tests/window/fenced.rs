//! The fence of a server in the window: its fields in the form, what it kept out, and allowing that.
#![cfg(target_os = "linux")]

use std::path::PathBuf;

use portcullis_tests::packages::{self, Program};
use serde_json::json;

use crate::app::App;

/// A server that does what it is told to, by a Python that every system has.
fn attempts() -> Program {
    let script = packages::home().join("packages/attempts.py");
    Program {
        path: PathBuf::from("/usr/bin/python3"),
        arguments: vec![script.to_str().expect("a plain name").to_owned()],
    }
}

/// As narrow as the window goes.
async fn narrow(app: &App, name: &str) {
    app.resize(640, 480).await;
    app.shot(&format!("{name}-640")).await;
    app.resize(1200, 800).await;
}

// Proves S-68.
#[tokio::test]
async fn a_fenced_server_tells_what_it_was_kept_from_and_the_person_allows_it() {
    let app = or_skip!(App::new().await);
    app.describe("Attempts", &attempts()).await;
    app.choose("Fence this program in").await;
    app.see("May read and change").await;
    app.fill("May connect to", "api.example.com").await;
    app.shots("fence-fields").await;
    narrow(&app, "fence-fields").await;
    app.click("button", "Review").await;
    let review = app.asked("Attempts").await;
    assert!(review.text.contains("api.example.com"), "{}", review.text);
    app.answer("Add and start").await;
    app.ready("Attempts").await;
    let wanted = json!({"what": "get", "target": "http://not-granted.example/"});
    app.begin_call("attempt", &wanted).await;
    app.asked("Attempts").await;
    app.answer("Allow once").await;
    app.main_page().await;
    app.open_tab("Attempts", "Overview").await;
    app.see("Blocked").await;
    app.see("not-granted.example").await;
    app.shots("fence-denial").await;
    narrow(&app, "fence-denial").await;
    // A name that is only looked up has no port: HTTPS is offered.
    app.click("button", "Allow… not-granted.example:443").await;
    let review = app.asked("Attempts").await;
    assert_has!(review.text, "api.example.com", "not-granted.example");
    app.answer("Save and start").await;
    app.ready("Attempts").await;
    app.close().await;
}

// Proves S-14.
#[tokio::test]
async fn a_launcher_is_offered_to_be_fetched_once_and_the_choice_is_said() {
    let app = or_skip!(App::new().await);
    let launcher = Program {
        path: PathBuf::from("npx"),
        arguments: vec![
            "-y".to_owned(),
            "@modelcontextprotocol/server-everything".to_owned(),
        ],
    };
    app.describe("Everything", &launcher).await;
    app.find("switch", "Fetch the package once").await;
    app.shots("fetch-once").await;
    narrow(&app, "fetch-once").await;
    app.choose("Fetch the package once").await;
    app.shot("fetch-once-off").await;
    app.close().await;
}

#[tokio::test]
async fn an_export_is_previewed_before_it_is_asked_about() {
    let app = or_skip!(App::new().await);
    app.add("Attempts", &attempts()).await;
    app.room("Servers").await;
    app.click("link", "Export…").await;
    app.see("Export servers").await;
    app.shots("export-start").await;
    app.click("combobox", "Application").await;
    app.click_part("option", "Cursor").await;
    app.see("Added").await;
    app.see("This file does not exist yet.").await;
    app.shots("export-preview").await;
    narrow(&app, "export-preview").await;
    app.click("button", "Review and write…").await;
    let review = app.asked("Cursor").await;
    assert!(review.text.contains("Attempts"), "{}", review.text);
    app.shots("export-review").await;
    let file = app.home().path().join("home/.cursor/mcp.json");
    assert!(!file.exists(), "nothing is written before the answer");
    app.close().await;
}
