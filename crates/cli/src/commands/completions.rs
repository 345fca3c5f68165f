//! Completions for shells and manual pages, both made of the definition of the command line.

use super::Command;
use crate::args::{Cli, PROGRAM};
use crate::failure::CliFailure;
use crate::help;
use crate::output;
use clap::CommandFactory as _;
use portcullis_core::{Error, causes};
use portcullis_l10n::say;

/// Runs a command that needs no host.
pub fn offline(command: Command) -> Result<Option<Command>, CliFailure> {
    let mut text = Vec::new();
    match command {
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut help::spoken(Cli::command()), PROGRAM, &mut text);
        }
        Command::Manual { to: Some(folder) } => {
            let mut write = |name: &str, page: &str| std::fs::write(folder.join(name), page);
            let written = std::fs::create_dir_all(&folder).and_then(|()| pages(&all(), &mut write));
            written.map_err(|error| {
                CliFailure::usage(say!(
                    "unwritable-folder",
                    path = folder.display().to_string(),
                    cause = causes::io(&error)
                ))
            })?;
        }
        Command::Manual { to: None } => {
            pages(&all(), &mut |_, page| {
                text.extend_from_slice(page.as_bytes());
                Ok(())
            })
            .map_err(Error::internal)?;
        }
        needs_host => return Ok(Some(needs_host)),
    }
    output::print(&String::from_utf8_lossy(&text));
    Ok(None)
}

/// Every command, each with its whole name.
fn all() -> clap::Command {
    let mut all = Cli::command().disable_help_subcommand(true);
    all.build();
    help::spoken(all)
}

/// Hands over the page of a command with the name of its file, and then those of the commands below it.
fn pages(
    command: &clap::Command,
    take: &mut impl FnMut(&str, &str) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    take(&page.get_filename(), &arranged(&String::from_utf8_lossy(&text)))?;
    command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
        .try_for_each(|below| pages(below, take))
}

/// The page with the exit codes as a list, and with examples in a section of their own, in which lines stay as they are written:
/// a command that was hyphenated cannot be copied. `clap_mangen` fills both like sentences, below a heading of its own.
fn arranged(page: &str) -> String {
    let (examples, exit_codes) = (help::examples(), help::exit_codes());
    let mut lines = Vec::new();
    let (mut are_examples, mut are_codes) = (false, false);
    for line in page.lines() {
        if line == exit_codes {
            are_codes = true;
            lines.push(".SH \"EXIT STATUS\"");
            continue;
        }
        let listed = line.strip_prefix("  ").and_then(|rest| rest.split_once("  "));
        if let Some((code, words)) = listed.filter(|_| are_codes) {
            lines.extend([".TP", code, words]);
            continue;
        }
        are_codes = false;
        if line == examples {
            // Nothing stood before them.
            if lines.last() == Some(&NOTES) {
                lines.pop();
            }
            are_examples = true;
            lines.extend([".SH EXAMPLES", ".nf"]);
            continue;
        }
        if are_examples && line.starts_with(".SH ") {
            are_examples = false;
            lines.push(".fi");
        }
        lines.push(if line == ".SH EXTRA" { NOTES } else { line });
    }
    lines.join("\n") + "\n"
}

/// The heading of what belongs to no option.
const NOTES: &str = ".SH NOTES";

#[cfg(test)]
mod tests {
    use super::{all, arranged, pages};

    #[test]
    fn examples_have_a_section_in_which_lines_stay_as_they_are() {
        let page = ".SH NAME\ncall\n.SH EXTRA\nExamples:\n  call files\n.SH VERSION\nv1\n";
        let made = ".SH NAME\ncall\n.SH EXAMPLES\n.nf\n  call files\n.fi\n.SH VERSION\nv1\n";
        assert_eq!(arranged(page), made);
        let page = ".SH EXTRA\nA note\n\nExamples:\n  call files\n";
        let made = ".SH NOTES\nA note\n\n.SH EXAMPLES\n.nf\n  call files\n";
        assert_eq!(arranged(page), made);
    }

    #[test]
    fn exit_codes_are_a_list_in_a_section_of_their_own() {
        let page =
            ".SH EXTRA\nA note\n\nExit codes:\n  0  done\n  3  refused: denied\n\nExamples:\n  call  files\n";
        let made = ".SH NOTES\nA note\n\n.SH \"EXIT STATUS\"\n.TP\n0\ndone\n.TP\n3\nrefused: denied\n\n\
            .SH EXAMPLES\n.nf\n  call  files\n";
        assert_eq!(arranged(page), made);
    }

    #[test]
    fn every_command_has_a_page_of_its_own() {
        let mut names = Vec::new();
        pages(&all(), &mut |name, page| {
            assert!(page.contains(".SH NAME") && !page.contains(".SH EXTRA"), "{name}");
            names.push(name.to_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(names[0], "portcullis-cli.1");
        assert!(names.contains(&"portcullis-cli-server-add.1".to_owned()));
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "two pages would be one file");
    }
}
