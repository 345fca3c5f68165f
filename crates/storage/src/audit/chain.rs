//! The hash chain: each row's hash covers every cell of the row and the hash of the row before (S-90).
//!
//! A chain shows that rows were changed, removed or put in between, and, by the head kept beside it, that the
//! newest were cut off. It cannot show that a program with write access to the file computed all of it again, head included;
//! for that a head is kept elsewhere ([`super::anchor`]).

use crate::store::Result;
use crate::store::record::{self, Head};
use portcullis_core::error::Code;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest as _, Sha256};

/// Part of every hash, so that no other chain's rows fit in.
const DOMAIN: &[u8] = b"portcullis record 1\n";

/// Places of two cells among those of a row ([`record::COLUMNS`]).
const KIND: usize = 6;
/// See [`KIND`].
const WHAT: usize = 7;

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

/// Result of scanning all rows.
pub(super) struct ChainScan {
    /// Rows that fit, from the first on.
    pub rows: u64,
    /// The last of them.
    pub last: Head,
    pub damage: Option<ChainDamage>,
}

/// Why a chain is broken.
pub(super) enum ChainDamage {
    /// This row is missing or is not what was written.
    Row(u64),
    /// Before this row the end had been changed, as it says.
    Mended(u64),
    /// All rows fit, but where the next one goes is not behind the last.
    End,
}

/// Looks at every row in one pass.
///
/// # Errors
/// `store.*` when it cannot be read at all; damage is a finding, not an error.
pub(super) fn look(state: &Connection) -> Result<ChainScan> {
    let mut last = Head::default();
    let mut damage = None;
    let read = record::stream(state, |cells, hash| {
        let next = last.seq + 1;
        let expected = link(&last.hash, cells);
        if cells[0] != ValueRef::Integer(crate::store::signed(next)) || hash != ValueRef::Blob(&expected) {
            damage = Some(ChainDamage::Row(next));
            return Ok(false);
        }
        if cells[KIND] == ValueRef::Text(b"host") && cells[WHAT] == ValueRef::Text(super::MENDED.as_bytes()) {
            damage = Some(ChainDamage::Mended(next));
            return Ok(false);
        }
        last = Head {
            seq: next,
            hash: expected,
        };
        Ok(true)
    });
    match read {
        Err(error) if error.code() == Code::StoreCorrupt => damage = Some(ChainDamage::Row(last.seq + 1)),
        other => other?,
    }
    // Rows that are missing at the end, or a head that belongs to other rows.
    if damage.is_none() && record::head(state).ok() != Some(last) {
        damage = Some(ChainDamage::End);
    }
    Ok(ChainScan {
        rows: last.seq,
        last,
        damage,
    })
}

#[cfg(test)]
mod tests {
    use super::link;
    use rusqlite::types::ValueRef;

    #[test]
    fn cells_are_where_they_are_looked_for() {
        let columns = crate::store::record::COLUMNS;
        assert_eq!((columns[super::KIND], columns[super::WHAT]), ("kind", "what"));
    }

    // Proves S-90.
    #[test]
    fn a_hash_is_the_one_that_every_version_writes() {
        let cells = [
            ValueRef::Integer(1),
            ValueRef::Text(b"row"),
            ValueRef::Null,
            ValueRef::Blob(&[7]),
        ];
        let hash = portcullis_core::ids::hex(&link(&[0; 32], &cells));
        assert_eq!(
            hash,
            "1fdce0d3053342f9ee0fbe185da33e4b5bd0924385cd7825f87a6537c0960bbf"
        );
    }

    // Proves S-90.
    #[test]
    fn cells_cannot_be_shifted_into_one_another() {
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
