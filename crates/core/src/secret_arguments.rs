//! Secrets in the arguments of a program. Every program on a computer can read them there, so they belong elsewhere.
//!
//! Nothing here is a promise: it finds what a name or a form gives away.

use crate::redact::{CERTAIN_WORDS, has_word, looks_secret, sounds_secret, token_start};
use crate::text::escape_line;
use std::ops::Range;

/// Ends of names that say where a secret is, or something else about it.
const ABOUT: [&str; 62] = [
    "file",
    "path",
    "dir",
    "folder",
    "env",
    "var",
    "name",
    "keyid",
    "url",
    "uri",
    "endpoint",
    "type",
    "mode",
    "ttl",
    "expiry",
    "expires",
    "expiration",
    "lifetime",
    "timeout",
    "interval",
    "limit",
    "budget",
    "max",
    "length",
    "size",
    "count",
    "helper",
    "store",
    "provider",
    "source",
    "process",
    "browser",
    "domain",
    "policy",
    "algorithm",
    "scheme",
    "method",
    "stdin",
    "prompt",
    "header",
    "format",
    "command",
    "manager",
    "backend",
    "bucket",
    "cache",
    "scope",
    "scopes",
    "audience",
    "realm",
    "host",
    "prefix",
    "required",
    "secure",
    "perminute",
    "persecond",
    "publickey",
    "cachekey",
    "primarykey",
    "foreignkey",
    "partitionkey",
    "sortkey",
];
/// Words with which names of switches and of numbers begin. What follows a switch is no value of it.
const SWITCHING: [&str; 11] = [
    "no", "without", "disable", "enable", "skip", "require", "allow", "use", "ask", "max", "min",
];
/// Values that say nothing under any name.
const HARMLESS: [&str; 13] = [
    "true", "false", "yes", "no", "on", "off", "none", "null", "auto", "default", "bearer", "basic", "token",
];
/// Ends of files in which secrets lie.
const FILES: [&str; 9] = [
    ".pem", ".key", ".crt", ".p12", ".pfx", ".json", ".txt", ".yaml", ".env",
];
/// Options whose value has a name of its own.
const CARRIERS: [&str; 4] = ["-e", "--env", "-H", "--header"];
/// What stands before the credential in a header.
const SCHEMES: [&str; 3] = ["Bearer ", "Basic ", "Token "];
/// Most characters of an argument that are shown.
const SHOWN: usize = 120;

/// A value in the arguments of a program that looks like a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretArgument {
    /// Which argument it is in, from 0.
    pub at: usize,
    /// Where it is in that argument, in bytes.
    pub value: Range<usize>,
    /// What names it: a variable, a header, or an option without its dashes. `None` where its form alone tells it.
    pub name: Option<String>,
    /// The argument without the value, for a sentence.
    pub shown: String,
}

impl SecretArgument {
    /// A variable that could hold it: `API_KEY` for `--api-key`.
    #[must_use]
    pub fn variable(&self) -> String {
        let upper = |c: char| match c.is_ascii_alphanumeric() {
            true => c.to_ascii_uppercase(),
            false => '_',
        };
        let name: String = self
            .name
            .iter()
            .flat_map(|name| name.chars())
            .map(upper)
            .collect();
        match name.starts_with(|first: char| first.is_ascii_uppercase()) {
            true => name,
            false => format!("ARGUMENT_{}", self.at + 1),
        }
    }

    /// The same with a number behind it where another value has that name.
    #[must_use]
    pub fn free_variable(&self, is_taken: impl Fn(&str) -> bool) -> String {
        let first = self.variable();
        let numbered = (2_u32..).map(|number| format!("{first}_{number}"));
        let mut names = std::iter::once(first.clone()).chain(numbered);
        names
            .find(|name| !is_taken(name))
            .unwrap_or_else(|| first.clone())
    }
}

/// Everything in the arguments of a program that looks like a secret, in order.
#[must_use]
pub fn secret_arguments(arguments: &[String]) -> Vec<SecretArgument> {
    let mut all = Vec::new();
    let mut before = None;
    for (at, argument) in arguments.iter().enumerate() {
        let mut found = in_word(0, argument, before);
        if found.is_empty() && argument.contains(char::is_whitespace) {
            // A shell gets a whole line as one argument.
            let mut before = None;
            for (start, word) in words(argument) {
                found.extend(in_word(start, word, before));
                before = Some(word);
            }
        }
        all.extend(found.into_iter().map(|found| SecretArgument {
            at,
            value: found.value,
            name: found.name.map(str::to_owned),
            shown: found.shown,
        }));
        before = Some(argument.as_str());
    }
    all
}

/// The arguments with something else in the place of each such value.
pub fn replace_secrets(arguments: &[String], stand_in: impl FnMut(&SecretArgument) -> String) -> Vec<String> {
    let found = secret_arguments(arguments);
    let stand_ins: Vec<String> = found.iter().map(stand_in).collect();
    let mut arguments = arguments.to_vec();
    // From behind: what comes before stays where it is.
    for (secret, stand_in) in found.iter().zip(&stand_ins).rev() {
        if let Some(argument) = arguments.get_mut(secret.at) {
            argument.replace_range(secret.value.clone(), stand_in);
        }
    }
    arguments
}

