//! The faults that the host survives and the threats that are still open: a plain list, checked against the comments above the
//! tests and the table of `SECURITY.md`. `cargo xtask requirements` writes a page from it.

use super::named::{self, Test};
use crate::{Done, place};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The list, from the root of the project.
pub(crate) const LIST: &str = "tests/faults.txt";
const PAGE: &str = "faults.md";
/// How many faults and threats there are; numbers begin at 1.
const KNOWN: [(&str, u32); 2] = [("F", 41), ("S", 95)];

/// One line of the list.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    id: String,
    what: String,
    stand: Stand,
}

/// How it stands.
#[derive(Debug, PartialEq, Eq)]
enum Stand {
    /// Met: a test proves it.
    Met,
    /// Met, but for something.
    Part(String),
    /// Not yet.
    Open(String),
}

fn read() -> Done<Vec<Line>> {
    let path = place::root().join(LIST);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}.", path.display()))?;
    parse(&text)
}

fn parse(text: &str) -> Done<Vec<Line>> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let wrong =
                || format!("{LIST}: “{line}” is not “ID words”, with “ | open: …” or “ | part: …” after it.");
            let (id, rest) = line.split_once(' ').ok_or_else(wrong)?;
            let (what, stand) = match rest.split_once(" | ") {
                None => (rest, Stand::Met),
                Some((what, why)) => match why.split_once(": ").ok_or_else(wrong)? {
                    ("open", why) => (what, Stand::Open(why.to_owned())),
                    ("part", why) => (what, Stand::Part(why.to_owned())),
                    _ => return Err(wrong()),
                },
            };
            Ok(Line {
                id: id.to_owned(),
                what: what.to_owned(),
                stand,
            })
        })
        .collect()
}

/// What does not hold: faults without a test, and ids that nobody says anything about. `promised` are the ids of the
/// table in `SECURITY.md`.
pub(crate) fn unproven(tests: &BTreeMap<String, Vec<Test>>, promised: &[String]) -> Done<Vec<String>> {
    Ok(missing(&read()?, tests, promised))
}

fn missing(lines: &[Line], tests: &BTreeMap<String, Vec<Test>>, promised: &[String]) -> Vec<String> {
    let tested = |id: &str| tests.get(id).is_some_and(|tests| !tests.is_empty());
    let bare = lines
        .iter()
        .filter(|line| !matches!(line.stand, Stand::Open(_)) && !tested(&line.id))
        .map(|line| line.id.clone());
    let spoken_of: BTreeSet<&str> = lines
        .iter()
        .map(|line| line.id.as_str())
        .chain(promised.iter().map(String::as_str))
        .collect();
    let all = KNOWN
        .iter()
        .flat_map(|(letter, last)| (1..=*last).map(move |number| format!("{letter}-{number:02}")));
    let silent = all.filter(|id| !spoken_of.contains(id.as_str()));
    bare.chain(silent).collect()
}

/// Writes the page.
pub(crate) fn write() -> Done {
    let (lines, tests) = (read()?, named::all().by_id);
    let mut page = String::from(
        "# Faults\n\n\
         Written by `cargo xtask requirements` from `tests/faults.txt` and the comments above the tests: what goes wrong around \
         Portcullis, and the tests that prove that each is survived. `cargo xtask test promises` fails when one has none. \
         What was measured over time is in `docs/reliability.md`, what is promised against attackers in `SECURITY.md`.\n\n| Id | Fault | Test or reason |\n|---|---|---|\n",
    );
    let of = |page: &mut String, letter: &str| {
        for line in lines.iter().filter(|line| line.id.starts_with(letter)) {
            let mut cells = named::cells(&tests, &line.id);
            match &line.stand {
                Stand::Met => {}
                Stand::Part(why) => cells.push(format!("*in part*: {why}")),
                Stand::Open(why) => cells.push(format!("*open*: {why}")),
            }
            // Writing into a string does not fail.
            _ = writeln!(page, "| {} | {} | {} |", line.id, line.what, cells.join("<br>"));
        }
    };
    of(&mut page, "F-");
    page.push_str(
        "\n## Threats that are still open\n\nThose that are dealt with are in the table of `SECURITY.md`.\n\n\
         | Id | Threat | Test or reason |\n|---|---|---|\n",
    );
    of(&mut page, "S-");
    let open = |letter: &str| {
        let of = lines.iter().filter(|line| line.id.starts_with(letter));
        of.filter(|line| matches!(line.stand, Stand::Open(_))).count()
    };
    _ = writeln!(
        page,
        "\nOf 41 faults {} are open; of 95 threats {}.",
        open("F-"),
        open("S-")
    );
    place::write(PAGE, &page)
}

#[cfg(test)]
mod tests {
    use super::{Stand, Test, missing, parse, read};
    use std::collections::BTreeMap;

    #[test]
    fn a_line_has_an_id_words_and_perhaps_a_reason() {
        let read =
            parse("# why\nF-01 It exits\nF-36 A file | open: none\nF-29 Power | part: not all\n").unwrap();
        let stands: Vec<_> = read
            .iter()
            .map(|line| (line.id.as_str(), line.what.as_str(), &line.stand))
            .collect();
        assert_eq!(
            stands,
            [
                ("F-01", "It exits", &Stand::Met),
                ("F-36", "A file", &Stand::Open("none".to_owned())),
                ("F-29", "Power", &Stand::Part("not all".to_owned())),
            ]
        );
        assert!(parse("F-01").is_err() && parse("F-01 a | perhaps: b").is_err());
    }

    #[test]
    fn what_has_no_test_and_what_nobody_speaks_of_is_found() {
        let lines = parse("F-01 a\nF-02 b | part: c\nF-03 d | open: e").unwrap();
        let test = Test {
            file: String::new(),
            name: String::new(),
        };
        let tests = BTreeMap::from([("F-01".to_owned(), vec![test])]);
        let found = missing(&lines, &tests, &["S-01".to_owned()]);
        assert_eq!(found[..3], ["F-02", "F-04", "F-05"]);
        assert!(!found.contains(&"S-01".to_owned()) && found.contains(&"S-95".to_owned()));
    }

    #[test]
    fn the_list_is_well_formed() {
        assert!(read().unwrap().len() > 41);
    }
}
