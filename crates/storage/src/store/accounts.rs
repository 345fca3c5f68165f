//! Sign-ins at remote servers, as far as they may be seen: who, where, for what and until when. Tokens, secrets and keys
//! are in the keychain alone; a row says under which name.

use super::{from_json, to_json};
use crate::store::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use rusqlite::{Connection, OptionalExtension as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Step 4.
pub(super) const CREATE: &str = "
CREATE TABLE accounts (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    account TEXT NOT NULL
) STRICT;
CREATE TABLE own_clients (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    client TEXT NOT NULL
) STRICT;
";

/// The sign-in at a server.
pub fn account(db: &Connection, server: &ServerId) -> Result<Option<AccountRow>> {
    read(db, "SELECT account FROM accounts WHERE server_id = ?1", server)
}

/// The person's own client for a server.
pub fn own_client(db: &Connection, server: &ServerId) -> Result<Option<OwnClientRow>> {
    read(db, "SELECT client FROM own_clients WHERE server_id = ?1", server)
}

/// Saves the sign-in at a server, or forgets it.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn set_account(db: &Connection, server: &ServerId, account: Option<&AccountRow>) -> Result<()> {
    match account {
        Some(account) => write(
            db,
            "INSERT INTO accounts VALUES (?1, ?2) ON CONFLICT (server_id) DO UPDATE SET account = excluded.account",
            server,
            account,
        ),
        None => forget(db, "DELETE FROM accounts WHERE server_id = ?1", server),
    }
}

/// Saves the person's own client for a server, or forgets it.
///
/// # Errors
/// `store.*`; `internal` when the server is not there.
pub fn set_own_client(db: &Connection, server: &ServerId, client: Option<&OwnClientRow>) -> Result<()> {
    match client {
        Some(client) => write(
            db,
            "INSERT INTO own_clients VALUES (?1, ?2) ON CONFLICT (server_id) DO UPDATE SET client = excluded.client",
            server,
            client,
        ),
        None => forget(db, "DELETE FROM own_clients WHERE server_id = ?1", server),
    }
}

fn read<T: DeserializeOwned>(db: &Connection, query: &str, server: &ServerId) -> Result<Option<T>> {
    let text: Option<String> = db
        .prepare_cached(query)?
        .query_row([server.as_str()], |row| row.get(0))
        .optional()?;
    text.map(|text| from_json(&text)).transpose()
}

fn write(db: &Connection, query: &str, server: &ServerId, row: &impl Serialize) -> Result<()> {
    db.prepare_cached(query)?
        .execute((server.as_str(), to_json(row)?))?;
    Ok(())
}

fn forget(db: &Connection, query: &str, server: &ServerId) -> Result<()> {
    db.prepare_cached(query)?.execute([server.as_str()])?;
    Ok(())
}
