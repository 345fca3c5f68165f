//! No sentence for a person is in the Rust code: what a person reads is said with `say!`. The page has the same check in
//! `ui/src/l10n/catalogues.test.ts`.

use super::root;
use std::fs;
use std::path::{Path, PathBuf};

/// Files with sentences that no person reads in them, and who does.
const OTHERS: &[(&str, &str)] = &[
    ("crates/catalog/src/icons.rs", "a log line, at level debug"),
    ("crates/demo/src/", "clients of the demo server"),
    ("crates/doctor/src/", "compared with what programs print"),
    (
        "crates/host/src/host/calls/fenced.rs",
        "compared with what programs print",
    ),
    ("crates/host/src/host/chat/holding.rs", "a model"),
    ("crates/host/src/host/chat/model_turns.rs", "a model"),
    ("crates/host/src/host/chat/searching.rs", "a model"),
    ("crates/host/src/host/chat/tool_calls.rs", "a model"),
    (
        "crates/llm/src/demo/words.rs",
        "a server that asked the demo model",
    ),
    ("crates/llm/src/providers/asking.rs", "a model"),
    ("src-tauri/src/bindings.rs", "developers, in generated code"),
];

/// What is in front of a text that developers read.
const DEVELOPERS: &[&str] = &[
    "trace!(",
    "debug!(",
    "info!(",
    "warn!(",
    "error!(",
    "panic!(",
    "unreachable!(",
    "assert!(",
    "assert_eq!(",
    "debug_assert!(",
    "expect(",
];

#[test]
fn no_sentence_for_a_person_is_outside_the_catalogues() {
    let root = root();
    let mut found = Vec::new();
    let mut read = 0;
    for path in sources(&root) {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let name = name.replace('\\', "/");
        if OTHERS.iter().any(|(file, _)| name.starts_with(file)) {
            continue;
        }
        read += 1;
        let source = fs::read_to_string(&path).unwrap();
        found.extend(
            sentences(&source)
                .into_iter()
                .map(|text| format!("{name}: {text}")),
        );
    }
    assert!(read > 500, "{read} files");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn files_with_sentences_of_others_are_there() {
    for (file, reader) in OTHERS {
        assert!(root().join(file).exists(), "{file}, read by {reader}");
    }
}

/// The sources of the product, without tests.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.join("src-tauri/src")];
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.ends_with("l10n") && folder.join("src").is_dir() {
            folders.push(folder.join("src"));
        }
    }
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "tests" {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The texts in a source that read like a sentence for a person.
fn sentences(source: &str) -> Vec<String> {
    let source = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let (mut found, mut rest, mut before) = (Vec::new(), source, String::new());
    while let Some(letter) = rest.chars().next() {
        let next = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("#[") || rest.starts_with("#![") {
            attribute(rest)
        } else if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("'\\\"'") {
            4
        } else if let Some((text, length)) = text(rest) {
            let is_for_developers = DEVELOPERS.iter().any(|it| before.contains(it));
            if !is_for_developers && is_sentence(&text) {
                found.push(text);
            }
            length
        } else {
            if matches!(letter, ';' | '{' | '}') {
                before.clear();
            } else {
                before.push(letter);
            }
            letter.len_utf8()
        };
        rest = rest.get(next..).unwrap_or_default();
    }
    found
}

/// The length of an attribute, with the brackets and texts in it.
fn attribute(rest: &str) -> usize {
    let (mut depth, mut at) = (0_u32, 0);
    while let Some(left) = rest.get(at..).filter(|left| !left.is_empty()) {
        if let Some((_, length)) = text(left) {
            at += length;
            continue;
        }
        let letter = left.chars().next().unwrap();
        at += letter.len_utf8();
        match letter {
            '[' => depth += 1,
            ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    at
}

/// The text that begins here and the length of its literal. A line that ends in a backslash continues in the next one.
fn text(rest: &str) -> Option<(String, usize)> {
    if let Some(raw) = rest.strip_prefix("r#\"") {
        let end = raw.find("\"#")?;
        return Some((raw[..end].to_owned(), end + 5));
    }
    let inside = rest.strip_prefix('"')?;
    let (mut text, mut escaped, mut joining) = (String::new(), false, false);
    for (at, letter) in inside.char_indices() {
        match letter {
            _ if joining && letter.is_whitespace() => {}
            '\n' if escaped => (escaped, joining) = (false, true),
            _ if escaped => escaped = false,
            '\\' => (escaped, joining) = (true, false),
            '"' => return Some((text, at + 2)),
            _ => {
                joining = false;
                text.push(letter);
            }
        }
    }
    None
}

/// Three words or more, from a capital letter to a full stop.
fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    let begins = text
        .trim_start_matches(['“', '{'])
        .starts_with(char::is_alphabetic)
        && !text.starts_with(char::is_lowercase);
    begins && text.ends_with(['.', '?', '!']) && text.split_whitespace().count() >= 3 && !text.contains('<')
}

#[test]
fn a_sentence_in_code_is_found_and_other_texts_are_not() {
    let source = "#[cfg(test)]\nmod tests;\n// \"A comment is no text.\"\n#[arg(help = \"An attribute is read elsewhere.\")]\nfn a() {\n    \
                  warn!(\n        \"The disk is full.\"\n    );\n    let b = '\"';\n    say(\"The server \\\n         was not started.\");\n    \
                  c(\"a lower-case part.\", \"one two\", r#\"{\"a\": 1}\"#);\n    format!(\"“{it}” was not saved.\")\n}\n#[cfg(test)]\nmod tests {\n    d(\"Only in a test here.\");\n}\n";
    assert_eq!(
        sentences(source),
        ["The server was not started.", "“{it}” was not saved."]
    );
}
