//! The requirements of the protocol: which of them are met and have a test, which are not and why. The list is a plain
//! file; `cargo xtask requirements` writes a page from it and from the comments above the tests.

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
    /// MUST, SHOULD or MAY, and in which revisions.
    level: String,
    pub stand: Stand,
    text: String,
}

/// How it stands with a requirement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// Met: a test proves it.
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
            one(line).ok_or_else(|| {
                format!("{LIST}: “{line}” is not “ID (level) text” or “ID (level) [open: why] text”, with “note” for “open”.")
            })
        })
        .collect()
}

fn one(line: &str) -> Option<Requirement> {
    let (id, rest) = line.split_once(' ')?;
    let (level, rest) = enclosed(rest, '(', ')')?;
    let (stand, text) = match enclosed(rest, '[', ']') {
        None => (Stand::Met, rest),
        Some((stand, text)) => match stand.split_once(": ")? {
            ("open", why) => (Stand::Open(why.to_owned()), text),
            ("note", why) => (Stand::Note(why.to_owned()), text),
            _ => return None,
        },
    };
    (!text.is_empty()).then(|| Requirement {
        id: id.to_owned(),
        level: level.to_owned(),
        stand,
        text: text.to_owned(),
    })
}

/// What stands in brackets at the beginning, and what follows.
fn enclosed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let inside = text.strip_prefix(open)?;
    let mut depth = 1;
    let end = inside.find(|c| {
        depth += i32::from(c == open) - i32::from(c == close);
        depth == 0
    })?;
    let (inside, rest) = inside.split_at(end);
    Some((inside, rest.strip_prefix(close)?.trim_start()))
}

/// Writes the page.
pub(crate) fn write() -> Done {
    let tests = named::all().by_id;
    let mut page = String::from(
        "# Requirements of the protocol\n\n\
         Written by `cargo xtask requirements` from `tests/requirements.txt` and the comments above the tests. Ids are those of \
         the checklist across all five revisions; `cargo xtask test promises` fails when one that is met has no test. Why \
         others are not met is in `docs/decisions/2026-11-21-requirements-that-are-not-met.md`.\n\n\
         | Requirement | Text | Test or reason |\n|---|---|---|\n",
    );
    let mut counts = [0; 3];
    for Requirement {
        id,
        level,
        stand,
        text,
    } in read()?
    {
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
        let text = text.replace('|', "\\|");
        _ = writeln!(page, "| {id} | {level}: {text} | {} |", cells.join("<br>"));
    }
    let [met, open, notes] = counts;
    _ = writeln!(page, "\n{met} have a test, {notes} a reason, {open} are open.");
    place::write(PAGE, &page)
}

#[cfg(test)]
mod tests {
    use super::{Stand, parse};

    #[test]
    fn a_line_is_an_id_with_its_level_its_text_and_where_it_is_not_met_a_reason() {
        let list = "# why\n\nRPC-01 (MUST · all) Send JSON.\nPNG-02 (MAY (once)) [note: nobody is asked.] Ping (or not).\n\
                    AUT-01 (MUST) [open: sign-in] Sign in.\n";
        let read = parse(list).unwrap_or_default();
        let stands: Vec<_> = read
            .iter()
            .map(|one| (one.id.as_str(), one.level.as_str(), &one.stand, one.text.as_str()))
            .collect();
        assert_eq!(
            stands,
            [
                ("RPC-01", "MUST · all", &Stand::Met, "Send JSON."),
                (
                    "PNG-02",
                    "MAY (once)",
                    &Stand::Note("nobody is asked.".to_owned()),
                    "Ping (or not)."
                ),
                ("AUT-01", "MUST", &Stand::Open("sign-in".to_owned()), "Sign in."),
            ]
        );
        for bad in [
            "RPC-01",
            "RPC-01 perhaps",
            "RPC-01 (MUST)",
            "RPC-01 (MUST) [done: yes] Send.",
            "RPC-01 (MUST [note: x] y",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
