//! The record is edited (S-90), or it cannot be written (S-91).

use super::{Room, call, whole};
use crate::audit::{ChainAnchor, Ended, Head, Intended, KeychainHead, MENDED, chain};
use crate::store::record;
use portcullis_core::error::Code;
use portcullis_domain::{HeadCheck, Outcome, RecordKind, Verification};
use portcullis_l10n::say;
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
    verify_with(room, None).await
}

/// A check with what the keychain keeps.
async fn verify_with(room: &Room, kept: Option<ChainAnchor>) -> Verification {
    let keychain = KeychainHead::Read {
        kept: kept.map(|kept| kept.written()),
        name: "the keychain".to_owned(),
    };
    room.audit.verify(keychain, None).await.unwrap()
}

/// What a check finds after the file was edited without our triggers.
async fn after(folder: &Path, sql: &str) -> Verification {
    let db = Connection::open(folder.join("portcullis.db")).unwrap();
    db.execute_batch("DROP TRIGGER record_never_changes; DROP TRIGGER record_never_shrinks;")
        .unwrap();
    db.execute_batch("DROP TRIGGER record_only_grows;").unwrap();
    db.execute_batch(sql).unwrap();
    db.close().unwrap();
    verify(&Room::open(folder)).await
}

// Proves S-90.
#[tokio::test]
async fn a_row_cannot_be_changed_removed_or_replaced() {
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

// Proves S-90.
#[tokio::test]
async fn a_row_of_the_host_and_a_call_of_the_same_name_are_no_damage() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let of_the_host = Intended {
        kind: RecordKind::Host,
        ..call("Settings changed")
    };
    for row in [of_the_host, call(MENDED)] {
        let what = row.what.clone();
        let seq = room.audit.intend(row).await.unwrap();
        let detail = room.audit.detail(seq).await.unwrap();
        assert_eq!(detail.row.what.text, what, "it is shown as it was written");
    }
    let found = verify(&room).await;
    assert_eq!((found.first_broken, found.rows), (None, 2));
}

// Proves S-90.
#[tokio::test]
async fn a_page_that_cannot_be_read_is_damage_and_a_record_that_is_not_there_an_error() {
    let folder = tempfile::tempdir().unwrap();
    thirty_rows(folder.path()).await;
    let room = Room::open(folder.path());
    let path = folder.path().join("portcullis.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let marker = bytes
        .windows(11)
        .position(|found| found == b"marker-0004")
        .unwrap();
    // The head of the page says what it is.
    let page = marker - marker % 4_096;
    bytes[page..page + 8].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    let found = verify(&room).await;
    assert_eq!(found.first_broken, Some(found.rows + 1));
    assert!(found.rows < 13, "{found:?}");

    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    whole(&room.audit, "Write", Outcome::Done).await;
    let db = Connection::open(folder.path().join("portcullis.db")).unwrap();
    db.execute_batch("ALTER TABLE record RENAME TO gone").unwrap();
    let keychain = KeychainHead::Closed {
        name: "the keychain".to_owned(),
    };
    let error = room.audit.verify(keychain, None).await.unwrap_err();
    assert_ne!(error.code, Code::StoreCorrupt);
}

// Proves S-91.
#[tokio::test]
async fn an_end_that_cannot_be_written_at_the_start_is_an_error_and_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let seq = room.audit.intend(call("Left")).await.unwrap();
    room.store.close().await;
    let db = Connection::open(folder.path().join("portcullis.db")).unwrap();
    db.execute_batch("CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'no'); END")
        .unwrap();
    let room = Room::open(folder.path());
    room.audit.end_interrupted().await.unwrap_err();
    db.execute_batch("DROP TRIGGER full").unwrap();
    assert_eq!(room.audit.end_interrupted().await.unwrap(), 1);
    let row = room.audit.detail(seq).await.unwrap().row;
    assert_eq!(row.outcome, Outcome::Interrupted);
}

// Proves S-90.
#[tokio::test]
async fn one_flipped_byte_in_the_file_names_the_first_broken_row() {
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
    assert!(found.sentence.starts_with("Entry 13 "), "{}", found.sentence);
}

// Proves S-90.
#[tokio::test]
async fn every_cell_is_covered() {
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

// Proves S-90.
#[tokio::test]
async fn removed_swapped_and_cut_rows_are_found() {
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
        assert!(
            !found.sentence.contains("The chain is consistent"),
            "{}",
            found.sentence
        );
    }
}

/// Takes our triggers away and does something to the file.
fn without_triggers(folder: &Path, change: impl FnOnce(&Connection)) {
    let db = Connection::open(folder.join("portcullis.db")).unwrap();
    db.execute_batch(
        "DROP TRIGGER record_never_changes; DROP TRIGGER record_never_shrinks; DROP TRIGGER record_only_grows;",
    )
    .unwrap();
    change(&db);
    db.close().unwrap();
}

