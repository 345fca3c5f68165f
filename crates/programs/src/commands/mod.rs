//! The commands in a command line: the line itself, and what is inside it, behind `env` or in code for a shell.
//!
//! Pure: nothing is looked up. It reads what people write into configurations, not everything that a shell accepts, so
//! what it finds is remarked on and compared; what it does not find is never taken as proof that nothing is there.

mod inline;
mod options;
mod powershell;
mod split;

pub(super) use options::takes_value;

use crate::limits::{COMMANDS, COMMANDS_DEEP};
use std::path::Path;

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedCommand {
    /// The program as it is written.
    pub program: String,
    /// What it is known by: lower case, without folder, extension and version, so `python` for `/usr/bin/python3.11`.
    pub name: String,
    /// Without the program itself.
    pub arguments: Vec<String>,
    /// Names of the variables that are set in front of it.
    pub variables: Vec<String>,
    /// Where in the line it is.
    pub place: CommandPlace,
}

/// Where a command is in the line that it was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandPlace {
    /// The line itself.
    Itself,
    /// Behind a program that starts it as it is (`env`, `nice`), found by the same search path.
    Behind,
    /// Behind a program that decides where to find it (`uv run`, `op run --`).
    Within,
    /// In code for a shell.
    Code,
}

/// Programs that start the command behind them: their options that take a value, and how many words come before it.
const PREFIXES: &[(&str, &str, usize)] = &[
    ("env", "-u --unset -C --chdir -a --argv0", 0),
    ("nice", "-n --adjustment", 0),
    ("ionice", "-c --class -n --classdata", 0),
    ("nohup", "", 0),
    ("setsid", "", 0),
    ("timeout", "-s --signal -k --kill-after", 1),
    ("gtimeout", "-s --signal -k --kill-after", 1),
    ("stdbuf", "-i --input -o --output -e --error", 0),
    ("time", "-f --format -o --output", 0),
    (
        "sudo",
        "-u --user -g --group -h --host -p --prompt -C -r -t -T -D --chdir",
        0,
    ),
    ("doas", "-u -C", 0),
    ("chrt", "-T -P -D", 1),
    ("taskset", "", 1),
    ("caffeinate", "-t -w", 0),
    ("exec", "-a", 0),
    ("command", "", 0),
    ("builtin", "", 0),
    ("nocorrect", "", 0),
    ("busybox", "", 0),
    ("toybox", "", 0),
    ("arch", "-arch -e", 0),
    ("prlimit", "", 0),
    ("unbuffer", "", 0),
    ("cross-env", "", 0),
    ("flock", "-w --wait --timeout -E --conflict-exit-code", 1),
    (
        "xvfb-run",
        "-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait",
        0,
    ),
    ("dbus-run-session", "--config-file --dbus-daemon", 0),
    (
        "systemd-run",
        "-u --unit -p --property --description --slice -E --setenv -M --machine -H --host --uid --gid --nice \
         --working-directory --service-type --background --job-mode",
        0,
    ),
];

/// Options before a command of `systemd-run` that set a variable for it.
const SYSTEMD_VARIABLES: &[&str] = &["-E", "--setenv"];

/// Programs that run a package or an image, which they fetch where it is not there yet.
const FETCHERS: &[&str] = &[
    "npx",
    "bunx",
    "pnpx",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "deno",
    "uvx",
    "uv",
    "pipx",
    "docker",
    "podman",
    "nerdctl",
    "finch",
    "container",
    "go",
    "nix",
    "nix-shell",
    "dnx",
];

/// Programs that start a command in an environment of their own: the words that lead to it, and their options that
/// take a value.
const RUNNERS: &[(&str, &[&str], &str)] = &[
    (
        "uv",
        &["run"],
        "--with --with-editable --with-requirements --python -p --directory --project --extra --group --only-group \
         --no-extra --env-file --index --default-index --index-url --extra-index-url --find-links --from --package \
         --config-file --cache-dir --color --refresh-package --upgrade-package --reinstall-package",
    ),
    ("poetry", &["run"], "-C --directory -P --project"),
    ("pipenv", &["run"], ""),
    ("pdm", &["run"], "-p --project"),
    ("rye", &["run"], "--pyproject"),
    ("conda", &["run"], "-n --name -p --prefix --cwd"),
    ("mamba", &["run"], "-n --name -p --prefix --cwd"),
    ("micromamba", &["run"], "-n --name -p --prefix --cwd"),
    ("pnpm", &["exec"], "-C --dir --filter"),
    ("yarn", &["exec"], "--cwd"),
    ("bundle", &["exec"], ""),
];

