//! The queue, the guard, the digest, the embargo.

use super::{about, ask, call, gate, read, tool};
use crate::consent::answers::offered;
use crate::consent::gate::digest;
use crate::consent::proposal::{AnswerManner, DenialReach};
use crate::consent::{
    Ask, CallQuestion, Edited, Gate, ProposedDefinition, ProposedForm, ProposedLink, ProposedRoots,
    RecordedAnswer,
};
use crate::limits;
use crate::policy::{Condition, GrantScopeOffer, SymlinkState};
use portcullis_catalog::forms;
use portcullis_core::clock::{Clock, ManualClock};
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, ids};
use portcullis_domain::{
    Answer, Asked, AskedBy, EndedBy, EndedRequest, Filled, FlowMeeting, Foreign, GateReply, Request, Scope,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn ask_of(server: &str, conversation: &str) -> Ask<CallQuestion> {
    let call = call(server, "add", json!({}));
    Ask {
        asked_by: AskedBy::Model {
            model: "Demo".to_owned(),
            conversation: conversation.to_owned(),
            title: "Talk".to_owned(),
        },
        edit: Some(Arc::new(super::edited)),
        ..ask(server, tool(&call), about(call))
    }
}

pub(super) fn reply(request: &Request, answer: Answer) -> GateReply {
    GateReply {
        request: request.id.clone(),
        nonce: request.nonce.clone(),
        digest: request.digest.clone(),
        answer,
        reviewed: false,
    }
}

// Proves S-33.
#[tokio::test(start_paused = true)]
async fn nothing_is_answered_before_it_could_be_read() {
    let gate = gate();
    let waiting = gate.ask(ask_of("a", "c")).unwrap();
    let yes = reply(&waiting.request, Answer::AllowOnce {});
    assert_eq!(
        gate.answer(&yes).unwrap_err().code,
        Code::ConsentTooSoon,
        "never shown"
    );
    gate.attend(&waiting.request.id, &waiting.request.nonce).unwrap();
    tokio::time::advance(limits::GUARD - Duration::from_millis(1)).await;
    assert_eq!(gate.answer(&yes).unwrap_err().code, Code::ConsentTooSoon);
    gate.attend(&waiting.request.id, &waiting.request.nonce).unwrap();
    tokio::time::advance(Duration::from_millis(1)).await;
    assert_eq!(
        gate.answer(&yes).unwrap_err().code,
        Code::ConsentTooSoon,
        "refocus starts the guard again"
    );
    tokio::time::advance(limits::GUARD).await;
    gate.answer(&yes).unwrap();
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn an_answer_counts_once_and_only_for_what_was_shown() {
    let gate = gate();
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &waiting.request).await;
    let yes = reply(&waiting.request, Answer::AllowOnce {});
    for wrong in [
        GateReply {
            nonce: ids::random(),
            ..yes.clone()
        },
        GateReply {
            digest: "0".repeat(64),
            ..yes.clone()
        },
        GateReply {
            request: ids::random(),
            ..yes.clone()
        },
    ] {
        assert_eq!(gate.answer(&wrong).unwrap_err().code, Code::ConsentStale);
    }
    gate.answer(&yes).unwrap();
    assert_eq!(
        gate.answer(&yes).unwrap_err().code,
        Code::ConsentStale,
        "a replay"
    );
    assert_eq!(
        waiting.decided().await.unwrap().answered.answer(),
        &Answer::AllowOnce {}
    );
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn edited_arguments_make_a_new_question() {
    let gate = gate();
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &waiting.request).await;
    let old = reply(&waiting.request, Answer::AllowOnce {});
    let amended = gate
        .amend(&waiting.request.id, &waiting.request.nonce, r#"{"a":1}"#)
        .await
        .unwrap();
    assert_ne!(amended.nonce, waiting.request.nonce);
    assert_ne!(amended.digest, waiting.request.digest, "of the same question");
    assert_eq!(gate.answer(&old).unwrap_err().code, Code::ConsentStale);
    assert_eq!(
        gate.answer(&reply(&amended, Answer::AllowOnce {}))
            .unwrap_err()
            .code,
        Code::ConsentTooSoon
    );
    read(&gate, &amended).await;
    let hour = Answer::Allow { scope: Scope::Hour };
    assert_eq!(
        gate.answer(&reply(&amended, hour)).unwrap_err().code,
        Code::BadInput,
        "edits count once"
    );
    gate.answer(&reply(&amended, Answer::AllowOnce {})).unwrap();
    let decision = waiting.decided().await.unwrap();
    let sent = decision.permit.unwrap().spend().call.spend();
    assert_eq!(*sent.arguments, json!({"a": 1}));
    assert_eq!(decision.answered.digest(), amended.digest);
    assert!(decision.answered.is_edited());
}

// Proves S-26.
#[tokio::test(start_paused = true)]
async fn only_offered_answers_count() {
    let gate = gate();
    let waiting = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &waiting.request).await;
    for answer in [
        Answer::Allow { scope: Scope::Always },
        Answer::AddAndStart {},
        Answer::TurnOff {},
    ] {
        assert_eq!(
            gate.answer(&reply(&waiting.request, answer)).unwrap_err().code,
            Code::BadInput
        );
    }
}

// Proves S-36, UIC-08.
#[tokio::test(start_paused = true)]
async fn a_flood_is_bounded_and_servers_take_turns() {
    let gate = gate();
    let flood: Vec<_> = (0..1000)
        .filter_map(|_| gate.ask(ask_of("loud", "c")).ok())
        .collect();
    assert_eq!(flood.len(), limits::WAITING_PER_SERVER);
    let _quiet = gate.ask(ask_of("quiet", "c")).unwrap();
    let order = gate.waiting();
    assert_eq!(order[0].id, flood[0].request.id, "what is first stays first");
    assert_eq!(order[1].server.id, "quiet");
    read(&gate, &order[0]).await;
    gate.answer(&reply(&order[0], Answer::DenyAllFromServer {}))
        .unwrap();
    assert_eq!(gate.waiting().len(), 1, "one click ends the run");
}

// Proves S-36.
#[tokio::test(start_paused = true)]
async fn servers_that_fill_the_queue_together_do_not_keep_the_person_out() {
    let gate = gate();
    let servers = limits::WAITING / limits::WAITING_PER_SERVER;
    let flood: Vec<_> = (0..servers)
        .flat_map(|server| (0..50).map(move |_| format!("loud-{server}")))
        .filter_map(|server| gate.ask(ask_of(&server, "c")).ok())
        .collect();
    assert_eq!(flood.len(), limits::WAITING);
    let refused = gate.ask(ask_of("quiet", "c")).err().unwrap();
    assert_eq!(refused.code, Code::ConsentBusy);
    // The one that comes last is not told that it asked too much.
    assert_eq!(
        refused.sentence,
        "Too many requests are pending. This one was denied."
    );
    let own = |server: &str| Ask {
        pressed_for: true,
        ..ask_of(server, "c")
    };
    let _own: Vec<_> = (0..limits::WAITING_PER_SERVER)
        .map(|_| gate.ask(own("quiet")).unwrap())
        .collect();
    let refused = gate.ask(own("quiet")).err().unwrap();
    assert_eq!(refused.code, Code::ConsentBusy, "its own share holds");
    assert!(refused.sentence.starts_with("“quiet” already has"), "{refused}");
}

// Proves S-39, F-16.
#[tokio::test(start_paused = true)]
async fn an_answer_after_the_time_by_the_clock_on_the_wall_counts_for_nothing() {
    for together in [false, true] {
        let clock = Arc::new(ManualClock::at(1_000));
        let gate = Gate::new(Arc::clone(&clock) as Arc<dyn Clock>);
        let mut all: Vec<_> = calls_of("c", "add", 2)
            .into_iter()
            .map(|ask| gate.ask(ask).unwrap())
            .collect();
        let shown: Vec<Request> = all.iter().map(|it| it.request.clone()).collect();
        let shown: Vec<&Request> = shown.iter().collect();
        read_all(&gate, &shown).await;
        // The computer slept meanwhile, and nothing has looked at the clock since.
        clock.advance(u64::try_from(limits::WAITING_FOR.as_millis()).unwrap());
        let answered = match together {
            true => gate.answer_together(&replies(&shown, &Answer::AllowOnce {})),
            false => gate.answer(&reply(shown[0], Answer::AllowOnce {})),
        };
        assert_eq!(answered.err().unwrap().code, Code::ConsentStale, "{together}");
        for waiting in &mut all {
            assert_eq!(waiting.decided().await.unwrap_err().code, Code::ConsentExpired);
        }
    }
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn responses_that_are_denied_count_like_the_requests_for_them_and_a_press_is_heard() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        let waiting = gate.ask(super::reasons::a_model_response()).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, Answer::Deny {})).unwrap();
    }
    let refused = gate.ask(super::reasons::a_model_request()).err().unwrap();
    assert_eq!(refused.code, Code::ConsentEmbargo);
    let pressed_for = Ask {
        pressed_for: true,
        ..super::reasons::a_model_request()
    };
    assert!(gate.ask(pressed_for).is_ok());
}

