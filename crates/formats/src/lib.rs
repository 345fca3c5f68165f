//! Server configurations as other hosts and their documentation write them: a command line, an address, a snippet of JSON, YAML or
//! TOML, another host's file or install link. Read into what Portcullis would add, and written the way they are.
//!
//! Everything here is a pure function of a text. It opens no file, starts nothing, asks no questions and looks up no variable. It knows
//! no database and no gate. The host uses it for files and clipboards, and puts what was found to the person.

mod command_line;
mod entry;
mod export;
mod hosts;
pub mod limits;
mod links;
mod placeholders;
mod shapes;
mod tree;

use placeholders::KnownFolders;
use portcullis_core::{Error, Result, bad_input as bad};
use portcullis_domain::{Endpoint, NamedValue, TransportChoice};
use portcullis_l10n::say;
use std::path::Path;

portcullis_l10n::catalogue!();

pub use command_line::take_docker_secrets;
pub use export::{
    ExportFormat, ExportedSecret, ExportedServer, MergedFile, SkippedServer, TextDifference, difference,
    is_export_target, merge, write,
};
pub use hosts::{ConfigFile, FOLDER_VARIABLES, HostFolders, HostKind, config_files, project_files};
pub use links::InstallLink;

/// What stands before a token in the header `Authorization`.
pub const BEARER: &str = "Bearer ";

/// A server as a configuration describes it. Nothing of it is checked yet; the review does that.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundEntry {
    /// What it is called there; empty where it has no name.
    pub name: String,
    /// How it is reached; `None` only with a problem.
    pub endpoint: Option<Endpoint>,
    /// Variables. A secret without a value is missing.
    pub environment: Vec<NamedValue>,
    /// Headers, likewise.
    pub headers: Vec<NamedValue>,
    /// Transport.
    pub transport: TransportChoice,
    /// The other host has it turned off.
    pub off: bool,
    /// Names of variables and headers whose value a person has to give.
    pub missing: Vec<String>,
    /// Of the header `Authorization` the token alone is missing, behind [`BEARER`].
    pub bearer: bool,
    /// Arguments, folder or address with a variable that only the other host knows.
    pub open: Vec<String>,
    /// What was left out, and what is to be done, a sentence each.
    pub remarks: Vec<String>,
    /// Why it cannot be added as it is: one sentence.
    pub problem: Option<String>,
}

/// What a configuration's variables may be filled with.
#[derive(Clone)]
pub struct Variables<'a> {
    folders: KnownFolders<'a>,
    inputs: Vec<PromptInput>,
}

/// A value that VS Code asks for.
#[derive(Debug, Clone)]
struct PromptInput {
    id: String,
    hidden: bool,
    /// What stands in its field at first.
    default: Option<String>,
}

impl<'a> Variables<'a> {
    fn new(folders: KnownFolders<'a>) -> Self {
        Self {
            folders,
            inputs: Vec::new(),
        }
    }

    /// The input that a value refers to.
    fn input(&self, value: &str) -> Option<&PromptInput> {
        let (_, id) = value.split_once("${input:")?;
        let (id, _) = id.split_once('}')?;
        self.inputs.iter().find(|input| input.id == id)
    }

    /// What is proposed for a value that is an input and nothing else.
    fn proposed(&self, value: &str) -> Option<&str> {
        let id = value.strip_prefix("${input:")?.strip_suffix('}')?;
        let input = self.inputs.iter().find(|input| input.id == id)?;
        input.default.as_deref().filter(|_| !input.hidden)
    }
}

/// Reads whatever a person pasted.
///
/// # Errors
/// `input.bad` with what is wrong with it, in a sentence.
pub fn read_pasted(text: &str, home: &Path) -> Result<Vec<FoundEntry>> {
    if text.len() > limits::PASTED {
        return Err(bad(say!("pasted-too-long", limit = limits::PASTED >> 10)));
    }
    let text = shapes::bare(text);
    if text.is_empty() {
        return Err(bad(say!("pasted-empty")).remedy(say!("pasted-remedy")));
    }
    let folders = KnownFolders { home, project: None };
    let variables = Variables::new(folders);
    let found = match links::read(text, &variables)? {
        Some(found) => found,
        None => match shapes::notation(text) {
            Some(notation) => shapes::read(text, notation, folders)?,
            None => vec![command_line::read(text, &variables)?],
        },
    };
    bounded(found)
}

/// Reads a configuration file of another host. In one of a `project`, paths that are relative to its folder become absolute.
///
/// # Errors
/// `input.bad` with what is wrong with it, in a sentence.
pub fn read_file(text: &str, name: &Path, home: &Path, project: Option<&Path>) -> Result<Vec<FoundEntry>> {
    if text.len() > limits::FILE {
        return Err(bad(say!("file-too-long", limit = limits::FILE >> 20)));
    }
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let found = match shapes::read(
        text,
        shapes::Notation::of_file(name),
        KnownFolders { home, project },
    ) {
        Ok(found) => found,
        // A file with settings and without a server is no error.
        Err(Unread::Nothing) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    bounded(found)
}

fn bounded(found: Vec<FoundEntry>) -> Result<Vec<FoundEntry>> {
    match found.len() {
        0 => Err(bad(say!("pasted-no-servers")).remedy(say!("pasted-remedy"))),
        1..=limits::SERVERS => Ok(found),
        count => Err(bad(say!("pasted-too-many", count, limit = limits::SERVERS))),
    }
}

/// Why a configuration was not read.
#[derive(Debug)]
enum Unread {
    /// It is readable, and no server is in it.
    Nothing,
    /// It is not readable.
    Bad(Error),
}

impl From<Unread> for Error {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Nothing => bad(say!("pasted-no-servers")).remedy(say!("pasted-remedy")),
            Unread::Bad(error) => error,
        }
    }
}

/// A parser's refusal, as a sentence.
fn unreadable(why: &tree::Unreadable) -> Error {
    match why {
        tree::Unreadable::Twice(name) if name.is_empty() => bad(say!("unreadable-twice-somewhere")),
        tree::Unreadable::Twice(name) => {
            let name = portcullis_core::text::escape_line(name).text;
            bad(say!("unreadable-twice", name)).remedy(say!("unreadable-twice-remedy"))
        }
        tree::Unreadable::Deep => bad(say!("unreadable-deep", limit = limits::DEPTH)),
        tree::Unreadable::Syntax(Some(line)) => {
            bad(say!("unreadable-line", line = *line)).remedy(say!("unreadable-remedy"))
        }
        tree::Unreadable::Syntax(None) => bad(say!("unreadable")).remedy(say!("unreadable-remedy")),
    }
}

#[cfg(test)]
mod tests;
