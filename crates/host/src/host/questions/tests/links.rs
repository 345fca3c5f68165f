//! Addresses to open.

use super::*;
use portcullis_api::HostEvent;
use portcullis_core::Code;
use portcullis_domain::Asked;

const PAGE: &str = "https://sign.example/in?code=canary-3b8e71";

fn link(url: &str) -> Value {
    json!({ "mode": "url", "message": "Sign in.", "url": url, "elicitationId": "1" })
}

// Proves ELI-18, S-82.
#[tokio::test]
async fn nothing_is_opened_before_the_persons_yes_and_then_exactly_what_was_shown() {
    let house = House::new().await;
    let asked = house.asks("elicitation/create", &link(PAGE));
    let request = house.asked().await;
    let Asked::Link { url, parts, .. } = &request.asked else {
        panic!("no address: {request:?}")
    };
    assert_eq!((url.text.as_str(), parts.host.as_str()), (PAGE, "sign.example"));
    let yes = request.reply(Answer::Open {});
    assert_eq!(
        house.host.answer(&yes).await.unwrap_err().code,
        Code::ConsentTooSoon
    );
    assert_eq!(house.browser.opened(), Vec::<String>::new());
    house.answers(Answer::Open {}).await;
    // The answer says that it was opened, and has no content (ELI-24).
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "accept" }));
    assert_eq!(house.browser.opened(), [PAGE]);
    let detail = house.newest(RecordKind::Elicitation, 1).await;
    assert_eq!(detail.row.outcome_words, "opened in your browser");
    let kept = format!("{detail:?}");
    assert!(
        kept.contains("https://sign.example/in…") && !kept.contains("canary"),
        "{kept}"
    );
    house.host.close().await;
}

// Proves ELI-18.
#[tokio::test]
async fn a_no_opens_nothing() {
    let house = House::new().await;
    for (given, expected) in [(Answer::Decline {}, "decline"), (Answer::Deny {}, "cancel")] {
        let heard = house.hears("elicitation/create", &link(PAGE), given).await;
        assert_eq!(heard.unwrap(), json!({ "action": expected }));
    }
    assert!(house.browser.opened().is_empty());
    house.host.close().await;
}

// Proves ELI-05.
#[tokio::test]
async fn a_browser_that_does_not_open_is_a_cancel_and_the_person_is_told() {
    let house = House::with_browser(MemoryOpener::broken()).await;
    let mut events = house.host.events();
    let heard = house
        .hears("elicitation/create", &link(PAGE), Answer::Open {})
        .await;
    assert_eq!(heard.unwrap(), json!({ "action": "cancel" }));
    loop {
        if let Some((_, HostEvent::Problem { problem })) = events.next().await {
            assert_eq!(problem.code, "elicitation.not_opened");
            break;
        }
    }
    assert_eq!(
        house.rows(RecordKind::Elicitation, 1).await[0].outcome,
        Outcome::Failed
    );
    house.host.close().await;
}

// Proves ELI-23.
#[tokio::test]
async fn what_is_no_page_is_refused_unasked() {
    let house = House::new().await;
    for url in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http://example.com",
        "https://a@b.example",
        "https://example.com/%0a",
    ] {
        assert_eq!(
            answer(house.asks("elicitation/create", &link(url))).await,
            Err(Refusal::BAD)
        );
    }
    let rows = house.rows(RecordKind::Elicitation, 5).await;
    assert!(rows.iter().all(|row| row.outcome == Outcome::Refused));
    assert!(house.browser.opened().is_empty());
    house.host.close().await;
}

// Proves ELI-29.
#[tokio::test]
async fn the_newest_revision_has_no_numbers() {
    let house = House::new().await;
    let params = json!({ "mode": "url", "message": "Sign in.", "url": PAGE });
    let (asked, _token) = house.asks_in("2026-07-28", "elicitation/create", &params);
    house.answers(Answer::Open {}).await;
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "accept" }));
    house.host.close().await;
}
