//! Questions on a terminal.

use crate::harness::{PROGRAM, TestHome, add_unfenced, ran, tiny_server, tiny_server_after};
use std::process::Command;

// Proves S-08, SEC-08.
#[test]
fn the_review_is_shown_and_yes_adds_the_server() {
    let home = TestHome::new();
    let added = home
        .on_terminal(
            &["server", "add", "Demo", "--demo"],
            "Add and start? [y/N]",
            "y\n",
        )
        .ends(0);
    added.prints("Add “Demo”? It comes with Portcullis");
    added.prints("changes nothing on this computer");
    added.prints("“Demo” is added. State: ready.");
}

// Proves S-08.
#[test]
fn names_of_inherited_variables_are_one_key_away() {
    let home = TestHome::new();
    let question = "Add and start? [y/N]";
    let denied = home
        .in_turn(
            &["server", "add", "Demo", "--demo"],
            &[(question, "v\n"), (question, "n\n")],
        )
        .ends(3);
    let (folded, shown) = denied.out.split_once(question).unwrap();
    assert!(
        folded.contains("variables from your environment; type v"),
        "{denied:?}"
    );
    assert!(!folded.contains("HOME"), "{denied:?}");
    assert!(
        shown.contains("Inherited from your environment: ") && shown.contains("HOME"),
        "{denied:?}"
    );
}

// Proves S-33.
#[test]
fn what_is_shown_and_each_question_begin_on_a_line_that_was_cleared() {
    let cleared = "\r\u{1b}[0m\u{1b}[K";
    let home = TestHome::new();
    let add = ["server", "add", "Demo", "--demo"];
    let denied = home.on_terminal(&add, "Add and start? [y/N]", "n\n").ends(3);
    let question = format!("{cleared}Add and start? [y/N]");
    denied.prints(&question);
    let before = denied.out.split(&question).next().unwrap();
    assert!(before.contains(cleared), "the review: {denied:?}");
}

#[test]
fn no_and_nothing_typed_are_a_no() {
    let home = TestHome::new();
    for typed in ["n\n", "\n", "yeah\n"] {
        let denied = home
            .on_terminal(
                &["server", "add", "Demo", "--demo"],
                "Add and start? [y/N]",
                typed,
            )
            .ends(3);
        denied.prints("You denied this.");
    }
    assert_eq!(home.servers(), serde_json::json!([]));
    let page = home.run(&["--json", "audit", "list"]).json();
    assert_eq!(page["rows"][0]["outcome"], "denied");
}

#[test]
fn a_question_that_no_enter_key_ended_is_alone_on_its_line() {
    let home = TestHome::new();
    let add = ["server", "add", "Demo", "--demo"];
    let question = "Add and start? [y/N]";
    let left = home.on_terminal(&add, question, "\u{4}").ends(3);
    left.prints(&format!("{question} \r\nYou denied this."));
    let stopped = home.on_terminal(&add, question, "\u{3}").ends(1);
    stopped.prints("\r\nStopped.");
    let secret = ["server", "add", "Cat", "--secret", "KEY", "--", "/bin/cat"];
    let stopped = home.on_terminal(&secret, "(not shown):", "\u{3}").ends(1);
    stopped.prints("(not shown): \r\nStopped.");
}

// Proves S-67.
#[test]
fn a_secret_looking_header_is_offered_as_a_secret_or_reported_unattended() {
    let home = TestHome::new();
    let line = ["server", "add", "Remote", "--url", "http://127.0.0.1:9/mcp"];
    let headers = ["--header", "X-Team=blue", "--header", "X-Api-Key=of-my-own"];
    let line = [&line[..], &headers[..]].concat();
    let offer = "“X-Api-Key” looks like a secret. Store its value as a secret? [y/N]";
    let taken = home
        .in_turn(&line, &[(offer, "y\n"), ("Add and start? [y/N]", "n\n")])
        .ends(3);
    assert!(!taken.out.contains("of-my-own"), "{taken:?}");
    assert!(!taken.out.contains("“X-Team” looks like"), "{taken:?}");
    let declined = home
        .in_turn(&line, &[(offer, "n\n"), ("Add and start? [y/N]", "n\n")])
        .ends(3);
    declined.prints("would be saved unencrypted");
    let added = home.run(&[&line[..], &["--no-start", "--yes"]].concat()).ends(0);
    added.prints_error("“X-Api-Key” looks like a secret");
}

