//! Arguments that a server misses or does not know, as libraries for command lines say it.

use crate::case::Case;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    option(case)
        .or_else(|| missing(case))
        .or_else(|| invalid(case))
        .or_else(|| usage(case))
}

/// An option that the runtime itself does not know.
fn option(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        ": bad option: ",
        "is not allowed in NODE_OPTIONS",
        "Unknown option: -",
        "unknown option -",
    ])?;
    // Python says it this way: `Unknown option: -Z` and its usage.
    let runtime = case.runtime()?;
    let sentence = match case.argument_in_options(line) {
        Some(option) => say!(
            "option-unknown",
            runtime = runtime.name(),
            option = escape_line(option).text
        ),
        None => say!("option-unknown-some", runtime = runtime.name()),
    };
    let remedy = say!("option-unknown-remedy", runtime = runtime.name());
    Some(
        Finding::new(FailureCause::OptionUnknown, sentence, remedy)
            .action(RepairAction::EditCommand)
            .line(line),
    )
}

fn missing(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        // argparse, click, commander, yargs, clap, cobra.
        "the following arguments are required:",
        "Missing argument '",
        "Missing option '",
        "missing required argument '",
        "required option '",
        "Missing required argument",
        "Not enough non-option arguments",
        "the following required arguments were not provided",
        "required flag(s) ",
        "expected one argument",
        "as a command-line argument",
        "as a command line argument",
        "argument is required",
        "arguments are required",
        "argument missing",
    ])?;
    let (sentence, remedy) = (say!("argument-missing"), say!("argument-missing-remedy"));
    let finding = Finding::new(FailureCause::ArgumentMissing, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// Words before the argument that is meant.
const INVALID: &[&str] = &[
    "error: unrecognized arguments:",
    "error: unknown option '",
    "error: unknown command '",
    "error: unexpected argument '",
    "error: invalid value '",
    "error: too many arguments",
    "Unknown argument: ",
    "Unknown arguments: ",
    "No such option: ",
    "No such command '",
    "Got unexpected extra argument",
    "invalid choice: ",
    "flag provided but not defined:",
    "unknown flag: ",
    "unknown shorthand flag:",
    "unknown command \"",
    "error: argument ",
    "Invalid values:",
    "Unknown option: ",
    "Unrecognized option",
    "ERR_PARSE_ARGS",
];

fn invalid(case: &Case<'_>) -> Option<Finding> {
    let (line, rest) = INVALID.iter().find_map(|words| {
        let line = case.line(&[words])?;
        Some((line, line.split_once(words)?.1))
    })?;
    let sentence = match case.any_argument_in(rest) {
        Some(argument) => say!("argument-invalid-named", argument = escape_line(argument).text),
        None => say!("argument-invalid"),
    };
    let remedy = say!("argument-invalid-remedy");
    let finding = Finding::new(FailureCause::ArgumentInvalid, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// Nothing but how it is to be called.
fn usage(case: &Case<'_>) -> Option<Finding> {
    let ended = case.evidence.exit_code.is_some_and(|code| code != 0);
    let line = case.line(&["Usage: ", "usage: ", "USAGE: "])?;
    // Behind a traceback or an error, the usage is no reason.
    let other = case.says(&["Traceback", "Error:", "error:", "    at "]);
    (ended && !other).then(|| {
        let (sentence, remedy) = (say!("argument-usage"), say!("argument-missing-remedy"));
        let finding = Finding::new(FailureCause::ArgumentMissing, sentence, remedy);
        finding.action(RepairAction::EditCommand).line(line)
    })
}

impl Case<'_> {
    /// The argument that a line names, whatever it is.
    fn any_argument_in(&self, line: &str) -> Option<&str> {
        let long = |argument: &&String| argument.len() > 1 && line.contains(argument.as_str());
        let found = self.arguments.iter().filter(long);
        found.max_by_key(|argument| argument.len()).map(String::as_str)
    }

    /// The option that a line names.
    pub(super) fn argument_in_options(&self, line: &str) -> Option<&str> {
        let option = |argument: &&String| {
            argument.starts_with('-') && {
                let name = argument.split('=').next().unwrap_or_default();
                name.len() > 1 && line.contains(name)
            }
        };
        self.arguments.iter().find(option).map(String::as_str)
    }
}
