//! What becomes of a sign-in that an authorization server, the keychain or a gateway does not let happen: the reason
//! is shown, as whose words it is.

use super::*;
use portcullis_api::{Problem, ServerAccount};
use portcullis_core::TextSource;
use portcullis_tests::{listening::Listening, moved_clock::MovedClock, packages, test_user::text};

/// Why a sign-in failed.
fn failed(account: ServerAccount) -> Problem {
    match account.state {
        SignInState::Failed { problem, .. } => problem,
        other => panic!("it did not fail: {other:?}"),
    }
}

/// Why a sign-in failed that went well until tokens were asked for.
async fn gets_no_token(provider: &Provider) -> Problem {
    let (person, id) = unsigned(provider).await;
    failed(browsed(&person, &id).await)
}

// Proves AUT-27.
#[tokio::test]
async fn a_server_on_the_python_sdk_finds_the_client_id_in_the_body_of_every_request() {
    let provider = Provider::new(rules(|rules| rules.python = true)).await;
    let (person, id) = signed_in(&provider).await;
    let registered: Value = serde_json::from_slice(&provider.hits_at("/register")[0].body).unwrap();
    assert_eq!(registered["token_endpoint_auth_method"], "client_secret_basic");
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    person.host.sign_out(&id).await.unwrap();
    assert_eq!(provider.hits_at("/revoke").len(), 2);
    // Such a server wants the secret in the body there, and does not take the tokens back.
    let row = person.sees_row("Signed out").await;
    assert_eq!(row.outcome_words, "signed out on this computer");
    for hit in [provider.hits_at("/token"), provider.hits_at("/revoke")].concat() {
        let sent = form(&String::from_utf8_lossy(&hit.body));
        assert!(sent.contains_key("client_id"), "{sent:?}");
        assert!(!sent.contains_key("client_secret"), "the secret is in the header");
        assert!(
            hit.header("authorization")
                .is_some_and(|value| value.starts_with("Basic "))
        );
    }
}

// Proves AUT-27.
#[tokio::test]
async fn a_client_of_ones_own_says_who_it_is_in_the_body_beside_its_secret_in_the_header() {
    let provider = described(json!({ "authorization_endpoint": null })).await;
    let (person, id) = unsigned(&provider).await;
    let secret = Canary::new("secret");
    let client = own(Some(&secret), true);
    person.host.set_own_client(&id, client).await.unwrap();
    agreed(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
    assert_eq!(provider.grants("client_credentials")[0]["client_id"], "mine");
    let hit = &provider.hits_at("/token")[0];
    assert!(
        hit.header("authorization")
            .is_some_and(|value| value.starts_with("Basic "))
    );
}

// Proves AUT-25, S-44.
#[tokio::test]
async fn a_refused_code_is_told_in_the_words_of_the_authorization_server() {
    let no = json!({ "error": "invalid_client", "error_description": "Missing client_id \u{202e}\u{7}" });
    let headers = vec![("Content-Type".to_owned(), "application/json".to_owned())];
    let provider = Provider::new(rules(|rules| {
        rules.no_token = Some(Answer::Status(401, headers, no.to_string().into_bytes()));
    }))
    .await;
    let problem = gets_no_token(&provider).await;
    assert_eq!(problem.code, Code::AuthRefused.as_str());
    assert_has!(problem.sentence, "(invalid_client)");
    assert!(
        problem.sentence.ends_with("You are not signed in."),
        "{}",
        problem.sentence
    );
    assert!(!problem.sentence.contains("Missing"), "{}", problem.sentence);
    let said = problem.said.unwrap();
    assert_eq!(said.text, "Missing client_id ⟨U+202E⟩⟨U+0007⟩");
    assert_eq!(said.by, TextSource::AuthorizationServer);
}

// Proves AUT-25.
#[tokio::test]
async fn a_refusal_that_is_no_oauth_is_told_with_its_number_and_its_own_words() {
    for (status, kind, body, said) in [
        (
            403,
            "text/html",
            "<html><title>Blocked by a firewall</title>",
            "Blocked by a firewall",
        ),
        (
            404,
            "application/json",
            "{\"detail\":\"No such tenant\"}",
            "No such tenant",
        ),
        (503, "text/plain", "back at noon", "back at noon"),
    ] {
        let headers = vec![("Content-Type".to_owned(), kind.to_owned())];
        let provider = Provider::new(rules(|rules| {
            rules.no_token = Some(Answer::Status(status, headers, body.as_bytes().to_vec()));
        }))
        .await;
        let problem = gets_no_token(&provider).await;
        assert_has!(problem.sentence, &format!("HTTP {status}"));
        assert_eq!(
            problem.said.map(|said| said.text).as_deref(),
            Some(said),
            "{status}"
        );
    }
}

// Proves S-56.
#[tokio::test]
async fn a_refusal_that_says_back_what_was_sent_shows_nothing_of_it() {
    let provider = Provider::new(rules(|rules| {
        rules.echoes = true;
        rules.refuses_codes = true;
    }))
    .await;
    let problem = gets_no_token(&provider).await;
    let said = problem.said.unwrap().text;
    assert!(said.starts_with("not any more"), "{said}");
    assert!(
        sweep_bytes(said.as_bytes(), &provider.issued()).is_empty(),
        "{said}"
    );
}

// Proves AUT-53.
#[tokio::test]
async fn why_a_token_was_not_renewed_is_told_with_whose_words_they_are() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.revoked = true);
    provider.forgets_access();
    let call = person.calls(&id, "echo", nothing()).await;
    let problem = call.problem.unwrap();
    assert_eq!(problem.code, Code::AuthRequired.as_str());
    let host = provider.issuer().replace("http://", "");
    assert_has!(
        problem.sentence,
        "“Remote” did not process the request",
        host.as_str(),
        "(invalid_grant)"
    );
    let said = problem.said.unwrap();
    assert_eq!(said.text, "not any more");
    assert_eq!(said.by, TextSource::AuthorizationServer, "whatever the code is");
}

