//! Signing out, servers that are removed or move, and what is left of a sign-in.

use super::*;
use portcullis_tests::test_user::program;

// Proves CCH-06, AUT-49.
#[tokio::test]
async fn a_server_that_sleeps_shows_nothing_of_who_signed_out() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    person.host.set_start(&id, StartMode::Needed).await.unwrap();
    let person = person.restarts_the_host().await;
    person.sees(&id, Phase::Asleep).await;
    person.host.sign_out(&id).await.unwrap();
    person.sees(&id, Phase::NeedsSignIn).await;
    let person = person.restarts_the_host().await;
    person.sees(&id, Phase::NeedsSignIn).await;
}

// Proves CCH-06.
#[tokio::test]
async fn the_tools_of_who_signed_out_are_listed_no_more_also_of_a_server_that_is_off() {
    for (on, then) in [(true, Phase::NeedsSignIn), (false, Phase::Off)] {
        let provider = Provider::new(Rules::default()).await;
        let (person, id) = signed_in(&provider).await;
        if !on {
            person.host.set_enabled(&id, false).await.unwrap();
            person.sees(&id, Phase::Off).await;
        }
        let listed = || person.host.tools(&id, "").unwrap().total;
        assert_ne!(listed(), 0);
        person.host.sign_out(&id).await.unwrap();
        person.sees(&id, then).await;
        wait::holds("the list to be empty", || listed() == 0).await;
    }
}

// Proves AUT-49.
#[tokio::test]
async fn signing_out_leaves_nothing_here_and_takes_back_what_is_there() {
    let provider = Provider::new(Rules::default()).await;
    let (keychain, person, id) = watched(&provider).await;
    assert_eq!(keychain.names().len(), 1);
    let account = person.host.sign_out(&id).await.unwrap();
    assert_eq!(account.account, None);
    assert!(keychain.names().is_empty());
    assert_eq!(provider.taken_back().len(), 2);
    let row = person.sees_row("Signed out").await;
    assert_eq!(
        row.outcome_words,
        "signed out here and at the authorization server"
    );
}

// Proves AUT-49.
#[tokio::test]
async fn removing_a_server_forgets_its_sign_in() {
    let provider = Provider::new(Rules::default()).await;
    let (keychain, person, id) = watched(&provider).await;
    person.host.remove_server(&id).await.unwrap();
    assert!(keychain.names().is_empty());
    assert_eq!(provider.taken_back().len(), 2);
}

// Proves S-55, AUT-28.
#[tokio::test]
async fn a_server_that_moves_is_shown_and_the_new_place_gets_nothing_of_the_old() {
    let (old, new) = two_providers().await;
    let (person, id) = signed_in(&old).await;
    let client = person.host.account(&id).unwrap().account.unwrap().client_id.text;
    old.change(|rules| {
        rules.resource = object(json!({ "authorization_servers": [new.issuer()] }));
        rules.takes_nothing = true;
    });
    person.calls(&id, "echo", nothing()).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    let review = review(&person, &id).await;
    assert_eq!(review.moved_from.as_ref().unwrap().text, old.issuer());
    agrees(&person, &review).await.unwrap();
    browser::follow(&page(&person, &id).await).await.unwrap();
    over(&person, &id).await;
    for hit in new.hits() {
        let text = format!("{} {}", hit.target, String::from_utf8_lossy(&hit.body));
        assert!(!text.contains(&client), "{text}");
        assert!(sweep_bytes(text.as_bytes(), &old.issued()).is_empty(), "{text}");
    }
    assert_eq!(new.hits_at("/register").len(), 1);
}

// Proves S-56, AUT-45.
#[tokio::test]
async fn two_servers_at_one_authorization_server_share_nothing() {
    let (one, two) = two_providers().await;
    two.change(|rules| rules.resource = object(json!({ "authorization_servers": [one.issuer()] })));
    let (person, _) = signed_in(&one).await;
    let other = person.adds(address("Other", &two.url())).await;
    person.sees(&other, Phase::NeedsSignIn).await;
    assert!(two.hits().iter().all(|hit| hit.header("authorization").is_none()));
    begins(&person, &other).await;
    let asked = one.hits_at("/register").len();
    assert_eq!(asked, 2);
}

// Proves S-56.
#[tokio::test]
async fn a_server_whose_address_changes_takes_no_token_along() {
    let (one, two) = two_providers().await;
    let (person, id) = signed_in(&one).await;
    let mut draft = person.host.server(&id).unwrap().draft;
    draft.endpoint = address("", &two.url()).endpoint;
    let request = person.proposes_change(&id, draft).await;
    let yes = portcullis_api::Answer::AddAndStart {};
    person.answers(&request, yes).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(!two.hits().is_empty());
    for hit in two.hits() {
        let text = format!(
            "{:?} {} {}",
            hit.headers,
            hit.target,
            String::from_utf8_lossy(&hit.body)
        );
        assert!(hit.header("authorization").is_none(), "{text}");
        assert!(sweep_bytes(text.as_bytes(), &one.issued()).is_empty(), "{text}");
    }
}

// Proves AUT-49.
#[tokio::test]
async fn a_server_that_becomes_a_program_keeps_no_sign_in_and_no_client_secret() {
    let provider =
        described(json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] })).await;
    let keychain = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let id = adds_unsigned(&person, &provider.url()).await;
    let secret = Canary::new("secret");
    person
        .host
        .set_own_client(&id, own(Some(&secret), false))
        .await
        .unwrap();
    gets_in(&person, &id).await;
    let kept = || {
        let entries = keychain.entries().into_iter();
        entries.filter(|(name, _)| name.contains(id.as_str())).count()
    };
    assert_eq!(kept(), 2);
    let mut draft = person.host.server(&id).unwrap().draft;
    draft.endpoint = program("", json!({ "tools": ["x"] })).endpoint;
    let request = person.proposes_change(&id, draft).await;
    person.answers(&request, Pick::AddAndStart {}).await;
    wait::holds("an empty keychain", || kept() == 0).await;
    assert!(!provider.taken_back().is_empty());
}

// Proves AUT-49.
#[tokio::test]
async fn signing_out_takes_the_registration_back_where_that_is_offered() {
    let provider = Provider::new(rules(|rules| rules.managed = true)).await;
    let (keychain, person, id) = watched(&provider).await;
    assert_eq!(provider.registered().len(), 1);
    // It is known after a restart as well, without the server having been used.
    person.host.set_enabled(&id, false).await.unwrap();
    let person = person.restarts_the_host().await;
    person.host.sign_out(&id).await.unwrap();
    assert!(provider.registered().is_empty() && keychain.names().is_empty());
    assert_eq!(provider.taken_back().len(), 2);
}

// Proves AUT-49.
#[tokio::test]
async fn a_sign_in_that_ended_there_leaves_no_registration_behind() {
    let provider = Provider::new(rules(|rules| rules.managed = true)).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.revoked = true);
    provider.forgets_access();
    person.calls(&id, "echo", nothing()).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    wait::holds("the registration to be taken back", || {
        provider.registered().is_empty()
    })
    .await;
    // What is left of it here is forgotten when a person says so.
    assert!(person.host.account(&id).unwrap().account.unwrap().ended.is_some());
    assert_eq!(person.host.sign_out(&id).await.unwrap().account, None);
    // And one that another takes the place of is taken back as well.
    provider.change(|rules| rules.revoked = false);
    signs_in(&person, &id).await;
    signs_in(&person, &id).await;
    wait::holds("the one before to be taken back", || {
        provider.registered().len() == 1
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
}
