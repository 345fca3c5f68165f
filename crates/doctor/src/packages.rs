//! What npm, uv, pip, Bun, Deno and NuGet write where a package is not fetched or has nothing to run.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use portcullis_programs::Runtime;

/// Where launchers download packages.
pub(super) const REGISTRIES: [&str; 5] = [
    "registry.npmjs.org",
    "files.pythonhosted.org",
    "pypi.org",
    "jsr.io",
    "api.nuget.org",
];

/// What is fetched by these, or from one of [`REGISTRIES`], is not the server's own traffic.
const FETCHING: &[&str] = &[
    "npm error",
    "npm ERR!",
    "Failed to fetch:",
    "No solution found when resolving",
    "Could not fetch URL",
    "Could not find a version that satisfies",
    "downloading package manifest",
    "NU1301",
    "NU1101",
    "Import 'http",
    "Failed caching npm package",
    "Failed to build `",
    "gyp ERR!",
];

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    let finding = program(case).or_else(|| broken(case));
    if finding.is_some() || !(case.says(FETCHING) || case.says(&REGISTRIES)) {
        return finding;
    }
    // How the registry is reached comes first: pip says of every failure that there is no such package.
    source(case)
        .or_else(|| flag(case))
        .or_else(|| way(case))
        .or_else(|| denied(case))
        .or_else(|| cache(case))
        .or_else(|| version(case))
        .or_else(|| unbuilt(case))
        .or_else(|| missing(case))
}

/// Sources other than a registry, which npm 12 wants to be allowed, with the option that does.
const SOURCES: [(&str, &str); 2] = [("EALLOWGIT", "--allow-git"), ("EALLOWREMOTE", "--allow-remote")];

fn source(case: &Case<'_>) -> Option<Finding> {
    let (line, option) = SOURCES
        .iter()
        .find_map(|(code, option)| Some((case.line_of_all(&["npm error code", *code])?, *option)))?;
    // What the package itself depends on is allowed apart from it.
    let which = match case.says(&["Fetching non-root packages"]) {
        true => "all",
        false => "root",
    };
    let option = format!("{option}={which}");
    let sentence = match option.starts_with("--allow-git") {
        true => say!("package-git"),
        false => say!("package-url"),
    };
    let remedy = say!("package-source-remedy", option = option.as_str());
    let finding = Finding::new(FailureCause::RegistryDenied, sentence, remedy)
        .action(RepairAction::EditCommand)
        .line(line);
    let is_given = case
        .arguments
        .iter()
        .any(|argument| argument.starts_with("--allow-"));
    Some(match case.program == "npx" && !is_given {
        true => {
            let arguments = std::iter::once(option).chain(case.arguments.iter().cloned());
            finding.change(DraftChange::Arguments(arguments.collect()))
        }
        false => finding,
    })
}

