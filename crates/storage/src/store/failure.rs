//! Maps errors of SQLite and the file system to error codes and messages.
//!
//! Only kinds that a driver treats differently get their own code; the rest is `store.failed`. A sentence
//! never contains a value from a row.

use portcullis_core::error::{Code, Error};
use portcullis_l10n::say;
use rusqlite::ErrorCode;
use std::io;
use std::path::Path;

/// The disk or its quota is full (F-30).
pub(super) fn full() -> Error {
    Error::new(Code::StoreFull, say!("store-full")).remedy(say!("store-full-remedy"))
}

/// File or folder cannot be written (F-34).
pub(super) fn read_only() -> Error {
    Error::new(Code::StoreReadOnly, say!("store-read-only")).remedy(say!("store-read-only-remedy"))
}

/// Damage found while running (F-31); damage found while opening is moved aside instead.
pub(super) fn corrupt() -> Error {
    Error::new(Code::StoreCorrupt, say!("store-corrupt")).remedy(say!("store-corrupt-remedy"))
}

/// Everything else.
pub(super) fn failed(what: impl std::fmt::Display) -> Error {
    Error::new(Code::StoreFailed, say!("store-failed", reason = what.to_string()))
        .remedy(say!("store-failed-remedy"))
}

/// A write that was not made. What failed is said of reads and backups too, which change nothing.
pub(super) fn unwritten(error: Error) -> Error {
    with_effect(error, |cause| say!("store-unwritten", cause))
}

/// A backup that was not made.
pub(super) fn not_backed_up(error: Error) -> Error {
    let sentence = match error.code {
        Code::StoreFull => say!("store-backup-full"),
        Code::StoreReadOnly => say!("store-backup-read-only"),
        _ => return with_effect(error, |cause| say!("store-backup-unmade", cause)),
    };
    Error { sentence, ..error }
}

fn with_effect(error: Error, words: impl FnOnce(&str) -> String) -> Error {
    match concerns_store(&error) {
        true => Error {
            sentence: words(&error.sentence),
            ..error
        },
        false => error,
    }
}

/// A backup that is not restored. The database in use is as it was.
pub(super) fn backup_refused(why: impl std::fmt::Display) -> Error {
    Error::new(
        Code::StoreFailed,
        say!("store-backup-refused", reason = why.to_string()),
    )
    .remedy(say!("store-backup-refused-remedy"))
}

/// Another program writes to this data folder (F-33).
pub(super) fn in_use(folder: &Path) -> Error {
    Error::new(
        Code::StoreFailed,
        say!("store-in-use", folder = folder.display().to_string()),
    )
    .remedy(say!("store-in-use-remedy"))
}

/// A link lies where we would write.
pub(super) fn link(path: &Path) -> Error {
    let path = portcullis_core::text::escape_line(&path.to_string_lossy()).text;
    Error::new(Code::StoreFailed, say!("store-link", path)).remedy(say!("store-link-remedy"))
}

/// Others can write to the data folder.
#[cfg(unix)]
pub(super) fn shared(folder: &Path) -> Error {
    let shown = portcullis_core::text::escape_line(&folder.to_string_lossy()).text;
    let quoted = shown.replace('\'', r"'\''");
    Error::new(Code::StoreFailed, say!("store-writable", folder = shown))
        .remedy(say!("store-writable-remedy", folder = quoted))
}

/// The data folder belongs to another user.
#[cfg(unix)]
pub(super) fn foreign(folder: &Path) -> Error {
    let shown = portcullis_core::text::escape_line(&folder.to_string_lossy()).text;
    Error::new(Code::StoreFailed, say!("store-foreign", folder = shown)).remedy(say!("store-foreign-remedy"))
}

/// Written by a version we do not know (F-32).
pub(super) fn newer(found: i64, known: i64) -> Error {
    Error::new(Code::StoreNewer, say!("store-newer", found, known)).remedy(say!("store-newer-remedy"))
}

/// The store was closed.
pub(super) fn closed() -> Error {
    Error::new(Code::StoreFailed, say!("store-closed"))
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

/// Why a job with the database did not work: something of the database, or of the job itself.
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
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => failed(say!("store-busy")),
            Some(
                ErrorCode::SystemIoFailure | ErrorCode::FileLockingProtocolFailed | ErrorCode::OutOfMemory,
            ) => failed(error),
            // A constraint, a type, a statement: ours, not the disk's.
            _ => Error::internal(format!("a database statement was refused ({error})")),
        })
    }
}
