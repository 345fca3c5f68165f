//! Packages as commands. There is no shell: every word is an argument. What a publisher wants of the launcher itself is taken only
//! where it cannot make it run something else.

use crate::entry::{pick, text};
use crate::identifiers::is_pypi;
use crate::inputs::{InputRules, SettingList, flag};
use crate::limits;
use crate::template::{ValuePart, ValueTemplate};
use portcullis_l10n::say;
use serde_json::Value;

/// What a command line holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PackageArgument {
    /// A word before it, which stays away with it.
    pub(crate) before: Option<String>,
    /// What follows.
    pub(crate) value: ArgumentValue,
}

/// What follows the word before.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ArgumentValue {
    /// Nothing.
    Nothing,
    /// A word.
    Filled(ValueTemplate),
    /// A word for each value of a setting.
    Each(String),
    /// Nothing, and the word before only where the setting is `true`.
    Flag(String),
    /// The name of a variable, where it has a value.
    Passed(String),
}

/// A variable or header.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NamedTemplate {
    pub(crate) name: String,
    pub(crate) template: ValueTemplate,
    pub(crate) secret: bool,
}

impl PackageArgument {
    pub(crate) fn word(word: &str) -> Self {
        Self {
            before: None,
            value: ArgumentValue::Filled(ValueTemplate::plain(word)),
        }
    }

    pub(crate) fn passed(name: &str) -> Self {
        Self {
            before: Some("-e".to_owned()),
            value: ArgumentValue::Passed(name.to_owned()),
        }
    }

    /// The settings that stand in it.
    pub(crate) fn keys(&self) -> Vec<&str> {
        match &self.value {
            ArgumentValue::Filled(template) => template.keys().collect(),
            ArgumentValue::Each(key) | ArgumentValue::Flag(key) => vec![key.as_str()],
            ArgumentValue::Nothing | ArgumentValue::Passed(_) => Vec::new(),
        }
    }
}

/// The inputs of a list; none where there are too many.
fn inputs<'v>(list: Option<&'v Value>, settings: &mut SettingList) -> &'v [Value] {
    let list = list
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    if list.len() > limits::INPUTS {
        settings.fail(say!("option-too-many"));
        return &[];
    }
    list
}

/// Arguments as a publisher describes them.
pub(crate) fn arguments(list: Option<&Value>, settings: &mut SettingList) -> Vec<PackageArgument> {
    let list = inputs(list, settings);
    let mut arguments = Vec::with_capacity(list.len());
    for argument in list {
        let read = match text(argument, "type", "type", 64) {
            Some("named") => named(argument, settings),
            Some("positional") | None => positional(argument, settings),
            Some(_) => None,
        };
        match read {
            Some(read) => arguments.push(read),
            None => settings.fail(say!("option-argument")),
        }
    }
    arguments
}

fn positional(argument: &Value, settings: &mut SettingList) -> Option<PackageArgument> {
    let hint = text(argument, "valueHint", "value_hint", limits::VALUE).unwrap_or("value");
    let value = match settings.scalar(argument, "value", "value") {
        None if flag(argument, "isRepeated", "is_repeated") => {
            ArgumentValue::Each(settings.add_repeated(argument, hint))
        }
        _ => ArgumentValue::Filled(settings.template(argument, hint, InputRules::default())),
    };
    Some(PackageArgument { before: None, value })
}

fn named(argument: &Value, settings: &mut SettingList) -> Option<PackageArgument> {
    let name = text(argument, "name", "name", limits::VALUE)?;
    if name.contains('\0') {
        return None;
    }
    let asks = [
        ("description", "description"),
        ("default", "default"),
        ("choices", "choices"),
        ("placeholder", "placeholder"),
        ("valueHint", "value_hint"),
        ("format", "format"),
    ];
    let asks = asks
        .iter()
        .any(|(camel, snake)| pick(argument, camel, snake).is_some())
        || flag(argument, "isRequired", "is_required")
        || flag(argument, "isSecret", "is_secret");
    let value = if settings.scalar(argument, "value", "value").is_some() {
        ArgumentValue::Filled(settings.template(argument, name, InputRules::default()))
    } else if !asks {
        ArgumentValue::Nothing
    } else {
        let add = |settings: &mut SettingList| settings.add(argument, name, InputRules::default());
        match text(argument, "format", "format", 64) {
            Some("boolean") => ArgumentValue::Flag(add(settings)),
            _ if flag(argument, "isRepeated", "is_repeated") => {
                ArgumentValue::Each(settings.add_repeated(argument, name))
            }
            _ => ArgumentValue::Filled(ValueTemplate::value(&add(settings))),
        }
    };
    Some(PackageArgument {
        before: Some(name.to_owned()),
        value,
    })
}

