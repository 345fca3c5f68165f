//! Servers behind an address: the same promises, and what the network adds to them.

use std::time::Duration;

use portcullis_api::{CallState, EraChoice, Phase};
use portcullis_core::Code;
use portcullis_tests::{
    hostile::{Hostile, Served},
    sink::{Answer, Sink},
    test_user::{TestUser, address, assert_done, assert_failed, assert_named, by_hand, nothing, text},
    wait,
};
use serde_json::{Value, json};

use super::http_words::fails;
use super::replies::MALFORMED;

// Proves F-14.
#[tokio::test]
async fn an_address_without_a_listener_was_not_reached() {
    let (_, problem) = fails(address("Remote", &Sink::refused())).await;
    assert_eq!(problem.code, Code::NetworkUnreachable.as_str());
    assert_has!(problem.sentence, "was not reached: ");
}

// Proves F-15.
#[tokio::test]
async fn a_web_page_is_no_server() {
    let sink = Sink::answering(Answer::Html).await;
    let (_, problem) = fails(address("Remote", &sink.url("/mcp"))).await;
    assert_eq!(problem.code, Code::NetworkNotMcp.as_str());
    assert!(problem.sentence.contains("a web page"), "{}", problem.sentence);
}

// Proves F-09.
#[tokio::test]
async fn an_address_that_says_nothing_is_given_up() {
    let sink = Sink::answering(Answer::Silence).await;
    let person = TestUser::new().await;
    let id = person.adds(address("Remote", &sink.url("/mcp"))).await;
    let state = person
        .sees_within(&id, Phase::Failing, Duration::from_secs(60))
        .await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::ServerSilent.as_str(), "{}", problem.sentence);
    assert_named(&problem.sentence, "Remote");
    let remedy = problem.remedy.unwrap();
    assert_eq!(
        remedy, "Check the URL, or try again later.",
        "nothing about programs"
    );
    assert!(!problem.sentence.contains("stopped"), "{}", problem.sentence);
}

async fn has(script: Value) -> (TestUser, String, Served) {
    let served = Hostile::new(script).on_http().await;
    let person = TestUser::new().await;
    let id = person.adds_ready(address("Remote", &served.url)).await;
    (person, id, served)
}

#[tokio::test]
async fn era_an_address_of_either_era_connects_with_or_without_streams_and_sessions() {
    for (era, expected) in [("legacy", EraChoice::Legacy), ("modern", EraChoice::Modern)] {
        for http in [
            json!({}),
            json!({"sse": true}),
            json!({"no_get": true}),
            json!({"no_session": true, "no_get": true}),
        ] {
            let (person, id, _served) = has(json!({"era": era, "tools": ["x"], "http": http})).await;
            let detail = person.host.server(&id).unwrap();
            assert_eq!(detail.era, Some(expected), "{era} {http}");
            assert_eq!(text(&person.calls(&id, "x", json!({"k": 1})).await), r#"{"k":1}"#);
            person.host.close().await;
        }
    }
}

async fn ends_in(steps: Value, expected: Code) {
    let (person, id, _served) = has(json!({"tools": ["x", "good"], "calls": {"x": steps}})).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, expected);
    assert_done(&person.calls(&id, "good", nothing()).await);
    person.has_no_open_request(&id).await;
    person.host.close().await;
}

// Proves S-85.
#[tokio::test]
async fn malformed_replies_end_their_call_over_http_too() {
    for fault in MALFORMED {
        ends_in(json!([{"malformed": fault}]), Code::ProtocolBroken).await;
    }
    ends_in(json!([{"malformed": "string_error_code"}]), Code::ProtocolError).await;
}

// Proves F-11.
#[tokio::test]
async fn a_reply_of_17_mib_ends_its_call_over_http_too() {
    ends_in(json!([{"oversized_mib": 17}]), Code::MessageTooLarge).await;
    ends_in(
        json!([{"progress": {"n": 1}}, {"oversized_mib": 17}]),
        Code::MessageTooLarge,
    )
    .await;
}

// Proves F-10.
#[tokio::test]
async fn a_connection_that_ends_mid_call_ends_the_call() {
    ends_in(json!(["drop"]), Code::TransportLost).await;
    ends_in(json!([{"progress": {"n": 1}}, "drop"]), Code::TransportLost).await;
    // Without a length, the end of the connection is the end of the answer.
    ends_in(
        json!([{"say_raw": "{\"jsonrpc\": \"2.0\", "}, "drop"]),
        Code::NetworkNotMcp,
    )
    .await;
}

// Proves F-12.
#[tokio::test]
async fn an_error_of_http_ends_the_call() {
    let page =
        json!({"http": {"status": 200, "headers": {"Content-Type": "text/html"}, "body": "<p>Sign in"}});
    // A page in the place of a server that is known is another site's; the server is there afterwards.
    ends_in(json!([page]), Code::NetworkCaptive).await;
    ends_in(json!([{"http": {"status": 500}}]), Code::NetworkFault).await;
    ends_in(json!([{"http": {"status": 422}}]), Code::NetworkFault).await;
    ends_in(
        json!([{"http": {"status": 429, "headers": {"Retry-After": "1000000000"}}}]),
        Code::NetworkBusy,
    )
    .await;
}

// Proves F-09.
#[tokio::test]
async fn an_answer_that_trickles_ends_at_the_limit_and_a_cancel_reaches_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let (began, cancelled) = (folder.path().join("began"), folder.path().join("cancelled"));
    let (person, id, _served) = has(json!({
        "tools": ["x", "slow"],
        "calls": {"x": [{"trickle": 200}], "slow": [{"touch": began}, {"wait_for_cancel": cancelled}]},
    }))
    .await;
    let wanted = portcullis_host::host::CallRequest {
        idle: Some(Duration::from_millis(500)),
        seen: None,
        ..by_hand(&id, "x", nothing())
    };
    let call = person.host.start_call(wanted).await.unwrap();
    assert_failed(&person.finishes(&call).await, Code::CallTimeout);
    let call = person.begins(&id, "slow", nothing()).await;
    // A call that did not reach its server yet has nothing to take back there.
    wait::file(&began).await;
    person.host.cancel_call(&call.id).unwrap();
    assert_eq!(person.finishes(&call).await.state, CallState::Cancelled);
    wait::file(&cancelled).await;
}

// Proves S-46, SEC-16.
#[tokio::test]
async fn a_changed_tool_is_noticed_over_http_in_both_eras() {
    for era in ["legacy", "modern"] {
        let changed = json!({"name": "x", "description": "new", "inputSchema": {"type": "object"}});
        let (person, id, _served) = has(json!({
            "era": era,
            "tools": ["x", "change"],
            "calls": {"change": [{"change_tool": changed}]},
        }))
        .await;
        assert_done(&person.calls(&id, "change", nothing()).await);
        person.sees_changed_tools(&id, 1).await;
        person.host.close().await;
    }
}
