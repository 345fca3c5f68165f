//! Requests that end without an answer of their own: their server, their call or the host is gone, or others were answered.

use crate::gate::with_mail;
use portcullis_api::{Answer, CallState, EndedBy, GateReply, Outcome, Phase, Request};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    test_user::{TestUser, assert_done, assert_failed, nothing},
    wait,
};
use serde_json::json;
use std::time::Duration;

// Proves S-39, STD-09.
#[tokio::test]
async fn a_request_goes_when_its_server_dies() {
    let person = TestUser::new().await;
    let script = json!({"tools": ["mail", "die"], "calls": {"die": [{"exit": 1}]}});
    let id = person.has("Frail", script).await;
    let call = person.model_asks(&id, "mail", nothing()).await;
    let request = person.is_asked_about(&call).await;
    person.host.attend(&request.id, &request.nonce).unwrap();
    person.calls(&id, "die", nothing()).await;
    let call = person.finishes(&call).await;
    assert_failed(&call, Code::ServerNotReady);
    assert!(person.host.waiting().is_empty());
    let late = person
        .tries_to_answer(&request, Answer::AllowOnce {})
        .await
        .unwrap_err();
    assert_eq!(late.code, Code::ConsentStale);
}

// Proves S-39.
#[tokio::test]
async fn a_request_goes_when_its_call_is_stopped_or_its_server_turned_off() {
    let (person, id, record) = with_mail("Mail").await;
    let call = person.model_asks(&id, "mail", nothing()).await;
    person.is_asked_about(&call).await;
    person.host.cancel_call(&call.id).unwrap();
    assert_eq!(person.finishes(&call).await.state, CallState::Cancelled);
    assert!(person.host.waiting().is_empty());
    let call = person.model_asks(&id, "mail", nothing()).await;
    person.is_asked_about(&call).await;
    person.host.set_enabled(&id, false).await.unwrap();
    assert_eq!(person.finishes(&call).await.state, CallState::Refused);
    assert!(person.host.waiting().is_empty());
    assert!(person.arguments_sent(&record, "mail").is_empty());
}

// Proves S-37.
#[tokio::test]
async fn three_denials_end_the_asking_of_that_server() {
    let (person, id, record) = with_mail("Pushy").await;
    let polite = person.has("Polite", json!({"tools": ["mail"]})).await;
    for _ in 0..3 {
        let call = person.model_asks(&id, "mail", nothing()).await;
        person.answers_call(&call, Answer::Deny {}).await;
    }
    let fourth = person.model_asks(&id, "other", nothing()).await;
    let fourth = person.finishes(&fourth).await;
    assert_failed(&fourth, Code::ConsentEmbargo);
    assert!(fourth.problem.unwrap().sentence.contains("without asking"));
    let call = person.model_asks(&polite, "mail", nothing()).await;
    person.is_asked_about(&call).await;
    assert!(person.arguments_sent(&record, "mail").is_empty());
}

// Proves S-36.
#[tokio::test]
async fn one_no_to_all_ends_every_request_of_a_server() {
    let (person, id, _) = with_mail("Pushy").await;
    let mut calls = Vec::new();
    for n in 0..5 {
        calls.push(person.model_asks(&id, "mail", json!({"n": n})).await);
    }
    let request = person.is_asked_about(&calls[0]).await;
    person.is_asked_about(&calls[4]).await;
    person.answers(&request, Answer::DenyAllFromServer {}).await;
    for call in &calls {
        assert_eq!(person.finishes(call).await.state, CallState::Refused);
    }
}

// Proves S-37.
#[tokio::test]
async fn the_panic_stop_denies_cancels_and_turns_off() {
    let person = TestUser::new().await;
    let began = person.path("began");
    let script = json!({"tools": ["mail", "slow"], "calls": {"slow": [{"touch": began}, "no_reply"]}});
    let id = person.has("Mail", script).await;
    let asked = person.model_asks(&id, "mail", nothing()).await;
    person.is_asked_about(&asked).await;
    let slow = person.begins(&id, "slow", nothing()).await;
    let pid = wait::file(&began).await.parse().unwrap();
    person.host.stop_everything().await.unwrap();
    assert_eq!(person.finishes(&asked).await.outcome, None);
    assert!(matches!(
        person.finishes(&slow).await.state,
        CallState::Cancelled | CallState::Failed
    ));
    assert!(person.host.waiting().is_empty());
    person.sees(&id, Phase::Off).await;
    wait::gone(pid).await;
}

