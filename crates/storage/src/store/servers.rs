//! Configured servers: what a person wrote, what was approved, what was found out about them.
//!
//! A definition is kept without the values of its secrets, whatever the caller hands in (S-67).

use super::{from_json, signed, to_json, unsigned};
use crate::store::Result;
use icu_normalizer::ComposingNormalizerBorrowed;
use portcullis_core::error::{Code, Error};
use portcullis_core::ids::ServerId;
use portcullis_domain::{EraChoice, NamedValue, ServerDraft, ServerMark};
use portcullis_l10n::say;
use rusqlite::{Connection, OptionalExtension as _, Row};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) const CREATE: &str = "
CREATE TABLE servers (
    id TEXT PRIMARY KEY NOT NULL,
    label TEXT NOT NULL,
    label_key TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    definition TEXT NOT NULL,
    approved_digest TEXT,
    approved_at INTEGER,
    approved_launch TEXT,
    era_found TEXT,
    revision_found TEXT,
    created_at INTEGER NOT NULL
) STRICT;
";

/// Step 2. A server with pins has shown a list; where its secrets are was given by their names until now.
pub(super) const FIRST_LIST_AND_SECRETS: &str = "
ALTER TABLE servers ADD COLUMN listed_at INTEGER;
ALTER TABLE servers ADD COLUMN secrets TEXT NOT NULL DEFAULT '{}';
UPDATE servers SET listed_at = (SELECT min(first_seen_at) FROM pins WHERE server_id = servers.id);
";

/// Step 3. Whether the server may make sampling requests; not set at first.
pub(super) const SAMPLING: &str = "
ALTER TABLE servers ADD COLUMN sampling INTEGER NOT NULL DEFAULT 0;
";

/// Step 13. The mark that a person chose; without one it is made of label and id.
pub(super) const MARK: &str = "
ALTER TABLE servers ADD COLUMN mark TEXT;
";

/// Step 14. What a person notes about a server.
pub(super) const NOTE: &str = "
ALTER TABLE servers ADD COLUMN note TEXT NOT NULL DEFAULT '';
";

/// Under which names the keychain holds the secrets of a server: by kind and name, as [`secret_key`] writes them.
pub type SecretPlaces = BTreeMap<String, String>;

/// How a secret is called in [`SecretPlaces`]. A kind is `env` or `header`.
#[must_use]
pub fn secret_key(kind: &str, name: &str) -> String {
    format!("{kind}/{name}")
}

/// A configured server.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerRow {
    /// Random, stable, never reused.
    pub id: ServerId,
    /// Place in the person's order, from 0.
    pub position: u32,
    /// Wanted on.
    pub enabled: bool,
    /// As configured; secrets have no value.
    pub draft: ServerDraft,
    /// What a person approved, if anything.
    pub approved: Option<Approval>,
    /// It is not approved because it comes out of a backup.
    pub restored: bool,
    /// The era that worked last.
    pub era_found: Option<EraChoice>,
    /// The revision that was agreed last.
    pub revision_found: Option<String>,
    /// When it was added.
    pub created_at: u64,
    /// Where its secrets are; what an earlier version saved is not in here.
    pub secrets: SecretPlaces,
    /// It may make sampling requests.
    pub sampling: bool,
    /// The mark that a person chose.
    pub mark: Option<ServerMark>,
    /// What the person notes about it.
    pub note: String,
}

/// A yes to what is started or reached (S-13).
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    /// SHA-256 over all of it, hex.
    pub digest: String,
    /// When.
    pub at: u64,
    /// What was shown, for comparing later. Without values of secrets: the caller sees to that.
    pub launch: Value,
}

/// The form in which labels are compared: composed (NFC), lower case, single spaces.
#[must_use]
pub fn label_key(label: &str) -> String {
    let lower = label
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase();
    ComposingNormalizerBorrowed::new_nfc()
        .normalize(&lower)
        .into_owned()
}

/// Adds a server at the end of the list.
///
/// # Errors
/// `server.label_taken`, `store.*`.
pub fn insert(db: &Connection, id: &ServerId, draft: &ServerDraft, enabled: bool, now: u64) -> Result<()> {
    free(db, id, &draft.label)?;
    db.prepare_cached(
        "INSERT INTO servers (id, label, label_key, position, enabled, definition, created_at)
         VALUES (?1, ?2, ?3, (SELECT coalesce(max(position) + 1, 0) FROM servers), ?4, ?5, ?6)",
    )?
    .execute((
        id.as_str(),
        draft.label.trim(),
        label_key(&draft.label),
        enabled,
        definition(draft)?,
        signed(now),
    ))?;
    Ok(())
}

