//! Copies of the database beside it: made daily, verified before an older one goes, restored when a person says so
//! (F-31).
//!
//! They are in `backups/`. When a damaged database was moved aside, those made of it move into a folder of their own, so
//! that the copies of the empty one that took its place do not push them out. Nothing here deletes a database; of backups
//! only the oldest goes, and only for a newer one that was read from beginning to end.
//!
//! A restored database starts nothing and allows nothing: a permission that was taken back since the copy was made would
//! stand again, and a server that was turned off would run. Nor does it say what was approved: whoever could change the copy
//! could have written that.

use super::opening::{self, make_folder, private_file, stamp, unstamp};
use super::providers::{self, ProviderRow};
use super::{accounts, behavior, failure, flows, grants, migrations, roots, servers, tasks};
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_core::text::{escape_line, is_quotation_mark};
use portcullis_domain::{Backup, RootsAccess, ServerDraft};
use portcullis_l10n::say;
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A copy that is ready to take the place of the database at the next start.
pub(super) const READY: &str = "portcullis.restore.db";
/// The same while it is made ready.
const BEING_READIED: &str = "portcullis.restoring.db";
/// Folder of the copies, beside the database.
const FOLDER: &str = "backups";
/// Folders of copies of a database that was moved aside.
const APART: &str = "before-";
const START: &str = "portcullis-";
const END: &str = ".db";
/// A copy that is being made. What an earlier run left of one is no backup.
const PART: &str = ".part";

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
    if let Err(error) = opening::verify(part) {
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
    let (folder, working) = (of(data), data.join(BEING_READIED));
    list(&folder).into_iter().find(|backup| {
        let tried = ready_copy(&folder.join(&backup.name), &working, kept, now);
        _ = fs::remove_file(&working);
        match tried {
            Ok(()) => true,
            // There is no room to try it, and it is whole.
            Err(error) => {
                error.code() == Code::StoreFull && opening::verify(&folder.join(&backup.name)).is_ok()
            }
        }
    })
}

/// Makes a copy ready to take the place of the database at the next start: verified, with all servers off and none approved, no
/// permission standing, and no access to models. What forbids stays. Of a copy that is refused nothing is left. Blocks.
///
/// # Errors
/// `not_found` for a name that is not in the list, `store.*`; then nothing is ready.
pub fn make_ready(data: &Path, name: &str, kept: &KeptUrls, now: u64) -> Result<Backup> {
    let folder = of(data);
    let backup = list(&folder)
        .into_iter()
        .find(|backup| backup.name == name)
        .ok_or_else(|| Error::new(Code::NotFound, say!("store-no-backup")))?;
    let working = data.join(BEING_READIED);
    if let Err(error) = ready_copy(&folder.join(&backup.name), &working, kept, now) {
        _ = fs::remove_file(&working);
        return Err(error);
    }
    fs::rename(&working, data.join(READY))
        .and_then(|()| opening::sync_folder(Some(data)))
        .map_err(|error| failure::file(&error))?;
    Ok(backup)
}

/// Copies a backup and takes from the copy what would start or allow something.
fn ready_copy(from: &Path, to: &Path, kept: &KeptUrls, now: u64) -> Result<()> {
    opening::verify(from)?;
    // Journals of a copy that was cut off would be played into this one.
    for suffix in ["", "-journal", "-wal", "-shm"] {
        remove_if_there(&opening::with_suffix(to, suffix)).map_err(|error| failure::file(&error))?;
    }
    copy(from, to).map_err(|error| failure::file(&error))?;
    disarm(to, kept, now)?;
    opening::verify(to)?;
    // For writing: Windows syncs no file that is open for reading alone.
    let file = fs::File::options().write(true).open(to);
    file.and_then(|file| file.sync_all())
        .map_err(|error| failure::file(&error))?;
    Ok(())
}

/// The end of the record in the copy that is ready. Blocks.
pub fn ready_head(data: &Path) -> Result<super::record::Head> {
    super::record::head(&opening::reader(&data.join(READY))?)
}

