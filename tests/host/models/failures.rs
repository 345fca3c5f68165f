//! Replies that are stopped, refused, late or endless.

use super::*;

// Proves F-28.
#[tokio::test]
async fn a_stop_ends_the_reply_the_connection_and_the_calls() {
    for api in PROVIDER_APIS {
        let talk = Talk::new(api).await;
        talk.mind.does([Turn {
            waits: true,
            ..Turn::says("Once upon a time")
        }]);
        let mut events = talk.host.events();
        talk.host.say(&talk.id, "Tell me").await.unwrap();
        talk.mind.was_asked(1).await;
        talk.mind.goes_on();
        heard(&mut events, "the first words", |event| match event {
            HostEvent::Words { .. } => Some(()),
            HostEvent::Message { message, .. } if message.speaker == Speaker::Model => {
                (!words(&message).is_empty()).then_some(())
            }
            _ => None,
        })
        .await;
        talk.host.stop_conversation(&talk.id).unwrap();
        let message = end_of_answer(&mut events).await;
        assert!(words(&message).starts_with("Once"), "{api:?}");
        assert_eq!(trouble(&message), None, "{api:?}");
        assert!(matches!(message.parts.last(), Some(Part::Stopped {})), "{api:?}");
        talk.mind.goes_on();
        // What it said is not said again, and it can go on.
        let message = talk.says("Go on").await;
        assert_eq!(words(&message), "ok", "{api:?}");
        talk.host.close().await;
    }
}

// Proves F-12, F-28.
#[tokio::test]
async fn a_stop_while_a_provider_is_overloaded_ends_the_wait_and_what_is_said_of_it() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.mind.does([Turn::status(
        429,
        &[("Retry-After", "15")],
        r#"{"error":{"message":"slow down"}}"#,
    )]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Tell me").await.unwrap();
    heard(&mut events, "the wait", |event| match event {
        HostEvent::Message { message, .. } => (trouble(&message) == Some("model.busy")).then_some(()),
        _ => None,
    })
    .await;
    let stopped = std::time::Instant::now();
    talk.host.stop_conversation(&talk.id).unwrap();
    let message = end_of_answer(&mut events).await;
    assert!(
        stopped.elapsed().as_secs() < 10,
        "it did not wait: {:?}",
        stopped.elapsed()
    );
    assert_eq!(message.parts, [Part::Stopped {}]);
    assert_eq!(talk.mind.asked().len(), 1, "it is not asked again");
    assert_eq!(talk.says("Go on").await.parts.len(), 1);
}

// Proves F-27.
#[tokio::test]
async fn a_reply_without_an_end_is_stopped() {
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.mind.does([Turn {
        endless: true,
        ..Turn::says(&"never ".repeat(20_000))
    }]);
    let message = talk.says("Speak").await;
    assert_eq!(trouble(&message), Some("protocol.too_large"));
    assert!(words(&message).len() <= limits::MODEL_WORDS + (1 << 20));
    talk.mind.was_left().await;
}

#[tokio::test]
async fn what_a_provider_says_no_with_is_understood_and_can_be_tried_again() {
    let cases = [
        (
            Turn::status(
                401,
                &[],
                r#"{"error":{"message":"bad key","code":"invalid_api_key"}}"#,
            ),
            "model.key",
        ),
        (
            Turn::status(402, &[], r#"{"error":{"message":"pay"}}"#),
            "model.money",
        ),
        (
            Turn::status(
                404,
                &[],
                r#"{"error":{"message":"The model `m-1` does not exist","code":"model_not_found"}}"#,
            ),
            "model.unknown",
        ),
        (Turn::status(404, &[], "<html>"), "model.not_there"),
        (
            Turn::status(
                400,
                &[],
                r#"{"error":{"message":"too much","code":"context_length_exceeded"}}"#,
            ),
            "model.too_long",
        ),
        (
            Turn::status(
                429,
                &[("Retry-After", "3000")],
                r#"{"error":{"message":"slow down"}}"#,
            ),
            "model.busy",
        ),
        (
            Turn::status(400, &[], r#"{"error":{"message":"nonsense"}}"#),
            "model.refused",
        ),
        (
            Turn {
                breaks_after: Some(700),
                ..Turn::says(&"a few words ".repeat(40))
            },
            "model.cut",
        ),
        (
            Turn {
                cut_short: true,
                ..Turn::says("As long as")
            },
            "model.length",
        ),
    ];
    let talk = Talk::new(ProviderApi::OpenAi).await;
    for (turn, code) in cases {
        talk.mind.does([turn]);
        let message = talk.says("Hello").await;
        assert_eq!(trouble(&message), Some(code));
    }
    talk.mind
        .does([Turn::status(400, &[], r#"{"error":{"message":"nonsense"}}"#)]);
    talk.says("The last").await;
    let mut events = talk.host.events();
    talk.host.go_on(&talk.id).await.unwrap();
    assert_eq!(words(&end_of_answer(&mut events).await), "ok");
    assert!(
        talk.host.go_on(&talk.id).await.is_err(),
        "nothing is left to answer"
    );
}

// Proves F-12.
#[tokio::test]
async fn a_busy_provider_is_asked_again_when_it_says_and_the_person_sees_it() {
    let talk = Talk::new(ProviderApi::Anthropic).await;
    talk.mind.does([
        Turn::status(
            529,
            &[("Retry-After", "0.01")],
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
        ),
        Turn::status(
            429,
            &[("Retry-After", "0.01")],
            r#"{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}"#,
        ),
        Turn::says("Now I can."),
    ]);
    let message = talk.says("Hello").await;
    assert_eq!(
        (words(&message).as_str(), trouble(&message)),
        ("Now I can.", None)
    );
    assert_eq!(talk.mind.asked().len(), 3);
}
