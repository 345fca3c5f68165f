//! What each tool looked like when a person knew it, and what it looks like since (S-46).
//!
//! A pin outlives its tool: one that goes and comes back the same is no change, one that comes back different
//! is (S-47). What a person approved before is kept too, so that what goes back to it can be told. The
//! instructions of a server are pinned the same way. Digests are made by the catalog; here they are compared.
//!
//! A server decides how often its definitions change, so the host limits what is kept of them: of what was not
//! approved only the latest counts.

use super::{signed, unsigned};
use crate::limits;
use crate::store::Result;
use portcullis_core::error::{Code, Error};
use portcullis_core::ids::ServerId;
use portcullis_l10n::say;
use rusqlite::{Connection, OptionalExtension as _, Row};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(super) const CREATE: &str = "
CREATE TABLE pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    definition TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    approved_at INTEGER,
    changed_digest TEXT,
    changed_definition TEXT,
    changed_at INTEGER,
    PRIMARY KEY (server_id, kind, name)
) STRICT;
CREATE TABLE pins_before (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    definition TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    approved_at INTEGER,
    replaced_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pins_before_of ON pins_before (server_id, kind, name);
";

/// Step 2: what an earlier version kept without a bound.
pub(super) const BOUNDED: &str = "
DELETE FROM pins_before WHERE approved_at IS NULL;
DELETE FROM pins_before WHERE (
    SELECT count(*) FROM pins_before newer WHERE newer.server_id = pins_before.server_id
    AND newer.kind = pins_before.kind AND newer.name = pins_before.name AND newer.rowid > pins_before.rowid
) >= 20;
";

/// Step 13: when a person reviewed the definition that is pinned. What was approved before was not said to be read.
pub(super) const REVIEWED: &str = "
ALTER TABLE pins ADD COLUMN reviewed_at INTEGER;
";

/// What is pinned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// A tool, by its raw name (S-50).
    Tool(String),
    /// The server's instructions.
    Instructions,
}

/// A definition as currently offered.
#[derive(Debug, Clone)]
pub struct SeenDefinition {
    /// Of what.
    pub subject: Subject,
    /// SHA-256 of the canonical definition, hex.
    pub digest: String,
    /// The definition, JSON.
    pub definition: Arc<str>,
}

/// A pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Of what.
    pub subject: Subject,
    /// Digest of what is pinned.
    pub digest: String,
    /// What is pinned, canonical JSON.
    pub definition: String,
    /// When this definition was first seen.
    pub first_seen_at: u64,
    /// When a person approved it; `None` while they did not.
    pub approved_at: Option<u64>,
    /// When a person last reviewed it; `None` while they did not. It allows nothing.
    pub reviewed_at: Option<u64>,
    /// What is offered instead since, if it differs.
    pub changed: Option<ChangedDefinition>,
}

/// A definition that differs from an approved one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedDefinition {
    /// Its digest.
    pub digest: String,
    /// It, canonical JSON.
    pub definition: String,
    /// When it was first seen.
    pub at: u64,
}

/// Status of a pin, without definitions: those of ten thousand tools are megabytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinStatus {
    /// Of what.
    pub subject: Subject,
    /// Digest of what is pinned.
    pub digest: String,
    /// When this definition was first seen.
    pub first_seen_at: u64,
    /// When a person approved it; `None` while they did not.
    pub approved_at: Option<u64>,
    /// When a person last reviewed it; `None` while they did not. It allows nothing.
    pub reviewed_at: Option<u64>,
    /// Digest of what is offered instead since, if it differs, and since when.
    pub changed: Option<(String, u64)>,
}

impl From<Pin> for PinStatus {
    fn from(pin: Pin) -> Self {
        Self {
            subject: pin.subject,
            digest: pin.digest,
            first_seen_at: pin.first_seen_at,
            approved_at: pin.approved_at,
            reviewed_at: pin.reviewed_at,
            changed: pin.changed.map(|changed| (changed.digest, changed.at)),
        }
    }
}

