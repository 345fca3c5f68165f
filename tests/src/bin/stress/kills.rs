//! Kills a host that writes at random moments, and looks at what it left. With `write` or `open` it is that host.

use std::path::Path;

use portcullis_tests::{
    alone,
    kills::{
        harness::{self, Plan},
        writer,
    },
    random::Random,
};

use crate::{Anything, option, runtime};

pub(crate) fn run(words: &[&str]) -> Anything<()> {
    match words {
        ["open", folder] => open(Path::new(folder)),
        ["write", folder, life] => {
            Ok(runtime()?.block_on(Box::pin(writer::write(Path::new(folder), life.parse()?)))?)
        }
        _ => kill(
            option(words, "--points")?.unwrap_or(1_000),
            option(words, "--seed")?.unwrap_or_else(Random::seed),
        ),
    }
}

/// Opens a host, says how that went, and stays until its input ends.
fn open(folder: &Path) -> Anything<()> {
    let runtime = runtime()?;
    let opened = runtime.block_on(portcullis_host::Host::open(alone::config(folder)));
    match &opened {
        Ok(_) => println!("opened"),
        Err(error) => println!("{error}"),
    }
    // An error is an end as well.
    _ = std::io::Read::read(&mut std::io::stdin(), &mut [0]);
    if let Ok(host) = opened {
        runtime.block_on(host.close());
    }
    Ok(())
}

fn kill(points: u64, seed: u64) -> Anything<()> {
    println!("{points} kills, seed {seed}");
    let plan = Plan {
        points,
        seed,
        lives: 20,
        told: 300,
    };
    let report = harness::run(plan, |report| {
        if report.points.is_multiple_of(25) || !report.faults.is_empty() {
            println!(
                "{:5} kills ({} while opening), {} acknowledged, {} rows, {} interrupted, {} of them summaries, {} branches, {} faults, {} s",
                report.points,
                report.opening,
                report.acknowledged,
                report.rows,
                report.interrupted,
                report.cut_summaries,
                report.branches,
                report.faults.len(),
                report.took.as_secs()
            );
        }
    });
    match report.faults.is_empty() {
        true => Ok(()),
        false => Err(report.faults.join("\n").into()),
    }
}
