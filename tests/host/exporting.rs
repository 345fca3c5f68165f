//! Servers into the files of other hosts: exactly what was shown, over exactly what was shown, with a copy beside it, or nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::before_sending::Unwritable;
use portcullis_api::{
    Answer, Asked, Endpoint, ExportDraft, ExportOutcome, ExportResult, NamedValue, Outcome, Request,
    ServerDraft,
};
use portcullis_core::{Code, Error};
use portcullis_tests::{
    canary::{Canary, sweep},
    hostile::Hostile,
    test_user::{TestUser, command, draft},
    wait,
};

const CURSOR: &str = "{\n  // mine\n  \"mcpServers\": {\n    \"old\": {\"command\": \"old\"}\n  }\n}\n";

/// A person with two servers here that are off, one of them with a secret.
async fn with_servers() -> TestUser {
    let person = TestUser::new().await;
    let mut notes = command("notes", &program(), vec!["notes-server".into()]);
    notes.environment = vec![secret("API_KEY", "k-0123456789abcdef")];
    for server in [
        notes,
        draft(
            "docs",
            Endpoint::Address {
                url: "https://docs.example/mcp".into(),
            },
        ),
    ] {
        adds(&person, server).await;
    }
    person
}

/// A program that can be found, and never runs here.
fn program() -> String {
    Hostile::program().to_str().unwrap().to_owned()
}

fn secret(name: &str, value: &str) -> NamedValue {
    NamedValue {
        name: name.into(),
        value: Some(value.into()),
        secret: true,
    }
}

async fn adds(person: &TestUser, server: ServerDraft) {
    let label = server.label.clone();
    let request = person.proposes(server).await.unwrap();
    person.answers(&request, Answer::Add {}).await;
    wait::until(&label, || person.id(&label)).await;
}

