//! What a person does to sign in at a server: reads the review, says yes, comes back from the browser.
//!
//! # Panics
//!
//! All of these panic when what they wait for does not come or the host refuses what must work; they are for tests.

use std::ops::Deref;

use portcullis_api::{Answer, Asked, Phase, Request, ServerAccount, SignInReview, SignInState};
use portcullis_core::Error;

use crate::{
    browser,
    provider::{Provider, Rules},
    test_user::{TestUser, address},
    wait,
};

/// The usual rules but for this.
pub fn rules(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

/// A person with a server that wants a sign-in.
pub async fn unsigned(provider: &Provider) -> (TestUser, String) {
    let person = TestUser::new().await;
    let id = adds_unsigned(&person, &provider.url()).await;
    (person, id)
}

/// Adds a server there that wants a sign-in; its id.
pub async fn adds_unsigned(person: &TestUser, url: &str) -> String {
    let id = person.adds(address("Remote", url)).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    id
}

/// What a person was asked, and what they read.
#[derive(Debug)]
pub struct Reviewed {
    /// As it waits.
    pub request: Request,
    review: SignInReview,
}

impl Deref for Reviewed {
    type Target = SignInReview;

    fn deref(&self) -> &SignInReview {
        &self.review
    }
}

/// What a sign-in there takes, as it is asked at the gate.
pub async fn review(person: &TestUser, id: &str) -> Reviewed {
    let request = person.host.sign_in(id).await.expect("it is asked");
    let_assert!(request.asked.clone() => Asked::SignIn { review });
    Reviewed { request, review }
}

/// Reads for as long as the guard wants, and says yes to the first authorization server.
pub async fn agrees(person: &TestUser, review: &Reviewed) -> Result<(), Error> {
    let issuer = review.issuers[0].issuer.clone();
    person
        .tries_to_answer(&review.request, Answer::SignIn { issuer })
        .await
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
    agrees(person, &review).await.expect("it begins");
    page(person, id).await
}

/// Reads and agrees where no browser is needed; how it ends, good or bad.
pub async fn agreed(person: &TestUser, id: &str) -> ServerAccount {
    let review = review(person, id).await;
    agrees(person, &review).await.expect("it begins");
    over(person, id).await
}

/// The same with a browser, which comes back.
pub async fn browsed(person: &TestUser, id: &str) -> ServerAccount {
    let page = begins(person, id).await;
    browser::follow(&page).await.expect("the browser comes back");
    over(person, id).await
}

/// Signs in with a browser in which everything goes well.
pub async fn signs_in(person: &TestUser, id: &str) -> ServerAccount {
    let account = browsed(person, id).await;
    assert!(account.account.is_some(), "{:?}", account.state);
    account
}

/// The same, and waits until the server is ready.
pub async fn gets_in(person: &TestUser, id: &str) {
    signs_in(person, id).await;
    person.sees(id, Phase::Ready).await;
}

/// A person who is signed in at a server that is ready.
pub async fn signed_in(provider: &Provider) -> (TestUser, String) {
    let (person, id) = unsigned(provider).await;
    gets_in(&person, &id).await;
    (person, id)
}

/// The code of why a sign-in failed.
pub fn failure(account: &ServerAccount) -> &str {
    match &account.state {
        SignInState::Failed { problem, .. } => &problem.code,
        other => panic!("it did not fail: {other:?}"),
    }
}
