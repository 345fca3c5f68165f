use super::*;
use serde_json::json;

type Store = Vec<(BodyKind, Vec<u8>)>;

fn read_text_of(raw: &str, schema: Option<&Value>) -> (ReadResult, Store) {
    let mut store = Store::new();
    let checker = schema.map(|schema| Checker::compile(schema).unwrap());
    let raw = RawValue::from_string(raw.to_owned()).unwrap();
    let read = read_result(raw, checker.as_ref().map(Ok), &mut |kind, bytes| {
        store.push((kind, bytes.to_vec()));
        Payload {
            handle: (store.len() - 1).to_string(),
            bytes: bytes.len() as u64,
        }
    });
    // The whole reply is given away last, and is looked at first.
    store.rotate_right(1);
    (read, store)
}

fn read(value: &Value) -> (ReadResult, Store) {
    read_text_of(&value.to_string(), None)
}

fn base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

// Proves TOL-19.
#[test]
fn every_type_of_block_is_shown_and_unknown_ones_are_kept() {
    let (read, store) = read(&json!({"content": [
        {"type": "text", "text": "one\u{200b}"},
        {"type": "image", "data": base64(PNG), "mimeType": "image/png"},
        {"type": "audio", "data": base64(b"OggS..."), "mimeType": "audio/ogg"},
        {"type": "resource_link", "uri": "https://169.254.169.254/x", "name": "n"},
        {"type": "resource", "resource": {"uri": "a://b", "text": "t", "mimeType": "text/plain"}},
        {"type": "resource", "resource": {"uri": "a://c", "blob": base64(b"\0\x01")}},
        {"type": "hologram", "size": 3},
    ]}));
    let blocks = &read.result.blocks;
    assert!(matches!(&blocks[0], Block::Text { text, whole: None, bytes: 6 } if text.hidden == 1));
    assert!(matches!(&blocks[1], Block::Image { mime, data } if mime == "image/png" && data.bytes == 12));
    assert!(matches!(&blocks[2], Block::Audio { mime, .. } if mime == "audio/ogg"));
    assert!(matches!(&blocks[3], Block::Link { uri, .. } if uri.text.starts_with("https://169")));
    assert!(matches!(
        &blocks[4],
        Block::Resource {
            text: Some(_),
            whole: None,
            bytes: 1,
            ..
        }
    ));
    assert!(matches!(
        &blocks[5],
        Block::Resource {
            text: None,
            whole: Some(_),
            bytes: 2,
            ..
        }
    ));
    assert!(
        matches!(&blocks[6], Block::Unshown { reason, json } if reason.contains("hologram") && json.text.contains("size"))
    );
    assert_eq!(
        read.outcome,
        "1 text block, 1 image, 1 audio clip, 1 link, 2 resources, 1 part that is not shown"
    );
    assert!(!read.is_error);
    let kinds: Vec<_> = store.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(
        kinds,
        [
            BodyKind::Json,
            BodyKind::Media("image/png"),
            BodyKind::Media("audio/ogg"),
            BodyKind::Binary
        ]
    );
    assert_eq!(store[1].1, PNG);
}

// Proves TOL-21.
#[test]
fn malformed_blocks_are_shown_with_the_reason_and_never_lost() {
    let (read, _) = read(&json!({"content": [
        7, null, {}, {"type": 3}, {"type": "text"}, {"type": "text", "text": 7}, {"type": "image", "data": "AA=="},
        {"type": "image", "data": "%%%", "mimeType": "image/png"},
        {"type": "image", "data": base64(b"<svg/>"), "mimeType": "image/svg+xml"},
        {"type": "image", "data": base64(b"<html>"), "mimeType": "image/png"},
        {"type": "resource"}, {"type": "resource", "resource": {"uri": "a://b"}},
        {"type": "resource", "resource": 7}, {"type": "resource_link"}, ["text", "a"],
    ]}));
    assert_eq!(read.result.blocks.len(), 15);
    for block in &read.result.blocks {
        assert!(
            matches!(block, Block::Unshown { reason, json } if !reason.is_empty() && !json.text.is_empty()),
            "{block:?}"
        );
    }
}

// Proves F-20.
#[test]
fn deep_content_and_broken_text_cost_only_their_block() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let raw = format!(
        r#"{{"content":[{{"type":"text","text":"a","x":{deep}}},{{"type":"text","text":"\ud800"}},{{"type":"text","text":"b"}}],"structuredContent":{deep}}}"#
    );
    let (read, store) = read_text_of(&raw, Some(&json!({})));
    assert!(matches!(&read.result.blocks[0], Block::Text { .. }));
    assert!(matches!(&read.result.blocks[1], Block::Unshown { .. }));
    assert!(matches!(&read.result.blocks[2], Block::Text { .. }));
    assert!(read.result.structured.is_none() && read.result.structured_whole.is_some());
    assert_eq!(read.result.matches_schema, Some(false));
    assert_eq!(store[0].1.len(), raw.len());
}

