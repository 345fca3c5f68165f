//! Where conversations go is a person's choice, made at the gate (S-26): a window that was taken over can ask for an
//! address of its choosing, and cannot have anything sent there.

use std::{sync::Arc, time::Duration};

use portcullis_api::{
    Answer, Asked, Hidden, Outcome, ProviderDraft, ProviderKind, ProviderView, Request, ServerLocation,
};
use portcullis_core::Code;
use portcullis_host::Host;
use portcullis_secrets::{Keystore, MemoryKeystore};
use portcullis_tests::{
    fake_provider::{FakeProvider, ProviderApi},
    sink::{Answer as Response, Sink},
    test_user::TestUser,
};

const FAR: &str = "https://models.example.invalid/v1";

fn draft(address: &str) -> ProviderDraft {
    ProviderDraft {
        kind: ProviderKind::Openai,
        label: Some("OpenAI".to_owned()),
        address: Some(address.to_owned()),
        key: Some(Hidden("sk-canary-of-a-provider".to_owned())),
    }
}

fn is_setting(request: &Request) -> bool {
    matches!(request.asked, Asked::Setting { .. })
}

/// The fields of what is asked, one a line.
fn fields(request: &Request) -> Vec<(String, String)> {
    let_assert!(&request.asked => Asked::Setting { rows, .. });
    rows.iter()
        .map(|row| (row.field.clone(), row.values[0].text.text.clone()))
        .collect()
}

/// What a yes means.
fn notes(request: &Request) -> String {
    match &request.asked {
        Asked::Setting { notes, .. } => notes.join(" "),
        other => panic!("{other:?}"),
    }
}

/// What must not be overlooked.
fn warnings(request: &Request) -> String {
    match &request.asked {
        Asked::Setting { warnings, .. } => warnings.iter().map(|it| it.sentence.as_str()).collect(),
        other => panic!("{other:?}"),
    }
}

// Proves S-26.
#[tokio::test]
async fn a_provider_elsewhere_is_not_kept_asked_or_given_a_key_before_a_yes() {
    let keystore = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let host = person.host.clone();
    let adding = tokio::spawn(async move { host.add_provider(draft(FAR)).await });
    let request = person
        .is_asked("the question about the address", is_setting)
        .await;
    assert_eq!(request.question, "Add model provider “OpenAI”?");
    assert_eq!(request.server.whereabouts, ServerLocation::Provider);
    assert_eq!(request.server.origin, "models.example.invalid");
    let shown = fields(&request);
    assert_eq!(shown[1], ("URL".to_owned(), FAR.to_owned()));
    assert!(
        warnings(&request)
            .contains("OpenAI is usually at https://api.openai.com/v1. This is a different URL."),
        "{request:?}"
    );
    assert!(
        !format!("{request:?}").contains("sk-canary"),
        "the key is not shown"
    );
    assert!(person.host.models().is_empty() && !adding.is_finished());
    assert!(
        format!("{keystore:?}").matches("model/").count() == 0,
        "nor kept: {keystore:?}"
    );

    person.answers(&request, Answer::Deny {}).await;
    let refused = adding.await.unwrap().unwrap_err();
    assert_eq!(refused.code, Code::ConsentDenied);
    assert!(person.host.models().is_empty());
    assert!(
        format!("{keystore:?}").matches("model/").count() == 0,
        "{keystore:?}"
    );
    let row = person.sees_row("Add model provider “OpenAI”").await;
    assert_eq!(row.outcome, Outcome::Denied);
}

// Proves S-26.
#[tokio::test]
async fn every_address_that_is_not_this_computer_is_asked_about() {
    let person = TestUser::new().await;
    for address in [
        FAR,
        "https://localhost.example.invalid",
        "https://127.0.0.1.example.invalid",
    ] {
        let host = person.host.clone();
        let wanted = draft(address);
        let adding = tokio::spawn(async move { host.add_provider(wanted).await });
        let request = person.is_asked(address, is_setting).await;
        person.answers(&request, Answer::Deny {}).await;
        assert_eq!(adding.await.unwrap().unwrap_err().code, Code::ConsentDenied);
    }
    // In the person's own network, but not on this computer; without a key, which would not be let go in the clear.
    let host = person.host.clone();
    let near = ProviderDraft {
        key: None,
        ..draft("http://192.168.77.77:11434")
    };
    let adding = tokio::spawn(async move { host.add_provider(near).await });
    let request = person.is_asked("the address in the network", is_setting).await;
    person.answers(&request, Answer::Deny {}).await;
    assert!(adding.await.unwrap().is_err());
    // On this computer there is no question.
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    let wanted = ProviderDraft {
        kind: ProviderKind::Compatible,
        label: None,
        ..draft(&mind.url())
    };
    let view = person.host.add_provider(wanted).await.unwrap();
    assert!(view.here && view.problem.is_none());
    assert!(person.host.waiting().is_empty());
}

