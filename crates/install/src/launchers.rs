//! Programs that fetch what they run, and arguments that are a program of their own (S-14). Remarks only.

use portcullis_core::text;
use portcullis_core::versions::is_npm_version;
use portcullis_domain::Warning;
use portcullis_l10n::say;
use portcullis_packages::PackageRequest;
use portcullis_programs::{CommandPlace, ParsedCommand, after_options, values};

/// Code of the remark that another version may run at each start.
pub const NEWEST_VERSION: &str = "launch.newest_version";

/// Remarks on all commands of a line.
pub(super) fn remarks(line: &[ParsedCommand]) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    for command in line {
        for warning in newest(command).into_iter().chain(other_source(command)) {
            if !found.contains(&warning) {
                found.push(warning);
            }
        }
    }
    if line.iter().any(|command| command.inline_code().is_some()) {
        found.push(Warning::new("launch.inline_code", say!("inline-code")));
    }
    found
}

/// What is fetched again at each start, because no version is named.
fn newest(command: &ParsedCommand) -> Vec<Warning> {
    let program = shown(&command.name);
    let remark = |sentence| Warning::new(NEWEST_VERSION, sentence);
    let can_be_fetched = matches!(command.place, CommandPlace::Itself)
        && PackageRequest::of(&command.program, &command.arguments).is_some();
    let packages = fetched(command).into_iter();
    let open = packages.filter(|package| !package.is_pinned());
    open.map(|package| {
        let name = shown(&package.name);
        remark(match package.kind {
            Kind::Image => say!("newest-image", program, name),
            Kind::Local => say!("newest-local", program, name),
            Kind::Address => say!("newest-url", program, name),
            _ if can_be_fetched => say!("newest-fetchable", program, name),
            _ if matches!(package.kind, Kind::Nix) || is_git(&package.name) => {
                say!("newest-commit", program, name)
            }
            _ => {
                let example = shown(&package.exact());
                say!("newest-version", program, name, example)
            }
        })
    })
    .collect()
}

/// A package, image or URL that a launcher runs.
struct LaunchedPackage {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Npm,
    Nuget,
    Python,
    Image,
    Go,
    Nix,
    Address,
    /// A list of packages, or a folder that is one.
    Local,
}

impl LaunchedPackage {
    /// An exact version of it, as an example.
    fn exact(&self) -> String {
        let is_python = matches!(self.kind, Kind::Python);
        let ends: &[char] = if is_python {
            &['=', '<', '>', '~', '!', '@', ' ']
        } else {
            &['@']
        };
        let end = self.name.char_indices().skip(1).find(|(_, it)| ends.contains(it));
        let name = end.and_then(|(at, _)| self.name.get(..at)).unwrap_or(&self.name);
        let sign = match self.kind {
            Kind::Python => "==",
            Kind::Go => "@v",
            _ => "@",
        };
        format!("{name}{sign}1.2.3")
    }

    fn is_pinned(&self) -> bool {
        let name = self.name.as_str();
        let local = ["file:", "$HOME/", "${HOME}/"];
        let is_local =
            name.starts_with(['.', '/', '~']) || local.iter().any(|prefix| name.starts_with(prefix));
        if is_local && !matches!(self.kind, Kind::Local) {
            // Not fetched. What it is, the files say. Any other variable may name a package.
            return true;
        }
        match self.kind {
            Kind::Image => {
                // With a digest, or the id of an image that is here.
                let digest = name.split_once("@sha256:").map(|(_, digest)| digest);
                let digest = digest.or_else(|| name.strip_prefix("sha256:"));
                let tag = name.rsplit('/').next().and_then(|last| last.split_once(':'));
                digest.is_some_and(|digest| digest.len() == 64)
                    || tag.is_some_and(|(_, tag)| is_exact(tag, 3))
            }
            Kind::Address | Kind::Local => false,
            Kind::Nix => has_commit(name),
            _ if is_git(name) => has_commit(name),
            Kind::Python => {
                let exact = name
                    .split_once("==")
                    .map(|(_, version)| version.trim_start_matches('='));
                let at = name.split_once('@').map(|(_, version)| version);
                exact.or(at).is_some_and(|version| is_exact(version.trim(), 1))
            }
            Kind::Npm | Kind::Nuget | Kind::Go => {
                let at = name
                    .char_indices()
                    .skip(1)
                    .filter(|(_, character)| *character == '@')
                    .last();
                let version = at.and_then(|(at, _)| name.get(at + 1..)?.split('/').next());
                version.is_some_and(|version| match self.kind {
                    Kind::Npm => is_npm_version(version.trim_start_matches(['=', 'v'])),
                    // Without the letter it is the name of a branch or tag.
                    Kind::Go => version.starts_with('v') && is_exact(version, 3),
                    _ => is_exact(version, 3),
                })
            }
        }
    }
}

