//! Finding, checking and opening the database file. Called once per start, by [`super::Store::open`].
//!
//! Deletes nothing but the copy of a backup that an earlier host did not finish: what cannot be used is moved aside under a name
//! with the time in it (F-31). Looks before it touches: a file that is refused was only opened for reading (F-32), unless a
//! rollback journal was left beside it.

use super::{backups, failure, migrations, settings, wal};
use crate::limits;
use crate::store::Result;
use portcullis_core::calendar;
use portcullis_core::error::{Code, Error};
use portcullis_l10n::say;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// File name of the database.
const DATABASE: &str = "portcullis.db";
/// File that is locked while a host uses the folder, and that remembers how the last one ended.
const LOCK: &str = "portcullis.lock";
/// What the lock file says after an orderly end.
const CLEAN: &[u8] = b"closed\n";

/// Lock on the data folder, released when dropped (F-33).
#[derive(Debug)]
pub(super) struct FolderLock {
    file: File,
    /// The last host on this folder did not close it.
    unclean: bool,
}

impl FolderLock {
    /// Notes an orderly end.
    pub(super) fn close(mut self) {
        // Not being able to note it only means a longer check next time.
        _ = self.note(CLEAN);
        // Closing alone would not let go while a child that is just being started still has a copy of the file.
        _ = self.file.unlock();
    }

    fn note(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(text)
    }
}

/// What is at the path of the database.
enum FileState {
    Nothing,
    Ours,
    Newer(i64),
    Unusable(Unusable),
}

/// Why a database cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unusable {
    Damaged,
    OtherApplication,
}

impl Unusable {
    fn in_words(self) -> String {
        match self {
            Self::Damaged => say!("store-damaged"),
            Self::OtherApplication => say!("store-other-application"),
        }
    }
}

/// An open database, and what a person must know about how it came to be.
pub(super) struct OpenedDatabase {
    pub(super) db: Connection,
    pub(super) path: PathBuf,
    pub(super) remarks: Vec<Error>,
}

/// Makes the folder if needed and takes it.
pub(super) fn hold(folder: &Path) -> Result<FolderLock> {
    make_folder(folder).map_err(|error| failure::file(&error))?;
    #[cfg(unix)]
    refuse_shared(folder, rustix::process::geteuid().as_raw())?;
    #[cfg(windows)]
    super::owner::alone(folder).map_err(|error| failure::file(&error))?;
    let mut file = open_lock(&folder.join(LOCK))?;
    match take(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(failure::in_use(folder).into()),
        Err(TryLockError::Error(error)) => {
            return Err(
                failure::failed(say!("store-lock", reason = portcullis_core::causes::io(&error))).into(),
            );
        }
    }
    let mut before = Vec::new();
    file.read_to_end(&mut before)
        .map_err(|error| failure::file(&error))?;
    let mut hold = FolderLock {
        file,
        unclean: before != CLEAN,
    };
    hold.note(b"open\n").map_err(|error| failure::file(&error))?;
    Ok(hold)
}

/// Opens the file that is locked. It is written to, so a link in its place is not followed.
fn open_lock(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    let options = private(options.read(true).write(true).create(true).truncate(false));
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    options
        .open(path)
        .map_err(|error| match fs::symlink_metadata(path) {
            Ok(there) if there.is_symlink() => failure::link(path).into(),
            _ => failure::file(&error).into(),
        })
}

/// A user who may write to the folder could put another database in place of ours.
#[cfg(unix)]
fn refuse_shared(folder: &Path, me: u32) -> Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let about = fs::metadata(folder).map_err(|error| failure::file(&error))?;
    match others_can_write(about.mode(), about.uid(), me) {
        Some(Others::Owner) => Err(failure::foreign(folder).into()),
        Some(Others::Mode) => Err(failure::shared(folder).into()),
        None => Ok(()),
    }
}

/// Why others than this account can write to a folder.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq)]
enum Others {
    /// It belongs to another account.
    Owner,
    /// Its mode lets them.
    Mode,
}

