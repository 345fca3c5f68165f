//! What waits, what is taken back, and what is known of it afterwards.

use super::permits::{definition, sampling, sign_in, signs_in};
use super::{about, ask, call, gate, read, tool};
use super::{ask_of, folders_of, form_of, name_form, reply};
use crate::consent::gate::digest;
use crate::consent::{Proposal as _, ProposedSampling};
use crate::limits;
use portcullis_core::Code;
use portcullis_domain::{Answer, Asked, AskedKind, EndedBy, Filled};
use portcullis_l10n::say;
use serde_json::json;

// Proves S-36.
#[tokio::test(start_paused = true)]
async fn what_waits_is_named_by_id_and_nonce_in_the_order_in_which_it_is_shown() {
    let gate = gate();
    let waiting = [
        gate.ask(ask_of("a", "c")).unwrap(),
        gate.ask(ask_of("a", "c")).unwrap(),
        gate.ask(ask_of("b", "c")).unwrap(),
    ];
    let named = |at: usize| (waiting[at].request.id.clone(), waiting[at].request.nonce.clone());
    // Servers take turns.
    assert_eq!(gate.waiting_ids(), [named(0), named(2), named(1)]);
}

// Proves F-26.
#[tokio::test(start_paused = true)]
async fn what_is_filled_into_a_form_is_kept_while_it_waits() {
    let gate = gate();
    let form = gate.ask(form_of("a", name_form())).unwrap();
    let (id, nonce) = (form.request.id.as_str(), form.request.nonce.as_str());
    assert_eq!(gate.filled_form(id, nonce).unwrap(), None);
    let filled = Filled(json!({"name": "Ada"}));
    gate.check_form(id, nonce, &filled).unwrap();
    assert_eq!(gate.filled_form(id, nonce).unwrap(), Some(filled));
    let call = gate.ask(ask_of("a", "c")).unwrap();
    let refused = gate.filled_form(&call.request.id, &call.request.nonce);
    assert_eq!(refused.unwrap_err().code, Code::BadInput);
}

// Proves S-72.
#[tokio::test(start_paused = true)]
async fn folders_that_changed_are_asked_about_again_and_nothing_else_is_taken_back() {
    let gate = gate();
    let other_kind = gate.ask(ask_of("a", "c")).unwrap();
    let other_server = gate.ask(folders_of("b")).unwrap();
    let folders = gate.ask(folders_of("a")).unwrap();
    let mut changes = gate.changes();
    changes.mark_unchanged();
    gate.replace("c", AskedKind::Roots);
    assert!(!changes.has_changed().unwrap(), "nothing of this server waits");
    gate.replace("a", AskedKind::Roots);
    assert!(changes.has_changed().unwrap());
    let left: Vec<_> = gate.waiting().into_iter().map(|request| request.id).collect();
    assert_eq!(
        left,
        [other_kind.request.id.clone(), other_server.request.id.clone()]
    );
    drop(folders);
}

// Proves S-39.
#[tokio::test(start_paused = true)]
async fn the_last_requests_that_ended_while_they_were_read_are_known_and_no_more() {
    let gate = gate();
    let mut ended = Vec::new();
    for _ in 0..=limits::ENDED_KEPT {
        let one = gate.ask(ask_of("a", "c")).unwrap();
        read(&gate, &one.request).await;
        ended.push(one.request.id.clone());
    }
    let known = ended.iter().filter(|id| gate.ended(id).is_some());
    assert_eq!(known.count(), limits::ENDED_KEPT);
    assert!(gate.ended(&ended[0]).is_none(), "the oldest goes first");
}

