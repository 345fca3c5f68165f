//! `cargo xtask test`: every check, in steps that say how long they took.

mod author_limits;
mod conformance;
mod crates;
pub(crate) mod errors;
pub(crate) mod limits;
pub(crate) mod lists;
mod named;
mod packages;
mod pages;
mod plan;
mod progress;
mod promises;
mod text;
mod type_names;

use crate::Done;
use plan::{PLAN, Plan, SHARES};
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
    let rows = side_by_side(&steps);
    summary(&rows, begun.elapsed());
    verdict(&rows, named.is_empty() && cfg!(target_os = "linux"))
}

/// Runs the steps: each as soon as those that it needs have ended and its share of the machine is free. None overtakes
/// one that waits for the machine alone.
fn side_by_side(steps: &[&'static Plan]) -> Vec<Row> {
    let mut rows: Vec<Option<Row>> = steps.iter().map(|_| None).collect();
    let mut open: Vec<usize> = (0..steps.len()).collect();
    let mut free = SHARES;
    let (ended, ends) = std::sync::mpsc::channel::<(usize, Row)>();
    std::thread::scope(|scope| {
        while rows.iter().any(Option::is_none) {
            while let Some(at) = next(&open, steps, &rows, free) {
                let index = open.remove(at);
                let (plan, ended) = (steps[index], ended.clone());
                let failed = failed_need(plan, &rows);
                free -= plan.shares;
                scope.spawn(move || drop(ended.send((index, one(plan, index + 1, steps.len(), failed)))));
            }
            let Ok((index, row)) = ends.recv() else { break };
            free += steps[index].shares;
            rows[index] = Some(row);
        }
    });
    rows.into_iter().flatten().collect()
}

/// Which of the open steps may begin now.
fn next(open: &[usize], steps: &[&'static Plan], rows: &[Option<Row>], free: u32) -> Option<usize> {
    let has_ended = |need: &&str| {
        let of = steps.iter().position(|plan| plan.name == *need);
        of.is_none_or(|index| rows[index].is_some())
    };
    let at = open
        .iter()
        .position(|&index| steps[index].needs.iter().all(has_ended))?;
    (steps[open[at]].shares <= free).then_some(at)
}

/// A step that it needs and that did not go well.
fn failed_need(plan: &Plan, rows: &[Option<Row>]) -> Option<&'static str> {
    rows.iter()
        .flatten()
        .filter(|row| matches!(row.outcome, Err(_) | Ok(Outcome::HeldUp(_))))
        .find(|row| plan.needs.contains(&row.name))
        .map(|row| row.name)
}

/// Runs a step, unless one that it needs has failed.
fn one(plan: &Plan, number: usize, total: usize, failed: Option<&'static str>) -> Row {
    let begun = Instant::now();
    let mut failures = Vec::new();
    let outcome = Step::begin(plan.name, plan.what, number, total).and_then(|mut step| {
        let outcome = match failed {
            Some(need) => Ok(Outcome::HeldUp(need)),
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
    use super::{Outcome, PLAN, Plan, Row, failed_need, next, verdict};
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
    fn a_step_begins_when_what_it_needs_has_ended_and_its_share_is_free() {
        let steps: Vec<&'static Plan> = PLAN.iter().collect();
        let index = |name: &str| steps.iter().position(|plan| plan.name == name).unwrap();
        let mut rows: Vec<Option<Row>> = steps.iter().map(|_| None).collect();
        let open = [index("build"), index("unit")];
        assert_eq!(next(&open, &steps, &rows, 4), None);
        for name in ["setup", "page"] {
            rows[index(name)] = Some(row(Ok(Outcome::Done)));
        }
        assert_eq!(next(&open, &steps, &rows, 2), Some(0));
        assert_eq!(next(&open, &steps, &rows, 1), None, "too little is free");
        let mut failed = row(Err("why".into()));
        failed.name = "build";
        rows[index("build")] = Some(failed);
        assert_eq!(failed_need(steps[index("unit")], &rows), Some("build"));
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
