//! What went wrong is said whole: in the server's own words, with its cause, and never as an empty result.

use crate::harness::{PROGRAM, TestHome, interrupt, tiny_server, tiny_server_after};
use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Stdio};

fn added(home: &TestHome, label: &str, text: &str) {
    let server = home.script(label, text);
    // Most of them do not start well.
    home.run(&["server", "add", label, "--yes", "--", server.to_str().unwrap()]);
}

/// A tiny server that answers this method with an error in these words.
fn refuses(method: &str, words: &str) -> String {
    let refusal = format!(
        r#"    *'"{method}"'*) printf '{{"jsonrpc":"2.0","id":%s,"error":{{"code":-32603,"message":"{words}"}}}}\n' "$id" ;;"#
    );
    tiny_server("Looks.", "seen").replace("  case \"$line\" in", &format!("  case \"$line\" in\n{refusal}"))
}

// Proves S-34, S-44.
#[test]
fn what_the_server_said_is_printed_and_marked_as_its_own() {
    let home = TestHome::new();
    let words = r"getaddrinfo ENOTFOUND api.notion.com \\u001b[2J";
    added(&home, "Notion", &refuses("tools/call", words));
    let failed = home.run(&["call", "notion", "look", "--yes"]).ends(1);
    let line = "  | message from the server: getaddrinfo ENOTFOUND api.notion.com ⟨U+001B⟩[2J";
    assert!(failed.err.lines().any(|printed| printed == line), "{failed:?}");
    assert!(!failed.err.contains('\u{1b}'), "{failed:?}");
}

// Proves F-19.
#[test]
fn a_list_that_failed_is_not_an_empty_one_and_ends_with_4() {
    let home = TestHome::new();
    added(&home, "Base", &refuses("tools/list", "fetch failed"));
    for arguments in [
        &["tools", "base"][..],
        &["status", "base"],
        &["server", "enable", "base"],
    ] {
        let failed = home.run(arguments).ends(4);
        failed.prints_error("The list of tools could not be read.");
        failed.prints_error("  | message from the server: fetch failed");
        assert!(!failed.out.contains("No tool"), "{failed:?}");
    }
    let weighed = home.run(&["tokens", "base"]).ends(4);
    assert_eq!(weighed.out, "The tools could not be listed.\n");
    weighed.prints_error("The list of tools could not be read.");
    let list = home.run(&["--json", "tools", "base"]).ends(4).json();
    assert_eq!(list["problem"]["code"], "protocol.error");
    let call = home.run(&["call", "base", "look"]).ends(1);
    call.prints_error("cannot tell whether");
    let told = home.run(&["doctor", "base"]).ends(4);
    told.prints("The list of tools could not be read.");
    told.prints_error("  | message from the server: fetch failed");
    home.run(&["doctor"]).ends(4).prints("“Base”");
}

// Proves F-08.
#[test]
fn what_a_server_wrote_is_printed_and_its_cause_stands_apart_from_the_last_lines() {
    let home = TestHome::new();
    let text = "#!/bin/sh\necho 'ModuleNotFoundError: No module named mcp' >&2\nfor i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do echo \"    at step $i\" >&2; done\nexit 1\n";
    added(&home, "Short", text);
    let cause = "  | program output: ModuleNotFoundError: No module named mcp";
    let status = home.run(&["status", "short"]).ends(4);
    let at = |words: &str| status.err.lines().position(|line| line.contains(words));
    assert!(status.err.lines().any(|line| line == cause), "{status:?}");
    assert!(at(cause).unwrap() < at("at step 3").unwrap(), "{status:?}");
    let logs = home.run(&["logs", "short"]).ends(4);
    let first = logs.out.lines().next().unwrap();
    assert!(
        first.contains("  stderr | ModuleNotFoundError"),
        "the first line is there too: {logs:?}"
    );
    logs.prints("at step 22");
    logs.prints_error(cause);
    let lines = home.run(&["--json", "logs", "short"]).ends(4).json();
    assert_eq!(lines[0]["source"], "stderr");
}