// Proves ELI-17, S-82.
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

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn three_denials_end_the_asking_until_the_person_speaks() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        let waiting = gate.ask(ask_of("a", "c")).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, Answer::Deny {})).unwrap();
    }
    assert_eq!(
        gate.ask(ask_of("a", "c")).err().unwrap().code,
        Code::ConsentEmbargo
    );
    assert!(gate.ask(ask_of("b", "c")).is_ok(), "another server");
    gate.pardon("c");
    assert!(gate.ask(ask_of("a", "c")).is_ok());
}

// Proves S-39.
#[tokio::test(start_paused = true)]
async fn a_request_goes_with_whoever_asked() {
    let gate = gate();
    let waiting = gate.ask(ask_of("a", "c")).unwrap();
    let request = waiting.request.clone();
    read(&gate, &request).await;
    drop(waiting);
    assert!(gate.waiting().is_empty());
    assert_eq!(
        gate.answer(&reply(&request, Answer::AllowOnce {}))
            .unwrap_err()
            .code,
        Code::ConsentStale
    );
}

// Proves F-25, UIC-05.
#[tokio::test(start_paused = true)]
async fn nobody_answers_means_no() {
    let gate = gate();
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    assert_eq!(waiting.decided().await.unwrap_err().code, Code::ConsentExpired);
    assert!(gate.waiting().is_empty());
}

