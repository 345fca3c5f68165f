//! Correlates messages of the server with operations in the timeline. Only the display depends on it: a wrong guess
//! groups a frame wrongly and does nothing else.

use super::{Id, JsonRpc, MAY_ASK, locked};
use serde::Deserialize;
use serde_json::value::RawValue;

impl JsonRpc {
    /// The operation that a question of the server is asked within, if only one is under way within which it may ask.
    /// In the legacy era a server does not say, and a pipe has one way for all.
    pub(super) fn only_operation(&self) -> Option<u64> {
        let exchange = locked(&self.0.exchange);
        let mut asking = exchange
            .pending
            .values()
            .filter(|pending| MAY_ASK.contains(&pending.method))
            .map(|pending| pending.operation);
        let first = asking.next()?;
        asking.all(|other| other == first).then_some(first)
    }

    /// The operation of a request of ours that is waited for.
    pub(super) fn pending_operation(&self, id: Id) -> Option<u64> {
        let exchange = locked(&self.0.exchange);
        exchange.pending.get(&id).map(|pending| pending.operation)
    }

    /// The operation of a request of ours that is not waited for any more.
    pub(super) fn ended_operation(&self, id: Id) -> Option<u64> {
        let exchange = locked(&self.0.exchange);
        let mut known = exchange.cancelled_requests.iter().rev();
        known
            .find(|(gone, _)| *gone == id)
            .map(|(_, operation)| *operation)
    }

    /// The operation that a notification names.
    pub(super) fn operation_of(&self, method: &str, params: Option<&str>) -> Option<u64> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Named<'a> {
            #[serde(borrow, default)]
            progress_token: Option<&'a RawValue>,
            #[serde(borrow, default)]
            request_id: Option<&'a RawValue>,
            #[serde(rename = "_meta", borrow, default)]
            meta: Option<Meta<'a>>,
        }
        #[derive(Deserialize)]
        struct Meta<'a> {
            #[serde(rename = "io.modelcontextprotocol/subscriptionId", borrow, default)]
            subscription: Option<&'a RawValue>,
        }
        let named = serde_json::from_str::<Named<'_>>(params?).ok()?;
        let id = match method {
            "notifications/progress" => named.progress_token?,
            "notifications/cancelled" => {
                let id = named.request_id?.get();
                let exchange = locked(&self.0.exchange);
                if let Some(question) = exchange.asked.get(id) {
                    return Some(question.operation);
                }
                named.request_id?
            }
            _ => named.meta?.subscription?,
        };
        let id = super::decode::our_id(id.get())?;
        self.pending_operation(id).or_else(|| self.ended_operation(id))
    }
}

#[cfg(test)]
mod tests {
    use crate::transport::tests::rpc;
    use crate::transport::{Frames, JsonRpc, Log, OutgoingRequest};
    use portcullis_core::clock::SystemClock;
    use portcullis_domain::{Frame, FrameDirection, FrameKind};
    use serde_json::{Map, json};
    use std::sync::Arc;

    fn asks(rpc: &JsonRpc, method: &'static str) -> OutgoingRequest {
        rpc.begin(method, &mut Map::new(), None).unwrap()
    }

    fn comes(rpc: &JsonRpc, message: serde_json::Value) {
        let _ = rpc.incoming(message.to_string().as_bytes());
    }

    fn frames(rpc: &JsonRpc) -> Vec<Frame> {
        rpc.0.frames.page(0, 100, &str::to_owned).frames
    }

    fn operations(rpc: &JsonRpc) -> Vec<Option<u64>> {
        frames(rpc).iter().map(|frame| frame.operation).collect()
    }

