//! What a POST was answered with: a message, a stream of them, or a reason why there is none.

use super::words::said_in;
use super::{EVENTS, Head, Http, JSON, SESSION, busy, said, turned_away, unread};
use crate::wire::{Id, locked};
use http::StatusCode;
use portcullis_core::Error;
use reqwest::Response;
use serde_json::Value;

impl Http {
    /// Reads what a POST was answered with.
    pub(super) async fn answered(&self, id: Id, response: Response, hello: bool) {
        let wire = &self.0.wire;
        let head = Head::of(&response, &self.0.headers);
        let (status, kind) = (head.status, head.kind.as_str());
        if hello && !wire.is_modern() {
            let mut session = locked(&self.0.session);
            session.id = response.headers().get(SESSION).cloned();
            session.number += 1;
            // Whoever knows it can speak in its name, so it is shown nowhere.
            if let Some(id) = session.id.as_ref().and_then(|id| id.to_str().ok()) {
                wire.keeps(id);
            }
        }
        if status.is_success() && kind.starts_with(EVENTS) {
            return self.follow_answer(id, response).await;
        }
        // Whoever has no time says nothing about what it speaks, even in JSON (ERA-26).
        let unheard = busy::is_busy(status) && !wire.was_ready();
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
                false => said_in(wire, &headers, &body),
            }
        } else {
            said(wire, response).await
        };
        if wire.waits(id) {
            if status.is_server_error() || unheard {
                wire.set_unwell();
            }
            if busy::is_away(status) && wire.was_ready() {
                wire.doubt();
            }
            self.give_up(id, turned_away(wire, &head, words));
        }
    }

    /// A JSON body. With `refused`, an error without our id is taken as meant for the request: servers refuse with
    /// an id of their own or with none, and nobody else can be meant (RPC-13).
    fn sort_body(&self, id: Id, body: &[u8], refused: bool) {
        if !refused {
            self.take(self.0.wire.incoming(body));
            return;
        }
        let Ok(Value::Object(mut message)) = serde_json::from_slice::<Value>(body) else {
            return;
        };
        if message.contains_key("error") {
            message.insert("id".to_owned(), id.into());
            message.insert("jsonrpc".to_owned(), "2.0".into());
            let line = Value::Object(message).to_string();
            self.take(self.0.wire.incoming(line.as_bytes()));
        }
    }

    async fn body(&self, response: Response) -> Result<Vec<u8>, Error> {
        let wire = &self.0.wire;
        let body = portcullis_net::whole(response, wire.message_bytes()).await;
        body.map_err(|why| unread(wire, &why))
    }
}
