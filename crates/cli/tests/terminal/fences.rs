//! The fence of a server, on unless a person says otherwise with a yes of its own (S-68), and packages that are fetched once.

use crate::harness::{TestHome, add_unfenced, tiny_server, tiny_server_after};

/// A server of a script, saved and not started: a fence needs no server that runs.
fn with_server(home: &TestHome) {
    let script = home.script("tiny", &tiny_server("Looks.", "Seen."));
    let path = script.to_str().unwrap();
    home.run(&add_unfenced("Tiny", &["--no-start", "--yes", "--", path]))
        .ends(0);
}

// Proves S-68.
#[test]
fn a_fence_is_shown_and_changed_only_after_a_yes() {
    let home = TestHome::new();
    with_server(&home);
    let off = home.run(&["server", "fence", "Tiny"]).ends(0);
    off.prints("No fence");
    home.run(&["server", "fence", "Tiny", "on"]).ends(3);
    let still = home.run(&["--json", "server", "fence", "Tiny"]).ends(0).json();
    assert_eq!(
        still["grants"],
        serde_json::Value::Null,
        "nothing changes without a yes"
    );
}

// Proves S-68.
#[test]
fn grants_that_are_none_are_refused_with_the_value() {
    let home = TestHome::new();
    with_server(&home);
    let refused = home
        .run(&[
            "server",
            "fence",
            "Tiny",
            "allow",
            "host",
            "example.com:many",
            "--yes",
        ])
        .ends(2);
    refused.prints_error("example.com:many");
    let refused = home
        .run(&[
            "server",
            "fence",
            "Tiny",
            "remove",
            "read",
            "/never/granted",
            "--yes",
        ])
        .ends(2);
    refused.prints_error("/never/granted");
    home.run(&["server", "fence", "Tiny", "allow", "look", "/x", "--yes"])
        .ends(2);
    home.run(&["server", "fence", "Other"]).ends(2);
    let listed = home
        .run(&["--json", "server", "fence", "Tiny", "show"])
        .ends(0)
        .json();
    assert_eq!(listed["grants"], serde_json::Value::Null, "{listed}");
    assert_eq!(listed["denials"], serde_json::json!([]), "{listed}");
    assert_eq!(listed["level"], "none", "{listed}");
}

// Proves S-68, S-92.
#[cfg(target_os = "linux")]
#[test]
fn a_refused_change_of_a_fence_has_the_code_of_a_start_that_fails() {
    let home = TestHome::new();
    with_server(&home);
    let data = home.data();
    let allow = ["--json", "server", "fence", "Tiny", "allow", "read"];
    let refused = home
        .run(&[&allow[..], &[data.to_str().unwrap(), "--yes"]].concat())
        .ends(3);
    assert_eq!(refused.json()["problem"]["code"], "launch.failed");
}

#[test]
fn a_server_at_an_address_is_not_said_to_run_without_a_fence() {
    let home = TestHome::new();
    let url = "https://mcp.example.com/mcp";
    home.run(&["server", "add", "Remote", "--no-start", "--yes", "--url", url])
        .ends(0);
    let shown = home.run(&["server", "fence", "Remote"]).ends(0);
    shown.prints("Only a program on this computer can have a fence.");
    assert!(!shown.out.contains("read and change"), "{shown:?}");
}

