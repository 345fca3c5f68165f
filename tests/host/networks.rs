//! Networks as they are: busy servers, portals, connections that are lost, computers that sleep, clocks that jump. The state
//! that is shown is true within seconds, and reconnections do not come in a storm.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use portcullis_api::{CallState, Phase};
use portcullis_core::{Code, TextSource};
use portcullis_host::limits;
use portcullis_tests::{
    fault_proxy::{FaultProxy, NetworkState},
    hostile::Hostile,
    moved_clock::MovedClock,
    sink::{Answer, Sink},
    test_host::ProxiedHost,
    test_user::{TestUser, address, assert_done, assert_failed, assert_named, code, nothing, requests, text},
    wait,
};
use serde_json::{Value, json};

/// A person with a server behind a proxy, and this clock on the wall.
async fn fixture_under(wall: &Arc<MovedClock>, script: Value) -> ProxiedHost {
    let person = TestUser::with_clock(Arc::clone(wall)).await;
    let fixture = ProxiedHost::drafted(person, script, async |_| {}).await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    fixture
}

async fn fixture(script: Value) -> ProxiedHost {
    fixture_under(&Arc::default(), script).await
}

/// Twenty servers at this address that are ready.
async fn adds_twenty(person: &TestUser, url: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for n in 0..20 {
        ids.push(person.adds(address(&format!("Remote {n}"), url)).await);
    }
    for id in &ids {
        person.sees(id, Phase::Ready).await;
    }
    ids
}

// Proves F-15.
#[tokio::test]
async fn a_portal_in_place_of_a_known_server_is_the_networks_and_is_waited_out() {
    for network in [
        NetworkState::Portal,
        NetworkState::Away("http://portal.invalid/sign-in".to_owned()),
    ] {
        let fixture = fixture(json!({"tools": ["x"]})).await;
        let leads_away = matches!(network, NetworkState::Away(_));
        fixture.fault_proxy.becomes(network);
        let call = fixture.calls("x").await;
        assert_failed(&call, Code::NetworkCaptive);
        let state = fixture.sees(&fixture.id, Phase::Failing).await;
        let problem = state.problem.unwrap();
        assert_eq!(problem.code, Code::NetworkCaptive.as_str());
        assert_named(&problem.sentence, "Notes");
        assert_eq!(
            problem.said.map(|said| said.by),
            leads_away.then_some(TextSource::Network),
            "where the portal leads is not the server's text"
        );
        assert!(state.retry_at.is_some(), "the next attempt is shown");
        fixture.fault_proxy.becomes(NetworkState::Open);
        fixture.comes_back().await;
        fixture.host.close().await;
    }
}

// Proves F-15.
#[tokio::test]
async fn a_server_that_is_remembered_is_waited_for_from_the_start() {
    let fixture = fixture(json!({"era": "modern", "tools": ["x"]})).await;
    fixture.fault_proxy.becomes(NetworkState::Portal);
    let fixture = fixture.restarts_the_host().await;
    let state = fixture.sees(&fixture.id, Phase::Failing).await;
    assert_eq!(state.problem.unwrap().code, Code::NetworkCaptive.as_str());
    fixture.fault_proxy.becomes(NetworkState::Open);
    fixture
        .sees_within(&fixture.id, Phase::Ready, Duration::from_secs(60))
        .await;
}

// Proves F-15.
#[tokio::test]
async fn a_lost_connection_shows_within_seconds_without_a_call() {
    let fixture = fixture(json!({"tools": ["x"]})).await;
    // What listens for announcements is cut, and finds no server when it tries again.
    wait::holds("the stream", || fixture.fault_proxy.connections() > 0).await;
    let closed = Instant::now();
    fixture.fault_proxy.becomes(NetworkState::Down);
    let state = fixture.sees(&fixture.id, Phase::Failing).await;
    assert!(
        closed.elapsed() < Duration::from_secs(30),
        "{:?}",
        closed.elapsed()
    );
    assert_eq!(state.problem.unwrap().code, Code::TransportLost.as_str());
    fixture.fault_proxy.becomes(NetworkState::Open);
    fixture.comes_back().await;
}

