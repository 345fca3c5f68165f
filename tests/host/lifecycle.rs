//! How a server is, is told truthfully: from its start to its end, by its own fault or not.

use std::time::{Duration, Instant};

use portcullis_api::{CallState, EraChoice, Phase};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    test_user::{TestUser, assert_done, assert_failed, assert_named, nothing, program},
    wait,
};
use serde_json::{Value, json};

/// A call of `x`, which these steps end, on a server beside another one that goes on.
async fn dies(steps: Value) -> (TestUser, String, String, portcullis_api::CallView, Duration) {
    let person = TestUser::new().await;
    let began = person.path("began");
    let mut all = vec![
        json!({"touch": began}),
        json!({"stderr": "the last words"}),
        json!({"wait_for_file": person.path("go")}),
    ];
    all.extend(steps.as_array().cloned().unwrap_or_default());
    let script = json!({"tools": ["x"], "calls": {"x": all}});
    let id = person.has("Frail", script).await;
    let other = person.has("Sturdy", json!({"tools": ["y"]})).await;
    let call = person.begins(&id, "x", nothing()).await;
    wait::file(&began).await;
    let from = Instant::now();
    std::fs::write(person.path("go"), "").unwrap();
    let call = person.finishes(&call).await;
    (person, id, other, call, from.elapsed())
}

async fn dies_and_comes_back(steps: Value, words: &str) {
    let (person, id, other, call, took) = dies(steps).await;
    assert_failed(&call, Code::ServerExited);
    assert_has!(call.problem.as_ref().unwrap().sentence, words);
    // Where the end was not seen, the limit of a silent call would end it after a minute.
    assert!(
        took < Duration::from_secs(10),
        "the caller heard of it after {took:?}"
    );
    let state = person.sees(&id, Phase::Failing).await;
    assert_eq!(state.words, format!("failing: {words}"));
    assert!(state.retry_at.is_some(), "{state:?}");
    let tail: Vec<_> = state.stderr_tail.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(tail, ["the last words"]);
    assert_named(&state.problem.unwrap().sentence, "Frail");
    assert_done(&person.calls(&other, "y", nothing()).await);
    person.sees(&id, Phase::Ready).await;
    assert_eq!(person.host.server(&id).unwrap().health.restarts, 1);
}

// Proves F-01, STD-09, STD-10.
#[tokio::test]
async fn a_server_that_ends_fails_its_call_at_once_and_is_started_again() {
    dies_and_comes_back(json!([{"exit": 0}]), "exited with code 0").await;
    dies_and_comes_back(json!([{"exit": 1}]), "exited with code 1").await;
    dies_and_comes_back(json!(["crash"]), "was killed by SIGSEGV (11)").await;
}

// Proves F-01, STD-10.
#[tokio::test]
async fn a_call_is_never_sent_again_by_itself() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let script = json!({"record": record, "tools": ["x"], "calls": {"x": [{"exit": 1}]}});
    let id = person.has("Frail", script).await;
    assert_failed(&person.calls(&id, "x", nothing()).await, Code::ServerExited);
    person.sees(&id, Phase::Ready).await;
    // It lists its tools after every start, so what a repeated call would have written is there by now.
    assert_eq!(person.arguments_sent(&record, "x").len(), 1);
}

/// The one test that waits for the real pauses between restarts, 31 s in all.
// Proves F-01, STD-10.
#[tokio::test]
async fn a_server_that_fails_at_once_is_given_up_after_six_failures() {
    let person = TestUser::new().await;
    let script = json!({"start": [{"stderr": "no licence"}, {"exit": 3}]});
    let id = person.adds(program("Frail", script)).await;
    let state = person
        .sees_within(&id, Phase::Stopped, Duration::from_secs(120))
        .await;
    assert_eq!(state.words, "stopped: exited with code 3");
    assert_eq!((state.exit_code, state.retry_at), (Some(3), None));
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::ServerKeepsFailing.as_str());
    assert_has!(problem.sentence, "It failed 6 times, so it is not started again.");
    assert_eq!(person.host.server(&id).unwrap().health.restarts, 5);
    assert_eq!(state.stderr_tail.last().unwrap().text, "no licence");
}

// Proves F-05.
#[tokio::test]
async fn a_server_that_does_not_read_is_stuck_and_no_other_waits() {
    let person = TestUser::new().await;
    let deaf = person.path("deaf");
    let script = json!({"tools": ["x"], "calls": {"x": ["stop_reading", {"touch": deaf}, "no_reply"]}});
    let id = person.has("Deaf", script).await;
    let other = person.has("Sturdy", json!({"tools": ["y"]})).await;
    let first = person.begins(&id, "x", nothing()).await;
    wait::file(&deaf).await;
    // More than a pipe holds; the host has to be the one that waits.
    let large = json!({"text": "x".repeat(1 << 20)});
    let second = person.begins(&id, "x", large).await;
    assert_done(&person.calls(&other, "y", nothing()).await);
    assert!(
        person.host.call(&second.id).unwrap().ended_at.is_none(),
        "the other call did not wait for it"
    );
    let second = person.finishes(&second).await;
    assert!(matches!(second.state, CallState::Failed), "{second:?}");
    assert!(person.finishes(&first).await.state == CallState::Failed);
    assert_failed(&second, Code::ServerStuck);
    let closing = Instant::now();
    person.host.close().await;
    assert!(closing.elapsed() < wait::ENDS, "{:?}", closing.elapsed());
}

