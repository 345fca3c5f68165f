//! What one connection keeps, whatever the server sends and whichever callers have gone.
use super::{Frames, JsonRpc, Log, OutgoingRequest, RpcOutcome};
use crate::limits;
use portcullis_core::clock::SystemClock;
use portcullis_core::{Code, Error};
use serde_json::Map;
use std::sync::Arc;

pub(super) fn rpc() -> JsonRpc {
    let clock = Arc::new(SystemClock);
    JsonRpc::new(
        "Notes",
        16 << 20,
        clock.clone(),
        Frames::default(),
        Log::new(clock),
    )
}

fn asks(rpc: &JsonRpc) -> OutgoingRequest {
    rpc.begin("ping", &mut Map::new(), None).unwrap()
}

fn lost() -> Error {
    Error::new(Code::TransportLost, "The connection was lost.")
}

// Proves F-22.
#[test]
fn a_request_that_was_given_up_leaves_nothing_behind() {
    let rpc = rpc();
    let mut waited_for = asks(&rpc);
    rpc.settle_broken(waited_for.id, lost());
    assert!(matches!(waited_for.answer.try_recv(), Ok(RpcOutcome::Broken(_))));

    let cancelled_requests = asks(&rpc);
    assert!(rpc.forget(cancelled_requests.id));
    rpc.settle_broken(cancelled_requests.id, lost());
    assert!(!rpc.forget(cancelled_requests.id), "it was given up once");
    assert_eq!(rpc.open_requests(), 0);
}

