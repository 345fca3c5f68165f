//! `cargo xtask kills`: kills a host that writes at random moments, and looks at what it left. With `write` it is that
//! host.

use std::{path::Path, process::ExitCode};

use portcullis_tests::{
    kills::{
        harness::{Plan, run},
        writer,
    },
    random::Random,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["open", folder] => open(Path::new(folder)),
        ["write", folder, life] => write(Path::new(folder), life.parse().unwrap_or_default()),
        [] => kill(1_000, Random::seed()),
        ["--points", points] => kill(points.parse().unwrap_or(1_000), Random::seed()),
        ["--points", points, "--seed", seed] => {
            kill(points.parse().unwrap_or(1_000), seed.parse().unwrap_or_default())
        }
        _ => {
            eprintln!("usage: kills [--points N [--seed S]]");
            ExitCode::from(64)
        }
    }
}

fn write(folder: &Path, life: u64) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime can be built");
    match runtime.block_on(Box::pin(writer::write(folder, life))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Opens a host, says how that went, and stays until its input ends.
fn open(folder: &Path) -> ExitCode {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime can be built");
    let opened = runtime.block_on(portcullis_host::Host::open(portcullis_tests::alone::config(
        folder,
    )));
    match &opened {
        Ok(_) => println!("opened"),
        Err(error) => println!("{error}"),
    }
    // An error is an end as well.
    _ = std::io::Read::read(&mut std::io::stdin(), &mut [0]);
    if let Ok(host) = opened {
        runtime.block_on(host.close());
    }
    ExitCode::SUCCESS
}

fn kill(points: u64, seed: u64) -> ExitCode {
    println!("{points} kills, seed {seed}");
    let plan = Plan {
        points,
        seed,
        lives: 20,
        told: 300,
    };
    let report = run(plan, |report| {
        if report.points.is_multiple_of(25) || !report.faults.is_empty() {
            println!(
                "{:5} kills ({} while opening), {} acknowledged, {} rows, {} interrupted, {} faults, {} s",
                report.points,
                report.opening,
                report.acknowledged,
                report.rows,
                report.interrupted,
                report.faults.len(),
                report.took.as_secs()
            );
        }
    });
    for fault in &report.faults {
        println!("{fault}");
    }
    match report.faults.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
