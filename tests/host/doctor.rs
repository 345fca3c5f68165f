//! One cause and one remedy for servers that do not start or connect, real ones among them.

use std::path::Path;
use std::time::Duration;

use portcullis_host::view::{DiagnosisView, ServerDraft, TransportChoice};
use portcullis_tests::{
    listening::Listening,
    packages::{self, Program},
    test_user::{TestUser, address, command, named},
};
use serde_json::json;

/// What a busy computer may need to start Python, and to fail.
const PATIENCE: Duration = Duration::from_secs(60);

/// The diagnosis, as soon as there is one: while a server is started again, nothing has failed.
async fn diagnosed(person: &TestUser, id: &str) -> DiagnosisView {
    let found = async {
        loop {
            let diagnosis = person.host.diagnose(id).await.unwrap();
            if diagnosis.cause != "nothing" {
                return diagnosis;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.expect("it fails")
}

async fn of(draft: ServerDraft) -> DiagnosisView {
    let person = TestUser::new().await;
    let id = person.adds(draft).await;
    diagnosed(&person, &id).await
}

/// A script of these lines.
fn script(person: &TestUser, lines: &str) -> ServerDraft {
    use std::os::unix::fs::PermissionsExt as _;
    let path = person.path("notes");
    std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    command("Notes", path.to_str().unwrap(), Vec::new())
}

fn real(program: &Program, arguments: &[&str]) -> ServerDraft {
    let arguments = arguments.iter().map(|&argument| argument.to_owned());
    command("Real", program.path.to_str().unwrap(), arguments.collect())
}

#[tokio::test]
async fn a_missing_variable_is_named_and_no_secret_is_in_the_diagnosis() {
    let person = TestUser::new().await;
    let lines = "echo \"token $NOTES_TOKEN\" >&2\necho 'Error: NOTES_URL environment variable is required' >&2\nexit 1";
    let mut draft = script(&person, lines);
    draft
        .environment
        .push(named("NOTES_TOKEN", "canary-5f2d8c", true));
    let id = person.adds(draft).await;
    let diagnosis = diagnosed(&person, &id).await;
    assert_eq!(diagnosis.cause, "variable_missing", "{diagnosis:?}");
    assert!(diagnosis.sentence.contains("NOTES_URL"), "{diagnosis:?}");
    assert_eq!(diagnosis.action.as_deref(), Some("edit_variables"));
    let whole = serde_json::to_string(&diagnosis).unwrap();
    assert!(
        whole.contains("NOTES_TOKEN") && !whole.contains("canary-5f2d8c"),
        "{whole}"
    );
}

#[tokio::test]
async fn a_program_that_is_gone_and_one_that_may_not_run_are_told_apart() {
    use std::os::unix::fs::PermissionsExt as _;
    let person = TestUser::new().await;
    let draft = script(&person, "exit 3");
    let id = person.adds(draft).await;
    assert_eq!(diagnosed(&person, &id).await.cause, "unknown");
    let path = person.path("notes");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    person.host.restart_server(&id).await.unwrap();
    becomes(&person, &id, "program_not_executable").await;
    std::fs::remove_file(&path).unwrap();
    person.host.restart_server(&id).await.unwrap();
    becomes(&person, &id, "program_not_found").await;
}

async fn becomes(person: &TestUser, id: &str, cause: &str) {
    let found = async {
        while diagnosed(person, id).await.cause != cause {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found)
        .await
        .unwrap_or_else(|_| panic!("it never was {cause}"));
}

#[tokio::test]
async fn a_server_that_is_ready_has_no_cause_and_a_closed_port_has_its_own() {
    let person = TestUser::new().await;
    let id = person.has("Well", json!({"tools": ["x"]})).await;
    assert_eq!(person.host.diagnose(&id).await.unwrap().cause, "nothing");
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", free.local_addr().unwrap());
    drop(free);
    let diagnosis = of(address("Away", &url)).await;
    assert_eq!(diagnosis.cause, "connection_refused", "{diagnosis:?}");
}

#[tokio::test]
async fn the_runtimes_are_listed_with_a_way_to_install_each() {
    let person = TestUser::new().await;
    let runtimes = person.host.runtimes().await.unwrap();
    let programs: Vec<_> = runtimes.iter().map(|runtime| runtime.program.as_str()).collect();
    assert_eq!(
        programs,
        [
            "node", "npx", "uv", "uvx", "python3", "docker", "podman", "deno", "bun", "dnx"
        ]
    );
    for runtime in &runtimes {
        let there = runtime.path.as_ref().is_none_or(|path| Path::new(path).is_file());
        assert!(there, "{runtime:?}");
    }
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn failures_of_real_servers_from_npm_and_pypi_have_the_right_cause() {
    let (node, python) = (packages::filesystem(), packages::greet_modern());
    let server = node.arguments[0].as_str();
    let variable = "import os; os.environ['NOTION_TOKEN']";
    for (draft, cause) in [
        (real(&node, &[server, "/nowhere/folder"]), "file_not_found"),
        (real(&node, &["/nowhere/server.js"]), "file_not_found"),
        (real(&node, &["--no-such-option", server]), "option_unknown"),
        (real(&node, &["-e", "require('left-pad-x')"]), "module_not_found"),
        (real(&python, &["-m", "mcp_server_nope"]), "module_not_found"),
        (real(&python, &["/nowhere/server.py"]), "file_not_found"),
        (real(&python, &["-c", variable]), "variable_missing"),
        (
            real(
                &python,
                &["-c", "import socket; socket.create_connection(('127.0.0.1', 9))"],
            ),
            "service_unreachable",
        ),
    ] {
        let endpoint = draft.endpoint.clone();
        let diagnosis = of(draft).await;
        assert_eq!(diagnosis.cause, cause, "{endpoint:?}: {diagnosis:?}");
    }
}

#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_wrong_path_and_an_old_transport_of_a_real_server_are_told_apart() {
    let server = Listening::start(&packages::everything_over("streamableHttp")).await;
    let mut draft = address("Path", &server.url("/wrong"));
    draft.transport = TransportChoice::StreamableHttp;
    let diagnosis = of(draft).await;
    assert_eq!(diagnosis.cause, "wrong_path", "{diagnosis:?}");
    server.ends().await;
    let server = Listening::start(&packages::everything_of_2025()).await;
    let mut draft = address("Old", &server.url("/sse"));
    draft.transport = TransportChoice::StreamableHttp;
    let diagnosis = of(draft).await;
    assert_eq!(diagnosis.cause, "old_transport", "{diagnosis:?}");
    assert_eq!(diagnosis.action.as_deref(), Some("detect_transport"));
    server.ends().await;
}
