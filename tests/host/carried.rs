//! What was given for one program or address is not given for another: permissions end unless each is kept, and a secret
//! goes along only by a word about that secret (S-13, S-14, S-67).

use std::fs;
use std::path::Path;

use portcullis_api::{
    Answer, Asked, CallState, Carried, CarriedKind, Endpoint, Outcome, Phase, RecordRow, Request,
    RootsAccess, Scope,
};
use portcullis_core::Code;
use portcullis_tests::{
    hostile::Hostile,
    sink::{Answer as Response, Sink},
    test_user::{TestUser, address, command, named, nothing, program},
    wait,
};
use serde_json::{Value, json};

/// A server with two tools; `version` makes another program of it.
fn script(version: u32) -> Value {
    json!({"era": "both", "tools": ["x", "y"], "info": {"name": "files", "version": version.to_string()}})
}

fn carried(request: &Request) -> Vec<Carried> {
    match &request.asked {
        Asked::Launch { carried, .. } => carried.clone(),
        other => panic!("{other:?}"),
    }
}

fn place(request: &Request, words: &str) -> u32 {
    let at = carried(request).iter().position(|it| it.sentence.contains(words));
    u32::try_from(at.unwrap_or_else(|| panic!("no {words}: {request:?}"))).unwrap()
}

/// Lets a model run a tool for an hour.
async fn allows(person: &TestUser, id: &str, tool: &str) {
    let call = person.model_asks(id, tool, nothing()).await;
    person.allows(&call, Scope::Hour).await;
}

async fn allowed(person: &TestUser) -> Vec<String> {
    let grants = person.host.grants().await.unwrap();
    let mut tools: Vec<String> = grants.into_iter().map(|grant| grant.tool).collect();
    tools.sort();
    tools
}

async fn ended_changes(person: &TestUser) -> Vec<RecordRow> {
    let rows = person.record().await.into_iter();
    rows.filter(|row| row.what.text == "Changed" && row.outcome != Outcome::Waiting)
        .collect()
}

/// Answers a review and waits until that is carried out.
async fn decides(person: &TestUser, request: &Request, answer: Answer) -> RecordRow {
    let before = ended_changes(person).await.len();
    person.answers(request, answer).await;
    wait::until_async("the change to be recorded", async || {
        let mut rows = ended_changes(person).await;
        (rows.len() > before).then(|| rows.swap_remove(0))
    })
    .await
}

// Proves S-13.
#[tokio::test]
async fn permissions_of_a_server_end_with_its_program_unless_each_is_kept() {
    let person = TestUser::new().await;
    let id = person.has("Files", script(1)).await;
    for tool in ["x", "y"] {
        allows(&person, &id, tool).await;
    }
    person.host.set_sampling(&id, true).await.unwrap();
    // A yes to its folders from before.
    person.host.close().await;
    let db = rusqlite::Connection::open(person.data.path().join("portcullis.db")).unwrap();
    db.execute("INSERT INTO roots_access VALUES (?1, 1, 0)", [&id])
        .unwrap();
    drop(db);
    let person = person.restarts_the_host_with(&id).await;

    let request = person.proposes_change(&id, program("Files", script(2))).await;
    let shown = carried(&request);
    assert_eq!(shown.len(), 4, "{shown:?}");
    assert!(shown.iter().all(|it| it.kind == CarriedKind::Permission));
    let keep = vec![place(
        &request,
        "“x” of “Files” can run for an hour without asking",
    )];
    place(&request, "“y” of “Files” can run for an hour without asking");
    place(&request, "“Files” can see the folders that you chose for it.");
    place(&request, "“Files” can send model requests.");
    assert_eq!(allowed(&person).await, ["x", "y"], "nothing ends by being asked");
    let row = decides(&person, &request, Answer::AddKeeping { start: true, keep }).await;
    assert_eq!(row.outcome_words, "saved; 3 permissions ended, 1 kept");
    assert_eq!(allowed(&person).await, ["x"]);
    assert_eq!(person.host.roots(&id).await.unwrap().access, RootsAccess::Ask);
    assert!(!person.host.server(&id).unwrap().summary.sampling);
    wait::holds("it to be ready", || person.state(&id).phase == Phase::Ready).await;
    // Each in a conversation of its own: in one that read something of the server, more is asked about.
    let kept = person.model_asks_in("second", &id, "x", nothing()).await;
    assert_eq!(
        person.finishes(&kept).await.state,
        CallState::Done,
        "without asking"
    );
    let asked = person.model_asks_in("third", &id, "y", nothing()).await;
    person.is_asked_about(&asked).await;
    let rows = person.record().await;
    let revoked = rows.iter().find(|row| row.outcome_words == "revoked").unwrap();
    assert!(revoked.what.text.contains("“y”"), "{revoked:?}");
    let person = person.restarts_the_host().await;
    assert_eq!(allowed(&person).await, ["x"]);
}