/// What [`observe`] found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PinObservation {
    /// Never seen before.
    pub new: Vec<Subject>,
    /// Seen before but never approved, and different now; the new definition took the old one's place.
    pub replaced: Vec<Subject>,
    /// Approved, and different now in a way not seen before.
    pub changed: Vec<Subject>,
    /// Was changed, and is again what was approved.
    pub restored: Vec<Subject>,
    /// Approved, and written differently now with the same meaning.
    pub rewritten: Vec<Subject>,
}

/// A definition that is proved to mean what the pinned one means, which is written differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenNotation {
    /// Of what.
    pub subject: Subject,
    /// Digest of what is pinned.
    pub pinned: String,
    /// Digest of what is offered.
    pub offered: String,
}

/// Compares what a server offers with what is pinned, and remembers it. Says nothing about tools that are not
/// in `seen`: their pins stay, unless they are not approved and there are more than
/// [`limits::PINS_NOT_OFFERED`]. With `approved`, what is seen is what a person approved. What is `proven` to mean the same as an
/// approved definition takes its place, and what was given for that goes on. One job however many tools.
/// Returns what it found, and how everything that is pinned stands now.
pub fn observe(
    db: &Connection,
    server: &ServerId,
    seen: &[SeenDefinition],
    now: u64,
    approved: bool,
    proven: &[ProvenNotation],
) -> Result<(PinObservation, Vec<PinStatus>)> {
    let mut known: HashMap<Subject, PinStatus> = list(db, server)?
        .into_iter()
        .map(|pin| (pin.subject.clone(), pin))
        .collect();
    let mut found = PinObservation::default();
    let mut begun = Vec::new();
    let mut insert = db.prepare_cached(
        "INSERT INTO pins (server_id, kind, name, digest, definition, first_seen_at, approved_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
    )?;
    for item in seen {
        let (kind, name) = item.subject.key();
        let subject = || item.subject.clone();
        let Some(pin) = known.get_mut(&item.subject) else {
            let approved_at = approved.then_some(now);
            let row = (
                server.as_str(),
                kind,
                name,
                &item.digest,
                &*item.definition,
                signed(now),
                approved_at.map(signed),
            );
            if insert.execute(row)? > 0 {
                found.new.push(subject());
                begun.push(PinStatus {
                    subject: subject(),
                    digest: item.digest.clone(),
                    first_seen_at: now,
                    approved_at,
                    reviewed_at: None,
                    changed: None,
                });
            }
            continue;
        };
        let is_proven = pin.approved_at.is_some()
            && proven.iter().any(|notation| {
                notation.subject == item.subject
                    && notation.pinned == pin.digest
                    && notation.offered == item.digest
            });
        if is_proven {
            rewrite(db, server, item, &pin.digest)?;
            pin.digest.clone_from(&item.digest);
            pin.changed = None;
            found.rewritten.push(subject());
        } else if pin.digest == item.digest {
            if pin.changed.take().is_some() {
                set_changed(db, server, &item.subject, None, now)?;
                found.restored.push(subject());
            }
        } else if pin.approved_at.is_none() {
            let latest = (item.digest.as_str(), &*item.definition, now, None);
            replace(db, server, &item.subject, latest, now)?;
            pin.digest.clone_from(&item.digest);
            pin.first_seen_at = now;
            pin.reviewed_at = None;
            pin.changed = None;
            found.replaced.push(subject());
        } else if pin.changed.as_ref().map(|(digest, _)| digest) != Some(&item.digest) {
            set_changed(db, server, &item.subject, Some(item), now)?;
            pin.changed = Some((item.digest.clone(), now));
            found.changed.push(subject());
        }
        if approved {
            approve(db, server, &item.subject, &item.digest, now)?;
            if let Some(pinned) = get(db, server, &item.subject)? {
                *pin = pinned.into();
            }
        }
    }
    forget_not_offered(db, server, &mut known, seen)?;
    Ok((found, known.into_values().chain(begun).collect()))
}

