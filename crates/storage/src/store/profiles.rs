//! Profiles: which servers are on and which permissions count, switched together. One is in use at any time.
//!
//! A permission counts in the profile in which it was given. A refusal counts in all of them, so that no switch takes it back.

use super::grants::{self, GrantRow};
use super::servers::label_key;
use super::signed;
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_core::ids::ServerId;
use portcullis_core::text::look_alike;
use portcullis_l10n::say;
use rusqlite::Connection;

/// Step 14. The first profile has no name of its own, and everything from before is in it.
pub(super) const CREATE: &str = "
CREATE TABLE profiles (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    current INTEGER NOT NULL CHECK (current IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX profiles_current ON profiles (current) WHERE current = 1;
INSERT INTO profiles (id, name, name_key, current, created_at) VALUES ('default', '', '', 1, 0);
CREATE TABLE profile_servers (
    profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    PRIMARY KEY (profile_id, server_id)
) STRICT, WITHOUT ROWID;
ALTER TABLE grants ADD COLUMN profile_id TEXT REFERENCES profiles (id) ON DELETE SET NULL;
UPDATE grants SET profile_id = 'default';
";

/// A profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileRow {
    /// Random, or `default`.
    pub id: String,
    /// Its name; empty for the first one until it gets one.
    pub name: String,
    /// It is in use.
    pub current: bool,
    /// Servers that are on in it, in the person's order.
    pub servers: Vec<ServerId>,
    /// Permissions that were given in it and stand.
    pub permissions: u32,
}

/// All profiles, oldest first.
pub fn list(db: &Connection, now: u64) -> Result<Vec<ProfileRow>> {
    let mut statement = db.prepare_cached(
        "SELECT id, name, current,
            (SELECT count(*) FROM grants WHERE profile_id = profiles.id AND effect = 'allow'
                AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ?1))
         FROM profiles ORDER BY created_at, rowid",
    )?;
    let rows = statement.query_map([signed(now)], |row| {
        Ok(ProfileRow {
            id: row.get(0)?,
            name: row.get(1)?,
            current: row.get(2)?,
            servers: Vec::new(),
            permissions: row.get(3)?,
        })
    })?;
    rows.map(|row| {
        let row = row?;
        let servers = on(db, &row.id, row.current)?;
        Ok(ProfileRow { servers, ..row })
    })
    .collect()
}

/// Servers that are on in a profile.
fn on(db: &Connection, profile: &str, current: bool) -> Result<Vec<ServerId>> {
    let mut statement = db.prepare_cached(
        "SELECT id FROM servers
         WHERE iif(?2, enabled, id IN (SELECT server_id FROM profile_servers WHERE profile_id = ?1))
         ORDER BY position, created_at, id",
    )?;
    let rows = statement.query_map((profile, current), |row| Ok(ServerId(row.get(0)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds a profile with the servers that are on now, and without permissions.
///
/// # Errors
/// `input.bad` when the name is taken or like another, or there are too many; `store.*`.
pub fn create(db: &Connection, id: &str, name: &str, now: u64) -> Result<()> {
    let count: u32 = db.query_row("SELECT count(*) FROM profiles", [], |row| row.get(0))?;
    if count >= limits::PROFILES {
        return Err(Error::new(Code::BadInput, say!("store-profiles", limit = limits::PROFILES)).into());
    }
    free(db, id, name)?;
    db.execute(
        "INSERT INTO profiles (id, name, name_key, current, created_at) VALUES (?1, ?2, ?3, 0, ?4)",
        (id, name, label_key(name), signed(now)),
    )?;
    remember(db, id)
}

/// Gives a profile another name.
///
/// # Errors
/// `not_found`; `input.bad` when the name is taken or like another; `store.*`.
pub fn rename(db: &Connection, id: &str, name: &str) -> Result<()> {
    free(db, id, name)?;
    one(db.execute(
        "UPDATE profiles SET name = ?2, name_key = ?3 WHERE id = ?1",
        (id, name, label_key(name)),
    )?)
}

/// Removes a profile that is not in use, and ends its permissions. Returns those that stood.
///
/// # Errors
/// `not_found`; `input.bad` when it is in use; `store.*`.
pub fn remove(db: &Connection, id: &str, now: u64) -> Result<Vec<GrantRow>> {
    if is_current(db, id)? {
        return Err(Error::new(Code::BadInput, say!("store-profile-current")).into());
    }
    let ended = grants::revoke(db, &grants::RevokeFilter::Profile(id.to_owned()), now)?;
    db.execute("DELETE FROM profiles WHERE id = ?1", [id])?;
    Ok(ended)
}

/// Puts a profile into use: of the servers in `known` its own are on and all others off, and its permissions count. The one that
/// was in use keeps which servers were on.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn switch(db: &Connection, id: &str, known: &[ServerId]) -> Result<()> {
    if is_current(db, id)? {
        return Ok(());
    }
    let before: String = db.query_row("SELECT id FROM profiles WHERE current = 1", [], |row| row.get(0))?;
    db.execute("DELETE FROM profile_servers WHERE profile_id = ?1", [&before])?;
    remember(db, &before)?;
    db.execute("UPDATE profiles SET current = 0 WHERE id = ?1", [&before])?;
    db.execute("UPDATE profiles SET current = 1 WHERE id = ?1", [id])?;
    let mut statement = db.prepare_cached(
        "UPDATE servers SET enabled = id IN (SELECT server_id FROM profile_servers WHERE profile_id = ?1) WHERE id = ?2",
    )?;
    for server in known {
        statement.execute((id, server.as_str()))?;
    }
    // From here on the servers themselves say it.
    db.execute("DELETE FROM profile_servers WHERE profile_id = ?1", [id])?;
    Ok(())
}

/// Keeps for a profile which servers are on now.
fn remember(db: &Connection, profile: &str) -> Result<()> {
    db.execute(
        "INSERT INTO profile_servers (profile_id, server_id) SELECT ?1, id FROM servers WHERE enabled",
        [profile],
    )?;
    Ok(())
}

fn is_current(db: &Connection, id: &str) -> Result<bool> {
    let current = db.query_row("SELECT current FROM profiles WHERE id = ?1", [id], |row| {
        row.get(0)
    });
    match current {
        Err(rusqlite::Error::QueryReturnedNoRows) => Err(gone().into()),
        other => Ok(other?),
    }
}

fn free(db: &Connection, id: &str, name: &str) -> Result<()> {
    let mut statement = db.prepare_cached("SELECT name FROM profiles WHERE id <> ?1")?;
    let others = statement.query_map([id], |row| row.get(0))?;
    let others: Vec<String> = others.collect::<rusqlite::Result<_>>()?;
    let key = label_key(name);
    let sentence = if others.iter().any(|other| label_key(other) == key) {
        say!("store-profile-taken", name)
    } else if let Some(other) = others.iter().find(|other| look_alike(other, name)) {
        say!("store-profile-similar", name, other)
    } else {
        return Ok(());
    };
    Err(Error::new(Code::BadInput, sentence).into())
}

fn one(changed: usize) -> Result<()> {
    match changed {
        0 => Err(gone().into()),
        _ => Ok(()),
    }
}

fn gone() -> Error {
    Error::new(Code::NotFound, say!("store-profile-gone"))
}
