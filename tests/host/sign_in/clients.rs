//! As which client Portcullis signs in: registered, by a document, or by an ID of one's own.

use super::*;
use portcullis_tests::test_user::next_problem;

// Proves AUT-23, AUT-24, AUT-37, AUT-50.
#[tokio::test]
async fn portcullis_registers_as_a_native_application_with_its_one_way_back() {
    let provider = Provider::new(Rules::default()).await;
    let (_person, _) = signed_in(&provider).await;
    let sent: Value = serde_json::from_slice(&provider.hits_at("/register")[0].body).unwrap();
    assert_eq!(sent["application_type"], "native");
    assert_eq!(
        sent["grant_types"],
        json!(["authorization_code", "refresh_token"])
    );
    let back = sent["redirect_uris"][0].as_str().unwrap();
    assert!(back.starts_with("http://127.0.0.1:"), "{back}");
    assert_eq!(provider.grants("authorization_code")[0]["redirect_uri"], back);
}

// Proves AUT-25.
#[tokio::test]
async fn a_refused_registration_says_why_and_what_to_do() {
    let no = json!({ "error": "invalid_redirect_uri", "error_description": "https only" });
    let no = Answer::Status(400, vec![], no.to_string().into_bytes());
    let provider = Provider::new(rules(|rules| rules.registration = Some(no))).await;
    let (person, id) = unsigned(&provider).await;
    let account = agreed(&person, &id).await;
    assert_eq!(failure(&account), "auth.refused");
    let_assert!(account.state => SignInState::Failed { problem, .. });
    assert_has!(problem.sentence, "redirects to this computer");
    assert_eq!(problem.said.unwrap().text, "https only");
    assert!(problem.remedy.unwrap().contains("client ID"));
    assert!(person.browser.opened().is_empty());
}

// Proves AUT-20.
#[tokio::test]
async fn a_document_is_used_where_it_is_taken_and_nothing_is_registered() {
    let provider = described(json!({ "client_id_metadata_document_supported": true })).await;
    let (person, id) = unsigned(&provider).await;
    let host = &person.host;
    host.known_by("https://portcullis.example/client.json").unwrap();
    let looked = review(&person, &id).await;
    assert_eq!(looked.issuers[0].registration, Some(Registration::Document));
    signs_in(&person, &id).await;
    assert!(provider.hits_at("/register").is_empty());
    let sent = &provider.grants("authorization_code")[0];
    assert_eq!(sent["client_id"], "https://portcullis.example/client.json");
    assert!(host.known_by("http://portcullis.example/client.json").is_err());
}

pub(super) fn own(secret: Option<&Canary>, unattended: bool) -> OwnClientDraft {
    OwnClientDraft {
        client_id: "mine".to_owned(),
        secret: secret.map(|secret| Hidden(secret.value.clone())),
        proof: if secret.is_some() {
            ClientProof::Secret
        } else {
            ClientProof::None
        },
        issuer: None,
        unattended,
        port: None,
        organisation: None,
    }
}

// Proves AUT-19, AUT-26, AUT-29.
#[tokio::test]
async fn a_client_of_ones_own_comes_first_and_is_for_one_authorization_server() {
    let provider =
        described(json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] })).await;
    let (person, id) = unsigned(&provider).await;
    let host = &person.host;
    let secret = Canary::new("secret");
    let account = host.set_own_client(&id, own(Some(&secret), false)).await.unwrap();
    let shown = account.own_client.unwrap();
    assert_eq!(
        (shown.client_id.as_str(), shown.proof, shown.issuer),
        ("mine", ClientProof::Secret, None)
    );
    assert_eq!(
        review(&person, &id).await.issuers[0].registration,
        Some(Registration::Own)
    );
    signs_in(&person, &id).await;
    assert!(provider.hits_at("/register").is_empty());
    let sent = &provider.grants("authorization_code")[0];
    assert_eq!(
        (sent["client_id"].as_str(), &sent["client_secret"]),
        ("mine", &secret.value)
    );
    // Bound by its use; another authorization server does not get to see it.
    let new = Provider::new(Rules::default()).await;
    provider.change(|rules| rules.resource = object(json!({ "authorization_servers": [new.issuer()] })));
    let problem = host.sign_in(&id).await.unwrap_err();
    assert_eq!(problem.code, Code::AuthNoClient);
    assert!(new.hits_at("/authorize").is_empty());
}

// Proves F-35.
#[tokio::test]
async fn a_client_secret_that_the_keychain_keeps_is_said_to_stay() {
    let provider = Provider::new(Rules::default()).await;
    let keychain = Arc::new(FickleKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let id = adds_unsigned(&person, &provider.url()).await;
    let secret = Canary::new("secret");
    let enters = || person.host.set_own_client(&id, own(Some(&secret), false));
    enters().await.unwrap();
    let mut events = person.host.events();
    keychain.refuses(Code::VaultLocked);
    person.host.set_own_client(&id, own(None, false)).await.unwrap();
    let told = next_problem(&mut events).await;
    assert!(
        told.sentence.starts_with("1 unused secret of “Remote”"),
        "{told:?}"
    );
    keychain.answers();
    enters().await.unwrap();
    keychain.refuses(Code::VaultLocked);
    let account = person.host.forget_own_client(&id).await.unwrap();
    assert!(account.own_client.is_none());
    let told = next_problem(&mut events).await;
    assert!(
        told.sentence.starts_with("1 unused secret of “Remote”"),
        "{told:?}"
    );
}

// Proves AUT-18.
#[tokio::test]
async fn without_registration_a_client_id_is_asked_for() {
    let provider = described(json!({ "registration_endpoint": null })).await;
    let (person, id) = unsigned(&provider).await;
    let refused = person.host.sign_in(&id).await.unwrap_err();
    assert_eq!(refused.code, Code::AuthNoClient);
    assert!(refused.remedy.unwrap().contains("client ID"));
    assert!(person.host.waiting().is_empty());
    person.host.set_own_client(&id, own(None, false)).await.unwrap();
    gets_in(&person, &id).await;
}

// Proves AUT-62.
#[tokio::test]
async fn a_client_that_needs_no_person_signs_in_without_a_browser_and_renews() {
    let provider = described(json!({ "authorization_endpoint": null })).await;
    let (person, id) = unsigned(&provider).await;
    let secret = Canary::new("secret");
    let client = own(Some(&secret), true);
    person.host.set_own_client(&id, client).await.unwrap();
    let review = review(&person, &id).await;
    assert!(review.unattended && review.issuers[0].page.is_none());
    agrees(&person, &review).await.unwrap();
    assert!(over(&person, &id).await.account.unwrap().unattended);
    person.sees(&id, Phase::Ready).await;
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert!(person.browser.opened().is_empty());
    assert_eq!(provider.grants("client_credentials").len(), 2);
}
