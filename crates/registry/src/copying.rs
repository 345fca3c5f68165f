//! Bringing the copy up to date: page after page, with a pause between them. What an update did not finish stays as it is, and the
//! next one begins again; only at its end is the copy complete.

use crate::cache::RegistryCache;
use crate::client::RegistryClient;
use crate::{bad, limits};
use portcullis_core::{Error, Result};
use portcullis_l10n::say;
use std::collections::HashSet;
use std::sync::Arc;

/// Brings the copy up to date: everything at first and once in a while, else what changed since the last time. `taken` is called
/// after each page.
///
/// # Errors
/// `network.*`, `store.*`; `input.bad` for replies that are none, or that never end.
pub async fn update(
    client: &RegistryClient,
    cache: &Arc<RegistryCache>,
    now: u64,
    taken: impl Fn() + Send + Sync,
) -> Result<()> {
    let state = blocking(cache, RegistryCache::state).await?;
    let week = u64::try_from(limits::FULL.as_millis()).unwrap_or(u64::MAX);
    let is_recent = state.full_at.is_some_and(|full| full <= now && now - full < week);
    let since = state.since.filter(|_| is_recent);
    let is_full = since.is_none();
    let round = blocking(cache, RegistryCache::begin_round).await?;
    let (mut cursor, mut seen, mut newest) = (None::<String>, HashSet::new(), state.since.unwrap_or(0));
    for _ in 0..limits::PAGES {
        let page = client.page(cursor.as_deref(), since).await?;
        if page.left_out > 0 {
            tracing::debug!(count = page.left_out, "servers of the registry were left out");
        }
        let latest = page.entries.iter().filter_map(|entry| entry.updated_at).max();
        newest = newest.max(latest.unwrap_or(0));
        let entries = page.entries;
        blocking(cache, move |cache| cache.take(&entries, round)).await?;
        taken();
        let Some(next) = page.next else {
            let overlap = u64::try_from(limits::OVERLAP.as_millis()).unwrap_or(0);
            // By the earlier of both clocks: what changed meanwhile is asked for again.
            let since = newest.min(now).saturating_sub(overlap);
            let end = move |cache: &RegistryCache| cache.end_round(round, is_full, now, since);
            return blocking(cache, end).await;
        };
        if !seen.insert(next.clone()) {
            return Err(bad(say!("reply-cycle")));
        }
        cursor = Some(next);
        tokio::time::sleep(limits::PAGE_PAUSE).await;
    }
    Err(bad(say!("reply-endless")))
}

async fn blocking<T: Send + 'static>(
    cache: &Arc<RegistryCache>,
    work: impl FnOnce(&RegistryCache) -> Result<T> + Send + 'static,
) -> Result<T> {
    let cache = Arc::clone(cache);
    let done = tokio::task::spawn_blocking(move || work(&cache)).await;
    done.map_err(Error::internal)?
}