// Proves F-15.
#[tokio::test]
async fn many_servers_do_not_come_back_in_a_storm() {
    let person = TestUser::new().await;
    let served = Hostile::new(json!({"tools": ["x"]})).on_http().await;
    let fault_proxy = FaultProxy::to(&served.url).await;
    let ids = adds_twenty(&person, &fault_proxy.url()).await;
    wait::holds("the streams", || fault_proxy.connections() == ids.len()).await;
    fault_proxy.becomes(NetworkState::Down);
    for id in &ids {
        wait::until("each to fail", || person.state(id).problem).await;
    }
    // A client that tries now holds its turn, and the others wait for theirs.
    fault_proxy.becomes(NetworkState::Stalled);
    wait::holds("those whose turn it is", || {
        fault_proxy.most() >= limits::RECONNECTS
    })
    .await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(fault_proxy.most(), limits::RECONNECTS, "of {}", ids.len());
    fault_proxy.becomes(NetworkState::Open);
    for id in &ids {
        person
            .sees_within(id, Phase::Ready, Duration::from_secs(90))
            .await;
    }
}

// Proves F-16.
#[tokio::test]
async fn after_sleep_a_server_is_asked_once_and_is_not_called_ready_meanwhile() {
    for (era, question) in [("legacy", "ping"), ("modern", "server/discover")] {
        let folder = tempfile::tempdir().unwrap();
        let (slept, woken) = (folder.path().join("slept"), folder.path().join("woken"));
        let slowly = json!([{"if_file": {"path": slept, "then": [{"wait_for_file": woken}]}}]);
        let wall = Arc::default();
        let script = json!({"era": era, "tools": ["x"], "on": {question: slowly}});
        let fixture = fixture_under(&wall, script).await;
        let before = fixture.sent(question).len();
        let since = fixture.state(&fixture.id).since;
        std::fs::write(&slept, "").unwrap();
        wall.jumps(8);
        let state = fixture.sees(&fixture.id, Phase::Starting).await;
        assert_eq!(state.words, "checking the connection");
        wait::holds("the question", || fixture.sent(question).len() > before).await;
        std::fs::write(&woken, "").unwrap();
        let state = fixture.sees(&fixture.id, Phase::Ready).await;
        assert_eq!(
            (state.since, fixture.sent(question).len()),
            (since, before + 1),
            "{era}"
        );
        assert_done(&fixture.calls("x").await);
        assert_eq!(fixture.host.server(&fixture.id).unwrap().health.restarts, 0);
        fixture.host.close().await;
    }
}

// Proves F-16.
#[tokio::test]
async fn a_connection_that_did_not_survive_the_sleep_is_made_anew() {
    let wall = Arc::default();
    let fixture = fixture_under(&wall, json!({"tools": ["x"], "http": {"no_get": true}})).await;
    fixture.fault_proxy.becomes(NetworkState::Stalled);
    wall.jumps(8);
    let state = fixture
        .sees_within(&fixture.id, Phase::Failing, Duration::from_secs(40))
        .await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::ServerSilent.as_str(), "{}", problem.sentence);
    fixture.fault_proxy.becomes(NetworkState::Open);
    fixture.comes_back().await;
}

// Proves F-17.
#[tokio::test]
async fn a_clock_that_is_set_back_or_forward_by_a_day_ends_no_call_and_no_connection() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let wall = Arc::default();
    let script = json!({"tools": ["x", "slow"], "calls": {"slow": [{"wait_for_file": go}]}});
    let fixture = fixture_under(&wall, script).await;
    let call = fixture.begins(&fixture.id, "slow", nothing()).await;
    wait::holds("the call to be sent", || fixture.sent("tools/call").len() == 1).await;
    for (hours, asked) in [(-24, 1), (48, 2)] {
        wall.jumps(hours);
        wait::holds("the question", || fixture.sent("ping").len() == asked).await;
        fixture.sees(&fixture.id, Phase::Ready).await;
    }
    std::fs::write(&go, "").unwrap();
    assert_done(&fixture.finishes(&call).await);
    assert_done(&fixture.calls("x").await);
    assert_eq!(fixture.host.server(&fixture.id).unwrap().health.restarts, 0);
}

fn busy(status: u16, seconds: u64) -> Value {
    json!({"http": {"status": status, "headers": {"Retry-After": seconds.to_string()}}})
}

// Proves F-12.
#[tokio::test]
async fn a_call_for_which_a_server_has_no_time_waits_as_long_as_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let steps = json!([{"if_file": {"path": been, "else": [{"touch": been}, busy(429, 2)]}}]);
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": steps}})).await;
    let began = Instant::now();
    assert_done(&fixture.calls("x").await);
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    assert_eq!(fixture.sent("tools/call").len(), 2);
}

