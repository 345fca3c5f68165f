//! The host beside real servers, each kept for what it is known to do.
//!
//! They are installed by `cargo xtask test packages` and left out of an ordinary run.

use std::time::Duration;

use portcullis_api::{EraChoice, Phase};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    fault_proxy::{FaultProxy, NetworkState},
    listening::Listening,
    packages::{self, Program},
    test_user::{TestUser, address, assert_done, assert_failed, command, text},
    wait,
};
use serde_json::json;

/// Python imports for a while, and longer on a busy computer.
const PATIENCE: Duration = Duration::from_secs(60);

async fn connects(label: &str, program: &Program, era: EraChoice, revision: &str) -> (TestUser, String) {
    let person = TestUser::new().await;
    let path = program.path.to_str().unwrap();
    let id = person.adds(command(label, path, program.arguments.clone())).await;
    for attempt in 1.. {
        person.sees_within(&id, Phase::Ready, PATIENCE).await;
        let detail = person.host.server(&id).unwrap();
        let found = (detail.era, detail.revision.as_deref());
        if found == (Some(era), Some(revision)) {
            break;
        }
        // On a busy computer a server may need longer to start than the probe waits. It is then taken for an
        // old one for the time being, and asked again at its next start.
        assert!(attempt < 5 && found.0 == Some(EraChoice::Legacy), "{found:?}");
        let before = detail.pid;
        person.host.restart_server(&id).await.unwrap();
        wait::until("the restart", || {
            let pid = person.host.server(&id).unwrap().pid;
            (pid != before).then_some(())
        })
        .await;
    }
    (person, id)
}

/// Gives what the record says of the start.
async fn greets(program: &Program, era: EraChoice, revision: &str) -> String {
    let (person, id) = connects("Greetings", program, era, revision).await;
    let call = person.calls(&id, "greet", json!({"name": "Ada"})).await;
    assert_done(&call);
    assert_eq!(text(&call), "Hello, Ada.");
    let started = person.sees_row("Started").await.outcome_words;
    let pid = i32::try_from(person.host.server(&id).unwrap().pid.unwrap()).unwrap();
    person.host.close().await;
    assert!(!wait::runs(pid));
    started
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn era_the_older_python_sdk_connects_although_the_probe_silences_it() {
    let started = greets(&packages::greet_legacy(), EraChoice::Legacy, "2024-11-05").await;
    // Where the probe did not silence it, one process would do.
    assert!(
        started.ends_with(", after 2 starts with different protocol versions"),
        "{started}"
    );
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn era_the_newer_python_sdk_connects_in_the_newest_era() {
    greets(&packages::greet_modern(), EraChoice::Modern, "2026-07-28").await;
}

async fn echoes(person: &TestUser, id: &str) {
    let tools = person.host.tools(id, "").unwrap();
    assert!(
        tools.total > 5 && tools.excluded.is_empty(),
        "{:?}",
        tools.excluded
    );
    let call = person
        .calls(id, "echo", json!({"message": "over the moat"}))
        .await;
    assert_done(&call);
    assert!(text(&call).contains("over the moat"), "{}", text(&call));
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_reference_server_connects_and_is_ended_although_it_ignores_end_of_input() {
    let (person, id) = connects(
        "Everything",
        &packages::everything(),
        EraChoice::Legacy,
        "2025-11-25",
    )
    .await;
    echoes(&person, &id).await;
    let pid = i32::try_from(person.host.server(&id).unwrap().pid.unwrap()).unwrap();
    person.host.close().await;
    assert!(!wait::runs(pid));
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn the_reference_server_connects_over_http() {
    let server = Listening::start(&packages::everything_over("streamableHttp")).await;
    let person = TestUser::new().await;
    let id = person.adds(address("Everything", &server.url("/mcp"))).await;
    person.sees_within(&id, Phase::Ready, PATIENCE).await;
    assert_eq!(
        person.host.server(&id).unwrap().revision.as_deref(),
        Some("2025-11-25")
    );
    echoes(&person, &id).await;
}

// Proves OLD-04, OLD-05.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn reference_servers_of_the_older_transport_work_and_are_reached_again() {
    let newest = packages::everything_over("sse");
    for (program, revision, long, leaves) in [
        // It ends itself when its only client leaves, as its authors wanted.
        (
            packages::everything_of_2025(),
            "2024-11-05",
            "longRunningOperation",
            true,
        ),
        (newest, "2025-11-25", "trigger-long-running-operation", false),
    ] {
        let mut server = Listening::start(&program).await;
        let fault_proxy = FaultProxy::to(&server.url("/sse")).await;
        let person = TestUser::new().await;
        let url = fault_proxy.url().replace("/mcp", "/sse");
        let id = person.adds(address("Everything", &url)).await;
        person.sees_within(&id, Phase::Ready, PATIENCE).await;
        let found = person.host.server(&id).unwrap().revision;
        assert_eq!(found.as_deref(), Some(revision));
        echoes(&person, &id).await;
        let slow = json!({"duration": 30, "steps": 30});
        let call = person.begins(&id, long, slow).await;
        wait::until("progress", || person.host.call(&call.id).unwrap().progress).await;
        fault_proxy.becomes(NetworkState::Down);
        assert_failed(&person.finishes(&call).await, Code::TransportLost);
        if leaves {
            server.leaves().await;
            server = Listening::start_at(&program, server.port).await;
        }
        fault_proxy.becomes(NetworkState::Open);
        person.sees_within(&id, Phase::Ready, PATIENCE).await;
        echoes(&person, &id).await;
        person.host.close().await;
        drop(server);
    }
}

// Proves F-02, ERA-23.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn an_old_python_server_of_an_unknown_era_is_ready_soon() {
    let program = packages::greet_legacy();
    let mut took = Vec::new();
    // First as fast as it can be: told what it speaks. That takes longer on a busy computer, and so does the other. Where
    // the second process did not help, it would take the longest probe, eight seconds.
    for era in [EraChoice::Legacy, EraChoice::Auto] {
        let person = TestUser::new().await;
        let path = program.path.to_str().unwrap();
        let mut draft = command("Greetings", path, program.arguments.clone());
        draft.era = era;
        let id = person.adds(draft).await;
        let began = std::time::Instant::now();
        person.sees_within(&id, Phase::Ready, PATIENCE).await;
        took.push(began.elapsed());
        person.host.close().await;
    }
    println!("told {:?}, found out {:?}", took[0], took[1]);
    assert!(took[1] < took[0] * 2 + limits::PROBE, "{took:?}");
}
