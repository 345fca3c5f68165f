//! Arguments of a call that go into headers of HTTP as well.

use portcullis_api::CallView;
use portcullis_core::Code;
use portcullis_tests::{
    test_host::{TestHost, Transport},
    test_user::{assert_done, assert_failed},
};
use serde_json::{Value, json};

use crate::http_requests::mirrors;

fn marked(properties: Value) -> Value {
    json!({"name": "x", "inputSchema": {"type": "object", "properties": properties}})
}

fn marked_at(header: &str) -> Value {
    marked(json!({"where": {"type": "string", "x-mcp-header": header}, "n": {"type": "integer"}}))
}

// Proves HDR-05, HDR-08, HDR-09.
#[tokio::test]
async fn what_goes_into_a_header_arrives_encoded_and_nothing_else_does() {
    let fixture = TestHost::over_http(json!({"era": "modern", "tools": [marked_at("Where")]})).await;
    for (value, header) in [
        ("us west", "us west"),
        ("é", "=?base64?w6k=?="),
        ("a\r\nX: y", "=?base64?YQ0KWDogeQ==?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
    ] {
        let arguments = json!({"where": value, "n": 7});
        assert_done(&fixture.person.calls(&fixture.id, "x", arguments.clone()).await);
        let call = fixture.posts("tools/call").pop().unwrap();
        assert_eq!(call["headers"]["mcp-param-where"], header);
        assert_eq!(call["headers"].get("mcp-param-n"), None);
        assert_eq!(call["headers"].get("x"), None);
        assert_eq!(call["body"]["params"]["arguments"], arguments);
    }
}

// Proves HDR-10.
#[tokio::test]
async fn a_number_too_large_for_a_header_is_not_sent() {
    let tool = marked(json!({"n": {"type": "integer", "x-mcp-header": "N"}}));
    let fixture = TestHost::over_http(json!({"era": "modern", "tools": [tool]})).await;
    let call = fixture
        .person
        .calls(&fixture.id, "x", json!({"n": 1_u64 << 60}))
        .await;
    assert_failed(&call, Code::CallBadArguments);
    assert!(fixture.sent("tools/call").is_empty());
}

// Proves HDR-11, STD-15, S-94.
#[tokio::test]
async fn a_header_that_cannot_be_hides_its_tool_over_http_only() {
    let script = json!({"era": "modern", "tools": ["good", marked_at("no header")]});
    for (way, expected) in [(Transport::Http, 1), (Transport::Pipe, 2)] {
        let fixture = TestHost::ready(way, script.clone()).await;
        let summary = fixture.host.server(&fixture.id).unwrap().summary;
        assert_eq!(summary.tools, expected, "{way:?}");
    }
}

/// Calls a tool of a server that refuses the first call because of its headers, and then offers this definition.
async fn refused_once(fresh: Value) -> (TestHost, CallView) {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let refusal = json!({"code": -32020, "message": "headers do not fit"});
    let steps = json!([{"if_file": {"path": been,
        "else": [{"touch": been}, {"change_tool": fresh}, {"error": refusal}]}}]);
    let script = json!({
        "era": "modern",
        "capabilities": {"tools": {}},
        "tools": [marked_at("Where")],
        "calls": {"x": steps},
    });
    let fixture = TestHost::over_http(script).await;
    let arguments = json!({"where": "here", "n": 7});
    let call = fixture.person.calls(&fixture.id, "x", arguments).await;
    (fixture, call)
}

// Proves HDR-13, HDR-14.
#[tokio::test]
async fn a_server_that_wants_other_headers_is_listed_again_and_called_once_more() {
    let (fixture, call) = refused_once(marked_at("Place")).await;
    assert_done(&call);
    assert!(fixture.sent("tools/list").len() >= 2);
    let calls = fixture.posts("tools/call");
    assert_eq!(calls.len(), 2);
    assert_eq!(calls[0]["headers"]["mcp-param-where"], "here");
    assert_eq!(calls[1]["headers"]["mcp-param-place"], "here");
    assert_eq!(calls[1]["headers"].get("mcp-param-where"), None);
    assert_ne!(calls[0]["body"]["id"], calls[1]["body"]["id"]);
}

// Proves HDR-13, HDR-16.
#[tokio::test]
async fn an_argument_that_was_in_no_header_does_not_get_into_one() {
    let mut more = marked_at("Where");
    more["inputSchema"]["properties"]["n"]["x-mcp-header"] = json!("N");
    for fresh in [more, marked_at("Where")] {
        let (fixture, call) = refused_once(fresh).await;
        assert_failed(&call, Code::ProtocolError);
        assert_eq!(fixture.sent("tools/call").len(), 1);
    }
}

// Proves HDR-06, HDR-07.
#[tokio::test]
async fn values_are_taken_where_they_are_marked_and_written_as_text() {
    let fixture = TestHost::over_http(json!({"era": "modern", "tools": [marked(json!({
        "where": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}},
        "region": {"type": "string"},
        "n": {"type": "integer", "x-mcp-header": "N"},
        "yes": {"type": "boolean", "x-mcp-header": "Yes"},
        "empty": {"type": "string", "x-mcp-header": "Empty"},
        "none": {"type": "string", "x-mcp-header": "None"},
        "method": {"type": "string", "x-mcp-header": "Method"},
    }))]}))
    .await;
    let arguments = json!({"where": {"region": "us west"}, "region": "not this one", "n": -7, "yes": true,
        "empty": "", "method": "mine"});
    assert_done(&fixture.person.calls(&fixture.id, "x", arguments).await);
    let call = fixture.posts("tools/call").remove(0);
    for (name, value) in [
        ("mcp-param-region", "us west"),
        ("mcp-param-n", "-7"),
        ("mcp-param-yes", "true"),
        ("mcp-param-empty", ""),
        ("mcp-param-method", "mine"),
        ("mcp-method", "tools/call"),
    ] {
        assert_eq!(call["headers"][name], value, "{name}");
    }
    assert_eq!(
        call["headers"].get("mcp-param-none"),
        None,
        "what is not there has no header"
    );
    mirrors(&call);
}

// Proves HDR-12.
#[tokio::test]
async fn a_tool_that_is_left_out_for_its_headers_is_in_the_log_with_the_reason() {
    let mut bad = marked(json!({"a": {"type": "number", "x-mcp-header": "A"}}));
    bad["name"] = json!("bad");
    let fixture = TestHost::over_http(json!({"era": "modern", "tools": ["x", bad]})).await;
    let logs = format!("{:?}", fixture.host.logs(&fixture.id, 0).unwrap());
    assert!(logs.contains("The tool “bad” is excluded."), "{logs}");
    assert_done(&fixture.calls("x").await);
}
