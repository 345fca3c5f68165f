//! The command line. Parsing opens nothing and asks nothing, so a line that is wrong changes nothing.

pub mod values;
mod wrong;

use crate::commands::Command;
use crate::failure::ExitCode;
use crate::help;
use crate::output::{self, Output};
use clap::error::{ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser};
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error};
use portcullis_l10n::say;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What the program is called, whatever path it was started by.
pub const PROGRAM: &str = "portcullis-cli";

/// The command that runs, with those above it.
static RUNNING: OnceLock<String> = OnceLock::new();

/// Keeps which command a line runs, for what helps when it fails.
pub fn keep_running(arguments: &[OsString]) {
    // A process runs one line.
    _ = RUNNING.set(wrong::path(arguments));
}

/// What helps where nothing else is known to: the help of the command that runs.
pub fn help_hint() -> String {
    let command = RUNNING.get().map_or(PROGRAM, String::as_str);
    say!("help-hint", command)
}

/// Portcullis in the terminal: run MCP servers and approve what they do
#[derive(Debug, Parser)]
#[command(
    name = PROGRAM,
    version,
    propagate_version = true,
    args_override_self = true,
    max_term_width = 120,
    after_help = "Requests are shown and answered in the terminal. Without a terminal, anything that needs approval is denied.\n\
        PORTCULLIS_LOG sets what is logged to standard error, such as “debug”.\n\n\
        Exit codes:\n  \
        0  done\n  \
        1  the call failed, the tool reported an error, or its structured result does not match its schema; also an error of \
        Portcullis: a locked keychain, a folder in use, a model provider, a changed audit log, Ctrl-C\n  \
        2  the command line is wrong, or names something that does not exist\n  \
        3  refused: denied, not an interactive terminal, or a changed program or tool that was not accepted\n  \
        4  the server did not start or was not reached, is off, did not list its tools, or its sign-in failed\n\n\
        Examples:\n  \
        portcullis-cli server add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes\n  \
        portcullis-cli tools files\n  \
        portcullis-cli call files read_text_file --args '{\"path\": \"today.md\"}'\n  \
        portcullis-cli manual | man -l -"
)]
pub struct Cli {
    /// Use another data folder, like PORTCULLIS_DATA_DIR
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub data_dir: Option<PathBuf>,
    /// Print one JSON document on standard output; everything else goes to standard error
    ///
    /// “logs --follow” prints one document per line; exports keep their own format; help, completions and manual pages stay text.
    #[arg(long, global = true, help_heading = "Global options")]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

/// Takes a command line apart.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut line: Vec<OsString> = std::iter::once(PROGRAM.into()).chain(arguments).collect();
    let mut parsed = Cli::try_parse_from(&line);
    // After “help”, Clap takes every word for the name of a command. Help is text with this option too.
    if let Err(error) = &parsed
        && wrong::unknown_command(error) == Some("--json")
    {
        line.retain(|word| word != "--json");
        parsed = Cli::try_parse_from(&line);
    }
    let cli = parsed.map_err(|error| {
        let error = help::spoken_error(error, Cli::command(), line.clone());
        wrong::with_usage(error, &line)
    })?;
    match cli.command.check() {
        Ok(()) => Ok(cli),
        Err(sentence) => {
            let error = Cli::command().error(ErrorKind::ValueValidation, sentence);
            Err(wrong::with_usage(error, &line))
        }
    }
}

/// Prints what was asked for instead of a command, or why the line makes no sense.
pub fn report(error: clap::Error, output: Output) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp => output::print(&error.to_string()),
        ErrorKind::DisplayVersion => output::print(concat!("portcullis-cli ", env!("CARGO_PKG_VERSION"))),
        _ => {
            let error = visible(error);
            let (sentence, remedy) = wrong::explain(&error);
            let problem = Error::new(Code::BadInput, sentence).remedy(remedy);
            output.problem_in_words(&problem.into(), &wrong::in_words(&error));
            return ExitCode::Usage;
        }
    }
    ExitCode::Done
}

/// The same error, in which nothing that was typed reaches the terminal as a command or looks like a line of ours (S-44).
fn visible(mut error: clap::Error) -> clap::Error {
    let line = |text: &dyn ToString| escape_line(&text.to_string()).text;
    let context: Vec<_> = error
        .context()
        .map(|(kind, value)| (kind, value.clone()))
        .collect();
    for (kind, value) in context {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(line(&text)),
            ContextValue::Strings(all) => ContextValue::Strings(all.iter().map(|text| line(text)).collect()),
            ContextValue::StyledStrs(all) => {
                ContextValue::StyledStrs(all.iter().map(|text| line(text).into()).collect())
            }
            ours => ours,
        };
        error.insert(kind, value);
    }
    error
}

#[cfg(test)]
mod tests;
