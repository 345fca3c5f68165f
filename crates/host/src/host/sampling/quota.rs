//! How often and how much a server may ask (S-75, SAM-20). What is over it is refused without a question.

use super::{LATER, Stopped};
use crate::host::{Entry, Inner, locked};
use crate::limits;
use portcullis_core::ids::ServerId;
use portcullis_core::recent::Recent;
use portcullis_core::text::grouped;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::Outcome;
use portcullis_l10n::say;
use portcullis_storage::store::settings;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// Who asked lately.
#[derive(Default)]
pub(crate) struct SamplingQuota(Mutex<HashMap<ServerId, RecentRequests>>);

#[derive(Default)]
struct RecentRequests {
    open: usize,
    asked: Recent,
    refused: Recent,
}

/// A request that was let in; dropping it makes room for another.
pub(super) struct QuotaGuard {
    host: Arc<Inner>,
    server: ServerId,
}

impl Drop for QuotaGuard {
    fn drop(&mut self) {
        if let Some(lately) = locked(&self.host.sampling.0).get_mut(&self.server) {
            lately.open = lately.open.saturating_sub(1);
        }
    }
}

/// What a server used of its budget, on the day with this number since 1970 (UTC). Kept with the settings: a restart
/// is no new day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DailyUsage {
    day: u64,
    requests: u32,
    tokens: u64,
}

impl DailyUsage {
    fn today(self, now: u64) -> Self {
        let day = now / DAY;
        match self.day == day {
            true => self,
            false => Self {
                day,
                ..Self::default()
            },
        }
    }

    /// The same with one more request, whose answer may have this many tokens.
    fn with(self, tokens: u32) -> Option<Self> {
        let (requests, most) = limits::SAMPLING_PER_DAY;
        let more = Self {
            requests: self.requests.saturating_add(1),
            tokens: self.tokens.saturating_add(tokens.into()),
            ..self
        };
        (more.requests <= requests && more.tokens <= most).then_some(more)
    }

    /// For a person.
    pub(super) fn words(self) -> String {
        let (requests, tokens) = limits::SAMPLING_PER_DAY;
        let count = |number: u64| grouped(usize::try_from(number).unwrap_or(usize::MAX));
        say!(
            "sampling-used",
            requests = self.requests,
            most = requests,
            tokens = count(self.tokens),
            most_tokens = count(tokens)
        )
    }
}

impl Inner {
    /// Lets a request in, or not.
    pub(super) fn enter(self: &Arc<Self>, entry: &Entry) -> Result<QuotaGuard, Stopped> {
        let refused = |why: String| {
            Err(Stopped {
                outcome: Outcome::Refused,
                words: Code::SamplingBudget.in_words(),
                why,
                refusal: LATER,
            })
        };
        let label = entry.label();
        let mut servers = locked(&self.sampling.0);
        let lately = servers.entry(entry.id.clone()).or_default();
        if lately.open >= limits::SAMPLING_AT_ONCE {
            return refused(say!(
                "sampling-too-many-open",
                server = label,
                count = limits::SAMPLING_AT_ONCE
            ));
        }
        if lately.asked.within(MINUTE) >= limits::SAMPLING_PER_MINUTE {
            return refused(say!(
                "sampling-too-often",
                server = label,
                count = limits::SAMPLING_PER_MINUTE
            ));
        }
        lately.asked.add();
        lately.open += 1;
        Ok(QuotaGuard {
            host: Arc::clone(self),
            server: entry.id.clone(),
        })
    }

    /// Whether a refused request gets a row of its own: a flood of them is one fact, not thousands.
    pub(super) fn has_a_row(&self, entry: &Entry) -> bool {
        let mut servers = locked(&self.sampling.0);
        let refused = &mut servers.entry(entry.id.clone()).or_default().refused;
        let few = refused.within(MINUTE) < limits::SAMPLING_REFUSED_ROWS;
        if few {
            refused.add();
        }
        few
    }

    /// What a server used of today's budget.
    ///
    /// # Errors
    /// `sampling.budget` when nothing more fits; `store.*`.
    pub(super) async fn spent(&self, entry: &Entry, tokens: u32) -> Result<DailyUsage> {
        let key = key(&entry.id);
        let kept: Option<DailyUsage> = self.store.read(move |db| settings::get(db, &key)).await?;
        let today = kept.unwrap_or_default().today(self.now());
        match today.with(tokens) {
            Some(_) => Ok(today),
            None => Err(used_up(&entry.label())),
        }
    }

    /// Takes a request out of today's budget, before it goes to a model.
    ///
    /// # Errors
    /// `sampling.budget`, `store.*`: then it does not go.
    pub(super) async fn spend(&self, entry: &Entry, tokens: u32) -> Result<()> {
        let (key, now, label) = (key(&entry.id), self.now(), entry.label());
        self.store
            .write(move |db| {
                let kept: Option<DailyUsage> = settings::get(db, &key)?;
                let today = kept.unwrap_or_default().today(now);
                let more = today.with(tokens).ok_or_else(|| used_up(&label))?;
                settings::set(db, &key, &more)
            })
            .await
    }
}

fn key(server: &ServerId) -> String {
    format!("sampling/{}", server.as_str())
}

fn used_up(label: &str) -> Error {
    let (requests, tokens) = limits::SAMPLING_PER_DAY;
    let tokens = grouped(usize::try_from(tokens).unwrap_or(usize::MAX));
    Error::new(
        Code::SamplingBudget,
        say!("sampling-daily-limit", server = label, requests, tokens),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves F-33.
    #[test]
    fn a_usage_that_is_stored_is_read_by_later_versions() {
        let stored = r#"{"day":5,"requests":2,"tokens":30}"#;
        let read: DailyUsage = serde_json::from_str(stored).unwrap();
        assert_eq!((read.day, read.requests, read.tokens), (5, 2, 30));
        assert_eq!(serde_json::to_string(&read).unwrap(), stored);
    }

    // Proves S-75.
    #[test]
    fn a_budget_ends_and_begins_anew_with_the_day() {
        let (requests, tokens) = limits::SAMPLING_PER_DAY;
        let mut spent = DailyUsage::default().today(5 * DAY);
        for _ in 0..requests {
            spent = spent.with(1).unwrap();
        }
        assert_eq!(spent.with(1), None, "requests");
        assert_eq!(spent.today(6 * DAY - 1), spent, "the same day");
        assert_eq!(
            spent.today(6 * DAY),
            DailyUsage {
                day: 6,
                ..DailyUsage::default()
            }
        );
        let most = u32::try_from(tokens).unwrap();
        let full = DailyUsage::default().with(most).unwrap();
        assert_eq!(full.with(1), None, "tokens");
        assert_eq!(
            full.words(),
            "Used today: 1 of 200 requests, 200,000 of 200,000 tokens."
        );
    }
}