/// Changes what is configured. The approval stays: whether it still fits is for its digest to say.
///
/// # Errors
/// `not_found`, `server.label_taken`, `store.*`.
pub fn update(db: &Connection, id: &ServerId, draft: &ServerDraft) -> Result<()> {
    free(db, id, &draft.label)?;
    one(db
        .prepare_cached("UPDATE servers SET label = ?2, label_key = ?3, definition = ?4 WHERE id = ?1")?
        .execute((
            id.as_str(),
            draft.label.trim(),
            label_key(&draft.label),
            definition(draft)?,
        ))?)
}

/// Removes a server with its pins and permissions. Returns it, so that its secrets can be removed from the
/// keychain too.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn remove(db: &Connection, id: &ServerId) -> Result<ServerRow> {
    let row = get(db, id)?.ok_or_else(gone)?;
    db.prepare_cached("DELETE FROM servers WHERE id = ?1")?
        .execute([id.as_str()])?;
    Ok(row)
}

/// All servers in the person's order.
pub fn list(db: &Connection) -> Result<Vec<ServerRow>> {
    let mut statement = db.prepare_cached(&format!("{SELECT} ORDER BY position, created_at, id"))?;
    let rows = statement.query_map([], raw)?;
    rows.map(|row| row?.whole()).collect()
}

/// One server.
pub fn get(db: &Connection, id: &ServerId) -> Result<Option<ServerRow>> {
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
    statement
        .query_row([id.as_str()], raw)
        .optional()?
        .map(RawServerRow::whole)
        .transpose()
}

/// Turns a server on or off.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_enabled(db: &Connection, id: &ServerId, enabled: bool) -> Result<()> {
    one(db
        .prepare_cached("UPDATE servers SET enabled = ?2 WHERE id = ?1")?
        .execute((id.as_str(), enabled))?)
}

/// Lets a server make sampling requests, or not.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_sampling(db: &Connection, id: &ServerId, allowed: bool) -> Result<()> {
    one(db
        .prepare_cached("UPDATE servers SET sampling = ?2 WHERE id = ?1")?
        .execute((id.as_str(), allowed))?)
}

/// Keeps the mark of a server; `None` goes back to the one that is made of label and id.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_mark(db: &Connection, id: &ServerId, mark: Option<&ServerMark>) -> Result<()> {
    let mark = mark.map(to_json).transpose()?;
    one(db
        .prepare_cached("UPDATE servers SET mark = ?2 WHERE id = ?1")?
        .execute((id.as_str(), mark))?)
}

/// Keeps what a person notes about a server.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_note(db: &Connection, id: &ServerId, note: &str) -> Result<()> {
    one(db
        .prepare_cached("UPDATE servers SET note = ?2 WHERE id = ?1")?
        .execute((id.as_str(), note))?)
}

/// Remembers how a server was reached; `None` forgets, so that it is probed again.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_era(db: &Connection, id: &ServerId, era: Option<EraChoice>, revision: Option<&str>) -> Result<()> {
    let era = era.map(|era| to_json(&era)).transpose()?;
    one(db
        .prepare_cached("UPDATE servers SET era_found = ?2, revision_found = ?3 WHERE id = ?1")?
        .execute((id.as_str(), era, revision))?)
}

/// Remembers where the secrets of a server are.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_secrets(db: &Connection, id: &ServerId, places: &SecretPlaces) -> Result<()> {
    one(db
        .prepare_cached("UPDATE servers SET secrets = ?2 WHERE id = ?1")?
        .execute((id.as_str(), to_json(places)?))?)
}

/// Remembers that a server has shown what it offers, and says whether this was the first time. Only that list
/// is what a person approved with the server; it may have been empty.
pub fn first_list(db: &Connection, id: &ServerId, now: u64) -> Result<bool> {
    let changed = db
        .prepare_cached("UPDATE servers SET listed_at = ?2 WHERE id = ?1 AND listed_at IS NULL")?
        .execute((id.as_str(), signed(now)))?;
    Ok(changed > 0)
}

