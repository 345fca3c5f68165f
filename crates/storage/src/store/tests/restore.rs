//! Backups that are restored: what of them is kept, and which are refused (F-31).

use super::accounts::own_client;
use super::damage::used;
use super::{clock, draft, kept_urls, open, stored, stored_18};
use crate::store::behavior::{self, SeenRow};
use crate::store::catalogs::{self, CatalogPart};
use crate::store::flows::{self, ClassRow, ReadRow};
use crate::store::pins::{self, Subject};
use crate::store::providers::{self, ProviderRow};
use crate::store::servers::Approval;
use crate::store::{Opened, Store, accounts, backups, profiles, roots, servers, settings, varying};
use portcullis_core::error::{Code, Error};
use portcullis_core::ids::ServerId;
use portcullis_domain::stored::OwnClientRow;
use portcullis_domain::{
    Backup, FenceGrants, FlowClass, ProviderKind, RootsAccess, SeenKind, ServerDraft, Tristate,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// When the backups were made.
const NOW: u64 = 1_795_164_031_000;

/// A closed database with a backup.
struct BackedUp {
    folder: tempfile::TempDir,
    name: String,
}

impl BackedUp {
    /// A database that holds what this writes.
    async fn with(fill: impl FnOnce(&Connection) -> crate::store::Result<()> + Send + 'static) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        store.write(fill).await.unwrap();
        store.close().await;
        Self::of(folder).await
    }

    /// A database with a server.
    async fn used() -> Self {
        let folder = tempfile::tempdir().unwrap();
        used(folder.path()).await;
        Self::of(folder).await
    }

    async fn of(folder: tempfile::TempDir) -> Self {
        let store = open(folder.path());
        let name = store.back_up(NOW).await.unwrap().name;
        store.close().await;
        Self { folder, name }
    }

    /// Changes the backup, as another program could.
    fn change(&self, change: impl FnOnce(&Connection)) {
        let db = Connection::open(backups::of(self.folder.path()).join(&self.name)).unwrap();
        change(&db);
        db.close().unwrap();
    }

    fn make_ready(&self) -> crate::store::Result<Backup> {
        backups::make_ready(self.folder.path(), &self.name, &kept_urls(), NOW)
    }

    /// Restores the backup, as the next start does.
    fn restore(&self) -> Opened {
        self.make_ready().unwrap();
        Store::open(self.folder.path(), clock()).unwrap()
    }

    fn leaves_nothing_and_is_not_offered(&self) {
        let left = || {
            let files = fs::read_dir(self.folder.path()).unwrap();
            let mut names = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
            names.find(|name| name.contains("restor"))
        };
        assert_eq!(left(), None);
        assert_eq!(backups::newest_good(self.folder.path(), &kept_urls(), NOW), None);
        assert_eq!(left(), None);
    }
}

// Proves F-31.
#[tokio::test]
async fn a_journal_that_was_left_is_kept_and_not_folded_into_a_restored_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("portcullis.db");
    let left = folder.path().join("portcullis.db-wal");
    let store = open(folder.path());
    store
        .write(|db| settings::set(db, "key", &"before"))
        .await
        .unwrap();
    let backup = store.back_up(NOW).await.unwrap();
    backups::make_ready(folder.path(), &backup.name, &kept_urls(), NOW).unwrap();
    store
        .write(|db| settings::set(db, "key", &"after"))
        .await
        .unwrap();
    let journal = fs::read(&left).unwrap();
    assert!(!journal.is_empty());
    store.close().await;
    // As after a start that ended when it had moved the database and not yet its journal.
    fs::rename(&path, folder.path().join("moved.db")).unwrap();
    fs::write(&left, &journal).unwrap();
    let opened = Store::open(folder.path(), clock()).unwrap();
    assert_eq!(opened.remarks[0].code, Code::StoreRestored.as_str());
    let value: Option<String> = opened.store.read(|db| settings::get(db, "key")).await.unwrap();
    assert_eq!(value.as_deref(), Some("before"));
    let kept = fs::read_dir(folder.path()).unwrap().any(|file| {
        let file = file.unwrap().path();
        file.to_string_lossy().ends_with(".replaced.db-wal") && fs::read(&file).unwrap() == journal
    });
    assert!(kept);
}

