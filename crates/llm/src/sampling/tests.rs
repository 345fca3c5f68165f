use super::*;
use crate::limits;
use proptest::prelude::*;
use serde_json::value::RawValue;

const NEW: SamplingFeatures = SamplingFeatures {
    sounds: true,
    tools: true,
    any_structured: true,
};

fn read(params: Value, features: SamplingFeatures) -> Result<(SamplingRequest, SamplingPreferences), Fault> {
    request(&RawValue::from_string(params.to_string()).unwrap(), features)
}

fn says(role: &str, content: Value) -> Value {
    json!({"role": role, "content": content})
}

fn text(words: &str) -> Value {
    json!({"type": "text", "text": words})
}

fn uses(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "look", "input": {}})
}

fn came_of(id: &str) -> Value {
    json!({"type": "tool_result", "toolUseId": id, "content": [text("seen")]})
}

/// A request with these messages, and more members.
fn asking(messages: Vec<Value>, more: Value) -> Value {
    let mut params = json!({"messages": messages, "maxTokens": 50});
    params
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    params
}

fn hello(more: Value) -> Value {
    asking(vec![says("user", text("hello"))], more)
}

fn looks() -> Value {
    json!({"tools": [{"name": "look", "inputSchema": {"type": "object"}}]})
}

fn ask(max_tokens: u32, stops: &[&str]) -> SamplingRequest {
    let (mut request, _) = read(hello(json!({"stopSequences": stops})), NEW).unwrap();
    request.max_tokens = max_tokens;
    request
}

// Proves SAM-10.
#[test]
fn what_a_revision_does_not_know_is_refused() {
    let image = json!({"type": "image", "mimeType": "image/png", "data": "AA=="});
    let sound = json!({"type": "audio", "mimeType": "audio/wav", "data": "AA=="});
    let old = [
        (
            says("user", text("a")),
            ["2024-11-05", "2025-03-26"],
            [true, true],
        ),
        (
            says("assistant", image),
            ["2024-11-05", "2025-03-26"],
            [true, true],
        ),
        (says("user", sound), ["2024-11-05", "2025-03-26"], [false, true]),
        (
            says("user", json!([text("a")])),
            ["2025-06-18", "2025-11-25"],
            [false, true],
        ),
        (
            says("user", json!({"type": "video", "data": ""})),
            ["2025-06-18", "2026-07-28"],
            [false, false],
        ),
        (
            says("user", json!("a")),
            ["2024-11-05", "2026-07-28"],
            [false, false],
        ),
        (
            says("user", json!([])),
            ["2025-11-25", "2026-07-28"],
            [false, false],
        ),
        (
            says("system", text("a")),
            ["2024-11-05", "2026-07-28"],
            [false, false],
        ),
    ];
    for (message, revisions, fine) in old {
        for (revision, fine) in revisions.into_iter().zip(fine) {
            let read = read(
                asking(vec![message.clone()], json!({})),
                SamplingFeatures::of(revision),
            );
            assert_eq!(read.is_ok(), fine, "{message} in {revision}: {read:?}");
        }
    }
}

// Proves SAM-10.
#[test]
fn types_are_exactly_those_of_the_protocol() {
    for wrong in [
        json!({"messages": []}),
        json!({"maxTokens": 0}),
        json!({"maxTokens": -1}),
        json!({"maxTokens": 1.5}),
        json!({"maxTokens": "50"}),
        json!({"systemPrompt": ["a"]}),
        json!({"temperature": "hot"}),
        json!({"temperature": -1}),
        json!({"stopSequences": [""]}),
        json!({"stopSequences": vec!["x"; 17]}),
        json!({"modelPreferences": {"costPriority": 2}}),
        json!({"modelPreferences": {"hints": "sonnet"}}),
        json!({"includeContext": "everything"}),
        json!({"metadata": 3}),
        json!({"tools": [{"name": "", "inputSchema": {}}]}),
        json!({"tools": [{"name": "a", "inputSchema": {}}, {"name": "a", "inputSchema": {}}]}),
        json!({"tools": [{"name": "a", "inputSchema": true}]}),
        json!({"toolChoice": {"mode": "always"}}),
        json!({"toolChoice": {"mode": "required"}}),
    ] {
        assert!(read(hello(wrong.clone()), NEW).is_err(), "{wrong}");
    }
    let (request, preferences) = read(hello(json!({"maxTokens": 50.0, "unknown": [1]})), NEW).unwrap();
    assert_eq!((request.max_tokens, preferences.max_tokens), (50, 50));
}

