//! How the era of a server is found out whatever it answers; and a program of an unknown era is connected soon, whatever the
//! question does to it.

use std::time::{Duration, Instant};

use portcullis_api::{EraChoice, Phase};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    test_host::{TRANSPORTS, TestHost, Transport},
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

fn is_modern(fixture: &TestHost) -> bool {
    era(&fixture.person, &fixture.id) == Some(EraChoice::Modern)
}

// Proves ERA-09.
#[tokio::test]
async fn a_server_that_names_a_revision_of_ours_is_asked_again_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let refusal = json!({"code": -32602, "message": "Unsupported protocol version",
        "data": {"supported": ["2025-03-26", "2025-06-18", "1999-01-01"], "requested": "2025-11-25"}});
    let steps = json!([{"if_file": {"path": been, "else": [{"touch": been}, {"error": refusal}]}}]);
    let fixture = TestHost::piped(json!({"tools": ["x"], "on": {"initialize": steps}})).await;
    let detail = fixture.host.server(&fixture.id).unwrap();
    assert_eq!(detail.revision.as_deref(), Some("2025-06-18"));
    let asked: Vec<_> = fixture
        .sent("initialize")
        .iter()
        .map(|hello| hello["params"]["protocolVersion"].clone())
        .collect();
    assert_eq!(asked, ["2025-11-25", "2025-06-18"]);
}

// Proves ERA-04, ERA-09.
#[tokio::test]
async fn a_server_of_other_revisions_is_not_used_and_both_are_named() {
    let refusal = json!({"code": -32602, "message": "no", "data": {"supported": ["1999-01-01"]}});
    for script in [
        json!({"on": {"initialize": [{"error": refusal}]}}),
        json!({"version": "1999-01-01"}),
    ] {
        for way in TRANSPORTS {
            let fixture = TestHost::added(way, script.clone()).await;
            let state = fixture.sees(&fixture.id, Phase::Stopped).await;
            let problem = state.problem.unwrap();
            assert_eq!(problem.code, Code::NoCommonRevision.as_str());
            assert_has!(problem.sentence, "1999-01-01", "2025-11-25");
            assert!(fixture.sent("notifications/initialized").is_empty());
            assert!(fixture.sent("tools/list").is_empty());
        }
    }
}

// Proves ERA-04.
#[tokio::test]
async fn a_handshake_that_chooses_the_version_without_one_is_called_a_fault() {
    for way in TRANSPORTS {
        let fixture = TestHost::added(way, json!({"version": "2026-07-28"})).await;
        let state = fixture.sees(&fixture.id, Phase::Stopped).await;
        let problem = state.problem.unwrap();
        assert_eq!(problem.code, Code::NoCommonRevision.as_str());
        assert_has!(
            problem.sentence,
            "chose protocol version 2026-07-28 in a handshake"
        );
        assert!(fixture.sent("notifications/initialized").is_empty());
    }
}

fn other_revision(supported: &[&str]) -> Value {
    json!({"error": {"code": -32022, "message": "unsupported", "data": {"supported": supported}}})
}

// Proves ERA-14.
#[tokio::test]
async fn a_server_that_refuses_our_revision_and_names_it_is_asked_again() {
    for way in TRANSPORTS {
        let folder = tempfile::tempdir().unwrap();
        let been = folder.path().join("been");
        let steps = json!([{"if_file": {"path": been,
            "else": [{"touch": been}, other_revision(&["2026-07-28"])]}}]);
        let fixture = TestHost::ready(
            way,
            json!({"era": "modern", "tools": ["x"], "on": {"server/discover": steps}}),
        )
        .await;
        assert!(is_modern(&fixture) && fixture.sent("initialize").is_empty());
        assert_eq!(fixture.sent("server/discover").len(), 2);
        assert_done(&fixture.calls("x").await);
    }
}

