//! `cargo xtask test`: every check, in steps that say how long they took.

mod conformance;
pub(crate) mod faults;
mod named;
pub(crate) mod packages;
mod plan;
mod progress;
mod promises;
pub(crate) mod requirements;

use crate::Done;
use plan::{PLAN, Plan};
use progress::{Outcome, Step, spell};
use std::time::{Duration, Instant};

/// One line of the summary.
struct Row {
    name: &'static str,
    outcome: Result<Outcome, String>,
    took: Duration,
    /// What failed in it, by the lines of its output.
    failures: Vec<String>,
}

pub(crate) fn test(arguments: &[String]) -> Done {
    if arguments.iter().any(|argument| argument == "--list") {
        for step in PLAN {
            println!("{:12} {}", step.name, step.what);
        }
        return Ok(());
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let named: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| *argument != "--quick")
        .collect();
    let steps = plan::chosen(&named, quick)?;

    let begun = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    for (index, plan) in steps.iter().enumerate() {
        rows.push(one(plan, index + 1, steps.len(), &rows));
    }
    summary(&rows, begun.elapsed());
    verdict(&rows, named.is_empty() && cfg!(target_os = "linux"))
}

/// Runs a step, unless one that it needs has failed.
fn one(plan: &Plan, number: usize, total: usize, before: &[Row]) -> Row {
    let begun = Instant::now();
    let missing = |row: &&Row| matches!(row.outcome, Err(_) | Ok(Outcome::HeldUp(_)));
    let failed = before
        .iter()
        .filter(missing)
        .find(|row| plan.needs.contains(&row.name));
    let mut failures = Vec::new();
    let outcome = Step::begin(plan.name, plan.what, number, total).and_then(|mut step| {
        let outcome = match failed {
            Some(row) => Ok(Outcome::HeldUp(row.name)),
            None => (plan.run)(&mut step),
        };
        step.end(&outcome);
        if outcome.is_err() {
            failures = step.failures();
        }
        outcome
    });
    Row {
        name: plan.name,
        outcome,
        took: begun.elapsed(),
        failures,
    }
}

fn summary(rows: &[Row], took: Duration) {
    println!("\n{:14}{:10}{:>9}", "step", "result", "time");
    for row in rows {
        let (word, why) = match &row.outcome {
            Ok(Outcome::Done) => ("ok", ""),
            Ok(Outcome::Skipped(why)) => ("skipped", why.as_str()),
            Ok(Outcome::HeldUp(by)) => ("not run", *by),
            Err(why) => ("failed", why.lines().next().unwrap_or_default()),
        };
        println!(
            "{}",
            format!("{:14}{word:10}{:>9}   {why}", row.name, spell(row.took)).trim_end()
        );
    }
    println!("{:14}{:10}{:>9}", "all", "", spell(took));
    for row in rows.iter().filter(|row| !row.failures.is_empty()) {
        println!("\n{} failed:", row.name);
        for line in &row.failures {
            println!("    {line}");
        }
    }
}

/// Whether all is well. Where every step can run and none was chosen, one that was left out has proved nothing.
fn verdict(rows: &[Row], every: bool) -> Done {
    let count = |wanted: fn(&&Row) -> bool| rows.iter().filter(wanted).count();
    let failed = count(|row| row.outcome.is_err());
    let skipped = if every {
        count(|row| matches!(row.outcome, Ok(Outcome::Skipped(_))))
    } else {
        0
    };
    match (failed, skipped) {
        (0, 0) => Ok(()),
        (0, 1) => Err("One step was skipped. On Linux every step has to run.".into()),
        (0, skipped) => Err(format!(
            "{skipped} steps were skipped. On Linux every step has to run."
        )),
        (1, _) => Err("One step failed.".into()),
        (failed, _) => Err(format!("{failed} steps failed.")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Row, verdict};
    use std::time::Duration;

    fn row(outcome: Result<Outcome, String>) -> Row {
        Row {
            name: "step",
            outcome,
            took: Duration::ZERO,
            failures: Vec::new(),
        }
    }

    #[test]
    fn a_step_that_was_skipped_is_no_success_where_all_can_run() {
        let skipped = || row(Ok(Outcome::Skipped("no driver".into())));
        let done = || row(Ok(Outcome::Done));
        assert_eq!(verdict(&[done()], true), Ok(()));
        assert_eq!(verdict(&[done(), skipped()], false), Ok(()));
        let sentence = verdict(&[done(), skipped()], true).unwrap_err();
        assert!(sentence.starts_with("One step was skipped."), "{sentence}");
        let sentence = verdict(&[skipped(), row(Err("why".into())), skipped()], true).unwrap_err();
        assert_eq!(sentence, "One step failed.");
    }
}
