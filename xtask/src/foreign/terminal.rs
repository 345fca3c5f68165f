//! The terminal program under wine, from an empty data folder: it starts the demo server, which is this program again, so
//! a start in a job object, the pipes of the protocol and the orderly end are all in it.

use super::enter::{CACHE, Enclosed, SOURCES};
use super::report::{Report, Row};
use super::{steps, windows};
use crate::Done;

/// No command takes longer unless it hangs.
const LIMIT: &str = "120";

/// A command, whether it does what it is asked, and a part of what it says.
struct Command {
    words: &'static [&'static str],
    well: bool,
    says: &'static str,
}

const fn takes(words: &'static [&'static str], says: &'static str) -> Command {
    Command {
        words,
        well: true,
        says,
    }
}

const fn refuses(words: &'static [&'static str], says: &'static str) -> Command {
    Command {
        words,
        well: false,
        says,
    }
}

/// A program that every Windows has.
const CMD: &str = r"C:\windows\system32\cmd.exe";

const COMMANDS: &[Command] = &[
    takes(&["--version"], "portcullis"),
    takes(&["server", "list"], ""),
    takes(&["server", "add", "demo", "--demo", "--yes"], "State: ready"),
    takes(&["tools", "demo"], "Adds two numbers"),
    takes(
        &["call", "demo", "add", "--args", r#"{"a": 2, "b": 3}"#, "--yes"],
        "5",
    ),
    takes(&["resources", "demo"], "portcullis-demo://"),
    takes(&["prompts", "demo"], ""),
    takes(&["logs", "demo"], ""),
    takes(&["audit", "list"], "demo"),
    takes(&["audit", "verify"], "ends where the keychain says"),
    takes(&["backup", "now"], "Backup made and checked"),
    takes(&["secrets", "show"], "keychain"),
    // Windows takes these for one variable.
    refuses(
        &[
            "server",
            "add",
            "twice",
            "--no-start",
            "--yes",
            "--env",
            "Zoo=one",
            "--env",
            "ZOO=two",
            "--",
            CMD,
        ],
        "appears twice",
    ),
    refuses(
        &[
            "server",
            "add",
            "root",
            "--no-start",
            "--yes",
            "--env",
            r"SystemRoot=Z:\evil",
            "--",
            CMD,
        ],
        "is not allowed",
    ),
    // Looking there would give away what this person's password can be guessed from.
    refuses(
        &[
            "server",
            "add",
            "share",
            "--no-start",
            "--yes",
            "--",
            r"\\host.test\share\server.exe",
        ],
        "is on another computer",
    ),
    refuses(
        &[
            "server",
            "add",
            "share",
            "--no-start",
            "--yes",
            "--cwd",
            "//host.test/share",
            "--",
            CMD,
        ],
        "is on another computer",
    ),
    refuses(&["call", "demo", "fail"], "reported an error"),
    takes(&["server", "disable", "demo"], ""),
    refuses(&["call", "demo", "add"], "is off"),
    takes(&["server", "enable", "demo"], "State: ready"),
    refuses(
        &["server", "add", "none", "--yes", "--", "no-such-program-here"],
        "no-such-program-here",
    ),
    // It starts, and is no server.
    refuses(
        &["server", "add", "short", "--yes", "--", CMD, "/c", "exit", "3"],
        "exited with code 3",
    ),
    takes(&["server", "remove", "short", "--yes"], "Removed"),
    takes(&["server", "remove", "demo", "--yes"], "Removed"),
    takes(&["audit", "verify"], "ends where the keychain says"),
];

/// Every command is run, so that one that fails does not hide another.
pub(super) fn prove(inside: &Enclosed<'_>, system: &'static str, report: &mut Report) -> Done {
    let program = format!("{CACHE}/target/{}/debug/portcullis-cli.exe", windows::TARGET);
    let data = format!("Z:{CACHE}/data/{}", std::process::id()).replace('/', "\\");
    let (mut wrong, mut took) = (Vec::new(), std::time::Duration::ZERO);
    for (number, command) in COMMANDS.iter().enumerate() {
        let words = [&[program.as_str()], command.words].concat();
        let variables = [("PORTCULLIS_DATA_DIR", data.as_str())];
        let run = inside.wine(SOURCES, LIMIT, &words, &variables);
        let ended = steps::logged(&format!("terminal-{number:02}"), run)?;
        took += ended.took;
        if ended.well != command.well || !ended.output.contains(command.says) {
            println!("{}\n{}", command.words.join(" "), steps::tail(&ended.output, 20));
            wrong.push(
                command
                    .words
                    .iter()
                    .take(2)
                    .copied()
                    .collect::<Vec<_>>()
                    .join(" "),
            );
        }
    }
    let right = COMMANDS.len() - wrong.len();
    let result = match wrong.is_empty() {
        true => format!("{right} commands"),
        false => format!(
            "{right} of {} commands; not: {}",
            COMMANDS.len(),
            wrong.join(", ")
        ),
    };
    report.add(Row {
        system,
        what: "Terminal program with the demo server, under wine".into(),
        passed: wrong.is_empty(),
        result,
        took,
    });
    Ok(())
}