// Proves SAM-11.
#[test]
fn tools_that_were_not_agreed_on_are_refused() {
    let old = SamplingFeatures::of("2025-06-18");
    assert!(read(hello(looks()), old).is_err());
    assert!(read(hello(json!({"toolChoice": {}})), old).is_err());
    let (request, _) = read(hello(looks()), SamplingFeatures::of("2025-11-25")).unwrap();
    assert_eq!((request.tools.len(), request.tool_choice), (1, ToolChoice::Auto));
}

// Proves SAM-13, SAM-14.
#[test]
fn every_tool_that_was_wanted_has_its_result_in_its_place() {
    let begin = || says("user", text("go"));
    let fine = [
        vec![says("assistant", uses("1")), says("user", came_of("1"))],
        vec![
            says("assistant", json!([uses("1"), uses("2")])),
            says("user", json!([came_of("2"), came_of("1")])),
        ],
    ];
    let wrong = [
        // Mixed with something else.
        vec![
            says("assistant", uses("1")),
            says("user", json!([came_of("1"), text("and")])),
        ],
        // One left out, one too many, one twice, one for no call.
        vec![
            says("assistant", json!([uses("1"), uses("2")])),
            says("user", came_of("1")),
        ],
        vec![
            says("assistant", uses("1")),
            says("user", json!([came_of("1"), came_of("2")])),
        ],
        vec![
            says("assistant", uses("1")),
            says("user", json!([came_of("1"), came_of("1")])),
        ],
        vec![says("user", came_of("1"))],
        // No result at all, or one that comes late.
        vec![says("assistant", uses("1"))],
        vec![says("assistant", uses("1")), begin(), says("user", came_of("1"))],
        // In the wrong name, or under the same number.
        vec![says("user", uses("1")), says("user", came_of("1"))],
        vec![says("assistant", uses("1")), says("assistant", came_of("1"))],
        vec![
            says("assistant", json!([uses("1"), uses("1")])),
            says("user", came_of("1")),
        ],
    ];
    let cases = fine.map(|it| (it, true)).into_iter();
    for (mut messages, fine) in cases.chain(wrong.map(|it| (it, false))) {
        messages.insert(0, begin());
        let read = read(asking(messages.clone(), looks()), NEW);
        assert_eq!(read.is_ok(), fine, "{messages:?}: {read:?}");
    }
}

// Proves S-76, SAM-16.
#[test]
fn a_loop_has_an_end() {
    let rounds = |count: usize| {
        let rounds = (0..count).flat_map(|round| {
            let id = round.to_string();
            [says("assistant", uses(&id)), says("user", came_of(&id))]
        });
        let messages = std::iter::once(says("user", text("go"))).chain(rounds).collect();
        read(asking(messages, looks()), NEW)
    };
    assert!(rounds(limits::SAMPLING_ROUNDS).is_ok());
    assert!(rounds(limits::SAMPLING_ROUNDS + 1).is_err());
}

// Proves SAM-17.
#[test]
fn what_belongs_to_a_tool_is_passed_on() {
    let mut wanted = uses("1");
    wanted["_meta"] = json!({"trace": 7});
    let mut result = came_of("1");
    result["_meta"] = json!({"trace": 8});
    result["structuredContent"] = json!({"a": 1});
    result["isError"] = json!(true);
    let messages = vec![
        says("user", text("go")),
        says("assistant", wanted.clone()),
        says("user", result.clone()),
    ];
    let (request, _) = read(asking(messages, looks()), NEW).unwrap();
    let whole = request.to_value();
    assert_eq!(whole["messages"][1]["content"], wanted);
    assert_eq!(whole["messages"][2]["content"], result);
}

