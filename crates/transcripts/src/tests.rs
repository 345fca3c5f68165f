//! Files as the products write them, files that are cut off, and files that were written to do harm.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn read_json(value: &Value) -> TranscriptFile {
    read(value.to_string().as_bytes()).unwrap()
}

fn words(transcript: &Transcript) -> Vec<(TranscriptSpeaker, &str)> {
    transcript
        .messages
        .iter()
        .map(|message| (message.speaker, message.text.as_str()))
        .collect()
}

use TranscriptSpeaker::{Model, Person};

fn node(id: &str, parent: Option<&str>, message: Value) -> (String, Value) {
    let node = json!({"id": id, "parent": parent, "children": [], "message": message});
    (id.to_owned(), node)
}

fn chat_gpt_message(role: &str, parts: &[Value]) -> Value {
    json!({
        "id": "m", "author": {"role": role, "name": null, "metadata": {}}, "create_time": 1714566896.789,
        "content": {"content_type": "text", "parts": parts}, "status": "finished_successfully",
        "metadata": {"model_slug": "gpt-4o"}, "recipient": "all"
    })
}

fn chat_gpt(nodes: Vec<(String, Value)>, current: &str) -> Value {
    let mapping: serde_json::Map<String, Value> = nodes.into_iter().collect();
    json!({
        "title": "Trip to Bergen", "create_time": 1714566000.5, "update_time": 1714567000.0, "mapping": mapping,
        "moderation_results": [], "current_node": current, "plugin_ids": null, "conversation_id": "c-1"
    })
}

#[test]
fn a_tree_of_chat_gpt_is_read_along_the_way_that_was_shown() {
    let mut to_tool = chat_gpt_message("assistant", &[json!("search('Bergen')")]);
    to_tool["recipient"] = json!("web");
    let mut thoughts = chat_gpt_message("assistant", &[]);
    thoughts["content"] = json!({"content_type": "thoughts", "thoughts": [{"summary": "x"}]});
    let mut memory = chat_gpt_message("user", &[]);
    memory["content"] = json!({"content_type": "user_editable_context", "user_instructions": "Obey."});
    let picture = json!({"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"});
    let file = read_json(&json!([chat_gpt(
        vec![
            node("root", None, Value::Null),
            node("s", Some("root"), chat_gpt_message("system", &[json!("")])),
            node(
                "i",
                Some("s"),
                chat_gpt_message("system", &[json!("You are a pirate.")])
            ),
            node("u", Some("i"), memory),
            node(
                "1",
                Some("u"),
                chat_gpt_message("user", &[picture, json!("Where is this?")])
            ),
            node(
                "2-old",
                Some("1"),
                chat_gpt_message("assistant", &[json!("In Oslo.")])
            ),
            node("t", Some("1"), thoughts),
            node("2", Some("t"), to_tool),
            node("3", Some("2"), chat_gpt_message("tool", &[json!("42")])),
            node(
                "4",
                Some("3"),
                chat_gpt_message("assistant", &[json!("In **Bergen**.")])
            ),
        ],
        "4"
    )]));
    assert_eq!(file.product, ChatProduct::ChatGpt);
    let [one] = file.transcripts.as_slice() else {
        unreachable!()
    };
    assert_eq!(one.title, "Trip to Bergen");
    assert_eq!(
        (one.created_at, one.updated_at),
        (Some(1_714_566_000_500), Some(1_714_567_000_000))
    );
    assert_eq!(
        words(one),
        [(Person, "Where is this?"), (Model, "In **Bergen**.")]
    );
    assert_eq!(one.messages[0].model, None);
    assert_eq!(one.messages[1].model.as_deref(), Some("gpt-4o"));
    assert_eq!(one.messages[1].at, Some(1_714_566_896_789));
    let omitted = Omitted {
        calls: 2,
        files: 1,
        instructions: 2,
        reasoning: 1,
        branches: 1,
        ..Omitted::default()
    };
    assert_eq!(one.omitted, omitted);
}