fn changed_of(server: &str) -> Ask<ProposedDefinition> {
    let asked = Asked::Changed {
        tool: "t".to_owned(),
        shown: Foreign::default(),
        seen_at: 1,
        diff: Vec::new(),
        changes: Vec::new(),
        notes: Vec::new(),
        on_hold: 0,
        varying: Vec::new(),
    };
    let proposal = ProposedDefinition {
        server: ServerId::from(server),
        tool: "t".to_owned(),
        definition: "d".to_owned(),
        could_vary: Vec::new(),
    };
    ask(server, asked, proposal)
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_server_that_changes_its_tools_wears_nobody_down() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        let waiting = gate.ask(changed_of("a")).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, Answer::Deny {})).unwrap();
    }
    assert_eq!(
        gate.ask(changed_of("a")).err().unwrap().code,
        Code::ConsentEmbargo
    );
    let pressed_for = Ask {
        pressed_for: true,
        ..changed_of("a")
    };
    assert!(gate.ask(pressed_for).is_ok(), "the person asks for it");
    assert!(gate.ask(ask_of("a", "c")).is_ok(), "a call is another kind");
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn what_nobody_answers_counts_as_a_no() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
        assert_eq!(waiting.decided().await.unwrap_err().code, Code::ConsentExpired);
    }
    assert_eq!(
        gate.ask(ask_of("a", "c")).err().unwrap().code,
        Code::ConsentEmbargo
    );
}

// Proves S-36.
#[tokio::test(start_paused = true)]
async fn a_request_whose_arguments_were_changed_gives_way_to_no_permission() {
    let gate = gate();
    let (plain, changed) = (
        gate.ask(ask_of("a", "c")).unwrap(),
        gate.ask(ask_of("a", "c")).unwrap(),
    );
    gate.amend(&changed.request.id, &changed.request.nonce, "{}")
        .await
        .unwrap();
    assert!(plain.give_way());
    assert!(!changed.give_way());
    assert_eq!(
        gate.waiting().len(),
        1,
        "the changed one still waits for its own answer"
    );
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn what_became_stricter_is_asked_again_also_while_an_answer_is_on_its_way() {
    let gate = gate();
    for (edited, stricter, again) in [
        (false, false, true),
        (false, true, true),
        (true, false, false),
        (true, true, true),
    ] {
        let waiting = gate.ask(ask_of("a", "c")).unwrap();
        if edited {
            let amended = gate.amend(&waiting.request.id, &waiting.request.nonce, "{}");
            amended.await.unwrap();
        }
        assert_eq!(waiting.is_asked_again(stricter), again, "{edited} {stricter}");
        assert_eq!(gate.waiting().is_empty(), again, "{edited} {stricter}");
    }
    for stricter in [false, true] {
        let waiting = gate.ask(ask_of("a", "c")).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, Answer::AllowOnce {}))
            .unwrap();
        assert_eq!(waiting.is_asked_again(stricter), stricter);
    }
}

// Proves S-27, S-38.
#[tokio::test(start_paused = true)]
async fn nothing_of_a_permission_is_left_beside_changed_arguments() {
    let gate = gate();
    let mut ask = ask_of("a", "c");
    ask.edit = Some(Arc::new(|text: &str, shown: Asked| {
        let Edited { mut proposal, .. } = super::edited(text, shown)?;
        let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
        proposal.offered = GrantScopeOffer::of(&schema, &proposal.call.arguments, &SymlinkState::default());
        let mut asked = tool(&proposal.call);
        if let Asked::Tool {
            narrowings, declared, ..
        } = &mut asked
        {
            *narrowings = proposal.offered.conditions.iter().map(Condition::shown).collect();
            assert_eq!(narrowings.len(), 1);
            declared.push(Foreign::default());
        }
        Ok(Edited { proposal, asked })
    }));
    let waiting = gate.ask(ask).unwrap();
    let amended = gate.amend(&waiting.request.id, &waiting.request.nonce, r#"{"n":1}"#);
    let Asked::Tool {
        scopes,
        narrowings,
        declared,
        no_always,
        ..
    } = amended.await.unwrap().asked
    else {
        panic!("it is a call")
    };
    assert!(scopes.is_empty() && narrowings.is_empty() && declared.is_empty());
    assert_eq!(
        no_always.unwrap(),
        "You changed the arguments, so this answer applies once."
    );
}

pub(super) fn form_of(server: &str, schema: Value) -> Ask<ProposedForm> {
    let form = forms::read(&schema).unwrap();
    let asked = Asked::Form {
        message: Foreign::default(),
        fields: form.fields.clone(),
        notes: form.notes,
        refusals: form.refusals,
        cause: None,
    };
    let proposal = ProposedForm {
        server: server.to_owned(),
        fields: form.fields,
    };
    ask(server, asked, proposal)
}

pub(super) fn folders_of(server: &str) -> Ask<ProposedRoots> {
    let asked = Asked::Roots {
        folders: vec![],
        notes: vec![],
        cause: None,
    };
    let proposal = ProposedRoots {
        server: server.to_owned(),
        folders: vec![],
    };
    ask(server, asked, proposal)
}

pub(super) fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": { "name": { "type": "string", "minLength": 2 } },
        "required": ["name"],
    })
}

fn submit(content: Value) -> Answer {
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
    assert_eq!(
        gate.answer(&reply(&request, submit(good.clone())))
            .unwrap_err()
            .code,
        Code::ConsentTooSoon
    );
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
    assert_eq!(
        gate.check_form(&request.id, "another", &Filled(good.clone()))
            .unwrap_err()
            .code,
        Code::ConsentStale
    );
    gate.answer(&reply(&request, submit(good.clone()))).unwrap();
    assert_eq!(
        gate.answer(&reply(&request, submit(good.clone())))
            .unwrap_err()
            .code,
        Code::ConsentStale,
        "a replay"
    );
    assert_eq!(waiting.decided().await.unwrap().answered.answer(), &submit(good));
}

