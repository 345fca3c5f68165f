//! The transport of 2024-11-05, whole: where messages go, what comes over the stream, and how it ends.

use std::{path::PathBuf, time::Duration};

use portcullis_api::{CallState, EraChoice, Phase, TransportChoice};
use portcullis_core::Code;
use portcullis_tests::{
    fault_proxy::NetworkState,
    hostile::Hostile,
    provider::{Provider, Rules},
    signing_in::gets_in,
    sink::{Answer, Sink},
    test_host::ProxiedHost,
    test_user::{
        TestUser, address, assert_done, assert_failed, assert_named, named, nothing, received, text,
    },
    wait,
};
use serde_json::{Value, json};

/// A person with one old server behind a proxy.
async fn adds(mut script: Value) -> ProxiedHost {
    script["http"]["old_sse"] = json!(true);
    script["version"] = json!("2024-11-05");
    ProxiedHost::drafted(TestUser::new().await, script, async |draft| {
        draft.headers.push(named("X-Team", "blue", false));
        draft.headers.push(named("Authorization", "Bearer t", true));
    })
    .await
}

async fn fixture(script: Value) -> ProxiedHost {
    let fixture = adds(script).await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    fixture
}

// Proves OLD-01, OLD-04.
#[tokio::test]
async fn the_transport_of_2024_is_found_and_everything_goes_where_it_says() {
    let fixture = fixture(json!({"tools": ["x"]})).await;
    assert_done(&fixture.calls("x").await);
    let all = fixture.recorded();
    let opened = all.iter().position(|request| request["method"] == "GET").unwrap();
    assert_eq!(all[opened]["headers"]["accept"], "text/event-stream");
    assert!(all[opened + 1..].len() >= 4);
    for request in &all[opened + 1..] {
        assert_eq!(
            (&request["method"], &request["target"]),
            (&json!("POST"), &json!("/messages"))
        );
    }
    let detail = fixture.host.server(&fixture.id).unwrap();
    assert_eq!(detail.revision.as_deref(), Some("2024-11-05"));
}

// Proves OLD-04.
#[tokio::test]
async fn answers_progress_and_announcements_come_over_the_stream() {
    let changed = json!({"name": "x", "description": "other", "inputSchema": {"type": "object"}});
    let fixture = fixture(json!({
        "tools": ["x", "change"],
        "calls": {
            "x": [{"progress": {"n": 3}}, {"reply": {"content": [{"type": "text", "text": "done"}]}}],
            "change": [{"change_tool": changed}],
        },
    }))
    .await;
    assert_eq!(text(&fixture.calls("x").await), "done");
    assert_done(&fixture.calls("change").await);
    wait::until("the change to be seen", || {
        let server = fixture.host.server(&fixture.id).unwrap();
        (server.summary.changed_tools == 1).then_some(())
    })
    .await;
    assert_eq!(fixture.requests("GET").len(), 1);
    fixture.has_no_open_request(&fixture.id).await;
}

// Proves OLD-04.
#[tokio::test]
async fn many_calls_at_once_get_their_own_answers_over_one_stream() {
    let fixture = fixture(json!({"tools": ["x"]})).await;
    let mut calls = Vec::new();
    for n in 0..20 {
        calls.push((n, fixture.begins(&fixture.id, "x", json!({"n": n})).await));
    }
    for (n, call) in calls {
        assert_eq!(text(&fixture.finishes(&call).await), json!({"n": n}).to_string());
    }
    assert_eq!(fixture.requests("GET").len(), 1);
}

// Proves OLD-04.
#[tokio::test]
async fn what_the_server_asks_on_the_stream_is_answered_by_a_post() {
    let asks = json!([{"ask": {"method": "ping"}}, {"ask": {"method": "ping", "id": 7}}, {"reply": {"content": [
        {"type": "text", "text": "asked"}]}}]);
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": asks}})).await;
    assert_eq!(text(&fixture.calls("x").await), "asked");
    let mut answers = fixture.requests("POST");
    answers.retain(|request| request["body"]["method"].is_null());
    assert_eq!(answers.len(), 2);
    for answer in &answers {
        assert_eq!(answer["target"], "/messages");
        assert!(answer["body"]["result"].is_object(), "{answer}");
    }
}

