//! Results that a person sees before the model does: given, changed, withheld, or without a decision.

use portcullis_api::{
    CallState, HeldAnswer, HeldResult, HeldState, HostEvent, Message, Outcome, Part, Speaker,
};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    fake_provider::{ProviderApi, Turn},
    test_user::{TestUser, end_of_answer, heard},
    wait,
};
use serde_json::{Value, json};

use crate::before_sending::Unwritable;
use crate::talk::{Talk, calls, words};

/// A server whose tools all say the same secret.
fn secretive() -> Value {
    let said = |text: &str| json!([{"reply": {"content": [{"type": "text", "text": text}]}}]);
    json!({"tools": ["read", "list", "broken", "wrong"], "calls": {
        "read": said("The code is 4711."),
        "list": said("Ada, Bob"),
        "broken": [{"error": {"code": -32603, "message": "it fell over 4711"}}],
        "wrong": [{"reply": {"isError": true, "content": [{"type": "text", "text": "no note 4711"}]}}],
    }})
}

async fn talk(api: ProviderApi) -> Talk {
    let talk = Talk::new(api).await;
    talk.has("Notes", secretive()).await;
    let conversation = talk.host.set_conversation_held(&talk.id, true).await.unwrap();
    assert!(conversation.held);
    talk
}

fn held(message: &Message) -> Vec<HeldResult> {
    let held = message.parts.iter().filter_map(|part| match part {
        Part::Held { held } => Some(held.clone()),
        _ => None,
    });
    held.collect()
}

/// Waits until so many results wait, allowing what has to be allowed before, and gives them.
pub(crate) async fn waiting(talk: &Talk, many: usize) -> Vec<HeldResult> {
    let seeing = wait::until_async("results that wait", async || {
        let messages = talk.messages().await;
        let mut held = messages.last().map(held).unwrap_or_default();
        held.retain(|held| held.state == HeldState::Waiting);
        (held.len() == many).then_some(held)
    });
    tokio::select! {
        held = seeing => held,
        () = talk.allows_all() => unreachable!("it asks for ever"),
    }
}

/// Answers once the guard lets it.
pub(crate) async fn answers(talk: &Talk, held: &str, answer: HeldAnswer) {
    tokio::time::sleep(limits::GUARD).await;
    talk.host.answer_held(&talk.id, held, answer).await.unwrap();
}

#[tokio::test]
async fn a_result_waits_and_the_model_gets_what_the_person_gives_and_is_told_the_truth() {
    for api in [ProviderApi::Anthropic, ProviderApi::OpenAi] {
        let talk = talk(api).await;
        talk.mind.does([
            Turn::wants(&[
                ("notes__read", json!({})),
                ("notes__list", json!({})),
                ("notes__wrong", json!({})),
            ]),
            Turn::says("I see."),
        ]);
        let mut events = talk.host.events();
        talk.host.say(&talk.id, "Read all").await.unwrap();
        let three = waiting(&talk, 3).await;
        assert_eq!(talk.mind.asked().len(), 1, "{api:?}: it was not asked again");
        let of = |text: &str| {
            let found = three.iter().find(|held| held.text.contains(text));
            found.unwrap_or_else(|| panic!("{api:?}: {three:?}")).id.clone()
        };
        answers(&talk, &of("Ada"), HeldAnswer::Give {}).await;
        let changed = HeldAnswer::Change {
            text: "The code is hidden.".to_owned(),
        };
        answers(&talk, &of("The code"), changed).await;
        let reason = "It names a code".to_owned();
        answers(&talk, &of("no note"), HeldAnswer::Withhold { reason }).await;
        let message = end_of_answer(&mut events).await;
        assert_eq!(words(&message), "I see.", "{api:?}");
        let states: Vec<HeldState> = held(&message).iter().map(|held| held.state).collect();
        for state in [HeldState::Given, HeldState::Changed, HeldState::Withheld] {
            assert!(states.contains(&state), "{api:?}: {states:?}");
        }
        let told = talk.mind.asked()[1].to_string();
        assert!(!told.contains("4711"), "{api:?}: {told}");
        for words in [
            "Ada, Bob",
            "[The person changed this result before you got it.]",
            "The code is hidden.",
            "withheld it from you. Their reason: It names a code",
        ] {
            assert!(told.contains(words), "{api:?}: {words} in {told}");
        }
        let rows = talk.record().await;
        let rows: Vec<_> = rows
            .iter()
            .filter(|row| row.what.text.starts_with("Result of"))
            .collect();
        assert_eq!(rows.len(), 3, "{api:?}: {rows:?}");
        let denied = rows.iter().filter(|row| row.outcome == Outcome::Denied).count();
        assert_eq!(denied, 1, "{api:?}: {rows:?}");
        // It was told so permanently.
        talk.says("And now?").await;
        assert!(!talk.mind.asked()[2].to_string().contains("4711"), "{api:?}");
        talk.host.close().await;
    }
}

