//! The process is killed between the intention and the end (S-90). The process is this test program.

use super::{Room, call};
use crate::audit::{Decided, Ended};
use portcullis_domain::{Outcome, RecordFilter};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

const FOLDER: &str = "PORTCULLIS_TEST_KILLED_RECORD";

/// Writes calls forever, several at a time; says each row once it was acknowledged.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run and killed by the test below"]
async fn records_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let room = Arc::new(Room::open(Path::new(&folder)));
    let caller = |_| {
        let room = Arc::clone(&room);
        tokio::spawn(async move {
            loop {
                let seq = room.audit.intend(call("Killed")).await.unwrap();
                println!("acknowledged {seq} intended.");
                let decided = Decided {
                    why: "Allowed by a rule.".into(),
                    ..Decided::default()
                };
                room.audit.decide(seq, decided).await.unwrap();
                println!("acknowledged {seq} decided.");
                room.audit
                    .end(seq, Ended::new(Outcome::Done, "done"))
                    .await
                    .unwrap();
                println!("acknowledged {seq} ended.");
            }
        })
    };
    futures::future::join_all((0..8).map(caller)).await;
}

// Proves S-90.
#[tokio::test]
async fn a_kill_leaves_every_acknowledged_row_and_open_ones_end_as_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let mut healed = 0;
    for round in 1..=5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "audit::tests::healing::records_until_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut acknowledged = Vec::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let heard = |line: String| {
            let (seq, step) = line
                .split_once("acknowledged ")?
                .1
                .strip_suffix('.')?
                .split_once(' ')?;
            Some((seq.parse::<u64>().unwrap(), step.to_owned()))
        };
        while acknowledged.len() < 100 * round + 7 {
            acknowledged.extend(heard(lines.next().expect("it records until it is killed")));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.extend(lines.filter_map(heard));

        let room = Room::open(folder.path());
        healed += room.audit.heal().await.unwrap();
        assert_eq!(room.audit.heal().await.unwrap(), 0);
        for (seq, step) in acknowledged {
            let detail = room.audit.detail(seq).await.unwrap();
            match step.as_str() {
                "ended" => assert_eq!(detail.row.outcome, Outcome::Done, "row {seq}"),
                _ => assert!(
                    matches!(detail.row.outcome, Outcome::Done | Outcome::Interrupted),
                    "row {seq}"
                ),
            }
            if step != "intended" {
                assert_eq!(detail.why, "Allowed by a rule.", "row {seq}");
            }
        }
        let found = super::verify(&room.audit).await;
        assert_eq!(found.first_broken, None);
        assert_eq!(*room.audit.last().borrow(), found.rows);
        room.store.close().await;
    }
    assert!(healed > 0, "no kill came between an intention and its end");
}

// Proves S-90.
#[tokio::test]
async fn only_what_earlier_runs_left_open_is_healed() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let left = room.audit.intend(call("Left")).await.unwrap();
    let done = room.audit.intend(call("Done")).await.unwrap();
    room.audit.end(done, Ended::new(Outcome::Done, "")).await.unwrap();
    room.store.close().await;

    let room = Room::open(folder.path());
    let living = room.audit.intend(call("Living")).await.unwrap();
    // True before it is healed, too.
    let outcome = async |seq| room.audit.detail(seq).await.unwrap().row.outcome;
    assert_eq!(outcome(left).await, Outcome::Interrupted);
    assert_eq!(room.audit.heal().await.unwrap(), 1);
    assert_eq!(outcome(left).await, Outcome::Interrupted);
    assert_eq!(outcome(done).await, Outcome::Done);
    assert_eq!(outcome(living).await, Outcome::Waiting);
    let filter = |outcome| RecordFilter {
        outcome: Some(outcome),
        ..RecordFilter::default()
    };
    let seqs = async |outcome| -> Vec<u64> {
        let page = room.audit.page(filter(outcome), None).await.unwrap();
        page.rows.iter().map(|row| row.seq).collect()
    };
    assert_eq!(seqs(Outcome::Interrupted).await, [left]);
    assert_eq!(seqs(Outcome::Waiting).await, [living]);
}

// Proves S-90.
#[tokio::test]
async fn an_operation_has_one_decision_and_one_end() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let seq = room.audit.intend(call("Write")).await.unwrap();
    let decide = |why: &str| {
        room.audit.decide(
            seq,
            Decided {
                why: why.into(),
                ..Decided::default()
            },
        )
    };
    assert_eq!(decide("first").await.unwrap(), decide("second").await.unwrap());
    let end = |outcome| room.audit.end(seq, Ended::new(outcome, ""));
    assert_eq!(
        end(Outcome::Cancelled).await.unwrap(),
        end(Outcome::Done).await.unwrap()
    );
    let detail = room.audit.detail(seq).await.unwrap();
    assert_eq!(
        (detail.why.as_str(), detail.row.outcome),
        ("first", Outcome::Cancelled)
    );
    assert_eq!(super::verify(&room.audit).await.rows, 3);
    let unknown = room
        .audit
        .end(77, Ended::new(Outcome::Done, ""))
        .await
        .unwrap_err();
    assert_eq!(unknown.code, portcullis_core::error::Code::NotFound);
}
