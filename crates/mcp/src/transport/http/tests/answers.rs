//! What is an answer of a server, and what is one of something before it.

use super::*;
use portcullis_core::Code;
use serde_json::json;

// Proves OLD-01, ERA-26.
#[tokio::test]
async fn an_error_of_a_web_framework_is_no_answer_of_a_server() {
    for (status, body, code) in [
        (
            "405 Method Not Allowed",
            r#"{"status":405,"error":"Method Not Allowed","path":"/sse"}"#,
            Code::NetworkNotMcp,
        ),
        (
            "404 Not Found",
            r#"{"error":{"code":404,"message":"no such page"}}"#,
            Code::NetworkNotMcp,
        ),
        (
            "500 Internal Server Error",
            r#"{"status":500,"error":"Internal Server Error"}"#,
            Code::NetworkFault,
        ),
    ] {
        let (url, _) = serves(move |_| said(status, JSON, body)).await;
        let (rpc, http) = reaches(&url);
        let error = broken(asks(&rpc, &http, "initialize").await);
        assert_eq!(error.code, code, "{body}");
        assert_eq!(rpc.had_server_error(), code == Code::NetworkFault, "{body}");
    }
}

#[tokio::test]
async fn the_url_of_an_endless_redirect_is_told_without_its_secrets() {
    let (mut url, _) = serves(|_| {
        let back = "Location: /mcp?key=token-0123456789abcdef\r\n";
        said("307 Temporary Redirect", back, "")
    })
    .await;
    url.set_query(Some("key=token-0123456789abcdef"));
    let (rpc, http) = reaches(&url);
    rpc.redact_echo("token-0123456789abcdef");
    let error = broken(asks(&rpc, &http, "initialize").await);
    assert_eq!(error.code, Code::NetworkRedirect);
    let told = error.said.unwrap().text;
    assert!(told.contains("/mcp?key=") && !told.contains("token-"), "{told}");
}

// Proves RPC-13.
#[tokio::test]
async fn an_error_of_the_protocol_is_the_answer_with_any_status_and_without_an_id() {
    for (status, body) in [
        ("400 Bad Request", r#"{"error":{"code":-32600,"message":"no"}}"#),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":"\ud83d"}}"#,
        ),
        (
            "400 Bad Request",
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":12345,"message":"no"}}"#,
        ),
        (
            "200 OK",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
        ),
    ] {
        let (url, _) = serves(move |_| said(status, JSON, body)).await;
        let (rpc, http) = reaches(&url);
        match asks(&rpc, &http, "tools/list").await {
            RpcOutcome::Refused { message, .. } => assert_eq!(message, "no", "{body}"),
            other => panic!("{other:?}"),
        }
    }
}

// Proves RPC-13.
#[tokio::test]
async fn an_error_in_an_event_is_the_answer_with_any_status() {
    // So the C# SDK says in 2026-07-28 that it has no such method, or needs a capability.
    for (status, expected) in [("404 Not Found", -32601), ("400 Bad Request", -32021)] {
        let (url, _) = serves(move |_| {
            let error = json!({"code": expected, "message": "no", "data": {"requiredCapabilities": {}}});
            let message = json!({"jsonrpc": "2.0", "id": 1, "error": error});
            said(status, EVENTS, &format!("event: message\ndata: {message}\n\n"))
        })
        .await;
        let (rpc, http) = reaches(&url);
        rpc.set_modern();
        match asks(&rpc, &http, "tools/call").await {
            RpcOutcome::Refused { code, data, .. } => {
                assert_eq!((code, data.is_some()), (expected, true), "{status}");
            }
            other => panic!("{other:?}"),
        }
    }
    // Without a message in it, it says no more than its status.
    let (url, _) = serves(|_| said("404 Not Found", EVENTS, ":\n\n")).await;
    let (rpc, http) = reaches(&url);
    let error = broken(asks(&rpc, &http, "initialize").await);
    assert_eq!(error.code, Code::NetworkNotMcp);
}

// Proves F-22.
#[tokio::test]
async fn a_message_that_ends_a_stream_without_being_an_event_is_the_answer() {
    let told =
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#;
    for (end, is_whole) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#,
            true,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-326"#, false),
    ] {
        let body = format!("event: message\ndata: {told}\n\n{end}");
        let (url, _) = serves(move |_| said("200 OK", EVENTS, &body)).await;
        let (rpc, http) = reaches(&url);
        rpc.set_modern();
        match asks(&rpc, &http, "tools/call").await {
            RpcOutcome::Refused { message, .. } if is_whole => assert_eq!(message, "no"),
            RpcOutcome::Broken(error) if !is_whole => assert_eq!(error.code, Code::ProtocolBroken),
            other => panic!("{other:?}"),
        }
    }
}

// Proves F-01.
#[tokio::test]
async fn a_request_that_is_taken_without_a_message_may_have_taken_effect() {
    for (status, kind) in [("202 Accepted", ""), ("200 OK", JSON)] {
        let (url, _) = serves(move |_| said(status, kind, "")).await;
        let (rpc, http) = reaches(&url);
        rpc.set_ready();
        let error = broken(asks(&rpc, &http, "tools/call").await);
        assert_eq!(error.code, Code::NetworkNotMcp, "{status}");
        let is_told = error.sentence.contains("may have taken effect");
        assert!(is_told, "{}", error.sentence);
    }
}
