//! What each message of ours looks like, and what is understood of theirs.

use std::collections::BTreeSet;

use portcullis_api::LogSource;
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    hostile::Hostile,
    test_host::{TRANSPORTS, TestHost},
    test_user::{TestUser, assert_done, assert_failed, command, nothing, received, text},
};
use serde_json::{Map, Value, json};

use super::{everything, say, uses_everything};

// Proves RPC-01, RPC-02, RPC-03, RPC-04, RPC-10, PRG-01, STD-01, STD-02.
#[tokio::test]
async fn every_message_of_ours_is_one_whole_message() {
    for era in ["legacy", "modern"] {
        for way in TRANSPORTS {
            let fixture = TestHost::ready(way, everything(era)).await;
            uses_everything(&fixture).await;
            let (mut ids, mut tokens) = (BTreeSet::new(), BTreeSet::new());
            for message in fixture.messages() {
                assert_eq!(message["jsonrpc"], "2.0", "{message}");
                if message["method"] == "initialize" {
                    // What asked for the other era was another connection.
                    (ids, tokens) = Default::default();
                }
                let Some(id) = message.get("id") else {
                    // rpc08: what has no answer has no number.
                    assert!(message["method"].as_str().unwrap().starts_with("notifications/"));
                    continue;
                };
                assert!(id.is_i64() && ids.insert(id.to_string()), "{message}");
                let token = &message["params"]["_meta"]["progressToken"];
                if !token.is_null() {
                    assert!(token.is_i64() && tokens.insert(token.to_string()), "{message}");
                }
            }
            assert!(tokens.len() >= 40, "{era} {way:?}");
            let texts = fixture.sent("tools/call");
            assert!(
                texts
                    .iter()
                    .all(|call| call["params"]["arguments"]["text"] == "line\nline\r\n\u{1f980} ö")
            );
            fixture.host.close().await;
        }
    }
}

// Proves RPC-06.
#[tokio::test]
async fn an_answer_is_a_result_or_an_error_and_not_both_or_neither() {
    for way in TRANSPORTS {
        let both = say(json!({"jsonrpc": "2.0", "id": "$id", "result": {"content": []},
            "error": {"code": 1, "message": "no"}}));
        let neither = say(json!({"jsonrpc": "2.0", "id": "$id"}));
        let fixture = TestHost::ready(
            way,
            json!({"tools": ["both", "neither", "good"],
                "calls": {"both": [both, "no_reply"], "neither": [neither, "no_reply"]}}),
        )
        .await;
        for tool in ["both", "neither"] {
            let call = fixture.calls(tool).await;
            assert_failed(&call, Code::ProtocolBroken);
            assert!(call.result.is_none());
        }
        assert_done(&fixture.calls("good").await);
        fixture.host.close().await;
    }
}

// Proves RPC-07, ERR-01, ERR-02, ERR-03.
#[tokio::test]
async fn any_code_and_data_is_a_refusal_in_the_servers_own_words() {
    let evil = "<img src=x onerror=alert(1)> \u{202e}https://evil.example ".to_owned() + &"x".repeat(9_000);
    let mut deep = json!("end");
    for _ in 0..60 {
        deep = json!([deep]);
    }
    let cases = [
        (12_345, json!(null)),
        (-32_001, json!([1, 2])),
        (-32_003, deep),
        (-32_004, json!({"requiredCapabilities": 7})),
        (-1, json!("text")),
    ];
    let mut calls = Map::new();
    for (at, (code, data)) in cases.iter().enumerate() {
        let error = json!({"error": {"code": code, "message": evil, "data": data}});
        calls.insert(format!("t{at}"), json!([error]));
    }
    let names: Vec<_> = calls.keys().cloned().chain(["good".to_owned()]).collect();
    for era in ["legacy", "modern"] {
        let fixture = TestHost::piped(json!({"era": era, "tools": names, "calls": calls})).await;
        for name in names.iter().filter(|name| *name != "good") {
            let call = fixture.calls(name).await;
            assert_failed(&call, Code::ProtocolError);
            let problem = call.problem.unwrap();
            let said = problem.said.unwrap();
            assert!(!problem.sentence.contains("img"), "our sentence is ours");
            assert!(
                said.hidden > 0 && !said.text.contains('\u{202e}'),
                "{}",
                said.text
            );
            assert!(said.text.chars().count() < 600, "it has an end");
        }
        assert_done(&fixture.calls("good").await);
        assert_eq!(fixture.sent("tools/call").len(), names.len(), "nothing twice");
        fixture.host.close().await;
    }
}