// Proves F-31.
#[tokio::test]
async fn a_restore_that_was_cut_off_leaves_the_old_database_or_the_new_one() {
    const OLD: &str = "portcullis.db";
    const JOURNAL: &str = "portcullis.db-wal";
    const READY: &str = "portcullis.restore.db";
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store
        .write(|db| settings::set(db, "key", &"before"))
        .await
        .unwrap();
    let backup = store.back_up(NOW).await.unwrap();
    store
        .write(|db| settings::set(db, "key", &"after"))
        .await
        .unwrap();
    backups::make_ready(folder.path(), &backup.name, &kept_urls(), NOW).unwrap();
    // Nothing was closed: these are the files that a killed process leaves, each under the name that it has by then.
    for (files, restored, expected) in [
        // While the copy was made ready.
        (
            [(OLD, OLD), (JOURNAL, JOURNAL), (READY, "portcullis.restoring.db")],
            false,
            "after",
        ),
        // Between making it ready and opening the database again.
        ([(OLD, OLD), (JOURNAL, JOURNAL), (READY, READY)], true, "before"),
        // While the database was moved, and after that.
        (
            [(OLD, "a.replaced.db"), (JOURNAL, JOURNAL), (READY, READY)],
            true,
            "before",
        ),
        (
            [
                (OLD, "a.replaced.db"),
                (JOURNAL, "a.replaced.db-wal"),
                (READY, READY),
            ],
            true,
            "before",
        ),
        // After the copy took its place.
        (
            [
                (OLD, "a.replaced.db"),
                (JOURNAL, "a.replaced.db-wal"),
                (READY, OLD),
            ],
            false,
            "before",
        ),
    ] {
        let killed = tempfile::tempdir().unwrap();
        for (from, to) in files {
            fs::copy(folder.path().join(from), killed.path().join(to)).unwrap();
        }
        let opened = Store::open(killed.path(), clock()).unwrap();
        assert!(!killed.path().join("portcullis.restoring.db").exists());
        let codes: Vec<_> = opened.remarks.iter().map(|remark| remark.code.as_str()).collect();
        let said = match restored {
            true => vec![Code::StoreRestored.as_str()],
            false => Vec::new(),
        };
        assert_eq!(codes, said, "{files:?}");
        let value: Option<String> = opened.store.read(|db| settings::get(db, "key")).await.unwrap();
        assert_eq!(value.as_deref(), Some(expected), "{files:?}");
        opened.store.close().await;
        // It stays so.
        let again = open(killed.path());
        let value: Option<String> = again.read(|db| settings::get(db, "key")).await.unwrap();
        assert_eq!(value.as_deref(), Some(expected), "{files:?}");
        again.close().await;
    }
    store.close().await;
}

// Proves F-31.
#[tokio::test]
async fn a_restored_backup_allows_no_models_and_folders_and_loosens_no_data_flow() {
    let id = ServerId::random();
    let row = ClassRow {
        server: id.clone(),
        tool: String::new(),
        class: FlowClass {
            private: Tristate::Yes,
            strangers: Tristate::No,
            sends: Tristate::No,
        },
        about: String::new(),
        said_at: 1,
    };
    let backed_up = BackedUp::with(move |db| {
        servers::insert(db, &row.server, &draft("Files"), true, 1)?;
        servers::set_sampling(db, &row.server, true)?;
        profiles::create(db, "work", "Work", 1)?;
        roots::set_access(db, &row.server, RootsAccess::Told, 1)?;
        flows::put_class(db, &row)
    })
    .await;
    let store = backed_up.restore().store;
    let servers = store.read(servers::list).await.unwrap();
    let found: Vec<_> = servers
        .iter()
        .map(|row| (row.enabled, row.sampling, row.restored))
        .collect();
    assert_eq!(found, [(false, false, true)]);
    let profiles = store.read(|db| profiles::list(db, 1)).await.unwrap();
    assert!(profiles.len() == 2 && profiles.iter().all(|row| row.servers.is_empty()));
    let access = store.read(move |db| roots::access(db, &id)).await.unwrap();
    assert_eq!(access, RootsAccess::Ask);
    let classes = store.read(flows::classes).await.unwrap();
    let stays = FlowClass {
        private: Tristate::Yes,
        ..FlowClass::default()
    };
    assert_eq!(classes.iter().map(|row| row.class).collect::<Vec<_>>(), [stays]);
    store.close().await;
}

