//! A process that is killed while it brings a database up to date (F-33). The process is this test program, started again.
//! What is written otherwise is killed in `tests/host/kills.rs` (F-28).

use super::{clock, open};
use crate::store::Store;
use rusqlite::Connection;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const OLD: &str = "PORTCULLIS_TEST_KILLED_MIGRATION";

/// Opens a database of the first format, which brings it up to date.
#[test]
#[ignore = "run and killed by the test below"]
fn migrates_until_killed() {
    if let Some(folder) = std::env::var_os(OLD) {
        println!("begins");
        Store::open(Path::new(&folder), clock()).unwrap();
        println!("is done");
    }
}

/// A database of the first format, large enough that bringing it up to date takes a moment.
fn of_the_first_format(path: &Path) {
    let mut db = Connection::open(path).unwrap();
    crate::store::migrations::migrate_to(&mut db, 1).unwrap();
    db.execute_batch(
        "INSERT INTO servers (id, label, label_key, position, enabled, definition, created_at)
         VALUES ('a', 'A', 'a', 0, 1, '', 1);
         INSERT INTO pins (server_id, kind, name, digest, definition, first_seen_at) VALUES ('a', 0, 'x', '1', '', 7);
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60000)
         INSERT INTO pins_before SELECT 'a', 0, 'x' || (n % 5000), n, '', n, iif(n % 2, n, NULL), n FROM n;",
    )
    .unwrap();
}

// Proves F-33.
#[test]
fn a_migration_that_is_killed_at_any_moment_leaves_one_format_or_the_other_whole() {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("first.db");
    of_the_first_format(&template);
    let mut seen = std::collections::BTreeSet::new();
    const ROUNDS: u64 = 14;
    for round in 0..ROUNDS {
        let folder_of_round = folder.path().join(format!("round {round}"));
        std::fs::create_dir(&folder_of_round).unwrap();
        let database = folder_of_round.join("portcullis.db");
        std::fs::copy(&template, &database).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "store::tests::kill::migrates_until_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(OLD, &folder_of_round)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("begins")));
        // From the first moment on; what it hits is looked at, and once it is let finish.
        match round + 1 {
            ROUNDS => assert!(lines.any(|line| line.unwrap().contains("is done"))),
            _ => std::thread::sleep(std::time::Duration::from_millis(round * round)),
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let db = Connection::open(&database).unwrap();
        let number = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let verdict: String = db
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(verdict, "ok", "round {round}");
        let format = number("PRAGMA user_version");
        assert!(
            format == 1 || format == crate::store::migrations::LATEST,
            "round {round}: format {format}"
        );
        seen.insert(format);
        drop(db);
        // The next start does what is left to do, and nothing is lost.
        let store = open(&folder_of_round);
        drop(store);
        let db = Connection::open(&database).unwrap();
        let now: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        let servers: i64 = db
            .query_row(
                "SELECT count(*) FROM servers WHERE id = 'a' AND enabled",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(
            (now, servers),
            (crate::store::migrations::LATEST, 1),
            "round {round}"
        );
    }
    assert_eq!(seen.len(), 2, "it was killed before and after: {seen:?}");
}