async fn tries_a_key(
    person: &TestUser,
    provider: &str,
    key: Option<&str>,
) -> tokio::task::JoinHandle<Result<(), Code>> {
    let (host, id): (Host, _) = (person.host.clone(), provider.to_owned());
    let key = key.map(|key| Hidden(key.to_owned()));
    tokio::spawn(async move {
        host.set_provider_key(&id, key)
            .await
            .map(drop)
            .map_err(|error| error.code)
    })
}

// Proves S-26.
#[tokio::test]
async fn another_key_for_an_address_elsewhere_is_asked_about_and_taking_one_away_is_not() {
    let person = TestUser::new().await;
    let host = person.host.clone();
    let adding = tokio::spawn(async move { host.add_provider(draft(FAR)).await });
    let request = person
        .is_asked("the question about the address", is_setting)
        .await;
    person.answers(&request, Answer::AllowOnce {}).await;
    let view = adding.await.unwrap().unwrap();
    assert!(view.key && !view.here);
    assert!(view.problem.is_some(), "there is no provider, and it is kept");

    let changing = tries_a_key(&person, &view.id, Some("sk-of-another-user")).await;
    let request = person.is_asked("the question about the key", is_setting).await;
    assert_eq!(request.question, "Replace the API key of “OpenAI”?");
    assert!(notes(&request).contains("The owner of the key"), "{request:?}");
    person.answers(&request, Answer::Deny {}).await;
    assert_eq!(changing.await.unwrap(), Err(Code::ConsentDenied));

    let removing = tries_a_key(&person, &view.id, None).await;
    assert_eq!(removing.await.unwrap(), Ok(()));
    assert!(!person.host.models()[0].key);

    // A provider that is gone when the yes comes gets nothing.
    let changing = tries_a_key(&person, &view.id, Some("sk-of-another-user")).await;
    let request = person.is_asked("the question about the key", is_setting).await;
    person.host.remove_provider(&view.id).await.unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    assert_eq!(changing.await.unwrap(), Err(Code::NotFound));
}

/// A provider there that is kept.
async fn adds_here(person: &TestUser, label: &str, address: &str, key: Option<&str>) -> ProviderView {
    let added = person.host.add_provider(here(label, address, key)).await;
    added.unwrap()
}

fn here(label: &str, address: &str, key: Option<&str>) -> ProviderDraft {
    ProviderDraft {
        kind: ProviderKind::Compatible,
        label: Some(label.to_owned()),
        address: Some(address.to_owned()),
        key: key.map(|key| Hidden(key.to_owned())),
    }
}

// Proves S-34.
#[tokio::test]
async fn a_provider_whose_name_looks_like_another_is_not_saved() {
    let person = TestUser::new().await;
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    let adds = async |label: &str| person.host.add_provider(here(label, &mind.url(), None)).await;
    adds("Local").await.unwrap();
    for name in ["Local", "LOCAL", "Loca1", "L\u{43e}cal"] {
        let refused = adds(name).await.unwrap_err();
        assert_eq!(refused.code, Code::LabelTaken, "{name}");
    }
    adds("Local 2").await.unwrap();
    let labels: Vec<_> = person.host.models().into_iter().map(|it| it.label).collect();
    assert_eq!(labels, ["Local", "Local 2"]);
}

