//! What a person sets of a conversation: its title, its servers, its instructions, its folder, and whether it is pinned or archived.

use crate::{conversations::talk, talk::answers};
use portcullis_api::{Answer, Asked, CallState, ConversationSection, Part};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::fake_provider::Turn;
use serde_json::{Value, json};

// Proves S-34, S-41.
#[tokio::test]
async fn a_new_title_hides_nothing() {
    let talk = talk().await;
    let host = &talk.host;
    host.rename_conversation(&talk.id, "Notes\u{202e}\nrequested by you")
        .await
        .unwrap();
    let now = host.conversation(&talk.id).await.unwrap();
    assert_eq!(now.summary.title, "Notes⟨U+202E⟩⟨U+000A⟩requested by you");
}

// Proves S-35.
#[tokio::test]
async fn no_conversation_is_given_a_title_that_looks_like_anothers() {
    let talk = talk().await;
    let host = &talk.host;
    host.rename_conversation(&talk.id, "Payroll").await.unwrap();
    let other = host.create_conversation().await.unwrap().summary.id;
    for title in ["Payroll", "payroll", "P\u{430}yroll", "Payro11"] {
        let refused = host.rename_conversation(&other, title).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{title}");
        assert!(refused.sentence.contains("“Payroll”"), "{refused}");
    }
    host.rename_conversation(&other, "Payroll of May").await.unwrap();
    // Its own title is no other.
    host.rename_conversation(&talk.id, "PAYROLL").await.unwrap();
}

#[tokio::test]
async fn what_is_changed_of_a_conversation_at_the_same_time_all_counts() {
    let talk = talk().await;
    let server = talk.has("Notes", answers(&["first"])).await;
    let host = &talk.host;
    let model = host.conversation(&talk.id).await.unwrap().models;
    for round in 0..20 {
        let (title, on) = (format!("Title {round}"), round % 2 == 0);
        let model = &model[round % model.len()].id;
        let (renamed, let_in, chosen) = tokio::join!(
            host.rename_conversation(&talk.id, &title),
            host.set_conversation_server(&talk.id, &server, on),
            host.set_conversation_model(&talk.id, model),
        );
        renamed.unwrap();
        let_in.unwrap();
        chosen.unwrap();
        let now = host.conversation(&talk.id).await.unwrap();
        assert_eq!(now.summary.title, title);
        assert_eq!(now.servers[0].enabled, on, "{round}");
        assert_eq!(now.summary.model_id, *model, "{round}");
    }
}

#[tokio::test]
async fn a_title_that_a_person_gives_while_the_first_words_are_sent_stays() {
    for _ in 0..10 {
        let talk = talk().await;
        let host = &talk.host;
        talk.mind.does([Turn::says("Hello.")]);
        let named = async {
            let (said, renamed) = tokio::join!(
                host.say(&talk.id, "Good morning"),
                host.rename_conversation(&talk.id, "Mornings")
            );
            said.and(renamed)
        };
        talk.hears(named).await;
        let now = host.conversation(&talk.id).await.unwrap();
        assert_eq!(now.summary.title, "Mornings");
        assert_eq!(now.messages.len(), 2);
        host.close().await;
    }
}

#[tokio::test]
async fn a_conversation_is_free_again_when_whoever_put_something_in_went_away() {
    let talk = talk().await;
    let host = &talk.host;
    for _ in 0..20 {
        let busy = async || host.conversation(&talk.id).await.unwrap().summary.busy;
        {
            let mut putting = std::pin::pin!(host.attach_text(&talk.id, "Some words.".to_owned()));
            // Polled until the floor is taken, or the whole of it is done in between.
            while !busy().await && futures::poll!(putting.as_mut()).is_pending() {}
        }
        assert!(!busy().await);
    }
    talk.mind.does([Turn::says("I have read it.")]);
    talk.says("Did you read it?").await;
}