/// Computes the whole chain again, as an attacker who knows how.
fn recompute(db: &Connection) {
    let mut last = record::Head::default();
    let mut hashes = Vec::new();
    record::stream(db, |cells, _| {
        last = record::Head {
            seq: last.seq + 1,
            hash: chain::link(&last.hash, cells),
        };
        hashes.push(last);
        Ok(true)
    })
    .unwrap();
    for head in hashes {
        db.execute(
            "UPDATE record SET hash = ?2 WHERE seq = ?1",
            (head.seq.cast_signed(), head.hash),
        )
        .unwrap();
    }
    db.execute(
        "INSERT OR REPLACE INTO record_beside VALUES (0, ?1, ?2)",
        (last.seq.cast_signed(), last.hash),
    )
    .unwrap();
}

type Tamper = (&'static str, fn(&Connection));

const REPLACED: [Tamper; 3] = [
    ("a row was changed and the chain computed again", |db| {
        db.execute("UPDATE record SET what = 'Harmless' WHERE seq = 13", [])
            .unwrap();
        recompute(db);
    }),
    ("the end was cut off and the head set back", |db| {
        db.execute("DELETE FROM record WHERE seq > 20", []).unwrap();
        recompute(db);
    }),
    ("everything was emptied", |db| {
        db.execute_batch("DELETE FROM record; DELETE FROM record_beside;")
            .unwrap();
    }),
];

// Proves S-90.
#[tokio::test]
async fn a_record_that_fits_itself_but_not_the_keychain_is_found() {
    for (what, tamper) in REPLACED {
        let folder = tempfile::tempdir().unwrap();
        thirty_rows(folder.path()).await;
        let room = Room::open(folder.path());
        let kept = ChainAnchor {
            head: room.audit.head().await.unwrap(),
            restored: None,
        };
        let before = verify_with(&room, Some(kept.clone())).await;
        assert_eq!(before.kept, HeadCheck::Confirmed { through: 30 });
        assert_eq!(
            before.sentence,
            "The chain is consistent, and ends where the keychain says: 30 entries checked."
        );
        room.store.close().await;
        without_triggers(folder.path(), tamper);

        let room = Room::open(folder.path());
        let alone = verify(&room).await;
        assert_eq!(
            (alone.first_broken, alone.kept),
            (None, HeadCheck::None {}),
            "{what}"
        );
        assert!(
            alone
                .sentence
                .contains("cannot tell whether all of it was replaced"),
            "{what}: {}",
            alone.sentence
        );
        let found = verify_with(&room, Some(kept.clone())).await;
        assert_eq!(found.kept, HeadCheck::Differs { row: 30 }, "{what}");
        // The row that the keychain knows, or the first that is missing before it.
        let first = 30.min(found.rows + 1);
        assert_eq!(found.first_broken, Some(first), "{what}");
        assert!(
            found
                .sentence
                .contains("not the audit log that the keychain knows: entry 30"),
            "{what}: {}",
            found.sentence
        );
        let expected = room
            .audit
            .verify(
                KeychainHead::Closed {
                    name: "the keychain".to_owned(),
                },
                Some(kept.head),
            )
            .await
            .unwrap();
        assert_eq!(
            (expected.expected, expected.kept),
            (Some(false), HeadCheck::Unread {}),
            "{what}"
        );
        assert_eq!(expected.first_broken, Some(first), "{what}");
    }
}

// Proves S-90.
#[tokio::test]
async fn rows_that_the_keychain_does_not_know_yet_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    whole(&room.audit, "Write", Outcome::Done).await;
    let kept = ChainAnchor {
        head: room.audit.head().await.unwrap(),
        restored: None,
    };
    room.audit.intend(call("Newer")).await.unwrap();
    let found = verify_with(&room, Some(kept.clone())).await;
    assert_eq!(
        (found.first_broken, found.kept),
        (None, HeadCheck::Confirmed { through: 3 })
    );
    assert_eq!(
        found.sentence,
        "The chain is consistent: 4 entries checked. They are confirmed by the keychain up to entry 3; 1 newer entry is not confirmed yet."
    );
    let elsewhere = Head::parse(&kept.head.to_string()).unwrap();
    let found = room
        .audit
        .verify(
            KeychainHead::Closed {
                name: "the keychain".to_owned(),
            },
            Some(elsewhere),
        )
        .await
        .unwrap();
    assert_eq!((found.first_broken, found.expected), (None, Some(true)));
    assert!(
        found
            .sentence
            .contains("the keychain, which is locked or missing"),
        "{}",
        found.sentence
    );
    assert!(
        found.sentence.ends_with("Entry 3 matches the one that you gave."),
        "{}",
        found.sentence
    );
    // What is kept and is no head at all was not put there by us.
    let keychain = KeychainHead::Read {
        kept: Some("x".to_owned()),
        name: "the keychain".to_owned(),
    };
    let found = room.audit.verify(keychain, None).await.unwrap();
    assert_eq!(
        (found.first_broken, found.kept),
        (Some(0), HeadCheck::Differs { row: 0 })
    );
}