#[test]
fn a_tree_that_leads_back_to_itself_ends() {
    let says = |text: &str| chat_gpt_message("user", &[json!(text)]);
    let round = chat_gpt(
        vec![node("a", Some("b"), says("A")), node("b", Some("a"), says("B"))],
        "b",
    );
    let alone = chat_gpt(vec![node("a", Some("a"), says("A"))], "gone");
    let file = read_json(&json!([round, alone]));
    assert_eq!(words(&file.transcripts[0]), [(Person, "A\n\nB")]);
    assert_eq!(words(&file.transcripts[1]), [(Person, "A")]);
}

#[test]
fn an_id_that_is_there_twice_is_what_it_was_first() {
    let node = |text: &str| node("a", None, chat_gpt_message("user", &[json!(text)])).1;
    let text = format!(
        r#"[{{"title":"T","current_node":"a","mapping":{{"a":{},"a":{}}}}}]"#,
        node("first"),
        node("second")
    );
    let file = read(text.as_bytes()).unwrap();
    assert_eq!(words(&file.transcripts[0]), [(Person, "first")]);
    assert_eq!(file.transcripts[0].omitted.unknown, 1);
}

#[test]
fn messages_of_claude_are_read_from_their_parts_or_else_their_text() {
    let file = read_json(&json!([
        {
            "uuid": "1", "name": "Letters", "summary": "", "created_at": "2024-05-01T12:34:56.789012Z",
            "updated_at": "2024-05-02T00:00:00Z", "account": {"uuid": "a"},
            "chat_messages": [
                {"uuid": "m1", "sender": "human", "text": "Write it", "content": [{"type": "text", "text": "Write it"}],
                 "created_at": "2024-05-01T12:34:57Z", "attachments": [{"file_name": "a.txt", "extracted_content": "secret"}],
                 "files": [{"file_name": "b.png"}]},
                {"uuid": "m2", "sender": "assistant", "text": "Done", "content": [
                    {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "First"},
                    {"type": "tool_use", "name": "artifacts", "input": {}}, {"type": "tool_result", "content": []},
                    {"type": "text", "text": "then"}], "created_at": "2024-05-01T12:35:00Z", "attachments": [], "files": []},
            ]
        },
        {"uuid": "2", "name": "", "created_at": "2023-05-01T12:34:56Z",
         "chat_messages": [{"sender": "human", "text": "Old form"}]},
        {"uuid": "3", "name": "Nothing", "chat_messages": []},
        {"uuid": "4", "name": "Broken", "chat_messages": "gone"},
        {"something": "else"}
    ]));
    assert_eq!(file.product, ChatProduct::Claude);
    assert_eq!((file.transcripts.len(), file.empty, file.unreadable), (2, 1, 2));
    let [one, two] = file.transcripts.as_slice() else {
        unreachable!()
    };
    assert_eq!(words(one), [(Person, "Write it"), (Model, "First\n\nthen")]);
    assert_eq!(one.created_at, Some(1_714_566_896_789));
    let omitted = Omitted {
        calls: 2,
        files: 2,
        reasoning: 1,
        ..Omitted::default()
    };
    assert_eq!(one.omitted, omitted);
    assert_eq!((two.title.as_str(), words(two)), ("", vec![(Person, "Old form")]));
}

const GOOSE: &str = r#"{"working_dir":"/home/ada","description":"Fix the build","message_count":3,"total_tokens":812}
{"role":"user","created":1714566896,"content":[{"type":"text","text":"Why is it red?"}]}
{"role":"assistant","created":1714566897,"content":[{"type":"text","text":"I look."},{"type":"toolRequest","id":"1","toolCall":{"status":"success","value":{"name":"shell","arguments":{}}}}]}
{"role":"user","created":1714566898,"content":[{"type":"toolResponse","id":"1","toolResult":{"status":"success","value":[]}}]}
{"role":"assistant","created":1714566899,"content":[{"type":"text","text":"A test fails."}]}
"#;

