//! Adding, listing and reading the record, as a script does it.

use crate::harness::{TestHome, ran, tiny_server};

#[test]
fn what_is_added_is_listed_and_shown_without_starting_anything() {
    let home = TestHome::with_demo();
    let list = home.run(&["--json", "server", "list"]).ends(0);
    assert_eq!(list.json()[0]["label"], "Demo");
    assert_eq!(
        list.json()[0]["state"]["phase"],
        "off",
        "nothing is started for a list"
    );
    assert!(list.err.is_empty(), "{list:?}");
    let shown = home.run(&["server", "show", "dEMO"]).ends(0);
    shown.prints("the demo server inside Portcullis");
}

// Proves S-01.
#[test]
fn without_a_terminal_and_without_yes_nothing_is_saved() {
    let home = TestHome::new();
    let refused = home.run(&["server", "add", "Demo", "--demo"]).ends(3);
    refused.prints_error("Add “Demo”?");
    refused.prints_error("was not added");
    let json = home.run(&["--json", "server", "add", "Demo", "--demo"]).ends(3);
    assert_eq!(json.json()["problem"]["code"], "consent.nobody");
    assert_eq!(home.servers(), serde_json::json!([]));
    let record = home.run(&["--json", "audit", "list"]).ends(0).json();
    let rows = record["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 2, "each review has its row (S-90): {rows:?}");
    for row in rows {
        assert_eq!(
            row["outcome"], "cancelled",
            "there was no answer, and none is recorded: {row}"
        );
        assert_eq!(row["outcome_words"], "Portcullis quit");
    }
}

// Proves S-12.
#[test]
fn yes_does_not_pass_a_refusal() {
    let home = TestHome::new();
    let refused = home
        .run(&[
            "server",
            "add",
            "Hook",
            "--env",
            "LD_PRELOAD=/tmp/x.so",
            "--yes",
            "--",
            "cat",
        ])
        .ends(3);
    refused.prints_error("“LD_PRELOAD” is not allowed");
    assert_eq!(home.servers(), serde_json::json!([]));
}

#[test]
fn a_program_that_does_not_exist_is_a_clear_sentence_and_nothing_is_saved() {
    let home = TestHome::new();
    let missing = home
        .run(&["server", "add", "None", "--yes", "--", "no-such-program-here"])
        .ends(4);
    missing.prints_error("no-such-program-here");
    assert!(missing.out.is_empty(), "{missing:?}");
    assert_eq!(home.servers(), serde_json::json!([]));
}

#[test]
fn a_server_that_exits_at_once_is_unreached_and_says_why() {
    let home = TestHome::new();
    let server = home.script("server", "#!/bin/sh\necho no licence >&2\nexit 7\n");
    let added = home
        .run(&["server", "add", "Short", "--yes", "--", server.to_str().unwrap()])
        .ends(4);
    added.prints_error("no licence");
    added.prints_error("7");
    let status = home.run(&["--json", "status", "short"]).ends(4).json();
    assert_eq!(status["summary"]["label"], "Short");
    let shown = home.run(&["--json", "server", "show", "short"]).ends(0).json();
    let names = |document: &serde_json::Value| {
        let fields = document.as_object().expect("a document");
        fields.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(names(&status), names(&shown), "one shape for a server");
}

#[test]
fn a_label_is_taken_once_and_an_unknown_one_is_said_to_be() {
    let home = TestHome::with_demo();
    let taken = home.run(&["server", "add", "demo", "--demo", "--yes"]).ends(1);
    taken.prints_error("A server named “demo” already exists");
    let unknown = home.run(&["tools", "nothing"]).ends(2);
    unknown.prints_error("There is no server named “nothing”");
}

#[test]
fn off_and_on_and_gone() {
    let home = TestHome::with_demo();
    home.run(&["server", "disable", "demo"]).ends(0);
    let off = home.run(&["call", "demo", "add"]).ends(4);
    off.prints_error("is off");
    let on = home.run(&["server", "enable", "demo"]).ends(0);
    on.prints("“Demo” is on. State: ready.");
    home.run(&["server", "remove", "demo", "--yes"]).ends(0);
    assert_eq!(home.servers(), serde_json::json!([]));
}

#[test]
fn a_name_that_does_not_exist_ends_with_2_and_the_nearest_or_the_list_is_named() {
    let home = TestHome::new();
    for (line, remedy) in [
        (
            &["audit", "show", "99"][..],
            "“portcullis-cli audit list” lists them.",
        ),
        (
            &["backup", "restore", "nothing"],
            "“portcullis-cli backup list” lists them.",
        ),
        (
            &["models", "remove", "nothing"],
            "“portcullis-cli models list” lists them.",
        ),
        (
            &["server", "suggested", "filesytem"],
            "Did you mean “filesystem”?",
        ),
    ] {
        let unknown = home.run(&[&["--json"][..], line].concat()).ends(2);
        let problem = &unknown.json()["problem"];
        assert_eq!(problem["code"], "not_found", "{line:?}");
        assert_eq!(problem["remedy"], remedy, "{line:?}");
    }
}

#[test]
fn a_data_folder_that_cannot_be_one_is_named_and_not_the_database() {
    let home = TestHome::new();
    let file = home.script("file", "");
    for (folder, told) in [
        (file.clone(), "is not a folder"),
        (file.join("below"), "cannot be created"),
    ] {
        let folder = folder.to_str().unwrap();
        let wrong = home.run(&["--data-dir", folder, "server", "list"]).ends(2);
        wrong.prints_error(told);
        wrong.prints_error("Name another folder with --data-dir.");
        assert!(!wrong.err.contains("database"), "{wrong:?}");
    }
}

// Proves F-33.
#[test]
fn a_folder_that_is_in_use_is_said_to_be() {
    let home = TestHome::new();
    home.run(&["server", "list"]).ends(0);
    let lock = std::fs::File::open(home.path().join("data/portcullis.lock")).unwrap();
    lock.lock().unwrap();
    let busy = home.run(&["server", "list"]).ends(1);
    busy.prints_error("Another Portcullis is already using");
}

#[test]
fn a_part_of_the_audit_log_is_not_taken_for_all_of_it() {
    let home = TestHome::with_demo();
    let newest = home.run(&["audit", "list", "--limit", "1"]).ends(0);
    newest.prints_error("Shown: the newest 1. Use --limit to see more.");
    let all = home.run(&["audit", "list"]).ends(0);
    assert!(all.err.is_empty(), "{all:?}");
    let none = home.run(&["audit", "list", "--search", "walrus"]).ends(0);
    assert_eq!(none.out, "No results.\n", "the log is not empty");
}

#[test]
fn entries_of_a_server_that_was_removed_are_listed_by_its_name() {
    let home = TestHome::with_demo();
    let add = ["call", "demo", "add", "--args", r#"{"a": 2, "b": 3}"#];
    home.run(&add).ends(0);
    home.run(&["server", "remove", "demo", "--yes"]).ends(0);
    let listed = home.run(&["audit", "list", "--server", "demo"]).ends(0);
    listed.prints("Add two numbers");
    listed.prints_error("No server is named “demo” now.");
    let unknown = home.run(&["audit", "list", "--server", "nothing"]).ends(2);
    unknown.prints_error("There is no server named “nothing”");
}

#[test]
fn a_log_without_lines_is_said_to_be_empty() {
    let home = TestHome::with_demo();
    let empty = home.run(&["logs", "demo"]).ends(0);
    empty.prints_error("“Demo” has written no log.");
    assert!(
        empty.out.is_empty(),
        "a script reads lines of the log only: {empty:?}"
    );
}

#[test]
fn output_that_does_not_fit_on_the_disk_is_no_success() {
    let home = TestHome::new();
    for line in [&["--json", "server", "list"][..], &["--help"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let failed = ran(home.command(line).stdout(full).output().unwrap()).ends(1);
        failed.prints_error("Standard output cannot be written: the disk is full.");
    }
}

#[test]
fn a_wrong_command_line_is_one_document_too() {
    let home = TestHome::new();
    let wrong = home.run(&["--json", "server", "dance"]).ends(2);
    let problem = &wrong.json()["problem"];
    assert_eq!(problem["code"], "input.bad");
    assert_eq!(problem["sentence"], "There is no command “dance”.");
    wrong.prints_error("Usage: portcullis-cli server");
    let help = home.run(&["server", "add", "--help"]).ends(0);
    help.prints("--secret <NAME");
    let version = home.run(&["--version"]).ends(0);
    assert!(version.out.starts_with("portcullis-cli "));
    assert!(!home.path().join("data").exists(), "nothing was opened");
}

// Proves S-44.
#[test]
fn typed_control_characters_do_not_reach_the_terminal() {
    let home = TestHome::new();
    for line in [&["\u{1b}[2J"][..], &["--json", "audit", "show", "\u{1b}[2J"]] {
        let wrong = home.run(line).ends(2);
        wrong.prints_error("⟨U+001B⟩[2J");
        assert!(
            !wrong.err.contains('\u{1b}') && !wrong.out.contains('\u{1b}'),
            "{wrong:?}"
        );
    }
}

#[test]
fn a_model_that_a_provider_does_not_have_is_not_said_to_be_disabled() {
    let home = TestHome::new();
    // Nothing answers there; the provider is added all the same.
    home.run(&[
        "models",
        "add",
        "compatible",
        "--label",
        "own",
        "--url",
        "http://127.0.0.1:9/v1",
    ]);
    home.run(&["models", "enable", "own", "walrus-large"]).ends(0);
    let unknown = home.run(&["models", "disable", "own", "walrus-lrage"]).ends(2);
    unknown.prints_error("“own” has no model “walrus-lrage”. Nothing was changed.");
    unknown.prints_error("Did you mean “walrus-large”?");
    let left = home.run(&["models", "disable", "own", "walrus-large"]).ends(0);
    left.prints("Disabled “walrus-large” of “own”.");
}

#[test]
fn each_change_of_a_server_is_said_also_where_another_one_is_not_approved() {
    let home = TestHome::with_demo();
    let note = ["server", "edit", "Demo", "--note", "Mine"];
    let edited = home.run(&[&note[..], &["--start", "needed"]].concat()).ends(0);
    edited.prints("Saved the note about “Demo”.");
    edited.prints("“Demo” starts when it is needed.");
    let denied = home
        .run(&[&note[..], &["--start-timeout", "120"]].concat())
        .ends(3);
    denied.prints_error("Saved the note about “Demo”.");
    let refused = home.run(&[&note[..], &["--mark", "Demo"]].concat()).ends(2);
    refused.prints_error("Saved the note about “Demo”.");
}

#[test]
fn completions_and_manual_pages_need_no_data() {
    let home = TestHome::new();
    for (shell, words) in [
        ("bash", "complete -F _portcullis__cli"),
        ("zsh", "#compdef portcullis-cli"),
        ("fish", "complete -c portcullis-cli"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = home.run(&["completions", shell]).ends(0);
        script.prints(words);
    }
    let manual = home.run(&["manual"]).ends(0);
    manual.prints(".SH \"EXIT STATUS\"\n.TP\n0\ndone\n.TP\n1\n");
    for title in [
        "portcullis\\-cli",
        "portcullis\\-cli\\-server\\-add",
        "streamable\\-http",
    ] {
        manual.prints(title);
    }
    let pages = home.path().join("share/man/man1");
    home.run(&["manual", "--to", pages.to_str().unwrap()]).ends(0);
    let page = pages.join("portcullis-cli-server-add.1");
    assert!(page.exists(), "the folder is made where there is none");
    home.run(&["manual", "--to", page.to_str().unwrap()]).ends(2);
    assert!(!home.path().join("data").exists(), "nothing was opened");
}

#[test]
fn profiles_switch_servers_together() {
    let home = TestHome::with_demo();
    let first = home.run(&["profile"]).ends(0);
    first.prints("* Default  1 server on, 0 permissions");
    home.run(&["profile", "add", "Work"]).ends(0);
    home.run(&["profile", "use", "work"]).ends(0);
    home.run(&["server", "disable", "Demo"]).ends(0);
    let listed = home.run(&["--json", "profile", "list"]).ends(0).json();
    assert_eq!(
        listed
            .as_array()
            .unwrap()
            .iter()
            .map(|profile| (
                profile["name"].as_str().unwrap(),
                profile["current"].as_bool().unwrap(),
                profile["servers"].as_array().unwrap().len()
            ))
            .collect::<Vec<_>>(),
        [("Default", false, 1), ("Work", true, 0)]
    );
    let refused = home.run(&["profile", "remove", "Work"]);
    refused.prints_error("Switch to another one first.");
    home.run(&["profile", "use", "Default"]).ends(0);
    home.run(&["profile", "rename", "Work", "Office"]).ends(0);
    home.run(&["profile", "remove", "Office", "--yes"]).ends(0);
    let unknown = home.run(&["profile", "use", "Office"]);
    unknown.prints_error("There is no profile named “Office”. “portcullis-cli profile” lists them.");
    let near = home.run(&["server", "export", "--profile", "Defualt"]).ends(2);
    near.prints_error("There is no profile named “Defualt”. Did you mean “Default”?");
}

#[test]
fn a_server_is_duplicated_with_another_name_and_asked_for_its_secrets() {
    let home = TestHome::new();
    let server = home.script("server", &tiny_server("Looks.", "Seen."));
    let path = server.to_str().unwrap();
    home.run(&[
        "server",
        "add",
        "Files",
        "--env",
        "MODE=quiet",
        "--no-start",
        "--yes",
        "--",
        path,
    ])
    .ends(0);
    home.run(&["server", "edit", "Files", "--note", "Mine"]).ends(0);
    let edited = home
        .run(&["server", "edit", "Files", "--start", "needed"])
        .ends(0);
    edited.prints("“Files” starts when it is needed.");
    let shown = home.run(&["server", "show", "Files"]).ends(0);
    shown.prints("when it is needed");
    home.run(&[
        "server",
        "duplicate",
        "Files",
        "Files of Ada",
        "--no-start",
        "--yes",
    ])
    .ends(0);
    let list = home.servers();
    assert_eq!(list.as_array().unwrap().len(), 2);
    let shown = home
        .run(&["--json", "server", "show", "Files of Ada"])
        .ends(0)
        .json();
    assert_eq!(shown["draft"]["environment"][0]["value"], "quiet");
    assert_eq!(shown["note"], "", "a note is about one server");
    assert_eq!(shown["draft"]["start"], "needed");
    let taken = home.run(&["server", "duplicate", "Files", "files", "--yes"]);
    taken.prints_error("already exists");
    home.run(&["server", "order", "Files of Ada"]).ends(0);
    let list = home.servers();
    assert_eq!(list[0]["label"], "Files of Ada");
}
