//! Signing in with the keychain that a desktop really has, over restarts of everything on this side: the host, the
//! keyring, the bus, the process. And what a person is told when that keychain is locked, missing or stuck (F-35).

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use portcullis_api::{Phase, ServerAccount, SignInState};
use portcullis_host::limits;
use portcullis_secrets::Keychain;
use portcullis_tests::{
    canary::sweep,
    keychain_session::{self, KeychainSession, Keyring},
    moved_clock::MovedClock,
    provider::{Provider, Rules},
    signing_in::{adds_unsigned, agreed, failure, gets_in, rules},
    test_user::{TestUser, assert_done, nothing},
};
use serde_json::json;

fn test(name: &str) -> String {
    format!("keychain::inside::{name}")
}

/// Nothing that was given out lies open anywhere in the home of the session.
fn assert_nothing_lies_open(session: &KeychainSession, provider: &Provider) {
    let issued = provider.issued();
    assert!(!issued.is_empty());
    assert_eq!(sweep(session.home(), &issued), []);
}

// Proves AUT-46, F-35.
#[tokio::test]
async fn after_host_and_machine_were_started_anew_a_call_needs_no_browser() {
    let session = or_skip!(KeychainSession::new());
    let provider = Provider::new(rules(|rules| rules.lasts = Some(3600))).await;
    let url = provider.url();
    session.runs(&test("signs_in"), &[("PROVIDER", &url)]).await;
    assert_eq!(provider.hits_at("/authorize").len(), 1);
    assert!(!session.sealed().is_empty(), "the keyring is kept");
    assert_nothing_lies_open(&session, &provider);
    // Everything of before is gone: another process, bus and keyring find what was left.
    session.runs(&test("comes_back"), &[("PROVIDER", &url)]).await;
    assert!(provider.grants("refresh_token").is_empty());
    // What the server forgot, and what ended by the clock while the computer was off.
    provider.forgets_access();
    session.runs(&test("comes_back"), &[("PROVIDER", &url)]).await;
    assert_eq!(provider.grants("refresh_token").len(), 1);
    session
        .runs(&test("comes_back"), &[("PROVIDER", &url), ("HOURS", "9")])
        .await;
    assert_eq!(provider.grants("refresh_token").len(), 2);
    assert_eq!(provider.hits_at("/authorize").len(), 1, "one browser in all");
    assert_eq!(provider.hits_at("/register").len(), 1);
    assert_nothing_lies_open(&session, &provider);
}

async fn runs(name: &str) {
    let session = or_skip!(KeychainSession::new());
    let provider = Provider::new(Rules::default()).await;
    session.runs(&test(name), &[("PROVIDER", &provider.url())]).await;
    assert_nothing_lies_open(&session, &provider);
}

// Proves F-35.
#[tokio::test]
async fn a_sign_in_ends_at_a_locked_keychain_and_works_once_that_is_open() {
    runs("finds_it_locked").await;
}

// Proves F-35.
#[tokio::test]
async fn a_sign_in_ends_where_there_is_no_keychain_and_works_once_there_is() {
    runs("finds_none").await;
}

// Proves F-35.
#[tokio::test]
async fn a_silent_keychain_is_a_state_with_a_remedy_and_delays_no_other_server() {
    runs("finds_it_stuck").await;
}

/// Puts the person's data aside for the next process.
async fn leaves(person: TestUser) {
    person.host.close().await;
    std::fs::rename(person.data.path(), left()).unwrap();
}

fn left() -> PathBuf {
    keychain_session::home().unwrap().join("left")
}

/// Finds what the process before left, on a computer that was off for so long.
async fn finds(hours: i64) -> TestUser {
    let clock = MovedClock::default();
    clock.jumps(hours);
    let data = tempfile::tempdir().unwrap();
    std::fs::remove_dir(data.path()).unwrap();
    std::fs::rename(left(), data.path()).unwrap();
    let room = Arc::new(tempfile::tempdir().unwrap());
    let keychain = Arc::new(Keychain::default());
    TestUser::at(Arc::new(data), room, keychain, Arc::new(clock)).await
}

async fn newcomer() -> TestUser {
    TestUser::with_keystore(Arc::new(Keychain::default())).await
}

async fn unsigned(person: &TestUser) -> String {
    let url = std::env::var("PROVIDER").unwrap();
    adds_unsigned(person, &url).await
}