#[test]
fn what_a_server_wrote_during_a_call_is_printed_where_the_call_failed() {
    let home = TestHome::new();
    let server = |label: &str, first: &str| {
        let call = r#"*'"tools/call"'*) "#;
        let text =
            tiny_server("Looks.", "seen").replace(call, &format!("{call}echo 'KeyError: db' >&2; {first} "));
        let text = text.replace("#!/bin/sh\n", "#!/bin/sh\necho 'it has begun' >&2\n");
        added(&home, label, &text);
    };
    server("Short", "printf 'gone \\033[2J\\n' >&2; exit 3;");
    let ended = home.run(&["call", "short", "look", "--yes"]).ends(1);
    ended.prints_error("Output of “Short” during the call:\n");
    ended.prints_error("  stderr | KeyError: db\n");
    assert!(
        !ended.err.contains("it has begun"),
        "that was before the call: {ended:?}"
    );
    ended.prints_error("  stderr | gone ⟨U+001B⟩[2J\n");
    assert!(!ended.err.contains('\u{1b}'), "{ended:?}");
    let for_a_program = home.run(&["--json", "call", "short", "look", "--yes"]).ends(1);
    for_a_program.prints_error("  stderr | KeyError: db\n");
    assert_eq!(for_a_program.json()["state"], "failed");
    let reports =
        r#"printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[],"isError":true}}\n' "$id"; continue;"#;
    server("Sorry", reports);
    let sorry = home.run(&["call", "sorry", "look", "--yes"]).ends(1);
    sorry.prints_error("“look” reported an error.\nOutput of “Sorry” during the call:\n");
    sorry.prints_error("  stderr | KeyError: db\n");
    server("Well", "");
    let done = home.run(&["call", "well", "look", "--yes"]).ends(0);
    assert!(!done.err.contains("KeyError"), "{done:?}");
}

#[test]
fn a_call_that_was_cut_off_says_that_the_tool_may_have_run() {
    let home = TestHome::new();
    let server = |label: &str, first: &str| {
        let call = r#"*'"tools/call"'*) "#;
        let text = tiny_server("Looks.", "seen").replace(call, &format!("{call}{first}; "));
        added(&home, label, &text);
    };
    server("Short", "exit 3");
    let ended = home.run(&["call", "short", "look", "--yes"]).ends(1);
    // A busy computer may see the connection end before the program does.
    ended.prints_error(" may have ");
    server("Slow", "sleep 20");
    let slow = home
        .run(&["call", "slow", "look", "--yes", "--timeout", "1"])
        .ends(1);
    slow.prints_error("The call was stopped. The tool may have run.");
}

/// Follows the log of the server “Tiny”, which prints these lines.
fn follows(home: &TestHome) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut child = home
        .command(&["logs", "tiny", "--follow"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, lines)
}