// Proves S-67, F-35.
#[tokio::test]
async fn a_locked_keychain_is_noticed_before_a_browser_opens_and_before_anybody_registers() {
    let provider = Provider::new(Rules::default()).await;
    let keychain = Arc::new(FickleKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let id = adds_unsigned(&person, &provider.url()).await;
    keychain.takes(0);
    let problem = failed(agreed(&person, &id).await);
    assert_eq!(problem.code, Code::VaultLocked.as_str());
    assert!(
        problem.sentence.ends_with("You are not signed in."),
        "{}",
        problem.sentence
    );
    assert!(person.browser.opened().is_empty() && provider.hits_at("/register").is_empty());
    keychain.takes(usize::MAX);
    gets_in(&person, &id).await;
    assert_eq!(keychain.names().len(), 1, "nothing of the look stays");
}

// Proves AUT-49.
#[tokio::test]
async fn a_sign_out_that_is_refused_there_is_not_told_as_done_there() {
    let provider = Provider::new(Rules::default()).await;
    let nowhere = format!("{}/nowhere", provider.issuer());
    provider.change(|rules| rules.metadata = object(json!({ "revocation_endpoint": nowhere })));
    let (person, id) = signed_in(&provider).await;
    person.host.sign_out(&id).await.unwrap();
    assert_eq!(provider.hits_at("/nowhere").len(), 2);
    let row = person.sees_row("Signed out").await;
    assert_eq!(row.outcome_words, "signed out on this computer");
}

// Proves AUT-27.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_real_server_on_the_python_sdk_lets_a_person_in_renews_and_signs_out() {
    let server = Listening::start(&packages::greet_behind_a_sign_in()).await;
    let clock = Arc::new(MovedClock::default());
    let person = TestUser::with_clock(Arc::clone(&clock)).await;
    let id = adds_unsigned(&person, &server.url("/mcp")).await;
    gets_in(&person, &id).await;
    let until = person.host.account(&id).unwrap().account.unwrap().until;
    clock.jumps(1);
    let call = person.calls(&id, "greet", json!({ "name": "Ada" })).await;
    assert_eq!(text(&call), "Hello, Ada.");
    let renewed = person.host.account(&id).unwrap().account.unwrap().until;
    assert!(renewed > until, "{until:?} {renewed:?}");
    person.host.sign_out(&id).await.unwrap();
    // It wants the secret in the body there, and does not take the tokens back.
    let row = person.sees_row("Signed out").await;
    assert_eq!(row.outcome_words, "signed out on this computer");
}
