//! Servers, settings and what a server offered: what these tables promise. Also rows for tests of the others.

use super::{draft, open};
use crate::store::Result;
use crate::store::catalogs::{self, CatalogPart};
use crate::store::grants::{self, GrantEffect, GrantRow};
use crate::store::pins::{self, SeenDefinition, Subject};
use crate::store::servers::{self, Approval};
use crate::store::{migrations, settings};
use portcullis_core::error::{Code, Error};
use portcullis_core::ids::ServerId;
use portcullis_domain::{Appearance, EraChoice, Language, MarkColor, Scope, ServerMark, Settings};
use rusqlite::Connection;

/// Tables in memory, for what needs no disk.
pub(super) fn tables() -> Connection {
    let mut db = Connection::open_in_memory().unwrap();
    db.pragma_update(None, "foreign_keys", true).unwrap();
    migrations::migrate(&mut db).unwrap();
    db
}

pub(super) fn server(db: &Connection, label: &str) -> ServerId {
    let id = ServerId::random();
    servers::insert(db, &id, &draft(label), true, 5).unwrap();
    id
}

pub(super) fn seen(name: &str, digest: &str) -> SeenDefinition {
    SeenDefinition {
        subject: Subject::Tool(name.into()),
        digest: digest.into(),
        definition: format!("{{\"of\":\"{digest}\"}}").into(),
    }
}

pub(super) fn grant(server: &ServerId, tool: &str, ends_at: Option<u64>) -> GrantRow {
    GrantRow {
        id: portcullis_core::ids::random(),
        server: server.clone(),
        tool: tool.into(),
        digest: "d".into(),
        effect: GrantEffect::Allow,
        scope: if ends_at.is_some() {
            Scope::Hour
        } else {
            Scope::Always
        },
        conversation: None,
        only: "[]".to_owned(),
        made_at: 10,
        ends_at,
        last_used_at: None,
        uses: 0,
        revoked_at: None,
        profile: None,
    }
}

#[test]
fn a_server_comes_back_as_it_was_written() {
    let db = tables();
    let id = server(&db, "  Files  ");
    let approval = Approval {
        digest: "abc".into(),
        at: 7,
        launch: serde_json::json!({"program": "/usr/bin/node"}),
    };
    servers::set_approval(&db, &id, Some(&approval)).unwrap();
    servers::set_era(&db, &id, Some(EraChoice::Modern), Some("2026-07-28")).unwrap();
    servers::set_enabled(&db, &id, false).unwrap();
    let row = servers::get(&db, &id).unwrap().unwrap();
    assert_eq!(
        (
            row.draft.label.as_str(),
            row.enabled,
            row.position,
            row.created_at
        ),
        ("Files", false, 0, 5)
    );
    assert_eq!(row.approved, Some(approval));
    assert_eq!(
        (row.era_found, row.revision_found.as_deref()),
        (Some(EraChoice::Modern), Some("2026-07-28"))
    );
    assert_eq!(row.draft.endpoint, draft("Files").endpoint);
    servers::update(&db, &id, &draft("Papers")).unwrap();
    assert_eq!(servers::list(&db).unwrap()[0].draft.label, "Papers");
    servers::remove(&db, &id).unwrap();
    assert_eq!(
        servers::set_enabled(&db, &id, true).unwrap_err().code(),
        Code::NotFound
    );
}

#[test]
fn labels_that_a_person_takes_for_the_same_are_taken() {
    let db = tables();
    let first = server(&db, "Caf\u{e9} Files");
    for same in ["cafe\u{301} files", " CAFÉ   FILES ", "Caf\u{e9}\u{a0}Files"] {
        let refused = servers::insert(&db, &ServerId::random(), &draft(same), true, 1).unwrap_err();
        let refused = Error::from(refused);
        assert_eq!(refused.code, Code::LabelTaken, "{same}");
        assert!(refused.sentence.contains("“Café Files”"), "{refused}");
    }
    let second = server(&db, "Cafe Files");
    assert_eq!(
        servers::update(&db, &second, &draft("CAFÉ FILES"))
            .unwrap_err()
            .code(),
        Code::LabelTaken
    );
    servers::update(&db, &first, &draft("CAFÉ FILES")).unwrap();
}

