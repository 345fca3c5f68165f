//! Every call ends, whatever the server answers: in the right code, within seconds, and the next call works.

use std::{
    io::Cursor,
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, ImageFormat};
use portcullis_api::{Block, CallState, LogSource, ServerDraft};
use portcullis_core::Code;
use portcullis_host::{host::CallRequest, limits};
use portcullis_tests::{
    test_user::{TestUser, assert_done, assert_failed, by_hand, code, nothing, program, received, text},
    wait,
};
use serde_json::{Value, json};

/// What “within seconds” is on a busy computer; a hang would last sixty.
const SOON: Duration = Duration::from_secs(15);

/// Responses that are no messages of the protocol.
pub(super) const MALFORMED: [&str; 5] = [
    "invalid_utf8",
    "no_jsonrpc",
    "batch_array",
    "too_deep",
    "half_json",
];

fn with_limits(draft: ServerDraft, idle: u32, total: u32) -> ServerDraft {
    let mut draft = draft;
    draft.limits.idle_seconds = idle;
    draft.limits.total_seconds = total;
    draft
}

/// A server whose tool `x` does these steps and whose tool `good` is as it should be.
async fn answering(steps: Value) -> (TestUser, String) {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x", "good"], "calls": {"x": steps}});
    let id = person.has("Files", script).await;
    (person, id)
}

/// The next call works, and nothing of the one before is left.
async fn goes_on(person: &TestUser, id: &str) {
    let next = person.calls(id, "good", json!({"k": 1})).await;
    assert_done(&next);
    assert_eq!(text(&next), r#"{"k":1}"#);
    person.has_no_open_request(id).await;
}

async fn ends_in(fault: &str, expected: Code) {
    let (person, id) = answering(json!([{"malformed": fault}])).await;
    let asked = Instant::now();
    let call = person.calls(&id, "x", nothing()).await;
    assert!(asked.elapsed() < SOON, "{fault} took {:?}", asked.elapsed());
    assert_eq!(code(&call), expected.as_str(), "{fault}");
    assert_failed(&call, expected);
    assert_eq!(call.state, CallState::Failed);
    goes_on(&person, &id).await;
    person.host.close().await;
}

// Proves S-85, F-20, RPC-01, RPC-07, RPC-18.
#[tokio::test]
async fn a_broken_reply_ends_its_call_and_no_other() {
    for fault in MALFORMED {
        ends_in(fault, Code::ProtocolBroken).await;
    }
    // An error whose code is a word is the server's refusal all the same.
    ends_in("string_error_code", Code::ProtocolError).await;
}

// Half of a pair of surrogates, as JavaScript cuts a text.
#[tokio::test]
async fn a_text_that_was_cut_within_a_character_is_shown_with_a_sign_in_its_place() {
    let (person, id) = answering(json!([{"malformed": "lone_surrogate"}])).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_done(&call);
    assert_eq!(text(&call), "before \u{fffd} after");
}

// Proves F-03.
#[tokio::test]
async fn a_reply_of_17_mib_ends_its_call_and_says_what_is_accepted() {
    let (person, id) = answering(json!([{"oversized_mib": 17}])).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::MessageTooLarge);
    let sentence = call.problem.unwrap().sentence;
    assert!(sentence.contains("the limit of 16 MiB"), "{sentence}");
    goes_on(&person, &id).await;
}

// Proves F-03.
#[tokio::test]
async fn a_person_may_raise_the_largest_message() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "calls": {"x": [{"oversized_mib": 17}]}});
    let mut draft = program("Films", script);
    draft.limits.message_mib = 32;
    let id = person.adds_ready(draft).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_done(&call);
    let result = call.result.unwrap();
    let_assert!(&result.blocks[0] => Block::Text { bytes, whole, .. });
    assert_eq!((*bytes, whole.is_some()), (17 << 20, true));
}

// Proves F-20.
#[tokio::test]
async fn arguments_and_results_as_deep_as_json_goes_are_refused_or_shown_but_never_crash() {
    let (person, id) = answering(json!([{"reply": {"content": [], "structuredContent": deep(100)}}])).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    goes_on(&person, &id).await;
}