/// Variables or headers as a publisher describes them. Of two with one name the first counts.
pub(crate) fn named_values(list: Option<&Value>, settings: &mut SettingList) -> Vec<NamedTemplate> {
    let list = inputs(list, settings);
    let mut read: Vec<NamedTemplate> = Vec::with_capacity(list.len());
    for input in list {
        let Some(name) = text(input, "name", "name", 256).filter(|name| is_variable_or_header(name)) else {
            settings.fail(say!("option-name"));
            continue;
        };
        if read.iter().any(|other| other.name == name) {
            continue;
        }
        let rules = InputRules {
            by_name: true,
            ..InputRules::default()
        };
        let template = settings.template(input, name, rules);
        let secret = asks_secret(&template, settings) || flag(input, "isSecret", "is_secret");
        read.push(NamedTemplate {
            name: name.to_owned(),
            template,
            secret,
        });
    }
    read
}

/// A secret stands in it.
fn asks_secret(template: &ValueTemplate, settings: &SettingList) -> bool {
    let mut asked = template.keys().filter_map(|key| settings.get(key));
    asked.any(|setting| setting.secret)
}

fn is_variable_or_header(name: &str) -> bool {
    name.chars()
        .all(|it| it.is_ascii_alphanumeric() || "_-.".contains(it))
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// What a launcher may be told before its package: words alone, and words with a value.
pub(crate) struct LauncherWords {
    /// The word that makes it run something, which it is always given.
    frame: Option<&'static str>,
    switches: &'static [&'static str],
    valued: &'static [&'static str],
}

/// `npx`.
pub(crate) const NPX: LauncherWords = LauncherWords {
    frame: None,
    switches: &[
        "-y",
        "--yes",
        "-q",
        "--quiet",
        "--prefer-offline",
        "--prefer-online",
    ],
    valued: &["--loglevel"],
};
/// `uvx`.
pub(crate) const UVX: LauncherWords = LauncherWords {
    frame: None,
    switches: &[
        "-q",
        "--quiet",
        "--isolated",
        "--no-cache",
        "--refresh",
        "--no-progress",
        "--no-config",
    ],
    valued: &["-p", "--python", "--prerelease"],
};
/// `dnx`.
pub(crate) const DNX: LauncherWords = LauncherWords {
    frame: None,
    switches: &["-y", "--yes", "--prerelease", "--ignore-failed-sources"],
    valued: &["-v", "--verbosity"],
};
/// `docker run`. What gives a container more than a server needs is not among them.
pub(crate) const DOCKER: LauncherWords = LauncherWords {
    frame: Some("run"),
    switches: &[
        "-i",
        "--interactive",
        "--rm",
        "--init",
        "--read-only",
        "--no-healthcheck",
    ],
    valued: &[
        "-e",
        "--env",
        "-v",
        "--volume",
        "--mount",
        "--tmpfs",
        "-p",
        "--publish",
        "--network",
        "--net",
        "--add-host",
        "--name",
        "--hostname",
        "-h",
        "-u",
        "--user",
        "-w",
        "--workdir",
        "--platform",
        "-m",
        "--memory",
        "--cpus",
        "--shm-size",
        "--pull",
        "-l",
        "--label",
        "--pids-limit",
        "--dns",
        "--stop-timeout",
    ],
};

/// Takes away what publishers write of the command although it is there anyway: `run`, the package itself, and `true` behind a switch.
pub(crate) fn unframe(arguments: &mut Vec<PackageArgument>, words: &LauncherWords, package: &[&str]) {
    let frame = words.frame.map(PackageArgument::word);
    if frame.is_some() && arguments.first() == frame.as_ref() {
        arguments.remove(0);
    }
    let is_package = |last: &PackageArgument| package.iter().any(|word| *last == PackageArgument::word(word));
    if arguments.last().is_some_and(is_package) {
        arguments.pop();
    }
    for argument in arguments {
        let is_switch = argument
            .before
            .as_deref()
            .is_some_and(|name| words.switches.contains(&name));
        if is_switch && argument.value == ArgumentValue::Filled(ValueTemplate::plain("true")) {
            argument.value = ArgumentValue::Nothing;
        }
    }
}