// Proves S-33.
#[tokio::test]
async fn a_result_that_waits_is_not_decided_about_at_once_nor_by_nonsense_nor_twice() {
    let talk = talk(ProviderApi::OpenAi).await;
    talk.mind
        .does([Turn::wants(&[("notes__read", json!({}))]), Turn::says("ok")]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Read").await.unwrap();
    let one = waiting(&talk, 1).await.remove(0);
    let host = &talk.host;
    // The first look came less than 20 ms after it.
    let early = host.answer_held(&talk.id, &one.id, HeldAnswer::Give {}).await;
    assert_eq!(early.unwrap_err().code, Code::ConsentTooSoon);
    tokio::time::sleep(limits::GUARD).await;
    for nonsense in [
        HeldAnswer::Withhold {
            reason: "  ".to_owned(),
        },
        HeldAnswer::Withhold {
            reason: "x".repeat(limits::HELD_REASON + 1),
        },
        HeldAnswer::Change {
            text: "x".repeat(limits::HELD_TEXT + 1),
        },
    ] {
        let bad = host.answer_held(&talk.id, &one.id, nonsense).await;
        assert_eq!(bad.unwrap_err().code, Code::BadInput);
    }
    let other = host.create_conversation().await.unwrap().summary.id;
    for (conversation, held) in [(other.as_str(), one.id.as_str()), (talk.id.as_str(), "none")] {
        let wrong = host.answer_held(conversation, held, HeldAnswer::Give {}).await;
        assert_eq!(wrong.unwrap_err().code, Code::NotFound);
    }
    host.answer_held(&talk.id, &one.id, HeldAnswer::Give {})
        .await
        .unwrap();
    let again = host.answer_held(&talk.id, &one.id, HeldAnswer::Give {}).await;
    assert_eq!(again.unwrap_err().code, Code::NotFound);
    end_of_answer(&mut events).await;
    assert!(talk.mind.asked()[1].to_string().contains("4711"));
}

// Proves S-91.
#[tokio::test]
async fn a_result_is_not_given_where_that_cannot_be_recorded() {
    let talk = talk(ProviderApi::OpenAi).await;
    talk.mind
        .does([Turn::wants(&[("notes__read", json!({}))]), Turn::says("ok")]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Read").await.unwrap();
    let one = waiting(&talk, 1).await.remove(0);
    tokio::time::sleep(limits::GUARD).await;
    let unwritable = Unwritable::rows(&talk, "NEW.step = 0");
    let refused = talk
        .host
        .answer_held(&talk.id, &one.id, HeldAnswer::Give {})
        .await;
    assert_eq!(refused.unwrap_err().code, Code::Internal);
    drop(unwritable);
    // It waits as before.
    answers(&talk, &one.id, HeldAnswer::Give {}).await;
    end_of_answer(&mut events).await;
    assert_eq!(talk.mind.asked().len(), 2);
}

// Proves F-28.
#[tokio::test]
async fn a_result_that_waits_ends_with_the_conversation_and_the_model_never_gets_it() {
    let talk = talk(ProviderApi::Anthropic).await;
    let host = &talk.host;
    talk.mind.does([Turn::wants(&[("notes__read", json!({}))])]);
    let mut events = host.events();
    host.say(&talk.id, "Read").await.unwrap();
    let one = waiting(&talk, 1).await.remove(0);
    // A window that is reloaded asks again, and sees it wait.
    let message = talk.messages().await.pop().unwrap();
    assert_eq!(held(&message)[..], std::slice::from_ref(&one)[..]);
    assert_eq!(calls(&message), [("read".to_owned(), CallState::Done)]);
    host.stop_conversation(&talk.id).unwrap();
    let message = end_of_answer(&mut events).await;
    assert_eq!(held(&message)[0].state, HeldState::Ended);
    assert_eq!(held(&message)[0].text, "");
    let late = host.answer_held(&talk.id, &one.id, HeldAnswer::Give {}).await;
    assert_eq!(late.unwrap_err().code, Code::NotFound);
    talk.says("What was it?").await;
    let told = talk.mind.asked()[1].to_string();
    assert_has!(told, "so you do not get it");
    assert_lacks!(told, "4711");
    talk.sees_row("Result of “read” for m-1").await;
}

// Proves F-28.
#[tokio::test]
async fn a_result_that_waits_when_the_host_ends_or_falls_over_is_never_given() {
    for crash in [false, true] {
        let talk = talk(ProviderApi::Anthropic).await;
        talk.mind.does([Turn::wants(&[("notes__read", json!({}))])]);
        talk.host.say(&talk.id, "Read").await.unwrap();
        waiting(&talk, 1).await;
        let Talk {
            person,
            mind,
            provider,
            id,
        } = talk;
        let person = if crash {
            let copy = std::sync::Arc::new(tempfile::tempdir().unwrap());
            for file in std::fs::read_dir(person.data.path()).unwrap() {
                let file = file.unwrap();
                if file.file_type().unwrap().is_file() {
                    std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
                }
            }
            let (keystore, clock) = (person.keystore(), person.clock());
            TestUser::at(copy, person.room.clone(), keystore, clock).await
        } else {
            person.restarts_the_host().await
        };
        let talk = Talk {
            person,
            mind,
            provider,
            id,
        };
        let messages = talk.messages().await;
        let ended = held(messages.last().unwrap());
        assert_eq!(ended[0].state, HeldState::Ended, "crash {crash}");
        assert!(
            talk.host.conversation(&talk.id).await.unwrap().held,
            "crash {crash}"
        );
        let message = talk.says("And?").await;
        assert_eq!(words(&message), "ok");
        let told = talk.mind.asked().pop().unwrap().to_string();
        assert!(
            told.contains("so you do not get it") && !told.contains("4711"),
            "crash {crash}: {told}"
        );
    }
}

#[tokio::test]
async fn what_is_no_result_does_not_wait_and_words_of_a_server_in_an_error_do() {
    let talk = talk(ProviderApi::Anthropic).await;
    talk.mind.does([
        Turn::wants(&[("notes__broken", json!({})), ("nobody__knows", json!({}))]),
        Turn::says("I see."),
    ]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Try").await.unwrap();
    let one = waiting(&talk, 1).await.remove(0);
    assert!(one.text.contains("it fell over 4711"), "{one:?}");
    let reason = "No".to_owned();
    answers(&talk, &one.id, HeldAnswer::Withhold { reason }).await;
    end_of_answer(&mut events).await;
    let told = talk.mind.asked()[1].to_string();
    assert_has!(told, "There is no tool named");
    assert_lacks!(told, "4711");
    // Turned off, nothing waits, also in the middle of a turn.
    talk.host.set_conversation_held(&talk.id, false).await.unwrap();
    talk.mind
        .does([Turn::wants(&[("notes__read", json!({}))]), Turn::says("4711")]);
    let message = talk.says_and_allows("Read").await;
    assert_eq!((held(&message).len(), words(&message).as_str()), (0, "4711"));
}

// Proves F-25.
#[tokio::test]
async fn stop_everything_ends_the_wait() {
    let talk = talk(ProviderApi::Ollama).await;
    talk.mind.does([Turn::wants(&[("notes__read", json!({}))])]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Read").await.unwrap();
    waiting(&talk, 1).await;
    talk.host.stop_everything().await.unwrap();
    let message = heard(&mut events, "the end", |event| match event {
        HostEvent::Message { message, .. } if message.speaker == Speaker::Model && !message.streaming => {
            Some(message)
        }
        _ => None,
    })
    .await;
    assert_eq!(held(&message)[0].state, HeldState::Ended);
}
