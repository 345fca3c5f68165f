//! MCP bundles made by the official tool, opened by the picker and by another program.

use std::path::{Path, PathBuf};

use portcullis_tests::{driver::Home, packages};
use serde_json::{Value, json};

use crate::app::App;

/// A server in one file, with one tool.
const SERVER: &str = r#"
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const answers = {
  initialize: () => ({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "given", inputSchema: { type: "object" } }] }),
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  say(answers[method] ? { id, result: answers[method]() } : { id, error: { code: -32601, message: "no" } });
});
"#;

fn manifest(version: &str) -> Value {
    json!({
        "manifest_version": "0.3",
        "name": "field-notes",
        "display_name": "Field notes",
        "version": version,
        "description": "Reads and searches the notes in your folders",
        "author": { "name": "Ada Lovelace" },
        "license": "MIT",
        "server": {
            "type": "node",
            "entry_point": "server/index.js",
            "mcp_config": {
                "command": packages::everything().path,
                "args": ["${__dirname}/server/index.js", "${user_config.folders}", format!("--level-{version}=${{user_config.level}}")],
                "env": { "API_KEY": "${user_config.api_key}", "QUIET": "${user_config.quiet}" },
            },
        },
        "user_config": {
            "folders": { "type": "directory", "title": "Folders", "description": "The notes that it may read.", "multiple": true, "required": true },
            "level": { "type": "number", "title": "Log level", "description": "From 1, little, to 3, everything.", "default": 2, "min": 1, "max": 3 },
            "quiet": { "type": "boolean", "title": "Quiet", "description": "Says nothing about empty folders.", "default": true },
            "api_key": { "type": "string", "title": "API key", "description": "Of the search service.", "sensitive": true },
        },
        "compatibility": { "runtimes": { "node": ">=18" } },
    })
}

/// Packs a bundle with the official tool.
pub async fn packed(home: &Home, version: &str) -> PathBuf {
    packed_as(home, version, &manifest(version)).await
}

/// The same server in a bundle that asks for no values.
pub async fn packed_without_settings(home: &Home) -> PathBuf {
    let mut manifest = manifest("1.2.0");
    manifest["server"]["mcp_config"]["args"] = json!(["${__dirname}/server/index.js"]);
    manifest["server"]["mcp_config"]["env"] = json!({});
    manifest["user_config"] = json!({});
    packed_as(home, "1.2.0", &manifest).await
}

async fn packed_as(home: &Home, version: &str, manifest: &Value) -> PathBuf {
    let source = home.path().join(format!("source-{version}"));
    let file = home.path().join(format!("field-notes-{version}.mcpb"));
    std::fs::create_dir_all(source.join("server")).expect("a folder can be made");
    std::fs::write(source.join("server/index.js"), SERVER).expect("a file can be written");
    std::fs::write(source.join("manifest.json"), manifest.to_string()).expect("a file can be written");
    let text = |path: &Path| path.to_str().expect("a plain name").to_owned();
    let ran = packages::bundle_tool(&["pack", &text(&source), &text(&file)])
        .command()
        .output()
        .await
        .expect("the tool starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    std::fs::remove_dir_all(source).expect("it is ours");
    file
}

// Proves S-03, S-71.
#[tokio::test]
async fn a_bundle_is_chosen_filled_in_reviewed_and_later_updated_by_a_double_click() {
    let app = or_skip!(App::new().await);
    let first = packed(app.home(), "1.2.0").await;
    let notes = app.home().path().join("notes");
    std::fs::create_dir_all(&notes).expect("a folder can be made");
    app.room("Servers").await;
    app.click("link", "Add").await;
    app.click("button", "Open bundle…").await;
    app.pick_folder(&first).await;
    for part in [
        "Field notes",
        "1.2.0",
        "(according to the bundle)",
        "Not signed",
        "Needs Node.js 18 or later.",
    ] {
        app.see(part).await;
    }
    app.click("button", "Review").await;
    app.see("This is required.").await;
    assert_eq!(
        app.sheet().await,
        None,
        "nothing is asked before every value is there"
    );
    app.click("button", "Choose… Folders").await;
    app.pick_folder(&notes).await;
    app.shots("bundle-page").await;
    app.click("button", "Review").await;
    let review = app.asked("Field notes").await;
    assert_has!(
        review.text,
        "Field notes 1.2.0",
        "unverified",
        "server/index.js",
        notes.to_str().expect("a plain name"),
        "--level-1.2.0=2",
        "QUIET=true"
    );
    app.shots("bundle-review").await;
    app.answer("Add and start").await;
    app.ready("Field notes").await;

    let next = packed(app.home(), "1.3.0").await;
    assert!(
        app.starts_again(next.to_str().expect("a plain name"))
            .await
            .success()
    );
    app.main_page().await;
    app.see("A bundle was opened:").await;
    app.see("field-notes-1.3.0.mcpb").await;
    app.shots("bundle-notice").await;
    app.click("button", "Review bundle").await;
    app.see("Update “Field notes” (1.2.0)").await;
    app.shots("bundle-update").await;
    app.click("button", "Review").await;
    let review = app.asked("Field notes").await;
    assert_has!(review.text, "1.2.0", "1.3.0", "--level-1.2.0=2");
    assert_has!(review.text, "--level-1.3.0=2");
    app.shots("bundle-update-review").await;
    app.answer("Save and start").await;
    app.main_page().await;
    app.ready("Field notes").await;
    let about = app.ask("about", json!({})).await.expect("an answer");
    let bundles = Path::new(about["data_dir"].as_str().expect("a path")).join("bundles");
    app.wait_until("the version before to be deleted", async || {
        // One version, and what it was given.
        (std::fs::read_dir(&bundles).ok()?.count() == 2).then_some(())
    })
    .await;
    app.close().await;
}

// Proves S-69.
#[tokio::test]
async fn a_file_that_is_no_bundle_is_refused_in_words_and_can_be_discarded() {
    let home = Home::new();
    let file = home
        .path()
        .join("A long name of a file that is no bundle at all, as downloads have it (3).mcpb");
    std::fs::write(&file, "PK not really").expect("a file can be written");
    let app = or_skip!(App::started_with(home, file.to_str().expect("a plain name")).await);
    app.see("A bundle was opened:").await;
    app.click("button", "Review bundle").await;
    app.see("This file is not a bundle, or it is damaged.").await;
    app.shots("bundle-refused").await;
    app.click("button", "Discard").await;
    app.gone("button", "Discard").await;
    assert_eq!(app.ask("servers", json!({})).await.expect("a list"), json!([]));
    app.close().await;
}
