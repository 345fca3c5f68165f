//! Environment variables that a server misses, in the many ways in which servers say it.

use crate::case::Case;
use crate::diagnosis::FailureCause;
use crate::finding::Finding;
use crate::limits;
use crate::names::{is_variable, variables};
use portcullis_l10n::{list, say};

/// Words of a line that says that something is missing. In small letters.
const MISSING: &[&str] = &[
    "required",
    "requires",
    "missing",
    "not set",
    "not defined",
    "isn't set",
    "is unset",
    "undefined",
    "must be set",
    "must set",
    "must be provided",
    "must provide",
    "must be defined",
    "must specify",
    "must be specified",
    "not found in environment",
    "environment variable not found",
    "not found in the environment",
    "not provided",
    "not configured",
    "not specified",
    "not present",
    "notpresent",
    "is empty",
    "cannot be empty",
    "please set",
    "please provide",
    "please specify",
    "please configure",
    "needs to be set",
    "need to set",
    "provide a",
    "no value for",
    "expected",
];

/// Words of a line that says how the server goes on without it.
const GOES_ON: &[&str] = &[
    "optional",
    "keyless",
    "default",
    "falling back",
    "fallback",
    "deprecat",
    "will not be available",
    "disabled",
    "skipping",
    "ignored",
    "anonymous",
    "running in",
    "running without",
    "info",
];

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    // What runs on and does not answer has said what it can do without.
    let ended = case.evidence.exit_code.is_some_and(|code| code != 0);
    if !ended {
        return None;
    }
    said(case)
        .or_else(|| of_python(case))
        .or_else(|| of_settings(case))
        .or_else(|| of_zod(case))
}

fn said(case: &Case<'_>) -> Option<Finding> {
    let (line, names) = case.lines.iter().find_map(|line| {
        // Names in a stack trace or a path are no variables.
        if line.trim_start().starts_with("at ") || line.trim_start().starts_with("File \"") {
            return None;
        }
        let small = line.to_lowercase();
        let missing = MISSING.iter().any(|words| small.contains(words));
        let goes_on = GOES_ON.iter().any(|words| small.contains(words));
        let names = variables(line);
        (missing && !goes_on && !names.is_empty()).then_some((line, names))
    })?;
    Some(finding(case, names).line(line))
}

/// `KeyError: 'NOTION_TOKEN'`, the last line of a traceback through `os.environ`.
fn of_python(case: &Case<'_>) -> Option<Finding> {
    let environment = case.says(&["environ[", "<frozen os>", "os.py\"", "getenv("]);
    let line = case
        .lines
        .iter()
        .rev()
        .find(|line| line.starts_with("KeyError: '"))?;
    let name = line.strip_prefix("KeyError: '")?.strip_suffix('\'')?;
    (environment && is_variable(name)).then(|| finding(case, vec![name.to_owned()]).line(line))
}

/// Settings of pydantic: each field is named on a line of its own, before what is wrong with it.
fn of_settings(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&["validation error for", "validation errors for"])?;
    let settings = ["settings", "config", "env"]
        .iter()
        .any(|word| line.to_lowercase().contains(word));
    let pairs = case.lines.iter().zip(case.lines.iter().skip(1));
    let mut names: Vec<String> = pairs
        .filter(|(_, why)| {
            why.contains("type=missing") || why.trim() == "field required (type=value_error.missing)"
        })
        .map(|(field, _)| field.trim().to_ascii_uppercase())
        .filter(|name| {
            name.bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
        })
        .filter(|name| (2..=limits::VARIABLE).contains(&name.len()))
        .collect();
    names.truncate(limits::NAMES);
    (settings && !names.is_empty()).then(|| finding(case, names).line(line))
}

/// Zod: `"path": ["API_KEY"]` with `"message": "Required"`, over several lines.
fn of_zod(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "ZodError",
        "Invalid environment variables",
        "\"received\": \"undefined\"",
    ])?;
    let quoted = |line: &String| {
        let word = line.trim().trim_end_matches(',').trim_matches(['"', '\'']);
        is_variable(word).then(|| word.to_owned())
    };
    let mut names: Vec<String> = case.lines.iter().filter_map(quoted).collect();
    let inline = case.lines.iter().filter(|line| line.contains("path"));
    names.extend(inline.flat_map(|line| variables(line)));
    names.dedup();
    names.truncate(limits::NAMES);
    (!names.is_empty()).then(|| finding(case, names).line(line))
}

fn finding(case: &Case<'_>, names: Vec<String>) -> Finding {
    let set = |name: &String| case.evidence.variables.iter().any(|known| known == name);
    let missing: Vec<String> = names.iter().filter(|name| !set(name)).cloned().collect();
    let (sentence, remedy) = match missing.is_empty() {
        // It has a value, and the server does not see one in it.
        true => (
            say!("variable-empty", names = list(&names), count = names.len()),
            say!("variable-empty-remedy"),
        ),
        false => (
            say!("variable-missing", names = list(&missing), count = missing.len()),
            say!("variable-missing-remedy"),
        ),
    };
    let asked = if missing.is_empty() { names } else { missing };
    Finding::new(FailureCause::VariableMissing, sentence, remedy).variables(asked)
}