// Proves F-24.
#[test]
fn large_texts_and_many_blocks_go_by_handle_and_count() {
    let long = "é".repeat(INLINE_TEXT);
    let mut content = vec![json!({"type": "text", "text": long})];
    content.extend((0..BLOCKS + 6).map(|_| json!({"type": "text", "text": "x"})));
    let (read, store) = read(&json!({"content": content}));
    let Block::Text {
        text,
        whole: Some(whole),
        bytes,
    } = &read.result.blocks[0]
    else {
        panic!("not cut")
    };
    assert!(text.text.len() <= INLINE_TEXT);
    assert_eq!((*bytes, whole.bytes), (long.len() as u64, long.len() as u64));
    assert_eq!(store[1], (BodyKind::Text, long.into_bytes()));
    assert_eq!((read.result.blocks.len(), read.result.more_blocks), (BLOCKS, 7));
    assert_eq!(read.outcome, "500 text blocks, 7 more");
}

// Proves F-24.
#[test]
fn an_image_over_the_limit_is_not_decoded() {
    let huge = "A".repeat(MEDIA / 3 * 4 + 8);
    let (read, store) = read(&json!({"content": [{"type": "image", "data": huge, "mimeType": "image/png"}]}));
    assert!(matches!(&read.result.blocks[0], Block::Unshown { reason, .. } if reason.contains("32 MiB")));
    assert_eq!(store.len(), 1);
}

// Proves TOL-23.
#[test]
fn structured_content_is_any_json_and_absent_is_not_null() {
    for value in [
        json!({"a": 1}),
        json!([]),
        Value::Null,
        json!(0),
        json!(false),
        json!("x"),
    ] {
        let (read, _) = read(&json!({"content": [], "structuredContent": value}));
        assert_eq!(read.result.structured, Some(value));
        assert_eq!(read.outcome, "structured content");
    }
    let (without, _) = read(&json!({"content": []}));
    assert_eq!(
        (without.result.structured, without.outcome.as_str()),
        (None, "Nothing")
    );
    let large = json!("x".repeat(INLINE_STRUCTURED));
    let (large, store) = read(&json!({"structuredContent": large}));
    assert!(large.result.structured.is_none() && large.result.structured_whole.is_some());
    assert_eq!(store.len(), 2);
}

// Proves TOL-23.
#[test]
fn numbers_that_a_window_would_round_are_also_kept_as_text() {
    let exact = json!({"id": 9_007_199_254_740_993_u64});
    let (read, store) = read(&json!({"structuredContent": exact}));
    assert_eq!(read.result.structured, Some(exact));
    assert!(read.result.structured_whole.is_some(), "as text too");
    assert_eq!(store[1], (BodyKind::Json, br#"{"id":9007199254740993}"#.to_vec()));
}

// Proves TOL-22.
#[test]
fn structured_content_is_checked_against_the_promise() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let matching = |raw: Value| {
        let (read, _) = read_text_of(&raw.to_string(), Some(&schema));
        (read.result.matches_schema, read.result.mismatch.len())
    };
    assert_eq!(
        matching(json!({"content": [], "structuredContent": {"n": 1}})),
        (Some(true), 0)
    );
    assert_eq!(
        matching(json!({"content": [], "structuredContent": {"n": "x"}})),
        (Some(false), 1)
    );
    assert_eq!(
        matching(json!({"content": [], "structuredContent": null})),
        (Some(false), 1)
    );
    assert_eq!(matching(json!({"content": []})), (Some(false), 1));
    assert_eq!(matching(json!({"content": [], "isError": true})), (None, 0));
}

// Proves TOL-20.
#[test]
fn a_tool_that_failed_says_so() {
    assert!(read(&json!({"content": [], "isError": true})).0.is_error);
    assert!(!read(&json!({"content": [], "isError": "true"})).0.is_error);
    assert!(!read(&json!({"content": []})).0.is_error);
}

// Proves TOL-21.
#[test]
fn a_reply_without_a_shape_is_shown_as_it_is() {
    for raw in [
        "7",
        "{}",
        "[]",
        "null",
        r#"{"content":7}"#,
        r#"{"content":"text"}"#,
    ] {
        let (read, store) = read_text_of(raw, None);
        assert!(
            matches!(&read.result.blocks[..], [Block::Unshown { .. }]),
            "{raw}"
        );
        assert_eq!(store[0].1, raw.as_bytes());
    }
}

// Proves TOL-25.
#[test]
fn a_block_for_the_person_alone_is_marked_and_any_other_is_not() {
    let block = |audience: Value| json!({"type": "text", "text": "t", "annotations": {"audience": audience}});
    let (read, _) = read(&json!({"content": [
        block(json!(["user"])),
        block(json!(["user", "assistant"])),
        block(json!(["assistant"])),
        block(json!([])),
        block(json!("user")),
        {"type": "text", "text": "\"audience\": [\"user\"]"},
        {"type": "text", "text": "t", "annotations": 7},
        {"type": "image", "data": base64(PNG), "mimeType": "image/png", "annotations": {"audience": ["user"], "priority": 1}},
    ]}));
    assert_eq!(read.result.for_person, [0, 7]);
}
