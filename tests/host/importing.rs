//! Servers from a clipboard and from other hosts' files: read without an effect, saved by a yes, turned off, started by a review.

use std::{
    fs,
    path::{Path, PathBuf},
};

use portcullis_api::{
    Answer, Asked, FenceGrants, FoundConfiguration, ImportPick, OfferedInstall, OfferedSource, Outcome,
    Phase, Request, SettingsChange,
};
use portcullis_core::{Code, Error};
use portcullis_formats::InstallLink;
use portcullis_host::host::InstallOffer;
use portcullis_tests::{
    canary::{Canary, Tripwire, sweep},
    hostile::Hostile,
    test_user::{TestUser, next_problem, nothing},
    wait,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use url::Url;

/// Writes a file of another host below the person's home folder.
fn writes(person: &TestUser, path: &str, content: &str) -> PathBuf {
    let file = person.path("home").join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, content).unwrap();
    file
}

fn configuration(servers: &Value) -> String {
    json!({ "mcpServers": servers }).to_string()
}

/// Every server that was found, under the label that was suggested.
fn all(found: &[FoundConfiguration]) -> Vec<ImportPick> {
    let pick = |file: &FoundConfiguration| {
        let path = file.path.clone();
        let picks = file.servers.iter().map(move |server| ImportPick {
            path: Some(path.clone()),
            at: server.at,
            label: server.label.clone(),
        });
        picks.collect::<Vec<_>>()
    };
    found.iter().flat_map(pick).collect()
}

fn shown(request: &Request) -> Vec<(String, Vec<String>)> {
    let_assert!(&request.asked => Asked::Setting { rows, .. });
    let row = |row: &portcullis_api::ReviewRow| {
        let value = |value: &portcullis_api::ReviewValue| match &value.note {
            Some(note) => format!("{} ({note})", value.text.text),
            None => value.text.text.clone(),
        };
        (row.field.clone(), row.values.iter().map(value).collect())
    };
    rows.iter().map(row).collect()
}

async fn imports(person: &TestUser, picks: Vec<ImportPick>) -> Result<Request, Error> {
    let request = person.host.propose_import(None, picks).await?;
    person.answers(&request, Answer::AllowOnce {}).await;
    Ok(request)
}

// Proves S-04, S-05.
#[tokio::test]
async fn twenty_servers_are_imported_turned_off_and_nothing_runs() {
    let person = TestUser::new().await;
    let wire = Tripwire::lay(person.room.path(), "server");
    let program = wire.program().to_str().unwrap().to_owned();
    let servers: serde_json::Map<String, Value> = (0..20)
        .map(|at| {
            (
                format!("server {at}"),
                json!({ "command": program, "args": [at.to_string()], "alwaysAllow": ["*"] }),
            )
        })
        .collect();
    writes(
        &person,
        ".cursor/mcp.json",
        &configuration(&Value::Object(servers)),
    );
    let found = person.host.configurations().await.unwrap();
    assert_eq!(
        (found.len(), found[0].servers.len(), found[0].name.as_str()),
        (1, 20, "Cursor")
    );
    let remarks = &found[0].servers[0].remarks;
    assert_eq!(
        remarks,
        &["Permissions of the other application are not included."]
    );
    let request = imports(&person, all(&found)).await.unwrap();
    assert_eq!(shown(&request).len(), 20);
    wait::holds("twenty servers", || person.host.servers().len() == 20).await;
    for server in person.host.servers() {
        assert_eq!(
            (server.enabled, server.state.phase),
            (false, Phase::Off),
            "{}",
            server.label
        );
        let detail = person.host.server(&server.id).unwrap();
        assert_eq!(detail.approved_at, None, "{}", server.label);
    }
    assert_eq!(wire.runs(), Vec::<String>::new());
    // Turned on, each waits for its review.
    let id = person.id("server 7").unwrap();
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::NeedsReview).await;
    assert_eq!(wire.runs(), Vec::<String>::new());
    let row = person.sees_row("Imported 20 servers").await;
    assert_eq!(row.outcome, Outcome::Done);
}

