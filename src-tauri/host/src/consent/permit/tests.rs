//! A permit is made for what was answered, and for nothing that only looks like it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use super::*;
use crate::catalog::forms;
use crate::catalog::links::Link;
use crate::clock::ManualClock;
use crate::consent::{Ask, Edited, Gate};
use crate::limits;
use crate::view::{
    AskedBy, DefinitionState, Filled, FlowClass, Foreign, Reply, RootRow, Scope, ScopeOffer, ServerRef,
    Whereabouts,
};
use serde_json::json;
use std::sync::Arc;

fn call(arguments: Value) -> ProposedCall {
    ProposedCall {
        server: ServerId::from("mail"),
        tool: "send".to_owned(),
        arguments,
        definition: "d".to_owned(),
    }
}

fn ask(server: &str, asked: Asked) -> Ask {
    Ask {
        server: ServerRef {
            id: server.to_owned(),
            label: server.to_owned(),
            whereabouts: Whereabouts::Local,
            origin: "program".to_owned(),
        },
        asked_by: AskedBy::Server {},
        question: "May it?".to_owned(),
        asked,
        edit: Some(Arc::new(|text| {
            let arguments: Value = serde_json::from_str(text).map_err(Error::internal)?;
            Ok(Edited {
                rows: vec![],
                text: as_shown(&arguments),
                arguments,
                asked: None,
            })
        })),
        pressed_for: false,
    }
}

fn tool(name: &str, arguments: &Value) -> Asked {
    Asked::Tool {
        call: "call".to_owned(),
        tool: name.to_owned(),
        shown: Foreign::default(),
        title: None,
        arguments: vec![],
        arguments_json: as_shown(arguments),
        why: None,
        claims: vec![],
        definition: DefinitionState::Known { since: 1 },
        notes: vec![],
        scopes: vec![ScopeOffer {
            scope: Scope::Hour,
            sentence: "For an hour".to_owned(),
        }],
        narrowings: vec![],
        declared: vec![],
        no_always: None,
        flow: None,
    }
}

/// What the person answered, after they changed the arguments to `edited`.
async fn decides(ask: Ask, edited: Option<&Value>, answer: Answer) -> Decision {
    let gate = Gate::new(Arc::new(ManualClock::at(1)));
    let mut waiting = gate.ask(ask).unwrap();
    let mut request = waiting.request.clone();
    if let Some(edited) = edited {
        request = gate
            .amend(&request.id, &request.nonce, &edited.to_string())
            .await
            .unwrap();
    }
    gate.attend(&request.id, &request.nonce).unwrap();
    tokio::time::advance(limits::GUARD).await;
    let reply = Reply {
        request: request.id,
        nonce: request.nonce,
        digest: request.digest,
        answer,
    };
    gate.answer(&reply).unwrap();
    waiting.decided().await.unwrap()
}

fn code<T: std::fmt::Debug>(made: Result<T>) -> Code {
    made.unwrap_err().code
}

#[tokio::test(start_paused = true)]
async fn s27_s40_a_yes_to_one_call_makes_no_permit_for_another() {
    let arguments = json!({"to": "ada", "share": 0.1, "large": 9_007_199_254_740_993_u64});
    for answer in [Answer::AllowOnce {}, Answer::Allow { scope: Scope::Hour }] {
        let yes = decides(ask("mail", tool("send", &arguments)), None, answer).await;
        let permit = CallPermit::by_answer(call(arguments.clone()), &yes).unwrap();
        assert_eq!(permit.into_call(), call(arguments.clone()));
        for other in [
            call(json!({"to": "eve"})),
            call(json!({})),
            ProposedCall {
                server: ServerId::from("files"),
                ..call(arguments.clone())
            },
            ProposedCall {
                tool: "delete".to_owned(),
                ..call(arguments.clone())
            },
        ] {
            assert_eq!(
                code(CallPermit::by_answer(other.clone(), &yes)),
                Code::ConsentStale,
                "{other:?}"
            );
        }
    }
    let no = decides(ask("mail", tool("send", &arguments)), None, Answer::Deny {}).await;
    assert_eq!(
        code(CallPermit::by_answer(call(arguments), &no)),
        Code::ConsentDenied
    );
}

