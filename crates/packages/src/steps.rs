//! The commands that fetch a package. None runs code of a package: npm without install scripts, uv with wheels alone.

use crate::{Ecosystem, PackageRequest, failed};
use portcullis_core::{Result, causes};
use portcullis_l10n::say;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The programs that fetch and run packages of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageTools {
    /// `npm` or `uv`; absolute.
    pub manager: PathBuf,
    /// `node` or `python3`; absolute.
    pub runtime: PathBuf,
}

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchStep {
    /// Absolute.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables that it gets beside the usual ones.
    pub environment: Vec<(String, String)>,
}

/// What a request is written into, in the folder of the tree.
const REQUEST: &str = "request.txt";
/// What uv works out: every package with its version and hashes.
pub(crate) const UV_LOCK: &str = "requirements.lock";

/// Writes what the commands read. `folder` is empty and stays the folder of the tree.
///
/// # Errors
/// `launch.failed` when it cannot be written.
pub fn prepare(request: &PackageRequest, folder: &Path) -> Result<()> {
    let (name, text) = match request.ecosystem {
        Ecosystem::Npm => ("package.json", json!({ "private": true }).to_string()),
        Ecosystem::PyPi => {
            let version = request.version.as_deref().unwrap_or_default();
            (REQUEST, format!("{}{version}\n", request.name))
        }
    };
    std::fs::write(folder.join(name), text)
        .map_err(|error| failed(say!("fetch-not-written", why = causes::io(&error))))
}

/// Variables that say which certificates of authorities count, beside those of the system: a network may have its own.
const AUTHORITIES: [&str; 3] = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/// The variables of [`AUTHORITIES`] that are set for this process.
#[must_use]
pub fn authorities() -> Vec<(String, String)> {
    let set = AUTHORITIES
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)));
    set.collect()
}

/// The commands, in their order, for a tree in `folder` and files that may go afterwards in `cache`. `age` is the option that
/// [`release_age`](crate::release_age()) gave.
#[must_use]
pub fn steps(
    request: &PackageRequest,
    tools: &PackageTools,
    age: Option<&str>,
    folder: &Path,
    cache: &Path,
) -> Vec<FetchStep> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    match request.ecosystem {
        Ecosystem::Npm => {
            let mut arguments = words(&[
                "install",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--save-exact",
            ]);
            arguments.extend(words(&[
                "--no-update-notifier",
                "--loglevel=error",
                "--userconfig=/dev/null",
            ]));
            arguments.extend(age.map(str::to_owned));
            arguments.push(format!("--prefix={}", text(folder)));
            arguments.push(format!("--cache={}", text(cache)));
            arguments.push("--".to_owned());
            arguments.push(match &request.version {
                Some(version) => format!("{}@{version}", request.name),
                None => request.name.clone(),
            });
            vec![FetchStep {
                program: tools.manager.clone(),
                arguments,
                environment: Vec::new(),
            }]
        }
        Ecosystem::PyPi => {
            let environment: Vec<_> = [
                ("UV_CACHE_DIR", text(cache)),
                ("UV_PYTHON_DOWNLOADS", "never".to_owned()),
                ("UV_NO_CONFIG", "1".to_owned()),
                ("UV_LINK_MODE", "copy".to_owned()),
                ("UV_NO_PROGRESS", "1".to_owned()),
            ]
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
            let lock = text(&folder.join(UV_LOCK));
            let (python, own) = (text(&tools.runtime), text(&folder.join("bin/python")));
            let mut compile = words(&[
                "pip",
                "compile",
                "--generate-hashes",
                "--no-build",
                "--no-header",
                "--no-annotate",
            ]);
            // What it writes names every version: the other commands choose none.
            compile.extend(age.map(str::to_owned));
            compile.extend(words(&[
                "--quiet",
                "--python",
                &python,
                "--output-file",
                &lock,
                &text(&folder.join(REQUEST)),
            ]));
            let mut install = words(&[
                "pip",
                "install",
                "--require-hashes",
                "--no-build",
                "--no-deps",
                "--compile-bytecode",
            ]);
            install.extend(words(&["--quiet", "--python", &own, "--requirements", &lock]));
            let venv = words(&[
                "venv",
                "--quiet",
                "--allow-existing",
                "--python",
                &python,
                &text(folder),
            ]);
            let step = |arguments| FetchStep {
                program: tools.manager.clone(),
                arguments,
                environment: environment.clone(),
            };
            vec![step(compile), step(venv), step(install)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-14.
    #[test]
    fn no_command_runs_code_of_a_package_or_reads_a_configuration() {
        let tools = PackageTools {
            manager: "/usr/bin/tool".into(),
            runtime: "/usr/bin/runtime".into(),
        };
        let request = |ecosystem, version: Option<&str>| PackageRequest {
            ecosystem,
            name: "files".to_owned(),
            version: version.map(str::to_owned),
            program: None,
            arguments: vec!["--argument-of-the-server".to_owned()],
        };
        let commands = |request| {
            steps(
                &request,
                &tools,
                Some("--age=7"),
                Path::new("/t"),
                Path::new("/c"),
            )
        };
        let [npm] = commands(request(Ecosystem::Npm, Some("^1")))
            .try_into()
            .expect("one command");
        let has = |step: &FetchStep, word: &str| step.arguments.iter().any(|it| it == word);
        assert!(has(&npm, "--ignore-scripts") && has(&npm, "--userconfig=/dev/null"));
        assert_eq!(npm.arguments.last().map(String::as_str), Some("files@^1"));
        let uv = commands(request(Ecosystem::PyPi, None));
        assert!(uv.iter().all(|step| {
            step.environment
                .contains(&("UV_NO_CONFIG".to_owned(), "1".to_owned()))
        }));
        let pip: Vec<_> = uv.iter().filter(|step| has(step, "pip")).collect();
        assert!(pip.len() == 2 && pip.iter().all(|step| has(step, "--no-build")));
        assert!(has(pip[1], "--require-hashes"));
        assert!(has(&npm, "--age=7") && has(pip[0], "--age=7"));
        for step in uv.iter().chain([&npm]) {
            assert!(!has(step, "--argument-of-the-server"), "{step:?}");
        }
    }
}
