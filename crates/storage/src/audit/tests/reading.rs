//! Pages, filters, search and detail.

use super::{Room, call, whole};
use crate::audit::{Decided, Ended, Format, Intended};
use crate::limits;
use crate::store::record;
use portcullis_domain::{Outcome, RecordFilter, RecordKind};
use serde_json::json;

async fn all(room: &Room, filter: RecordFilter) -> Vec<u64> {
    let (mut seqs, mut before) = (Vec::new(), None);
    loop {
        let page = room.audit.page(filter.clone(), before).await.unwrap();
        assert!(page.rows.len() <= limits::RECORD_PAGE);
        seqs.extend(page.rows.iter().map(|row| row.seq));
        before = page.next;
        if before.is_none() {
            return seqs;
        }
    }
}

fn text(text: &str) -> RecordFilter {
    RecordFilter {
        text: Some(text.into()),
        ..RecordFilter::default()
    }
}

#[tokio::test]
async fn pages_hold_every_operation_once_newest_first() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let mut wanted = Vec::new();
    for number in 0..limits::RECORD_PAGE * 2 + 1 {
        wanted.push(whole(&room.audit, &format!("Call {number}"), Outcome::Done).await);
    }
    wanted.reverse();
    assert_eq!(all(&room, RecordFilter::default()).await, wanted);
    assert_eq!(all(&room, text("call")).await, wanted);
    let outcome = RecordFilter {
        outcome: Some(Outcome::Done),
        ..RecordFilter::default()
    };
    assert_eq!(all(&room, outcome).await, wanted);
    let page = room.audit.page(RecordFilter::default(), None).await.unwrap();
    assert_eq!(page.total, wanted.len() as u64 * 3);
    assert_eq!(*room.audit.last().borrow(), page.total);
}

#[tokio::test]
async fn filters_narrow_and_combine() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let done = whole(&room.audit, "Read café menu", Outcome::Done).await;
    let denied = whole(&room.audit, "Write", Outcome::Denied).await;
    let other = Intended {
        kind: RecordKind::Launch,
        server: Some(("s2".into(), "Weather".into())),
        sent: None,
        outcome: Some((Outcome::Done, "ready in 0.4 s".into())),
        ..call("Started")
    };
    let launch = room.audit.once(other).await.unwrap();
    let open = room.audit.intend(call("Open report")).await.unwrap();
    let server = |id: &str| RecordFilter {
        server: Some(id.into()),
        ..RecordFilter::default()
    };
    let outcome = |outcome| RecordFilter {
        outcome: Some(outcome),
        ..RecordFilter::default()
    };
    let kind = |kind, filter| RecordFilter {
        kind: Some(kind),
        ..filter
    };
    let cases = [
        (server("s1"), vec![open, denied, done]),
        (server("s2"), vec![launch]),
        (kind(RecordKind::Launch, RecordFilter::default()), vec![launch]),
        (
            kind(RecordKind::Call, RecordFilter::default()),
            vec![open, denied, done],
        ),
        (kind(RecordKind::Launch, server("s2")), vec![launch]),
        (kind(RecordKind::Launch, server("s1")), vec![]),
        (kind(RecordKind::Call, server("s1")), vec![open, denied, done]),
        (outcome(Outcome::Done), vec![launch, done]),
        (outcome(Outcome::Waiting), vec![open]),
        (
            RecordFilter {
                server: Some("s1".into()),
                ..outcome(Outcome::Done)
            },
            vec![done],
        ),
        (kind(RecordKind::Call, outcome(Outcome::Done)), vec![done]),
        (kind(RecordKind::Launch, outcome(Outcome::Done)), vec![launch]),
        (kind(RecordKind::Launch, outcome(Outcome::Waiting)), vec![]),
        (text("REPORT"), vec![open, denied, done]),
        (text("report.txt write"), vec![open, denied, done]),
        (text("weath"), vec![launch]),
        (text("CAFE"), vec![done]),
        (text("ready 0.4"), vec![launch]),
        (text("allowed"), vec![denied, done]),
        (text("\"OR * NEAR( ' -"), vec![]),
        (text(" -- "), vec![open, launch, denied, done]),
        (text("nowhere"), vec![]),
        (
            RecordFilter {
                outcome: Some(Outcome::Denied),
                ..text("report")
            },
            vec![denied],
        ),
        (
            RecordFilter {
                outcome: Some(Outcome::Waiting),
                ..text("report")
            },
            vec![open],
        ),
        (
            RecordFilter {
                server: Some("s2".into()),
                ..text("report")
            },
            vec![],
        ),
    ];
    for (filter, wanted) in cases {
        assert_eq!(all(&room, filter.clone()).await, wanted, "{filter:?}");
    }
}