/// Puts another notation in the place of a pinned definition, and has what was given for that go on.
fn rewrite(db: &Connection, server: &ServerId, item: &SeenDefinition, pinned: &str) -> Result<()> {
    let (kind, name) = item.subject.key();
    db.prepare_cached(
        "UPDATE pins SET digest = ?4, definition = ?5, changed_digest = NULL, changed_definition = NULL, changed_at = NULL
         WHERE server_id = ?1 AND kind = ?2 AND name = ?3",
    )?
    .execute((server.as_str(), kind, name, &item.digest, &*item.definition))?;
    if let Subject::Tool(tool) = &item.subject {
        db.prepare_cached(
            "UPDATE grants SET digest = ?3 WHERE server_id = ?1 AND tool = ?2 AND digest = ?4",
        )?
        .execute((server.as_str(), tool, &item.digest, pinned))?;
        db.prepare_cached(
            "UPDATE flow_classes SET about = ?3 WHERE server_id = ?1 AND tool = ?2 AND about = ?4",
        )?
        .execute((server.as_str(), tool, &item.digest, pinned))?;
    }
    Ok(())
}

/// Approved definitions for which something else is offered, oldest first: what is pinned, and what is offered.
pub fn differing<'s>(
    db: &Connection,
    server: &ServerId,
    seen: &'s [SeenDefinition],
) -> Result<Vec<(Pin, &'s SeenDefinition)>> {
    let known: HashMap<Subject, PinStatus> = list(db, server)?
        .into_iter()
        .map(|pin| (pin.subject.clone(), pin))
        .collect();
    let mut differing = Vec::new();
    for item in seen {
        let pin = known.get(&item.subject);
        let differs = pin.is_some_and(|pin| pin.approved_at.is_some() && pin.digest != item.digest);
        if differs && let Some(pin) = get(db, server, &item.subject)? {
            differing.push((pin, item));
        }
        if differing.len() >= limits::NOTATIONS_COMPARED {
            break;
        }
    }
    Ok(differing)
}

/// The approved definitions of tools for which something else is offered, in the order of their names; the first of them that have
/// at most `most` bytes together.
pub fn approved_of_changed(db: &Connection, server: &ServerId, most: usize) -> Result<Vec<String>> {
    let mut statement = db.prepare_cached(
        "SELECT definition FROM pins WHERE server_id = ?1 AND kind = 0 AND approved_at IS NOT NULL
         AND changed_digest IS NOT NULL ORDER BY name",
    )?;
    let mut rows = statement.query([server.as_str()])?;
    let (mut approved, mut bytes) = (Vec::new(), 0_usize);
    while let Some(row) = rows.next()? {
        let definition: String = row.get(0)?;
        bytes = bytes.saturating_add(definition.len());
        if bytes > most {
            break;
        }
        approved.push(definition);
    }
    Ok(approved)
}

/// A server that invents names would fill the database with what it offered once. What was not approved means
/// the same when it comes back as when it comes for the first time.
fn forget_not_offered(
    db: &Connection,
    server: &ServerId,
    known: &mut HashMap<Subject, PinStatus>,
    seen: &[SeenDefinition],
) -> Result<()> {
    let unapproved = known.values().filter(|pin| pin.approved_at.is_none()).count();
    if unapproved <= limits::PINS_NOT_OFFERED {
        return Ok(());
    }
    let offered: HashSet<&Subject> = seen.iter().map(|item| &item.subject).collect();
    let mut gone: Vec<_> = known
        .values()
        .filter(|pin| pin.approved_at.is_none() && !offered.contains(&pin.subject))
        .map(|pin| (pin.first_seen_at, pin.subject.clone()))
        .collect();
    let Some(too_many) = gone.len().checked_sub(limits::PINS_NOT_OFFERED) else {
        return Ok(());
    };
    gone.sort();
    let mut delete =
        db.prepare_cached("DELETE FROM pins WHERE server_id = ?1 AND kind = ?2 AND name = ?3")?;
    for (_, subject) in gone.into_iter().take(too_many) {
        let (kind, name) = subject.key();
        delete.execute((server.as_str(), kind, name))?;
        known.remove(&subject);
    }
    Ok(())
}

