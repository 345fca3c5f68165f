//! No server is started or reached without an approval of exactly it, by whatever way (S-05, S-13), and none whose start
//! cannot be recorded (S-91).

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use portcullis_api::{Answer, Asked, Phase, ServerDraft};
use portcullis_core::Code;
use portcullis_tests::{
    canary::Tripwire,
    hostile::Hostile,
    programs,
    sink::{Answer as Response, Sink},
    test_user::{TestUser, address, by_hand, by_model, command, nothing},
    wait,
};
use rusqlite::Connection;
use serde_json::json;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Closes the host, changes its database and opens it again.
async fn tampered(person: TestUser, how: impl FnOnce(&Connection)) -> TestUser {
    person.host.close().await;
    let db = Connection::open(person.data.path().join("portcullis.db")).unwrap();
    how(&db);
    drop(db);
    person.restarts_the_host().await
}

/// Puts other words into the definition of the one server there is.
fn rewrites(db: &Connection, from: &str, to: &str) {
    let before: String = db
        .query_row("SELECT definition FROM servers", [], |row| row.get(0))
        .unwrap();
    let after = before.replace(from, to);
    assert_ne!(before, after);
    assert_eq!(
        db.execute("UPDATE servers SET definition = ?1", [after]).unwrap(),
        1
    );
}

/// A server that was approved and is off, and the file that it is.
async fn approved(person: &TestUser) -> (String, PathBuf) {
    let file = person.path("server");
    fs::copy(Hostile::program(), &file).unwrap();
    let script = Hostile::new(json!({"era": "both", "tools": ["x"]}));
    let id = person
        .adds_ready(command("Files", text(&file), script.arguments()))
        .await;
    person.turns_off(&id).await;
    (id, file)
}

/// Everything that starts a server which may start.
async fn tries_everything(person: &TestUser, id: &str) {
    let host = &person.host;
    host.set_enabled(id, true).await.unwrap();
    person.sees(id, Phase::NeedsReview).await;
    // Turned on again, and with something else declared to it.
    host.set_enabled(id, true).await.unwrap();
    host.restart_server(id).await.unwrap();
    for allowed in [true, false] {
        host.set_sampling(id, allowed).await.unwrap();
    }
    for wanted in [by_hand(id, "x", nothing()), by_model("talk", id, "x", nothing())] {
        if let Ok(call) = host.start_call(wanted).await {
            let call = person.finishes(&call).await;
            assert!(call.result.is_none(), "{call:?}");
        }
    }
    // Asked about, and left alone or answered with what was not shown.
    let request = host.propose_start(id).await.unwrap();
    let early = host.answer(&request.reply(Answer::AddAndStart {})).await;
    assert_eq!(early.unwrap_err().code, Code::ConsentTooSoon);
    let mut other = request.clone();
    other.digest = "0".repeat(64);
    let forged = person.tries_to_answer(&other, Answer::AddAndStart {}).await;
    assert_eq!(forged.unwrap_err().code, Code::ConsentStale);
    let elsewhere = person.tries_to_answer(&request, Answer::AllowOnce {}).await;
    assert_eq!(elsewhere.unwrap_err().code, Code::BadInput);
    person.answers(&request, Answer::Deny {}).await;
    // Orders are carried out one after the other: once it is off, none waits any more.
    person.turns_off(id).await;
    host.set_enabled(id, true).await.unwrap();
    person.sees(id, Phase::NeedsReview).await;
}

// Proves S-05, S-14, SEC-12.
#[tokio::test]
async fn a_replaced_program_is_started_in_no_way_before_a_yes_and_then_it_is() {
    let person = TestUser::new().await;
    let (id, file) = approved(&person).await;
    let tripwire = Tripwire::lay(person.room.path(), "canary");
    fs::rename(tripwire.program(), &file).unwrap();
    tries_everything(&person, &id).await;
    let person = person.restarts_the_host().await;
    let state = person.sees(&id, Phase::NeedsReview).await;
    assert_eq!(state.words, "needs your review");
    assert_eq!(
        state.problem.unwrap().sentence,
        "The program of “Files” is not what you approved. It was not started."
    );
    person.host.close().await;
    assert_eq!(tripwire.runs(), Vec::<String>::new());

    // The tripwire works, so it would have told.
    let person = person.restarts_the_host().await;
    let request = person.host.propose_start(&id).await.unwrap();
    let_assert!(&request.asked => Asked::Launch { because, changes, .. });
    // The program is a script now, and its interpreter has changed with it.
    let because = because.as_deref().unwrap_or_default();
    assert!(because.starts_with("the program file changed"), "{because}");
    assert_eq!(changes.as_deref(), Some(id.as_str()));
    person.answers(&request, Answer::AddAndStart {}).await;
    wait::holds("the program to run", || !tripwire.runs().is_empty()).await;
}