#[tokio::test]
async fn what_only_begins_has_not_ended_whatever_its_row_says() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let row = Intended {
        outcome: Some((Outcome::Done, "done".into())),
        ..call("Write")
    };
    let seq = room.audit.intend(row).await.unwrap();
    let outcome = async || room.audit.detail(seq).await.unwrap().row.outcome;
    assert_eq!(outcome().await, Outcome::Waiting);
    let ended = Ended::new(Outcome::Failed, "failed".to_owned());
    room.audit.end(seq, ended).await.unwrap();
    assert_eq!(outcome().await, Outcome::Failed);
}

#[tokio::test]
async fn a_detail_joins_the_rows_of_an_operation() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let seq = room
        .audit
        .intend(Intended {
            shown: Some("before".into()),
            ..call("Write")
        })
        .await
        .unwrap();
    let waiting = room.audit.detail(seq).await.unwrap();
    assert_eq!(
        (waiting.row.outcome, waiting.outcome_hash),
        (Outcome::Waiting, None)
    );
    room.clock.advance(400);
    let decided = Decided {
        why: "Allowed by you, for an hour.".into(),
        rule: Some("g1".into()),
        shown: Some("after".into()),
        sent: Some(json!({"path": "edited"})),
    };
    let decision = room.audit.decide(seq, decided).await.unwrap();
    assert_eq!(
        room.audit.detail(seq).await.unwrap().row.outcome_words,
        "allowed · running"
    );
    let ended = Ended {
        came_back: Some("2 blocks".into()),
        duration: Some(31),
        ..Ended::new(Outcome::Done, "done")
    };
    let end = room.audit.end(seq, ended).await.unwrap();
    let detail = room.audit.detail(seq).await.unwrap();
    assert_eq!(detail.row.at, 1_795_164_031_000);
    assert_eq!(detail.row.server_label.as_deref(), Some("Project files"));
    assert_eq!(
        (
            detail.row.outcome,
            detail.row.outcome_words.as_str(),
            detail.row.duration
        ),
        (Outcome::Done, "done", Some(31))
    );
    assert_eq!(detail.why, "Allowed by you, for an hour.");
    assert_eq!(detail.sent.as_ref().unwrap().text, r#"{"path":"edited"}"#);
    assert_eq!(
        (detail.came_back.as_deref(), detail.definition.as_deref()),
        (Some("2 blocks"), Some("d1"))
    );
    assert_eq!(detail.shown.as_deref(), Some("after"));
    assert_eq!(
        (detail.hash.len(), detail.outcome_hash.as_ref().unwrap().len()),
        (64, 64)
    );
    // Any row of it leads to it.
    assert_eq!(room.audit.detail(decision).await.unwrap(), detail);
    assert_eq!(room.audit.detail(end).await.unwrap(), detail);
}

