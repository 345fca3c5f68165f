//! A secret is in the keychain, in the server that needs it, and nowhere else.

use std::sync::Arc;
use std::time::Instant;

use portcullis_api::{Answer, Outcome, Phase, ServerDraft};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_secrets::Keystore;
use portcullis_storage::audit::Format;
use portcullis_tests::{
    canary::{Canary, sweep, sweep_bytes},
    fickle_keystore::FickleKeystore,
    hostile::Hostile,
    test_user::{TestUser, address, assert_named, named, next_problem, nothing, program, text},
    wait,
};
use serde_json::json;

/// A person and the list of what their keychain keeps.
async fn watched() -> (TestUser, Arc<FickleKeystore>) {
    let keystore = Arc::new(FickleKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    (person, keystore)
}

fn with_variable(canary: &Canary, script: serde_json::Value) -> ServerDraft {
    let mut draft = program("Local", script);
    draft.environment = vec![named("API_KEY", &canary.value, true)];
    draft
}

// Proves S-67, STD-12.
#[tokio::test]
async fn secrets_reach_their_server_and_nothing_else() {
    let (person, keystore) = watched().await;
    let host = &person.host;
    let [variable, header, ..] = Canary::six();

    let script = json!({
        "tools": ["dump"],
        "calls": {"dump": [{"dump_to": person.path("dump")}, {"stderr": format!("using {}", variable.value)}, {"reply": {"content": []}}]},
    });
    // The script itself must not be what is found.
    let file = person.path("script.json");
    std::fs::write(&file, script.to_string()).unwrap();
    let mut local = with_variable(&variable, json!({}));
    let_assert!(&mut local.endpoint => portcullis_api::Endpoint::Command { arguments, .. });
    *arguments = vec!["--script".to_owned(), file.to_str().unwrap().to_owned()];
    let id = person.adds_ready(local).await;
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
    let there = person.adds_ready(remote).await;
    let called = person.calls(&there, "x", json!({"k": 1})).await;
    assert_eq!(text(&called), r#"{"k":1}"#);

    let canaries = [variable.clone(), header.clone()];
    let logs = wait::until("the words on standard error", || {
        let lines = host.logs(&id, 0).unwrap();
        (!lines.lines.is_empty()).then_some(lines)
    })
    .await;
    let mut seen = format!("{logs:?}");
    for server in [&id, &there] {
        seen += &format!("{:?}", host.server(server).unwrap());
        seen += &format!("{:?}", host.frames(server, 0).unwrap());
    }
    seen += &format!("{:?}", host.snapshot().await.unwrap());
    let (export, rows) = host.export_record(Format::JsonLines, Vec::new()).await.unwrap();
    assert!(rows > 4);
    assert_eq!(sweep_bytes(&export, &canaries), []);
    assert_eq!(sweep_bytes(seen.as_bytes(), &canaries), []);
    assert_eq!(sweep(person.data.path(), &canaries), []);
    host.close().await;
    assert_eq!(sweep(person.data.path(), &canaries), []);
    assert_eq!(keystore.names().len(), 2);
}

// Proves S-67, S-88.
#[tokio::test]
async fn a_secret_in_an_argument_is_masked_in_logs_and_in_the_record() {
    let person = TestUser::new().await;
    let host = &person.host;
    let [.., argument, _] = Canary::six();
    let script = json!({
        "tools": ["x"],
        "calls": {"x": [{"stderr": format!("using {}", argument.value)}, {"reply": {"content": []}}]},
    });
    let mut draft = program("Local", script);
    let_assert!(&mut draft.endpoint => portcullis_api::Endpoint::Command { arguments, .. });
    arguments.extend(["--api-key".to_owned(), argument.value.clone()]);
    let id = person.adds_ready(draft).await;
    person.calls(&id, "x", nothing()).await;
    let logs = wait::until("the words on standard error", || {
        let lines = host.logs(&id, 0).unwrap();
        (!lines.lines.is_empty()).then_some(lines)
    })
    .await;
    let (export, _) = host.export_record(Format::JsonLines, Vec::new()).await.unwrap();
    let canaries = [argument];
    assert_eq!(sweep_bytes(format!("{logs:?}").as_bytes(), &canaries), []);
    assert_eq!(sweep_bytes(&export, &canaries), []);
}

// Proves S-67.
#[tokio::test]
async fn the_review_does_not_show_a_secret() {
    let person = TestUser::new().await;
    let [canary, ..] = Canary::six();
    let request = person.proposes(with_variable(&canary, json!({}))).await.unwrap();
    assert_eq!(
        sweep_bytes(format!("{request:?}").as_bytes(), std::slice::from_ref(&canary)),
        []
    );
    assert_eq!(sweep(person.data.path(), std::slice::from_ref(&canary)), []);
}

async fn is_not_saved(code: Code) {
    let keystore = Arc::new(FickleKeystore::default());
    keystore.refuses(code);
    let person = TestUser::with_keystore(keystore).await;
    let [canary, ..] = Canary::six();
    let started = person.path("started");
    let mut events = person.host.events();
    let request = person
        .proposes(with_variable(&canary, json!({"start": [{"touch": started}]})))
        .await
        .unwrap();
    person.answers(&request, Answer::AddAndStart {}).await;
    let problem = next_problem(&mut events).await;
    assert_eq!(problem.code, code.as_str());
    assert!(person.host.servers().is_empty() && !started.exists(), "{code:?}");
    assert_eq!(
        sweep(person.data.path(), std::slice::from_ref(&canary)),
        [],
        "never a file instead"
    );
    let person = person.restarts_the_host().await;
    assert!(person.host.servers().is_empty());
}

// Proves F-35.
#[tokio::test]
async fn with_a_locked_keychain_or_none_nothing_is_saved() {
    is_not_saved(Code::VaultLocked).await;
    is_not_saved(Code::VaultMissing).await;
}

// Proves F-35.
#[tokio::test]
async fn a_server_whose_secret_is_gone_is_not_started_and_says_so() {
    let (person, keystore) = watched().await;
    let [canary, ..] = Canary::six();
    let id = person
        .adds_ready(with_variable(&canary, json!({"tools": ["x"]})))
        .await;
    let name = keystore.names()[0].clone();
    keystore.remove(&name).unwrap();
    person.host.restart_server(&id).await.unwrap();
    let problem = person.sees(&id, Phase::Stopped).await.problem.unwrap();
    assert_eq!(problem.code, Code::VaultMissing.as_str());
    assert_named(&problem.sentence, "Local");
    assert!(problem.sentence.contains("“API_KEY”"), "{}", problem.sentence);
}

#[tokio::test]
async fn removing_a_server_takes_its_secrets_and_permissions_with_it() {
    let (person, keystore) = watched().await;
    let [canary, ..] = Canary::six();
    let id = person
        .adds_ready(with_variable(&canary, json!({"tools": ["x"]})))
        .await;
    let call = person.model_asks(&id, "x", nothing()).await;
    let request = person.is_asked_about(&call).await;
    person
        .answers(
            &request,
            Answer::Allow {
                scope: portcullis_api::Scope::Hour,
            },
        )
        .await;
    person.finishes(&call).await;
    person.host.remove_server(&id).await.unwrap();
    assert!(keystore.names().is_empty());
    assert!(person.host.servers().is_empty() && person.host.grants().await.unwrap().is_empty());
    assert!(
        person.record().await.iter().any(|row| row.what.text == "Removed"),
        "the record stays"
    );
}

/// Changes a server and waits until the answer was carried out.
async fn changes(person: &TestUser, id: &str, draft: ServerDraft, answer: Answer) {
    let before = person.record().await.len();
    let request = person.proposes_change(id, draft).await;
    person.answers(&request, answer).await;
    wait::until_async("the row of the change", async || {
        let rows = person.record().await;
        let row = rows.iter().find(|row| row.what.text == "Changed")?;
        (rows.len() > before && row.outcome != Outcome::Waiting).then_some(())
    })
    .await;
}

/// A server that writes its surroundings into a file when it starts.
fn dumping(person: &TestUser, variables: &[(&str, &str)]) -> ServerDraft {
    let mut draft = program(
        "Local",
        json!({"era": "both", "tools": ["x"], "start": [{"dump_to": person.path("dump")}]}),
    );
    draft.environment = variables
        .iter()
        .map(|(name, value)| named(name, value, true))
        .collect();
    draft
}

async fn surroundings(person: &TestUser) -> serde_json::Value {
    let dump = serde_json::from_str(&wait::file(&person.path("dump")).await).unwrap();
    std::fs::remove_file(person.path("dump")).unwrap();
    dump
}

// Proves F-35.
#[tokio::test]
async fn when_the_second_secret_is_not_taken_the_first_does_not_stay() {
    let keystore = Arc::new(FickleKeystore::default());
    keystore.takes(1);
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let mut events = person.host.events();
    let draft = dumping(&person, &[("ONE", "first-value"), ("TWO", "second-value")]);
    let request = person.proposes(draft).await.unwrap();
    person.answers(&request, Answer::AddAndStart {}).await;
    assert_eq!(next_problem(&mut events).await.code, Code::VaultLocked.as_str());
    assert!(person.host.servers().is_empty());
    assert_eq!(keystore.names(), Vec::<String>::new());
}

// Proves S-67.
#[tokio::test]
async fn a_change_that_cannot_be_saved_leaves_the_secret_as_it_was() {
    let (person, keystore) = watched().await;
    let id = person
        .adds_ready(dumping(&person, &[("API_KEY", "the-old-value")]))
        .await;
    assert_eq!(
        surroundings(&person).await["env"]["API_KEY"],
        json!("the-old-value")
    );

    // The name is free when it is asked about and taken when it is saved.
    let mut events = person.host.events();
    let draft = ServerDraft {
        label: "Taken".to_owned(),
        ..dumping(&person, &[("API_KEY", "the-new-value")])
    };
    let request = person.proposes_change(&id, draft).await;
    person.has("Taken", json!({"tools": ["x"]})).await;
    person.answers(&request, Answer::AddAndStart {}).await;
    assert_eq!(next_problem(&mut events).await.code, Code::LabelTaken.as_str());
    assert_eq!(keystore.names().len(), 1);
    person.host.restart_server(&id).await.unwrap();
    assert_eq!(
        surroundings(&person).await["env"]["API_KEY"],
        json!("the-old-value")
    );
}

// Proves S-67.
#[tokio::test]
async fn a_change_deletes_the_secrets_that_are_no_longer_needed() {
    let (person, keystore) = watched().await;
    let id = person
        .adds_ready(dumping(
            &person,
            &[
                ("KEPT", "kept-value"),
                ("CHANGED", "old-value"),
                ("GONE", "gone-value"),
            ],
        ))
        .await;
    surroundings(&person).await;
    let mut draft = dumping(
        &person,
        &[("KEPT", ""), ("CHANGED", "new-value"), ("NEW", "renamed-value")],
    );
    draft.environment[0].value = None;
    changes(&person, &id, draft, Answer::AddAndStart {}).await;
    let env = surroundings(&person).await["env"].take();
    assert_eq!(
        [&env["KEPT"], &env["CHANGED"], &env["NEW"], &env["GONE"]],
        [
            &json!("kept-value"),
            &json!("new-value"),
            &json!("renamed-value"),
            &json!(null)
        ]
    );
    let names = keystore.names();
    assert_eq!(names.len(), 3, "{names:?}");
    let person = person.restarts_the_host_with(&id).await;
    person.host.remove_server(&id).await.unwrap();
    assert_eq!(keystore.names(), Vec::<String>::new());
}

// Proves F-33.
#[tokio::test]
async fn a_secret_that_an_earlier_version_saved_works_and_is_deleted_when_it_changes() {
    let (person, keystore) = watched().await;
    let id = person
        .adds_ready(dumping(&person, &[("API_KEY", "the-old-value")]))
        .await;
    surroundings(&person).await;
    person.host.close().await;
    // As it was: the name follows from the server and the variable, and the row says nothing.
    let now = keystore.names()[0].clone();
    let secret = keystore.get(&now).unwrap().unwrap();
    keystore.remove(&now).unwrap();
    keystore
        .set(&format!("server/{id}/env/API_KEY"), &secret)
        .unwrap();
    let db = rusqlite::Connection::open(person.data.path().join("portcullis.db")).unwrap();
    db.execute("UPDATE servers SET secrets = '{}'", []).unwrap();
    drop(db);

    let person = person.restarts_the_host_with(&id).await;
    assert_eq!(
        surroundings(&person).await["env"]["API_KEY"],
        json!("the-old-value")
    );
    let draft = dumping(&person, &[("API_KEY", "the-new-value")]);
    changes(&person, &id, draft, Answer::AddAndStart {}).await;
    assert_eq!(
        surroundings(&person).await["env"]["API_KEY"],
        json!("the-new-value")
    );
    let names = keystore.names();
    assert!(names.len() == 1 && names[0].len() > now.len() - 2, "{names:?}");
}

// Proves F-35.
#[tokio::test]
async fn a_server_is_removed_also_when_the_keychain_is_locked_and_what_stays_is_said() {
    let keystore = Arc::new(FickleKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let id = person
        .adds_ready(dumping(
            &person,
            &[("ONE", "first-value"), ("TWO", "second-value")],
        ))
        .await;
    let mut events = person.host.events();
    keystore.refuses(Code::VaultLocked);
    person.host.remove_server(&id).await.unwrap();
    assert!(person.host.servers().is_empty());
    let told = next_problem(&mut events).await;
    assert_eq!(told.code, Code::VaultLocked.as_str());
    assert_named(&told.sentence, "Local");
    assert!(
        told.sentence.starts_with("2 unused secrets") && told.remedy.is_some(),
        "{told:?}"
    );
    let row = person.sees_row("Removed").await;
    assert_eq!(row.outcome_words, "2 of its secrets were not deleted");
    let person = person.restarts_the_host().await;
    assert!(person.host.servers().is_empty());
}

/// What the record holds after the user typed this into the arguments of a new server.
async fn recorded(person: &TestUser, label: &str, typed: &str) -> Vec<u8> {
    let host = &person.host;
    let draft = portcullis_tests::test_user::command(label, "sh", vec![format!("--name={typed}")]);
    let request = person.proposes(draft).await.unwrap();
    person.answers(&request, Answer::Deny {}).await;
    person.sees_row("Added").await;
    host.export_record(Format::JsonLines, Vec::new()).await.unwrap().0
}

// Proves S-88.
#[tokio::test]
async fn secrets_of_a_server_that_is_off_are_recognised_after_a_restart() {
    let person = TestUser::new().await;
    let [variable, ..] = Canary::six();
    let id = person
        .adds_ready(with_variable(&variable, json!({"tools": ["x"]})))
        .await;
    person.host.set_enabled(&id, false).await.unwrap();
    let person = person.restarts_the_host().await;
    let export = recorded(&person, "Other", &variable.value).await;
    assert_eq!(sweep_bytes(&export, &[variable]), []);
}

// Proves F-35.
#[tokio::test]
async fn a_keychain_that_hangs_delays_neither_the_start_nor_what_is_recorded() {
    let (person, keystore) = watched().await;
    let [variable, ..] = Canary::six();
    let mut ids = Vec::new();
    for n in 0..6 {
        let mut draft = with_variable(&variable, json!({"tools": ["x"]}));
        draft.label = format!("Local {n}");
        ids.push(person.adds(draft).await);
    }
    let plain = person.has("Plain", json!({"tools": ["y"]})).await;
    for id in &ids {
        person.host.set_enabled(id, false).await.unwrap();
    }
    keystore.hangs();
    let begun = Instant::now();
    let person = person.restarts_the_host().await;
    assert!(begun.elapsed() < limits::VAULT, "{:?}", begun.elapsed());
    person.sees(&plain, Phase::Ready).await;
    let begun = Instant::now();
    recorded(&person, "Other", "something").await;
    assert!(begun.elapsed() < limits::VAULT, "{:?}", begun.elapsed());
    // Once it is open, they are known.
    keystore.answers();
    let known = async {
        for n in 0.. {
            let export = recorded(&person, &format!("Other {n}"), &variable.value).await;
            let shown = String::from_utf8(export).unwrap();
            if shown
                .lines()
                .last()
                .is_some_and(|row| !row.contains(&variable.value))
            {
                return;
            }
        }
    };
    tokio::time::timeout(wait::PATIENCE, known).await.unwrap();
}
