//! The pinned real servers answer, each in the way it is kept for.
//!
//! They are installed by `cargo xtask test packages` and left out of an ordinary run.

use portcullis_tests::{
    packages::{self, Program},
    peer::Peer,
};
use serde_json::json;

const MODERN: &str = "2026-07-28";

async fn greets(program: &Program) -> Peer {
    let mut peer = Peer::start(program.command());
    peer.initialize().await;
    let greeted = peer.call("greet", json!({"name": "Ada"})).await;
    assert_eq!(greeted["result"]["content"][0]["text"], "Hello, Ada.");
    peer
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_older_python_sdk_greets_and_never_speaks_again_after_a_probe() {
    let mut peer = greets(&packages::greet_legacy()).await;
    peer.request("server/discover", json!({})).await;
    peer.request("ping", json!({})).await;
    peer.close_stdin();
    assert_eq!(peer.line().await, None);
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_newer_python_sdk_greets_and_discovers() {
    greets(&packages::greet_modern()).await;
    let mut peer = Peer::start(packages::greet_modern().command());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "peer", "version": "1.0.0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = peer.ask("server/discover", json!({"_meta": meta})).await;
    assert_eq!(found["result"]["supportedVersions"], json!([MODERN]));
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_reference_server_with_everything_lists_its_tools() {
    let mut peer = Peer::start(packages::everything().command());
    assert_eq!(peer.initialize().await["result"]["protocolVersion"], "2025-11-25");
    // It announces what it likes in between, so the reply is looked for.
    let id = peer.request("tools/list", json!({})).await;
    let reply = loop {
        let message = peer.message().await;
        if message["id"] == id && message["method"].is_null() {
            break message;
        }
    };
    assert!(
        reply["result"]["tools"]
            .as_array()
            .is_some_and(|tools| tools.len() > 5)
    );
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_conformance_suite_starts() {
    let mut command = packages::conformance().command();
    let told = command.arg("--version").output().await.unwrap();
    assert_eq!(String::from_utf8_lossy(&told.stdout).trim(), "0.2.0-alpha.12");
}
