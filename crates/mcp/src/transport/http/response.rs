//! Reads the response to a POST: one JSON message, an SSE stream, or an HTTP error.

use super::errors::said_in;
use super::session::{HttpSession, METHOD_NOT_FOUND};
use super::{
    EVENTS, HttpTransport, JSON, ResponseHead, content_type, retry_after, said, turned_away, unread,
};
use crate::limits;
use crate::transport::event_stream::StreamPosition;
use crate::transport::{Id, validate};
use http::StatusCode;
use portcullis_core::Error;
use reqwest::Response;
use serde_json::{Map, Value};

impl HttpTransport {
    /// Handles the response to a POST.
    pub(super) async fn answered(&self, id: Id, response: Response, hello: bool) {
        let rpc = &self.0.rpc;
        let head = ResponseHead::of(&response, &self.0.headers);
        let (status, kind) = (head.status, head.kind.as_str());
        if hello && !rpc.is_modern() {
            self.note_begun(&response);
        }
        if status.is_success() && kind.starts_with(EVENTS) {
            return self.follow_answer(id, response).await;
        }
        // A busy server says nothing about what it speaks, even in JSON (ERA-26).
        let unheard = retry_after::is_busy(status) && !rpc.was_ready();
        let mute = unheard || matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let words = if kind.starts_with(JSON) && !mute {
            let headers = response.headers().clone();
            let body = match self.body(response).await {
                Ok(body) => body,
                Err(error) => return self.give_up(id, error),
            };
            self.sort_body(id, &body, !status.is_success());
            match status.is_success() {
                true => None,
                false => said_in(rpc, &headers, &body),
            }
        } else if kind.starts_with(EVENTS) && !mute {
            // The C# SDK gives an error of 2026-07-28 its status, and writes it as an event all the same.
            let mut place = StreamPosition::default();
            let reading = self.read_events(response, &mut place, Some(id));
            // A stream that goes on without it is not waited for.
            if let Ok(Err(error)) = tokio::time::timeout(limits::ERROR_BODY_TIMEOUT, reading).await {
                return rpc.settle_broken(id, error);
            }
            None
        } else {
            said(rpc, response).await
        };
        if rpc.waits(id) {
            if status == StatusCode::ACCEPTED && self.comes_on_stream(id) {
                return;
            }
            if status.is_server_error() || unheard {
                rpc.set_server_error();
            }
            if retry_after::is_away(status) && rpc.was_ready() {
                rpc.request_liveness_check();
            }
            self.give_up(id, turned_away(rpc, &head, words));
        }
    }

    /// A JSON body. With `refused`, an error with another id than ours is taken as meant for the request all the same:
    /// no other request can be meant (RPC-13).
    fn sort_body(&self, id: Id, body: &[u8], refused: bool) {
        if !refused {
            self.take(self.0.rpc.incoming_within(id, body));
            return;
        }
        let text = std::str::from_utf8(body).unwrap_or_default();
        let Ok(Value::Object(mut message)) = serde_json::from_str(&validate::whole_characters(text)) else {
            return;
        };
        if is_rpc_error(&message) {
            message.insert("id".to_owned(), id.into());
            message.insert("jsonrpc".to_owned(), "2.0".into());
            let line = Value::Object(message).to_string();
            self.take(self.0.rpc.incoming(line.as_bytes()));
        }
    }

    /// Whether a server answers as if it had lost the session and says that it does not know the method, as 2026-07-28 has it
    /// for every request (ERA-25). Where it knows the session all the same, the request has its answer.
    pub(super) async fn knows_no_method(&self, id: Id, session: &HttpSession, response: Response) -> bool {
        if !content_type(&response).starts_with(JSON) {
            return false;
        }
        let status = response.status();
        let body = portcullis_net::whole(response, limits::ERROR_BODY_BYTES);
        let Ok(Ok(body)) = tokio::time::timeout(limits::ERROR_BODY_TIMEOUT, body).await else {
            return false;
        };
        let said = serde_json::from_slice::<Value>(&body).unwrap_or_default();
        if said["error"]["code"] != METHOD_NOT_FOUND || self.is_forgotten(session, Some(status)).await {
            return false;
        }
        self.sort_body(id, &body, true);
        // A body that is no error otherwise answers nothing.
        !self.0.rpc.waits(id)
    }

    async fn body(&self, response: Response) -> Result<Vec<u8>, Error> {
        let rpc = &self.0.rpc;
        let body = portcullis_net::whole(response, rpc.message_bytes()).await;
        body.map_err(|why| unread(rpc, &why))
    }
}

/// Whether a body that says no is a message of the protocol. Web frameworks and gateways have an `error` of their own,
/// which says nothing about what the address speaks (OLD-01, ERA-26).
fn is_rpc_error(message: &Map<String, Value>) -> bool {
    message.get("error").is_some_and(|error| {
        message.contains_key("jsonrpc") || error["code"].as_i64().is_some_and(|code| code < 0)
    })
}