// Proves S-85, F-03.
#[test]
fn what_is_too_large_ends_the_request_that_it_names_or_else_all_of_them() {
    let rpc = rpc();
    let mut asked = [asks(&rpc), asks(&rpc), asks(&rpc)];
    let named = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"text":""#, asked[0].id);
    rpc.oversized(named.as_bytes(), br#""}}"#, 17 << 20);
    assert_eq!(asked.each_mut().map(is_too_large), [true, false, false]);
    let nameless = br#"{"jsonrpc":"2.0","result":{"text":""#;
    rpc.oversized(nameless, br#""}}"#, 17 << 20);
    assert_eq!(asked.each_mut().map(is_too_large), [false, true, true]);
    assert_eq!(rpc.open_requests(), 0);
    assert!(rpc.failure().is_none(), "the connection stays");
}

// Proves S-85, F-03.
#[test]
fn what_a_server_asks_or_tells_beyond_the_limit_ends_no_request() {
    let rpc = rpc();
    let mut asked = asks(&rpc);
    let told = br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":""#;
    assert_eq!(rpc.oversized(told, br#""}}"#, 17 << 20), None);
    assert_eq!(rpc.junk(), 1);
    // It counts as we do.
    let theirs = format!(
        r#"{{"jsonrpc":"2.0","id":{},"method":"ping","params":{{""#,
        asked.id
    );
    let refused = rpc.oversized(theirs.as_bytes(), br#""}}"#, 17 << 20).unwrap();
    let said: serde_json::Value = serde_json::from_slice(&refused).unwrap();
    assert_eq!(
        (&said["id"], &said["error"]["code"]),
        (&asked.id.into(), &(-32600).into())
    );
    let _ = rpc.incoming(theirs.as_bytes());
    assert!(asked.answer.try_recv().is_err() && rpc.waits(asked.id));
    rpc.set_modern();
    assert_eq!(
        rpc.oversized(theirs.as_bytes(), br#""}}"#, 17 << 20),
        None,
        "nothing is answered"
    );
}

fn is_too_large(asked: &mut OutgoingRequest) -> bool {
    match asked.answer.try_recv() {
        Ok(RpcOutcome::Broken(error)) => error.code == Code::MessageTooLarge,
        Ok(other) => panic!("{other:?}"),
        Err(_) => false,
    }
}

// Proves RPC-16.
#[test]
fn an_answer_to_a_request_that_was_given_up_is_ignored() {
    let rpc = rpc();
    let cancelled_requests = asks(&rpc);
    rpc.forget(cancelled_requests.id);
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#,
        cancelled_requests.id
    );
    let _ = rpc.incoming(line.as_bytes());
    assert_eq!(rpc.unmatched_responses(), 1);
}

// Proves SUB-06.
#[test]
fn each_request_that_was_answered_after_it_was_cancelled_is_known() {
    let rpc = rpc();
    let late = rpc.answered_late();
    let cancelled = [asks(&rpc).id, asks(&rpc).id];
    for id in cancelled {
        rpc.forget(id);
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        let _ = rpc.incoming(line.as_bytes());
    }
    assert!(cancelled.iter().all(|id| late.borrow().contains(id)));
}

// Proves RPC-05.
#[test]
fn a_number_written_as_text_ends_its_request_and_is_no_answer() {
    let rpc = rpc();
    let mut asked = asks(&rpc);
    let _ = rpc.incoming(format!(r#"{{"jsonrpc":"2.0","id":"{}","result":{{}}}}"#, asked.id).as_bytes());
    assert!(matches!(asked.answer.try_recv(), Ok(RpcOutcome::Broken(_))));
}

// Proves RPC-05.
#[test]
fn a_number_written_as_a_float_is_the_same_number() {
    for end in [".0", "e0"] {
        let rpc = rpc();
        let mut asked = asks(&rpc);
        let id = format!("{}{end}", asked.id);
        let params = format!(r#"{{"progressToken":{id},"progress":1}}"#);
        let line = format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#);
        let _ = rpc.incoming(line.as_bytes());
        assert!(asked.progress.borrow().is_some(), "{id}");
        let _ = rpc.incoming(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#).as_bytes());
        assert!(
            matches!(asked.answer.try_recv(), Ok(RpcOutcome::Result(_))),
            "{id}"
        );
    }
    let rpc = rpc();
    let _asked = asks(&rpc);
    let _ = rpc.incoming(br#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#);
    assert_eq!((rpc.unmatched_responses(), rpc.open_requests()), (1, 1));
}

// Proves RPC-01.
#[test]
fn a_version_that_is_another_or_no_text_is_named_as_what_is_wrong() {
    for version in ["2.0", "2", "\"1.0\"", "null"] {
        let rpc = rpc();
        let mut asked = asks(&rpc);
        let line = format!(r#"{{"jsonrpc":{version},"id":{},"result":{{}}}}"#, asked.id);
        let _ = rpc.incoming(line.as_bytes());
        match asked.answer.try_recv() {
            Ok(RpcOutcome::Broken(error)) => assert!(error.sentence.contains("JSON-RPC 2.0"), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}

// Proves RPC-11.
#[test]
fn a_ping_is_answered_and_what_is_asked_is_handed_on_until_it_is_taken_back() {
    let rpc = rpc();
    let pinged = rpc.incoming(br#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#);
    assert_eq!(
        pinged.respond,
        [br#"{"jsonrpc":"2.0","id":"p","result":{}}"#.to_vec()]
    );
    // A server may count as it likes: what it gave comes back as it was written.
    for id in ["18446744073709551615", "-1", "7.0"] {
        let pinged = rpc.incoming(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#).as_bytes());
        let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        assert_eq!(pinged.respond, [answer.into_bytes()]);
    }
    for id in ["[1]", "true"] {
        let pinged = rpc.incoming(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#).as_bytes());
        assert!(pinged.respond.is_empty(), "{id}");
    }
    let long = "7".repeat(limits::REQUEST_ID);
    for (id, answers) in [
        (long.clone(), 1),
        (format!("{long}7"), 0),
        (format!("\"{long}\""), 0),
    ] {
        for method in ["ping", "unknown", "roots/list"] {
            let line = format!(r#"{{"jsonrpc":"1.0","id":{id},"method":"{method}"}}"#);
            let refused = rpc.incoming(line.as_bytes());
            assert_eq!((refused.respond.len(), refused.asked.len()), (answers, 0));
        }
    }
    let mut asked = rpc
        .incoming(br#"{"jsonrpc":"2.0","id":5,"method":"roots/list"}"#)
        .asked;
    let asked = asked.pop().unwrap();
    assert_eq!((asked.id.as_str(), asked.method.as_str()), ("5", "roots/list"));
    let _ = rpc.incoming(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":6}}"#);
    assert!(!asked.cancelled.is_cancelled(), "can07: another one");
    let _ = rpc.incoming(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#);
    assert!(asked.cancelled.is_cancelled());
    let bad = rpc.incoming(br#"{"jsonrpc":"1.0","id":7,"method":"roots/list"}"#);
    assert!(bad.asked.is_empty() && bad.respond.len() == 1);
    assert!(
        rpc.incoming(br#"{"jsonrpc":"2.0","id":null,"method":"roots/list"}"#)
            .respond
            .is_empty()
    );
}

// Proves RPC-12.
#[test]
fn a_modern_server_that_asks_by_itself_gets_no_answer() {
    let rpc = rpc();
    rpc.set_modern();
    let out = rpc.incoming(br#"{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{}}"#);
    assert!(out.asked.is_empty() && out.respond.is_empty());
    assert_eq!(rpc.junk(), 1);
}

// Proves CAN-08.
#[test]
fn a_modern_server_ends_only_what_listens() {
    let rpc = rpc();
    rpc.set_modern();
    let mut call = asks(&rpc);
    let mut listens = rpc.begin(super::LISTEN, &mut Map::new(), None).unwrap();
    for id in [call.id, listens.id] {
        let told = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        let _ = rpc.incoming(told.as_bytes());
    }
    use tokio::sync::oneshot::error::TryRecvError;
    assert_eq!(call.answer.try_recv().err(), Some(TryRecvError::Empty));
    assert_eq!(listens.answer.try_recv().err(), Some(TryRecvError::Closed));
}

// Proves HTTP-25, LOG-03.
#[test]
fn a_response_of_the_modern_era_tells_of_its_own_request_alone() {
    use serde_json::{Value, json};
    let rpc = rpc();
    rpc.set_modern();
    let logs = Map::from_iter([(super::LOG_LEVEL.to_owned(), Value::from("info"))]);
    let call = rpc.begin("tools/call", &mut Map::new(), Some(logs)).unwrap();
    let other = asks(&rpc);
    let mut filter = Map::from_iter([("notifications".to_owned(), json!({"toolsListChanged": true}))]);
    let listens = rpc.begin(super::LISTEN, &mut filter, None).unwrap();
    let says = |within: &OutgoingRequest, method: &str, params: Value| {
        let line = json!({"jsonrpc": "2.0", "method": method, "params": params});
        let _ = rpc.incoming_within(within.id, line.to_string().as_bytes());
    };
    let meta = json!({"io.modelcontextprotocol/subscriptionId": listens.id});
    let acknowledged = json!({"_meta": meta, "notifications": {"toolsListChanged": true}});
    says(&listens, "notifications/subscriptions/acknowledged", acknowledged);
    for (within, heard) in [(&call, false), (&listens, true)] {
        says(within, "notifications/tools/list_changed", json!({"_meta": meta}));
        assert_eq!(rpc.notifications().take_tools_changed(), heard);
    }
    for (within, lines) in [(&other, 0), (&listens, 0), (&call, 1)] {
        says(
            within,
            "notifications/message",
            json!({"level": "info", "data": "x"}),
        );
        assert_eq!(rpc.log().page(0, 10).lines.len(), lines);
    }
    for (within, heard) in [(&other, false), (&call, true)] {
        let progress = json!({"progressToken": call.id, "progress": 1});
        says(within, "notifications/progress", progress);
        assert_eq!(call.progress.borrow().is_some(), heard);
    }
    for (within, ends) in [(&call, false), (&listens, true)] {
        says(
            within,
            "notifications/cancelled",
            json!({"requestId": listens.id}),
        );
        assert_eq!(!rpc.waits(listens.id), ends);
    }
}

// Proves PRG-02.
#[test]
fn progress_is_of_a_live_request_and_goes_forward() {
    let rpc = rpc();
    let asked = asks(&rpc);
    let tell = |token: i64, value: f64| {
        let params = serde_json::json!({"progressToken": token, "progress": value, "message": "m"});
        let line =
            serde_json::json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
        let _ = rpc.incoming(line.to_string().as_bytes());
    };
    let latest = || asked.progress.borrow().as_ref().map(|note| note.value);
    tell(asked.id + 1, 9.0);
    assert_eq!(latest(), None);
    tell(asked.id, 2.0);
    tell(asked.id, 1.0);
    assert_eq!(latest(), Some(2.0));
    assert_eq!(rpc.notifications().merged(), 1);
}

// Proves F-18.
#[test]
fn the_name_of_what_a_server_sends_is_kept_as_far_as_it_can_be_read() {
    let rpc = rpc();
    let long = "m".repeat(1 << 20);
    let _ = rpc.incoming(format!(r#"{{"jsonrpc":"2.0","method":"{long}"}}"#).as_bytes());
    let _ = rpc.incoming(format!(r#"{{"jsonrpc":"2.0","id":"{long}","method":"{long}"}}"#).as_bytes());
    rpc.oversized(format!(r#"{{"id":"{long}","result":"#).as_bytes(), b"", 3 << 20);
    let frames = rpc.0.frames.page(0, 10, &str::to_owned).frames;
    assert_eq!(frames.len(), 3);
    for frame in frames {
        let method = frame.method.unwrap_or_default().len();
        assert!(method <= limits::FRAME_METHOD, "{method}");
        assert!(frame.rpc_id.unwrap_or_default().len() <= limits::FRAME_ID);
    }
}

// Proves F-18.
#[test]
fn a_server_has_only_so_many_questions_open_and_each_answer_makes_room_for_one() {
    let rpc = rpc();
    let ask = |id: usize| {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"roots/list"}}"#);
        rpc.incoming(line.as_bytes())
    };
    for id in 0..limits::PENDING_SERVER_REQUESTS {
        let taken = ask(id);
        assert_eq!((taken.asked.len(), taken.respond.len()), (1, 0), "{id}");
    }
    let refused = ask(limits::PENDING_SERVER_REQUESTS);
    assert!(refused.asked.is_empty());
    let said: serde_json::Value = serde_json::from_slice(&refused.respond[0]).unwrap();
    assert_eq!(
        (&said["id"], &said["error"]["code"]),
        (&limits::PENDING_SERVER_REQUESTS.into(), &(-32603).into())
    );
    rpc.answered("0");
    assert_eq!(ask(limits::PENDING_SERVER_REQUESTS).asked.len(), 1);
    assert!(ask(limits::PENDING_SERVER_REQUESTS + 1).asked.is_empty());
}

// Proves F-20, RPC-10.
#[test]
fn an_array_within_an_array_is_no_message_however_deep_it_goes() {
    let rpc = rpc();
    for batches in [false, true] {
        rpc.accept_batches(batches);
        let junk = rpc.junk();
        // Deep enough to end the process where each level takes a part of the stack.
        let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
        let out = rpc.incoming(&deep);
        assert!(out.asked.is_empty() && out.respond.is_empty());
        assert_eq!(rpc.junk(), junk + 1);
        let out = rpc.incoming(br#"[[{"jsonrpc":"2.0","id":5,"method":"roots/list"}]]"#);
        assert!(out.asked.is_empty() && out.respond.is_empty());
    }
}

// Proves F-18, RPC-09.
#[test]
fn an_array_holds_only_so_many_messages() {
    let rpc = rpc();
    rpc.accept_batches(true);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for (count, answers, junk) in [
        (0, 0, 0),
        (3, 3, 0),
        (limits::BATCH, limits::BATCH, 0),
        (limits::BATCH + 1, limits::BATCH, 1),
    ] {
        let before = rpc.junk();
        let batch = format!("[{}]", vec![ping; count].join(" , "));
        assert_eq!(rpc.incoming(batch.as_bytes()).respond.len(), answers, "{count}");
        assert_eq!(rpc.junk() - before, junk, "{count}");
    }
    let before = rpc.junk();
    assert!(rpc.incoming(b"[1, [2], \"{\", null]").respond.is_empty());
    assert_eq!(
        rpc.junk() - before,
        1,
        "values that are no messages are one line of junk"
    );
}

// Proves RPC-01.
#[test]
fn the_values_of_an_array_are_not_the_members_of_a_message() {
    let rpc = rpc();
    let mut asked = asks(&rpc);
    let _ = rpc.incoming(format!(r#"["2.0", {}, null, null, {{}}, null]"#, asked.id).as_bytes());
    assert!(asked.answer.try_recv().is_err());
    assert_eq!(rpc.open_requests(), 1);
    assert!(rpc.incoming(br#"["2.0", 5, "roots/list"]"#).asked.is_empty());
}

// Proves F-18, RPC-16.
#[test]
fn a_question_under_the_id_of_one_that_waits_is_not_asked() {
    let rpc = rpc();
    let ask = || rpc.incoming(br#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#);
    let first = ask().asked.pop().unwrap();
    for _ in 0..2 * limits::PENDING_SERVER_REQUESTS {
        let again = ask();
        assert!(again.asked.is_empty() && again.respond.is_empty());
    }
    assert!(!first.cancelled.is_cancelled());
    rpc.answer("1", &Ok(serde_json::json!({"action": "decline"})))
        .unwrap();
    assert_eq!(ask().asked.len(), 1, "one that was answered no longer waits");
}

// Proves RPC-13.
#[test]
fn an_error_without_an_id_ends_the_request_in_whose_response_it_came() {
    for id in ["", r#""id":null,"#] {
        let rpc = rpc();
        let (mut mine, _other) = (asks(&rpc), asks(&rpc));
        let error = format!(r#"{{"jsonrpc":"2.0",{id}"error":{{"code":-32603,"message":"out of paper"}}}}"#);
        let _ = rpc.incoming(error.as_bytes());
        assert_eq!(
            (rpc.open_requests(), rpc.junk()),
            (2, 1),
            "it may be about either"
        );
        let _ = rpc.incoming_within(mine.id, error.as_bytes());
        match mine.answer.try_recv() {
            Ok(RpcOutcome::Refused { code, message, .. }) => {
                assert_eq!((code, message.as_str()), (-32603, "out of paper"));
            }
            other => panic!("{other:?}"),
        }
        let _ = rpc.incoming_within(mine.id, error.as_bytes());
        assert_eq!(
            (rpc.open_requests(), rpc.junk()),
            (1, 2),
            "it is logged after that"
        );
    }
}

// Proves PRG-05, F-22.
#[test]
fn progress_is_listened_for_on_only_where_a_task_can_have_come() {
    let rpc = rpc();
    let calls = |reply: &str| {
        let mut params = Map::from_iter([("task".to_owned(), serde_json::json!({}))]);
        let call = rpc.begin("tools/call", &mut params, None).unwrap();
        let reply = format!(r#"{{"jsonrpc":"2.0","id":{},{reply}}}"#, call.id);
        let _ = rpc.incoming(reply.as_bytes());
        call.id
    };
    let task = calls(r#""result":{"task":{"taskId":"t"}}"#);
    for _ in 0..limits::TASK_PROGRESS {
        let refused = calls(r#""error":{"code":-32603,"message":"no"}"#);
        assert!(rpc.task_progress(refused).is_none());
    }
    assert!(rpc.task_progress(task).is_some());
}
