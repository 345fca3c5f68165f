//! Programs that a launcher downloads first: one process while it does, a state that says so, and a reason at once when
//! it ends.

use std::path::Path;
use std::time::{Duration, Instant};

use portcullis_api::{EraChoice, Phase, ServerDraft};
use portcullis_core::TextSource;
use portcullis_tests::{
    hostile::Hostile,
    programs,
    test_user::{TestUser, assert_done, assert_named, command, named, nothing},
    wait,
};
use serde_json::{Value, json};

/// A launcher called `npx` that notes each start, does this, and then becomes the server.
fn npx(person: &TestUser, steps: &str, script: Value) -> ServerDraft {
    let path = person.path("npx");
    let starts = person.path("starts");
    let text = format!(
        "#!/bin/sh\necho $$ >> '{}'\n{steps}\nexec \"$@\"\n",
        starts.display()
    );
    programs::write(&path, text);
    let mut arguments = vec![Hostile::program().to_string_lossy().into_owned()];
    arguments.extend(Hostile::new(script).arguments());
    command("Server", path.to_str().unwrap(), arguments)
}

fn starts(person: &TestUser) -> usize {
    let noted = std::fs::read_to_string(person.path("starts")).unwrap_or_default();
    noted.lines().count()
}

fn until_there(path: &Path) -> String {
    format!("while [ ! -e '{}' ]; do sleep 0.05; done", path.display())
}

// Proves F-02, ERA-23.
#[tokio::test]
async fn while_something_is_downloaded_there_is_one_process_and_the_state_says_so() {
    let person = TestUser::new().await;
    // Longer than any probe waits: a second process would have started by then.
    let script = json!({"era": "both", "tools": ["x"]});
    let id = person.adds(npx(&person, "sleep 5", script)).await;
    wait::until("the state to say that it downloads", || {
        let state = person.state(&id);
        (state.phase == Phase::Starting && state.words == "downloading").then_some(())
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    assert_eq!(starts(&person), 1);
    assert_eq!(
        person.host.server(&id).unwrap().era,
        Some(EraChoice::Modern),
        "the question waited for it"
    );
    assert_eq!(person.state(&id).words, "ready");
    assert_done(&person.calls(&id, "x", nothing()).await);
}

// Proves F-02.
#[tokio::test]
async fn an_old_server_behind_a_launcher_is_greeted_in_a_second_process_after_the_first() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "on": {"server/discover": ["stop_reading", "no_reply"]}});
    let id = person.adds_ready(npx(&person, "", script)).await;
    assert_eq!(starts(&person), 2);
    assert_eq!(person.host.server(&id).unwrap().era, Some(EraChoice::Legacy));
    assert_done(&person.calls(&id, "x", nothing()).await);
}

// Proves F-01.
#[tokio::test]
async fn a_launcher_that_finds_nothing_says_so_at_once_and_was_started_once() {
    let person = TestUser::new().await;
    let steps = "echo 'npm error code E404' >&2
echo 'npm error 404 Not Found - GET https://registry.npmjs.org/nope' >&2
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do echo \"    at step $i\" >&2; done
exit 1";
    let began = Instant::now();
    let id = person.adds(npx(&person, steps, json!({}))).await;
    let state = person.sees(&id, Phase::Failing).await;
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    assert_eq!(state.words, "failing: exited with code 1");
    assert_eq!(starts(&person), 1);
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, "server.exited");
    assert_named(&problem.sentence, "Server");
    let said = problem.said.unwrap();
    assert_eq!(
        said.text, "npm error 404 Not Found - GET https://registry.npmjs.org/nope",
        "the cause, which is not among the last lines"
    );
    assert_eq!(said.by, TextSource::Program);
    assert_eq!(state.stderr_tail.len(), 20);
}

// Proves F-06.
#[tokio::test]
async fn a_program_that_ended_is_not_waited_for_although_its_output_is_held_open() {
    let person = TestUser::new().await;
    let began = Instant::now();
    let steps = "echo 'no licence' >&2; sleep 30 & exit 3";
    let id = person.adds(npx(&person, steps, json!({}))).await;
    let state = person.sees(&id, Phase::Failing).await;
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(state.words, "failing: exited with code 3");
    assert_eq!(state.problem.unwrap().said.unwrap().text, "no licence");
}

// Proves F-02.
#[tokio::test]
async fn the_time_to_start_is_what_the_person_set_and_ends_a_download_in_words() {
    let person = TestUser::new().await;
    let mut draft = npx(&person, &until_there(&person.path("never")), json!({}));
    draft.limits.start_seconds = Some(2);
    let id = person.adds(draft).await;
    let state = person.sees(&id, Phase::Failing).await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, "server.downloading");
    assert_has!(problem.sentence, "still downloading after 2 seconds");
    assert_eq!(starts(&person), 1);
}

// Proves F-02.
#[tokio::test]
async fn a_slow_server_has_the_time_to_start_that_the_person_set_and_no_more() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "on": {"initialize": [{"sleep": 20_000}]}});
    let mut draft = npx(&person, "", script);
    draft.limits.start_seconds = Some(5);
    let id = person.adds(draft).await;
    let problem = person.sees(&id, Phase::Failing).await.problem.unwrap();
    assert_eq!(problem.code, "server.silent");
    assert_has!(problem.sentence, "within 5 seconds.");
    assert!(
        problem.remedy.unwrap().contains("raise its start timeout"),
        "a limit that was too short is named"
    );
}

// Proves S-88.
#[tokio::test]
async fn the_last_words_of_a_server_are_shown_without_the_secrets_that_it_was_given() {
    let person = TestUser::new().await;
    let steps = "echo \"Error: the key $API_KEY is not accepted\" >&2; exit 1";
    let mut draft = npx(&person, steps, json!({}));
    draft
        .environment
        .push(named("API_KEY", "a-very-secret-value", true));
    let id = person.adds(draft).await;
    let state = person.sees(&id, Phase::Failing).await;
    let said = state.problem.unwrap().said.unwrap().text;
    assert!(said.starts_with("Error: the key"), "{said}");
    let shown = format!("{said} {:?}", state.stderr_tail);
    assert!(!shown.contains("a-very-secret-value"), "{shown}");
}
