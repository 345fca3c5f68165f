//! Adding a server: nothing is started, reached or saved before a yes; what cannot work is said in a sentence.

use std::{collections::BTreeSet, path::Path, time::Duration};

use portcullis_api::{Answer, Asked, Outcome, Phase, RecordKind, Request, ServerState};
use portcullis_core::Code;
use portcullis_tests::{
    canary::Tripwire,
    hostile::Hostile,
    programs,
    sink::{Answer as Response, Sink},
    test_user::{TestUser, address, assert_done, assert_named, command, nothing, program},
    wait,
};
use serde_json::json;

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A draft that cannot even be reviewed: nothing waits and nothing is there.
async fn is_refused(person: &TestUser, draft: portcullis_api::ServerDraft, expected: Code) -> String {
    let label = draft.label.clone();
    let error = person.proposes(draft).await.unwrap_err();
    assert_eq!(error.code, expected, "{}", error.sentence);
    assert_named(&error.sentence, &label);
    let one = error.sentence.starts_with(&format!("“{label}” was not added: "));
    assert!(
        one || error.sentence.ends_with("The server was not saved."),
        "{}",
        error.sentence
    );
    assert!(person.host.waiting().is_empty() && person.host.servers().is_empty());
    error.sentence
}

#[tokio::test]
async fn a_program_that_is_not_there_is_refused_before_the_review() {
    let person = TestUser::new().await;
    let missing = person.path("missing");
    for program in ["no-such-program-anywhere", path(&missing), ""] {
        is_refused(&person, command("Files", program, vec![]), Code::LaunchNotFound).await;
    }
}

#[tokio::test]
async fn a_file_that_may_not_be_executed_is_refused_before_the_review() {
    let person = TestUser::new().await;
    let file = person.path("notes.txt");
    std::fs::write(&file, "no program").unwrap();
    for place in [file.as_path(), person.room.path()] {
        let draft = command("Files", path(place), vec![]);
        is_refused(&person, draft, Code::LaunchNotExecutable).await;
    }
}

// Proves S-65.
#[tokio::test]
async fn a_relative_path_is_refused_before_the_review() {
    let person = TestUser::new().await;
    for program in ["./server", "bin/server"] {
        is_refused(&person, command("Files", program, vec![]), Code::LaunchNotFound).await;
    }
}

#[tokio::test]
async fn an_address_that_is_not_http_is_refused_before_the_review() {
    let person = TestUser::new().await;
    for url in [
        "ftp://example.org/mcp",
        "file:///etc/passwd",
        "example.org",
        "javascript:alert(1)",
        "http://",
        "https://ada:secret@example.org/",
    ] {
        let sentence = is_refused(&person, address("Remote", url), Code::BadInput).await;
        assert!(!sentence.contains("secret"), "{sentence}");
    }
}

// Proves S-13.
#[tokio::test]
async fn what_was_parsed_of_an_address_is_shown_approved_and_saved() {
    let person = TestUser::new().await;
    // One letter of the host is Cyrillic.
    let typed = "HTTPS://Ex\u{430}mple.invalid:443/a/../mcp";
    let parsed = "https://xn--exmple-4nf.invalid/mcp";
    let request = person.proposes(address("Remote", typed)).await.unwrap();
    let_assert!(&request.asked => Asked::Launch { rows, warnings, .. });
    let row = rows.iter().find(|row| row.field == "URL").unwrap();
    assert_eq!(row.values[0].text.text, parsed);
    let note = row.values[0].note.as_deref().unwrap();
    assert!(note.starts_with("not example.invalid"), "{note}");
    assert!(
        warnings.iter().any(|it| it.code == "link.mixed_script"),
        "{warnings:?}"
    );
    person.answers(&request, Answer::Add {}).await;
    let id = wait::until("the server", || person.id("Remote")).await;
    let draft = person.host.server(&id).unwrap().draft;
    assert_eq!(draft.endpoint, address("", parsed).endpoint);
    is_refused_as_well(&person).await;
}

async fn is_refused_as_well(person: &TestUser) {
    let error = person
        .proposes(address("Other", "https://example.invalid\\@evil.invalid/"))
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::BadInput, "{}", error.sentence);
    assert!(error.sentence.contains("is ambiguous"), "{}", error.sentence);
}