fn is_git(name: &str) -> bool {
    let repository = |name: &str| !name.starts_with('@') && name.contains('/') && !name.contains('@');
    name.contains("git+")
        || name.contains("://")
        || name.starts_with("github:")
        || repository(name) && name.contains('#')
}

/// A whole commit id, which cannot be moved.
fn has_commit(name: &str) -> bool {
    let words = name.split(|character: char| !character.is_ascii_alphanumeric());
    words
        .into_iter()
        .any(|word| word.len() == 40 && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Numbers, at least so many, with whatever is added to a release: no range, no wildcard, no name that moves.
fn is_exact(version: &str, least: usize) -> bool {
    let version = version.trim_start_matches(['=', 'v']);
    let release = version.split(['-', '+']).next().unwrap_or_default();
    let mut parts = release.split('.');
    let fits = |character: char| character.is_ascii_alphanumeric() || "-+._".contains(character);
    parts.clone().count() >= least
        && version.chars().all(fits)
        && parts.all(|part| part.starts_with(|first: char| first.is_ascii_digit()) && !part.contains('x'))
}

const NPM_VALUED: &str = "-p --package -c --call -w --workspace --prefix --registry --userconfig --globalconfig --cache --node-arg -n -C --dir \
     --filter --cwd --loglevel --node-options --script-shell --shell --allow-scripts --allow-git --allow-remote --allow-file \
     --allow-directory --before --min-release-age";
pub(super) const UV_VALUED: &str = "--from --with -w --with-editable --with-requirements --python -p --directory --project --extra --group \
     --only-group --no-extra --env-file --index --default-index --index-url -i --extra-index-url --find-links -f \
     --package --config-file --cache-dir --color --refresh-package -P --upgrade-package --reinstall-package \
     --index-strategy --keyring-provider --resolution --prerelease --exclude-newer --link-mode -c --constraints \
     --constraint --overrides --build-constraints --allow-insecure-host --python-platform --torch-backend --spec \
     --pip-args --python-version --suffix";
/// Switches of `docker run` without a value; all others take one. `-it` and their like are taken apart.
const DOCKER_SWITCHES: &[&str] = &[
    "--detach",
    "--interactive",
    "--tty",
    "--rm",
    "--init",
    "--privileged",
    "--read-only",
    "--publish-all",
    "--quiet",
    "--no-healthcheck",
    "--oom-kill-disable",
    "--sig-proxy",
    "--disable-content-trust",
    "--help",
    "--replace",
    "--tls-verify",
    "--no-hosts",
    "--rmi",
    "--passwd",
    "--env-host",
    "--http-proxy",
    "--use-api-socket",
];

/// What a launcher runs, for the badge of a server.
pub(super) struct FirstFetched {
    pub name: String,
    pub is_image: bool,
    pub is_local: bool,
}

/// The first package or image of a command.
pub(super) fn first_fetched(command: &ParsedCommand) -> Option<FirstFetched> {
    let first = fetched(command).into_iter().next()?;
    Some(FirstFetched {
        is_image: matches!(first.kind, Kind::Image),
        is_local: matches!(first.kind, Kind::Local) || first.name.starts_with(['.', '/', '~']),
        name: first.name,
    })
}

fn fetched(command: &ParsedCommand) -> Vec<LaunchedPackage> {
    let arguments = command.arguments.as_slice();
    let behind = |leads: &[&str], valued: &str| {
        let rest = after_options(arguments, valued);
        let (first, rest) = rest.split_first()?;
        leads.contains(&first.as_str()).then(|| rest.to_vec())
    };
    match command.name.as_str() {
        "npx" | "bunx" | "pnpx" => npm(arguments),
        "npm" => {
            let made = behind(&["init", "create", "innit"], NPM_VALUED).map(|rest| created(&rest));
            let run = behind(&["exec", "x"], NPM_VALUED).map(|rest| npm(&rest));
            made.or(run).unwrap_or_default()
        }
        "pnpm" | "yarn" | "bun" => {
            let made = behind(&["create", "init"], NPM_VALUED).map(|rest| created(&rest));
            let lead: &[&str] = if command.name == "bun" { &["x"] } else { &["dlx"] };
            made.or(behind(lead, NPM_VALUED).map(|rest| npm(&rest)))
                .unwrap_or_default()
        }
        "uvx" => uvx(arguments, true),
        "uv" => {
            let tool = behind(&["tool"], UV_VALUED).and_then(|rest| {
                let (run, rest) = rest.split_first()?;
                (run == "run").then(|| uvx(rest, true))
            });
            tool.or(behind(&["run"], UV_VALUED).map(|rest| uvx(&rest, false)))
                .unwrap_or_default()
        }
        "pipx" => behind(&["run"], "")
            .map(|rest| uvx(&rest, true))
            .unwrap_or_default(),
        "docker" | "podman" | "nerdctl" | "finch" | "container" => image(arguments).into_iter().collect(),
        "deno" => behind(&["run", "serve"], "")
            .map(|rest| deno(&rest))
            .unwrap_or_else(|| deno(arguments)),
        "go" => {
            let package =
                behind(&["run"], "").and_then(|rest| after_options(&rest, "-exec -C -tags").first().cloned());
            let package = package.filter(|package| package.contains('@'));
            package
                .map(|name| LaunchedPackage { name, kind: Kind::Go })
                .into_iter()
                .collect()
        }
        "nix" => {
            let package =
                behind(&["run", "shell"], "").and_then(|rest| after_options(&rest, "").first().cloned());
            package
                .map(|name| LaunchedPackage {
                    name,
                    kind: Kind::Nix,
                })
                .into_iter()
                .collect()
        }
        "dnx" => {
            let version = values(arguments, &["--version"]).pop();
            let package = after_options(arguments, "--version --source --add-source --configfile").first();
            let name = package.map(|package| match version {
                Some(version) => format!("{package}@{version}"),
                None => package.clone(),
            });
            name.map(|name| LaunchedPackage {
                name,
                kind: Kind::Nuget,
            })
            .into_iter()
            .collect()
        }
        _ => Vec::new(),
    }
}

/// `--package` names what is fetched; without it, the first word does.
fn npm(arguments: &[String]) -> Vec<LaunchedPackage> {
    let mut names = values(before_command(arguments, NPM_VALUED), &["-p", "--package"]);
    if names.is_empty() && values(arguments, &["-c", "--call"]).is_empty() {
        names.extend(after_options(arguments, NPM_VALUED).first().cloned());
    }
    let kind = Kind::Npm;
    names
        .into_iter()
        .map(|name| LaunchedPackage { name, kind })
        .collect()
}

/// `npm init x` runs `create-x`.
fn created(arguments: &[String]) -> Vec<LaunchedPackage> {
    let name = after_options(arguments, NPM_VALUED).first();
    let name = name.map(|name| match name.split_once('/') {
        Some((scope, name)) if scope.starts_with('@') => format!("{scope}/create-{name}"),
        _ => format!("create-{name}"),
    });
    name.map(|name| LaunchedPackage {
        name,
        kind: Kind::Npm,
    })
    .into_iter()
    .collect()
}

/// `--from` or `--spec` names what is fetched; without it, the first word does where it is a `tool`. `--with` and its like
/// add to it.
fn uvx(arguments: &[String], tool: bool) -> Vec<LaunchedPackage> {
    let options = before_command(arguments, UV_VALUED);
    let mut names = values(options, &["--from", "--spec"]);
    if names.is_empty() && tool {
        names.extend(after_options(arguments, UV_VALUED).first().cloned());
    }
    let with = values(options, &["--with", "-w"]);
    names.extend(
        with.iter()
            .flat_map(|list| list.split(','))
            .map(|name| name.trim().to_owned()),
    );
    let kind = Kind::Python;
    let mut fetched: Vec<_> = names
        .into_iter()
        .map(|name| LaunchedPackage { name, kind })
        .collect();
    let local = values(options, &["--with-requirements", "--with-editable"]);
    fetched.extend(
        local
            .iter()
            .flat_map(|list| list.split(','))
            .map(|name| LaunchedPackage {
                name: name.trim().to_owned(),
                kind: Kind::Local,
            }),
    );
    fetched
}

fn image(arguments: &[String]) -> Option<LaunchedPackage> {
    let run = arguments.iter().position(|word| word == "run")?;
    let mut words = arguments.get(run + 1..)?.iter();
    let name = loop {
        let word = words.next()?;
        let Some(option) = word.strip_prefix('-') else {
            break word.clone();
        };
        let takes_next = match option.strip_prefix('-') {
            Some(_) => !word.contains('=') && !DOCKER_SWITCHES.contains(&word.as_str()) && word != "--",
            // The value of a short option may follow it in the same word.
            None => {
                option
                    .trim_start_matches(|letter: char| "ditPq".contains(letter))
                    .chars()
                    .count()
                    == 1
            }
        };
        if takes_next {
            words.next();
        }
    };
    Some(LaunchedPackage {
        name,
        kind: Kind::Image,
    })
}

fn deno(arguments: &[String]) -> Vec<LaunchedPackage> {
    let word = arguments.iter().find(|word| !word.starts_with('-'));
    let fetched = word.and_then(|word| {
        let package = word.strip_prefix("npm:").or(word.strip_prefix("jsr:"));
        match package {
            Some(package) => Some((package.trim_start_matches('/').to_owned(), Kind::Npm)),
            None => (word.starts_with("https://") || word.starts_with("http://"))
                .then(|| (word.clone(), Kind::Address)),
        }
    });
    fetched
        .map(|(name, kind)| LaunchedPackage { name, kind })
        .into_iter()
        .collect()
}

/// The options before the command that is run: what follows belongs to that.
pub(super) fn before_command<'a>(arguments: &'a [String], valued: &str) -> &'a [String] {
    let rest = after_options(arguments, valued).len();
    arguments.get(..arguments.len() - rest).unwrap_or_default()
}

