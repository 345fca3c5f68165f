//! `cargo xtask test`: every check, in steps that say how long they took.

mod conformance;
mod packages;
mod plan;
mod progress;
mod promises;

use crate::Done;
use plan::{PLAN, Plan};
use progress::{Outcome, Step, spell};
use std::time::{Duration, Instant};

/// One line of the summary.
struct Row {
    name: &'static str,
    outcome: Result<Outcome, String>,
    took: Duration,
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
    summary(&rows, begun.elapsed())
}

/// Runs a step, unless one that it needs has failed.
fn one(plan: &Plan, number: usize, total: usize, before: &[Row]) -> Row {
    let begun = Instant::now();
    let missing = |row: &&Row| matches!(row.outcome, Err(_) | Ok(Outcome::HeldUp(_)));
    let failed = before
        .iter()
        .filter(missing)
        .find(|row| plan.needs.contains(&row.name));
    let outcome = Step::begin(plan.name, plan.what, number, total).and_then(|mut step| {
        let outcome = match failed {
            Some(row) => Ok(Outcome::HeldUp(row.name)),
            None => (plan.run)(&mut step),
        };
        step.end(&outcome);
        outcome
    });
    Row {
        name: plan.name,
        outcome,
        took: begun.elapsed(),
    }
}

fn summary(rows: &[Row], took: Duration) -> Done {
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
    match rows.iter().filter(|row| row.outcome.is_err()).count() {
        0 => Ok(()),
        1 => Err("One step failed.".into()),
        failed => Err(format!("{failed} steps failed.")),
    }
}