#[tokio::test(start_paused = true)]
async fn s27_changed_arguments_are_permitted_as_they_stood_on_the_screen() {
    let (before, after) = (json!({"to": "all"}), json!({"to": "ada"}));
    let yes = decides(
        ask("mail", tool("send", &before)),
        Some(&after),
        Answer::AllowOnce {},
    )
    .await;
    let permit = CallPermit::by_answer(call(before), &yes).unwrap();
    assert_eq!(permit.into_call().arguments, after);
    let elsewhere = ProposedCall {
        tool: "delete".to_owned(),
        ..call(after)
    };
    assert_eq!(code(CallPermit::by_answer(elsewhere, &yes)), Code::ConsentStale);
}

#[tokio::test(start_paused = true)]
async fn s40_a_yes_to_one_kind_of_question_is_none_to_another() {
    let setting = |server: &str| {
        ask(
            server,
            Asked::Setting {
                rows: vec![],
                notes: vec![],
                warnings: vec![],
            },
        )
    };
    let changed = decides(setting("mail"), None, Answer::AllowOnce {}).await;
    assert_eq!(
        code(CallPermit::by_answer(call(json!({})), &changed)),
        Code::ConsentStale
    );
    assert_eq!(
        code(SamplingPermit::by_answer(json!({}), &changed)),
        Code::ConsentStale
    );
    assert_eq!(
        code(HandOverPermit::by_answer(json!([]), &changed)),
        Code::ConsentStale
    );
    let class = |server: &str| ProposedClass {
        server: ServerId::from(server),
        tool: None,
        class: FlowClass::default(),
        before: FlowClass::default(),
        about: String::new(),
    };
    assert!(ClassPermit::by_answer(class("mail"), &changed).is_ok());
    assert_eq!(
        code(ClassPermit::by_answer(class("notes"), &changed)),
        Code::ConsentStale
    );
    let provider = || ProposedProvider {
        kind: crate::view::ProviderKind::Compatible,
        label: "Mine".to_owned(),
        address: url::Url::parse("https://api.example").unwrap(),
    };
    let permit = ProviderPermit::by_answer(provider(), &changed).unwrap();
    assert_eq!(permit.into_provider(), provider());
    let called = decides(ask("mail", tool("send", &json!({}))), None, Answer::AllowOnce {}).await;
    assert_eq!(
        code(ProviderPermit::by_answer(provider(), &called)),
        Code::ConsentStale
    );
    assert_eq!(
        code(ClassPermit::by_answer(class("mail"), &called)),
        Code::ConsentStale
    );
}

#[tokio::test(start_paused = true)]
async fn s81_s82_a_form_an_address_and_folders_are_those_that_were_shown() {
    let link = Link::read("https://example.com/a").unwrap();
    let asked = Asked::Link {
        message: Foreign::default(),
        url: link.shown(),
        parts: link.parts.clone(),
        warnings: vec![],
        cause: None,
    };
    let opens = decides(ask("mail", asked), None, Answer::Open {}).await;
    assert_eq!(
        OpenPermit::by_answer(&link, &opens).unwrap().into_url(),
        "https://example.com/a"
    );
    let other = Link::read("https://example.com/b").unwrap();
    assert_eq!(code(OpenPermit::by_answer(&other, &opens)), Code::ConsentStale);

    let form = |name: &str| {
        let schema = json!({"type": "object", "properties": { name: {"type": "string"} }});
        forms::read(&schema).unwrap().fields
    };
    let asked = Asked::Form {
        message: Foreign::default(),
        fields: form("name"),
        notes: vec![],
        refusals: vec![],
        cause: None,
    };
    let content = Filled(json!({"name": "Ada"}));
    let sends = decides(ask("mail", asked), None, Answer::Submit { content }).await;
    assert!(FormPermit::by_answer(&form("name"), &sends).is_ok());
    assert_eq!(
        FormPermit::by_answer(&form("other"), &sends)
            .err()
            .map(|it| it.code),
        Some(Code::ConsentStale)
    );

    let asked = Asked::Roots {
        folders: vec![],
        notes: vec![],
        cause: None,
    };
    let shares = decides(ask("mail", asked), None, Answer::Share {}).await;
    assert!(RootsPermit::by_answer(vec![], &shares).is_ok());
    let folder = RootRow {
        path: "/srv".to_owned(),
        shown: Foreign::default(),
        uri: "file:///srv".to_owned(),
        there: true,
        added_at: 1,
        warnings: vec![],
    };
    assert_eq!(
        code(RootsPermit::by_answer(vec![folder], &shares)),
        Code::ConsentStale
    );
}