// Proves SAM-10.
#[test]
fn a_structured_result_of_any_form_is_one_in_the_newest_revision() {
    let older = SamplingFeatures::of("2025-11-25");
    for value in [json!([1]), json!("a"), json!(7), json!(false)] {
        let mut result = came_of("1");
        result["structuredContent"] = value;
        let messages = vec![
            says("user", text("go")),
            says("assistant", uses("1")),
            says("user", result.clone()),
        ];
        assert!(read(asking(messages.clone(), looks()), older).is_err());
        let (request, _) = read(asking(messages, looks()), NEW).unwrap();
        assert_eq!(request.to_value()["messages"][2]["content"], result);
    }
}

// Proves SAM-04.
#[test]
fn an_answer_is_never_longer_than_asked_for() {
    for (words, most, stops, said, stop) in [
        ("one two three", 9, &[][..], "one two three", Stop::EndTurn),
        ("one two three", 2, &[], "one two", Stop::MaxTokens),
        ("one two three", 9, &["two"], "one ", Stop::StopSequence),
        ("one two three", 1, &["three"], "one", Stop::MaxTokens),
        ("éééééééé", 1, &[], "éééé", Stop::MaxTokens),
    ] {
        let answer = SamplingResult::of_text(words, &ask(most, stops));
        assert_eq!(
            (answer.parts[0].text(), answer.stop),
            (said, stop),
            "{words:?} within {most}"
        );
        assert!(answer.tokens() <= most as usize);
    }
}

// Proves SAM-04.
#[test]
fn an_edited_answer_is_bounded_and_wants_only_what_was_offered() {
    let (request, _) = read(hello(looks()), NEW).unwrap();
    let before = SamplingResult::of_text("hello", &request);
    let fine = answer(json!([text("hi"), uses("1")]), &request, &before, NEW).unwrap();
    assert_eq!(fine.stop, Stop::ToolUse);
    let long = "word ".repeat(51);
    for wrong in [
        json!([]),
        json!("hi"),
        json!([text(&long)]),
        json!([came_of("1")]),
        json!([uses("1"), uses("1")]),
        json!([{"type": "tool_use", "id": "1", "name": "erase", "input": {}}]),
    ] {
        assert!(answer(wrong.clone(), &request, &before, NEW).is_err(), "{wrong}");
    }
    let old = SamplingFeatures::of("2025-06-18");
    let two = json!([text("a"), text("b")]);
    assert!(answer(two, &request, &before, old).is_err(), "one part only");
}

// Proves SAM-08, SAM-09.
#[test]
fn a_result_has_the_shape_of_its_revision() {
    let one = SamplingResult::new(vec![SamplingPart::Text("a".into())], Stop::EndTurn);
    assert_eq!(
        result(&one.to_value(), "demo", one.stop),
        json!({"role": "assistant", "content": text("a"), "model": "demo", "stopReason": "endTurn"})
    );
    let two = SamplingResult::new(
        vec![SamplingPart::Text("a".into()), SamplingPart::Text("b".into())],
        Stop::MaxTokens,
    );
    let new = result(&two.clone().within(NEW).to_value(), "demo", two.stop);
    assert_eq!(new["content"], json!([text("a"), text("b")]));
    let old = two.within(SamplingFeatures::of("2025-06-18"));
    assert_eq!(result(&old.to_value(), "demo", old.stop)["content"], text("a\nb"));
}

// Proves SAM-07.
#[test]
fn hints_count_in_their_order_and_as_parts_of_names() {
    let model = |name: &str| SamplingModel {
        name: name.to_owned(),
        sentence: String::new(),
    };
    let models = [model("claude-haiku"), model("claude-sonnet-5"), model("gpt")];
    for (hints, chosen) in [
        (&[][..], "claude-haiku"),
        (&["foo", "Sonnet"], "claude-sonnet-5"),
        (&["gpt", "sonnet"], "gpt"),
        (&["claude"], "claude-haiku"),
        (&[""], "claude-haiku"),
        (&["gpt-9"], "claude-haiku"),
    ] {
        let hints: Vec<String> = hints.iter().map(|hint| (*hint).to_owned()).collect();
        let preferences = SamplingPreferences {
            hints: hints.clone(),
            ..SamplingPreferences::default()
        };
        assert_eq!(
            choose(&preferences, &models, &[]).unwrap().0.name,
            chosen,
            "{hints:?}"
        );
    }
    assert!(choose(&SamplingPreferences::default(), &[], &[]).is_none());
}

