//! The ways in which a server of a registry can be added: a package of an exact version, a bundle with its hash, or an address.

use crate::commands::{
    DNX, DOCKER, LauncherWords, NPX, NamedTemplate, PackageArgument, UVX, arguments, moved_variables,
    named_values, own_requirement, refused, unframe,
};
use crate::entry::{pick, text, words};
use crate::inputs::{OptionSetting, SettingList, flag};
use crate::template::ValueTemplate;
use crate::{identifiers, limits, remotes};
use portcullis_core::text::escape_line;
use portcullis_core::versions::is_npm_version;
use portcullis_domain::{RegistryOptionKind, TransportChoice};
use portcullis_l10n::say;
use serde_json::Value;
use std::env::consts::{ARCH, OS};
use url::Url;

/// A way to add a server.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryOption {
    /// Its place in the entry: packages first, then addresses.
    pub at: u32,
    /// What it is.
    pub kind: RegistryOptionKind,
    /// The name of the package, or the address.
    pub identifier: String,
    /// The version of the package.
    pub version: Option<String>,
    /// SHA-256 that a bundle must have, lower-case hex.
    pub sha256: Option<String>,
    /// What it asks for, in its order.
    pub settings: Vec<OptionSetting>,
    /// What its publisher wants done after the installation. None of it is run.
    pub post_install: Vec<AfterInstall>,
    /// Why it cannot be added.
    pub problem: Option<String>,
    pub(crate) recipe: Recipe,
}

/// A step that a publisher wants done after the installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterInstall {
    /// What it is for.
    pub description: String,
    /// A command, to be shown.
    pub command: Option<String>,
    /// It is optional.
    pub optional: bool,
}

/// What an option becomes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Recipe {
    /// Nothing that is known.
    Nothing,
    /// A command.
    Command {
        program: &'static str,
        arguments: Vec<PackageArgument>,
        environment: Vec<NamedTemplate>,
        /// The word that names the package with its version, and the name alone.
        package: (String, String),
    },
    /// An address.
    Address {
        url: ValueTemplate,
        headers: Vec<NamedTemplate>,
        transport: TransportChoice,
    },
    /// A bundle to download.
    Bundle(Url),
}

/// The options of a document, those that can be used first, and bundles for other computers last of these.
#[must_use]
pub fn options(document: &Value) -> Vec<EntryOption> {
    let list = |member: &str| {
        let list = document.get(member).and_then(Value::as_array);
        list.map(Vec::as_slice).unwrap_or_default()
    };
    let packages = list("packages").iter().map(|value| (value, true));
    let remotes = list("remotes").iter().map(|value| (value, false));
    let all = packages.chain(remotes).take(limits::OPTIONS);
    let mut options: Vec<EntryOption> = (0_u32..)
        .zip(all)
        .map(|(at, (value, is_package))| match is_package {
            true => package(at, value),
            false => remotes::remote(at, value),
        })
        .collect();
    options.sort_by_key(|option| {
        let is_for_other = option
            .bundle()
            .is_some_and(|(url, _)| is_for_other(url, OS, ARCH));
        (option.problem.is_some(), is_for_other, option.at)
    });
    options
}

/// How the names of bundles name systems and processors.
const SYSTEMS: [(&str, &[&str]); 3] = [
    ("linux", &["linux"]),
    ("macos", &["darwin", "mac", "macos", "osx"]),
    ("windows", &["win", "win32", "win64", "windows"]),
];
const PROCESSORS: [(&str, &[&str]); 2] = [("aarch64", &["aarch64", "arm64"]), ("x86_64", &["amd64", "x64"])];

/// Whether the name of a bundle names another system or processor and not this one: a document says it nowhere else.
pub(crate) fn is_for_other(url: &Url, system: &str, processor: &str) -> bool {
    let file = url.path().rsplit('/').next().unwrap_or_default();
    let file = file.to_ascii_lowercase().replace("x86_64", "x64");
    let words: Vec<&str> = file.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let names_other = |known: &[(&str, &[&str])], own: &str| {
        let is_named = |(_, names): &&(&str, &[&str])| names.iter().any(|name| words.contains(name));
        let mut named = known.iter().filter(is_named).peekable();
        named.peek().is_some() && named.all(|(of, _)| *of != own)
    };
    names_other(&SYSTEMS, system) || names_other(&PROCESSORS, processor)
}

/// Where packages of a type are, and how they run.
struct PackageType {
    name: &'static str,
    kind: RegistryOptionKind,
    program: &'static str,
    words: LauncherWords,
    is_identifier: fn(&str) -> bool,
    /// Whether a version is one alone.
    is_exact: fn(&str) -> bool,
}

