//! Which package a command fetches and runs. Only what is understood whole: a command with an option that is not known here stays
//! as it is.

use portcullis_core::versions::is_npm_version;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Where a package is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ecosystem {
    /// npm.
    Npm,
    /// PyPI.
    PyPi,
}

impl Ecosystem {
    /// What people call it.
    #[must_use]
    pub fn called(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::PyPi => "PyPI",
        }
    }

    /// The program that fetches and runs its packages.
    #[must_use]
    pub fn launcher(self) -> &'static str {
        match self {
            Self::Npm => "npx",
            Self::PyPi => "uvx",
        }
    }

    /// The hosts that its packages come from.
    #[must_use]
    pub fn hosts(self) -> &'static [&'static str] {
        match self {
            Self::Npm => &["registry.npmjs.org"],
            Self::PyPi => &["pypi.org", "files.pythonhosted.org"],
        }
    }
}

/// A package that a command names, and what it runs of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageRequest {
    /// Where it is from.
    pub ecosystem: Ecosystem,
    /// Its name, as its registry knows it.
    pub name: String,
    /// Version, range or tag as it was written; the newest release where it is `None`.
    pub version: Option<String>,
    /// The program of it that runs, where it is named; otherwise the one that is called like the package, or the only one.
    pub program: Option<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
}

impl PackageRequest {
    /// What `program arguments…` fetches and runs. `None` for everything that is no launcher of one package from a registry, or
    /// that says more than is understood here.
    #[must_use]
    pub fn of(program: &str, arguments: &[String]) -> Option<Self> {
        let name = Path::new(program.trim())
            .file_stem()?
            .to_str()?
            .to_ascii_lowercase();
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match (name.as_str(), words.as_slice()) {
            ("npx" | "bunx" | "pnpx", rest) => npm(rest),
            ("npm", ["exec" | "x", rest @ ..]) => npm_exec(rest),
            ("pnpm" | "yarn", ["dlx", rest @ ..]) | ("bun", ["x", rest @ ..]) => npm(rest),
            ("uvx", rest) | ("uv", ["tool", "run", rest @ ..]) => python(rest, "--from"),
            ("pipx", ["run", rest @ ..]) => python(rest, "--spec"),
            _ => None,
        }
    }

    /// The version, where it asks for that one alone. `None` for a range, and for a tag, which may mean another version tomorrow.
    #[must_use]
    pub fn exact_version(&self) -> Option<&str> {
        let version = self.version.as_deref()?.trim();
        match self.ecosystem {
            Ecosystem::Npm => {
                let version = version.trim_start_matches(['=', 'v', ' ']);
                is_npm_version(version).then_some(version)
            }
            Ecosystem::PyPi => {
                let version = version.strip_prefix("==")?.trim_start_matches('=').trim();
                (!version.is_empty() && !version.contains([',', '*'])).then_some(version)
            }
        }
    }

    /// The command of its launcher that runs this version.
    #[must_use]
    pub fn launcher_line(&self, version: &str) -> Vec<String> {
        let (first, exact, named): (&[&str], _, _) = match self.ecosystem {
            Ecosystem::Npm => (&["npx", "-y"], format!("{}@{version}", self.name), "--package"),
            Ecosystem::PyPi => (&["uvx"], format!("{}=={version}", self.name), "--from"),
        };
        let package = match &self.program {
            Some(program) => vec![named.to_owned(), exact, program.clone()],
            None => vec![exact],
        };
        let first = first.iter().map(|word| (*word).to_owned());
        let line = first.chain(package).chain(self.arguments.iter().cloned());
        line.collect()
    }

    /// The same package in its newest release.
    #[must_use]
    pub fn newest(self) -> Self {
        Self {
            version: None,
            ..self
        }
    }
}

/// Options of a launcher: switches that change nothing here, and the one that names the package.
struct Options<'a> {
    package: Option<&'a str>,
    rest: &'a [&'a str],
}

fn options<'a>(mut words: &'a [&'a str], switches: &[&str], package: &[&str]) -> Option<Options<'a>> {
    let mut named = None;
    loop {
        let (word, rest) = words.split_first()?;
        let (option, joined) = match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, Some(value)),
            _ => (*word, None),
        };
        if package.contains(&option) {
            let (value, after) = match joined {
                Some(value) => (value, rest),
                None => rest.split_first().map(|(value, after)| (*value, after))?,
            };
            // Several packages are fetched together; which of them runs is not said.
            if named.replace(value).is_some() {
                return None;
            }
            words = after;
        } else if *word == "--" {
            return Some(Options { package: named, rest });
        } else if switches.contains(word) {
            words = rest;
        } else if word.starts_with('-') {
            return None;
        } else {
            return Some(Options {
                package: named,
                rest: words,
            });
        }
    }
}