// Proves RPC-08.
#[tokio::test]
async fn nothing_is_said_to_a_notification() {
    for way in TRANSPORTS {
        let steps = json!([
            say(json!({"jsonrpc": "2.0", "method": "notifications/foo", "params": {"a": 1}})),
            say(json!({"jsonrpc": "2.0", "method": "foo"})),
            say(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": 7})),
            say(
                json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": {}}})
            ),
            say(json!({"jsonrpc": "2.0", "method": "notifications/message", "params": []})),
            say(json!({"method": "notifications/foo"})),
        ]);
        let fixture = TestHost::ready(way, json!({"tools": ["x", "good"], "calls": {"x": steps}})).await;
        assert_done(&fixture.calls("x").await);
        assert_done(&fixture.calls("good").await);
        let answers = fixture
            .messages()
            .into_iter()
            .filter(|message| message["method"].is_null());
        assert_eq!(answers.count(), 0, "{way:?}");
        fixture.host.close().await;
    }
}

// Proves RPC-13.
#[tokio::test]
async fn an_error_without_a_number_ends_the_request_that_it_answers() {
    let body = json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": "the body is not liked"}});
    let refuse = json!({"http": {"status": 400, "headers": {"Content-Type": "application/json"},
        "body": body.to_string()}});
    let fixture = TestHost::over_http(json!({"tools": ["x", "good"], "calls": {"x": [refuse]}})).await;
    let call = fixture.calls("x").await;
    assert_failed(&call, Code::ProtocolError);
    assert_eq!(call.problem.unwrap().said.unwrap().text, "the body is not liked");
    assert_done(&fixture.calls("good").await);
    // On a pipe it belongs to no request: it is logged.
    let steps = json!([
        say(body.clone()),
        say(json!({"jsonrpc": "2.0", "id": null, "error": body["error"]}))
    ]);
    let fixture = TestHost::piped(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    assert_done(&fixture.calls("x").await);
    fixture.sees_log("the body is not liked").await;
}

// Proves RPC-15.
#[tokio::test]
async fn a_result_that_does_not_say_what_it_is_is_complete() {
    for way in TRANSPORTS {
        let result = json!({"content": [{"type": "text", "text": "whole"}]});
        let steps = json!([
            say(json!({"jsonrpc": "2.0", "id": "$id", "result": result})),
            "no_reply"
        ]);
        let fixture = TestHost::ready(
            way,
            json!({"era": "modern", "tools": ["x"], "calls": {"x": steps}}),
        )
        .await;
        let call = fixture.calls("x").await;
        assert_done(&call);
        assert_eq!(text(&call), "whole");
        fixture.host.close().await;
    }
}

// Proves RPC-17, CAP-07, CAP-08, MTA-03, MTA-06.
#[tokio::test]
async fn what_is_not_known_is_passed_over_wherever_it_stands() {
    for era in ["legacy", "modern"] {
        let odd = json!({"a": [1], "b": null});
        let tool = json!({"name": "x", "inputSchema": {"type": "object", "x-odd": 1}, "odd": odd,
            "_meta": {"ui": 7, "ui/resourceUri": "ui://x", "io.modelcontextprotocol/odd": odd}});
        let reply = json!({"content": [{"type": "text", "text": "here", "odd": odd, "_meta": {"odd": odd}}],
            "odd": odd, "_meta": {"io.modelcontextprotocol/serverInfo": 7, "odd": odd}});
        let script = json!({
            "era": era,
            "capabilities": {"tools": {"odd": odd}, "odd": odd, "experimental": odd,
                "extensions": {"io.modelcontextprotocol/ui": odd, "odd": 7}},
            "tools": [tool],
            "calls": {"x": [
                say(json!({"jsonrpc": "2.0", "method": "notifications/progress", "odd": odd,
                    "params": {"progressToken": "$token", "progress": 1, "odd": odd}})),
                {"reply": reply},
            ]},
        });
        let fixture = TestHost::piped(script).await;
        let call = fixture.calls("x").await;
        assert_done(&call);
        assert_eq!(text(&call), "here");
        // A model is given blocks, and what they are about themselves is in none.
        let blocks = format!("{:?}", call.result.unwrap().blocks);
        assert!(!blocks.contains("odd"), "{blocks}");
        let offered = fixture
            .messages()
            .into_iter()
            .any(|message| message.to_string().contains("io.modelcontextprotocol/ui"));
        assert!(!offered, "it was not agreed on");
        fixture.host.close().await;
    }
}

// Proves LOG-04, LOG-05.
#[tokio::test]
async fn every_message_of_a_log_is_kept_as_text_whatever_it_holds() {
    let message =
        |params: Value| say(json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params}));
    let steps = json!([
        message(json!({"level": "emergency", "data": "a"})),
        message(json!({"level": "shout", "data": "b"})),
        message(json!({"level": 7, "data": {"k": [1]}})),
        message(json!({"level": "notice", "logger": "db", "data": false})),
        message(json!({"level": "error", "data": "<b>c</b>\u{202e}\u{1b}[31m"})),
        message(json!({"data": "d".repeat(100_000)})),
    ]);
    let fixture = TestHost::piped(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    assert_done(&fixture.calls("x").await);
    let lines: Vec<_> = fixture
        .host
        .logs(&fixture.id, 0)
        .unwrap()
        .lines
        .into_iter()
        .filter(|line| line.source == LogSource::Message)
        .collect();
    let levels: Vec<_> = lines
        .iter()
        .map(|line| line.level.clone().unwrap_or_default())
        .collect();
    assert_eq!(levels, ["emergency", "info", "info", "notice", "error", "info"]);
    let texts: Vec<_> = lines.iter().map(|line| line.text.text.as_str()).collect();
    assert_eq!(texts[..3], ["a", "b", r#"{"k":[1]}"#]);
    assert_eq!(texts[3], "db: false");
    assert!(lines[4].text.hidden >= 2 && texts[4].starts_with("<b>c</b>"));
    assert!(texts[5].len() < 10_000 && texts[5].ends_with("more bytes"));
}

// Proves S-84, MRT-03.
#[tokio::test]
async fn a_state_goes_back_as_it_came_up_to_its_limit_once_and_is_in_no_log() {
    let secret = "state-5d1200aa";
    let long = |size: usize| {
        let mut state = secret.repeat(size / secret.len() + 1);
        state.truncate(size);
        state
    };
    // What looks broken, counts differently once it is composed, hides or is read from the right is a text like any other.
    let odd =
        format!("{secret} {{\"half\": [\\u0041 é e\u{301} \u{202e}\u{200b}\u{feff} \u{0} \u{1f980}\r\n\t");
    for (state, expected) in [
        (String::new(), None),
        (odd, None),
        (long(64 << 10), None),
        (long(limits::REQUEST_STATE), None),
        (long(limits::REQUEST_STATE + 1), Some(Code::ProtocolBroken)),
    ] {
        let person = TestUser::new().await;
        let (been, record) = (person.path("been"), person.path("record"));
        let reply = json!({"reply": {"resultType": "input_required", "requestState": state}});
        let steps = json!([{"if_file": {"path": been, "else": [{"touch": been}, reply]}}]);
        let script = json!({"era": "modern", "record": record, "tools": ["x"], "calls": {"x": steps}});
        // It is too long for a command line.
        let path = person.path("script");
        std::fs::write(&path, script.to_string()).unwrap();
        let arguments = vec!["--script".to_owned(), path.display().to_string()];
        let id = person
            .adds_ready(command("Notes", Hostile::program().to_str().unwrap(), arguments))
            .await;
        let call = person.calls(&id, "x", nothing()).await;
        let sent = || -> Vec<_> {
            let all = received(&record).into_iter();
            all.filter(|message| message["method"] == "tools/call").collect()
        };
        match expected {
            None => {
                assert_done(&call);
                let (first, again) = (&sent()[0], &sent()[1]);
                assert_eq!(again["params"]["requestState"], state);
                assert_ne!(
                    first["id"], again["id"],
                    "the same is asked under a number of its own"
                );
                assert_done(&person.calls(&id, "x", nothing()).await);
                let carried = sent()
                    .iter()
                    .filter(|call| !call["params"]["requestState"].is_null())
                    .count();
                assert_eq!((sent().len(), carried), (3, 1), "no other call carries it");
            }
            Some(code) => {
                assert_failed(&call, code);
                assert_eq!(sent().len(), 1);
            }
        }
        let log = format!("{:?}", person.host.logs(&id, 0).unwrap());
        let record = format!("{:?}", person.record().await);
        assert!(!log.contains(secret) && !record.contains(secret));
    }
}
