//! What the timeline keeps, pairs, groups, finds and gives away.
use super::*;
use portcullis_domain::{Frame, ResultStatus};
use serde_json::Value;

fn note(frames: &Frames, about: FrameMeta, kind: FrameKind, text: &str) -> u64 {
    frames.note(NewFrame {
        at: 0,
        direction: FrameDirection::Sent,
        kind,
        connection: 1,
        about,
        bytes: text.len(),
        text,
    })
}

fn request(method: &'static str) -> FrameMeta {
    FrameMeta {
        method: Some(method.into()),
        ..FrameMeta::default()
    }
}

fn all(frames: &Frames) -> Vec<Frame> {
    frames.page(0, usize::MAX, &str::to_owned).frames
}

#[test]
fn a_preview_shows_what_differs_and_not_the_envelope() {
    let frames = Frames::default();
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"a":"}"}}}"#,
        r#"{"result": {"content":[]},"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "npm notice",
    ] {
        note(&frames, FrameMeta::default(), FrameKind::Request, text);
    }
    let shown: Vec<String> = all(&frames).into_iter().map(|frame| frame.head.text).collect();
    assert_eq!(
        shown,
        [
            r#"{"name":"read","arguments":{"a":"}"}}"#,
            r#"{"content":[]}"#,
            r#"{"code":-1,"message":"no"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            "npm notice",
        ]
    );
}

#[test]
fn a_request_says_what_it_is_about_and_an_answer_what_it_means() {
    let frames = Frames::default();
    let say = |method, kind, text: &str| note(&frames, request(method), kind, text);
    say(
        "tools/call",
        FrameKind::Request,
        r#"{"params":{"_meta":{"name":"no"},"name":"read\u202e"}}"#,
    );
    say(
        "resources/read",
        FrameKind::Request,
        r#"{"params":{"uri":"file:///a"}}"#,
    );
    say("tools/list", FrameKind::Request, r#"{"params":{"name":"x"}}"#);
    say(
        "tools/call",
        FrameKind::Result,
        r#"{"result":{"content":[{"isError":true}]}}"#,
    );
    say(
        "tools/call",
        FrameKind::Result,
        r#"{"result":{"content":[],"isError":true}}"#,
    );
    say(
        "tools/call",
        FrameKind::Result,
        r#"{"result":{"resultType":"input_required"}}"#,
    );
    let frames = all(&frames);
    let subjects: Vec<_> = frames
        .iter()
        .map(|frame| frame.subject.as_ref().map(|it| it.text.as_str()))
        .collect();
    assert_eq!(
        subjects,
        [Some("read⟨U+202E⟩"), Some("file:///a"), None, None, None, None]
    );
    let statuses: Vec<_> = frames.iter().skip(3).map(|frame| frame.status).collect();
    assert_eq!(
        statuses,
        [
            None,
            Some(ResultStatus::ToolError),
            Some(ResultStatus::InputRequired)
        ]
    );
}

#[test]
fn no_more_is_kept_than_the_limits_say_and_the_newest_stay() {
    let frames = Frames::default();
    for _ in 0..limits::FRAMES + 10 {
        note(&frames, FrameMeta::default(), FrameKind::Notification, "{}");
    }
    let page = frames.page(0, 5, &str::to_owned);
    assert_eq!((page.dropped, page.frames[0].seq), (10, 11));
    let page = frames.page(limits::FRAMES as u64 + 8, 5, &str::to_owned);
    assert_eq!(page.frames.len(), 2);
    let large = "x".repeat(limits::FRAME_BYTES);
    for _ in 0..2 * limits::FRAMES_BYTES / limits::FRAME_BYTES {
        note(&frames, FrameMeta::default(), FrameKind::Unreadable, &large);
    }
    let ring = crate::transport::locked(&frames.shared.ring);
    assert!(ring.bytes <= limits::FRAMES_BYTES);
    assert_eq!(ring.bytes, ring.kept.iter().map(StoredFrame::cost).sum::<usize>());
    assert!(ring.kept.len() > 100);
}

#[test]
fn a_hundred_thousand_frames_are_searched_in_a_moment() {
    let frames = Frames::default();
    for at in 0..limits::FRAMES {
        let text = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"data":"Line {at}"}}}}"#
        );
        note(&frames, FrameMeta::default(), FrameKind::Notification, &text);
    }
    let began = std::time::Instant::now();
    let found = frames.find("line 99999", 0, &str::to_owned);
    assert_eq!(found.hits, [100_000]);
    assert_eq!(found.through, 100_000);
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
    let many = frames.find("LINE", 0, &str::to_owned);
    assert_eq!(many.hits.len(), limits::FRAME_PAGE);
    let rest = frames.find("LINE", many.through, &str::to_owned);
    assert_eq!(rest.hits[0], many.through + 1);
}

#[test]
fn a_secret_cannot_be_found_letter_by_letter() {
    let frames = Frames::default();
    note(
        &frames,
        FrameMeta::default(),
        FrameKind::Request,
        r#"{"token":"hunter2","word":"Grüße"}"#,
    );
    let mask = |text: &str| text.replace("hunter2", "•••");
    assert!(frames.find("hunt", 0, &mask).hits.is_empty());
    assert!(frames.find("grüSSe", 0, &mask).hits.is_empty());
    assert_eq!(frames.find("GRÜß", 0, &mask).hits, [1]);
}

#[test]
fn a_name_or_an_id_that_a_server_chose_shows_no_secret() {
    let frames = Frames::default();
    let about = FrameMeta {
        rpc_id: Some("hunter2-1".to_owned()),
        ..request("x/hunter2")
    };
    note(&frames, about, FrameKind::Request, "{}");
    let mask = |text: &str| text.replace("hunter2", "•••");
    let page = frames.page(0, 1, &mask);
    assert_eq!(page.frames[0].method.as_deref(), Some("x/•••"));
    assert_eq!(page.frames[0].rpc_id.as_deref(), Some("•••-1"));
}

#[test]
fn what_is_exported_is_json_with_its_secrets_masked() {
    let frames = Frames::default();
    frames.agreed(1, "2025-11-25");
    note(
        &frames,
        request("tools/call"),
        FrameKind::Request,
        r#"{"params":{"token":"hunter2"}}"#,
    );
    note(
        &frames,
        FrameMeta::default(),
        FrameKind::Unreadable,
        "token=hunter2 {",
    );
    let redactor = portcullis_core::Redactor::default();
    let mut lines = Vec::new();
    frames.export(
        &|value| redactor.value(value),
        &|text| redactor.hide(text),
        |line| lines.push(line),
    );
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["message"]["params"]["token"], "•••");
    assert_eq!(lines[0]["revision"], "2025-11-25");
    assert_eq!(lines[1]["text"], "token=••• {");
    assert!(!Value::from(lines).to_string().contains("hunter2"));
}
