//! The redirect back to this computer: the right one counts, once.

use super::*;

// Proves AUT-32, S-60.
#[tokio::test]
async fn a_stray_answer_changes_nothing_and_the_right_one_counts_once() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let page = begins(&person, &id).await;
    let to = browser::get(&page).await.unwrap().location.unwrap();
    let (back, query) = to.split_once('?').unwrap();
    let state = &form(query)["state"];
    for stray in [
        format!("{back}?code=stolen&state=x{state}"),
        format!("{back}?code=stolen"),
        format!("{back}x?{query}"),
    ] {
        let answer = browser::get(&stray).await.unwrap();
        assert!([400, 404].contains(&answer.status), "{stray}: {}", answer.status);
    }
    assert!(provider.grants("authorization_code").is_empty());
    assert_eq!(browser::get(&to).await.unwrap().status, 200);
    assert!(over(&person, &id).await.account.is_some());
    // There is no listener any more (S-59).
    assert!(browser::get(&to).await.is_err());
    assert_eq!(provider.grants("authorization_code").len(), 1);
}

// Proves S-59.
#[tokio::test]
async fn there_is_no_listener_before_and_after_and_giving_up_ends_it() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let page = begins(&person, &id).await;
    let back = form(page.split_once('?').unwrap().1)["redirect_uri"].clone();
    assert_eq!(browser::get(&back).await.unwrap().status, 404);
    person.host.cancel_sign_in(&id).unwrap();
    let account = over(&person, &id).await;
    assert_eq!((account.state, account.account), (SignInState::Idle {}, None));
    wait::holds("the listener to be gone", || {
        std::net::TcpStream::connect(
            back.trim_start_matches("http://")
                .split('/')
                .next()
                .unwrap_or_default(),
        )
        .is_err()
    })
    .await;
    person.sees_row("Signed in").await;
}

// Proves AUT-40.
#[tokio::test]
async fn a_person_who_says_no_there_is_not_asked_again() {
    let provider = Provider::new(rules(|rules| rules.denies = true)).await;
    let (person, id) = unsigned(&provider).await;
    let account = browsed(&person, &id).await;
    assert_eq!(failure(&account), "auth.refused");
    assert!(provider.grants("authorization_code").is_empty());
    assert_eq!(person.browser.opened().len(), 1);
    assert_eq!(person.state(&id).phase, Phase::NeedsSignIn);
}

// Proves AUT-51, AUT-56.
#[tokio::test]
async fn a_scope_that_is_listed_and_refused_there_is_left_out_the_next_time() {
    let provider = Provider::new(rules(|rules| {
        rules.scope = Some("files".to_owned());
        rules.metadata = object(json!({ "scopes_supported": ["files", "offline_access"] }));
        rules.ungranted = Some("offline_access".to_owned());
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    assert_eq!(failure(&browsed(&person, &id).await), "auth.refused");
    let again = review(&person, &id).await;
    let scopes = again.issuers[0].scopes.iter();
    assert_eq!(
        scopes.map(|row| row.scope.text.as_str()).collect::<Vec<_>>(),
        ["files"]
    );
}

// Proves S-53, AUT-34, AUT-36.
#[tokio::test]
async fn an_answer_of_another_issuer_is_not_redeemed_nor_shown() {
    for (denies, metadata, back) in [
        (false, json!({}), "&iss=https://evil.example"),
        (
            false,
            json!({ "authorization_response_iss_parameter_supported": true }),
            "",
        ),
        (true, json!({}), "&iss=https://evil.example"),
    ] {
        let provider = Provider::new(rules(|rules| {
            rules.denies = denies;
            rules.metadata = object(metadata);
            rules.back = back.to_owned();
        }))
        .await;
        let (person, id) = unsigned(&provider).await;
        let account = browsed(&person, &id).await;
        assert_eq!(failure(&account), "auth.mixed_up", "{back}");
        assert!(!format!("{account:?}").contains("not today") && !format!("{account:?}").contains("evil"));
        assert!(provider.grants("authorization_code").is_empty());
    }
}