// Proves S-14.
#[test]
fn only_a_launcher_has_a_package_to_fetch_and_nothing_is_fetched_without_a_yes() {
    let home = TestHome::new();
    with_server(&home);
    let refused = home.run(&["server", "fetch", "Tiny", "--yes"]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert!(!home.data().join("packages").exists(), "{refused:?}");
    home.run(&["server", "fetch", "Other", "--yes"]).ends(2);
}

// Proves S-14.
#[test]
fn a_launcher_is_fetched_once_unless_it_is_not_started_or_that_is_turned_off() {
    let home = TestHome::new();
    let asked = |options: &[&str]| {
        let line = ["server", "add", "Notes"].iter().chain(options);
        let line: Vec<&str> = line
            .chain(&["--", "npx", "-y", "no-such-notes"])
            .copied()
            .collect();
        // Nobody says yes: nothing is looked up.
        home.run(&line).ends(3).err
    };
    let fetched = asked(&[]);
    assert!(fetched.contains("Fetch no-such-notes for “Notes”?"), "{fetched}");
    assert!(asked(&["--fetch", "--no-start"]).contains("Fetch no-such-notes"));
    for launched in [asked(&["--no-fetch"]), asked(&["--no-start"])] {
        assert!(
            launched.contains("Add “Notes”?") && !launched.contains("Fetch no-such"),
            "{launched}"
        );
    }
    let add = [
        "server",
        "add",
        "Notes",
        "--fetch",
        "--",
        "npx",
        "-y",
        "no-such-notes",
    ];
    let denied = home.on_terminal(&add, "[y/N]", "n\n").ends(3);
    denied.prints("You denied this. Nothing was fetched.");
    assert!(!denied.out.contains("Fetching."), "{denied:?}");
    home.run(&["server", "add", "A", "--fetch", "--no-fetch", "--", "npx", "a"])
        .ends(2);
    assert!(!home.data().join("packages").exists());
}

/// A server that tries to leave a file outside, and says nothing of it.
fn curious(home: &TestHome) -> (String, std::path::PathBuf) {
    let folder = home.path().join("notes");
    std::fs::create_dir(&folder).unwrap();
    let left = folder.join("left");
    let text = tiny_server_after(&format!("(echo here > {}) 2>/dev/null", left.display()));
    let server = home.script("server", &text);
    (server.to_str().unwrap().to_owned(), left)
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn a_new_program_is_fenced_in_and_named_folders_are_its_own() {
    let home = TestHome::new();
    let (server, left) = curious(&home);
    // What no fence can show is no reason for it not to start.
    let add = ["server", "add", "Tiny", "--yes", "--env", "LOG_FILE=/dev/null"];
    let added = home.run(&[&add[..], &["--", &server]].concat()).ends(0);
    assert!(!left.exists(), "it wrote outside: {added:?}");
    let shown = home.run(&["server", "fence", "Tiny"]).ends(0);
    shown.prints("It has no network.");
    let detail = home.run(&["server", "show", "Tiny"]).ends(0);
    detail.prints("It has no network.");
    assert!(!detail.out.contains("\n\n\n"), "{detail:?}");
    let fence = home.run(&["--json", "server", "show", "Tiny"]).ends(0).json();
    assert_eq!(fence["fence"]["level"], "files_and_network", "{fence}");
    assert_eq!(
        fence["fence"]["grants"]["hosts"],
        serde_json::json!([]),
        "{fence}"
    );
    home.run(&["call", "Tiny", "look"]).ends(0);
    let refused = home.run(&["server", "fence", "Tiny", "allow", "write", "/dev/null", "--yes"]);
    assert_ne!(refused.code, 0, "{refused:?}");
    refused.prints_error("/dev/null cannot be allowed");

    // Its level is what holds it, and not what could.
    home.run(&["server", "fence", "Tiny", "allow", "host", "any", "--yes"])
        .ends(0);
    let fence = home.run(&["--json", "server", "show", "Tiny"]).ends(0).json();
    assert_eq!(fence["fence"]["level"], "files", "{fence}");

    // The folder that its command names is granted, and shown as that.
    let notes = home.path().join("notes");
    let folder = notes.to_str().unwrap();
    home.run(&["server", "add", "Named", "--yes", "--", &server, folder])
        .ends(0);
    assert!(left.exists(), "the folder was named");
    let shown = home.run(&["server", "fence", "Named"]).ends(0);
    let grant = format!("It may also read and change {folder}");
    shown.prints(&grant);
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn no_fence_takes_a_yes_of_its_own() {
    let home = TestHome::new();
    let (server, left) = curious(&home);
    let add = ["server", "add", "Tiny", "--fence", "off"];
    let yes = [&add[..], &["--yes", "--", &server]].concat();
    let refused = home.run(&yes).ends(3);
    refused.prints_error("--unfenced");
    let no = [&add[..], &["--", &server]].concat();
    let denied = home
        .on_terminal(&no, "and connect to any address. [y/N]", "n\n")
        .ends(3);
    denied.prints("was not added");
    assert!(!left.exists() && !home.run(&["server", "list"]).ends(0).out.contains("Tiny"));
    home.run(&add_unfenced("Tiny", &["--yes", "--", &server])).ends(0);
    assert!(left.exists(), "it has all rights");
    let fence = home.run(&["--json", "server", "show", "Tiny"]).ends(0).json();
    assert_eq!(fence["fence"]["level"], "none", "{fence}");
    let shown = home.run(&["server", "fence", "Tiny"]).ends(0);
    shown.prints("No fence");
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_call_says_what_its_fence_blocked_and_how_to_allow_it() {
    let home = TestHome::new();
    let server = tiny_server("Looks.", "Gone.").replace(r#""Gone."}]"#, r#""Gone."}],"isError":true"#);
    let script = home.script("tiny", &server);
    home.run(&["server", "add", "Tiny", "--yes", "--", script.to_str().unwrap()])
        .ends(0);
    let notes = home.path().join("notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let path = notes.canonicalize().unwrap().to_str().unwrap().to_owned();
    let arguments = serde_json::json!({"path": path}).to_string();
    let failed = home
        .run(&["call", "Tiny", "look", "--yes", "--args", &arguments])
        .ends(1);
    failed.prints_error(&format!("The fence of “Tiny” blocked access to {path}."));
    failed.prints_error(&format!("portcullis-cli server fence Tiny allow read {path}"));
    home.run(&["server", "fence", "Tiny", "allow", "read", &path, "--yes"])
        .ends(0);
    let again = home.run(&["call", "Tiny", "look", "--args", &arguments]).ends(1);
    assert!(!again.err.contains("blocked access"), "{}", again.err);
}
