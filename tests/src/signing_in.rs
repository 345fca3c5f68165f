//! What a person does to sign in at a server: reads the review, says yes, comes back from the browser.
//!
//! # Panics
//!
//! All of these panic when what they wait for does not come or the host refuses what must work; they are for tests.

use std::time::Duration;

use portcullis_host::{
    Error, limits,
    view::{Phase, ServerAccount, SignInReview, SignInState},
};

use crate::{
    browser,
    provider::{Provider, Rules},
    test_user::{TestUser, address},
    wait,
};

/// The usual rules but for this.
#[must_use]
pub fn rules(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

/// A person with a server that wants a sign-in.
pub async fn unsigned(provider: &Provider) -> (TestUser, String) {
    let person = TestUser::new().await;
    let id = person.adds(address("Remote", &provider.url())).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    (person, id)
}

/// What a sign-in there takes.
pub async fn review(person: &TestUser, id: &str) -> SignInReview {
    person.host.sign_in_review(id).await.expect("it can be reviewed")
}

/// Reads for as long as the guard wants, and says yes to the first authorization server.
///
/// # Errors
///
/// Why the yes does not count.
pub async fn agrees(person: &TestUser, id: &str, review: &SignInReview) -> Result<ServerAccount, Error> {
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    let issuer = &review.issuers[0].issuer;
    person.host.sign_in(id, &review.nonce, issuer).await
}

/// The page that the browser was sent to.
pub async fn page(person: &TestUser, id: &str) -> String {
    wait::until("the page of the sign-in", || {
        match person.host.account(id).unwrap().state {
            SignInState::Browser { address, .. } => Some(address),
            SignInState::Failed { problem, .. } => panic!("{problem:?}"),
            _ => None,
        }
    })
    .await
}

/// Waits for the end of a sign-in, good or bad.
pub async fn over(person: &TestUser, id: &str) -> ServerAccount {
    wait::until("the end of the sign-in", || {
        let account = person.host.account(id).unwrap();
        matches!(account.state, SignInState::Idle {} | SignInState::Failed { .. }).then_some(account)
    })
    .await
}

/// Reads, agrees, and gives the page that the browser is sent to.
pub async fn begins(person: &TestUser, id: &str) -> String {
    let review = review(person, id).await;
    agrees(person, id, &review).await.expect("it begins");
    page(person, id).await
}

/// Signs in with a browser in which everything goes well.
pub async fn signs_in(person: &TestUser, id: &str) -> ServerAccount {
    let page = begins(person, id).await;
    browser::follow(&page).await.expect("the browser comes back");
    let account = over(person, id).await;
    assert!(account.account.is_some(), "{:?}", account.state);
    account
}

/// A person who is signed in at a server that is ready.
pub async fn signed_in(provider: &Provider) -> (TestUser, String) {
    let (person, id) = unsigned(provider).await;
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
    (person, id)
}

/// The code of why a sign-in failed.
#[must_use]
pub fn failure(account: &ServerAccount) -> &str {
    match &account.state {
        SignInState::Failed { problem, .. } => &problem.code,
        other => panic!("it did not fail: {other:?}"),
    }
}
