//! Which grant allowed an operation: the row that gave it describes it as of that moment, and stays when the grant is
//! gone.

use super::words;
use crate::store::Result;
use crate::store::{signed, unsigned};
use portcullis_domain::RecordKind;
use rusqlite::{Connection, OptionalExtension as _};

/// How a grant was given, and whether it was revoked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantOrigin {
    /// The permission.
    pub permission: String,
    /// Number of the row.
    pub row: u64,
    /// When.
    pub at: u64,
    /// In words.
    pub sentence: String,
    /// By whom.
    pub by: String,
    /// What its row keeps of its conditions, as JSON text.
    pub conditions: Option<String>,
    /// When it was revoked.
    pub revoked_at: Option<u64>,
}

/// What allowed the operation that row `seq` belongs to; `None` where no permission did, or where the record does not
/// know how it was given.
pub(super) fn given(db: &Connection, seq: u64) -> Result<Option<GrantOrigin>> {
    let rule: Option<String> = db
        .prepare_cached(
            "SELECT coalesce(e.rule, d.rule, i.rule) FROM record r CROSS JOIN record i ON i.seq = r.operation
             LEFT JOIN record d ON d.operation = i.seq AND d.step = 1 AND d.step > 0
             LEFT JOIN record e ON e.operation = i.seq AND e.step = 2 AND e.step > 0
             WHERE r.seq = ?1 AND i.kind = 'call'",
        )?
        .query_row([signed(seq)], |row| row.get(0))
        .optional()?
        .flatten();
    let Some(permission) = rule else { return Ok(None) };
    let mut statement = db.prepare_cached(
        "SELECT seq, at, what, asked_by, sent FROM record
         WHERE kind = ?1 AND kind <> 'call' AND step = 0 AND rule = ?2 ORDER BY seq",
    )?;
    let mut rows = statement.query((words::kind(RecordKind::Grant), &permission))?;
    let mut given: Option<GrantOrigin> = None;
    while let Some(row) = rows.next()? {
        let at = unsigned(row.get(1)?);
        if let Some(given) = given.as_mut() {
            // A later row about a permission says that it ended, in the words of the language of that day.
            given.revoked_at.get_or_insert(at);
            continue;
        }
        given = Some(GrantOrigin {
            permission: permission.clone(),
            row: unsigned(row.get(0)?),
            at,
            sentence: row.get(2)?,
            by: row.get(3)?,
            conditions: row.get(4)?,
            revoked_at: None,
        });
    }
    Ok(given)
}