// Proves OLD-04.
#[tokio::test]
async fn a_call_is_cancelled_by_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let cancelled = folder.path().join("cancelled");
    let fixture = fixture(json!({"tools": ["x"], "calls": {"x": [{"wait_for_cancel": cancelled}]}})).await;
    let call = fixture.begins(&fixture.id, "x", nothing()).await;
    wait::holds("the call to be sent", || !fixture.posts("tools/call").is_empty()).await;
    fixture.host.cancel_call(&call.id).unwrap();
    assert_eq!(fixture.finishes(&call).await.state, CallState::Cancelled);
    wait::file(&cancelled).await;
}

// Proves OLD-05, OLD-07.
#[tokio::test]
async fn a_stream_that_ends_is_opened_anew_with_the_persons_headers() {
    let fixture =
        fixture(json!({"tools": ["x", "drop"], "calls": {"drop": ["drop"]}, "http": {"token": "t"}})).await;
    for streams in 2..4 {
        assert_failed(&fixture.calls("drop").await, Code::TransportLost);
        fixture.sees(&fixture.id, Phase::Ready).await;
        assert_done(&fixture.calls("x").await);
        assert_eq!(fixture.requests("GET").len(), streams);
        let greetings = fixture.posts("initialize").len();
        assert_eq!(greetings, 2 * streams, "refused by POST, then taken, each time");
    }
    for request in fixture.recorded() {
        assert_eq!(request["headers"]["x-team"], "blue");
        assert_eq!(
            request["headers"]["authorization"], "Bearer t",
            "old07: on GET and on POST"
        );
    }
    assert_eq!(
        fixture.host.server(&fixture.id).unwrap().era,
        Some(EraChoice::Legacy)
    );
}

// Proves OLD-05.
#[tokio::test]
async fn a_server_that_forgot_the_stream_is_connected_anew() {
    let fixture = fixture(json!({
        "tools": ["x", "forget"],
        "calls": {"forget": ["expire_sessions"]},
        "http": {"sessions": true},
    }))
    .await;
    assert_done(&fixture.calls("forget").await);
    let call = fixture.calls("x").await;
    assert_failed(&call, Code::TransportLost);
    assert!(
        call.problem
            .unwrap()
            .sentence
            .ends_with("The request had no effect."),
        "the stream itself is still open"
    );
    wait::holds("another stream", || fixture.requests("GET").len() == 2).await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    assert_done(&fixture.calls("x").await);
}

// Proves OLD-05, F-10.
#[tokio::test]
async fn a_cut_connection_fails_what_waits_and_is_made_again() {
    let fixture = fixture(json!({"tools": ["x", "wait"], "calls": {"wait": ["no_reply"]}})).await;
    let call = fixture.begins(&fixture.id, "wait", nothing()).await;
    wait::holds("the call to be sent", || !fixture.posts("tools/call").is_empty()).await;
    fixture.fault_proxy.becomes(NetworkState::Down);
    assert_failed(&fixture.finishes(&call).await, Code::TransportLost);
    let state = fixture.sees(&fixture.id, Phase::Failing).await;
    assert!(state.retry_at.is_some(), "{state:?}");
    fixture.fault_proxy.becomes(NetworkState::Open);
    fixture.comes_back().await;
}

// Proves OLD-02.
#[tokio::test]
async fn a_stream_that_never_says_where_to_post_is_given_up_with_a_hint() {
    let fixture = adds(json!({"http": {"endpoint": ""}})).await;
    let state = fixture
        .sees_within(&fixture.id, Phase::Stopped, Duration::from_secs(60))
        .await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::NetworkNotMcp.as_str());
    assert_named(&problem.sentence, "Notes");
    let remedy = problem.remedy.unwrap();
    assert!(remedy.contains("did not announce its message URL"), "{remedy}");
}

// Proves OLD-06.
#[tokio::test]
async fn a_transport_that_the_person_chose_is_the_only_one_that_is_tried() {
    let sent = |record: &PathBuf, method: &str| {
        let all = received(record).into_iter();
        all.filter(|request| request["method"] == method).count()
    };
    let person = TestUser::new().await;
    let record = person.path("old");
    let script =
        json!({"tools": ["x"], "version": "2024-11-05", "http": {"record": record, "old_sse": true}});
    let served = Hostile::new(script).on_http().await;
    let mut draft = address("Only new", &served.url);
    draft.transport = TransportChoice::StreamableHttp;
    let id = person.adds(draft).await;
    let state = person.sees(&id, Phase::Stopped).await;
    assert_eq!(state.problem.unwrap().code, Code::NetworkNotMcp.as_str());
    assert_eq!(sent(&record, "GET"), 0, "the older transport was not tried");
    let mut draft = address("Only old", &served.url);
    draft.transport = TransportChoice::Sse;
    let posts = sent(&record, "POST");
    let id = person.adds_ready(draft).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let asked = received(&record);
    let discovered = asked[posts..]
        .iter()
        .filter(|request| request["body"]["method"] == "server/discover");
    assert_eq!(discovered.count(), 0, "the newer transport was not tried");

    let record = person.path("new");
    let script = json!({"era": "both", "tools": ["x"], "http": {"record": record}});
    let served = Hostile::new(script).on_http().await;
    let mut draft = address("Not old", &served.url);
    draft.transport = TransportChoice::Sse;
    let id = person.adds(draft).await;
    wait::holds("it to be asked for a stream", || sent(&record, "GET") > 0).await;
    person.turns_off(&id).await;
    assert_eq!(sent(&record, "POST"), 0, "the newer transport was not tried");
}