fn cursor(person: &TestUser, text: &str) -> PathBuf {
    let file = person.path("home/.cursor/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    file
}

/// Both servers into the file of a host.
fn into(person: &TestUser, host: &str, file: &Path) -> ExportDraft {
    ExportDraft {
        host: host.into(),
        path: file.to_str().unwrap().into(),
        servers: ["notes", "docs"].map(|label| person.id(label).unwrap()).into(),
        replace: false,
    }
}

/// Asks to export both servers into the file of a host.
async fn proposed(person: &TestUser, host: &str, file: &Path) -> Result<Request, Error> {
    person.host.propose_export(into(person, host, file)).await
}

async fn ended(person: &TestUser, request: &Request) -> ExportResult {
    wait::until("the end of the export", || person.host.export_result(&request.id)).await
}

async fn exports(person: &TestUser, draft: ExportDraft) -> ExportResult {
    let request = person.host.propose_export(draft).await.unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    ended(person, &request).await
}

/// All texts of a request, in order.
fn shown(request: &Request) -> String {
    let_assert!(&request.asked => Asked::Setting { rows, .. });
    let values = rows
        .iter()
        .flat_map(|row| row.values.iter().chain(row.before.iter().flatten()));
    let texts = values.map(|value| format!("{} {}", value.text.text, value.note.clone().unwrap_or_default()));
    texts.collect::<Vec<_>>().join("\n")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

// Proves S-96.
#[tokio::test]
async fn what_was_shown_is_written_and_the_file_before_is_kept() {
    let person = with_servers().await;
    let host = &person.host;
    let file = cursor(&person, CURSOR);
    let targets = host.export_targets().await.unwrap();
    let found: Vec<&str> = targets
        .iter()
        .filter(|target| target.found)
        .map(|target| target.host.as_str())
        .collect();
    assert_eq!(found, ["cursor"]);
    assert!(
        targets
            .iter()
            .any(|target| target.host == "codex" && !target.exists)
    );
    let preview = host.preview_export(into(&person, "cursor", &file)).await.unwrap();
    assert_eq!(
        (preview.added.len(), preview.link, preview.new_file),
        (2, None, false)
    );
    let request = proposed(&person, "cursor", &file).await.unwrap();
    let text = shown(&request);
    assert_has!(
        text,
        "\"notes\": {",
        "https://docs.example/mcp",
        "${env:API_KEY}",
        file.to_str().unwrap()
    );
    let_assert!(&request.asked => Asked::Setting { warnings, .. });
    assert_has!(warnings[0].sentence, "Portcullis does not ask for approval there");
    // Nothing happens before the answer.
    assert_eq!(fs::read_to_string(&file).unwrap(), CURSOR);
    person.answers(&request, Answer::AllowOnce {}).await;
    let result = ended(&person, &request).await;
    assert_eq!(result.outcome, ExportOutcome::Written);
    assert_eq!(result.backup.as_deref(), Some("mcp.json.portcullis-backup-1"));
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("{\n  // mine\n  \"mcpServers\": {\n    \"old\": {\"command\": \"old\"},\n"));
    let folder = file.parent().unwrap();
    assert_eq!(names(folder), ["mcp.json", "mcp.json.portcullis-backup-1"]);
    let backup = folder.join("mcp.json.portcullis-backup-1");
    assert_eq!(fs::read_to_string(backup).unwrap(), CURSOR);
    let row = person
        .sees_row("Wrote 2 servers to the configuration file of Cursor")
        .await;
    assert_eq!(row.outcome, Outcome::Done);
    // There again, nothing would change.
    let error = proposed(&person, "cursor", &file).await.unwrap_err();
    assert!(error.sentence.contains("change nothing"), "{error:?}");
}

// Proves S-96.
#[tokio::test]
async fn a_no_leaves_every_byte_and_nothing_beside_the_file() {
    let person = with_servers().await;
    let file = cursor(&person, CURSOR);
    let request = proposed(&person, "cursor", &file).await.unwrap();
    person.answers(&request, Answer::Deny {}).await;
    assert_eq!(ended(&person, &request).await.outcome, ExportOutcome::Denied);
    assert_eq!(fs::read_to_string(&file).unwrap(), CURSOR);
    assert_eq!(names(file.parent().unwrap()), ["mcp.json"]);
    let row = person
        .sees_row("Wrote 2 servers to the configuration file of Cursor")
        .await;
    assert_eq!(row.outcome, Outcome::Denied);
}

// Proves S-91, S-96.
#[tokio::test]
async fn no_file_is_written_where_that_cannot_be_recorded() {
    let person = with_servers().await;
    let file = cursor(&person, CURSOR);
    let request = proposed(&person, "cursor", &file).await.unwrap();
    let unwritable = Unwritable::rows(&person, "NEW.step = 0");
    person.answers(&request, Answer::AllowOnce {}).await;
    let result = ended(&person, &request).await;
    drop(unwritable);
    assert_eq!(result.outcome, ExportOutcome::Failed);
    assert_eq!(fs::read_to_string(&file).unwrap(), CURSOR);
    assert_eq!(names(file.parent().unwrap()), ["mcp.json"]);
}

// Proves S-96.
#[tokio::test]
async fn a_file_that_changed_after_it_was_shown_is_not_written() {
    let person = with_servers().await;
    let file = cursor(&person, CURSOR);
    let other = CURSOR.replace("mine", "yours");
    for case in ["changed", "gone"] {
        fs::write(&file, CURSOR).unwrap();
        let request = proposed(&person, "cursor", &file).await.unwrap();
        match case {
            "changed" => fs::write(&file, &other).unwrap(),
            _ => fs::remove_file(&file).unwrap(),
        }
        person.answers(&request, Answer::AllowOnce {}).await;
        let result = ended(&person, &request).await;
        assert_eq!(result.outcome, ExportOutcome::Failed, "{case}");
        assert!(
            result.problem.unwrap().sentence.contains("changed after"),
            "{case}"
        );
        match case {
            "changed" => assert_eq!(fs::read_to_string(&file).unwrap(), other),
            _ => assert!(!file.exists()),
        }
        let folder = file.parent().unwrap();
        assert!(
            names(folder).iter().all(|name| name == "mcp.json"),
            "{:?}",
            names(folder)
        );
    }
    // One that came meanwhile is not written over either.
    let zed = person.path("home/.config/zed");
    fs::create_dir_all(&zed).unwrap();
    let zed = zed.join("settings.json");
    let request = proposed(&person, "zed", &zed).await.unwrap();
    fs::write(&zed, "{}").unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    assert_eq!(ended(&person, &request).await.outcome, ExportOutcome::Failed);
    assert_eq!(fs::read_to_string(&zed).unwrap(), "{}");
}

// Proves S-96.
#[cfg(unix)]
#[tokio::test]
async fn a_symbolic_link_is_shown_and_stays_and_another_one_is_not_followed() {
    use std::os::unix::fs::symlink;
    let person = with_servers().await;
    let link = cursor(&person, "");
    fs::remove_file(&link).unwrap();
    let dotfiles = person.path("dotfiles.json");
    fs::write(&dotfiles, CURSOR).unwrap();
    symlink(&dotfiles, &link).unwrap();
    let request = proposed(&person, "cursor", &link).await.unwrap();
    assert!(shown(&request).contains(dotfiles.canonicalize().unwrap().to_str().unwrap()));
    // Before the answer the link leads elsewhere, to a file of the same bytes.
    let elsewhere = person.path("elsewhere.json");
    fs::write(&elsewhere, CURSOR).unwrap();
    fs::remove_file(&link).unwrap();
    symlink(&elsewhere, &link).unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    assert_eq!(ended(&person, &request).await.outcome, ExportOutcome::Failed);
    for file in [&dotfiles, &elsewhere] {
        assert_eq!(fs::read_to_string(file).unwrap(), CURSOR);
    }
    let result = exports(&person, into(&person, "cursor", &link)).await;
    assert_eq!(result.outcome, ExportOutcome::Written);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&elsewhere).unwrap().contains("\"notes\""));
    assert_eq!(fs::read_to_string(&dotfiles).unwrap(), CURSOR);
    // A link that leads nowhere is not written through.
    fs::remove_file(&elsewhere).unwrap();
    let error = proposed(&person, "cursor", &link).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
}

