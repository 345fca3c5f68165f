//! A process that is killed while it writes (F-28). The process is this test program, started again.

use super::{clock, open};
use crate::store::Store;
use rusqlite::Connection;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = "PORTCULLIS_TEST_KILLED_WRITER";

/// Writes pairs of rows for ever, several at a time, and says each number once it was acknowledged.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run and killed by the test below"]
async fn writes_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let store = Store::open(Path::new(&folder), clock()).unwrap().store;
    let first: u64 = store
        .write(|db| {
            Ok(db.query_row("SELECT count(*) / 2 FROM settings", [], |row| {
                row.get::<_, i64>(0)
            })?)
        })
        .await
        .unwrap()
        .try_into()
        .unwrap();
    let next = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(first));
    let writer = |_| {
        let (store, next) = (store.clone(), std::sync::Arc::clone(&next));
        tokio::spawn(async move {
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                let key = format!("{number:08} {}", portcullis_core::ids::random());
                let written = key.clone();
                let pair = move |db: &Connection| {
                    let mut insert = db.prepare_cached("INSERT INTO settings VALUES (?1, '1')")?;
                    insert.execute([format!("{written} a")])?;
                    insert.execute([format!("{written} b")])?;
                    Ok(())
                };
                // In turns as one that can be run again, and as one that cannot.
                match number % 32 < 16 {
                    true => store.write_again(pair).await.unwrap(),
                    false => store.write(pair).await.unwrap(),
                }
                println!("acknowledged {key}");
            }
        })
    };
    futures::future::join_all((0..8).map(writer)).await;
}

// Proves F-28.
#[tokio::test]
async fn after_fifty_kills_every_acknowledged_write_is_there_and_none_is_half() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = Vec::new();
    for round in 0..50 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "store::tests::kill::writes_until_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Random, also "while it opens".
        let mut random = [0_u8; 1];
        getrandom::fill(&mut random).unwrap();
        let wanted = if round % 10 == 9 {
            0
        } else {
            usize::from(random[0])
        };
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut heard = 0;
        while heard < wanted {
            let line = lines
                .next()
                .expect("the writer writes until it is killed")
                .unwrap();
            // The test harness writes onto the same lines.
            if let Some((_, key)) = line.split_once("acknowledged ") {
                acknowledged.push(key.to_owned());
                heard += 1;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let rest = lines.map_while(Result::ok);
        acknowledged.extend(rest.filter_map(|line| {
            let (_, key) = line.split_once("acknowledged ")?;
            (key.len() == 41).then(|| key.to_owned())
        }));
    }
    let store = open(folder.path());
    store.close().await;
    let db = Connection::open(folder.path().join("portcullis.db")).unwrap();
    let verdict: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(verdict, "ok");
    assert!(
        acknowledged.len() > 500,
        "only {} writes were tried",
        acknowledged.len()
    );
    let mut has = db
        .prepare("SELECT count(*) FROM settings WHERE key IN (?1 || ' a', ?1 || ' b')")
        .unwrap();
    for key in &acknowledged {
        assert_eq!(
            has.query_row([key], |row| row.get::<_, i64>(0)).unwrap(),
            2,
            "{key}"
        );
    }
    let half: i64 = db
        .query_row(
            "SELECT count(*) FROM (SELECT substr(key, 1, 41) AS pair FROM settings GROUP BY pair HAVING count(*) <> 2)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(half, 0);
}

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
        let house = folder.path().join(format!("house {round}"));
        std::fs::create_dir(&house).unwrap();
        let database = house.join("portcullis.db");
        std::fs::copy(&template, &database).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "store::tests::kill::migrates_until_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(OLD, &house)
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
        let store = open(&house);
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