// Proves OLD-07.
#[tokio::test]
async fn a_wrong_key_leads_to_a_sign_in() {
    let fixture = adds(json!({"http": {"token": "another"}})).await;
    let state = fixture.sees(&fixture.id, Phase::NeedsSignIn).await;
    assert_eq!(state.problem.unwrap().code, Code::AuthRequired.as_str());
}

// Proves OLD-03.
#[tokio::test]
async fn what_a_server_names_elsewhere_is_shown_and_hears_nothing() {
    let sink = Sink::answering(Answer::Text("{}".to_owned())).await;
    let elsewhere = sink.url("/messages");
    let fixture = adds(json!({"http": {"endpoint": elsewhere}})).await;
    let problem = fixture.sees(&fixture.id, Phase::Stopped).await.problem.unwrap();
    assert_eq!(problem.code, Code::NetworkForbidden.as_str());
    assert!(
        problem.sentence.ends_with("Nothing was sent there."),
        "{}",
        problem.sentence
    );
    assert_eq!(problem.said.unwrap().text, elsewhere);
    sink.assert_untouched();
}

// Proves S-85, F-11.
#[tokio::test]
async fn an_event_of_17_mib_ends_the_connection_and_says_so() {
    let fixture =
        fixture(json!({"tools": ["x", "large"], "calls": {"large": [{"oversized_mib": 17}]}})).await;
    assert_failed(&fixture.calls("large").await, Code::MessageTooLarge);
    wait::holds("another stream", || fixture.requests("GET").len() == 2).await;
    fixture.sees(&fixture.id, Phase::Ready).await;
    assert_done(&fixture.calls("x").await);
}

#[tokio::test]
async fn turning_an_old_server_off_closes_its_stream() {
    let fixture = fixture(json!({"tools": ["x"]})).await;
    fixture.turns_off(&fixture.id).await;
    wait::holds("all connections to close", || {
        fixture.fault_proxy.connections() == 0
    })
    .await;
}

#[tokio::test]
async fn turning_an_old_server_off_before_it_answers_closes_its_stream() {
    let fixture = adds(json!({"on": {"initialize": ["no_reply"]}})).await;
    wait::holds("the handshake to be under way", || {
        let posts = fixture.requests("POST");
        posts.iter().any(|request| request["target"] == "/messages")
    })
    .await;
    fixture.turns_off(&fixture.id).await;
    wait::holds("all connections to close", || {
        fixture.fault_proxy.connections() == 0
    })
    .await;
}

// Proves OLD-07.
#[tokio::test]
async fn a_person_signs_in_and_the_token_goes_on_the_stream_and_on_every_message() {
    let provider = Provider::new(Rules::default()).await;
    let person = TestUser::new().await;
    let record = person.path("record");
    let place = format!("{}/.well-known/oauth-protected-resource/mcp", provider.issuer());
    let served = Hostile::new(json!({
        "tools": ["x"],
        "version": "2024-11-05",
        "http": {
            "old_sse": true,
            "token": "the-only-token-that-is-good",
            "challenge": format!("Bearer resource_metadata=\"{place}\""),
            "record": record,
        },
    }))
    .on_http()
    .await;
    provider.change(|rules| {
        rules
            .resource
            .insert("resource".to_owned(), served.url.clone().into());
        rules.access = Some("the-only-token-that-is-good".to_owned());
    });
    let id = person.adds(address("Old", &served.url)).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    let before = received(&record).len();
    gets_in(&person, &id).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let after = received(&record).split_off(before);
    for method in ["GET", "POST"] {
        assert!(
            after.iter().any(|request| request["method"] == method),
            "{method}"
        );
    }
    for request in after {
        let shown = &request["headers"]["authorization"];
        assert_eq!(*shown, "Bearer the-only-token-that-is-good", "{request}");
    }
}
