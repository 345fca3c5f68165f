//! Files and folders that a server does not find or may not use.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use crate::launch::other_system;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;

/// How servers say that something is not there, in lower case.
const MISSING: [&str; 13] = [
    "no such file or directory",
    "file not found",
    "does not exist",
    "doesn't exist",
    "not exist",
    "cannot access",
    "not accessible",
    "enoent",
    "is not a directory",
    "not a valid directory",
    "unable to open database file",
    "cannot find the path",
    "cannot find the file",
];
/// How they say that they may not use it.
const DENIED: [&str; 4] = ["permission denied", "eacces", "eperm", "access is denied"];

fn says(line: &str, words: &[&str]) -> bool {
    let small = line.to_lowercase();
    words.iter().any(|words| small.contains(words))
}

/// Whether a line says that a file or folder is not there or may not be used.
pub(super) fn complains(line: &str) -> bool {
    says(line, &MISSING) || says(line, &DENIED) || line.contains("can't open file '")
}

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    if let Some(line) = case.line(&["can't open file '", "Failed to spawn:"]) {
        return Some(script_missing(case, line));
    }
    if let Some(line) = case.line(&[
        "ENOSPC",
        "No space left on device",
        "There is not enough space on the disk",
    ]) {
        return Some(crate::launch::disk_full().line(line));
    }
    named(case).or_else(|| permission(case))
}

/// A script among the arguments is not there.
pub(super) fn script_missing(case: &Case<'_>, line: &str) -> Finding {
    let sentence = match case.argument_in(line) {
        Some(file) => say!("file-missing", file = escape_line(file).text),
        None => say!("file-missing-some"),
    };
    Finding::new(FailureCause::FileNotFound, sentence, say!("file-missing-remedy"))
        .action(RepairAction::EditCommand)
        .line(line)
}

/// A path among the arguments that the server complains of.
fn named(case: &Case<'_>) -> Option<Finding> {
    let (line, path, is_denied) = case.lines.iter().find_map(|line| {
        let path = case.argument_in(line).filter(|path| is_path(path))?;
        let is_denied = says(line, &DENIED);
        (is_denied || says(line, &MISSING)).then_some((line, path, is_denied))
    })?;
    if !is_denied && let Some(finding) = of_other_system(case, path) {
        return Some(finding.line(line));
    }
    let path = escape_line(path).text;
    let finding = match is_denied {
        true => Finding::new(
            FailureCause::FileNotPermitted,
            say!("path-denied", path),
            say!("path-denied-remedy"),
        ),
        false => Finding::new(
            FailureCause::FileNotFound,
            say!("path-missing", path),
            say!("path-missing-remedy"),
        ),
    };
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// A path of Windows in WSL, or the reverse, among the arguments.
fn of_other_system(case: &Case<'_>, argument: &str) -> Option<Finding> {
    let other = case.evidence.paths.path_of_other(argument)?;
    let finding = other_system(FailureCause::FileNotFound, &other);
    Some(match other.here {
        Some(here) => {
            let here = |word: &String| match word == argument {
                true => word.replace(&other.path, &here),
                false => word.clone(),
            };
            let arguments = case.arguments.iter().map(here).collect();
            finding.change(DraftChange::Arguments(arguments))
        }
        None => finding,
    })
}

fn is_path(argument: &str) -> bool {
    argument.contains(['/', '\\']) && !argument.starts_with('@') && !argument.contains("://")
}

/// Something else that the account may not do.
fn permission(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "Error: EACCES: permission denied",
        "Error: EPERM: operation not permitted",
        "PermissionError: [Errno",
        "Permission denied (os error 13)",
        "Operation not permitted (os error 1)",
    ])?;
    let (sentence, remedy) = (say!("file-denied"), say!("file-denied-remedy"));
    let finding = Finding::new(FailureCause::FileNotPermitted, sentence, remedy);
    Some(finding.action(RepairAction::OpenLog).line(line))
}
