//! Maps errors of SQLite and the file system to error codes and messages.
//!
//! Only kinds that a driver treats differently get their own code; the rest is `store.failed`. A sentence
//! never contains a value from a row.

use portcullis_core::error::{Code, Error};
use rusqlite::ErrorCode;
use std::io;
use std::path::Path;

const NOT_WRITTEN: &str =
    "What was being saved was not saved, and nothing that must be recorded first will be done.";

/// The disk or its quota is full (F-30).
pub(super) fn full() -> Error {
    Error::new(
        Code::StoreFull,
        format!("The disk with Portcullis’s data is full. {NOT_WRITTEN}"),
    )
    .remedy("Free some space. Portcullis goes on by itself as soon as it can write again.")
}

/// File or folder cannot be written (F-34).
pub(super) fn read_only() -> Error {
    Error::new(
        Code::StoreReadOnly,
        format!("Portcullis may not write to its database. {NOT_WRITTEN}"),
    )
    .remedy("Make the data folder and the files in it writable for you.")
}

/// Damage found while running (F-31); damage found while opening is moved aside instead.
pub(super) fn corrupt() -> Error {
    Error::new(
        Code::StoreCorrupt,
        format!("Portcullis’s database is damaged. {NOT_WRITTEN}"),
    )
    .remedy("Restart Portcullis: it moves the damaged file aside and keeps it.")
}

/// Everything else.
pub(super) fn failed(what: impl std::fmt::Display) -> Error {
    Error::new(
        Code::StoreFailed,
        format!("The database did not work: {what}. {NOT_WRITTEN}"),
    )
    .remedy("Try again. If it stays, check the disk with the data folder.")
}

/// Somebody else writes to this data folder (F-33).
pub(super) fn in_use(folder: &Path) -> Error {
    Error::new(
        Code::StoreFailed,
        format!(
            "The data in “{}” is already in use by another Portcullis. Nothing was opened.",
            folder.display()
        ),
    )
    .remedy("Use the one that is running, quit it first, or choose another data folder.")
}

/// A link lies where we would write.
pub(super) fn link(path: &Path) -> Error {
    let path = portcullis_core::text::escape_line(&path.to_string_lossy()).text;
    Error::new(
        Code::StoreFailed,
        format!("“{path}” is a link, and Portcullis does not follow it. Nothing was opened."),
    )
    .remedy("Remove the link and start Portcullis again.")
}

/// Others can write to the data folder.
#[cfg(unix)]
pub(super) fn shared(folder: &Path) -> Error {
    let shown = portcullis_core::text::escape_line(&folder.to_string_lossy()).text;
    let quoted = shown.replace('\'', r"'\''");
    Error::new(
        Code::StoreFailed,
        format!(
            "Other users can write to the data folder “{shown}” and replace what you approved. Nothing was opened."
        ),
    )
    .remedy(format!("Run “chmod go-w '{quoted}'” and start Portcullis again."))
}

/// The data folder belongs to another user.
#[cfg(unix)]
pub(super) fn foreign(folder: &Path) -> Error {
    let shown = portcullis_core::text::escape_line(&folder.to_string_lossy()).text;
    Error::new(
        Code::StoreFailed,
        format!(
            "The data folder “{shown}” belongs to another user, who can replace what you approved. Nothing was opened."
        ),
    )
    .remedy("Set PORTCULLIS_DATA_DIR to a folder of your own and start Portcullis again.")
}

/// Written by a version we do not know (F-32).
pub(super) fn newer(found: i64, known: i64) -> Error {
    Error::new(
        Code::StoreNewer,
        format!(
            "The database was written by a newer Portcullis (format {found}; this one knows {known}). \
             It was not opened and nothing in it was changed."
        ),
    )
    .remedy("Start the newer version, or choose another data folder.")
}

/// The store was closed.
pub(super) fn closed() -> Error {
    Error::new(
        Code::StoreFailed,
        format!("Portcullis is quitting and its database is closed. {NOT_WRITTEN}"),
    )
}

/// A file operation of ours.
pub(super) fn file(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => read_only(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => full(),
        _ => failed(portcullis_core::causes::io(error)),
    }
}

/// Says whether an error is about the store itself rather than about one job.
pub(super) fn concerns_store(error: &Error) -> bool {
    matches!(
        error.code,
        Code::StoreFull | Code::StoreReadOnly | Code::StoreCorrupt | Code::StoreFailed
    )
}

/// Why a job with the database did not work: something of the database, or of whoever wrote the job.
#[derive(Debug)]
pub struct Failure(Error);

/// What a job with the database gives.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// What kind of thing did not work.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }
}

impl From<Failure> for Error {
    fn from(Failure(error): Failure) -> Self {
        error
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self(match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => full(),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => read_only(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => corrupt(),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                failed("another program keeps it busy")
            }
            Some(
                ErrorCode::SystemIoFailure | ErrorCode::FileLockingProtocolFailed | ErrorCode::OutOfMemory,
            ) => failed(error),
            // A constraint, a type, a statement: ours, not the disk's.
            _ => Error::internal(format!("a database statement was refused ({error})")),
        })
    }
}
