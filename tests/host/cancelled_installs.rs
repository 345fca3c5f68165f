//! Each way in, ended at each step: looked at and left, denied, and left waiting when Portcullis ends. Nothing stays but rows of the
//! audit log that say that nothing was done.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use portcullis_api::{
    Answer, ImportPick, InstallChoices, Outcome, RecordKind, RecordRow, Request, ServerDraft,
};
use portcullis_formats::InstallLink;
use portcullis_host::host::InstallOffer;
use portcullis_secrets::{Keystore, MemoryKeystore};
use portcullis_tests::{
    canary::{Canary, Tripwire, sweep},
    kept,
    registry::{FIRST, TestRegistry, bundle_package, entry, sha256},
    test_user::{TestUser, command, named},
};
use rusqlite::types::ValueRef;
use serde_json::json;
use url::Url;

use crate::{
    bundles::{manifest, packed_as, value},
    registry::{npm, turn_on},
};

/// What is kept, but for the audit log.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    rows: BTreeMap<String, Vec<String>>,
    files: BTreeSet<PathBuf>,
    secrets: BTreeSet<(String, String)>,
    servers: Vec<String>,
    waiting: usize,
    open: String,
}

/// A person, what they began, and what is theirs.
struct Attempt {
    person: TestUser,
    keystore: Arc<MemoryKeystore>,
    secret: Canary,
    wire: Tripwire,
    registry: TestRegistry,
    bundle: PathBuf,
    /// Where the bundle was made.
    _folder: tempfile::TempDir,
}

const NOTES: &str = "io.github.ada/notes";
const BUNDLED: &str = "io.github.ada/bundled";

/// The ways in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Form,
    Paste,
    Import,
    Drop,
    Bundle,
    Registry,
    RegistryBundle,
    Link,
    Suggestion,
}

const WAYS: [Way; 9] = [
    Way::Form,
    Way::Paste,
    Way::Import,
    Way::Drop,
    Way::Bundle,
    Way::Registry,
    Way::RegistryBundle,
    Way::Link,
    Way::Suggestion,
];

impl Attempt {
    async fn new() -> Self {
        let keystore = Arc::new(MemoryKeystore::default());
        let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
        let folder = tempfile::tempdir().unwrap();
        let wire = Tripwire::lay(person.room.path(), "server");
        let bundle = packed_as(folder.path(), &manifest()).await;
        let bytes = fs::read(&bundle).unwrap();
        let registry = TestRegistry::with(Vec::new()).await;
        let package = bundle_package(&registry.url("/notes.mcpb"), &sha256(&bytes));
        registry.serve("/notes.mcpb", bytes);
        registry.put(entry(NOTES, "1.0.0", ("active", FIRST), npm("ada-notes")));
        registry.put(entry(BUNDLED, "1.2.0", ("active", FIRST), package));
        turn_on(&person, &registry.address()).await;
        Self {
            person,
            keystore,
            secret: Canary::new("cancelled"),
            wire,
            registry,
            bundle,
            _folder: folder,
        }
    }

    fn configuration(&self) -> String {
        let entry = json!({ "command": self.wire.program(), "env": { "API_KEY": self.secret.value } });
        json!({ "mcpServers": { "Mine": entry } }).to_string()
    }