#[test]
fn lines_of_goose_are_read_also_where_the_last_one_is_cut_off() {
    let file = read(GOOSE.as_bytes()).unwrap();
    assert_eq!(file.product, ChatProduct::Goose);
    let [one] = file.transcripts.as_slice() else {
        unreachable!()
    };
    assert_eq!(one.title, "Fix the build");
    assert_eq!(
        words(one),
        [(Person, "Why is it red?"), (Model, "I look.\n\nA test fails.")]
    );
    assert_eq!(one.omitted.calls, 2);
    assert_eq!(one.created_at, Some(1_714_566_896_000));
    let cut = read(&GOOSE.as_bytes()[..GOOSE.len() - 20]).unwrap();
    assert_eq!(
        words(&cut.transcripts[0]),
        [(Person, "Why is it red?"), (Model, "I look.")]
    );
    assert_eq!(cut.transcripts[0].omitted.unknown, 1);
}

#[test]
fn a_session_that_goose_exports_is_read() {
    let file = read_json(&json!({
        "id": "20260818_1", "name": "Red build", "working_dir": "/home/ada", "created_at": "2026-08-18T08:00:00Z",
        "recipe": {"instructions": "Obey."}, "extension_data": {},
        "conversation": [
            {"role": "user", "created": 1714566896, "content": [{"type": "text", "text": "Why?"}, {"type": "image", "data": ""}]},
            {"role": "assistant", "created": 1714566897, "content": [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "So."}],
             "metadata": {"userVisible": true, "agentVisible": false}},
            {"role": "user", "created": 1714566898, "content": [{"type": "text", "text": "Summary: obey."}],
             "metadata": {"userVisible": false, "agentVisible": true}}
        ]
    }));
    assert_eq!(file.product, ChatProduct::Goose);
    assert_eq!(words(&file.transcripts[0]), [(Person, "Why?"), (Model, "So.")]);
    assert_eq!(
        (
            file.transcripts[0].omitted.files,
            file.transcripts[0].omitted.reasoning,
            file.transcripts[0].omitted.summaries
        ),
        (1, 1, 1)
    );
}

#[test]
fn our_own_json_is_read_along_the_branch_that_was_shown() {
    let message = |number: u32, follows: Option<u32>, speaker: &str, text: &str| {
        json!({"number": number, "follows": follows, "speaker": speaker, "model": (speaker == "model").then_some("m-1"),
               "at": 1_714_566_896_789_u64, "whole": true,
               "parts": [{"kind": "words", "text": text}, {"kind": "call", "server": "s"}]})
    };
    let file = read_json(&json!({
        "format": "portcullis.conversation/1", "title": "T", "exported_at": 1, "created_at": 1_714_566_000_000_u64,
        "shown_up_to": 3,
        "summaries": [{"after": 1, "messages": 1, "model": "m-1", "at": 1, "automatic": false, "text": "Obey."}],
        "messages": [
            message(1, None, "person", "Hello"), message(2, Some(1), "model", "Old"),
            message(3, Some(1), "model", "New"), message(3, Some(3), "model", "Twice"),
        ]
    }));
    assert_eq!(file.product, ChatProduct::Portcullis);
    let one = &file.transcripts[0];
    assert_eq!(words(one), [(Person, "Hello"), (Model, "New")]);
    assert_eq!(one.messages[1].model.as_deref(), Some("m-1"));
    assert_eq!(one.created_at, Some(1_714_566_000_000));
    assert_eq!((one.omitted.branches, one.omitted.unknown), (1, 1));
    assert_eq!(one.omitted.summaries, 1);
}

#[test]
fn markdown_is_read_by_its_headings() {
    let text = "# Notes\n\n## You\n\nShow it:\n\n```md\n## Assistant\nnot a heading\n```\n\n## **Assistant:**\n\n### Steps\n\nDone.\n";
    let file = read(text.as_bytes()).unwrap();
    assert_eq!(file.product, ChatProduct::Markdown);
    let one = &file.transcripts[0];
    assert_eq!(one.title, "Notes");
    let [(Person, first), (Model, second)] = words(one)[..] else {
        unreachable!()
    };
    assert!(first.contains("## Assistant\nnot a heading"), "{first}");
    assert_eq!(second, "### Steps\n\nDone.");
    assert_eq!(
        read(b"# Only a text\n\nWithout speakers."),
        Err(UnreadTranscripts::Unknown)
    );
}

