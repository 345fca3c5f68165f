//! Signing in at remote servers as people meet it: asked before a browser opens, once, and not again after a restart; and
//! what a hostile server or authorization server gets out of it, which is nothing.

mod apart;
mod asked;
mod bound;
mod callback;
mod clients;
mod discovery;
mod documents;
mod ending;
mod federated;
mod refusals;
mod stored;

use clients::own;
use portcullis_api::{
    Answer as Pick, CallState, ClientProof, Hidden, OwnClientDraft, Phase, Registration, SignInState,
    SignInWhy, StartMode,
};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_secrets::{Keystore, MemoryKeystore};
use portcullis_tests::{
    browser,
    canary::{Canary, sweep, sweep_bytes},
    fickle_keystore::FickleKeystore,
    provider::{Provider, Rules, form},
    signing_in::{
        adds_unsigned, agreed, agrees, begins, browsed, failure, gets_in, over, page, review, rules,
        signed_in, signs_in, unsigned,
    },
    sink::{Answer, Sink},
    test_user::{TestUser, address, assert_done, code, named, nothing},
    wait,
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use stored::watched;

/// Two that are honest.
async fn two_providers() -> (Provider, Provider) {
    (
        Provider::new(Rules::default()).await,
        Provider::new(Rules::default()).await,
    )
}

/// An honest one whose authorization server says this of itself as well.
async fn described(metadata: Value) -> Provider {
    Provider::new(rules(|rules| rules.metadata = object(metadata))).await
}

fn object(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

// Proves AUT-03.
#[tokio::test]
async fn a_server_that_wants_a_sign_in_waits_for_a_person_and_opens_nothing() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    assert!(person.browser.opened().is_empty());
    let review = review(&person, &id).await;
    assert_eq!(review.why, SignInWhy::First {});
    assert_eq!(review.issuers[0].registration, Some(Registration::Dynamic));
    assert!(person.browser.opened().is_empty() && provider.hits_at("/register").is_empty());
    // One answer is good for one sign-in.
    agrees(&person, &review).await.unwrap();
    let again = agrees(&person, &review).await.unwrap_err();
    assert_eq!(again.code, Code::ConsentStale);
    page(&person, &id).await;
    wait::holds("the browser to open", || !person.browser.opened().is_empty()).await;
    assert_eq!(person.browser.opened().len(), 1);
}

// Proves AUT-43, AUT-44, AUT-41.
#[tokio::test]
async fn a_token_goes_with_every_request_and_names_what_it_is_for() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let all = provider.hits_at("/mcp");
    let first = all
        .iter()
        .position(|hit| hit.header("authorization").is_some())
        .unwrap();
    for hit in &all[first..] {
        assert!(
            hit.header("authorization")
                .is_some_and(|value| value.starts_with("Bearer ")),
            "{hit:?}"
        );
    }
    for hit in provider.hits() {
        assert_lacks!(hit.target, "access", "refresh_token");
    }
    let asked = provider.hits_at("/authorize");
    let asked = form(asked[0].target.split_once('?').unwrap().1);
    assert_eq!(asked["resource"], provider.url());
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(
        provider.grants("authorization_code")[0]["resource"],
        provider.url()
    );
}

// Proves AUT-46.
#[tokio::test]
async fn after_a_restart_no_browser_opens_again() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    let person = person.restarts_the_host_with(&id).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert!(person.browser.opened().is_empty());
    assert_eq!(provider.hits_at("/authorize").len(), 1);
}

// Proves S-58, AUT-53.
#[tokio::test]
async fn twenty_refused_calls_are_one_renewal() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.forgets_access();
    let calls = (0..20).map(|_| person.calls(&id, "echo", nothing()));
    for call in futures::future::join_all(calls).await {
        assert_done(&call);
    }
    let renewals = provider.grants("refresh_token");
    assert_eq!(renewals.len(), 1);
    assert_eq!(renewals[0]["resource"], provider.url());
}

// Proves AUT-53.
#[tokio::test]
async fn a_sign_in_that_was_revoked_is_asked_for_once() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.revoked = true);
    provider.forgets_access();
    let call = person.calls(&id, "echo", nothing()).await;
    assert_eq!((call.state, code(&call)), (CallState::Failed, "auth.required"));
    person.sees(&id, Phase::NeedsSignIn).await;
    let account = person.host.account(&id).unwrap().account.unwrap();
    assert!(account.ended.is_some() && !account.renews);
    assert_eq!(provider.grants("refresh_token").len(), 1);
    assert_eq!(review(&person, &id).await.why, SignInWhy::Ended {});
    provider.change(|rules| rules.revoked = false);
    gets_in(&person, &id).await;
}