/// A person approved the definition with this digest: the pinned one or the changed one.
///
/// # Errors
/// `tool.changed` when the digest is neither, because it changed again meanwhile (S-48); `not_found`; `store.*`.
pub fn approve(db: &Connection, server: &ServerId, subject: &Subject, digest: &str, now: u64) -> Result<()> {
    let pin = get(db, server, subject)?.ok_or_else(|| Error::new(Code::NotFound, say!("store-tool-gone")))?;
    let (kind, name) = subject.key();
    match pin.changed {
        Some(changed) if changed.digest == digest => replace(
            db,
            server,
            subject,
            (&changed.digest, &changed.definition, changed.at, Some(now)),
            now,
        ),
        // While it differs, a yes to the old one must not count for the new one.
        None if pin.digest == digest => {
            db.prepare_cached(
                "UPDATE pins SET approved_at = coalesce(approved_at, ?4) WHERE server_id = ?1 AND kind = ?2 AND name = ?3",
            )?
            .execute((server.as_str(), kind, name, signed(now)))?;
            Ok(())
        }
        _ => Err(Error::new(Code::ToolChanged, say!("store-definition-changed"))
            .remedy(say!("store-definition-remedy"))
            .into()),
    }
}

/// A person reviewed the definition with this digest, which is offered now.
///
/// # Errors
/// `tool.changed` when it is not what is pinned, or something else is offered; `store.*`.
pub fn review(db: &Connection, server: &ServerId, subject: &Subject, digest: &str, now: u64) -> Result<()> {
    let (kind, name) = subject.key();
    let reviewed = db
        .prepare_cached(
            "UPDATE pins SET reviewed_at = ?5
             WHERE server_id = ?1 AND kind = ?2 AND name = ?3 AND digest = ?4 AND changed_digest IS NULL",
        )?
        .execute((server.as_str(), kind, name, digest, signed(now)))?;
    match reviewed {
        0 => Err(Error::new(Code::ToolChanged, say!("store-definition-review"))
            .remedy(say!("store-definition-remedy"))
            .into()),
        _ => Ok(()),
    }
}

/// The same, and from now on it is known by a digest that leaves out what may vary.
///
/// # Errors
/// As [`approve`].
pub fn approve_as(
    db: &Connection,
    server: &ServerId,
    subject: &Subject,
    (digest, held): (&str, &str),
    now: u64,
) -> Result<()> {
    approve(db, server, subject, digest, now)?;
    let (kind, name) = subject.key();
    db.prepare_cached("UPDATE pins SET digest = ?4 WHERE server_id = ?1 AND kind = ?2 AND name = ?3")?
        .execute((server.as_str(), kind, name, held))?;
    Ok(())
}

