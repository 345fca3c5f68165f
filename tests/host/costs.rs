//! What models cost, and the limit that stops before the next request goes out.

use crate::talk::Talk;
use portcullis_api::Part;
use portcullis_core::Code;
use portcullis_tests::fake_provider::{ProviderApi, Turn};
use serde_json::json;

async fn talk() -> Talk {
    Talk::new(ProviderApi::OpenAi).await
}

/// A million tokens cost this much: a reply of the fake provider reads 11 and writes 7.
async fn has_price(talk: &Talk, price: f64) {
    talk.knows_of("m-1", |facts| {
        (facts.price_in, facts.price_out) = (Some(price), Some(price));
    })
    .await;
}

#[tokio::test]
async fn a_price_that_is_not_known_is_unknown_and_never_nothing() {
    let talk = talk().await;
    let host = &talk.host;
    talk.says("Hello").await;
    let spent = host.spending(Some(talk.id.clone())).await.unwrap();
    assert_eq!((spent.month.replies, spent.month.unpriced), (1, 1));
    has_price(&talk, 100_000.0).await;
    talk.says("Again").await;
    let spent = host.spending(Some(talk.id.clone())).await.unwrap();
    let conversation = spent.conversation.unwrap();
    assert_eq!((conversation.replies, conversation.unpriced), (2, 1));
    assert!((conversation.dollars - 1.8).abs() < 1e-9, "{conversation:?}");
    assert_eq!(spent.limit, None);
    // The month has cost what it has cost, whatever becomes of the conversation, and after a restart.
    host.delete_conversation(&talk.id).await.unwrap();
    let person = talk.person.restarts_the_host().await;
    let month = person.host.spending(None).await.unwrap().month;
    assert!((month.dollars - 1.8).abs() < 1e-9, "{month:?}");
}

#[tokio::test]
async fn no_request_is_sent_once_the_limit_is_reached_until_the_person_raises_it() {
    let talk = talk().await;
    let host = &talk.host;
    has_price(&talk, 100_000.0).await;
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
        let error = host.set_spending_limit(Some(wrong)).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput, "{wrong}");
    }
    host.set_spending_limit(Some(1.0)).await.unwrap();
    talk.says("Hello").await;
    let asked = talk.mind.asked().len();
    let error = host.say(&talk.id, "And now?").await.unwrap_err();
    assert_eq!(error.code, Code::SpendingLimit);
    assert!(error.sentence.contains("$1.80") && error.sentence.contains("not sent"));
    assert_eq!(talk.mind.asked().len(), asked);
    let shown = host.conversation(&talk.id).await.unwrap().messages;
    assert_eq!(shown.len(), 2, "what was not sent was not said");
    host.set_spending_limit(Some(5.0)).await.unwrap();
    let row = talk
        .sees_row("Monthly spending limit: $5.00 (before: $1.00)")
        .await;
    assert!(row.what.text.contains("$5.00"));
    talk.says("And now?").await;
    host.set_spending_limit(None).await.unwrap();
    assert_eq!(host.spending(None).await.unwrap().limit, None);
}

#[tokio::test]
async fn a_turn_ends_at_the_limit_and_says_what_was_not_sent() {
    let talk = talk().await;
    let host = &talk.host;
    has_price(&talk, 100_000.0).await;
    host.set_spending_limit(Some(1.0)).await.unwrap();
    talk.mind.does([
        Turn::wants(&[("nothing__like_it", json!({}))]),
        Turn::says("Never said."),
    ]);
    let message = talk.says("Look").await;
    let_assert!(message.parts.last() => Some(Part::Trouble { problem, .. }));
    assert_eq!(problem.code, Code::SpendingLimit.as_str());
    assert_eq!(talk.mind.asked().len(), 1);
}