/// Who else can write to a folder. Root can write anywhere, so it may own it. In a sticky folder others may still add.
#[cfg(unix)]
fn others_can_write(mode: u32, owner: u32, me: u32) -> Option<Others> {
    const OTHERS_WRITE: u32 = 0o022;
    if ![0, me].contains(&owner) {
        return Some(Others::Owner);
    }
    (mode & OTHERS_WRITE != 0).then_some(Others::Mode)
}

/// Takes the lock, or waits a moment for one that its owner left behind.
fn take(file: &File) -> Result<(), TryLockError> {
    let until = Instant::now() + limits::STORE_HELD;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < until => {
                std::thread::sleep(limits::STORE_HELD / 100);
            }
            other => return other,
        }
    }
}

/// Opens the database in a folder that is held.
pub(super) fn open(folder: &Path, hold: &FolderLock, now: u64) -> Result<OpenedDatabase> {
    let path = folder.join(DATABASE);
    tighten(&path);
    if let Err(error) = backups::remove_cut_off(folder) {
        // It takes up room and nothing else, and the next start tries again.
        tracing::warn!(%error, "the rest of a copy was not removed");
    }
    move_left_journals(&path, now)?;
    roll_back(&path);
    let restored = put_restored_in_place(&path, now)?;
    let mut remarks = Vec::new();
    match look(&path, hold)? {
        FileState::Nothing | FileState::Ours => {}
        FileState::Newer(found) => return Err(failure::newer(found, migrations::LATEST).into()),
        FileState::Unusable(why) => {
            let backups = backups::folder(&path);
            let aside = move_aside(&path, "damaged", now)?;
            // Kept apart from those to come, which would take their place one by one.
            backups::set_apart(&backups, &stamp(now))?;
            remarks.push(unusable(why, &aside));
        }
    }
    let mut db = connect(&path)?;
    migrations::migrate(&mut db)?;
    if let Some(sentence) = restored {
        let remedy = match settings::get(&db, backups::LOST_PROVIDERS)?.unwrap_or(false) {
            true => say!("store-restored-providers-remedy"),
            false => say!("store-restored-remedy"),
        };
        remarks.insert(0, Error::new(Code::StoreRestored, sentence).remedy(remedy));
    }
    Ok(OpenedDatabase { db, path, remarks })
}

/// A backup that was made ready to be restored takes the place of the database, which is kept. A host that ends
/// anywhere in between finds the rest to do at its next start. Returns what a person is told.
fn put_restored_in_place(path: &Path, now: u64) -> Result<Option<String>> {
    let ready = path.with_file_name(backups::READY);
    if !ready.exists() {
        return Ok(None);
    }
    let aside = if path.exists() {
        Some(move_aside(path, "replaced", now)?)
    } else {
        None
    };
    fs::rename(&ready, path).map_err(|error| failure::file(&error))?;
    sync_folder(path.parent()).map_err(|error| failure::file(&error))?;
    Ok(Some(match aside {
        Some(aside) => say!("store-restored-kept", file = aside.display().to_string()),
        None => say!("store-restored"),
    }))
}

/// A new name in a folder lasts once the folder is on disk as well.
pub(super) fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = folder {
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _: Option<&Path> = folder;
    Ok(())
}

/// A connection that cannot write.
pub(super) fn reader(path: &Path) -> Result<Connection> {
    let db = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.busy_timeout(limits::STORE_BUSY)?;
    db.pragma_update(None, "trusted_schema", false)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// An empty file only its owner may read, for SQLite to fill; its journals take over the mode.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create_new(true)).open(path)
}

fn look(path: &Path, hold: &FolderLock) -> Result<FileState> {
    let bytes = match fs::metadata(path) {
        Ok(file) if !file.is_file() => {
            return Err(failure::failed(say!("store-other-thing")).into());
        }
        Ok(file) => file.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileState::Nothing),
        Err(error) => return Err(failure::file(&error).into()),
    };
    if bytes == 0 {
        return Ok(FileState::Nothing);
    }
    match examine(path, hold.unclean || bytes <= limits::STORE_CHECK_BYTES) {
        Err(error) if error.code() == Code::StoreCorrupt => Ok(FileState::Unusable(Unusable::Damaged)),
        other => other,
    }
}

