//! An answer is for what was shown: the digest, changed arguments, and rules that became stricter.

use super::{about, ask_of, call, gate, read, reply, tool};
use crate::consent::gate::digest;
use crate::consent::{Ask, Edited};
use crate::policy::{Condition, GrantScopeOffer, SymlinkState};
use portcullis_core::{Code, Error};
use portcullis_domain::{Answer, Asked, Foreign, Request, Scope};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

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
    let refused = gate.answer(&reply(&amended, Answer::AllowOnce {})).unwrap_err();
    assert_eq!(refused.code, Code::ConsentTooSoon);
    read(&gate, &amended).await;
    let hour = Answer::Allow { scope: Scope::Hour };
    let refused = gate.answer(&reply(&amended, hour)).unwrap_err();
    assert_eq!(refused.code, Code::BadInput, "edits count once");
    gate.answer(&reply(&amended, Answer::AllowOnce {})).unwrap();
    let decision = waiting.decided().await.unwrap();
    let sent = decision.permit.unwrap().spend().call.spend();
    assert_eq!(*sent.arguments, json!({"a": 1}));
    assert_eq!(decision.answered.digest(), amended.digest);
    assert!(decision.answered.is_edited());
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

/// Every way to change one value of something that is shown.
pub(super) fn changes(shown: &Value) -> Vec<Value> {
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
        "arguments": [{"name": text("a"), "value": text("1"), "bytes": 1, "changed": false,
            "warnings": [{"code": "w", "sentence": "s", "severity": "high"}],
            "files": [{"path": text("/a"), "kind": "file", "bytes": 1, "changed_at": 2}]}],
        "arguments_json": "{\"a\": 1}", "left_out": [text("b")], "schema": "{}",
        "why": text("because"), "claims": ["read_only"], "definition": {"kind": "known", "since": 1},
        "description": text("Adds."), "described": [{"name": text("a"), "description": text("The first.")}],
        "notes": [{"code": "n", "severity": "low", "sentence": "n", "quote": null}], "scopes": [{"scope": "hour", "sentence": "s"}],
        "narrowings": [{"argument": text("a"), "test": "is", "value": text("1"), "links": null}],
        "declared": [text("a")], "no_always": null, "flow": null,
    });
    let start = json!({
        "kind": "launch", "changes": null, "because": null,
        "rows": [{"field": "Program", "values": [value("/bin/a")], "before": [value("/bin/b")], "usual": false}],
        "inherited": [text("PATH")], "built_in": null, "warnings": [{"code": "w", "sentence": "s", "severity": "low"}], "refusals": [],
        "carried": [{"kind": "permission", "sentence": "s"}], "pinnable": false,
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
