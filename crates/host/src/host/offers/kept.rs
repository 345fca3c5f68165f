//! One list and how long it holds.

use crate::host::milliseconds;
use crate::limits;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use portcullis_core::{Error, Result};
use portcullis_domain::Problem;
use std::sync::Arc;
use std::time::Duration;

type SharedRead<T> = Shared<BoxFuture<'static, Result<Arc<T>>>>;

/// A list as it was read last.
pub(in crate::host) struct CachedList<T> {
    list: Option<Arc<T>>,
    /// When it was read.
    at: u64,
    /// Until when it holds; without an end where the server announces changes or says nothing of time.
    until: u64,
    /// The server announced a change, or a caller wants it read again.
    outdated: bool,
    /// It is being read: everybody waits for the same answer.
    reading: Option<SharedRead<T>>,
}

impl<T> Default for CachedList<T> {
    fn default() -> Self {
        Self {
            list: None,
            at: 0,
            until: 0,
            outdated: false,
            reading: None,
        }
    }
}

/// A list that was asked for.
pub(in crate::host) struct ListReading<T> {
    pub list: Arc<T>,
    /// When it was read.
    pub at: u64,
    /// Why it is not a fresh one (CCH-11).
    pub problem: Option<Problem>,
}

impl<T: Send + Sync + 'static> CachedList<T> {
    /// The list, if it holds. A search goes through the list that is that the user sees, unless a change
    /// was announced.
    pub fn holding(&self, now: u64, searching: bool) -> Option<ListReading<T>> {
        let list = self.list.as_ref()?;
        let holds = !self.outdated && (searching || now < self.until);
        holds.then(|| ListReading {
            list: Arc::clone(list),
            at: self.at,
            problem: None,
        })
    }

    /// The reading that is under way, or a new one.
    pub fn join<F>(&mut self, read: impl FnOnce() -> F) -> SharedRead<T>
    where
        F: Future<Output = Result<Arc<T>>> + Send + 'static,
    {
        if let Some(reading) = &self.reading {
            return reading.clone();
        }
        // A change that is announced while it is read counts.
        self.outdated = false;
        let reading = read().boxed().shared();
        self.reading = Some(reading.clone());
        reading
    }

    /// What a reading brought.
    pub fn received(&mut self, read: Result<(T, Duration)>, now: u64, modern: bool) -> Result<Arc<T>> {
        self.reading = None;
        let (list, holds) = match read {
            Ok(read) => read,
            Err(error) => {
                self.outdated = true;
                return Err(error);
            }
        };
        let list = Arc::new(list);
        self.list = Some(Arc::clone(&list));
        self.at = now;
        self.until = match modern {
            // Absent is stale at once (CCH-02), but not for one and the same look at it.
            true => now.saturating_add(milliseconds(holds.max(limits::LIST_AGAIN))),
            false => u64::MAX,
        };
        Ok(list)
    }

    /// The list there is, after a reading that ended like this; an older one when it failed.
    pub fn with(&self, failed: Option<&Error>) -> Option<ListReading<T>> {
        Some(ListReading {
            list: Arc::clone(self.list.as_ref()?),
            at: self.at,
            problem: failed.cloned().map(Problem::from),
        })
    }

    /// It is read again before it is shown again.
    pub fn outdate(&mut self) {
        self.outdated = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::Code;

    // Proves CCH-01.
    #[tokio::test]
    async fn a_list_holds_as_long_as_its_server_said_and_no_longer() {
        let mut kept: CachedList<u8> = CachedList::default();
        assert!(kept.holding(0, true).is_none());
        kept.received(Ok((1, Duration::from_secs(60))), 1_000, true)
            .unwrap();
        assert!(kept.holding(60_999, false).is_some());
        assert!(kept.holding(61_000, false).is_none());
        assert!(
            kept.holding(61_000, true).is_some(),
            "a search goes through what is shown"
        );
        kept.outdate();
        assert!(
            kept.holding(1_001, true).is_none(),
            "CCH-09: an announcement ends it at once"
        );
    }

    // Proves CCH-02.
    #[tokio::test]
    async fn a_list_without_a_time_is_read_again_at_the_next_look() {
        let mut kept: CachedList<u8> = CachedList::default();
        kept.received(Ok((1, Duration::ZERO)), 0, true).unwrap();
        assert!(kept.holding(milliseconds(limits::LIST_AGAIN), false).is_none());
        kept.received(Ok((1, Duration::ZERO)), 0, false).unwrap();
        assert!(
            kept.holding(u64::MAX - 1, false).is_some(),
            "the legacy era announces"
        );
    }

    // Proves CCH-11.
    #[tokio::test]
    async fn a_list_that_could_not_be_read_again_is_shown_with_the_reason() {
        let mut kept: CachedList<u8> = CachedList::default();
        kept.received(Ok((1, Duration::ZERO)), 5, true).unwrap();
        let failed = Error::new(Code::CallTimeout, "late");
        kept.received(Err(failed.clone()), 9_000, true).unwrap_err();
        let listed = kept.with(Some(&failed)).unwrap();
        assert_eq!((*listed.list, listed.at), (1, 5));
        assert_eq!(listed.problem.unwrap().code, "call.timeout");
        assert!(kept.holding(9_001, true).is_none(), "it is tried again");
    }

    #[tokio::test]
    async fn a_caller_that_asks_meanwhile_gets_the_same_answer() {
        let mut kept: CachedList<u8> = CachedList::default();
        let first = kept.join(|| async { Ok(Arc::new(7)) });
        let second = kept.join(|| async { Ok(Arc::new(8)) });
        assert_eq!((*second.await.unwrap(), *first.await.unwrap()), (7, 7));
    }
}
