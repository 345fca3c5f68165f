//! The trust anchor of the hash chain, stored outside of the database: the last confirmed row. A program that recomputes the
//! chain, truncates it or empties it changes that row, or removes it.

use super::Head;
use crate::store::Result;
use crate::store::record;
use rusqlite::Connection;

/// The first word of what is kept; another one is of another version.
const FORM: &str = "record-1";

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainAnchor {
    /// The last row that is known.
    pub head: Head,
    /// The last row of a backup that a person had put in the place of the record: it may go on from there instead.
    pub restored: Option<Head>,
}

/// How the chain compares with its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnchorMatch {
    /// It goes on from there.
    Fits,
    /// It goes on from the backup that a person restored.
    Restored,
    /// The row is missing or another one.
    Differs,
}

impl ChainAnchor {
    /// As the keychain keeps it: a line, and a second one for a backup.
    pub fn written(&self) -> String {
        let line = |head: &Head| format!("{FORM} {} {}", head.seq, head.hash);
        let restored = self.restored.iter().map(line);
        std::iter::once(line(&self.head))
            .chain(restored)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The way back; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let mut heads = text.lines().map(|line| {
            let (seq, hash) = line.strip_prefix(FORM)?.strip_prefix(' ')?.split_once(' ')?;
            Head::new(seq, hash)
        });
        let head = heads.next()??;
        let restored = match heads.next() {
            Some(restored) => Some(restored?),
            None => None,
        };
        heads.next().is_none().then_some(Self { head, restored })
    }

    /// Whether the record goes on from it.
    pub(super) fn fits(&self, db: &Connection) -> Result<AnchorMatch> {
        if self.head.is_in(db)? {
            return Ok(AnchorMatch::Fits);
        }
        let restored = match &self.restored {
            Some(restored) => restored.is_in(db)?,
            None => false,
        };
        Ok(if restored {
            AnchorMatch::Restored
        } else {
            AnchorMatch::Differs
        })
    }
}

impl Head {
    fn new(seq: &str, hash: &str) -> Option<Self> {
        let hex = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(Self {
            seq: seq.parse().ok()?,
            hash: hex.then(|| hash.to_ascii_lowercase())?,
        })
    }

    /// As a person writes it down and hands it in again: `30:4f1c…`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (seq, hash) = text.trim().split_once(':')?;
        Self::new(seq, hash)
    }

    /// Whether the record has this very row.
    pub(super) fn is_in(&self, db: &Connection) -> Result<bool> {
        Ok(self.seq == 0 || record::hash_of(db, self.seq)?.as_ref() == Some(&self.hash))
    }
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.seq, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back_and_nothing_else_is() {
        let head = |seq| Head {
            seq,
            hash: "0f".repeat(32),
        };
        for restored in [None, Some(head(3))] {
            let kept = ChainAnchor {
                head: head(30),
                restored,
            };
            assert_eq!(ChainAnchor::read(&kept.written()), Some(kept));
        }
        assert_eq!(Head::parse(&format!(" {} ", head(7))), Some(head(7)));
        let hash = "0f".repeat(32);
        for other in [
            "",
            "x",
            "record-1 1 0f",
            "record-2 1 0f",
            "1:0f",
            &format!("record-1 1 {}", "zz".repeat(32)),
            &format!("1:{}", "zz".repeat(32)),
            &format!("a:{hash}"),
            &format!("-1:{hash}"),
        ] {
            assert_eq!(
                (ChainAnchor::read(other), Head::parse(other)),
                (None, None),
                "{other}"
            );
        }
        let line = format!("record-1 1 {hash}\n");
        for more in [line.repeat(3), format!("{line}record-2 1 {hash}")] {
            assert_eq!(ChainAnchor::read(&more), None, "{more}");
        }
    }
}
