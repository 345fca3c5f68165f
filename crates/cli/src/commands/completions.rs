//! Completions for shells and manual pages, both made of the definition of the command line.

use super::Command;
use crate::args::{Cli, PROGRAM};
use crate::failure::CliFailure;
use crate::output;
use clap::CommandFactory as _;
use portcullis_host::{Error, causes};
use portcullis_l10n::say;

/// Runs a command that needs no host.
pub fn offline(command: Command) -> Result<Option<Command>, CliFailure> {
    let mut text = Vec::new();
    match command {
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), PROGRAM, &mut text);
        }
        Command::Manual { to: Some(folder) } => {
            clap_mangen::generate_to(Cli::command(), &folder).map_err(|error| {
                CliFailure::usage(say!(
                    "unwritable-folder",
                    path = folder.display().to_string(),
                    cause = causes::io(&error)
                ))
            })?;
        }
        Command::Manual { to: None } => {
            let mut all = Cli::command().disable_help_subcommand(true);
            all.build();
            pages(&all, &mut text).map_err(Error::internal)?;
        }
        needs_host => return Ok(Some(needs_host)),
    }
    output::print(&String::from_utf8_lossy(&text));
    Ok(None)
}

/// The page of a command, and then those of the commands below it.
fn pages(command: &clap::Command, out: &mut Vec<u8>) -> std::io::Result<()> {
    clap_mangen::Man::new(command.clone()).render(out)?;
    command.get_subcommands().try_for_each(|below| pages(below, out))
}