/// The commands in `program` with `arguments`, the line itself first. `target` is the file that the program leads to:
/// its name counts where the program's own says nothing.
#[must_use]
pub fn commands(program: &str, target: Option<&Path>, arguments: &[String]) -> Vec<ParsedCommand> {
    let mut name = known_name(program);
    if let Some(target) = target.and_then(Path::to_str).map(known_name)
        && !is_known(&name)
        && is_known(&target)
    {
        name = target;
    }
    let first = ParsedCommand {
        program: program.trim().to_owned(),
        name,
        arguments: arguments.to_vec(),
        variables: Vec::new(),
        place: CommandPlace::Itself,
    };
    let mut found = Vec::new();
    add(first, 0, &mut found);
    found
}

/// A command that was found in a file, such as the interpreter that its first line names.
pub(super) fn behind(words: &[String]) -> Vec<ParsedCommand> {
    let mut found = Vec::new();
    if let Some(command) = ParsedCommand::of(words, CommandPlace::Behind) {
        add(command, 0, &mut found);
    }
    found
}

/// All words of a text of code, whatever commands they are in.
pub(super) fn inline_words(code: &str) -> Vec<String> {
    split::words(code)
}

fn add(command: ParsedCommand, depth: usize, found: &mut Vec<ParsedCommand>) {
    if found.len() >= COMMANDS || depth > COMMANDS_DEEP {
        return;
    }
    let inside = command.inside();
    found.push(command);
    for command in inside {
        add(command, depth + 1, found);
    }
}

/// What an interpreter is told to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedScript<'a> {
    /// As it is written.
    pub name: &'a str,
    /// It is a module of Python, not a file.
    pub module: bool,
}