/// Whether the value under this name looks like a secret: a name that says so, and a value that is one and not where it is.
#[must_use]
pub fn is_named_secret(name: &str, value: &str) -> bool {
    let value = &value[scheme(value)..];
    let is_random = || is_mixed(value) && !(names_an_entry(name) && is_telling(value));
    looks_secret(name) && !is_about(name) && is_given(value) && (is_certain(name) || is_random())
}

/// A value in an argument.
struct FoundValue<'a> {
    value: Range<usize>,
    name: Option<&'a str>,
    shown: String,
}

/// What looks like a secret in a word that begins at `start` of its argument.
fn in_word<'a>(start: usize, word: &'a str, before: Option<&'a str>) -> Vec<FoundValue<'a>> {
    let option = before.filter(|before| is_option(before));
    let mut values = match assigned(word, option.is_some_and(is_header)) {
        Some(value) => vec![value],
        None => match option.map(bare).filter(|name| is_named_secret(name, word)) {
            Some(name) if !word.starts_with('-') => vec![(scheme(word)..word.len(), Some(name))],
            _ => by_form(word),
        },
    };
    values.retain(|(value, _)| !value.is_empty());
    let leads = |option: &&str| {
        CARRIERS.contains(option) || values.iter().any(|(_, name)| *name == Some(bare(option)))
    };
    let shown = shown(option.filter(leads), word, &values);
    let found = |(value, name): (Range<usize>, Option<&'a str>)| FoundValue {
        value: start + value.start..start + value.end,
        name,
        shown: shown.clone(),
    };
    values.into_iter().map(found).collect()
}

type NamedRange<'a> = (Range<usize>, Option<&'a str>);

/// `--token=VALUE`, `NAME=VALUE`, `--env=NAME=VALUE`, `Name: VALUE`.
fn assigned(word: &str, of_header: bool) -> Option<NamedRange<'_>> {
    let (mut start, mut of_header) = (0, of_header);
    loop {
        let rest = &word[start..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c)))?;
        let (name, after) = rest.split_at(end);
        let value = match after.strip_prefix(':') {
            Some(value) if of_header || value.starts_with(' ') => value.trim_start_matches(' '),
            Some(_) => return None,
            None => after.strip_prefix('=')?,
        };
        // In the line of a shell.
        let value = value.trim_start_matches(['"', '\'']);
        let at = word.len() - value.len();
        let named = variable_in_word(name).unwrap_or(bare(name));
        if is_named_secret(named, value) {
            return Some((at + scheme(value)..word.len(), Some(named)));
        }
        // What is assigned to an option may be a pair of its own.
        if !is_option(name) {
            return None;
        }
        (start, of_header) = (at, is_header(name));
    }
}

/// The password and the parameters of an address, or a token of a well-known service.
fn by_form(word: &str) -> Vec<NamedRange<'_>> {
    let mut found: Vec<NamedRange<'_>> = password(word)
        .map(|value| (value, Some("password")))
        .into_iter()
        .collect();
    found.extend(parameters(word));
    if found.is_empty() {
        let ends = word.match_indices(['=', ' ', ':']).map(|(at, _)| at + 1);
        let token = std::iter::once(0).chain(ends).find(|at| is_token(&word[*at..]));
        found.extend(token.map(|at| (at..word.len(), None)));
    }
    found
}

/// `postgres://user:password@host/db`.
fn password(word: &str) -> Option<Range<usize>> {
    let start = word.find("://")? + 3;
    let rest = &word[start..];
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let authority = &authority[..end_of_address(authority)];
    let user = &authority[..authority.rfind('@')?];
    let at = user.find(':')? + 1;
    let is_placeholder = user[at..].starts_with(['$', '<', '{']);
    (!is_placeholder).then_some(start + at..start + user.len())
}

/// `https://host/path?api_key=VALUE`.
fn parameters(word: &str) -> Vec<NamedRange<'_>> {
    let query = word
        .find("://")
        .and_then(|at| Some(at + word[at..].find('?')? + 1));
    let Some(mut start) = query else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let query = &word[start..];
    for pair in query[..end_of_address(query)].split(['&', '#']) {
        if let Some((name, value)) = pair.split_once('=')
            && is_named_secret(name, value)
        {
            found.push((start + name.len() + 1..start + pair.len(), Some(name)));
        }
        start += pair.len() + 1;
    }
    found
}

/// Where an address in a line or in JSON ends.
fn end_of_address(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || "\"'\\<>".contains(c);
    text.find(ends).unwrap_or(text.len())
}

