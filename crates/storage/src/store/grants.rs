//! Standing permissions. One that ended or was revoked stays as a row, so that the record can point at it.
//!
//! Whether a grant fits a call is for the policy to say; here are the rows and their ends.

use super::{from_json, signed, to_json, unsigned};
use crate::store::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::Scope;
use rusqlite::{Connection, Row, ToSql};

pub(super) const CREATE: &str = "
CREATE TABLE grants (
    id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    digest TEXT NOT NULL,
    effect TEXT NOT NULL CHECK (effect IN ('allow', 'deny')),
    scope TEXT NOT NULL,
    conversation_id TEXT,
    made_at INTEGER NOT NULL,
    ends_at INTEGER,
    last_used_at INTEGER,
    uses INTEGER NOT NULL DEFAULT 0,
    revoked_at INTEGER
) STRICT;
CREATE INDEX grants_standing ON grants (server_id, tool) WHERE revoked_at IS NULL;
";

/// What the arguments must be like, as JSON; the permissions from before are for all.
pub(super) const CONDITIONS: &str = "ALTER TABLE grants ADD COLUMN conditions TEXT NOT NULL DEFAULT '[]';\n";

/// What a grant does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantEffect {
    /// Allows without asking.
    Allow,
    /// Refuses without asking.
    Deny,
}

/// A standing permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantRow {
    /// Random.
    pub id: String,
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Digest of the definition it was given for.
    pub digest: String,
    /// What it does.
    pub effect: GrantEffect,
    /// How far it reaches.
    pub scope: Scope,
    /// The conversation, for that scope.
    pub conversation: Option<String>,
    /// What the arguments must be like, as JSON that the policy reads.
    pub only: String,
    /// When it was given.
    pub made_at: u64,
    /// When it ends on its own.
    pub ends_at: Option<u64>,
    /// When it was last used.
    pub last_used_at: Option<u64>,
    /// How often.
    pub uses: u64,
    /// When it was revoked.
    pub revoked_at: Option<u64>,
    /// The profile in which it was given; `None` when that is gone, or before the grant is stored.
    pub profile: Option<String>,
}

/// Which grants to revoke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RevokeFilter {
    /// One, by id.
    One(String),
    /// These, by id.
    These(Vec<String>),
    /// All of a tool.
    Tool(ServerId, String),
    /// All of a server.
    Server(ServerId),
    /// All of a conversation.
    Conversation(String),
    /// All that were given in a profile. Refusals stay.
    Profile(String),
    /// All.
    All,
}

/// Adds a grant to the profile that is in use.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn insert(db: &Connection, grant: &GrantRow) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO grants (id, server_id, tool, digest, effect, scope, conversation_id, made_at, ends_at,
         last_used_at, uses, revoked_at, conditions, profile_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
         ?12, ?13, (SELECT id FROM profiles WHERE current = 1))",
    )?
    .execute((
        &grant.id,
        grant.server.as_str(),
        &grant.tool,
        &grant.digest,
        if grant.effect == GrantEffect::Allow {
            "allow"
        } else {
            "deny"
        },
        to_json(&grant.scope)?,
        &grant.conversation,
        signed(grant.made_at),
        grant.ends_at.map(signed),
        grant.last_used_at.map(signed),
        signed(grant.uses),
        grant.revoked_at.map(signed),
        &grant.only,
    ))?;
    Ok(())
}

/// What makes a grant count in the profile that is in use.
const COUNTS: &str = "(effect = 'deny' OR profile_id = (SELECT id FROM profiles WHERE current = 1))";

/// Grants that stand at `now` and count in the profile that is in use, oldest first.
pub fn in_use(db: &Connection, now: u64) -> Result<Vec<GrantRow>> {
    rows(
        db,
        &format!(
            "WHERE revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ?1) AND {COUNTS} ORDER BY made_at, rowid"
        ),
        &[&signed(now)],
    )
}