// Proves S-26.
#[tokio::test(start_paused = true)]
async fn each_question_offers_its_own_answers() {
    let gate = gate();
    let form = gate.ask(form_of("a", name_form())).unwrap();
    let link = portcullis_catalog::links::Link::read("https://example.com").unwrap();
    let asked = Asked::Link {
        message: Foreign::default(),
        url: link.shown(),
        parts: link.parts.clone(),
        warnings: vec![],
        cause: None,
    };
    let opening = ProposedLink {
        server: "b".to_owned(),
        link,
    };
    let link = gate.ask(ask("b", asked, opening)).unwrap();
    let roots = gate.ask(folders_of("c")).unwrap();
    let call = gate.ask(ask_of("d", "c")).unwrap();
    let filled = || submit(json!({ "name": "Ada" }));
    let answers = [filled(), Answer::Open {}, Answer::Share {}, Answer::AllowOnce {}];
    let all = [&form.request, &link.request, &roots.request, &call.request];
    for (at, request) in all.iter().enumerate() {
        read(&gate, request).await;
        for (other, answer) in answers.iter().enumerate().filter(|(other, _)| *other != at) {
            let error = gate.answer(&reply(request, answer.clone())).unwrap_err();
            assert_eq!(error.code, Code::BadInput, "answer {other} to question {at}");
        }
    }
    assert_eq!(
        gate.answer(&reply(&call.request, Answer::Decline {}))
            .unwrap_err()
            .code,
        Code::BadInput,
        "nobody would learn of it"
    );
    for (request, answer) in all.into_iter().zip(answers) {
        read(&gate, request).await;
        gate.answer(&reply(request, answer)).unwrap();
    }
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

/// Every way to change one value of something that is shown.
fn changes(shown: &Value) -> Vec<Value> {
    fn walk(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => members
                .iter()
                .for_each(|(name, member)| walk(member, &format!("{at}/{name}"), found)),
            Value::Array(items) => {
                found.push(at.to_owned());
                items
                    .iter()
                    .enumerate()
                    .for_each(|(place, item)| walk(item, &format!("{at}/{place}"), found));
            }
            _ => found.push(at.to_owned()),
        }
    }
    let mut places = Vec::new();
    walk(shown, "", &mut places);
    let changed = |place: &String| {
        let mut other = shown.clone();
        let value = other.pointer_mut(place)?;
        *value = match &*value {
            Value::String(text) => Value::from(format!("{text}!")),
            Value::Number(_) => Value::from(77),
            Value::Bool(value) => Value::from(!value),
            Value::Null => Value::from("!"),
            Value::Array(items) => Value::from(items.get(1..).unwrap_or_default()),
            Value::Object(_) => return None,
        };
        (other != *shown).then_some(other)
    };
    places.iter().filter_map(changed).collect()
}