// Proves SAM-07.
#[test]
fn what_the_server_would_like_most_decides_where_no_name_does() {
    let models = ["first", "cheap", "dear", "unknown"].map(|name| SamplingModel {
        name: name.to_owned(),
        sentence: String::new(),
    });
    let prices = [Some(3.0), Some(0.5), Some(75.0), None];
    for (cost, speed, intelligence, chosen) in [
        (None, None, None, "first"),
        (Some(0.9), None, Some(0.1), "cheap"),
        (None, Some(1.0), Some(0.5), "cheap"),
        (Some(0.2), Some(0.1), Some(0.8), "dear"),
        (Some(0.5), Some(0.5), Some(0.5), "first"),
    ] {
        let preferences = SamplingPreferences {
            priorities: SamplingPriorities {
                cost,
                speed,
                intelligence,
            },
            ..SamplingPreferences::default()
        };
        assert_eq!(choose(&preferences, &models, &prices).unwrap().0.name, chosen);
    }
    // Where only one has a price, nothing is known of which is dearer.
    let preferences = SamplingPreferences {
        priorities: SamplingPriorities {
            intelligence: Some(1.0),
            ..Default::default()
        },
        ..SamplingPreferences::default()
    };
    assert_eq!(
        choose(&preferences, &models, &[Some(1.0), None, None, None])
            .unwrap()
            .0
            .name,
        "first"
    );
}

// Proves SAM-02.
#[test]
fn only_the_data_of_media_stands_aside_and_only_where_it_is_shown() {
    let image = json!({"type": "image", "mimeType": "image/png", "data": "AAAA"});
    let mut wanted = uses("1");
    wanted["input"] = json!({"type": "image", "data": "hidden words"});
    let file = json!({"type": "resource", "resource": {"uri": "a:b", "blob": "BBBB"}});
    let result = json!({"type": "tool_result", "toolUseId": "1", "content": [image.clone(), file]});
    let messages = vec![
        says("user", json!([image, text("AAAA")])),
        says("assistant", wanted),
        says("user", result),
    ];
    let (request, _) = read(asking(messages, looks()), NEW).unwrap();
    let whole = request.to_value();
    let mut media = ExtractedMedia::default();
    let aside = media.aside(&whole);
    let written = aside.to_string();
    assert_eq!(aside["messages"][0]["content"][0]["data"], "image 1");
    assert_eq!(aside["messages"][0]["content"][1]["text"], "AAAA");
    assert_eq!(aside["messages"][2]["content"]["content"][0]["data"], "image 1");
    assert_eq!(
        aside["messages"][2]["content"]["content"][1]["resource"]["blob"],
        "file 2"
    );
    assert!(written.contains("hidden words"), "text is never taken for data");
    assert_eq!(media.back(aside.clone()), Some(whole));
    let mut typed = aside;
    typed["messages"][0]["content"][0]["data"] = json!("AAAB");
    assert_eq!(media.back(typed), None, "data is not typed");
}

// Proves S-75.
#[test]
fn what_is_too_much_is_refused() {
    let long = "x".repeat(limits::SAMPLING_TEXT);
    assert!(read(hello(json!({"systemPrompt": long})), NEW).is_err());
    let many = vec![says("user", text("a")); limits::SAMPLING_MESSAGES + 1];
    assert!(read(asking(many, json!({})), NEW).is_err());
    let parts = vec![text("a"); limits::SAMPLING_PARTS + 1];
    assert!(read(asking(vec![says("user", json!(parts))], json!({})), NEW).is_err());
    let huge = "A".repeat(limits::SAMPLING_BYTES);
    let image = json!({"type": "image", "mimeType": "image/png", "data": huge});
    assert!(read(asking(vec![says("user", image)], json!({})), NEW).is_err());
    let (request, preferences) = read(hello(json!({"maxTokens": 1_000_000})), NEW).unwrap();
    assert_eq!(
        (request.max_tokens, preferences.max_tokens),
        (limits::SAMPLING_TOKENS, 1_000_000)
    );
}