#[tokio::test]
async fn a_label_that_is_taken_is_refused_in_whatever_letters() {
    let person = TestUser::new().await;
    person.has("Files", json!({})).await;
    for label in ["Files", "FILES", "files"] {
        let error = person.proposes(program(label, json!({}))).await.unwrap_err();
        assert_eq!(error.code, Code::LabelTaken);
        assert_eq!(
            error.sentence,
            format!("A server named “{label}” already exists. The server was not saved.")
        );
    }
    assert_eq!((person.host.servers().len(), person.host.waiting().len()), (1, 0));
    // Cyrillic: it could be taken for the one that is there.
    let error = person
        .proposes(program("Fil\u{435}s", json!({})))
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::LabelTaken);
    assert_has!(error.sentence, "looks like “Files”");
    // Nor does it write into the question around it.
    let error = person
        .proposes(program("Notes” run “read”? Yes. Let “Notes", json!({})))
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert!(error.sentence.contains("quotation marks"), "{}", error.sentence);
    // And where it is not there, it is said.
    let request = person.proposes(program("G\u{456}thub", json!({}))).await.unwrap();
    let_assert!(&request.asked => Asked::Launch { warnings, .. });
    assert!(warnings.iter().any(|it| it.code == "label.mixed"), "{warnings:?}");
}