// Proves ERA-21, ERA-24.
#[tokio::test]
async fn a_modern_refusal_is_not_followed_by_a_handshake() {
    let refusals = [
        other_revision(&["2026-07-28"]),
        other_revision(&["2099-01-01"]),
        other_revision(&[]),
        json!({"error": {"code": -32022, "message": "unsupported"}}),
        json!({"error": {"code": -32020, "message": "headers"}}),
        json!({"error": {"code": -32021, "message": "capabilities"}}),
    ];
    for refusal in refusals {
        let mut steps = TRANSPORTS.map(|way| (way, refusal.clone())).to_vec();
        let mut body = refusal.clone();
        body["jsonrpc"] = json!("2.0");
        steps.push((
            Transport::Http,
            json!({"http": {"status": 400,
            "headers": {"Content-Type": "application/json"}, "body": body.to_string()}}),
        ));
        for (way, step) in steps {
            // It would take a handshake; it must not get one.
            let fixture =
                TestHost::added(way, json!({"era": "both", "on": {"server/discover": [step]}})).await;
            let state = fixture.sees(&fixture.id, Phase::Stopped).await;
            assert!(fixture.sent("initialize").is_empty(), "{refusal}");
            let code = state.problem.unwrap().code;
            assert!(
                [Code::NoCommonRevision.as_str(), Code::ProtocolError.as_str()].contains(&code.as_str()),
                "{code}"
            );
        }
    }
}

// Proves ERA-21.
#[tokio::test]
async fn a_server_that_names_revisions_of_before_only_gets_a_handshake() {
    for way in TRANSPORTS {
        for step in [
            other_revision(&["2025-06-18"]),
            json!({"reply": {"supportedVersions": ["2025-06-18"], "capabilities": {}}}),
        ] {
            let fixture = TestHost::ready(way, json!({"on": {"server/discover": [step]}})).await;
            assert!(!is_modern(&fixture));
            fixture.host.close().await;
        }
    }
}

// Proves ERA-22, ERA-25.
#[tokio::test]
async fn any_other_answer_means_a_handshake() {
    for way in TRANSPORTS {
        for step in [
            json!({"error": {"code": -32601, "message": "no"}}),
            json!({"error": {"code": -32602, "message": "no"}}),
            json!({"error": {"code": -32600, "message": "no"}}),
            json!({"error": {"code": -32000, "message": "no"}}),
            json!({"error": {"code": 12345, "message": "no"}}),
            json!({"error": {"code": "E", "message": 7}}),
            json!({"reply": {}}),
            json!({"reply": {"supportedVersions": 7}}),
            json!({"malformed": "no_jsonrpc"}),
        ] {
            let fixture =
                TestHost::ready(way, json!({"tools": ["x"], "on": {"server/discover": [step]}})).await;
            assert!(!is_modern(&fixture), "{step}");
            assert_done(&fixture.calls("x").await);
            fixture.host.close().await;
        }
    }
}

// Proves ERA-22, ERA-23.
#[tokio::test]
async fn silence_and_death_at_the_question_mean_a_handshake_with_a_new_process() {
    for step in [json!("no_reply"), json!({"exit": 1}), json!("close_stdout")] {
        let fixture = TestHost::piped(json!({"tools": ["x"], "on": {"server/discover": [step]}})).await;
        assert!(!is_modern(&fixture), "{step}");
        assert_eq!(fixture.sent("server/discover").len(), 1);
        assert_done(&fixture.calls("x").await);
        fixture.host.close().await;
    }
}

// Proves ERA-24, ERA-25.
#[tokio::test]
async fn other_refusals_of_http_mean_a_handshake() {
    let not_modern = json!({"jsonrpc": "2.0", "id": Value::Null, "error": {"code": -32601, "message": "no"}});
    for status in [400, 404, 405, 406, 422] {
        for body in [String::new(), "<p>no".to_owned(), not_modern.to_string()] {
            let kind = match body.starts_with('{') {
                true => "application/json",
                false => "text/html",
            };
            let step = json!({"http": {"status": status, "headers": {"Content-Type": kind}, "body": body}});
            let fixture =
                TestHost::over_http(json!({"tools": ["x"], "on": {"server/discover": [step]}})).await;
            assert!(!is_modern(&fixture), "{status} {body}");
            fixture.host.close().await;
        }
    }
}

// Proves ERA-26.
#[tokio::test]
async fn a_sign_in_and_a_fault_of_the_server_decide_nothing() {
    for (status, phase) in [
        (401, Phase::NeedsSignIn),
        (403, Phase::Stopped),
        (500, Phase::Failing),
        // Whoever has no time now is tried again later.
        (503, Phase::Failing),
    ] {
        let step = json!({"http": {"status": status}});
        let fixture = TestHost::added(
            Transport::Http,
            json!({"era": "both", "on": {"server/discover": [step]}}),
        )
        .await;
        fixture.sees(&fixture.id, phase).await;
        assert!(fixture.sent("initialize").is_empty(), "{status}");
    }
}
