//! Tests by the ids that stand above them, `// Proves S-12, ELI-05.`, and by their names: what is tested, in plain words
//! of at most 80 characters and without an id.

use crate::place;
use std::collections::BTreeMap;
use std::path::Path;

const PASSED_OVER: &[&str] = &["node_modules", "target", "dist", ".cache"];

/// A test, by its file from the root of the project and its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    pub file: String,
    pub name: String,
}

/// The tests of an id as they stand in a table.
pub(crate) fn cells(tests: &BTreeMap<String, Vec<Test>>, id: &str) -> Vec<String> {
    let found = tests.get(id).map(Vec::as_slice).unwrap_or_default();
    let cell = |test: &Test| format!("`{}`: {}", test.file, test.name.replace(['|', '`'], ""));
    found.iter().map(cell).collect()
}

/// The longest name of a test.
const NAME_CHARS: usize = 80;

/// The tests in the sources of the project.
#[derive(Debug, Default)]
pub(crate) struct Tests {
    /// By the id that they prove.
    pub by_id: BTreeMap<String, Vec<Test>>,
    /// Those whose name is too long or carries an id.
    pub misnamed: Vec<Test>,
}

/// All tests that prove something with an id, and all that are not named as they should be.
pub(crate) fn all() -> Tests {
    let mut found = Tests::default();
    for folder in ["crates", "src-tauri", "tests", "ui/src"] {
        look(&place::root().join(folder), &mut found);
    }
    for tests in found.by_id.values_mut() {
        tests.sort();
    }
    found
}

/// Adds the tests in the sources at or below a path.
fn look(path: &Path, found: &mut Tests) {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    if PASSED_OVER.contains(&name) {
        return;
    }
    if let Ok(entries) = std::fs::read_dir(path) {
        for entry in entries.filter_map(Result::ok) {
            look(&entry.path(), found);
        }
        return;
    }
    if ![".rs", ".ts", ".tsx"].iter().any(|end| name.ends_with(end)) {
        return;
    }
    let file = path.strip_prefix(place::root()).unwrap_or(path);
    let file = file.to_string_lossy().replace('\\', "/");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    for (ids, name) in tests_of(&text) {
        let test = Test {
            file: file.clone(),
            name: name.to_owned(),
        };
        if name.chars().count() > NAME_CHARS || carries_id(name) {
            found.misnamed.push(test.clone());
        }
        for id in ids {
            found.by_id.entry(id).or_default().push(test.clone());
        }
    }
}

/// The reason of ignored tests that the step `host` runs all the same. Any other ignored test is run by no step, so it
/// proves nothing.
const RUN_ANYWAY: &str = "needs `cargo xtask test packages`";

/// The ids and names of the functions and tests in a source, without those that no step runs.
fn tests_of(text: &str) -> Vec<(Vec<String>, &str)> {
    let (mut ids, mut left_out) = (Vec::new(), false);
    let mut tests = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(proven) = line.strip_prefix("// Proves ") {
            ids.extend(proven.trim_end_matches('.').split(", ").map(str::to_owned));
        } else if line.starts_with("#[ignore") {
            left_out = !line.contains(RUN_ANYWAY);
        } else if let Some(name) = name_of(line) {
            let ids = std::mem::take(&mut ids);
            if !std::mem::take(&mut left_out) {
                tests.push((ids, name));
            }
        }
    }
    tests
}

/// The name when the line begins a function or a test: `async fn no_hook(`, `it("says who`, `])("%s is an answer`.
fn name_of(line: &str) -> Option<&str> {
    if line.starts_with("//") {
        return None;
    }
    if let Some((_, rest)) = line.split_once("fn ") {
        return rest.split(['(', '<']).next();
    }
    // The last of these ends a table of cases.
    let begins = ["it(", "test(", "it.each(", "test.each(", "])("]
        .iter()
        .any(|begin| line.starts_with(begin));
    let (at, quote) = line
        .char_indices()
        .find(|(_, c)| ['"', '\'', '`'].contains(c))
        .filter(|_| begins)?;
    line[at + 1..].split(quote).next()
}

/// Whether a name begins with an id: `s12_no_hook`, `eli05 says who`.
fn carries_id(name: &str) -> bool {
    let Some((word, _)) = name.split_once(['_', ' ']) else {
        return false;
    };
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=4).contains(&letters.len())
        && letters.bytes().all(|byte| byte.is_ascii_lowercase())
        && (2..=3).contains(&(word.len() - letters.len()))
}

#[cfg(test)]
mod tests {
    use super::{carries_id, name_of, tests_of};

    #[test]
    fn an_ignored_test_counts_only_when_a_step_runs_it() {
        let text = "
            // Proves F-18.
            #[test]
            #[ignore = \"a measure\"]
            fn measured() {}
            // Proves F-19.
            #[test]
            fn run() {}
            // Proves F-20.
            #[tokio::test]
            #[ignore = \"needs `cargo xtask test packages`\"]
            async fn with_packages() {}";
        let names: Vec<&str> = tests_of(text).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["run", "with_packages"]);
    }

    #[test]
    fn the_ids_above_a_test_are_its_own_and_a_mention_is_not() {
        let text = "
            // Proves S-27, TOL-15.
            #[test]
            fn edited() {}

            // S-12 is about hooks.
            fn not_a_test() {}
              // Proves ELI-05.
              it.each([
                [\"Decline\", \"no\"],
              ])(\"%s is an answer\", () => {";
        let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            tests_of(text),
            [
                (ids(&["S-27", "TOL-15"]), "edited"),
                (ids(&[]), "not_a_test"),
                (ids(&["ELI-05"]), "%s is an answer"),
            ]
        );
    }

    #[test]
    fn an_id_in_a_name_is_found() {
        assert!(carries_id("s12_no_hook") && carries_id("eli05 says who"));
        for plain in ["base64", "utf8_is_read", "a_403_is_no_sign_in", "shows 500 lines"] {
            assert!(!carries_id(plain), "{plain}");
        }
    }

    #[test]
    fn a_name_is_read_as_it_is_quoted() {
        assert_eq!(name_of("async fn no_hook<T>() {"), Some("no_hook"));
        assert_eq!(
            name_of("it(\"shows the server's title\", () => {"),
            Some("shows the server's title")
        );
        assert_eq!(name_of("it.each(all)('%s', () => {"), Some("%s"));
        assert_eq!(name_of("// fn no_hook() {"), None);
    }
}
