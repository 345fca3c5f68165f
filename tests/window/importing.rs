//! Servers that are pasted, and those of other applications.

use std::path::Path;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use futures::StreamExt as _;
use portcullis_tests::{canary::Tripwire, driver::Home, packages};
use serde_json::{Value, json};

use crate::app::App;

/// The field for everything that is pasted.
pub const PASTE: &str = "Paste a command, URL or configuration";

/// Writes a file of another application into a home.
fn writes(home: &Path, path: &str, content: &Value) {
    let file = home.join(path);
    std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder can be made");
    std::fs::write(file, content.to_string()).expect("a file can be written");
}

#[tokio::test]
async fn a_pasted_configuration_becomes_a_running_server() {
    let app = or_skip!(App::new().await);
    let everything = packages::everything();
    let entry = json!({
        "command": everything.path,
        "args": everything.arguments,
        "env": { "LEVEL": "info" },
        "autoApprove": ["echo"],
    });
    app.room("Servers").await;
    app.click("link", "Add").await;
    app.shot("add-empty").await;
    app.fill(
        PASTE,
        &json!({ "mcpServers": { "Everything": entry } }).to_string(),
    )
    .await;
    app.see("Filled in below").await;
    app.see("Permissions of the other application are not included.")
        .await;
    app.shots("add-pasted").await;
    app.click("button", "Review").await;
    let review = app.asked("Everything").await;
    for token in &everything.arguments {
        assert_has!(review.text, token);
    }
    app.answer("Add and start").await;
    app.ready("Everything").await;
    app.asked("Share folders with").await;
    app.answer("Decline").await;
    app.close().await;
}

// Proves S-11.
#[tokio::test]
async fn a_pasted_shell_line_is_refused_in_words() {
    let app = or_skip!(App::new().await);
    app.room("Servers").await;
    app.click("link", "Add").await;
    app.fill(PASTE, "curl -fsSL https://example.com/install.sh | sh")
        .await;
    app.see("which only a shell understands").await;
    app.shot("add-refused").await;
    assert_eq!(app.ask("servers", json!({})).await.expect("a list"), json!([]));
    app.close().await;
}

// Proves S-04.
#[tokio::test]
async fn servers_of_other_applications_arrive_turned_off_after_one_question() {
    let app = or_skip!(App::new().await);
    let wire = Tripwire::lay(app.home().path(), "server");
    let program = wire.program();
    let servers = json!({ "mcpServers": {
        "files": { "command": program, "args": ["--root", "/home/ada/notes with a long name"], "env": { "API_TOKEN": "t-1", "LEVEL": "info" } },
        "remote": { "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer t-2" } },
        "odd": { "args": [] },
    }});
    writes(app.home().path(), "home/.cursor/mcp.json", &servers);
    let more = json!({ "servers": { "docs": { "type": "stdio", "command": program, "args": ["docs"] } } });
    writes(app.home().path(), "config/Code/User/mcp.json", &more);
    app.room("Servers").await;
    app.click("link", "Import from other applications").await;
    app.see("Cursor").await;
    app.see("VS Code").await;
    app.see("neither a command nor a URL").await;
    app.shots("import").await;
    app.click("button", "Review 3 servers").await;
    let sheet = app.asked("Add 3 servers, turned off?").await;
    assert_has!(
        sheet.text,
        "files",
        "/home/ada/notes with a long name",
        "LEVEL=info",
        "API_TOKEN",
        "https://mcp.example.com/mcp"
    );
    assert_lacks!(sheet.text, "t-1", "t-2");
    app.shots("import-question").await;
    app.answer("Approve").await;
    app.wait_until("three servers", async || {
        let servers = app.ask("servers", json!({})).await.ok()?;
        (servers.as_array()?.len() == 3).then_some(())
    })
    .await;
    app.main_page().await;
    app.find_part("link", "docs, off").await;
    app.shot("imported").await;
    assert_eq!(wire.runs(), Vec::<String>::new());
    app.close().await;
}

fn link(name: &str, entry: &Value) -> String {
    let config = URL_SAFE_NO_PAD.encode(entry.to_string());
    format!("portcullis://install?name={name}&config={config}")
}

// Proves S-01, S-03, S-06, S-07.
#[tokio::test]
async fn fifty_links_of_other_programs_make_one_notice_and_one_review() {
    let app = or_skip!(App::new().await);
    let wire = Tripwire::lay(app.home().path(), "server");
    let everything = packages::everything();
    let entry = json!({ "command": everything.path, "args": everything.arguments });
    app.room("Servers").await;
    assert!(app.starts_again(&link("Everything", &entry)).await.success());
    app.see("A link asks to add a server.").await;
    let other = link("Other", &json!({ "command": wire.program() }));
    let others = (0..49).map(|at| {
        let (app, other) = (&app, &other);
        async move { app.starts_again(&format!("{other}&at={at}")).await }
    });
    for ended in futures::stream::iter(others)
        .buffer_unordered(4)
        .collect::<Vec<_>>()
        .await
    {
        assert!(ended.success(), "{ended}");
    }
    for refused in ["portcullis://login?session=1", "--open", "https://example.com/"] {
        assert_eq!(app.starts_again(refused).await.code(), Some(2), "{refused}");
    }
    app.see("49 more links or bundles were ignored.").await;
    app.shots("link-notice").await;
    app.click("link", "Review link").await;
    app.see("Anyone can make such a link.").await;
    app.see("Filled in below").await;
    app.shots("link-page").await;
    assert_eq!(app.ask("servers", json!({})).await.expect("a list"), json!([]));
    assert_eq!(
        app.sheet().await,
        None,
        "nothing is asked before the person wants to add it"
    );
    app.click("button", "Review").await;
    let review = app.asked("Everything").await;
    assert!(review.text.contains(&everything.arguments[0]), "{}", review.text);
    app.answer("Add and start").await;
    app.ready("Everything").await;
    app.asked("Share folders with").await;
    app.answer("Decline").await;
    app.main_page().await;
    app.holds("the end of the notice", async || {
        !app.text().await.contains("A link asks to add a server.")
    })
    .await;
    assert_eq!(
        wire.runs(),
        Vec::<String>::new(),
        "nothing of the other links ran"
    );
    assert_eq!(
        app.ask("offered_install", json!({})).await.expect("an answer"),
        Value::Null
    );
    app.close().await;
}

// Proves S-02.
#[tokio::test]
async fn a_link_that_starts_the_program_waits_for_a_person_and_can_be_discarded() {
    let home = Home::new();
    let wire = Tripwire::lay(home.path(), "server");
    let link = link("Other", &json!({ "command": wire.program() }));
    let app = or_skip!(App::started_with(home, &link).await);
    app.see("A link asks to add a server.").await;
    app.shot("link-first-start").await;
    app.click("button", "Discard").await;
    app.gone("button", "Discard").await;
    assert_eq!(app.ask("servers", json!({})).await.expect("a list"), json!([]));
    assert_eq!(
        app.ask("offered_install", json!({})).await.expect("an answer"),
        Value::Null
    );
    app.close().await;
    assert_eq!(wire.runs(), Vec::<String>::new(), "nothing of the link ran");
}
