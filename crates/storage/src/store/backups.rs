//! Copies of the database beside it: made daily, verified before an older one goes, restored when a person says so
//! (F-31).
//!
//! They are in `backups/`. When a damaged database was moved aside, those made of it move into a folder of their own, so
//! that the copies of the empty one that took its place do not push them out. Nothing here deletes a database; of backups
//! only the oldest goes, and only for a newer one that was read from beginning to end.
//!
//! A restored database starts nothing and allows nothing: a permission that was taken back since the copy was made would
//! stand again, and a server that was turned off would run. Nor does it say what was approved: an attacker who could change the
//! copy could have written that.

mod disarm;

use super::failure;
use super::opening::{self, make_folder, private_file, stamp, unstamp};
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_core::locked;
use portcullis_domain::Backup;
use portcullis_l10n::say;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A copy that is ready to take the place of the database at the next start.
pub(super) const READY: &str = "portcullis.restore.db";
/// Setting of a restored copy: whether it lost providers of models, which a person is told.
pub(super) const LOST_PROVIDERS: &str = "restore_lost_providers";
/// The copy while it is made ready.
const BEING_READIED: &str = "portcullis.restoring.db";
/// Folder of the copies, beside the database.
const FOLDER: &str = "backups";
/// Folders of copies of a database that was moved aside.
const APART: &str = "before-";
const START: &str = "portcullis-";
const END: &str = ".db";
/// A copy that is being made. What an earlier run left of one is no backup.
const PART: &str = ".part";

/// Held while a copy is made ready or tried. Two at once would use one file, and the one could put in place what the other has only
/// copied so far, with all that it allows.
static READYING: Mutex<()> = Mutex::new(());

/// Where the copies of a database are.
pub(super) fn folder(database: &Path) -> PathBuf {
    database.with_file_name(FOLDER)
}

/// Where the copies are of the database in this data folder.
#[must_use]
pub fn of(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

/// All copies, newest first. A folder that cannot be read has none.
#[must_use]
pub fn list(folder: &Path) -> Vec<Backup> {
    let mut found = rotating(folder);
    let apart = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in apart {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(APART) && entry.path().is_dir() {
            let kept = rotating(&entry.path()).into_iter();
            found.extend(kept.map(|backup| Backup {
                name: format!("{name}/{}", backup.name),
                ..backup
            }));
        }
    }
    found.sort_by_key(|backup| std::cmp::Reverse(backup.made_at));
    found
}

/// Those of the database in use, newest first.
fn rotating(folder: &Path) -> Vec<Backup> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<Backup> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_str()?.to_owned();
            let made_at = unstamp(name.strip_prefix(START)?.strip_suffix(END)?)?;
            let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(Backup {
                name,
                made_at,
                bytes: found.len(),
            })
        })
        .collect();
    found.sort_by_key(|backup| std::cmp::Reverse(backup.made_at));
    found
}

/// Whether it is time for another. One from the future counts as none: the clock was wrong then, or is now.
#[must_use]
pub fn is_due(folder: &Path, now: u64) -> bool {
    let every = u64::try_from(limits::BACKUP_EVERY.as_millis()).unwrap_or(u64::MAX);
    !rotating(folder)
        .iter()
        .any(|backup| (now.saturating_sub(every)..=now).contains(&backup.made_at))
}

/// Makes room for a copy and says where it goes.
pub(super) fn begin(folder: &Path, now: u64) -> Result<PathBuf> {
    make_folder(folder).map_err(|error| failure::file(&error))?;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().ends_with(PART) {
            fs::remove_file(entry.path()).map_err(|error| failure::file(&error))?;
        }
    }
    Ok(folder.join(format!("{START}{}{END}{PART}", stamp(now))))
}

/// Verifies a copy, gives it its name, and drops the oldest of too many.
pub(super) fn finish(folder: &Path, part: &Path) -> Result<Backup> {
    if let Err(error) = opening::verify(part, failure::failed) {
        // It is of no use, and not the only one: the database is there.
        _ = fs::remove_file(part);
        return Err(error);
    }
    let whole = part.with_extension("");
    fs::rename(part, &whole)
        .and_then(|()| opening::sync_folder(Some(folder)))
        .map_err(|error| failure::file(&error))?;
    // With a clock that is wrong now, or was, the new one is not the newest by its time.
    let (mut made, others): (Vec<_>, Vec<_>) = rotating(folder)
        .into_iter()
        .partition(|backup| whole.ends_with(&backup.name));
    let made = made
        .pop()
        .ok_or_else(|| failure::failed(say!("store-backup-missing")))?;
    for old in others.iter().skip(limits::BACKUPS - 1) {
        fs::remove_file(folder.join(&old.name)).map_err(|error| failure::file(&error))?;
    }
    Ok(made)
}