/// Tools that a request offers, on the wire of these tests.
fn offered(asked: &Value) -> Vec<String> {
    let tools = asked["tools"].as_array().cloned().unwrap_or_default();
    let name = |tool: &Value| tool["function"]["name"].as_str().unwrap().to_owned();
    tools.iter().map(name).collect()
}

// Proves S-42.
#[tokio::test]
async fn a_server_taken_out_of_a_running_conversation_is_not_offered_in_its_next_round() {
    let talk = talk().await;
    let server = talk.has("Notes", answers(&["first"])).await;
    talk.mind.does([
        Turn::wants(&[("notes__first", json!({}))]),
        Turn::says("Then not."),
    ]);
    let host = &talk.host;
    let taken_out = async {
        let request = talk
            .is_asked("the question", |request| {
                matches!(request.asked, Asked::Tool { .. })
            })
            .await;
        host.set_conversation_server(&talk.id, &server, false)
            .await
            .unwrap();
        talk.answers(&request, Answer::Deny {}).await;
    };
    tokio::join!(talk.says("Look it up"), taken_out);
    let asked = talk.mind.asked();
    assert_eq!(offered(&asked[0]), ["notes__first"]);
    assert_eq!(offered(&asked[1]), Vec::<String>::new());
}

// Proves S-42.
#[tokio::test]
async fn a_tool_of_a_server_that_was_taken_out_while_the_model_spoke_is_not_run() {
    let talk = talk().await;
    let record = talk.path("record");
    let mut script = answers(&["first"]);
    script["record"] = json!(record);
    let server = talk.has("Notes", script).await;
    let wants = Turn {
        waits: true,
        ..Turn::wants(&[("notes__first", json!({}))])
    };
    talk.mind.does([wants, Turn::says("Then not.")]);
    let host = &talk.host;
    let taken_out = async {
        talk.mind.was_asked(1).await;
        host.set_conversation_server(&talk.id, &server, false)
            .await
            .unwrap();
        talk.mind.goes_on();
        talk.mind.goes_on();
    };
    let (message, ()) = tokio::join!(talk.says("Look it up"), taken_out);
    let ran = |part: &Part| matches!(part, Part::Call { call } if call.state == CallState::Done);
    assert!(!message.parts.iter().any(ran), "{message:?}");
    assert!(talk.arguments_sent(&record, "first").is_empty());
    assert_eq!(offered(&talk.mind.asked()[1]), Vec::<String>::new());
}