// Proves AUT-52.
#[tokio::test]
async fn without_a_token_to_renew_with_a_person_is_asked_at_the_end() {
    let provider = Provider::new(rules(|rules| rules.no_refresh = true)).await;
    let (person, id) = signed_in(&provider).await;
    assert!(!person.host.account(&id).unwrap().account.unwrap().renews);
    provider.forgets_access();
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.required");
    person.sees(&id, Phase::NeedsSignIn).await;
}

// Proves AUT-48.
#[tokio::test]
async fn a_server_that_takes_no_token_is_not_asked_for_ever() {
    let provider = Provider::new(rules(|rules| rules.takes_nothing = true)).await;
    let (person, id) = unsigned(&provider).await;
    signs_in(&person, &id).await;
    person.sees_row("Renew sign-in").await;
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(provider.grants("refresh_token").len() <= 1);
    assert!(
        provider.hits_at("/mcp").len() <= 6,
        "{:?}",
        provider.hits_at("/mcp").len()
    );
    assert_eq!(person.browser.opened().len(), 1);
}

// Proves S-57, AUT-56, AUT-57, AUT-59.
#[tokio::test]
async fn more_is_asked_of_a_person_who_sees_what_and_for_which_tool() {
    let provider = Provider::new(rules(|rules| {
        rules.scope = Some("read".to_owned());
        rules.needs = Some("write".to_owned());
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    let call = person.calls(&id, "echo", nothing()).await;
    assert_eq!(code(&call), "auth.more");
    assert_eq!(person.state(&id).phase, Phase::Ready);
    assert_eq!(person.browser.opened().len(), 1);
    let more = person.host.account(&id).unwrap().more.unwrap();
    assert_eq!((more.scopes[0].text.as_str(), more.settled), ("write", false));
    let review = review(&person, &id).await;
    let_assert!(&review.why => SignInWhy::More { tool: Some(tool) });
    assert_eq!(tool.text, "echo");
    let rows = &review.issuers[0].scopes;
    let rows: Vec<_> = rows
        .iter()
        .map(|row| (row.scope.text.as_str(), row.granted))
        .collect();
    assert_eq!(rows, [("read", true), ("write", false)]);
    signs_in(&person, &id).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
}

// Proves S-57, AUT-58.
#[tokio::test]
async fn who_is_never_content_is_not_believed_for_ever() {
    let provider = Provider::new(rules(|rules| {
        rules.needs = Some("admin".to_owned());
        rules.insatiable = true;
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    for _ in 0..limits::STEP_UPS {
        assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
        assert!(!person.host.account(&id).unwrap().more.unwrap().settled);
        let review = review(&person, &id).await;
        // Marked at the scope itself, and not once more in a note.
        assert!(review.issuers[0].scopes.iter().all(|row| row.wide), "{review:?}");
        assert!(review.notes.is_empty(), "{review:?}");
        signs_in(&person, &id).await;
    }
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
    assert!(person.host.account(&id).unwrap().more.unwrap().settled);
}

// Proves AUT-59.
#[tokio::test]
async fn what_was_declined_is_not_brought_up_again() {
    let provider = Provider::new(rules(|rules| rules.needs = Some("write".to_owned()))).await;
    let (person, id) = signed_in(&provider).await;
    person.calls(&id, "echo", nothing()).await;
    person.host.decline_more(&id).await.unwrap();
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
    assert!(person.host.account(&id).unwrap().more.unwrap().settled);
}

// Proves AUT-60.
#[tokio::test]
async fn a_plain_no_is_no_reason_to_sign_in() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.forbids = true);
    assert_eq!(
        code(&person.calls(&id, "echo", nothing()).await),
        "auth.forbidden"
    );
    assert_eq!(person.state(&id).phase, Phase::Ready);
    assert!(provider.grants("refresh_token").is_empty());
}

// Proves AUT-01.
#[tokio::test]
async fn a_header_of_the_persons_own_takes_the_place_of_a_sign_in() {
    let provider = Provider::new(Rules::default()).await;
    let person = TestUser::new().await;
    let mut draft = address("Remote", &provider.url());
    draft.headers.push(named("Authorization", "Bearer mine", true));
    let id = person.adds(draft).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(!person.host.account(&id).unwrap().applies);
    assert_eq!(person.host.sign_in(&id).await.unwrap_err().code, Code::BadInput);
}

// Proves AUT-48.
#[tokio::test]
async fn a_server_that_was_known_is_not_given_up_while_its_authorization_server_is_away() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.away = true);
    provider.forgets_access();
    person.host.restart_server(&id).await.unwrap();
    let state = person.sees(&id, Phase::Failing).await;
    assert_eq!(state.problem.unwrap().code, Code::AuthUnreachable.as_str());
    assert!(state.retry_at.is_some());
    provider.change(|rules| rules.away = false);
    person
        .sees_within(&id, Phase::Ready, Duration::from_secs(60))
        .await;
    assert_eq!(provider.hits_at("/authorize").len(), 1);
}
