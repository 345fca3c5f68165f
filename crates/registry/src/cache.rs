//! The copy of a registry on this computer: the latest version of each server, in a file of its own, searched without a network.
//!
//! The file belongs to one address and holds nothing that cannot be fetched again: for another address it is emptied, and one that
//! is damaged or of another version is deleted and made again.

use crate::entry::{RegistryEntry, of_document};
use crate::limits;
use portcullis_core::text::spaced;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::RegistryStatus;
use portcullis_l10n::say;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Row, params};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The version of the tables.
const VERSION: i64 = 3;
/// How long one connection waits for the other.
const BUSY: Duration = Duration::from_secs(5);

/// [`limits::MATCHES`], as SQLite takes it.
const MATCHES: i64 = limits::MATCHES as i64;

/// A word of a name or a title counts for as much as several in a description.
const RANKED: &str =
    "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY bm25(words, 10.0, 8.0, 1.0) LIMIT ?2";

const CREATE: &str = "
CREATE TABLE about (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    deleted INTEGER NOT NULL,
    published_at INTEGER,
    round INTEGER NOT NULL,
    said TEXT NOT NULL,
    document TEXT NOT NULL
) STRICT;
CREATE TABLE icons (
    source TEXT PRIMARY KEY NOT NULL,
    image BLOB,
    fetched_at INTEGER NOT NULL
) STRICT;
CREATE INDEX entries_by_time ON entries (deleted, published_at DESC);
CREATE VIRTUAL TABLE words USING fts5(
    name, title, description, content = '', contentless_delete = 1, prefix = '1 2 3',
    tokenize = 'unicode61 remove_diacritics 2'
);
";

/// The copy. Its functions block.
pub struct RegistryCache {
    address: String,
    writing: Mutex<Connection>,
    reading: Mutex<Connection>,
}

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheState {
    /// Servers in it, without those that were withdrawn.
    pub servers: u32,
    /// When it was last complete, ms since 1970.
    pub updated_at: Option<u64>,
    /// When everything was last asked for.
    pub full_at: Option<u64>,
    /// From when changes are asked for next.
    pub(crate) since: Option<u64>,
}

/// What a search found, best first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoundEntries {
    /// At most [`limits::MATCHES`].
    pub entries: Vec<RegistryEntry>,
    /// How many there are.
    pub count: u32,
}

impl RegistryCache {
    /// Opens the copy of the registry at an address, or makes one.
    ///
    /// # Errors
    /// `store.*` where the file can neither be used nor be made again.
    pub fn open(path: &Path, address: &str) -> Result<Self> {
        match Self::opened(path, address) {
            Ok(cache) => Ok(cache),
            Err(error) => {
                tracing::warn!(%error, "the copy of the registry is made anew");
                Self::delete(path)?;
                Self::opened(path, address).map_err(|error| failed(&error))
            }
        }
    }