// Proves F-12.
#[tokio::test]
async fn an_always_busy_server_ends_the_call_and_so_does_one_that_asks_too_much() {
    let fixture = fixture(json!({
        "tools": ["x", "never", "later", "down"],
        "calls": {
            "never": [busy(429, 0)],
            "later": [busy(429, 1_000_000_000)],
            "down": [busy(503, 0)],
        },
    }))
    .await;
    for (tool, times) in [
        ("never", limits::RETRY_AFTER_TIMES as usize + 1),
        ("later", 1),
        ("down", 1),
    ] {
        let before = fixture.sent("tools/call").len();
        let call = fixture.calls(tool).await;
        assert_failed(&call, Code::NetworkBusy);
        // Anybody on the way may send a 503, after the server had done it (F-01).
        assert_eq!(fixture.sent("tools/call").len() - before, times, "{tool}");
    }
    fixture.sees(&fixture.id, Phase::Ready).await;
    assert_done(&fixture.calls("x").await);
    assert_eq!(fixture.host.server(&fixture.id).unwrap().health.restarts, 0);
}

// Proves F-12.
#[tokio::test]
async fn a_call_that_waits_for_a_busy_server_can_be_stopped() {
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": [busy(429, 20)]}})).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    wait::holds("the call to be sent", || fixture.sent("tools/call").len() == 1).await;
    fixture.host.cancel_call(&call.id).unwrap();
    assert_eq!(fixture.finishes(&call).await.state, CallState::Cancelled);
}

// Proves F-12.
#[tokio::test]
async fn an_address_that_is_busy_is_tried_again_when_it_says_and_not_beyond_five_minutes() {
    for (said, least, most) in [("7", 7, 8), ("1000000000", 300, 376), ("soon", 1, 2)] {
        for status in [429, 503] {
            let headers = vec![("Retry-After".to_owned(), said.to_owned())];
            let sink = Sink::answering(Answer::Status(status, headers, vec![])).await;
            let person = TestUser::new().await;
            let id = person.adds(address("Busy", &sink.url("/mcp"))).await;
            let state = person.sees(&id, Phase::Failing).await;
            let problem = state.problem.unwrap();
            assert_eq!(problem.code, Code::NetworkBusy.as_str());
            assert_named(&problem.sentence, "Busy");
            let pause = state.retry_at.unwrap() - state.since;
            assert!((least * 1_000..=most * 1_000).contains(&pause), "{said}: {pause}");
            assert_eq!(
                sink.hits().len(),
                1,
                "era26: it says nothing about what it speaks"
            );
            person.host.close().await;
        }
    }
}

