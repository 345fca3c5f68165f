//! Calls that are answered together.

use super::{about, ask, ask_of, call, folders_of, gate, reply, tool};
use crate::consent::{Ask, CallQuestion, Gate};
use crate::limits;
use portcullis_core::{Code, ids, text};
use portcullis_domain::{
    Answer, Asked, AskedBy, Claim, DescribedArgument, EndedBy, FlowMeeting, GateReply, Request,
};
use serde_json::json;
use std::sync::Arc;

/// Calls of one tool by one asker, each with arguments of its own.
pub(super) fn calls_of(conversation: &str, tool_name: &str, count: usize) -> Vec<Ask<CallQuestion>> {
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

pub(super) async fn read_all(gate: &Gate, requests: &[&Request]) {
    for request in requests {
        gate.attend(&request.id, &request.nonce).unwrap();
    }
    tokio::time::advance(limits::GUARD).await;
}

pub(super) fn replies(requests: &[&Request], answer: &Answer) -> Vec<GateReply> {
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

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn calls_are_answered_together_by_what_they_ask_and_not_by_what_waits_beside_them() {
    let gate = gate();
    let _folders = gate.ask(folders_of("b")).unwrap();
    let alike: Vec<_> = calls_of("c", "add", 2)
        .into_iter()
        .map(|ask| gate.ask(ask).unwrap())
        .collect();
    let other = gate.ask(calls_of("another", "add", 1).remove(0)).unwrap();
    let [one, two, other] = [&alike[0].request, &alike[1].request, &other.request];
    read_all(&gate, &[one, two, other]).await;
    let yes = Answer::AllowOnce {};
    let refused = gate.answer_together(&replies(&[one, other], &yes)).unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
    gate.answer_together(&replies(&[one, two], &yes)).unwrap();
    assert_eq!(gate.waiting().len(), 2);
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
        changed(|ask| ask.question = "May it?".to_owned()),
        changed(|ask| ask.server.label = "b".to_owned()),
        // Of these one is shown for all.
        changed(|ask| {
            if let Asked::Tool { title, .. } = &mut ask.asked {
                *title = Some(text::escape_line("Add"));
            }
        }),
        changed(|ask| {
            if let Asked::Tool { claims, .. } = &mut ask.asked {
                claims.push(Claim::Destructive);
            }
        }),
        changed(|ask| {
            if let Asked::Tool { description, .. } = &mut ask.asked {
                *description = text::escape_line("Adds.");
            }
        }),
        changed(|ask| {
            if let Asked::Tool { described, .. } = &mut ask.asked {
                described.push(DescribedArgument {
                    name: text::escape_line("n"),
                    description: text::escape_line("A number."),
                });
            }
        }),
    ];
    assert_eq!(gate.alike(&id), std::slice::from_ref(&id));
    for other in others.iter().map(|it| &it.request).chain([&edited_request]) {
        read_all(&gate, &[&first.request, other]).await;
        let yes = replies(&[&first.request, other], &Answer::AllowOnce {});
        let refused = gate.answer_together(&yes).unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{other:?}");
        let yes = replies(&[other, &first.request], &Answer::AllowOnce {});
        let refused = gate.answer_together(&yes).unwrap_err();
        assert_eq!(refused.code, Code::BadInput, "{other:?} first");
    }
    for alone in [&edited_request.id, &others[3].request.id] {
        assert_eq!(gate.alike(alone), Vec::<String>::new(), "it is read alone");
    }
    drop(others);
    let many: Vec<_> = calls_of("c", "add", 9)
        .into_iter()
        .map(|ask| gate.ask(ask).unwrap())
        .collect();
    assert_eq!(gate.alike(&id).len(), limits::TOGETHER);
    drop(many);
}