fn examine(path: &Path, thorough: bool) -> Result<FileState> {
    let db = reader(path)?;
    let number = |name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application == 0 && version == 0 && tables == 0 {
        return Ok(FileState::Nothing);
    }
    if application != migrations::APPLICATION {
        return Ok(FileState::Unusable(Unusable::OtherApplication));
    }
    if version > migrations::LATEST {
        return Ok(FileState::Newer(version));
    }
    if thorough {
        let verdict: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if verdict != "ok" {
            return Ok(FileState::Unusable(Unusable::Damaged));
        }
    }
    Ok(FileState::Ours)
}

/// Whether a file is a whole database of ours that this version can open: everything is read. An error says what is wrong with it
/// in the words of `failed`.
pub(super) fn verify(path: &Path, failed: fn(String) -> Error) -> Result<()> {
    match examine(path, true)? {
        FileState::Ours => Ok(()),
        FileState::Newer(found) => Err(failure::newer(found, migrations::LATEST).into()),
        FileState::Nothing => Err(failed(say!("store-empty")).into()),
        FileState::Unusable(why) => Err(failed(why.in_words()).into()),
    }
}

fn connect(path: &Path) -> Result<Connection> {
    match private_file(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            return Err(failure::file(&error).into());
        }
        _ => {}
    }
    let db = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    // SQLite falls back to reading without a word.
    if db.is_readonly("main")? {
        return Err(failure::read_only().into());
    }
    db.busy_timeout(limits::STORE_BUSY)?;
    let journal: String = db.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if journal != "wal" {
        return Err(failure::failed(say!("store-drive")).into());
    }
    // FULL: an acknowledged decision survives a power cut (F-29). `fullfsync` is what that takes on macOS.
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "fullfsync", true)?;
    db.pragma_update(None, "foreign_keys", true)?;
    // With this, a row that REPLACE would push out still meets the triggers that refuse it (S-90).
    db.pragma_update(None, "recursive_triggers", true)?;
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "cell_size_check", true)?;
    db.pragma_update(None, "temp_store", "memory")?;
    db.pragma_update(None, "journal_size_limit", 64 << 20)?;
    wal::take_over(&db);
    db.pragma_update(None, "cache_size", -16_384)?;
    db.set_prepared_statement_cache_capacity(128);
    Ok(db)
}

/// Takes a file that was copied here from everybody but its owner, before SQLite gives its journals the same
/// mode. One that belongs to another user stays as it is.
fn tighten(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if let Ok(file) = fs::metadata(path)
            && file.permissions().mode() & 0o077 != 0
        {
            let owner_only = fs::Permissions::from_mode(file.permissions().mode() & 0o700);
            _ = fs::set_permissions(path, owner_only);
        }
    }
    #[cfg(not(unix))]
    let _: &Path = path;
}

/// Renames the database and its journals, and says to what. They stay together so that they can still be read.
fn move_aside(path: &Path, what: &str, now: u64) -> Result<PathBuf> {
    let stamp = stamp(now);
    let name = |round: u32| match round {
        0 => format!("portcullis-{stamp}.{what}.db"),
        _ => format!("portcullis-{stamp}-{round}.{what}.db"),
    };
    let aside = (0..1_000)
        .map(|round| path.with_file_name(name(round)))
        .find(|aside| !aside.exists())
        .ok_or_else(|| failure::failed(say!("store-no-name")))?;
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let from = with_suffix(path, suffix);
        match fs::rename(&from, with_suffix(&aside, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failure::file(&error).into()),
            _ => {}
        }
    }
    Ok(aside)
}

/// A start that ended while it moved a database aside may have left the journal of it. SQLite would fold that into the database
/// that comes into this place next.
fn move_left_journals(path: &Path, now: u64) -> Result<()> {
    let is_left = ["-wal", "-journal"]
        .iter()
        .any(|suffix| with_suffix(path, suffix).exists());
    if !path.exists() && is_left {
        move_aside(path, "replaced", now)?;
    }
    Ok(())
}

/// A start that ended while it turned on the write-ahead log may have left a rollback journal. What it holds is put back here: a
/// connection that only reads cannot do so, and each later start would take the database for one that cannot be written.
fn roll_back(path: &Path) {
    if !with_suffix(path, "-journal").exists() {
        return;
    }
    let read = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .and_then(|db| {
        db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| {
            row.get::<_, i64>(0)
        })
    });
    if let Err(error) = read {
        // What is wrong with the database is found and said right after this.
        tracing::warn!(%error, "a rollback journal was not put back");
    }
}