/// Keeps what a person approved (S-13); `None` takes the approval back.
///
/// # Errors
/// `not_found`, `store.*`.
pub fn set_approval(db: &Connection, id: &ServerId, approval: Option<&Approval>) -> Result<()> {
    let launch = approval.map(|approval| to_json(&approval.launch)).transpose()?;
    one(db
        .prepare_cached(
            "UPDATE servers SET approved_digest = ?2, approved_at = ?3, approved_launch = ?4 WHERE id = ?1",
        )?
        .execute((
            id.as_str(),
            approval.map(|approval| &approval.digest),
            approval.map(|approval| signed(approval.at)),
            launch,
        ))?)
}

/// Puts the servers into the given order; those not named keep theirs, after them.
pub fn reorder(db: &Connection, order: &[ServerId]) -> Result<()> {
    let rest = list(db)?
        .into_iter()
        .map(|row| row.id)
        .filter(|id| !order.contains(id))
        .collect::<Vec<_>>();
    let mut statement = db.prepare_cached("UPDATE servers SET position = ?2 WHERE id = ?1")?;
    for (position, id) in (0_u32..).zip(order.iter().chain(&rest)) {
        statement.execute((id.as_str(), position))?;
    }
    Ok(())
}

const SELECT: &str =
    "SELECT id, position, enabled, definition, approved_digest, approved_at, approved_launch,
    era_found, revision_found, created_at, secrets, sampling, mark, note FROM servers";

/// A row before its JSON is read.
struct RawServerRow {
    id: String,
    position: u32,
    enabled: bool,
    definition: String,
    approved: (Option<String>, Option<i64>, Option<String>),
    era: Option<String>,
    revision: Option<String>,
    created_at: i64,
    secrets: String,
    sampling: bool,
    mark: Option<String>,
    note: String,
}

fn raw(row: &Row<'_>) -> rusqlite::Result<RawServerRow> {
    Ok(RawServerRow {
        id: row.get(0)?,
        position: row.get(1)?,
        enabled: row.get(2)?,
        definition: row.get(3)?,
        approved: (row.get(4)?, row.get(5)?, row.get(6)?),
        era: row.get(7)?,
        revision: row.get(8)?,
        created_at: row.get(9)?,
        secrets: row.get(10)?,
        sampling: row.get(11)?,
        mark: row.get(12)?,
        note: row.get(13)?,
    })
}

impl RawServerRow {
    fn whole(self) -> Result<ServerRow> {
        let restored = matches!(self.approved, (None, Some(_), _));
        let approved = match self.approved {
            (Some(digest), Some(at), Some(launch)) => Some(Approval {
                digest,
                at: unsigned(at),
                launch: from_json(&launch)?,
            }),
            _ => None,
        };
        Ok(ServerRow {
            id: ServerId(self.id),
            position: self.position,
            enabled: self.enabled,
            draft: from_json(&self.definition)?,
            approved,
            restored,
            era_found: self.era.map(|era| from_json(&era)).transpose()?,
            revision_found: self.revision,
            created_at: unsigned(self.created_at),
            secrets: from_json(&self.secrets)?,
            sampling: self.sampling,
            mark: self.mark.map(|mark| from_json(&mark)).transpose()?,
            note: self.note,
        })
    }
}

fn definition(draft: &ServerDraft) -> Result<String> {
    let bare = |values: &[NamedValue]| {
        let bare = |value: &NamedValue| NamedValue {
            value: value.value.clone().filter(|_| !value.secret),
            ..value.clone()
        };
        values.iter().map(bare).collect()
    };
    to_json(&ServerDraft {
        label: draft.label.trim().to_owned(),
        environment: bare(&draft.environment),
        headers: bare(&draft.headers),
        ..draft.clone()
    })
}

fn free(db: &Connection, id: &ServerId, label: &str) -> Result<()> {
    let taken: Option<String> = db
        .prepare_cached("SELECT label FROM servers WHERE label_key = ?1 AND id <> ?2")?
        .query_row((label_key(label), id.as_str()), |row| row.get(0))
        .optional()?;
    taken.map_or(Ok(()), |taken| {
        Err(
            Error::new(Code::LabelTaken, say!("store-label-taken", server = taken))
                .remedy(say!("store-label-taken-remedy"))
                .into(),
        )
    })
}

fn one(changed: usize) -> Result<()> {
    if changed == 0 { Err(gone().into()) } else { Ok(()) }
}

fn gone() -> Error {
    Error::new(Code::NotFound, say!("store-server-gone"))
}
