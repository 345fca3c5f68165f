//! From a manifest and the values of a person to a command: variables are replaced once. What a value says is never looked at for
//! variables again (the reference implementation does, so that a folder named `${user_config.key}` would print a secret).

use crate::bad;
use crate::manifest::{BundleSetting, Manifest, SettingKind};
use portcullis_core::Result;
use portcullis_core::text::escape_line;
use portcullis_domain::NamedValue;
use portcullis_l10n::say;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, MAIN_SEPARATOR_STR, Path, PathBuf};

/// The folders that variables stand for.
#[derive(Debug, Clone)]
pub struct BundleFolders {
    /// Where the bundle is unpacked.
    pub bundle: PathBuf,
    /// The person's home, and the usual folders in it.
    pub home: PathBuf,
    /// `${DESKTOP}`.
    pub desktop: PathBuf,
    /// `${DOCUMENTS}`.
    pub documents: PathBuf,
    /// `${DOWNLOADS}`.
    pub downloads: PathBuf,
}

/// What a bundle would run.
#[derive(Debug, Clone, PartialEq)]
pub struct BundledCommand {
    /// The program, as the manifest writes it; a path in the bundle as a whole.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What the manifest writes of arguments that were left out, because a setting in them has no value.
    pub left_out: Vec<String>,
    /// Its environment. A secret without a value is the one that is stored.
    pub environment: Vec<NamedValue>,
    /// Its secrets, for the next version of the bundle.
    pub secrets: BundleSecrets,
}

/// Which secrets of a bundle are stored, but not the secrets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundleSecrets {
    /// The settings that have one.
    pub settings: BTreeSet<String>,
    /// The variables that hold them, each with its text, in which the secrets alone are not filled in.
    pub variables: BTreeMap<String, String>,
}

/// Values by the name of their setting: one text, or several where the setting takes several.
pub type SettingValues = BTreeMap<String, Vec<String>>;

/// A value that replaces a variable.
#[derive(Debug, Clone, Default)]
struct Replacement {
    texts: Vec<String>,
    is_list: bool,
    sensitive: bool,
    /// It has the secret that is stored, which is not known here.
    stored: bool,
}

/// What a text became.
struct FilledText {
    text: String,
    /// The same with the names of secrets in place of their values.
    open: String,
    sensitive: bool,
    stored: bool,
    /// It has a secret that is known here.
    given: bool,
    /// A variable in it has no value.
    unset: bool,
}

impl FilledText {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.open.push_str(text);
    }
}

/// Resolves a manifest on this system. A secret that is not given and that `stored` has from an earlier version is kept, where the
/// variable that holds it is still made from the same text and the same other values.
///
/// # Errors
/// `input.bad`: a value is missing or is not what its setting takes; a secret would stand in the command line; a list stands where
/// only one text can; a stored secret would have to be known.
pub fn resolve(
    manifest: &Manifest,
    given: &SettingValues,
    stored: &BundleSecrets,
    folders: &BundleFolders,
    platform: &str,
) -> Result<BundledCommand> {
    for name in given.keys() {
        if manifest.user_config.get(name).is_none() {
            return Err(bad(say!("setting-unknown", name = escape_line(name).text)));
        }
    }
    let mut values = BTreeMap::new();
    for (key, setting) in &manifest.user_config.0 {
        let is_stored = stored.settings.contains(key);
        if let Some(value) = value_of(setting, given.get(key), is_stored, folders)? {
            values.insert(format!("user_config.{key}"), value);
        }
    }
    let command = manifest.command_on(platform);
    let program = fill(&command.command, &values, folders)?;
    if program.unset {
        // Nothing starts without its program, so what stands in its name is required here.
        let unset = manifest.user_config.0.iter().find(|(key, _)| {
            let is_named = command.command.contains(&format!("${{user_config.{key}}}"));
            is_named && !values.contains_key(&format!("user_config.{key}"))
        });
        let setting = unset.map_or(&command.command, |(_, setting)| &setting.title);
        return Err(bad(say!("setting-missing", setting = escape_line(setting).text)));
    }
    let program = from_root(open(program)?, folders);
    let mut arguments = Vec::with_capacity(command.args.len());
    let mut left_out = Vec::new();
    for (at, argument) in command.args.iter().enumerate() {
        if let Some(list) = whole_list(argument, &values) {
            if list.sensitive {
                return Err(in_the_open());
            }
            arguments.extend(list.texts.iter().cloned());
            continue;
        }
        let filled = fill(argument, &values, folders)?;
        if !filled.unset {
            arguments.push(open(filled)?);
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| command.args.get(before));
        let option = before.filter(|before| is_option(before) && is_variable(argument));
        if let Some(option) = option {
            // It was the last one, as it is written: there is no variable in it.
            arguments.pop();
            left_out.push(format!("{option} {argument}"));
        } else {
            left_out.push(argument.clone());
        }
    }
    let mut environment = Vec::with_capacity(command.env.0.len());
    let mut secrets = BundleSecrets::default();
    for (name, value) in &command.env.0 {
        let filled = fill(value, &values, folders)?;
        if filled.unset {
            continue;
        }
        // With anything else in it, its value would have to be made again.
        let is_same = !filled.given && stored.variables.get(name) == Some(&filled.open);
        if filled.stored && !is_same {
            return Err(bad(say!("secret-again", name = escape_line(name).text)));
        }
        if filled.sensitive {
            secrets.variables.insert(name.clone(), filled.open);
        }
        environment.push(NamedValue {
            name: name.clone(),
            value: (!filled.stored).then_some(filled.text),
            secret: filled.sensitive,
        });
    }
    let sensitive = values.iter().filter(|(_, value)| value.sensitive);
    secrets.settings = sensitive
        .filter_map(|(name, _)| name.strip_prefix("user_config."))
        .map(str::to_owned)
        .collect();
    Ok(BundledCommand {
        program,
        arguments,
        left_out,
        environment,
        secrets,
    })
}

