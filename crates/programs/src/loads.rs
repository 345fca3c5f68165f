//! Which files a program loads as code, as far as its arguments tell (S-13).
//!
//! What counts: the interpreter of a `#!` line and what `env` finds for it; each program behind `env` and its like; of an
//! interpreter the script, and every file in its own options; of any program each argument, or part of one, that names
//! a file with the extension or the beginning of code. In doubt a file counts.
//!
//! What does not: other files among the arguments, such as a database or a log. They change legitimately, so a person is
//! told that they are not compared. And what a script imports, which only running it would tell; and a package or an image,
//! also one of a fixed version, which is a whole tree of others.

mod look;
mod words;

use super::{Fingerprint, ParsedCommand, SearchPath, is_fetcher};
use look::Look;
use portcullis_core::Result;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// A file that is compared before each start, besides the program itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// Absolute, links not followed.
    pub path: PathBuf,
    /// What it is.
    pub what: What,
    /// The file behind it, links followed.
    pub file: Fingerprint,
}

/// What a file is to the program that loads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The program that a `#!` line names.
    Interpreter,
    /// A program that another one starts.
    Program,
    /// Code.
    Script,
    /// Says what is to be run (`package.json`, `Makefile`).
    Project,
}

impl What {
    /// In words.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Interpreter => say!("loads-interpreter"),
            Self::Program => say!("loads-program"),
            Self::Script => say!("loads-script"),
            Self::Project => say!("loads-project"),
        }
    }
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loads {
    /// In the order found.
    pub files: Vec<Loaded>,
    /// Files among the arguments that are not compared.
    pub data: Vec<PathBuf>,
    /// Modules that are named and not found in the working folder.
    pub modules: Vec<String>,
    /// It runs code that loads more, a package or an image.
    pub more: bool,
    /// There are too many words to look at all of them.
    pub cut: bool,
}

/// Looks for the files that `program` loads when it is started in `folder`. Blocking: reads them.
///
/// # Errors
/// `launch.*` and `input.bad` as reasons: a file is being written, or there are more than can be compared.
pub fn loads(
    program: &Path,
    file: &Fingerprint,
    line: &[ParsedCommand],
    folder: &Path,
    search: &SearchPath,
) -> Result<Loads> {
    let mut look = Look::new(line, folder, search);
    look.found.more = line.iter().any(|command| is_fetcher(&command.name));
    look.first_line(program, &file.target, 0)?;
    for command in line {
        look.program(command, 0)?;
        look.project(command)?;
        look.script(command)?;
    }
    look.mentioned(line)?;
    Ok(look.found)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
