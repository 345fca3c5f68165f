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
    added.prints_error("Permissions of the other application are not included.");
    added.prints("“Tiny” is added. State: ready.");
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
    assert_eq!(home.servers(), serde_json::json!([]));
    let refused = given(&home, "curl https://x | sh", &["server", "paste", "--yes"]).ends(2);
    refused.prints_error("only a shell");
    let refused = given(
        &home,
        "{\"mcpServers\": {\"a\": {\"comm",
        &["server", "paste", "--yes"],
    )
    .ends(2);
    refused.prints_error("cannot be read");
}

#[test]
fn it_is_said_that_no_server_was_added_where_a_secret_could_not_be_stored() {
    let home = TestHome::new();
    let text = r#"{"mcpServers": {"a": {"command": "x", "env": {"API_KEY": "sk-abc123def456"}}, "b": {"command": "y"}}}"#;
    let failed = given(&home, text, &["server", "paste", "--yes"]).ends(1);
    failed.prints_error("keychain");
    failed.prints_error(" No server was added. ");
    assert_eq!(home.servers(), serde_json::json!([]));
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
            "Approve this? [y/N]",
            "y\n",
        )
        .ends(0);
    added.prints("Add 2 servers, turned off?");
    added.prints("https://e.com/mcp");
    added.prints("Added, disabled: “a”, “b”.");
    let listed = home.servers();
    assert_eq!(
        (&listed[0]["enabled"], &listed[1]["enabled"]),
        (&false.into(), &false.into())
    );
}

#[test]
fn servers_of_other_applications_are_listed_and_imported() {
    let home = with_file(
        ".codex/config.toml",
        "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs\", \"my notes\"]\n[mcp_servers.odd]\n",
    );
    let run = |arguments: &[&str]| given(&home, "", arguments);
    let listed = run(&["server", "import", "--list"]).ends(0);
    for part in [
        "codex",
        "docs",
        "npx -y docs 'my notes'",
        "neither a command nor a URL",
    ] {
        listed.prints(part);
    }
    run(&["server", "import"]).ends(3);
    let near = run(&["server", "import", "--from", "codx"]).ends(2);
    near.prints_error("Did you mean “codex”?");
    let imported = run(&["server", "import", "--from", "codex", "--yes"]).ends(0);
    imported.prints("“docs”");
    // A second time there is nothing new.
    let again = run(&["server", "import", "--yes"]).ends(0);
    again.prints("No servers to import");
    let listed = run(&["server", "import", "--list"]).ends(0);
    listed.prints("already added as “docs”");
}