    #[test]
    fn a_call_its_progress_its_question_and_its_answers_are_one_operation() {
        let rpc = rpc();
        let call = asks(&rpc, "tools/call");
        let progress = json!({"progressToken": call.id, "progress": 1});
        comes(
            &rpc,
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}),
        );
        comes(&rpc, json!({"jsonrpc": "2.0", "id": "q", "method": "roots/list"}));
        rpc.answer("\"q\"", &Ok(json!({"roots": []}))).unwrap();
        comes(&rpc, json!({"jsonrpc": "2.0", "id": call.id, "result": {}}));
        assert_eq!(operations(&rpc), [Some(call.operation); 5]);
        let frames = frames(&rpc);
        let pairs: Vec<_> = frames.iter().map(|frame| frame.pair).collect();
        assert_eq!(pairs, [Some(5), None, Some(4), Some(3), Some(1)]);
        let ours = &frames[3];
        assert_eq!(
            (ours.direction, ours.kind),
            (FrameDirection::Sent, FrameKind::Result)
        );
        assert_eq!(
            ours.method.as_deref(),
            Some("roots/list"),
            "ours says what it answers"
        );
        assert!(ours.elapsed.is_some());
    }

    #[test]
    fn rounds_are_one_operation_and_other_requests_are_not() {
        let rpc = rpc();
        let operation = rpc.operation();
        for _ in 0..2 {
            let _ = rpc
                .begin_within(operation, "tools/call", &mut Map::new(), None)
                .unwrap();
        }
        let other = asks(&rpc, "ping");
        assert_ne!(other.operation, operation);
        assert_eq!(
            operations(&rpc),
            [Some(operation), Some(operation), Some(other.operation)]
        );
    }

    #[test]
    fn a_question_while_two_calls_run_belongs_to_neither() {
        let rpc = rpc();
        let (one, two) = (asks(&rpc, "tools/call"), asks(&rpc, "prompts/get"));
        comes(&rpc, json!({"jsonrpc": "2.0", "id": 7, "method": "roots/list"}));
        let question = operations(&rpc)[2].unwrap();
        assert!(question != one.operation && question != two.operation);
        let refused = json!({"requestId": 7});
        comes(
            &rpc,
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": refused}),
        );
        assert_eq!(operations(&rpc)[3], Some(question), "and its end belongs to it");
    }

    // Proves HTTP-19.
    #[test]
    fn a_question_on_the_stream_of_one_of_two_calls_belongs_to_that_one() {
        let rpc = rpc();
        let (one, two) = (asks(&rpc, "tools/call"), asks(&rpc, "tools/call"));
        for (id, call) in [(7, &two), (8, &one)] {
            let question = json!({"jsonrpc": "2.0", "id": id, "method": "roots/list"}).to_string();
            let came = rpc.incoming_within(call.id, question.as_bytes());
            assert_eq!(came.asked[0].within, Some(call.operation));
            assert_eq!(operations(&rpc).last(), Some(&Some(call.operation)));
        }
        rpc.forget(one.id);
        let late = json!({"jsonrpc": "2.0", "id": 9, "method": "roots/list"}).to_string();
        let came = rpc.incoming_within(one.id, late.as_bytes());
        assert_eq!(came.asked[0].within, None, "it is not waited for any more");
    }

    #[test]
    fn what_comes_after_a_call_was_given_up_is_shown_with_it() {
        let rpc = rpc();
        let call = asks(&rpc, "tools/call");
        rpc.forget(call.id);
        let params = Map::from_iter([("requestId".to_owned(), call.id.into())]);
        rpc.notification_within(Some(call.operation), "notifications/cancelled", &params)
            .unwrap();
        let progress = json!({"progressToken": call.id, "progress": 1});
        comes(
            &rpc,
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}),
        );
        comes(&rpc, json!({"jsonrpc": "2.0", "id": call.id, "result": {}}));
        comes(&rpc, json!({"jsonrpc": "2.0", "id": 99, "result": {}}));
        let mine = Some(call.operation);
        assert_eq!(operations(&rpc), [mine, mine, mine, mine, None]);
        assert_eq!(rpc.unmatched_responses(), 2);
    }

    #[test]
    fn a_request_sent_again_in_a_new_session_keeps_its_place_and_its_answer() {
        let rpc = rpc();
        let call = asks(&rpc, "tools/call");
        rpc.sent_again(call.id, &call.bytes);
        comes(&rpc, json!({"jsonrpc": "2.0", "id": call.id, "result": {}}));
        assert_eq!(operations(&rpc), [Some(call.operation); 3]);
        let pairs: Vec<_> = frames(&rpc).iter().map(|frame| frame.pair).collect();
        assert_eq!(pairs, [None, Some(3), Some(2)]);
    }

    #[test]
    fn announcements_belong_to_what_listens() {
        let rpc = rpc();
        rpc.set_modern();
        let listens = asks(&rpc, crate::transport::LISTEN);
        let meta = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": listens.id}});
        comes(
            &rpc,
            json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": meta}),
        );
        assert_eq!(operations(&rpc), [Some(listens.operation); 2]);
    }

    #[test]
    fn a_frame_says_which_connection_it_is_of_and_what_that_speaks() {
        let frames = Frames::default();
        let clock = Arc::new(SystemClock);
        let log = Log::new(clock.clone());
        for revision in ["2025-11-25", "2026-07-28"] {
            let rpc = JsonRpc::new("Notes", 16 << 20, clock.clone(), frames.clone(), log.clone());
            let _ = asks(&rpc, "ping");
            rpc.note_revision(revision);
        }
        let page = frames.page(0, 10, &str::to_owned).frames;
        let said: Vec<_> = page
            .iter()
            .map(|it| (it.connection, it.revision.as_deref()))
            .collect();
        assert_eq!(said, [(1, Some("2025-11-25")), (2, Some("2026-07-28"))]);
    }
}
