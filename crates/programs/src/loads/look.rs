//! One search for the files that a command line loads, with its limits.

use super::words::{is_code, names, path_of_url, places, scripts};
use super::{Loaded, Loads, What};
use crate::commands::{behind, inline_words, is_interpreter, is_python, module, takes_value};
use crate::first_line::{self, FirstLine};
use crate::limits::{FILES_LOOKED, FOLDERS_LOOKED, LOADED_BYTES, LOADED_FILES, SCRIPTS_DEEP};
use crate::{CommandPlace, Fingerprint, ParsedCommand, SearchPath, resolve};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Options and words before a folder that a command works in.
const FOLDERS: &[&str] = &[
    "cd",
    "--directory",
    "--cwd",
    "-C",
    "--chdir",
    "--project",
    "--prefix",
    "--dir",
    "--workdir",
    "--working-directory",
    "-WorkingDirectory",
    "pushd",
    "Set-Location",
];

/// Files that say what a program runs, by what it is known by.
const PROJECTS: &[(&[&str], &[&str])] = &[
    (&["npm", "pnpm", "yarn", "bun"], &["package.json"]),
    (
        &["npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun"],
        &[".npmrc", ".yarnrc.yml", ".yarnrc"],
    ),
    (&["pnpm", "pnpx"], &["pnpm-workspace.yaml", ".pnpmfile.cjs"]),
    (&["bun", "bunx"], &["bunfig.toml"]),
    (&["deno"], &["deno.json", "deno.jsonc", "package.json"]),
    (&["uv", "uvx"], &["uv.toml", "pyproject.toml"]),
    (
        &["poetry", "pdm", "hatch", "rye", "pipenv"],
        &["pyproject.toml", "Pipfile"],
    ),
    (&["hatch"], &["hatch.toml"]),
    (&["make", "gmake"], &["GNUmakefile", "makefile", "Makefile"]),
    (&["just"], &["justfile", "Justfile", ".justfile"]),
    (&["cargo"], &["Cargo.toml", ".cargo/config.toml", ".cargo/config"]),
    (
        &[
            "docker",
            "podman",
            "nerdctl",
            "finch",
            "docker-compose",
            "podman-compose",
        ],
        &[
            "compose.yaml",
            "compose.yml",
            "docker-compose.yaml",
            "docker-compose.yml",
            "compose.override.yaml",
            "compose.override.yml",
            "docker-compose.override.yaml",
            "docker-compose.override.yml",
            // May name other files than these. Nothing but Compose reads it.
            ".env",
        ],
    ),
];

/// What is known while it is being looked for.
pub(super) struct Look<'a> {
    pub(super) found: Loads,
    search: &'a SearchPath,
    /// Folders that a relative path may start from, the working folder first.
    bases: Vec<PathBuf>,
    seen: HashSet<PathBuf>,
    bytes: u64,
    looked: usize,
}

impl<'a> Look<'a> {
    pub(super) fn new(line: &[ParsedCommand], folder: &Path, search: &'a SearchPath) -> Self {
        let mut look = Self {
            found: Loads::default(),
            search,
            bases: vec![folder.to_owned()],
            seen: HashSet::new(),
            bytes: 0,
            looked: 0,
        };
        look.add_bases(line);
        look
    }

    fn add_bases(&mut self, line: &[ParsedCommand]) {
        for command in line {
            let words = std::iter::once(&command.program).chain(&command.arguments);
            for (word, next) in words.clone().zip(words.skip(1)) {
                let value = FOLDERS.contains(&word.as_str()).then_some(next.as_str());
                let glued = next
                    .split_once('=')
                    .filter(|(option, _)| FOLDERS.contains(option));
                for name in [value, glued.map(|(_, value)| value)].into_iter().flatten() {
                    let folders = places(name, &self.bases)
                        .into_iter()
                        .filter(|place| place.is_dir());
                    let room = FOLDERS_LOOKED.saturating_sub(self.bases.len());
                    self.bases.extend(folders.take(room).collect::<Vec<_>>());
                }
            }
        }
        self.bases.dedup();
    }

    /// What runs a file: the interpreter of its first line, and what `env` finds for it.
    pub(super) fn first_line(&mut self, program: &Path, target: &Path, depth: usize) -> Result<()> {
        let extension = target.extension().and_then(|it| it.to_str());
        let is_batch = |it: &str| {
            ["cmd", "bat", "ps1"]
                .iter()
                .any(|batch| it.eq_ignore_ascii_case(batch))
        };
        let batch = extension.is_some_and(is_batch);
        self.found.more |= batch;
        let Ok(FirstLine::Script(words)) = FirstLine::of(target) else {
            return Ok(());
        };
        self.found.more = true;
        if depth > SCRIPTS_DEEP {
            let shown = crate::quoted(program);
            let reason = say!("script-too-deep", script = shown);
            return Err(Error::new(Code::LaunchNotExecutable, reason));
        }
        for command in behind(&words) {
            self.program(&command, depth + 1)?;
            self.script(&command)?;
        }
        Ok(())
    }

    /// The program of a command behind another.
    pub(super) fn program(&mut self, command: &ParsedCommand, depth: usize) -> Result<()> {
        let by_path = command.program.contains('/') || cfg!(windows) && command.program.contains('\\');
        let program = match command.place {
            CommandPlace::Itself => return Ok(()),
            _ if by_path => {
                let mut places = places(&command.program, &self.bases).into_iter();
                places.find(|place| place.is_file())
            }
            CommandPlace::Behind => resolve(&command.program, self.search)
                .ok()
                .map(|found| found.path),
            CommandPlace::Within | CommandPlace::Code => None,
        };
        let Some(program) = program else { return Ok(()) };
        let what = if depth > 0 {
            What::Interpreter
        } else {
            What::Program
        };
        self.add(&program, what)?;
        self.first_line(&program, &program, depth)
    }

