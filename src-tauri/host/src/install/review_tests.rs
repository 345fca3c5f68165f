#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use super::*;
use crate::view::{EraChoice, ServerLimits};

fn draft(arguments: &[&str]) -> ServerDraft {
    ServerDraft {
        label: "Shell".to_owned(),
        endpoint: Endpoint::Command {
            program: "sh".to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            folder: None,
        },
        environment: vec![],
        headers: vec![],
        era: EraChoice::Auto,
        limits: ServerLimits {
            idle_seconds: 60,
            total_seconds: 600,
            message_mib: 16,
        },
    }
}

fn look(draft: &ServerDraft) -> Review {
    review(
        draft,
        Purpose::Add,
        &SearchPath::from_value("/usr/bin:/bin"),
        None,
    )
    .unwrap()
}

fn sheet(review: &Review) -> String {
    format!("{:?} {:?} {:?}", review.rows, review.warnings, review.refusals)
}

fn variable(name: &str, value: Option<&str>, secret: bool) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value: value.map(str::to_owned),
        secret,
    }
}

#[test]
fn s08_changing_any_field_changes_the_sheet() {
    let base = draft(&["a"]);
    let shown = sheet(&look(&base));
    type Change = Box<dyn Fn(&mut ServerDraft)>;
    let changes: Vec<(&str, Change)> = vec![
        ("label", Box::new(|d| d.label = "Other".to_owned())),
        (
            "program",
            Box::new(|d| {
                d.endpoint = Endpoint::Command {
                    program: "true".to_owned(),
                    arguments: vec!["a".to_owned()],
                    folder: None,
                }
            }),
        ),
        (
            "arguments",
            Box::new(|d| {
                d.endpoint = Endpoint::Command {
                    program: "sh".to_owned(),
                    arguments: vec!["b".to_owned()],
                    folder: None,
                }
            }),
        ),
        (
            "folder",
            Box::new(|d| {
                d.endpoint = Endpoint::Command {
                    program: "sh".to_owned(),
                    arguments: vec!["a".to_owned()],
                    folder: Some("/".to_owned()),
                }
            }),
        ),
        (
            "address",
            Box::new(|d| {
                d.endpoint = Endpoint::Address {
                    url: "https://example.com/mcp".to_owned(),
                }
            }),
        ),
        (
            "variable",
            Box::new(|d| d.environment.push(variable("A", Some("1"), false))),
        ),
        (
            "secret",
            Box::new(|d| d.environment.push(variable("A", Some("1"), true))),
        ),
        (
            "kept secret",
            Box::new(|d| d.environment.push(variable("A", None, true))),
        ),
        (
            "header",
            Box::new(|d| d.headers.push(variable("x-a", Some("1"), false))),
        ),
        ("era", Box::new(|d| d.era = EraChoice::Legacy)),
        ("idle", Box::new(|d| d.limits.idle_seconds = 61)),
        ("total", Box::new(|d| d.limits.total_seconds = 601)),
        ("message", Box::new(|d| d.limits.message_mib = 17)),
    ];
    for (field, change) in changes {
        let mut changed = base.clone();
        change(&mut changed);
        assert_ne!(sheet(&look(&changed)), shown, "{field} is not shown");
    }
}

#[test]
fn s09_an_unknown_key_refuses_the_whole_payload() {
    let mut payload = serde_json::to_value(draft(&[])).unwrap();
    payload["runAs"] = "root".into();
    assert!(serde_json::from_value::<ServerDraft>(payload).is_err());
}

#[test]
fn s10_sec08_padding_and_invisible_characters_are_written_out() {
    let hidden = format!("ok{}; curl\u{202e}evil\t\n", " ".repeat(5_000));
    let review = look(&draft(&[&hidden]));
    let value = &review
        .rows
        .iter()
        .find(|row| row.field == "Arguments")
        .unwrap()
        .values[0];
    assert!(
        value
            .text
            .text
            .contains("⟨5000 spaces⟩; curl⟨U+202E⟩evil⟨U+0009⟩⟨U+000A⟩"),
        "{}",
        value.text.text
    );
    assert_eq!(value.bytes, hidden.len() as u64);
}

#[test]
fn s12_a_variable_that_changes_what_runs_is_refused_by_name() {
    for name in [
        "LD_PRELOAD",
        "NODE_OPTIONS",
        "PYTHONPATH",
        "PATH",
        "npm_config_registry",
        "BASH_ENV",
    ] {
        let mut draft = draft(&[]);
        draft.environment.push(variable(name, Some("x"), false));
        let refusals = look(&draft).refusals;
        assert!(
            refusals.iter().any(|refusal| refusal.sentence.contains(name)),
            "{name}"
        );
    }
}