/// A fenced server with everything that a person can have answered about it.
fn approved(db: &Connection, id: &ServerId) -> crate::store::Result<()> {
    let fenced = ServerDraft {
        fence: Some(FenceGrants::default()),
        ..draft("Files")
    };
    servers::insert(db, id, &fenced, true, 1)?;
    let approval = Approval {
        digest: "5".repeat(64),
        at: 1,
        launch: serde_json::json!({"program": "/usr/bin/node"}),
    };
    servers::set_approval(db, id, Some(&approval))?;
    let offered = [(CatalogPart::Tools, Some("[]".to_owned()))];
    catalogs::put(db, id, &approval.digest, &offered, 1)?;
    roots::add(db, id, "/home/ada", 1)?;
    varying::add(db, id, "read", "/description", 1)?;
    db.execute(
        "INSERT INTO pins (server_id, kind, name, digest, definition, first_seen_at, reviewed_at)
         VALUES (?1, 0, 'read', '1', '{}', 1, 1)",
        [id.as_str()],
    )?;
    let seen = SeenRow {
        server: id.clone(),
        tool: "read".to_owned(),
        definition: "1".to_owned(),
        kind: SeenKind::Contacted,
        what: "evil.example:443".to_owned(),
        first_at: 1,
        answered_at: None,
    };
    behavior::add(db, &seen)?;
    behavior::answered(db, id, ("read", "1"), 1, 2)?;
    for kind in ["asked", "tool"] {
        let read = ReadRow {
            server: id.0.clone(),
            kind: kind.to_owned(),
            name: "read".to_owned(),
            label: "Files".to_owned(),
            nature: [2, 1, 0],
            first_at: 1,
        };
        flows::add_read(db, "talk", &read)?;
    }
    Ok(())
}

// Proves F-31, S-13.
#[tokio::test]
async fn a_restored_backup_approves_no_server_and_answers_no_question() {
    let id = ServerId::random();
    let of = id.clone();
    let backed_up = BackedUp::with(move |db| approved(db, &of)).await;
    let store = backed_up.restore().store;
    store
        .read(move |db| {
            let row = servers::get(db, &id)?.unwrap();
            assert_eq!((row.approved, row.restored), (None, true));
            assert!(catalogs::get(db, &id, &"5".repeat(64))?.is_empty());
            assert_eq!(roots::list(db, &id)?.len(), 1);
            assert_eq!(roots::access(db, &id)?, RootsAccess::Withheld);
            assert!(varying::of(db, &id)?.is_empty());
            let pin = pins::get(db, &id, &Subject::Tool("read".to_owned()))?.unwrap();
            assert_eq!(pin.reviewed_at, None);
            let seen = behavior::all(db)?;
            assert!(seen.len() == 1 && seen[0].answered_at.is_none(), "{seen:?}");
            let reads: Vec<_> = flows::reads(db, "talk")?
                .into_iter()
                .map(|row| row.kind)
                .collect();
            assert_eq!(reads, ["tool"]);
            Ok(())
        })
        .await
        .unwrap();
    store.close().await;
}

// Proves F-31.
#[tokio::test]
async fn a_backup_whose_tables_approve_or_delete_later_is_not_restored() {
    let changes = [
        ("INTEGER NOT NULL DEFAULT 0", "INTEGER NOT NULL DEFAULT 1"),
        ("approved_digest TEXT", "approved_digest TEXT DEFAULT '5'"),
        (
            "approved_launch TEXT",
            "approved_launch TEXT DEFAULT '{}' REFERENCES conversations (id) ON DELETE SET DEFAULT",
        ),
        // With another column, an update that turns servers off would skip all but one.
        (
            "label_key TEXT NOT NULL UNIQUE",
            "label_key TEXT NOT NULL UNIQUE ON CONFLICT IGNORE",
        ),
    ];
    for (from, to) in changes {
        let backed_up = BackedUp::used().await;
        backed_up.change(|db| {
            db.pragma_update(None, "writable_schema", true).unwrap();
            let rows = db
                .execute(
                    "UPDATE sqlite_schema SET sql = replace(sql, ?1, ?2)
                     WHERE name = 'servers' AND sql LIKE '%' || ?1 || '%'",
                    [from, to],
                )
                .unwrap();
            assert_eq!(rows, 1, "{from}");
        });
        let refused = backed_up.make_ready().unwrap_err();
        assert_eq!(refused.code(), Code::StoreFailed, "{to}");
        let refused = Error::from(refused).sentence;
        assert!(
            refused.starts_with("This backup cannot be restored: "),
            "{refused}"
        );
        backed_up.leaves_nothing_and_is_not_offered();
        let store = open(backed_up.folder.path());
        assert_eq!(store.read(servers::list).await.unwrap().len(), 1);
        store.close().await;
    }
}

