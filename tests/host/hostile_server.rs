//! The hostile server does what its script says, and nothing of its own.
//!
//! Everything proved about the host later stands on this: a fault that is not there proves nothing.

use portcullis_tests::{canary::Canary, hostile::Hostile, peer::Peer, wait};
use rustix::process::Signal;
use serde_json::{Value, json};

fn start(script: Value) -> Peer {
    Peer::start(Hostile::new(script).command())
}

/// A server whose tool `x` does these steps, after the handshake.
async fn calling(steps: Value) -> Peer {
    let mut peer = start(json!({"tools": ["x"], "calls": {"x": steps}}));
    peer.initialize().await;
    peer
}

/// Asks for something simple to see that the server lives on.
async fn lives(peer: &mut Peer) {
    assert_eq!(peer.ask("ping", json!({})).await["result"], json!({}));
}

mod manners {
    use super::*;

    #[tokio::test]
    async fn without_a_script_to_the_contrary_it_is_an_ordinary_legacy_server() {
        let mut peer = start(json!({"tools": ["a"]}));
        let hello = peer.initialize().await;
        assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
        assert_eq!(
            hello["result"]["capabilities"],
            json!({"tools": {"listChanged": true}})
        );
        assert_eq!(
            peer.ask("tools/list", json!({})).await["result"]["tools"][0]["name"],
            "a"
        );
        let called = peer.call("a", json!({"k": 1})).await;
        assert_eq!(called["result"]["content"][0]["text"], "{\"k\":1}");
        assert_eq!(peer.call("b", json!({})).await["error"]["code"], -32602);
        assert_eq!(
            peer.ask("server/discover", json!({})).await["error"]["code"],
            -32601
        );
        peer.close_stdin();
        assert!(peer.exit().await.success());
    }

    #[tokio::test]
    async fn it_answers_the_revision_that_was_asked_for_or_the_one_of_its_script() {
        for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
            let mut peer = start(json!({}));
            let hello = peer.ask("initialize", json!({"protocolVersion": version})).await;
            assert_eq!(hello["result"]["protocolVersion"], version);
        }
        let mut peer = start(json!({"version": "1999-01-01"}));
        assert_eq!(peer.initialize().await["result"]["protocolVersion"], "1999-01-01");
    }

    #[tokio::test]
    async fn a_modern_server_discovers_marks_results_complete_and_announces_to_subscriptions() {
        let changed = json!({"name": "a", "description": "new", "inputSchema": {"type": "object"}});
        let mut peer =
            start(json!({"era": "modern", "tools": ["a"], "calls": {"a": [{"change_tool": changed}]}}));
        let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
        let found = peer.ask("server/discover", json!({"_meta": meta})).await;
        assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]));
        assert_eq!(peer.ask("initialize", json!({})).await["error"]["code"], -32601);
        let tools = peer.ask("tools/list", json!({"_meta": meta})).await;
        assert_eq!(tools["result"]["resultType"], "complete");
        assert_eq!(tools["result"]["ttlMs"], 0);

        let listen = json!({"notifications": {"toolsListChanged": true}, "_meta": meta});
        let subscription = peer.request("subscriptions/listen", listen).await;
        let acknowledged = peer.message().await;
        assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
        peer.request("tools/call", json!({"name": "a", "arguments": {}, "_meta": meta}))
            .await;
        let told = peer.message().await;
        assert_eq!(told["method"], "notifications/tools/list_changed");
        assert_eq!(
            told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
            subscription
        );
        assert_eq!(peer.message().await["result"]["resultType"], "complete");
    }

    #[tokio::test]
    async fn a_misspelt_script_is_refused_before_anything_is_said() {
        for script in [
            json!({"tols": []}),
            json!({"start": ["sleeep"]}),
            json!({"start": [{"flood": {"method": "x", "m": 1}}]}),
        ] {
            let mut peer = start(script);
            assert_eq!(peer.exit().await.code(), Some(64));
            assert!(peer.stderr().await.contains("the script is wrong"));
        }
    }

    #[tokio::test]
    async fn a_script_can_be_a_file_and_everything_received_can_be_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let (script, record) = (folder.path().join("script.json"), folder.path().join("record"));
        std::fs::write(&script, json!({"record": record}).to_string()).unwrap();
        let mut command = tokio::process::Command::new(Hostile::program());
        command.arg("--script").arg(script);
        let mut peer = Peer::start(command);
        peer.initialize().await;
        lives(&mut peer).await;
        let recorded = std::fs::read_to_string(record).unwrap();
        let methods: Vec<_> = recorded
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["method"].clone())
            .collect();
        assert_eq!(methods, ["initialize", "notifications/initialized", "ping"]);
    }
}