// Proves S-90.
#[tokio::test]
async fn a_start_ends_whatever_is_noted_beside_the_rows_and_says_that_it_was_changed() {
    for sql in [
        "UPDATE record_beside SET seq_or_ended = 0",
        "UPDATE record_beside SET seq_or_ended = 0, hash = zeroblob(32)",
        "UPDATE record_beside SET hash = x'01' WHERE operation = 0",
        "INSERT OR REPLACE INTO record_beside SELECT seq, 0, NULL FROM record; DELETE FROM record_beside WHERE operation = 0",
        "INSERT INTO record_beside VALUES (77, 0, NULL), (78, 1, NULL); DELETE FROM record_beside WHERE operation = 0",
        "DELETE FROM record WHERE seq > 20; UPDATE record_beside SET seq_or_ended = 0",
    ] {
        let folder = tempfile::tempdir().unwrap();
        thirty_rows(folder.path()).await;
        without_triggers(folder.path(), |db| db.execute_batch(sql).unwrap());
        let room = Room::open(folder.path());
        let ended =
            tokio::time::timeout(std::time::Duration::from_secs(20), room.audit.end_interrupted()).await;
        let ended = ended.expect("a start ends").unwrap();
        let seq = room.audit.once(call("After")).await.unwrap();
        let found = verify(&room).await;
        let mended = found
            .first_broken
            .expect("it is found at every check from then on");
        assert!(mended < seq, "{sql}");
        assert!(
            found.sentence.contains("changed outside of Portcullis"),
            "{sql}: {}",
            found.sentence
        );
        assert_eq!(room.audit.end_interrupted().await.unwrap(), 0, "{sql}: {ended}");
        assert_eq!(verify(&room).await.first_broken, Some(mended), "{sql}");
        // What was no open operation is not looked at again either.
        let run = room.audit.0.rows.run.clone();
        let open = room.store.read(move |db| record::unended(db, &run, 0, 100)).await;
        assert_eq!(open.unwrap(), Vec::<u64>::new(), "{sql}");
        let row = room.audit.detail(mended).await.unwrap().row;
        assert_eq!(row.what.text, say!("audit-end-changed-what"), "{sql}");
        // Everything is still found by its words.
        let filter = portcullis_domain::RecordFilter {
            text: Some("marker-0003".to_owned()),
            ..portcullis_domain::RecordFilter::default()
        };
        assert_eq!(
            room.audit.page(filter, None).await.unwrap().rows.len(),
            1,
            "{sql}"
        );
    }
}

// Proves S-90.
#[tokio::test]
async fn a_head_kept_elsewhere_shows_that_all_was_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    assert_eq!(room.audit.head().await.unwrap().seq, 0);
    whole(&room.audit, "Write", Outcome::Done).await;
    let head = room.audit.head().await.unwrap();
    let detail = room.audit.detail(1).await.unwrap();
    assert_eq!((head.seq, Some(head.hash)), (3, detail.outcome_hash));
}

// Proves S-91.
#[tokio::test]
async fn what_cannot_be_recorded_is_refused() {
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

// Proves S-90.
#[tokio::test]
async fn a_record_that_an_earlier_version_wrote_is_still_consistent() {
    let folder = tempfile::tempdir().unwrap();
    crate::store::tests::stored::put(folder.path());
    let room = Room::open(folder.path());
    let found = verify(&room).await;
    assert_eq!((found.first_broken, found.rows), (None, 8), "{}", found.sentence);
    assert_eq!(
        found.head.hash,
        "d6c6ab56e3ce383d86de957875c680931e2c417ec8813438db95b2e5cb568f8a"
    );
    // A task that its server goes on with is not interrupted by a start.
    assert_eq!(room.audit.end_interrupted().await.unwrap(), 0);
    let waiting = portcullis_domain::RecordFilter {
        outcome: Some(Outcome::Waiting),
        ..portcullis_domain::RecordFilter::default()
    };
    let page = room.audit.page(waiting, None).await.unwrap();
    assert_eq!(page.rows[0].outcome_words, "running as a task");
    let denied = room.audit.detail(6).await.unwrap();
    assert_eq!(
        (denied.row.outcome, denied.row.what.text.as_str()),
        (Outcome::Denied, "Erase every note")
    );
    assert_eq!(denied.row.tool.unwrap().text, "erase");
    let given = room.audit.given(3).await.unwrap();
    assert_eq!(given, None, "the row that gave it is not in the text");
    let filter = portcullis_domain::RecordFilter {
        text: Some("zoë".to_owned()),
        ..portcullis_domain::RecordFilter::default()
    };
    assert_eq!(room.audit.page(filter, None).await.unwrap().rows[0].seq, 3);
    room.audit.once(call("Goes on")).await.unwrap();
    assert_eq!(verify(&room).await.first_broken, None);
}
