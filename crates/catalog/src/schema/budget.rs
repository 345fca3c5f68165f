//! The meter that ends a schema which takes too long (F-21).
//!
//! The validator cannot be interrupted from outside, and a thread that is given up on goes on burning a core.
//! So a keyword of ours stands in every subschema: it counts, and when the budget is spent it unwinds out of
//! the validator. Unwinding is the only way out of a recursion that is not ours; it needs `panic = "unwind"`,
//! which every profile of this workspace has, and prints nothing because no panic hook runs.

use jsonschema::{Keyword, ValidationError};
use serde_json::Value;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// The keyword, in a name no dialect uses.
pub(super) const KEYWORD: &str = "portcullis:step";

/// Steps between two looks at the clock.
const LOOK: u32 = 16;

#[derive(Clone, Copy)]
struct Budget {
    steps: u32,
    until: Instant,
}

struct BudgetSpent;

thread_local! {
    static BUDGET: Cell<Option<Budget>> = const { Cell::new(None) };
}

/// Runs something that calls [`spend`]; `None` when it took more than it may, or when the validator itself
/// panicked, which is as little of an answer.
pub(super) fn within<T>(steps: u32, time: Duration, run: impl FnOnce() -> T) -> Option<T> {
    BUDGET.set(Some(Budget {
        steps,
        until: Instant::now() + time,
    }));
    let result = catch_unwind(AssertUnwindSafe(run));
    BUDGET.set(None);
    result.ok()
}

/// One step. Unwinds when the budget is spent.
pub(super) fn spend() {
    let Some(Budget { steps, until }) = BUDGET.get() else {
        return;
    };
    let late = steps.is_multiple_of(LOOK) && Instant::now() > until;
    let Some(steps) = steps.checked_sub(1).filter(|_| !late) else {
        resume_unwind(Box::new(BudgetSpent))
    };
    BUDGET.set(Some(Budget { steps, until }));
}

/// A keyword that accepts every value and counts steps.
pub(super) struct StepCounter;

impl<'i> Keyword<'i> for StepCounter {
    fn validate(&self, _instance: &'i Value) -> Result<(), ValidationError<'i>> {
        spend();
        Ok(())
    }

    fn is_valid(&self, _instance: &'i Value) -> bool {
        spend();
        true
    }
}
