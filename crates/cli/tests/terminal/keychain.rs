//! Secrets: with the real keychain on a bus of its own, and with none.

use crate::harness::{PROGRAM, TestHome, feed, ran, tiny_server};
use std::process::{Command, Stdio};

#[test]
fn a_secret_without_anybody_to_ask_is_refused() {
    let home = TestHome::new();
    let refused = home
        .run(&["server", "add", "x", "--secret", "KEY", "--yes", "--", "cat"])
        .ends(3);
    refused.prints_error("cannot ask for the secret “KEY”");
}

// Proves F-35.
#[test]
fn without_a_keychain_no_secret_is_kept_and_nothing_is_saved() {
    let home = TestHome::new();
    let add = ["--json", "server", "add", "x", "--secret", "KEY=-", "--yes"];
    let mut command = home.command(&[&add[..], &["--", "cat"]].concat());
    let failed = feed(&mut command, "hunter2-hunter2\n").ends(1);
    assert!(!failed.err.contains("hunter2"), "{failed:?}");
    let sentence = &failed.json()["problem"]["sentence"];
    assert!(
        sentence
            .as_str()
            .is_some_and(|it| it.starts_with("There is no usable keychain")),
        "the cause, and not what could not be undone: {failed:?}"
    );
    failed.prints_error("“x” was not added.");
    assert!(
        !failed.err.contains("unused secret"),
        "none was stored: {failed:?}"
    );
    assert_eq!(home.servers(), serde_json::json!([]));
}

#[test]
fn without_a_keychain_a_provider_with_a_key_is_said_not_to_be_added() {
    let home = TestHome::new();
    let mut command = home.command(&["models", "add", "anthropic", "--key=-", "--yes"]);
    let failed = feed(&mut command, "hunter2-hunter2\n").ends(1);
    failed.prints_error("There is no usable keychain");
    failed.prints_error("The provider was not added.");
    assert_eq!(
        home.run(&["--json", "models", "list"]).json(),
        serde_json::json!([])
    );
}

#[test]
fn lists_are_printed_without_a_question_for_the_passphrase() {
    let home = TestHome::new();
    let words = "a few words of my own\n";
    let new = [("New passphrase", words), ("Once more", words)];
    home.in_turn(&["secrets", "file"], &new).ends(0);
    let question = "Passphrase of the file";
    for (line, asks) in [
        (["server", "list"], false),
        (["audit", "list"], false),
        (["secrets", "show"], true),
    ] {
        let shown = home.on_terminal(&line, question, "\n").ends(0);
        assert_eq!(shown.out.contains(question), asks, "{shown:?}");
    }
}

#[test]
fn a_short_passphrase_is_refused_before_it_is_asked_for_again() {
    let home = TestHome::new();
    let turns = [("New passphrase", "short\n"), ("Once more", "short\n")];
    let refused = home.in_turn(&["secrets", "file"], &turns).ends(2);
    refused.prints("A passphrase needs at least 12 characters.");
    assert!(!refused.out.contains("Once more"), "{refused:?}");
}

#[test]
fn a_secret_that_is_left_after_a_server_is_removed_is_said_to_be() {
    let home = TestHome::new();
    let words = "a few words of my own\n";
    let new = [("New passphrase", words), ("Once more", words)];
    home.in_turn(&["secrets", "file"], &new).ends(0);
    let add = [
        "server",
        "add",
        "Cat",
        "--secret",
        "KEY",
        "--no-start",
        "--",
        "/bin/cat",
    ];
    let turns = [
        ("Passphrase of the file", words),
        ("Value of “KEY” (not shown):", "hunter2-hunter2\n"),
        ("Add without starting? [y/N]", "y\n"),
    ];
    home.in_turn(&add, &turns).ends(0);
    // Without a terminal the file stays locked.
    let removed = home.run(&["server", "remove", "Cat", "--yes"]).ends(0);
    removed.prints_error("1 unused secret of “Cat” could not be deleted");
    removed.prints("Removed “Cat” and its permissions, but not all of its secrets.");
}

// Proves S-67.
#[test]
fn a_secret_of_a_container_is_offered_to_be_stored() {
    let home = TestHome::new();
    let docker = home.script("docker", "#!/bin/sh\nexit 1\n");
    let add = [
        "server",
        "add",
        "Box",
        "--no-start",
        "--no-fetch",
        "--fence",
        "off",
        "--unfenced",
        "--",
    ];
    let run = [
        docker.to_str().unwrap(),
        "run",
        "-i",
        "-e",
        "API_KEY=hunter2-hunter2",
        "notes",
    ];
    let line = [&add[..], &run].concat();
    for (answer, shown) in [("y\n", false), ("n\n", true)] {
        let turns = [
            (
                "“API_KEY” looks like a secret. Store its value as a secret?",
                answer,
            ),
            ("Add without starting? [y/N]", "n\n"),
        ];
        let review = home.in_turn(&line, &turns).ends(3);
        assert_eq!(review.out.contains("hunter2"), shown, "{review:?}");
        assert_eq!(
            review.out.contains("Argument 4 looks like a secret"),
            shown,
            "{review:?}"
        );
    }
}

/// A test that did not run proves nothing, so leaving it out has to be wanted.
fn may_run(installed: bool) -> bool {
    const WITHOUT: &str = "PORTCULLIS_SKIP_KEYCHAIN";
    assert!(
        installed || std::env::var_os(WITHOUT).is_some(),
        "gnome-keyring-daemon and dbus-run-session are not installed, so the keychain was not tested. Install them \
         (`cargo xtask test setup` does), or set {WITHOUT}=1 to leave these tests out."
    );
    installed
}

// Proves F-35.
#[test]
fn a_secret_goes_to_the_keychain_and_to_the_program_and_nowhere_else() {
    let there = |program| {
        Command::new(program)
            .arg("--version")
            .stdout(Stdio::null())
            .status()
            .is_ok()
    };
    if !may_run(there("gnome-keyring-daemon") && there("dbus-run-session")) {
        return;
    }
    let home = TestHome::new();
    let text = tiny_server("Looks.", "'\"$(printf %s \"$KEY\" | wc -c)\"'");
    let server = home.script("server", &text);
    let script = format!(
        "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null
         printf 'hunter2-hunter2\\n' | '{PROGRAM}' server add Tiny --secret KEY=- --yes -- '{}' && '{PROGRAM}' call tiny look && '{PROGRAM}' server show tiny && '{PROGRAM}' server remove tiny --yes && '{PROGRAM}' audit verify && cd '{}' && mv data/portcullis.db before.db && rm -f data/portcullis.db-* && ! '{PROGRAM}' audit verify",
        server.display(),
        home.path().display()
    );
    let mut command = Command::new("setsid");
    command.args(["--wait", "dbus-run-session", "--", "sh", "-c", &script]);
    home.isolate(&mut command);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    for name in [
        "HOME",
        "XDG_RUNTIME_DIR",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
    ] {
        command.env(name, home.path());
    }
    let done = ran(command.output().unwrap()).ends(0);
    assert!(
        done.out.lines().any(|line| line.trim() == "15"),
        "the program got it: {done:?}"
    );
    done.prints("KEY (stored as a secret)");
    done.prints("The chain is consistent, and ends where the keychain says");
    // A record that was wiped.
    done.prints("this is not the audit log that the keychain knows");
    assert!(
        !done.out.contains("hunter2") && !done.err.contains("hunter2"),
        "{done:?}"
    );
    let database = std::fs::read(home.path().join("before.db")).unwrap();
    assert!(!database.windows(7).any(|window| window == b"hunter2"));
}
