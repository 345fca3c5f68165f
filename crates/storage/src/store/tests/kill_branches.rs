//! A process that is killed while a conversation grows, branches and is indexed (F-28). The process is this test program,
//! started again.

use super::{clock, open};
use crate::store::Store;
use crate::store::conversations::{self, ConversationRow};
use portcullis_domain::{Message, Part, Speaker};
use rusqlite::Connection;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = "PORTCULLIS_TEST_KILLED_TALKER";

fn words(message: &Message) -> String {
    message
        .parts
        .iter()
        .map(|part| match part {
            Part::Words { text } => text.as_str(),
            _ => "",
        })
        .collect()
}

/// Says and answers for ever, each third time on a branch of its own; says what was acknowledged as whole.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run and killed by the test below"]
async fn talks_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let store = Store::open(Path::new(&folder), clock()).unwrap().store;
    store.write(conversations::heal).await.unwrap();
    for round in 0_u32.. {
        let said = format!("said{}", portcullis_core::ids::random());
        let text = said.clone();
        let seq = store
            .write(move |db| {
                let row = ConversationRow {
                    id: "c".to_owned(),
                    title: "Talk".to_owned(),
                    model: "demo".to_owned(),
                    model_id: "demo".to_owned(),
                    servers: [].into(),
                    created_at: 1,
                    updated_at: 2,
                };
                conversations::put(db, &row)?;
                let leaf = conversations::leaf(db, "c")?;
                let after = match leaf {
                    Some(leaf) if round % 3 == 2 => {
                        conversations::message(db, "c", leaf)?.and_then(|it| it.parent)
                    }
                    leaf => leaf,
                };
                let place = conversations::place(db, "c", after)?;
                let message = Message {
                    seq: place.seq,
                    speaker: Speaker::Model,
                    at: 3,
                    parts: vec![Part::Words { text }],
                    streaming: true,
                    by: None,
                    parent: place.parent,
                    branch: None,
                };
                conversations::put_told(db, "c", &message, &[])?;
                Ok(place.seq)
            })
            .await
            .unwrap();
        // It grows, and is whole in the end.
        for piece in 0..4 {
            store
                .write(move |db| {
                    let Some(mut message) = conversations::message(db, "c", seq)? else {
                        panic!("it was there")
                    };
                    message.parts.push(Part::Words {
                        text: format!(" piece{piece}"),
                    });
                    message.streaming = piece < 3;
                    conversations::put_told(db, "c", &message, &[])
                })
                .await
                .unwrap();
        }
        println!("acknowledged {seq} {said}");
    }
}

// Proves F-28.
#[tokio::test]
async fn a_crash_at_any_moment_loses_at_most_the_words_still_streaming_on_any_branch() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = Vec::new();
    for round in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "store::tests::kill_branches::talks_until_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut heard = 0;
        while heard < 3 + round {
            let line = lines.next().expect("it talks until it is killed").unwrap();
            if let Some((_, said)) = line.split_once("acknowledged ") {
                acknowledged.push(said.to_owned());
                heard += 1;
            }
        }
        // Another moment each time.
        let mut random = [0_u8; 2];
        getrandom::fill(&mut random).unwrap();
        std::thread::sleep(std::time::Duration::from_micros(
            u64::from(u16::from_le_bytes(random)) / 8,
        ));
        child.kill().unwrap();
        child.wait().unwrap();
        // The harness may have written onto the last line.
        let rest = lines.map_while(Result::ok);
        acknowledged.extend(rest.filter_map(|line| {
            let (_, said) = line.split_once("acknowledged ")?;
            let (_, word) = said.split_once(' ')?;
            (word.len() == "said".len() + 32).then(|| said.to_owned())
        }));
    }
    let store = open(folder.path());
    let cut = store.write(conversations::heal).await.unwrap();
    assert!(cut.len() <= 1, "one was being written at most: {cut:?}");
    store.close().await;
    let db = Connection::open(folder.path().join("portcullis.db")).unwrap();
    let verdict: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(verdict, "ok");
    db.execute_batch("INSERT INTO messages_text (messages_text) VALUES ('integrity-check')")
        .unwrap();
    let number = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(
        number(
            "SELECT count(*) FROM messages m WHERE parent IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM messages p WHERE p.conversation_id = m.conversation_id AND p.seq = m.parent)"
        ),
        0,
        "whatever is said follows something that is there"
    );
    assert_eq!(
        number("SELECT count(*) FROM messages_text_docsize"),
        number("SELECT count(*) FROM messages"),
        "every message is in the index once"
    );
    let all = conversations::all(&db, "c").unwrap();
    let leaf = conversations::leaf(&db, "c").unwrap();
    assert_eq!(
        leaf,
        all.last().map(|last| last.seq),
        "what was said last is shown"
    );
    assert!(acknowledged.len() > 200, "only {}", acknowledged.len());
    let mut branches = std::collections::HashMap::<_, u32>::new();
    for message in &all {
        *branches.entry(message.parent).or_default() += 1;
    }
    assert!(branches.values().any(|count| *count > 1), "it branched");
    for line in &acknowledged {
        let (seq, said) = line.split_once(' ').unwrap();
        let message = conversations::message(&db, "c", seq.parse().unwrap())
            .unwrap()
            .unwrap_or_else(|| panic!("{seq} was lost"));
        assert_eq!(words(&message), format!("{said} piece0 piece1 piece2 piece3"));
        let found = conversations::find(&db, &[said.to_owned()], None, 5).unwrap();
        assert_eq!(found.len(), 1, "{said}");
    }
}
