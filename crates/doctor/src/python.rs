//! What Python, pip and uv write.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use crate::names::between;
use crate::versions::{self, Since};
use portcullis_l10n::say;
use portcullis_programs::Runtime;

/// What older versions do not know, and the first version that does.
const SINCE: &[Since] = &[
    (
        &["'type' object is not subscriptable", "No module named 'zoneinfo'"],
        "3.9",
    ),
    (
        &[
            "unsupported operand type(s) for |: ",
            "cannot import name 'TypeAlias' from 'typing'",
            "cannot import name 'ParamSpec' from 'typing'",
        ],
        "3.10",
    ),
    (
        &[
            "No module named 'tomllib'",
            "cannot import name 'UTC' from 'datetime'",
            "cannot import name 'StrEnum' from 'enum'",
            "cannot import name 'Self' from 'typing'",
            "cannot import name 'NotRequired' from 'typing'",
            "name 'ExceptionGroup' is not defined",
            "name 'BaseExceptionGroup' is not defined",
            "module 'asyncio' has no attribute 'TaskGroup'",
            "module 'asyncio' has no attribute 'timeout'",
        ],
        "3.11",
    ),
    (
        &[
            "cannot import name 'override' from 'typing'",
            "cannot import name 'batched' from 'itertools'",
        ],
        "3.12",
    ),
];

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    feature(case).or_else(|| too_old(case)).or_else(|| module(case))
}

/// Something of a newer language or library.
fn feature(case: &Case<'_>) -> Option<Finding> {
    let known = case.version(Runtime::Python);
    let (line, since) = versions::missed(case, SINCE, known.as_deref())?;
    Some(old(case, since, line))
}

/// What pip and uv say of the version that a package requires.
pub(super) fn too_old(case: &Case<'_>) -> Option<Finding> {
    let line = case
        .line(&[
            "requires a different Python:",
            "does not satisfy Python",
            "Requires-Python",
            "No interpreter found for Python",
        ])
        .or_else(|| case.line_of_all(&["requires-python", "incompatible"]))
        .or_else(|| case.line_of_all(&["requires Python", "but"]))?;
    let wanted = between(line, "not in '", "'")
        .or_else(|| between(line, "does not satisfy Python", " "))
        .or_else(|| between(line, "requires Python ", ","))
        .or_else(|| between(line, "No interpreter found for Python ", " in"));
    let wanted = wanted.and_then(|wanted| {
        let version = wanted.trim_start_matches(['>', '=', '~', ' ']);
        version.split([',', ' ']).next()
    });
    Some(old(case, wanted.unwrap_or_default(), line))
}

fn old(case: &Case<'_>, since: &str, line: &str) -> Finding {
    let sentence = versions::too_old("Python", since, case.version(Runtime::Python));
    let finding = |remedy| Finding::new(FailureCause::RuntimeTooOld, sentence, remedy).line(line);
    match case.runtime() {
        // uv brings any version along.
        Some(Runtime::Uv) => {
            let finding = finding(say!("python-old-uv-remedy")).action(RepairAction::EditCommand);
            let plain = case.program == "uvx" && !case.arguments.iter().any(|it| it == "--python");
            match plain && !since.is_empty() {
                true => {
                    let added = ["--python", since].map(str::to_owned).into_iter();
                    let arguments = added.chain(case.arguments.iter().cloned());
                    finding.change(DraftChange::Arguments(arguments.collect()))
                }
                false => finding,
            }
        }
        _ => finding(say!("runtime-old-remedy", runtime = "Python")).install(Runtime::Python),
    }
}

/// The line that says what was not found, and its name where there is one.
fn missing<'a>(case: &'a Case<'_>) -> Option<(&'a str, Option<&'a str>)> {
    let line = case.line(&[
        "ModuleNotFoundError: No module named",
        ": No module named ",
        "ImportError: No module named",
    ])?;
    let name = between(line, "No module named '", "'").or_else(|| between(line, "No module named ", "\n"));
    Some((line, name))
}

/// The outermost package of the module that was not found, where the server named one.
pub(super) fn missing_package<'a>(case: &'a Case<'_>) -> Option<&'a str> {
    let (_, name) = missing(case)?;
    let first = name?.split('.').next()?;
    let is_name = first
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (is_name && !first.is_empty()).then_some(first)
}

fn module(case: &Case<'_>) -> Option<Finding> {
    let (line, name) = missing(case)?;
    if let Some(hidden) = &case.evidence.hidden_beside {
        return Some(crate::fence::kept_from(hidden, say!("fence-module")));
    }
    // A module in the home folder of the person is installed, and the server does not see it.
    let is_fenced = case.evidence.is_fenced && matches!(case.runtime(), Some(Runtime::Python));
    let sentence = match name {
        Some(module) if is_fenced => say!("module-hidden-named", module),
        Some(module) => say!("module-missing-named", module),
        None => say!("module-missing"),
    };
    let remedy = match case.evidence.is_fetched {
        true => say!("module-fetched-remedy"),
        false if is_fenced => say!("module-fenced-remedy"),
        false => say!("module-python-remedy"),
    };
    let finding = Finding::new(FailureCause::ModuleNotFound, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}