#[tokio::test]
async fn an_imported_server_runs_after_its_review() {
    let person = TestUser::new().await;
    let script = Hostile::new(json!({"era": "both", "tools": ["look"]}));
    let entry = json!({ "command": Hostile::program(), "args": script.arguments(), "env": { "LEVEL": 3 } });
    writes(
        &person,
        ".config/Code/User/mcp.json",
        &json!({ "servers": { "Looker": entry } }).to_string(),
    );
    let found = person.host.configurations().await.unwrap();
    imports(&person, all(&found)).await.unwrap();
    let id = wait::until("the server", || person.id("Looker")).await;
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::NeedsReview).await;
    let request = person.host.propose_start(&id).await.unwrap();
    person.answers(&request, Answer::AddAndStart {}).await;
    person.sees(&id, Phase::Ready).await;
    let call = person.calls(&id, "look", nothing()).await;
    assert!(call.result.is_some(), "{call:?}");
    // It is known from now on.
    let again = person.host.configurations().await.unwrap();
    assert_eq!(again[0].servers[0].known.as_deref(), Some("Looker"));
    assert_eq!(again[0].servers[0].label, "Looker copy");
    // It takes no number from a new server of its name.
    let other = r#"{"mcpServers": {"Looker": {"command": "another"}}}"#;
    writes(&person, ".cursor/mcp.json", other);
    let found = person.host.configurations().await.unwrap();
    let servers = found.iter().flat_map(|file| &file.servers);
    let mut labels: Vec<_> = servers.map(|server| server.label.as_str()).collect();
    labels.sort_unstable();
    assert_eq!(labels, ["Looker 2", "Looker copy"]);
}

// Proves S-68.
#[tokio::test]
async fn an_imported_program_has_a_fence_unless_that_was_turned_off_for_new_ones() {
    let person = TestUser::new().await;
    for (label, fence_new) in [("Fenced", true), ("Open", false)] {
        let change = SettingsChange {
            fence_new: Some(fence_new),
            ..SettingsChange::default()
        };
        person.host.change_settings(change).await.unwrap();
        let text = configuration(&json!({ label: { "command": Hostile::program() } }));
        let pick = ImportPick {
            path: None,
            at: 0,
            label: label.to_owned(),
        };
        let request = person.host.propose_import(Some(text), vec![pick]).await.unwrap();
        person.answers(&request, Answer::AllowOnce {}).await;
        let id = wait::until("the server", || person.id(label)).await;
        let fence = person.host.server(&id).unwrap().draft.fence;
        assert_eq!(fence, fence_new.then(FenceGrants::default), "{label}");
    }
}

// Proves S-02.
#[tokio::test]
async fn an_import_that_is_denied_leaves_nothing_behind() {
    let person = TestUser::new().await;
    let secret = Canary::new("imported");
    let servers = json!({ "a": { "command": "x", "env": { "API_KEY": secret.value } } });
    writes(&person, ".cursor/mcp.json", &configuration(&servers));
    let found = person.host.configurations().await.unwrap();
    let request = person.host.propose_import(None, all(&found)).await.unwrap();
    person.answers(&request, Answer::Deny {}).await;
    let row = person.sees_row("Imported a server").await;
    assert_eq!(row.outcome, Outcome::Denied);
    assert!(person.host.servers().is_empty());
    person.host.close().await;
    assert!(sweep(person.data.path(), &[secret]).is_empty());
}

