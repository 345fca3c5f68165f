//! Signing in at remote servers as people meet it: asked before a browser opens, once, and not again after a restart; and
//! what a hostile server or authorization server gets out of it, which is nothing.

mod apart;
mod asked;
mod bound;
mod documents;
mod federated;
mod refusals;

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use portcullis_api::{
    Answer as Pick, CallState, ClientProof, Hidden, OwnClientDraft, Phase, Registration, SignInState,
    SignInWhy,
};
use portcullis_core::{Code, Error};
use portcullis_host::limits;
use portcullis_secrets::{Keystore, MemoryKeystore, Secret};
use portcullis_tests::{
    browser,
    canary::{Canary, sweep, sweep_bytes},
    provider::{Provider, Rules, form},
    signing_in::{agrees, begins, failure, over, page, review, rules, signed_in, signs_in, unsigned},
    sink::{Answer, Sink},
    test_user::{TestUser, address, assert_done, code, named, nothing},
    wait,
};
use serde_json::{Value, json};

fn object(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

// Proves AUT-03.
#[tokio::test]
async fn a_server_that_wants_a_sign_in_waits_for_a_person_and_opens_nothing() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    assert!(person.browser.opened().is_empty());
    let review = review(&person, &id).await;
    assert_eq!(review.why, SignInWhy::First {});
    assert_eq!(review.issuers[0].registration, Some(Registration::Dynamic));
    assert!(person.browser.opened().is_empty() && provider.hits_at("/register").is_empty());
    // One answer is good for one sign-in.
    agrees(&person, &review).await.unwrap();
    let again = agrees(&person, &review).await.unwrap_err();
    assert_eq!(again.code, Code::ConsentStale);
    page(&person, &id).await;
    wait::until("the browser to open", || {
        (!person.browser.opened().is_empty()).then_some(())
    })
    .await;
    assert_eq!(person.browser.opened().len(), 1);
}

// Proves AUT-43, AUT-44, AUT-41.
#[tokio::test]
async fn a_token_goes_with_every_request_and_names_what_it_is_for() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    let all = provider.hits_at("/mcp");
    let first = all
        .iter()
        .position(|hit| hit.header("authorization").is_some())
        .unwrap();
    for hit in &all[first..] {
        assert!(
            hit.header("authorization")
                .is_some_and(|value| value.starts_with("Bearer ")),
            "{hit:?}"
        );
    }
    for hit in provider.hits() {
        assert!(
            !hit.target.contains("access") && !hit.target.contains("refresh_token"),
            "{}",
            hit.target
        );
    }
    let asked = provider.hits_at("/authorize");
    let asked = form(asked[0].target.split_once('?').unwrap().1);
    assert_eq!(asked["resource"], provider.url());
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(
        provider.grants("authorization_code")[0]["resource"],
        provider.url()
    );
}

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

// Proves AUT-46.
#[tokio::test]
async fn after_a_restart_nobody_sees_a_browser_again() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    let person = person.restarts_the_host().await;
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert!(person.browser.opened().is_empty());
    assert_eq!(provider.hits_at("/authorize").len(), 1);
}

// Proves S-58, AUT-53.
#[tokio::test]
async fn twenty_refused_calls_are_one_renewal() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.forgets_access();
    let calls = (0..20).map(|_| person.calls(&id, "echo", nothing()));
    for call in futures::future::join_all(calls).await {
        assert_done(&call);
    }
    let renewals = provider.grants("refresh_token");
    assert_eq!(renewals.len(), 1);
    assert_eq!(renewals[0]["resource"], provider.url());
}

// Proves AUT-53.
#[tokio::test]
async fn a_sign_in_that_was_revoked_is_asked_for_once() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.revoked = true);
    provider.forgets_access();
    let call = person.calls(&id, "echo", nothing()).await;
    assert_eq!((call.state, code(&call)), (CallState::Failed, "auth.required"));
    person.sees(&id, Phase::NeedsSignIn).await;
    let account = person.host.account(&id).unwrap().account.unwrap();
    assert!(account.ended.is_some() && !account.renews);
    assert_eq!(provider.grants("refresh_token").len(), 1);
    assert_eq!(review(&person, &id).await.why, SignInWhy::Ended {});
    provider.change(|rules| rules.revoked = false);
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
}