// Proves S-27.
#[test]
fn whatever_is_shown_of_a_call_or_a_start_is_in_its_digest() {
    let text = |text: &str| json!({"text": text, "hidden": 0});
    let value =
        |text: &str| json!({"text": {"text": text, "hidden": 0}, "note": null, "bytes": 3, "literal": true});
    let call = json!({
        "kind": "tool", "call": "c", "tool": "add", "shown": text("add"), "title": text("Add"),
        "arguments": [{"name": text("a"), "value": text("1"), "bytes": 1, "changed": false}],
        "arguments_json": "{\"a\": 1}", "left_out": [text("b")], "schema": "{}",
        "why": text("because"), "claims": ["read_only"], "definition": {"kind": "known", "since": 1},
        "description": text("Adds."), "described": [{"name": text("a"), "description": text("The first.")}],
        "notes": [{"sentence": "n", "quote": null}], "scopes": [{"scope": "hour", "sentence": "s"}],
        "narrowings": [{"argument": text("a"), "test": "is", "value": text("1"), "links": null}],
        "declared": [text("a")], "no_always": null, "flow": null,
    });
    let start = json!({
        "kind": "launch", "changes": null, "because": null,
        "rows": [{"field": "Program", "values": [value("/bin/a")], "before": [value("/bin/b")], "usual": false}],
        "inherited": [text("PATH")], "built_in": null, "warnings": [{"code": "w", "sentence": "s"}], "refusals": [],
        "carried": [{"kind": "permission", "sentence": "s"}],
    });
    let change = json!({
        "kind": "changed", "tool": "add", "shown": text("add"), "seen_at": 1,
        "diff": [{"field": "Title", "spans": [{"change": "added", "text": "x"}]}], "notes": [], "on_hold": 0, "varying": [{"place": text("/a"), "before": text("1"), "after": text("2")}],
    });
    let gate = gate();
    let waiting = gate.ask(ask_of("a", "c")).unwrap();
    let of = |asked: &Value| {
        // What cannot be read is no question that could be shown.
        let asked: Asked = serde_json::from_value(asked.clone()).ok()?;
        let request = Request {
            asked,
            ..waiting.request.clone()
        };
        Some(digest(&request, &Value::Null))
    };
    for shown in [call, start, change] {
        let before = of(&shown).unwrap();
        let others: Vec<_> = changes(&shown)
            .into_iter()
            .filter_map(|other| Some((of(&other)?, other)))
            .collect();
        assert!(others.len() > 8, "{}", others.len());
        for (other, asked) in others {
            assert_ne!(other, before, "{asked}");
        }
    }
    // And what stands around it.
    let other = Request {
        question: "Let “a” run “Subtract”?".to_owned(),
        ..waiting.request.clone()
    };
    let nothing = Value::Null;
    assert_ne!(digest(&other, &nothing), digest(&waiting.request, &nothing));
    let other = Request {
        covers: "Every call.".to_owned(),
        ..waiting.request.clone()
    };
    assert_ne!(digest(&other, &nothing), digest(&waiting.request, &nothing));
    // And what is proposed.
    assert_ne!(
        digest(&waiting.request, &json!({"definition": "d"})),
        digest(&waiting.request, &json!({"definition": "e"}))
    );
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn denying_all_of_a_server_counts_as_many_denials() {
    let gate = gate();
    let waiting: Vec<_> = (0..limits::EMBARGO_AFTER)
        .map(|_| gate.ask(ask_of("a", "c")).unwrap())
        .collect();
    read(&gate, &waiting[0].request).await;
    gate.answer(&reply(&waiting[0].request, Answer::DenyAllFromServer {}))
        .unwrap();
    assert_eq!(
        gate.ask(ask_of("a", "c")).err().unwrap().code,
        Code::ConsentEmbargo
    );
    assert!(gate.ask(ask_of("b", "c")).is_ok(), "another server");
    // So does stopping everything.
    let waiting: Vec<_> = (0..limits::EMBARGO_AFTER)
        .map(|_| gate.ask(ask_of("d", "c")).unwrap())
        .collect();
    gate.deny_all();
    assert_eq!(
        gate.ask(ask_of("d", "c")).err().unwrap().code,
        Code::ConsentEmbargo
    );
    drop(waiting);
}

// Proves S-37.
#[tokio::test]
async fn what_ran_out_by_the_clock_on_the_wall_counts_as_a_denial() {
    let clock = Arc::new(ManualClock::at(1_000));
    let gate = Gate::new(Arc::clone(&clock) as Arc<dyn Clock>);
    let waiting: Vec<_> = (0..limits::EMBARGO_AFTER)
        .map(|_| gate.ask(ask_of("a", "c")).unwrap())
        .collect();
    clock.advance(u64::try_from(limits::WAITING_FOR.as_millis()).unwrap());
    gate.expire_overdue();
    assert!(gate.waiting().is_empty());
    assert_eq!(
        gate.ask(ask_of("a", "c")).err().unwrap().code,
        Code::ConsentEmbargo
    );
    drop(waiting);
}

// Proves F-21.
#[tokio::test]
async fn changed_arguments_are_checked_beside_the_tasks() {
    let gate = gate();
    let (release, released) = std::sync::mpsc::sync_channel::<()>(1);
    let released = std::sync::Mutex::new(released);
    let slow = Ask {
        // It ends when another task of the one thread has run, which it cannot where this runs in its place.
        edit: Some(Arc::new(move |text, asked| {
            let waits = released.lock().map_err(Error::internal)?;
            waits
                .recv_timeout(Duration::from_secs(5))
                .map_err(Error::internal)?;
            super::edited(text, asked)
        })),
        ..ask_of("a", "c")
    };
    let waiting = gate.ask(slow).unwrap();
    let amends = gate.amend(&waiting.request.id, &waiting.request.nonce, "{}");
    let (amended, sent) = tokio::join!(amends, async { release.send(()) });
    sent.unwrap();
    amended.unwrap();
    // A check that falls over changes nothing.
    let fallen = Ask {
        edit: Some(Arc::new(|_, _| panic!("a fault of ours"))),
        ..ask_of("b", "c")
    };
    let waiting = gate.ask(fallen).unwrap();
    let amended = gate
        .amend(&waiting.request.id, &waiting.request.nonce, "{}")
        .await;
    assert_eq!(amended.unwrap_err().code, Code::Internal);
    assert!(gate.waiting().contains(&waiting.request));
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_server_that_keeps_asking_is_not_heard_for_a_while() {
    let gate = gate();
    for answer in [Answer::Deny {}, Answer::Decline {}, Answer::Deny {}] {
        let waiting = gate.ask(form_of("a", name_form())).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, answer)).unwrap();
    }
    let error = gate.ask(form_of("a", name_form())).err().unwrap();
    assert_eq!(error.code, Code::ConsentEmbargo);
    assert!(error.sentence.contains("“a”"), "{error}");
    assert!(gate.ask(form_of("b", name_form())).is_ok(), "another server");
    assert!(gate.ask(ask_of("a", "c")).is_ok(), "a call is another kind");
    gate.pardon("c");
    assert!(
        gate.ask(form_of("a", name_form())).is_err(),
        "words to a model are no word to it"
    );
    tokio::time::advance(limits::EMBARGO_WINDOW).await;
    assert!(gate.ask(form_of("a", name_form())).is_ok());
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

// Proves F-16.
#[tokio::test]
async fn a_request_that_should_have_been_answered_by_the_clock_on_the_wall_is_over() {
    let clock = Arc::new(ManualClock::at(1_000));
    let gate = Gate::new(Arc::clone(&clock) as Arc<dyn Clock>);
    let mut early = gate.ask(ask_of("a", "t")).unwrap();
    clock.advance(u64::try_from(limits::WAITING_FOR.as_millis()).unwrap() - 1);
    let mut late = gate.ask(ask_of("b", "t")).unwrap();
    gate.expire_overdue();
    assert_eq!(gate.waiting().len(), 2, "not yet");
    clock.advance(1);
    gate.expire_overdue();
    let error = early.decided().await.unwrap_err();
    assert_eq!(error.code, Code::ConsentExpired);
    assert!(
        error.sentence.starts_with("The request expired"),
        "{}",
        error.sentence
    );
    let left = gate.waiting();
    assert_eq!((left.len(), left[0].server.id.as_str()), (1, "b"));
    assert!(futures::poll!(std::pin::pin!(late.decided())).is_pending());
}

// Proves S-26, S-38.
#[test]
fn an_answer_with_parts_counts_only_for_parts_that_were_offered() {
    let text = |text: &str| json!({"text": text, "hidden": 0});
    let asked = |asked: Value| serde_json::from_value::<Asked>(asked).unwrap();
    let limit = json!({"argument": text("a"), "test": "is", "value": text("1"), "links": null});
    let call = asked(json!({
        "kind": "tool", "call": "c", "tool": "add", "shown": text("add"), "title": null, "arguments": [],
        "arguments_json": "{}", "left_out": [], "schema": null, "why": null, "claims": [], "definition": {"kind": "known", "since": 1},
        "description": text(""), "described": [], "notes": [],
        "scopes": [{"scope": "hour", "sentence": "s"}], "narrowings": [limit, limit], "declared": [],
        "no_always": null, "flow": null,
    }));
    let launch = |carried: &[&str], refusals: usize| {
        let carried: Vec<_> = carried
            .iter()
            .map(|kind| json!({"kind": kind, "sentence": "s"}))
            .collect();
        let refusals = vec![json!({"code": "w", "sentence": "s"}); refusals];
        asked(json!({
            "kind": "launch", "changes": null, "because": null, "rows": [], "inherited": [], "built_in": null, "warnings": [], "refusals": refusals,
            "carried": carried,
        }))
    };
    let changed = asked(json!({
        "kind": "changed", "tool": "add", "shown": text("add"), "seen_at": 1, "diff": [], "notes": [], "on_hold": 0,
        "varying": [{"place": text("/a"), "before": text("1"), "after": text("2")}],
    }));
    let limited = |scope, only: &[u32]| Answer::AllowWhile {
        scope,
        only: only.to_vec(),
    };
    let keeping = |keep: &[u32]| Answer::AddKeeping {
        start: false,
        keep: keep.to_vec(),
    };
    let varying = |parts: &[u32]| Answer::AcceptVarying {
        parts: parts.to_vec(),
    };
    let plain = launch(&["permission"], 0);
    let secret = launch(&["permission", "secret"], 0);
    let refused = launch(&["permission"], 1);
    for (asked, answer, expected) in [
        (&call, limited(Scope::Hour, &[0]), true),
        (&call, limited(Scope::Hour, &[1, 0]), true),
        (&call, limited(Scope::Hour, &[]), false),
        (&call, limited(Scope::Hour, &[2]), false),
        (&call, limited(Scope::Hour, &[0, 2]), false),
        (&call, limited(Scope::Always, &[0]), false),
        (&call, Answer::Allow { scope: Scope::Hour }, true),
        (&call, Answer::Allow { scope: Scope::Always }, false),
        (&plain, Answer::Add {}, true),
        (&plain, Answer::AddAndStart {}, true),
        (&plain, keeping(&[]), true),
        (&plain, keeping(&[0]), true),
        (&plain, keeping(&[1]), false),
        (&secret, Answer::Add {}, false),
        (&secret, Answer::AddAndStart {}, false),
        (&secret, keeping(&[]), false),
        (&secret, keeping(&[0]), false),
        (&secret, keeping(&[1]), true),
        (&secret, keeping(&[1, 2]), false),
        (&refused, Answer::Add {}, false),
        (&refused, keeping(&[0]), false),
        (&changed, Answer::TurnOff {}, true),
        (&call, Answer::TurnOff {}, false),
        (&changed, varying(&[0]), true),
        (&changed, varying(&[]), false),
        (&changed, varying(&[1]), false),
    ] {
        assert_eq!(offered(asked, &answer), expected, "{answer:?}");
    }
}

// Proves S-36.
#[tokio::test(start_paused = true)]
async fn one_server_has_its_own_share_of_what_waits() {
    let gate = gate();
    let many: Vec<_> = (0..limits::WAITING_PER_SERVER)
        .map(|_| gate.ask(ask_of("a", "c")).unwrap())
        .collect();
    assert_eq!(gate.ask(ask_of("a", "c")).err().unwrap().code, Code::ConsentBusy);
    let other = gate.ask(ask_of("b", "c")).unwrap();
    let waiting = ["a", "b", "c"].map(|server| gate.waiting_for(server));
    assert_eq!(waiting, [many.len(), 1, 0]);
    drop(other);
    assert_eq!(gate.waiting_for("b"), 0);
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_server_that_keeps_asking_for_folders_is_not_heard_for_a_while() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        let waiting = gate.ask(folders_of("a")).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, Answer::Deny {})).unwrap();
    }
    assert_eq!(
        gate.ask(folders_of("a")).err().unwrap().code,
        Code::ConsentEmbargo
    );
    assert!(gate.ask(form_of("a", name_form())).is_ok(), "another kind");
}

