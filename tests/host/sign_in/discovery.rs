//! Where an authorization server is found, and which descriptions are refused.

use super::*;

// Proves AUT-09, AUT-10, AUT-12.
#[tokio::test]
async fn a_server_that_says_nothing_is_taken_for_its_own_authorization_server() {
    let provider = Provider::new(rules(|rules| rules.silent = true)).await;
    let (person, id) = unsigned(&provider).await;
    let looked = review(&person, &id).await;
    assert_eq!(looked.issuers[0].issuer, provider.issuer());
    assert!(looked.notes[0].contains("“Remote”"), "{:?}", looked.notes);
    let asked = provider.hits_at("/.well-known/oauth-authorization-server");
    assert_eq!(asked[0].header("mcp-protocol-version"), Some("2025-03-26"));
    gets_in(&person, &id).await;
    assert_eq!(
        provider.grants("authorization_code")[0]["resource"],
        provider.url()
    );
}

// Proves AUT-11.
#[tokio::test]
async fn without_a_description_the_usual_addresses_are_used() {
    let nothing_there = Answer::Status(404, vec![], vec![]);
    let provider = Provider::new(rules(|rules| {
        rules.silent = true;
        rules.instead = Some(nothing_there);
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    gets_in(&person, &id).await;
}

// Proves AUT-13, AUT-14.
#[tokio::test]
async fn openid_connect_is_asked_second() {
    let provider = Provider::new(rules(|rules| rules.openid = true)).await;
    let (person, id) = unsigned(&provider).await;
    assert_eq!(review(&person, &id).await.issuers[0].problem, None);
    let known: Vec<_> = provider.hits().into_iter().map(|hit| hit.target).collect();
    let known: Vec<_> = known
        .iter()
        .filter(|target| target.starts_with("/.well-known/o"))
        .collect();
    assert_eq!(
        known,
        [
            "/.well-known/oauth-protected-resource/mcp",
            "/.well-known/oauth-authorization-server",
            "/.well-known/openid-configuration",
        ]
    );
    signs_in(&person, &id).await;
}

/// Why there is no question, where the one authorization server cannot be chosen.
async fn refused(metadata: Value) -> String {
    let provider = described(metadata).await;
    let (person, id) = unsigned(&provider).await;
    let problem = person.host.sign_in(&id).await.unwrap_err();
    assert!(person.host.waiting().is_empty());
    assert!(person.browser.opened().is_empty() && provider.hits_at("/authorize").is_empty());
    problem.code.as_str().to_owned()
}

// Proves S-18, AUT-16.
#[tokio::test]
async fn invalid_addresses_are_refused_without_a_question() {
    let evil = Sink::answering(Answer::Html).await;
    for bad in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://a/",
        &format!("http://evil.example:{}/", evil.address().port()),
    ] {
        for field in [
            "authorization_endpoint",
            "token_endpoint",
            "registration_endpoint",
            "revocation_endpoint",
        ] {
            assert_eq!(
                refused(json!({ field: bad })).await,
                "auth.bad_endpoint",
                "{field} {bad}"
            );
        }
    }
    evil.assert_untouched();
}

// Proves S-54, AUT-15, AUT-31.
#[tokio::test]
async fn another_name_or_no_s256_opens_nothing() {
    for bad in [
        json!({ "issuer": "https://somebody.example" }),
        json!({ "issuer": null }),
        json!({ "code_challenge_methods_supported": null }),
        json!({ "code_challenge_methods_supported": ["plain"] }),
        json!({ "token_endpoint": null }),
    ] {
        assert_eq!(refused(bad.clone()).await, "auth.bad_metadata", "{bad}");
    }
}

// Proves S-63, AUT-17.
#[tokio::test]
async fn what_is_huge_slow_or_a_page_is_not_taken() {
    for (instead, expected) in [
        (Answer::Html, "auth.bad_metadata"),
        (Answer::Text(" ".repeat(limits::FETCHED + 1)), "auth.bad_metadata"),
        (
            Answer::Slow(Duration::from_millis(50), vec![b' '; 10_000]),
            "network.unreachable",
        ),
        (
            Answer::Redirect("http://127.0.0.1:9/".to_owned()),
            "network.redirect",
        ),
        (Answer::Status(500, vec![], vec![]), "network.unreachable"),
    ] {
        let provider = Provider::new(rules(|rules| rules.instead = Some(instead.clone()))).await;
        let (person, id) = unsigned(&provider).await;
        let problem = person.host.sign_in(&id).await.unwrap_err();
        assert_eq!(problem.code.as_str(), expected, "{instead:?}");
    }
}

// Proves AUT-07, AUT-08.
#[tokio::test]
async fn a_server_that_speaks_for_another_or_names_no_issuer_is_refused() {
    for bad in [
        json!({ "resource": "https://bank.example/mcp" }),
        json!({ "authorization_servers": [] }),
    ] {
        let provider = Provider::new(rules(|rules| rules.resource = object(bad.clone()))).await;
        let (person, id) = unsigned(&provider).await;
        let error = person.host.sign_in(&id).await.unwrap_err();
        assert_eq!(error.code, Code::AuthBadMetadata, "{bad}");
    }
}

// Proves AUT-08.
#[tokio::test]
async fn among_several_a_person_chooses_and_the_choice_is_remembered() {
    let (one, two) = two_providers().await;
    one.change(|rules| {
        rules.resource = object(json!({ "authorization_servers": [two.issuer(), one.issuer()] }))
    });
    let (person, id) = unsigned(&one).await;
    let asked = review(&person, &id).await;
    let named: Vec<_> = asked
        .issuers
        .iter()
        .map(|choice| choice.issuer.as_str())
        .collect();
    assert_eq!(named, [two.issuer(), one.issuer()]);
    let issuer = one.issuer();
    person.answers(&asked.request, Pick::SignIn { issuer }).await;
    browser::follow(&page(&person, &id).await).await.unwrap();
    over(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
    assert!(two.hits_at("/authorize").is_empty() && two.hits_at("/register").is_empty());
    let again = review(&person, &id).await;
    let before: Vec<_> = again.issuers.iter().map(|choice| choice.before).collect();
    assert_eq!(before, [false, true]);
}