static TYPES: [PackageType; 4] = [
    PackageType {
        name: "npm",
        kind: RegistryOptionKind::Npm,
        program: "npx",
        words: NPX,
        is_identifier: identifiers::is_npm,
        is_exact: is_npm_version,
    },
    PackageType {
        name: "pypi",
        kind: RegistryOptionKind::Pypi,
        program: "uvx",
        words: UVX,
        is_identifier: identifiers::is_pypi,
        is_exact: |version| identifiers::is_exact(version, 1),
    },
    PackageType {
        name: "nuget",
        kind: RegistryOptionKind::Nuget,
        program: "dnx",
        words: DNX,
        is_identifier: identifiers::is_nuget,
        is_exact: |version| identifiers::is_exact(version, 2),
    },
    PackageType {
        name: "oci",
        kind: RegistryOptionKind::Image,
        program: "docker",
        words: DOCKER,
        is_identifier: identifiers::is_image,
        // Its tag or digest is a part of its name.
        is_exact: |_| true,
    },
];

fn package(at: u32, package: &Value) -> EntryOption {
    let named = text(package, "registryType", "registry_type", 64).unwrap_or_default();
    let known = TYPES.iter().find(|known| known.name == named);
    let mut option = EntryOption {
        at,
        kind: known.map_or(RegistryOptionKind::Unknown, |known| known.kind),
        identifier: words(package, "identifier", "identifier", limits::VALUE).unwrap_or_default(),
        version: words(package, "version", "version", limits::VERSION),
        sha256: text(package, "fileSha256", "file_sha256", 64)
            .filter(|hash| identifiers::is_sha256(hash))
            .map(str::to_ascii_lowercase),
        settings: Vec::new(),
        post_install: steps(package),
        problem: None,
        recipe: Recipe::Nothing,
    };
    let mut settings = SettingList::default();
    match (known, named) {
        (Some(known), _) => option.recipe = command(known, package, &option, &mut settings),
        (None, "mcpb") => {
            option.kind = RegistryOptionKind::Bundle;
            match bundle(package, &option) {
                Ok(url) => option.recipe = Recipe::Bundle(url),
                Err(problem) => settings.fail(problem),
            }
        }
        (None, "cargo") => {
            option.kind = RegistryOptionKind::Cargo;
            settings.fail(say!("option-cargo"));
        }
        (None, other) => settings.fail(say!("option-unknown", kind = escape_line(other).text)),
    }
    option.problem = settings.problem;
    option.settings = settings.settings;
    option
}

fn steps(package: &Value) -> Vec<AfterInstall> {
    let list =
        pick(package, "postInstallInstructions", "post_install_instructions").and_then(Value::as_array);
    let steps = list.into_iter().flatten().take(limits::STEPS);
    steps
        .map(|step| AfterInstall {
            description: words(step, "description", "description", limits::DESCRIPTION).unwrap_or_default(),
            command: words(step, "command", "command", limits::DESCRIPTION),
            optional: flag(step, "optional", "optional"),
        })
        .collect()
}

fn bundle(package: &Value, option: &EntryOption) -> Result<Url, String> {
    if option.sha256.is_none() {
        return Err(say!("option-no-hash"));
    }
    let url = text(package, "identifier", "identifier", limits::VALUE).and_then(|url| Url::parse(url).ok());
    let url = url.filter(|url| matches!(url.scheme(), "https" | "http") && url.host().is_some());
    url.ok_or_else(|| say!("option-identifier"))
}

