//! What servers say without being asked, what they are asked to say, arrays of messages, arguments in headers, and
//! how the era of a server is found out whatever it answers.

use std::{path::PathBuf, time::Duration};

use portcullis_api::{EraChoice, LogLevel, LogSource, Phase};
use portcullis_core::Code;
use portcullis_tests::{
    hostile::{Hostile, Served},
    test_user::{TestUser, address, assert_done, assert_failed, command, nothing, program, received, text},
    wait,
};
use serde_json::{Value, json};

struct House {
    person: TestUser,
    id: String,
    record: PathBuf,
    _served: Option<Served>,
}

/// A server that was added; not waited for.
async fn added(on_http: bool, mut script: Value) -> House {
    let person = TestUser::new().await;
    let record = person.path("record");
    let (draft, served) = if on_http {
        script["http"]["record"] = json!(record);
        let served = Hostile::new(script).on_http().await;
        (address("Notes", &served.url), Some(served))
    } else {
        script["record"] = json!(record);
        (program("Notes", script), None)
    };
    let id = person.adds(draft).await;
    House {
        person,
        id,
        record,
        _served: served,
    }
}

async fn house(on_http: bool, script: Value) -> House {
    let house = added(on_http, script).await;
    house.person.sees(&house.id, Phase::Ready).await;
    house
}

impl House {
    /// Messages of a method, over whatever they came.
    fn sent(&self, method: &str) -> Vec<Value> {
        let all = received(&self.record).into_iter();
        all.map(|mut line| match line.get("target") {
            Some(_) => line["body"].take(),
            None => line,
        })
        .filter(|message| message["method"] == method)
        .collect()
    }

    async fn sees_sent(&self, method: &str, count: usize) -> Vec<Value> {
        wait::until(&format!("{count} times {method}"), || {
            let sent = self.sent(method);
            (sent.len() >= count).then_some(sent)
        })
        .await
    }

    async fn calls(&self, tool: &str) -> portcullis_api::CallView {
        self.person.calls(&self.id, tool, nothing()).await
    }

    /// Messages in the server's log that it sent by the protocol.
    fn logged(&self) -> Vec<String> {
        let page = self.person.host.logs(&self.id, 0).unwrap();
        let lines = page.lines.into_iter();
        lines
            .filter(|line| line.source == LogSource::Message)
            .map(|line| line.text.text)
            .collect()
    }

    /// Times that a process of the server was started, told by what comes first.
    fn modern(&self) -> bool {
        self.person.host.server(&self.id).unwrap().era == Some(EraChoice::Modern)
    }
}

/// Long enough for what was announced to be read; what happens within it did not happen.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(400)).await;
}

fn wishes(listen: &Value) -> &Value {
    &listen["params"]["notifications"]
}

