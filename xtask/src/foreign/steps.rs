//! One run of Cargo as a row of the table: whether it ended well, and how many warnings it gave.

use super::report::{Report, Row};
use crate::{Done, place};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often something is said about a run that takes long.
const LINES: usize = 100;

/// How a program ended, with all that it wrote.
pub(super) struct Ended {
    pub(super) well: bool,
    pub(super) output: String,
    pub(super) took: Duration,
}

/// Runs a command with both of its outputs in a file, which is named when it fails.
pub(super) fn logged(name: &str, mut command: Command) -> Done<Ended> {
    let path = place::scratch("foreign")?.join(format!("{name}.log"));
    let failed = |error: std::io::Error| format!("{}: {error}.", path.display());
    println!("{name} …");
    let begun = Instant::now();
    let (reader, writer) = std::io::pipe().map_err(failed)?;
    let errors = writer.try_clone().map_err(failed)?;
    command.stdin(Stdio::null()).stdout(writer).stderr(errors);
    let started = command.spawn();
    // It holds the other ends of the pipe.
    drop(command);
    let mut child = started.map_err(|error| format!("{name} could not be started: {error}."))?;
    let mut log = std::fs::File::create(&path).map_err(failed)?;
    let mut output = String::new();
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    let mut lines = 0;
    while reader.read_until(b'\n', &mut line).map_err(failed)? > 0 {
        log.write_all(&line).map_err(failed)?;
        let text = String::from_utf8_lossy(&line);
        lines += 1;
        if lines % LINES == 0 {
            println!("  {}", text.trim_end());
        }
        output += &text;
        line.clear();
    }
    let status = child.wait().map_err(failed)?;
    if !status.success() {
        println!("  It failed; what it said is in {}.", path.display());
    }
    Ok(Ended {
        well: status.success(),
        output,
        took: begun.elapsed(),
    })
}

/// Runs Cargo and adds a row.
pub(super) fn compile(
    report: &mut Report,
    system: &'static str,
    what: &str,
    command: Command,
) -> Done<Ended> {
    let name = format!("{system} {what}").to_lowercase();
    let name: String = name
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    let ended = logged(&name, command)?;
    let (errors, warnings) = counted(&ended.output);
    let result = match (ended.well, errors, warnings) {
        (true, _, 0) => "no warning".to_owned(),
        (true, _, 1) => "1 warning".to_owned(),
        (true, _, many) => format!("{many} warnings"),
        (false, errors, _) => format!("{errors} errors"),
    };
    report.add(Row {
        system,
        what: what.to_owned(),
        passed: ended.well && warnings == 0,
        result,
        took: ended.took,
    });
    Ok(ended)
}

/// Errors and warnings. Those of crates of others are not shown by Cargo; its own sums are no further ones.
fn counted(output: &str) -> (usize, usize) {
    let is_sum = |line: &str| line.contains("generated ") || line.contains("could not compile");
    let lines = || output.lines().filter(|line| !is_sum(line));
    (
        lines().filter(|line| line.starts_with("error")).count(),
        lines().filter(|line| line.starts_with("warning: ")).count(),
    )
}

/// The last lines, for a failure that is to be seen at once.
pub(super) fn tail(output: &str, most: usize) -> String {
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(most)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn sums_of_cargo_are_not_counted_as_warnings() {
        let output = "warning: unused variable: `a`\nwarning: `portcullis-host` (lib) generated 1 warning\n\
                      error[E0425]: cannot find it\nerror: could not compile `portcullis-host` (lib)\n";
        assert_eq!(counted(output), (1, 1));
    }
}
