//! No two types of the product have one name, so that a name that is read or searched for means one thing
//! (`docs/decisions/2026-11-24-names.md`).

use crate::{Done, place};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Names that more than one type has, and why.
const SHARED: &[(&str, &[&str])] = &[
    (
        "private to its module, and an idiom",
        &[
            "Inner", "Kind", "List", "Meta", "Page", "Params", "Reply", "Sealed", "State",
        ],
    ),
    (
        "the arguments of a command, named after it",
        &[
            "Add", "Audit", "Backup", "Client", "Edit", "Prompt", "Task", "Tokens",
        ],
    ),
    (
        "the same idea in another layer",
        &[
            "Caller",
            "Command",
            "ErrorObject",
            "Head",
            "KillHandle",
            "LeftOut",
            "Message",
            "Result",
            "Subscription",
            "Tool",
            "Transport",
        ],
    ),
];

/// The same for what the pages export: each page has its own, and the gate's is about one kind of what the host has.
const SHARED_BY_PAGES: &[(&str, &[&str])] = &[("the same idea in another place", &["Asked", "Drafts"])];

/// Fails when two types have one name that is not in the list, or when the list has a name too many.
pub(crate) fn are_unique() -> Done {
    let root = place::root();
    let mut sources = Sources::default();
    sources.look(&root.join("src-tauri/src"));
    for folder in std::fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten()
    {
        sources.look(&folder.path().join("src"));
    }
    let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in &sources.texts {
        if sources.tests.iter().any(|test| path.starts_with(test)) {
            continue;
        }
        let file = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        for name in types(text) {
            defined.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    let mut wrong = judged(&defined, SHARED);
    let mut exported: BTreeMap<String, Vec<String>> = BTreeMap::new();
    exported_below(&root.join("ui/src"), &mut exported);
    wrong.extend(judged(&exported, SHARED_BY_PAGES));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "A type needs a name of its own, or a reason in xtask/src/test/type_names.rs: {}.",
        wrong.join("; ")
    ))
}

/// The sources below some folders, and which of them are tests.
#[derive(Default)]
struct Sources {
    texts: Vec<(PathBuf, String)>,
    /// Files and folders of modules that are there for tests alone.
    tests: BTreeSet<PathBuf>,
}

impl Sources {
    fn look(&mut self, path: &Path) {
        if let Ok(entries) = std::fs::read_dir(path) {
            for entry in entries.filter_map(Result::ok) {
                self.look(&entry.path());
            }
        } else if path.extension().is_some_and(|kind| kind == "rs")
            && let Ok(text) = std::fs::read_to_string(path)
        {
            let folder = match path.file_stem().and_then(|stem| stem.to_str()) {
                Some("lib" | "main" | "mod") | None => path.with_file_name(""),
                Some(stem) => path.with_file_name(stem),
            };
            for module in test_modules(&text) {
                self.tests.insert(folder.join(module));
                self.tests.insert(folder.join(format!("{module}.rs")));
            }
            self.texts.push((path.to_owned(), text));
        }
    }
}

/// Whether an attribute keeps what follows for tests.
fn for_tests(attribute: &str) -> bool {
    attribute.starts_with("#[cfg(test)]") || attribute.starts_with("#[cfg(all(test")
}

/// Modules in files of their own that are compiled for tests alone.
fn test_modules(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut attributed = false;
    for line in text.lines() {
        if line.starts_with("#[") {
            attributed |= for_tests(line);
            continue;
        }
        if let Some(module) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
            && attributed
        {
            found.push(module);
        }
        attributed = false;
    }
    found
}

/// The types that a file defines, but for those of tests.
fn types(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut attributed, mut in_tests) = (false, false);
    for line in text.lines() {
        if in_tests {
            in_tests = line != "}";
            continue;
        }
        if line.starts_with("#[") {
            attributed |= for_tests(line);
            continue;
        }
        in_tests = attributed && line.starts_with("mod ") && line.ends_with('{');
        attributed = false;
        found.extend(defined(line));
    }
    found
}

/// The type that a line defines. An associated type is none: its trait gives it its name.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "unsafe" => {}
            _ if word == "pub" || word.starts_with("pub(") => {
                if word.contains('(') && !word.ends_with(')') {
                    words.by_ref().find(|word| word.ends_with(')'));
                }
            }
            "type" if line.starts_with(' ') => return None,
            "struct" | "enum" | "trait" | "type" | "union" => {
                let name = words.next()?;
                let end = name.find(|it: char| !it.is_alphanumeric() && it != '_');
                let name = &name[..end.unwrap_or(name.len())];
                return name.starts_with(char::is_uppercase).then_some(name);
            }
            _ => return None,
        }
    }
    None
}

