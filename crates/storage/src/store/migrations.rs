//! The format of the database, step by step. A step that was released is never edited; the next one is added.
//!
//! Each table keeps its statements beside its queries; this file only puts them in order. All missing steps
//! run in one transaction, so an interrupted start leaves the old format whole (F-33). There is no way down
//! (F-32).

use super::{
    accounts, behavior, catalogs, conversations, costs, flows, found_tools, grants, media, pins, profiles,
    providers, record, roots, servers, settings, tasks, varying,
};
use crate::store::Result;
use portcullis_l10n::say;
use rusqlite::{Connection, TransactionBehavior};
use rusqlite_migration::{M, Migrations};

/// The format this version writes: the number of steps below.
pub(super) const LATEST: i64 = 21;
/// `PGAT` in ASCII, so that a file of another application is recognised (F-31).
pub(super) const APPLICATION: i64 = 0x5047_4154;

/// The steps.
fn steps() -> Vec<String> {
    vec![
        [
            servers::CREATE,
            pins::CREATE,
            grants::CREATE,
            settings::CREATE,
            conversations::CREATE,
            record::CREATE,
            super::writer::CREATE,
        ]
        .concat()
            + &format!("PRAGMA application_id = {APPLICATION};"),
        [servers::FIRST_LIST_AND_SECRETS, pins::BOUNDED].concat(),
        [roots::CREATE, servers::SAMPLING].concat(),
        accounts::CREATE.to_owned(),
        tasks::CREATE.to_owned(),
        grants::CONDITIONS.to_owned(),
        [providers::CREATE, conversations::MODELS].concat(),
        [conversations::BRANCHES, conversations::TEXT].concat(),
        flows::CREATE.to_owned(),
        [found_tools::CREATE, media::CREATE].concat(),
        record::FOUND_BY_THEIR_ENDS.to_owned(),
        varying::CREATE.to_owned(),
        [pins::REVIEWED, servers::MARK].concat(),
        [profiles::CREATE, servers::NOTE].concat(),
        catalogs::CREATE.to_owned(),
        [conversations::SECTIONS, costs::CREATE].concat(),
        behavior::CREATE.to_owned(),
        [conversations::compactions::CREATE, conversations::folders::CREATE].concat(),
        conversations::instructions::CREATE.to_owned(),
        [conversations::SPACED, record::SPACED].concat(),
        conversations::FILES.to_owned(),
    ]
}

/// Brings the database to [`LATEST`], all or nothing.
pub(super) fn migrate(db: &mut Connection) -> Result<()> {
    migrate_with(db, &steps())
}

/// Brings it to an older format, for tests of what comes after.
#[cfg(test)]
pub(super) fn migrate_to(db: &mut Connection, format: usize) -> Result<()> {
    migrate_with(db, &steps()[..format])
}

/// The same with steps of a test.
pub(super) fn migrate_with(db: &mut Connection, steps: &[String]) -> Result<()> {
    conversations::define(db)?;
    db.set_transaction_behavior(TransactionBehavior::Immediate);
    Migrations::new(steps.iter().map(|step| M::up(step)).collect())
        .to_latest(db)
        .map_err(|error| match error {
            rusqlite_migration::Error::RusqliteError { err, .. } => err.into(),
            other => super::failure::failed(say!("store-format", reason = other.to_string())).into(),
        })
}
