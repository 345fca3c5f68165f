//! Every line of `docs/security/guarantees.md`, every fault and every requirement of the protocol that is said to be met has
//! a test that says that it proves it, and no id goes unmentioned. The threat model names only ids that are in one of them. The
//! pages that are made of the code are current, and so are the limits that authors of servers read.

use super::lists::{Entry, FAULTS, REQUIREMENTS};
use super::progress::{Outcome, Step};
use super::{author_limits, crates, errors, limits, named, pages, type_names};
use crate::{Done, place};
use std::collections::BTreeSet;

/// The page with a line for each guarantee.
const GUARANTEES: &str = "docs/security/guarantees.md";
/// The page that explains them, by their ids.
const THREAT_MODEL: &str = "docs/security/threat-model.md";

/// The page that names the tests of what it promises.
const POLICY: &str = "SECURITY.md";

/// How many faults and threats there are; numbers begin at 1.
const KNOWN: [(&str, u32); 2] = [("F", 41), ("S", 96)];

pub(crate) fn kept(step: &mut Step) -> Done<Outcome> {
    crates::are_as_described()?;
    type_names::are_unique()?;
    limits::is_current()?;
    author_limits::are_told()?;
    errors::is_current()?;
    pages::name_what_is_there()?;
    let (guarantees, model) = (place::read(GUARANTEES)?, place::read(THREAT_MODEL)?);
    let found = named::all();
    if !found.misnamed.is_empty() {
        let names: Vec<&str> = found.misnamed.iter().map(|test| test.name.as_str()).collect();
        return Err(format!(
            "A test is named in at most 80 characters, and its ids stand above it (`// Proves S-12.`): {}.",
            names.join(", ")
        ));
    }
    let (faults, requirements) = (FAULTS.read()?, REQUIREMENTS.read()?);
    for entry in faults.iter().chain(&requirements) {
        let tests = found.by_id.get(&entry.id).map_or(0, Vec::len);
        if !entry.needs_test() && tests > 0 {
            step.note(&format!("{} needs no test, and has {tests}", entry.id));
        }
    }
    let policy = place::read(POLICY)?;
    let proving: BTreeSet<&str> = found
        .by_id
        .values()
        .flatten()
        .map(|test| test.name.as_str())
        .collect();
    let gone: Vec<&str> = tests_in(&policy).filter(|name| !proving.contains(name)).collect();
    if !gone.is_empty() {
        return Err(format!(
            "{POLICY} names tests that are not there, or prove nothing: {}.",
            gone.join(", ")
        ));
    }
    let tested = found.by_id.into_keys().collect();
    let table = in_table(&guarantees);
    let unknown = unknown(&model, &table, &faults);
    if !unknown.is_empty() {
        return Err(format!(
            "{THREAT_MODEL} names what is neither in {GUARANTEES} nor in {}: {}.",
            FAULTS.file,
            unknown.join(", ")
        ));
    }
    let unproven = unproven(&table, &faults, &requirements, &tested);
    if unproven.is_empty() {
        return Ok(Outcome::Done);
    }
    Err(format!(
        "{GUARANTEES}, {} or {} promises what no test says that it proves (`// Proves S-12.` above it), or says nothing about: {}.",
        REQUIREMENTS.file,
        FAULTS.file,
        unproven.join(", ")
    ))
}

/// What has no test, and which faults and threats nothing says anything about.
fn unproven(
    table: &[String],
    faults: &[Entry],
    requirements: &[Entry],
    tested: &BTreeSet<String>,
) -> Vec<String> {
    let met = faults
        .iter()
        .chain(requirements)
        .filter(|entry| entry.needs_test());
    let promised = table.iter().chain(met.map(|entry| &entry.id));
    let bare = promised.filter(|id| !tested.contains(*id)).cloned();
    let said: BTreeSet<&String> = table.iter().chain(faults.iter().map(|entry| &entry.id)).collect();
    let known = KNOWN
        .iter()
        .flat_map(|(letter, last)| (1..=*last).map(move |number| format!("{letter}-{number:02}")));
    bare.chain(known.filter(|id| !said.contains(id))).collect()
}

/// The tests that a page names: words of code that are sentences.
fn tests_in(page: &str) -> impl Iterator<Item = &str> {
    let words = page.split('`').skip(1).step_by(2);
    words.filter(|word| {
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        word.matches('_').count() > 2 && word.bytes().all(is_name)
    })
}

/// The threats that a text names and that are in no list.
fn unknown(text: &str, table: &[String], faults: &[Entry]) -> Vec<String> {
    let named = text.split("S-").skip(1).filter_map(|rest| rest.get(..2));
    let named: BTreeSet<String> = named
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map(|number| format!("S-{number}"))
        .collect();
    let known = |id: &String| table.contains(id) || faults.iter().any(|entry| entry.id == *id);
    named.into_iter().filter(|id| !known(id)).collect()
}

/// The ids in the first column of the table of a page.
fn in_table(page: &str) -> Vec<String> {
    page.lines()
        .filter_map(|line| line.strip_prefix("| S-")?.split_once(' '))
        .map(|(number, _)| format!("S-{number}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{FAULTS, in_table, tests_in, unknown, unproven};

    #[test]
    fn ids_are_read_from_the_table_alone() {
        let page = "S-01 in a sentence\n| Id | What |\n| S-05 | No program. |\n| S-12 | A variable. |\n";
        assert_eq!(in_table(page), ["S-05", "S-12"]);
    }

    #[test]
    fn tests_are_named_by_words_of_code_that_are_sentences() {
        let page =
            "| holds | `no_attack_gets_out`, `it_is_led_nowhere_else` |\nsee `audit verify` and `any_host`\n";
        let found: Vec<&str> = tests_in(page).collect();
        assert_eq!(found, ["no_attack_gets_out", "it_is_led_nowhere_else"]);
    }

    #[test]
    fn an_id_in_the_threat_model_is_in_a_list() {
        let faults = FAULTS.parse("S-68 [open: none] Sandbox").unwrap();
        let text = "Held (S-01, S-99); S-68 is open; ids are like S-NN.";
        assert_eq!(unknown(text, &["S-01".to_owned()], &faults), ["S-99"]);
    }

    #[test]
    fn what_has_no_test_and_what_is_never_mentioned_is_found() {
        let faults = FAULTS
            .parse("F-01 a\nF-02 [part: c] b\nF-03 [open: e] d")
            .unwrap();
        let requirements = FAULTS.parse("RPC-01 (MUST) a\nRPC-02 (MUST) b").unwrap();
        let tested = ["F-01".to_owned(), "RPC-02".to_owned()].into();
        let found = unproven(&["S-01".to_owned()], &faults, &requirements, &tested);
        assert_eq!(found[..5], ["S-01", "F-02", "RPC-01", "F-04", "F-05"]);
        assert_eq!(found.iter().filter(|id| *id == "S-01").count(), 1);
        assert!(found.contains(&"S-95".to_owned()));
    }
}
