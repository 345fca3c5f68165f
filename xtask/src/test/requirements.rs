//! The requirements of the protocol: which of them are met and have a test, which are not and why. The list is a plain
//! file; `cargo xtask requirements` writes a page from it and from the names of the tests.

use super::named;
use crate::{Done, place};
use std::fmt::Write as _;

/// The list, from the root of the project.
pub(crate) const LIST: &str = "tests/requirements.txt";
const PAGE: &str = "requirements.md";

/// One requirement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub id: String,
    pub stand: Stand,
}

/// How it stands with a requirement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// Met: a test carries its id.
    Met,
    /// Not yet decided or built.
    Open(String),
    /// Decided: it has no test, and why.
    Note(String),
}

/// The list.
pub(crate) fn read() -> Done<Vec<Requirement>> {
    let path = place::root().join(LIST);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}.", path.display()))?;
    parse(&text)
}

fn parse(text: &str) -> Done<Vec<Requirement>> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (id, rest) = line.split_once(' ').unwrap_or((line, ""));
            let stand = match rest.trim().split_once(": ") {
                None if rest.is_empty() => Stand::Met,
                Some(("open", why)) => Stand::Open(why.to_owned()),
                Some(("note", why)) => Stand::Note(why.to_owned()),
                _ => {
                    return Err(format!(
                        "{LIST}: “{line}” is neither an id nor one with “open: …” or “note: …”."
                    ));
                }
            };
            Ok(Requirement {
                id: id.to_owned(),
                stand,
            })
        })
        .collect()
}

/// Writes the page.
pub(crate) fn write() -> Done {
    let tests = named::all();
    let mut page = String::from(
        "# Requirements of the protocol\n\n\
         Written by `cargo xtask requirements` from `tests/requirements.txt` and the names of the tests. Ids are those of \
         the checklist across all five revisions; `cargo xtask test promises` fails when one that is met has no test. Why \
         others are not met is in `docs/decisions/2026-11-21-requirements-that-are-not-met.md`.\n\n\
         | Requirement | Test or reason |\n|---|---|\n",
    );
    let mut counts = [0; 3];
    for Requirement { id, stand } in read()? {
        let mut cells = named::cells(&tests, &id);
        match stand {
            Stand::Met => counts[0] += 1,
            Stand::Open(why) => {
                counts[1] += 1;
                cells.push(format!("*open*: {why}"));
            }
            Stand::Note(why) => {
                counts[2] += 1;
                cells.push(format!("*not met or not meant*: {why}"));
            }
        }
        _ = writeln!(page, "| {id} | {} |", cells.join("<br>"));
    }
    let [met, open, notes] = counts;
    _ = writeln!(page, "\n{met} have a test, {notes} a reason, {open} are open.");
    place::write(PAGE, &page)
}

#[cfg(test)]
mod tests {
    use super::{Stand, parse};

    #[test]
    fn a_line_is_an_id_or_an_id_with_a_reason() {
        let read = parse("# why\n\nRPC-01\nPNG-02 note: nobody is asked.\nAUT-01 open: sign-in\n")
            .unwrap_or_default();
        let stands: Vec<_> = read.iter().map(|one| (one.id.as_str(), &one.stand)).collect();
        assert_eq!(
            stands,
            [
                ("RPC-01", &Stand::Met),
                ("PNG-02", &Stand::Note("nobody is asked.".to_owned())),
                ("AUT-01", &Stand::Open("sign-in".to_owned())),
            ]
        );
        assert!(parse("RPC-01 perhaps").is_err());
        assert!(parse("RPC-01 done: yes").is_err());
    }
}
