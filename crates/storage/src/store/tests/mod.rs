//! The store against a real disk, a full one, a damaged file and a killed process.
#![allow(
    clippy::disallowed_methods,
    reason = "the killed process is this test program itself"
)]

mod accounts;
mod behavior;
mod branches;
mod compactions;
mod conversations;
mod costs;
mod damage;
mod filled;
mod flows;
#[cfg(unix)]
mod folder;
mod full;
mod grants;
mod kill;
mod pins;
mod restore;
pub(crate) mod stored;
mod stored_18;
mod tables;
mod talk;
mod tasks;
mod writing;

use super::Store;
use super::backups::KeptUrls;
use portcullis_core::clock::{Clock, SystemClock};
use portcullis_domain::{Endpoint, NamedValue, ServerDraft};
use std::path::Path;
use std::sync::Arc;

/// The clock of tests that do not care.
pub(crate) fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}

/// Opens a store that must open without a remark.
pub(crate) fn open(folder: &Path) -> Store {
    let opened = Store::open(folder, clock()).unwrap();
    assert_eq!(opened.remarks, []);
    opened.store
}

/// What a restore keeps without a question.
pub(crate) fn kept_urls() -> KeptUrls {
    KeptUrls {
        registry: "https://registry.example/".to_owned(),
        is_here: |address| address.starts_with("http://127.0.0.1:"),
    }
}

/// A server with a secret and a plain variable.
pub(crate) fn draft(label: &str) -> ServerDraft {
    let value = |name: &str, value: &str, secret| NamedValue {
        name: name.into(),
        value: Some(value.into()),
        secret,
    };
    ServerDraft {
        environment: vec![
            value("API_KEY", "canary-4f1c", true),
            value("MODE", "quiet", false),
        ],
        ..ServerDraft::unfenced(
            label,
            Endpoint::Command {
                program: "node".into(),
                arguments: vec!["server.js".into()],
                folder: None,
            },
        )
    }
}
