//! Two sign-ins at once are two, and what a sign-in granted is seen.

use super::*;

// Proves AUT-33.
#[tokio::test]
async fn two_sign_ins_at_once_never_mix() {
    let (one, two) = two_providers().await;
    let person = TestUser::new().await;
    let mut ids = Vec::new();
    for (label, provider) in [("One", &one), ("Two", &two)] {
        let id = person.adds(address(label, &provider.url())).await;
        person.sees(&id, Phase::NeedsSignIn).await;
        ids.push(id);
    }
    let mut backs = Vec::new();
    for id in &ids {
        let page = begins(&person, id).await;
        backs.push(browser::get(&page).await.unwrap().location.unwrap());
    }
    let parts: Vec<_> = backs.iter().map(|back| back.split_once('?').unwrap()).collect();
    assert_ne!(parts[0].0, parts[1].0, "each has a way back of its own");
    // The answer of one at the way back of the other.
    for (back, query) in [(parts[1].0, parts[0].1), (parts[0].0, parts[1].1)] {
        let answer = browser::get(&format!("{back}?{query}")).await.unwrap();
        assert_eq!(answer.status, 400);
    }
    assert!(one.grants("authorization_code").is_empty() && two.grants("authorization_code").is_empty());
    for ((id, provider), back) in ids.iter().zip([&one, &two]).zip(&backs) {
        assert_eq!(browser::get(back).await.unwrap().status, 200);
        let account = over(&person, id).await.account.unwrap();
        assert_eq!(account.issuer.text, provider.issuer());
        person.sees(id, Phase::Ready).await;
        let redeemed = provider.grants("authorization_code");
        assert_eq!(redeemed.len(), 1);
        assert_eq!(redeemed[0]["code"], form(back.split_once('?').unwrap().1)["code"]);
        assert_eq!(redeemed[0]["resource"], provider.url());
    }
}

// Proves TOL-12, CCH-06.
#[tokio::test]
async fn what_a_server_lists_for_more_is_seen_once_that_was_granted() {
    let provider = Provider::new(rules(|rules| {
        rules.needs = Some("write".to_owned());
        rules.lists_more_with = Some("write".to_owned());
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    assert_eq!(person.host.tools(&id, "").unwrap().total, 1);
    assert_eq!(person.host.resources(&id, "").await.unwrap().total, 1);
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
    signs_in(&person, &id).await;
    wait::holds("the tool that was granted", || {
        person.host.tools(&id, "").unwrap().total == 2
    })
    .await;
    wait::until_async("the resource that was granted", async || {
        let listed = person.host.resources(&id, "").await.unwrap();
        (listed.total == 2).then_some(())
    })
    .await;
    assert_done(&person.calls(&id, "write", nothing()).await);
}

// Proves CCH-06.
#[tokio::test]
async fn what_is_kept_of_a_server_for_its_sleep_is_read_again_after_a_sign_in() {
    let provider = Provider::new(rules(|rules| {
        rules.needs = Some("write".to_owned());
        rules.lists_more_with = Some("write".to_owned());
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    let lists = || {
        let sent = provider.hits_at("/mcp");
        let lists = |body: &[u8]| String::from_utf8_lossy(body).contains("resources/list");
        sent.iter().filter(|hit| lists(&hit.body)).count()
    };
    person.host.set_start(&id, StartMode::Needed).await.unwrap();
    wait::holds("the list to be kept", || lists() == 1).await;
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
    signs_in(&person, &id).await;
    wait::holds("the list of the new sign-in", || lists() == 2).await;
}

// Proves AUT-24, AUT-46.
#[tokio::test]
async fn the_secret_of_a_registration_is_kept_and_renews_after_a_restart() {
    let secret = Canary::new("registered");
    let registered = json!({
        "client_id": "given", "client_secret": secret.value, "client_secret_expires_at": 0,
        "token_endpoint_auth_method": "client_secret_post",
    });
    let registered = Answer::Status(201, vec![], registered.to_string().into_bytes());
    let provider = Provider::new(rules(|rules| {
        rules.registration = Some(registered);
        rules.metadata = object(json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] }));
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    let person = person.restarts_the_host_with(&id).await;
    provider.forgets_access();
    assert_done(&person.calls(&id, "echo", nothing()).await);
    for grant in ["authorization_code", "refresh_token"] {
        let sent = provider.grants(grant);
        assert_eq!(sent.len(), 1, "{grant}");
        assert_eq!(
            (sent[0]["client_id"].as_str(), &sent[0]["client_secret"]),
            ("given", &secret.value),
            "{grant}"
        );
    }
    assert_eq!(
        provider.hits_at("/register").len(),
        1,
        "it is registered once for all"
    );
    assert!(person.browser.opened().is_empty(), "no browser after the restart");
    assert!(
        sweep(person.data.path(), &[secret]).is_empty(),
        "the keychain alone has it"
    );
}
