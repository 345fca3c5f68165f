//! The help in the language that is spoken. The definition of the command line has its English in the code, where Clap reads it;
//! `l10n/help` has each sentence of it in every language, and is asked by the English one.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use portcullis_l10n::{Catalogue, Locale, list, say};
use std::ffi::OsString;

static HELP: Catalogue = Catalogue::new(
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/l10n/help/en.ftl")),
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/l10n/help/zh-CN.ftl")),
);

/// The line above the examples, in the definition of the command line. What is below it is typed, and the same everywhere.
const EXAMPLES: &str = "Examples:";
/// The line above the exit codes.
const EXIT_CODES: &str = "Exit codes:";

/// The definition with its help in the language that is spoken.
pub fn spoken(command: Command) -> Command {
    match Locale::current() {
        Locale::English => command,
        Locale::Chinese => {
            let mut command = command;
            // Clap adds options and commands of its own here.
            command.build();
            translated(command)
        }
    }
}

/// What Clap prints instead of a command, in the language that is spoken. The line is taken apart again only where it is another.
pub fn spoken_error(error: clap::Error, command: Command, line: Vec<OsString>) -> clap::Error {
    match Locale::current() {
        Locale::English => error,
        Locale::Chinese => spoken(command).try_get_matches_from(line).err().unwrap_or(error),
    }
}

/// The line above the examples.
pub fn examples() -> String {
    sentence(EXAMPLES)
}

/// The line above the exit codes.
pub fn exit_codes() -> String {
    sentence(EXIT_CODES)
}

fn translated(command: Command) -> Command {
    let template = template(&command);
    let about = command.get_about().map(sentences);
    let long_about = command.get_long_about().map(sentences);
    let after = command.get_after_help().map(sentences);
    let mut command = command
        .help_template(template)
        .mut_args(argument)
        .mut_subcommands(translated);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long_about) = long_about {
        command = command.long_about(long_about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
}

/// The order that Clap has, with headings of ours. A template has no place for options with a heading of their own, so those that
/// every command has are the last of the others.
fn template(command: &Command) -> String {
    let mut template = format!("{{about-with-newline}}\n{} {{usage}}", say!("help-usage"));
    let mut section = |heading: String, tag: &str| {
        template.push_str(&format!("\n\n{heading}\n{{{tag}}}"));
    };
    if command.get_subcommands().any(|below| !below.is_hide_set()) {
        section(say!("help-commands"), "subcommands");
    }
    if command.get_positionals().any(|argument| !argument.is_hide_set()) {
        section(say!("help-arguments"), "positionals");
    }
    section(say!("help-options"), "options");
    template.push_str("{after-help}");
    template
}

fn argument(argument: Arg) -> Arg {
    let specs = specs(&argument);
    let help = argument.get_help().map(sentences).unwrap_or_default();
    let long = argument.get_long_help().map(sentences);
    let mut argument = argument.hide_possible_values(true).hide_default_value(true);
    if argument.get_help_heading().is_some() {
        argument = argument.display_order(usize::MAX);
    }
    if long.is_some() || !specs.is_empty() {
        let paragraphs: Vec<String> = std::iter::once(long.unwrap_or_else(|| help.clone()))
            .chain((!specs.is_empty()).then(|| specs.join("\n")))
            .collect();
        argument = argument.long_help(paragraphs.join("\n\n"));
    }
    let line: Vec<String> = std::iter::once(help).chain(specs).collect();
    argument.help(line.join(" "))
}

/// What Clap says in brackets after the sentence of an argument.
fn specs(argument: &Arg) -> Vec<String> {
    let mut specs = Vec::new();
    if !argument.get_num_args().is_some_and(|count| count.takes_values()) {
        return specs;
    }
    let defaults: Vec<String> = argument
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    if !defaults.is_empty() && !argument.is_hide_default_value_set() {
        specs.push(say!("help-default", value = list(&defaults)));
    }
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| value.get_name().to_owned())
        .collect();
    if !values.is_empty() && !argument.is_hide_possible_values_set() {
        specs.push(say!("help-values", values = list(&values)));
    }
    specs
}

