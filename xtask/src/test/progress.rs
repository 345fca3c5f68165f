//! One step on the terminal: when it begins, that it still runs and how it ended; its output in a file.

use crate::group::Group;
use crate::{Done, place, tool};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// No single command may take longer: something hangs.
const LIMIT: Duration = Duration::from_secs(30 * 60);
/// How often a step says that it still runs.
const HEARTBEAT: Duration = Duration::from_secs(60);
/// How many lines of a failed step are shown; the rest is in its file.
const SHOWN: usize = 200;

/// How many lines that name a failure are repeated below the summary, and how long they may be.
const NAMED: usize = 20;
const NAMED_CHARS: usize = 400;

/// How a step ended when it did not fail.
pub(crate) enum Outcome {
    Done,
    /// Not run, and why.
    Skipped(String),
    /// Not run, because a step that it needs failed or was itself held up.
    HeldUp(&'static str),
}

/// A step that runs.
pub(crate) struct Step {
    head: String,
    begun: Instant,
    log: File,
    path: PathBuf,
}

impl Step {
    /// Announces the step and opens the file for its output.
    pub(crate) fn begin(name: &str, what: &str, number: usize, total: usize) -> Done<Self> {
        let path = place::scratch("logs")?.join(format!("{number:02}-{name}.log"));
        // Appending, because the commands write to the same file through descriptors of their own.
        let log = File::create(&path)
            .and_then(|_| File::options().append(true).open(&path))
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))?;
        let head = format!("[{number:>2}/{total}] {name}");
        println!("{head}: {what}");
        Ok(Self {
            head,
            begun: Instant::now(),
            log,
            path,
        })
    }

    /// Runs a command with its output in the file.
    pub(crate) fn run(&mut self, mut command: Command) -> Done<Outcome> {
        let typed = tool::typed(&command);
        // Colours would only be noise in the file.
        command
            .env("CARGO_TERM_COLOR", "never")
            .env("NO_COLOR", "1")
            .env_remove("FORCE_COLOR");
        self.note(&format!("$ {typed}"));
        let mut group = Group::start(&command, self.output()?.into(), self.output()?.into())?;
        let begun = Instant::now();
        let mut said = Instant::now();
        loop {
            if let Some(code) = group.ended() {
                return tool::ended_well(&typed, code).map(|()| Outcome::Done);
            }
            if begun.elapsed() > LIMIT {
                return Err(format!(
                    "`{typed}` took longer than {} and was stopped.",
                    spell(LIMIT)
                ));
            }
            if said.elapsed() > HEARTBEAT {
                said = Instant::now();
                self.show();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A part that runs beside others, with a file of its own.
    pub(crate) fn part(&self, name: &str) -> Done<Self> {
        let path = self.path.with_extension(format!("{name}.log"));
        let log = File::create(&path)
            .and_then(|_| File::options().append(true).open(&path))
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))?;
        Ok(Self {
            head: format!("{} {name}", self.head),
            begun: Instant::now(),
            log,
            path,
        })
    }

    /// Takes the output of a part that has ended.
    pub(crate) fn takes(&mut self, part: Self) {
        self.note(&part.output_since(0));
        drop(std::fs::remove_file(&part.path));
    }

    /// A line in the file.
    pub(crate) fn note(&mut self, line: &str) {
        drop(writeln!(self.log, "{line}"));
    }

    /// What the file holds from a point on; 0 is its beginning.
    pub(crate) fn output_since(&self, start: u64) -> String {
        let mut text = Vec::new();
        if let Ok(mut file) = File::open(&self.path) {
            drop(
                file.seek(SeekFrom::Start(start))
                    .and_then(|_| file.read_to_end(&mut text)),
            );
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Where the file ends now.
    pub(crate) fn mark(&self) -> u64 {
        std::fs::metadata(&self.path)
            .map(|found| found.len())
            .unwrap_or(0)
    }

    /// Says how the step ended, with the end of its output when it failed.
    pub(crate) fn end(&self, outcome: &Done<Outcome>) {
        let took = spell(self.begun.elapsed());
        match outcome {
            Ok(Outcome::Done) => println!("{} ok, {took}", self.head),
            Ok(Outcome::Skipped(why)) => println!("{} skipped: {why}", self.head),
            Ok(Outcome::HeldUp(by)) => println!("{} not run, because of {by}", self.head),
            Err(why) => {
                let all = plain(&self.output_since(0));
                let lines: Vec<&str> = all.lines().collect();
                let from = lines.len().saturating_sub(SHOWN);
                if from > 0 {
                    println!(
                        "        … {from} lines before these are in {}",
                        self.path.display()
                    );
                }
                for line in &lines[from..] {
                    println!("        {line}");
                }
                println!("{} failed, {took}: {why}", self.head);
            }
        }
    }

    /// The lines of the output that name a failure, to be repeated at the end.
    pub(crate) fn failures(&self) -> Vec<String> {
        failures(&plain(&self.output_since(0)))
    }

    fn output(&self) -> Done<File> {
        self.log
            .try_clone()
            .map_err(|error| format!("{}: {error}.", self.path.display()))
    }

    fn show(&self) {
        let took = spell(self.begun.elapsed());
        let tail = plain(&self.output_since(self.mark().saturating_sub(2000)));
        let last: String = tail
            .lines()
            .last()
            .unwrap_or_default()
            .chars()
            .filter(|c| !c.is_control())
            .take(60)
            .collect();
        println!("{} {took}  {last}", self.head);
    }
}

/// The lines that name a test that failed, in the words of Cargo and of Vitest, or an error of the compiler; and the line
/// after a panic, which says why.
fn failures(output: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut after_panic = false;
    for line in output.lines().map(str::trim) {
        let names = line.starts_with("test ") && line.ends_with("FAILED")
            || [
                "FAIL ",
                "AssertionError",
                "Error: ",
                "TestingLibraryElementError",
                "error: ",
                "error[",
            ]
            .iter()
            .any(|start| line.starts_with(start))
            || line.contains("panicked at");
        if names || after_panic {
            found.push(line.chars().take(NAMED_CHARS).collect());
        }
        after_panic = line.contains("panicked at");
    }
    found.dedup();
    found.truncate(NAMED);
    found
}

/// The text without colours, links and other commands to a terminal: not every program stops writing them to a file.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, command)) = rest.split_once('\x1b') {
        plain.push_str(before);
        // "[" up to a letter; "]" up to a bell or the next escape; anything else is one character.
        rest = match command.chars().next() {
            Some('[') => command
                .split_once(|c: char| c.is_ascii_alphabetic())
                .map_or("", |(_, after)| after),
            Some(']') => command
                .find(['\x07', '\x1b'])
                .map_or("", |end| command[end..].trim_start_matches('\x07')),
            Some(other) => &command[other.len_utf8()..],
            None => "",
        };
    }
    plain + rest
}