// Proves S-67, S-64.
#[tokio::test]
async fn secrets_of_an_import_go_to_the_keychain_and_nowhere_else() {
    let person = TestUser::new().await;
    let (variable, header) = (Canary::new("variable"), Canary::new("header"));
    let servers = json!({
        "Local": { "command": "x", "env": { "API_KEY": variable.value, "PORT": "80", "OTHER_TOKEN": "${OTHER_TOKEN}" } },
        "Remote": { "url": "https://example.com/mcp", "headers": { "Authorization": format!("Bearer {}", header.value) } },
    });
    writes(&person, ".cursor/mcp.json", &configuration(&servers));
    let found = person.host.configurations().await.unwrap();
    // The window learns names.
    let told = serde_json::to_string(&found).unwrap();
    for secret in [&variable, &header] {
        assert!(!told.contains(&secret.value), "{told}");
    }
    let request = imports(&person, all(&found)).await.unwrap();
    let expected = [
        (
            "Local".to_owned(),
            vec![
                "x".to_owned(),
                "API_KEY (stored as a secret)".to_owned(),
                "PORT=80 (saved as is)".to_owned(),
                "OTHER_TOKEN (secret, value missing)".to_owned(),
            ],
        ),
        (
            "Remote".to_owned(),
            vec![
                "https://example.com/mcp".to_owned(),
                "Authorization (stored as a secret)".to_owned(),
            ],
        ),
    ];
    assert_eq!(shown(&request), expected);
    let told = serde_json::to_string(&request).unwrap();
    assert_lacks!(told, &variable.value, &header.value);
    wait::holds("both servers", || person.host.servers().len() == 2).await;
    person.sees_row("Imported 2 servers").await;
    // What is missing is asked for before it starts, not started without.
    let id = person.id("Local").unwrap();
    let detail = person.host.server(&id).unwrap();
    let kept = |name: &str| {
        let value = detail
            .draft
            .environment
            .iter()
            .find(|value| value.name == name)
            .unwrap();
        (value.value.clone(), value.secret)
    };
    assert_eq!(kept("API_KEY"), (None, true));
    assert_eq!(kept("PORT"), (Some("80".to_owned()), false));
    assert_eq!(kept("OTHER_TOKEN"), (None, true));
    person.host.close().await;
    assert!(sweep(person.data.path(), &[variable, header]).is_empty());
}

// Proves S-26.
#[tokio::test]
async fn the_window_cannot_have_any_other_file_read() {
    let person = TestUser::new().await;
    let other = person.path("home/private.json");
    fs::create_dir_all(other.parent().unwrap()).unwrap();
    fs::write(&other, configuration(&json!({ "a": { "command": "x" } }))).unwrap();
    for path in [other.to_str().unwrap(), "/etc/passwd", "../private.json", ""] {
        let pick = ImportPick {
            path: Some(path.to_owned()),
            at: 0,
            label: "a".to_owned(),
        };
        let refused = person.host.propose_import(None, vec![pick]).await.unwrap_err();
        assert_eq!(refused.code, Code::NotFound, "{path}: {refused}");
    }
    assert!(person.host.waiting().is_empty());
}

// Proves S-13.
#[tokio::test]
async fn what_is_shown_is_what_is_saved_although_the_file_changes_meanwhile() {
    let person = TestUser::new().await;
    let file = writes(
        &person,
        ".cursor/mcp.json",
        &configuration(&json!({ "a": { "command": "first" } })),
    );
    let found = person.host.configurations().await.unwrap();
    // Between the list and the question: the question shows what is there now.
    fs::write(&file, configuration(&json!({ "a": { "command": "second" } }))).unwrap();
    let request = person.host.propose_import(None, all(&found)).await.unwrap();
    assert_eq!(shown(&request)[0].1, ["second"]);
    // Between the question and the answer: what was shown counts.
    fs::write(&file, configuration(&json!({ "a": { "command": "third" } }))).unwrap();
    person.answers(&request, Answer::AllowOnce {}).await;
    let id = wait::until("the server", || person.id("a")).await;
    let draft = person.host.server(&id).unwrap().draft;
    assert!(format!("{:?}", draft.endpoint).contains("second"), "{draft:?}");
    // And a server that is no longer there is not guessed.
    fs::write(&file, configuration(&json!({}))).unwrap();
    let refused = person.host.propose_import(None, all(&found)).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
}

#[tokio::test]
async fn a_file_that_is_half_written_is_named_and_the_others_are_read() {
    let person = TestUser::new().await;
    writes(&person, ".cursor/mcp.json", "{\"mcpServers\": {\"a\": {\"comm");
    writes(
        &person,
        ".codex/config.toml",
        "[mcp_servers.docs]\ncommand = \"npx\"\n",
    );
    writes(&person, ".gemini/settings.json", "{\"theme\": \"dark\"}");
    fs::create_dir_all(person.path("home/.kimi/mcp.json")).unwrap();
    let found = person.host.configurations().await.unwrap();
    let told: Vec<(&str, usize, bool)> = found
        .iter()
        .map(|file| (file.host.as_str(), file.servers.len(), file.problem.is_some()))
        .collect();
    assert_eq!(told, [("cursor", 0, true), ("codex", 1, false)]);
}