#[test]
fn markdown_that_begins_like_json_is_read_too() {
    for begin in ["[TOC]", "[A link](https://example.com)", "{.class}"] {
        let text = format!("{begin}\n\n## You\n\nHello\n");
        let file = read(text.as_bytes()).unwrap();
        assert_eq!(words(&file.transcripts[0]), [(Person, "Hello")], "{begin}");
    }
}

#[test]
fn words_between_backticks_on_one_line_hide_no_heading() {
    let text = "## You\n\n```ls``` fails\n\n## Assistant\n\n``` `` ```\n\n## You\n\nThanks\n";
    let file = read(text.as_bytes()).unwrap();
    assert_eq!(
        words(&file.transcripts[0]),
        [
            (Person, "```ls``` fails"),
            (Model, "``` `` ```"),
            (Person, "Thanks")
        ]
    );
}

#[test]
fn our_own_markdown_gives_words_and_nothing_of_tools_and_reasoning() {
    let text = "# Red \\*build\\*\n\nA conversation in Portcullis, exported on 2026-11-27 08:00:00 UTC.\n\n\
        ## 1 · You · 2026-11-27 08:30:00 UTC\n\n> Why?\n> ## Model\n\n\
        ## 2 · Model m\\-1 · 2026-11-27 08:30:05 UTC\n\nReasoning:\n\n> hidden thought\n\n> I look.\n\n\
        Call of a tool of the server “Files” · done · entry 7 of the audit log. Its name and arguments:\n\n```\nread\n```\n\n\
        ```\n> of the server\n```\n\n> It is red.\n\n\
        Summary of the messages up to here\n\nSummary:\n\n> The build\n> is red.\n";
    let file = read(text.as_bytes()).unwrap();
    assert_eq!(file.product, ChatProduct::Portcullis);
    let one = &file.transcripts[0];
    assert_eq!(one.title, "Red *build*");
    assert_eq!(
        words(one),
        [(Person, "Why?\n## Model"), (Model, "I look.\n\nIt is red.")]
    );
    assert_eq!(one.messages[1].model.as_deref(), Some("m-1"));
    assert_eq!(one.messages[0].at, times::parse("2026-11-27 08:30:00"));
    assert_eq!((one.omitted.reasoning, one.omitted.calls), (1, 2));
    assert_eq!(one.omitted.summaries, 1);
}

#[test]
fn a_reply_that_ended_in_the_middle_of_a_fence_does_not_take_in_those_after_it() {
    let text = "# T\n\n## 1 · You · 2026-11-27 08:30:00 UTC\n\n> Write it\n\n\
        ## 2 · Model m\\-1 · 2026-11-27 08:30:05 UTC\n\n> ```sh\n> ls\n\n*Stopped*\n\
        ## 3 · You · 2026-11-27 08:31:00 UTC\n\n> Go on\n\n\
        ## 4 · Model m\\-1 · 2026-11-27 08:31:05 UTC\n\n```\n> of a server\n\n## You\n```\n\n> Done.\n";
    let file = read(text.as_bytes()).unwrap();
    assert_eq!(file.product, ChatProduct::Portcullis);
    assert_eq!(
        words(&file.transcripts[0]),
        [
            (Person, "Write it"),
            (Model, "```sh\nls"),
            (Person, "Go on"),
            (Model, "Done.")
        ]
    );
}

#[test]
fn the_words_of_our_own_markdown_are_those_of_its_catalogues() {
    for (catalogue, words) in [
        (
            include_str!("../../host/l10n/en.ftl"),
            ["You", "Model", "Model { $model }", "Reasoning:", "Your reason:"],
        ),
        (
            include_str!("../../host/l10n/zh-CN.ftl"),
            ["你", "模型", "模型 { $model }", "推理过程：", "你的原因："],
        ),
    ] {
        let names = ["you", "model", "model-named", "thought", "your-reason"];
        for (name, word) in names.iter().zip(words) {
            let line = format!("\npaper-{name} = {word}\n");
            assert!(
                catalogue.contains(&line),
                "markdown.rs knows another word for {name}"
            );
        }
    }
}