/// Brings a copy up to date and takes from it what would start or allow something.
fn disarm(path: &Path, kept: &KeptUrls, now: u64) -> Result<()> {
    let mut db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // One file, whatever happens: a copy has no journals beside it.
    db.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(()))?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "recursive_triggers", true)?;
    db.pragma_update(None, "trusted_schema", false)?;
    migrations::migrate(&mut db)?;
    let mut own = Connection::open_in_memory()?;
    migrations::migrate(&mut own)?;
    check_tables(&db, &own)?;
    check_servers(&db)?;
    let change = db.transaction()?;
    replace_triggers(&change, &own)?;
    // An index could keep what its table does not say any more.
    change.execute_batch("REINDEX")?;
    end_approvals(&change, now)?;
    end_choices(&change, kept)?;
    make_labels_plain(&change)?;
    check_readable(&change, now)?;
    change.commit()?;
    db.close().map_err(|(_, error)| error.into())
}

/// Turns everything off and ends what allows something.
fn end_approvals(change: &Connection, now: u64) -> Result<()> {
    // A time of an approval says that it ended with a restore: the review says why it asks, and asks about folders.
    change.execute(
        "UPDATE servers SET enabled = 0, sampling = 0, approved_digest = NULL, approved_launch = NULL,
         approved_at = coalesce(approved_at, ?1)",
        [super::signed(now)],
    )?;
    // Switching to another profile would turn on what was on in it. What a server offered was kept with its approval.
    change.execute_batch("DELETE FROM profile_servers; DELETE FROM catalogs;")?;
    // Which folders it has is asked again. What forbids it to know them stays.
    change.execute("DELETE FROM roots_access WHERE told <> 0", [])?;
    // In a fence they would be without a question.
    for server in servers::list(change)? {
        if server.draft.fence.is_some() && !roots::list(change, &server.id)?.is_empty() {
            roots::set_access(change, &server.id, RootsAccess::Withheld, now)?;
        }
    }
    // Which definitions were reviewed and which parts of them may vary, what was seen of a tool and answered, and that a
    // conversation was asked about a tool.
    change.execute_batch(
        "UPDATE pins SET reviewed_at = NULL;
         DELETE FROM varying_parts;
         UPDATE seen_behavior SET answered_at = NULL;
         DELETE FROM flow_reads WHERE kind = 'asked';",
    )?;
    // What a person said that a server does not do allows as well. Read as JSON, which has more than one way to write a word.
    change.execute(
        "UPDATE flow_classes SET class = json_object(
            'private', iif(class ->> 'private' = 'yes', 'yes', 'unsaid'),
            'strangers', iif(class ->> 'strangers' = 'yes', 'yes', 'unsaid'),
            'sends', iif(class ->> 'sends' = 'yes', 'yes', 'unsaid'))",
        [],
    )?;
    change.execute(
        "UPDATE grants SET revoked_at = ?1 WHERE revoked_at IS NULL AND effect = 'allow'",
        [super::signed(now)],
    )?;
    Ok(())
}

/// Ends what would send something or read a file without a question because the copy says so. New servers get a fence.
fn end_choices(change: &Connection, kept: &KeptUrls) -> Result<()> {
    // What is said to a model would go there. A key is only sent to the URL that the name of its entry in the keychain says.
    for provider in providers::list(change)? {
        if provider.place.is_none() && !(kept.is_here)(&provider.address) {
            providers::remove(change, &provider.id)?;
        }
    }
    // What is in the file is sent, so it is chosen in a terminal alone.
    for server in servers::list(change)? {
        let own = accounts::own_client(change, &server.id)?;
        if own.is_some_and(|own| own.token_file.is_some()) {
            accounts::set_own_client(change, &server.id, None)?;
        }
    }
    // Its owner gets what a person allows Portcullis at an authorization server.
    change.execute("DELETE FROM settings WHERE key = 'client_document'", [])?;
    change.execute(
        "DELETE FROM settings WHERE key = 'registry' AND iif(json_valid(value), value ->> 'address' IS NOT ?1, 1)",
        [&kept.registry],
    )?;
    // Written anew, so that no other member of the value stays.
    change.execute(
        "UPDATE settings SET value = json_object('address', ?1) WHERE key = 'registry'",
        [&kept.registry],
    )?;
    change.execute(
        "UPDATE settings SET value = json_set(value, '$.fence_new', json('true'))
         WHERE key = 'settings' AND json_valid(value)",
        [],
    )?;
    Ok(())
}