// Proves F-23.
#[tokio::test]
async fn a_call_stopped_on_its_way_is_not_sent() {
    let (person, id, record) = with_mail("Mail").await;
    let mut stopped_in_time = Vec::new();
    for n in 0..10 {
        let call = person.begins(&id, "mail", json!({"n": n})).await;
        person.host.cancel_call(&call.id).unwrap();
        // On a busy machine it may have gone out already, and then the sentence says so.
        let call = person.finishes(&call).await;
        if call
            .problem
            .is_some_and(|problem| problem.sentence.contains("before it was sent"))
        {
            stopped_in_time.push(json!({"n": n}));
        }
    }
    assert_done(&person.calls(&id, "other", nothing()).await);
    let sent = person.arguments_sent(&record, "mail");
    assert!(!stopped_in_time.is_empty());
    assert!(
        stopped_in_time.iter().all(|call| !sent.contains(call)),
        "{sent:?}"
    );
}

// Proves S-90.
#[tokio::test]
async fn what_waited_when_the_host_was_closed_was_not_denied_by_the_user() {
    let (person, id, _) = with_mail("Mail").await;
    let call = person.model_asks(&id, "mail", nothing()).await;
    person.is_asked_about(&call).await;
    let person = person.restarts_the_host().await;
    let row = person.sees_row("mail").await;
    assert_eq!(row.outcome, Outcome::Cancelled);
    assert_eq!(row.outcome_words, Code::Closing.in_words());
}

// Proves S-27, S-39.
#[tokio::test]
async fn calls_are_answered_together_and_none_where_one_was_stopped() {
    let (person, id, record) = with_mail("Mail").await;
    let mut calls = vec![];
    let mut asked = vec![];
    for to in ["ada", "bob", "eve"] {
        let call = person.model_asks(&id, "mail", json!({"to": to})).await;
        asked.push(person.is_asked_about(&call).await);
        calls.push(call);
    }
    let all = |asked: &[Request]| -> Vec<GateReply> {
        asked.iter().map(|it| it.reply(Answer::AllowOnce {})).collect()
    };
    let ids: Vec<_> = asked.iter().map(|it| it.id.clone()).collect();
    assert_eq!(person.host.alike(&ids[0]), ids);
    for request in &asked {
        person.host.attend(&request.id, &request.nonce).unwrap();
    }
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    person.host.cancel_call(&calls[2].id).unwrap();
    person.finishes(&calls[2]).await;
    let error = person.host.answer_together(&all(&asked)).await.unwrap_err();
    assert_eq!(error.code, Code::ConsentStale);
    assert_eq!(person.host.waiting().len(), 2, "nothing was decided");
    let ended = person.host.ended_request(&ids[2]).unwrap();
    assert_eq!(ended.why, EndedBy::Withdrawn, "it was in front");
    person.host.answer_together(&all(&asked[..2])).await.unwrap();
    for call in &calls[..2] {
        assert_done(&person.finishes(call).await);
    }
    let mut sent = person.arguments_sent(&record, "mail");
    sent.sort_by_key(ToString::to_string);
    assert_eq!(sent, [json!({"to": "ada"}), json!({"to": "bob"})]);
}

// Proves S-39.
#[tokio::test]
async fn a_question_whose_server_stops_while_it_is_read_says_so() {
    let (person, id, _) = with_mail("Mail").await;
    let call = person.model_asks(&id, "mail", json!({"to": "all"})).await;
    let request = person.is_asked_about(&call).await;
    person.host.attend(&request.id, &request.nonce).unwrap();
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    person.host.set_enabled(&id, false).await.unwrap();
    person.finishes(&call).await;
    let ended = person.host.ended_request(&request.id).unwrap();
    assert_eq!(ended.why, EndedBy::ServerStopped);
    assert!(person.host.waiting_ids().is_empty());
}