// Proves S-91.
#[tokio::test(start_paused = true)]
async fn an_answer_is_kept_when_whoever_asked_says_so() {
    let gate = gate();
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &waiting.request).await;
    let receipt = gate
        .answer(&reply(&waiting.request, Answer::AllowOnce {}))
        .unwrap();
    let decision = waiting.decided().await.unwrap();
    let mut kept = std::pin::pin!(receipt.kept());
    assert!(futures::poll!(&mut kept).is_pending(), "not yet on the disk");
    decision.answered.is_kept();
    assert!(futures::poll!(&mut kept).is_ready());
}

// Proves S-39.
#[tokio::test(start_paused = true)]
async fn what_was_taken_back_says_so_and_is_told_once() {
    let clock = Arc::new(ManualClock::at(1_000));
    let gate = Gate::new(Arc::clone(&clock) as Arc<dyn Clock>);
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    assert!(waiting.give_way());
    let error = waiting.decided().await.unwrap_err();
    assert_eq!(error.sentence, "The request was withdrawn.");
    let late = gate.ask(ask_of("a", "c")).unwrap();
    clock.advance(u64::try_from(limits::WAITING_FOR.as_millis()).unwrap());
    let mut changes = gate.changes();
    gate.expire_overdue();
    assert!(changes.has_changed().unwrap());
    changes.mark_unchanged();
    gate.expire_overdue();
    assert!(!changes.has_changed().unwrap(), "nothing else ran out");
    drop(late);
}

