//! Providers of models and their models. A key is in the keychain alone; a row says under which name.

use super::{from_json, signed, to_json, unsigned};
use crate::store::Result;
use portcullis_domain::transcript::ListedModel;
use portcullis_domain::{ModelFacts, ProviderKind};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

/// Step 9.
pub(super) const CREATE: &str = "
CREATE TABLE providers (
    id TEXT PRIMARY KEY NOT NULL,
    provider TEXT NOT NULL,
    added_at INTEGER NOT NULL
) STRICT;
";

/// A provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProviderRow {
    /// Random.
    #[serde(skip)]
    pub id: String,
    /// Kind.
    pub kind: ProviderKind,
    /// The person's label.
    pub label: String,
    /// Where it is.
    pub address: String,
    /// Under which name the keychain has its key.
    pub place: Option<String>,
    /// When it was last checked.
    pub checked_at: Option<u64>,
    /// Its models, in its own order.
    pub models: Vec<ModelRow>,
    /// When it was added.
    #[serde(skip)]
    pub added_at: u64,
}

/// A model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelRow {
    /// As the provider lists it.
    pub listed: ListedModel,
    /// It can be chosen.
    pub used: bool,
    /// The provider does not list it any more.
    pub gone: bool,
    /// A person added it by name; no list speaks about it.
    pub by_name: bool,
    /// What a person says of it, in place of what is known.
    pub own: Option<ModelFacts>,
}

/// All providers, oldest first.
pub fn list(db: &Connection) -> Result<Vec<ProviderRow>> {
    let mut statement =
        db.prepare_cached("SELECT id, provider, added_at FROM providers ORDER BY added_at, rowid")?;
    let rows = statement.query_map([], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, i64>(2)?,
        ))
    })?;
    rows.map(|row| {
        let (id, provider, added_at) = row?;
        let provider: ProviderRow = from_json(&provider)?;
        Ok(ProviderRow {
            id,
            added_at: unsigned(added_at),
            ..provider
        })
    })
    .collect()
}

/// Adds a provider, or changes it.
pub fn put(db: &Connection, provider: &ProviderRow) -> Result<()> {
    db.prepare_cached(
        "INSERT INTO providers (id, provider, added_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (id) DO UPDATE SET provider = excluded.provider",
    )?
    .execute((&provider.id, to_json(provider)?, signed(provider.added_at)))?;
    Ok(())
}

/// Forgets a provider with its models.
pub fn remove(db: &Connection, id: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM providers WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}