mod replies {
    use super::*;

    async fn line_of(fault: &str) -> Vec<u8> {
        let mut peer = calling(json!([{"malformed": fault}])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        let line = peer.line().await.unwrap();
        lives(&mut peer).await;
        line
    }

    #[tokio::test]
    async fn each_malformed_reply_is_wrong_in_exactly_its_own_way() {
        let line = line_of("invalid_utf8").await;
        assert!(std::str::from_utf8(&line).is_err());
        assert!(serde_json::from_str::<Value>(&String::from_utf8_lossy(&line)).is_ok());

        let line = line_of("lone_surrogate").await;
        assert!(std::str::from_utf8(&line).unwrap().contains("\\ud800 "));
        assert!(serde_json::from_slice::<Value>(&line).is_err());

        let reply: Value = serde_json::from_slice(&line_of("string_error_code").await).unwrap();
        assert_eq!(
            (&reply["id"], &reply["error"]["code"]),
            (&json!(2), &json!("E_FAILED"))
        );
        assert_eq!(reply["error"]["data"], json!({"kept": true}));

        let reply: Value = serde_json::from_slice(&line_of("no_jsonrpc").await).unwrap();
        assert_eq!((&reply["id"], reply.get("jsonrpc")), (&json!(2), None));
        assert!(reply["result"].is_object());

        let reply: Value = serde_json::from_slice(&line_of("batch_array").await).unwrap();
        assert_eq!(reply[0]["id"], 2);

        let line = line_of("too_deep").await;
        assert!(
            serde_json::from_slice::<Value>(&line)
                .unwrap_err()
                .to_string()
                .contains("recursion limit")
        );

        let line = line_of("half_json").await;
        assert!(serde_json::from_slice::<Value>(&line).unwrap_err().is_eof());
    }

    #[tokio::test]
    async fn f03_an_oversized_reply_is_as_large_as_it_says() {
        let mut peer = calling(json!([{"oversized_mib": 17}])).await;
        let text = peer.call("x", json!({})).await["result"]["content"][0]["text"].take();
        assert_eq!(text.as_str().unwrap().len(), 17 << 20);
    }

    #[tokio::test]
    async fn f24_ten_megabytes_of_text_a_picture_a_sound_and_a_result_that_breaks_its_schema() {
        let mut peer = calling(json!([{"text_bytes": 10_000_000}])).await;
        let text = peer.call("x", json!({})).await["result"]["content"][0]["text"].take();
        assert_eq!(text.as_str().unwrap().len(), 10_000_000);
        for (step, kind) in [("image", "image/png"), ("audio", "audio/wav")] {
            let mut peer = calling(json!([step])).await;
            assert_eq!(
                peer.call("x", json!({})).await["result"]["content"][0]["mimeType"],
                kind
            );
        }
        let mut peer = calling(json!(["bad_structured"])).await;
        let result = peer.call("x", json!({})).await;
        assert_eq!(result["result"]["structuredContent"], json!({"value": "a word"}));
    }

    #[tokio::test]
    async fn f22_unknown_duplicate_and_retyped_ids() {
        let mut peer = calling(json!(["unknown_id", "duplicate_reply"])).await;
        let id = peer
            .request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        assert_eq!(peer.message().await["id"], 987_654_321);
        assert_eq!(peer.message().await["id"], id);
        assert_eq!(peer.message().await["id"], id);
        let mut peer = calling(json!(["id_as_string"])).await;
        let id = peer
            .request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        assert_eq!(peer.message().await["id"], id.to_string());
    }

    #[tokio::test]
    async fn a_call_without_a_reply_leaves_the_others_alone() {
        let mut peer = calling(json!(["no_reply"])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        lives(&mut peer).await;
    }

    #[tokio::test]
    async fn a_scripted_reply_can_speak_of_its_request() {
        let mut peer = calling(json!([{"reply": {"got": "$arguments", "by": ["$name", "$id"]}}])).await;
        let reply = peer.call("x", json!({"k": [1]})).await;
        assert_eq!(reply["result"], json!({"got": {"k": [1]}, "by": ["x", 2]}));
        let mut peer = calling(json!([{"error": {"code": -5, "message": "$name"}}])).await;
        assert_eq!(
            peer.call("x", json!({})).await["error"],
            json!({"code": -5, "message": "x"})
        );
    }
}

mod output {
    use super::*;

    #[tokio::test]
    async fn f04_banners_and_raw_bytes_come_before_the_handshake() {
        let mut peer = start(json!({"start": [
            {"banner": "Welcome"},
            {"say_raw": {"base64": "77u//g0K"}},
            {"say": {"jsonrpc": "2.0", "method": "notifications/x"}},
            {"stderr": "on standard error"},
        ]}));
        assert_eq!(peer.line().await.unwrap(), b"Welcome");
        assert_eq!(peer.line().await.unwrap(), b"\xef\xbb\xbf\xfe\r");
        assert_eq!(peer.message().await["method"], "notifications/x");
        peer.initialize().await;
        peer.close_stdin();
        assert_eq!(peer.stderr().await, "on standard error\n");
    }

    #[tokio::test]
    async fn f18_a_flood_has_exactly_as_many_notifications_as_it_says() {
        let flood =
            json!({"flood": {"method": "notifications/message", "n": 5000, "params": {"data": "$n"}}});
        let mut peer = calling(json!([flood])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        for n in 1..=5000 {
            assert_eq!(peer.message().await["params"]["data"], n);
        }
        assert!(peer.message().await["result"].is_object());
    }

    #[tokio::test]
    async fn f03_a_line_without_an_end() {
        let mut peer = start(json!({"start": [{"unended": 3_000_000}, {"exit": 0}]}));
        assert_eq!(peer.line().await.unwrap().len(), 3_000_000);
        assert_eq!(peer.line().await, None);
    }

    #[tokio::test]
    async fn f08_a_flood_of_standard_error_does_not_hold_up_the_protocol() {
        let mut peer = start(json!({"on": {"notifications/go": [{"stderr_flood": 5_000_000}, {"exit": 0}]}}));
        peer.initialize().await;
        peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/go"}))
            .await;
        lives(&mut peer).await;
        assert_eq!(peer.stderr().await.len(), 5_000_000);
    }

    #[tokio::test]
    async fn f06_standard_output_closes_while_the_process_stays() {
        let mut peer = calling(json!(["close_stdout", "no_reply"])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        assert_eq!(peer.line().await, None);
        assert!(peer.runs());
    }

    #[tokio::test]
    async fn f23_progress_comes_before_the_reply_for_the_token_of_the_call() {
        let mut peer = calling(json!([{"progress": {"n": 3, "interval_ms": 1}}])).await;
        let call = json!({"name": "x", "arguments": {}, "_meta": {"progressToken": "t"}});
        peer.request("tools/call", call).await;
        for n in 1..=3 {
            let report = peer.message().await;
            assert_eq!(report["params"]["progressToken"], "t");
            assert_eq!(
                (&report["params"]["progress"], &report["params"]["total"]),
                (&json!(n), &json!(3))
            );
        }
        assert!(peer.message().await["result"].is_object());
        // Without a token nobody asked for reports.
        assert!(peer.call("x", json!({})).await["result"].is_object());
    }

    #[tokio::test]
    async fn f23_progress_can_go_backwards_and_for_a_token_nobody_gave() {
        let mut peer = calling(json!([{"progress": {"n": 2, "backwards": true, "token": 99}}])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        for left in [1, 0] {
            let report = peer.message().await;
            assert_eq!(report["params"]["progressToken"], 99);
            assert_eq!(report["params"]["progress"], left);
        }
    }
}

mod lists {
    use super::*;

    #[tokio::test]
    async fn f19_many_tools_come_in_pages() {
        let mut peer = start(json!({"tools": ["first"], "many_tools": 6, "page": 3}));
        peer.initialize().await;
        let (mut names, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let page = peer.ask("tools/list", json!({"cursor": cursor})).await["result"].take();
            let tools = page["tools"].as_array().unwrap();
            assert!(tools.len() <= 3);
            names.extend(tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()));
            cursor = page["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(names.len(), 7);
        assert_eq!((names[0].as_str(), names[6].as_str()), ("first", "tool_0000006"));
    }

    #[tokio::test]
    async fn f19_a_cursor_can_repeat_for_ever() {
        let mut peer = start(json!({"tools": ["a"], "on": {"tools/list": ["repeating_cursor"]}}));
        peer.initialize().await;
        for cursor in [Value::Null, json!("again"), json!("again")] {
            let page = peer.ask("tools/list", json!({"cursor": cursor})).await;
            assert_eq!(page["result"]["nextCursor"], "again");
            assert_eq!(page["result"]["tools"][0]["name"], "a");
        }
    }

    #[tokio::test]
    async fn one_malformed_tool_is_sent_among_good_ones() {
        let mut peer = start(json!({"tools": ["good", {"name": 7}, 5, "fine"]}));
        peer.initialize().await;
        let tools = peer.ask("tools/list", json!({})).await["result"]["tools"].take();
        assert_eq!((&tools[1], &tools[2]), (&json!({"name": 7}), &json!(5)));
        assert_eq!(tools[3]["name"], "fine");
    }

    #[tokio::test]
    async fn s46_a_changed_tool_is_announced_and_listed() {
        let changed = json!({"name": "x", "description": "other", "inputSchema": {"type": "object"}});
        let mut peer = calling(json!([{"change_tool": changed}])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        assert_eq!(peer.message().await["method"], "notifications/tools/list_changed");
        assert!(peer.message().await["result"].is_object());
        assert_eq!(
            peer.ask("tools/list", json!({})).await["result"]["tools"],
            json!([changed])
        );
    }
}

mod requests {
    use super::*;

    #[tokio::test]
    async fn it_asks_the_host_and_uses_the_answer() {
        let ask = json!({"ask": {"method": "elicitation/create", "params": {"for": "$name"}}});
        let mut peer = calling(json!([ask, {"reply": {"answer": "$answer"}}])).await;
        peer.request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        let asked = peer.message().await;
        assert_eq!(asked["method"], "elicitation/create");
        assert_eq!(asked["params"], json!({"for": "x"}));
        peer.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept"}}))
            .await;
        let reply = peer.message().await;
        assert_eq!(reply["result"]["answer"]["result"], json!({"action": "accept"}));
    }

    #[tokio::test]
    async fn two_requests_can_bear_the_same_id() {
        let ask = json!({"ask": {"method": "ping", "id": 1}});
        let mut peer = start(json!({"tools": ["x"], "calls": {"x": [ask]}}));
        peer.initialize().await;
        for _ in 0..2 {
            peer.request("tools/call", json!({"name": "x", "arguments": {}}))
                .await;
        }
        assert_eq!(peer.message().await["id"], 1);
        assert_eq!(peer.message().await["id"], 1);
    }

    #[tokio::test]
    async fn a_cancellation_leaves_its_reason_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cancelled");
        let mut peer = calling(json!([{"wait_for_cancel": file}])).await;
        let id = peer
            .request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        lives(&mut peer).await;
        assert!(!file.exists());
        let params = json!({"requestId": id, "reason": "enough"});
        peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
            .await;
        assert_eq!(wait::file(&file).await, "enough");
    }
}

mod process {
    use std::collections::BTreeSet;

    use super::*;

    #[tokio::test]
    async fn f01_it_exits_aborts_and_crashes_in_the_middle_of_a_call() {
        use std::os::unix::process::ExitStatusExt as _;
        for (step, code, signal) in [
            (json!({"exit": 0}), Some(0), None),
            (json!({"exit": 3}), Some(3), None),
            (json!("abort"), None, Some(6)),
            (json!({"die_of": "SEGV"}), None, Some(11)),
        ] {
            let mut peer = calling(json!([{"stderr": "last words"}, step])).await;
            peer.request("tools/call", json!({"name": "x", "arguments": {}}))
                .await;
            let status = peer.exit().await;
            assert_eq!((status.code(), status.signal()), (code, signal), "{step}");
            assert!(peer.stderr().await.starts_with("last words\n"));
        }
    }

    #[tokio::test]
    async fn f07_it_ignores_the_end_of_its_input_and_sigterm_but_not_sigkill() {
        let folder = tempfile::tempdir().unwrap();
        let ended = folder.path().join("ended");
        let script = json!({"start": ["ignore_eof", "ignore_term"], "end": [{"touch": ended}]});
        let mut peer = start(script);
        peer.initialize().await;
        peer.signal(Signal::TERM);
        lives(&mut peer).await;
        peer.close_stdin();
        wait::file(&ended).await;
        peer.signal(Signal::TERM);
        assert!(peer.runs());
        peer.signal(Signal::KILL);
        assert!(!peer.exit().await.success());
    }

    #[tokio::test]
    async fn f07_it_can_tell_that_sigterm_came() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("term");
        let mut peer = start(json!({"start": [{"on_term": file}]}));
        peer.initialize().await;
        peer.signal(Signal::TERM);
        assert!(peer.exit().await.success());
        assert!(file.exists());
    }

    #[tokio::test]
    async fn f07_a_grandchild_stays_in_the_group_and_a_double_forked_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        for double in [false, true] {
            let file = folder.path().join(format!("pid-{double}"));
            let mut command =
                Hostile::new(json!({"start": [{"fork": {"pid_file": file, "double": double}}]})).command();
            command.process_group(0);
            let mut peer = Peer::start(command);
            peer.initialize().await;
            let group = peer.pid();
            let grandchild: i32 = wait::file(&file).await.parse().unwrap();
            let of = rustix::process::Pid::from_raw(grandchild).unwrap();
            let its_group = rustix::process::getpgid(Some(of)).unwrap().as_raw_nonzero().get();
            assert_eq!(its_group == group, !double);
            peer.close_stdin();
            peer.exit().await;
            assert!(wait::runs(grandchild), "it outlives the server");
            rustix::process::kill_process(of, Signal::KILL).unwrap();
            wait::gone(grandchild).await;
        }
    }

    #[tokio::test]
    async fn f05_input_that_is_not_read_fills_the_pipe() {
        let mut peer = calling(json!(["stop_reading"])).await;
        peer.call("x", json!({})).await;
        let line = json!({"jsonrpc": "2.0", "method": "x", "params": {"pad": "x".repeat(1 << 20)}});
        let sent = tokio::time::timeout(std::time::Duration::from_millis(300), peer.send(&line)).await;
        assert!(sent.is_err(), "a mebibyte does not fit into a pipe nobody reads");
        assert!(peer.runs());
    }

    #[tokio::test]
    async fn f06_standard_input_can_be_closed_by_the_server() {
        let mut command = Hostile::new(json!({"tools": ["x"], "calls": {"x": ["close_stdin"]}})).command();
        command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}});
        use tokio::io::AsyncWriteExt as _;
        stdin.write_all(format!("{call}\n").as_bytes()).await.unwrap();
        let broken = async {
            while stdin.write_all(b"\n").await.is_ok() {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(portcullis_tests::peer::PATIENCE, broken)
            .await
            .expect("the pipe breaks");
        assert!(matches!(child.try_wait(), Ok(None)), "the process stays");
    }

    #[tokio::test]
    async fn s64_an_environment_dump_shows_variables_arguments_folder_and_open_files() {
        let folder = tempfile::tempdir().unwrap();
        let canary = Canary::new("environment");
        let mut command = Hostile::new(json!({"tools": ["x"], "calls": {"x": ["env_dump"]}})).command();
        command
            .env_clear()
            .env("ONLY", &canary.value)
            .current_dir(folder.path());
        let mut peer = Peer::start(command);
        peer.initialize().await;
        let dump = peer.call("x", json!({})).await["result"]["structuredContent"].take();
        assert_eq!(dump["env"], json!({"ONLY": canary.value}));
        assert_eq!(dump["argv"][1], "--script");
        assert_eq!(dump["cwd"], json!(folder.path().canonicalize().unwrap()));
        let numbers: BTreeSet<_> = dump["fds"].as_object().unwrap().keys().cloned().collect();
        let mut expected = inheritable();
        expected.extend(["0", "1", "2"].map(str::to_owned));
        assert_eq!(numbers, expected);
    }

    /// The open files this test would hand to any child: those without the close-on-exec flag.
    fn inheritable() -> BTreeSet<String> {
        let numbers = std::fs::read_dir("/proc/self/fd").unwrap().flatten();
        let numbers = numbers.filter_map(|entry| entry.file_name().into_string().ok());
        numbers
            .filter(|number| {
                let told = std::fs::read_to_string(format!("/proc/self/fdinfo/{number}")).unwrap_or_default();
                let flags = told.lines().find_map(|line| line.strip_prefix("flags:"));
                let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
                flags.is_some_and(|flags| flags & 0o2_000_000 == 0)
            })
            .collect()
    }

    #[tokio::test]
    async fn a_started_server_leaves_its_mark_and_a_second_start_can_differ() {
        let folder = tempfile::tempdir().unwrap();
        let (mark, dump) = (folder.path().join("started"), folder.path().join("dump"));
        let first = json!([{"touch": mark}, {"dump_to": dump}, {"exit": 1}]);
        let script = json!({"start": [{"if_file": {"path": mark, "then": [], "else": first}}]});
        let mut peer = start(script.clone());
        assert_eq!(peer.exit().await.code(), Some(1));
        let dump: Value = serde_json::from_str(&std::fs::read_to_string(dump).unwrap()).unwrap();
        assert_eq!(dump["pid"].to_string(), std::fs::read_to_string(mark).unwrap());
        start(script).initialize().await;
    }

    #[tokio::test]
    async fn it_waits_for_a_file_before_it_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let gate = folder.path().join("gate");
        let mut peer = calling(json!([{"wait_for_file": gate}])).await;
        let id = peer
            .request("tools/call", json!({"name": "x", "arguments": {}}))
            .await;
        lives(&mut peer).await;
        std::fs::write(&gate, "").unwrap();
        assert_eq!(peer.message().await["id"], id);
    }
}
