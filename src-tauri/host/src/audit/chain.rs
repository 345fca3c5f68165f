//! The hash chain: each row's hash covers every cell of the row and the hash of the row before (S-90).
//!
//! A chain shows that rows were changed, removed or put in between, and, by the head kept beside it, that the
//! newest were cut off. It cannot show that somebody who may write the file made all of it anew, head included;
//! for that a head must be kept elsewhere ([`super::Audit::head`]).

use crate::error::{Code, Result};
use crate::store::record::{self, Head};
use crate::view::Verification;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest as _, Sha256};

/// Part of every hash, so that no other chain's rows fit in.
const DOMAIN: &[u8] = b"portcullis record 1\n";

/// The hash of a row after the one with hash `before`. A cell is its type, its length where it has one, and its
/// bytes, so that no two rows share a form.
pub(super) fn link(before: &[u8], cells: &[ValueRef<'_>]) -> [u8; 32] {
    let mut bytes = Vec::with_capacity(512);
    bytes.extend_from_slice(DOMAIN);
    bytes.extend_from_slice(before);
    for cell in cells {
        let mut sized = |kind: u8, content: &[u8]| {
            bytes.push(kind);
            bytes.extend_from_slice(&(content.len() as u64).to_be_bytes());
            bytes.extend_from_slice(content);
        };
        match cell {
            ValueRef::Text(text) => sized(2, text),
            ValueRef::Blob(blob) => sized(3, blob),
            ValueRef::Null => bytes.push(0),
            ValueRef::Integer(number) => {
                bytes.push(1);
                bytes.extend_from_slice(&number.to_be_bytes());
            }
            ValueRef::Real(number) => {
                bytes.push(4);
                bytes.extend_from_slice(&number.to_be_bytes());
            }
        }
    }
    Sha256::digest(&bytes).into()
}

/// Checks every row in one pass over one state of the database.
///
/// # Errors
/// `store.*` when it cannot be read at all; damage is a finding, not an error.
pub(super) fn verify(db: &Connection) -> Result<Verification> {
    let state = db.unchecked_transaction()?;
    let mut last = Head::default();
    let mut broken = None;
    let read = record::stream(&state, |cells, hash| {
        let next = last.seq + 1;
        let expected = link(&last.hash, cells);
        if cells[0] != ValueRef::Integer(crate::store::signed(next)) || hash != ValueRef::Blob(&expected) {
            broken = Some(next);
            return Ok(false);
        }
        last = Head {
            seq: next,
            hash: expected,
        };
        Ok(true)
    });
    match read {
        Err(error) if error.code == Code::StoreCorrupt => broken = Some(last.seq + 1),
        other => other?,
    }
    // Rows that are missing at the end, or a head that belongs to other rows.
    let cut = broken.is_none() && record::head(&state)? != last;
    let sentence = match (broken, cut) {
        (Some(row), _) => format!(
            "Row {row} is missing or is not what was written. The {} before it are whole; what comes after it cannot \
             be relied on.",
            rows(last.seq)
        ),
        (None, true) => format!(
            "The {} that are there are whole, but the end of the record is not what was written: newer rows are \
             missing or were replaced.",
            rows(last.seq)
        ),
        (None, false) => format!("Nothing was changed or removed: {} checked.", rows(last.seq)),
    };
    Ok(Verification {
        rows: last.seq,
        first_broken: broken.or(cut.then_some(last.seq + 1)),
        sentence,
    })
}

fn rows(count: u64) -> String {
    if count == 1 {
        "1 row".to_owned()
    } else {
        format!("{count} rows")
    }
}

#[cfg(test)]
mod tests {
    use super::link;
    use rusqlite::types::ValueRef;

    #[test]
    fn s90_cells_cannot_be_shifted_into_one_another() {
        let text = |text: &'static str| ValueRef::Text(text.as_bytes());
        let hashes = [
            link(&[0; 32], &[text("ab"), text("c")]),
            link(&[0; 32], &[text("a"), text("bc")]),
            link(&[0; 32], &[text("abc"), text("")]),
            link(&[0; 32], &[text("abc"), ValueRef::Null]),
            link(&[0; 32], &[ValueRef::Blob(b"abc"), ValueRef::Null]),
            link(&[1; 32], &[text("ab"), text("c")]),
        ];
        for (index, hash) in hashes.iter().enumerate() {
            assert!(!hashes[index + 1..].contains(hash));
        }
    }
}
