//! Keys and checks of providers, those on this computer, and the model of a conversation.

use super::*;

// Proves S-67.
#[tokio::test]
async fn a_key_is_in_the_keychain_and_nowhere_else() {
    const KEY: &str = "sk-canary-7f3e9d1c5b";
    for api in [
        ProviderApi::Anthropic,
        ProviderApi::OpenAi,
        ProviderApi::Responses,
        ProviderApi::Gemini,
    ] {
        let person = TestUser::new().await;
        let mut events = person.host.events();
        let mind = FakeProvider::new(api, &["m-1"]).await;
        mind.wants_key("another");
        let provider = adds(&person, kind(api), &mind.url(), Some(KEY)).await;
        let problem = provider.problem.clone().expect("the key is wrong");
        assert_eq!(problem.code, "model.key", "{api:?}");
        mind.wants_key(KEY);
        let checked = person.host.check_provider(&provider.id).await.unwrap();
        assert_eq!(checked.problem, None, "{api:?}");
        let talk = person.host.create_conversation().await.unwrap().summary.id;
        mind.does([Turn::says(&format!("Your key is {KEY}."))]);
        person.host.say(&talk, "Which?").await.unwrap();
        let mut told = String::new();
        heard(&mut events, "the end", |event| {
            if !matches!(event, HostEvent::Message { .. } | HostEvent::Words { .. }) {
                told.push_str(&format!("{event:?}"));
            }
            matches!(&event, HostEvent::Message { message, .. } if message.speaker == Speaker::Model && !message.streaming).then_some(())
        })
        .await;
        told.push_str(&format!(
            "{provider:?} {problem:?} {checked:?} {:?}",
            person.record().await
        ));
        assert!(!told.contains(KEY), "{api:?}");
        for request in mind.requests() {
            assert!(
                !request.target.contains(KEY),
                "an address is written down by proxies: {}",
                request.target
            );
        }
        let (data, keystore) = (person.data.path().to_owned(), person.keystore());
        person.host.remove_provider(&provider.id).await.unwrap();
        person.host.delete_conversation(&talk).await.unwrap();
        person.host.close().await;
        for file in std::fs::read_dir(&data).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
            let found = bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes());
            // A model may repeat it in words, which are gone with their conversation; pages that were freed are not read.
            assert!(!found || wire_repeated_it(&bytes, KEY), "{api:?}");
        }
        drop(keystore);
    }
}

/// Whether the only places of a key in a file are the model's own words.
fn wire_repeated_it(bytes: &[u8], key: &str) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.match_indices(key)
        .all(|(at, _)| text[..at].ends_with("Your key is "))
}

#[tokio::test]
async fn a_check_says_what_is_wrong() {
    let person = TestUser::new().await;
    let absent = adds(&person, ProviderKind::Compatible, &Sink::refused(), None).await;
    assert_eq!(absent.problem.unwrap().code, "network.unreachable");
    let page = Sink::answering(portcullis_tests::sink::Answer::Html).await;
    let page = adds(&person, ProviderKind::Compatible, &page.url("/v1"), None).await;
    let code = page.problem.unwrap().code;
    assert!(matches!(code.as_str(), "model.not_there" | "model.cut"), "{code}");
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    mind.wants_key("right");
    let provider = adds(&person, ProviderKind::Compatible, &mind.url(), Some("wrong")).await;
    assert_eq!(provider.problem.unwrap().code, "model.key");
    let provider = person
        .host
        .set_provider_key(&provider.id, Some(Hidden("right".to_owned())))
        .await
        .unwrap();
    assert_eq!(provider.problem, None);
    mind.does([Turn::status(
        429,
        &[],
        r#"{"error":{"message":"quota","code":"insufficient_quota"}}"#,
    )]);
    let provider = person.host.check_provider(&provider.id).await.unwrap();
    assert_eq!(provider.problem.unwrap().code, "model.money");
    mind.does([Turn::status(
        404,
        &[],
        r#"{"error":{"message":"gone","code":"model_not_found"}}"#,
    )]);
    let provider = person.host.check_provider(&provider.id).await.unwrap();
    assert_eq!(provider.problem.unwrap().code, "model.unknown");
    mind.has_models(&["m-2"]);
    let provider = person.host.check_provider(&provider.id).await.unwrap();
    let gone = provider.models.iter().find(|model| model.name == "m-1").unwrap();
    assert!(
        gone.gone && gone.used,
        "what is used does not vanish without a word"
    );
}

#[tokio::test]
async fn a_provider_on_this_computer_is_found_by_itself() {
    let person = TestUser::new().await;
    let ollama = FakeProvider::new(ProviderApi::Ollama, &["llama-a", "llama-b"]).await;
    let silent = Sink::answering(portcullis_tests::sink::Answer::Silence).await;
    person.host.look_for_providers_at(vec![
        (ProviderKind::Ollama, ollama.url().parse().unwrap()),
        (ProviderKind::LmStudio, silent.url("/v1").parse().unwrap()),
    ]);
    let found = person.host.find_providers().await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].kind, found[0].models), (ProviderKind::Ollama, 2));
    adds(&person, ProviderKind::Ollama, &found[0].address, None).await;
    assert_eq!(person.host.find_providers().await, []);
    assert_eq!(
        ollama.asked(),
        Vec::<Value>::new(),
        "only its models were asked for"
    );
}

#[tokio::test]
async fn a_model_is_chosen_for_each_conversation_and_one_that_is_gone_is_named() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    let host = &talk.host;
    let conversation = host.conversation(&talk.id).await.unwrap();
    assert_eq!(conversation.summary.model, "m-1");
    let second = conversation
        .models
        .iter()
        .find(|choice| choice.name == "m-2")
        .unwrap();
    host.set_conversation_model(&talk.id, &second.id).await.unwrap();
    talk.says("Hello").await;
    assert_eq!(talk.mind.asked()[0]["model"], "m-2");
    host.remove_provider(&talk.provider).await.unwrap();
    let error = host.say(&talk.id, "Still there?").await.unwrap_err();
    assert_eq!(error.code.as_str(), "model.unknown");
    let messages = talk.messages().await;
    assert_eq!(messages.len(), 2, "nothing was said in vain");
    host.set_conversation_model(&talk.id, "demo").await.unwrap();
}

#[tokio::test]
async fn a_provider_that_is_removed_while_its_model_responds_is_asked_no_more() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.mind.does([Turn {
        waits: true,
        ..Turn::wants(&[("no-such-tool", json!({}))])
    }]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Hello").await.unwrap();
    talk.mind.was_asked(1).await;
    talk.host.remove_provider(&talk.provider).await.unwrap();
    talk.mind.goes_on();
    talk.mind.goes_on();
    let message = end_of_answer(&mut events).await;
    assert_eq!(trouble(&message), Some("model.unknown"), "{message:?}");
    assert_eq!(
        talk.mind.asked().len(),
        1,
        "the result of the call is not sent there"
    );
}