#[test]
fn an_edit_stays_within_what_the_server_asked_for() {
    let models = [SamplingModel {
        name: "demo".to_owned(),
        sentence: String::new(),
    }];
    let written = |more: Value| edited(hello(more), &models, 50, NEW);
    let request = written(json!({"model": "demo", "maxTokens": 20, "systemPrompt": "Be brief."})).unwrap();
    assert_eq!(
        (request.max_tokens, request.system_prompt.as_deref()),
        (20, Some("Be brief."))
    );
    for wrong in [
        json!({}),
        json!({"model": "other"}),
        json!({"model": "demo", "maxTokens": 51}),
        json!({"model": "demo", "messages": []}),
    ] {
        assert!(written(wrong.clone()).is_err(), "{wrong}");
    }
    for (wrong, why) in [
        (json!([]), "it must be an object"),
        (json!({"maxTokens": 1}), "“messages” is missing"),
        (
            json!({"messages": [{"role": "god", "content": ""}], "maxTokens": 1}),
            "“messages” is invalid",
        ),
        (
            json!({"messages": [], "maxTokens": 1, "stopSequences": "x"}),
            "“stopSequences” is invalid",
        ),
    ] {
        let fault = edited(wrong, &models, 50, NEW).err().unwrap();
        assert_eq!(fault.0, why);
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let words = prop_oneof![
        Just("text"),
        Just("image"),
        Just("tool_use"),
        Just("tool_result"),
        Just("user"),
        Just("assistant"),
        Just("required"),
        Just("AAAA"),
        Just("image/png"),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        words.prop_map(Value::from),
    ];
    let names = prop_oneof![
        Just("role"),
        Just("content"),
        Just("type"),
        Just("text"),
        Just("data"),
        Just("mimeType"),
        Just("id"),
        Just("name"),
        Just("input"),
        Just("toolUseId"),
        Just("mode"),
        Just("inputSchema"),
        Just("hints"),
        Just("other"),
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((names.clone(), inner), 0..6).prop_map(|members| Value::Object(
                members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
            )),
        ]
    })
}

proptest! {
    /// Whatever comes: no panic, and what is taken can be shown, edited and read again as the same.
    // Proves SAM-10.
    #[test]
    fn any_json_is_read_or_refused(
        messages in prop_oneof![
            any_json(),
            prop::collection::vec((prop_oneof![Just("user"), Just("assistant")], any_json()), 0..4)
                .prop_map(|lines| lines.into_iter().map(|(role, content)| says(role, content)).collect()),
        ],
        tokens in prop_oneof![Just(json!(9)), any_json()],
        name in prop_oneof![Just("tools"), Just("toolChoice"), Just("modelPreferences"), Just("systemPrompt")],
        more in any_json(),
        revision in prop_oneof![Just("2024-11-05"), Just("2025-06-18"), Just("2026-07-28"), Just("")],
    ) {
        let features = SamplingFeatures::of(revision);
        let params = json!({"messages": messages, "maxTokens": tokens, name: more});
        if let Ok((mut taken, preferences)) = read(params, features) {
            taken.model = "demo".to_owned();
            prop_assert!(taken.max_tokens <= limits::SAMPLING_TOKENS && taken.max_tokens <= preferences.max_tokens);
            prop_assert!(preferences.hints.len() <= limits::SAMPLING_WISHES.0);
            let mut media = ExtractedMedia::default();
            let aside = media.aside(&taken.to_value());
            prop_assert!(aside.to_string().len() <= limits::SAMPLING_TEXT + 64);
            let back = media.back(aside).unwrap();
            let models = [SamplingModel { name: "demo".to_owned(), sentence: String::new() }];
            let again = edited(back, &models, limits::SAMPLING_TOKENS, features).unwrap();
            prop_assert_eq!(again.to_value(), taken.to_value());
        }
    }

    /// The same for what a person writes in the place of an answer.
    // Proves SAM-10.
    #[test]
    fn any_json_is_an_answer_or_none(written in any_json()) {
        let (request, _) = read(hello(looks()), NEW).unwrap();
        let before = SamplingResult::of_text("hello", &request);
        if let Ok(taken) = answer(written, &request, &before, NEW) {
            prop_assert!(!taken.parts.is_empty() && taken.tokens() <= 50);
            let again = answer(taken.to_value(), &request, &before, NEW).unwrap();
            prop_assert_eq!(again.to_value(), taken.to_value());
        }
    }
}