#[test]
fn s13_the_digest_follows_what_runs_and_nothing_else() {
    let base = look(&draft(&["a"])).digest;
    assert_eq!(look(&draft(&["a"])).digest, base);
    assert_ne!(look(&draft(&["b"])).digest, base);
    let mut renamed = draft(&["a"]);
    renamed.label = "Renamed".to_owned();
    assert_eq!(look(&renamed).digest, base, "a label runs nothing");
}

#[test]
fn s14_a_replaced_program_has_another_digest() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("server");
    let install = |content: &str| {
        std::fs::write(&program, content).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::PermissionsExt::set_mode(
            &mut std::fs::metadata(&program).unwrap().permissions(),
            0o755,
        );
        #[cfg(unix)]
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let mut draft = draft(&[]);
        draft.endpoint = Endpoint::Command {
            program: program.to_str().unwrap().to_owned(),
            arguments: vec![],
            folder: None,
        };
        look(&draft).digest
    };
    assert_ne!(install("#!/bin/sh\ntrue\n"), install("#!/bin/sh\nfalse\n"));
}

#[test]
fn bad_addresses_are_refused_in_words() {
    for url in [
        "ftp://example.com",
        "file:///etc/passwd",
        "example.com/mcp",
        "http://",
        "https://user:pw@example.com/",
        "javascript:alert(1)",
    ] {
        let mut draft = draft(&[]);
        draft.endpoint = Endpoint::Address { url: url.to_owned() };
        let error = review(&draft, Purpose::Add, &SearchPath::from_value("/bin"), None)
            .err()
            .expect(url);
        assert_eq!(error.code, Code::BadInput, "{url}");
        assert!(error.sentence.starts_with("“Shell” was not added: "), "{error}");
    }
}

#[test]
fn s10_more_than_a_person_can_look_over_is_refused() {
    let look = |draft: &ServerDraft| {
        let reviewed = review(draft, Purpose::Add, &SearchPath::from_value("/bin"), None);
        reviewed.err().map(|error| error.sentence)
    };
    let mut many = draft(&vec!["x"; limits::ARGUMENTS]);
    assert_eq!(look(&many), None);
    many = draft(&vec!["x"; limits::ARGUMENTS + 1]);
    let said = look(&many).unwrap();
    assert!(said.contains("1001 arguments are more than the 1000"), "{said}");
    let mut named = draft(&[]);
    let variables = |count: usize| (0..count).map(|n| variable(&format!("NAME_{n}"), Some("x"), false));
    named.environment = variables(limits::VARIABLES).collect();
    assert_eq!(look(&named), None);
    named.environment = variables(limits::VARIABLES + 1).collect();
    let said = look(&named).unwrap();
    assert!(said.contains("more than 256 variables or headers"), "{said}");
    let long = draft(&[&"x".repeat(limits::DRAFT_BYTES)]);
    let said = look(&long).unwrap();
    assert!(said.contains("longer than 512 KiB"), "{said}");
}

#[test]
fn what_was_not_done_and_why_are_one_sentence() {
    let mut gone = draft(&[]);
    gone.endpoint = Endpoint::Command {
        program: "/nowhere/no\tsuch \"server\"".to_owned(),
        arguments: vec![],
        folder: None,
    };
    let said = |purpose| {
        review(&gone, purpose, &SearchPath::from_value("/bin"), None)
            .err()
            .unwrap()
            .sentence
    };
    let why = "there is no program at “/nowhere/no⟨U+0009⟩such \"server\"”.";
    assert_eq!(said(Purpose::Add), format!("“Shell” was not added: {why}"));
    assert_eq!(said(Purpose::Start), format!("“Shell” was not started: {why}"));
    assert_eq!(
        said(Purpose::Change(&gone)),
        format!("“Shell” was not changed: {why}")
    );
}

#[test]
fn a_launcher_without_a_version_is_remarked_on() {
    for (program, arguments, expected) in [
        ("npx", vec!["-y", "@scope/server"], true),
        ("npx", vec!["-y", "@scope/server@1.2.3"], false),
        ("npx", vec!["-y", "server@latest"], true),
        ("uvx", vec!["server==1.0"], false),
        ("node", vec!["server.js"], false),
    ] {
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        assert_eq!(
            newest_version(program, &arguments).is_some(),
            expected,
            "{program} {arguments:?}"
        );
    }
}

#[test]
fn s11_nothing_is_decoded_so_what_is_shown_is_what_runs() {
    for encoded in [
        "%2565cho",
        "ZWNobyBvd25lZA==",
        "&#x26;calc",
        "\\x24(id)",
        "${HOME}",
        "$(id)",
    ] {
        let review = look(&draft(&[encoded]));
        let shown = &review
            .rows
            .iter()
            .find(|row| row.field == "Arguments")
            .unwrap()
            .values[0];
        let Built::Command(launch) = &review.built else {
            panic!("a program")
        };
        assert_eq!(
            (shown.text.text.as_str(), launch.arguments[0].as_str()),
            (encoded, encoded)
        );
    }
}
