//! Every line of the table in `SECURITY.md`, and every requirement of the protocol that is said to be met, has a test
//! that says that it proves it.

use super::faults;
use super::named::{self, Test};
use super::progress::{Outcome, Step};
use super::requirements::{self, Stand};
use crate::{Done, place};
use std::collections::BTreeMap;

pub(crate) fn kept(step: &mut Step) -> Done<Outcome> {
    let page = place::root().join("SECURITY.md");
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}.", page.display()))?;
    let found = named::all();
    if !found.misnamed.is_empty() {
        let names: Vec<&str> = found.misnamed.iter().map(|test| test.name.as_str()).collect();
        return Err(format!(
            "A test is named in at most 80 characters, and its ids stand above it (`// Proves S-12.`): {}.",
            names.join(", ")
        ));
    }
    let tests = found.by_id;
    let promised: Vec<String> = promised(&text).map(|number| format!("S-{number}")).collect();
    let mut unproven = faults::unproven(&tests, &promised)?;
    for id in promised {
        let names = names(&tests, &id);
        step.note(&format!(
            "{id}  {}",
            if names.is_empty() { "no test" } else { &names }
        ));
        if names.is_empty() {
            unproven.push(id);
        }
    }
    for requirement in requirements::read()? {
        let names = names(&tests, &requirement.id);
        match requirement.stand {
            Stand::Met if names.is_empty() => unproven.push(requirement.id),
            Stand::Met => step.note(&format!("{}  {names}", requirement.id)),
            Stand::Open(_) if !names.is_empty() => {
                step.note(&format!("{}  is called open, and has {names}", requirement.id));
            }
            Stand::Open(_) | Stand::Note(_) => {}
        }
    }
    if unproven.is_empty() {
        return Ok(Outcome::Done);
    }
    Err(format!(
        "SECURITY.md, {} or {} promises what no test says that it proves (`// Proves S-12.` above it), or says nothing about: {}.",
        requirements::LIST,
        faults::LIST,
        unproven.join(", ")
    ))
}

/// The names of the tests of an id.
fn names(tests: &BTreeMap<String, Vec<Test>>, id: &str) -> String {
    let tests = tests.get(id).map(Vec::as_slice).unwrap_or_default();
    let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
    names.join(", ")
}

/// The ids in the first column of the table.
fn promised(page: &str) -> impl Iterator<Item = &str> {
    page.lines()
        .filter_map(|line| line.strip_prefix("| S-"))
        .filter_map(|rest| rest.split_once(' '))
        .map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::promised;

    #[test]
    fn ids_are_read_from_the_table_alone() {
        let page = "S-01 in a sentence\n| Id | What |\n| S-05 | No program. |\n| S-12 | A variable. |\n";
        assert_eq!(promised(page).collect::<Vec<_>>(), ["05", "12"]);
    }
}
