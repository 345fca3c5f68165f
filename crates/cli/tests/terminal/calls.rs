//! Calls, and what the record says about them.

use crate::harness::{TestHome, add_unfenced, begin, interrupt, tiny_server};
use std::io::{BufRead as _, BufReader};

// Proves S-90.
#[test]
fn a_call_a_failure_and_both_in_the_record() {
    let home = TestHome::with_demo();
    let tools = home.run(&["tools", "demo"]).ends(0);
    tools.prints("slow_count");

    let sum = home
        .run(&["--json", "call", "DEMO", "add", "--args", r#"{"a": 2, "b": 3.5}"#])
        .ends(0);
    assert_eq!(sum.json()["state"], "done");
    assert_eq!(sum.json()["reply"]["structuredContent"]["sum"], 5.5);

    let fail = home.run(&["call", "demo", "fail"]).ends(1);
    fail.prints("There is no notebook called");
    fail.prints_error("reported an error");

    let page = home.run(&["--json", "audit", "list"]).ends(0).json();
    let rows = page["rows"].as_array().unwrap();
    let calls: Vec<_> = rows
        .iter()
        .filter(|row| row["kind"] == "call")
        .map(|row| row["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(calls, ["tool_error", "done"]);
    assert!(rows.iter().all(|row| row["outcome"] != "waiting"), "{page}");

    let list = home.run(&["audit", "list"]).ends(0);
    list.prints("add (title from “Demo”: “Add two numbers”)");
    let row = rows.iter().find(|row| row["tool"]["text"] == "add").unwrap()["seq"].to_string();
    let shown = home.run(&["audit", "show", &row]).ends(0);
    assert!(
        shown
            .out
            .starts_with("add (title from “Demo”: “Add two numbers”) · Demo"),
        "s34: {shown:?}"
    );

    let checked = home.run(&["audit", "verify"]).ends(0);
    checked.prints("the keychain, which is locked or missing");
    let head = home.run(&["audit", "verify", "--head"]).ends(0).out;
    let same = home.run(&["audit", "verify", "--expect", head.trim()]).ends(0);
    same.prints("matches the one that you gave");
    let other = format!("1:{}", "0".repeat(64));
    let other = home.run(&["audit", "verify", "--expect", &other]).ends(1);
    other.prints("Entry 1 is missing, or does not match the one that you gave");
    home.run(&["audit", "verify", "--expect", "1:0"]).ends(2);
    home.run(&["audit", "verify", "--head", "--accept"]).ends(2);
    let nothing = home.run(&["audit", "verify", "--accept"]).ends(0);
    nothing.prints("There is nothing to accept");
    let export = home.run(&["audit", "export", "--format", "jsonl"]).ends(0);
    let lines: Vec<serde_json::Value> = export
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len() as u64, page["total"].as_u64().unwrap());
    let csv = home.run(&["audit", "export", "--format", "csv"]).ends(0);
    assert!(csv.out.lines().next().unwrap().ends_with(",hash"), "{csv:?}");
}

#[test]
fn arguments_that_break_the_schema_are_not_sent() {
    let home = TestHome::with_demo();
    let bad = home
        .run(&["call", "demo", "add", "--args", r#"{"a": "two"}"#])
        .ends(1);
    bad.prints_error("do not match the schema of “Demo”");
    bad.prints_error("“portcullis-cli tools Demo add” shows the arguments of the tool.");
    let list = home.run(&["call", "demo", "add", "--args", "[1]"]).ends(2);
    list.prints_error("Try “portcullis-cli call --help”.");
    home.run(&["call", "demo", "add", "--args", "{"]).ends(2);
    let twice = home
        .run(&["call", "demo", "add", "--args", r#"{"a": 1, "b": 2, "a": 3}"#])
        .ends(2);
    twice.prints_error("The arguments cannot be sent: the name “a” appears twice in one object.");
    let unknown = home.run(&["call", "demo", "subtract"]).ends(2);
    unknown.prints_error("“Demo” has no tool “subtract”. “portcullis-cli tools Demo” lists them.");
}

#[test]
fn a_schema_that_cannot_be_used_is_not_blamed_on_the_arguments() {
    let home = TestHome::new();
    let schema = r#""inputSchema":{"type":"object""#;
    let text = tiny_server("Looks.", "seen").replace(schema, &format!(r#"{schema},"required":"path""#));
    let server = home.script("Bent", &text);
    home.run(&["server", "add", "Bent", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    let bent = home.run(&["call", "bent", "look", "--yes"]).ends(1);
    bent.prints_error("“look” of “Bent” was not called, because its input schema cannot be used:");
    assert!(!bent.err.contains("do not match"), "{bent:?}");
    assert!(!bent.err.contains("shows the arguments"), "{bent:?}");
}

#[test]
fn one_tool_is_shown_with_the_arguments_that_a_call_takes() {
    let home = TestHome::with_demo();
    let shown = home.run(&["tools", "demo", "add"]).ends(0);
    shown.prints("add (title from “Demo”: “Add two numbers”)\n");
    shown.prints("Adds two numbers.");
    shown.prints("\"required\"");
    let document = home.run(&["--json", "tools", "demo", "add"]).ends(0).json();
    assert_eq!(document["entry"]["name"], "add");
    assert!(
        document["input_schema"]["properties"]["a"].is_object(),
        "{document}"
    );
    let unknown = home.run(&["--json", "tools", "demo", "subtract"]).ends(2).json();
    assert_eq!(unknown["problem"]["code"], "tool.unknown");
}

// Proves S-44.
#[test]
fn nothing_a_server_says_reaches_the_terminal_as_a_command() {
    let home = TestHome::new();
    let nasty = r"\u001b[31mred\u009b2J\u202eevil";
    let server = home.script("server", &tiny_server(nasty, nasty));
    let mut printed = String::new();
    for arguments in [
        &["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()][..],
        &["tools", "tiny"],
        &["--json", "tools", "tiny"],
        &["call", "tiny", "look"],
        &["--json", "call", "tiny", "look"],
        &["audit", "export", "--format", "jsonl"],
    ] {
        let ran = home.run(arguments).ends(0);
        printed.push_str(&ran.out);
        printed.push_str(&ran.err);
    }
    assert!(printed.contains("⟨U+001B⟩[31mred⟨U+009B⟩2J"), "{printed}");
    assert!(!printed.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{printed:?}");
}

// Proves S-41.
#[test]
fn blanks_that_look_like_a_plain_space_or_a_gap_are_shown_and_counted() {
    let home = TestHome::new();
    let blanks = format!(r"a\u00a0b\u3000c{}d", " ".repeat(120));
    let server = home.script("server", &tiny_server(&blanks, &blanks));
    home.run(&["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    for arguments in [&["tools", "tiny"][..], &["call", "tiny", "look"]] {
        let shown = home.run(arguments).ends(0);
        shown.prints("a⟨U+00A0⟩b⟨U+3000⟩c⟨120 spaces⟩d");
    }
}

#[test]
fn ctrl_c_stops_the_call_down_to_the_server_and_nothing_is_left() {
    let home = TestHome::with_demo();
    let count = ["call", "demo", "slow_count", "--args", r#"{"seconds": 60}"#];
    let mut child = begin(&mut home.command(&count));
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let counted = lines
        .by_ref()
        .map(Result::unwrap)
        .find(|line| line.contains("Counted 1 of 60"));
    assert!(counted.is_some());
    // “setsid” becomes the program.
    let servers = servers_of(&child.id().to_string());
    assert!(!servers.is_empty(), "the server runs while it is called");
    interrupt(&child);
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{rest:?}");
    let left: Vec<_> = servers
        .iter()
        .filter(|pid| std::path::Path::new("/proc").join(pid).exists())
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let page = home.run(&["--json", "audit", "list"]).ends(0).json();
    assert_eq!(page["rows"][0]["kind"], "call");
    assert_eq!(page["rows"][0]["outcome"], "cancelled");
}

/// Servers below a process; what stands between it and them has its own arguments.
fn servers_of(pid: &str) -> Vec<String> {
    let arguments = |pid: &str| std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let own = arguments(pid);
    let (mut servers, mut unseen) = (Vec::new(), vec![pid.to_owned()]);
    while let Some(pid) = unseen.pop() {
        if arguments(&pid) != own {
            servers.push(pid.clone());
        }
        for task in std::fs::read_dir(format!("/proc/{pid}/task"))
            .into_iter()
            .flatten()
        {
            let list = std::fs::read_to_string(task.unwrap().path().join("children")).unwrap_or_default();
            unseen.extend(list.split_whitespace().map(str::to_owned));
        }
    }
    servers
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let home = TestHome::with_demo();
    let large = ["call", "demo", "big_text", "--args", r#"{"kilobytes": 1024}"#];
    let mut child = begin(&mut home.command(&large));
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    let err = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(0), "{err}");
    assert!(!err.contains("panicked"), "{err}");
}

// Proves S-46.
#[test]
fn a_changed_definition_is_shown_and_yes_does_not_accept_it() {
    let home = TestHome::new();
    // The program reads what it says from a file, so the program itself stays what was approved.
    let words = home.path().join("words");
    std::fs::write(&words, "Looks around.").unwrap();
    let text = tiny_server("@@", "seen").replace("@@", &format!("'\"$(cat {})\"'", words.display()));
    let server = home.script("server", &text);
    let path = server.to_str().unwrap();
    home.run(&add_unfenced("Tiny", &["--yes", "--", path])).ends(0);
    home.run(&["call", "tiny", "look"]).ends(0);

    std::fs::write(&words, "Looks around and deletes.").unwrap();
    let blocked = home.run(&["call", "tiny", "look", "--yes"]).ends(3);
    blocked.prints_error("deletes");
    assert!(blocked.out.is_empty(), "{blocked:?}");

    let accepted = home
        .on_terminal(
            &["call", "tiny", "look"],
            "Accept the new definition and call it? [y/N]",
            "y\n",
        )
        .ends(0);
    accepted.prints("{+");
    accepted.prints("seen");
    home.run(&["call", "tiny", "look"]).ends(0);
}

// Proves S-46.
#[test]
fn a_part_varies_without_a_question_only_after_a_yes_to_it_and_until_it_is_held() {
    let home = TestHome::new();
    let words = home.path().join("words");
    let says = |order: &str| std::fs::write(&words, order).unwrap();
    says("a,b");
    let schema =
        r#""inputSchema":{"type":"object","properties":{"fields":{"type":"string","default":"@@"}}}"#;
    let plain = tiny_server("Looks.", "seen");
    let text = plain.replace(r#""inputSchema":{"type":"object"}"#, schema);
    assert_ne!(text, plain);
    let text = text.replace("@@", &format!("'\"$(cat {})\"'", words.display()));
    let server = home.script("server", &text);
    let path = server.to_str().unwrap();
    home.run(&add_unfenced("Tiny", &["--yes", "--", path])).ends(0);
    home.run(&["call", "tiny", "look"]).ends(0);

    let accept = ("Accept the new definition and call it? [y/N]", "y\n");
    let vary = "Let these parts vary without asking? [y/N]";
    says("b,a");
    let asked = home
        .in_turn(&["call", "tiny", "look"], &[accept, (vary, "y\n")])
        .ends(0);
    asked.prints("/inputSchema/properties/fields/default");
    says("c,a");
    home.run(&["call", "tiny", "look"]).ends(0);

    home.run(&["grants", "hold", "tiny", "look"]).ends(0);
    home.run(&["call", "tiny", "look"]).ends(3);
    home.in_turn(&["call", "tiny", "look"], &[accept, (vary, "\n")])
        .ends(0);
    home.run(&["call", "tiny", "look"]).ends(0);
    says("d,a");
    home.run(&["call", "tiny", "look"]).ends(3);
}

// Proves S-14.
#[test]
fn a_program_that_changed_is_reviewed_again_and_yes_does_not_accept_it() {
    let home = TestHome::new();
    let server = home.script("server", &tiny_server("Looks.", "first"));
    home.run(&["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    home.script("server", &tiny_server("Looks.", "second"));
    let refused = home.run(&["call", "tiny", "look", "--yes"]).ends(3);
    refused.prints_error("“Tiny”");
    let again = home
        .on_terminal(&["call", "tiny", "look"], "Start it as it is now? [y/N]", "y\n")
        .ends(0);
    again.prints("second");
}

// Proves S-14.
#[test]
fn a_permission_of_a_program_that_changed_is_kept_only_by_a_word_about_it() {
    let home = TestHome::new();
    let server = home.script("server", &tiny_server("Looks.", "first"));
    home.run(&["server", "add", "Tiny", "--yes", "--", server.to_str().unwrap()])
        .ends(0);
    home.run(&["server", "sampling", "tiny", "on"]).ends(0);
    let start = "Start it as it is now? [y/N]";
    let keep = "“Tiny” can send model requests. You are asked each time. Keep this permission? [y/N]";
    for (answer, typed, allowed) in [("second", "y\n", true), ("third", "\n", false)] {
        home.script("server", &tiny_server("Looks.", answer));
        let again = home
            .in_turn(&["call", "tiny", "look"], &[(start, "y\n"), (keep, typed)])
            .ends(0);
        again.prints(answer);
        again.prints("Ends unless you keep it: “Tiny” can send model requests.");
        let shown = home.run(&["--json", "server", "show", "tiny"]).ends(0).json();
        assert_eq!(shown["summary"]["sampling"], allowed, "{answer}");
    }
}