fn deep(levels: usize) -> Value {
    (0..levels).fold(json!("the bottom"), |inner, _| json!([inner]))
}

// Proves PNG-03, CAN-03.
#[tokio::test]
async fn silence_ends_a_call_and_the_server_is_told() {
    let person = TestUser::new().await;
    let cancelled = person.path("cancelled");
    let script = json!({"tools": ["x", "good"], "calls": {"x": [{"wait_for_cancel": cancelled}]}});
    let id = person.has("Slow", script).await;
    let wanted = CallRequest {
        idle: Some(Duration::from_millis(300)),
        seen: None,
        ..by_hand(&id, "x", nothing())
    };
    let call = person.host.start_call(wanted).await.unwrap();
    let call = person.finishes(&call).await;
    assert_failed(&call, Code::CallTimeout);
    assert_eq!(wait::file(&cancelled).await, "no answer in time");
    goes_on(&person, &id).await;
}

// Proves PNG-04, TOL-17.
#[tokio::test]
async fn a_call_without_an_answer_ends_by_the_servers_own_limit() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "calls": {"x": ["no_reply"]}});
    let id = person
        .adds_ready(with_limits(program("Slow", script), 1, 600))
        .await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::CallTimeout);
    assert_has!(
        call.problem.unwrap().sentence,
        "no response or progress for 1 second"
    );
    person.has_no_open_request(&id).await;
}

// Proves F-23.
#[tokio::test]
async fn progress_keeps_a_call_alive_beyond_its_idle_limit() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "calls": {"x": [{"progress": {"n": 20, "interval_ms": 200}}]}});
    let id = person
        .adds_ready(with_limits(program("Busy", script), 3, 600))
        .await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_done(&call);
    let took = call.ended_at.unwrap() - call.sent_at.unwrap();
    assert!(
        took >= 3_500,
        "it took {took} ms, so the limit of 3 s was never in question"
    );
    let progress = call.progress.unwrap();
    assert_eq!((progress.value, progress.total), (20.0, Some(20.0)));
    assert_eq!(progress.message.unwrap().text, "20 of 20");
}

// Proves F-23, PNG-05.
#[tokio::test]
async fn progress_for_ever_ends_at_the_hard_limit() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "calls": {"x": [{"progress": {"n": 1_000_000, "interval_ms": 100}}, "no_reply"]}});
    let id = person
        .adds_ready(with_limits(program("Busy", script), 2, 3))
        .await;
    let began = Instant::now();
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::CallTimeout);
    assert!(call.problem.unwrap().sentence.contains("within 3 seconds"));
    assert!(began.elapsed() < SOON);
}

// Proves F-23, PRG-03.
#[tokio::test]
async fn progress_that_goes_backwards_is_no_sign_of_life() {
    let person = TestUser::new().await;
    let steps = json!([{"progress": {"n": 100, "interval_ms": 100, "backwards": true}}, "no_reply"]);
    let script = json!({"tools": ["x"], "calls": {"x": steps}});
    let id = person
        .adds_ready(with_limits(program("Busy", script), 3, 600))
        .await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::CallTimeout);
    assert_eq!(call.progress.unwrap().value, 99.0, "only the first report counts");
}

// Proves CAN-01, CAN-03, CAN-09.
#[tokio::test]
async fn stopping_a_call_reaches_the_server() {
    let person = TestUser::new().await;
    let (began, cancelled) = (person.path("began"), person.path("cancelled"));
    let steps = json!([{"touch": began}, {"wait_for_cancel": cancelled}]);
    let id = person
        .has("Slow", json!({"tools": ["x", "good"], "calls": {"x": steps}}))
        .await;
    let call = person.begins(&id, "x", nothing()).await;
    wait::file(&began).await;
    person.host.cancel_call(&call.id).unwrap();
    let call = person.finishes(&call).await;
    assert_eq!(call.state, CallState::Cancelled);
    assert_failed(&call, Code::CallCancelled);
    let sentence = call.problem.unwrap().sentence;
    assert_has!(sentence, "Anything it did before that remains");
    assert_eq!(wait::file(&cancelled).await, "stopped by the person");
    goes_on(&person, &id).await;
}

