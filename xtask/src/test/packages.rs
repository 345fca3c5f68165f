//! Real servers and the conformance suite, pinned in `tests/packages`, fetched once.
//!
//! Packages of npm go beside their lock file; for each `requirements-NAME.txt` there is a Python in
//! `tests/.cache/python/NAME`.

use super::progress::{Outcome, Step};
use crate::ui::Runner;
use crate::{Done, place, tool, ui};
use std::path::{Path, PathBuf};

pub(crate) fn install(step: &mut Step) -> Done<Outcome> {
    if !place::root().join("tests/packages/package.json").exists() {
        return Ok(Outcome::Skipped("tests/packages has no package.json".into()));
    }
    let run: &mut Runner = &mut |command| step.run(command).map(drop);
    ui::npm_ci("tests/packages", run)?;
    ui::npm_ci("tests/packages/interop", run)?;
    let folder = place::root().join("tests/packages");
    newer_node(run, &folder)?;
    for (name, requirements) in requirements(&folder)? {
        python(run, &name, &requirements)?;
    }
    Ok(Outcome::Done)
}

/// The suite needs a newer Node.js than the UI. The package `node` fetches it in an install script: the one script that
/// runs, and only here.
fn newer_node(run: &mut Runner, folder: &Path) -> Done {
    let package = folder.join("node_modules/node");
    if !package.exists() || node(folder).exists() {
        return Ok(());
    }
    let mut command = tool::command("npm");
    command
        .args([
            "rebuild",
            "node",
            "--ignore-scripts=false",
            "--no-audit",
            "--no-fund",
        ])
        .current_dir(folder);
    run(command)
}

/// The Node.js for the suite.
pub(crate) fn node(folder: &Path) -> PathBuf {
    folder.join(if cfg!(windows) {
        "node_modules/node/bin/node.exe"
    } else {
        "node_modules/node/bin/node"
    })
}

fn requirements(folder: &Path) -> Done<Vec<(String, PathBuf)>> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
    let mut found: Vec<_> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter_map(|path| {
            let name = path
                .file_name()?
                .to_str()?
                .strip_prefix("requirements-")?
                .strip_suffix(".txt")?
                .to_owned();
            Some((name, path))
        })
        .collect();
    found.sort();
    Ok(found)
}

/// A Python with exactly the packages of the file; made again when the file differs from the one it was made from.
fn python(run: &mut Runner, name: &str, requirements: &Path) -> Done {
    let home = place::root().join("tests/.cache/python").join(name);
    let stamp = home.join("made-from.txt");
    let wanted =
        std::fs::read(requirements).map_err(|error| format!("{}: {error}.", requirements.display()))?;
    if std::fs::read(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(());
    }
    let mut make = tool::command(if cfg!(windows) { "python" } else { "python3" });
    make.args(["-m", "venv", "--clear"]).arg(&home);
    run(make)?;
    let inside = home.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let mut fill = tool::command(&inside.to_string_lossy());
    // Wheels only: building a package runs its code.
    fill.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]);
    fill.args(["--only-binary", ":all:", "--requirement"])
        .arg(requirements);
    run(fill)?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}.", stamp.display()))
}
