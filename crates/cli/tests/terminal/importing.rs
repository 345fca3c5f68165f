//! Servers from a pasted text and from other applications' files.

use crate::harness::{RunOutput, TestHome, feed, tiny_server};

/// Runs it with this on standard input, and no terminal.
fn given(home: &TestHome, text: &str, arguments: &[&str]) -> RunOutput {
    let folder = home.path().join("home");
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = home.command(arguments);
    command.env("HOME", folder);
    feed(&mut command, text)
}

fn with_file(path: &str, text: &str) -> TestHome {
    let home = TestHome::new();
    let file = home.path().join("home").join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
    home
}

#[test]
fn one_pasted_server_is_added_and_runs() {
    let home = TestHome::new();
    let script = home.script("tiny", &tiny_server("Looks.", "Seen."));
    let text = format!(
        "{{\"mcpServers\": {{\"Tiny\": {{\"command\": \"{}\", \"autoApprove\": [\"look\"]}}}}}}",
        script.display()
    );
    let added = given(&home, &text, &["server", "paste", "--yes"]).ends(0);
    assert!(
        added
            .err
            .contains("Permissions of the other application are not included."),
        "{added:?}"
    );
    assert!(added.out.contains("“Tiny” is added. State: ready."), "{added:?}");
    // The other application's permission is none here.
    home.run(&["call", "Tiny", "look"]).ends(3);
}

// Proves S-01, S-02.
#[test]
fn nothing_pasted_is_saved_without_a_yes() {
    let home = TestHome::new();
    for text in [
        "npx -y thing",
        "{\"a\": {\"command\": \"x\"}, \"b\": {\"command\": \"y\"}}",
    ] {
        given(&home, text, &["server", "paste"]).ends(3);
    }
    let listed = home.run(&["--json", "server", "list"]).ends(0).json();
    assert_eq!(listed, serde_json::json!([]));
    let refused = given(&home, "curl https://x | sh", &["server", "paste", "--yes"]).ends(2);
    assert!(refused.err.contains("only a shell"), "{refused:?}");
    let refused = given(
        &home,
        "{\"mcpServers\": {\"a\": {\"comm",
        &["server", "paste", "--yes"],
    )
    .ends(2);
    assert!(refused.err.contains("cannot be read"), "{refused:?}");
}

// Proves S-04.
#[test]
fn several_pasted_servers_arrive_turned_off_after_one_question() {
    let home = TestHome::new();
    let file = home.path().join("mcp.json");
    std::fs::write(
        &file,
        "{\"servers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"url\": \"https://e.com/mcp\"}}}",
    )
    .unwrap();
    let added = home
        .on_terminal(
            &["server", "paste", file.to_str().unwrap()],
            "Save it? [y/N]",
            "y\n",
        )
        .ends(0);
    assert!(added.out.contains("Add 2 servers, turned off?"), "{added:?}");
    assert!(added.out.contains("https://e.com/mcp"), "{added:?}");
    assert!(added.out.contains("Added, turned off: “a”, “b”."), "{added:?}");
    let listed = home.run(&["--json", "server", "list"]).ends(0).json();
    assert_eq!(
        (&listed[0]["enabled"], &listed[1]["enabled"]),
        (&false.into(), &false.into())
    );
}

#[test]
fn servers_of_other_applications_are_listed_and_imported() {
    let home = with_file(
        ".codex/config.toml",
        "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs\"]\n[mcp_servers.odd]\n",
    );
    let run = |arguments: &[&str]| given(&home, "", arguments);
    let listed = run(&["server", "import", "--list"]).ends(0);
    for part in ["codex", "docs", "npx -y docs", "neither a command nor a URL"] {
        assert!(listed.out.contains(part), "{part}: {listed:?}");
    }
    run(&["server", "import"]).ends(3);
    let near = run(&["server", "import", "--from", "codx"]).ends(2);
    assert!(near.err.contains("Did you mean “codex”?"), "{near:?}");
    let imported = run(&["server", "import", "--from", "codex", "--yes"]).ends(0);
    assert!(imported.out.contains("“docs”"), "{imported:?}");
    // A second time there is nothing new.
    let again = run(&["server", "import", "--yes"]).ends(0);
    assert!(again.out.contains("no server to import"), "{again:?}");
    let listed = run(&["server", "import", "--list"]).ends(0);
    assert!(listed.out.contains("here as “docs”"), "{listed:?}");
}

#[test]
fn servers_are_written_for_other_applications() {
    let home = TestHome::new();
    home.run(&[
        "server",
        "add",
        "A b",
        "--no-start",
        "--yes",
        "--env",
        "X=1",
        "--",
        "npx",
        "-y",
        "thing",
    ])
    .ends(0);
    home.run(&["server", "add", "Demo", "--demo", "--no-start", "--yes"])
        .ends(0);
    let written = home.run(&["server", "export"]).ends(0);
    let document: serde_json::Value = serde_json::from_str(&written.out).unwrap();
    assert_eq!(
        document,
        serde_json::json!({"mcpServers": {"A b": {"command": "npx", "args": ["-y", "thing"], "env": {"X": "1"}}}})
    );
    assert!(written.err.contains("demo server"), "{written:?}");
    let toml = home.run(&["server", "export", "a b", "--to", "codex"]).ends(0);
    assert!(toml.out.contains("[mcp_servers.\"A b\"]"), "{toml:?}");
    // What is written is read again.
    let other = TestHome::new();
    given(&other, &written.out, &["server", "paste", "--yes", "--no-start"]).ends(0);
    home.run(&["server", "export", "nowhere"]).ends(2);
}