/// Questions put labels between quotation marks: one from the file must not go on after them.
fn make_labels_plain(change: &Connection) -> Result<()> {
    let plain = |label: &str| escape_line(label).text.replace(is_quotation_mark, "'");
    for server in servers::list(change)? {
        let label = plain(&server.draft.label);
        if label != server.draft.label {
            let draft = ServerDraft {
                label,
                ..server.draft
            };
            servers::update(change, &server.id, &draft)?;
        }
    }
    for provider in providers::list(change)? {
        let label = plain(&provider.label);
        if label != provider.label {
            providers::put(change, &ProviderRow { label, ..provider })?;
        }
    }
    Ok(())
}

/// Refuses a copy with which no host could start: most of what each start reads is read.
fn check_readable(change: &Connection, now: u64) -> Result<()> {
    grants::in_use(change, now)?;
    flows::classes(change)?;
    behavior::all(change)?;
    tasks::open(change)?;
    for server in servers::list(change)? {
        accounts::account(change, &server.id)?;
    }
    Ok(())
}

/// Refuses a copy with a server whose id we would not make, or two with one label. The home folder in a fence, which is deleted
/// with its server, is named after the id.
fn check_servers(db: &Connection) -> Result<()> {
    let mut labels = BTreeSet::new();
    let all = servers::list(db)?;
    let are_ours = all
        .iter()
        .all(|server| server.id.is_well_formed() && labels.insert(servers::label_key(&server.draft.label)));
    match are_ours {
        true => Ok(()),
        false => Err(failure::failed(say!("store-other-servers")).into()),
    }
}

/// Refuses a copy whose tables are not those of this version: the default of a column or the action of a foreign key could turn on
/// or approve something later, and a constraint with `ON CONFLICT IGNORE` could skip what is ended here. A further table may be there,
/// such as one of a program that repaired the file, but a key of it could keep a server or a conversation from being removed.
fn check_tables(db: &Connection, own: &Connection) -> Result<()> {
    let ours = tables_and_indexes(own)?;
    let is_ours = |table: &str| ours.iter().any(|(name, _)| name == table);
    let found = tables_and_indexes(db)?.into_iter();
    let found: BTreeSet<_> = found.filter(|(table, _)| is_ours(table)).collect();
    match found == ours && tables_with_keys(db)? == tables_with_keys(own)? {
        true => Ok(()),
        false => Err(failure::failed(say!("store-other-tables")).into()),
    }
}

/// The tables of a database with foreign keys.
fn tables_with_keys(db: &Connection) -> Result<BTreeSet<String>> {
    let mut statement = db.prepare(
        "SELECT DISTINCT lower(tables.name) FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name)
         WHERE tables.type = 'table'",
    )?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The statements that made the tables and indexes of a database, each with the name of its table. Every database of ours has the
/// same ones: each step of its format ran the same statements.
fn tables_and_indexes(db: &Connection) -> Result<BTreeSet<(String, String)>> {
    // An index without a statement is part of its table.
    let mut statement = db.prepare(
        "SELECT lower(tbl_name), sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Replaces the triggers and views of a copy with those of this version: a manipulated copy could contain a trigger that turns a
/// server on again.
fn replace_triggers(db: &Connection, own: &Connection) -> Result<()> {
    for (kind, name, _) in triggers_and_views(db)? {
        // The triggers of a view are gone with it.
        let name = name.replace('"', "\"\"");
        db.execute_batch(&format!("DROP {kind} IF EXISTS \"{name}\""))?;
    }
    for (_, _, statement) in triggers_and_views(own)? {
        db.execute_batch(&statement)?;
    }
    Ok(())
}

/// The views and triggers of a database, in this order: their kind, their name and their statement.
fn triggers_and_views(db: &Connection) -> Result<Vec<(String, String, String)>> {
    let mut statement = db.prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY type DESC, rowid",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut to = private_file(to)?;
    io::copy(&mut fs::File::open(from)?, &mut to)?;
    to.sync_all()
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