impl ParsedCommand {
    /// The script or module that an interpreter runs, as far as its arguments tell.
    #[must_use]
    pub fn script(&self) -> Option<NamedScript<'_>> {
        if !is_interpreter(&self.name) || self.inline_code().is_some() {
            return None;
        }
        let mut before = "";
        for (at, word) in self.arguments.iter().enumerate() {
            if let Some(glued) = module(word).filter(|_| is_python(&self.name)) {
                let next = self.arguments.get(at + 1).map(String::as_str);
                let name = Some(glued).filter(|glued| !glued.is_empty()).or(next)?;
                return Some(NamedScript { name, module: true });
            }
            let option = word.starts_with(['-', '+']);
            let lead = at == 0
                && matches!(
                    (self.name.as_str(), word.as_str()),
                    ("deno" | "bun", "run" | "serve")
                );
            if !option && !lead && !takes_value(&self.name, before) {
                return Some(NamedScript {
                    name: word,
                    module: false,
                });
            }
            before = word;
        }
        None
    }

    /// From its words in code for a shell, and those of the command before it.
    fn in_code(words: &[String], before: Option<&[String]>) -> Option<Self> {
        let place = CommandPlace::Code;
        let Some(name) = powershell::variable_set(words, before) else {
            return Self::of(words, place);
        };
        let (program, arguments) = words.split_first()?;
        Some(Self {
            program: program.clone(),
            name: "$env".to_owned(),
            arguments: arguments.to_vec(),
            variables: vec![name],
            place,
        })
    }

    /// From its words; leading `NAME=value` are variables.
    fn of(words: &[String], place: CommandPlace) -> Option<Self> {
        let set = words.iter().take_while(|word| variable(word, place).is_some());
        let (before, rest) = words.split_at_checked(set.count())?;
        let (program, arguments) = rest.split_first()?;
        let name = known_name(program);
        let exports = matches!(name.as_str(), "export" | "declare" | "typeset" | "set" | "setx");
        let exported = arguments.iter().filter(|_| exports);
        let variables = before
            .iter()
            .chain(exported)
            .filter_map(|word| variable(word, place));
        Some(Self {
            variables: variables.map(str::to_owned).collect(),
            program: program.clone(),
            arguments: arguments.to_vec(),
            name,
            place,
        })
    }

    /// The commands that it starts by its own arguments.
    fn inside(&self) -> Vec<Self> {
        if let Some(code) = self.inline_code().filter(|code| code.shell) {
            let commands = split::commands(&code.text);
            let before = std::iter::once(None).chain(commands.iter().map(|words| Some(words.as_slice())));
            let commands = commands.iter().zip(before);
            return commands
                .filter_map(|(words, before)| Self::in_code(words, before))
                .collect();
        }
        let (words, place) = match self.name.as_str() {
            "env" => (self.behind_env(), CommandPlace::Behind),
            "systemd-run" => (self.behind_systemd_run(), CommandPlace::Behind),
            name => {
                if let Some((_, valued, before)) = PREFIXES.iter().find(|(prefix, ..)| *prefix == name) {
                    let rest = after_options(&self.arguments, valued);
                    (
                        rest.get(*before..).unwrap_or_default().to_vec(),
                        CommandPlace::Behind,
                    )
                } else if let Some(rest) = self.run() {
                    (rest.to_vec(), CommandPlace::Within)
                } else if is_interpreter(name) {
                    return Vec::new();
                } else {
                    let mut words = self.arguments.iter();
                    words.find(|word| *word == "--");
                    (words.cloned().collect(), CommandPlace::Within)
                }
            }
        };
        Self::of(&words, place).into_iter().collect()
    }

    /// What a runner runs.
    fn run(&self) -> Option<&[String]> {
        let mut runners = RUNNERS.iter();
        let (_, lead, valued) = runners.find(|(name, ..)| *name == self.name)?;
        let mut rest = after_options(&self.arguments, valued);
        for word in *lead {
            let (first, more) = rest.split_first()?;
            if first != word {
                return None;
            }
            rest = after_options(more, valued);
        }
        Some(rest)
    }

    /// The variables that `systemd-run` sets, and its command.
    fn behind_systemd_run(&self) -> Vec<String> {
        let valued = PREFIXES.iter().find(|(name, ..)| *name == "systemd-run");
        let rest = after_options(&self.arguments, valued.map_or("", |(_, valued, _)| valued));
        let options = self.arguments.len() - rest.len();
        let options = self.arguments.get(..options).unwrap_or_default();
        let mut words = values(options, SYSTEMD_VARIABLES);
        words.retain(|word| word.contains('='));
        words.extend_from_slice(rest);
        words
    }

    /// `env` takes its command and its options also from one text.
    fn behind_env(&self) -> Vec<String> {
        let mut words = self.arguments.clone();
        let at = words
            .iter()
            .take_while(|word| word.starts_with('-') && split_text(word).is_none())
            .count();
        if let Some(glued) = words.get(at).and_then(|word| split_text(word)).map(str::to_owned) {
            let mut rest = words.split_off(at).into_iter().skip(1);
            let text = if glued.is_empty() {
                rest.next().unwrap_or_default()
            } else {
                glued
            };
            words.extend(split::words(&text));
            words.extend(rest);
        }
        let valued = PREFIXES.iter().find(|(name, ..)| *name == "env");
        after_options(&words, valued.map_or("", |(_, valued, _)| valued)).to_vec()
    }
}

/// What follows the `m` in `-m`, `-Im`, `-mname`.
pub(super) fn module(word: &str) -> Option<&str> {
    let (flags, module) = word.strip_prefix('-')?.split_once('m')?;
    flags
        .chars()
        .all(|flag| "bBdEiIOPqRsSuvx".contains(flag))
        .then_some(module)
}

/// The text in `-Stext`, `-vStext` and `--split-string=text`; empty where it is the next word.
fn split_text(word: &str) -> Option<&str> {
    if let Some(text) = word.strip_prefix("--split-string") {
        return text.is_empty().then_some(text).or(text.strip_prefix('='));
    }
    let (flags, text) = word.strip_prefix('-')?.split_once('S')?;
    flags
        .chars()
        .all(|flag| matches!(flag, 'i' | 'v' | '0'))
        .then_some(text)
}