// Proves F-31, S-92.
#[tokio::test]
async fn a_backup_with_rows_that_no_host_could_have_saved_is_not_restored() {
    for change in [
        "UPDATE servers SET id = '/home/ada'",
        "UPDATE servers SET id = '../../notes'",
        "UPDATE servers SET id = ''",
        "INSERT INTO servers (id, label, label_key, position, enabled, definition, created_at)
         SELECT '0123456789abcdef0123456789abcdef', 'Other', 'other', 1, 0, definition, 1 FROM servers",
        "INSERT INTO grants (id, server_id, tool, digest, effect, scope, made_at)
         SELECT 'g', id, 'read', '1', 'deny', 'everywhere', 1 FROM servers",
        "INSERT INTO accounts SELECT id, '{}' FROM servers",
    ] {
        let backed_up = BackedUp::used().await;
        assert!(backups::newest_good(backed_up.folder.path(), &kept_urls(), NOW).is_some());
        backed_up.change(|db| assert_eq!(db.execute(change, []).unwrap(), 1, "{change}"));
        let refused = backed_up.make_ready().unwrap_err();
        assert_eq!(refused.code(), Code::StoreFailed, "{change}");
        backed_up.leaves_nothing_and_is_not_offered();
    }
}

// Proves F-31.
#[tokio::test]
async fn a_backup_with_another_table_is_restored_only_if_it_refers_to_none_of_ours() {
    for (change, is_restored) in [
        ("CREATE TABLE lost_and_found (id, field)", true),
        ("CREATE TABLE more (server TEXT REFERENCES servers (id))", false),
    ] {
        let backed_up = BackedUp::used().await;
        backed_up.change(|db| db.execute_batch(change).unwrap());
        assert_eq!(backed_up.make_ready().is_ok(), is_restored, "{change}");
    }
}

fn provider(id: &str, address: &str, place: Option<&str>) -> ProviderRow {
    ProviderRow {
        id: id.to_owned(),
        kind: ProviderKind::Ollama,
        label: format!("{id}”"),
        address: address.to_owned(),
        place: place.map(str::to_owned),
        checked_at: None,
        models: Vec::new(),
        added_at: 1,
    }
}

/// Everything of a file that could send something to a URL, read a file or loosen a default.
fn fill_choices(db: &Connection, [vouched, own]: [&ServerId; 2], registry: &str) -> crate::store::Result<()> {
    for (id, label) in [(vouched, "Vouched"), (own, "Own” is safe. “")] {
        servers::insert(db, id, &draft(label), false, 1)?;
    }
    accounts::set_own_client(db, vouched, Some(&own_client()))?;
    let without_file = OwnClientRow {
        token_file: None,
        ..own_client()
    };
    accounts::set_own_client(db, own, Some(&without_file))?;
    for row in [
        provider("here", "http://127.0.0.1:11434", None),
        provider("elsewhere", "https://model.example", None),
        provider("keyed", "https://model.example", Some("model/1/2")),
    ] {
        providers::put(db, &row)?;
    }
    let header = json!({"name": "X-Key", "place": "server/x/env/KEY/1"});
    let chosen = json!({"address": registry, "header": header, "icons": true});
    settings::set(db, "registry", &chosen)?;
    settings::set(db, "client_document", &"https://thief.example/portcullis")?;
    settings::set(db, "settings", &json!({"fence_new": false, "zoom": 100}))
}

// Proves F-31, S-26.
#[tokio::test]
async fn a_restored_backup_keeps_no_url_and_no_file_that_a_person_would_be_asked_about() {
    let usual = kept_urls().registry;
    for (registry, left) in [
        (usual.as_str(), Some(json!({"address": usual}))),
        ("https://thief.example/", None),
    ] {
        let (vouched, own) = (ServerId::random(), ServerId::random());
        let (ids, address) = ([vouched.clone(), own.clone()], registry.to_owned());
        let backed_up = BackedUp::with(move |db| fill_choices(db, [&ids[0], &ids[1]], &address)).await;
        let opened = backed_up.restore();
        let remedy = opened.remarks[0].remedy.clone().unwrap();
        assert!(
            remedy.contains("some model providers have to be added again"),
            "{remedy}"
        );
        let store = opened.store;
        store
            .read(move |db| {
                let rows = providers::list(db)?;
                let found: Vec<_> = rows.iter().map(|row| row.label.as_str()).collect();
                assert_eq!(found, ["here'", "keyed'"]);
                let label = servers::get(db, &own)?.unwrap().draft.label;
                assert_eq!(label, "Own' is safe. '");
                assert_eq!(accounts::own_client(db, &vouched)?, None);
                assert!(accounts::own_client(db, &own)?.is_some());
                assert_eq!(settings::get::<Value>(db, "registry")?, left);
                assert_eq!(settings::get::<Value>(db, "client_document")?, None);
                let settings: Option<Value> = settings::get(db, "settings")?;
                assert_eq!(settings, Some(json!({"fence_new": true, "zoom": 100})));
                Ok(())
            })
            .await
            .unwrap();
        store.close().await;
    }
}

