//! What Node.js, Bun and Deno write.

use crate::case::{Case, numbers};
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use crate::names::between;
use crate::versions::{self, Since};
use portcullis_l10n::say;
use portcullis_programs::Runtime;

/// What older versions do not know, and the first version that does.
const SINCE: &[Since] = &[
    (
        &[
            "SyntaxError: Unexpected token '?'",
            "SyntaxError: Unexpected token '.'",
        ],
        "14",
    ),
    (
        &[
            "SyntaxError: Unexpected token '??='",
            "SyntaxError: Unexpected token '||='",
            "replaceAll is not a function",
        ],
        "15",
    ),
    (&["Cannot find module 'node:", "Error: Not supported"], "16"),
    (&["structuredClone is not defined"], "17"),
    (
        &[
            "fetch is not defined",
            "Headers is not defined",
            "ReadableStream is not defined",
            "FormData is not defined",
            "Response is not defined",
            "findLast is not a function",
        ],
        "18",
    ),
    (
        &[
            "SyntaxError: Unexpected token 'with'",
            "SyntaxError: Unexpected identifier 'assert'",
        ],
        "18.20",
    ),
    (&["crypto is not defined"], "19"),
    (
        &[
            "Invalid regular expression flags",
            "File is not defined",
            "toSorted is not a function",
            "import.meta.dirname",
            "The \"path\" argument must be of type string. Received undefined",
        ],
        "20",
    ),
    (
        &[
            "Object.groupBy is not a function",
            "Promise.withResolvers is not a function",
        ],
        "22",
    ),
    (
        &[
            "WebSocket is not defined",
            "No such built-in module: node:sqlite",
            "isSubsetOf is not a function",
        ],
        "22",
    ),
    (&["ERR_REQUIRE_ESM"], "22.12"),
];

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    built_for_other(case)
        .or_else(|| not_built(case))
        .or_else(|| too_old(case))
        .or_else(|| listening(case))
        .or_else(|| module(case))
}

/// A native module from before Node.js was updated: neither version is too old.
fn built_for_other(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&["was compiled against a different Node.js version"])?;
    let finding = |remedy| {
        let sentence = say!("module-built-other");
        Finding::new(FailureCause::PackageBroken, sentence, remedy).line(line)
    };
    if case.evidence.is_fetched {
        return Some(finding(say!("module-fetched-native-remedy")));
    }
    let remedy = match case.program == "npx" || case.says(&["_npx"]) {
        true => say!("cache-npx-remedy"),
        false => say!("module-rebuild-remedy"),
    };
    Some(finding(remedy).action(RepairAction::Restart))
}

