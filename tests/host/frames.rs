//! The timeline and the pictures of a server, as an author of servers looks at them: what belongs together is
//! together, nothing secret leaves, and what a stranger names is asked for nowhere else.

use std::net::TcpListener;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use portcullis_api::{Frame, FrameDirection, FrameKind, HostEvent, IconOf, Phase};
use portcullis_tests::{
    hostile::Hostile,
    test_user::{TestUser, address, assert_done, nothing},
    wait,
};
use serde_json::{Value, json};

/// 32 by 16 points.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x20\0\0\0\x10\x08\x06\0\0\0";

fn frames(person: &TestUser, id: &str) -> Vec<Frame> {
    person.host.frames(id, 0).unwrap().frames
}

/// The frames of the one call of a tool.
fn call_of(person: &TestUser, id: &str, tool: &str) -> Vec<Frame> {
    let all = frames(person, id);
    let about = |frame: &&Frame| frame.subject.as_ref().is_some_and(|subject| subject.text == tool);
    let operation = all.iter().find(about).unwrap().operation.unwrap();
    all.into_iter()
        .filter(|frame| frame.operation == Some(operation))
        .collect()
}

#[tokio::test]
async fn a_call_with_its_progress_and_its_questions_is_one_operation() {
    let person = TestUser::new().await;
    let steps = json!([{"progress": {"n": 2}}, {"ask": {"method": "ping", "id": "q"}}]);
    let id = person
        .has("Notes", json!({"tools": ["x"], "calls": {"x": steps}}))
        .await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let call = call_of(&person, &id, "x");
    let methods: Vec<_> = call
        .iter()
        .map(|frame| frame.method.as_deref().unwrap())
        .collect();
    let progress = "notifications/progress";
    assert_eq!(
        methods,
        ["tools/call", progress, progress, "ping", "ping", "tools/call"]
    );
    let answer = &call[4];
    assert_eq!(
        (answer.direction, answer.kind),
        (FrameDirection::Sent, FrameKind::Result)
    );
    assert_eq!(answer.pair, Some(call[3].seq));
    assert!(
        call.iter()
            .all(|frame| frame.revision.as_deref() == Some("2025-11-25"))
    );
}

// Proves HTTP-12.
#[tokio::test]
async fn a_call_made_again_in_a_new_session_is_the_same_operation() {
    let script = json!({"tools": ["x", "expire"], "calls": {"expire": ["expire_sessions"]}, "http": {"sessions": true}});
    let served = Hostile::new(script).on_http().await;
    let person = TestUser::new().await;
    let id = person.adds_ready(address("Notes", &served.url)).await;
    assert_done(&person.calls(&id, "expire", nothing()).await);
    assert_done(&person.calls(&id, "x", nothing()).await);
    let call = call_of(&person, &id, "x");
    let kinds: Vec<_> = call.iter().map(|frame| frame.kind).collect();
    assert_eq!(kinds, [FrameKind::Request, FrameKind::Request, FrameKind::Result]);
    assert_eq!(call[2].pair, Some(call[1].seq));
}

#[tokio::test]
async fn what_leaves_the_timeline_has_no_secrets_in_it() {
    let person = TestUser::new().await;
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    let arguments = json!({"token": "hunter2-hunter2", "word": "plain"});
    assert_done(&person.calls(&id, "x", arguments).await);
    let call = &call_of(&person, &id, "x")[0];

    let again = person.host.frame_call(&id, call.seq).unwrap();
    assert_eq!((again.tool.as_str(), again.hidden), ("x", true));
    assert_eq!(again.arguments, json!({"token": "•••", "word": "plain"}));
    assert!(
        person.host.frame_call(&id, call.seq + 1).is_err(),
        "an answer is no call"
    );

    assert_eq!(
        person.host.find_frames(&id, "PLAIN", 0).unwrap().hits[0],
        call.seq
    );
    assert!(person.host.find_frames(&id, "hunter", 0).unwrap().hits.is_empty());
    assert!(person.host.find_frames(&id, &"x".repeat(1 << 20), 0).is_err());

    let (file, written) = person.host.export_frames(&id, Vec::new()).unwrap();
    let file = String::from_utf8(file).unwrap();
    assert_eq!(
        (file.lines().count() as u64, written),
        (frames(&person, &id).len() as u64, written)
    );
    assert!(!file.contains("hunter2"), "{file}");
    let lines: Vec<Value> = file
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mine = lines.iter().find(|line| line["seq"] == json!(call.seq)).unwrap();
    assert_eq!(mine["message"]["params"]["arguments"]["token"], "•••");
    assert_eq!(
        mine["message"]["params"]["_meta"]["progressToken"],
        mine["message"]["id"]
    );
}

#[tokio::test]
async fn a_server_that_is_connected_anew_keeps_its_timeline_and_is_never_seen_off() {
    let person = TestUser::new().await;
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    let before = frames(&person, &id).last().unwrap().clone();
    let mut events = person.host.events();
    person.host.set_sampling(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    let all = wait::until("frames of the new connection", || {
        let all = frames(&person, &id);
        all.iter()
            .any(|frame| frame.connection > before.connection)
            .then_some(all)
    })
    .await;
    assert_eq!(all[0].seq, 1);
    assert!(all.iter().any(|frame| frame.seq == before.seq));
    let mut seen = Vec::new();
    while let Some((_, event)) = events.ready() {
        if let HostEvent::Server { server } = event {
            seen.push(server.state.phase);
        }
    }
    assert!(
        seen.contains(&Phase::Starting) && !seen.contains(&Phase::Off),
        "{seen:?}"
    );
}

// Proves S-21, ICO-03.
#[tokio::test]
async fn a_program_shows_pictures_it_brings_along_and_none_from_elsewhere() {
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let there = format!("https://{}/i.png", elsewhere.local_addr().unwrap());
    let data = |kind: &str, bytes: &[u8]| format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes));
    let tool = |name: &str, source: String| json!({"name": name, "inputSchema": {"type": "object"}, "icons": [{"src": source}]});
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>";
    let person = TestUser::new().await;
    let id = person
        .has(
            "Notes",
            json!({
                "info": {"name": "n", "version": "1", "icons": [{"src": data("image/png", PNG)}]},
                "tools": [
                    tool("good", data("image/png", PNG)), tool("svg", data("image/svg+xml", svg)),
                    tool("html", data("image/png", b"<html>")), tool("far", there), "plain",
                ],
            }),
        )
        .await;
    let icon = async |of: IconOf| person.host.icon(&id, &of, false).await.unwrap();
    let of = |name: &str| IconOf::Tool {
        name: name.to_owned(),
    };
    assert_eq!(icon(of("good")).await, Some(data("image/png", PNG)));
    assert_eq!(icon(IconOf::Server {}).await, Some(data("image/png", PNG)));
    for none in ["svg", "html", "far", "plain"] {
        assert_eq!(icon(of(none)).await, None, "{none}");
    }
    let listed = person.host.tools(&id, "").unwrap().tools;
    let named: Vec<_> = listed
        .iter()
        .filter(|tool| tool.icon)
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(
        named,
        ["good", "svg", "html", "far"],
        "what is claimed, before it is looked at"
    );
    assert!(person.host.server(&id).unwrap().icon);
    assert!(elsewhere.accept().is_err(), "no request went there");
}