#[tokio::test]
async fn a_file_that_another_application_is_writing_is_read_as_a_whole_or_not() {
    let person = TestUser::new().await;
    let begun = "[mcp_servers.docs]\ncommand = \"npx\"\n";
    let whole = format!("{begun}args = [\"-y\", \"docs\"]\n");
    let file = writes(&person, ".codex/config.toml", begun);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let writing = std::thread::spawn({
        let (file, stop, whole) = (file.clone(), stop.clone(), whole.clone());
        move || {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                for text in [begun, &whole] {
                    fs::write(&file, text).unwrap();
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
            }
            fs::write(&file, &whole).unwrap();
        }
    });
    let found = person.host.configurations().await.unwrap();
    let problem = found[0].problem.as_ref().unwrap();
    assert!(problem.sentence.contains("is being written"), "{problem:?}");
    assert!(found[0].servers.is_empty());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    writing.join().unwrap();
    let found = person.host.configurations().await.unwrap();
    assert!(found[0].problem.is_none(), "{:?}", found[0].problem);
    let runs: Vec<_> = found[0].servers[0]
        .runs
        .iter()
        .map(|word| word.text.as_str())
        .collect();
    assert_eq!(runs, ["npx", "-y", "docs"]);
}

#[tokio::test]
async fn a_pasted_text_fills_a_form_or_is_imported_as_a_whole() {
    let person = TestUser::new().await;
    let host = &person.host;
    // A label stands in every question, and cannot write into it.
    let sly = configuration(&json!({ "Notes” run “read": { "command": "x" } }));
    let sly = host.read_servers(&sly).await.unwrap();
    assert_eq!(sly[0].label, "Notes' run 'read");
    assert_eq!(sly[0].problem, None);
    let one = host.read_servers("API_KEY=abc npx -y thing").await.unwrap();
    let draft = one[0].draft.as_ref().unwrap();
    assert_eq!(
        (draft.label.as_str(), draft.environment[0].value.as_deref()),
        ("thing", Some("abc"))
    );
    let text = configuration(&json!({ "a": { "command": "x" }, "b": { "url": "https://e.com" }, "c": {} }));
    let found = host.read_servers(&text).await.unwrap();
    let problems: Vec<bool> = found.iter().map(|it| it.problem.is_some()).collect();
    assert_eq!(problems, [false, false, true]);
    let pick = |at: u32, label: &str| ImportPick {
        path: None,
        at,
        label: label.to_owned(),
    };
    let import = |picks| host.propose_import(Some(text.clone()), picks);
    for (picks, code) in [
        (vec![pick(2, "c")], Code::BadInput),
        (vec![pick(3, "d")], Code::NotFound),
        (vec![], Code::BadInput),
        (vec![pick(0, "")], Code::BadInput),
        (vec![pick(0, "same"), pick(1, "Same")], Code::LabelTaken),
    ] {
        assert_eq!(import(picks).await.unwrap_err().code, code);
    }
    let request = import(vec![pick(0, "One"), pick(1, "Two")]).await.unwrap();
    assert_eq!(request.question, "Add 2 servers, turned off?");
    person.answers(&request, Answer::AllowOnce {}).await;
    wait::holds("both", || host.servers().len() == 2).await;
    // A label that is taken by now.
    let refused = import(vec![pick(0, "one")]).await.unwrap_err();
    assert_eq!(refused.code, Code::LabelTaken);
}