/// All pins of a server, tools by name and then the instructions.
pub fn list(db: &Connection, server: &ServerId) -> Result<Vec<PinStatus>> {
    let mut statement = db.prepare_cached(
        "SELECT kind, name, digest, first_seen_at, approved_at, changed_digest, changed_at, reviewed_at FROM pins
         WHERE server_id = ?1 ORDER BY kind, name",
    )?;
    let rows = statement.query_map([server.as_str()], |row| {
        let changed: (Option<String>, Option<i64>) = (row.get(5)?, row.get(6)?);
        Ok(PinStatus {
            subject: Subject::from_key(row.get(0)?, row.get(1)?),
            digest: row.get(2)?,
            first_seen_at: unsigned(row.get(3)?),
            approved_at: row.get::<_, Option<i64>>(4)?.map(unsigned),
            reviewed_at: row.get::<_, Option<i64>>(7)?.map(unsigned),
            changed: changed.0.zip(changed.1.map(unsigned)),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One pin.
pub fn get(db: &Connection, server: &ServerId, subject: &Subject) -> Result<Option<Pin>> {
    let (kind, name) = subject.key();
    let mut statement = db.prepare_cached(&format!("{SELECT} AND kind = ?2 AND name = ?3"))?;
    Ok(statement
        .query_row((server.as_str(), kind, name), pin)
        .optional()?)
}

/// What was approved before, oldest first, each as it was (S-47); at most [`limits::PINS_BEFORE`].
pub fn before(db: &Connection, server: &ServerId, subject: &Subject) -> Result<Vec<Pin>> {
    let (kind, name) = subject.key();
    let mut statement = db.prepare_cached(
        "SELECT kind, name, digest, definition, first_seen_at, approved_at, NULL, NULL, NULL, NULL
         FROM pins_before
         WHERE server_id = ?1 AND kind = ?2 AND name = ?3 ORDER BY rowid",
    )?;
    Ok(statement
        .query_map((server.as_str(), kind, name), pin)?
        .collect::<Result<_, _>>()?)
}

const SELECT: &str = "SELECT kind, name, digest, definition, first_seen_at, approved_at,
    changed_digest, changed_definition, changed_at, reviewed_at FROM pins WHERE server_id = ?1";

impl Subject {
    fn key(&self) -> (i64, &str) {
        match self {
            Self::Tool(name) => (0, name),
            Self::Instructions => (1, ""),
        }
    }

    fn from_key(kind: i64, name: String) -> Self {
        if kind == 0 {
            Self::Tool(name)
        } else {
            Self::Instructions
        }
    }
}

fn set_changed(
    db: &Connection,
    server: &ServerId,
    subject: &Subject,
    to: Option<&SeenDefinition>,
    now: u64,
) -> Result<()> {
    let (kind, name) = subject.key();
    db.prepare_cached(
        "UPDATE pins SET changed_digest = ?4, changed_definition = ?5, changed_at = ?6
         WHERE server_id = ?1 AND kind = ?2 AND name = ?3",
    )?
    .execute((
        server.as_str(),
        kind,
        name,
        to.map(|seen| &seen.digest),
        to.map(|seen| &*seen.definition),
        to.map(|_| signed(now)),
    ))?;
    Ok(())
}

/// Puts a definition in the place of the pinned one: digest, definition, seen at, approved at. The old one is
/// kept if a person approved it.
fn replace(
    db: &Connection,
    server: &ServerId,
    subject: &Subject,
    (digest, definition, seen_at, approved_at): (&str, &str, u64, Option<u64>),
    now: u64,
) -> Result<()> {
    let (kind, name) = subject.key();
    db.prepare_cached(
        "INSERT INTO pins_before SELECT server_id, kind, name, digest, definition, first_seen_at, approved_at, ?4
         FROM pins WHERE server_id = ?1 AND kind = ?2 AND name = ?3 AND approved_at IS NOT NULL",
    )?
    .execute((server.as_str(), kind, name, signed(now)))?;
    db.prepare_cached(
        "DELETE FROM pins_before WHERE server_id = ?1 AND kind = ?2 AND name = ?3 AND rowid NOT IN (
             SELECT rowid FROM pins_before WHERE server_id = ?1 AND kind = ?2 AND name = ?3
             ORDER BY rowid DESC LIMIT ?4)",
    )?
    .execute((server.as_str(), kind, name, signed(limits::PINS_BEFORE as u64)))?;
    db.prepare_cached(
        "UPDATE pins SET digest = ?4, definition = ?5, first_seen_at = ?6, approved_at = ?7, reviewed_at = NULL,
         changed_digest = NULL, changed_definition = NULL, changed_at = NULL WHERE server_id = ?1 AND kind = ?2 AND name = ?3",
    )?
    .execute((server.as_str(), kind, name, digest, definition, signed(seen_at), approved_at.map(signed)))?;
    Ok(())
}

fn pin(row: &Row<'_>) -> rusqlite::Result<Pin> {
    let changed: (Option<String>, Option<String>, Option<i64>) = (row.get(6)?, row.get(7)?, row.get(8)?);
    Ok(Pin {
        subject: Subject::from_key(row.get(0)?, row.get(1)?),
        digest: row.get(2)?,
        definition: row.get(3)?,
        first_seen_at: unsigned(row.get(4)?),
        approved_at: row.get::<_, Option<i64>>(5)?.map(unsigned),
        reviewed_at: row.get::<_, Option<i64>>(9)?.map(unsigned),
        changed: match changed {
            (Some(digest), Some(definition), Some(at)) => Some(ChangedDefinition {
                digest,
                definition,
                at: unsigned(at),
            }),
            _ => None,
        },
    })
}