/// Takes `--from` away, where it names the package itself in its exact version, with extras or without: `name[extra]==version`.
pub(crate) fn own_requirement(
    arguments: &mut Vec<PackageArgument>,
    identifier: &str,
    version: &str,
) -> Option<String> {
    let from = arguments.iter().position(|argument| {
        argument.before.as_deref() == Some("--from") || *argument == PackageArgument::word("--from")
    })?;
    // What it names stands in the same argument, or is the next word.
    let last = from + usize::from(arguments.get(from)?.before.is_none());
    let named = arguments.get(last)?;
    let ArgumentValue::Filled(ValueTemplate(parts)) = &named.value else {
        return None;
    };
    let [ValuePart::Text(requirement)] = parts.as_slice() else {
        return None;
    };
    let is_next_word = last == from || named.before.is_none();
    if !is_next_word || !is_own(requirement, identifier, version) {
        return None;
    }
    let requirement = requirement.clone();
    arguments.drain(from..=last);
    Some(requirement)
}

/// `identifier==version` or `identifier[extra,extra]==version`.
fn is_own(requirement: &str, identifier: &str, version: &str) -> bool {
    let Some((named, of)) = requirement.split_once("==") else {
        return false;
    };
    let is_with_extras = |rest: &str| {
        let extras = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        extras.is_some_and(|extras| extras.split(',').all(is_pypi))
    };
    let rest = named.strip_prefix(identifier);
    of == version && rest.is_some_and(|rest| rest.is_empty() || is_with_extras(rest))
}

/// The first word that a publisher wants of a launcher and that is not taken.
pub(crate) fn refused(arguments: &[PackageArgument], words: &LauncherWords) -> Option<String> {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let refused = |word: &str| Some(word.to_owned());
        let names_socket = |word: &str| word.contains("docker.sock");
        let opens_docker = |template: &ValueTemplate| names_socket(&template.shown());
        match (&argument.before, &argument.value) {
            (Some(name), ArgumentValue::Nothing | ArgumentValue::Flag(_)) => {
                let is_taken = words.switches.contains(&name.as_str()) || is_joined(name, words);
                // A publisher may write the whole option as its name.
                if !is_taken || names_socket(name) {
                    return refused(name);
                }
            }
            (Some(name), ArgumentValue::Filled(template)) => {
                if !words.valued.contains(&name.as_str()) || opens_docker(template) {
                    return refused(name);
                }
            }
            (Some(name), ArgumentValue::Each(_) | ArgumentValue::Passed(_)) => {
                if !words.valued.contains(&name.as_str()) {
                    return refused(name);
                }
            }
            (None, ArgumentValue::Filled(template)) => {
                let first = match template.0.first() {
                    Some(ValuePart::Text(text)) => text.as_str(),
                    _ => return refused(&template.shown()),
                };
                let is_whole = template.0.len() == 1;
                if opens_docker(template) {
                    return refused(first);
                }
                if is_joined(first, words) || is_whole && words.switches.contains(&first) {
                    continue;
                }
                // Its value is the next word, which has to be there.
                let value = rest.next().map(|next| (&next.before, &next.value));
                match value {
                    Some((None, ArgumentValue::Filled(value)))
                        if is_whole
                            && words.valued.contains(&first)
                            && value.keys().next().is_none()
                            && !opens_docker(value) => {}
                    _ => return refused(first),
                }
            }
            (None, _) => return refused(&argument.keys().join(" ")),
        }
    }
    None
}

/// `--name=value`.
fn is_joined(word: &str, words: &LauncherWords) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| name.starts_with("--") && words.valued.contains(&name))
}

/// Variables that a publisher sets in the command line of `docker`: they become variables of it, so that no value stands there.
pub(crate) fn moved_variables(
    arguments: &mut [PackageArgument],
    settings: &SettingList,
) -> Vec<NamedTemplate> {
    let mut moved: Vec<NamedTemplate> = Vec::new();
    for argument in arguments {
        let is_variable = matches!(argument.before.as_deref(), Some("-e" | "--env"));
        let ArgumentValue::Filled(template) = &argument.value else {
            continue;
        };
        let Some((ValuePart::Text(first), rest)) = template.0.split_first().filter(|_| is_variable) else {
            continue;
        };
        let Some((name, value)) = first
            .split_once('=')
            .filter(|(name, _)| is_variable_or_header(name))
        else {
            continue;
        };
        let mut parts = Vec::new();
        if !value.is_empty() {
            parts.push(ValuePart::Text(value.to_owned()));
        }
        parts.extend(rest.iter().cloned());
        let template = ValueTemplate(parts);
        let secret = asks_secret(&template, settings);
        let name = name.to_owned();
        argument.value = ArgumentValue::Passed(name.clone());
        moved.push(NamedTemplate {
            name,
            template,
            secret,
        });
    }
    moved
}
