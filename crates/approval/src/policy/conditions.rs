//! Conditions on the arguments of a call for a grant to cover it.
//!
//! The host offers conditions that are true of the call in front of the person, and the person picks among them:
//! nothing is typed, so nothing can be mistyped, and the window cannot make one up. A condition looks at what is
//! written and, for a server on this computer, at where that leads once links are followed, which the host has found
//! out before. In doubt it does not hold, and the person is asked as before.

use super::symlinks::SymlinkState;
use crate::limits;
use icu_normalizer::ComposingNormalizerBorrowed;
use portcullis_core::text::{ForeignText, escape_line, is_quotation_mark, mark_lookalikes};
use portcullis_domain::{Narrowing, NarrowingTest};
use portcullis_l10n::say;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use url::Url;

/// One condition on one argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Name of the argument, byte for byte.
    pub argument: String,
    /// What it must be like.
    pub test: ConditionTest,
}

/// What an argument must be like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ConditionTest {
    /// Exactly this value.
    Is(Value),
    /// A path in this folder or below it, as it is written. Where the host can follow links, it must also be below
    /// where the folder leads now.
    Under(String),
    /// A path in this folder or below it as it is written, and below `real` once links are followed.
    Within {
        /// The folder, as it is written.
        folder: String,
        /// Where it led when the permission was given.
        real: String,
    },
    /// An address at this origin.
    Site(String),
}

impl Condition {
    /// Whether it is true of these arguments. An argument that is missing, of another kind or in doubt is not.
    #[must_use]
    pub fn holds(&self, arguments: &Value, links: &SymlinkState) -> bool {
        let Some(value) = arguments.get(&self.argument) else {
            return false;
        };
        match &self.test {
            ConditionTest::Is(wanted) => value == wanted,
            ConditionTest::Under(folder) => value
                .as_str()
                .is_some_and(|path| under(path, folder) && links.stay_below(path, folder)),
            ConditionTest::Within { folder, real } => value
                .as_str()
                .is_some_and(|path| under(path, folder) && links.lead_below(path, Path::new(real))),
            ConditionTest::Site(wanted) => value.as_str().and_then(origin).is_some_and(|it| it == *wanted),
        }
    }

    /// As a person reads it: `“path” is in “/home/me/notes” (symbolic links on this computer are resolved)`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let narrowing = self.shown();
        let (argument, value) = (narrowing.argument.text, narrowing.value.text);
        let condition = match narrowing.test {
            NarrowingTest::Is => say!("condition-is", argument, value),
            NarrowingTest::Under => say!("condition-under", argument, value),
            NarrowingTest::Site => say!("condition-site", argument, value),
        };
        match narrowing.links {
            Some(links) => say!("condition-with-links", condition, links),
            None => condition,
        }
    }

    /// The same for the gate, whose words it chooses itself.
    #[must_use]
    pub fn shown(&self) -> Narrowing {
        let (test, value) = match &self.test {
            ConditionTest::Is(Value::String(text)) => (NarrowingTest::Is, text.clone()),
            ConditionTest::Is(other) => (NarrowingTest::Is, other.to_string()),
            ConditionTest::Under(folder) | ConditionTest::Within { folder, .. } => {
                (NarrowingTest::Under, folder.clone())
            }
            ConditionTest::Site(origin) => (NarrowingTest::Site, origin.clone()),
        };
        Narrowing {
            argument: mark_lookalikes(escape_line(&self.argument)),
            test,
            value: mark_lookalikes(ForeignText::new(value).shown()),
            links: self.about_links(),
        }
    }

    /// Whether nothing of it ends the quotation that it stands in: what follows would read as ours (S-34). Names come
    /// from a server, values from a model, and the target of a link from its author.
    fn is_quotable(&self) -> bool {
        let shown = self.shown();
        let real = match &self.test {
            ConditionTest::Within { real, .. } => real.as_str(),
            ConditionTest::Is(_) | ConditionTest::Under(_) | ConditionTest::Site(_) => "",
        };
        let texts = [shown.argument.text.as_str(), shown.value.text.as_str(), real];
        texts.iter().all(|text| !text.contains(is_quotation_mark))
    }

    /// What it does about links, in words; nothing for what is no path.
    fn about_links(&self) -> Option<String> {
        match &self.test {
            ConditionTest::Within { folder, real } if Path::new(folder) == Path::new(real) => {
                Some(say!("links-followed"))
            }
            ConditionTest::Within { real, .. } => {
                Some(say!("links-followed-to", folder = escape_line(real).text))
            }
            ConditionTest::Under(_) => Some(say!("links-as-written")),
            ConditionTest::Is(Value::String(text)) if is_absolute(text) => Some(say!("links-as-written")),
            ConditionTest::Is(_) | ConditionTest::Site(_) => None,
        }
    }

    /// The paths whose links decide whether it holds, as they are written.
    pub(super) fn paths<'a>(&'a self, arguments: &'a Value) -> Option<(&'a str, &'a str)> {
        let (ConditionTest::Under(folder) | ConditionTest::Within { folder, .. }) = &self.test else {
            return None;
        };
        let path = arguments.get(&self.argument)?.as_str()?;
        (under(path, folder) && Path::new(path).is_absolute()).then_some((path, folder))
    }
}

/// The conditions that may be chosen for a call, argument by argument, each true of it; the wider of two folders
/// first. At most [`limits::CONDITIONS`].
pub(super) fn possible(arguments: &Value, links: &SymlinkState) -> Vec<Condition> {
    let members = arguments.as_object().into_iter().flatten();
    let offered = members.flat_map(|(name, value)| {
        let tests = tests(value, links).into_iter();
        tests.map(|test| Condition {
            argument: name.clone(),
            test,
        })
    });
    offered
        .filter(Condition::is_quotable)
        .take(limits::CONDITIONS)
        .collect()
}