// Proves S-05, S-13.
#[tokio::test]
async fn a_stored_row_whose_approval_is_missing_or_of_something_else_starts_nothing() {
    let approvals = [
        // As it was: of the program before.
        "UPDATE servers SET approved_at = approved_at",
        "UPDATE servers SET approved_digest = NULL",
        "UPDATE servers SET approved_digest = substr(approved_digest, 2) || '0'",
        "UPDATE servers SET approved_digest = upper(approved_digest)",
        "UPDATE servers SET approved_digest = ''",
    ];
    for approval in approvals {
        let person = TestUser::new().await;
        let (id, file) = approved(&person).await;
        let tripwire = Tripwire::lay(person.room.path(), "canary");
        let person = tampered(person, |db| {
            rewrites(db, text(&file), text(tripwire.program()));
            assert_eq!(db.execute(approval, []).unwrap(), 1);
        })
        .await;
        tries_everything(&person, &id).await;
        let why = match approval.ends_with("NULL") {
            true => "“Files” is not approved yet. It was not started.",
            false => "The program of “Files” is not what you approved. It was not started.",
        };
        assert_eq!(person.state(&id).problem.unwrap().sentence, why, "{approval}");
        person.host.close().await;
        assert_eq!(tripwire.runs(), Vec::<String>::new(), "{approval}");
    }
}

// Proves S-05.
#[tokio::test]
async fn a_change_that_was_denied_left_alone_or_only_saved_starts_nothing() {
    let person = TestUser::new().await;
    let (id, _) = approved(&person).await;
    let tripwire = Tripwire::lay(person.room.path(), "canary");
    let draft = || command("Files", text(tripwire.program()), vec![]);
    let propose = |draft: ServerDraft| person.host.propose_server(draft, Some(id.clone()));
    let denied = propose(draft()).await.unwrap();
    person.answers(&denied, Answer::Deny {}).await;
    let left = propose(draft()).await.unwrap();
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    person.answers(&left, Answer::Add {}).await;
    person.sees(&id, Phase::Off).await;
    let person = person.restarts_the_host().await;
    assert_eq!(person.state(&id).phase, Phase::Off);
    person.host.close().await;
    assert_eq!(tripwire.runs(), Vec::<String>::new());
}

// Proves S-05.
#[tokio::test]
async fn a_server_that_replaces_itself_is_not_tried_again() {
    let person = TestUser::new().await;
    let tripwire = Tripwire::lay(person.room.path(), "canary");
    let file = person.path("server.sh");
    let script = format!("#!/bin/sh\nmv '{}' \"$0\"\nexit 1\n", text(tripwire.program()));
    programs::write(&file, script);
    let id = person.adds(command("Files", text(&file), vec![])).await;
    // Each try, in either era and after each pause, compares again.
    person
        .sees_within(&id, Phase::NeedsReview, std::time::Duration::from_secs(60))
        .await;
    person.host.close().await;
    assert_eq!(tripwire.runs(), Vec::<String>::new());
}

// Proves S-05.
#[tokio::test]
async fn a_restored_backup_starts_nothing_that_it_was_not_an_approval_of() {
    let person = TestUser::new().await;
    let (id, file) = approved(&person).await;
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    let backup = person.host.back_up().await.unwrap();
    let tripwire = Tripwire::lay(person.room.path(), "canary");
    person.host.prepare_restore(&backup.name).await.unwrap();
    person.host.close().await;
    fs::rename(tripwire.program(), &file).unwrap();
    let person = person.restarts_the_host().await;
    assert_eq!(
        person.state(&id).phase,
        Phase::Off,
        "nothing starts automatically"
    );
    tries_everything(&person, &id).await;
    person.host.close().await;
    assert_eq!(tripwire.runs(), Vec::<String>::new());
}

// Proves S-13.
#[tokio::test]
async fn an_address_that_is_not_the_approved_one_is_not_reached() {
    let person = TestUser::new().await;
    let approved = Hostile::new(json!({"tools": ["x"], "http": {}})).on_http().await;
    let id = person.adds_ready(address("Remote", &approved.url)).await;
    let other = Sink::answering(Response::Html).await;
    let person = tampered(person, |db| rewrites(db, &approved.url, &other.url("/mcp"))).await;
    let state = person.sees(&id, Phase::NeedsReview).await;
    let problem = state.problem.unwrap();
    assert_eq!(
        (problem.code.as_str(), problem.sentence.as_str()),
        (
            Code::LaunchChanged.as_str(),
            "“Remote” is not what you approved. It was not contacted."
        )
    );
    tries_everything(&person, &id).await;
    person.host.close().await;
    other.assert_untouched();
}