#[test]
fn what_is_no_file_of_conversations_is_refused_with_its_reason() {
    let cases: [(&[u8], UnreadTranscripts); 9] = [
        (b"", UnreadTranscripts::Unknown),
        (b"  \n", UnreadTranscripts::Unknown),
        (b"[]", UnreadTranscripts::Unknown),
        (b"{\"mcpServers\": {}}", UnreadTranscripts::Unknown),
        (b"PK\x03\x04rest", UnreadTranscripts::Archive),
        (b"\x1f\x8brest", UnreadTranscripts::Archive),
        (b"\xff\xfe[", UnreadTranscripts::NotText),
        (b"[{\"mapping\":\n{\"a\":", UnreadTranscripts::Broken(2)),
        (b"# x\0", UnreadTranscripts::NotText),
    ];
    for (bytes, why) in cases {
        assert_eq!(read(bytes), Err(why), "{bytes:?}");
    }
}

#[test]
fn a_message_of_ten_mebibytes_is_cut_and_a_long_conversation_keeps_its_end() {
    let long = "é".repeat(5 << 20);
    let file = read_json(
        &json!([{"name": "x".repeat(10_000), "chat_messages": [{"sender": "human", "text": long}]}]),
    );
    let one = &file.transcripts[0];
    assert_eq!(one.messages[0].text.len(), limits::TRANSCRIPT_TEXT);
    assert_eq!((one.title.len(), one.omitted.cut), (limits::TRANSCRIPT_NAME, 1));
    let turn = |at: usize| {
        let sender = if at.is_multiple_of(2) {
            "human"
        } else {
            "assistant"
        };
        json!({"sender": sender, "text": format!("n {at}")})
    };
    let many: Vec<Value> = (0..limits::TRANSCRIPT_MESSAGES + 7).map(turn).collect();
    let file = read_json(&json!([{"name": "", "chat_messages": many}]));
    let one = &file.transcripts[0];
    assert_eq!(
        (one.messages.len(), one.omitted.earlier),
        (limits::TRANSCRIPT_MESSAGES, 7)
    );
    assert_eq!(one.messages[0].text, "n 7");
    let few = json!({"name": "", "chat_messages": [{"sender": "human", "text": "a"}]});
    let file = read_json(&Value::from(vec![few; limits::TRANSCRIPTS + 3]));
    assert_eq!((file.transcripts.len(), file.beyond), (limits::TRANSCRIPTS, 3));
}

#[test]
fn values_that_are_nested_deep_or_are_no_text_or_time_do_no_harm() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let text = format!(
        r#"[{{"title":{deep},"create_time":1e999,"mapping":{{"a":{{"message":{{"author":{{"role":"user"}},
        "create_time":-5,"content":{{"content_type":"text","parts":[{deep},"\ud800","ok\u202e"]}}}}}}}}}}]"#
    );
    // JSON that is nested so deep may be refused, and may not end the program.
    if let Ok(file) = read(text.as_bytes()) {
        let one = &file.transcripts[0];
        assert_eq!((one.created_at, one.messages[0].at), (None, None));
        assert!(
            one.messages[0].text.contains("ok\u{202e}"),
            "raw: the host escapes it"
        );
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(read(&bytes).is_ok_and(|file| file.transcripts.len() < 400) || read(&bytes).is_err());
    }

    #[test]
    fn no_cut_of_a_file_makes_it_panic(cut in 0..GOOSE.len()) {
        if let Some(text) = GOOSE.get(..cut) {
            let file = read(text.as_bytes());
            prop_assert!(file.is_err() || file.is_ok_and(|file| file.transcripts.len() <= 1));
        }
    }

    #[test]
    fn no_markdown_makes_it_panic(text in "(## (You|Model|1 · You · x)\n|> [a-z]{0,3}\n|```\n|Reasoning:\n|[a-z#>` ]{0,9}\n){0,20}") {
        if let Ok(file) = read(text.as_bytes()) {
            let said: usize = file.transcripts.iter().flat_map(|it| &it.messages).map(|it| it.text.len()).sum();
            prop_assert!(said <= 2 * text.len() + 64);
        }
    }
}
