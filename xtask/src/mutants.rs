//! `cargo xtask mutants`: changes the code that decides, one small change at a time, and runs the tests of the host that
//! are beside the code against each change. A change that no test sees is a missing test, or has its reason in
//! `.cargo/mutants.toml`. It takes hours, so it runs by night and in parts.

use crate::{Done, chores, place, tool};
use std::path::{Path, PathBuf};

/// The version of cargo-mutants that `.cargo/mutants.toml` is written for: another one makes other changes.
const VERSION: &str = "27.1.0";

/// The packages that decide.
const PACKAGES: [&str; 8] = [
    "portcullis-approval",
    "portcullis-core",
    "portcullis-host",
    "portcullis-install",
    "portcullis-net",
    "portcullis-process",
    "portcullis-programs",
    "portcullis-storage",
];

pub(crate) fn mutants(arguments: &[String]) -> Done {
    let mut areas = Vec::new();
    let mut options = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--shard" => {
                let shard = words.next().ok_or("--shard takes a part and a number: 0/8.")?;
                options.extend(["--shard".to_owned(), shard.clone()]);
            }
            "--list" => options.push("--list".to_owned()),
            area => areas.push(found(area)?),
        }
    }
    let program = chores::installed_tool("cargo-mutants", VERSION)?;
    let out = place::scratch("mutants")?;
    let mut command = tool::command(&program.to_string_lossy());
    command.arg("mutants");
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    command.arg("--output").arg(&out).args(&options);
    if !areas.is_empty() {
        command.arg("--config").arg(only(&areas, &out)?);
    }
    tool::run(command).map_err(|error| {
        let out = out.join("mutants.out");
        format!(
            "{error}\n{} names the changes that no test saw; the folders diff and log beside it show them. Each gets a \
             test, or a reason in .cargo/mutants.toml.",
            out.join("missed.txt").display()
        )
    })
}

/// The settings with other files: what is named beside them would be added to theirs.
fn only(areas: &[String], out: &Path) -> Done<PathBuf> {
    let (from, to) = (place::root().join(".cargo/mutants.toml"), out.join("areas.toml"));
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}.", path.display());
    let settings = std::fs::read_to_string(&from).map_err(|error| failed(&from, error))?;
    let (before, rest) = settings
        .split_once("examine_globs = [")
        .ok_or(".cargo/mutants.toml names no files.")?;
    let after = rest
        .split_once(']')
        .map(|(_, after)| after)
        .ok_or("The files in .cargo/mutants.toml do not end.")?;
    let settings = format!("{before}examine_globs = {areas:?}{after}");
    std::fs::write(&to, settings).map_err(|error| failed(&to, error))?;
    Ok(to)
}

/// The files of an area, by a path from the root: `crates/approval/src/policy`, `crates/net/src/url_guard.rs`.
fn found(area: &str) -> Done<String> {
    let area = area.trim_matches('/');
    let path = place::root().join(area);
    match (path.is_dir(), path.is_file()) {
        (true, _) => Ok(format!("{area}/**")),
        (_, true) => Ok(area.to_owned()),
        _ => Err(format!("“{area}” is neither a folder nor a file of the project.")),
    }
}
