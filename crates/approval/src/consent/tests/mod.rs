mod denials;
mod edits;
mod forms;
mod gate;
mod permits;
mod queue;
mod reasons;
mod together;

use super::{Ask, CallQuestion, Edited, Gate, ProposedForm, ProposedRoots, as_shown};
use crate::limits;
use crate::policy::{GrantScopeOffer, ProposedCall};
use portcullis_core::clock::ManualClock;
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{
    Answer, Asked, AskedBy, DefinitionState, Foreign, GateReply, Request, Scope, ScopeOffer, ServerLocation,
    ServerRef,
};
use serde_json::{Value, json};
use std::sync::Arc;

fn gate() -> Gate {
    Gate::new(Arc::new(ManualClock::at(1_000)))
}

fn call(server: &str, tool: &str, arguments: Value) -> ProposedCall {
    ProposedCall {
        server: ServerId::from(server),
        tool: tool.to_owned(),
        arguments: Arc::new(arguments),
        definition: "d".to_owned(),
    }
}

/// A question about a call, without limits to offer.
fn about(call: ProposedCall) -> CallQuestion {
    CallQuestion {
        call,
        offered: GrantScopeOffer::default(),
        conversation: None,
    }
}

/// A question of a server, without an edit.
fn ask<T>(server: &str, asked: Asked, proposal: T) -> Ask<T> {
    Ask {
        server: ServerRef {
            id: server.to_owned(),
            label: server.to_owned(),
            whereabouts: ServerLocation::Local,
            origin: "program".to_owned(),
            mark: None,
        },
        asked_by: AskedBy::Server {},
        question: format!("May “{server}”?"),
        asked,
        proposal,
        edit: None,
        pressed_for: false,
    }
}

/// What shows a call.
fn tool(call: &ProposedCall) -> Asked {
    Asked::Tool {
        call: "call".to_owned(),
        tool: call.tool.clone(),
        shown: Foreign::default(),
        title: None,
        arguments: vec![],
        arguments_json: as_shown(&call.arguments),
        left_out: vec![],
        schema: None,
        why: None,
        claims: vec![],
        definition: DefinitionState::Known {
            since: 1,
            reviewed: None,
        },
        description: Foreign::default(),
        described: vec![],
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

/// Any other arguments for the call `add` of the server `a`.
fn edited(text: &str, _: Asked) -> Result<Edited<CallQuestion>> {
    let arguments =
        serde_json::from_str(text).map_err(|error| Error::new(Code::BadInput, error.to_string()))?;
    let call = call("a", "add", arguments);
    let asked = tool(&call);
    Ok(Edited {
        proposal: about(call),
        asked,
    })
}

async fn read(gate: &Gate, request: &Request) {
    gate.attend(&request.id, &request.nonce).unwrap();
    tokio::time::advance(limits::GUARD).await;
}

fn ask_of(server: &str, conversation: &str) -> Ask<CallQuestion> {
    let call = call(server, "add", json!({}));
    Ask {
        asked_by: AskedBy::Model {
            model: text::escape_line("Demo"),
            conversation: conversation.to_owned(),
            title: text::escape_line("Talk"),
        },
        edit: Some(Arc::new(edited)),
        ..ask(server, tool(&call), about(call))
    }
}

fn reply(request: &Request, answer: Answer) -> GateReply {
    request.reply(answer)
}

fn form_of(server: &str, schema: Value) -> Ask<ProposedForm> {
    let form = portcullis_catalog::forms::read(&schema).unwrap();
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

fn folders_of(server: &str) -> Ask<ProposedRoots> {
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

fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": { "name": { "type": "string", "minLength": 2 } },
        "required": ["name"],
    })
}