/// A native module whose install script did not run: npm 12 and pnpm 10 want it to be allowed.
fn not_built(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "Could not locate the bindings file",
        "Failed to load native module:",
    ])?;
    if case.evidence.is_fetched {
        let (sentence, remedy) = (
            say!("module-not-built-fetched"),
            say!("module-fetched-native-remedy"),
        );
        return Some(Finding::new(FailureCause::PackageBroken, sentence, remedy).line(line));
    }
    let remedy = match case.program == "npx" || case.says(&["_npx"]) {
        true => say!("module-not-built-npx-remedy"),
        false => say!("module-rebuild-remedy"),
    };
    let finding = Finding::new(FailureCause::PackageBroken, say!("module-not-built"), remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// The version that ran: as it says itself at the end of a failure, or as it is known.
fn version(case: &Case<'_>) -> Option<Vec<u32>> {
    let said = case
        .lines
        .iter()
        .rev()
        .find_map(|line| line.strip_prefix("Node.js v"));
    let said = said
        .or_else(|| between(case.line(&["current: { node: 'v"])?, "node: 'v", "'"))
        .or_else(|| {
            between(
                case.line_of_all(&["notsup Actual:", "\"node\""])?,
                "\"node\":\"v",
                "\"",
            )
        });
    said.map(numbers).or_else(|| case.version(Runtime::Node))
}

fn too_old(case: &Case<'_>) -> Option<Finding> {
    let known = version(case);
    let refused = case.line(&[
        "npm error code EBADENGINE",
        "npm ERR! code EBADENGINE",
        "ERR_PNPM_UNSUPPORTED_ENGINE",
    ]);
    let wanted = case
        .line_of_all(&["EBADENGINE", "required: {"])
        .and_then(|line| between(line, "node: '", "'"))
        .or_else(|| {
            between(
                case.line_of_all(&["notsup Required:", "\"node\""])?,
                "\"node\":\"",
                "\"",
            )
        });
    let feature = versions::missed(case, SINCE, known.as_deref());
    let (line, since) = match (feature, refused) {
        (Some((line, since)), _) => (line, wanted.unwrap_or(since)),
        (None, Some(line)) => (line, wanted.unwrap_or_default()),
        (None, None) => return None,
    };
    // Of a range such as `>=18 <20` its beginning. A version that has that is not too old.
    let since = since.trim_start_matches(['>', '=', '^', '~', ' ']);
    let since = since.split(' ').next().unwrap_or_default();
    if refused.is_some() && !since.is_empty() && known.as_ref().is_some_and(|known| *known >= numbers(since))
    {
        return None;
    }
    let sentence = versions::too_old("Node.js", since, known);
    let remedy = say!("runtime-old-remedy", runtime = "Node.js");
    Some(
        Finding::new(FailureCause::RuntimeTooOld, sentence, remedy)
            .install(Runtime::Node)
            .line(line),
    )
}

fn listening(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "EADDRINUSE",
        "address already in use",
        "Address already in use",
        "AddrInUse",
        "Only one usage of each socket address",
    ]);
    line.or_else(|| case.line_of_all(&["ort ", " is already in use"]))
        .filter(|_| !was_its_own(case))
        .map(crate::exits::port_in_use)
}

/// The last try listens, and an earlier one of the same server had the port: that it listens on one is the cause then.
fn was_its_own(case: &Case<'_>) -> bool {
    let ended = case.evidence.exit_code.is_some_and(|code| code != 0);
    let mut all = case.lines.iter().chain(&case.evidence.stdout);
    !ended && all.any(|line| crate::protocol::listens(line))
}

/// The path of a module that was not found: absolute, or from the folder of what loads it.
pub(super) fn missing_path<'a>(case: &'a Case<'_>) -> Option<&'a str> {
    let line = case.line(&["Cannot find module '/", "Cannot find module './"])?;
    let (_, rest) = line.split_once("Cannot find module '")?;
    rest.split_once('\'').map(|(path, _)| path)
}

/// A module or script that is not there.
fn module(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "Error: Cannot find module '",
        "]: Cannot find module '",
        "Cannot find package '",
        "error: Module not found \"",
        "Error: Cannot find module \"",
    ]);
    let line = line.or_else(|| case.line(&["ERR_MODULE_NOT_FOUND"]))?;
    // What the person named is a file that is missing, and no part of the server. A file that looked for it is there.
    let missing = line.split(" imported from ").next().unwrap_or(line);
    if case.argument_in(missing).is_some() {
        return Some(crate::files::script_missing(case, line));
    }
    if let Some(hidden) = &case.evidence.hidden_beside {
        return Some(crate::fence::kept_from(hidden, say!("fence-module")));
    }
    let name =
        between(line, "Cannot find module '", "'").or_else(|| between(line, "Cannot find package '", "'"));
    let name = name.filter(|name| !name.contains(['/', '\\']) || name.starts_with('@'));
    let sentence = match name {
        Some(module) => say!("module-missing-named", module),
        None => say!("module-missing"),
    };
    let fetched = case.evidence.is_fetched || ["npx", "bunx", "dnx"].contains(&case.program);
    let remedy = match fetched {
        true => say!("module-fetched-remedy"),
        false => say!("module-node-remedy"),
    };
    Some(
        Finding::new(FailureCause::ModuleNotFound, sentence, remedy)
            .action(RepairAction::EditCommand)
            .line(line),
    )
}