// Proves AUT-52.
#[tokio::test]
async fn without_a_token_to_renew_with_a_person_is_asked_at_the_end() {
    let provider = Provider::new(rules(|rules| rules.no_refresh = true)).await;
    let (person, id) = signed_in(&provider).await;
    assert!(!person.host.account(&id).unwrap().account.unwrap().renews);
    provider.forgets_access();
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.required");
    person.sees(&id, Phase::NeedsSignIn).await;
}

// Proves AUT-48.
#[tokio::test]
async fn a_server_that_takes_no_token_is_not_asked_for_ever() {
    let provider = Provider::new(rules(|rules| rules.takes_nothing = true)).await;
    let (person, id) = unsigned(&provider).await;
    signs_in(&person, &id).await;
    person.sees_row("Renew sign-in").await;
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(provider.grants("refresh_token").len() <= 1);
    assert!(
        provider.hits_at("/mcp").len() <= 6,
        "{:?}",
        provider.hits_at("/mcp").len()
    );
    assert_eq!(person.browser.opened().len(), 1);
}

// Proves AUT-56, AUT-57, AUT-59.
#[tokio::test]
async fn more_is_asked_of_a_person_who_sees_what_and_for_which_tool() {
    let provider = Provider::new(rules(|rules| {
        rules.scope = Some("read".to_owned());
        rules.needs = Some("write".to_owned());
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    let call = person.calls(&id, "echo", nothing()).await;
    assert_eq!(code(&call), "auth.more");
    assert_eq!(person.state(&id).phase, Phase::Ready);
    assert_eq!(person.browser.opened().len(), 1);
    let more = person.host.account(&id).unwrap().more.unwrap();
    assert_eq!((more.scopes[0].text.as_str(), more.settled), ("write", false));
    let review = review(&person, &id).await;
    let SignInWhy::More { tool: Some(tool) } = &review.why else {
        panic!("{:?}", review.why);
    };
    assert_eq!(tool.text, "echo");
    let rows = &review.issuers[0].scopes;
    let rows: Vec<_> = rows
        .iter()
        .map(|row| (row.scope.text.as_str(), row.granted))
        .collect();
    assert_eq!(rows, [("read", true), ("write", false)]);
    signs_in(&person, &id).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
}

// Proves S-57, AUT-58.
#[tokio::test]
async fn who_is_never_content_is_not_believed_for_ever() {
    let provider = Provider::new(rules(|rules| {
        rules.needs = Some("admin".to_owned());
        rules.insatiable = true;
    }))
    .await;
    let (person, id) = signed_in(&provider).await;
    for _ in 0..limits::STEP_UPS {
        assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
        assert!(!person.host.account(&id).unwrap().more.unwrap().settled);
        let review = review(&person, &id).await;
        assert!(review.issuers[0].scopes.iter().all(|row| row.wide), "{review:?}");
        signs_in(&person, &id).await;
    }
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
    assert!(person.host.account(&id).unwrap().more.unwrap().settled);
}

// Proves AUT-59.
#[tokio::test]
async fn what_was_declined_is_not_brought_up_again() {
    let provider = Provider::new(rules(|rules| rules.needs = Some("write".to_owned()))).await;
    let (person, id) = signed_in(&provider).await;
    person.calls(&id, "echo", nothing()).await;
    person.host.decline_more(&id).await.unwrap();
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "auth.more");
    assert!(person.host.account(&id).unwrap().more.unwrap().settled);
}

// Proves AUT-60.
#[tokio::test]
async fn a_plain_no_is_no_reason_to_sign_in() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.forbids = true);
    assert_eq!(
        code(&person.calls(&id, "echo", nothing()).await),
        "auth.forbidden"
    );
    assert_eq!(person.state(&id).phase, Phase::Ready);
    assert!(provider.grants("refresh_token").is_empty());
}

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
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
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
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
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