/// The types that the sources of a folder of the page export, but for those of tests.
fn exported_below(folder: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    for path in std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
    {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            if name != "fakeHost" && name != "test" {
                exported_below(&path, found);
            }
        } else if (name.ends_with(".ts") || name.ends_with(".tsx"))
            && !name.contains(".test.")
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            for exported in text.lines().filter_map(exported_type) {
                found.entry(exported.to_owned()).or_default().push(name.clone());
            }
        }
    }
}

/// The type that a line of TypeScript exports.
fn exported_type(line: &str) -> Option<&str> {
    let (kind, rest) = line.strip_prefix("export ")?.split_once(' ')?;
    let is_type = ["class", "enum", "interface", "type"].contains(&kind);
    let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_')?;
    Some(&rest[..end]).filter(|name| is_type && !name.is_empty())
}

/// Names that are shared and may not be, and those that may be and are not.
fn judged(defined: &BTreeMap<String, Vec<String>>, shared: &[(&str, &[&str])]) -> Vec<String> {
    let may: BTreeSet<&str> = shared.iter().flat_map(|(_, names)| *names).copied().collect();
    let shared = defined.iter().filter(|(_, files)| files.len() > 1);
    let mut wrong: Vec<String> = shared
        .filter(|(name, _)| !may.contains(name.as_str()))
        .map(|(name, files)| {
            format!(
                "`{name}` is the name of {} types ({})",
                files.len(),
                files.join(", ")
            )
        })
        .collect();
    let once = |name: &&&str| defined.get(**name).is_none_or(|files| files.len() < 2);
    wrong.extend(
        may.iter()
            .filter(once)
            .map(|name| format!("`{name}` may be shared, and is not: take it out of the list")),
    );
    wrong
}

#[cfg(test)]
mod tests {
    use super::{SHARED, exported_type, judged, test_modules, types};
    use std::collections::BTreeMap;

    #[test]
    fn types_are_found_but_for_those_of_tests() {
        let text = "pub(crate) struct One<T>(T);\n    pub enum Two {\npub(in crate::host) trait Three: Send {\n\
                    type Four = u8;\n    type Item = u8;\nfn enum_of() {}\n/// A struct Name.\n#[cfg(test)]\n\
                    #[allow(unused)]\nmod tests {\n    struct Five;\n}\nunion Six {\n";
        assert_eq!(types(text), ["One", "Two", "Three", "Four", "Six"]);
    }

    #[test]
    fn modules_for_tests_alone_are_told_from_others() {
        let text = "mod one;\n#[cfg(test)]\nmod two;\n#[cfg(all(test, unix))]\n#[path = \"x\"]\nmod three;\nmod four;\n";
        assert_eq!(test_modules(text), ["two", "three"]);
    }

    #[test]
    fn a_name_of_two_types_is_wrong_unless_it_is_listed() {
        let files = |count: usize| vec!["a.rs".to_owned(); count];
        let mut defined: BTreeMap<String, Vec<String>> = super::SHARED
            .iter()
            .flat_map(|(_, names)| *names)
            .map(|name| ((*name).to_owned(), files(2)))
            .collect();
        defined.insert("Alone".to_owned(), files(1));
        assert!(judged(&defined, SHARED).is_empty());
        defined.insert("Kept".to_owned(), files(2));
        defined.insert("Inner".to_owned(), files(1));
        let wrong = judged(&defined, SHARED);
        assert_eq!(wrong[0], "`Kept` is the name of 2 types (a.rs, a.rs)");
        assert!(wrong[1].starts_with("`Inner` may be shared, and is not"));
        assert_eq!(wrong.len(), 2);
    }

    #[test]
    fn types_of_the_page_are_found_where_they_are_exported() {
        for (line, name) in [
            ("export type Asked<K> = K;", Some("Asked")),
            ("export interface Row {", Some("Row")),
            ("export type { Row } from \"./rows\";", None),
            ("export function Row() {", None),
            ("type Own = string;", None),
        ] {
            assert_eq!(exported_type(line), name, "{line}");
        }
    }
}