/// "0.4 s", "12 s", "3 min 05 s".
pub(crate) fn spell(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..60 => format!("{seconds} s"),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_time_is_spelled_as_a_person_would() {
        let spelled = |milliseconds| super::spell(std::time::Duration::from_millis(milliseconds));
        assert_eq!(spelled(420), "0.4 s");
        assert_eq!(spelled(12_900), "12 s");
        assert_eq!(spelled(185_000), "3 min 05 s");
    }

    #[test]
    fn what_failed_is_found_in_a_long_output() {
        let output = "test a::b ... ok\ntest a::c ... FAILED\n\nthread 'a::c' panicked at a.rs:1:2:\nwaited in vain\nnote: x\n \
                      FAIL  src/a.test.tsx > says so\nAssertionError: expected 1\n✓ says no more";
        assert_eq!(
            super::failures(output),
            [
                "test a::c ... FAILED",
                "thread 'a::c' panicked at a.rs:1:2:",
                "waited in vain",
                "FAIL  src/a.test.tsx > says so",
                "AssertionError: expected 1"
            ]
        );
    }

    #[test]
    fn commands_to_a_terminal_are_left_out() {
        assert_eq!(
            super::plain("\x1b[1m\x1b[31mred\x1b[0m and \x1b]8;;https://a.example\x1b\\link\x1b]8;;\x07."),
            "red and link."
        );
        assert_eq!(super::plain("cut \x1b[3"), "cut ");
    }
}