// Proves AUT-25.
#[tokio::test]
async fn a_refused_registration_says_why_and_what_to_do() {
    let no = json!({ "error": "invalid_redirect_uri", "error_description": "https only" });
    let no = Answer::Status(400, vec![], no.to_string().into_bytes());
    let provider = Provider::new(rules(|rules| rules.registration = Some(no))).await;
    let (person, id) = unsigned(&provider).await;
    let review = review(&person, &id).await;
    agrees(&person, &review).await.unwrap();
    let account = over(&person, &id).await;
    assert_eq!(failure(&account), "auth.refused");
    let SignInState::Failed { problem, .. } = account.state else {
        panic!("it did not fail");
    };
    assert!(
        problem.sentence.contains("redirects to this computer"),
        "{}",
        problem.sentence
    );
    assert_eq!(problem.said.unwrap().text, "https only");
    assert!(problem.remedy.unwrap().contains("client ID"));
    assert!(person.browser.opened().is_empty());
}

// Proves AUT-20.
#[tokio::test]
async fn a_document_is_used_where_it_is_taken_and_nothing_is_registered() {
    let provider = Provider::new(rules(|rules| {
        rules.metadata = object(json!({ "client_id_metadata_document_supported": true }));
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    person
        .host
        .known_by("https://portcullis.example/client.json")
        .unwrap();
    let looked = review(&person, &id).await;
    assert_eq!(looked.issuers[0].registration, Some(Registration::Document));
    signs_in(&person, &id).await;
    assert!(provider.hits_at("/register").is_empty());
    let sent = &provider.grants("authorization_code")[0];
    assert_eq!(sent["client_id"], "https://portcullis.example/client.json");
    assert!(
        person
            .host
            .known_by("http://portcullis.example/client.json")
            .is_err()
    );
}

/// Why nobody is asked, where the one authorization server cannot be chosen.
async fn refused(metadata: Value) -> String {
    let provider = Provider::new(rules(|rules| rules.metadata = object(metadata))).await;
    let (person, id) = unsigned(&provider).await;
    let problem = person.host.sign_in(&id).await.unwrap_err();
    assert!(person.host.waiting().is_empty());
    assert!(person.browser.opened().is_empty() && provider.hits_at("/authorize").is_empty());
    problem.code.as_str().to_owned()
}

// Proves S-18, AUT-16.
#[tokio::test]
async fn addresses_that_are_none_are_refused_and_nobody_is_asked() {
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
async fn a_server_that_speaks_for_another_or_names_nobody_is_refused() {
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
    let (one, two) = (
        Provider::new(Rules::default()).await,
        Provider::new(Rules::default()).await,
    );
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
    // Nobody is there any more (S-59).
    assert!(browser::get(&to).await.is_err());
    assert_eq!(provider.grants("authorization_code").len(), 1);
}

// Proves S-59.
#[tokio::test]
async fn nobody_listens_before_and_after_and_giving_up_ends_it() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = unsigned(&provider).await;
    let page = begins(&person, &id).await;
    let back = form(page.split_once('?').unwrap().1)["redirect_uri"].clone();
    assert_eq!(browser::get(&back).await.unwrap().status, 404);
    person.host.cancel_sign_in(&id).unwrap();
    let account = over(&person, &id).await;
    assert_eq!((account.state, account.account), (SignInState::Idle {}, None));
    wait::until("the listener to be gone", || {
        std::net::TcpStream::connect(
            back.trim_start_matches("http://")
                .split('/')
                .next()
                .unwrap_or_default(),
        )
        .is_err()
        .then_some(())
    })
    .await;
    person.sees_row("Signed in").await;
}

// Proves AUT-40.
#[tokio::test]
async fn a_person_who_says_no_there_is_not_asked_again() {
    let provider = Provider::new(rules(|rules| rules.denies = true)).await;
    let (person, id) = unsigned(&provider).await;
    let page = begins(&person, &id).await;
    browser::follow(&page).await.unwrap();
    let account = over(&person, &id).await;
    assert_eq!(failure(&account), "auth.refused");
    assert!(provider.grants("authorization_code").is_empty());
    assert_eq!(person.browser.opened().len(), 1);
    assert_eq!(person.state(&id).phase, Phase::NeedsSignIn);
}

// Proves S-53, AUT-34, AUT-36.
#[tokio::test]
async fn an_answer_of_somebody_else_is_not_redeemed_nor_shown() {
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
        browser::follow(&begins(&person, &id).await).await.unwrap();
        let account = over(&person, &id).await;
        assert_eq!(failure(&account), "auth.mixed_up", "{back}");
        assert!(!format!("{account:?}").contains("not today") && !format!("{account:?}").contains("evil"));
        assert!(provider.grants("authorization_code").is_empty());
    }
}

/// A keychain of which it can be seen what it holds, and that can be broken.
#[derive(Default)]
struct Watched {
    kept: MemoryKeystore,
    names: Mutex<BTreeSet<String>>,
    broken: AtomicBool,
}

impl Watched {
    fn names(&self) -> Vec<String> {
        self.names.lock().unwrap().iter().cloned().collect()
    }
}

impl Keystore for Watched {
    fn set(&self, name: &str, secret: &Secret) -> Result<(), Error> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(Error::new(Code::VaultLocked, "The keychain is locked."));
        }
        self.names.lock().unwrap().insert(name.to_owned());
        self.kept.set(name, secret)
    }

    fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        self.kept.get(name)
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.names.lock().unwrap().remove(name);
        self.kept.remove(name)
    }
}