// Proves F-17.
#[tokio::test]
async fn an_edited_call_keeps_both_versions_in_its_detail_and_in_the_export() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let edited = async |kind, before: serde_json::Value, after: Option<serde_json::Value>| {
        let row = Intended {
            kind,
            sent: Some(before),
            ..call("Write")
        };
        let seq = room.audit.intend(row).await.unwrap();
        let decided = Decided {
            sent: after,
            ..Decided::default()
        };
        room.audit.decide(seq, decided).await.unwrap();
        room.audit
            .end(seq, Ended::new(Outcome::Done, "done"))
            .await
            .unwrap();
        let detail = room.audit.detail(seq).await.unwrap();
        let names: Vec<_> = detail.edited.into_iter().map(|name| name.text).collect();
        let asked = detail.asked_for.map(|asked| asked.text);
        (asked, detail.sent.unwrap().text, names)
    };
    let (before, after) = (
        json!({"mode": 1, "old": true, "path": "/a"}),
        json!({"mode": 1, "new": null, "path": "/b"}),
    );
    assert_eq!(
        edited(RecordKind::Call, before.clone(), Some(after.clone())).await,
        (
            Some(before.to_string()),
            after.to_string(),
            vec!["new".to_owned(), "old".to_owned(), "path".to_owned()]
        )
    );
    assert_eq!(
        edited(RecordKind::Call, before.clone(), None).await,
        (None, before.to_string(), vec![])
    );
    let parts = (
        json!([{"text": "a"}, {"text": "b"}]),
        json!([{"text": "a"}, {"text": "c"}]),
    );
    assert_eq!(
        edited(RecordKind::Sampling, parts.0.clone(), Some(parts.1.clone())).await,
        (
            Some(parts.0.to_string()),
            parts.1.to_string(),
            vec!["2".to_owned()]
        )
    );
    let form = edited(RecordKind::Elicitation, before.clone(), Some(after.clone())).await;
    assert_eq!(
        (form.0, form.2),
        (Some(before.to_string()), vec![]),
        "an answer is no other version of its question"
    );
    let long = json!({"text": "a".repeat(2 * limits::RECORD_SENT)});
    let cut = edited(RecordKind::Call, long, Some(after.clone())).await;
    assert_eq!(cut.2, Vec::<String>::new(), "what was cut is not compared");
    let (lines, _) = room.audit.export(Format::JsonLines, Vec::new()).await.unwrap();
    let lines = String::from_utf8(lines).unwrap();
    for version in [before, after] {
        let cell = json!(version.to_string()).to_string();
        assert!(lines.contains(&format!("\"sent\":{cell}")), "{lines}");
    }
}

#[tokio::test]
async fn a_clock_that_jumps_back_changes_no_order() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let early = room.audit.intend(call("First")).await.unwrap();
    let clock = std::sync::Arc::new(portcullis_core::clock::ManualClock::at(1_000));
    let back = crate::audit::Audit::new(room.store.clone(), clock, room.redactor.clone());
    let late = back.intend(call("Second")).await.unwrap();
    let page = room.audit.page(RecordFilter::default(), None).await.unwrap();
    assert_eq!(
        page.rows.iter().map(|row| row.seq).collect::<Vec<_>>(),
        [late, early]
    );
    assert!(page.rows[0].at < page.rows[1].at);
    assert_eq!(super::verify(&room.audit).await.first_broken, None);
}

#[tokio::test]
async fn the_text_index_keeps_up_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let calls = (0..limits::RECORD_UNINDEXED * 2).map(|n| {
        let audit = room.audit.clone();
        async move { whole(&audit, &format!("Call {n}"), Outcome::Done).await }
    });
    futures::future::join_all(calls).await;
    room.audit.index_all().await;
    assert_eq!(pending(&room).await, 0);
    assert_eq!(all(&room, text("call")).await.len(), limits::RECORD_UNINDEXED * 2);
}

/// How many operations the text index does not have yet.
async fn pending(room: &Room) -> i64 {
    let count = |db: &rusqlite::Connection| {
        Ok(db.query_row("SELECT count(*) FROM record_pending", [], |row| row.get(0))?)
    };
    room.store.read(count).await.unwrap()
}

#[tokio::test]
async fn the_text_index_takes_a_step_by_itself_when_it_is_large_enough() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let before = limits::RECORD_UNINDEXED - 1;
    for number in 0..before {
        room.audit.once(call(&format!("Call {number}"))).await.unwrap();
    }
    assert_eq!(pending(&room).await, i64::try_from(before).unwrap());
    room.audit.once(call("The last")).await.unwrap();
    let indexed = async {
        while pending(&room).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), indexed)
        .await
        .expect("it is indexed");
}

