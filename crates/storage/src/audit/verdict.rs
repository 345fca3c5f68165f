//! What a check of the record says: whether the chain is consistent in itself, and, apart from that, whether the rows are
//! in it that are known from elsewhere. A sentence never claims more than was compared.

use super::chain::{self, ChainDamage};
use super::{AnchorMatch, ChainAnchor, Head};
use crate::store::Result;
use portcullis_domain::{HeadCheck, RecordHead, Verification};
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
        sentence.push_str(&match met {
            true => format!(" Row {} is the one that you gave.", head.seq),
            false => format!(" Row {} is missing, or is not the one that you gave.", head.seq),
        });
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
        ChainDamage::Row(row) => format!(
            "Row {row} is missing or is not what was written. The {} before it are consistent; what comes after it \
             cannot be relied on.",
            rows(whole)
        ),
        ChainDamage::Mended(row) => format!(
            "Row {row} says that the end of the record was changed outside of Portcullis. The {} before it are \
             consistent, but rows may be missing after them.",
            rows(whole)
        ),
        ChainDamage::End => format!(
            "The {} that are there are consistent, but the end of the record is not what was written: newer rows are \
             missing or were replaced.",
            rows(whole)
        ),
    }
}

fn whole(kept: &HeadCheck, all: u64, name: &str) -> String {
    let checked = format!("The chain is consistent: {} checked.", rows(all));
    match kept {
        HeadCheck::Confirmed { through } if *through == all => {
            format!(
                "The chain is consistent, and ends where {name} says: {} checked.",
                rows(all)
            )
        }
        HeadCheck::Confirmed { through } => format!(
            "{checked} {} confirms it up to row {through}; {} not confirmed yet.",
            capital(name),
            match all.saturating_sub(*through) {
                1 => "1 newer row is".to_owned(),
                newer => format!("{newer} newer rows are"),
            }
        ),
        HeadCheck::Differs { row: 0 } => format!(
            "The chain of {} is consistent, but what {name} keeps of the record cannot be read. Somebody may have replaced it.",
            rows(all)
        ),
        HeadCheck::Differs { row } => format!(
            "The chain of {} is consistent, but this is not the record that {name} knows: row {row} is missing or is another \
             one. Rows were removed, or the record was replaced.",
            rows(all)
        ),
        HeadCheck::None {} => format!(
            "{checked} {} keeps nothing of this record yet, so nothing shows whether all of it was replaced.",
            capital(name)
        ),
        HeadCheck::Unread {} => format!(
            "{checked} {} is locked or missing, so nothing shows whether all of it was replaced.",
            capital(name)
        ),
    }
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(name.len().min(1));
    first.to_uppercase() + rest
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
    use super::*;

    // Proves S-90.
    #[test]
    fn a_sentence_claims_what_was_compared_and_no_more() {
        let said = |kept: &HeadCheck, all: u64| whole(kept, all, "the keychain");
        for (kept, all, sentence) in [
            (
                HeadCheck::Confirmed { through: 3 },
                3,
                "The chain is consistent, and ends where the keychain says: 3 rows checked.",
            ),
            (
                HeadCheck::Confirmed { through: 2 },
                3,
                "The chain is consistent: 3 rows checked. The keychain confirms it up to row 2; 1 newer row is not \
                 confirmed yet.",
            ),
            (
                HeadCheck::Confirmed { through: 1 },
                3,
                "The chain is consistent: 3 rows checked. The keychain confirms it up to row 1; 2 newer rows are not \
                 confirmed yet.",
            ),
            (
                HeadCheck::Differs { row: 0 },
                1,
                "The chain of 1 row is consistent, but what the keychain keeps of the record cannot be read. Somebody may have \
                 replaced it.",
            ),
            (
                HeadCheck::Differs { row: 2 },
                3,
                "The chain of 3 rows is consistent, but this is not the record that the keychain knows: row 2 is missing or is \
                 another one. Rows were removed, or the record was replaced.",
            ),
            (
                HeadCheck::None {},
                3,
                "The chain is consistent: 3 rows checked. The keychain keeps nothing of this record yet, so nothing shows \
                 whether all of it was replaced.",
            ),
            (
                HeadCheck::Unread {},
                3,
                "The chain is consistent: 3 rows checked. The keychain is locked or missing, so nothing shows whether all \
                 of it was replaced.",
            ),
        ] {
            assert_eq!(said(&kept, all), sentence);
        }
        for (damage, start) in [
            (
                ChainDamage::Row(3),
                "Row 3 is missing or is not what was written. The 2 rows before",
            ),
            (
                ChainDamage::Mended(3),
                "Row 3 says that the end of the record was changed",
            ),
            (
                ChainDamage::End,
                "The 2 rows that are there are consistent, but the end",
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