async fn watched(provider: &Provider) -> (Arc<Watched>, TestUser, String) {
    let keychain = Arc::new(Watched::default());
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let id = person.adds(address("Remote", &provider.url())).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
    (keychain, person, id)
}

// Proves AUT-53.
#[tokio::test]
async fn a_renewed_token_is_not_used_before_the_keychain_has_it() {
    let provider = Provider::new(Rules::default()).await;
    let (keychain, person, id) = watched(&provider).await;
    provider.forgets_access();
    keychain.broken.store(true, Ordering::SeqCst);
    let before = provider.hits_at("/mcp").len();
    assert_eq!(code(&person.calls(&id, "echo", nothing()).await), "vault.locked");
    // The refused request went out, and none with the new token.
    assert_eq!(provider.hits_at("/mcp").len(), before + 1);
    keychain.broken.store(false, Ordering::SeqCst);
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
    keychain.broken.store(true, Ordering::SeqCst);
    person.calls(&id, "echo", nothing()).await;
    // Killed here: the one to renew with is used up at the provider, and the new one nowhere.
    let person = person.restarts_the_host().await;
    keychain.broken.store(false, Ordering::SeqCst);
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(provider.grants("refresh_token").len() <= 3);
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
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
    let (old, new) = (
        Provider::new(Rules::default()).await,
        Provider::new(Rules::default()).await,
    );
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
    let (one, two) = (
        Provider::new(Rules::default()).await,
        Provider::new(Rules::default()).await,
    );
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
    let (one, two) = (
        Provider::new(Rules::default()).await,
        Provider::new(Rules::default()).await,
    );
    let (person, id) = signed_in(&one).await;
    let mut draft = person.host.server(&id).unwrap().draft;
    draft.endpoint = address("", &two.url()).endpoint;
    let request = person.host.propose_server(draft, Some(id.clone())).await.unwrap();
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

fn own(secret: Option<&Canary>, unattended: bool) -> OwnClientDraft {
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
    let provider = Provider::new(rules(|rules| {
        rules.metadata = object(json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] }));
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    let secret = Canary::new("secret");
    let account = person
        .host
        .set_own_client(&id, own(Some(&secret), false))
        .await
        .unwrap();
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
    let problem = person.host.sign_in(&id).await.unwrap_err();
    assert_eq!(problem.code, Code::AuthNoClient);
    assert!(new.hits_at("/authorize").is_empty());
}

// Proves AUT-18.
#[tokio::test]
async fn where_nobody_can_register_a_client_id_is_asked_for() {
    let provider = Provider::new(rules(|rules| {
        rules.metadata = object(json!({ "registration_endpoint": null }))
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    let refused = person.host.sign_in(&id).await.unwrap_err();
    assert_eq!(refused.code, Code::AuthNoClient);
    assert!(refused.remedy.unwrap().contains("client ID"));
    assert!(person.host.waiting().is_empty());
    person.host.set_own_client(&id, own(None, false)).await.unwrap();
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
}

// Proves AUT-62.
#[tokio::test]
async fn a_client_that_needs_no_person_signs_in_without_a_browser_and_renews() {
    let provider = Provider::new(rules(|rules| {
        rules.metadata = object(json!({ "authorization_endpoint": null }))
    }))
    .await;
    let (person, id) = unsigned(&provider).await;
    let secret = Canary::new("secret");
    person
        .host
        .set_own_client(&id, own(Some(&secret), true))
        .await
        .unwrap();
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

// Proves AUT-01.
#[tokio::test]
async fn a_header_of_the_persons_own_takes_the_place_of_a_sign_in() {
    let provider = Provider::new(Rules::default()).await;
    let person = TestUser::new().await;
    let mut draft = address("Remote", &provider.url());
    draft.headers.push(named("Authorization", "Bearer mine", true));
    let id = person.adds(draft).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(!person.host.account(&id).unwrap().applies);
    assert_eq!(person.host.sign_in(&id).await.unwrap_err().code, Code::BadInput);
}

// Proves S-88, S-56, AUT-47.
#[tokio::test]
async fn no_token_code_or_secret_is_anywhere_but_in_the_keychain() {
    let provider = Provider::new(rules(|rules| rules.lasts = Some(3600))).await;
    let (person, id) = unsigned(&provider).await;
    let secret = Canary::new("secret");
    person
        .host
        .set_own_client(&id, own(Some(&secret), false))
        .await
        .unwrap();
    let mut events = person.host.events();
    signs_in(&person, &id).await;
    person.sees(&id, Phase::Ready).await;
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

// Proves AUT-33.
#[tokio::test]
async fn two_sign_ins_at_once_at_two_authorization_servers_never_mix() {
    let (one, two) = (
        Provider::new(Rules::default()).await,
        Provider::new(Rules::default()).await,
    );
    let (person, first) = unsigned(&one).await;
    let second = person.adds(address("Other", &two.url())).await;
    person.sees(&second, Phase::NeedsSignIn).await;
    let (page_one, page_two) = (begins(&person, &first).await, begins(&person, &second).await);
    let answer = |page: String| async move { browser::get(&page).await.unwrap().location.unwrap() };
    let (back_one, back_two) = (answer(page_one).await, answer(page_two).await);
    // Each answer at the door of the other attempt is nobody's.
    for (door, query) in [(&back_one, &back_two), (&back_two, &back_one)] {
        let door = door.split('?').next().unwrap();
        let query = query.split('?').nth(1).unwrap();
        assert_eq!(
            browser::get(&format!("{door}?{query}")).await.unwrap().status,
            400
        );
    }
    assert!(one.grants("authorization_code").is_empty() && two.grants("authorization_code").is_empty());
    for back in [&back_two, &back_one] {
        assert_eq!(browser::get(back).await.unwrap().status, 200);
    }
    for (id, provider) in [(&first, &one), (&second, &two)] {
        let account = over(&person, id).await.account.unwrap();
        assert_eq!(account.issuer.text, provider.issuer());
        assert_eq!(provider.grants("authorization_code").len(), 1);
        assert_eq!(
            provider.grants("authorization_code")[0]["resource"],
            provider.url()
        );
        person.sees(id, Phase::Ready).await;
    }
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
    wait::until("the registration to be taken back", || {
        provider.registered().is_empty().then_some(())
    })
    .await;
    // What is left of it here is forgotten when a person says so.
    assert!(person.host.account(&id).unwrap().account.unwrap().ended.is_some());
    assert_eq!(person.host.sign_out(&id).await.unwrap().account, None);
    // And one that another takes the place of is taken back as well.
    provider.change(|rules| rules.revoked = false);
    signs_in(&person, &id).await;
    signs_in(&person, &id).await;
    wait::until("the one before to be taken back", || {
        (provider.registered().len() == 1).then_some(())
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
}

// Proves AUT-48.
#[tokio::test]
async fn a_server_that_was_known_is_not_given_up_while_its_authorization_server_is_away() {
    let provider = Provider::new(Rules::default()).await;
    let (person, id) = signed_in(&provider).await;
    provider.change(|rules| rules.away = true);
    provider.forgets_access();
    person.host.restart_server(&id).await.unwrap();
    let state = person.sees(&id, Phase::Failing).await;
    assert_eq!(state.problem.unwrap().code, Code::AuthUnreachable.as_str());
    assert!(state.retry_at.is_some());
    provider.change(|rules| rules.away = false);
    person
        .sees_within(&id, Phase::Ready, Duration::from_secs(60))
        .await;
    assert_eq!(provider.hits_at("/authorize").len(), 1);
}