#[test]
fn the_order_is_the_persons() {
    let db = tables();
    let [a, b, c] = ["a", "b", "c"].map(|label| server(&db, label));
    servers::reorder(&db, &[c.clone(), a.clone()]).unwrap();
    let order: Vec<_> = servers::list(&db)
        .unwrap()
        .into_iter()
        .map(|row| row.id)
        .collect();
    assert_eq!(order, [c, a, b]);
}

// Proves S-67.
#[tokio::test]
async fn the_value_of_a_secret_is_in_no_file_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store
        .write(|db| servers::insert(db, &ServerId::random(), &draft("Files"), true, 1))
        .await
        .unwrap();
    let row = store.read(servers::list).await.unwrap().remove(0);
    assert_eq!(
        (
            row.draft.environment[0].value.as_deref(),
            row.draft.environment[0].secret
        ),
        (None, true)
    );
    assert_eq!(row.draft.environment[1].value.as_deref(), Some("quiet"));
    assert_eq!(files_with(folder.path(), "canary-4f1c"), Vec::<String>::new());
    assert_ne!(files_with(folder.path(), "quiet"), Vec::<String>::new());
}

/// Names of files that contain a text.
pub(crate) fn files_with(folder: &std::path::Path, text: &str) -> Vec<String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| {
            let bytes = std::fs::read(file.path()).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        })
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn a_mark_is_kept_with_its_server_and_taken_back() {
    let db = tables();
    let id = server(&db, "Files");
    let mark = || servers::get(&db, &id).unwrap().unwrap().mark;
    assert_eq!(mark(), None);
    let chosen = ServerMark {
        letters: "Q7".to_owned(),
        color: MarkColor::Pink,
    };
    servers::set_mark(&db, &id, Some(&chosen)).unwrap();
    assert_eq!(mark(), Some(chosen));
    servers::set_mark(&db, &id, None).unwrap();
    assert_eq!(mark(), None);
    assert!(servers::set_mark(&db, &ServerId::from("gone"), None).is_err());
}

// Proves S-49.
#[test]
fn only_one_list_is_the_first_even_when_it_is_empty() {
    let db = tables();
    let id = server(&db, "Files");
    assert!(servers::first_list(&db, &id, 10).unwrap());
    assert!(!servers::first_list(&db, &id, 11).unwrap());
}

// Proves F-33.
#[test]
fn a_database_of_the_first_format_keeps_its_lists_its_secrets_and_a_bounded_past() {
    let mut db = Connection::open_in_memory().unwrap();
    migrations::migrate_to(&mut db, 1).unwrap();
    db.execute_batch(
        "INSERT INTO servers (id, label, label_key, position, enabled, definition, created_at)
         VALUES ('a', 'A', 'a', 0, 1, '', 1), ('b', 'B', 'b', 1, 1, '', 1);
         INSERT INTO pins (server_id, kind, name, digest, definition, first_seen_at) VALUES ('a', 0, 'x', '1', '', 7);
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60)
         INSERT INTO pins_before SELECT 'a', 0, 'x', n, '', n, iif(n % 2, n, NULL), n FROM n;",
    )
    .unwrap();
    migrations::migrate(&mut db).unwrap();
    let (a, b) = (ServerId("a".into()), ServerId("b".into()));
    assert!(
        !servers::first_list(&db, &a, 20).unwrap(),
        "its list was seen before"
    );
    assert!(servers::first_list(&db, &b, 20).unwrap());
    let before = pins::before(&db, &a, &Subject::Tool("x".into())).unwrap();
    let digests: Vec<_> = before.iter().map(|pin| pin.digest.as_str()).collect();
    assert_eq!((digests.len(), digests[0], digests[19]), (20, "21", "59"));
    let places: String = db
        .query_row("SELECT secrets FROM servers WHERE id = 'a'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(places, "{}");
}