/// What follows the options, of which those in `valued` take the next word.
#[must_use]
pub fn after_options<'a>(words: &'a [String], valued: &str) -> &'a [String] {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if word == "--" {
            at += 1;
            break;
        }
        if !word.starts_with('-') {
            break;
        }
        at += if valued.split(' ').any(|option| option == word) {
            2
        } else {
            1
        };
    }
    words.get(at..).unwrap_or_default()
}

/// The values of options, behind `=` or as the next word.
#[must_use]
pub fn values(arguments: &[String], options: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if options.contains(&word.as_str()) {
            values.extend(words.next().cloned());
        } else if let Some((option, value)) = word.split_once('=')
            && options.contains(&option)
        {
            values.push(value.to_owned());
        }
    }
    values
}

/// The name in `NAME=value`. A shell wants an ordinary name, `env` takes any.
fn variable(word: &str, place: CommandPlace) -> Option<&str> {
    let (name, _) = word.split_once('=')?;
    let first = name.chars().next()?;
    let fits = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let ordinary = !first.is_ascii_digit() && name.chars().all(fits);
    (ordinary || place == CommandPlace::Behind).then_some(name)
}

/// What a program is known by.
fn known_name(program: &str) -> String {
    let file = program.trim().rsplit(['/', '\\']).next().unwrap_or_default();
    let mut name = file.to_ascii_lowercase();
    for extension in [".exe", ".cmd", ".bat", ".com", ".ps1"] {
        if let Some(short) = name.strip_suffix(extension) {
            name = short.to_owned();
        }
    }
    let short =
        name.trim_end_matches(|character: char| character.is_ascii_digit() || ".-".contains(character));
    if short.is_empty() { name } else { short.to_owned() }
}

fn is_known(name: &str) -> bool {
    is_interpreter(name)
        || PREFIXES.iter().any(|(prefix, ..)| *prefix == name)
        || RUNNERS.iter().any(|(runner, ..)| *runner == name)
}

/// Whether a program runs a package or an image, which no approval of files covers.
#[must_use]
pub fn is_fetcher(name: &str) -> bool {
    FETCHERS.contains(&name)
}

/// Whether a program runs code from files or texts.
#[must_use]
pub fn is_interpreter(name: &str) -> bool {
    is_shell(name) || is_javascript(name) || is_python(name) || OTHERS.contains(&name)
}

pub(super) fn is_shell(name: &str) -> bool {
    matches!(
        name,
        "sh" | "bash"
            | "zsh"
            | "dash"
            | "ash"
            | "ksh"
            | "mksh"
            | "fish"
            | "csh"
            | "tcsh"
            | "nu"
            | "rbash"
            | "su"
    ) || is_windows_shell(name)
}

fn is_windows_shell(name: &str) -> bool {
    matches!(name, "cmd" | "powershell" | "pwsh")
}

pub(super) fn is_javascript(name: &str) -> bool {
    matches!(
        name,
        "node" | "nodejs" | "bun" | "deno" | "tsx" | "ts-node" | "electron" | "nodemon"
    )
}

pub(super) fn is_python(name: &str) -> bool {
    matches!(
        name,
        "python" | "pythonw" | "pypy" | "py" | "micropython" | "ipython" | "graalpy"
    )
}

const OTHERS: &[&str] = &[
    "ruby",
    "jruby",
    "truffleruby",
    "perl",
    "raku",
    "php",
    "lua",
    "luajit",
    "rscript",
    "r",
    "julia",
    "java",
    "javaw",
    "dotnet",
    "mono",
    "osascript",
    "tclsh",
    "wish",
    "expect",
    "awk",
    "gawk",
    "mawk",
    "sed",
    "guile",
    "racket",
    "runghc",
    "groovy",
    "scala",
    "kotlin",
    "clojure",
    "bb",
    "elixir",
    "escript",
    "erl",
    "swift",
    "wscript",
    "cscript",
    "make",
    "gmake",
    "just",
    "wasmtime",
    "wasmer",
    "ansible-playbook",
    "source",
    ".",
];

#[cfg(test)]
mod tests;
