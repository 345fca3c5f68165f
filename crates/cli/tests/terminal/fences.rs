//! The fence of a server, and packages that are fetched once.

use crate::harness::{TestHome, tiny_server};

/// A server of a script, saved and not started: a fence needs no server that runs.
fn with_server(home: &TestHome) {
    let script = home.script("tiny", &tiny_server("Looks.", "Seen."));
    let path = script.to_str().unwrap();
    home.run(&["server", "add", "Tiny", "--no-start", "--yes", "--", path])
        .ends(0);
}

// Proves S-68.
#[test]
fn a_fence_is_shown_and_changed_only_after_a_yes() {
    let home = TestHome::new();
    with_server(&home);
    let off = home.run(&["server", "fence", "Tiny"]).ends(0);
    assert!(off.out.contains("No fence"), "{off:?}");
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
    assert!(refused.err.contains("example.com:many"), "{refused:?}");
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
    assert!(refused.err.contains("/never/granted"), "{refused:?}");
    home.run(&["server", "fence", "Tiny", "allow", "look", "/x", "--yes"])
        .ends(2);
    home.run(&["server", "fence", "Other"]).ends(2);
    let listed = home
        .run(&["--json", "server", "fence", "Tiny", "show"])
        .ends(0)
        .json();
    assert_eq!(listed["grants"], serde_json::Value::Null, "{listed}");
    assert_eq!(listed["denials"], serde_json::json!([]), "{listed}");
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
