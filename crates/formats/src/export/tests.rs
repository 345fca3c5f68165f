//! Files as the hosts document them, with servers put into them.

use super::dialect::{self, SecretNotation};
use super::{MergedFile, difference, is_export_target, merge};
use crate::{FoundEntry, HostFolders, config_files, limits, read_file};
use portcullis_domain::{Endpoint, NamedValue, ServerDraft, TransportChoice};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const HOME: &str = "/home/me";

fn draft(label: &str, endpoint: Endpoint) -> ServerDraft {
    ServerDraft::unfenced(label, endpoint)
}

fn value(name: &str, value: Option<&str>) -> NamedValue {
    NamedValue {
        name: name.into(),
        value: value.map(str::to_owned),
        secret: value.is_none(),
    }
}

fn local(label: &str, words: &[&str]) -> ServerDraft {
    draft(
        label,
        Endpoint::Command {
            program: words[0].into(),
            arguments: words[1..].iter().map(|word| (*word).to_owned()).collect(),
            folder: None,
        },
    )
}

fn remote(label: &str, url: &str) -> ServerDraft {
    draft(label, Endpoint::Address { url: url.into() })
}

/// A program with a value and a secret, and an address with a secret header.
fn two() -> Vec<ServerDraft> {
    vec![
        ServerDraft {
            environment: vec![value("LEVEL", Some("info")), value("API_KEY", None)],
            ..local("notes", &["npx", "-y", "notes-server"])
        },
        ServerDraft {
            headers: vec![value("X-Team", Some("a")), value("Authorization", None)],
            ..remote("docs", "https://docs.example/mcp")
        },
    ]
}

fn merged(text: &str, host: &str, drafts: &[ServerDraft]) -> MergedFile {
    merge(text, host, drafts, false).unwrap_or_else(|error| panic!("{host}: {error:?}\n{text}"))
}

fn replaced(text: &str, host: &str, drafts: &[ServerDraft]) -> MergedFile {
    merge(text, host, drafts, true).unwrap_or_else(|error| panic!("{host}: {error:?}\n{text}"))
}

fn names(servers: &[super::ExportedServer]) -> Vec<&str> {
    servers.iter().map(|server| server.name.as_str()).collect()
}

fn file_of(host: &str) -> &'static str {
    match host {
        "codex" | "mistral-vibe" => "config.toml",
        "goose" | "continue" => "config.yaml",
        _ => "mcp.json",
    }
}

fn found(text: &str, host: &str) -> Vec<FoundEntry> {
    read_file(text, Path::new(file_of(host)), Path::new(HOME), None)
        .unwrap_or_else(|error| panic!("{host}: {error:?}\n{text}"))
}

fn refused(text: &str, host: &str) -> String {
    merge(text, host, &two(), false).unwrap_err().sentence
}

/// Hosts with a file that servers are put into.
fn hosts() -> Vec<&'static str> {
    let places = HostFolders {
        home: PathBuf::from(HOME),
        config: PathBuf::from("/home/me/.config"),
        local: PathBuf::from("/home/me/.local/share"),
        named: Vec::new(),
    };
    let mut hosts: Vec<&str> = config_files(&places, |_| Vec::new())
        .iter()
        .filter(|file| is_export_target(file))
        .map(|file| file.host.id)
        .collect();
    hosts.dedup();
    hosts
}

#[test]
fn a_cursor_file_keeps_its_comments_order_and_layout() {
    let text = "{\n    // mine\n    \"mcpServers\": {\n        \"git\": {\n            \"command\": \"uvx\", // from PyPI\n            \"args\": [\"mcp-server-git\"],\n        }, // the last one\n    },\n    \"zoom\": 1.50,\n}\n";
    let file = merged(text, "cursor", &two());
    assert_eq!(
        file.text,
        "{\n    // mine\n    \"mcpServers\": {\n        \"git\": {\n            \"command\": \"uvx\", // from PyPI\n            \"args\": [\"mcp-server-git\"],\n        }, // the last one\n        \"notes\": {\n            \"command\": \"npx\",\n            \"args\": [\"-y\", \"notes-server\"],\n            \"env\": {\n                \"LEVEL\": \"info\",\n                \"API_KEY\": \"${env:API_KEY}\"\n            }\n        },\n        \"docs\": {\n            \"url\": \"https://docs.example/mcp\",\n            \"headers\": {\n                \"X-Team\": \"a\",\n                \"Authorization\": \"${env:DOCS_AUTHORIZATION}\"\n            }\n        },\n    },\n    \"zoom\": 1.50,\n}\n"
    );
    assert_eq!(names(&file.added), ["notes", "docs"]);
    assert_eq!(
        file.added[1].secrets[0].reference.as_deref(),
        Some("${env:DOCS_AUTHORIZATION}")
    );
}

