//! Replies of models: streamed, kept, and told again after a restart or a crash.

use super::*;

fn thoughts(message: &Message) -> String {
    let thoughts = message.parts.iter().filter_map(|part| match part {
        Part::Thought { text } => Some(text.as_str()),
        _ => None,
    });
    thoughts.collect()
}

#[tokio::test]
async fn every_wire_streams_words_and_reasoning_however_it_is_cut() {
    for api in PROVIDER_APIS {
        let talk = Talk::new(api).await;
        for pieces in [0, 1, 7, 64] {
            talk.mind.does([Turn {
                thought: "I think so. ".to_owned(),
                words: "Grüße, **Jürgen** 👋 – all of it.".to_owned(),
                pieces,
                ..Turn::default()
            }]);
            let message = talk.says("Hello").await;
            assert_eq!(
                words(&message),
                "Grüße, **Jürgen** 👋 – all of it.",
                "{api:?} {pieces}"
            );
            assert_eq!(thoughts(&message).trim(), "I think so.", "{api:?} {pieces}");
            assert_eq!(trouble(&message), None, "{api:?} {pieces}");
            let by = message.by.expect("it has an author");
            assert_eq!(
                (by.tokens_in, by.tokens_out),
                (Some(11), Some(7)),
                "{api:?} {pieces}"
            );
        }
        talk.host.close().await;
    }
}

// Proves F-28.
#[tokio::test]
async fn after_a_restart_a_model_is_told_what_it_was_told_before() {
    let talk = Talk::new(ProviderApi::Anthropic).await;
    let notes = talk.has("Notes", answers(&["first"])).await;
    talk.mind.does([
        Turn {
            thought: "Which one? ".to_owned(),
            ..Turn::wants(&[("notes__first", json!({"a": 1}))])
        },
        Turn::says("It says 42."),
        Turn::says("Still 42."),
    ]);
    talk.says_and_allows("What does it say?").await;
    let before = unmarked(talk.mind.asked()[1]["messages"].clone());
    let talk = talk.after_a_restart().await;
    // Without its tools a model is told of earlier calls in words.
    talk.sees(&notes, Phase::Ready).await;
    let message = talk.says("And now?").await;
    assert_eq!(words(&message), "Still 42.");
    let after = unmarked(talk.mind.asked()[2]["messages"].clone());
    let (before, after) = (before.as_array().unwrap(), after.as_array().unwrap());
    assert_eq!(
        after[..before.len()],
        before[..],
        "signatures of reasoning and results are as they were"
    );
    assert!(talk.messages().await.len() == 4);
    assert_eq!(talk.host.models()[0].id, talk.provider);
}

#[tokio::test]
async fn words_that_grow_are_told_once_and_a_late_look_has_them_all() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    let all = "one two three four five six seven eight nine ten ".repeat(200);
    talk.mind.does([Turn {
        waits: true,
        pieces: 200,
        ..Turn::says(&all)
    }]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Count").await.unwrap();
    talk.mind.was_asked(1).await;
    talk.mind.goes_on();
    // Everything but the end is there once the length is.
    let (mut text, mut bytes) = (String::new(), 0);
    while text.len() < all.len() {
        let (_, event) = tokio::time::timeout(PATIENCE, events.next())
            .await
            .unwrap()
            .unwrap();
        match event {
            HostEvent::Message { message, .. } if message.speaker == Speaker::Model => text = words(&message),
            HostEvent::Words { from, text: more, .. } => {
                assert_eq!(usize::try_from(from).unwrap(), text.encode_utf16().count());
                bytes += more.len();
                text.push_str(&more);
            }
            _ => {}
        }
    }
    assert_eq!(text, all);
    assert!(bytes <= all.len());
    let live = talk.messages().await;
    assert_eq!(words(live.last().unwrap()), all, "a new page sees what was said");
    talk.mind.goes_on();
    end_of_answer(&mut events).await;
    tokio::time::timeout(wait::ENDS, talk.host.close()).await.unwrap();
}

// Proves F-28.
#[tokio::test]
async fn a_reply_that_a_crash_cut_off_says_so_keeps_its_words_and_can_be_had_again() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.mind.does([Turn {
        waits: true,
        ..Turn::says("Words that were saved")
    }]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Speak").await.unwrap();
    talk.mind.goes_on();
    heard(&mut events, "the words", |event| match event {
        HostEvent::Message { message, .. } => words(&message).contains("saved").then_some(()),
        HostEvent::Words { text, .. } => text.contains("saved").then_some(()),
        _ => None,
    })
    .await;
    let database = talk.data.path().join("portcullis.db");
    portcullis_tests::wait::until("the words to be saved", || {
        let db = rusqlite::Connection::open(&database).ok()?;
        let saved = db.query_row("SELECT message FROM messages WHERE streaming", [], |row| {
            row.get::<_, String>(0)
        });
        saved.ok().filter(|message| message.contains("Words"))
    })
    .await;
    // The file as a crash would leave it: a copy taken while the reply is under way.
    let copy = std::sync::Arc::new(tempfile::tempdir().unwrap());
    for file in std::fs::read_dir(talk.data.path()).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
        }
    }
    let (keystore, clock) = (talk.person.keystore(), talk.person.clock());
    let person = TestUser::at(copy, talk.room.clone(), keystore, clock).await;
    let messages = person.host.conversation(&talk.id).await.unwrap().messages;
    assert!(
        messages.iter().all(|message| !message.streaming),
        "no reply is in progress"
    );
    assert_eq!(
        messages[0].speaker,
        Speaker::Person,
        "what the person said is there"
    );
    let mut events = person.host.events();
    person.host.go_on(&talk.id).await.unwrap();
    assert_eq!(words(&end_of_answer(&mut events).await), "ok");
}

#[tokio::test]
async fn ollama_is_told_to_refuse_what_does_not_fit_and_not_to_leave_out_the_beginning() {
    let talk = Talk::new(ProviderApi::Ollama).await;
    talk.says("Hello").await;
    let asked = &talk.mind.asked()[0];
    assert_eq!(asked["truncate"], false);
    assert_eq!(asked["shift"], false);
}

#[tokio::test]
async fn nothing_of_a_conversation_is_kept_at_the_provider() {
    let talk = Talk::new(ProviderApi::Responses).await;
    talk.says("Hello").await;
    assert_eq!(talk.mind.asked()[0]["store"], false);
    talk.host.check_provider(&talk.provider).await.unwrap();
    assert_eq!(talk.mind.asked()[1]["store"], false);
}