/// A path to a program counts from the root of the bundle, as in the examples of the specification. A bare name is searched for, and
/// a path that leads out stays as it is, which no start accepts.
fn from_root(program: String, folders: &BundleFolders) -> String {
    let path = Path::new(&program);
    let is_inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let is_bare = path.parent().is_none_or(|parent| parent.as_os_str().is_empty());
    if is_bare || !is_inside {
        return program;
    }
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let inside = folders.bundle.join(parts.collect::<PathBuf>());
    inside.to_string_lossy().into_owned()
}

/// Whether an argument is a word such as `--token`, whose value may be the argument after it.
fn is_option(argument: &str) -> bool {
    let name = argument.trim_start_matches('-');
    name.len() < argument.len() && !name.is_empty() && !name.contains('=') && !name.contains("${")
}

/// Whether an argument is one variable and nothing else.
fn is_variable(argument: &str) -> bool {
    let name = argument.strip_prefix("${");
    name.and_then(|name| name.split_once('}'))
        .is_some_and(|(_, rest)| rest.is_empty())
}

/// A command line is seen by every program on the computer.
fn in_the_open() -> portcullis_core::Error {
    bad(say!("secret-in-arguments"))
}

fn open(filled: FilledText) -> Result<String> {
    match filled.sensitive {
        true => Err(in_the_open()),
        false => Ok(filled.text),
    }
}

/// A list that is all of an argument becomes as many arguments.
fn whole_list<'v>(argument: &str, values: &'v BTreeMap<String, Replacement>) -> Option<&'v Replacement> {
    let name = argument.strip_prefix("${")?.strip_suffix('}')?;
    values.get(name).filter(|value| value.is_list)
}

fn fill(text: &str, values: &BTreeMap<String, Replacement>, folders: &BundleFolders) -> Result<FilledText> {
    let mut filled = FilledText {
        text: String::with_capacity(text.len()),
        open: String::with_capacity(text.len()),
        sensitive: false,
        stored: false,
        given: false,
        unset: false,
    };
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("${") {
        let Some((name, after)) = from.split_once('}') else {
            break;
        };
        filled.push(before);
        if let Some(folder) = folder(name, folders) {
            filled.push(&folder);
        } else if let Some(value) = values.get(name) {
            // One value is the same with or without a list around it.
            if value.is_list && value.texts.len() != 1 {
                return Err(bad(say!("list-in-text", name = escape_line(name).text)));
            }
            filled.sensitive |= value.sensitive;
            filled.stored |= value.stored;
            filled.given |= value.sensitive && !value.stored;
            let text = value.texts.concat();
            filled.text.push_str(&text);
            match value.sensitive {
                true => filled.open.push_str(&format!("${{{name}}}")),
                false => filled.open.push_str(&text),
            }
        } else if name.starts_with("user_config.") {
            filled.unset = true;
        } else {
            // Of the server itself, or of a shell that is not there: as it is written.
            filled.push(&format!("${{{name}}}"));
        }
        rest = after;
    }
    filled.push(rest);
    Ok(filled)
}