fn review(request: &Request) -> Vec<(String, String)> {
    let_assert!(&request.asked => Asked::Launch { rows, .. });
    let values = |row: &portcullis_api::ReviewRow| {
        row.values
            .iter()
            .map(|value| value.text.text.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    rows.iter().map(|row| (row.field.clone(), values(row))).collect()
}

// Proves S-01, SEC-09.
#[tokio::test]
async fn before_and_after_a_cancelled_review_no_program_was_started() {
    let person = TestUser::new().await;
    let tripwire = Tripwire::lay(person.room.path(), "server");
    let request = person
        .proposes(command(
            "Files",
            path(tripwire.program()),
            vec!["--all".to_owned()],
        ))
        .await
        .unwrap();
    assert_eq!(
        request.question,
        "Add “Files”? It runs a program on this computer"
    );
    let rows = review(&request);
    assert!(
        rows.iter()
            .any(|(field, text)| field == "Program" && text.contains(path(tripwire.program()))),
        "{rows:?}"
    );
    assert!(
        rows.iter()
            .any(|(field, text)| field == "Arguments" && text.contains("--all")),
        "{rows:?}"
    );
    assert_eq!(tripwire.runs(), Vec::<String>::new());
    person.answers(&request, Answer::Deny {}).await;
    let row = person.sees_row("Added").await;
    assert_eq!(
        (row.kind, row.outcome, row.outcome_words.as_str()),
        (RecordKind::Server, Outcome::Denied, "cancelled by you")
    );
    assert_eq!(tripwire.runs(), Vec::<String>::new());
    assert!(person.host.servers().is_empty() && person.host.waiting().is_empty());
    let person = person.restarts_the_host().await;
    assert!(person.host.servers().is_empty());
    assert_eq!(tripwire.runs(), Vec::<String>::new());
}

// Proves S-02.
#[tokio::test]
async fn before_and_after_a_cancelled_review_no_address_was_reached() {
    let person = TestUser::new().await;
    let sink = Sink::answering(Response::Html).await;
    let request = person
        .proposes(address("Remote", &sink.url("/mcp")))
        .await
        .unwrap();
    assert_eq!(
        request.question,
        "Add “Remote”? It connects to a server on this computer"
    );
    sink.assert_untouched();
    person.answers(&request, Answer::Deny {}).await;
    person.sees_row("Added").await;
    assert!(person.host.servers().is_empty());
    sink.assert_untouched();
}

// Proves S-02.
#[tokio::test]
async fn a_server_that_is_only_added_is_not_started() {
    let person = TestUser::new().await;
    let tripwire = Tripwire::lay(person.room.path(), "server");
    let request = person
        .proposes(command("Files", path(tripwire.program()), vec![]))
        .await
        .unwrap();
    person.answers(&request, Answer::Add {}).await;
    let id = wait::until("the server", || person.id("Files")).await;
    assert_eq!(person.state(&id).phase, Phase::Off);
    let person = person.restarts_the_host().await;
    assert_eq!(person.state(&id).phase, Phase::Off);
    assert_eq!(tripwire.runs(), Vec::<String>::new());
}

// Proves S-12.
#[tokio::test]
async fn a_variable_that_changes_what_runs_leaves_only_cancelling() {
    let person = TestUser::new().await;
    let tripwire = Tripwire::lay(person.room.path(), "server");
    let mut draft = command("Files", path(tripwire.program()), vec![]);
    draft.environment = vec![portcullis_tests::test_user::named(
        "LD_PRELOAD",
        "/tmp/x.so",
        false,
    )];
    let request = person.proposes(draft).await.unwrap();
    let_assert!(&request.asked => Asked::Launch { refusals, .. });
    assert!(refusals[0].sentence.contains("LD_PRELOAD"), "{refusals:?}");
    let error = person
        .tries_to_answer(&request, Answer::AddAndStart {})
        .await
        .unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert_eq!(tripwire.runs(), Vec::<String>::new());
    assert!(person.host.servers().is_empty());
}

/// A shell script as a server.
fn script(person: &TestUser, text: &str) -> String {
    let file = person.path("server.sh");
    programs::write(&file, format!("#!/bin/sh\n{text}\n"));
    path(&file).to_owned()
}

async fn fails(person: &TestUser, draft: portcullis_api::ServerDraft) -> ServerState {
    let label = draft.label.clone();
    let id = person.adds(draft).await;
    let seen = wait::until("the start to fail", || {
        let state = person.state(&id);
        matches!(state.phase, Phase::Failing | Phase::Stopped | Phase::NeedsSignIn).then_some(state)
    });
    let state = seen.await;
    assert_named(&state.problem.as_ref().unwrap().sentence, &label);
    state
}

#[tokio::test]
async fn a_program_that_exits_at_once_tells_code_last_words_and_hint() {
    let person = TestUser::new().await;
    let program = script(&person, "echo 'node: command not found' >&2; exit 127");
    let state = fails(&person, command("Files", &program, vec![])).await;
    assert_eq!(
        (state.exit_code, state.words.as_str()),
        (Some(127), "failing: exited with code 127")
    );
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::ServerExited.as_str());
    assert_eq!(
        problem.remedy.as_deref(),
        Some("The server runs a command that was not found. Its log names the command.")
    );
    assert_eq!(state.stderr_tail[0].text, "node: command not found");
    // It never connected, and still what it wrote is counted.
    let id = person.id("Files").unwrap();
    let counted = person.host.server(&id).unwrap().health.stderr_bytes;
    let line = "node: command not found\n".len() as u64;
    assert!(counted >= line && counted % line == 0, "{counted}");
}

// Proves F-04.
#[tokio::test]
async fn a_program_that_prints_a_banner_and_leaves_is_no_server() {
    let person = TestUser::new().await;
    let program = script(&person, "echo Usage: server DIR");
    let state = fails(&person, command("Files", &program, vec![])).await;
    assert_eq!(state.words, "failing: exited with code 0");
}

// Proves F-04.
#[tokio::test]
async fn a_program_that_talks_without_end_and_is_no_server_is_stopped() {
    let person = TestUser::new().await;
    let program = script(&person, "cat >/dev/null & while :; do echo tick; sleep 0.2; done");
    let id = person.adds(command("Clock", &program, vec![])).await;
    let state = person
        .sees_within(&id, Phase::Failing, Duration::from_secs(60))
        .await;
    let problem = state.problem.unwrap();
    assert_eq!(problem.code, Code::ServerSilent.as_str(), "{}", problem.sentence);
    assert_has!(
        problem.sentence,
        "lines that are not MCP messages. It was stopped."
    );
}

/// The text of a script that makes `mark`, if there is one, and then runs the server.
fn in_shell(server: &Hostile, mark: Option<&Path>) -> String {
    let arguments = server.arguments();
    let words: Vec<_> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let mark = mark.map_or_else(String::new, |mark| format!("touch '{}'\n", path(mark)));
    format!(
        "{mark}exec '{}' {}\n",
        Hostile::program().display(),
        words.join(" ")
    )
}

fn in_python(server: &Hostile, mark: Option<&Path>) -> String {
    let program = json!(Hostile::program());
    let mark = mark.map_or_else(String::new, |mark| {
        format!("open({}, 'w').close()\n", json!(mark))
    });
    let words = json!(server.arguments());
    format!("import os\n{mark}os.execv({program}, [{program}] + {words})\n")
}

fn in_javascript(server: &Hostile, mark: Option<&Path>) -> String {
    let mark = mark.map_or_else(String::new, |mark| {
        format!("require('fs').writeFileSync({}, '');\n", json!(mark))
    });
    let (program, words) = (json!(Hostile::program()), json!(server.arguments()));
    format!(
        "{mark}const child = require('child_process').spawn({program}, {words}, {{stdio: 'inherit'}});\n\
         child.on('exit', (code) => process.exit(code ?? 1));\n"
    )
}

fn as_interpreter(server: &Hostile, mark: Option<&Path>) -> String {
    format!("#!/bin/sh\n{}", in_shell(server, mark))
}

// Proves S-13.
#[tokio::test]
async fn a_changed_script_or_interpreter_is_not_run_until_it_was_reviewed() {
    for (program, text) in [
        ("sh", in_shell as fn(&Hostile, Option<&Path>) -> String),
        ("python3", in_python),
        ("node", in_javascript),
        ("#!", as_interpreter),
    ] {
        let person = TestUser::new().await;
        let script = person.path("run");
        let server = Hostile::new(json!({"tools": ["x"]}));
        programs::write(&script, text(&server, None));
        let draft = match program {
            "#!" => {
                let tool = person.path("tool");
                programs::write(&tool, format!("#!{}\n", path(&script)));
                command("Files", path(&tool), vec![])
            }
            program => command("Files", program, vec![path(&script).to_owned()]),
        };
        let id = person.adds_ready(draft).await;
        person.turns_off(&id).await;

        let ran = person.path("ran");
        std::fs::write(&script, text(&server, Some(&ran))).unwrap();
        person.host.set_enabled(&id, true).await.unwrap();
        let state = person.sees(&id, Phase::NeedsReview).await;
        assert_eq!(
            state.problem.unwrap().code,
            Code::LaunchChanged.as_str(),
            "{program}"
        );
        assert!(!ran.exists(), "{program}");

        let request = person.host.propose_start(&id).await.unwrap();
        let_assert!(&request.asked => Asked::Launch { because, rows, .. });
        assert_eq!(because.as_deref(), Some(&*format!("“{}” changed", path(&script))));
        let files = rows.iter().find(|row| row.field == "Files").unwrap();
        let mut named = files.values.iter().map(|value| value.text.text.as_str());
        assert!(named.any(|name| name == path(&script)), "{files:?}");
        assert!(files.before.is_some(), "{files:?}");
        person.answers(&request, Answer::AddAndStart {}).await;
        person.sees(&id, Phase::Ready).await;
        assert!(ran.exists(), "{program}");
        person.host.close().await;
    }
}

// Proves S-13.
#[tokio::test]
async fn a_working_folder_that_was_led_elsewhere_is_not_used_until_it_was_reviewed() {
    let person = TestUser::new().await;
    let [one, two, link] = ["one", "two", "link"].map(|name| person.path(name));
    std::fs::create_dir(&one).unwrap();
    std::fs::create_dir(&two).unwrap();
    std::os::unix::fs::symlink(&one, &link).unwrap();
    let mut draft = program("Files", json!({"tools": ["x"]}));
    if let portcullis_api::Endpoint::Command { folder, .. } = &mut draft.endpoint {
        *folder = Some(path(&link).to_owned());
    }
    let id = person.adds_ready(draft).await;
    person.turns_off(&id).await;
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&two, &link).unwrap();
    person.host.set_enabled(&id, true).await.unwrap();
    let state = person.sees(&id, Phase::NeedsReview).await;
    assert_eq!(state.problem.unwrap().code, Code::LaunchChanged.as_str());
}