#[test]
fn logs_are_followed_until_ctrl_c() {
    let home = TestHome::new();
    let text = tiny_server("Looks.", "seen").replace("#!/bin/sh\n", "#!/bin/sh\necho 'it has begun' >&2\n");
    added(&home, "Tiny", &text);
    let (mut child, mut lines) = follows(&home);
    let found = lines
        .by_ref()
        .map(Result::unwrap)
        .find(|line| line.contains("it has begun"));
    assert!(found.is_some_and(|line| line.contains("  stderr | ")));
    // `setsid` becomes the program.
    let arguments = std::fs::read(format!("/proc/{}/cmdline", child.id())).unwrap();
    assert!(arguments.starts_with(PROGRAM.as_bytes()));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn following_ends_where_nobody_reads_any_more() {
    let home = TestHome::new();
    let ticks = "(for n in $(seq 300); do echo tick >&2; sleep 0.1; done) &";
    added(&home, "Tiny", &tiny_server_after(ticks));
    let (mut child, mut lines) = follows(&home);
    assert!(lines.next().unwrap().unwrap().contains("tick"));
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_is_nearly_there_is_named() {
    let home = TestHome::with_demo();
    for (arguments, code, meant) in [
        (&["statsu", "demo"][..], 2, "Did you mean “status”?"),
        (&["server", "lst"], 2, "Did you mean “list”?"),
        (&["tools", "dmeo"], 2, "Did you mean “Demo”?"),
        (&["call", "demo", "slow_conut"], 2, "Did you mean “slow_count”?"),
    ] {
        let wrong = home.run(arguments).ends(code);
        wrong.prints_error(meant);
    }
    let wrong = home.run(&["frobnicate"]).ends(2);
    assert!(!wrong.err.contains("Did you mean"), "{wrong:?}");
}

#[test]
fn a_structured_result_that_does_not_fit_ends_with_1_and_every_end_has_one_shape() {
    let home = TestHome::new();
    let without = tiny_server("Looks.", "seen").replace(
        r#""inputSchema":{"type":"object"}"#,
        r#""inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}"#,
    );
    added(&home, "None", &without);
    let none = home.run(&["call", "none", "look", "--yes"]).ends(1);
    none.prints_error("The tool declares structured content, but the result has none.");
    assert!(!none.err.contains("does not match"), "{none:?}");
    let text = without.replace(
        r#""content":["#,
        r#""structuredContent":{"n":"many"},"content":["#,
    );
    added(&home, "Odd", &text);
    let words = home.run(&["call", "odd", "look", "--yes"]).ends(1);
    words.prints_error("does not match the output schema");
    let odd = home
        .run(&["--json", "call", "odd", "look", "--yes"])
        .ends(1)
        .json();
    assert_eq!(odd["result"]["matches_schema"], false, "{odd}");
    added(&home, "Bad", &refuses("tools/call", "no"));
    let failed = home
        .run(&["--json", "call", "bad", "look", "--yes"])
        .ends(1)
        .json();
    let names = |document: &serde_json::Value| -> Vec<String> {
        document.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(names(&odd), names(&failed));
    assert!(
        failed["reply"].is_null() && failed["result"].is_null(),
        "{failed}"
    );
    assert_eq!(failed["problem"]["said"]["text"], "no");
    assert_eq!(failed["problem"]["said"]["by"], "server");
    added(&home, "Gone", "#!/bin/sh\nexit 1\n");
    let broken = ["call", "odd", "look", "--args", "["];
    for (arguments, code) in [
        (&["call", "odd", "nothing"][..], 2),
        (&["call", "gone", "look"], 4),
        (&["call", "nowhere", "look"], 2),
        (&broken, 2),
    ] {
        let early = home.run(&[&["--json"], arguments].concat()).ends(code).json();
        assert_eq!(names(&early), names(&failed), "{arguments:?}");
        let null = early
            .as_object()
            .unwrap()
            .iter()
            .filter(|(_, value)| value.is_null());
        assert_eq!(null.count() + 1, names(&failed).len(), "{early}");
        assert!(early["problem"]["code"].is_string(), "{early}");
    }
}

#[test]
fn the_time_to_start_and_the_transport_are_kept_and_shown() {
    let home = TestHome::new();
    let add = |options: &[&str]| {
        let mut all = vec!["server", "add"];
        all.extend(options);
        home.run(&all)
    };
    add(&[
        "Slow",
        "--start-timeout",
        "90",
        "--yes",
        "--no-start",
        "--",
        "cat",
    ])
    .ends(0);
    let shown = home.run(&["server", "show", "slow"]).ends(0);
    shown.prints("Start timeout  90 s");
    let edit = ["server", "edit", "slow", "--start-timeout", "120"];
    let unasked = home.run(&edit).ends(3);
    unasked.prints_error("was not changed");
    home.on_terminal(&edit, "Save without starting? [y/N]", "n\n")
        .ends(3);
    let shown = home.run(&["server", "show", "slow"]).ends(0);
    shown.prints("Start timeout  90 s");
    home.on_terminal(&edit, "Save without starting? [y/N]", "y\n")
        .ends(0);
    let shown = home.run(&["server", "show", "slow"]).ends(0);
    shown.prints("Start timeout  120 s");
    let usual = home
        .run(&["server", "edit", "slow", "--start-timeout", "usual", "--yes"])
        .ends(0);
    usual.prints("is the default");
    let shown = home.run(&["server", "show", "slow"]).ends(0);
    assert!(!shown.out.contains("Start timeout"), "{shown:?}");
    let wrong = home
        .run(&["server", "edit", "slow", "--start-timeout", "0"])
        .ends(2);
    wrong.prints_error("or “usual”");
    home.run(&["server", "edit", "slow"]).ends(2);
    // A mark decides nothing, so there is no question.
    let marked = home
        .run(&["server", "edit", "slow", "--mark", "Q7", "--color", "pink"])
        .ends(0);
    marked.prints("The mark of “Slow” is Q7 in pink.");
    let hidden = home
        .run(&["server", "edit", "slow", "--mark", "Q\u{200b}"])
        .ends(2);
    hidden.prints_error("one or two letters or digits");
    let url = "http://127.0.0.1:1/sse";
    let added = add(&["Old", "--transport", "sse", "--yes", "--no-start", "--url", url]).ends(0);
    added.prints_error("HTTP+SSE only");
    let shown = home.run(&["--json", "server", "show", "old"]).ends(0).json();
    assert_eq!(shown["draft"]["transport"], "sse");
    add(&["X", "--start-timeout", "0", "--", "cat"]).ends(2);
    add(&["X", "--transport", "carrier-pigeon", "--url", url]).ends(2);
    add(&["X", "--transport", "sse", "--", "cat"]).ends(2);
}

#[test]
fn an_address_in_the_place_of_a_command_is_told_with_the_command_to_type() {
    let home = TestHome::new();
    let url = "https://mcp.example.com/mcp";
    let refused = home
        .run(&["server", "add", "Far", "--yes", "--no-start", "--", url])
        .ends(2);
    refused.prints_error("“https://mcp.example.com/mcp” is a URL, not a command.");
    refused.prints_error("portcullis-cli server add Far --url \"https://mcp.example.com/mcp\"");
}

#[test]
fn a_refused_header_is_refused_with_its_own_code() {
    let home = TestHome::new();
    let url = "https://mcp.example.com/mcp";
    let add = [
        "--json",
        "server",
        "add",
        "Far",
        "--no-start",
        "--yes",
        "--url",
        url,
    ];
    let refused = home
        .run(&[&add[..], &["--header", "Mcp-Session-Id=1"]].concat())
        .ends(3);
    let problem = &refused.json()["problem"];
    assert_eq!(problem["code"], "input.bad", "{refused:?}");
    assert!(!refused.err.contains("was not added"), "{refused:?}");
}

#[test]
fn the_help_says_what_is_done() {
    let home = TestHome::with_demo();
    home.run(&["chat", "search", "quarterly", "report"]).ends(0);
    home.run(&["chat", "search"]).ends(2);
    home.run(&["server", "disable", "demo"]).ends(0);
    home.run(&["status", "demo"]).ends(4);
    for (arguments, words) in [
        (&["--help"][..], "exports keep their own format"),
        (&["--help"], "a locked keychain"),
        (&["status", "--help"], "if it is on"),
        (&["chat", "search", "--help"], "chat search [OPTIONS] <WORD>..."),
        (&["logs", "--help"], "--follow"),
    ] {
        let help = home.run(arguments).ends(0);
        let lines: Vec<_> = help.out.split_whitespace().collect();
        assert!(lines.join(" ").contains(words), "{help:?}");
    }
}

#[test]
fn the_doctor_says_one_cause_and_one_remedy_and_ends_with_4() {
    let home = TestHome::new();
    let broken = "#!/bin/sh\necho 'Error: NOTES_KEY environment variable is required' >&2\nexit 1\n";
    added(&home, "Notes", broken);
    let told = home.run(&["doctor", "notes"]).ends(4);
    told.prints("NOTES_KEY is not set");
    told.prints("Checked:");
    let line = "  | program output: Error: NOTES_KEY environment variable is required";
    assert!(told.out.lines().any(|printed| printed == line), "{told:?}");
    let document = home.run(&["--json", "doctor", "notes"]).ends(4).json();
    assert_eq!(document["cause"], "variable_missing");
    let all = home.run(&["doctor"]).ends(4);
    all.prints("PROGRAM");
    all.prints("“Notes”");
    let document = home.run(&["--json", "doctor"]).ends(4).json();
    assert_eq!(document["diagnoses"][0]["cause"], "variable_missing");
    assert_eq!(document["runtimes"].as_array().unwrap().len(), 10);
}

// Proves F-08, S-01.
#[test]
fn the_doctor_changes_what_it_can_after_the_same_review() {
    let home = TestHome::new();
    let server = home.script("Silent", "#!/bin/sh\nexec sleep 100\n");
    let start = ["server", "add", "Silent", "--start-timeout", "1", "--yes", "--"];
    home.run(&[&start[..], &[server.to_str().unwrap()]].concat());
    let limit = |seconds: &str| {
        let shown = home.run(&["server", "show", "silent"]).ends(0);
        shown.prints(&format!("Start timeout  {seconds} s"));
    };
    let fix = ["doctor", "silent", "--fix"];
    let unasked = home.run(&fix).ends(3);
    unasked.prints_error("start timeout to 2 s");
    unasked.prints_error("was not changed");
    home.on_terminal(&fix, "Save and start? [y/N]", "n\n").ends(3);
    limit("1");
    home.on_terminal(&fix, "Save and start? [y/N]", "y\n").ends(4);
    limit("2");
    added(&home, "Gone", "#!/bin/sh\nexit 1\n");
    let gone = home.run(&["doctor", "gone", "--fix"]).ends(4);
    gone.prints_error("cannot make this change for you");
    home.run(&["doctor", "--fix"]).ends(2);
}

#[test]
fn the_doctor_ends_with_3_where_a_server_only_waits_for_a_review() {
    let home = TestHome::new();
    added(&home, "Tiny", &tiny_server("Looks.", "seen"));
    home.run(&["doctor", "tiny"]).ends(0);
    home.script("Tiny", &format!("{}# changed\n", tiny_server("Looks.", "seen")));
    let told = home.run(&["doctor", "tiny"]).ends(3);
    told.prints("You have not approved the server");
    told.prints("“portcullis-cli server enable Tiny”.");
    home.run(&["doctor"]).ends(3);
    added(&home, "Gone", "#!/bin/sh\nexit 1\n");
    home.run(&["doctor"]).ends(4);
    home.on_terminal(
        &["doctor", "tiny", "--fix"],
        "Start it as it is now? [y/N]",
        "y\n",
    )
    .ends(0);
    home.run(&["doctor", "tiny"]).ends(0);
}