// Proves S-33.
#[test]
fn what_is_longer_than_the_screen_is_read_before_the_question_is_asked() {
    let home = TestHome::new();
    let mut add = vec!["server", "add", "Long"];
    let names: Vec<String> = (0..40).map(|number| format!("PLAIN_{number}=x")).collect();
    for name in &names {
        add.extend(["--env", name]);
    }
    add.extend(["--", "/bin/cat"]);
    let denied = home.on_terminal(&add, "Add and start? [y/N]", "n\n").ends(3);
    let last = denied.out.rfind("PLAIN_39").unwrap();
    assert!(last < denied.out.find("Add and start?").unwrap(), "{denied:?}");
    let pages: Vec<_> = denied.out.split("Press Enter for more.").collect();
    let (_, read) = pages.split_last().unwrap();
    assert!(read.len() > 1, "{denied:?}");
    for page in read {
        assert!(page.lines().count() <= 24, "{page}");
    }
}

// Proves S-40.
#[test]
fn a_server_has_no_terminal_to_write_on_or_to_type_at() {
    let home = TestHome::new();
    let told = home.path().join("told");
    let tries = format!(
        "if (echo 'Portcullis recommends: yes' > /dev/tty) 2>/dev/null; then echo has > {0}; else echo none > {0}; fi",
        told.display()
    );
    let server = home.script("server", &tiny_server_after(&tries));
    let added = home.on_terminal(
        &add_unfenced("Tiny", &["--", server.to_str().unwrap()]),
        "Add and start? [y/N]",
        "y\n",
    );
    assert_eq!(std::fs::read_to_string(told).unwrap(), "none\n");
    assert!(!added.ends(0).out.contains("recommends"));
}

// Proves S-33.
#[test]
fn what_was_typed_before_the_question_is_no_answer() {
    let home = TestHome::new();
    let add = ["server", "add", "Demo", "--demo"];
    let denied = home
        .typed_ahead("y\ny\n", &add, &[("Add and start? [y/N]", "n\n")])
        .ends(3);
    denied.prints("You denied this.");
}

// Proves S-88.
#[test]
fn neither_it_nor_its_servers_leave_a_dump() {
    let home = TestHome::new();
    let told = home.path().join("told");
    let tells = format!("ulimit -c > {}", told.display());
    let server = home.script("server", &tiny_server_after(&tells));
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "ulimit -c \"$(ulimit -H -c)\"; exec setsid --wait \"$0\" \"$@\"",
        PROGRAM,
    ]);
    command.args(add_unfenced("Tiny", &["--yes", "--", server.to_str().unwrap()]));
    home.isolate(&mut command);
    ran(command.output().unwrap()).ends(0);
    assert_eq!(std::fs::read_to_string(told).unwrap(), "0\n");
}

#[test]
fn a_server_is_removed_after_a_yes_only_and_without_a_terminal_not_at_all() {
    let home = TestHome::with_demo();
    let remove = ["server", "remove", "demo"];
    let unasked = home.run(&remove).ends(3);
    unasked.prints_error("removes “Demo” with its secrets, sign-in and permissions");
    unasked.prints_error("so nothing was removed. Run it in a terminal, or add --yes.");
    let denied = home.on_terminal(&remove, "Remove it? [y/N]", "n\n").ends(3);
    denied.prints("Nothing was removed.");
    assert_eq!(home.servers()[0]["label"], "Demo");
    let removed = home.on_terminal(&remove, "Remove it? [y/N]", "y\n").ends(0);
    removed.prints("Removed “Demo”");
    assert_eq!(home.servers(), serde_json::json!([]));
}

