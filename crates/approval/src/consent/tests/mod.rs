#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod gate;
mod permits;
mod queue;
mod reasons;

use super::{Ask, CallQuestion, Edited, Gate, as_shown};
use crate::limits;
use crate::policy::{GrantScopeOffer, ProposedCall};
use portcullis_core::clock::ManualClock;
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Asked, AskedBy, DefinitionState, Foreign, Request, Scope, ScopeOffer, ServerRef, Whereabouts,
};
use serde_json::Value;
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
            whereabouts: Whereabouts::Local,
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