#[test]
fn a_name_that_is_there_is_kept_unless_replacing_was_asked() {
    let text = "{\"mcpServers\": {\"notes\": {\"command\": \"old\", \"alwaysAllow\": [\"wipe\"]}, \"b\": {\"command\": \"b\"}}}";
    let file = merged(text, "cursor", &two()[..1]);
    assert_eq!((file.text.as_str(), names(&file.kept)), (text, vec!["notes"]));
    let file = replaced(text, "cursor", &two()[..1]);
    // On one line as before, and what was allowed of the old program is gone.
    assert_eq!(
        file.text,
        "{\"mcpServers\": {\"notes\": {\"command\": \"npx\", \"args\": [\"-y\", \"notes-server\"], \"env\": {\"LEVEL\": \"info\", \"API_KEY\": \"${env:API_KEY}\"}}, \"b\": {\"command\": \"b\"}}}"
    );
    assert_eq!(
        (names(&file.replaced), names(&file.kept)),
        (vec!["notes"], Vec::<&str>::new())
    );
}

#[test]
fn vs_code_asks_for_the_secrets_by_its_inputs() {
    let text = "{\r\n\t\"inputs\": [],\r\n\t\"servers\": {}\r\n}";
    let file = merged(text, "vscode", &two());
    assert!(!file.text.replace("\r\n", "").contains('\n'), "{}", file.text);
    assert!(
        file.text
            .contains("\t\t\"notes\": {\r\n\t\t\t\"type\": \"stdio\""),
        "{}",
        file.text
    );
    assert!(file.text.contains("${input:notes_api_key}"), "{}", file.text);
    let again = found(&file.text, "vscode");
    assert_eq!(again[0].missing, ["API_KEY"]);
    assert!(again[0].environment[1].secret);
    // A second time nothing is asked for twice.
    let twice = replaced(&file.text, "vscode", &two());
    assert_eq!(twice.text.matches("\"id\"").count(), 2);
    // An input of that name which is the output of a command is not taken.
    let other = "{\"inputs\": [{\"id\": \"notes_api_key\", \"type\": \"command\", \"command\": \"x\"}]}";
    assert!(refused(other, "vscode").contains("notes_api_key"));
    // A new file has both.
    let new = merged("", "vscode", &two());
    assert!(
        new.text.starts_with("{\n  \"inputs\": [\n    {\n"),
        "{}",
        new.text
    );
}

#[test]
fn codex_keeps_its_toml_to_the_byte_and_takes_names_of_variables() {
    let text = "# mine\nmodel = \"x\"   # the model\n\n[mcp_servers.git]\ncommand = \"uvx\"\nargs = [ 'mcp-server-git' ]\n\n[profiles.a]\nmodel = \"y\"\n# [mcp_servers.old]\n";
    let mut drafts = two();
    drafts[0].label = "My notes".into();
    let file = merged(text, "codex", &drafts);
    assert!(file.text.starts_with(text), "{}", file.text);
    assert_eq!(
        &file.text[text.len()..],
        "\n[mcp_servers.My-notes]\ncommand = \"npx\"\nargs = [\"-y\", \"notes-server\"]\nenv = { LEVEL = \"info\" }\nenv_vars = [\"API_KEY\"]\n\n[mcp_servers.docs]\nurl = \"https://docs.example/mcp\"\nenv_http_headers = { Authorization = \"DOCS_AUTHORIZATION\" }\nhttp_headers = { X-Team = \"a\" }\n"
    );
    let again = replaced(&file.text, "codex", &[local("git", &["git-server"])]);
    assert!(
        again
            .text
            .contains("[mcp_servers.git]\ncommand = \"git-server\"\nargs = []\n"),
        "{}",
        again.text
    );
    for kept in [
        "# mine\nmodel = \"x\"   # the model\n",
        "# [mcp_servers.old]\n",
        "[profiles.a]",
    ] {
        assert!(again.text.contains(kept), "{kept}: {}", again.text);
    }
    let inline = "mcp_servers = { git = { command = \"uvx\" } } # all\r\n";
    let file = merged(inline, "codex", &two()[1..]);
    assert_eq!(found(&file.text, "codex").len(), 2);
    assert!(file.text.ends_with("# all\r\n"), "{:?}", file.text);
}

