//! Other programs: whether they are there, what they say, and running them in the foreground.

use crate::Done;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A command in the root of the project. npm is a script on Windows and has another name there.
pub(crate) fn command(program: &str) -> Command {
    let program = match program {
        "npm" if cfg!(windows) => "npm.cmd",
        other => other,
    };
    let mut command = Command::new(program);
    command.current_dir(crate::place::root());
    // Cargo sets variables that describe xtask. The build script of ring runs again when they change, so calling Cargo
    // directly and through xtask by turns would recompile the host each time.
    for (name, _) in std::env::vars_os() {
        let is_of_package =
            |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        if name.to_str().is_some_and(is_of_package) {
            command.env_remove(name);
        }
    }
    command
}

/// The Cargo that started us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(arguments);
    command
}

/// Where a program is on the `PATH`.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths)
        .map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
        .find(|path| path.is_file())
}

/// What a command wrote to its standard output, trimmed; `None` when it is missing or failed.
pub(crate) fn says(program: &str, arguments: &[&str]) -> Option<String> {
    let output = command(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What the compiler calls the machine that it builds for.
pub(crate) fn triple() -> Done<String> {
    says("rustc", &["-vV"])
        .and_then(|said| {
            let host = said.lines().find_map(|line| line.strip_prefix("host: "))?;
            Some(host.to_owned())
        })
        .ok_or_else(|| "rustc does not say for which machine it builds.".into())
}

/// The command as a person would type it.
pub(crate) fn typed(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    if let Some(name) = PathBuf::from(&words[0]).file_name() {
        words[0] = name.to_string_lossy().into_owned();
    }
    words.extend(
        command
            .get_args()
            .map(|argument| argument.to_string_lossy().into_owned()),
    );
    words.join(" ")
}

/// Runs a command in the foreground with its output in the terminal.
pub(crate) fn run(mut command: Command) -> Done {
    let typed = typed(&command);
    println!("$ {typed}");
    let status = command
        .status()
        .map_err(|error| format!("`{typed}` could not be started: {error}."))?;
    ended_well(&typed, status.code())
}

/// A sentence unless the code is 0.
pub(crate) fn ended_well(typed: &str, code: Option<i32>) -> Done {
    match code {
        Some(0) => Ok(()),
        Some(code) => Err(format!("`{typed}` ended with code {code}.")),
        None => Err(format!("`{typed}` was ended by a signal.")),
    }
}
