//! The UI's packages and its build, each only when it is older than what it is made from.

use crate::{Done, place, tool};
use std::process::Command;

/// Runs a command in the way the caller shows progress.
pub(crate) type Runner<'a> = dyn FnMut(Command) -> Done + 'a;

/// Fetches the packages that the lock file names. Their install scripts do not run (S-95).
pub(crate) fn packages(run: &mut Runner) -> Done {
    npm_ci("ui", run)
}

/// `npm ci` in a folder when the lock file is newer than what is installed.
pub(crate) fn npm_ci(folder: &str, run: &mut Runner) -> Done {
    let folder = place::root().join(folder);
    // npm writes this copy last, so an interrupted installation is stale too.
    let installed = folder.join("node_modules/.package-lock.json");
    if !place::stale(&installed, &[folder.join("package-lock.json")], &[]) {
        return Ok(());
    }
    let mut command = tool::command("npm");
    command
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(folder);
    run(command)
}

/// Builds `ui/dist` when a source is newer.
pub(crate) fn build(run: &mut Runner) -> Done {
    let folder = place::root().join("ui");
    let passed_over = ["node_modules", "dist", "coverage"];
    // Only what is below counts: building writes into the folder itself.
    let sources: Vec<_> = std::fs::read_dir(&folder)
        .map_err(|error| format!("The folder {} cannot be read: {error}.", folder.display()))?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    if !place::stale(&folder.join("dist/index.html"), &sources, &passed_over) {
        return Ok(());
    }
    run(script("build"))
}

/// Puts an empty page where there is no build yet, because the window does not compile without one. Its age makes the
/// next real build replace it. The bindings need this: the UI may not build before they are written.
pub(crate) fn stand_in() -> Done {
    let folder = place::root().join("ui/dist");
    let page = folder.join("index.html");
    if page.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&page, "<!doctype html>\n"))
        .and_then(|()| std::fs::File::options().write(true).open(&page))
        .and_then(|file| file.set_modified(std::time::SystemTime::UNIX_EPOCH))
        .map_err(|error| format!("{} could not be written: {error}.", page.display()))
}

/// One of the scripts of `ui/package.json`.
pub(crate) fn script(name: &str) -> Command {
    let mut command = tool::command("npm");
    command
        .args(["run", "--silent", name])
        .current_dir(place::root().join("ui"));
    command
}
