//! The record against a curious reader, a run that was cut off, a full disk and a program that edits the file.

mod exporting;
mod hiding;
mod interrupted;
mod reading;
mod tampering;
mod together;

use super::{Audit, Decided, Ended, Intended};
use crate::store::Store;
use portcullis_core::Redactor;
use portcullis_core::clock::{Clock, ManualClock};
use portcullis_core::ids::ServerId;
use portcullis_domain::{Outcome, RecordKind};
use std::path::Path;
use std::sync::Arc;

/// A record in a folder, and what it stands on.
struct Room {
    store: Store,
    clock: Arc<ManualClock>,
    redactor: Redactor,
    audit: Audit,
}

impl Room {
    fn open(folder: &Path) -> Self {
        let clock = Arc::new(ManualClock::at(1_795_164_031_000));
        let opened = Store::open(folder, clock.clone()).unwrap();
        assert_eq!(opened.remarks, []);
        let redactor = Redactor::default();
        let audit = Audit::new(
            opened.store.clone(),
            Arc::clone(&clock) as Arc<dyn Clock>,
            redactor.clone(),
        );
        Self {
            store: opened.store,
            clock,
            redactor,
            audit,
        }
    }
}

/// A call of a tool, as `calls` writes it.
fn call(what: &str) -> Intended {
    Intended {
        kind: RecordKind::Call,
        what: what.into(),
        server: Some((ServerId::from("s1"), "Project files".into())),
        asked_by: "you".into(),
        tool: Some("write_file".into()),
        conversation: None,
        why: String::new(),
        rule: None,
        sent: Some(serde_json::json!({"path": "/tmp/report.txt"})),
        definition: Some("d1".into()),
        shown: None,
        outcome: None,
    }
}

/// A call from the intention to the end.
async fn whole(audit: &Audit, what: &str, outcome: Outcome) -> u64 {
    let seq = audit.intend(call(what)).await.unwrap();
    audit
        .decide(
            seq,
            Decided {
                why: "Allowed by you.".into(),
                ..Decided::default()
            },
        )
        .await
        .unwrap();
    audit
        .end(
            seq,
            Ended {
                duration: Some(12),
                ..Ended::new(outcome, "said so")
            },
        )
        .await
        .unwrap();
    seq
}

/// A check of the chain alone.
async fn verify(audit: &Audit) -> portcullis_domain::Verification {
    let keychain = super::KeychainHead::Closed {
        name: "the keychain".to_owned(),
    };
    audit.verify(keychain, None).await.unwrap()
}
