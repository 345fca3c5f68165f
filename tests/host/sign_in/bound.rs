//! Tokens that are of no use to others: bound to a key, with a proof on every request (RFC 9449).

use super::*;

// Proves AUT-61.
#[tokio::test]
async fn a_stolen_token_alone_opens_nothing_and_every_request_has_a_proof_of_its_own() {
    let provider = Provider::new(rules(|rules| rules.binds = true)).await;
    let (person, id) = signed_in(&provider).await;
    // The server counts no proof twice, and looks at method, address, token and body of each.
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let account = person.host.account(&id).unwrap().account.unwrap();
    assert!(account.bound);
    let sent: Value = serde_json::from_slice(&provider.hits_at("/register")[0].body).unwrap();
    assert_eq!(sent["dpop_bound_access_tokens"], true);
    let asked = provider.hits_at("/authorize");
    let asked = form(asked[0].target.split_once('?').unwrap().1);
    assert_eq!(asked["dpop_jkt"].len(), 43);
    let hits = provider.hits_at("/mcp");
    let last = hits.last().unwrap();
    assert!(last.header("authorization").unwrap().starts_with("DPoP "));
    // The same request again, as a thief sends it: the proof is spent.
    let again = portcullis_tests::browser::replay(&provider.url(), last)
        .await
        .unwrap();
    assert_eq!(again.status, 401);
}

// Proves AUT-61, AUT-53.
#[tokio::test]
async fn the_key_stays_over_a_renewal_and_over_a_restart() {
    let provider = Provider::new(rules(|rules| rules.binds = true)).await;
    let (person, id) = signed_in(&provider).await;
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert_eq!(provider.grants("refresh_token").len(), 1);
    let person = person.restarts_the_host_with(&id).await;
    provider.forgets_access();
    // The authorization server takes this key and no other.
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert_eq!(provider.grants("refresh_token").len(), 2);
    assert!(person.browser.opened().is_empty());
}

// Proves AUT-61.
#[tokio::test]
async fn both_servers_get_their_own_word_back_after_one_refusal_each() {
    let provider = Provider::new(rules(|rules| {
        rules.binds = true;
        rules.nonces = true;
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert_eq!(provider.hits_at("/token").len(), 2);
    let with_token = provider
        .hits_at("/mcp")
        .into_iter()
        .filter(|hit| hit.header("authorization").is_some())
        .count();
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    // What was learned is said at once: one renewal, and the call once more.
    assert_eq!(provider.hits_at("/token").len(), 3);
    let now = provider
        .hits_at("/mcp")
        .into_iter()
        .filter(|hit| hit.header("authorization").is_some())
        .count();
    assert_eq!(now, with_token + 2);
}

// Proves AUT-61.
#[tokio::test]
async fn a_server_that_never_heard_of_it_gets_tokens_as_ever() {
    let provider = described(json!({ "dpop_signing_alg_values_supported": ["ES256"] })).await;
    let (person, id) = signed_in(&provider).await;
    assert!(!person.host.account(&id).unwrap().account.unwrap().bound);
    assert!(provider.hits().iter().all(|hit| hit.header("dpop").is_none()));
}

// Proves AUT-61.
#[tokio::test]
async fn where_bound_tokens_are_wanted_no_other_is_taken() {
    // The authorization server gives none.
    let only = object(json!({ "dpop_bound_access_tokens_required": true }));
    let provider = Provider::new(rules(|rules| rules.resource = only.clone())).await;
    let (person, id) = unsigned(&provider).await;
    let problem = person.host.sign_in(&id).await.unwrap_err();
    assert_eq!(problem.code, Code::AuthBadMetadata);
    // It says that it does, and gives another.
    let provider = Provider::new(rules(|rules| {
        rules.binds = true;
        rules.unbinds = true;
        rules.resource = only.clone();
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    assert_eq!(failure(&browsed(&person, &id).await), "auth.bad_metadata");
}

// Proves S-88, AUT-61.
#[tokio::test]
async fn the_key_is_in_the_keychain_and_nowhere_else() {
    let provider = Provider::new(rules(|rules| rules.binds = true)).await;
    let keystore = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let id = adds_unsigned(&person, &provider.url()).await;
    gets_in(&person, &id).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let entries = keystore.entries();
    let held = entries
        .iter()
        .find(|(place, _)| place.starts_with("account/"))
        .unwrap();
    let kept: Value = serde_json::from_str(held.1.expose()).unwrap();
    let key = kept["key"].as_str().unwrap();
    let body = key.lines().nth(1).unwrap();
    let part = Canary {
        label: "key".to_owned(),
        value: body[60..120].to_owned(),
    };
    let found = sweep(person.data.path(), &[part]);
    assert!(found.is_empty(), "{found:?}");
}
