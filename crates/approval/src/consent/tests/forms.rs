//! Forms: how an answer is filled in, and what is kept of it.

use super::{form_of, gate, name_form, read, reply};
use crate::consent::RecordedAnswer;
use crate::consent::gate::digest;
use crate::consent::proposal::{AnswerManner, DenialReach};
use portcullis_core::Code;
use portcullis_domain::{Answer, Filled, Request};
use serde_json::{Value, json};

// Proves ELI-17, S-81.
#[tokio::test(start_paused = true)]
async fn of_what_is_typed_into_a_form_only_what_it_asks_for_is_kept_and_no_secret() {
    let gate = gate();
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "password": { "type": "string" } },
    });
    let waiting = gate.ask(form_of("a", schema)).unwrap();
    let (id, nonce) = (&waiting.request.id, &waiting.request.nonce);
    let typed = Filled(json!({"name": "Ada", "password": "hunter2", "more": 1}));
    gate.check_form(id, nonce, &typed).unwrap();
    let kept = gate.filled_form(id, nonce).unwrap().unwrap();
    assert_eq!(kept.0, json!({"name": "Ada"}));
}

pub(super) fn submit(content: Value) -> Answer {
    Answer::Submit {
        content: Filled(content),
    }
}

// Proves ELI-15.
#[tokio::test(start_paused = true)]
async fn a_form_counts_only_filled_in_as_it_was_shown_and_once() {
    let gate = gate();
    let mut waiting = gate.ask(form_of("a", name_form())).unwrap();
    let request = waiting.request.clone();
    let good = json!({ "name": "Ada" });
    let refused = gate.answer(&reply(&request, submit(good.clone()))).unwrap_err();
    assert_eq!(refused.code, Code::ConsentTooSoon);
    read(&gate, &request).await;
    let checked = |content: Value| {
        gate.check_form(&request.id, &request.nonce, &Filled(content))
            .unwrap()
    };
    assert!(checked(good.clone()).is_empty());
    assert_eq!(checked(json!({ "name": "A" })).len(), 1);
    assert_eq!(gate.waiting().len(), 1, "checking decides nothing");
    for bad in [
        json!({}),
        json!({ "name": "A" }),
        json!({ "name": "Ada", "more": 1 }),
        json!([]),
    ] {
        let error = gate.answer(&reply(&request, submit(bad))).unwrap_err();
        assert_eq!(error.code, Code::FormUnfit, "{error}");
    }
    let refused = gate
        .check_form(&request.id, "another", &Filled(good.clone()))
        .unwrap_err();
    assert_eq!(refused.code, Code::ConsentStale);
    gate.answer(&reply(&request, submit(good.clone()))).unwrap();
    let refused = gate.answer(&reply(&request, submit(good.clone()))).unwrap_err();
    assert_eq!(refused.code, Code::ConsentStale, "a replay");
    assert_eq!(waiting.decided().await.unwrap().answered.answer(), &submit(good));
}

// Proves ELI-16.
#[tokio::test(start_paused = true)]
async fn a_form_that_needs_a_secret_can_only_be_declined_or_left() {
    let gate = gate();
    let schema = json!({
        "type": "object",
        "properties": { "password": { "type": "string" } },
        "required": ["password"],
    });
    let waiting = gate.ask(form_of("a", schema)).unwrap();
    read(&gate, &waiting.request).await;
    for content in [json!({ "password": "x" }), json!({})] {
        let error = gate
            .answer(&reply(&waiting.request, submit(content)))
            .unwrap_err();
        assert_eq!(error.code, Code::BadInput);
    }
    gate.answer(&reply(&waiting.request, Answer::Decline {})).unwrap();
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn what_a_form_shows_is_in_its_digest() {
    let gate = gate();
    let of = |schema: &str| {
        let asked = gate
            .ask(form_of("a", serde_json::from_str(schema).unwrap()))
            .unwrap();
        // What is random or a time differs in any case.
        let same = Request {
            id: String::new(),
            ..asked.request.clone()
        };
        digest(&same, &Value::Null)
    };
    let with = |field: &str| format!(r#"{{"type":"object","properties":{{"a":{field}}}}}"#);
    let plain = of(&with(r#"{"type":"string"}"#));
    assert_eq!(plain, of(&with(r#"{"type":"string"}"#)));
    for other in [
        r#"{"type":"string","title":"b"}"#,
        r#"{"type":"string","description":"b"}"#,
        r#"{"type":"string","default":"b"}"#,
        r#"{"type":"string","maxLength":3}"#,
        r#"{"type":"string","enum":["b"]}"#,
        r#"{"type":"number"}"#,
    ] {
        assert_ne!(plain, of(&with(other)), "{other}");
    }
}

// Proves ELI-17.
#[test]
fn what_was_filled_in_cannot_be_printed() {
    let answer = submit(json!({ "name": "canary" }));
    let (answered, _) = RecordedAnswer::new(
        answer.clone(),
        String::new(),
        AnswerManner {
            edited: false,
            reviewed: false,
            denial: DenialReach::This,
        },
    );
    let permit = crate::consent::Permit::new(crate::consent::FormContent(json!({ "name": "canary" })));
    assert!(!format!("{answer:?} {answered:?} {permit:?}").contains("canary"));
}
