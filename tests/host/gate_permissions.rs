//! A permission answers for the tool, the server and the arguments that it was given for, and for nothing else.

use crate::gate::{mail, with_mail};
use portcullis_api::{Answer, CallState, Scope};
use portcullis_core::Code;
use portcullis_tests::test_user::{
    TestUser, assert_done, assert_refused, by_model, code, named, nothing, program,
};
use serde_json::json;

async fn grants(person: &TestUser, id: &str, scope: Scope) {
    let call = person.model_asks(id, "mail", nothing()).await;
    assert_done(&person.allows(&call, scope).await);
}

// Proves S-38.
#[tokio::test]
async fn a_permission_for_an_hour_asks_no_second_time_and_covers_that_tool_alone() {
    let (person, id, record) = with_mail("Mail").await;
    grants(&person, &id, Scope::Hour).await;
    let again = person.model_asks_in("another talk", &id, "mail", nothing()).await;
    assert_done(&person.finishes(&again).await);
    assert_eq!(person.arguments_sent(&record, "mail").len(), 2);
    let other = person.model_asks(&id, "other", nothing()).await;
    let request = person.is_asked_about(&other).await;
    person.answers(&request, Answer::Deny {}).await;
    let standing = person.host.grants().await.unwrap();
    assert_eq!(
        (standing.len(), standing[0].scope, standing[0].on_hold),
        (1, Scope::Hour, false)
    );
    person.host.revoke(&standing[0].id).await.unwrap();
    let after = person.model_asks(&id, "mail", nothing()).await;
    person.is_asked_about(&after).await;
    assert_eq!(person.arguments_sent(&record, "mail").len(), 2);
}

// Proves S-38.
#[tokio::test]
async fn a_permission_for_a_conversation_holds_in_that_conversation() {
    let (person, id, _) = with_mail("Mail").await;
    grants(&person, &id, Scope::Conversation).await;
    let same = person.model_asks(&id, "mail", nothing()).await;
    assert_done(&person.finishes(&same).await);
    let elsewhere = person.model_asks_in("another talk", &id, "mail", nothing()).await;
    person.is_asked_about(&elsewhere).await;
}

// Proves S-36.
#[tokio::test]
async fn a_new_permission_answers_what_waits_for_the_same_tool() {
    let (person, id, record) = with_mail("Mail").await;
    let host = &person.host;
    let first = person.model_asks(&id, "mail", json!({"n": 1})).await;
    let second = person.model_asks(&id, "mail", json!({"n": 2})).await;
    let other = person.model_asks(&id, "other", nothing()).await;
    let request = person.is_asked_about(&first).await;
    person.is_asked_about(&second).await;
    let remaining = person.is_asked_about(&other).await;
    person
        .answers(&request, Answer::Allow { scope: Scope::Hour })
        .await;
    assert_done(&person.finishes(&first).await);
    assert_done(&person.finishes(&second).await);
    assert_eq!(person.arguments_sent(&record, "mail").len(), 2);
    let waiting: Vec<_> = host.waiting().into_iter().map(|request| request.id).collect();
    assert_eq!(waiting, [remaining.id]);
}

// Proves S-42, ARC-04.
#[tokio::test]
async fn a_server_outside_of_the_conversation_is_not_called() {
    let (person, id, record) = with_mail("Mail").await;
    grants(&person, &id, Scope::Always).await;
    let mut wanted = by_model("talk", &id, "mail", nothing());
    let_assert!(&mut wanted.by => portcullis_host::host::Caller::Model { takes_part, .. });
    *takes_part = false;
    let call = person.host.start_call(wanted).await.unwrap();
    let call = person.finishes(&call).await;
    assert_refused(&call, Code::PolicyDenied);
    assert_eq!(person.arguments_sent(&record, "mail").len(), 1);
}

// Proves S-51, TOL-06.
#[tokio::test]
async fn a_permission_for_one_server_is_never_used_for_another_with_the_same_tool() {
    let (person, id, _) = with_mail("Mail").await;
    let record = person.path("twin");
    let twin = person
        .has("Twin", json!({"record": record, "tools": [mail()]}))
        .await;
    grants(&person, &id, Scope::Always).await;
    let call = person.model_asks(&twin, "mail", json!({"to": "all"})).await;
    let request = person.is_asked_about(&call).await;
    assert_eq!(request.server.label, "Twin");
    person.answers(&request, Answer::Deny {}).await;
    assert_eq!(person.finishes(&call).await.state, CallState::Refused);
    assert_done(&person.calls(&twin, "mail", json!({"to": "me"})).await);
    assert_eq!(person.arguments_sent(&record, "mail"), [json!({"to": "me"})]);
}

// Proves S-36.
#[tokio::test]
async fn a_permission_lets_no_call_through_whose_arguments_were_changed() {
    let (person, id, record) = with_mail("Mail").await;
    let kept = person
        .model_asks(&id, "mail", json!({"to": "ada", "attach": "/home/me"}))
        .await;
    let other = person.model_asks(&id, "mail", json!({"to": "bob"})).await;
    let request = person.is_asked_about(&kept).await;
    let changed = person.amends(&request, r#"{"to": "ada"}"#).await;
    assert_done(&person.allows(&other, Scope::Conversation).await);
    assert_eq!(person.host.call(&kept.id).unwrap().state, CallState::Waiting);
    person.answers(&changed, Answer::AllowOnce {}).await;
    let edited = person.finishes(&kept).await;
    assert_done(&edited);
    // It is told as it was sent.
    assert_eq!(edited.arguments_line.text, r#"to: "ada""#);
    let names: Vec<_> = edited.edited.iter().map(|name| name.text.as_str()).collect();
    assert_eq!(names, ["attach"]);
    assert_eq!(
        person.arguments_sent(&record, "mail"),
        [json!({"to": "bob"}), json!({"to": "ada"})]
    );
}

// Proves S-38.
#[tokio::test]
async fn a_permission_for_good_asks_again_for_arguments_with_a_secret() {
    let person = TestUser::new().await;
    let record = person.path("record");
    let mut draft = program("Mail", json!({"record": record, "tools": [mail()]}));
    draft.environment = vec![named("API_KEY", "correct-horse-battery", true)];
    let id = person.adds_ready(draft).await;
    grants(&person, &id, Scope::Always).await;
    let plain = person.model_asks(&id, "mail", json!({"text": "hello"})).await;
    assert_done(&person.finishes(&plain).await);
    let leak = person
        .model_asks(&id, "mail", json!({"text": "the key is correct-horse-battery"}))
        .await;
    let request = person.is_asked_about(&leak).await;
    person.answers(&request, Answer::Deny {}).await;
    assert_eq!(code(&person.finishes(&leak).await), Code::ConsentDenied.as_str());
    assert_eq!(person.arguments_sent(&record, "mail").len(), 2);
}