// Proves S-14.
#[tokio::test]
async fn in_a_large_program_one_byte_in_the_middle_is_a_change() {
    use std::os::unix::fs::FileExt as _;
    let person = TestUser::new().await;
    let server = person.path("server");
    std::fs::copy(Hostile::program(), &server).unwrap();
    // As large as a JavaScript runtime; what follows a program does not disturb it.
    let file = std::fs::File::options().write(true).open(&server).unwrap();
    let end = file.metadata().unwrap().len();
    file.set_len(end + (80 << 20)).unwrap();
    drop(file);
    let draft = command(
        "Large",
        path(&server),
        Hostile::new(json!({"era": "both", "tools": ["x"]})).arguments(),
    );
    let id = person.adds_ready(draft).await;
    person.turns_off(&id).await;
    let changed = person.path("changed");
    std::fs::copy(&server, &changed).unwrap();
    let file = std::fs::File::options().write(true).open(&changed).unwrap();
    file.write_all_at(b"x", end + (40 << 20)).unwrap();
    drop(file);
    std::fs::rename(&changed, &server).unwrap();
    person.host.set_enabled(&id, true).await.unwrap();
    let state = person.sees(&id, Phase::NeedsReview).await;
    assert_eq!(state.problem.unwrap().code, Code::LaunchChanged.as_str());
}

