//! The queue and the guard: what waits, what is answered, how it ends.

use super::forms::submit;
use super::together::{calls_of, read_all, replies};
use super::{ask, ask_of, folders_of, form_of, gate, name_form, read, reply};
use crate::consent::answers::offered;
use crate::consent::{Ask, Gate, ProposedLink};
use crate::limits;
use portcullis_core::clock::{Clock, ManualClock};
use portcullis_core::{Code, ids};
use portcullis_domain::{Answer, Asked, EndedBy, EndedRequest, Foreign, GateReply, Request, Scope};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

// Proves S-33.
#[tokio::test(start_paused = true)]
async fn nothing_is_answered_before_it_could_be_read() {
    let gate = gate();
    let waiting = gate.ask(ask_of("a", "c")).unwrap();
    let yes = reply(&waiting.request, Answer::AllowOnce {});
    let refused = gate.answer(&yes).unwrap_err();
    assert_eq!(refused.code, Code::ConsentTooSoon, "never shown");
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

#[tokio::test(start_paused = true)]
async fn a_request_that_was_put_to_nobody_is_denied_and_not_by_a_person() {
    let gate = gate();
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    let id = waiting.request.id.clone();
    let stale = gate.deny_unasked(&id, &ids::random()).unwrap_err();
    assert_eq!(stale.code, Code::ConsentStale);
    let nonce = waiting.request.nonce.clone();
    let _receipt = gate.deny_unasked(&id, &nonce).unwrap();
    let error = waiting.decided().await.unwrap().permit.unwrap_err();
    assert_eq!(error.code, Code::ConsentNobody);
    assert!(
        error
            .sentence
            .starts_with("Portcullis denied the request without asking"),
        "{error:?}"
    );
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
    let refused = gate.answer(&yes).unwrap_err();
    assert_eq!(refused.code, Code::ConsentStale, "a replay");
    assert_eq!(
        waiting.decided().await.unwrap().answered.answer(),
        &Answer::AllowOnce {}
    );
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
        let refused = gate.answer(&reply(&waiting.request, answer)).unwrap_err();
        assert_eq!(refused.code, Code::BadInput);
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

// Proves S-39.
#[tokio::test(start_paused = true)]
async fn a_request_goes_with_its_caller() {
    let gate = gate();
    let waiting = gate.ask(ask_of("a", "c")).unwrap();
    let request = waiting.request.clone();
    read(&gate, &request).await;
    drop(waiting);
    assert!(gate.waiting().is_empty());
    let refused = gate.answer(&reply(&request, Answer::AllowOnce {})).unwrap_err();
    assert_eq!(refused.code, Code::ConsentStale);
}

// Proves F-25, UIC-05.
#[tokio::test(start_paused = true)]
async fn no_answer_means_no() {
    let gate = gate();
    let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
    assert_eq!(waiting.decided().await.unwrap_err().code, Code::ConsentExpired);
    assert!(gate.waiting().is_empty());
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
    let refused = gate
        .answer(&reply(&call.request, Answer::Decline {}))
        .unwrap_err();
    assert_eq!(refused.code, Code::BadInput, "it would not be reported");
    for (request, answer) in all.into_iter().zip(answers) {
        read(&gate, request).await;
        gate.answer(&reply(request, answer)).unwrap();
    }
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
        let refusals = vec![json!({"code": "w", "sentence": "s", "severity": "medium"}); refusals];
        asked(json!({
            "kind": "launch", "changes": null, "because": null, "rows": [], "inherited": [], "built_in": null, "warnings": [], "refusals": refusals,
            "carried": carried, "pinnable": false,
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

// Proves S-91.
#[tokio::test(start_paused = true)]
async fn an_answer_is_kept_when_its_caller_says_so() {
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
    assert_eq!(why(&request), None, "it was not shown");
    let hurried = gate.ask(ask_of("a", "c")).unwrap();
    let request = hurried.request.clone();
    gate.attend(&request.id, &request.nonce).unwrap();
    drop(hurried);
    assert_eq!(why(&request), None, "it cannot have been read");
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
