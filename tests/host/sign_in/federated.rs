//! Another party vouches: the organisation for its people (AUT-63), the platform for what runs on it. No page of the
//! authorization server opens.

use super::*;
use portcullis_api::Organisation as Vouches;
use portcullis_tests::{
    dpop_check,
    organisation::{Organisation, Policy},
};

const VOUCHER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

fn of(organisation: &Organisation) -> OwnClientDraft {
    OwnClientDraft {
        organisation: Some(Vouches {
            issuer: organisation.issuer(),
            client_id: "me-there".to_owned(),
        }),
        ..own(None, false)
    }
}

fn nameless() -> OwnClientDraft {
    OwnClientDraft {
        client_id: String::new(),
        ..own(None, false)
    }
}

/// A person whose organisation vouches for them at this server.
async fn employed(provider: &Provider, organisation: &Organisation) -> (TestUser, String) {
    let (person, id) = unsigned(provider).await;
    person.host.set_own_client(&id, of(organisation)).await.unwrap();
    (person, id)
}

// Proves AUT-63.
#[tokio::test]
async fn the_page_of_the_organisation_opens_and_never_that_of_the_authorization_server() {
    let provider = Provider::new(rules(|rules| rules.scope = Some("files".to_owned()))).await;
    let organisation = Organisation::new(Policy::default()).await;
    let (person, id) = employed(&provider, &organisation).await;
    let told = review(&person, &id).await;
    let page = told.issuers[0].page.as_ref().unwrap();
    assert_eq!(page.text, format!("{}/authorize", organisation.issuer()));
    assert!(
        told.notes.iter().any(|note| note.contains("identity provider")),
        "{:?}",
        told.notes
    );
    let account = signs_in(&person, &id).await.account.unwrap();
    assert_eq!(account.issuer.text, provider.issuer());
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert!(provider.hits_at("/authorize").is_empty() && provider.hits_at("/register").is_empty());
    // The organisation is asked for its word for this one authorization server and this one server.
    let asked = &organisation.grants("token-exchange")[0];
    assert_eq!(
        (
            asked["audience"].as_str(),
            asked["resource"].as_str(),
            asked["scope"].as_str()
        ),
        (provider.issuer().as_str(), provider.url().as_str(), "files")
    );
    assert_eq!(asked["client_id"], "me-there");
    let shown = &provider.grants(VOUCHER)[0];
    assert_eq!(
        (shown["client_id"].as_str(), shown["resource"].as_str()),
        ("mine", provider.url().as_str())
    );
    // What the organisation says of the person at its own door goes nowhere else.
    for hit in provider.hits() {
        let body = String::from_utf8_lossy(&hit.body).into_owned();
        assert!(!body.contains(&asked["subject_token"]), "{}", hit.target);
    }
}

// Proves AUT-63, AUT-53.
#[tokio::test]
async fn tokens_are_renewed_by_the_word_of_the_organisation_without_a_browser() {
    let provider = Provider::new(Rules::default()).await;
    let organisation = Organisation::new(Policy {
        renews: true,
        lasts: Some(1),
        ..Policy::default()
    })
    .await;
    let (person, id) = employed(&provider, &organisation).await;
    signs_in(&person, &id).await;
    let person = person.restarts_the_host_with(&id).await;
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let shown: Vec<String> = organisation
        .grants("token-exchange")
        .iter()
        .map(|asked| asked["subject_token_type"].rsplit(':').next().unwrap().to_owned())
        .collect();
    assert_eq!(
        shown.last().map(String::as_str),
        Some("refresh_token"),
        "{shown:?}"
    );
    assert!(person.browser.opened().is_empty());
    // Leaving takes back what the organisation gave as well.
    person.host.sign_out(&id).await.unwrap();
    assert_eq!(organisation.taken_back().len(), 1);
}

