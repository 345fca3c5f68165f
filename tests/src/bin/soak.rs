//! `cargo xtask soak`: twenty servers, random faults and a host that has to stay as small as it was.

use std::{path::PathBuf, process::ExitCode};

use portcullis_tests::soak::{self, page};

const USAGE: &str = "usage: soak --minutes N [--seed S] --samples FILE
       soak page FILE DOCS          (writes DOCS/reliability.md and DOCS/pictures/soak.svg)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--minutes", minutes, "--samples", file] => run(minutes, "1", file),
        ["--minutes", minutes, "--seed", seed, "--samples", file] => run(minutes, seed, file),
        ["page", file, docs] => page::write(&PathBuf::from(file), &PathBuf::from(docs)),
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

fn run(minutes: &str, seed: &str, file: &str) -> Result<(), String> {
    let minutes = minutes.parse().map_err(|_| USAGE.to_owned())?;
    let seed = seed.parse().map_err(|_| USAGE.to_owned())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime
        .block_on(Box::pin(soak::run(minutes, seed, &PathBuf::from(file))))
        .map_err(|error| error.to_string())
}