/// An option that npm does not know: from npm 12 on, an error.
fn flag(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&["npm error code EUNKNOWNCONFIG"])?;
    let mut listed = case.lines.iter().filter(|line| line.contains(" - -"));
    let option = listed.find_map(|line| case.argument_in_options(line));
    let sentence = match option {
        Some(option) => say!(
            "option-unknown",
            runtime = "npm",
            option = escape_line(option).text
        ),
        None => say!("option-unknown-some", runtime = "npm"),
    };
    let remedy = say!("option-unknown-remedy", runtime = "npm");
    let finding = Finding::new(FailureCause::OptionUnknown, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// A package without a build for this computer, which could not be built here either.
fn unbuilt(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&["Failed to build `", "gyp ERR!"])?;
    let remedy = match case.runtime() {
        Some(Runtime::Uv) => say!("package-build-python-remedy"),
        _ => say!("package-build-remedy"),
    };
    let finding = Finding::new(FailureCause::PackageBroken, say!("package-build"), remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

fn missing(case: &Case<'_>) -> Option<Finding> {
    let line = case
        .line_of_all(&["404", "could not be found"])
        .or_else(|| case.line_of_all(&["404", "is not in this registry"]))
        .or_else(|| case.line_of_all(&["404", "Not Found"]))
        .or_else(|| case.line_of_all(&["registry.npmjs.org", " - 404"]))
        .or_else(|| case.line_of_all(&["npm package '", "does not exist"]))
        .or_else(|| {
            case.line(&[
                "was not found in the package registry",
                "No matching distribution found for",
                "Unable to find package",
                "NU1101",
                "JSR package not found",
            ])
        })?;
    let sentence = match case.argument_in(line) {
        Some(package) => say!("package-missing", package = escape_line(package).text),
        None => say!("package-missing-some"),
    };
    let remedy = say!("package-missing-remedy");
    let finding = Finding::new(FailureCause::PackageNotFound, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

fn version(case: &Case<'_>) -> Option<Finding> {
    if let Some(finding) = crate::python::too_old(case) {
        return Some(finding);
    }
    if let Some(line) = case.line_of_all(&["No matching version found for", "with a date before"]) {
        let sentence = match case.argument_in(line) {
            Some(package) => say!("version-young", package = escape_line(package).text),
            None => say!("version-young-some"),
        };
        let remedy = say!("version-young-remedy");
        let finding = Finding::new(FailureCause::VersionNotFound, sentence, remedy);
        return Some(finding.action(RepairAction::EditCommand).line(line));
    }
    let line = case.line(&[
        "No matching version found for",
        "there is no version of",
        "Could not find npm package",
        "NU1102",
    ])?;
    let sentence = match case.argument_in(line) {
        Some(package) => say!("version-missing", package = escape_line(package).text),
        None => say!("version-missing-some"),
    };
    let remedy = say!("version-missing-remedy");
    let finding = Finding::new(FailureCause::VersionNotFound, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// The package is there, and no program in it, or not the one that was asked for.
fn program(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "could not determine executable to run",
        "does not provide any executables",
        "is not provided by package",
        "no default executable",
        "is not a .NET tool",
        "DotnetTool",
        "is a package and cannot be directly executed",
    ])?;
    let sentence = match case.arguments.iter().find(|argument| is_package(argument)) {
        Some(package) => say!("package-no-program", package = escape_line(package).text),
        None => say!("package-no-program-some"),
    };
    let remedy = say!("package-no-program-remedy");
    let finding = Finding::new(FailureCause::PackageHasNoProgram, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

fn is_package(argument: &str) -> bool {
    !argument.starts_with('-') && !["run", "exec", "tool", "x"].contains(&argument)
}

/// A package that was fetched, and does not fit what was fetched with it.
fn broken(case: &Case<'_>) -> Option<Finding> {
    let line = case.line_of_all(&["is required. Install with 'pip install", "["]);
    if let Some(line) = line {
        let remedy = say!("package-extra-remedy");
        let finding = Finding::new(FailureCause::PackageBroken, say!("package-extra"), remedy);
        return Some(finding.action(RepairAction::EditCommand).line(line));
    }
    // A traceback that leads through installed packages only, and ends at what one of them misses in another.
    let fetched = case.evidence.is_fetched || ["uvx", "uv", "pipx"].contains(&case.program);
    let inside = case.says(&["site-packages"]);
    let line = case.line(&[
        "ModuleNotFoundError: No module named",
        "ImportError: cannot import name",
        "AttributeError: ",
        "AttributeError: module",
    ])?;
    (fetched && inside).then(|| {
        let (sentence, remedy) = (say!("package-broken"), say!("package-broken-remedy"));
        let finding = Finding::new(FailureCause::PackageBroken, sentence, remedy);
        finding.action(RepairAction::EditCommand).line(line)
    })
}

/// The registry was not reached, or not in a way that can be trusted.
fn way(case: &Case<'_>) -> Option<Finding> {
    let proxy = case.line(&[
        "npm error code E407",
        "npm ERR! code E407",
        "407 Proxy Authentication Required",
        "proxy authorization required",
        "ProxyConnectFailed (407)",
        "Tunnel connection failed: 407",
    ]);
    if let Some(line) = proxy {
        return Some(proxy_sign_in().line(line));
    }
    if let Some(line) = crate::network::untrusted_line(case) {
        return Some(untrusted(case).line(line));
    }
    let line = case.line(&[
        "ENOTFOUND",
        "EAI_AGAIN",
        "ECONNREFUSED",
        "ETIMEDOUT",
        "ECONNRESET",
        "ERR_SOCKET_TIMEOUT",
        "EHOSTUNREACH",
        "ENETUNREACH",
        "network request to",
        "tcp connect error",
        "dns error",
        "operation timed out",
        "Connection refused",
        "Temporary failure in name resolution",
        "Failed to establish a new connection",
        "ConnectionRefused downloading",
        "FailedToOpenSocket",
        "NU1301",
        "Unable to load the service index",
    ])?;
    let finding =
        |remedy| Finding::new(FailureCause::RegistryUnreachable, say!("registry"), remedy).line(line);
    Some(match lacks_proxy(case) {
        true => with_proxy(finding(say!("proxy-remedy"))),
        false => finding(say!("registry-remedy")).action(RepairAction::Restart),
    })
}

/// The remedy is to name the proxy to the server.
pub(super) fn with_proxy(finding: Finding) -> Finding {
    finding.variables(vec!["HTTPS_PROXY".to_owned()])
}

pub(super) fn proxy_sign_in() -> Finding {
    with_proxy(Finding::new(
        FailureCause::ProxySignIn,
        say!("proxy-sign-in"),
        say!("proxy-sign-in-remedy"),
    ))
}

/// The variable that makes a runtime trust another authority.
pub(super) fn untrusted(case: &Case<'_>) -> Finding {
    let variable = match case.runtime() {
        Some(Runtime::Node) | Some(Runtime::Bun) => "NODE_EXTRA_CA_CERTS",
        Some(Runtime::Deno) => "DENO_CERT",
        _ if case.says(&["node:internal", "Node.js v"]) => "NODE_EXTRA_CA_CERTS",
        _ => "SSL_CERT_FILE",
    };
    Finding::new(
        FailureCause::CertificateUnknown,
        say!("certificate-program"),
        say!("certificate-program-remedy", variable),
    )
    .variables(vec![variable.to_owned()])
}

/// This computer uses a proxy, and the server is not told of one.
pub(super) fn lacks_proxy(case: &Case<'_>) -> bool {
    let proxies = [
        "HTTPS_PROXY",
        "ALL_PROXY",
        "HTTP_PROXY",
        "NPM_CONFIG_PROXY",
        "NPM_CONFIG_HTTPS_PROXY",
    ];
    let mut names = case.evidence.variables.iter();
    case.evidence.proxy && !names.any(|name| proxies.iter().any(|proxy| name.eq_ignore_ascii_case(proxy)))
}

fn denied(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "npm error code E401",
        "npm error code E403",
        "npm error code ENEEDAUTH",
        "npm ERR! code E401",
        "npm ERR! code E403",
        "401 Unauthorized",
        "403 Forbidden",
        "HTTP status client error (401",
        "HTTP status client error (403",
    ])?;
    let (sentence, remedy) = (say!("registry-denied"), say!("registry-denied-remedy"));
    let finding = Finding::new(FailureCause::RegistryDenied, sentence, remedy);
    Some(finding.action(RepairAction::EditVariables).line(line))
}

fn cache(case: &Case<'_>) -> Option<Finding> {
    if let Some(line) = case.line(&["ENOSPC", "No space left on device", "os error 28"]) {
        return Some(crate::launch::disk_full().line(line));
    }
    let unwritable = case
        .line(&[
            "npm error code EACCES",
            "npm error code EPERM",
            "npm ERR! code EACCES",
            "npm error code EROFS",
        ])
        .or_else(|| case.line_of_all(&["Failed to initialize cache", "Permission denied"]));
    if let Some(line) = unwritable {
        let (sentence, remedy) = (say!("cache-denied"), say!("cache-denied-remedy"));
        let finding = Finding::new(FailureCause::CacheUnusable, sentence, remedy);
        return Some(finding.action(RepairAction::Restart).line(line));
    }
    let line = case.line(&[
        "EINTEGRITY",
        "Z_DATA_ERROR",
        "ENOTEMPTY",
        "npm error code EEXIST",
        "TAR_BAD_ARCHIVE",
    ])?;
    // `npm cache clean` leaves what npx unpacked.
    let is_unpacked = case.says(&["ENOTEMPTY", "EEXIST"]) && case.says(&["_npx"]);
    let remedy = match is_unpacked {
        true => say!("cache-npx-remedy"),
        false => say!("cache-damaged-remedy"),
    };
    let finding = Finding::new(FailureCause::CacheUnusable, say!("cache-damaged"), remedy);
    Some(finding.action(RepairAction::Restart).line(line))
}