// Proves F-22, CAN-05.
#[tokio::test]
async fn an_answer_after_a_cancel_is_ignored() {
    let person = TestUser::new().await;
    let (began, go) = (person.path("began"), person.path("go"));
    let steps = json!([{"touch": began}, {"wait_for_file": go}]);
    let id = person
        .has("Slow", json!({"tools": ["x", "good"], "calls": {"x": steps}}))
        .await;
    let call = person.begins(&id, "x", nothing()).await;
    wait::file(&began).await;
    person.host.cancel_call(&call.id).unwrap();
    assert_eq!(person.finishes(&call).await.state, CallState::Cancelled);
    std::fs::write(&go, "").unwrap();
    wait::holds("the late answer to be counted", || {
        person.host.server(&id).unwrap().health.stray_replies == 1
    })
    .await;
    assert_eq!(person.host.call(&call.id).unwrap().state, CallState::Cancelled);
    goes_on(&person, &id).await;
}

// Proves F-22, RPC-16.
#[tokio::test]
async fn unmatched_and_second_answers_are_counted_and_forgotten() {
    let (person, id) = answering(json!(["unknown_id", "duplicate_reply"])).await;
    for _ in 0..5 {
        assert_done(&person.calls(&id, "x", nothing()).await);
    }
    wait::holds("ten unmatched responses", || {
        person.host.server(&id).unwrap().health.stray_replies == 10
    })
    .await;
    goes_on(&person, &id).await;
}

// Proves F-22, RPC-05.
#[tokio::test]
async fn an_answer_to_the_number_as_text_ends_the_call_at_once() {
    let (person, id) = answering(json!(["id_as_string"])).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::ProtocolBroken);
    goes_on(&person, &id).await;
}

// Proves F-04, STD-03, STD-04.
#[tokio::test]
async fn banners_and_junk_between_messages_are_logged_and_do_no_harm() {
    let person = TestUser::new().await;
    let junk = json!([
        {"banner": "Listening on stdio"},
        {"say_raw": {"base64": "77u/DQo="}},
        {"say_raw": {"base64": "//79Cg=="}},
        {"banner": "{\"half\": "},
        {"say": [1, 2, 3]},
        {"say": {"no": "message"}}
    ]);
    let script = json!({"start": junk, "tools": ["x"], "calls": {"x": junk}});
    let id = person.has("Chatty", script).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let detail = person.host.server(&id).unwrap();
    assert!(detail.health.junk_lines >= 4, "{:?}", detail.health);
    let lines = person.host.logs(&id, 0).unwrap().lines;
    let banners = lines
        .iter()
        .filter(|line| line.source == LogSource::Junk && line.text.text == "Listening on stdio");
    assert!(banners.count() >= 1, "the log shows the banner");
}

// Proves TOL-20.
#[tokio::test]
async fn a_tool_that_says_it_failed_is_not_a_broken_call() {
    let (person, id) = answering(
        json!([{"reply": {"content": [{"type": "text", "text": "no such file"}], "isError": true}}]),
    )
    .await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_eq!((call.state, code(&call)), (CallState::ToolError, ""));
    assert_eq!(text(&call), "no such file");
}

// Proves ERR-03.
#[tokio::test]
async fn an_error_of_the_protocol_keeps_the_servers_words() {
    let (person, id) = answering(json!([{"error": {"code": -32000, "message": "out of paper"}}])).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::ProtocolError);
    let problem = call.problem.unwrap();
    assert_eq!(problem.said.unwrap().text, "out of paper");
    assert!(!problem.sentence.contains("paper"), "our sentence is ours (S-34)");
}