// Proves S-91.
#[tokio::test]
async fn all_of_an_import_is_saved_or_none_of_it() {
    let person = TestUser::new().await;
    let text =
        configuration(&json!({ "a": { "command": "x", "env": { "TOKEN": "t" } }, "b": { "command": "y" } }));
    let picks = |first: &str, second: &str| {
        let pick = |at: u32, label: &str| ImportPick {
            path: None,
            at,
            label: label.to_owned(),
        };
        vec![pick(0, first), pick(1, second)]
    };
    // Cyrillic: two names that look alike are one too many, also where neither is there yet.
    let alike = picks("Mail", "M\u{430}il");
    let refused = person.host.propose_import(Some(text.clone()), alike).await;
    assert_eq!(refused.unwrap_err().code, Code::LabelTaken);
    let first = person
        .host
        .propose_import(Some(text.clone()), picks("A", "B"))
        .await
        .unwrap();
    let second = person
        .host
        .propose_import(Some(text.clone()), picks("C", "B"))
        .await
        .unwrap();
    person.answers(&first, Answer::AllowOnce {}).await;
    wait::holds("two servers", || person.host.servers().len() == 2).await;
    let mut events = person.host.events();
    person.answers(&second, Answer::AllowOnce {}).await;
    let problem = next_problem(&mut events).await;
    assert_eq!(problem.code, Code::LabelTaken.as_str());
    assert_eq!(person.host.servers().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    // Proves S-08.
    #[test]
    fn every_field_of_an_imported_server_changes_what_is_shown(
        words in prop::collection::vec("[a-z]{1,8}", 5),
        which in 0usize..5,
        other in "[A-Z]{1,8}",
    ) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let person = TestUser::new().await;
            let rows = async |words: &[String]| {
                let [program, argument, folder, name, value] = words else { unreachable!() };
                let entry = json!({ "command": program, "args": [argument], "cwd": format!("/{folder}"), "env": { (name): value } });
                let pick = ImportPick { path: None, at: 0, label: "a".to_owned() };
                let text = configuration(&json!({ "a": entry }));
                shown(&person.host.propose_import(Some(text), vec![pick]).await.unwrap())
            };
            let before = rows(&words).await;
            let mut changed = words.clone();
            changed[which] = other.clone();
            assert_ne!(before, rows(&changed).await);
            person.host.close().await;
        });
    }
}

// Proves S-03.
#[tokio::test]
async fn of_many_links_one_waits_and_the_others_are_counted_and_dropped() {
    let person = TestUser::new().await;
    let folder = person.path("wire");
    fs::create_dir_all(&folder).unwrap();
    let wire = Tripwire::lay(&folder, "server");
    let link = |at: usize| {
        let config = json!({ "command": wire.program(), "args": [at.to_string()] });
        let mut link = Url::parse("portcullis://install").unwrap();
        link.query_pairs_mut()
            .append_pair("name", "n")
            .append_pair("config", &config.to_string());
        InstallLink::parse(link.as_str()).expect("it is a link")
    };
    let waiting = |text: &InstallLink, dropped| {
        Some(OfferedInstall {
            source: OfferedSource::Link {
                text: text.as_str().to_owned(),
            },
            dropped,
        })
    };
    assert_eq!(person.host.offered_install(), None);
    for at in 0..50 {
        person.host.offer_install(InstallOffer::Link(link(at)));
    }
    person.host.offer_install(InstallOffer::Link(link(0)));
    assert_eq!(person.host.offered_install(), waiting(&link(0), 49));
    let no_bundle = person.host.open_offered_bundle().await.unwrap_err();
    assert_eq!(no_bundle.code, Code::NotFound, "a link is no bundle");
    let read = person.host.read_servers(link(0).as_str()).await.unwrap();
    assert_eq!((read.len(), read[0].problem.as_deref()), (1, None));
    assert!(person.host.servers().is_empty() && person.host.waiting().is_empty());
    person.host.drop_offered_install();
    assert_eq!(person.host.offered_install(), None);
    person.host.offer_install(InstallOffer::Link(link(7)));
    assert_eq!(person.host.offered_install(), waiting(&link(7), 0));
    assert!(wire.runs().is_empty(), "nothing of a link ran");
}