/// Options that make a launcher fetch from elsewhere; as variables they are refused.
fn other_source(command: &ParsedCommand) -> Option<Warning> {
    let (options, valued) = match command.name.as_str() {
        "npx" | "npm" | "pnpm" | "pnpx" | "bunx" | "bun" | "yarn" => {
            ("--registry --userconfig --globalconfig", NPM_VALUED)
        }
        "uvx" | "uv" | "pipx" => (
            "--index --default-index --index-url -i --extra-index-url --find-links -f --config-file --pip-args",
            UV_VALUED,
        ),
        _ => return None,
    };
    let mut rest = command.arguments.as_slice();
    // Options come before and after the words that lead to what is run.
    loop {
        let own = before_command(rest, valued);
        if let Some(word) = own
            .iter()
            .find(|word| options.split(' ').any(|it| is_option(word, it)))
        {
            return Some(source(word));
        }
        let (lead, more) = rest.get(own.len()..)?.split_first()?;
        if !matches!(lead.as_str(), "run" | "tool" | "exec" | "x" | "dlx") {
            return None;
        }
        rest = more;
    }
}

fn is_option(word: &str, option: &str) -> bool {
    word.split('=').next() == Some(option)
}

fn source(word: &str) -> Warning {
    let option = shown(word.split('=').next().unwrap_or_default());
    Warning::new("launch.other_source", say!("package-source", option))
}

fn shown(word: &str) -> String {
    text::escape_line(&word.chars().take(200).collect::<String>()).text
}

#[cfg(test)]
#[path = "launchers_tests.rs"]
mod tests;
