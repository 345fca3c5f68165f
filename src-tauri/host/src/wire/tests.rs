//! What one connection keeps, whatever the server sends and whoever has stopped waiting.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::{Frames, Log, Wire};
use crate::clock::SystemClock;
use crate::{Code, Error, limits};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, PingRequest, RequestId};
use std::sync::Arc;

fn wire() -> Wire {
    let clock = Arc::new(SystemClock);
    Wire::new(
        "Notes",
        16 << 20,
        clock.clone(),
        Frames::default(),
        Log::new(clock),
    )
}

fn asks(wire: &Wire, id: i64) -> RequestId {
    let id = RequestId::Number(id);
    let ping = ClientRequest::PingRequest(PingRequest::default());
    wire.outgoing(&ClientJsonRpcMessage::request(ping, id.clone()))
        .unwrap();
    id
}

fn lost() -> Error {
    Error::new(Code::TransportLost, "The connection was lost.")
}

#[test]
fn f22_a_request_that_was_given_up_leaves_no_reply_behind() {
    let wire = wire();
    let waited_for = asks(&wire, 1);
    wire.settle_broken(&waited_for, lost());
    assert!(wire.take_reply(&waited_for).is_some());

    let given_up = asks(&wire, 2);
    wire.forget(&given_up);
    wire.settle_broken(&given_up, lost());
    assert!(wire.take_reply(&given_up).is_none(), "nobody would ever take it");
    assert_eq!(wire.open_requests(), 0);
}

#[test]
fn f22_an_answer_to_a_request_that_was_given_up_leaves_no_reply_behind() {
    let wire = wire();
    let given_up = asks(&wire, 3);
    wire.forget(&given_up);
    let delivered = wire.incoming(br#"{"jsonrpc":"2.0","id":3,"result":{}}"#).deliver;
    assert!(delivered.is_empty() && wire.take_reply(&given_up).is_none());
    assert_eq!(wire.strays(), 1);
}

#[test]
fn f18_the_name_of_what_a_server_sends_is_kept_as_far_as_it_can_be_read() {
    let wire = wire();
    let long = "m".repeat(1 << 20);
    let _ = wire.incoming(format!(r#"{{"jsonrpc":"2.0","method":"{long}"}}"#).as_bytes());
    let _ = wire.incoming(format!(r#"{{"jsonrpc":"2.0","id":"{long}","method":"{long}"}}"#).as_bytes());
    let _ = wire.oversized(format!(r#"{{"id":"{long}","result":"#).as_bytes(), b"", 3 << 20);
    let frames = wire.0.frames.page(0, 10, &str::to_owned).frames;
    assert_eq!(frames.len(), 3);
    for frame in frames {
        let method = frame.method.unwrap_or_default().len();
        assert!(method <= limits::FRAME_METHOD, "{method}");
        assert!(frame.rpc_id.unwrap_or_default().len() <= limits::FRAME_ID);
    }
}