// Proves S-91.
#[tokio::test]
async fn a_start_that_cannot_be_recorded_does_not_happen() {
    for kind in ["program", "address"] {
        let person = TestUser::new().await;
        let started = person.path("started");
        let served = Hostile::new(json!({"tools": ["x"], "http": {"record": started}}))
            .on_http()
            .await;
        let script = json!({"era": "both", "tools": ["x"], "start": [{"touch": started}]});
        let id = match kind {
            "program" => person.has("Files", script).await,
            _ => person.adds_ready(address("Remote", &served.url)).await,
        };
        person.turns_off(&id).await;
        assert!(started.exists(), "{kind}: it tells when it is started or reached");
        // Exactly the row that says that it starts is not taken.
        let trigger =
            "CREATE TRIGGER no_launch BEFORE INSERT ON record WHEN NEW.kind LIKE '%launch%' AND NEW.step = 0
             BEGIN SELECT raise(ABORT, 'there is no room'); END";
        let person = tampered(person, |db| db.execute_batch(trigger).unwrap()).await;
        fs::remove_file(&started).unwrap();
        person.host.set_enabled(&id, true).await.unwrap();
        let failed = wait::until("the start to fail", || {
            let state = person.state(&id);
            state.problem.is_some().then_some(state)
        });
        let state = failed.await;
        assert_ne!(state.phase, Phase::Ready, "{kind}");
        person.turns_off(&id).await;
        person.host.close().await;
        assert!(!started.exists(), "{kind}: {state:?}");
    }
}

/// Sources of the product below a folder, without its tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if name.contains("tests") || name == "target" || name == "bin" {
            continue;
        }
        if entry.is_dir() {
            sources(&entry, found);
        } else if name.ends_with(".rs") {
            found.push(entry);
        }
    }
}

/// What a source says before its own tests, without comments.
fn said(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let begins_tests = |at: usize| {
        let next = lines[at + 1..].iter().find(|line| !line.starts_with("#["));
        lines[at].starts_with("#[cfg(")
            && lines[at].contains("test")
            && next.is_some_and(|line| line.starts_with("mod "))
    };
    let end = (0..lines.len())
        .find(|at| begins_tests(*at))
        .unwrap_or(lines.len());
    let code = lines[..end]
        .iter()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.copied().collect::<Vec<_>>().join("\n")
}

// Proves S-05.
#[test]
fn programs_start_in_known_places_alone_and_servers_where_a_permit_is_taken() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["crates", "src-tauri"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 200, "{}", files.len());
    let ways = [
        "Command::new(",
        "posix_spawn(",
        "execve(",
        "execv(",
        "libc::fork(",
        "libc::vfork(",
        "SYS_clone",
        "CreateProcess",
    ];
    let mut starting: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let code = said(&file);
        let name = file
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let count: usize = ways.iter().map(|way| code.matches(way).count()).sum();
        if count > 0 {
            starting.insert(name, count);
        }
    }
    let known = [
        // The compiler, when Portcullis is built.
        "crates/fence/build.rs",
        // Names the calls that a fence denies.
        "crates/fence/src/helper/calls.rs",
        // Our own helper around itself, to find out whether this computer can hold a fence.
        "crates/fence/src/helper/probe.rs",
        // What our helper becomes, inside the fence: the program of the permit that it was started with.
        "crates/fence/src/sys/starting.rs",
        // What the guards of servers are forked by, and what they become: the program of a permit.
        "crates/process/src/keeper/guard.rs",
        "crates/process/src/keeper/program.rs",
        // The person's own login shell, for its search path.
        "crates/process/src/login_shell.rs",
        // Servers, by a permit that is used up.
        "crates/process/src/spawn.rs",
        // Ends what is left when the host is gone.
        "crates/process/src/watchdog.rs",
    ];
    let places: Vec<&str> = starting.keys().map(String::as_str).collect();
    assert_eq!(
        places, known,
        "a new place that starts programs has to be thought about"
    );
    let spawn = said(&root.join("crates/process/src/spawn.rs"));
    assert!(
        spawn.contains("permit: Permit<Launch>,"),
        "a start uses its permit up"
    );
}
