//! The boundary between the window and the system, as it is built: golden, so that widening it is a decision.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use crate::commands::NAMES;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn json_file(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file is there")).expect("it is JSON")
}

// Proves S-23.
#[test]
fn the_resolved_capabilities_are_golden() {
    // Written by the build script from everything that it found, so nothing can hide in another file.
    let resolved = json_file(&root().join("gen/schemas/capabilities.json"));
    assert_eq!(
        resolved,
        json!({
            "main": {
                "identifier": "main",
                "description": "What the one window may do: ask the host what the table of commands lists. Nothing of the system.",
                "local": true,
                "windows": ["main"],
                "permissions": ["ask-the-host"]
            }
        })
    );
}

// Proves S-23, SEC-13.
#[test]
fn the_content_policy_is_golden() {
    let config = json_file(&root().join("tauri.conf.json"));
    let app = &config["app"];
    assert_eq!(app["withGlobalTauri"], json!(false));
    let security = &app["security"];
    assert_eq!(security["freezePrototype"], json!(true));
    assert_eq!(security["dangerousDisableAssetCspModification"], json!(false));
    assert_eq!(security["assetProtocol"]["enable"], json!(false));
    assert_eq!(security["capabilities"], json!(["main"]));
    assert_eq!(
        security["csp"],
        json!({
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data: blob:",
            "media-src": "data: blob:",
            "font-src": "'self'",
            "connect-src": "ipc: http://ipc.localhost",
            "frame-src": "'none'",
            "worker-src": "'none'",
            "manifest-src": "'none'",
            "object-src": "'none'",
            "form-action": "'none'",
            "base-uri": "'none'"
        })
    );
}

// Proves S-25.
#[test]
fn the_permission_lists_exactly_the_commands_of_the_table() {
    let text = std::fs::read_to_string(root().join("src-tauri/permissions/ask-the-host.toml"))
        .expect("the file is there");
    let listed: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
        .collect();
    assert_eq!(listed, NAMES.iter().copied().collect::<BTreeSet<_>>());
    let files = std::fs::read_dir(root().join("src-tauri/permissions"))
        .expect("the folder is there")
        .count();
    assert_eq!(files, 1, "no other permission file");
}

// Proves S-40.
#[test]
fn one_command_answers_and_it_takes_the_nonce_of_what_was_shown() {
    let typescript = crate::bindings::typescript();
    let (_, table) = typescript
        .split_once("export interface Commands {")
        .expect("the commands");
    let commands: Vec<&str> = table
        .lines()
        .map(str::trim)
        .filter(|line| line.contains(": { arguments: "))
        .collect();
    assert_eq!(commands.len(), NAMES.len());
    let answering: Vec<&str> = commands
        .iter()
        .copied()
        .filter(|line| line.contains(": GateReply "))
        .collect();
    assert_eq!(
        answering,
        ["answer: { arguments: { reply: GateReply }; reply: null };"]
    );
    let words = [
        "allow", "approve", "grant:", "accept", "permit", "confirm", "consent",
    ];
    for command in commands {
        assert!(
            !words.iter().any(|word| command.starts_with(word)),
            "{command} could answer for the person"
        );
    }
}