#[test]
fn yaml_of_goose_and_continue_is_extended_by_lines() {
    let text = "GOOSE_MODEL: x # mine\nextensions:\n  developer:\n    type: builtin\n    enabled: true\n    name: developer\n  # a comment\n  git:\n    type: stdio\n    enabled: true\n    cmd: uvx\n    args:\n    - mcp-server-git\n\nother: |\n  extensions:\n    no: 1\n";
    let file = merged(text, "goose", &two());
    let added = "  notes:\n    type: stdio\n    cmd: npx\n    args:\n      - \"-y\"\n      - notes-server\n    envs:\n      LEVEL: info\n    env_keys:\n      - API_KEY\n    name: notes\n    enabled: true\n  docs:\n    type: streamable_http\n    uri: \"https://docs.example/mcp\"\n    headers:\n      X-Team: a\n    name: docs\n    enabled: true\n";
    assert_eq!(
        file.text,
        text.replace(
            "    - mcp-server-git\n",
            &format!("    - mcp-server-git\n{added}")
        )
    );
    // The header has no place: it is left out and named.
    assert_eq!(file.added[1].secrets[0].reference, None);
    let again = replaced(&file.text, "goose", &[local("git", &["other"])]);
    assert!(
        again
            .text
            .contains("  # a comment\n  git:\n    type: stdio\n    cmd: other\n    args: []\n"),
        "{}",
        again.text
    );
    assert!(again.text.contains("\n\nother: |\n"), "{}", again.text);

    let text = "name: mine\nmcpServers:\n- name: SQLite\n  command: uvx\n  args: [mcp-server-sqlite]\n";
    let file = merged(text, "continue", &two());
    assert!(file.text.starts_with(text), "{}", file.text);
    assert!(
        file.text.contains("- name: notes\n  type: stdio\n"),
        "{}",
        file.text
    );
    assert!(file.text.contains("${{ secrets.API_KEY }}"), "{}", file.text);
    let again = found(&file.text, "continue");
    assert_eq!(again.len(), 3);
    assert_eq!(again[2].missing, ["Authorization"]);
    // Where it cannot be done by lines it is not done.
    for text in [
        "extensions: {git: {type: stdio, enabled: true, cmd: x}}\n",
        "a: 1\n---\nb: 2\n",
        "? extensions\n: {git: {type: stdio}}\n",
    ] {
        assert!(merge(text, "goose", &two(), false).is_err(), "{text}");
    }
    for text in [
        "extensions: {} # none\n",
        "extensions:\n",
        "# only a comment\n",
        "---\na: 1",
    ] {
        let file = merged(text, "goose", &two());
        assert_eq!(found(&file.text, "goose").len(), 2, "{}", file.text);
        assert_eq!(file.text.contains('#'), text.contains('#'), "{}", file.text);
    }
}