fn sentences(text: &StyledStr) -> String {
    let text = text.to_string();
    let paragraphs: Vec<String> = text.split("\n\n").map(paragraph).collect();
    paragraphs.join("\n\n")
}

fn paragraph(text: &str) -> String {
    let mut typed = false;
    let lines = text.lines().map(|line| {
        if typed {
            return line.to_owned();
        }
        let words = line.trim_start();
        typed = words == EXAMPLES;
        " ".repeat(line.len() - words.len()) + &sentence(words)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn sentence(english: &str) -> String {
    HELP.say_english(english).unwrap_or_else(|| english.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, HELP, translated};
    use crate::args::Cli;
    use clap::{Command, CommandFactory as _};
    use std::collections::BTreeSet;

    /// What Clap says of its own options. Which of the first three it takes is for it to decide.
    const OF_CLAP: [&str; 5] = [
        "Print help",
        "Print help (see more with '--help')",
        "Print help (see a summary with '-h')",
        "Print version",
        "Print this message or the help of the given subcommand(s)",
    ];

    /// Each sentence of a definition, as the catalogue would be asked for it.
    fn sentences(command: &Command, into: &mut BTreeSet<String>) {
        let texts = [
            command.get_about(),
            command.get_long_about(),
            command.get_after_help(),
        ];
        let of_arguments = command
            .get_arguments()
            .filter(|argument| !argument.is_hide_set())
            .flat_map(|argument| [argument.get_help(), argument.get_long_help()]);
        for text in texts.into_iter().chain(of_arguments).flatten() {
            for paragraph in text.to_string().split("\n\n") {
                for line in paragraph.lines() {
                    into.insert(line.trim_start().to_owned());
                    if line.trim_start() == EXAMPLES {
                        break;
                    }
                }
            }
        }
        for below in command.get_subcommands() {
            sentences(below, into);
        }
    }

    fn defined() -> Command {
        let mut command = Cli::command();
        command.build();
        command
    }

    #[test]
    fn every_sentence_of_the_help_is_in_the_catalogue_and_no_other() {
        let mut said = BTreeSet::new();
        sentences(&defined(), &mut said);
        said.remove("");
        said.extend(OF_CLAP.map(str::to_owned));
        let known: BTreeSet<String> = HELP.by_english().keys().cloned().collect();
        assert_eq!(said.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new());
        assert_eq!(known.difference(&said).collect::<Vec<_>>(), Vec::<&String>::new());
        assert_eq!(portcullis_l10n::check::differences(&HELP), Vec::<String>::new());
    }

    /// What is shown when the words of Clap itself are replaced. The language of a test is English, so only the frame is ours.
    #[test]
    fn the_frame_of_the_help_is_of_the_catalogue() {
        let server = translated(defined())
            .find_subcommand("server")
            .and_then(|server| server.find_subcommand("add"))
            .cloned();
        let help = server
            // A line as long as it likes.
            .map(|add| add.term_width(0).render_help().to_string())
            .unwrap_or_default();
        assert!(
            help.contains("\nUsage: portcullis-cli server add [OPTIONS] <LABEL>"),
            "{help}"
        );
        assert!(help.contains("\nArguments:\n  <LABEL>"), "{help}");
        assert!(
            help.contains("The transport of a URL [possible values: auto, streamable-http and sse]"),
            "{help}"
        );
        assert!(
            help.contains("\nExamples:\n  portcullis-cli server add files -- npx"),
            "{help}"
        );
        let place = |option: &str| help.find(option);
        assert!(place("--url <URL>") < place("--version"), "{help}");
        assert!(place("--version") < place("--data-dir <DIR>"), "{help}");
    }
}
