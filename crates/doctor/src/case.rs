//! The evidence, ready to be searched.

use crate::evidence::Evidence;
use crate::limits;
use portcullis_domain::Endpoint;
use portcullis_programs::Runtime;

/// One failure.
pub(super) struct Case<'a> {
    pub evidence: &'a Evidence,
    /// Standard error without control sequences, oldest first; standard output where a program that failed wrote only there.
    pub lines: Vec<String>,
    /// The lines are from standard output.
    pub is_stdout: bool,
    /// The program as it was typed, without its folder; empty for an address.
    pub program: &'a str,
    /// Its arguments.
    pub arguments: &'a [String],
}

impl<'a> Case<'a> {
    pub(super) fn of(evidence: &'a Evidence) -> Self {
        let (program, arguments) = match &evidence.endpoint {
            Endpoint::Command {
                program, arguments, ..
            } => (bare_name(program), arguments.as_slice()),
            Endpoint::Address { .. } | Endpoint::Demo {} => ("", [].as_slice()),
        };
        let skip = evidence.stderr.len().saturating_sub(limits::STDERR_LINES);
        let lines = evidence.stderr.iter().skip(skip).map(|line| plain(line));
        let mut lines: Vec<String> = lines.collect();
        let failed = evidence.exit_code.is_some_and(|code| code != 0);
        let is_stdout = failed && !evidence.stdout.is_empty() && lines.iter().all(String::is_empty);
        if is_stdout {
            let first = evidence.stdout.iter().take(limits::STDOUT_LINES);
            lines = first.map(|line| plain(line)).collect();
        }
        Self {
            evidence,
            lines,
            is_stdout,
            program,
            arguments,
        }
    }

    /// The first line with one of these words in it.
    pub(super) fn line(&self, words: &[&str]) -> Option<&str> {
        let has = |line: &&String| words.iter().any(|word| line.contains(word));
        self.lines.iter().find(has).map(String::as_str)
    }

    /// The first line with all of these words in it.
    pub(super) fn line_of_all(&self, words: &[&str]) -> Option<&str> {
        let has = |line: &&String| words.iter().all(|word| line.contains(word));
        self.lines.iter().find(has).map(String::as_str)
    }

    /// Whether a line has one of these words.
    pub(super) fn says(&self, words: &[&str]) -> bool {
        self.line(words).is_some()
    }

    /// The runtime that the program comes with.
    pub(super) fn runtime(&self) -> Option<Runtime> {
        Runtime::of(self.program).or_else(|| {
            let version = self.program.strip_prefix("python")?;
            let number = |part: char| part.is_ascii_digit() || part == '.';
            version.chars().all(number).then_some(Runtime::Python)
        })
    }

    /// The version of a runtime, where it is known, as numbers.
    pub(super) fn version(&self, runtime: Runtime) -> Option<Vec<u32>> {
        let known = self
            .evidence
            .versions
            .iter()
            .find(|known| known.runtime == runtime.name());
        known.map(|known| numbers(&known.version))
    }

    /// The argument that a line of the server speaks of, as the person typed it. A version behind the name of a package may
    /// be missing in the line.
    pub(super) fn argument_in(&self, line: &str) -> Option<&str> {
        let spoken = |argument: &&&String| {
            let name = package_name(argument);
            name.len() > 1 && !name.starts_with('-') && line.contains(name)
        };
        let found = self.arguments.iter().filter(|argument| spoken(&argument));
        found.max_by_key(|argument| argument.len()).map(String::as_str)
    }
}

/// Numbers of a version: `20.11.1`.
pub(super) fn numbers(version: &str) -> Vec<u32> {
    version
        .trim_start_matches('v')
        .split('.')
        .map_while(|part| part.parse().ok())
        .collect()
}

/// A package without the version that is asked for.
fn package_name(argument: &str) -> &str {
    let scope = usize::from(argument.starts_with('@'));
    let end = argument
        .char_indices()
        .skip(scope)
        .find(|(_, letter)| matches!(letter, '@' | '=' | '[' | '<' | '>' | '~'));
    end.and_then(|(end, _)| argument.get(..end)).unwrap_or(argument)
}

fn bare_name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.strip_suffix(".exe")
        .or(name.strip_suffix(".cmd"))
        .unwrap_or(name)
}

/// A line without the sequences that color it, cut where it is too long.
fn plain(line: &str) -> String {
    // As the log has it, a control character is written out.
    let line = line.replace("⟨U+001B⟩", "\u{1b}");
    let mut out = String::new();
    let mut letters = line.chars().take(limits::LINE).peekable();
    while let Some(letter) = letters.next() {
        if letter != '\u{1b}' {
            out.push(letter);
            continue;
        }
        // A sequence is `ESC [`, parameters, and a letter that ends it.
        if letters.next_if_eq(&'[').is_some() {
            letters
                .by_ref()
                .find(|letter| letter.is_ascii_alphabetic() || *letter == '~');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::{bare_name, numbers, package_name, plain};

    #[test]
    fn lines_and_names_are_read_bare() {
        assert_eq!(
            plain("\u{1b}[0m\u{1b}[1m\u{1b}[31merror\u{1b}[0m: x \r"),
            "error: x"
        );
        assert_eq!(plain("⟨U+001B⟩[31merror⟨U+001B⟩[0m: x"), "error: x");
        for (argument, name) in [
            ("@scope/name@1.2.3", "@scope/name"),
            ("name@latest", "name"),
            ("name[cli]==1.0", "name"),
            ("--from", "--from"),
            ("@", "@"),
        ] {
            assert_eq!(package_name(argument), name);
        }
        assert_eq!(bare_name("C:\\nodejs\\npx.cmd"), "npx");
        assert_eq!(numbers("v20.11.1-nightly"), [20, 11]);
    }
}