    fn configured_file(&self, path: &str) -> PathBuf {
        let file = self.person.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, self.configuration()).unwrap();
        file
    }

    fn picked(path: Option<&Path>) -> Vec<ImportPick> {
        vec![ImportPick {
            path: path.map(|path| path.to_str().unwrap().to_owned()),
            at: 0,
            label: "Mine".to_owned(),
        }]
    }

    fn draft(&self) -> ServerDraft {
        let program = self.wire.program().to_str().unwrap();
        ServerDraft {
            environment: vec![named("API_KEY", &self.secret.value, true)],
            ..command("Mine", program, Vec::new())
        }
    }

    fn link(&self) -> InstallLink {
        let config = json!({ "command": self.wire.program(), "env": { "API_KEY": self.secret.value } });
        let mut link = Url::parse("portcullis://install").unwrap();
        link.query_pairs_mut()
            .append_pair("name", "Mine")
            .append_pair("config", &config.to_string());
        InstallLink::parse(link.as_str()).unwrap()
    }

    /// Looks at what would be added, as far as that goes without a request; the request where it is proposed as well.
    async fn begins(&self, way: Way, proposes: bool) -> Option<Request> {
        let host = &self.person.host;
        let label = "Mine".to_owned();
        Some(match way {
            Way::Form => {
                proposes.then_some(())?;
                host.propose_server(self.draft(), None).await.unwrap()
            }
            Way::Paste => {
                let text = self.configuration();
                assert_eq!(host.read_servers(&text).await.unwrap().len(), 1);
                proposes.then_some(())?;
                host.propose_import(Some(text), Self::picked(None)).await.unwrap()
            }
            Way::Import | Way::Drop => {
                let file = match way {
                    Way::Import => {
                        let file = self.configured_file("home/.cursor/mcp.json");
                        assert_eq!(host.configurations().await.unwrap().len(), 1);
                        file
                    }
                    _ => {
                        let file = self.configured_file("downloads/mcp.json");
                        let dropped = vec![file.clone(), self.bundle.clone()];
                        host.drop_files(dropped).await.unwrap();
                        file
                    }
                };
                proposes.then_some(())?;
                let picked = Self::picked(Some(&file));
                host.propose_import(None, picked).await.unwrap()
            }
            Way::Bundle | Way::RegistryBundle => {
                let view = match way {
                    Way::Bundle => host.open_bundle(self.bundle.clone()).await,
                    _ => host.open_registry_bundle(BUNDLED, "1.2.0", 0).await,
                };
                let view = view.unwrap();
                proposes.then_some(())?;
                let values = vec![value("folders", &["/a"]), value("api_key", &[&self.secret.value])];
                let proposed = host.propose_bundle(&view.id, label, values, None, None);
                proposed.await.unwrap()
            }
            Way::Registry => {
                host.registry_server(NOTES, None).await.unwrap();
                proposes.then_some(())?;
                let values = vec![value("API_KEY", &[&self.secret.value])];
                let choices = InstallChoices::default();
                let proposed = host.propose_registry_server(NOTES, "1.0.0", 0, label, values, choices);
                proposed.await.unwrap()
            }
            Way::Link => {
                host.offer_install(InstallOffer::Link(self.link()));
                let text = self.link().as_str().to_owned();
                let read = host.read_servers(&text).await.unwrap();
                proposes.then_some(())?;
                let draft = read.into_iter().next().unwrap().draft.unwrap();
                host.propose_server(draft, None).await.unwrap()
            }
            Way::Suggestion => {
                let list = host.suggested_servers().await.unwrap();
                let one = list.into_iter().find(|one| one.needs.is_empty() && one.installed);
                let one = one.expect("npx or uvx is there");
                proposes.then_some(())?;
                host.propose_fetch(one.draft, None).await.unwrap()
            }
        })
    }

    /// Closes what is open without a request.
    fn leaves(&self) {
        let host = &self.person.host;
        host.close_bundle();
        host.forget_dropped();
        host.drop_offered_install();
        host.cancel_registry_download();
    }

    fn kept(&self) -> Kept {
        let host = &self.person.host;
        let secrets = self.keystore.entries().into_iter();
        // Where the end of the audit log is kept.
        let secrets = secrets.filter(|(name, _)| !name.starts_with("record/"));
        Kept {
            rows: rows(self.person.data.path()),
            files: files(self.person.data.path()),
            secrets: secrets
                .map(|(name, secret)| (name, secret.expose().to_owned()))
                .collect(),
            servers: host.servers().into_iter().map(|server| server.label).collect(),
            waiting: host.waiting().len(),
            open: format!(
                "{:?} {:?} {:?}",
                host.bundle(),
                host.dropped(),
                host.offered_install()
            ),
        }
    }

    /// Waits until all is as it was.
    async fn is_as_it_was(&self, before: &Kept, when: &str) {
        let until = Instant::now() + Duration::from_secs(20);
        while self.kept() != *before && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(self.kept(), *before, "{when}");
        assert!(self.wire.runs().is_empty(), "{when}: something ran");
    }
}