// Proves MRT-08, MRT-10, RPC-14.
#[tokio::test]
async fn questions_that_may_not_be_asked_end_the_call_and_not_the_connection() {
    let person = TestUser::new().await;
    let sampling = json!({"q": {"method": "sampling/createMessage", "params": {}}});
    let replies = [
        ("nothing", json!({"resultType": "input_required"})),
        (
            "no questions",
            json!({"resultType": "input_required", "inputRequests": 7}),
        ),
        (
            "other",
            json!({"resultType": "input_required", "inputRequests": {"q": {"method": "tools/call"}}}),
        ),
        (
            "not offered",
            json!({"resultType": "input_required", "inputRequests": sampling}),
        ),
        ("unknown", json!({"resultType": "banana", "content": []})),
        ("not a text", json!({"resultType": 7, "content": []})),
    ];
    let calls: serde_json::Map<_, _> = replies
        .iter()
        .map(|(name, reply)| ((*name).to_owned(), json!([{"reply": reply}])))
        .collect();
    let names: Vec<_> = calls.keys().cloned().chain(["good".to_owned()]).collect();
    let script = json!({"era": "modern", "tools": names, "calls": calls});
    let id = person.has("Asking", script).await;
    for (name, _) in replies {
        assert_failed(&person.calls(&id, name, nothing()).await, Code::ProtocolBroken);
    }
    assert_done(&person.calls(&id, "good", nothing()).await);
}

// Proves S-86, MRT-11.
#[tokio::test]
async fn endless_questions_end_the_call() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let again = json!([{"reply": {"resultType": "input_required", "requestState": "again"}}]);
    let script =
        json!({"era": "modern", "record": record, "tools": ["endless", "good"], "calls": {"endless": again}});
    let id = person.has("Asking", script).await;
    assert_failed(
        &person.calls(&id, "endless", nothing()).await,
        Code::InputRequired,
    );
    let rounds = received(&record)
        .iter()
        .filter(|message| message["method"] == "tools/call")
        .count();
    assert_eq!(rounds, limits::ROUNDS as usize);
    assert_done(&person.calls(&id, "good", nothing()).await);
}

fn measured(name: &str) -> Value {
    json!({
        "name": name,
        "inputSchema": {
            "type": "object",
            "properties": {"count": {"type": "integer", "minimum": 1}},
            "required": ["count"],
            "additionalProperties": false,
        },
        "outputSchema": {
            "type": "object",
            "properties": {"value": {"type": "number"}},
            "required": ["value"],
        },
    })
}

// Proves TOL-16.
#[tokio::test]
async fn arguments_that_break_the_schema_never_reach_the_server() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let id = person
        .has("Scales", json!({"record": record, "tools": [measured("weigh")]}))
        .await;
    for wrong in [
        json!({}),
        json!({"count": "three"}),
        json!({"count": 0}),
        json!({"count": 1, "more": 2}),
        json!([1]),
    ] {
        let refused = person.is_refused(&id, "weigh", wrong.clone()).await;
        assert_eq!(refused.code, Code::CallBadArguments, "{wrong}");
        assert!(
            refused.sentence.contains("“Scales”") && refused.sentence.ends_with("The tool was not called."),
            "{}",
            refused.sentence
        );
    }
    let issues = person
        .host
        .check_arguments(&id, "weigh", json!({"count": "three"}))
        .await
        .unwrap();
    assert_eq!(issues[0].path, "/count");
    // One that fits comes after them all, so the record is complete.
    person.calls(&id, "weigh", json!({"count": 3})).await;
    assert_eq!(person.arguments_sent(&record, "weigh"), [json!({"count": 3})]);
}

// Proves TOL-22.
#[tokio::test]
async fn a_result_that_breaks_the_tools_own_schema_is_flagged_and_shown() {
    let person = TestUser::new().await;
    let script = json!({
        "tools": [measured("weigh"), measured("right")],
        "calls": {
            "weigh": ["bad_structured"],
            "right": [{"reply": {"content": [], "structuredContent": {"value": 1.5}}}],
        },
    });
    let id = person.has("Scales", script).await;
    let call = person.calls(&id, "weigh", json!({"count": 1})).await;
    assert_done(&call);
    let result = call.result.unwrap();
    assert_eq!(result.matches_schema, Some(false));
    assert_eq!(result.mismatch[0].path, "/value");
    assert_eq!(result.structured, Some(json!({"value": "a word"})));
    let right = person
        .calls(&id, "right", json!({"count": 1}))
        .await
        .result
        .unwrap();
    assert_eq!(right.matches_schema, Some(true));
}

