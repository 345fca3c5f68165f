//! Tokens in the keychain, and nowhere else.

use super::*;

/// A signed-in user, and their keychain.
pub(super) async fn watched(provider: &Provider) -> (Arc<FickleKeystore>, TestUser, String) {
    let keychain = Arc::new(FickleKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let id = adds_unsigned(&person, &provider.url()).await;
    gets_in(&person, &id).await;
    (keychain, person, id)
}

// Proves AUT-53.
#[tokio::test]
async fn a_renewed_token_is_not_used_before_the_keychain_has_it() {
    let provider = Provider::new(Rules::default()).await;
    let (keychain, person, id) = watched(&provider).await;
    provider.forgets_access();
    keychain.takes(0);
    let before = provider.hits_at("/mcp").len();
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "vault.locked");
    // The refused request went out, and none with the new token.
    assert_eq!(provider.hits_at("/mcp").len(), before + 1);
    keychain.takes(usize::MAX);
    tokio::time::sleep(limits::RENEW_AGAIN).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    // What came while the keychain was locked was kept, not asked for again: it could be used once only.
    assert_eq!(provider.grants("refresh_token").len(), 1);
}

// Proves S-58.
#[tokio::test]
async fn a_token_lost_between_renewal_and_keychain_asks_a_person_and_does_not_loop() {
    let provider = Provider::new(Rules::default()).await;
    let (keychain, person, id) = watched(&provider).await;
    provider.forgets_access();
    keychain.takes(0);
    person.calls(&id, "echo", nothing()).await;
    // Killed here: the one to renew with is used up at the provider, and the new one nowhere.
    let person = person.restarts_the_host().await;
    keychain.takes(usize::MAX);
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(provider.grants("refresh_token").len() <= 3);
    gets_in(&person, &id).await;
}

// Proves S-88, S-56, AUT-47.
#[tokio::test]
async fn no_token_code_or_secret_is_anywhere_but_in_the_keychain() {
    let provider = Provider::new(rules(|rules| rules.lasts = Some(3600))).await;
    let (person, id) = unsigned(&provider).await;
    let secret = Canary::new("secret");
    let client = own(Some(&secret), false);
    person.host.set_own_client(&id, client).await.unwrap();
    let mut events = person.host.events();
    gets_in(&person, &id).await;
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let mut shown = format!("{:?}{:?}", person.host.account(&id), person.host.server(&id));
    for frame in person.host.frames(&id, 0).unwrap().frames {
        shown += &person.host.frame_text(&id, frame.seq).unwrap().text;
    }
    shown += &format!("{:?}", person.host.logs(&id, 0));
    for row in person.record().await {
        shown += &format!("{:?}", person.host.record_detail(row.seq).await);
    }
    while let Some((_, event)) = events.ready() {
        shown += &format!("{event:?}");
    }
    person.host.sign_out(&id).await.unwrap();
    let mut secrets = provider.issued();
    assert!(secrets.len() >= 5, "{}", secrets.len());
    secrets.push(secret);
    assert!(sweep_bytes(shown.as_bytes(), &secrets).is_empty());
    let data = Arc::clone(&person.data);
    person.host.close().await;
    assert_eq!(sweep(data.path(), &secrets), []);
}
