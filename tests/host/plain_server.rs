//! The echo server: the same answer in both eras, and nothing else.

use portcullis_tests::{peer::Peer, programs};
use serde_json::json;

#[tokio::test]
async fn the_echo_server_echoes_in_both_eras_and_ends_with_its_input() {
    let mut peer = Peer::start(tokio::process::Command::new(programs::beside("echo_server")));
    assert_eq!(peer.initialize().await["result"]["protocolVersion"], "2025-11-25");
    let tools = peer.ask("tools/list", json!({})).await;
    assert_eq!(tools["result"]["tools"][0]["name"], "echo");
    let echoed = peer.call("echo", json!({"text": "a \"b\" \u{1f3f0}"})).await;
    assert_eq!(
        echoed["result"],
        json!({"content": [{"type": "text", "text": "a \"b\" \u{1f3f0}"}]})
    );

    let discovered = peer.ask("server/discover", json!({})).await;
    assert_eq!(discovered["result"]["supportedVersions"], json!(["2026-07-28"]));
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let call = json!({"name": "echo", "arguments": {"text": "x"}, "_meta": meta});
    let echoed = peer.ask("tools/call", call).await;
    assert_eq!(echoed["result"]["resultType"], "complete");

    assert_eq!(peer.call("echo", json!({})).await["error"]["code"], -32602);
    assert_eq!(peer.ask("prompts/list", json!({})).await["error"]["code"], -32601);
    peer.close_stdin();
    assert!(peer.exit().await.success());
}
