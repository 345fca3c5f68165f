//! Shims of version managers, the system's loader, and commands that a shell or `env` did not find.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::evidence::ProgramState;
use crate::finding::Finding;
use crate::names::between;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use portcullis_programs::{PathSystem, Runtime};

/// What version managers write where a shim has nothing to run. The first word is the manager's name.
const SHIMS: &[(&str, &[&str])] = &[
    (
        "asdf",
        &[
            "No version is set for command",
            "No version set for command",
            "No preset version installed for command",
        ],
    ),
    (
        "mise",
        &[
            "mise ERROR No version is set for shim",
            "mise ERROR",
            "is not a valid shim",
        ],
    ),
    ("pyenv", &["pyenv: "]),
    ("nodenv", &["nodenv: "]),
    ("Volta", &["Volta error:", "Node is not available."]),
    ("fnm", &["error: Can't find version in dotfiles", "fnm env"]),
    ("nvm", &["N/A: version \"", "nvm is not compatible"]),
];

/// The exit code of a shell that did not find a command.
const NOT_FOUND: i32 = 127;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    shim(case)
        .or_else(|| fenced_shim(case))
        .or_else(|| windows_in_wsl(case))
        .or_else(|| loader(case))
        .or_else(|| command(case))
}

fn shim(case: &Case<'_>) -> Option<Finding> {
    let (manager, line) = SHIMS.iter().find_map(|(manager, words)| {
        let line = case.line(words)?;
        // `pyenv: python3.7: command not found`, and `pyenv: version '3.9' is not installed`.
        let of_env = ["pyenv", "nodenv"].contains(manager);
        let empty = line.contains("command not found") || line.contains("is not installed");
        (!of_env || empty).then_some((*manager, line))
    })?;
    let sentence = say!("shim", program = escape_line(case.program).text, manager);
    Some(of_shim(case, sentence, || say!("shim-remedy", manager)).line(line))
}

/// A shim looks up what it runs in files of its manager, which a fence hides. What it then writes names no version.
fn fenced_shim(case: &Case<'_>) -> Option<Finding> {
    let ProgramState::Found(path) = &case.evidence.program else {
        return None;
    };
    let is_shim = path.split(['/', '\\']).any(|folder| folder == "shims");
    (case.evidence.is_fenced && is_shim && case.evidence.exit_code == Some(NOT_FOUND)).then(|| {
        let sentence = say!("shim-fenced", program = escape_line(case.program).text);
        of_shim(case, sentence, || say!("shim-fenced-remedy"))
    })
}

/// The remedy is another program of this name, where there is one.
fn of_shim(case: &Case<'_>, sentence: String, other: impl FnOnce() -> String) -> Finding {
    let finding = |remedy| {
        Finding::new(FailureCause::ShimNeedsShell, sentence, remedy).action(RepairAction::EditCommand)
    };
    match &case.evidence.elsewhere {
        Some(path) => finding(say!("shim-elsewhere-remedy", path = escape_line(path).text))
            .change(DraftChange::Program(path.clone())),
        None => finding(other()),
    }
}

/// A launcher of Windows that WSL found on a drive: it starts `cmd.exe` in a folder that Windows cannot have as its own, or looks for
/// a program beside it that is there under another name.
fn windows_in_wsl(case: &Case<'_>) -> Option<Finding> {
    let ProgramState::Found(path) = &case.evidence.program else {
        return None;
    };
    if case.evidence.paths != PathSystem::Wsl || !path.starts_with("/mnt/") {
        return None;
    }
    let line = case.line(&["UNC paths are not supported"]);
    let line = line.or_else(|| case.line_of_all(&[path, "not found"]))?;
    let (program, path) = (escape_line(case.program).text, escape_line(path).text);
    let sentence = say!("windows-program", program, path);
    let cause = FailureCause::WrongArchitecture;
    Some(match case.runtime() {
        Some(runtime) => {
            let remedy = say!("windows-program-remedy", runtime = runtime.name());
            Finding::new(cause, sentence, remedy).line(line).install(runtime)
        }
        None => Finding::new(cause, sentence, say!("windows-program-remedy-other"))
            .action(RepairAction::EditCommand)
            .line(line),
    })
}