fn command(known: &PackageType, package: &Value, option: &EntryOption, settings: &mut SettingList) -> Recipe {
    let base = pick(package, "registryBaseUrl", "registry_base_url");
    // The name of an image begins with its host; earlier documents have it beside the name.
    let host = match known.kind {
        RegistryOptionKind::Image => base.and_then(Value::as_str).and_then(identifiers::image_host),
        _ => None,
    };
    let is_elsewhere = match (&host, base) {
        (Some(host), _) => identifiers::host_of_image(&option.identifier).is_some_and(|own| own != host),
        (None, Some(base)) => !base
            .as_str()
            .is_some_and(|base| identifiers::is_usual(known.name, base)),
        (None, None) => false,
    };
    if is_elsewhere {
        settings.fail(say!("option-elsewhere"));
    }
    let transport = pick(package, "transport", "transport");
    let transport = transport.and_then(|transport| text(transport, "type", "type", 64));
    if transport.is_some_and(|kind| kind != "stdio") {
        settings.fail(say!("option-transport"));
    }
    let word = match known.kind {
        RegistryOptionKind::Image => image(option, host.as_deref()),
        _ => {
            let version = option.version.as_deref().unwrap_or_default();
            if !(known.is_exact)(version) {
                settings.fail(say!("option-version"));
            }
            format!("{}@{version}", option.identifier)
        }
    };
    let identifier = match known.kind {
        RegistryOptionKind::Image => word.as_str(),
        _ => option.identifier.as_str(),
    };
    if !(known.is_identifier)(identifier) {
        settings.fail(match known.kind {
            RegistryOptionKind::Image => say!("option-image"),
            _ => say!("option-identifier"),
        });
    }
    let stem = stem(option, &word);
    let mut before = arguments(pick(package, "runtimeArguments", "runtime_arguments"), settings);
    unframe(&mut before, &known.words, &[&word, &stem, identifier]);
    let hint = text(package, "runtimeHint", "runtime_hint", limits::VALUE);
    if hint.is_some_and(|hint| hint != known.program) && !before.is_empty() {
        settings.fail(say!("option-runtime", program = known.program));
    }
    let version = option.version.as_deref().unwrap_or_default();
    let requirement = match known.kind {
        RegistryOptionKind::Pypi => own_requirement(&mut before, &option.identifier, version),
        _ => None,
    };
    if let Some(word) = refused(&before, &known.words) {
        settings.fail(say!(
            "option-refused",
            program = known.program,
            word = escape_line(&word).text
        ));
    }
    let mut environment = match known.kind {
        RegistryOptionKind::Image => moved_variables(&mut before, settings),
        _ => Vec::new(),
    };
    let after = arguments(pick(package, "packageArguments", "package_arguments"), settings);
    let variables = named_values(
        pick(package, "environmentVariables", "environment_variables"),
        settings,
    );
    let mut shown_in_line = before.iter().chain(&after).flat_map(PackageArgument::keys);
    let is_open = shown_in_line.any(|key| settings.get(key).is_some_and(|setting| setting.secret));
    if is_open {
        settings.fail(say!("option-secret-argument"));
    }
    let fixed = |words: &[&str]| {
        words
            .iter()
            .map(|word| PackageArgument::word(word))
            .collect::<Vec<_>>()
    };
    let given = |names: &[&str]| {
        let is_given = |argument: &PackageArgument| {
            argument
                .before
                .as_deref()
                .is_some_and(|name| names.contains(&name))
        };
        before.iter().any(is_given)
    };
    let mut line = match known.kind {
        RegistryOptionKind::Npm if !given(&["-y", "--yes"]) => fixed(&["-y"]),
        RegistryOptionKind::Image => {
            let mut line = fixed(&["run"]);
            for (word, long) in [("-i", "--interactive"), ("--rm", "--rm")] {
                if !given(&[word, long]) {
                    line.push(PackageArgument::word(word));
                }
            }
            line
        }
        _ => Vec::new(),
    };
    let yes = !given(&["-y", "--yes"]);
    line.extend(before);
    for variable in &variables {
        if environment.iter().all(|other| other.name != variable.name) {
            if known.kind == RegistryOptionKind::Image {
                line.push(PackageArgument::passed(&variable.name));
            }
            environment.push(variable.clone());
        }
    }
    match requirement {
        // The package arguments belong to its program of the same name.
        Some(requirement) => line.extend(fixed(&[
            "--from",
            requirement.as_str(),
            option.identifier.as_str(),
        ])),
        None => line.push(PackageArgument::word(&word)),
    }
    if known.kind == RegistryOptionKind::Nuget {
        let own = [("--yes", yes), ("--", !after.is_empty())];
        let own = own.into_iter().filter(|(_, wanted)| *wanted);
        line.extend(own.map(|(word, _)| PackageArgument::word(word)));
    }
    line.extend(after);
    Recipe::Command {
        program: known.program,
        arguments: line,
        environment,
        package: (word, stem),
    }
}

/// An image with its host and its tag. Earlier documents have either beside it.
fn image(option: &EntryOption, host: Option<&str>) -> String {
    let last = option.identifier.rsplit('/').next().unwrap_or_default();
    let named = match &option.version {
        Some(version) if !last.contains([':', '@']) => format!("{}:{version}", option.identifier),
        _ => option.identifier.clone(),
    };
    match host.filter(|_| identifiers::host_of_image(&named).is_none()) {
        Some(host) => format!("{host}/{named}"),
        None => named,
    }
}

/// The name of a package without its version.
fn stem(option: &EntryOption, word: &str) -> String {
    if option.kind != RegistryOptionKind::Image {
        return option.identifier.clone();
    }
    let named = word.split('@').next().unwrap_or_default();
    match named.rsplit_once(':') {
        Some((path, tag)) if !tag.contains('/') => path.to_owned(),
        _ => named.to_owned(),
    }
}