// Proves S-13.
#[tokio::test]
async fn a_plain_yes_to_another_program_keeps_nothing_also_not_what_was_given_meanwhile() {
    let person = TestUser::new().await;
    let id = person.has("Files", script(1)).await;
    allows(&person, &id, "x").await;
    let request = person.proposes_change(&id, program("Files", script(2))).await;
    assert_eq!(carried(&request).len(), 1);
    allows(&person, &id, "y").await;
    let row = decides(&person, &request, Answer::AddAndStart {}).await;
    assert_eq!(row.outcome_words, "saved; 2 permissions ended");
    assert_eq!(allowed(&person).await, Vec::<String>::new());
}

// Proves S-13.
#[tokio::test]
async fn a_denied_change_and_a_change_of_the_label_or_a_limit_end_nothing() {
    let person = TestUser::new().await;
    let id = person.has("Files", script(1)).await;
    allows(&person, &id, "x").await;
    let request = person.proposes_change(&id, program("Files", script(2))).await;
    decides(&person, &request, Answer::Deny {}).await;
    assert_eq!(allowed(&person).await, ["x"]);
    let mut draft = program("Renamed", script(1));
    draft.limits.idle_seconds += 1;
    let request = person.proposes_change(&id, draft).await;
    assert_eq!(carried(&request), []);
    let row = decides(&person, &request, Answer::AddAndStart {}).await;
    assert_eq!(row.outcome_words, "saved");
    assert_eq!(allowed(&person).await, ["x"]);
}

// Proves S-14.
#[tokio::test]
async fn permissions_end_with_a_program_file_that_was_replaced() {
    let person = TestUser::new().await;
    let file = person.path("server");
    fs::copy(Hostile::program(), &file).unwrap();
    let draft = command(
        "Files",
        file.to_str().unwrap(),
        Hostile::new(script(1)).arguments(),
    );
    let id = person.adds_ready(draft).await;
    allows(&person, &id, "x").await;
    person.turns_off(&id).await;
    replace(&file);
    let request = person.host.propose_start(&id).await.unwrap();
    place(&request, "“x” of “Files” can run for an hour without asking");
    decides(&person, &request, Answer::AddAndStart {}).await;
    assert_eq!(allowed(&person).await, Vec::<String>::new());
    person.sees(&id, Phase::Ready).await;
    let asked = person.model_asks(&id, "x", nothing()).await;
    person.is_asked_about(&asked).await;
}

/// The same program with a byte more.
fn replace(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    bytes.push(b'\n');
    fs::remove_file(file).unwrap();
    portcullis_tests::programs::write(file, bytes);
}

// Proves S-13.
#[tokio::test]
async fn permissions_end_with_an_address_that_was_changed() {
    let person = TestUser::new().await;
    let served = || Hostile::new(json!({"tools": ["x"], "http": {}}));
    let (first, second) = (served().on_http().await, served().on_http().await);
    let id = person.adds_ready(address("Remote", &first.url)).await;
    allows(&person, &id, "x").await;
    let request = person.proposes_change(&id, address("Remote", &second.url)).await;
    place(&request, "“x” of “Remote” can run for an hour without asking");
    assert_eq!(carried(&request).len(), 1);
    let row = decides(&person, &request, Answer::AddAndStart {}).await;
    assert_eq!(row.outcome_words, "saved; 1 permission ended");
    assert_eq!(allowed(&person).await, Vec::<String>::new());
    person.sees(&id, Phase::Ready).await;
    let asked = person.model_asks_in("second", &id, "x", nothing()).await;
    person.is_asked_about(&asked).await;
}