/// All rows but those of the audit log, by their table.
fn rows(data: &Path) -> BTreeMap<String, Vec<String>> {
    let db = kept::open(data).unwrap();
    let mut names = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'record%' AND name <> 'writing_tried'")
        .unwrap();
    let names = names.query_map([], |row| row.get(0)).unwrap();
    let names: Vec<String> = names.map(Result::unwrap).collect();
    let of = |table: &String| {
        let mut all = db.prepare(&format!("SELECT * FROM \"{table}\"")).unwrap();
        let columns = all.column_count();
        let mut found = Vec::new();
        let mut rows = all.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let texts = (0..columns).map(|at| match row.get_ref(at).unwrap() {
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                other => format!("{other:?}"),
            });
            found.push(texts.collect::<Vec<_>>().join(" | "));
        }
        found.sort();
        found
    };
    names.iter().map(|name| (name.clone(), of(name))).collect()
}

/// All files and folders, but for those that SQLite makes and removes automatically. An empty folder is nothing of anything.
fn files(data: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![data.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.to_string_lossy();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if !name.ends_with("-wal") && !name.ends_with("-shm") && !name.ends_with("-journal") {
                found.insert(path.strip_prefix(data).unwrap().to_owned());
            }
        }
    }
    found
}

/// Rows of the audit log that say that something was added or started.
fn done(rows: &[RecordRow]) -> Vec<String> {
    let acts = [
        RecordKind::Server,
        RecordKind::Launch,
        RecordKind::Grant,
        RecordKind::Call,
    ];
    let done = rows
        .iter()
        .filter(|row| acts.contains(&row.kind) && row.outcome == Outcome::Done);
    done.map(|row| row.what.text.clone()).collect()
}

// Proves S-01, S-02, S-03, S-67, S-70.
#[tokio::test]
async fn each_way_in_can_be_ended_at_each_step_and_leaves_nothing() {
    let mut attempt = Attempt::new().await;
    for way in WAYS {
        let before = attempt.kept();
        assert!(before.servers.is_empty());

        attempt.begins(way, false).await;
        attempt.leaves();
        attempt
            .is_as_it_was(&before, &format!("{way:?}, looked at"))
            .await;

        if let Some(request) = attempt.begins(way, true).await {
            attempt.person.answers(&request, Answer::Deny {}).await;
        }
        attempt.leaves();
        attempt.is_as_it_was(&before, &format!("{way:?}, denied")).await;

        // There is no answer, and Portcullis ends.
        attempt.begins(way, true).await;
        let person = attempt.person.restarts_the_host().await;
        attempt = Attempt { person, ..attempt };
        attempt
            .is_as_it_was(&before, &format!("{way:?}, left waiting"))
            .await;
    }
    assert_eq!(done(&attempt.person.record().await), Vec::<String>::new());
    let reached: Vec<_> = attempt.registry.targets();
    assert!(
        reached
            .iter()
            .all(|target| target.starts_with("/v0.1/") || target == "/notes.mcpb"),
        "{reached:?}"
    );
    attempt.person.host.close().await;
    let found = sweep(attempt.person.data.path(), &[attempt.secret]);
    assert!(found.is_empty(), "{found:?}");
}

// Proves S-63.
#[tokio::test]
async fn a_download_that_is_cancelled_leaves_nothing() {
    use portcullis_tests::sink::{self, Sink};
    let slow = Sink::answering(sink::Answer::Slow(Duration::from_secs(1), vec![0; 4096])).await;
    let attempt = Attempt::new().await;
    let package = bundle_package(&slow.url("/slow.mcpb"), &"0".repeat(64));
    let later = "2027-01-01T00:00:00Z";
    let name = "io.github.ada/slow";
    attempt
        .registry
        .put(entry(name, "1.0.0", ("active", later), package));
    let host = attempt.person.host.clone();
    host.update_registry().await.unwrap();
    portcullis_tests::wait::until_async("the entry", async || host.registry_server(name, None).await.ok())
        .await;
    let before = attempt.kept();
    let downloading = tokio::spawn({
        let host = host.clone();
        async move { host.open_registry_bundle(name, "1.0.0", 0).await }
    });
    slow.wait_for_hits(1).await;
    host.cancel_registry_download();
    let refused = downloading.await.unwrap().unwrap_err();
    assert_eq!(refused.code, portcullis_core::Code::ConsentDenied, "{refused:?}");
    attempt.is_as_it_was(&before, "a cancelled download").await;
}
