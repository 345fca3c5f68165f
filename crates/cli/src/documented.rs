//! The commands that the documentation and the catalogues quote are commands: those in blocks can be run as they are written, those
//! in a sentence exist, with their options.

use crate::args::{self, Cli, PROGRAM};
use clap::{Command, CommandFactory as _};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// From the folder of this crate.
const ROOT: &str = "../..";
/// Pages outside of the documentation's folder.
const OTHER_PAGES: [&str; 3] = ["README.md", "SECURITY.md", "CONTRIBUTING.md"];
/// Folders of pages that are not read: decisions tell what was so on their day, the reference is written from the commands.
const LEFT_OUT: [&str; 2] = ["decisions", "reference"];

/// What a person puts in the place of words that only a value can be.
const STAND_INS: [(&str, &str); 2] = [
    ("ENTRY", "7"),
    (
        "$(cat head)",
        "7:0000000000000000000000000000000000000000000000000000000000000000",
    ),
];

#[test]
fn commands_in_blocks_of_the_documentation_parse() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for (name, page) in pages() {
        for line in block_commands(&page) {
            seen += 1;
            let stand_in = |word: &String| {
                STAND_INS
                    .iter()
                    .find(|(name, _)| name == word)
                    .map(|(_, value)| *value)
            };
            let typed = line
                .iter()
                .map(|word| OsString::from(stand_in(word).unwrap_or(word)));
            if let Err(error) = args::parse(typed)
                && error.use_stderr()
            {
                wrong.push(format!("{name}: {PROGRAM} {}\n{error}", line.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 30, "{seen} commands were found");
}

#[test]
fn commands_in_sentences_of_the_documentation_exist() {
    let mut root = Cli::command();
    root.build();
    let mut seen = 0;
    let mut wrong = Vec::new();
    for (name, page) in pages() {
        for words in quoted_commands(&page) {
            seen += 1;
            if let Some(word) = unknown_word(&root, &words) {
                wrong.push(format!("{name}: “{word}” in {PROGRAM} {}", words.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 20, "{seen} commands were found");
}

#[test]
fn commands_in_sentences_of_the_catalogues_exist() {
    let mut root = Cli::command();
    root.build();
    let mut seen = 0;
    let mut wrong = Vec::new();
    for path in catalogues() {
        for words in named_commands(&std::fs::read_to_string(&path).unwrap()) {
            seen += 1;
            if let Some(word) = unknown_word(&root, &words) {
                wrong.push(format!(
                    "{}: “{word}” in {PROGRAM} {}",
                    path.display(),
                    words.join(" ")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 100, "{seen} commands were found");
}

/// The catalogues of all crates, in both languages.
fn catalogues() -> Vec<PathBuf> {
    let crates = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("..");
    let folders = std::fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = folders.flat_map(|folder| ["en", "zh-CN"].map(|it| folder.join(format!("l10n/{it}.ftl"))));
    files.filter(|path| path.is_file()).collect()
}

/// The words after the program's name in each command that a message names: `“portcullis-cli status { $server }”`.
fn named_commands(catalogue: &str) -> Vec<Vec<String>> {
    let named = catalogue
        .split('“')
        .skip(1)
        .filter_map(|rest| rest.split('”').next());
    named
        .filter_map(|command| {
            let arguments = command.strip_prefix(PROGRAM)?;
            arguments
                .starts_with(' ')
                .then(|| shell_words(&without_values(arguments)))
        })
        .collect()
}

/// A command in which each `{ $value }` is a word in capitals, as an example has it.
fn without_values(command: &str) -> String {
    let mut parts = command.split("{ $");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + "VALUE" + part.split_once(" }").map_or("", |(_, after)| after)
    })
}

/// The pages, by their names.
fn pages() -> Vec<(String, String)> {
    // At run time, since work trees may share a compiled test.
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join(ROOT);
    let mut paths: Vec<PathBuf> = OTHER_PAGES.iter().map(|name| root.join(name)).collect();
    add_pages(&root.join("docs"), &mut paths);
    let name = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
    paths
        .iter()
        .map(|path| {
            (
                name(path),
                std::fs::read_to_string(path).unwrap().replace("\r\n", "\n"),
            )
        })
        .collect()
}

fn add_pages(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_left_out = LEFT_OUT.iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_left_out {
            add_pages(&path, paths);
        } else if path.extension().is_some_and(|it| it == "md") {
            paths.push(path);
        }
    }
}

/// The arguments of each command in a block of code.
fn block_commands(page: &str) -> Vec<Vec<String>> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    blocks
        .flat_map(str::lines)
        .filter_map(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("target/release/").unwrap_or(line);
            let arguments = line.strip_prefix(PROGRAM)?;
            arguments.starts_with(' ').then(|| shell_words(arguments))
        })
        .collect()
}

/// The words after the program's name in each quoted command of the sentences.
fn quoted_commands(page: &str) -> Vec<Vec<String>> {
    let prose: Vec<&str> = page.split("\n```").step_by(2).collect();
    let prose = prose.join("\n");
    let quoted = prose.split('`').skip(1).step_by(2);
    quoted
        .filter_map(|code| {
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            let arguments = code.strip_prefix(PROGRAM)?;
            arguments.starts_with(' ').then(|| shell_words(arguments))
        })
        .collect()
}

/// The words of a line, up to a comment, a pipe or a redirection, as a shell takes them apart. Variables stay as they are.
fn shell_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '#') if word.is_none() => break,
            (None, '|' | '>') => break,
            (None, ' ') => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), letter) if letter == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The first word that should be a command below another one, or an option, and is none.
fn unknown_word(root: &Command, words: &[String]) -> Option<String> {
    let mut command = root;
    for word in words.iter().take_while(|word| *word != "--") {
        if let Some(option) = word.strip_prefix("--") {
            let option = option.split('=').next().unwrap_or(option);
            let has = |of: &Command| of.get_arguments().any(|it| it.get_long() == Some(option));
            if !has(command) && !has(root) {
                return Some(word.clone());
            }
        } else if command.has_subcommands() {
            match command.find_subcommand(word) {
                Some(below) => command = below,
                // “help COMMAND”
                None if command.get_positionals().next().is_some() || *word == word.to_uppercase() => {}
                None => return Some(word.clone()),
            }
        }
    }
    None
}

#[test]
fn a_line_is_taken_apart_as_by_a_shell() {
    for (line, words) in [
        (r#" a --b "c \"d\" e"   # f"#, &["a", "--b", "c \"d\" e"][..]),
        (" a > b", &["a"][..]),
        (" a 'b \"c\"' | d", &["a", "b \"c\""][..]),
        (" a '' x#y", &["a", "", "x#y"][..]),
    ] {
        assert_eq!(shell_words(line), words, "{line}");
    }
}

#[test]
fn a_command_or_option_that_does_not_exist_is_found() {
    let mut root = Cli::command();
    root.build();
    let unknown = |line: &str| unknown_word(&root, &shell_words(line));
    assert_eq!(unknown("server edit LABEL --note TEXT"), None);
    assert_eq!(unknown("server add x -- npx --nothing"), None);
    assert_eq!(
        named_commands("a = Use “portcullis-cli task show { $id } --wait”, not “task”.\n"),
        [["task", "show", "VALUE", "--wait"]]
    );
    assert_eq!(
        unknown("server edit LABEL --notes TEXT").as_deref(),
        Some("--notes")
    );
    assert_eq!(unknown("server rename x").as_deref(), Some("rename"));
    assert_eq!(unknown("servers").as_deref(), Some("servers"));
}
