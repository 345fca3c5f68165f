//! Profiles: servers and permissions that are switched together; the order of servers and notes about them.

use portcullis_api::{Answer, Phase, ProfileView, Scope};
use portcullis_core::Code;
use portcullis_tests::test_user::{TestUser, assert_done, nothing};
use serde_json::json;

async fn with_notes(person: &TestUser) -> String {
    person.has("Notes", json!({"tools": ["read"], "calls": {}})).await
}

async fn profile(person: &TestUser, name: &str) -> ProfileView {
    let all = person.host.profiles().await.unwrap();
    all.into_iter().find(|profile| profile.name == name).unwrap()
}

async fn uses(person: &TestUser, name: &str) {
    let id = profile(person, name).await.id;
    person.host.use_profile(&id, true).await.unwrap();
}

/// Whether a model's call runs without a question; one that is asked about is denied.
async fn runs_unasked(person: &TestUser, server: &str) -> bool {
    let asked = person.host.waiting().len();
    assert_eq!(asked, 0);
    let call = person.model_asks(server, "read", nothing()).await;
    tokio::select! {
        request = person.is_asked_about(&call) => {
            person.answers(&request, Answer::Deny {}).await;
            person.finishes(&call).await;
            false
        }
        done = person.finishes(&call) => {
            assert_done(&done);
            true
        }
    }
}

#[tokio::test]
async fn a_profile_switches_servers_and_what_may_run_unasked() {
    let person = TestUser::new().await;
    let notes = with_notes(&person).await;
    let mail = person.has("Mail", json!({"tools": ["read"], "calls": {}})).await;
    let call = person.model_asks(&notes, "read", nothing()).await;
    assert_done(&person.allows(&call, Scope::Hour).await);
    assert!(runs_unasked(&person, &notes).await);

    let work = person.host.create_profile("  Work ").await.unwrap();
    assert_eq!(
        (work.name.as_str(), work.current, work.permissions),
        ("Work", false, 0)
    );
    assert_eq!(work.servers, [notes.clone(), mail.clone()]);
    uses(&person, "Work").await;
    assert_eq!(person.host.grants().await.unwrap().len(), 0);
    assert!(!runs_unasked(&person, &notes).await, "it was allowed elsewhere");
    person.host.set_enabled(&mail, false).await.unwrap();

    uses(&person, "Default").await;
    person.sees(&mail, Phase::Ready).await;
    assert!(runs_unasked(&person, &notes).await);
    uses(&person, "Work").await;
    person.sees(&mail, Phase::Off).await;
    assert!(!person.host.server(&mail).unwrap().summary.enabled);
    person.sees_row("Switched to profile “Work”").await;

    // A start finds what was acknowledged.
    let person = person.restarts_the_host().await;
    assert!(profile(&person, "Work").await.current);
    assert_eq!(
        profile(&person, "Default").await.servers,
        [notes.clone(), mail.clone()]
    );
    assert!(!person.host.server(&mail).unwrap().summary.enabled);
    assert_eq!(person.host.grants().await.unwrap().len(), 0);
    uses(&person, "Default").await;
    assert_eq!(person.host.grants().await.unwrap().len(), 1);
}

#[tokio::test]
async fn revoking_all_ends_permissions_in_every_profile() {
    let person = TestUser::new().await;
    let notes = with_notes(&person).await;
    let call = person.model_asks(&notes, "read", nothing()).await;
    person.allows(&call, Scope::Hour).await;
    person.host.create_profile("Home").await.unwrap();
    uses(&person, "Home").await;
    assert_eq!(person.host.revoke_all().await.unwrap(), 1);
    uses(&person, "Default").await;
    assert!(!runs_unasked(&person, &notes).await);
}

#[tokio::test]
async fn a_profile_is_named_and_removed_with_its_permissions() {
    let person = TestUser::new().await;
    let host = &person.host;
    let notes = with_notes(&person).await;
    for bad in ["", "  ", "a\u{200b}b", "\u{202e}x", &"x".repeat(41), "default"] {
        let refused = host.create_profile(bad).await;
        // The first profile has no name of its own, so that its name can be taken.
        match bad {
            "default" => assert!(refused.is_ok()),
            _ => assert_eq!(refused.unwrap_err().code, Code::BadInput, "{bad:?}"),
        }
    }
    let work = host.create_profile("Work").await.unwrap();
    let error = host.create_profile("WORK").await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    let alike = host.create_profile("W\u{43e}rk").await.unwrap_err();
    assert_has!(alike.sentence, "looks like the profile “Work”");
    let named = host.create_profile("Travel").await.unwrap();
    let alike = host.rename_profile(&named.id, "W\u{43e}rk").await.unwrap_err();
    assert_eq!(alike.code, Code::BadInput);
    host.rename_profile(&named.id, "TRAVEL").await.unwrap();
    uses(&person, "Work").await;
    let call = person.model_asks(&notes, "read", nothing()).await;
    person.allows(&call, Scope::Hour).await;
    let error = host.remove_profile(&work.id).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput, "it is in use");
    host.rename_profile(&work.id, "Office").await.unwrap();
    assert_eq!(profile(&person, "Office").await.permissions, 1);
    let first = host.profiles().await.unwrap().swap_remove(0);
    host.use_profile(&first.id, true).await.unwrap();
    host.remove_profile(&work.id).await.unwrap();
    let error = host.use_profile(&work.id, true).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    assert_eq!(host.grants().await.unwrap().len(), 0);
    person.sees_row("Profile “Office” removed").await;
    let ended = person.record().await;
    assert!(
        ended.iter().any(|row| row.outcome_words == "revoked"),
        "{ended:#?}"
    );
}

#[tokio::test]
async fn the_order_of_servers_and_notes_about_them_are_kept() {
    let person = TestUser::new().await;
    let (a, b, c) = (
        with_notes(&person).await,
        person.has("Mail", json!({"tools": []})).await,
        person.has("Files", json!({"tools": []})).await,
    );
    let order = |person: &TestUser| -> Vec<String> {
        let servers = person.host.servers().into_iter();
        servers.map(|server| server.id).collect()
    };
    person
        .host
        .order_servers(vec![c.clone(), "gone".to_owned(), a.clone(), c.clone()])
        .await
        .unwrap();
    assert_eq!(order(&person), [c.clone(), a.clone(), b.clone()]);
    person
        .host
        .set_note(&a, " Test account; ask Ada first. ")
        .await
        .unwrap();
    let long = "x".repeat(2_001);
    let refused = person.host.set_note(&a, &long).await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
    let person = person.restarts_the_host().await;
    assert_eq!(order(&person), [c, a.clone(), b]);
    assert_eq!(
        person.host.server(&a).unwrap().note,
        "Test account; ask Ada first."
    );
}
