//! What would start is no longer what was approved.

use crate::harness::{TestHome, add_unfenced, tiny_server};

const PASSPHRASE: (&str, &str) = ("Passphrase of the file", "a few words of my own\n");

/// A server that is on and ends at once: the question comes before it could say a word.
fn with_script() -> (TestHome, String) {
    let home = TestHome::new();
    let script = home.path().join("run");
    std::fs::write(&script, "exit 1\n").unwrap();
    let path = script.to_str().unwrap().to_owned();
    let added = home
        .run(&["server", "add", "Files", "--yes", "--", "sh", &path])
        .ends(4);
    let file = format!("“{path}”  (script, 7 B, SHA-256 ");
    added.prints_error(&file);
    let remark = "The approval does not cover modules, packages, images and programs that these files load.";
    added.prints_error(remark);
    added.prints_error("Your approval covers: ");
    (home, path)
}

// Proves S-12.
#[test]
fn what_cannot_be_added_is_shown_without_what_an_approval_covers() {
    let home = TestHome::new();
    let script = home.script("run", "#!/bin/sh\nexit 1\n");
    let add = [
        "server",
        "add",
        "Files",
        "--env",
        "LD_PRELOAD=/tmp/x.so",
        "--yes",
        "--",
    ];
    let refused = home
        .run(&[&add[..], &[script.to_str().unwrap()]].concat())
        .ends(3);
    refused.prints_error("Not allowed: ");
    assert!(!refused.err.contains("Your approval covers"), "{refused:?}");
}

// Proves S-13.
#[test]
fn a_changed_script_is_named_in_the_question_and_not_run_before_the_answer() {
    let (home, path) = with_script();
    let ran = home.path().join("ran");
    std::fs::write(&path, format!("touch '{}'\n", ran.display())).unwrap();
    let denied = home
        .on_terminal(&["tools", "Files"], "Start it as it is now? [y/N]", "n\n")
        .ends(3);
    let because = format!("Why Portcullis asks: “{path}” changed.");
    denied.prints(&because);
    denied.prints("before: ");
    assert!(!ran.exists());
    home.run(&["tools", "Files"]);
    assert!(
        !ran.exists(),
        "without a terminal there is no question, and nothing runs"
    );
}

// Proves S-13, S-67.
#[test]
fn a_secret_goes_to_a_changed_script_only_after_a_question_about_it() {
    let home = TestHome::new();
    let new = [
        ("New passphrase", "a few words of my own\n"),
        ("Once more", "a few words of my own\n"),
    ];
    home.in_turn(&["secrets", "file"], &new).ends(0);
    let script = home.path().join("run");
    std::fs::write(&script, "exit 1\n").unwrap();
    let path = script.to_str().unwrap();
    // It writes where no fence lets it.
    let add = add_unfenced("Files", &["--secret", "KEY", "--", "sh", path]);
    let turns = [
        PASSPHRASE,
        ("Value of “KEY” (not shown):", "hunter2-hunter2\n"),
        ("Add and start? [y/N]", "y\n"),
    ];
    home.in_turn(&add, &turns).ends(4);

    let got = home.path().join("got");
    std::fs::write(&script, format!("printf %s \"$KEY\" > '{}'\n", got.display())).unwrap();
    let question = "as it is now. Is that correct? [y/N]";
    let start = ("Start it as it is now? [y/N]", "y\n");
    let denied = home
        .in_turn(&["tools", "Files"], &[PASSPHRASE, start, (question, "n\n")])
        .ends(3);
    denied.prints("“KEY” would be passed to ");
    assert!(!got.exists(), "{denied:?}");
    home.in_turn(&["tools", "Files"], &[PASSPHRASE, start, (question, "y\n")])
        .ends(4);
    assert_eq!(std::fs::read_to_string(got).unwrap(), "hunter2-hunter2");
}

// Proves S-13.
#[test]
fn enabling_a_server_that_nobody_approved_asks_in_the_terminal() {
    let home = TestHome::new();
    let server = home.script("server", &tiny_server("Looks.", "seen"));
    let config = serde_json::json!({ "mcpServers": {
        "one": { "command": server, "args": ["1"] },
        "two": { "command": server, "args": ["2"] },
    } });
    let file = home.path().join("mcp.json");
    std::fs::write(&file, config.to_string()).unwrap();
    let file = file.to_str().unwrap();
    home.run(&["server", "paste", file, "--yes"]).ends(0);

    let enable = ["server", "enable", "one"];
    let helps = "Review it in a terminal with “portcullis-cli server enable one”.";
    home.run(&enable).ends(3).prints_error(helps);
    home.run(&["doctor", "one"])
        .ends(3)
        .prints("Review it in a terminal with ");
    let start = "Start it as it is now? [y/N]";
    let asked = home.on_terminal(&enable, start, "y\n").ends(0);
    asked.prints("Why Portcullis asks: not approved yet.");
    asked.prints("“one” is on. State: ready.");
    home.run(&["call", "one", "look"]).ends(0).prints("seen");
    home.on_terminal(&["server", "enable", "two"], start, "n\n")
        .ends(3);
    home.run(&["call", "two", "look"]).ends(3);
}