// Proves S-39.
#[tokio::test(start_paused = true)]
async fn a_question_that_the_person_edited_is_asked_again_only_more_strictly() {
    let gate = gate();
    let plain = gate.ask(ask_of("a", "c")).unwrap();
    assert!(plain.is_asked_again(false));
    assert_eq!(gate.waiting().len(), 0);
    let edited = gate.ask(ask_of("a", "c")).unwrap();
    let (id, nonce) = (edited.request.id.clone(), edited.request.nonce.clone());
    let shown = gate.amend(&id, &nonce, r#"{"n": 1}"#).await.unwrap();
    assert!(!edited.is_asked_again(false));
    assert_eq!(gate.waiting().len(), 1, "what they wrote still waits");
    read(&gate, &shown).await;
    assert!(edited.is_asked_again(true));
    assert_eq!(gate.waiting().len(), 0);
    assert_eq!(gate.ended(&id).unwrap().ended.why, EndedBy::AskedAgain);
    // Gone already: what is stricter is asked all the same.
    assert!(edited.is_asked_again(true) && !edited.is_asked_again(false));
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn calls_are_not_answered_together_with_different_answers() {
    let gate = gate();
    let asks = [
        gate.ask(ask_of("a", "c")).unwrap(),
        gate.ask(ask_of("a", "c")).unwrap(),
    ];
    let [one, other] = &asks;
    read(&gate, &one.request).await;
    read(&gate, &other.request).await;
    let mixed = [
        reply(&one.request, Answer::AllowOnce {}),
        reply(&other.request, Answer::Deny {}),
    ];
    assert!(gate.answer_together(&mixed).is_err());
    assert_eq!(gate.waiting().len(), 2);
    let same = asks
        .iter()
        .map(|asked| reply(&asked.request, Answer::Deny {}))
        .collect::<Vec<_>>();
    gate.answer_together(&same).unwrap();
    assert_eq!(gate.waiting().len(), 0);
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn the_digest_is_over_what_is_proposed_as_well_as_over_what_is_shown() {
    let gate = gate();
    let proposed = call("a", "add", json!({"n": 1}));
    let waiting = gate
        .ask(ask("a", tool(&proposed), about(proposed.clone())))
        .unwrap();
    let covers = about(proposed).covers();
    assert!(covers.is_object(), "{covers}");
    assert_eq!(waiting.request.digest, digest(&waiting.request, &covers));
}

#[tokio::test(start_paused = true)]
async fn a_question_says_how_far_a_yes_goes() {
    let gate = gate();
    let proposed = call("a", "add", json!({}));
    let with_more = gate
        .ask(ask("a", tool(&proposed), about(proposed.clone())))
        .unwrap();
    assert_eq!(with_more.request.covers, say!("covers-tool-more"));
    let mut asked = tool(&proposed);
    if let Asked::Tool { scopes, .. } = &mut asked {
        scopes.clear();
    }
    assert_eq!(about(proposed).reach(&asked), say!("covers-tool"));
    let (mut asked, changed) = definition();
    assert_eq!(changed.reach(&asked), say!("covers-changed"));
    if let Asked::Changed { on_hold, .. } = &mut asked {
        *on_hold = 1;
    }
    assert_eq!(changed.reach(&asked), say!("covers-changed-held"));
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn an_answer_says_whether_it_was_edited_and_whether_the_description_was_open() {
    for reviewed in [true, false] {
        for edited in [true, false] {
            let gate = gate();
            let mut waiting = gate.ask(ask_of("a", "c")).unwrap();
            let mut request = waiting.request.clone();
            if edited {
                request = gate
                    .amend(&request.id, &request.nonce, r#"{"n": 1}"#)
                    .await
                    .unwrap();
            }
            read(&gate, &request).await;
            let mut yes = reply(&request, Answer::AllowOnce {});
            yes.reviewed = reviewed;
            gate.answer(&yes).unwrap();
            let answered = waiting.decided().await.unwrap().answered;
            assert_eq!((answered.is_edited(), answered.is_reviewed()), (edited, reviewed));
        }
    }
}

// Proves AUT-03.
#[tokio::test(start_paused = true)]
async fn only_an_authorization_server_that_was_shown_can_be_chosen() {
    let shown = [("https://a", "https://a/page")];
    let gate = gate();
    let waiting = gate.ask(ask("mail", sign_in(&shown), signs_in(&shown))).unwrap();
    read(&gate, &waiting.request).await;
    let chosen = |issuer: &str| {
        let issuer = issuer.to_owned();
        reply(&waiting.request, Answer::SignIn { issuer })
    };
    let refused = gate.answer(&chosen("https://evil")).unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
    gate.answer(&chosen("https://a")).unwrap();
}

// Proves S-37.
#[tokio::test(start_paused = true)]
async fn a_server_that_asks_for_a_model_repeatedly_does_not_wear_the_user_down() {
    let gate = gate();
    let asks = || {
        let proposal = ProposedSampling::new("a", json!({"messages": ["hi"]}), "hi".to_owned());
        ask("a", sampling("hi"), proposal)
    };
    for _ in 0..limits::EMBARGO_AFTER {
        let waiting = gate.ask(asks()).unwrap();
        read(&gate, &waiting.request).await;
        gate.answer(&reply(&waiting.request, Answer::Deny {})).unwrap();
    }
    assert_eq!(gate.ask(asks()).err().unwrap().code, Code::ConsentEmbargo);
}