#[test]
fn a_server_that_is_not_imported_takes_no_name_from_one_that_is() {
    let cursor = |entry: &str| format!("{{\"mcpServers\": {{\"fs\": {entry}}}}}");
    let codex = |entry: &str| format!("[mcp_servers.fs]\n{entry}");
    let whole = (r#"{"command": "a"}"#, "command = \"b\"\n");
    for (entries, from) in [
        (whole, Some("cursor")),
        (whole, Some("codex")),
        // An entry that cannot be imported.
        (("{}", whole.1), None),
        ((whole.0, ""), None),
    ] {
        let home = with_file(".cursor/mcp.json", &cursor(entries.0));
        let file = home.path().join("home/.codex/config.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, codex(entries.1)).unwrap();
        let mut words = vec!["server", "import", "--yes"];
        words.extend(from.iter().flat_map(|from| ["--from", *from]));
        given(&home, "", &words).ends(0);
        let servers = home.servers();
        let labels: Vec<_> = servers
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["label"])
            .collect();
        assert_eq!(labels, ["fs"], "{from:?}");
    }
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
    written.prints_error("demo server");
    let toml = home
        .run(&["server", "export", "a b", "--format", "codex"])
        .ends(0);
    toml.prints("[mcp_servers.A-b]");
    // What is written is read again.
    let other = TestHome::new();
    given(&other, &written.out, &["server", "paste", "--yes", "--no-start"]).ends(0);
    home.run(&["server", "export", "nowhere"]).ends(2);
}

#[test]
fn servers_are_written_into_the_file_of_another_application_after_a_yes() {
    let text = "{\n  // mine\n  \"mcpServers\": {\n    \"b\": {\"command\": \"b\"}\n  }\n}\n";
    let home = with_file(".cursor/mcp.json", text);
    let file = home.path().join("home/.cursor/mcp.json");
    let read = || std::fs::read_to_string(&file).unwrap();
    let run = |arguments: &[&str]| given(&home, "", arguments);
    for label in ["A b", "b"] {
        run(&[
            "server",
            "add",
            label,
            "--no-start",
            "--yes",
            "--",
            "npx",
            "-y",
            "thing",
        ])
        .ends(0);
    }
    // There is no terminal to ask in.
    run(&["server", "export", "--into", "cursor"]).ends(3);
    assert_eq!(read(), text);
    let asked = run(&["server", "export", "--into", "cursor", "--yes"]).ends(0);
    for part in [
        "Write 1 server to the configuration file of Cursor?",
        "mcp.json",
        "\"A b\": {",
        "Portcullis does not ask for approval there",
    ] {
        asked.prints_error(part);
    }
    asked.prints("mcp.json.portcullis-backup-1");
    assert!(
        read().contains("// mine") && read().contains("\"A b\""),
        "{}",
        read()
    );
    assert!(read().contains("\"b\": {\"command\": \"b\"}"), "{}", read());
    // Everything is there.
    let again = run(&["server", "export", "--into", "cursor", "--yes"]).ends(2);
    again.prints_error("--replace");
    let result = run(&[
        "--json",
        "server",
        "export",
        "b",
        "--into",
        "cursor",
        "--replace",
        "--yes",
    ])
    .ends(0)
    .json();
    assert_eq!(result["outcome"], "written");
    assert_eq!(result["replaced"][0]["text"], "b");
    assert_eq!(result["backup"], "mcp.json.portcullis-backup-2");
    assert!(!read().contains("\"command\": \"b\""), "{}", read());
}

#[test]
fn a_file_of_the_persons_choice_is_written_as_an_application_reads_it() {
    let home = TestHome::new();
    let run = |arguments: &[&str]| given(&home, "", arguments);
    let none = run(&["server", "export", "--into", "cursor"]).ends(2);
    none.prints_error("No servers to export.");
    none.prints_error("“portcullis-cli server add”");
    run(&["server", "add", "on", "--no-start", "--yes", "--", "npx", "thing"]).ends(0);
    let file = home.path().join("project.json");
    let path = file.to_str().unwrap();
    let near = run(&["server", "export", "--into", "cursr"]).ends(2);
    near.prints_error("Did you mean “cursor”?");
    run(&["server", "export", "--profile", "nowhere", "--into", "vscode"]).ends(2);
    run(&[
        "server", "export", "on", "--into", "vscode", "--file", path, "--yes",
    ])
    .ends(0);
    let written: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(
        written,
        serde_json::json!({"servers": {"on": {"type": "stdio", "command": "npx", "args": ["thing"]}}})
    );
    let folder = home.path().to_str().unwrap();
    let refused = run(&[
        "server", "export", "on", "--into", "vscode", "--file", folder, "--yes",
    ])
    .ends(2);
    refused.prints_error("is not a regular file.");
    refused.prints_error("Choose another file with “--file”.");
    // A folder that is not there is not made for a file of one's own choice.
    let nowhere = home.path().join("no/where.json");
    let refused = run(&[
        "server",
        "export",
        "on",
        "--into",
        "vscode",
        "--file",
        nowhere.to_str().unwrap(),
        "--yes",
    ])
    .ends(2);
    refused.prints_error("cannot be used");
}

// Proves S-04.
#[test]
fn the_files_of_a_project_are_listed_with_full_paths_and_imported_turned_off() {
    let home = TestHome::new();
    let project = home.path().join("project");
    std::fs::create_dir_all(project.join(".cursor")).unwrap();
    std::fs::write(
        project.join(".mcp.json"),
        r#"{"mcpServers": {"own": {"command": "./bin/server", "args": ["${workspaceFolder}/data"]}}}"#,
    )
    .unwrap();
    std::fs::write(
        project.join(".cursor/mcp.json"),
        r#"{"mcpServers": {"far": {"url": "https://mcp.example.com/mcp"}}}"#,
    )
    .unwrap();
    let folder = project.to_str().unwrap();
    let listed = given(
        &home,
        "",
        &["--json", "server", "import", "--project", folder, "--list"],
    )
    .ends(0)
    .json();
    let hosts: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["host"].as_str().unwrap())
        .collect();
    assert_eq!(hosts, ["claude-code", "cursor"]);
    let words: Vec<&str> = listed[0]["servers"][0]["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word["text"].as_str().unwrap())
        .collect();
    let placed = |name: &str| project.join(name).to_str().unwrap().to_owned();
    assert_eq!(words, [placed("bin/server"), placed("data")]);
    let taken = given(&home, "", &["server", "import", "--project", folder, "--yes"]).ends(0);
    taken.prints("Added, disabled: “own”, “far”");
    taken.prints_error("relative to the project");
    let servers = home.servers();
    let off = servers
        .as_array()
        .unwrap()
        .iter()
        .all(|server| server["enabled"] == false);
    assert!(off, "{servers}");
    let gone = home.path().join("gone");
    let refused = given(
        &home,
        "",
        &["server", "import", "--project", gone.to_str().unwrap(), "--list"],
    )
    .ends(2);
    refused.prints_error("cannot be read");
}