// Proves AUT-63.
#[tokio::test]
async fn what_the_organisation_does_not_allow_ends_with_its_no() {
    let provider = Provider::new(Rules::default()).await;
    let organisation = Organisation::new(Policy {
        refuses: true,
        ..Policy::default()
    })
    .await;
    let (person, id) = employed(&provider, &organisation).await;
    assert_eq!(failure(&browsed(&person, &id).await), "auth.refused");
    assert!(provider.hits_at("/token").is_empty());
    // A sign-in there that is another user's is none.
    organisation.change(|policy| {
        policy.refuses = false;
        policy.for_others = true;
    });
    assert_eq!(failure(&browsed(&person, &id).await), "auth.bad_metadata");
    assert_eq!(organisation.grants("token-exchange").len(), 1);
    assert!(provider.hits_at("/token").is_empty());
}

// Proves AUT-63.
#[tokio::test]
async fn an_authorization_server_without_assertions_is_said_before_a_page_opens() {
    let provider = described(json!({ "grant_types_supported": ["authorization_code"] })).await;
    let organisation = Organisation::new(Policy::default()).await;
    let (person, id) = employed(&provider, &organisation).await;
    let problem = person.host.sign_in(&id).await.unwrap_err();
    assert_eq!(problem.code, Code::AuthBadMetadata);
}

// Proves AUT-63.
#[tokio::test]
async fn a_sign_in_that_something_else_keeps_in_a_file_needs_no_page_at_all() {
    let provider = Provider::new(Rules::default()).await;
    let organisation = Organisation::new(Policy::default()).await;
    let (person, id) = unsigned(&provider).await;
    let file = person.room.path().join("id-token");
    std::fs::write(&file, organisation.signed_in_elsewhere("me-there")).unwrap();
    person
        .host
        .set_vouched_client(&id, of(&organisation), &file)
        .await
        .unwrap();
    let told = review(&person, &id).await;
    assert!(told.unattended && told.issuers[0].page.is_none());
    agrees(&person, &told).await.unwrap();
    assert!(over(&person, &id).await.account.unwrap().renews);
    person.sees(&id, Phase::Ready).await;
    assert!(person.browser.opened().is_empty() && organisation.grants("authorization_code").is_empty());
}

// Proves AUT-62.
#[tokio::test]
async fn the_platform_vouches_for_this_computer_and_its_file_is_read_anew_each_time() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let host = &person.host;
    let file = person.room.path().join("workload");
    let of_platform = |name: &str| {
        dpop_check::token(&json!({ "iss": "spiffe://x", "sub": name, "aud": provider.issuer() }))
    };
    std::fs::write(&file, of_platform("first")).unwrap();
    host.set_vouched_client(&id, nameless(), &file).await.unwrap();
    assert!(agreed(&person, &id).await.account.unwrap().unattended);
    person.sees(&id, Phase::Ready).await;
    let shown = &provider.grants(VOUCHER)[0];
    assert_eq!(shown["resource"], provider.url());
    assert!(!shown.contains_key("client_id"));
    std::fs::write(&file, of_platform("second")).unwrap();
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let shown = provider.grants(VOUCHER);
    assert_eq!(
        dpop_check::claims(&shown[1]["assertion"]).unwrap()["sub"],
        "second"
    );
}

// Proves AUT-62.
#[tokio::test]
async fn an_assertion_for_another_user_is_refused_once_and_nothing_else_is_tried() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let host = &person.host;
    let file = person.room.path().join("workload");
    std::fs::write(
        &file,
        dpop_check::token(&json!({ "sub": "x", "aud": "https://other.example" })),
    )
    .unwrap();
    host.set_vouched_client(&id, nameless(), &file).await.unwrap();
    assert_eq!(failure(&agreed(&person, &id).await), "auth.refused");
    assert_eq!(provider.hits_at("/token").len(), 1);
    // What is no signed token is never sent to anybody.
    std::fs::write(&file, "-----BEGIN OPENSSH PRIVATE KEY-----").unwrap();
    assert_eq!(failure(&agreed(&person, &id).await), "auth.voucher");
    assert_eq!(provider.hits_at("/token").len(), 1);
}