#[test]
fn each_host_gets_the_fields_that_it_documents() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            "claude-code",
            &["\"type\": \"stdio\"", "\"type\": \"http\"", "${API_KEY}"],
            &[],
        ),
        ("cline", &["\"streamableHttp\""], &["API_KEY", "Authorization"]),
        ("roo-code", &["\"streamable-http\"", "${env:API_KEY}"], &[]),
        ("windsurf", &["\"serverUrl\""], &["\"url\""]),
        ("antigravity", &["\"serverUrl\""], &["API_KEY"]),
        ("gemini-cli", &["\"httpUrl\"", "\"$API_KEY\""], &["\"url\""]),
        ("zed", &["\"context_servers\""], &["mcpServers", "API_KEY"]),
        (
            "opencode",
            &[
                "\"type\": \"local\"",
                "[\"npx\", \"-y\", \"notes-server\"]",
                "\"environment\"",
                "{env:API_KEY}",
            ],
            &["\"args\""],
        ),
        ("crush", &["\"mcp\"", "\"type\": \"http\"", "\"$API_KEY\""], &[]),
        ("amp", &["\"amp.mcpServers\""], &[]),
        ("copilot-cli", &["\"type\": \"local\"", "\"tools\": [\"*\"]"], &[]),
        ("kimi", &["\"transport\": \"http\""], &["\"type\""]),
        (
            "mistral-vibe",
            &[
                "[[mcp_servers]]",
                "name = \"notes\"",
                "transport = \"streamable-http\"",
            ],
            &["API_KEY"],
        ),
        ("jan", &["\"active\": true"], &[]),
        (
            "dive",
            &["\"transport\": \"streamable\"", "\"enabled\": true"],
            &[],
        ),
    ];
    for (host, has, has_not) in cases {
        let text = merged("", host, &two()).text;
        for part in *has {
            assert!(text.contains(part), "{host} has {part}: {text}");
        }
        for part in *has_not {
            assert!(!text.contains(part), "{host} has no {part}: {text}");
        }
    }
}

#[test]
fn a_server_that_a_host_cannot_have_is_named_and_not_written() {
    let file = merged("", "claude-desktop", &two());
    assert_eq!(names(&file.added), ["notes"]);
    assert_eq!(file.skipped[0].label, "docs");
    assert!(file.skipped[0].why.contains("local programs only"));
    // What another host would expand or run.
    let shell = [local("x", &["echo", "$(curl evil)"])];
    assert_eq!(merged("", "crush", &shell).skipped.len(), 1);
    assert_eq!(merged("", "zed", &shell).skipped.len(), 0);
    let variable = [local("x", &["echo", "${workspaceFolder}"])];
    assert_eq!(merged("", "cursor", &variable).skipped.len(), 1);
    let demo = [draft("Demo", Endpoint::Demo {})];
    let file = merged("", "cursor", &demo);
    assert_eq!((file.text.as_str(), file.skipped.len()), ("", 1));
    assert!(merge("", "sema4", &two(), false).is_err());
}

#[test]
fn a_server_of_http_with_sse_is_not_written_for_hosts_without_it() {
    let old = [ServerDraft {
        transport: TransportChoice::Sse,
        ..remote("old", "https://old.example/sse")
    }];
    for host in ["goose", "codex"] {
        let file = merged("", host, &old);
        assert_eq!((file.text.as_str(), file.skipped.len()), ("", 1), "{host}");
        assert!(file.skipped[0].why.contains("HTTP+SSE"), "{:?}", file.skipped);
    }
    assert!(merged("", "claude-code", &old).text.contains("\"type\": \"sse\""));
}

#[test]
fn a_file_of_opencode_2_gets_its_servers_where_the_others_are() {
    let text = "{\n  \"mcp\": {\n    // seconds\n    \"timeout\": { \"startup\": 5 },\n    \"servers\": {\n      \"notes\": { \"type\": \"local\", \"command\": [\"old\"], \"disabled\": true }\n    }\n  }\n}\n";
    let file = merged(text, "opencode", &two());
    assert_eq!(
        (names(&file.kept), names(&file.added)),
        (vec!["notes"], vec!["docs"])
    );
    let shown = |text: &str| -> Vec<(String, bool)> {
        let found = found(text, "opencode").into_iter();
        found.map(|it| (it.name, it.off)).collect()
    };
    assert_eq!(
        shown(&file.text),
        [("notes".to_owned(), true), ("docs".to_owned(), false)]
    );
    assert!(
        file.text.contains("// seconds\n") && !file.text.contains("enabled"),
        "{}",
        file.text
    );
    let file = replaced(text, "opencode", &two()[..1]);
    assert_eq!(names(&file.replaced), ["notes"]);
    assert!(
        !file.text.contains("\"old\"") && !file.text.contains("disabled"),
        "{}",
        file.text
    );
    // One of OpenCode 1 stays as it is.
    let first = merged(
        "{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"x\"]}}}",
        "opencode",
        &two()[..1],
    );
    assert!(first.text.contains("\"enabled\": true"), "{}", first.text);
    assert_eq!(found(&first.text, "opencode").len(), 2);
}