// Proves F-09.
#[tokio::test]
async fn a_server_that_never_takes_a_word_is_given_up() {
    let sink = Sink::scripted(|request, _| {
        let message: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        match message["method"].as_str() {
            Some("initialize") => Answer::json(&json!({"jsonrpc": "2.0", "id": message["id"], "result": {
                "protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "x", "version": "1"}}})),
            Some("server/discover") => Answer::Status(404, vec![], vec![]),
            _ => Answer::Silence,
        }
    })
    .await;
    let person = TestUser::new().await;
    let id = person.adds(address("Mute", &sink.url("/mcp"))).await;
    let state = person
        .sees_within(&id, Phase::Failing, Duration::from_secs(60))
        .await;
    assert_eq!(state.problem.unwrap().code, Code::ServerSilent.as_str());
}

// Proves F-14.
#[tokio::test]
async fn a_name_of_which_one_number_is_dead_is_reached_at_the_other() {
    // The name leads to both kinds of numbers, and the server listens at one of them.
    let served = Hostile::new(json!({"tools": ["x"]})).on_http().await;
    let person = TestUser::new().await;
    let url = served.url.replace("127.0.0.1", "localhost");
    let id = person.adds_ready(address("Remote", &url)).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
}

// Proves F-10.
#[tokio::test]
async fn a_connection_cut_during_a_call_ends_it_and_nothing_else() {
    let fixture =
        fixture(json!({"tools": ["x", "wait"], "calls": {"wait": [{"progress": {"n": 1}}, "no_reply"]}}))
            .await;
    let call = fixture.begins(&fixture.id, "wait", nothing()).await;
    wait::holds("the call to be sent", || fixture.sent("tools/call").len() == 1).await;
    fixture.fault_proxy.becomes(NetworkState::Open);
    let call = fixture.finishes(&call).await;
    assert_eq!(code(&call), Code::TransportLost.as_str());
    assert_eq!(text(&fixture.calls("x").await), "{}");
    assert_eq!(
        fixture.sent("tools/call").len(),
        2,
        "it is not sent again automatically"
    );
}

// Proves F-16.
#[tokio::test]
async fn after_sleep_twenty_servers_are_asked_once_each_and_not_in_the_same_moment() {
    let wall = Arc::new(MovedClock::default());
    let person = TestUser::with_clock(Arc::clone(&wall)).await;
    let record = person.path("record");
    let served = Hostile::new(json!({"tools": ["x"], "http": {"record": record}}))
        .on_http()
        .await;
    let fault_proxy = FaultProxy::to(&served.url).await;
    let ids = adds_twenty(&person, &fault_proxy.url()).await;
    let pings = || requests(&record, "ping");
    assert_eq!(pings(), 0);
    let mut at = Vec::new();
    wall.jumps(8);
    let until = Instant::now() + Duration::from_secs(60);
    while at.len() < ids.len() && Instant::now() < until {
        at.resize(pings(), Instant::now());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tokio::time::sleep(limits::SYSTEM_POLL).await;
    assert_eq!(pings(), ids.len(), "one question for each, and none after");
    assert!(
        at[19] - at[0] > limits::RECONNECT_JITTER / 4,
        "{:?}",
        at[19] - at[0]
    );
    for id in &ids {
        assert_eq!(person.state(id).phase, Phase::Ready);
        assert_eq!(person.host.server(id).unwrap().health.restarts, 0);
    }
}

// Proves F-16.
#[tokio::test]
async fn what_waited_for_a_person_while_the_computer_slept_is_over_and_the_next_is_not() {
    let wall = Arc::default();
    let fixture = fixture_under(&wall, json!({"tools": ["x"]})).await;
    let call = fixture.model_asks(&fixture.id, "x", nothing()).await;
    fixture.is_asked_about(&call).await;
    wall.jumps(8);
    let call = fixture.finishes(&call).await;
    assert_eq!(code(&call), Code::ConsentExpired.as_str());
    let sentence = call.problem.unwrap().sentence;
    assert!(sentence.starts_with("The request expired after"), "{sentence}");
    assert!(fixture.host.waiting().is_empty());
    assert_eq!(fixture.sent("tools/call").len(), 0);
    // The clock goes on from there.
    let call = fixture.model_asks(&fixture.id, "x", nothing()).await;
    fixture.is_asked_about(&call).await;
    tokio::time::sleep(limits::SYSTEM_POLL * 2).await;
    assert_eq!(fixture.host.waiting().len(), 1);
}

// Proves F-09.
#[tokio::test]
async fn remarks_that_keep_a_stream_open_for_ever_keep_no_call() {
    let remarks = (0..200).flat_map(|_| [json!({"events": ": still here\n\n"}), json!({"sleep": 100})]);
    let fixture = fixture(json!({
        "tools": ["x", "talks"],
        "calls": {"talks": remarks.chain([json!("no_reply")]).collect::<Vec<_>>()},
    }))
    .await;
    let began = Instant::now();
    let wanted = portcullis_host::host::CallRequest {
        idle: Some(Duration::from_secs(2)),
        ..portcullis_tests::test_user::by_hand(&fixture.id, "talks", nothing())
    };
    let call = fixture.host.start_call(wanted).await.unwrap();
    let call = fixture.finishes(&call).await;
    assert_failed(&call, Code::CallTimeout);
    assert!(began.elapsed() < Duration::from_secs(18), "{:?}", began.elapsed());
    assert_done(&fixture.calls("x").await);
}

// Proves F-11.
#[tokio::test]
async fn an_answer_that_is_compressed_unasked_holds_nothing_up() {
    // Four megabytes of nothing.
    const PACKED: &str = include_str!("networks/packed.base64");
    let headers = json!({"Content-Type": "application/json", "Content-Encoding": "gzip"});
    let fixture = fixture(json!({
        "tools": ["x", "packed"],
        "calls": {"packed": [{"http": {"status": 200, "headers": headers, "body": {"base64": PACKED.trim()}}}]},
    }))
    .await;
    let call = fixture.calls("packed").await;
    assert_eq!(call.state, CallState::Failed);
    assert_named(&call.problem.unwrap().sentence, "Notes");
    assert_done(&fixture.calls("x").await);
    let all = fixture.recorded();
    let asked = |request: &Value| request["headers"]["accept-encoding"] == "identity";
    assert!(all.iter().all(asked), "nothing that packs is asked for");
}
