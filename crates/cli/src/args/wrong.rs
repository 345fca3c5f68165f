//! Why a command line makes no sense, in sentences of ours: those of Clap are in English.

use super::{Cli, PROGRAM, help_hint};
use crate::output::sentences;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};
use portcullis_l10n::{list, say};
use std::error::Error as _;
use std::ffi::OsString;

/// The same error with how the command of the line is used, where Clap left that out.
pub fn with_usage(mut error: clap::Error, line: &[OsString]) -> clap::Error {
    if error.use_stderr() && error.get(ContextKind::Usage).is_none() {
        let mut root = Cli::command();
        root.build();
        let usage = named(&root, line).clone().render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    error
}

/// The command that a line names, the last one if it names commands below each other.
fn named<'a>(root: &'a Command, line: &[OsString]) -> &'a Command {
    let words = line.iter().skip(1).take_while(|word| *word != "--");
    words.fold(root, |command, word| {
        command.find_subcommand(word).unwrap_or(command)
    })
}

/// The command that the arguments of a line name, with those above it, as they are typed.
pub fn path(arguments: &[OsString]) -> String {
    let root = Cli::command();
    let words = arguments.iter().take_while(|word| *word != "--");
    let start = (&root, PROGRAM.to_owned());
    let (_, path) = words.fold(start, |(command, path), word| {
        match command.find_subcommand(word) {
            Some(below) => (below, format!("{path} {}", below.get_name())),
            None => (command, path),
        }
    });
    path
}

/// The word in the place of a command that is none.
pub fn unknown_command(error: &clap::Error) -> Option<&str> {
    one(error, ContextKind::InvalidSubcommand)
}

/// How the command is used, without the word in front.
fn usage(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => {
            let usage = usage.to_string();
            usage.trim().strip_prefix("Usage:").map(str::to_owned)
        }
        _ => None,
    }
}

/// The command that is used like that, with those above it.
fn command_of(error: &clap::Error) -> String {
    let usage = usage(error).unwrap_or_default();
    // Some commands are used in several ways, a line each.
    let words = usage.lines().next().unwrap_or_default().split_whitespace();
    let command: Vec<&str> = words
        .take_while(|word| !word.starts_with(['[', '<', '-']))
        .collect();
    command.join(" ")
}

/// Where the command is explained.
fn hint(error: &clap::Error) -> String {
    match command_of(error).as_str() {
        "" => help_hint(),
        command => say!("help-hint", command),
    }
}

/// The command below another one that has the name that no command at the top has: “add” may mean “server add”.
fn below_another(error: &clap::Error) -> Option<String> {
    let word = unknown_command(error).filter(|_| command_of(error) == PROGRAM)?;
    let root = Cli::command();
    let mut groups = root.get_subcommands().filter(|group| !group.is_hide_set());
    groups.find_map(|group| {
        let below = group.find_subcommand(word)?;
        Some(format!("{} {}", group.get_name(), below.get_name()))
    })
}

/// What is wrong, and what may help.
pub fn explain(error: &clap::Error) -> (String, String) {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return (say!("command-missing"), hint(error));
    }
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    // Clap has the nearest last.
    let nearest = || suggested.into_iter().find_map(|kind| all(error, kind).pop());
    let remedy = match below_another(error).or_else(nearest) {
        Some(near) => sentences(&say!("did-you-mean", near), &hint(error)),
        None => hint(error),
    };
    (sentence(error).unwrap_or_else(|| first_paragraph(error)), remedy)
}

/// The same for a person, with how the command is used.
pub fn in_words(error: &clap::Error) -> String {
    // The help of what stands before it.
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return error.to_string();
    }
    let (sentence, remedy) = explain(error);
    let words = sentences(&sentence, &remedy);
    match usage(error) {
        Some(usage) => format!("{words}\n\n{}{usage}", say!("help-usage")),
        None => words,
    }
}

fn sentence(error: &clap::Error) -> Option<String> {
    let typed = one(error, ContextKind::InvalidArg);
    let argument = typed.map(bare);
    let value = one(error, ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::InvalidSubcommand => {
            say!(
                "line-no-command",
                word = one(error, ContextKind::InvalidSubcommand)?
            )
        }
        ErrorKind::UnknownArgument => say!("line-unknown", word = typed?),
        ErrorKind::ArgumentConflict => {
            let argument = argument?;
            match names(error, ContextKind::PriorArg) {
                others if others.is_empty() || others == [argument] => say!("line-twice", word = argument),
                others => say!("line-conflict", word = argument, others = list(&others)),
            }
        }
        ErrorKind::NoEquals => say!("line-no-equals", word = argument?),
        ErrorKind::InvalidValue if value?.is_empty() => say!("line-no-value", word = argument?),
        ErrorKind::InvalidValue => {
            let values = all(error, ContextKind::ValidValue);
            match values.is_empty() {
                true => say!("line-bad-value", value = value?, word = argument?),
                false => say!(
                    "line-not-one-of",
                    value = value?,
                    word = argument?,
                    values = list(&values)
                ),
            }
        }
        ErrorKind::ValueValidation => {
            let (value, word) = (value?, argument?);
            match error.source() {
                // Some reasons are sentences of their own.
                Some(reason) => say!(
                    "line-bad-value-reason",
                    value,
                    word,
                    reason = reason.to_string().trim_end_matches(['.', '。'])
                ),
                None => say!("line-bad-value", value, word),
            }
        }
        ErrorKind::TooManyValues => say!("line-too-many", value = value?, word = argument?),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => say!("line-no-value", word = argument?),
        ErrorKind::MissingRequiredArgument => {
            let missing = names(error, ContextKind::InvalidArg);
            let (one_of, single): (Vec<_>, Vec<_>) = missing.into_iter().partition(|it| is_one_of(it));
            let single = (!single.is_empty()).then(|| say!("line-missing", what = list(&single)));
            let one_of = one_of
                .iter()
                .map(|group| say!("line-missing-one-of", options = list(&options(group))));
            return single
                .into_iter()
                .chain(one_of)
                .reduce(|all, next| sentences(&all, &next));
        }
        ErrorKind::MissingSubcommand => say!("command-missing"),
        ErrorKind::InvalidUtf8 => say!("line-not-text"),
        _ => return None,
    })
}

/// Whether what is missing is one of several options, as Clap writes it: `<--url <URL>|--demo|PROGRAM>`. The value of one
/// argument may have the same brackets: `<ON|OFF>`.
fn is_one_of(missing: &str) -> bool {
    missing.starts_with("<--") || missing.starts_with('<') && missing.contains("|--")
}

/// The options of such a group. Their own values may have the same sign: `--fence <ON|OFF>`.
fn options(group: &str) -> Vec<String> {
    let inner = group.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    let mut options = vec![String::new()];
    let mut depth = 0;
    for letter in inner.unwrap_or(group).chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if letter == '|' && depth == 0 {
            options.push(String::new());
        } else if let Some(option) = options.last_mut() {
            option.push(letter);
        }
    }
    options
}

fn one(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

fn all(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    }
}

/// The names of arguments.
fn names(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    let names = all(error, kind);
    names.iter().map(|name| bare(name).to_owned()).collect()
}

/// A name of an argument without the dots of one that can be repeated: they would read as the end of a sentence.
fn bare(name: &str) -> &str {
    name.trim_end_matches("...")
}

/// A sentence of ours that Clap carried: it puts its own words around it.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.trim().trim_start_matches("error: ");
    let sentence = text.split_once("\n\n").map_or(text, |(sentence, _)| sentence);
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}