fn folder(name: &str, folders: &BundleFolders) -> Option<String> {
    let folder = match name {
        "__dirname" => &folders.bundle,
        "HOME" => &folders.home,
        "DESKTOP" => &folders.desktop,
        "DOCUMENTS" => &folders.documents,
        "DOWNLOADS" => &folders.downloads,
        "pathSeparator" | "/" => return Some(MAIN_SEPARATOR_STR.to_owned()),
        _ => return None,
    };
    Some(folder.to_string_lossy().into_owned())
}

/// The value of a setting, by the person or by default; nothing where it has none and needs none.
fn value_of(
    setting: &BundleSetting,
    given: Option<&Vec<String>>,
    is_stored: bool,
    folders: &BundleFolders,
) -> Result<Option<Replacement>> {
    let title = || escape_line(&setting.title).text;
    let is_empty = |texts: &[String]| texts.iter().all(String::is_empty);
    if setting.sensitive && is_stored && given.is_none_or(|texts| is_empty(texts)) {
        return Ok(Some(Replacement {
            sensitive: true,
            stored: true,
            ..Replacement::default()
        }));
    }
    let usual = defaults(setting, folders)?;
    // A list without anything in it is an answer as well: the default was taken away. An empty text was not: it is there still.
    let mut texts = match given {
        Some(texts) if !texts.is_empty() || !is_empty(&usual) => texts.clone(),
        _ => usual,
    };
    if matches!(setting.kind, SettingKind::Number | SettingKind::Boolean) {
        texts.retain(|text| !text.is_empty());
    }
    if setting.required && is_empty(&texts) {
        return Err(bad(say!("setting-missing", setting = title())));
    }
    if texts.is_empty() {
        return Ok(None);
    }
    if texts.len() > 1 && !setting.multiple {
        return Err(bad(say!("setting-one", setting = title())));
    }
    for text in &texts {
        let fits = match setting.kind {
            SettingKind::Number => {
                let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
                number.is_some_and(|number| {
                    setting.min.is_none_or(|min| number >= min) && setting.max.is_none_or(|max| number <= max)
                })
            }
            SettingKind::Boolean => matches!(text.as_str(), "true" | "false"),
            SettingKind::String | SettingKind::Directory | SettingKind::File => !text.contains('\0'),
        };
        if !fits {
            return Err(bad(say!("setting-wrong", setting = title())));
        }
    }
    Ok(Some(Replacement {
        is_list: setting.multiple,
        // Nothing is no secret, and could not be stored as one.
        sensitive: setting.sensitive && !is_empty(&texts),
        stored: false,
        texts,
    }))
}

/// The variables that the command of a manifest sets on a system, with their values: `None` for one that has a setting in it.
///
/// # Errors
/// `input.bad` where a text cannot be filled in.
pub fn fixed_variables(
    manifest: &Manifest,
    folders: &BundleFolders,
    platform: &str,
) -> Result<Vec<(String, Option<String>)>> {
    let none = BTreeMap::new();
    let variables = manifest.command_on(platform).env.0.into_iter();
    let filled = variables.map(|(name, value)| {
        let filled = fill(&value, &none, folders)?;
        Ok((name, (!filled.unset).then_some(filled.text)))
    });
    filled.collect()
}

/// The default of a setting as texts, none where it has none: an empty text is none where one is required. It alone may name folders.
///
/// # Errors
/// `input.bad` where it is no text, number or truth value, or a list of them.
pub fn defaults(setting: &BundleSetting, folders: &BundleFolders) -> Result<Vec<String>> {
    let none = BTreeMap::new();
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => Ok(fill(text, &none, folders)?.text),
        // `60.0` is the same number as `60`, and is written like that in the reference implementation.
        serde_json::Value::Number(number) => {
            let fraction = number.as_f64().filter(|_| number.is_f64());
            Ok(fraction.map_or_else(|| number.to_string(), |fraction| fraction.to_string()))
        }
        serde_json::Value::Bool(flag) => Ok(flag.to_string()),
        _ => Err(bad(say!(
            "setting-wrong",
            setting = escape_line(&setting.title).text
        ))),
    };
    let mut texts = match &setting.default {
        None | Some(serde_json::Value::Null) => Vec::new(),
        Some(serde_json::Value::Array(values)) => values.iter().map(text).collect::<Result<Vec<_>>>()?,
        Some(value) => vec![text(value)?],
    };
    texts.retain(|text| !setting.required || !text.is_empty());
    Ok(texts)
}

#[cfg(test)]
mod tests;