// Proves S-67.
#[tokio::test]
async fn a_secret_goes_to_another_address_only_by_a_word_about_it() {
    let person = TestUser::new().await;
    let first = Hostile::new(json!({"tools": ["x"], "http": {}})).on_http().await;
    let mut draft = address("Remote", &first.url);
    draft.headers = vec![named("Authorization", "Bearer the-secret", true)];
    let id = person.adds_ready(draft.clone()).await;
    let other = Sink::answering(Response::Html).await;
    let url = other.url("/mcp");
    draft.endpoint = Endpoint::Address { url: url.clone() };
    draft.headers[0].value = None;
    let request = person.proposes_change(&id, draft.clone()).await;
    assert_eq!(
        carried(&request),
        [Carried {
            kind: CarriedKind::Secret,
            sentence: format!("“Authorization” would be sent to {url}."),
        }]
    );
    for answer in [
        Answer::AddAndStart {},
        Answer::Add {},
        Answer::AddKeeping {
            start: true,
            keep: vec![],
        },
        Answer::AddKeeping {
            start: true,
            keep: vec![0, 1],
        },
    ] {
        let refused = person.tries_to_answer(&request, answer).await.unwrap_err();
        assert_eq!(refused.code, Code::BadInput);
    }
    other.assert_untouched();
    decides(&person, &request, Answer::Deny {}).await;

    // One that is entered again goes there without more.
    let mut again = draft.clone();
    again.headers[0].value = Some("Bearer another".to_owned());
    let request = person.proposes_change(&id, again).await;
    assert_eq!(carried(&request), []);
    decides(&person, &request, Answer::Deny {}).await;

    let request = person.proposes_change(&id, draft).await;
    let keep = vec![0];
    person
        .answers(&request, Answer::AddKeeping { start: true, keep })
        .await;
    let hits = other.wait_for_hits(1).await;
    assert_eq!(hits[0].header("authorization"), Some("Bearer the-secret"));
}

// Proves S-67.
#[tokio::test]
async fn a_secret_is_named_when_its_program_was_replaced() {
    let person = TestUser::new().await;
    let file = person.path("server");
    fs::copy(Hostile::program(), &file).unwrap();
    let mut draft = command(
        "Files",
        file.to_str().unwrap(),
        Hostile::new(script(1)).arguments(),
    );
    draft.environment = vec![named("API_KEY", "the-secret", true)];
    let id = person.adds_ready(draft).await;
    person.turns_off(&id).await;
    replace(&file);
    let request = person.host.propose_start(&id).await.unwrap();
    let real = fs::canonicalize(&file).unwrap();
    let named = format!("“API_KEY” would be passed to {} as it is now.", real.display());
    assert_eq!(carried(&request)[0].sentence, named);
    let refused = person
        .tries_to_answer(&request, Answer::AddAndStart {})
        .await
        .unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
    let keep = vec![0];
    decides(&person, &request, Answer::AddKeeping { start: true, keep }).await;
    person.sees(&id, Phase::Ready).await;
}

// Proves S-13.
#[tokio::test]
async fn an_answer_to_a_review_of_what_was_changed_meanwhile_saves_nothing() {
    let person = TestUser::new().await;
    let id = person.has("Files", script(1)).await;
    let late = person.proposes_change(&id, program("Late", script(3))).await;
    let first = person.proposes_change(&id, program("Files", script(2))).await;
    decides(&person, &first, Answer::AddAndStart {}).await;
    let row = decides(&person, &late, Answer::AddAndStart {}).await;
    assert_eq!(row.outcome, Outcome::Failed, "{row:?}");
    assert!(person.id("Late").is_none());
}
