//! Tests by the ids that their names carry: `fn s12_eli05_…`, `it("eli05 S-82 …"`. An id is letters and a number with
//! a dash between them: `S-12`, `ELI-05`.

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

/// All tests that carry ids.
pub(crate) fn all() -> BTreeMap<String, Vec<Test>> {
    let mut found = BTreeMap::new();
    for folder in ["crates", "src-tauri", "tests", "ui/src"] {
        look(&place::root().join(folder), &mut found);
    }
    for tests in found.values_mut() {
        tests.sort();
    }
    found
}

/// Adds the tests in the sources at or below a path.
fn look(path: &Path, found: &mut BTreeMap<String, Vec<Test>>) {
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
        for id in ids {
            found.entry(id).or_default().push(Test {
                file: file.clone(),
                name: name.to_owned(),
            });
        }
    }
}

/// The reason of ignored tests that the step `host` runs all the same. Any other ignored test is run by no step, so it
/// proves nothing.
const RUN_ANYWAY: &str = "needs `cargo xtask test packages`";

/// The ids and names of the tests in a source, without those that no step runs.
fn tests_of(text: &str) -> Vec<(Vec<String>, &str)> {
    let mut left_out = false;
    let mut tests = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("#[ignore") {
            left_out = !line.contains(RUN_ANYWAY);
        }
        let found = test_of(line);
        if found.is_some() || line.contains("fn ") {
            tests.extend(found.filter(|_| !left_out));
            left_out = false;
        }
    }
    tests
}

/// The ids and the name when the line begins a test: `fn s12_…`, `fn s38_eli05_…`, `it("S-12 …`, `])("eli05 …`.
fn test_of(line: &str) -> Option<(Vec<String>, &str)> {
    let line = line.trim();
    if let Some((_, rest)) = line.split_once("fn ") {
        let name = rest.split(['(', '<']).next()?;
        return Some((name.split('_').map_while(id).collect(), name));
    }
    // The last of these ends a table of cases.
    let begins = ["it(", "test(", "it.each(", "test.each(", "])("]
        .iter()
        .any(|begin| line.starts_with(begin));
    let (_, rest) = line.split_once(['"', '\'', '`']).filter(|_| begins)?;
    let name = rest.split(['"', '\'', '`']).next()?;
    let words = || name.split(|c: char| !c.is_alphanumeric() && c != '-');
    let leading = words().map_while(id);
    // The ids of threats were written in their long form, anywhere.
    let long = words().filter(|word| word.starts_with("S-")).map(str::to_owned);
    Some((leading.chain(long).collect(), name))
}

/// `S-12` of `s12`, `ELI-05` of `eli05`.
fn id(word: &str) -> Option<String> {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &word[letters.len()..];
    let fits = (1..=4).contains(&letters.len())
        && letters.bytes().all(|byte| byte.is_ascii_lowercase())
        && (2..=3).contains(&number.len());
    fits.then(|| format!("{}-{number}", letters.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::{test_of, tests_of};

    fn ids(line: &str) -> Vec<String> {
        test_of(line).map(|(ids, _)| ids).unwrap_or_default()
    }

    #[test]
    fn an_ignored_test_counts_only_when_a_step_runs_it() {
        let text = "
            #[test]
            #[ignore = \"a measure\"]
            fn f18_measured() {}
            #[test]
            fn f19_run() {}
            #[tokio::test]
            #[ignore = \"needs `cargo xtask test packages`\"]
            async fn f20_with_packages() {}";
        let names: Vec<&str> = tests_of(text).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["f19_run", "f20_with_packages"]);
    }

    #[test]
    fn a_test_is_known_by_its_name_and_a_mention_is_not() {
        assert_eq!(
            test_of("    async fn s12_no_hook() {"),
            Some((vec!["S-12".to_owned()], "s12_no_hook"))
        );
        assert_eq!(ids("fn s38_s51_deny_beats_allow() {"), ["S-38", "S-51"]);
        assert_eq!(
            ids("async fn s27_tol15_eli05_edited() {"),
            ["S-27", "TOL-15", "ELI-05"]
        );
        assert_eq!(ids("it(\"S-34 stands in a slot\", () => {"), ["S-34"]);
        assert_eq!(
            ids("it(\"eli01 eli06 says who asks\", () => {"),
            ["ELI-01", "ELI-06"]
        );
        assert_eq!(ids("it(\"pro01_pro04_a_prompt\", () => {"), ["PRO-01", "PRO-04"]);
        assert_eq!(ids("])(\"eli05 %s is an answer\", () => {"), ["ELI-05"]);
        assert!(ids("// S-12 is about hooks").is_empty());
        assert!(ids("fn servers_are_listed() {").is_empty());
        assert!(
            ids("fn utf8_is_read() {").is_empty(),
            "one digit is no number of ours"
        );
        assert!(ids("it(\"shows 500 lines\", () => {").is_empty());
    }
}