#[tokio::test]
async fn what_waits_for_the_text_index_is_counted_up_to_what_makes_a_step() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    for _ in 0..2 {
        room.audit.once(call("Ended")).await.unwrap();
    }
    room.audit.intend(call("Going on")).await.unwrap();
    let enough = async |least| {
        let waits = move |db: &rusqlite::Connection| record::waits(db, least);
        room.store.read(waits).await.unwrap()
    };
    let found = [enough(1).await, enough(2).await, enough(3).await];
    assert_eq!(found, [true, true, false], "what goes on does not wait for it");
}

// Proves S-89.
#[tokio::test]
async fn a_detail_counts_the_characters_that_its_arguments_show_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    for (text, shown, hidden) in [
        ("a\u{1b}b\u{202e}c", r"a\u001bb\u202ec", 2),
        ("\u{e0041}", r"\udb40\udc41", 1),
        (r"C:\users\ada", r"C:\\users\\ada", 0),
    ] {
        let row = Intended {
            sent: Some(json!({ "text": text })),
            ..call(r"Write to C:\users")
        };
        let seq = room.audit.intend(row).await.unwrap();
        let found = room.audit.detail(seq).await.unwrap();
        let sent = found.sent.unwrap();
        assert_eq!(
            (sent.text, sent.hidden),
            (format!(r#"{{"text":"{shown}"}}"#), hidden)
        );
        assert_eq!(found.row.what.hidden, 0);
    }
}

#[tokio::test]
async fn words_inside_a_run_of_chinese_are_found_in_the_index_too() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let seq = whole(&room.audit, "读取会议纪要 (notes)", Outcome::Done).await;
    room.audit.index_all().await;
    assert_eq!(pending(&room).await, 0);
    for words in ["会议", "纪要", "要", "会议 notes", "notes"] {
        assert_eq!(all(&room, text(words)).await, [seq], "{words}");
    }
    assert_eq!(all(&room, text("议会")).await, Vec::<u64>::new());
}

// Proves F-33.
#[tokio::test]
async fn an_index_of_an_earlier_format_with_chinese_in_it_is_filled_again() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let mut wanted = Vec::new();
    for number in 0..limits::RECORD_UNINDEXED {
        let row = Intended {
            outcome: Some((Outcome::Done, String::new())),
            ..call(&format!("读取会议纪要 {number}"))
        };
        wanted.push(room.audit.once(row).await.unwrap());
    }
    wanted.reverse();
    let going = room.audit.intend(call("Going on")).await.unwrap();
    room.audit.index_all().await;
    // As format 19 had them: each run of letters is one word.
    room.store
        .write(|db| {
            Ok(db.execute_batch(
                "INSERT INTO record_text (record_text) VALUES ('delete-all');
                 INSERT INTO record_text (rowid, text, marks) SELECT seq, what, '' FROM record WHERE outcome IS NOT NULL;
                 DROP TABLE messages_text_left;
                 PRAGMA user_version = 19;",
            )?)
        })
        .await
        .unwrap();
    assert_eq!(all(&room, text("会议")).await, Vec::<u64>::new());
    room.store.close().await;
    let room = Room::open(folder.path());
    assert_eq!(all(&room, text("会议")).await, wanted, "before it is filled");
    assert_eq!(room.audit.end_interrupted().await.unwrap(), 1);
    let filled = async {
        while pending(&room).await > 1 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), filled)
        .await
        .expect("it is filled by itself");
    assert_eq!(all(&room, text("会议")).await, wanted);
    assert_eq!(all(&room, text("going")).await, [going]);
}

#[tokio::test]
async fn a_page_that_is_full_exactly_is_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    for number in 0..limits::RECORD_PAGE {
        room.audit.once(call(&format!("Call {number}"))).await.unwrap();
    }
    let page = room.audit.page(RecordFilter::default(), None).await.unwrap();
    assert_eq!((page.rows.len(), page.next), (limits::RECORD_PAGE, None));
}

