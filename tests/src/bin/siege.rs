//! `cargo xtask siege`: somebody who tries to break the application at its real window.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use portcullis_tests::{
    random::Random,
    siege::{self, Plan, report},
};

const USAGE: &str = "usage: siege --minutes N [--seed S] --out FOLDER
       siege page FOLDER DOCS       (writes DOCS/reliability.md)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--minutes", minutes, "--out", out] => lay(minutes, None, out),
        ["--minutes", minutes, "--seed", seed, "--out", out] => lay(minutes, Some(seed), out),
        ["page", folder, docs] => report::page(&PathBuf::from(folder), &PathBuf::from(docs)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn lay(minutes: &str, seed: Option<&str>, out: &str) -> Result<(), String> {
    let minutes: f64 = minutes.parse().map_err(|_| USAGE.to_owned())?;
    let seed = match seed {
        Some(seed) => seed.parse().map_err(|_| USAGE.to_owned())?,
        None => Random::seed(),
    };
    println!("{minutes} minutes, seed {seed}, results in {out}");
    let plan = Plan::new(Duration::from_secs_f64(minutes * 60.0), seed, Path::new(out));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let laid = runtime.block_on(Box::pin(siege::run(plan, |report| println!("{}", report.line()))));
    let report = laid?;
    for fault in &report.faults {
        println!("{fault}");
    }
    match report.faults.is_empty() {
        true => Ok(()),
        false => Err(format!("{} faults; each is told in {out}", report.faults.len())),
    }
}