// Proves SUB-01, CAP-10.
#[tokio::test]
async fn only_what_is_announced_is_asked_for() {
    let capabilities =
        json!({"tools": {"listChanged": true}, "prompts": {}, "resources": {"subscribe": true}});
    for on_http in [false, true] {
        let house = house(on_http, json!({"era": "modern", "capabilities": capabilities})).await;
        let listens = house.sees_sent("subscriptions/listen", 1).await;
        assert_eq!(wishes(&listens[0]), &json!({"toolsListChanged": true}));
        assert!(listens[0]["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].is_string());
    }
    let house = house(false, json!({"era": "modern", "capabilities": {"tools": {}}})).await;
    a_moment().await;
    assert!(house.sent("subscriptions/listen").is_empty());
}

// Proves SUB-06, SUB-07.
#[tokio::test]
async fn a_watched_resource_changes_what_is_listened_for() {
    let capabilities = json!({"tools": {"listChanged": true}, "resources": {"subscribe": true}});
    let reads = json!({"resources/read": [{"reply": {"contents": []}}]});
    let house = house(
        false,
        json!({"era": "modern", "capabilities": capabilities, "on": reads}),
    )
    .await;
    house.sees_sent("subscriptions/listen", 1).await;
    let host = &house.person.host;
    host.subscribe_resource(&house.id, "notes://today", true)
        .await
        .unwrap();
    let listens = house.sees_sent("subscriptions/listen", 2).await;
    assert_eq!(
        wishes(&listens[1]),
        &json!({"toolsListChanged": true, "resourceSubscriptions": ["notes://today"]})
    );
    let ended = house.sees_sent("notifications/cancelled", 1).await;
    assert_eq!(
        ended[0]["params"]["requestId"], listens[0]["id"],
        "sub07: the one before is ended"
    );
    host.subscribe_resource(&house.id, "notes://today", false)
        .await
        .unwrap();
    let listens = house.sees_sent("subscriptions/listen", 3).await;
    assert_eq!(wishes(&listens[2]), &json!({"toolsListChanged": true}));
    assert!(house.sent("resources/subscribe").is_empty(), "era11");
}

/// A server that answers a request would not end with its input.
// Proves SUB-07, F-39.
#[tokio::test]
async fn a_server_is_told_that_listening_ends_before_its_input_closes() {
    let house = house(
        false,
        json!({"era": "modern", "capabilities": {"tools": {"listChanged": true}}}),
    )
    .await;
    let listens = house.sees_sent("subscriptions/listen", 1).await;
    house.person.host.set_enabled(&house.id, false).await.unwrap();
    let ended = house.sees_sent("notifications/cancelled", 1).await;
    assert_eq!(ended[0]["params"]["requestId"], listens[0]["id"]);
}

// Proves F-39.
#[tokio::test]
async fn a_server_that_does_as_it_is_told_is_gone_at_once() {
    let person = TestUser::new().await;
    let demo = portcullis_tests::programs::beside("portcullis-demo");
    let draft = command("Demo", demo.to_str().unwrap(), Vec::new());
    let id = person.adds(draft).await;
    person.sees(&id, Phase::Ready).await;
    a_moment().await;
    let begun = std::time::Instant::now();
    person.host.set_enabled(&id, false).await.unwrap();
    person.sees(&id, Phase::Off).await;
    // It takes some hundredths of a second; at 1.5 s it would be signalled.
    let took = begun.elapsed();
    assert!(took < Duration::from_millis(700), "{took:?}");
}

// Proves SUB-10.
#[tokio::test]
async fn a_server_that_was_started_again_is_listened_to_again() {
    let house = house(
        false,
        json!({"era": "modern", "tools": ["x"], "calls": {"x": [{"exit": 1}]}}),
    )
    .await;
    house.sees_sent("subscriptions/listen", 1).await;
    assert_failed(&house.calls("x").await, Code::ServerExited);
    house.sees_sent("subscriptions/listen", 2).await;
}

/// A server whose first time of listening ends like this.
async fn ends_listening(on_http: bool, ending: Value) {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let acknowledged = json!({"say": {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
        "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}}});
    let steps = json!([acknowledged, {"if_file": {"path": been, "then": ["no_reply"],
        "else": [{"touch": been}, ending]}}, "no_reply"]);
    let house = house(
        on_http,
        json!({"era": "modern", "tools": ["x"], "on": {"subscriptions/listen": steps}}),
    )
    .await;
    let listens = house.sees_sent("subscriptions/listen", 2).await;
    assert_ne!(listens[0]["id"], listens[1]["id"]);
    house.sees_sent("tools/list", 2).await;
    assert_done(&house.calls("x").await);
    let state = house.person.state(&house.id);
    assert_eq!((state.phase, state.problem), (Phase::Ready, None), "{ending}");
}

// Proves SUB-08, SUB-09.
#[tokio::test]
async fn listening_that_ends_in_any_way_is_begun_again_and_lists_are_read() {
    let whole = json!({"reply": {"_meta": {"io.modelcontextprotocol/subscriptionId": "$id"}}});
    let cancelled = json!({"say": {"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": "$id"}}});
    ends_listening(false, whole.clone()).await;
    ends_listening(false, cancelled).await;
    ends_listening(true, whole).await;
    ends_listening(true, json!("drop")).await;
}

// Proves SUB-08.
#[tokio::test]
async fn a_server_that_does_not_listen_is_not_asked_for_ever() {
    let steps = json!([{"error": {"code": -32601, "message": "no"}}]);
    let house = house(
        false,
        json!({"era": "modern", "tools": ["x"], "on": {"subscriptions/listen": steps}}),
    )
    .await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(house.sent("subscriptions/listen").len(), 1);
    assert_done(&house.calls("x").await);
}

fn changed(meta: &Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    if !meta.is_null() {
        message["params"] = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": meta}});
    }
    json!({ "say": message })
}

// Proves SUB-05, HTTP-25.
#[tokio::test]
async fn announcements_of_nothing_that_listens_are_ignored() {
    for on_http in [false, true] {
        let other = json!({"name": "y", "inputSchema": {"type": "object"}});
        // The number of the call is a request of ours that is open, and does not listen.
        let wrong = json!([
            changed(&Value::Null),
            changed(&json!(987)),
            changed(&json!("2")),
            changed(&json!("$id"))
        ]);
        let house = house(
            on_http,
            json!({"era": "modern", "tools": ["x", "change"],
                "calls": {"x": wrong, "change": [{"change_tool": other}]}}),
        )
        .await;
        house.sees_sent("subscriptions/listen", 1).await;
        assert_done(&house.calls("x").await);
        a_moment().await;
        assert_eq!(house.sent("tools/list").len(), 1, "on_http: {on_http}");
        assert_done(&house.calls("change").await);
        house.sees_sent("tools/list", 2).await;
    }
}

// Proves SUB-02.
#[tokio::test]
async fn what_is_announced_before_the_server_listens_is_ignored() {
    let steps = json!([changed(&json!("$id")), "no_reply"]);
    let house = house(
        false,
        json!({"era": "modern", "tools": ["x"], "on": {"subscriptions/listen": steps}}),
    )
    .await;
    house.sees_sent("subscriptions/listen", 1).await;
    a_moment().await;
    assert_eq!(house.sent("tools/list").len(), 1);
}

// Proves LOG-03.
#[tokio::test]
async fn a_modern_server_is_heard_when_it_was_asked_to_speak() {
    for on_http in [false, true] {
        let say = json!({"say": {"jsonrpc": "2.0", "method": "notifications/message",
            "params": {"level": "info", "data": "hello"}}});
        let capabilities = json!({"tools": {"listChanged": true}, "logging": {}});
        let house = house(
            on_http,
            json!({"era": "modern", "capabilities": capabilities, "tools": ["x"], "calls": {"x": [say]}}),
        )
        .await;
        assert_done(&house.calls("x").await);
        assert_eq!(house.logged(), Vec::<String>::new());
        let level = Some(LogLevel::Info);
        house.person.host.set_log_level(&house.id, level).await.unwrap();
        assert_done(&house.calls("x").await);
        assert_eq!(house.logged(), ["hello"], "on_http: {on_http}");
        let calls = house.sent("tools/call");
        let asked = |at: usize| &calls[at]["params"]["_meta"]["io.modelcontextprotocol/logLevel"];
        assert_eq!((asked(0), asked(1)), (&Value::Null, &json!("info")));
        assert!(house.sent("logging/setLevel").is_empty(), "era11");
    }
}

// Proves LOG-02.
#[tokio::test]
async fn a_server_of_before_is_heard_without_being_asked() {
    let say = json!({"say": {"jsonrpc": "2.0", "method": "notifications/message",
        "params": {"level": "debug", "data": {"a": 1}}}});
    let house = house(false, json!({"tools": ["x"], "calls": {"x": [say]}})).await;
    assert_done(&house.calls("x").await);
    assert_eq!(house.logged(), [r#"{"a":1}"#]);
}

// Proves RPC-09, RPC-10.
#[tokio::test]
async fn an_array_of_messages_is_read_in_the_one_revision_that_has_them() {
    for on_http in [false, true] {
        for (version, read) in [
            ("2024-11-05", false),
            ("2025-03-26", true),
            ("2025-06-18", false),
            ("2025-11-25", false),
        ] {
            let script = json!({
                "version": version,
                "tools": ["x", "good"],
                "calls": {"x": [{"malformed": "batch_array"}]},
            });
            let house = house(on_http, script).await;
            let call = house.calls("x").await;
            match read {
                true => assert_eq!(text(&call), "MARK"),
                false => assert_failed(&call, Code::ProtocolBroken),
            }
            assert_done(&house.calls("good").await);
            house.person.host.close().await;
        }
    }
}

// Proves RPC-09.
#[tokio::test]
async fn questions_and_announcements_within_an_array_are_each_taken() {
    let script = json!({
        "version": "2025-03-26",
        "tools": ["x"],
        "calls": {"x": [{"say": [
            {"jsonrpc": "2.0", "id": "a", "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"},
            {"jsonrpc": "2.0", "id": "b", "method": "foo/bar"},
        ]}]},
    });
    let house = house(false, script).await;
    assert_done(&house.calls("x").await);
    house.sees_sent("tools/list", 2).await;
    let answer = |id: &'static str| {
        let all = received(&house.record).into_iter();
        all.filter(|message| message["method"].is_null() && message["id"] == id)
            .collect::<Vec<_>>()
    };
    wait::until("both answers", || {
        (answer("a").len() + answer("b").len() == 2).then_some(())
    })
    .await;
    assert_eq!(answer("a")[0]["result"], json!({}));
    assert_eq!(answer("b")[0]["error"]["code"], -32601);
    assert!(received(&house.record).iter().all(Value::is_object), "rpc10");
}

fn marked(header: &str) -> Value {
    json!({"name": "x", "inputSchema": {"type": "object", "properties": {
        "where": {"type": "string", "x-mcp-header": header}, "n": {"type": "integer"}}}})
}

// Proves HDR-05, HDR-08, HDR-09.
#[tokio::test]
async fn what_goes_into_a_header_arrives_encoded_and_nothing_else_does() {
    let house = house(true, json!({"era": "modern", "tools": [marked("Where")]})).await;
    for (value, header) in [
        ("us west", "us west"),
        ("é", "=?base64?w6k=?="),
        ("a\r\nX: y", "=?base64?YQ0KWDogeQ==?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
    ] {
        let arguments = json!({"where": value, "n": 7});
        assert_done(&house.person.calls(&house.id, "x", arguments.clone()).await);
        let all = received(&house.record);
        let call = all
            .iter()
            .rfind(|line| line["body"]["method"] == "tools/call")
            .unwrap();
        assert_eq!(call["headers"]["mcp-param-where"], header);
        assert_eq!(call["headers"].get("mcp-param-n"), None);
        assert_eq!(call["headers"].get("x"), None);
        assert_eq!(call["body"]["params"]["arguments"], arguments);
    }
}

// Proves HDR-10.
#[tokio::test]
async fn a_number_too_large_for_a_header_is_not_sent() {
    let tool = json!({"name": "x", "inputSchema": {"type": "object", "properties": {
        "n": {"type": "integer", "x-mcp-header": "N"}}}});
    let house = house(true, json!({"era": "modern", "tools": [tool]})).await;
    let call = house
        .person
        .calls(&house.id, "x", json!({"n": 1_u64 << 60}))
        .await;
    assert_failed(&call, Code::CallBadArguments);
    assert!(house.sent("tools/call").is_empty());
}

// Proves HDR-11, STD-15.
#[tokio::test]
async fn a_header_that_cannot_be_hides_its_tool_over_http_only() {
    let script = json!({"era": "modern", "tools": ["good", marked("no header")]});
    for (on_http, expected) in [(true, 1), (false, 2)] {
        let house = house(on_http, script.clone()).await;
        let summary = house.person.host.server(&house.id).unwrap().summary;
        assert_eq!(summary.tools, expected, "on_http: {on_http}");
    }
}

/// Calls a tool of a server that refuses the first call because of its headers, and then offers this definition.
async fn refused_once(fresh: Value) -> (House, portcullis_api::CallView) {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let refusal = json!({"code": -32020, "message": "headers do not fit"});
    let steps = json!([{"if_file": {"path": been,
        "else": [{"touch": been}, {"change_tool": fresh}, {"error": refusal}]}}]);
    let script = json!({
        "era": "modern",
        "capabilities": {"tools": {}},
        "tools": [marked("Where")],
        "calls": {"x": steps},
    });
    let house = house(true, script).await;
    let arguments = json!({"where": "here", "n": 7});
    let call = house.person.calls(&house.id, "x", arguments).await;
    (house, call)
}

// Proves HDR-13, HDR-14.
#[tokio::test]
async fn a_server_that_wants_other_headers_is_listed_again_and_called_once_more() {
    let (house, call) = refused_once(marked("Place")).await;
    assert_done(&call);
    assert!(house.sent("tools/list").len() >= 2);
    let all = received(&house.record);
    let calls: Vec<_> = all
        .iter()
        .filter(|line| line["body"]["method"] == "tools/call")
        .collect();
    assert_eq!(calls.len(), 2);
    assert_eq!(calls[0]["headers"]["mcp-param-where"], "here");
    assert_eq!(calls[1]["headers"]["mcp-param-place"], "here");
    assert_eq!(calls[1]["headers"].get("mcp-param-where"), None);
    assert_ne!(calls[0]["body"]["id"], calls[1]["body"]["id"]);
}

// Proves HDR-13, HDR-16.
#[tokio::test]
async fn an_argument_that_was_in_no_header_does_not_get_into_one() {
    let mut more = marked("Where");
    more["inputSchema"]["properties"]["n"]["x-mcp-header"] = json!("N");
    for fresh in [more, marked("Where")] {
        let (house, call) = refused_once(fresh).await;
        assert_failed(&call, Code::ProtocolError);
        assert_eq!(house.sent("tools/call").len(), 1);
    }
}

// Proves ERA-09.
#[tokio::test]
async fn a_server_that_names_a_revision_of_ours_is_asked_again_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let been = folder.path().join("been");
    let refusal = json!({"code": -32602, "message": "Unsupported protocol version",
        "data": {"supported": ["2025-03-26", "2025-06-18", "1999-01-01"], "requested": "2025-11-25"}});
    let steps = json!([{"if_file": {"path": been, "else": [{"touch": been}, {"error": refusal}]}}]);
    let house = house(false, json!({"tools": ["x"], "on": {"initialize": steps}})).await;
    let detail = house.person.host.server(&house.id).unwrap();
    assert_eq!(detail.revision.as_deref(), Some("2025-06-18"));
    let asked: Vec<_> = house
        .sent("initialize")
        .iter()
        .map(|hello| hello["params"]["protocolVersion"].clone())
        .collect();
    assert_eq!(asked, ["2025-11-25", "2025-06-18"]);
}

// Proves ERA-04, ERA-09.
#[tokio::test]
async fn a_server_of_other_revisions_is_not_used_and_both_are_named() {
    let refusal = json!({"code": -32602, "message": "no", "data": {"supported": ["1999-01-01"]}});
    for script in [
        json!({"on": {"initialize": [{"error": refusal}]}}),
        json!({"version": "1999-01-01"}),
    ] {
        for on_http in [false, true] {
            let house = added(on_http, script.clone()).await;
            let state = house.person.sees(&house.id, Phase::Stopped).await;
            let problem = state.problem.unwrap();
            assert_eq!(problem.code, Code::NoCommonRevision.as_str());
            assert!(
                problem.sentence.contains("1999-01-01") && problem.sentence.contains("2025-11-25"),
                "{}",
                problem.sentence
            );
            assert!(house.sent("notifications/initialized").is_empty());
            assert!(house.sent("tools/list").is_empty());
        }
    }
}

fn other_revision(supported: &[&str]) -> Value {
    json!({"error": {"code": -32022, "message": "unsupported", "data": {"supported": supported}}})
}

// Proves ERA-14.
#[tokio::test]
async fn a_server_that_refuses_our_revision_and_names_it_is_asked_again() {
    for on_http in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let been = folder.path().join("been");
        let steps = json!([{"if_file": {"path": been,
            "else": [{"touch": been}, other_revision(&["2026-07-28"])]}}]);
        let house = house(
            on_http,
            json!({"era": "modern", "tools": ["x"], "on": {"server/discover": steps}}),
        )
        .await;
        assert!(house.modern() && house.sent("initialize").is_empty());
        assert_eq!(house.sent("server/discover").len(), 2);
        assert_done(&house.calls("x").await);
    }
}

// Proves ERA-21, ERA-24.
#[tokio::test]
async fn a_modern_refusal_is_not_followed_by_a_handshake() {
    let refusals = [
        other_revision(&["2026-07-28"]),
        other_revision(&["2099-01-01"]),
        json!({"error": {"code": -32020, "message": "headers"}}),
        json!({"error": {"code": -32021, "message": "capabilities"}}),
    ];
    for refusal in refusals {
        let mut steps = vec![(false, refusal.clone()), (true, refusal.clone())];
        let mut body = refusal.clone();
        body["jsonrpc"] = json!("2.0");
        steps.push((
            true,
            json!({"http": {"status": 400,
            "headers": {"Content-Type": "application/json"}, "body": body.to_string()}}),
        ));
        for (on_http, step) in steps {
            // It would take a handshake; it must not get one.
            let house = added(on_http, json!({"era": "both", "on": {"server/discover": [step]}})).await;
            let state = house.person.sees(&house.id, Phase::Stopped).await;
            assert!(house.sent("initialize").is_empty(), "{refusal}");
            let code = state.problem.unwrap().code;
            assert!(
                [Code::NoCommonRevision.as_str(), Code::ProtocolError.as_str()].contains(&code.as_str()),
                "{code}"
            );
        }
    }
}

// Proves ERA-21.
#[tokio::test]
async fn a_server_that_names_revisions_of_before_only_gets_a_handshake() {
    for on_http in [false, true] {
        for step in [
            other_revision(&["2025-06-18"]),
            json!({"reply": {"supportedVersions": ["2025-06-18"], "capabilities": {}}}),
        ] {
            let house = house(on_http, json!({"on": {"server/discover": [step]}})).await;
            assert!(!house.modern());
            house.person.host.close().await;
        }
    }
}

// Proves ERA-22, ERA-25.
#[tokio::test]
async fn any_other_answer_means_a_handshake() {
    for on_http in [false, true] {
        for step in [
            json!({"error": {"code": -32601, "message": "no"}}),
            json!({"error": {"code": -32602, "message": "no"}}),
            json!({"error": {"code": -32600, "message": "no"}}),
            json!({"error": {"code": -32000, "message": "no"}}),
            json!({"error": {"code": 12345, "message": "no"}}),
            json!({"error": {"code": "E", "message": 7}}),
            json!({"reply": {}}),
            json!({"reply": {"supportedVersions": 7}}),
            json!({"malformed": "no_jsonrpc"}),
        ] {
            let house = house(
                on_http,
                json!({"tools": ["x"], "on": {"server/discover": [step]}}),
            )
            .await;
            assert!(!house.modern(), "{step}");
            assert_done(&house.calls("x").await);
            house.person.host.close().await;
        }
    }
}

// Proves ERA-22, ERA-23.
#[tokio::test]
async fn silence_and_death_at_the_question_mean_a_handshake_with_a_new_process() {
    for step in [json!("no_reply"), json!({"exit": 1}), json!("close_stdout")] {
        let house = house(false, json!({"tools": ["x"], "on": {"server/discover": [step]}})).await;
        assert!(!house.modern(), "{step}");
        assert_eq!(house.sent("server/discover").len(), 1);
        assert_done(&house.calls("x").await);
        house.person.host.close().await;
    }
}

// Proves ERA-24, ERA-25.
#[tokio::test]
async fn other_refusals_of_http_mean_a_handshake() {
    let not_modern = json!({"jsonrpc": "2.0", "id": Value::Null, "error": {"code": -32601, "message": "no"}});
    for status in [400, 404, 405, 406, 422] {
        for body in [String::new(), "<p>no".to_owned(), not_modern.to_string()] {
            let kind = match body.starts_with('{') {
                true => "application/json",
                false => "text/html",
            };
            let step = json!({"http": {"status": status, "headers": {"Content-Type": kind}, "body": body}});
            let house = house(true, json!({"tools": ["x"], "on": {"server/discover": [step]}})).await;
            assert!(!house.modern(), "{status} {body}");
            house.person.host.close().await;
        }
    }
}

// Proves ERA-26.
#[tokio::test]
async fn a_sign_in_and_a_fault_of_the_server_decide_nothing() {
    for (status, phase) in [
        (401, Phase::NeedsSignIn),
        (403, Phase::Stopped),
        (500, Phase::Failing),
        // A busy server is tried again later.
        (503, Phase::Failing),
    ] {
        let step = json!({"http": {"status": status}});
        let house = added(true, json!({"era": "both", "on": {"server/discover": [step]}})).await;
        house.person.sees(&house.id, phase).await;
        assert!(house.sent("initialize").is_empty(), "{status}");
    }
}