/// Grants that stand at `now`, in all profiles, oldest first.
pub fn standing(db: &Connection, now: u64) -> Result<Vec<GrantRow>> {
    rows(
        db,
        "WHERE revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ?1) ORDER BY made_at, rowid",
        &[&signed(now)],
    )
}

/// Ends all grants of a session.
pub fn end_sessions(db: &Connection, now: u64) -> Result<()> {
    db.prepare_cached(
        "UPDATE grants SET ends_at = ?1 WHERE revoked_at IS NULL AND ends_at IS NULL AND scope = ?2",
    )?
    .execute((signed(now), to_json(&Scope::Session)?))?;
    Ok(())
}

/// One grant, standing or not.
pub fn get(db: &Connection, id: &str) -> Result<Option<GrantRow>> {
    Ok(rows(db, "WHERE id = ?1", &[&id])?.pop())
}

/// Counts a use. Returns whether the grant still stood: if not, it must not be relied on.
pub fn used(db: &Connection, id: &str, now: u64) -> Result<bool> {
    let counted = db
        .prepare_cached(
            "UPDATE grants SET uses = uses + 1, last_used_at = ?2
             WHERE id = ?1 AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ?2)",
        )?
        .execute((id, signed(now)))?;
    Ok(counted > 0)
}

/// Revokes, in all profiles. Returns those that stood, as they were.
pub fn revoke(db: &Connection, which: &RevokeFilter, now: u64) -> Result<Vec<GrantRow>> {
    let standing = standing(db, now)?;
    let mut statement = db.prepare_cached("UPDATE grants SET revoked_at = ?2 WHERE id = ?1")?;
    let mut revoked = Vec::new();
    for grant in standing {
        let meant = match which {
            RevokeFilter::One(id) => grant.id == *id,
            RevokeFilter::These(ids) => ids.contains(&grant.id),
            RevokeFilter::Tool(server, tool) => grant.server == *server && grant.tool == *tool,
            RevokeFilter::Server(server) => grant.server == *server,
            RevokeFilter::Conversation(conversation) => grant.conversation.as_ref() == Some(conversation),
            RevokeFilter::Profile(profile) => {
                grant.effect == GrantEffect::Allow && grant.profile.as_ref() == Some(profile)
            }
            RevokeFilter::All => true,
        };
        if meant {
            statement.execute((&grant.id, signed(now)))?;
            revoked.push(grant);
        }
    }
    Ok(revoked)
}

fn rows(db: &Connection, rest: &str, values: &[&dyn ToSql]) -> Result<Vec<GrantRow>> {
    let mut statement = db.prepare_cached(&format!(
        "SELECT id, server_id, tool, digest, effect, scope, conversation_id, made_at, ends_at, last_used_at, uses,
         revoked_at, conditions, profile_id FROM grants {rest}"
    ))?;
    let found = statement.query_map(values, |row| Ok((row.get::<_, String>(5)?, grant(row)?)))?;
    found
        .map(|row| {
            let (scope, grant) = row?;
            Ok(GrantRow {
                scope: from_json(&scope)?,
                ..grant
            })
        })
        .collect()
}

/// All but the scope, which is read as JSON afterwards.
fn grant(row: &Row<'_>) -> rusqlite::Result<GrantRow> {
    let time = |column| row.get::<_, Option<i64>>(column).map(|time| time.map(unsigned));
    let effect = if row.get::<_, String>(4)? == "allow" {
        GrantEffect::Allow
    } else {
        GrantEffect::Deny
    };
    Ok(GrantRow {
        id: row.get(0)?,
        server: ServerId(row.get(1)?),
        tool: row.get(2)?,
        digest: row.get(3)?,
        effect,
        scope: Scope::Conversation,
        conversation: row.get(6)?,
        only: row.get(12)?,
        made_at: unsigned(row.get(7)?),
        ends_at: time(8)?,
        last_used_at: time(9)?,
        uses: unsigned(row.get(10)?),
        revoked_at: time(11)?,
        profile: row.get(13)?,
    })
}