fn is_token(text: &str) -> bool {
    let rest = token_start(text).and_then(|start| text.strip_prefix(start));
    let fits = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    // A variable such as `npm_config_registry` begins like one.
    let is_random = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase();
    rest.is_some_and(|rest| rest.contains(is_random) && rest.chars().all(fits))
}

fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && !word.contains(['=', ' '])
}

/// `-eNAME` and `-iteNAME`, as Docker and Podman take them. An option such as `-encryption-key` goes on in small letters.
fn variable_in_word(name: &str) -> Option<&str> {
    let switches = ['i', 't', 'q', 'd', 'P', 'T'];
    let letters = name.strip_prefix('-')?.trim_start_matches(switches);
    let variable = letters.strip_prefix('e')?;
    variable
        .starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        .then_some(variable)
}

fn is_header(option: &str) -> bool {
    matches!(option, "-H" | "--header" | "--headers")
}

fn bare(option: &str) -> &str {
    option.trim_start_matches('-')
}

/// Length of a scheme before the credential.
fn scheme(value: &str) -> usize {
    let is_first = |scheme: &&&str| {
        let first = value.get(..scheme.len());
        first.is_some_and(|first| first.eq_ignore_ascii_case(scheme))
    };
    SCHEMES.iter().find(is_first).map_or(0, |scheme| scheme.len())
}

fn is_about(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    let first = name.split(|c: char| !c.is_ascii_alphanumeric()).next();
    let switches = |word: &str| SWITCHING.iter().any(|known| word.eq_ignore_ascii_case(known));
    first.is_some_and(switches) || ABOUT.iter().any(|end| plain.ends_with(end))
}

/// A key, an authentication or a pattern is often something else than a secret, and any other name is not.
fn is_certain(name: &str) -> bool {
    has_word(name, &CERTAIN_WORDS) || sounds_secret(name) && !name.eq_ignore_ascii_case("auth")
}

/// No placeholder, path or address, and not empty.
fn is_given(value: &str) -> bool {
    let is_placeholder = value.starts_with(['$', '%', '<', '{']);
    let mut letters = value.chars();
    let has_drive = letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.as_str().starts_with(":")
        && letters.as_str()[1..].starts_with(['/', '\\']);
    let absolute = value
        .strip_prefix('/')
        .is_some_and(|rest| rest.contains(['/', '.']));
    let is_path = has_drive
        || absolute
        || value.starts_with(['~', '.'])
        || value.contains("://")
        || FILES.iter().any(|end| value.ends_with(end));
    let says = value.contains(|c: char| c.is_alphanumeric());
    says && !is_placeholder && !is_path && !HARMLESS.iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// Letters and digits, as in a generated value.
pub(crate) fn is_mixed(value: &str) -> bool {
    value.len() >= 8
        && value.contains(|c: char| c.is_ascii_digit())
        && value.contains(|c: char| c.is_ascii_alphabetic())
}

/// A key may be the name of an entry, as in `--sort-key`, but not where it opens something.
fn names_an_entry(name: &str) -> bool {
    has_word(name, &["key"]) && !has_word(name, &["master", "shared", "account", "encryption", "signing"])
}

/// A few words and a year, such as `my-project-2024`: what a person calls something, and nothing that was generated.
fn is_telling(value: &str) -> bool {
    let is_year = |part: &&str| {
        part.len() == 4
            && (part.starts_with("19") || part.starts_with("20"))
            && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (years, words): (Vec<&str>, Vec<&str>) = value.split(['-', '_']).partition(is_year);
    years.len() == 1 && (1..=4).contains(&words.len()) && words.into_iter().all(is_pronounceable)
}

/// Small letters among which vowels and consonants take turns, as in a word.
fn is_pronounceable(word: &str) -> bool {
    let is_vowel = |c: char| "aeiouy".contains(c);
    (2..=12).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
        && word.contains(is_vowel)
        && word.split(is_vowel).all(|run| run.len() <= 3)
        && word.split(|c: char| !is_vowel(c)).all(|run| run.len() <= 3)
}

/// The words of a line without the quotes around them, and where each begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    const AROUND: [char; 4] = ['"', '\'', ';', '`'];
    let mut start = 0;
    // Each of these is one byte.
    line.split(|c: char| c.is_ascii_whitespace())
        .filter_map(move |piece| {
            let open = piece.trim_start_matches(AROUND);
            let at = start + piece.len() - open.len();
            start += piece.len() + 1;
            let word = open.trim_end_matches(AROUND);
            (!word.is_empty()).then_some((at, word))
        })
}

fn shown(option: Option<&str>, word: &str, values: &[NamedRange<'_>]) -> String {
    let mut out = word.to_owned();
    for (value, name) in values.iter().rev() {
        let start = token_start(&word[value.clone()]).filter(|_| name.is_none());
        let start = start.unwrap_or_default();
        out.replace_range(value.clone(), &format!("{start}…"));
    }
    if let Some(option) = option {
        out = format!("{option} {out}");
    }
    escape_line(&out.chars().take(SHOWN).collect::<String>()).text
}

#[cfg(test)]
mod tests;
