//! Takes from a restored copy what starts, allows or sends something because the file says so.
//!
//! No column or setting is trusted: an attacker may have written it. A copy with tables or rows that Portcullis would not have
//! made is refused.

use super::{KeptUrls, LOST_PROVIDERS};
use crate::store::providers::{self, ProviderRow};
use crate::store::{
    Result, accounts, behavior, failure, flows, grants, migrations, roots, servers, settings, signed, tasks,
};
use portcullis_core::text::{escape_line, is_quotation_mark};
use portcullis_domain::{RootsAccess, ServerDraft};
use portcullis_l10n::say;
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeSet;
use std::path::Path;

/// Brings a copy up to date and takes from it what would start or allow something.
pub(super) fn disarm(path: &Path, kept: &KeptUrls, now: u64) -> Result<()> {
    let mut db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // One file, whatever happens: a copy has no journals beside it.
    db.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(()))?;
    // The whole file is synced before it counts.
    db.pragma_update(None, "synchronous", "OFF")?;
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
        [signed(now)],
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
        [signed(now)],
    )?;
    Ok(())
}

/// Ends what would send something or read a file without a question because the copy says so. New servers get a fence.
fn end_choices(change: &Connection, kept: &KeptUrls) -> Result<()> {
    // What is said to a model would go there. A key is only sent to the URL that the name of its entry in the keychain says.
    let mut lost = false;
    for provider in providers::list(change)? {
        if provider.place.is_none() && !(kept.is_here)(&provider.address) {
            providers::remove(change, &provider.id)?;
            lost = true;
        }
    }
    // Written in each case: what the copy says of it does not count.
    settings::set(change, LOST_PROVIDERS, &lost)?;
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

/// Questions put labels between quotation marks: one from the file must not go on after them. A label that is taken then gets a number.
fn make_labels_plain(change: &Connection) -> Result<()> {
    let plain = |label: &str| escape_line(label).text.replace(is_quotation_mark, "'");
    let all = servers::list(change)?;
    let mut taken: BTreeSet<_> = all
        .iter()
        .map(|server| servers::label_key(&server.draft.label))
        .collect();
    for server in all {
        let label = plain(&server.draft.label);
        if label != server.draft.label {
            let numbered = (2_u32..).map(|number| format!("{label} {number}"));
            let free = std::iter::once(label.clone())
                .chain(numbered)
                .find(|label| taken.insert(servers::label_key(label)));
            let draft = ServerDraft {
                label: free.unwrap_or(label),
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
        false => Err(failure::backup_refused(say!("store-other-servers")).into()),
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
        false => Err(failure::backup_refused(say!("store-other-tables")).into()),
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
