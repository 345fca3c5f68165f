//! A secret is in the keychain, in the server that needs it, and nowhere else.

use std::sync::{Arc, Mutex};

use portcullis_host::{
    Code, Error, Result,
    audit::Format,
    vault::{Keystore, MemoryKeystore, Secret},
    view::{Answer, Phase, ServerDraft},
};
use portcullis_tests::{
    canary::{Canary, sweep, sweep_bytes},
    hostile::Hostile,
    person::{Person, address, assert_named, named, nothing, program, text},
    wait,
};
use serde_json::json;

/// A keychain that keeps a list of the names it was asked to keep.
#[derive(Default)]
struct Watched {
    kept: MemoryKeystore,
    names: Mutex<Vec<String>>,
}

impl Keystore for Watched {
    fn set(&self, name: &str, secret: &Secret) -> Result<()> {
        self.names.lock().unwrap().push(name.to_owned());
        self.kept.set(name, secret)
    }

    fn get(&self, name: &str) -> Result<Option<Secret>> {
        self.kept.get(name)
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.names.lock().unwrap().retain(|kept| kept != name);
        self.kept.remove(name)
    }
}

/// A keychain that refuses.
struct Refusing(Code);

impl Refusing {
    fn refuse<T>(&self) -> Result<T> {
        Err(Error::new(
            self.0,
            "The keychain does not open. Nothing was saved.",
        ))
    }
}

impl Keystore for Refusing {
    fn set(&self, _: &str, _: &Secret) -> Result<()> {
        self.refuse()
    }

    fn get(&self, _: &str) -> Result<Option<Secret>> {
        self.refuse()
    }

    fn remove(&self, _: &str) -> Result<()> {
        self.refuse()
    }
}

fn with_variable(canary: &Canary, script: serde_json::Value) -> ServerDraft {
    let mut draft = program("Local", script);
    draft.environment = vec![named("API_KEY", &canary.value, true)];
    draft
}

