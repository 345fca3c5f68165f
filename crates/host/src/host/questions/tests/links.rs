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
    let fixture = Fixture::new().await;
    let asked = fixture.asks("elicitation/create", &link(PAGE));
    let request = fixture.asked().await;
    let Asked::Link { url, parts, .. } = &request.asked else {
        panic!("no address: {request:?}")
    };
    assert_eq!((url.text.as_str(), parts.host.as_str()), (PAGE, "sign.example"));
    let yes = request.reply(Answer::Open {});
    let refused = fixture.host.answer(&yes).await.unwrap_err();
    assert_eq!(refused.code, Code::ConsentTooSoon);
    assert_eq!(fixture.browser.opened(), Vec::<String>::new());
    fixture.answers(Answer::Open {}).await;
    // The answer says that it was opened, and has no content (ELI-24).
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "accept" }));
    assert_eq!(fixture.browser.opened(), [PAGE]);
    let detail = fixture.newest(RecordKind::Elicitation, 1).await;
    assert_eq!(detail.row.outcome_words, "opened in your browser");
    let kept = format!("{detail:?}");
    assert!(
        kept.contains("https://sign.example/in…") && !kept.contains("canary"),
        "{kept}"
    );
    fixture.host.close().await;
}

// Proves ELI-18.
#[tokio::test]
async fn a_no_opens_nothing() {
    let fixture = Fixture::new().await;
    for (given, expected) in [(Answer::Decline {}, "decline"), (Answer::Deny {}, "cancel")] {
        let heard = fixture.hears("elicitation/create", &link(PAGE), given).await;
        assert_eq!(heard.unwrap(), json!({ "action": expected }));
    }
    assert!(fixture.browser.opened().is_empty());
    fixture.host.close().await;
}

// Proves ELI-05.
#[tokio::test]
async fn a_browser_that_does_not_open_is_a_cancel_and_the_person_is_told() {
    let fixture = Fixture::with_browser(MemoryOpener::broken()).await;
    let mut events = fixture.host.events();
    let heard = fixture
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
        fixture.rows(RecordKind::Elicitation, 1).await[0].outcome,
        Outcome::Failed
    );
    fixture.host.close().await;
}

// Proves S-91.
#[tokio::test]
async fn no_page_opens_where_that_cannot_be_recorded() {
    let fixture = Fixture::new().await;
    write_no_more(fixture.data.path(), DECISION);
    let heard = fixture
        .hears("elicitation/create", &link(PAGE), Answer::Open {})
        .await;
    assert_eq!(heard.unwrap(), json!({ "action": "cancel" }));
    assert!(fixture.browser.opened().is_empty());
    fixture.host.close().await;
}

// Proves ELI-23.
#[tokio::test]
async fn what_is_no_page_is_refused_unasked() {
    let fixture = Fixture::new().await;
    for url in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http://example.com",
        "https://a@b.example",
        "https://example.com/%0a",
    ] {
        assert_eq!(
            answer(fixture.asks("elicitation/create", &link(url))).await,
            Err(Refusal::BAD)
        );
    }
    let rows = fixture.rows(RecordKind::Elicitation, 5).await;
    assert!(rows.iter().all(|row| row.outcome == Outcome::Refused));
    assert!(fixture.browser.opened().is_empty());
    fixture.host.close().await;
}

// Proves ELI-29.
#[tokio::test]
async fn the_newest_revision_has_no_numbers() {
    let fixture = Fixture::new().await;
    let params = json!({ "mode": "url", "message": "Sign in.", "url": PAGE });
    let (asked, _token) = fixture.asks_in("2026-07-28", "elicitation/create", &params);
    fixture.answers(Answer::Open {}).await;
    assert_eq!(answer(asked).await.unwrap(), json!({ "action": "accept" }));
    fixture.host.close().await;
}