    /// Deletes the file, where there is one.
    ///
    /// # Errors
    /// `store.failed`.
    pub fn delete(path: &Path) -> Result<()> {
        for ending in ["", "-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            match fs::remove_file(PathBuf::from(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    let why = portcullis_core::causes::io(&error);
                    return Err(Error::new(Code::StoreFailed, say!("copy-not-deleted", why)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn opened(path: &Path, address: &str) -> rusqlite::Result<Self> {
        let db = connect(path)?;
        let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            db.execute_batch(CREATE)?;
            db.pragma_update(None, "user_version", VERSION)?;
        } else if version != VERSION {
            return Err(rusqlite::Error::InvalidQuery);
        }
        let cache = Self {
            address: address.to_owned(),
            writing: Mutex::new(db),
            reading: Mutex::new(connect(path)?),
        };
        if cache.about("address")?.as_deref() != Some(address) {
            cache.empty(address)?;
        }
        // A damaged file is found here, and not in the middle of a search.
        cache.search_rows("a")?;
        Ok(cache)
    }

    fn empty(&self, address: &str) -> rusqlite::Result<()> {
        let mut db = locked(&self.writing);
        let change = db.transaction()?;
        change.execute_batch(
            "DELETE FROM entries; INSERT INTO words (words) VALUES ('delete-all'); DELETE FROM about; DELETE FROM icons;",
        )?;
        set(&change, "address", address)?;
        change.commit()
    }

    /// An update that was stopped must not write into what is another copy by now.
    pub(crate) fn check_address(&self, db: &Connection) -> rusqlite::Result<()> {
        match about(db, "address")? == Some(self.address.clone()) {
            true => Ok(()),
            false => Err(rusqlite::Error::InvalidQuery),
        }
    }

    pub(crate) fn writing(&self) -> &Mutex<Connection> {
        &self.writing
    }

    pub(crate) fn reading(&self) -> MutexGuard<'_, Connection> {
        locked(&self.reading)
    }

    fn about(&self, key: &str) -> rusqlite::Result<Option<String>> {
        about(&locked(&self.reading), key)
    }

    /// How far it is.
    ///
    /// # Errors
    /// `store.*`.
    pub fn state(&self) -> Result<CacheState> {
        let db = locked(&self.reading);
        let read = || -> rusqlite::Result<CacheState> {
            let number = |key: &str| -> rusqlite::Result<Option<u64>> {
                Ok(about(&db, key)?.and_then(|text| text.parse().ok()))
            };
            Ok(CacheState {
                servers: db
                    .prepare_cached("SELECT count(*) FROM entries WHERE deleted = 0")?
                    .query_row([], |row| row.get(0))?,
                updated_at: number("updated_at")?,
                full_at: number("full_at")?,
                since: number("since")?,
            })
        };
        read().map_err(|error| failed(&error))
    }

    /// The number of the next round of copying. What an earlier one did not finish is done again by this one.
    pub(crate) fn begin_round(&self) -> Result<i64> {
        let db = locked(&self.writing);
        let begin = || -> rusqlite::Result<i64> {
            let before: i64 = about(&db, "round")?
                .and_then(|text| text.parse().ok())
                .unwrap_or(0);
            let round = before.saturating_add(1);
            set(&db, "round", &round.to_string())?;
            Ok(round)
        };
        begin().map_err(|error| failed(&error))
    }

    /// Takes over the servers of a reply.
    pub(crate) fn take(&self, entries: &[RegistryEntry], round: i64) -> Result<()> {
        let mut db = locked(&self.writing);
        let mut take = || -> rusqlite::Result<()> {
            let change = db.transaction()?;
            self.check_address(&change)?;
            let mut room = {
                let count: u32 = change.query_row("SELECT count(*) FROM entries", [], |row| row.get(0))?;
                limits::ENTRIES.saturating_sub(usize::try_from(count).unwrap_or(usize::MAX))
            };
            for entry in entries.iter().filter(|entry| !entry.is_outdated) {
                let known: Option<i64> = change
                    .prepare_cached("SELECT id FROM entries WHERE name = ?1")?
                    .query_row([&entry.name], |row| row.get(0))
                    .optional()?;
                if known.is_none() && room == 0 {
                    continue;
                }
                if known.is_none() {
                    room -= 1;
                }
                put(&change, known, entry, round)?;
            }
            change.commit()
        };
        take().map_err(|error| failed(&error))
    }

    /// The round is complete. One that asked for everything forgets what it did not meet.
    pub(crate) fn end_round(&self, round: i64, is_full: bool, now: u64, since: u64) -> Result<()> {
        let mut db = locked(&self.writing);
        let mut end = || -> rusqlite::Result<()> {
            let change = db.transaction()?;
            self.check_address(&change)?;
            if is_full {
                change.execute(
                    "DELETE FROM words WHERE rowid IN (SELECT id FROM entries WHERE round <> ?1)",
                    [round],
                )?;
                change.execute("DELETE FROM entries WHERE round <> ?1", [round])?;
                set(&change, "full_at", &now.to_string())?;
            }
            set(&change, "since", &since.to_string())?;
            set(&change, "updated_at", &now.to_string())?;
            change.commit()
        };
        end().map_err(|error| failed(&error))
    }

    /// The server of exactly this name, also one that was withdrawn.
    ///
    /// # Errors
    /// `store.*`.
    pub fn entry(&self, name: &str) -> Result<Option<RegistryEntry>> {
        let db = locked(&self.reading);
        named(&db, name).map_err(|error| failed(&error))
    }

    /// Searches names, titles and descriptions: each word is the beginning of one there. Without words, what was published last.
    ///
    /// # Errors
    /// `store.*`.
    pub fn search(&self, words: &str) -> Result<FoundEntries> {
        self.search_rows(words).map_err(|error| failed(&error))
    }

    fn search_rows(&self, words: &str) -> rusqlite::Result<FoundEntries> {
        let db = locked(&self.reading);
        let words: String = words.trim().chars().take(limits::WORDS.0).collect();
        let exact = named(&db, &words)?;
        let (ids, count) = match query(&words) {
            Some(query) => {
                let mut ranked = db.prepare_cached(RANKED)?;
                let ids = ranked.query_map(params![query, MATCHES], |row| row.get(0))?;
                let ids: Vec<i64> = ids.collect::<rusqlite::Result<_>>()?;
                let count: u32 = db
                    .prepare_cached("SELECT count(*) FROM words WHERE words MATCH ?1")?
                    .query_row([&query], |row| row.get(0))?;
                (ids, count)
            }
            None if words.is_empty() => {
                let mut latest = db.prepare_cached(
                    "SELECT id FROM entries WHERE deleted = 0 ORDER BY published_at DESC LIMIT ?1",
                )?;
                let ids = latest.query_map([MATCHES], |row| row.get(0))?;
                let ids: Vec<i64> = ids.collect::<rusqlite::Result<_>>()?;
                let count = db
                    .prepare_cached("SELECT count(*) FROM entries WHERE deleted = 0")?
                    .query_row([], |row| row.get(0))?;
                (ids, count)
            }
            None => (Vec::new(), 0),
        };
        let mut found = FoundEntries {
            entries: Vec::new(),
            count,
        };
        if let Some(exact) = exact {
            // One that was withdrawn is not among the words.
            found.count += u32::from(exact.status == RegistryStatus::Deleted);
            found.entries.push(exact);
        }
        let mut get = db.prepare_cached("SELECT document, said FROM entries WHERE id = ?1")?;
        for id in ids {
            let entry = get.query_row([id], entry_of).optional()?.flatten();
            let is_new = |entry: &RegistryEntry| found.entries.iter().all(|other| other.name != entry.name);
            if let Some(entry) = entry.filter(is_new) {
                found.entries.push(entry);
            }
        }
        found.entries.truncate(limits::MATCHES);
        Ok(found)
    }
}

/// What a search asks of the index: quoted words of letters and digits alone, so that nothing of it is a command. Letters that are
/// indexed one by one have to follow each other.
fn query(words: &str) -> Option<String> {
    let words = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .take(limits::WORDS.1)
        .map(|word| format!("\"{}\"*", spaced(word)))
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn put(db: &Connection, known: Option<i64>, entry: &RegistryEntry, round: i64) -> rusqlite::Result<()> {
    let is_deleted = entry.status == RegistryStatus::Deleted;
    let document = entry.document.to_string();
    let said = json!({
        "status": match entry.status {
            RegistryStatus::Active => "active",
            RegistryStatus::Deprecated => "deprecated",
            RegistryStatus::Deleted => "deleted",
        },
        "statusMessage": entry.status_message,
        "publishedAt": entry.published_at.map(crate::times::format),
        "updatedAt": entry.updated_at.map(crate::times::format),
    })
    .to_string();
    let published = entry.published_at.and_then(|time| i64::try_from(time).ok());
    let values = params![entry.name, is_deleted, published, round, said, document];
    let id = match known {
        Some(id) => {
            db.prepare_cached("DELETE FROM words WHERE rowid = ?1")?
                .execute([id])?;
            db.prepare_cached(
                "UPDATE entries SET deleted = ?2, published_at = ?3, round = ?4, said = ?5, document = ?6 WHERE name = ?1",
            )?
            .execute(values)?;
            id
        }
        None => {
            db.prepare_cached(
                "INSERT INTO entries (name, deleted, published_at, round, said, document) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(values)?;
            db.last_insert_rowid()
        }
    };
    if !is_deleted {
        db.prepare_cached("INSERT INTO words (rowid, name, title, description) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![
                id,
                entry.name,
                spaced(&entry.title),
                spaced(&entry.description)
            ])?;
    }
    Ok(())
}

fn named(db: &Connection, name: &str) -> rusqlite::Result<Option<RegistryEntry>> {
    let mut get = db.prepare_cached("SELECT document, said FROM entries WHERE name = ?1")?;
    Ok(get.query_row([name], entry_of).optional()?.flatten())
}

/// What was kept is read as it was when it came.
fn entry_of(row: &Row<'_>) -> rusqlite::Result<Option<RegistryEntry>> {
    let (document, said): (String, String) = (row.get(0)?, row.get(1)?);
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    Ok(parsed(&document)
        .zip(parsed(&said))
        .and_then(|(document, said)| of_document(document, &said)))
}

fn about(db: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    db.prepare_cached("SELECT value FROM about WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()
}

fn set(db: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO about VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )?
    .execute((key, value))?;
    Ok(())
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    // SQLite makes its other files with the mode of this one.
    let mut file = fs::OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    // It may be there already; any other fault is told by SQLite.
    _ = file.open(path);
    let db = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.busy_timeout(BUSY)?;
    db.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    // What a power cut takes is fetched again.
    db.pragma_update(None, "synchronous", "NORMAL")?;
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "cell_size_check", true)?;
    db.pragma_update(None, "temp_store", "memory")?;
    db.pragma_update(None, "journal_size_limit", 16 << 20)?;
    db.pragma_update_and_check(None, "max_page_count", limits::FILE_PAGES, |_| Ok(()))?;
    Ok(db)
}

pub(crate) fn locked(db: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // A change that was not committed is taken back automatically.
    db.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn failed(error: &rusqlite::Error) -> Error {
    let (code, sentence) = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            (Code::StoreCorrupt, say!("copy-damaged"))
        }
        Some(ErrorCode::DiskFull) => (Code::StoreFull, say!("copy-full")),
        _ => (Code::StoreFailed, say!("copy-failed")),
    };
    tracing::warn!(%error, "the copy of the registry was not used");
    Error::new(code, sentence)
}