#[test]
fn a_profile_is_removed_after_a_yes_only() {
    let home = TestHome::with_demo();
    home.run(&["profile", "add", "Work"]).ends(0);
    let remove = ["profile", "remove", "Work"];
    home.run(&remove).ends(3).prints_error("so nothing was removed");
    home.on_terminal(&remove, "Remove it? [y/N]", "n\n").ends(3);
    home.on_terminal(&remove, "Remove it? [y/N]", "y\n").ends(0);
    let unknown = home.run(&["profile", "use", "Work"]).ends(2);
    unknown.prints_error("There is no profile named “Work”.");
}

const ASKS: [&str; 5] = [
    "call",
    "demo",
    "ask_model",
    "--args",
    r#"{"text":"Nobody can sign in."}"#,
];

/// The demo server, which may ask a model.
fn with_words() -> TestHome {
    let home = TestHome::with_demo();
    home.run(&["server", "sampling", "demo", "on"]).ends(0);
    home
}

// Proves SAM-01, SAM-03.
#[test]
fn a_model_is_asked_after_one_yes_and_its_answer_given_after_another() {
    let home = with_words();
    let asked = home
        .in_turn(
            &ASKS,
            &[
                ("Send it to Demo model? [y/N, w: write the reply yourself]", "y\n"),
                ("Send it to the server? [y/N]", "y\n"),
            ],
        )
        .ends(0);
    for words in [
        "Let “Demo” send this to a model?",
        "| You sort reports by urgency.",
        "| Nobody can sign in.",
        "No other context is sent",
        "“Demo model” says: urgent",
    ] {
        asked.prints(words);
    }
}

// Proves SAM-18.
#[test]
fn a_no_a_missing_person_and_an_answer_by_hand() {
    let home = with_words();
    let denied = home.on_terminal(&ASKS, "Send it to Demo model?", "n\n");
    denied.prints("You denied this. “Demo” received nothing.");
    assert!(!denied.out.contains("says: urgent"), "{denied:?}");
    let nobody = home.run(&ASKS);
    nobody.prints_error("not an interactive terminal");
    assert!(!nobody.out.contains("says:"), "{nobody:?}");
    let nobody = home.run(&[&["--json"], &ASKS[..]].concat()).json();
    let denied = nobody["denied"][0].as_str().unwrap();
    assert!(denied.contains("denied the request without asking"), "{denied}");
    assert!(!denied.contains("You denied"), "{denied}");
    let written = home
        .in_turn(
            &ASKS,
            &[
                ("Send it to Demo model?", "w\n"),
                ("on one line", "quite urgent\n"),
            ],
        )
        .ends(0);
    written.prints("“person” says: quite urgent");
}

// Proves S-74.
#[test]
fn a_server_that_may_not_ask_is_not_heard() {
    let home = TestHome::with_demo();
    let told = home.run(&ASKS).ends(1);
    told.prints("lets no server ask a model");
}

#[test]
fn the_question_for_the_passphrase_at_the_start_ends_with_ctrl_c() {
    let home = TestHome::with_demo();
    let words = "a few words of my own\n";
    let new = [("New passphrase", words), ("Once more", words)];
    home.in_turn(&["secrets", "file"], &new).ends(0);
    let question = "Passphrase of the file";
    let stopped = home.on_terminal(&["status", "demo"], question, "\u{3}").ends(1);
    stopped.prints("Stopped. Nothing more was done.");
    assert!(!stopped.out.contains("Starting"), "{stopped:?}");
}

#[test]
fn a_program_is_named_from_the_folder_of_the_shell_and_its_arguments_are_not() {
    let home = TestHome::new();
    let work = home.path().join("work");
    std::fs::create_dir(&work).unwrap();
    home.script("work/tiny.sh", &tiny_server("Looks.", "seen"));
    let add = |label: &str, words: &[&str]| {
        let words = [&["server", "add", label, "--yes"][..], words].concat();
        ran(home.command(&words).current_dir(&work).output().unwrap())
    };
    add("Tiny", &["--", "./tiny.sh"]).ends(0);
    let told = "“./tiny.sh” is in this folder, but the server starts in your home folder.";
    let lost = add("Lost", &["--", "/bin/sh", "./tiny.sh"]).ends(4);
    lost.prints_error(told);
    let there = add("There", &["--cwd", ".", "--", "/bin/sh", "./tiny.sh"]).ends(0);
    assert!(!there.err.contains(told), "{there:?}");
}
