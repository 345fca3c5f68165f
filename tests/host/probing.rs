//! A program of an unknown era is connected soon, whatever the question does to it.

use std::time::{Duration, Instant};

use portcullis_api::{EraChoice, Phase};
use portcullis_host::limits;
use portcullis_tests::{
    test_user::{TestUser, assert_done, nothing, program},
    wait,
};
use serde_json::{Value, json};

/// Adds a program and waits until it is ready; how long that took, without what the person needed to read.
async fn connects(person: &TestUser, script: Value) -> (String, Duration) {
    let id = person.adds(program("Server", script)).await;
    let began = Instant::now();
    person.sees(&id, Phase::Ready).await;
    (id, began.elapsed())
}

fn era(person: &TestUser, id: &str) -> Option<EraChoice> {
    person.host.server(id).unwrap().era
}

// Proves F-02, ERA-23.
#[tokio::test]
async fn a_server_silent_to_the_probe_is_ready_by_a_second_process_and_asked_nothing_else() {
    let person = TestUser::new().await;
    let (asked, greeted) = (person.path("asked"), person.path("greeted"));
    // It stays and never speaks again, as the Python SDK did before 1.7.
    let script = json!({"tools": ["x"], "on": {
        "server/discover": [{"touch": asked}, "stop_reading", "no_reply"],
        "initialize": [{"touch": greeted}],
    }});
    let (id, took) = connects(&person, script).await;
    assert!(took < limits::HANDSHAKE, "{took:?}");
    assert_eq!(era(&person, &id), Some(EraChoice::Legacy));
    let (asked, greeted) = (wait::file(&asked).await, wait::file(&greeted).await);
    assert_ne!(asked, greeted, "no process was sent both");
    assert_eq!(person.host.server(&id).unwrap().pid.unwrap().to_string(), greeted);
    wait::gone(asked.parse().unwrap()).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let log = person.host.logs(&id, 0).unwrap();
    let said = |words: &str| log.lines.iter().any(|line| line.text.text.contains(words));
    assert!(said("tries the older handshake"), "{log:?}");
    // One attempt is one row, and it says that two programs were started.
    let row = person.sees_row("Started").await;
    assert!(
        row.outcome_words
            .ends_with(", after 2 starts with different protocol versions"),
        "{}",
        row.outcome_words
    );
}

// Proves F-02.
#[tokio::test]
async fn a_new_server_that_starts_slowly_is_found_to_be_new() {
    // Longer than the probe waits alone, and longer than where no second process can run beside it.
    for pause in [2_000, 4_000] {
        let person = TestUser::new().await;
        let script = json!({"era": "both", "tools": ["x"], "start": [{"sleep": pause}]});
        let (id, _) = connects(&person, script).await;
        assert_eq!(era(&person, &id), Some(EraChoice::Modern), "{pause}");
        assert_done(&person.calls(&id, "x", nothing()).await);
        person.host.close().await;
    }
}

// Proves F-02.
#[tokio::test]
async fn an_old_server_that_refuses_late_is_greeted_where_it_was_asked() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["x"], "on": {"server/discover": [{"sleep": 2_000}],
        "initialize": [{"sleep": 3_000}]}});
    let (id, _) = connects(&person, script).await;
    assert_eq!(era(&person, &id), Some(EraChoice::Legacy));
    assert_done(&person.calls(&id, "x", nothing()).await);
}

// Proves F-02.
#[tokio::test]
async fn a_program_that_does_not_run_beside_itself_gets_room() {
    let person = TestUser::new().await;
    let (first, second) = (person.path("first"), person.path("second"));
    let start = json!([{"if_file": {"path": first,
        "then": [{"if_file": {"path": second, "else": [{"touch": second}, {"exit": 1}]}}],
        "else": [{"touch": first}]}}]);
    let script = json!({"tools": ["x"], "start": start, "on": {"server/discover": ["no_reply"]}});
    let (id, _) = connects(&person, script).await;
    assert_eq!(era(&person, &id), Some(EraChoice::Legacy));
    assert_done(&person.calls(&id, "x", nothing()).await);
    wait::gone(wait::file(&first).await.parse().unwrap()).await;
}

// Proves F-02, F-07.
#[tokio::test]
async fn turning_a_server_off_ends_both_of_its_processes() {
    let person = TestUser::new().await;
    let (asked, greeted) = (person.path("asked"), person.path("greeted"));
    let script = json!({"on": {
        "server/discover": [{"touch": asked}, "no_reply"],
        "initialize": [{"touch": greeted}, "no_reply"],
    }});
    let id = person.adds(program("Server", script)).await;
    let pids = [wait::file(&asked).await, wait::file(&greeted).await];
    person.host.set_enabled(&id, false).await.unwrap();
    for pid in pids {
        wait::gone(pid.parse().unwrap()).await;
    }
    assert_eq!(person.sees(&id, Phase::Off).await.words, "off");
}