// Proves F-31.
#[tokio::test]
async fn labels_that_differ_by_quotation_marks_alone_get_a_number_when_restored() {
    let backed_up = BackedUp::with(|db| {
        for label in ["My “A”", "My «A»", "My 'A'"] {
            servers::insert(db, &ServerId::random(), &draft(label), false, 1)?;
        }
        Ok(())
    })
    .await;
    let store = backed_up.restore().store;
    let rows = store.read(servers::list).await.unwrap();
    let found: Vec<_> = rows.iter().map(|row| row.draft.label.as_str()).collect();
    assert_eq!(found, ["My 'A' 2", "My 'A' 3", "My 'A'"]);
    store.close().await;
}

// Proves F-31.
#[tokio::test]
async fn backups_that_are_made_ready_at_the_same_time_do_not_mix() {
    let backed_up = BackedUp::used().await;
    for _ in 0..5 {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| backed_up.make_ready().unwrap());
            }
        });
    }
    let store = Store::open(backed_up.folder.path(), clock()).unwrap().store;
    let rows = store.read(servers::list).await.unwrap();
    assert!(rows.iter().all(|row| !row.enabled) && rows.len() == 1);
    store.close().await;
}

// Proves F-31, F-33.
#[test]
fn a_backup_of_an_earlier_format_is_restored() {
    let formats: [fn(&Path); 2] = [stored::put, stored_18::put];
    for put in formats {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path());
        let (name, copies) = ("portcullis-20261120T084031Z.db", backups::of(folder.path()));
        fs::create_dir(&copies).unwrap();
        fs::rename(folder.path().join("portcullis.db"), copies.join(name)).unwrap();
        backups::make_ready(folder.path(), name, &kept_urls(), NOW).unwrap();
    }
}

// Proves F-31.
#[tokio::test]
async fn a_backup_that_was_changed_turns_nothing_on_when_it_is_restored() {
    fn triggers_and_views(db: &Connection) -> Vec<String> {
        let mut statement = db
            .prepare("SELECT sql FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY name")
            .unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    }
    let backed_up = BackedUp::used().await;
    backed_up.change(|db| {
        db.execute_batch(
            r#"CREATE TRIGGER "turns ""it"" on" AFTER UPDATE OF enabled ON servers WHEN NEW.enabled = 0
               BEGIN UPDATE servers SET enabled = 1; END;
               CREATE TRIGGER later AFTER INSERT ON record BEGIN UPDATE servers SET enabled = 1; END;
               CREATE VIEW another AS SELECT id FROM servers;
               CREATE TRIGGER of_it INSTEAD OF DELETE ON another BEGIN UPDATE servers SET enabled = 1; END;
               DROP TRIGGER record_never_shrinks;
               UPDATE servers SET approved_digest = 'd', approved_at = 1, approved_launch = '{}';
               INSERT INTO settings VALUES ('restore_lost_providers', 'true');
               INSERT INTO roots_access SELECT id, 2, 1 FROM servers;
               INSERT INTO flow_classes
               SELECT id, '', '{"private":"unsaid","strangers":"unsaid","sends":"\u006eo"}', '', 1 FROM servers;"#,
        )
        .unwrap();
    });
    let opened = backed_up.restore();
    assert_eq!(opened.remarks[0].code, Code::StoreRestored.as_str());
    assert_eq!(
        opened.remarks[0].remedy.as_deref(),
        Some("Turn on the servers that you want and review each. Permissions need your approval again.")
    );
    let servers = opened.store.read(servers::list).await.unwrap();
    let found: Vec<_> = servers
        .iter()
        .map(|row| (row.enabled, row.approved.is_some()))
        .collect();
    assert_eq!(found, [(false, false)]);
    let id = servers[0].id.clone();
    let access = opened.store.read(move |db| roots::access(db, &id)).await.unwrap();
    assert_eq!(access, RootsAccess::Ask);
    let classes = opened.store.read(flows::classes).await.unwrap();
    assert_eq!(classes[0].class, FlowClass::default());
    let found = opened.store.read(|db| Ok(triggers_and_views(db))).await.unwrap();
    assert_eq!(found, triggers_and_views(&super::tables::tables()));
    opened.store.close().await;
}