// Proves S-05, S-27.
#[tokio::test(start_paused = true)]
async fn an_edit_that_does_not_show_what_it_proposes_changes_nothing() {
    let gate = gate();
    let sly = Ask {
        edit: Some(Arc::new(|_, asked| {
            let proposal = about(call("a", "delete", json!({})));
            Ok(Edited { proposal, asked })
        })),
        ..ask_of("a", "c")
    };
    let mut waiting = gate.ask(sly).unwrap();
    let request = waiting.request.clone();
    let error = gate.amend(&request.id, &request.nonce, "{}").await.unwrap_err();
    assert_eq!(error.code, Code::Internal);
    read(&gate, &request).await;
    gate.answer(&reply(&request, Answer::AllowOnce {})).unwrap();
    let permit = waiting.decided().await.unwrap().permit.unwrap();
    assert_eq!(permit.spend().call.spend(), call("a", "add", json!({})));
}

/// Calls of one tool by one asker, each with arguments of its own.
fn calls_of(conversation: &str, tool_name: &str, count: usize) -> Vec<Ask<CallQuestion>> {
    (0..count)
        .map(|n| {
            let call = call("a", tool_name, json!({"n": n}));
            Ask {
                asked_by: ask_of("a", conversation).asked_by,
                edit: Some(Arc::new(super::edited)),
                ..ask("a", tool(&call), about(call))
            }
        })
        .collect()
}

async fn read_all(gate: &Gate, requests: &[&Request]) {
    for request in requests {
        gate.attend(&request.id, &request.nonce).unwrap();
    }
    tokio::time::advance(limits::GUARD).await;
}

