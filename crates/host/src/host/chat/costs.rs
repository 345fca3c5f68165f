//! What requests to models cost, and the limit of a month. A reply whose price is not known is counted as one of unknown price
//! and never as free. A request that is under way when the limit is reached is finished; the next one is not sent.

use crate::host::{Host, Inner, views};
use crate::limits;
use portcullis_api::{CostSum, Spending};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::RecordKind;
use portcullis_l10n::say;
use portcullis_llm::Usage;
use portcullis_llm::providers::dollars;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::costs::{self, CostRow};
use portcullis_storage::store::settings;

/// Where the limit is kept.
const KEY: &str = "spending_limit";
/// Requests of servers and checks of providers belong to no conversation.
pub(crate) const NO_CONVERSATION: &str = "";

impl Host {
    /// What this month has cost, its limit, and what a conversation has cost in all months.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn spending(&self, conversation: Option<String>) -> Result<Spending> {
        let month = month(self.0.now());
        let read = move |db: &rusqlite::Connection| {
            Ok(Spending {
                month: shown(costs::of_month(db, month)?),
                limit: settings::get(db, KEY)?.flatten(),
                conversation: match conversation {
                    Some(id) => Some(shown(costs::of_conversation(db, &id)?)),
                    None => None,
                },
            })
        };
        self.0.store.read(read).await
    }

    /// Sets the limit of a month in US dollars, or takes it away.
    ///
    /// # Errors
    /// `input.bad` for what is no amount; `store.*`. The limit is as it was then.
    pub async fn set_spending_limit(&self, limit: Option<f64>) -> Result<Spending> {
        let (least, most) = limits::SPENDING_LIMIT;
        if limit.is_some_and(|limit| !(least..=most).contains(&limit)) {
            return Err(Error::new(
                Code::BadInput,
                say!(
                    "spending-limit-range",
                    least = dollars(least),
                    most = dollars(most)
                ),
            ));
        }
        let words = move |limit: Option<f64>| match limit {
            Some(limit) => dollars(limit),
            None => say!("spending-limit-none"),
        };
        self.0
            .audit
            .once_with(move |db| {
                let before: Option<f64> = settings::get(db, KEY)?.flatten();
                settings::set(db, KEY, &limit)?;
                let what = say!("spending-limit-row", limit = words(limit), before = words(before));
                let row = Intended {
                    why: say!("spending-limit-why"),
                    ..views::row_by_you(RecordKind::Host, what)
                };
                Ok(((), Some(row)))
            })
            .await?;
        self.0.tell_conversations().await;
        self.spending(None).await
    }
}

impl Inner {
    /// Whether one more request may be sent to a model that may cost something.
    pub(crate) async fn may_spend(&self) -> Result<()> {
        let month = month(self.now());
        let (limit, spent) = self
            .store
            .read(move |db| {
                let limit: Option<f64> = settings::get(db, KEY)?.flatten();
                Ok((limit, costs::of_month(db, month)?))
            })
            .await?;
        match limit {
            Some(limit) if spent.dollars >= limit => Err(Error::new(
                Code::SpendingLimit,
                say!(
                    "spending-reached",
                    limit = dollars(limit),
                    spent = dollars(spent.dollars)
                ),
            )
            .remedy(say!("spending-reached-remedy"))),
            _ => Ok(()),
        }
    }

    /// Counts a reply.
    pub(crate) async fn count_reply(&self, conversation: &str, model: &str, usage: Usage) -> Result<()> {
        let (month, conversation, model) = (month(self.now()), conversation.to_owned(), model.to_owned());
        let known = usage
            .dollars
            .filter(|dollars| dollars.is_finite() && *dollars >= 0.0);
        self.store
            .write(move |db| costs::add(db, month, &conversation, &model, known))
            .await
    }
}

/// Whether a request outside of a conversation that failed so may have been answered in part, which has a price.
pub(crate) fn of_unknown_price(error: &Error) -> bool {
    matches!(error.code, Code::CallTimeout | Code::ModelCut)
}

fn shown(row: CostRow) -> CostSum {
    let count = |many: u64| u32::try_from(many).unwrap_or(u32::MAX);
    CostSum {
        dollars: row.dollars,
        replies: count(row.replies),
        unpriced: count(row.unpriced),
    }
}

/// `202611`, UTC.
fn month(now: u64) -> u32 {
    let [year, month, ..] = portcullis_core::calendar::date_of(now);
    u32::try_from(year * 100 + month).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_that_of_the_calendar_in_utc() {
        assert_eq!(month(0), 197_001);
        assert_eq!(month(1_795_443_461_000), 202_611);
    }
}
