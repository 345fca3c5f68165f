//! `cargo xtask stress`: what takes long and shows what no ordinary test can.

mod floods;
mod kills;
mod window;

use std::process::ExitCode;

type Anything<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

const USAGE: &str = "\
usage: stress window --minutes N [--seed S] --out FOLDER
       stress kills [--points N] [--seed S]
       stress floods [FLOOD…]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.split_first() {
        Some((&"window", rest)) => window::run(rest),
        Some((&"kills", rest)) => kills::run(rest),
        Some((&"floods", rest)) => floods::run(rest),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The value of an option among these words; an error when it has none, or one that is no number.
fn option<T: std::str::FromStr>(words: &[&str], name: &str) -> Anything<Option<T>> {
    let Some(at) = words.iter().position(|word| *word == name) else {
        return Ok(None);
    };
    let value = words.get(at + 1).and_then(|word| word.parse().ok());
    value
        .map(Some)
        .ok_or_else(|| format!("{name} takes a value.\n{USAGE}").into())
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}