/// Signs in as far as the keychain lets it, which is not as far as a browser.
async fn tries(person: &TestUser, id: &str) -> ServerAccount {
    let account = agreed(person, id).await;
    assert!(
        person.browser.opened().is_empty(),
        "no browser opens for what cannot be kept"
    );
    account
}

fn assert_told(account: &ServerAccount, code: &str, remedy: &str) {
    assert_eq!(failure(account), code);
    assert_eq!(account.account, None);
    let_assert!(&account.state => SignInState::Failed { problem, .. });
    let said = problem.remedy.as_deref().unwrap_or_default();
    assert!(said.contains(remedy), "{said}");
}

/// What runs in a session of its own. Left out of an ordinary run, and nothing without one.
mod inside {
    use super::*;

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn signs_in() {
        let _home = or_skip!(keychain_session::home());
        let keyring = Keyring::opened().await;
        let person = newcomer().await;
        let id = unsigned(&person).await;
        gets_in(&person, &id).await;
        assert_done(&person.calls(&id, "echo", nothing()).await);
        let person = person.restarts_the_host_with(&id).await;
        // The service alone is started again, under a host that goes on.
        keyring.ends().await;
        let _keyring = Keyring::opened().await;
        person.host.restart_server(&id).await.unwrap();
        person.sees(&id, Phase::Ready).await;
        let person = person.restarts_the_host_with(&id).await;
        assert_done(&person.calls(&id, "echo", nothing()).await);
        assert!(person.browser.opened().is_empty());
        leaves(person).await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn comes_back() {
        let _home = or_skip!(keychain_session::home());
        let _keyring = Keyring::opened().await;
        let hours = std::env::var("HOURS").map_or(0, |hours| hours.parse().unwrap());
        let person = finds(hours).await;
        let id = person.id("Remote").unwrap();
        person.sees(&id, Phase::Ready).await;
        assert_done(&person.calls(&id, "echo", nothing()).await);
        assert!(person.browser.opened().is_empty());
        leaves(person).await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn finds_it_locked() {
        let _home = or_skip!(keychain_session::home());
        let keyring = Keyring::opened().await;
        let person = newcomer().await;
        let id = unsigned(&person).await;
        assert_eq!(person.host.about().await.keychain, None);
        keyring.lock().await;
        let found = person.host.about().await.keychain.unwrap();
        assert_eq!(found.code, "vault.locked", "found by a write");
        assert_told(&tries(&person, &id).await, "vault.locked", "Unlock");
        assert_eq!(person.state(&id).phase, Phase::NeedsSignIn);
        keyring.ends().await;
        let _keyring = Keyring::opened().await;
        gets_in(&person, &id).await;
        person.host.close().await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn finds_none() {
        let _home = or_skip!(keychain_session::home());
        let person = newcomer().await;
        let id = unsigned(&person).await;
        let found = person.host.about().await.keychain.unwrap();
        assert_eq!(found.code, "vault.missing", "found by a write");
        assert_told(&tries(&person, &id).await, "vault.missing", "keychain");
        assert_eq!(person.state(&id).phase, Phase::NeedsSignIn);
        let _keyring = Keyring::opened().await;
        gets_in(&person, &id).await;
        person.host.close().await;
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn finds_it_stuck() {
        let _home = or_skip!(keychain_session::home());
        let keyring = Keyring::opened().await;
        let person = newcomer().await;
        let id = unsigned(&person).await;
        gets_in(&person, &id).await;
        let local = person.has("Local", json!({"tools": ["x"]})).await;
        keyring.sleeps();
        let asleep = Instant::now();
        let person = person.restarts_the_host_with(&local).await;
        assert_done(&person.calls(&local, "x", nothing()).await);
        assert!(
            asleep.elapsed() < limits::VAULT,
            "no other request waits for the keychain: {:?}",
            asleep.elapsed()
        );
        let patience = limits::VAULT + Duration::from_secs(10);
        let state = person.sees_within(&id, Phase::Stopped, patience).await;
        let problem = state.problem.unwrap();
        assert_eq!(problem.code, "vault.locked");
        assert!(problem.remedy.unwrap().contains("Unlock"));
        // It takes half a minute in all, and then everything is as it was.
        tokio::time::sleep(Duration::from_secs(30).saturating_sub(asleep.elapsed())).await;
        keyring.wakes();
        person.host.restart_server(&id).await.unwrap();
        person.sees(&id, Phase::Ready).await;
        assert_done(&person.calls(&id, "echo", nothing()).await);
        assert!(person.browser.opened().is_empty());
        person.host.close().await;
    }
}