// Proves S-88.
#[test]
fn a_value_that_looks_like_a_token_is_not_written_either() {
    let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let drafts = [ServerDraft {
        environment: vec![value("PAT", Some(token))],
        ..local("x", &["y"])
    }];
    for host in hosts() {
        let file = merged("", host, &drafts);
        assert!(!file.text.contains("ghp_"), "{host}: {}", file.text);
        assert_eq!(file.added[0].secrets[0].name, "PAT", "{host}");
    }
}

// Proves S-67, S-88.
#[test]
fn what_looks_like_a_secret_in_an_argument_is_written_as_a_variable_is() {
    let drafts = [local(
        "x",
        &[
            "y",
            "--api-key",
            "k-4711",
            "https://u:hunter2@h.example",
            "https://u:hunter3@i.example",
        ],
    )];
    for host in hosts() {
        let file = merged("", host, &drafts);
        assert!(
            !file.text.contains("4711") && !file.text.contains("hunter"),
            "{host}: {}",
            file.text
        );
        let names: Vec<&str> = file.added[0].secrets.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["API_KEY", "PASSWORD", "PASSWORD_2"], "{host}");
    }
    let cursor = merged("", "cursor", &drafts).text;
    for reference in ["${env:API_KEY}", "u:${env:PASSWORD}@h", "u:${env:PASSWORD_2}@i"] {
        assert!(cursor.contains(reference), "{cursor}");
    }
    assert!(merged("", "codex", &drafts).text.contains("<API_KEY>"));
}

#[test]
fn a_file_that_cannot_be_changed_alone_is_refused() {
    for (text, host) in [
        ("[1]", "cursor"),
        ("{\"mcpServers\": ", "cursor"),
        ("{\"mcpServers\": [], \"a\": 1}", "cursor"),
        ("{\"mcpServers\": null}", "cursor"),
        ("{\"mcpServers\": {}, \"mcpServers\": {}}", "cursor"),
        ("{\"inputs\": {}}", "vscode"),
        ("mcp_servers = 5\n", "codex"),
        ("mcp_servers.git.command = \"x\"\n[mcp_servers]\n", "codex"),
        ("a = 1\r\nb = 2\n", "codex"),
        ("extensions: [1]\n", "goose"),
    ] {
        assert!(!refused(text, host).is_empty(), "{text}");
    }
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(limits::EXPORTED));
    assert!(refused(&long, "cursor").contains("8 MiB"));
}

#[test]
fn odd_layouts_of_json_stay_as_they_are() {
    for text in [
        "{}",
        "{ }\n",
        "{\n}\n",
        "\u{feff}{\"a\":1}",
        "{ // nothing yet\n}",
        "{ /* nothing yet */ }",
        "{\n  \"a\": 1 // no comma\n}\n",
        "{\n  \"a\": 1, /* b */ // c\n\n  // d\n}\n",
        "{\n\t\"mcpServers\": {\n\t\t// none\n\t}\n}\n",
        "{\"mcpServers\": { /* none yet */ }, \"b\": 1}",
        "{ \"mcpServers\": { 'a-b': { command: 'x', }, } }",
        "{\n  \"mcpServers\": {\"a\": {\"command\": \"}{,//\\\"\"}}\n}",
        "// top\n{\n  \"mcpServers\": {}, // here\n  \"b\": [1, 2,]\n} // end",
        "{\"mcpServers\":{\"a\":{\"command\":\"x\"}},\"b\":\"\\u007d\"}",
    ] {
        let file = merged(text, "lm-studio", &two());
        assert_eq!(names(&file.added), ["notes", "docs"], "{text}");
        let parts = difference(text, &file.text);
        // What was there is there in its order; only a comma or a bracket may have come to it.
        let mut rest = file.text.as_str();
        for token in text.split(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',')) {
            let at = rest
                .find(token)
                .unwrap_or_else(|| panic!("{token} is gone: {}", file.text));
            rest = &rest[at + token.len()..];
        }
        assert!(parts.added.contains("notes"), "{text}: {parts:?}");
    }
}