// Proves F-24.
#[tokio::test]
async fn large_texts_go_by_handle_and_many_blocks_are_counted() {
    let blocks: Vec<_> = (0..limits::BLOCKS + 7)
        .map(|n| json!({"type": "text", "text": n.to_string()}))
        .collect();
    let person = TestUser::new().await;
    let script = json!({
        "tools": ["long", "many"],
        "calls": {"long": [{"text_bytes": 10 << 20}], "many": [{"reply": {"content": blocks}}]},
    });
    let id = person.has("Library", script).await;
    let long = person.calls(&id, "long", nothing()).await.result.unwrap();
    let_assert!(&long.blocks[0] => Block::Text { text, whole, bytes });
    assert_eq!(
        (text.text.len(), *bytes, whole.is_some()),
        (limits::INLINE_TEXT, 10 << 20, true)
    );
    let many = person.calls(&id, "many", nothing()).await.result.unwrap();
    assert_eq!((many.blocks.len(), many.more_blocks), (limits::BLOCKS, 7));
}

#[tokio::test]
async fn images_sounds_and_lies_about_them_are_told_apart() {
    let person = TestUser::new().await;
    let lie =
        json!({"reply": {"content": [{"type": "image", "data": "PHNjcmlwdD4=", "mimeType": "image/png"}]}});
    let script = json!({
        "tools": ["image", "audio", "lie"],
        "calls": {"image": ["image"], "audio": ["audio"], "lie": [lie]},
    });
    let id = person.has("Studio", script).await;
    let image = person.calls(&id, "image", nothing()).await.result.unwrap();
    assert!(matches!(&image.blocks[0], Block::Image { mime, .. } if mime == "image/png"));
    let audio = person.calls(&id, "audio", nothing()).await.result.unwrap();
    assert!(matches!(&audio.blocks[0], Block::Audio { mime, .. } if mime == "audio/wav"));
    let lie = person.calls(&id, "lie", nothing()).await.result.unwrap();
    assert!(
        matches!(&lie.blocks[0], Block::Unshown { .. }),
        "{:?}",
        lie.blocks
    );
}

#[tokio::test]
async fn the_gate_gets_a_picture_that_the_host_encoded_again_and_no_sound() {
    let mut given = Cursor::new(Vec::new());
    let picture = DynamicImage::new_rgba8(4, 4);
    picture.write_to(&mut given, ImageFormat::Png).unwrap();
    let mut given = given.into_inner();
    given.extend_from_slice(b"rides along");
    let given = STANDARD.encode(given);
    let content = json!([{"type": "image", "data": &given, "mimeType": "image/png"}]);
    let script = json!({
        "tools": ["image", "audio"],
        "calls": {"image": [{"reply": {"content": content}}], "audio": ["audio"]},
    });
    let person = TestUser::new().await;
    let host = &person.host;
    let id = person.has("Studio", script).await;
    let image = person.calls(&id, "image", nothing()).await.result.unwrap();
    let_assert!(&image.blocks[0] => Block::Image { data, .. });
    let as_it_came = host.payload_url(&data.handle).unwrap();
    assert_eq!(as_it_came, format!("data:image/png;base64,{given}"));
    let redrawn = host.redrawn_payload_url(&data.handle).await.unwrap();
    let bytes = redrawn.strip_prefix("data:image/png;base64,").unwrap();
    let bytes = STANDARD.decode(bytes).unwrap();
    let decoded = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
    assert_eq!(decoded.into_rgba8(), picture.into_rgba8());
    assert!(!bytes.windows(11).any(|part| part == b"rides along"));

    let audio = person.calls(&id, "audio", nothing()).await.result.unwrap();
    let_assert!(&audio.blocks[0] => Block::Audio { data, .. });
    assert!(host.payload_url(&data.handle).is_ok());
    let refused = host.redrawn_payload_url(&data.handle).await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

#[tokio::test]
async fn a_tool_that_is_not_there_is_not_called() {
    let (person, id) = answering(json!([])).await;
    let record = person.path("none");
    let refused = person.is_refused(&id, "y", nothing()).await;
    assert_eq!(refused.code, Code::ToolUnknown);
    assert_eq!(refused.sentence, "“Files” has no tool “y”.");
    assert!(received(&record).is_empty());
}