fn loader(case: &Case<'_>) -> Option<Finding> {
    let old = case.line_of_all(&["version `GLIBC", "not found"]);
    let old = old.or_else(|| case.line(&["dyld: Symbol not found", "dyld[", "was built for newer macOS"]));
    if let Some(line) = old {
        let needs = between(line, "version `", "'").unwrap_or_default();
        let sentence = match needs.is_empty() {
            true => say!("system-library-old"),
            false => say!("system-library-old-named", library = needs),
        };
        let remedy = say!("system-library-old-remedy");
        return Some(Finding::new(FailureCause::LibraryMissing, sentence, remedy).line(line));
    }
    if let Some(line) = case.line(&["error while loading shared libraries:", "Library not loaded:"]) {
        let library = between(line, "loading shared libraries: ", ":");
        let library = library.or_else(|| between(line, "Library not loaded: ", "\n"));
        let sentence = match library {
            Some(library) => say!("library-missing-named", library),
            None => say!("library-missing"),
        };
        let remedy = say!("library-missing-remedy");
        return Some(Finding::new(FailureCause::LibraryMissing, sentence, remedy).line(line));
    }
    let line = case.line(&[
        "exec format error",
        "Exec format error",
        "cannot execute binary file",
        "Bad CPU type in executable",
        "is not a valid Win32 application",
        "is not compatible with the version of Windows",
    ])?;
    // In a container it is the image, which has a rule of its own.
    let contained = matches!(case.runtime(), Some(Runtime::Docker | Runtime::Podman));
    (!contained).then(|| {
        Finding::new(
            FailureCause::WrongArchitecture,
            say!("wrong-architecture-inside"),
            say!("wrong-architecture-remedy"),
        )
        .action(RepairAction::EditCommand)
        .line(line)
    })
}

/// A command that was not found: by a shell, by `env`, or by Node.js as it started another program.
fn command(case: &Case<'_>) -> Option<Finding> {
    let line = case
        .lines
        .iter()
        .find(|line| missing_command(line).is_some() || line.contains("is not recognized as an internal"))?;
    let name = missing_command(line).or_else(|| between(line, "'", "' is not recognized"));
    let sentence = match name {
        Some(name) => say!("command-missing-named", command = name),
        None => say!("command-missing"),
    };
    let remedy = say!("command-missing-remedy");
    let finding = Finding::new(FailureCause::CommandNotFound, sentence, remedy).line(line);
    Some(match name.and_then(Runtime::of) {
        Some(runtime) => finding.install(runtime),
        None => finding.action(RepairAction::EditCommand),
    })
}

/// The command that a line says is missing.
fn missing_command(line: &str) -> Option<&str> {
    // `env: ‘node’: No such file or directory` in one of its spellings.
    if line.contains("env: ") && line.contains("No such file or directory") {
        let rest = line.split_once("env: ")?.1;
        let name = rest.split(':').next()?.trim().trim_matches(['‘', '’', '\'', '"']);
        return plain(name);
    }
    // `bash: line 1: uv: command not found`, `zsh:1: command not found: uv`, `sh: 1: uv: not found`.
    if let Some(name) = line
        .split_once("command not found: ")
        .and_then(|(_, name)| plain(name.trim()))
    {
        return Some(name);
    }
    let before = line
        .strip_suffix(": command not found")
        .or_else(|| line.strip_suffix(": not found").filter(|before| is_shell(before)))?;
    plain(before.rsplit(": ").next()?)
}

/// The name of a shell, or that of its script or of `$0` with the number of a line.
fn is_shell(before: &str) -> bool {
    let mut parts = before.split(": ");
    let first = parts.next().unwrap_or_default();
    let is_line = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let named = first.split(':').next().unwrap_or_default();
    ["sh", "dash", "/bin/sh", "bash", "ash"].contains(&named)
        || (parts.next().is_some_and(is_line) && parts.count() == 1)
}

/// A word that has the form of a program's name.
fn plain(name: &str) -> Option<&str> {
    let sign = |letter: char| letter.is_ascii_alphanumeric() || "-_.+/".contains(letter);
    (!name.is_empty() && name.len() <= 80 && name.chars().all(sign)).then_some(name)
}
