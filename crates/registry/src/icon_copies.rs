//! Icons in the copy of a registry, by their URL: as they are shown, so that none is fetched again for each look at an entry. One
//! that could not be shown is kept as such. The oldest go when there are too many.

use crate::cache::{RegistryCache, failed, locked};
use crate::limits;
use portcullis_core::Result;
use rusqlite::{OptionalExtension as _, params};
use std::time::Duration;

/// What the copy has of an icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IconCopy {
    /// Nothing, or it is too old.
    Unknown,
    /// It could not be shown when it was last fetched.
    NotShown,
    /// It, as it is shown.
    Shown(Vec<u8>),
}

impl RegistryCache {
    /// What is kept of an icon.
    ///
    /// # Errors
    /// `store.*`.
    pub fn icon(&self, source: &str, now: u64) -> Result<IconCopy> {
        let db = self.reading();
        let read = || -> rusqlite::Result<Option<(Option<Vec<u8>>, i64)>> {
            db.prepare_cached("SELECT image, fetched_at FROM icons WHERE source = ?1")?
                .query_row([source], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        };
        let Some((image, fetched_at)) = read().map_err(|error| failed(&error))? else {
            return Ok(IconCopy::Unknown);
        };
        let (shown, not_shown) = limits::ICON_AGE;
        let is_new = |age: Duration| {
            let fetched_at = u64::try_from(fetched_at).unwrap_or(0);
            let passed = now.checked_sub(fetched_at);
            passed.is_some_and(|passed| u128::from(passed) < age.as_millis())
        };
        Ok(match image {
            Some(image) if is_new(shown) => IconCopy::Shown(image),
            None if is_new(not_shown) => IconCopy::NotShown,
            _ => IconCopy::Unknown,
        })
    }

    /// Keeps an icon as it is shown; `None` for one that cannot be.
    ///
    /// # Errors
    /// `store.*`.
    pub fn keep_icon(&self, source: &str, image: Option<&[u8]>, now: u64) -> Result<()> {
        let image = image.filter(|image| image.len() <= limits::ICON_KEPT);
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        let mut db = locked(self.writing());
        let mut keep = || -> rusqlite::Result<()> {
            let change = db.transaction()?;
            self.check_address(&change)?;
            change.execute(
                "INSERT INTO icons VALUES (?1, ?2, ?3)
                 ON CONFLICT (source) DO UPDATE SET image = excluded.image, fetched_at = excluded.fetched_at",
                params![source, image, now],
            )?;
            // Those of a clock that was ahead go first: they are not shown, and would push out each new one.
            change.execute(
                "DELETE FROM icons WHERE source IN
                 (SELECT source FROM icons ORDER BY fetched_at > ?2, fetched_at DESC LIMIT -1 OFFSET ?1)",
                params![limits::ICONS_KEPT, now],
            )?;
            change.commit()
        };
        keep().map_err(|error| failed(&error))
    }

    /// Forgets all icons.
    ///
    /// # Errors
    /// `store.*`.
    pub fn forget_icons(&self) -> Result<()> {
        let db = locked(self.writing());
        db.execute("DELETE FROM icons", [])
            .map(drop)
            .map_err(|error| failed(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;

    #[test]
    fn an_icon_is_kept_for_a_time_and_only_so_many_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.db");
        let cache = RegistryCache::open(&path, "https://r.example/").unwrap();
        assert_eq!(cache.icon("a", 0).unwrap(), IconCopy::Unknown);
        cache.keep_icon("a", Some(b"png"), DAY).unwrap();
        cache.keep_icon("b", None, DAY).unwrap();
        let large = vec![0; limits::ICON_KEPT + 1];
        cache.keep_icon("c", Some(&large), DAY).unwrap();
        for (source, kept) in [
            ("a", IconCopy::Shown(b"png".to_vec())),
            ("b", IconCopy::NotShown),
            ("c", IconCopy::NotShown),
        ] {
            assert_eq!(cache.icon(source, DAY + 1).unwrap(), kept, "{source}");
            assert_eq!(
                cache.icon(source, 60 * DAY).unwrap(),
                IconCopy::Unknown,
                "{source}"
            );
            // A clock that went back proves nothing about an age.
            assert_eq!(cache.icon(source, 0).unwrap(), IconCopy::Unknown, "{source}");
        }
        for at in 0..u64::from(limits::ICONS_KEPT) {
            cache
                .keep_icon(&format!("n{at}"), Some(b"png"), 2 * DAY + at)
                .unwrap();
        }
        assert_eq!(cache.icon("a", 2 * DAY).unwrap(), IconCopy::Unknown);
        let last = format!("n{}", limits::ICONS_KEPT - 1);
        assert!(matches!(cache.icon(&last, 3 * DAY), Ok(IconCopy::Shown(_))));
        // The clock was ahead, and went back.
        cache.keep_icon("back", Some(b"png"), DAY).unwrap();
        assert!(matches!(cache.icon("back", DAY), Ok(IconCopy::Shown(_))));
        cache.forget_icons().unwrap();
        assert_eq!(cache.icon(&last, 3 * DAY).unwrap(), IconCopy::Unknown);
        cache.keep_icon("a", Some(b"png"), DAY).unwrap();
        drop(cache);
        let other = RegistryCache::open(&path, "https://other.example/").unwrap();
        assert_eq!(other.icon("a", DAY).unwrap(), IconCopy::Unknown);
    }
}