// Proves F-05.
#[tokio::test]
async fn a_server_that_closes_its_input_ends() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x", "y"], "calls": {"x": ["close_stdin"]}});
    let id = person.has("Deaf", script).await;
    person.calls(&id, "x", nothing()).await;
    let call = person.begins(&id, "y", nothing()).await;
    let call = person.finishes(&call).await;
    assert_eq!(call.state, CallState::Failed, "{call:?}");
}

// Proves F-06.
#[tokio::test]
async fn a_closed_output_is_the_end_although_the_process_lives() {
    let person = TestUser::new().await;
    let pid = person.path("pid");
    let steps = json!([{"touch": pid}, "ignore_eof", "close_stdout", "no_reply"]);
    let script = json!({"tools": ["x"], "calls": {"x": steps}});
    let id = person.has("Mute", script).await;
    let call = person.calls(&id, "x", nothing()).await;
    assert_failed(&call, Code::TransportLost);
    person.sees(&id, Phase::Failing).await;
    wait::gone(wait::file(&pid).await.parse().unwrap()).await;
}

// Proves F-07, STD-07.
#[tokio::test]
async fn turning_a_server_off_ends_it_with_all_it_started() {
    let person = TestUser::new().await;
    let (pid, child, daemon) = (person.path("pid"), person.path("child"), person.path("daemon"));
    let start = json!([
        "ignore_eof", "ignore_term", {"touch": pid},
        {"fork": {"pid_file": child}}, {"fork": {"pid_file": daemon, "double": true}}
    ]);
    let script = json!({"start": start, "tools": ["x"]});
    let id = person.has("Stubborn", script).await;
    let mut pids = Vec::new();
    for file in [&pid, &child, &daemon] {
        pids.push(wait::file(file).await.parse::<i32>().unwrap());
    }
    person.host.set_enabled(&id, false).await.unwrap();
    for pid in pids {
        wait::gone(pid).await;
    }
    assert_eq!(person.sees(&id, Phase::Off).await.words, "off");
}

// Proves ERA-27.
#[tokio::test]
async fn a_server_of_either_era_connects_and_its_era_is_remembered() {
    for (era, expected, revision) in [
        ("legacy", EraChoice::Legacy, "2025-11-25"),
        ("modern", EraChoice::Modern, "2026-07-28"),
        ("both", EraChoice::Modern, "2026-07-28"),
    ] {
        let person = TestUser::new().await;
        let record = person.path("record");
        let script = json!({"era": era, "record": record, "tools": ["x"]});
        let id = person.has("Server", script).await;
        let detail = person.host.server(&id).unwrap();
        assert_eq!(
            (detail.era, detail.revision.as_deref()),
            (Some(expected), Some(revision)),
            "{era}"
        );
        assert_done(&person.calls(&id, "x", nothing()).await);
        let _person = person.restarts_the_host_with(&id).await;
        let methods: Vec<_> = portcullis_tests::test_user::received(&record)
            .into_iter()
            .filter_map(|message| Some(message["method"].as_str()?.to_owned()))
            .collect();
        let probes = methods
            .iter()
            .filter(|method| *method == "server/discover")
            .count();
        // What answers the modern question is connected with that; what does not is never asked again.
        let expected = if era == "legacy" { 1 } else { 2 };
        assert_eq!(probes, expected, "{era}: {methods:?}");
    }
}

// Proves ERA-04.
#[tokio::test]
async fn no_revision_in_common_is_said_and_not_tried_again() {
    let person = TestUser::new().await;
    let script = json!({"era": "modern", "version": "2031-01-01"});
    let id = person.adds(program("Future", script)).await;
    let state = person.sees(&id, Phase::Stopped).await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::NoCommonRevision.as_str(), "{problem:?}");
    assert_named(&problem.sentence, "Future");
    assert!(problem.sentence.contains("2031-01-01"), "{}", problem.sentence);
}

// Proves STD-05.
#[tokio::test]
async fn what_a_server_writes_beside_the_protocol_is_counted_while_it_runs() {
    let person = TestUser::new().await;
    let script = json!({"era": "both", "tools": ["x"], "start": [{"stderr": "hello"}]});
    let id = person.has("Chatty", script).await;
    wait::holds("the line to be counted", || {
        person.host.server(&id).unwrap().health.stderr_bytes == 6
    })
    .await;
    assert_eq!(
        person.sees_row("Started").await.outcome_words.split(',').count(),
        1
    );
    person.turns_off(&id).await;
    assert_eq!(person.host.server(&id).unwrap().health.stderr_bytes, 6, "once");
}