#[tokio::test]
async fn what_is_pinned_or_archived_stays_so_until_something_is_said() {
    let talk = talk().await;
    let host = &talk.host;
    let section = async || host.conversation(&talk.id).await.unwrap().summary.section;
    assert_eq!(section().await, ConversationSection::Recent);
    for wanted in [ConversationSection::Pinned, ConversationSection::Archived] {
        host.set_conversation_section(&talk.id, wanted).await.unwrap();
        assert_eq!(section().await, wanted);
    }
    talk.says("Good morning").await;
    assert_eq!(section().await, ConversationSection::Recent);
    host.set_conversation_section(&talk.id, ConversationSection::Archived)
        .await
        .unwrap();
    let found = host.find_chats("morning", None).await.unwrap();
    assert_eq!(found.messages.len(), 1, "what is archived is found");
    let again = talk.messages().await.last().unwrap().seq;
    talk.hears(host.answer_again(&talk.id, again, None)).await;
    assert_eq!(section().await, ConversationSection::Recent);
    host.set_conversation_section(&talk.id, ConversationSection::Pinned)
        .await
        .unwrap();
    talk.says("And now").await;
    assert_eq!(section().await, ConversationSection::Pinned);
    let error = host
        .set_conversation_section("gone", ConversationSection::Pinned)
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

#[tokio::test]
async fn a_folder_takes_a_conversation_in_and_leaves_it_when_it_is_removed() {
    let talk = talk().await;
    let host = &talk.host;
    let folder = async || host.conversation(&talk.id).await.unwrap().summary.folder;
    // Made as a whole or not at all.
    let refused = host.create_folder("Work", Some("gone".to_owned())).await;
    assert_eq!(refused.unwrap_err().code, Code::NotFound);
    assert!(host.conversation_folders().await.unwrap().is_empty());

    let made = host.create_folder("Work", Some(talk.id.clone())).await.unwrap();
    let [work] = <[_; 1]>::try_from(made).unwrap();
    assert_eq!(folder().await, Some(work.id.clone()));
    let all = host.create_folder("Home", None).await.unwrap();
    let home = all.into_iter().find(|it| it.name == "Home").unwrap().id;
    host.move_to_folder(&talk.id, Some(home.clone())).await.unwrap();
    for (conversation, into) in [(talk.id.as_str(), "gone"), ("gone", home.as_str())] {
        let refused = host.move_to_folder(conversation, Some(into.to_owned())).await;
        assert_eq!(refused.unwrap_err().code, Code::NotFound, "{conversation}");
    }
    assert_eq!(folder().await, Some(home.clone()));
    let taken = host.rename_folder(&home, "work").await;
    assert_eq!(taken.unwrap_err().code, Code::BadInput);
    host.rename_folder(&home, "House").await.unwrap();
    assert_eq!(folder().await, Some(home.clone()));
    assert_eq!(host.remove_folder(&home).await.unwrap(), [work]);
    assert_eq!(folder().await, None);
}

#[tokio::test]
async fn instructions_go_before_all_that_is_said_in_their_conversation_alone() {
    let talk = talk().await;
    let host = &talk.host;
    let told = |asked: &Value| asked["messages"][0].to_string();
    talk.says("Hello").await;
    host.set_instructions(&talk.id, " Answer in\u{202e} verse. ")
        .await
        .unwrap();
    talk.says("And now").await;
    let asked = talk.mind.asked();
    assert!(!told(&asked[0]).contains("verse"));
    let second = told(&asked[1]);
    assert_has!(second, "system", "Answer in⟨U+202E⟩ verse.");
    assert_eq!(
        asked[1]["messages"].as_array().unwrap().len(),
        4,
        "they are no message"
    );
    let text = async |id: &str| host.instructions(id).await.unwrap().text;
    assert_eq!(text(&talk.id).await, "Answer in⟨U+202E⟩ verse.");
    let other = host.create_conversation().await.unwrap().summary.id;
    assert_eq!(text(&other).await, "");
    // What else is changed of a conversation leaves them.
    host.rename_conversation(&talk.id, "Verses").await.unwrap();
    assert_eq!(text(&talk.id).await, "Answer in⟨U+202E⟩ verse.");

    let long = "x".repeat(limits::OWN_INSTRUCTIONS.0 + 1);
    let code = async |id: &str, text: &str| host.set_instructions(id, text).await.unwrap_err().code;
    assert_eq!(code(&talk.id, &long).await, Code::BadInput);
    assert_eq!(code("gone", "x").await, Code::NotFound);
    host.set_instructions(&talk.id, "  ").await.unwrap();
    talk.says("Once more").await;
    assert!(!told(&talk.mind.asked()[2]).contains("verse"));

    host.save_instruction_preset("Short", "Be brief.").await.unwrap();
    host.save_instruction_preset("short", "Be very brief.")
        .await
        .unwrap();
    let presets = host.instructions(&other).await.unwrap().presets;
    assert_eq!(presets.len(), 1, "{presets:?}");
    assert_eq!(
        (presets[0].name.as_str(), presets[0].text.as_str()),
        ("short", "Be very brief.")
    );
    for (name, text) in [("", "x"), ("x", " "), (long.as_str(), "x")] {
        let error = host.save_instruction_preset(name, text).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
    }
    host.remove_instruction_preset("SHORT").await.unwrap();
    assert!(host.instructions(&other).await.unwrap().presets.is_empty());
}
