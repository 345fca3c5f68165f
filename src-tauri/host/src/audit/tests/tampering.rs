//! Somebody edits the record (S-90), or it cannot be written (S-91).

use super::{Room, call, whole};
use crate::audit::Ended;
use crate::error::Code;
use crate::view::{Outcome, Verification};
use rusqlite::Connection;
use std::path::Path;

/// A record of ten calls, thirty rows, in a closed file.
async fn thirty_rows(folder: &Path) {
    let room = Room::open(folder);
    for number in 0..10 {
        whole(
            &room.audit,
            &format!("Call {number} marker-{number:04}"),
            Outcome::Done,
        )
        .await;
    }
    assert_eq!(verify(&room).await.first_broken, None);
    room.store.close().await;
}

async fn verify(room: &Room) -> Verification {
    room.audit.verify().await.unwrap()
}

/// What a check finds after somebody worked on the file without our triggers.
async fn after(folder: &Path, sql: &str) -> Verification {
    let db = Connection::open(folder.join("portcullis.db")).unwrap();
    db.execute_batch("DROP TRIGGER record_never_changes; DROP TRIGGER record_never_shrinks;")
        .unwrap();
    db.execute_batch("DROP TRIGGER record_only_grows;").unwrap();
    db.execute_batch(sql).unwrap();
    db.close().unwrap();
    verify(&Room::open(folder)).await
}

#[tokio::test]
async fn s90_a_row_cannot_be_changed_removed_or_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    whole(&room.audit, "Write", Outcome::Denied).await;
    for sql in [
        "UPDATE record SET outcome = 'done' WHERE step = 2",
        "DELETE FROM record",
        "DELETE FROM record WHERE seq = 3",
        "INSERT OR REPLACE INTO record SELECT * FROM record WHERE seq = 1",
        "REPLACE INTO record SELECT seq + 10, operation, step, run, at, tick, kind, what, server, label, asked_by,
         tool, conversation, why, rule, sent, definition, shown, 'done', words, came_back, duration, hash
         FROM record WHERE seq = 3",
    ] {
        let refused = room.store.write(move |db| Ok(db.execute(sql, [])?)).await.unwrap_err();
        assert!(refused.sentence.contains("the record is only added to"), "{sql}: {refused}");
    }
    assert_eq!(verify(&room).await.rows, 3);
    assert_eq!(verify(&room).await.first_broken, None);
}

#[tokio::test]
async fn s90_one_flipped_byte_in_the_file_names_the_first_broken_row() {
    let folder = tempfile::tempdir().unwrap();
    thirty_rows(folder.path()).await;
    let path = folder.path().join("portcullis.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let mut flipped = 0;
    for at in 0..bytes.len() - 11 {
        if &bytes[at..at + 11] == b"marker-0004" {
            bytes[at] ^= 1;
            flipped += 1;
        }
    }
    assert!(flipped >= 1);
    std::fs::write(&path, bytes).unwrap();
    let found = verify(&Room::open(folder.path())).await;
    assert_eq!((found.first_broken, found.rows), (Some(13), 12));
    assert!(found.sentence.starts_with("Row 13 "), "{}", found.sentence);
}

#[tokio::test]
async fn s90_every_cell_is_covered() {
    let cells = [
        "operation = 999",
        "step = 0",
        "run = 'x'",
        "at = at + 1",
        "tick = tick + 1",
        "kind = 'host'",
        "what = 'x'",
        "server = NULL",
        "label = 'x'",
        "asked_by = 'x'",
        "tool = 'x'",
        "conversation = ''",
        "why = 'x'",
        "rule = 'x'",
        "sent = 'x'",
        "definition = 'x'",
        "shown = 'x'",
        "outcome = 'done'",
        "words = 'x'",
        "came_back = 'x'",
        "duration = 1",
        "hash = zeroblob(32)",
    ];
    for cell in cells {
        let folder = tempfile::tempdir().unwrap();
        thirty_rows(folder.path()).await;
        // Row 8 is a decision: most of its cells are empty.
        let found = after(folder.path(), &format!("UPDATE record SET {cell} WHERE seq = 8")).await;
        assert_eq!(found.first_broken, Some(8), "{cell}");
    }
}

#[tokio::test]
async fn s90_removed_swapped_and_cut_rows_are_found() {
    for (sql, broken) in [
        ("DELETE FROM record WHERE seq = 1", 1),
        ("DELETE FROM record WHERE seq = 17", 17),
        (
            "UPDATE record SET seq = 999 WHERE seq = 5; UPDATE record SET seq = 5 WHERE seq = 6;",
            5,
        ),
        ("DELETE FROM record WHERE seq > 28", 29),
        ("DELETE FROM record", 1),
        ("DELETE FROM record_beside WHERE operation = 0", 31),
    ] {
        let folder = tempfile::tempdir().unwrap();
        thirty_rows(folder.path()).await;
        let found = after(folder.path(), sql).await;
        assert_eq!(found.first_broken, Some(broken), "{sql}");
        assert!(!found.sentence.starts_with("Nothing"), "{}", found.sentence);
    }
}

#[tokio::test]
async fn s90_a_head_kept_elsewhere_shows_that_all_was_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    assert_eq!(room.audit.head().await.unwrap().seq, 0);
    whole(&room.audit, "Write", Outcome::Done).await;
    let head = room.audit.head().await.unwrap();
    let detail = room.audit.detail(1).await.unwrap();
    assert_eq!((head.seq, Some(head.hash)), (3, detail.outcome_hash));
}

#[tokio::test]
async fn s91_what_cannot_be_recorded_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let open = room.audit.intend(call("Before")).await.unwrap();
    let pages = |full: bool| {
        room.store.write(move |db| {
            let pages: i64 = if full {
                db.pragma_query_value(None, "page_count", |row| row.get(0))?
            } else {
                1 << 30
            };
            Ok(db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?)
        })
    };
    pages(true).await.unwrap();
    let mut written = 0;
    let refused = loop {
        match room.audit.intend(call(&"x".repeat(400))).await {
            Ok(_) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 1_000);
    };
    assert_eq!(refused.code, Code::StoreFull);
    assert_eq!(room.store.problem().unwrap().code, "store.full");
    pages(false).await.unwrap();
    room.audit.end(open, Ended::new(Outcome::Done, "")).await.unwrap();
    assert_eq!(room.store.problem(), None);
    let found = verify(&room).await;
    assert_eq!((found.rows, found.first_broken), (written + 2, None));
}
