//! A sign-in is a question at the gate: asking for one alone opens nothing, and what is no longer so is not done.

use super::*;
use portcullis_api::{Asked, Outcome};

fn opened(person: &TestUser, provider: &Provider) -> bool {
    !person.browser.opened().is_empty()
        || !provider.hits_at("/register").is_empty()
        || !provider.hits_at("/authorize").is_empty()
}

// Proves AUT-03, S-26.
#[tokio::test]
async fn asking_for_a_sign_in_opens_nothing_before_the_answer_at_the_gate() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let request = person.host.sign_in(&id).await.unwrap();
    assert!(matches!(request.asked, Asked::SignIn { .. }));
    // However often it is asked for, it is one question.
    for _ in 0..3 {
        assert_eq!(person.host.sign_in(&id).await.unwrap(), request);
    }
    assert_eq!(person.host.waiting(), std::slice::from_ref(&request));
    tokio::time::sleep(limits::GUARD).await;
    assert!(!opened(&person, &provider));
    // Not an answer: one for another authorization server, one of another kind.
    for answer in [
        Pick::SignIn {
            issuer: "https://evil.example".to_owned(),
        },
        Pick::AllowOnce {},
        Pick::Open {},
    ] {
        let refused = person.tries_to_answer(&request, answer).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput);
    }
    assert!(!opened(&person, &provider));
    let issuer = provider.issuer();
    person.answers(&request, Pick::SignIn { issuer }).await;
    let page = page(&person, &id).await;
    let opened = wait::until("the browser to open", || {
        Some(person.browser.opened()).filter(|opened| !opened.is_empty())
    });
    assert_eq!(opened.await, [page.as_str()]);
    browser::follow(&page).await.unwrap();
    assert!(over(&person, &id).await.account.is_some());
    let row = person.sees_row("Signed in").await;
    let detail = person.host.record_detail(row.seq).await.unwrap();
    assert_eq!(detail.shown, Some(request.digest));
}

// Proves AUT-03.
#[tokio::test]
async fn a_sign_in_that_is_denied_opens_nothing_and_is_recorded() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let asked = review(&person, &id).await;
    person.answers(&asked.request, Pick::Deny {}).await;
    let row = person.sees_row("Signed in").await;
    assert_eq!(
        (row.outcome, row.outcome_words.as_str()),
        (Outcome::Denied, "cancelled by you")
    );
    assert!(!opened(&person, &provider));
    assert_eq!(person.host.account(&id).unwrap().state, SignInState::Idle {});
}

// Proves AUT-03, S-39.
#[tokio::test]
async fn a_question_about_a_sign_in_goes_when_what_was_read_changes() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let changes = ["given up", "own client", "no client", "address", "removed"];
    for (ended, change) in changes.into_iter().enumerate() {
        let asked = review(&person, &id).await;
        match change {
            "given up" => drop(person.host.cancel_sign_in(&id).unwrap()),
            "own client" => drop(person.host.set_own_client(&id, own(None, false)).await.unwrap()),
            "no client" => drop(person.host.forget_own_client(&id).await.unwrap()),
            "address" => {
                let mut draft = person.host.server(&id).unwrap().draft;
                draft.endpoint = address("", &format!("{}?other", provider.url())).endpoint;
                let request = person.proposes_change(&id, draft).await;
                person.answers(&request, Pick::AddAndStart {}).await;
                person.sees(&id, Phase::NeedsSignIn).await;
            }
            _ => person.host.remove_server(&id).await.unwrap(),
        }
        wait::holds("the question to be gone", || person.host.waiting().is_empty()).await;
        let late = agrees(&person, &asked).await.unwrap_err();
        assert_eq!(late.code, Code::ConsentStale, "{change}");
        assert!(!opened(&person, &provider), "{change}");
        let row = wait::until_async("its row", async || {
            let mut rows = person.record().await;
            rows.retain(|row| row.what.text == "Signed in");
            (rows.len() == ended + 1).then(|| rows.swap_remove(0))
        })
        .await;
        let why = person.host.record_detail(row.seq).await.unwrap().why;
        let (outcome, reason) = match change {
            "given up" => (Outcome::Cancelled, "You cancelled the sign-in."),
            _ => (
                Outcome::Refused,
                "The server or its sign-in settings changed before you answered, so the request was withdrawn. No browser was opened.",
            ),
        };
        assert_eq!((row.outcome, why.as_str()), (outcome, reason), "{change}");
    }
}

// Proves AUT-03.
#[tokio::test]
async fn an_answer_to_what_is_no_longer_so_opens_nothing() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let host = &person.host;
    let asked = review(&person, &id).await;
    // The question is not taken back here: the answer itself is checked against what is there now.
    host.known_by("https://portcullis.example/client.json").unwrap();
    agrees(&person, &asked).await.unwrap();
    assert_eq!(failure(&over(&person, &id).await), "consent.stale");
    assert_eq!(person.sees_row("Signed in").await.outcome, Outcome::Refused);
    assert!(!opened(&person, &provider));
}