#[tokio::test]
async fn a_provider_that_does_not_answer_holds_up_no_change() {
    let person = TestUser::new().await;
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1", "m-2"]).await;
    let quick = adds_here(&person, "Quick", &mind.url(), None).await;
    let silent = Sink::answering(Response::Silence).await;
    let (host, draft) = (person.host.clone(), here("Silent", &silent.url("/v1"), None));
    let adding = tokio::spawn(async move { host.add_provider(draft).await });
    silent.wait_for_hits(1).await;
    // It is asked for its models now, and may say nothing for a while.
    let changes = async {
        person.host.set_model(&quick.id, "m-3", true, None).await.unwrap();
        person.host.check_provider(&quick.id).await.unwrap();
        let models = person.host.models();
        let id = &models.iter().find(|it| it.label == "Silent").unwrap().id;
        person.host.set_model(id, "by-name", true, None).await.unwrap();
        person.host.remove_provider(id).await.unwrap();
    };
    tokio::time::timeout(Duration::from_secs(10), changes)
        .await
        .expect("changes wait for a provider that does not answer");
    assert!(!adding.is_finished());
    assert_eq!(person.host.models().len(), 1);
    adding.abort();
}

// Proves S-26.
#[tokio::test]
async fn a_key_goes_to_no_url_that_was_put_into_the_file_and_is_not_deleted_for_it() {
    let keystore = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    let thief = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    let kept = adds_here(&person, "Kept", &mind.url(), Some("the-only-key")).await;
    assert_eq!(kept.problem, None);
    person.host.close().await;
    let db = rusqlite::Connection::open(person.data.path().join("portcullis.db")).unwrap();
    let changed = "UPDATE providers SET provider = json_set(provider, '$.address', ?1)";
    assert_eq!(db.execute(changed, [thief.url()]).unwrap(), 1);
    drop(db);
    let person = person.restarts_the_host().await;
    let checked = person.host.check_provider(&kept.id).await.unwrap();
    let problem = checked.problem.unwrap();
    assert_eq!(problem.code, Code::ModelKey.as_str());
    assert_eq!(
        problem.sentence,
        "The API key of “Kept” was not saved for this URL."
    );
    assert!(thief.requests().is_empty());
    person.host.remove_provider(&kept.id).await.unwrap();
    assert_eq!(format!("{keystore:?}").matches("model/").count(), 1);
    person.host.close().await;
}

// Proves S-67.
#[tokio::test]
async fn a_key_whose_provider_could_not_be_saved_does_not_stay_in_the_keychain() {
    let keystore = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let keys = || format!("{keystore:?}").matches("model/").count();
    let mind = FakeProvider::new(ProviderApi::OpenAi, &["m-1"]).await;
    let kept = adds_here(&person, "Kept", &mind.url(), Some("the-first-key")).await;
    assert_eq!(keys(), 1);
    person.host.close().await;
    let db = rusqlite::Connection::open(person.data.path().join("portcullis.db")).unwrap();
    db.execute_batch(
        "CREATE TRIGGER no_provider BEFORE INSERT ON providers BEGIN SELECT raise(ABORT, 'there is no room'); END",
    )
    .unwrap();
    drop(db);
    let person = person.restarts_the_host().await;
    let key = Some(Hidden("the-second-key".to_owned()));
    person.host.set_provider_key(&kept.id, key).await.unwrap_err();
    assert_eq!(keys(), 1, "{keystore:?}");
    person
        .host
        .add_provider(here("Other", &mind.url(), Some("the-third-key")))
        .await
        .unwrap_err();
    assert_eq!(keys(), 1, "{keystore:?}");
    let view = &person.host.models()[0];
    assert!(view.key && person.host.models().len() == 1);
    let rows = person.record().await;
    assert!(
        rows.iter()
            .all(|row| row.what.text != "Changed the API key of “Kept”"),
        "what was not done is not in the record: {rows:?}"
    );
}

// Proves S-16.
#[tokio::test]
async fn the_address_of_a_provider_is_judged_like_any_other() {
    let person = TestUser::new().await;
    for typed in ["https://models.exa\u{200b}mple.invalid/v1", "https://0x7f.1/v1"] {
        let refused = person.host.add_provider(draft(typed)).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{typed}");
    }
    let host = person.host.clone();
    // One letter of the host is Cyrillic.
    let wanted = draft("https://m\u{43e}dels.invalid/v1");
    let adding = tokio::spawn(async move { host.add_provider(wanted).await });
    let request = person
        .is_asked("the question about the address", is_setting)
        .await;
    assert!(fields(&request)[1].1.starts_with("https://xn--"), "{request:?}");
    assert_has!(warnings(&request), "mixes letters of different scripts");
    person.answers(&request, Answer::Deny {}).await;
    adding.await.unwrap().unwrap_err();
}
