//! One cause and one remedy for servers that do not start or connect, real ones among them.

use std::path::Path;
use std::time::Duration;

use portcullis_api::{Answer, Asked, DiagnosisView, Endpoint, Phase, ServerDraft, TransportChoice};
use portcullis_core::Code;
use portcullis_tests::{
    fault_proxy::{Authority, FaultProxy},
    listening::Listening,
    packages::{self, Program},
    programs,
    test_user::{TestUser, address, command, named},
    wait,
};
use serde_json::json;

/// What a busy computer may need to start Python, and to fail.
const PATIENCE: Duration = Duration::from_secs(60);

/// The diagnosis, as soon as there is one: while a server is started again, nothing has failed.
pub(crate) async fn diagnosed(person: &TestUser, id: &str) -> DiagnosisView {
    wait::within(PATIENCE, "a failure", async || {
        let diagnosis = person.host.diagnose(id).await.unwrap();
        (diagnosis.cause != "nothing").then_some(diagnosis)
    })
    .await
}

async fn of(draft: ServerDraft) -> DiagnosisView {
    let person = TestUser::new().await;
    let id = person.adds(draft).await;
    diagnosed(&person, &id).await
}

/// A script of these lines.
fn script(person: &TestUser, lines: &str) -> ServerDraft {
    let path = person.path("notes");
    programs::write(&path, format!("#!/bin/sh\n{lines}\n"));
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
    assert_eq!(diagnosis.variables, ["NOTES_URL"]);
    let whole = serde_json::to_string(&diagnosis).unwrap();
    assert_has!(whole, "NOTES_TOKEN");
    assert_lacks!(whole, "canary-5f2d8c");
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

/// Waits for this cause.
pub(crate) async fn becomes(person: &TestUser, id: &str, cause: &str) -> DiagnosisView {
    let found = async {
        loop {
            let diagnosis = diagnosed(person, id).await;
            if diagnosis.cause == cause {
                return diagnosis;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    match tokio::time::timeout(PATIENCE, found).await {
        Ok(diagnosis) => diagnosis,
        Err(_) => panic!("it never was {cause}: {:?}", person.host.diagnose(id).await),
    }
}

// Proves F-04.
#[tokio::test]
async fn a_message_without_a_newline_is_told_with_its_bytes_and_its_text() {
    let person = TestUser::new().await;
    let lines = "printf '%s' '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'\nexec sleep 600";
    // Enough for a busy computer to start the shell and print.
    let id = person.adds(within(script(&person, lines), 5)).await;
    let diagnosis = diagnosed(&person, &id).await;
    assert_eq!(diagnosis.cause, "stdout_not_mcp", "{diagnosis:?}");
    assert_has!(diagnosis.sentence, "without a newline");
    let said = diagnosis.said.unwrap();
    assert_eq!(said.text, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_has!(diagnosis.looked_at[0].words, "36 bytes without a newline");
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

/// A failure of a real server.
struct Failure {
    /// What is wrong.
    of: &'static str,
    draft: ServerDraft,
    cause: &'static str,
    /// The one thing that is offered; `install` where it is what installs something.
    action: &'static str,
}

fn failure(of: &'static str, draft: ServerDraft, cause: &'static str, action: &'static str) -> Failure {
    Failure {
        of,
        draft,
        cause,
        action,
    }
}

/// A shell that does this and then becomes the server.
fn wrapped(steps: &str, program: &Program) -> ServerDraft {
    let mut arguments = vec![
        "-c".to_owned(),
        format!("{steps}exec \"$0\" \"$@\""),
        program.path.to_str().unwrap().to_owned(),
    ];
    arguments.extend(program.arguments.iter().cloned());
    command("Real", "/bin/sh", arguments)
}

fn as_it_is(program: &Program) -> ServerDraft {
    command("Real", program.path.to_str().unwrap(), program.arguments.clone())
}

fn at_port(mut draft: ServerDraft, port: u16) -> ServerDraft {
    draft.environment.push(named("PORT", &port.to_string(), false));
    draft
}

/// Whether this computer uses a proxy makes no difference to it.
fn told_of_a_proxy(mut draft: ServerDraft) -> ServerDraft {
    draft
        .environment
        .push(named("HTTPS_PROXY", "http://127.0.0.1:9", false));
    draft
}

fn within(mut draft: ServerDraft, seconds: u32) -> ServerDraft {
    draft.limits.start_seconds = Some(seconds);
    draft
}

/// Waits for the cause of each, and checks that exactly one thing is offered for it.
async fn each_is_told(failures: Vec<Failure>) {
    for Failure {
        of,
        draft,
        cause,
        action,
    } in failures
    {
        let person = TestUser::new().await;
        let id = person.adds(draft).await;
        let diagnosis = becomes(&person, &id, cause).await;
        let offered: Vec<&str> = diagnosis
            .action
            .as_deref()
            .into_iter()
            .chain(diagnosis.install.as_ref().map(|_| "install"))
            .collect();
        assert_eq!(offered, [action], "{of}: {diagnosis:?}");
        assert!(!diagnosis.looked_at.is_empty(), "{of}");
        person.host.close().await;
    }
}

// Proves F-08.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn failures_of_real_servers_from_npm_have_the_right_cause_and_one_remedy() {
    let (files, everything, search) = (
        packages::filesystem(),
        packages::everything(),
        packages::brave_search(),
    );
    let http = packages::everything_over("streamableHttp");
    let old = packages::everything_of_2025();
    let script = files.arguments[0].as_str();
    let taken = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let room = tempfile::tempdir().unwrap();
    // The script of a package without the packages that it needs.
    let alone = room.path().join("index.mjs");
    std::fs::copy(script, &alone).unwrap();
    let alone = alone.to_str().unwrap();
    let mut no_folder = as_it_is(&files);
    no_folder.label = "Folder".to_owned();
    let_assert!(&mut no_folder.endpoint => Endpoint::Command { folder, .. });
    let gone = room.path().join("gone");
    std::fs::create_dir(&gone).unwrap();
    *folder = Some(gone.to_str().unwrap().to_owned());
    each_is_told(vec![
        failure(
            "a folder that does not exist",
            real(&files, &[script, "/nowhere/folder"]),
            "file_not_found",
            "edit_command",
        ),
        failure(
            "a script that does not exist",
            real(&files, &["/nowhere/server.js"]),
            "file_not_found",
            "edit_command",
        ),
        failure(
            "an option that Node.js does not know",
            real(&files, &["--no-such-option", script]),
            "option_unknown",
            "edit_command",
        ),
        failure(
            "packages that are not installed",
            real(&files, &[alone]),
            "module_not_found",
            "edit_command",
        ),
        failure(
            "an argument that the server does not know",
            real(&everything, &[everything.arguments[0].as_str(), "bogus"]),
            "argument_missing",
            "edit_command",
        ),
        failure(
            "an API key that is not set",
            as_it_is(&search),
            "variable_missing",
            "edit_variables",
        ),
        failure(
            "a port that is taken, said by the server",
            at_port(as_it_is(&http), port),
            "port_in_use",
            "restart",
        ),
        failure(
            "a port that is taken, said by Node.js",
            at_port(as_it_is(&old), port),
            "port_in_use",
            "restart",
        ),
        failure(
            "too little memory",
            real(
                &everything,
                &["--max-old-space-size=8", everything.arguments[0].as_str()],
            ),
            "killed",
            "restart",
        ),
        failure(
            "a web server, said on standard error",
            within(at_port(as_it_is(&http), free_port()), 5),
            "stdout_not_mcp",
            "edit_command",
        ),
        failure(
            "a web server, said on standard output",
            within(at_port(as_it_is(&old), free_port()), 5),
            "stdout_not_mcp",
            "edit_command",
        ),
        failure(
            "messages that a wrapper spoils",
            within(
                command(
                    "Real",
                    "/bin/sh",
                    vec![
                        "-c".to_owned(),
                        "\"$0\" \"$@\" | sed -u 's/^/out: /'".to_owned(),
                        everything.path.to_str().unwrap().to_owned(),
                        everything.arguments[0].clone(),
                    ],
                ),
                3,
            ),
            "stdout_not_mcp",
            "edit_command",
        ),
        failure(
            "a command that the wrapper does not find",
            wrapped("no-such-step || exit 127; ", &everything),
            "command_not_found",
            "edit_command",
        ),
    ])
    .await;
    // The review finds the folder, and the next start does not.
    let person = TestUser::new().await;
    let id = person.adds(no_folder).await;
    person.sees_within(&id, Phase::Ready, PATIENCE).await;
    std::fs::remove_dir(&gone).unwrap();
    person.host.restart_server(&id).await.unwrap();
    becomes(&person, &id, "folder_missing").await;
}

// Proves F-08.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn failures_of_real_servers_from_pypi_have_the_right_cause_and_one_remedy() {
    let (modern, legacy) = (packages::greet_modern(), packages::greet_legacy());
    let script = modern.arguments[0].as_str();
    let tasks = packages::tasks(Path::new("/nowhere"));
    let variable = "import os, mcp; os.environ['NOTION_TOKEN']";
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let listens = format!(
        "from mcp.server.fastmcp import FastMCP; FastMCP('x', port={port}, host='127.0.0.1').run('sse')"
    );
    each_is_told(vec![
        failure(
            "a module that does not exist",
            real(&modern, &["-m", "mcp_server_nope"]),
            "module_not_found",
            "edit_command",
        ),
        failure(
            "a script that does not exist",
            real(&modern, &["/nowhere/server.py"]),
            "file_not_found",
            "edit_command",
        ),
        failure(
            "a variable that is not set",
            real(&modern, &["-c", variable]),
            "variable_missing",
            "edit_variables",
        ),
        failure(
            "an SDK that is too old for the server",
            real(&legacy, &[script]),
            "module_not_found",
            "edit_command",
        ),
        failure(
            "a library that is not installed",
            real(&modern, &[tasks.arguments[0].as_str()]),
            "module_not_found",
            "edit_command",
        ),
        failure(
            "a package without a program",
            real(&modern, &["-m", "mcp"]),
            "package_has_no_program",
            "edit_command",
        ),
        failure(
            "an optional part that is not installed, said on standard output",
            real(&packages::mcp_command(), &["run", "x.py"]),
            "package_broken",
            "edit_command",
        ),
        failure(
            "a script that its launcher does not find",
            real(&packages::fastmcp_command(), &["run", "/nowhere.py"]),
            "file_not_found",
            "edit_command",
        ),
        failure(
            "a port that is taken",
            real(&legacy, &["-c", &listens]),
            "port_in_use",
            "restart",
        ),
        failure(
            "a service that does not run",
            told_of_a_proxy(real(
                &modern,
                &[
                    "-c",
                    "import mcp, socket; socket.create_connection(('127.0.0.1', 9))",
                ],
            )),
            "service_unreachable",
            "restart",
        ),
        failure(
            "a start that takes too long",
            within(wrapped("sleep 600; ", &modern), 1),
            "not_responding",
            "raise_timeout",
        ),
    ])
    .await;
}

pub(crate) fn free_port() -> u16 {
    let free = std::net::TcpListener::bind("0.0.0.0:0").unwrap();
    free.local_addr().unwrap().port()
}

// Proves F-08.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_real_server_that_is_taken_away_while_it_runs_says_why() {
    use std::os::unix::fs::PermissionsExt as _;
    let person = TestUser::new().await;
    let server = packages::greet_modern();
    let line = format!("exec '{}' '{}'", server.path.display(), server.arguments[0]);
    let id = person.adds(script(&person, &line)).await;
    person.sees_within(&id, Phase::Ready, PATIENCE).await;
    let pid = person.host.server(&id).unwrap().pid.unwrap();
    let killed = std::process::Command::new("kill")
        .args(["-9", &pid.to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    becomes(&person, &id, "killed").await;
    person.sees_within(&id, Phase::Ready, PATIENCE).await;
    assert_eq!(person.host.diagnose(&id).await.unwrap().cause, "nothing");
    let mode = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(person.path("notes"), mode).unwrap();
    person.host.restart_server(&id).await.unwrap();
    becomes(&person, &id, "program_not_executable").await;
}

// Proves F-08.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn failures_on_the_way_to_a_real_server_have_the_right_cause_and_one_remedy() {
    let server = Listening::start(&packages::everything_over("streamableHttp")).await;
    let untrusted = Authority::default().certifies("localhost", true);
    let secured = FaultProxy::with_tls(&server.url("/mcp"), &untrusted).await;
    let sign_in = Listening::start(&packages::greet_behind_a_sign_in()).await;
    let old = Listening::start(&packages::everything_of_2025()).await;
    let only_new = |mut draft: ServerDraft| {
        draft.transport = TransportChoice::StreamableHttp;
        draft
    };
    each_is_told(vec![
        failure(
            "a path that does not exist",
            only_new(address("Path", &server.url("/wrong"))),
            "wrong_path",
            "edit_address",
        ),
        failure(
            "a transport that the server does not have",
            only_new(address("Old", &old.url("/sse"))),
            "old_transport",
            "detect_transport",
        ),
        failure(
            "a server without TLS",
            address("Plain", &server.url("/mcp").replace("http://", "https://")),
            "tls_missing",
            "edit_address",
        ),
        failure(
            "a certificate of an unknown authority",
            address("Unknown", &secured.url_at("localhost")),
            "certificate_unknown",
            "restart",
        ),
        failure(
            "a server that needs a sign-in",
            address("Account", &sign_in.url("/mcp")),
            "sign_in_needed",
            "sign_in",
        ),
        failure(
            "a port without a server",
            address("Away", &format!("http://127.0.0.1:{}/mcp", free_port())),
            "connection_refused",
            "restart",
        ),
    ])
    .await;
    for server in [server, sign_in, old] {
        server.ends().await;
    }
}

// Proves S-01, F-08.
#[tokio::test]
#[ignore = "needs `cargo xtask test packages`"]
async fn a_remedy_is_proposed_and_after_a_yes_the_real_server_is_ready() {
    let server = Listening::start(&packages::everything_over("streamableHttp")).await;
    let old = Listening::start(&packages::everything_of_2025()).await;
    let (mut path, mut transport) = (
        address("Path", &server.url("/wrong")),
        address("Old", &old.url("/sse")),
    );
    path.transport = TransportChoice::StreamableHttp;
    transport.transport = TransportChoice::StreamableHttp;
    for draft in [
        path,
        address("Plain", &server.url("/mcp").replace("http://", "https://")),
        transport,
    ] {
        let (person, before) = (TestUser::new().await, draft.clone());
        let id = person.adds(draft).await;
        assert!(diagnosed(&person, &id).await.proposes, "{before:?}");
        let request = person.host.propose_repair(&id).await.unwrap();
        assert!(matches!(request.asked, Asked::Launch { .. }), "{request:?}");
        assert_eq!(
            person.host.server(&id).unwrap().draft,
            before,
            "nothing changed yet"
        );
        person.answers(&request, Answer::AddAndStart {}).await;
        person.sees_within(&id, Phase::Ready, PATIENCE).await;
        let nothing = person.host.propose_repair(&id).await.unwrap_err();
        assert_eq!(nothing.code, Code::BadInput);
        person.host.close().await;
    }
    server.ends().await;
    old.ends().await;
}

#[tokio::test]
async fn a_program_for_another_processor_is_told() {
    let person = TestUser::new().await;
    let draft = script(&person, "exit 1");
    let mut head = vec![0_u8; 64];
    head[..6].copy_from_slice(b"\x7fELF\x02\x01");
    // RISC-V.
    head[18] = 243;
    std::fs::write(person.path("notes"), head).unwrap();
    let id = person.adds(draft).await;
    becomes(&person, &id, "wrong_architecture").await;
}

// Proves F-08.
#[tokio::test]
async fn while_a_server_is_started_again_its_last_diagnosis_stays_with_its_time() {
    let person = TestUser::new().await;
    let go = person.path("go");
    let lines = format!(
        "[ -e '{}' ] && exec sleep 600\necho 'Error: NOTES_URL is required' >&2\nexit 1",
        go.display()
    );
    let id = person.adds(script(&person, &lines)).await;
    let first = diagnosed(&person, &id).await;
    assert_eq!(first.variables, ["NOTES_URL"]);
    assert!(first.at.is_some() && !first.proposes, "{first:?}");
    std::fs::write(&go, "").unwrap();
    let again = wait::within(PATIENCE, "another start", async || {
        let diagnosis = person.host.diagnose(&id).await.unwrap();
        diagnosis.earlier.then_some(diagnosis)
    })
    .await;
    assert_eq!(again.cause, "variable_missing");
    assert!(again.at >= first.at, "{again:?}");
    let refused = person.host.propose_repair(&id).await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_path_that_a_fence_hides_is_offered_and_not_said_to_be_missing() {
    let outside = tempfile::tempdir_in("/var/tmp").unwrap();
    let notes = outside.path().canonicalize().unwrap().join("notes.txt");
    std::fs::write(&notes, "mine").unwrap();
    let person = TestUser::new().await;
    let mut draft = script(&person, "cat \"$1\" >&2 || exit 1\nexit 3");
    draft.fence = Some(portcullis_api::FenceGrants::default());
    let_assert!(&mut draft.endpoint => Endpoint::Command { arguments, .. });
    let shown = notes.to_str().unwrap().to_owned();
    arguments.push(shown.clone());
    let id = person.adds(draft).await;
    let diagnosis = becomes(&person, &id, "fence_kept_out").await;
    assert_eq!(diagnosis.action.as_deref(), Some("allow_path"), "{diagnosis:?}");
    assert!(diagnosis.proposes, "{diagnosis:?}");
    assert_eq!(diagnosis.said.map(|said| said.text), Some(shown.clone()));

    let asked = person.host.propose_repair(&id).await.unwrap();
    let_assert!(&asked.asked => Asked::Launch { rows, .. });
    let fence = rows.iter().find(|row| row.field == "Fence").unwrap();
    let says = |values: &[portcullis_api::ReviewValue]| values.iter().any(|value| value.text.text == shown);
    assert!(says(&fence.values), "{fence:?}");
    assert!(!fence.before.as_deref().is_some_and(says), "{fence:?}");
    person.answers(&asked, Answer::AddAndStart {}).await;
    // It reads the file now, and ends on its own.
    becomes(&person, &id, "unknown").await;
}