fn replies(requests: &[&Request], answer: &Answer) -> Vec<GateReply> {
    requests
        .iter()
        .map(|request| reply(request, answer.clone()))
        .collect()
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn calls_that_were_shown_together_are_answered_together_each_as_it_was_shown() {
    let gate = gate();
    let mut all: Vec<_> = calls_of("c", "add", 3)
        .into_iter()
        .map(|ask| gate.ask(ask).unwrap())
        .collect();
    let shown: Vec<Request> = all.iter().map(|it| it.request.clone()).collect();
    let shown: Vec<&Request> = shown.iter().collect();
    let ids: Vec<_> = shown.iter().map(|it| it.id.clone()).collect();
    assert_eq!(gate.alike(&ids[0]), ids);
    assert_eq!(
        gate.alike(&ids[1])[0],
        ids[1],
        "the one in front is the first of them"
    );
    read_all(&gate, &shown).await;
    gate.answer_together(&replies(&shown, &Answer::AllowOnce {}))
        .unwrap();
    for (n, waiting) in all.iter_mut().enumerate() {
        let decided = waiting.decided().await.unwrap();
        let permit = decided.permit.unwrap().spend();
        assert_eq!(*permit.call.effect().arguments, json!({"n": n}));
    }
    assert!(gate.waiting().is_empty());
    assert_eq!(gate.ended(&ids[0]), None, "it was answered");
}

// Proves S-27, S-39.
#[tokio::test(start_paused = true)]
async fn calls_are_answered_together_or_none_of_them_is() {
    let gate = gate();
    let mut all: Vec<_> = calls_of("c", "add", 3)
        .into_iter()
        .map(|ask| gate.ask(ask).unwrap())
        .collect();
    let shown: Vec<Request> = all.iter().map(|it| it.request.clone()).collect();
    let [one, two, three] = [&shown[0], &shown[1], &shown[2]];
    let yes = Answer::AllowOnce {};
    let refused = |replies: &[GateReply]| {
        let error = gate.answer_together(replies).unwrap_err();
        assert_eq!(gate.waiting().len(), shown.len(), "nothing was decided");
        error.code
    };
    read_all(&gate, &[one, two]).await;
    assert_eq!(
        refused(&replies(&[one, two, three], &yes)),
        Code::ConsentTooSoon,
        "one was never shown"
    );
    read_all(&gate, &[one, two, three]).await;
    for wrong in [
        GateReply {
            nonce: ids::random(),
            ..reply(three, yes.clone())
        },
        GateReply {
            nonce: two.nonce.clone(),
            ..reply(three, yes.clone())
        },
        GateReply {
            digest: one.digest.clone(),
            ..reply(three, yes.clone())
        },
    ] {
        assert_eq!(
            refused(&[reply(one, yes.clone()), reply(two, yes.clone()), wrong]),
            Code::ConsentStale
        );
    }
    for other in [
        replies(&[one], &yes),
        replies(&[one, one], &yes),
        vec![],
        vec![reply(one, yes.clone()), reply(two, Answer::Deny {})],
        replies(&[one, two], &Answer::DenyAllFromServer {}),
    ] {
        assert_eq!(refused(&other), Code::BadInput, "{other:?}");
    }
    // One is withdrawn: the others are not answered without it.
    drop(all.pop());
    let error = gate
        .answer_together(&replies(&[one, two, three], &yes))
        .unwrap_err();
    assert_eq!(error.code, Code::ConsentStale);
    assert_eq!(gate.waiting().len(), 2);
    assert_eq!(gate.ended(&three.id).unwrap().ended.why, EndedBy::Withdrawn);
    gate.answer_together(&replies(&[one, two], &Answer::Deny {}))
        .unwrap();
}

// Proves S-27, S-78.
#[tokio::test(start_paused = true)]
async fn only_calls_that_ask_the_same_are_answered_together() {
    let gate = gate();
    let first = gate.ask(calls_of("c", "add", 1).remove(0)).unwrap();
    let edited = gate.ask(calls_of("c", "add", 1).remove(0)).unwrap();
    let id = first.request.id.clone();
    assert_eq!(gate.alike(&id).len(), 2);
    let edited_request = gate
        .amend(&edited.request.id, &edited.request.nonce, "{}")
        .await
        .unwrap();
    let changed = |change: fn(&mut Ask<CallQuestion>)| {
        let mut ask = calls_of("c", "add", 1).remove(0);
        change(&mut ask);
        gate.ask(ask).unwrap()
    };
    let others = [
        gate.ask(calls_of("another", "add", 1).remove(0)).unwrap(),
        gate.ask(calls_of("c", "other", 1).remove(0)).unwrap(),
        changed(|ask| {
            if let Asked::Tool { definition, .. } = &mut ask.asked {
                *definition = portcullis_domain::DefinitionState::Changed { since: 1 };
            }
        }),
        changed(|ask| {
            if let Asked::Tool { flow, .. } = &mut ask.asked {
                *flow = Some(FlowMeeting {
                    sentence: String::new(),
                    sources: vec![],
                    remedy: String::new(),
                    once: true,
                });
            }
        }),
        changed(|ask| ask.asked_by = AskedBy::Person {}),
    ];
    assert_eq!(gate.alike(&id), std::slice::from_ref(&id));
    for other in others.iter().map(|it| &it.request).chain([&edited_request]) {
        read_all(&gate, &[&first.request, other]).await;
        let yes = replies(&[&first.request, other], &Answer::AllowOnce {});
        assert_eq!(
            gate.answer_together(&yes).unwrap_err().code,
            Code::BadInput,
            "{other:?}"
        );
        let yes = replies(&[other, &first.request], &Answer::AllowOnce {});
        assert_eq!(
            gate.answer_together(&yes).unwrap_err().code,
            Code::BadInput,
            "{other:?} first"
        );
    }
    for alone in [&edited_request.id, &others[3].request.id] {
        assert_eq!(gate.alike(alone), Vec::<String>::new(), "it is read alone");
    }
    let many: Vec<_> = calls_of("c", "add", 9)
        .into_iter()
        .map(|ask| gate.ask(ask).unwrap())
        .collect();
    assert_eq!(gate.alike(&id).len(), limits::TOGETHER);
    drop(many);
}

// Proves S-39.
#[tokio::test(start_paused = true)]
async fn how_a_request_ended_is_known_where_it_could_be_read() {
    let clock = Arc::new(ManualClock::at(1_000));
    let gate = Gate::new(Arc::clone(&clock) as Arc<dyn Clock>);
    let why = |request: &Request| gate.ended(&request.id).map(|it| it.ended);
    let end = |why, at| Some(EndedRequest { why, at });
    let unseen = gate.ask(ask_of("a", "c")).unwrap();
    let request = unseen.request.clone();
    drop(unseen);
    assert_eq!(why(&request), None, "nobody saw it");
    let hurried = gate.ask(ask_of("a", "c")).unwrap();
    let request = hurried.request.clone();
    gate.attend(&request.id, &request.nonce).unwrap();
    drop(hurried);
    assert_eq!(why(&request), None, "nobody can have read it");
    let withdrawn = gate.ask(ask_of("a", "c")).unwrap();
    let request = withdrawn.request.clone();
    read(&gate, &request).await;
    gate.attend(&request.id, &request.nonce).unwrap();
    drop(withdrawn);
    assert_eq!(
        why(&request),
        end(EndedBy::Withdrawn, 1_000),
        "a second look does not undo the first"
    );
    let permitted = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &permitted.request).await;
    assert!(permitted.give_way());
    assert_eq!(why(&permitted.request), end(EndedBy::Permitted, 1_000));
    let again = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &again.request).await;
    assert!(again.is_asked_again(true));
    assert_eq!(why(&again.request), end(EndedBy::AskedAgain, 1_000));
    let mut expired = gate.ask(ask_of("a", "c")).unwrap();
    read(&gate, &expired.request).await;
    _ = expired.decided().await.unwrap_err();
    assert_eq!(why(&expired.request), end(EndedBy::Expired, 1_000));
    let overdue = gate.ask(ask_of("b", "c")).unwrap();
    read(&gate, &overdue.request).await;
    clock.advance(u64::try_from(limits::WAITING_FOR.as_millis()).unwrap());
    gate.expire_overdue();
    assert_eq!(why(&overdue.request).unwrap().why, EndedBy::Expired);
    // Only the last are known.
    for _ in 0..limits::ENDED_KEPT {
        let one = gate.ask(ask_of("z", "c")).unwrap();
        read(&gate, &one.request).await;
    }
    assert_eq!(why(&overdue.request), None);
}
