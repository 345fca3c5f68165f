//! However much a server says, the host stays small and the others stay quick. Where the memory of the host is measured, the test
//! runs itself again in a process of its own: what other tests take meanwhile would count as well.

use std::time::{Duration, Instant};

use portcullis_tests::{
    test_user::{TestUser, assert_done, nothing, received},
    wait,
};
use serde_json::json;

use crate::certificates;

// Proves F-18, PRG-04, LOG-05.
#[tokio::test]
async fn a_hundred_thousand_announcements_cost_neither_memory_nor_the_others_time() {
    certificates::again("floods::inside::announcements", &[]).await;
}

// Proves F-18, TOL-11.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_thousand_changes_of_the_list_are_read_once_a_second() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let flood = json!({"flood": {"method": "notifications/tools/list_changed", "n": 5_000}});
    let script = json!({"record": record, "tools": ["x"], "calls": {"x": [flood]}});
    let id = person.has("Restless", script).await;
    let lists = || {
        received(&record)
            .into_iter()
            .filter(|message| message["method"] == "tools/list")
            .count()
    };
    let from = Instant::now();
    assert_done(&person.calls(&id, "x", nothing()).await);
    wait::holds("the list to be read again", || lists() >= 2).await;
    // Another call shows that the server has been read to the end.
    assert_done(&person.calls(&id, "x", nothing()).await);
    let allowed = 3 + usize::try_from(from.elapsed().as_secs()).unwrap();
    assert!(lists() <= allowed, "{} lists in {:?}", lists(), from.elapsed());
    let merged = person.host.server(&id).unwrap().health.coalesced;
    assert!(merged > 5_000, "{merged} announcements were merged");
}

// Proves F-08, STD-06.
#[tokio::test]
async fn a_flood_of_standard_error_blocks_nothing_and_keeps_little() {
    certificates::again("floods::inside::standard_error", &[]).await;
}

// Proves F-03, RPC-18.
#[tokio::test]
async fn a_line_without_end_ends_its_call_and_costs_no_memory() {
    certificates::again("floods::inside::line_without_end", &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_calls_at_once_each_get_their_own_answer() {
    let person = TestUser::new().await;
    let id = person.has("Busy", json!({"tools": ["x"]})).await;
    let mut calls = Vec::new();
    for n in 0..100 {
        calls.push(person.begins(&id, "x", json!({"n": n})).await);
    }
    for (n, call) in calls.iter().enumerate() {
        let call = person.finishes(call).await;
        assert_eq!(portcullis_tests::test_user::text(&call), format!("{{\"n\":{n}}}"));
    }
    person.has_no_open_request(&id).await;
}

/// Each in a process of its own.
mod inside {
    use super::{Duration, Instant, TestUser, assert_done, certificates, json, nothing};

    /// Memory of this process in use, in MiB.
    fn resident() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "is run by the tests above"]
    async fn announcements() {
        if !certificates::is_inside() {
            return;
        }
        let person = TestUser::new().await;
        let log = json!({"flood": {"method": "notifications/message", "n": 100_000, "params": {"level": "info", "data": "x".repeat(200)}}});
        let progress = json!({"flood": {"method": "notifications/progress", "n": 100_000, "params": {"progressToken": "$token", "progress": "$n"}}});
        let mut draft = portcullis_tests::test_user::program(
            "Loud",
            json!({"tools": ["x"], "calls": {"x": [log, progress]}}),
        );
        // Log messages are no progress, and a busy computer needs more than a minute for all of them.
        draft.limits.idle_seconds = 600;
        let loud = person.adds_ready(draft).await;
        let quiet = person.has("Quiet", json!({"tools": ["y"]})).await;
        assert_done(&person.calls(&quiet, "y", nothing()).await);
        let before = resident();
        let flood = person.begins(&loud, "x", nothing()).await;
        let mut most = 0;
        let mut slowest = Duration::ZERO;
        let mut calls = 0;
        // Waited for from the beginning: once it has ended, it is the first of the calls that are no longer kept.
        let (host, id) = (person.host.clone(), flood.id.clone());
        let end = tokio::spawn(async move { host.finished_call(&id).await });
        while !end.is_finished() {
            let asked = Instant::now();
            assert_done(&person.calls(&quiet, "y", nothing()).await);
            slowest = slowest.max(asked.elapsed());
            most = most.max(resident());
            calls += 1;
        }
        assert_done(&end.await.unwrap().unwrap());
        assert!(calls > 1, "the flood was over after {calls} calls");
        assert!(
            slowest < Duration::from_secs(10),
            "another server's call took {slowest:?}"
        );
        assert!(most < before + 200, "{before} MiB before, {most} MiB at most");
        let lines = person.host.logs(&loud, 0).unwrap();
        assert!(lines.dropped > 0, "what is not kept is counted");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "is run by the tests above"]
    async fn standard_error() {
        if !certificates::is_inside() {
            return;
        }
        let person = TestUser::new().await;
        let id = person
            .has(
                "Noisy",
                json!({"tools": ["x"], "calls": {"x": [{"stderr_flood": 50 << 20}]}}),
            )
            .await;
        let before = resident();
        let call = person.begins(&id, "x", nothing()).await;
        assert_done(&person.finishes(&call).await);
        assert!(
            resident() < before + 200,
            "{before} MiB before, {} MiB after",
            resident()
        );
        let page = person.host.logs(&id, 0).unwrap();
        assert!(page.lines.len() <= portcullis_host::limits::LOG_PAGE);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "is run by the tests above"]
    async fn line_without_end() {
        if !certificates::is_inside() {
            return;
        }
        let person = TestUser::new().await;
        let steps = json!([{"unended": 200 << 20}, {"banner": ""}]);
        let id = person
            .has("Endless", json!({"tools": ["x", "good"], "calls": {"x": steps}}))
            .await;
        let before = resident();
        let call = person.calls(&id, "x", nothing()).await;
        portcullis_tests::test_user::assert_failed(&call, portcullis_core::Code::MessageTooLarge);
        assert!(
            resident() < before + 100,
            "{before} MiB before, {} MiB after",
            resident()
        );
        assert_done(&person.calls(&id, "good", nothing()).await);
    }
}