/// Puts the copies of a database that was moved aside into a folder of their own.
pub(super) fn set_apart(folder: &Path, stamp: &str) -> Result<()> {
    let copies = rotating(folder);
    if copies.is_empty() {
        return Ok(());
    }
    let apart = folder.join(format!("{APART}{stamp}"));
    make_folder(&apart).map_err(|error| failure::file(&error))?;
    for copy in copies {
        fs::rename(folder.join(&copy.name), apart.join(&copy.name)).map_err(|error| failure::file(&error))?;
    }
    Ok(())
}

/// URLs that a restored copy keeps without a question.
pub struct KeptUrls {
    /// That of a registry, as the settings have it.
    pub registry: String,
    /// Whether a URL of a provider of models is on this computer.
    pub is_here: fn(&str) -> bool,
}

/// The newest copy that can be restored: each is tried. Blocks.
#[must_use]
pub fn newest_good(data: &Path, kept: &KeptUrls, now: u64) -> Option<Backup> {
    let _alone = locked(&READYING);
    let (folder, working) = (of(data), data.join(BEING_READIED));
    list(&folder).into_iter().find(|backup| {
        let tried = ready_copy(&folder.join(&backup.name), &working, kept, now);
        _ = remove_working(&working);
        match tried {
            Ok(()) => true,
            // There is no room to try it, and it is whole.
            Err(error) => {
                let from = folder.join(&backup.name);
                error.code() == Code::StoreFull && opening::verify(&from, failure::backup_refused).is_ok()
            }
        }
    })
}

/// Makes a copy ready to take the place of the database at the next start: verified, with all servers off and none approved, no
/// permission standing, and no access to models. What forbids stays. `note` comes last: only once it is done the copy counts, in
/// the place of one that was made ready before. Of a copy that is refused nothing is left. Blocks.
///
/// # Errors
/// `not_found` for a name that is not in the list, `store.*`, those of `note`; then what was ready before still is.
pub fn make_ready_after(
    data: &Path,
    name: &str,
    kept: &KeptUrls,
    now: u64,
    note: impl FnOnce() -> portcullis_core::Result<()>,
) -> Result<Backup> {
    let folder = of(data);
    let backup = list(&folder)
        .into_iter()
        .find(|backup| backup.name == name)
        .ok_or_else(|| Error::new(Code::NotFound, say!("store-no-backup")))?;
    let _alone = locked(&READYING);
    let working = data.join(BEING_READIED);
    let readied = ready_copy(&folder.join(&backup.name), &working, kept, now).and_then(|()| {
        // For writing: Windows syncs no file that is open for reading alone.
        let file = fs::File::options().write(true).open(&working);
        file.and_then(|file| file.sync_all())
            .map_err(|error| failure::file(&error))?;
        Ok(note()?)
    });
    if let Err(error) = readied {
        _ = remove_working(&working);
        return Err(error);
    }
    fs::rename(&working, data.join(READY))
        .and_then(|()| opening::sync_folder(Some(data)))
        .map_err(|error| failure::file(&error))?;
    Ok(backup)
}

/// The same without a note.
#[cfg(test)]
pub(super) fn make_ready(data: &Path, name: &str, kept: &KeptUrls, now: u64) -> Result<Backup> {
    make_ready_after(data, name, kept, now, || Ok(()))
}

/// Copies a backup and takes from the copy what would start or allow something. It is not synced: most copies are only tried.
fn ready_copy(from: &Path, to: &Path, kept: &KeptUrls, now: u64) -> Result<()> {
    opening::verify(from, failure::backup_refused)?;
    // Journals of a copy that was cut off would be played into this one.
    remove_working(to).map_err(|error| failure::file(&error))?;
    copy(from, to).map_err(|error| failure::file(&error))?;
    disarm::disarm(to, kept, now)?;
    opening::verify(to, failure::backup_refused)
}

/// The end of the record in the copy that is ready. Blocks.
pub fn ready_head(data: &Path) -> Result<super::record::Head> {
    super::record::head(&opening::reader(&data.join(READY))?)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    io::copy(&mut fs::File::open(from)?, &mut private_file(to)?).map(drop)
}

/// Removes what is left of a copy that was being made ready or tried when its host was killed.
pub(super) fn remove_cut_off(data: &Path) -> io::Result<()> {
    remove_working(&data.join(BEING_READIED))
}

fn remove_working(working: &Path) -> io::Result<()> {
    for suffix in ["", "-journal", "-wal", "-shm"] {
        match fs::remove_file(opening::with_suffix(working, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
