//! What a run left open is ended by the next one (S-90). That a kill loses no row is proved in `tests/host/kills.rs` (F-28).

use super::{Room, call};
use crate::audit::{Decided, Ended};
use portcullis_domain::{Outcome, RecordFilter};

// Proves S-90.
#[tokio::test]
async fn only_what_earlier_runs_left_open_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    let left = room.audit.intend(call("Left")).await.unwrap();
    let done = room.audit.intend(call("Done")).await.unwrap();
    room.audit.end(done, Ended::new(Outcome::Done, "")).await.unwrap();
    room.store.close().await;

    let room = Room::open(folder.path());
    let living = room.audit.intend(call("Living")).await.unwrap();
    // True before it is ended, too.
    let outcome = async |seq| room.audit.detail(seq).await.unwrap().row.outcome;
    assert_eq!(outcome(left).await, Outcome::Interrupted);
    assert_eq!(room.audit.end_interrupted().await.unwrap(), 1);
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
