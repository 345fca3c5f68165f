//! A user who tries to break the application at its real window.

use std::{path::PathBuf, time::Duration};

use portcullis_tests::{
    random::Random,
    ui_fuzz::{self, Plan},
};

use crate::{Anything, USAGE, option, runtime};

/// Runs it, and prints the table.
pub(crate) fn run(words: &[&str]) -> Anything<()> {
    let minutes: f64 = option(words, "--minutes")?.ok_or(USAGE)?;
    let out: PathBuf = option(words, "--out")?.ok_or(USAGE)?;
    let seed = option(words, "--seed")?.unwrap_or_else(Random::seed);
    println!("{minutes} minutes, seed {seed}, results in {}", out.display());
    let plan = Plan::new(Duration::try_from_secs_f64(minutes * 60.0)?, seed, &out);
    let report = runtime()?.block_on(Box::pin(ui_fuzz::run(plan, |report| {
        println!("{}", report.line())
    })))?;
    println!("\n{}", report.table());
    match report.faults.len() {
        0 => Ok(()),
        faults => Err(format!("{faults} faults; each is told in {}", out.display()).into()),
    }
}
