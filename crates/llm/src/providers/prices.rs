//! What a request costs, in US dollars: by the price of its model, or as its provider says.

use super::{ProviderModel, facts};
use portcullis_l10n::say;
use rig_core::completion::Usage;

impl ProviderModel {
    /// What a request took.
    pub(super) fn usage(&self, usage: &Usage) -> crate::Usage {
        crate::Usage {
            input: usage.input_tokens,
            output: usage.output_tokens,
            dollars: self.spent(usage),
        }
    }

    /// US dollars for what a request took: by the price of the model or as the provider says, whichever is more. One that takes a
    /// fee for each request adds it; one that passes on the bill of another says nothing or its own fee alone.
    pub(super) fn spent(&self, usage: &Usage) -> Option<f64> {
        // The library reckons all parts, from its table; a provider says what the whole was.
        let said = usage.cost.filter(|cost| cost.cache_read.is_none());
        let said = said.map(|cost| cost.total).filter(|total| *total > 0.0);
        let parts = said.into_iter().chain(self.by_price(usage));
        parts.reduce(f64::max)
    }

    fn by_price(&self, usage: &Usage) -> Option<f64> {
        let (price_in, price_out) = self.facts.price_in.zip(self.facts.price_out)?;
        let cache = facts::cache(self.provider.kind, &self.provider.address, &self.raw);
        let input = usage.input_tokens?;
        let read = usage.cached_input_tokens.unwrap_or(0).min(input);
        let written = usage.cache_creation_input_tokens.unwrap_or(0).min(input - read);
        let input = millions(input - read - written)
            + millions(read) * cache.read
            + millions(written) * cache.written;
        Some(input * price_in + millions(usage.output_tokens?) * price_out)
    }

    /// US dollars for so many tokens.
    pub(super) fn dollars(&self, input: Option<u64>, output: Option<u64>) -> Option<f64> {
        let price = |tokens: Option<u64>, each: Option<f64>| Some(millions(tokens?) * each?);
        Some(price(input, self.facts.price_in)? + price(output, self.facts.price_out)?)
    }
}

#[allow(clippy::cast_precision_loss, reason = "tokens stay far below 2^52")]
fn millions(tokens: u64) -> f64 {
    tokens as f64 / 1e6
}

/// An amount of money, rounded to what matters.
#[must_use]
pub fn dollars(amount: f64) -> String {
    match amount {
        amount if amount <= 0.0 => "$0".to_owned(),
        amount if amount < 0.0001 => say!("model-cost-little"),
        amount if amount < 0.1 => format!("${amount:.4}"),
        amount => format!("${amount:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::dollars;

    #[test]
    fn an_amount_of_money_is_rounded_to_what_matters() {
        for (amount, words) in [
            (0.0, "$0"),
            (0.000_001, "less than $0.0001"),
            (0.0123, "$0.0123"),
            (3.0, "$3.00"),
        ] {
            assert_eq!(dollars(amount), words);
        }
    }
}