/// What a person is told of a database that could not be used. Whether a backup can be restored is not known yet.
fn unusable(why: Unusable, aside: &Path) -> Error {
    Error::new(
        Code::StoreCorrupt,
        match why {
            Unusable::Damaged => say!("store-moved-damaged", file = aside.display().to_string()),
            Unusable::OtherApplication => say!("store-moved-other", file = aside.display().to_string()),
        },
    )
    .remedy(say!("store-unusable-remedy"))
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// `20261120T084031Z`, from milliseconds since the epoch.
pub(super) fn stamp(now: u64) -> String {
    let [year, month, day, hour, minute, second] = calendar::date_of(now);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// The way back; `None` for what is no stamp.
pub(super) fn unstamp(stamp: &str) -> Option<u64> {
    let number = |range: std::ops::Range<usize>| stamp.get(range)?.parse::<u32>().ok().map(i64::from);
    let shaped = stamp.len() == 16 && stamp.as_bytes().get(8) == Some(&b'T') && stamp.ends_with('Z');
    let (year, month, day) = (number(0..4)?, number(4..6)?, number(6..8)?);
    let (hour, minute, second) = (number(9..11)?, number(11..13)?, number(13..15)?);
    if !shaped || !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let seconds = calendar::seconds([year, month, day, hour, minute, second]);
    u64::try_from(seconds * 1_000).ok()
}

#[cfg(test)]
mod tests {
    // Proves S-90.
    #[cfg(unix)]
    #[test]
    fn a_folder_is_shared_by_its_owner_and_by_its_mode() {
        use super::{Others, others_can_write};
        for (mode, owner, me, expected) in [
            (0o40700, 1000, 1000, None),
            (0o40755, 1000, 1000, None),
            (0o40700, 0, 1000, None),
            (0o40700, 0, 0, None),
            (0o40720, 1000, 1000, Some(Others::Mode)),
            (0o40702, 0, 1000, Some(Others::Mode)),
            (0o41777, 1000, 1000, Some(Others::Mode)),
            (0o40700, 1001, 1000, Some(Others::Owner)),
            (0o40777, 1001, 1000, Some(Others::Owner)),
            (0o40700, 1000, 0, Some(Others::Owner)),
        ] {
            assert_eq!(
                others_can_write(mode, owner, me),
                expected,
                "{mode:o} {owner} {me}"
            );
        }
    }

    // Proves S-90.
    #[cfg(unix)]
    #[test]
    fn a_folder_of_another_account_is_refused_with_what_to_do() {
        use std::os::unix::fs::MetadataExt as _;
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        if std::fs::metadata(folder).unwrap().uid() == 0 {
            // Root can give it away, and is trusted.
            std::os::unix::fs::chown(folder, Some(1), None).unwrap();
        }
        let owner = std::fs::metadata(folder).unwrap().uid();
        super::refuse_shared(folder, owner).unwrap();
        let error = super::Error::from(super::refuse_shared(folder, owner + 1).unwrap_err());
        assert!(error.sentence.contains("belongs to another user"), "{error}");
        assert!(error.remedy.unwrap().contains("PORTCULLIS_DATA_DIR"));
    }

    #[test]
    fn a_stamp_is_the_utc_date() {
        assert_eq!(super::stamp(0), "19700101T000000Z");
        assert_eq!(super::stamp(1_795_164_031_000), "20261120T084031Z");
        assert_eq!(super::stamp(1_709_164_800_000), "20240229T000000Z");
    }

    #[test]
    fn a_stamp_is_read_back_and_nothing_else_is() {
        for now in [
            0,
            1_795_164_031_000,
            1_709_164_800_000,
            951_782_399_000,
            4_102_444_800_000,
        ] {
            assert_eq!(super::unstamp(&super::stamp(now)), Some(now));
        }
        for other in [
            "",
            "20241340T000000Z",
            "20240229X000000Z",
            "2024022aT000000Z",
            "19691231T235959Z",
            "é0240229T000000",
        ] {
            assert_eq!(super::unstamp(other), None, "{other}");
        }
    }
}
