//! Durable writes: a plain one, and the row that a call needs.

use crate::Anything;
use portcullis_api::RecordKind;
use portcullis_core::Redactor;
use portcullis_core::clock::SystemClock;
use portcullis_storage::audit::{Audit, Intended};
use portcullis_storage::store::Store;
use serde_json::json;
use std::sync::Arc;

/// A row of about the size of one in the record, made durable as the record makes it.
pub(crate) struct Durable {
    db: rusqlite::Connection,
    _folder: tempfile::TempDir,
}

impl Durable {
    pub(crate) fn open() -> Anything<Self> {
        let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
        let db = rusqlite::Connection::open(folder.path().join("rows.db"))?;
        db.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (seq INTEGER PRIMARY KEY, text TEXT);",
        )?;
        Ok(Self { db, _folder: folder })
    }

    pub(crate) fn write(&self) -> Anything<()> {
        self.db
            .execute("INSERT INTO rows (text) VALUES (?1)", ["x".repeat(700)])?;
        Ok(())
    }
}

/// The row that a call needs before it goes out, made durable by the record itself and by nothing else.
pub(crate) struct Row {
    pub(crate) audit: Audit,
    _folder: tempfile::TempDir,
}

impl Row {
    pub(crate) fn open() -> Anything<Self> {
        let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
        let opened = Store::open(folder.path(), Arc::new(SystemClock))?;
        let audit = Audit::new(opened.store, Arc::new(SystemClock), Redactor::default());
        Ok(Self {
            audit,
            _folder: folder,
        })
    }

    /// Writes the row of a call.
    pub(crate) async fn write(&self) -> Anything<()> {
        self.audit.intend(Self::numbered(0)).await?;
        Ok(())
    }

    /// The row of a call that can be told from others.
    pub(crate) fn numbered(number: u64) -> Intended {
        Intended {
            kind: RecordKind::Call,
            what: "echo".to_owned(),
            server: None,
            asked_by: "bench".to_owned(),
            tool: Some("echo".to_owned()),
            conversation: None,
            why: "No permission of yours covers this call.".to_owned(),
            rule: None,
            sent: Some(json!({"text": format!("hello number{number}")})),
            definition: Some("0".repeat(64)),
            shown: None,
            outcome: None,
        }
    }
}