#[tokio::test]
async fn a_reply_that_broke_off_is_counted_as_one_of_unknown_price() {
    let talk = talk().await;
    has_price(&talk, 1.0).await;
    talk.mind.does([
        Turn {
            breaks_after: Some(700),
            ..Turn::says(&"a few words ".repeat(40))
        },
        Turn::status(400, &[], r#"{"error":{"message":"nonsense"}}"#),
    ]);
    talk.says("Tell me").await;
    talk.says("Again").await;
    let month = talk.host.spending(None).await.unwrap().month;
    assert_eq!(
        (month.replies, month.unpriced),
        (1, 1),
        "what was refused cost nothing"
    );
    // Nothing of a call is shown before its arguments are whole.
    talk.mind.does([Turn {
        breaks_after: Some(700),
        ..Turn::wants(&[("notes__write", json!({"text": "a few words ".repeat(400)}))])
    }]);
    talk.says("Write it down").await;
    let month = talk.host.spending(None).await.unwrap().month;
    assert_eq!((month.replies, month.unpriced), (2, 2));
}

#[tokio::test]
async fn a_reply_that_was_declined_is_counted_with_what_it_took() {
    let talk = Talk::new(ProviderApi::Anthropic).await;
    let host = &talk.host;
    has_price(&talk, 100_000.0).await;
    talk.says("The first secret word is marmalade.").await;
    talk.says("The second one is lanterns.").await;
    let declines = Turn {
        declines: true,
        ..Turn::default()
    };
    talk.mind.does([declines.clone(), declines]);
    assert!(host.compact(&talk.id).await.is_err());
    let month = host.spending(None).await.unwrap().month;
    assert_eq!((month.replies, month.unpriced), (3, 0), "a summary");
    assert!((month.dollars - 5.4).abs() < 1e-9, "{month:?}");
    let message = talk.says("Hello").await;
    assert!(
        matches!(message.parts[..], [Part::Trouble { .. }]),
        "nothing was shown: {message:?}"
    );
    assert_eq!(message.by.and_then(|by| by.tokens_in), Some(11));
    let month = host.spending(None).await.unwrap().month;
    assert_eq!((month.replies, month.unpriced), (4, 0));
    assert!((month.dollars - 7.2).abs() < 1e-9, "{month:?}");
}

#[tokio::test]
async fn a_check_that_has_a_model_say_a_word_counts_and_ends_at_the_limit() {
    let talk = talk().await;
    let host = &talk.host;
    has_price(&talk, 100_000.0).await;
    let checked = host.check_provider(&talk.provider).await.unwrap();
    assert_eq!(checked.problem, None);
    let month = host.spending(None).await.unwrap().month;
    assert_eq!((month.replies, month.unpriced), (1, 0));
    assert!((month.dollars - 1.8).abs() < 1e-9, "{month:?}");
    host.set_spending_limit(Some(1.0)).await.unwrap();
    let asked = talk.mind.asked().len();
    let checked = host.check_provider(&talk.provider).await.unwrap();
    assert_eq!(checked.problem.unwrap().code, Code::SpendingLimit.as_str());
    assert_eq!(talk.mind.asked().len(), asked, "nothing was sent");
}

#[tokio::test]
async fn a_summary_that_broke_off_before_its_first_word_is_counted_as_a_reply_is() {
    let talk = talk().await;
    let host = &talk.host;
    talk.says("The first secret word is marmalade.").await;
    talk.says("The second one is lanterns.").await;
    talk.mind.does([
        Turn::status(400, &[], r#"{"error":{"message":"nonsense"}}"#),
        Turn {
            thought: "a few thoughts ".repeat(40),
            breaks_after: Some(700),
            ..Turn::says("Never.")
        },
    ]);
    for (replies, what) in [(2, "refused"), (3, "broken off")] {
        assert!(host.compact(&talk.id).await.is_err(), "{what}");
        let month = host.spending(None).await.unwrap().month;
        assert_eq!(month.replies, replies, "{what}");
    }
}

#[tokio::test]
async fn the_context_is_counted_by_the_provider_and_else_estimated() {
    let talk = talk().await;
    let host = &talk.host;
    let fresh = host.conversation(&talk.id).await.unwrap().context;
    assert!(fresh.is_estimate);
    talk.says("Hello").await;
    let counted = host.conversation(&talk.id).await.unwrap().context;
    assert_eq!((counted.tokens, counted.is_estimate), (18, false));
}