// Proves S-03, S-04.
#[tokio::test]
async fn dropped_files_are_read_and_only_they_and_files_of_hosts_can_be_imported() {
    let person = TestUser::new().await;
    let folder = person.path("downloads");
    fs::create_dir_all(&folder).unwrap();
    let wire = Tripwire::lay(&folder, "server");
    let entry = json!({ "command": wire.program() });
    let snippet = folder.join("mcp.json");
    fs::write(&snippet, configuration(&json!({ "One": entry }))).unwrap();
    let other = folder.join("other.json");
    fs::write(&other, configuration(&json!({ "Other": entry }))).unwrap();
    let empty = folder.join("settings.toml");
    fs::write(&empty, "theme = \"dark\"\n").unwrap();
    let broken = folder.join("broken.yaml");
    fs::write(&broken, "mcpServers: [").unwrap();
    let bundle = folder.join("notes.MCPB");
    fs::write(&bundle, "no bundle").unwrap();
    let photo = folder.join("photo.png");
    fs::write(&photo, "no picture").unwrap();
    let nowhere = PathBuf::from("https://example.com/x.mcpb");
    let host = &person.host;
    host.drag_over(&[snippet.clone(), photo.clone()]);
    let over = host.dropped().over.unwrap();
    assert_eq!((over.fit, over.unfit), (1, 1));
    let dropped = vec![
        snippet.clone(),
        empty.clone(),
        broken.clone(),
        bundle.clone(),
        photo.clone(),
        folder.clone(),
        nowhere,
    ];
    host.drop_files(dropped).await.unwrap();
    let view = host.dropped();
    assert_eq!(view.over, None);
    let files = view.files.unwrap();
    assert!(!files.opened);
    let read: Vec<_> = files
        .configurations
        .iter()
        .map(|file| (file.name.as_str(), file.servers.len(), file.problem.is_some()))
        .collect();
    assert_eq!(read, [("mcp.json", 1, false), ("broken.yaml", 0, true)]);
    assert_eq!(files.bundles.len(), 1);
    let refused: Vec<_> = files
        .refused
        .iter()
        .map(|refused| (refused.file.as_ref().unwrap().text.as_str(), refused.why.as_str()))
        .collect();
    assert_eq!(
        refused,
        [
            ("settings.toml", "No server in this file."),
            (
                "photo.png",
                "Not a bundle (.mcpb, .dxt), a configuration in JSON, YAML or TOML, or an export of conversations."
            ),
            (
                "downloads",
                "This is a folder. Use “Import from a project folder…” instead."
            ),
            ("x.mcpb", "Not a file on this computer."),
        ]
    );
    host.open_dropped_bundle(0).await.unwrap_err();
    let error = host.open_dropped_bundle(1).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    let pick = |path: &Path| {
        vec![ImportPick {
            path: Some(path.to_str().unwrap().to_owned()),
            at: 0,
            label: "One".to_owned(),
        }]
    };
    let unread = host.propose_import(None, pick(&other)).await.unwrap_err();
    assert_eq!(unread.code, Code::NotFound, "it was not dropped");
    host.propose_import(None, pick(&snippet)).await.unwrap();
    host.forget_dropped();
    assert_eq!(host.dropped().files, None);
    host.propose_import(None, pick(&snippet)).await.unwrap_err();
    assert!(host.servers().is_empty());
    let many = vec![photo; portcullis_host::limits::DROPPED + 2];
    host.drop_files(many).await.unwrap();
    let last = host.dropped().files.unwrap().refused.pop().unwrap();
    assert_eq!(last.why, "2 more files. Up to 32 are read at once.");
    assert!(wire.runs().is_empty(), "nothing ran");
}

// Proves S-04.
#[tokio::test]
async fn the_files_of_a_project_can_be_imported_once_its_folder_was_chosen() {
    let person = TestUser::new().await;
    let project = person.path("project");
    fs::create_dir_all(project.join(".vscode")).unwrap();
    let file = project.join(".vscode/mcp.json");
    fs::write(
        &file,
        json!({ "servers": { "Own": { "command": "./run", "args": ["${workspaceFolder}"] } } }).to_string(),
    )
    .unwrap();
    // A link to a file that holds no server says nothing of what is in it.
    std::os::unix::fs::symlink("/etc/passwd", project.join(".mcp.json")).unwrap();
    let pick = vec![ImportPick {
        path: Some(file.to_str().unwrap().to_owned()),
        at: 0,
        label: "Own".to_owned(),
    }];
    let host = &person.host;
    host.propose_import(None, pick.clone()).await.unwrap_err();
    let found = host.project_configurations(project.clone(), None).await.unwrap();
    let names: Vec<_> = found.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["Claude Code", "VS Code"]);
    let problem = found.files[0].problem.as_ref().unwrap();
    assert!(!problem.sentence.contains("root"), "{problem:?}");
    let words: Vec<_> = found.files[1].servers[0]
        .runs
        .iter()
        .map(|word| word.text.as_str())
        .collect();
    let shown = |path: &Path| path.to_str().unwrap().to_owned();
    assert_eq!(words, [shown(&project.join("run")), shown(&project)]);
    let request = host.propose_import(None, pick).await.unwrap();
    let rows = format!("{:?}", request.asked);
    assert!(rows.contains(&shown(&project.join("run"))), "{rows}");
    let gone = host
        .project_configurations(project.join("gone"), None)
        .await
        .unwrap_err();
    assert_eq!(gone.code, Code::BadInput);
}
