//! Where conversations go is a person's choice, made at the gate (S-26): a window that was taken over can ask for an
//! address of its choosing, and cannot have anything sent there.

use std::sync::Arc;

use portcullis_host::{
    Code, Host,
    vault::{Keystore, MemoryKeystore},
    view::{Answer, Asked, Hidden, Outcome, ProviderDraft, ProviderKind, Request},
};
use portcullis_tests::{
    mind::{Mind, Wire},
    person::Person,
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
    let Asked::Setting { rows, .. } = &request.asked else {
        panic!("{request:?}")
    };
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

#[tokio::test]
async fn s26_a_provider_elsewhere_is_not_kept_asked_or_given_a_key_before_a_yes() {
    let keystore = Arc::new(MemoryKeystore::default());
    let person = Person::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let host = person.host.clone();
    let adding = tokio::spawn(async move { host.add_provider(draft(FAR)).await });
    let request = person
        .is_asked("the question about the address", is_setting)
        .await;
    assert_eq!(request.question, "Add “OpenAI” as a provider of models?");
    assert_eq!(request.server.origin, "models.example.invalid");
    let shown = fields(&request);
    assert_eq!(shown[1], ("Address".to_owned(), FAR.to_owned()));
    assert!(
        warnings(&request)
            .contains("OpenAI is usually at https://api.openai.com/v1. This is another address."),
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
    let row = person.sees_row("Add “OpenAI” as a provider of models").await;
    assert_eq!(row.outcome, Outcome::Denied);
}

#[tokio::test]
async fn s26_every_address_that_is_not_this_computer_is_asked_about() {
    let person = Person::new().await;
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
    // On this computer nobody is asked.
    let mind = Mind::new(Wire::OpenAi, &["m-1"]).await;
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
    person: &Person,
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

#[tokio::test]
async fn s26_another_key_for_an_address_elsewhere_is_asked_about_and_taking_one_away_is_not() {
    let person = Person::new().await;
    let host = person.host.clone();
    let adding = tokio::spawn(async move { host.add_provider(draft(FAR)).await });
    let request = person
        .is_asked("the question about the address", is_setting)
        .await;
    person.answers(&request, Answer::AllowOnce {}).await;
    let view = adding.await.unwrap().unwrap();
    assert!(view.key && !view.here);
    assert!(view.problem.is_some(), "there is nobody, and it is kept");

    let changing = tries_a_key(&person, &view.id, Some("sk-of-somebody-else")).await;
    let request = person.is_asked("the question about the key", is_setting).await;
    assert_eq!(request.question, "Give “OpenAI” another key?");
    assert!(
        notes(&request).contains("Whoever the key belongs to"),
        "{request:?}"
    );
    person.answers(&request, Answer::Deny {}).await;
    assert_eq!(changing.await.unwrap(), Err(Code::ConsentDenied));

    let removing = tries_a_key(&person, &view.id, None).await;
    assert_eq!(removing.await.unwrap(), Ok(()));
    assert!(!person.host.models()[0].key);

    // A provider that is gone when the yes comes gets nothing.
    let changing = tries_a_key(&person, &view.id, Some("sk-of-somebody-else")).await;
    let request = person.is_asked("the question about the key", is_setting).await;
    person.host.remove_provider(&view.id).await.unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    assert_eq!(changing.await.unwrap(), Err(Code::NotFound));
}
