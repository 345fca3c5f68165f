//! What a check of the record says: whether the chain is consistent in itself, and, apart from that, whether the rows are
//! in it that are known from elsewhere. A sentence never claims more than was compared.

use super::chain::{self, ChainDamage};
use super::{AnchorMatch, ChainAnchor, Head};
use crate::store::Result;
use portcullis_domain::{HeadCheck, RecordHead, Verification};
use portcullis_l10n::say;
use rusqlite::Connection;

/// The head that the keychain holds, if it can be read.
#[derive(Debug, Clone)]
pub enum KeychainHead {
    /// It was read.
    Read {
        /// What it keeps, as it is written there; `None` where it keeps nothing.
        kept: Option<String>,
        /// How it is called in a sentence.
        name: String,
    },
    /// It is locked or missing.
    Closed {
        /// How it is called in a sentence.
        name: String,
    },
}

/// Checks the chain, and what is known from elsewhere, over one state of the database.
pub(super) fn verify(
    db: &Connection,
    keychain: &KeychainHead,
    expected: Option<&Head>,
) -> Result<Verification> {
    let state = db.unchecked_transaction()?;
    let looked = chain::look(&state)?;
    let kept = match keychain {
        KeychainHead::Closed { .. } => HeadCheck::Unread {},
        KeychainHead::Read { kept: None, .. } => HeadCheck::None {},
        KeychainHead::Read { kept: Some(text), .. } => match ChainAnchor::read(text) {
            Some(kept) => compared(&kept, kept.fits(&state)?),
            // Not even what is kept there is what was put there.
            None => HeadCheck::Differs { row: 0 },
        },
    };
    let met = expected.map(|head| head.is_in(&state)).transpose()?;
    let (KeychainHead::Read { name, .. } | KeychainHead::Closed { name }) = keychain;
    let mut sentence = match &looked.damage {
        Some(damage) => broken(damage, looked.rows),
        None => whole(&kept, looked.rows, name),
    };
    if let (Some(met), Some(head)) = (met, expected) {
        let given = match met {
            true => say!("verdict-given", entry = head.seq),
            false => say!("verdict-not-given", entry = head.seq),
        };
        sentence = say!("verdict-both", first = sentence, second = given);
    }
    let known = match (&kept, met, expected) {
        (HeadCheck::Differs { row }, _, _) => Some(*row),
        (_, Some(false), Some(head)) => Some(head.seq),
        _ => None,
    };
    let first_broken = match looked.damage {
        Some(ChainDamage::Row(row) | ChainDamage::Mended(row)) => Some(row),
        Some(ChainDamage::End) => Some(looked.rows + 1),
        // Which row was changed first cannot be known: all fit each other.
        None => known.map(|row| row.min(looked.rows + 1)),
    };
    let last = Head::from(looked.last);
    Ok(Verification {
        rows: looked.rows,
        first_broken,
        head: RecordHead {
            row: last.seq,
            hash: last.hash,
        },
        kept,
        expected: met,
        sentence,
    })
}

fn compared(kept: &ChainAnchor, fit: AnchorMatch) -> HeadCheck {
    match (fit, &kept.restored) {
        (AnchorMatch::Restored, Some(restored)) => HeadCheck::Confirmed {
            through: restored.seq,
        },
        (AnchorMatch::Fits, _) => HeadCheck::Confirmed {
            through: kept.head.seq,
        },
        (AnchorMatch::Differs | AnchorMatch::Restored, _) => HeadCheck::Differs { row: kept.head.seq },
    }
}

fn broken(damage: &ChainDamage, whole: u64) -> String {
    match damage {
        ChainDamage::Row(row) => say!("verdict-broken", entry = *row, count = whole),
        ChainDamage::Mended(row) => say!("verdict-mended", entry = *row, count = whole),
        ChainDamage::End => say!("verdict-end", count = whole),
    }
}