fn npm(words: &[&str]) -> Option<PackageRequest> {
    let switches = [
        "-y",
        "--yes",
        "--quiet",
        "-q",
        "--silent",
        "--prefer-online",
        "--prefer-offline",
        "--bun",
    ];
    let Options { package, rest } = options(words, &switches, &["-p", "--package"])?;
    let (first, arguments) = rest.split_first()?;
    let (spec, program) = match package {
        Some(package) => (package, Some((*first).to_owned())),
        None => (*first, None),
    };
    let (name, version) = match spec
        .char_indices()
        .skip(1)
        .find(|(_, character)| *character == '@')
    {
        Some((at, _)) => (spec.get(..at)?, spec.get(at + 1..)),
        None => (spec, None),
    };
    let plain = |name: &str| {
        let fits = |character: char| character.is_ascii_alphanumeric() || "-._~".contains(character);
        !name.is_empty() && !name.starts_with(['.', '-', '_']) && name.chars().all(fits)
    };
    let is_name = match name.strip_prefix('@').map(|scoped| scoped.split_once('/')) {
        Some(Some((scope, name))) => plain(scope) && plain(name),
        Some(None) => false,
        None => plain(name),
    };
    let version = version.filter(|version| !version.is_empty() && *version != "latest");
    (is_name && version.is_none_or(is_version)).then(|| PackageRequest {
        ecosystem: Ecosystem::Npm,
        name: name.to_owned(),
        version: version.map(str::to_owned),
        program,
        arguments: owned(arguments),
    })
}

/// npm itself, other than `npx`, takes the options behind the package too, up to the first `--`, which it does not hand on.
fn npm_exec(words: &[&str]) -> Option<PackageRequest> {
    let found = npm(words)?;
    let before = words.get(..words.len() - found.arguments.len())?;
    if before.contains(&"--") {
        return Some(found);
    }
    match found.arguments.iter().position(|word| word == "--") {
        Some(0) => Some(PackageRequest {
            arguments: found.arguments.get(1..)?.to_vec(),
            ..found
        }),
        Some(_) => None,
        None => {
            let has_option = found.arguments.iter().any(|word| word.starts_with('-'));
            (!has_option).then_some(found)
        }
    }
}

fn python(words: &[&str], from: &str) -> Option<PackageRequest> {
    let switches = [
        "--quiet",
        "-q",
        "--no-progress",
        "--isolated",
        "--no-cache",
        "--refresh",
    ];
    let Options { package, rest } = options(words, &switches, &[from])?;
    let (first, arguments) = rest.split_first()?;
    let (spec, program) = match package {
        Some(package) => (package, Some((*first).to_owned())),
        None => (*first, None),
    };
    let spec = spec.replace(' ', "");
    let at = spec.find(['=', '<', '>', '~', '!', '@']).unwrap_or(spec.len());
    let (name, version) = spec.split_at(at);
    let version = match version.strip_prefix('@') {
        Some("latest" | "") => None,
        Some(exact) => Some(format!("=={exact}")),
        None => Some(version.to_owned()).filter(|version| !version.is_empty()),
    };
    // Extras stay with the name.
    let (bare, extras) = match name.split_once('[') {
        Some((bare, extras)) => (bare, extras.strip_suffix(']')?),
        None => (name, ""),
    };
    let plain = |name: &str| {
        let fits = |character: char| character.is_ascii_alphanumeric() || "-._".contains(character);
        name.starts_with(|first: char| first.is_ascii_alphanumeric()) && name.chars().all(fits)
    };
    let is_name = plain(bare) && (extras.is_empty() || extras.split(',').all(plain));
    (is_name && version.as_deref().is_none_or(is_version)).then(|| PackageRequest {
        ecosystem: Ecosystem::PyPi,
        name: name.to_owned(),
        version,
        program,
        arguments: owned(arguments),
    })
}

/// A version, a range or a tag: no address, no path, no other package.
fn is_version(version: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || ".-+_^~<>=!*|, ".contains(character);
    version.chars().all(fits)
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests;