// Proves F-02.
#[tokio::test]
async fn a_server_that_never_answers_is_stopped_and_the_host_stays_quick() {
    let person = TestUser::new().await;
    let pid = person.path("pid");
    let script = json!({"start": [{"touch": pid}], "on": {"server/discover": ["no_reply"], "initialize": ["no_reply"]}});
    let id = person.adds(program("Silent", script)).await;
    let other = person.has("Sturdy", json!({"tools": ["y"]})).await;
    assert_done(&person.calls(&other, "y", nothing()).await);
    assert_eq!(
        person.state(&id).phase,
        Phase::Starting,
        "the other call did not wait for it"
    );
    let state = person
        .sees_within(
            &id,
            Phase::Failing,
            limits::HANDSHAKE + limits::PROBE + Duration::from_secs(15),
        )
        .await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::ServerSilent.as_str());
    assert_named(&problem.sentence, "Silent");
    assert!(
        problem.sentence.ends_with("It was stopped."),
        "{}",
        problem.sentence
    );
    person.host.set_enabled(&id, false).await.unwrap();
    wait::gone(wait::file(&pid).await.parse().unwrap()).await;
}

#[tokio::test]
async fn off_while_starting_is_off_at_once() {
    let person = TestUser::new().await;
    let script = json!({"on": {"server/discover": ["no_reply"], "initialize": ["no_reply"]}});
    let id = person.adds(program("Silent", script)).await;
    person.sees(&id, Phase::Starting).await;
    person.turns_off(&id).await;
    assert!(person.host.server(&id).unwrap().pid.is_none());
}

#[tokio::test]
async fn a_call_to_a_server_that_is_off_is_refused_in_a_sentence() {
    let person = TestUser::new().await;
    let id = person.has("Files", json!({"tools": ["x"]})).await;
    person.turns_off(&id).await;
    let refused = person.is_refused(&id, "x", nothing()).await;
    assert_eq!(refused.code, Code::ServerNotReady);
    assert_eq!(
        refused.sentence,
        "“Files” is not ready (off). The tool was not called."
    );
}

#[tokio::test]
async fn a_call_under_way_when_its_server_is_turned_off_ends() {
    let person = TestUser::new().await;
    let began = person.path("began");
    let script = json!({"tools": ["x"], "calls": {"x": [{"touch": began}, "no_reply"]}});
    let id = person.has("Files", script).await;
    let call = person.begins(&id, "x", nothing()).await;
    wait::file(&began).await;
    person.host.set_enabled(&id, false).await.unwrap();
    let call = person.finishes(&call).await;
    assert_eq!(call.state, CallState::Failed);
    assert_named(&call.problem.unwrap().sentence, "Files");
}

#[tokio::test]
async fn of_on_and_off_at_once_the_last_one_holds() {
    let person = TestUser::new().await;
    let id = person.has("Files", json!({"era": "both", "tools": ["x"]})).await;
    person.turns_off(&id).await;
    // The second asks while the first is being written.
    let both = tokio::join!(
        person.host.set_enabled(&id, true),
        person.host.set_enabled(&id, false)
    );
    both.0.and(both.1).unwrap();
    person.sees(&id, Phase::Off).await;
    assert!(!person.host.server(&id).unwrap().summary.enabled);
    let person = person.restarts_the_host().await;
    assert!(!person.host.server(&id).unwrap().summary.enabled);

    person.host.set_enabled(&id, true).await.unwrap();
    let first = person.sees(&id, Phase::Ready).await.since;
    let both = tokio::join!(
        person.host.set_enabled(&id, false),
        person.host.set_enabled(&id, true)
    );
    both.0.and(both.1).unwrap();
    assert!(person.host.server(&id).unwrap().summary.enabled);
    wait::holds("its next start", || person.state(&id).since != first).await;
    person.finds_again(&id, "x").await;
    let person = person.restarts_the_host().await;
    assert!(person.host.server(&id).unwrap().summary.enabled);
}

#[tokio::test]
async fn of_two_answers_whether_it_may_ask_a_model_the_last_one_holds() {
    let person = TestUser::new().await;
    let id = person.has("Asking", json!({"era": "both", "tools": ["x"]})).await;
    let both = tokio::join!(
        person.host.set_sampling(&id, true),
        person.host.set_sampling(&id, false)
    );
    both.0.and(both.1).unwrap();
    assert!(!person.host.server(&id).unwrap().summary.sampling);
    let person = person.restarts_the_host().await;
    assert!(!person.host.server(&id).unwrap().summary.sampling);
}