/// The paths whose links decide which folders are offered for a call, as they are written.
pub(super) fn paths_offered(arguments: &Value) -> impl Iterator<Item = String> {
    let texts = arguments.as_object().into_iter().flatten();
    let texts = texts.filter_map(|(_, value)| value.as_str());
    texts
        .filter(|text| Path::new(text).is_absolute())
        .flat_map(|text| {
            let folders = folders(text);
            let path = (!folders.is_empty()).then(|| text.to_owned());
            path.into_iter().chain(folders)
        })
}

fn tests(value: &Value, links: &SymlinkState) -> Vec<ConditionTest> {
    let mut tests = Vec::new();
    if let Some(text) = value.as_str() {
        tests.extend(origin(text).map(ConditionTest::Site));
        tests.extend(
            folders(text)
                .into_iter()
                .filter_map(|folder| below(text, folder, links)),
        );
    }
    let short = match value {
        Value::String(text) => !text.is_empty() && text.len() <= limits::CONDITION_BYTES,
        Value::Bool(_) | Value::Number(_) => true,
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    };
    if short {
        tests.push(ConditionTest::Is(value.clone()));
    }
    tests
}

/// The test that a path is below a folder; `None` where a link leads out of it, or that cannot be found out.
fn below(path: &str, folder: String, links: &SymlinkState) -> Option<ConditionTest> {
    if !links.are_followed(path) {
        return Some(ConditionTest::Under(folder));
    }
    let real = links.real(&folder)?;
    if !links.lead_below(path, real) {
        return None;
    }
    let real = real.to_str()?.to_owned();
    Some(ConditionTest::Within { folder, real })
}

/// The origin of a page: nothing with a user in it, which is there to be taken for another.
fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let plain =
        matches!(url.scheme(), "https" | "http") && url.username().is_empty() && url.password().is_none();
    // A backslash is one thing to a browser and another to a library. What stands behind a blank is a part of a path to one, and
    // to a server that takes several addresses the next of them.
    let differs = |letter: char| letter == '\\' || letter.is_whitespace() || letter.is_control();
    let same_for_all = !text.contains(differs);
    (plain && same_for_all).then(|| url.origin().ascii_serialization())
}

/// The folders that a permission may be narrowed to, the widest first: never everything, never a whole home (S-72).
fn folders(text: &str) -> Vec<String> {
    let Some(parts) = parts(text) else {
        return Vec::new();
    };
    let is = |part: &str, names: &[&str]| names.iter().any(|name| part.eq_ignore_ascii_case(name));
    let least = match parts.as_slice() {
        // macOS and Windows do not tell the cases apart.
        ["", first, ..] if is(first, &["home", "Users", "root"]) => 4,
        // Where homes are on systems that keep the rest read-only.
        ["", "var", "home", ..] => 5,
        // Drives of Windows, as Linux has them on the same computer.
        ["", "mnt", _, users, ..] if is(users, &["Users"]) => 6,
        [drive, users, ..] if drive.ends_with(':') && is(users, &["Users"]) => 4,
        ["", ..] => 3,
        [drive, ..] if drive.ends_with(':') => 3,
        _ => 1,
    };
    let separator = if text.contains('\\') { "\\" } else { "/" };
    let deepest = parts.len().saturating_sub(1);
    let widest = least.max(deepest.saturating_sub(2));
    (widest..=deepest)
        .map(|count| parts[..count].join(separator))
        .collect()
}

/// Whether a path is a folder or below it, as both are written.
fn under(path: &str, folder: &str) -> bool {
    // A folder may be one word, a path may not: it would be any word.
    let (Some(path), Some(folder)) = (parts(path), split(folder)) else {
        return false;
    };
    path.len() >= folder.len() && path[..folder.len()] == folder[..]
}

/// Whether a text is an absolute path, here or elsewhere.
fn is_absolute(text: &str) -> bool {
    parts(text).is_some_and(|parts| parts[0].is_empty() || parts[0].ends_with(':'))
}

/// The parts of a path; the first of an absolute one is empty or a drive. `None` for what is no path, or could lead
/// somewhere else than it says: a way up, a `%` that a server may decode, an address, letters that stand for others.
fn parts(path: &str) -> Option<Vec<&str>> {
    path.contains(SEPARATORS).then(|| split(path)).flatten()
}

/// What separates the parts of a path, here or elsewhere.
const SEPARATORS: [char; 2] = ['/', '\\'];

fn split(path: &str) -> Option<Vec<&str>> {
    if path.is_empty()
        || path.len() > limits::CONDITION_PATH
        || path.contains("://")
        || path.contains('%')
        || path.chars().any(char::is_control)
    {
        return None;
    }
    let mut parts: Vec<&str> = path.split(SEPARATORS).collect();
    let absolute = parts.first().is_some_and(|first| first.is_empty());
    // Two slashes in front are another computer.
    if absolute && parts.get(1).is_some_and(|second| second.is_empty()) {
        return None;
    }
    let leads_away = |part: &&str| part.trim() == ".." || part.starts_with('~');
    // A server, or its system, may write full-width dots and slashes as plain ones before it opens the path.
    let plain = ComposingNormalizerBorrowed::new_nfkc().normalize(path);
    let separators = |text: &str| text.matches(SEPARATORS).count();
    if parts.iter().any(leads_away)
        || plain.split(SEPARATORS).any(|part| leads_away(&part))
        || separators(&plain) != separators(path)
    {
        return None;
    }
    let mut first = true;
    parts.retain(|part| std::mem::take(&mut first) || !(part.is_empty() || *part == "."));
    Some(parts)
}

#[cfg(test)]
mod tests;