#[test]
fn removing_a_server_removes_its_pins_and_permissions() {
    let db = tables();
    let (id, other) = (server(&db, "Files"), server(&db, "Other"));
    for id in [&id, &other] {
        pins::observe(&db, id, &[seen("read", "1")], 10, false, &[]).unwrap();
        grants::insert(&db, &grant(id, "read", None)).unwrap();
    }
    let removed = servers::remove(&db, &id).unwrap();
    assert!(
        removed
            .draft
            .environment
            .iter()
            .any(|value| value.secret && value.name == "API_KEY")
    );
    assert_eq!(pins::list(&db, &id).unwrap(), []);
    assert_eq!(pins::list(&db, &other).unwrap().len(), 1);
    assert!(
        grants::standing(&db, 20)
            .unwrap()
            .iter()
            .all(|grant| grant.server == other)
    );
}

#[test]
fn settings_keep_their_shape() {
    let db = tables();
    let wanted = Settings {
        appearance: Appearance::Dark,
        language: Language::Chinese,
        notify: true,
        keep_in_tray: false,
        welcomed: true,
        fence_new: false,
        zoom: 150,
    };
    assert_eq!(settings::get::<Settings>(&db, "settings").unwrap(), None);
    settings::set(&db, "settings", &wanted).unwrap();
    assert_eq!(settings::get(&db, "settings").unwrap(), Some(wanted));
    let misread: Result<Option<u32>> = settings::get(&db, "settings");
    assert_eq!(misread.unwrap_err().code(), Code::StoreFailed);
}

#[test]
fn a_kept_catalog_is_found_under_the_approval_it_was_kept_with_alone() {
    let db = tables();
    let (files, mail) = (server(&db, "Files"), server(&db, "Mail"));
    let approve = |digest: &str| {
        let approval = Approval {
            digest: digest.to_owned(),
            at: 5,
            launch: serde_json::json!({}),
        };
        servers::set_approval(&db, &files, Some(&approval)).unwrap();
    };
    let tools = |text: &str| [(CatalogPart::Tools, Some(text.to_owned()))];
    catalogs::put(&db, &files, "a", &tools("[]"), 6).unwrap();
    assert!(
        catalogs::get(&db, &files, "a").unwrap().is_empty(),
        "it was not approved"
    );

    approve("a");
    catalogs::put(&db, &files, "a", &tools("[1]"), 7).unwrap();
    catalogs::put(&db, &files, "a", &tools("[2]"), 8).unwrap();
    catalogs::put(
        &db,
        &files,
        "a",
        &[(CatalogPart::Server, Some("{}".to_owned()))],
        8,
    )
    .unwrap();
    let kept = catalogs::get(&db, &files, "a").unwrap();
    let found = &kept[&CatalogPart::Tools];
    assert_eq!((found.content.as_str(), found.at, kept.len()), ("[2]", 8, 2));
    assert!(catalogs::get(&db, &mail, "a").unwrap().is_empty());

    approve("b");
    catalogs::put(&db, &files, "a", &tools("[3]"), 9).unwrap();
    assert!(catalogs::get(&db, &files, "b").unwrap().is_empty());
    catalogs::put(&db, &files, "b", &tools("[4]"), 10).unwrap();
    catalogs::put(&db, &files, "a", &[(CatalogPart::Tools, None)], 11).unwrap();
    assert_eq!(
        catalogs::get(&db, &files, "b").unwrap().len(),
        1,
        "a run under an earlier approval ended late"
    );
    catalogs::put(&db, &files, "b", &[(CatalogPart::Tools, None)], 11).unwrap();
    assert!(catalogs::get(&db, &files, "b").unwrap().is_empty());
    servers::remove(&db, &files).unwrap();
    assert!(
        catalogs::get(&db, &files, "a").unwrap().is_empty(),
        "it goes with its server"
    );
}
