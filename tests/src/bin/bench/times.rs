//! What was measured, and what it comes to.

use std::time::Duration;

/// Times of one kind of work in one round.
#[derive(Default)]
pub(crate) struct Times(pub(crate) Vec<Duration>);

impl Times {
    /// The time that `share` of the work did not exceed, in microseconds.
    pub(crate) fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss
        )]
        let index = (sorted.len().saturating_sub(1) as f64 * share) as usize;
        sorted.get(index).map_or(0.0, Duration::as_secs_f64) * 1e6
    }
}

/// Rounds of several kinds of work, interleaved.
pub(crate) struct Rounds<const N: usize> {
    p50: [Vec<f64>; N],
    p99: [Vec<f64>; N],
}

impl<const N: usize> Default for Rounds<N> {
    fn default() -> Self {
        Self {
            p50: std::array::from_fn(|_| Vec::new()),
            p99: std::array::from_fn(|_| Vec::new()),
        }
    }
}

impl<const N: usize> Rounds<N> {
    /// A round ended.
    pub(crate) fn add(&mut self, times: &[Times; N]) {
        for (index, times) in times.iter().enumerate() {
            self.p50[index].push(times.at(0.5));
            self.p99[index].push(times.at(0.99));
        }
    }

    /// Medians of the rounds: p50 and p99 of each kind, in microseconds.
    pub(crate) fn medians(&self) -> [(f64, f64); N] {
        std::array::from_fn(|index| (median(self.p50[index].clone()), median(self.p99[index].clone())))
    }
}

/// The middle one.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// A ratio that is to be no greater.
pub(crate) fn at_most(what: &str, ratio: f64, most: f64) {
    verdict(what, ratio, "", Goal::AtMost(most));
}

/// Milliseconds that are to be no more.
pub(crate) fn within_ms(what: &str, milliseconds: f64, most: f64) {
    verdict(what, milliseconds, " ms", Goal::AtMost(most));
}

/// One line of a verdict: what came out, and what it was to be.
pub(crate) fn verdict(what: &str, value: f64, unit: &str, goal: Goal) {
    let (met, words) = match goal {
        Goal::AtMost(most) => (value <= most, format!("at most {}", number(most))),
        Goal::AtLeast(least) => (value >= least, format!("at least {}", number(least))),
    };
    let met = if met { "met" } else { "MISSED" };
    println!("{what} = {}{unit} (to be {words}{unit}: {met})", number(value));
}

/// What a value is to be.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

fn number(value: f64) -> String {
    match value.abs() {
        large if large >= 100.0 => format!("{value:.0}"),
        middle if middle >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