    /// The files in which a project says what its tools run. Not those of a home folder: they are the person's own
    /// settings, and every tool of theirs works by them.
    pub(super) fn project(&mut self, command: &ParsedCommand) -> Result<()> {
        let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
        let is_home = |base: &Path| home.is_some() && base.canonicalize().ok() == home;
        let first = command.arguments.first().map_or("", String::as_str);
        let fetches = matches!(first, "exec" | "x" | "dlx");
        let composes =
            command.name.ends_with("-compose") || command.arguments.iter().any(|word| word == "compose");
        for (_, files) in PROJECTS
            .iter()
            .filter(|(names, _)| names.contains(&command.name.as_str()))
        {
            for file in *files {
                if fetches && *file == "package.json" || !composes && *file == ".env" {
                    continue;
                }
                let bases = self.bases.iter().filter(|base| !is_home(base));
                let places: Vec<_> = bases
                    .map(|base| base.join(file))
                    .filter(|place| place.is_file())
                    .collect();
                for place in places {
                    self.found.more = true;
                    self.add(&place, What::Project)?;
                }
            }
        }
        Ok(())
    }

    /// Of an interpreter the script, and the files in the options before it.
    pub(super) fn script(&mut self, command: &ParsedCommand) -> Result<()> {
        if !is_interpreter(&command.name) {
            return Ok(());
        }
        self.found.more = true;
        // These read their file also where code is given.
        let reads_file = matches!(command.name.as_str(), "make" | "gmake" | "just" | "expect");
        let inline = command.inline_code().is_some() && !reads_file;
        let mut before = "";
        for (at, word) in command.arguments.iter().enumerate() {
            if let Some(glued) = module(word).filter(|_| is_python(&command.name) && !inline) {
                let next = command.arguments.get(at + 1).map_or("", String::as_str);
                return self.module(if glued.is_empty() { next } else { glued });
            }
            let option = word.starts_with('-') || word.starts_with('+');
            let value = takes_value(&command.name, before);
            // Behind code there are only arguments for it.
            if inline && !option && !value {
                return Ok(());
            }
            let mut any = false;
            for place in self.all_places(word) {
                for file in scripts(&place, &command.name) {
                    any = true;
                    self.add(&file, What::Script)?;
                }
            }
            if any && !option && !value {
                return Ok(());
            }
            before = word;
        }
        Ok(())
    }

    /// Python looks for a module in the working folder first.
    fn module(&mut self, module: &str) -> Result<()> {
        let path = module.replace('.', "/");
        let mut any = false;
        for base in self.bases.clone() {
            for file in [
                format!("{path}.py"),
                format!("{path}/__init__.py"),
                format!("{path}/__main__.py"),
            ] {
                let file = base.join(file);
                if file.is_file() {
                    any = true;
                    self.add(&file, What::Script)?;
                }
            }
        }
        if !any {
            self.found.modules.push(module.to_owned());
        }
        Ok(())
    }

    /// Whatever else names a file: code is compared, the rest is told.
    pub(super) fn mentioned(&mut self, line: &[ParsedCommand]) -> Result<()> {
        let first = line.iter().take(1).flat_map(|command| command.arguments.clone());
        let inline = line.iter().filter_map(ParsedCommand::inline_code);
        let words: Vec<_> = first
            .chain(inline.flat_map(|code| inline_words(&code.text)))
            .collect();
        for word in words {
            for place in self.all_places(&word) {
                if !place.is_file() || self.seen.contains(&place) {
                    continue;
                }
                let start = FirstLine::of(&place).unwrap_or(FirstLine::Other);
                if !is_code(&place) && start == FirstLine::Other || first_line::open_regular(&place).is_err()
                {
                    self.data(place);
                    continue;
                }
                self.found.more = true;
                self.add(&place, What::Script)?;
                #[cfg(unix)]
                if crate::resolve::may_run(&place) {
                    self.first_line(&place, &place, 0)?;
                }
            }
        }
        Ok(())
    }

    fn data(&mut self, place: PathBuf) {
        if self.found.data.len() < LOADED_FILES && !self.found.data.contains(&place) {
            self.found.data.push(place);
        }
    }

    /// Where the names in a word lead, as long as there is room to look.
    fn all_places(&mut self, word: &str) -> Vec<PathBuf> {
        let names = names(word);
        let of_urls: Vec<String> = names.iter().filter_map(|name| path_of_url(name)).collect();
        let all = names.into_iter().chain(of_urls.iter().map(String::as_str));
        let places: Vec<_> = all.flat_map(|name| places(name, &self.bases)).collect();
        self.looked += places.len();
        if self.looked > FILES_LOOKED {
            self.found.cut = true;
            return Vec::new();
        }
        places
    }

    fn add(&mut self, path: &Path, what: What) -> Result<()> {
        if !self.seen.insert(path.to_owned()) {
            return Ok(());
        }
        if first_line::open_regular(path).is_err() {
            self.data(path.to_owned());
            return Ok(());
        }
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        self.bytes = self.bytes.saturating_add(size);
        if self.found.files.len() >= LOADED_FILES || self.bytes > LOADED_BYTES {
            let (most, gib) = (LOADED_FILES, LOADED_BYTES >> 30);
            let reason = say!("loads-too-much", most, gib);
            return Err(Error::new(Code::BadInput, reason).remedy(say!("loads-too-much-remedy")));
        }
        let file = Fingerprint::of(path)?;
        let path = path.to_owned();
        self.found.files.push(Loaded { path, what, file });
        Ok(())
    }
}
