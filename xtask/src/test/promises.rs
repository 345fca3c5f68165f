//! Every line of the table in `SECURITY.md` has a test that carries its id.

use super::progress::{Outcome, Step};
use crate::{Done, place};
use std::collections::BTreeMap;
use std::path::Path;

const PASSED_OVER: &[&str] = &["node_modules", "target", "dist", ".cache"];

pub(crate) fn kept(step: &mut Step) -> Done<Outcome> {
    let page = place::root().join("SECURITY.md");
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}.", page.display()))?;
    let mut found: BTreeMap<String, Vec<String>> =
        promised(&text).map(|id| (id.to_owned(), Vec::new())).collect();
    for folder in ["src-tauri", "tests", "ui/src"] {
        look(&place::root().join(folder), &mut found);
    }
    for (id, tests) in &found {
        step.note(&format!(
            "S-{id}  {}",
            if tests.is_empty() {
                "no test".into()
            } else {
                tests.join(", ")
            }
        ));
    }
    let unproven: Vec<String> = found
        .iter()
        .filter(|(_, tests)| tests.is_empty())
        .map(|(id, _)| format!("S-{id}"))
        .collect();
    if unproven.is_empty() {
        return Ok(Outcome::Done);
    }
    Err(format!(
        "SECURITY.md promises what no test carries the id of: {}.",
        unproven.join(", ")
    ))
}

/// The ids in the first column of the table.
fn promised(page: &str) -> impl Iterator<Item = &str> {
    page.lines()
        .filter_map(|line| line.strip_prefix("| S-"))
        .filter_map(|rest| rest.split_once(' '))
        .map(|(number, _)| number)
}

/// Adds the tests in the sources at or below a path.
fn look(path: &Path, found: &mut BTreeMap<String, Vec<String>>) {
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
    if [".rs", ".ts", ".tsx"].iter().any(|end| name.ends_with(end)) {
        for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
            let Some((numbers, test)) = test_of(line) else {
                continue;
            };
            for number in numbers {
                if let Some(tests) = found.get_mut(number) {
                    tests.push(test.to_owned());
                }
            }
        }
    }
}

/// The numbers and the name when the line begins a test that carries ids: `fn s12_…`, `fn s38_s51_…`, `it("S-12 …`.
fn test_of(line: &str) -> Option<(Vec<&str>, &str)> {
    let line = line.trim();
    if let Some((_, rest)) = line.split_once("fn ") {
        let name = rest.split(['(', '<']).next()?;
        return Some((name.split('_').map_while(number).collect(), name));
    }
    let begins = ["it(", "test(", "it.each(", "test.each("]
        .iter()
        .any(|begin| line.starts_with(begin));
    let (_, rest) = line.split_once(['"', '\'', '`']).filter(|_| begins)?;
    let name = rest.split(['"', '\'', '`']).next()?;
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '-');
    Some((words.filter_map(|word| word.strip_prefix("S-")).collect(), name))
}

/// "12" of "s12".
fn number(word: &str) -> Option<&str> {
    word.strip_prefix('s')
        .filter(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{promised, test_of};

    fn numbers(line: &str) -> Vec<&str> {
        test_of(line).map(|(numbers, _)| numbers).unwrap_or_default()
    }

    #[test]
    fn ids_are_read_from_the_table_alone() {
        let page = "S-01 in a sentence\n| Id | What |\n| S-05 | No program. |\n| S-12 | A variable. |\n";
        assert_eq!(promised(page).collect::<Vec<_>>(), ["05", "12"]);
    }

    #[test]
    fn a_test_is_known_by_its_name_and_a_mention_is_not() {
        assert_eq!(
            test_of("    async fn s12_no_hook() {"),
            Some((vec!["12"], "s12_no_hook"))
        );
        assert_eq!(numbers("fn s38_s51_deny_beats_allow() {"), ["38", "51"]);
        assert_eq!(numbers("it(\"S-34 stands in a slot\", () => {"), ["34"]);
        assert!(numbers("// S-12 is about hooks").is_empty());
        assert!(numbers("fn servers_are_listed() {").is_empty());
    }
}