#[tokio::test]
async fn what_has_not_ended_is_found_behind_many_others() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let needle = room.audit.intend(call("Needle")).await.unwrap();
    let others = (0..limits::RECORD_UNINDEXED + 10).map(|_| room.audit.intend(call("Hay")));
    futures::future::join_all(others).await;
    assert_eq!(all(&room, text("needle")).await, [needle]);
}

#[tokio::test]
async fn what_has_not_ended_says_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let seq = room.audit.intend(call("Read")).await.unwrap();
    let words = async || room.audit.detail(seq).await.unwrap().row.outcome_words;
    assert_eq!(words().await, "not finished yet");
    room.audit.decide(seq, Decided::default()).await.unwrap();
    assert_eq!(words().await, "allowed · running");
    room.audit
        .end(seq, Ended::new(Outcome::Done, "said so"))
        .await
        .unwrap();
    assert_eq!(words().await, "said so");
}

#[tokio::test]
async fn the_calls_of_a_tool_come_back_newest_first() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let with = |tool: &str, sent: serde_json::Value| Intended {
        tool: Some(tool.into()),
        sent: Some(sent),
        ..call("Call")
    };
    room.audit.once(with("write", json!({"n": 1}))).await.unwrap();
    room.clock.advance(1_000);
    room.audit.once(with("write", json!({"n": 2}))).await.unwrap();
    room.audit.once(with("read", json!({"n": 3}))).await.unwrap();
    // What was cut is no JSON any more.
    let long = json!({"n": "x".repeat(limits::RECORD_SENT)});
    room.audit.once(with("write", long)).await.unwrap();
    let calls = room
        .audit
        .calls_of("s1".into(), "write".to_owned())
        .await
        .unwrap();
    let (times, sent): (Vec<u64>, Vec<_>) = calls.into_iter().unzip();
    assert_eq!(sent, [json!({"n": 2}), json!({"n": 1})]);
    assert_eq!(times[0] - times[1], 1_000);
}

#[tokio::test]
async fn the_last_number_only_grows_and_is_told_when_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    assert_eq!(room.audit.written(), None);
    let mut last = room.audit.last();
    let mut told = |seq| {
        room.audit.announce(seq);
        let changed = last.has_changed().unwrap();
        (changed, *last.borrow_and_update())
    };
    assert_eq!(told(5), (true, 5));
    assert_eq!(told(5), (false, 5));
    assert_eq!(told(3), (false, 5));
    let seq = room.audit.intend(call("Read")).await.unwrap();
    assert_eq!(room.audit.written().map(|head| head.seq), Some(seq));
}

// Proves TOL-07.
#[tokio::test]
async fn a_call_names_the_permission_that_allowed_it() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let grant = Intended {
        kind: RecordKind::Grant,
        rule: Some("p1".into()),
        ..call("Always allowed")
    };
    let row = room.audit.once(grant).await.unwrap();
    let seq = room.audit.intend(call("Read")).await.unwrap();
    assert_eq!(room.audit.given(seq).await.unwrap(), None);
    let decided = Decided {
        rule: Some("p1".into()),
        ..Decided::default()
    };
    room.audit.decide(seq, decided).await.unwrap();
    let given = room.audit.given(seq).await.unwrap().unwrap();
    assert_eq!((given.permission.as_str(), given.row), ("p1", row));
    assert_eq!(
        (given.sentence.as_str(), given.by.as_str()),
        ("Always allowed", "you")
    );
    assert_eq!(given.revoked_at, None);
    // The row of its end has the words of the language that Portcullis spoke then.
    let ended = Intended {
        kind: RecordKind::Grant,
        rule: Some("p1".into()),
        outcome: Some((Outcome::Done, "已撤销".into())),
        ..call("Always allowed")
    };
    let end = room.audit.once(ended).await.unwrap();
    let ended_at = room.audit.detail(end).await.unwrap().row.at;
    let given = room.audit.given(seq).await.unwrap().unwrap();
    assert_eq!((given.row, given.revoked_at), (row, Some(ended_at)));
}
