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
                let key = format!("{number:08} {}", crate::ids::random());
                let written = key.clone();
                store
                    .write(move |db| {
                        let mut insert = db.prepare_cached("INSERT INTO settings VALUES (?1, '1')")?;
                        insert.execute([format!("{written} a")])?;
                        insert.execute([format!("{written} b")])?;
                        Ok(())
                    })
                    .await
                    .unwrap();
                println!("acknowledged {key}");
            }
        })
    };
    futures::future::join_all((0..8).map(writer)).await;
}

#[tokio::test]
async fn f28_after_fifty_kills_every_acknowledged_write_is_there_and_none_is_half() {
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