#[tokio::test]
async fn s67_secrets_reach_their_server_and_nothing_else() {
    let keystore = Arc::new(Watched::default());
    let person = Person::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let [variable, header, ..] = Canary::six();

    let script = json!({
        "tools": ["dump"],
        "calls": {"dump": [{"dump_to": person.path("dump")}, {"stderr": format!("using {}", variable.value)}, {"reply": {"content": []}}]},
    });
    // The script itself must not be what is found.
    let file = person.path("script.json");
    std::fs::write(&file, script.to_string()).unwrap();
    let mut local = with_variable(&variable, json!({}));
    let portcullis_host::view::Endpoint::Command { arguments, .. } = &mut local.endpoint else {
        panic!()
    };
    *arguments = vec!["--script".to_owned(), file.to_str().unwrap().to_owned()];
    let id = person.adds(local).await;
    person.sees(&id, Phase::Ready).await;
    person.calls(&id, "dump", nothing()).await;
    let dump: serde_json::Value = serde_json::from_str(&wait::file(&person.path("dump")).await).unwrap();
    assert_eq!(dump["env"]["API_KEY"], json!(variable.value));
    assert!(!dump["argv"].to_string().contains(&variable.value));

    let record = person.path("requests");
    let served = Hostile::new(json!({"tools": ["x"], "http": {"token": header.value, "record": record}}))
        .on_http()
        .await;
    let mut remote = address("Remote", &served.url);
    remote.headers = vec![named("Authorization", &format!("Bearer {}", header.value), true)];
    let there = person.adds(remote).await;
    person.sees(&there, Phase::Ready).await;
    let called = person.calls(&there, "x", json!({"k": 1})).await;
    assert_eq!(text(&called), r#"{"k":1}"#);

    let canaries = [variable.clone(), header.clone()];
    let logs = wait::until("the words on standard error", || {
        let lines = person.host.logs(&id, 0).unwrap();
        (!lines.lines.is_empty()).then_some(lines)
    })
    .await;
    let mut seen = format!("{logs:?}");
    for server in [&id, &there] {
        seen += &format!("{:?}", person.host.server(server).unwrap());
        seen += &format!("{:?}", person.host.frames(server, 0).unwrap());
    }
    seen += &format!("{:?}", person.host.snapshot().await.unwrap());
    let (export, rows) = person
        .host
        .export_record(Format::JsonLines, Vec::new())
        .await
        .unwrap();
    assert!(rows > 4);
    assert_eq!(sweep_bytes(&export, &canaries), []);
    assert_eq!(sweep_bytes(seen.as_bytes(), &canaries), []);
    assert_eq!(sweep(person.data.path(), &canaries), []);
    person.host.close().await;
    assert_eq!(sweep(person.data.path(), &canaries), []);
    assert_eq!(keystore.names.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn s67_the_review_does_not_show_a_secret() {
    let person = Person::new().await;
    let [canary, ..] = Canary::six();
    let request = person.proposes(with_variable(&canary, json!({}))).await.unwrap();
    assert_eq!(
        sweep_bytes(format!("{request:?}").as_bytes(), std::slice::from_ref(&canary)),
        []
    );
    assert_eq!(sweep(person.data.path(), std::slice::from_ref(&canary)), []);
}

async fn is_not_saved(code: Code) {
    let person = Person::with_keystore(Arc::new(Refusing(code))).await;
    let [canary, ..] = Canary::six();
    let started = person.path("started");
    let mut events = person.host.events();
    let request = person
        .proposes(with_variable(&canary, json!({"start": [{"touch": started}]})))
        .await
        .unwrap();
    person.answers(&request, Answer::AddAndStart {}).await;
    let problem = tokio::time::timeout(portcullis_tests::peer::PATIENCE, async {
        loop {
            if let (_, portcullis_host::view::HostEvent::Problem { problem }) = events.next().await.unwrap() {
                return problem;
            }
        }
    })
    .await
    .unwrap();
    assert_eq!(problem.code, code.as_str());
    assert!(person.host.servers().is_empty() && !started.exists());
    assert_eq!(
        sweep(person.data.path(), std::slice::from_ref(&canary)),
        [],
        "never a file instead"
    );
    let person = person.restarts_the_host().await;
    assert!(person.host.servers().is_empty());
}

#[tokio::test]
async fn f35_with_a_locked_keychain_nothing_is_saved() {
    is_not_saved(Code::VaultLocked).await;
}

#[tokio::test]
async fn f35_without_a_keychain_nothing_is_saved() {
    is_not_saved(Code::VaultMissing).await;
}

#[tokio::test]
async fn f35_a_server_whose_secret_is_gone_is_not_started_and_says_so() {
    let keystore = Arc::new(Watched::default());
    let person = Person::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let [canary, ..] = Canary::six();
    let id = person.adds(with_variable(&canary, json!({"tools": ["x"]}))).await;
    person.sees(&id, Phase::Ready).await;
    let name = keystore.names.lock().unwrap()[0].clone();
    keystore.remove(&name).unwrap();
    person.host.restart_server(&id).await.unwrap();
    let problem = person.sees(&id, Phase::Stopped).await.problem.unwrap();
    assert_eq!(problem.code, Code::VaultMissing.as_str());
    assert_named(&problem.sentence, "Local");
    assert!(problem.sentence.contains("“API_KEY”"), "{}", problem.sentence);
}

#[tokio::test]
async fn removing_a_server_takes_its_secrets_and_permissions_with_it() {
    let keystore = Arc::new(Watched::default());
    let person = Person::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let [canary, ..] = Canary::six();
    let id = person.adds(with_variable(&canary, json!({"tools": ["x"]}))).await;
    person.sees(&id, Phase::Ready).await;
    let call = person.model_asks(&id, "x", nothing()).await;
    let request = person.is_asked_about(&call).await;
    person
        .answers(
            &request,
            Answer::Allow {
                scope: portcullis_host::view::Scope::Hour,
            },
        )
        .await;
    person.finishes(&call).await;
    person.host.remove_server(&id).await.unwrap();
    assert!(keystore.names.lock().unwrap().is_empty());
    assert!(person.host.servers().is_empty() && person.host.grants().await.unwrap().is_empty());
    assert!(
        person.record().await.iter().any(|row| row.what.text == "Removed"),
        "the record stays"
    );
}
