//! macOS: everything is compiled, and the terminal program is linked. Nothing of it can run here.

use super::cache::Cache;
use super::enter::Enclosed;
use super::report::Report;
use super::{steps, zig};
use crate::Done;

pub(super) const TARGET: &str = "aarch64-apple-darwin";

const SYSTEM: &str = "macOS";

/// As for Windows.
const ELSEWHERE: [&str; 2] = ["--exclude", "portcullis-tests"];

pub(super) fn prove(cache: &Cache, inside: &Enclosed<'_>, check: bool, report: &mut Report) -> Done {
    zig::ready(cache)?;
    let variables = zig::variables();
    let variables: Vec<(&str, &str)> = variables
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let std = ["--locked", "--target", TARGET, "-Zbuild-std=std,panic_abort"];
    let all = [
        &["check", "--keep-going"][..],
        &std,
        &["--workspace", "--lib", "--bins"],
        &ELSEWHERE,
    ]
    .concat();
    let what = "All crates, the window and the terminal: check";
    steps::compile(report, SYSTEM, what, inside.cargo(&all, &variables))?;
    let tests = [&all[..], &["--profile", "test"]].concat();
    steps::compile(
        report,
        SYSTEM,
        "Their tests: check",
        inside.cargo(&tests, &variables),
    )?;
    if !check {
        let link = [&["build"][..], &std, &["-p", "portcullis-cli", "--bins"]].concat();
        steps::compile(report, SYSTEM, "Terminal: link", inside.cargo(&link, &variables))?;
    }
    Ok(())
}
