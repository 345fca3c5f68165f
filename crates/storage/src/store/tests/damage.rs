//! Files that cannot be used: damaged, foreign, newer, half migrated (F-31 … F-33).

use super::{clock, draft, open};
use crate::store::{Store, migrations, servers, settings};
use portcullis_core::error::Code;
use portcullis_core::ids::ServerId;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// A folder with a database that holds a server and some bulk, closed.
pub(super) async fn used(folder: &Path) {
    let store = open(folder);
    store
        .write(|db| servers::insert(db, &ServerId::random(), &draft("Files"), true, 1))
        .await
        .unwrap();
    store
        .write(|db| settings::set(db, "bulk", &"x".repeat(200_000)))
        .await
        .unwrap();
    store.close().await;
}

/// Opens a folder whose database cannot be used, and checks what a person is told and what is kept.
async fn moved_aside(folder: &Path) {
    let damaged = fs::read(folder.join("portcullis.db")).unwrap();
    let opened = Store::open(folder, clock()).unwrap();
    let [remark] = &opened.remarks[..] else {
        panic!("one remark, not {:?}", opened.remarks)
    };
    assert_eq!(remark.code, "store.corrupt");
    assert!(
        remark
            .remedy
            .as_ref()
            .unwrap()
            .contains("servers and permissions again")
    );
    let aside: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".damaged.db"))
        .collect();
    assert_eq!(aside.len(), 1);
    assert!(remark.sentence.contains(&*aside[0].to_string_lossy()));
    assert_eq!(fs::read(&aside[0]).unwrap(), damaged);
    assert_eq!(opened.store.read(servers::list).await.unwrap(), []);
    opened
        .store
        .write(|db| settings::set(db, "works", &1))
        .await
        .unwrap();
    opened.store.close().await;
    open(folder);
}

// Proves F-31.
#[tokio::test]
async fn a_truncated_file_is_moved_aside_not_deleted() {
    for keep in [0.001, 0.3, 0.9] {
        let folder = tempfile::tempdir().unwrap();
        used(folder.path()).await;
        let path = folder.path().join("portcullis.db");
        let bytes = fs::read(&path).unwrap();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share"
        )]
        fs::write(&path, &bytes[..(bytes.len() as f64 * keep) as usize]).unwrap();
        moved_aside(folder.path()).await;
    }
}

// Proves F-31.
#[tokio::test]
async fn a_page_of_zeros_or_noise_is_moved_aside() {
    for (page, byte) in [(0, 0), (0, 0xa5), (1, 0), (3, 0xa5)] {
        let folder = tempfile::tempdir().unwrap();
        used(folder.path()).await;
        let path = folder.path().join("portcullis.db");
        let mut bytes = fs::read(&path).unwrap();
        bytes[page * 4096..(page + 1) * 4096].fill(byte);
        fs::write(&path, bytes).unwrap();
        moved_aside(folder.path()).await;
    }
}

// Proves F-31.
#[tokio::test]
async fn a_file_that_is_no_database_is_moved_aside() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("portcullis.db"),
        "My diary. Nobody may lose it.".repeat(500),
    )
    .unwrap();
    moved_aside(folder.path()).await;
}

// Proves F-31.
#[tokio::test]
async fn a_database_of_another_application_is_moved_aside() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = Connection::open(folder.path().join("portcullis.db")).unwrap();
    foreign
        .execute_batch("PRAGMA application_id = 77; CREATE TABLE recipes (name TEXT);")
        .unwrap();
    drop(foreign);
    moved_aside(folder.path()).await;
}

// Proves F-31.
#[tokio::test]
async fn two_damaged_files_in_the_same_second_are_both_kept() {
    let folder = tempfile::tempdir().unwrap();
    let clock = std::sync::Arc::new(portcullis_core::clock::ManualClock::at(1_795_164_031_000));
    for text in ["first ", "second "] {
        fs::write(folder.path().join("portcullis.db"), text.repeat(1_000)).unwrap();
        Store::open(folder.path(), clock.clone())
            .unwrap()
            .store
            .close()
            .await;
    }
    let first = fs::read_to_string(folder.path().join("portcullis-20261120T084031Z.damaged.db")).unwrap();
    let second = fs::read_to_string(folder.path().join("portcullis-20261120T084031Z-1.damaged.db")).unwrap();
    assert!(first.starts_with("first") && second.starts_with("second"));
}

// Proves F-31.
#[tokio::test]
async fn a_rollback_journal_that_was_left_is_put_back_and_the_database_opens() {
    let folder = tempfile::tempdir().unwrap();
    used(folder.path()).await;
    let path = folder.path().join("portcullis.db");
    let killed = tempfile::tempdir().unwrap();
    let writing = Connection::open(&path).unwrap();
    writing
        .pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(()))
        .unwrap();
    // With so small a cache, some of it is written before the commit.
    writing
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN; UPDATE servers SET position = 7;
             INSERT INTO settings VALUES ('more', hex(zeroblob(2000000)));",
        )
        .unwrap();
    // The files that a killed process leaves.
    for name in ["portcullis.db", "portcullis.db-journal"] {
        fs::copy(folder.path().join(name), killed.path().join(name)).unwrap();
    }
    let store = open(killed.path());
    let rows = store.read(servers::list).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.position).collect::<Vec<_>>(), [0]);
    let more: Option<String> = store.read(|db| settings::get(db, "more")).await.unwrap();
    assert_eq!(more, None);
    assert!(!killed.path().join("portcullis.db-journal").exists());
    store.close().await;
}

// Proves F-32.
#[tokio::test]
async fn a_newer_format_is_refused_and_nothing_in_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    used(folder.path()).await;
    let path = folder.path().join("portcullis.db");
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", migrations::LATEST + 1)
        .unwrap();
    db.close().unwrap();
    let before = fs::read(&path).unwrap();
    let refused = Store::open(folder.path(), clock()).unwrap_err();
    assert_eq!(refused.code, Code::StoreNewer);
    assert!(
        refused
            .sentence
            .contains(&format!("format {}", migrations::LATEST + 1)),
        "{refused}"
    );
    assert_eq!(fs::read(&path).unwrap(), before);
}

// Proves F-33.
#[test]
fn an_interrupted_migration_leaves_the_old_format_whole() {
    let mut db = Connection::open_in_memory().unwrap();
    migrations::migrate(&mut db).unwrap();
    let tables = |db: &Connection| -> i64 {
        db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .unwrap()
    };
    let before = tables(&db);
    let mut steps = vec![String::new(); usize::try_from(migrations::LATEST).unwrap()];
    steps.push("CREATE TABLE half (a); INSERT INTO half VALUES (1);".into());
    steps.push("CREATE TABLE other (a); INSERT INTO nowhere VALUES (1);".into());
    migrations::migrate_with(&mut db, &steps).unwrap_err();
    assert_eq!(tables(&db), before);
    let version: i64 = db
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, migrations::LATEST);
}

#[test]
fn the_number_of_steps_is_the_format() {
    let mut db = Connection::open_in_memory().unwrap();
    migrations::migrate(&mut db).unwrap();
    let number = |name| {
        db.pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(number("user_version"), migrations::LATEST);
    assert_eq!(number("application_id"), migrations::APPLICATION);
}
