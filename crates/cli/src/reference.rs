//! `docs/reference/cli.md`: every command with its help, as the definition of the command line has it, and which error ends with
//! which exit code.

use crate::args::{Cli, PROGRAM};
use crate::failure::{CliFailure, ExitCode};
use clap::{Command, CommandFactory as _};
use portcullis_core::{Code, Error};
use std::fmt::Write as _;
use std::path::PathBuf;

/// From the folder of this crate.
const PAGE: &str = "../../docs/reference/cli.md";
/// With this, the test writes the page. `cargo xtask cli` sets it.
const WRITE: &str = "PORTCULLIS_WRITE_REFERENCE";
/// Columns of the help, as they are read on a page.
const WIDTH: usize = 100;
/// Arguments that every command has. They are shown once.
const EVERYWHERE: [&str; 4] = ["data_dir", "json", "help", "version"];

const HEAD: &str = "# Terminal commands

Written by `cargo xtask cli` from the definition of the command line; a test of `crates/cli` fails when it is not current.

`portcullis-cli help COMMAND` prints the same in a terminal, `portcullis-cli manual` prints manual pages, and
`portcullis-cli completions SHELL` a script for your shell. All packages contain the program, and those for Linux also the pages
and the scripts. You can also [build it](../start/install.md#terminal-program).
";

const EXIT_CODES: &str = "
## Exit codes

`portcullis-cli help` says what each code means. An error ends with the code of its row, unless the command says otherwise: an
object that you named and that does not exist ends with 2. [Error codes](errors.md) explains the names.

| Exit code | Errors |
|---|---|
";

fn page() -> String {
    let mut all = Cli::command().disable_help_subcommand(true);
    all.build();
    let mut page = HEAD.to_owned();
    write!(page, "\n```text\n{}```\n{EXIT_CODES}", help(all.clone())).unwrap();
    for exit in [
        ExitCode::Failed,
        ExitCode::Usage,
        ExitCode::Refused,
        ExitCode::Unreached,
    ] {
        let ends = |code: &&Code| CliFailure::from(Error::new(**code, "")).exit == exit;
        let codes: Vec<_> = Code::ALL
            .iter()
            .filter(ends)
            .map(|code| format!("`{}`", code.as_str()))
            .collect();
        writeln!(page, "| {} | {} |", exit as i32, codes.join(", ")).unwrap();
    }
    for command in all.get_subcommands() {
        section(&mut page, command, 2, "");
    }
    page
}

/// A command and those below it, each under its name.
fn section(page: &mut String, command: &Command, depth: usize, above: &str) {
    let name = format!("{above}{}", command.get_name());
    let shown = command.clone().mut_args(|argument| {
        let hidden = argument.is_hide_set() || EVERYWHERE.contains(&argument.get_id().as_str());
        argument.hide(hidden)
    });
    let marks = "#".repeat(depth);
    write!(page, "\n{marks} {name}\n\n```text\n{}```\n", help(shown)).unwrap();
    for below in command.get_subcommands() {
        section(page, below, depth + 1, &format!("{name} "));
    }
}

/// What `--help` prints.
fn help(command: Command) -> String {
    let text = command.term_width(WIDTH).render_long_help().to_string();
    let lines = text.trim().lines().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

#[test]
fn the_page_of_the_commands_is_current() {
    // At run time, since work trees may share a compiled test.
    let place = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(PAGE);
    let fresh = page();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&place, &fresh).unwrap();
    }
    let found = std::fs::read_to_string(&place).unwrap_or_default();
    assert!(
        found.replace("\r\n", "\n") == fresh,
        "docs/reference/cli.md is stale: run `cargo xtask cli`"
    );
}

#[test]
fn each_command_is_on_the_page_and_what_all_have_is_there_once() {
    let page = page();
    for heading in [
        "\n## call\n",
        "\n## server\n",
        "\n### server add\n",
        "\n## manual\n",
    ] {
        assert!(page.contains(heading), "{heading}");
    }
    assert!(page.starts_with("# ") && page.contains(PROGRAM));
    assert_eq!(page.matches("--data-dir <DIR>").count(), 1);
}
