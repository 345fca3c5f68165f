//! What counts as a denial, and who is not heard for a while after too many.

use super::{ask, ask_of, folders_of, form_of, gate, name_form, read, reply};
use crate::consent::{Ask, Gate, Proposal, ProposedDefinition};
use crate::limits;
use portcullis_core::clock::{Clock, ManualClock};
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Result};
use portcullis_domain::{Answer, Asked, AskedBy, Foreign};
use std::sync::Arc;

async fn denied<T: Proposal>(gate: &Gate, ask: Ask<T>) {
    let waiting = gate.ask(ask).unwrap();
    read(gate, &waiting.request).await;
    gate.answer(&reply(&waiting.request, Answer::Deny {})).unwrap();
}

fn embargoed<T>(asked: Result<T>) -> bool {
    asked.is_err_and(|error| error.code == Code::ConsentEmbargo)
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn responses_that_are_denied_count_like_the_requests_for_them_and_a_press_is_heard() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        denied(&gate, super::reasons::a_model_response()).await;
    }
    assert!(embargoed(gate.ask(super::reasons::a_model_request())));
    let pressed_for = Ask {
        pressed_for: true,
        ..super::reasons::a_model_request()
    };
    assert!(gate.ask(pressed_for).is_ok());
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn three_denials_end_the_asking_until_the_person_speaks() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        denied(&gate, ask_of("a", "c")).await;
    }
    assert!(embargoed(gate.ask(ask_of("a", "c"))));
    assert!(gate.ask(ask_of("b", "c")).is_ok(), "another server");
    assert!(gate.ask(ask_of("a", "d")).is_ok(), "another conversation");
    gate.reset_denials("d");
    assert!(
        embargoed(gate.ask(ask_of("a", "c"))),
        "it was said in another conversation"
    );
    gate.reset_denials("c");
    assert!(gate.ask(ask_of("a", "c")).is_ok());
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn calls_are_asked_about_again_after_a_while() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        denied(&gate, ask_of("a", "c")).await;
    }
    assert!(embargoed(gate.ask(ask_of("a", "c"))));
    tokio::time::advance(limits::EMBARGO_WINDOW).await;
    assert!(gate.ask(ask_of("a", "c")).is_ok());
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
async fn a_main_page_that_was_taken_over_cannot_repeat_requests_without_end() {
    for asked_by in [AskedBy::Person {}, AskedBy::MainPage {}] {
        let gate = gate();
        // Under another name each time, and it says that each was pressed for.
        let own = |number: usize| Ask {
            pressed_for: true,
            asked_by: asked_by.clone(),
            ..ask_of(&format!("server {number}"), "c")
        };
        for number in 0..limits::OWN_EMBARGO_AFTER {
            denied(&gate, own(number)).await;
        }
        assert!(embargoed(gate.ask(own(99))));
        assert!(
            gate.ask(ask_of("server 1", "c")).is_ok(),
            "a server is another one"
        );
        tokio::time::advance(limits::OWN_EMBARGO_WINDOW * 2).await;
        // A user who stops everything was not worn down.
        let waiting: Vec<_> = (0..limits::OWN_EMBARGO_AFTER)
            .map(|number| gate.ask(own(number)).unwrap())
            .collect();
        gate.deny_all();
        drop(waiting);
        assert!(gate.ask(own(0)).is_ok());
    }
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_server_that_changes_its_tools_does_not_wear_the_user_down() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        denied(&gate, changed_of("a")).await;
    }
    assert!(embargoed(gate.ask(changed_of("a"))));
    let pressed_for = Ask {
        pressed_for: true,
        ..changed_of("a")
    };
    assert!(gate.ask(pressed_for).is_ok(), "the person asks for it");
    assert!(gate.ask(ask_of("a", "c")).is_ok(), "a call is another kind");
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_main_page_cannot_repeat_the_question_about_a_changed_tool_without_end() {
    let gate = gate();
    let own = || Ask {
        pressed_for: true,
        asked_by: AskedBy::Person {},
        ..changed_of("a")
    };
    for _ in 0..limits::OWN_EMBARGO_AFTER {
        denied(&gate, own()).await;
    }
    assert!(embargoed(gate.ask(own())));
    assert!(gate.ask(changed_of("a")).is_ok(), "the server is another one");
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn an_unanswered_request_counts_as_a_no() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
        assert_eq!(waiting.decided().await.unwrap_err().code, Code::ConsentExpired);
    }
    assert!(embargoed(gate.ask(ask_of("a", "c"))));
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
    assert!(embargoed(gate.ask(ask_of("a", "c"))));
    assert!(gate.ask(ask_of("b", "c")).is_ok(), "another server");
    // So does stopping everything.
    let waiting: Vec<_> = (0..limits::EMBARGO_AFTER)
        .map(|_| gate.ask(ask_of("d", "c")).unwrap())
        .collect();
    gate.deny_all();
    assert!(embargoed(gate.ask(ask_of("d", "c"))));
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
    assert!(embargoed(gate.ask(ask_of("a", "c"))));
    drop(waiting);
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
    gate.reset_denials("c");
    assert!(
        gate.ask(form_of("a", name_form())).is_err(),
        "words to a model are no word to it"
    );
    tokio::time::advance(limits::EMBARGO_WINDOW).await;
    assert!(gate.ask(form_of("a", name_form())).is_ok());
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_server_that_keeps_asking_for_folders_is_not_heard_for_a_while() {
    let gate = gate();
    for _ in 0..limits::EMBARGO_AFTER {
        denied(&gate, folders_of("a")).await;
    }
    assert!(embargoed(gate.ask(folders_of("a"))));
    assert!(gate.ask(form_of("a", name_form())).is_ok(), "another kind");
}