fn whole(kept: &HeadCheck, all: u64, name: &str) -> String {
    match kept {
        HeadCheck::Confirmed { through } if *through == all => {
            say!("verdict-confirmed", keychain = name, count = all)
        }
        HeadCheck::Confirmed { through } => say!(
            "verdict-confirmed-part",
            keychain = name,
            count = all,
            entry = *through,
            newer = all.saturating_sub(*through)
        ),
        HeadCheck::Differs { row: 0 } => say!("verdict-unreadable", keychain = name, count = all),
        HeadCheck::Differs { row } => {
            say!("verdict-other", keychain = name, count = all, entry = *row)
        }
        HeadCheck::None {} => say!("verdict-nothing-kept", keychain = name, count = all),
        HeadCheck::Unread {} => say!("verdict-locked", keychain = name, count = all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-90.
    #[test]
    fn a_sentence_claims_what_was_compared_and_no_more() {
        let said = |kept: &HeadCheck, all: u64| whole(kept, all, "the keychain");
        for (kept, all, sentence) in [
            (
                HeadCheck::Confirmed { through: 3 },
                3,
                "The chain is consistent, and ends where the keychain says: 3 entries checked.",
            ),
            (
                HeadCheck::Confirmed { through: 2 },
                3,
                "The chain is consistent: 3 entries checked. They are confirmed by the keychain up to entry 2; 1 newer entry is not confirmed yet.",
            ),
            (
                HeadCheck::Confirmed { through: 1 },
                3,
                "The chain is consistent: 3 entries checked. They are confirmed by the keychain up to entry 1; 2 newer entries are not confirmed yet.",
            ),
            (
                HeadCheck::Differs { row: 0 },
                1,
                "The chain of 1 entry is consistent, but the copy of its last entry in the keychain cannot be read. It may have been replaced.",
            ),
            (
                HeadCheck::Differs { row: 2 },
                3,
                "The chain of 3 entries is consistent, but this is not the audit log that the keychain knows: entry 2 is missing or differs. Entries were removed, or the audit log was replaced.",
            ),
            (
                HeadCheck::None {},
                3,
                "The chain is consistent: 3 entries checked. Nothing about this audit log is in the keychain yet, so Portcullis cannot tell whether all of it was replaced.",
            ),
            (
                HeadCheck::Unread {},
                3,
                "The chain is consistent: 3 entries checked. Portcullis could not open the keychain, which is locked or missing, so it cannot tell whether all of it was replaced.",
            ),
        ] {
            assert_eq!(said(&kept, all), sentence);
        }
        for (damage, start) in [
            (
                ChainDamage::Row(3),
                "Entry 3 is missing or was changed. The 2 entries before",
            ),
            (
                ChainDamage::Mended(3),
                "Entry 3 says that the end of the audit log was changed",
            ),
            (
                ChainDamage::End,
                "The 2 entries that exist are consistent, but the end",
            ),
        ] {
            let sentence = broken(&damage, 2);
            assert!(sentence.starts_with(start), "{sentence}");
        }
    }

    // Proves S-90.
    #[test]
    fn what_the_keychain_confirms_is_where_the_record_goes_on_from() {
        let head = |seq| Head {
            seq,
            hash: String::new(),
        };
        let kept = |restored: Option<u64>| ChainAnchor {
            head: head(9),
            restored: restored.map(head),
        };
        for (restored, fit, check) in [
            (None, AnchorMatch::Fits, HeadCheck::Confirmed { through: 9 }),
            (Some(4), AnchorMatch::Fits, HeadCheck::Confirmed { through: 9 }),
            (
                Some(4),
                AnchorMatch::Restored,
                HeadCheck::Confirmed { through: 4 },
            ),
            (None, AnchorMatch::Restored, HeadCheck::Differs { row: 9 }),
            (Some(4), AnchorMatch::Differs, HeadCheck::Differs { row: 9 }),
        ] {
            assert_eq!(compared(&kept(restored), fit), check, "{restored:?} {fit:?}");
        }
    }
}
