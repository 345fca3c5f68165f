//! A package is fetched once, after a yes, in a fence; the server runs from its files, and not when one of them changed.
#![cfg(target_os = "linux")]

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use portcullis_api::{Answer, Asked, Endpoint, Phase, Request, ServerDraft};
use portcullis_host::Host;
use portcullis_tests::test_user::{Setup, TestUser, assert_done, command, next_problem};
use serde_json::json;

fn everything() -> ServerDraft {
    let arguments = ["-y", "@modelcontextprotocol/server-everything"];
    command("Everything", "npx", arguments.map(str::to_owned).to_vec())
}

fn packages(person: &TestUser) -> Vec<PathBuf> {
    let data = person.data.path().join("packages");
    let entries = fs::read_dir(data).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

async fn review(person: &TestUser) -> Request {
    person
        .is_asked("about the server", |request| {
            matches!(request.asked, Asked::Launch { .. })
        })
        .await
}

// Proves S-05, S-14.
#[tokio::test]
async fn nothing_is_fetched_before_a_yes() {
    let person = TestUser::new().await;
    let asked = person.host.propose_fetch(everything(), None).await.unwrap();
    let_assert!(&asked.asked => Asked::Setting { rows, .. });
    let shown = format!("{rows:?}");
    assert_has!(shown, "--ignore-scripts", "server-everything");
    let hosts = rows.iter().find(|row| row.field == "Connects to").unwrap();
    let hosts: Vec<_> = hosts.values.iter().map(|host| host.text.text.as_str()).collect();
    assert_eq!(hosts, ["registry.npmjs.org"]);
    assert!(packages(&person).is_empty());
    person.answers(&asked, Answer::Deny {}).await;
    person
        .sees_row("Fetch @modelcontextprotocol/server-everything")
        .await;
    assert!(
        packages(&person).is_empty() && person.host.waiting().is_empty() && person.host.servers().is_empty()
    );
}

// Proves S-05, S-14.
#[tokio::test]
async fn pinning_in_the_review_saves_nothing_and_asks_to_fetch_the_same_draft() {
    let person = TestUser::new().await;
    let asked = person.host.propose_server(everything(), None).await.unwrap();
    assert!(matches!(asked.asked, Asked::Launch { pinnable: true, .. }));
    person.answers(&asked, Answer::PinVersion {}).await;
    let fetch = person
        .is_asked("about the fetch", |request| {
            matches!(request.asked, Asked::Setting { .. })
        })
        .await;
    assert_eq!(
        fetch.question,
        "Fetch @modelcontextprotocol/server-everything for “Everything”?"
    );
    assert!(person.host.servers().is_empty() && packages(&person).is_empty());

    // Another fetch than the host knows cannot be asked for in this way.
    let arguments = ["-y", "--registry", "http://127.0.0.1:1", "files"];
    let other = command("Other", "npx", arguments.map(str::to_owned).to_vec());
    let asked = person.host.propose_server(other, None).await.unwrap();
    assert!(matches!(asked.asked, Asked::Launch { pinnable: false, .. }));
    assert!(
        person
            .tries_to_answer(&asked, Answer::PinVersion {})
            .await
            .is_err()
    );
    assert!(person.host.servers().is_empty());
}

// Proves S-14.
#[tokio::test]
async fn pinning_is_offered_only_where_the_package_manager_is_there() {
    let programs = tempfile::tempdir().unwrap();
    let setup = Setup {
        only_path: Some(programs.path().to_owned()),
        ..Setup::default()
    };
    let person = TestUser::new().await.restarts_the_host_on(setup).await;
    let put = |name: &str| {
        portcullis_tests::programs::write(&programs.path().join(name), "#!/bin/sh\n");
    };
    put("pipx");
    // The first program that is missing, and what is there afterwards.
    for missing in [Some("uv"), Some("python3"), None] {
        let draft = command("Files", "pipx", ["run", "files"].map(str::to_owned).to_vec());
        let asked = person.host.propose_server(draft, None).await.unwrap();
        let_assert!(&asked.asked => Asked::Launch { pinnable, warnings, .. });
        let mut remarks = warnings.iter().filter(|it| it.code == "launch.newest_version");
        let said = &remarks.next().unwrap().sentence;
        assert_eq!(*pinnable, missing.is_none(), "{said}");
        match missing {
            Some(program) => {
                assert!(said.contains(&format!("install {program} first")), "{said}");
                put(program);
            }
            None => assert!(said.contains("Pin this version"), "{said}"),
        }
        person.answers(&asked, Answer::Deny {}).await;
    }
}

#[tokio::test]
async fn a_page_tells_a_command_with_one_version_from_one_with_the_newest() {
    let person = TestUser::new().await;
    for (label, package, names_version) in [
        ("One", "pack@1.2.3", true),
        ("Newest", "pack", false),
        ("Range", "pack@^1.2.3", false),
    ] {
        let draft = command(label, "npx", ["-y", package].map(str::to_owned).to_vec());
        let asked = person.host.propose_server(draft, None).await.unwrap();
        person.answers(&asked, Answer::Add {}).await;
        let id = portcullis_tests::wait::until("the server", || person.id(label)).await;
        let detail = person.host.server(&id).unwrap();
        assert!(detail.fetchable && detail.package.is_none(), "{label}");
        assert_eq!(detail.names_version, names_version, "{label}");
    }
}

// Proves S-14.
#[tokio::test]
async fn only_launchers_of_one_package_are_fetched() {
    let person = TestUser::new().await;
    for (program, arguments) in [
        ("node", vec!["server.js"]),
        ("npx", vec!["github:a/b"]),
        ("npx", vec!["-c", "code"]),
        ("docker", vec!["compose", "run", "image"]),
    ] {
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        assert!(!Host::is_fetchable(program, &arguments));
        let draft = command("Other", program, arguments);
        assert!(person.host.propose_fetch(draft, None).await.is_err(), "{program}");
    }
}

// Proves S-13, S-14.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_server_runs_from_its_fetched_package_and_not_when_a_file_of_it_changed() {
    let person = TestUser::new().await;
    let asked = person.host.propose_fetch(everything(), None).await.unwrap();
    person.answers(&asked, Answer::AllowOnce {}).await;
    let asked = review(&person).await;
    assert_eq!(packages(&person).len(), 1);
    let id = person.starts(&asked, "Everything").await;
    let detail = person.host.server(&id).unwrap();
    let package = detail.package.expect("it runs from a package");
    assert!(package.packages > 50 && package.name.text == "@modelcontextprotocol/server-everything");
    let_assert!(&detail.draft.endpoint => Endpoint::Command { program, .. });
    assert!(program.ends_with("/node"), "no package manager runs: {program}");
    assert_done(&person.calls(&id, "echo", json!({"message": "x"})).await);

    // The same version again is nothing new.
    let draft = person.host.server(&id).unwrap().draft;
    let asked = person.host.propose_fetch(draft, Some(id.clone())).await.unwrap();
    person.answers(&asked, Answer::AllowOnce {}).await;
    person
        .sees_row("Fetch @modelcontextprotocol/server-everything")
        .await;
    portcullis_tests::wait::holds("only its own package stays", || {
        packages(&person).len() == 1 && person.host.fetches().is_empty()
    })
    .await;

    // A file that its script loads, which no command names.
    let [package] = packages(&person).try_into().expect("one package");
    let loaded = package.join("tree/node_modules/@modelcontextprotocol/sdk/package.json");
    fs::set_permissions(&loaded, fs::Permissions::from_mode(0o644)).unwrap();
    let text = fs::read_to_string(&loaded).unwrap();
    fs::write(&loaded, format!("{text} ")).unwrap();
    let _restarted = person.host.restart_server(&id).await;
    person.sees(&id, Phase::NeedsReview).await;

    person.host.remove_server(&id).await.unwrap();
    assert!(packages(&person).is_empty(), "it goes with its last server");
}

// Proves S-14.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_package_that_does_not_exist_leaves_nothing_and_the_managers_words() {
    let person = TestUser::new().await;
    let draft = command(
        "Nowhere",
        "npx",
        vec!["@modelcontextprotocol/server-nope-xyz-123".to_owned()],
    );
    let mut events = person.host.events();
    let asked = person.host.propose_fetch(draft, None).await.unwrap();
    person.answers(&asked, Answer::AllowOnce {}).await;
    let problem = next_problem(&mut events).await;
    assert!(problem.sentence.contains("npm failed"), "{problem:?}");
    assert!(problem.said.is_some(), "{problem:?}");
    assert!(packages(&person).is_empty() && person.host.waiting().is_empty());
}
