//! `cargo xtask foreign`: Windows and macOS, as far as a Linux machine can prove something about them.
//!
//! Windows programs are built with Debian's compiler and MinGW and run under wine. For macOS everything is compiled, and
//! the terminal program is linked; nothing of it can run here. Neither is a run on the system itself: `docs/systems.md` says
//! what the table does not prove.

mod cache;
mod enter;
mod macos;
mod report;
mod root;
mod steps;
mod terminal;
mod units;
mod windows;
mod zig;

use crate::{Done, ui};
use cache::Cache;
use enter::Enclosed;
use report::Report;
use std::path::PathBuf;

/// What a person asked for.
struct ForeignArguments {
    windows: bool,
    macos: bool,
    /// Compile and run nothing.
    check: bool,
    /// Put the table into `docs/systems.md`.
    write: bool,
    /// A file that is locked for each run of a compiler.
    lock: Option<PathBuf>,
    /// Compilers at once.
    jobs: Option<String>,
}

const USAGE: &str = "cargo xtask foreign [windows|macos] [--check] [--write] [--jobs N] [--lock FILE]";

pub(crate) fn foreign(arguments: &[String]) -> Done {
    let wanted = ForeignArguments::read(arguments)?;
    let cache = Cache::open()?;
    root::may_be_made()?;
    cache.has_room(wanted.check)?;
    enter::prepare(&cache)?;
    root::ready(&cache)?;
    ui::stand_in()?;
    let inside = Enclosed::new(&cache, wanted.lock, wanted.jobs)?;
    println!("What this fetches is kept in {}.", cache.folder().display());
    inside.fetch()?;
    let mut report = Report::default();
    if wanted.windows {
        windows::prove(&inside, wanted.check, &mut report)?;
    }
    if wanted.macos {
        macos::prove(&cache, &inside, wanted.check, &mut report)?;
    }
    report.print();
    println!("\n{} holds {}.", cache.folder().display(), cache.size());
    if wanted.write {
        report.write()?;
    }
    report.verdict()
}

impl ForeignArguments {
    fn read(arguments: &[String]) -> Done<Self> {
        let mut wanted = Self {
            windows: true,
            macos: true,
            check: false,
            write: false,
            lock: None,
            jobs: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "windows" => wanted.macos = false,
                "macos" => wanted.windows = false,
                "--check" => wanted.check = true,
                "--write" => wanted.write = true,
                "--jobs" => wanted.jobs = words.next().cloned(),
                "--lock" => wanted.lock = words.next().map(PathBuf::from),
                other => return Err(format!("“{other}” is not known here. Usage: {USAGE}")),
            }
        }
        if !wanted.windows && !wanted.macos {
            return Err(format!("Name one system, or none for both. Usage: {USAGE}"));
        }
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::ForeignArguments;

    fn read(words: &[&str]) -> Result<(bool, bool, bool), String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        ForeignArguments::read(&words).map(|wanted| (wanted.windows, wanted.macos, wanted.check))
    }

    #[test]
    fn both_systems_are_meant_unless_one_is_named() {
        assert_eq!(read(&[]), Ok((true, true, false)));
        assert_eq!(read(&["windows", "--check"]), Ok((true, false, true)));
        assert_eq!(read(&["macos"]), Ok((false, true, false)));
        assert!(read(&["windows", "macos"]).is_err());
        assert!(read(&["--chekc"]).is_err());
    }
}