#[test]
fn a_difference_names_the_lines_that_come_and_go() {
    let parts = difference("a\nb\nc\n", "a\nB\nc\nd\n");
    assert_eq!((parts.removed.as_str(), parts.added.as_str()), ("b\n", "B\nd\n"));
    let before = format!("{{\"a\": \"{}\"}}", "x".repeat(3_000));
    let after = before.replace('}', ", \"é\": 1}");
    let parts = difference(&before, &after);
    assert_eq!((parts.removed.as_str(), parts.added.as_str()), ("", ", \"é\": 1"));
}

/// Names and texts that need quotes in one notation or another.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z][a-z0-9-]{0,8}",
        1 => prop::sample::select(vec![
            "true", "no", "1.0", "~", "a b", "\"", "'", "#x", "a: b", "- a", "[x]", "{x", "\\", "a\\nb", "é", "\u{1}", "a\nb", "*x", "&x", "!x", "%x", "@", "=", "", " x "
        ]).prop_map(str::to_owned),
    ]
}

fn label() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9-]{0,6}[a-z0-9]"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    // Proves S-96.
    #[test]
    fn old_servers_and_new_ones_are_read_from_the_result(
        old in prop::collection::btree_map(label(), word(), 0..3),
        new in prop::collection::btree_map(label(), prop::collection::vec(word(), 0..4), 1..4),
        values in prop::collection::btree_map("[A-Z][A-Z_]{2,6}", word(), 0..3),
        replace in any::<bool>(),
    ) {
        for host in hosts() {
            let dialect = dialect::of(host).unwrap();
            let before: Vec<_> = old.iter().map(|(name, word)| local(name, &["old", word])).collect();
            let before = merged("", host, &before);
            let drafts: Vec<_> = new
                .iter()
                .map(|(name, words)| {
                    let words: Vec<&str> = std::iter::once("new").chain(words.iter().map(String::as_str)).collect();
                    let environment = values.iter().map(|(name, text)| value(name, Some(text))).collect();
                    ServerDraft { environment, ..local(name, &words) }
                })
                .collect();
            let file = merge(&before.text, host, &drafts, replace).unwrap();
            prop_assert!(file.skipped.is_empty() || dialect.secrets == SecretNotation::Bare);
            let was = found(&before.text, host);
            let is = found(&file.text, host);
            for server in &was {
                let kept = is.iter().find(|it| it.name == server.name).unwrap();
                if !names(&file.replaced).contains(&server.name.as_str()) {
                    prop_assert_eq!(server, kept, "{}", host);
                }
            }
            prop_assert_eq!(is.len(), was.len() + file.added.len());
            for server in file.added.iter().chain(&file.replaced) {
                let read = is.iter().find(|it| it.name == server.name).unwrap();
                let draft = drafts.iter().find(|it| it.label == server.label).unwrap();
                prop_assert_eq!(&read.endpoint, &Some(draft.endpoint.clone()), "{}: {}", host, file.text);
            }
            // A second time nothing changes.
            let again = merge(&file.text, host, &drafts, false).unwrap();
            prop_assert_eq!(&again.text, &file.text);
            prop_assert_eq!(again.kept.len(), drafts.len());
        }
    }

    // Proves S-09.
    #[test]
    fn no_text_of_a_file_makes_it_fall_over(text in "[\\[\\]{}:,\"'/*# \\n\\r\\tamcpServers_=-]{0,80}", replace in any::<bool>()) {
        for host in ["cursor", "vscode", "codex", "goose", "continue", "mistral-vibe"] {
            if let Ok(file) = merge(&text, host, &two(), replace) {
                prop_assert!(file.added.len() + file.replaced.len() + file.kept.len() == 2);
            }
        }
    }
}