// Proves S-13, SEC-12.
#[tokio::test]
async fn a_change_of_a_server_is_a_question_that_shows_before_and_after() {
    let person = TestUser::new().await;
    let host = &person.host;
    let id = person.has("Files", json!({"tools": ["x"]})).await;
    let changed = program("Files", json!({"tools": ["y"]}));
    let request = person.proposes_change(&id, changed.clone()).await;
    let_assert!(&request.asked => Asked::Launch { rows, .. });
    let arguments = rows.iter().find(|row| row.field == "Arguments").unwrap();
    assert!(
        arguments.before.is_some() && rows.iter().filter(|row| row.before.is_some()).count() == 1,
        "{rows:?}"
    );
    person.answers(&request, Answer::Deny {}).await;
    person.sees_row("Changed").await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let request = person.proposes_change(&id, changed).await;
    person.answers(&request, Answer::AddAndStart {}).await;
    wait::until("the new tool", || {
        let tools = host.tools(&id, "").unwrap().tools;
        tools.iter().any(|tool| tool.name == "y").then_some(())
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "y", nothing()).await);
}

// Proves S-64, STD-13.
#[tokio::test]
async fn a_server_gets_the_short_environment_and_what_was_configured() {
    let person = TestUser::new().await;
    let mut draft = program(
        "Files",
        json!({"tools": ["dump"], "calls": {"dump": ["env_dump"]}}),
    );
    draft.environment = vec![portcullis_tests::test_user::named("MODE", "test", false)];
    let request = person.proposes(draft).await.unwrap();
    let id = person.starts(&request, "Files").await;
    let dump = person
        .calls(&id, "dump", nothing())
        .await
        .result
        .unwrap()
        .structured
        .unwrap();
    let names: Vec<_> = dump["env"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let allowed = [
        "HOME",
        "LANG",
        "LOGNAME",
        "SHELL",
        "TERM",
        "TMPDIR",
        "TZ",
        "USER",
        "PATH",
        "MODE",
        "PORTCULLIS_CHILD",
    ];
    assert!(
        names
            .iter()
            .all(|name| allowed.contains(name) || name.starts_with("LC_")),
        "{names:?}"
    );
    assert_eq!(dump["env"]["MODE"], "test");
    // The review named all of them that the person did not configure and no others, but for the mark of our processes.
    let_assert!(&request.asked => Asked::Launch { inherited, .. });
    let inherited: BTreeSet<_> = inherited.iter().map(|name| name.text.as_str()).collect();
    let got: BTreeSet<_> = names
        .iter()
        .copied()
        .filter(|name| !["MODE", "PORTCULLIS_CHILD"].contains(name))
        .collect();
    assert_eq!(inherited, got);
    let files: Vec<_> = dump["fds"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(files, ["0", "1", "2"]);
}

// Proves S-90.
#[tokio::test]
async fn a_review_that_was_open_when_the_host_was_closed_has_its_row() {
    let person = TestUser::new().await;
    let tripwire = Tripwire::lay(person.room.path(), "server");
    let draft = command("Files", path(tripwire.program()), vec![]);
    person.proposes(draft).await.unwrap();
    let person = person.restarts_the_host().await;
    let row = person.sees_row("Added").await;
    assert_eq!(
        (row.outcome, row.outcome_words.as_str()),
        (Outcome::Cancelled, Code::Closing.in_words().as_str())
    );
    assert!(person.host.servers().is_empty());
}
