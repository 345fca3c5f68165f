//! Windows: programs are built with MinGW, unit tests and the terminal program run under wine.

use super::enter::Enclosed;
use super::report::Report;
use super::{steps, terminal, units};
use crate::Done;

/// What Debian's MinGW links. Packages are made for the same system with another linker (MSVC).
pub(super) const TARGET: &str = "x86_64-pc-windows-gnu";

const SYSTEM: &str = "Windows";

/// The package of the tests drives a desktop of Linux.
const ELSEWHERE: [&str; 2] = ["--exclude", "portcullis-tests"];

/// The tests of xtask are about the checkout.
const UNTRIED: [&str; 2] = ["--exclude", "xtask"];

/// Arguments of all runs of Cargo.
fn words<'a>(verb: &[&'a str], what: &[&'a str]) -> Vec<&'a str> {
    let common = ["--locked", "--target", TARGET, "-Zbuild-std=std,panic_abort"];
    [verb, &common[..], what].concat()
}

pub(super) fn prove(inside: &Enclosed<'_>, check: bool, report: &mut Report) -> Done {
    let all = [&["--workspace", "--lib", "--bins"][..], &ELSEWHERE].concat();
    if check {
        let command = inside.cargo(&words(&["check", "--keep-going"], &all), &[]);
        steps::compile(
            report,
            SYSTEM,
            "All crates, the window and the terminal: check",
            command,
        )?;
        let tests = [&all[..], &["--profile", "test"]].concat();
        let command = inside.cargo(&words(&["check", "--keep-going"], &tests), &[]);
        steps::compile(report, SYSTEM, "Their tests: check", command)?;
        return Ok(());
    }
    // All in one run: another set of packages has other features, and compiles every dependency again.
    let programs = [&["--workspace", "--bins"][..], &ELSEWHERE].concat();
    let command = inside.cargo(&words(&["build"], &programs), &[]);
    let what = "Window, terminal, demo server, fence and `cargo xtask`: build";
    let built = steps::compile(report, SYSTEM, what, command)?;
    if built.well {
        terminal::prove(inside, SYSTEM, report)?;
    }
    let tried = [&all[..], &UNTRIED].concat();
    units::prove(inside, SYSTEM, &words(&["test", "--no-run"], &tried), report)
}