#[cfg(unix)]
#[tokio::test]
async fn permissions_of_the_file_stay_and_a_read_only_file_is_not_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let person = with_servers().await;
    let file = cursor(&person, CURSOR);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let result = exports(&person, into(&person, "cursor", &file)).await;
    assert_eq!(mode(&file), 0o640);
    let backup = file.with_file_name(result.backup.unwrap());
    assert_eq!(mode(&backup), 0o640);
    fs::write(&file, CURSOR).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
    let error = proposed(&person, "cursor", &file).await.unwrap_err();
    assert!(error.sentence.contains("read-only"), "{error:?}");
    // A new file is for this person alone.
    let codex = person.path("home/.codex/config.toml");
    let result = exports(&person, into(&person, "codex", &codex)).await;
    assert_eq!((result.outcome, result.backup), (ExportOutcome::Written, None));
    assert_eq!(mode(&codex), 0o600);
}

#[tokio::test]
async fn three_backups_are_kept_and_what_an_earlier_export_left_is_taken_away() {
    let person = with_servers().await;
    let file = cursor(&person, CURSOR);
    let folder = file.parent().unwrap().to_owned();
    // Of an export that was cut off before it was done, and files that only look alike.
    fs::write(folder.join(".mcp.json.portcullis-new"), "half").unwrap();
    fs::write(folder.join("mcp.json.portcullis-backup-old"), "mine").unwrap();
    for round in 1..=5 {
        fs::write(&file, CURSOR.replace("mine", &format!("round {round}"))).unwrap();
        let result = exports(&person, into(&person, "cursor", &file)).await;
        assert_eq!(result.outcome, ExportOutcome::Written, "{:?}", result.problem);
    }
    assert_eq!(
        names(&folder),
        [
            "mcp.json",
            "mcp.json.portcullis-backup-3",
            "mcp.json.portcullis-backup-4",
            "mcp.json.portcullis-backup-5",
            "mcp.json.portcullis-backup-old",
        ]
    );
    let last = fs::read_to_string(folder.join("mcp.json.portcullis-backup-5")).unwrap();
    assert!(last.contains("round 5"), "{last}");
}

#[tokio::test]
async fn only_files_of_the_list_and_those_a_person_chose_are_written() {
    let person = with_servers().await;
    let file = person.path("project.json");
    for (host, path) in [
        ("cursor", file.to_str().unwrap()),
        ("cursor", "/etc/passwd"),
        ("cursor", "../mcp.json"),
        (
            "sema4",
            person
                .path("home/.sema4ai/sema4ai-studio/mcp_servers.json")
                .to_str()
                .unwrap(),
        ),
        ("nobody", ""),
    ] {
        let draft = into(&person, host, Path::new(path));
        let error = person.host.preview_export(draft.clone()).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound, "{path}");
        assert!(person.host.propose_export(draft).await.is_err(), "{path}");
    }
    let path = person.host.choose_export_file(&file).unwrap();
    let result = exports(&person, into(&person, "vscode", Path::new(&path))).await;
    assert_eq!((result.outcome, result.backup), (ExportOutcome::Written, None));
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("${input:notes_api_key}"), "{written}");
    // A folder is made where it is a host's own, and for no file of one's choice.
    let nowhere = person.path("no/where.json");
    person.host.choose_export_file(&nowhere).unwrap();
    let error = proposed(&person, "vscode", &nowhere).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    let kiro = person.path("home/.kiro/settings/mcp.json");
    let result = exports(&person, into(&person, "kiro", &kiro)).await;
    assert_eq!(result.outcome, ExportOutcome::Written);
    assert!(kiro.is_file());
}

// Proves S-88.
#[tokio::test]
async fn no_secret_is_in_the_file_also_where_another_server_has_it_in_the_open() {
    let person = TestUser::new().await;
    let canary = Canary::new("exported");
    let mut first = command("notes", &program(), vec!["notes-server".into()]);
    first.environment = vec![secret("API_KEY", &canary.value)];
    adds(&person, first).await;
    adds(
        &person,
        command("docs", &program(), vec!["--name".into(), canary.value.clone()]),
    )
    .await;
    let home = person.path("home");
    fs::create_dir_all(&home).unwrap();
    let file = cursor(&person, CURSOR);
    let error = proposed(&person, "cursor", &file).await.unwrap_err();
    assert!(error.sentence.contains("keeps as a secret"), "{error:?}");
    let mut only = into(&person, "cursor", &file);
    only.servers.truncate(1);
    assert_eq!(exports(&person, only).await.outcome, ExportOutcome::Written);
    assert!(sweep(&home, &[canary]).is_empty());
}
