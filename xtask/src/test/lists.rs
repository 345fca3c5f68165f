//! What is promised, in plain lists of one form: the faults that the host survives with the threats that are still open, and
//! the requirements of the protocol. `cargo xtask requirements` writes a page of each, with the names of the tests.

use super::named;
use crate::{Done, place};
use std::fmt::Write as _;

/// A list.
pub(crate) struct List {
    /// Its file, from the root of the project.
    pub file: &'static str,
    /// How a line can be marked beside `open`.
    marks: &'static [&'static str],
    page: &'static str,
    head: &'static str,
}

pub(crate) const FAULTS: List = List {
    file: "tests/faults.txt",
    marks: &["open", "part"],
    page: "faults.md",
    head: "# Faults, and threats that are still open\n\n\
           What goes wrong around Portcullis, and the tests that prove that each is survived. What was measured over time is in \
           `docs/quality.md`; what is held against threats is in \
           `docs/security/guarantees.md`.",
};

pub(crate) const REQUIREMENTS: List = List {
    file: "tests/requirements.txt",
    marks: &["open", "note"],
    page: "requirements.md",
    head: "# Requirements of the protocol\n\n\
           Ids are those of the checklist across all five revisions. Why some are not met is in \
           `docs/reference/protocol.md`.",
};

/// One line of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub id: String,
    /// MUST, SHOULD or MAY, and in which revisions; empty where there is none.
    level: String,
    /// `open`, `part` or `note`, and why; nothing where it is met.
    pub mark: Option<(String, String)>,
    text: String,
}

impl Entry {
    /// Whether a test has to prove it: not when it is open, nor when it was decided that it has none.
    pub(crate) fn needs_test(&self) -> bool {
        self.mark.as_ref().is_none_or(|(mark, _)| mark == "part")
    }
}

impl List {
    pub(crate) fn read(&self) -> Done<Vec<Entry>> {
        self.parse(&place::read(self.file)?)
    }

    pub(super) fn parse(&self, text: &str) -> Done<Vec<Entry>> {
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| {
                let marks = self.marks.join("” or “");
                self.entry(line).ok_or_else(|| {
                    format!(
                        "{}: “{line}” is not “ID (level) [mark: why] text”, where the level and the mark may be missing and \
                         the mark is “{marks}”.",
                        self.file
                    )
                })
            })
            .collect()
    }

    fn entry(&self, line: &str) -> Option<Entry> {
        let (id, rest) = line.split_once(' ')?;
        let (level, rest) = enclosed(rest, '(', ')')?;
        let (mark, text) = enclosed(rest, '[', ']')?;
        let mark = match mark {
            None => None,
            Some(mark) => {
                let (mark, why) = mark.split_once(": ")?;
                Some((mark.to_owned(), why.to_owned()))
            }
        };
        let known = |(mark, _): &(String, String)| self.marks.contains(&mark.as_str());
        (!text.is_empty() && mark.as_ref().is_none_or(known)).then(|| Entry {
            id: id.to_owned(),
            level: level.unwrap_or_default().to_owned(),
            mark,
            text: text.to_owned(),
        })
    }

    fn write(&self) -> Done {
        let (entries, tests) = (self.read()?, named::all().by_id);
        let mut page = format!(
            "{}\n\nWritten by `cargo xtask requirements` from `{}` and the comments above the tests; `cargo xtask test \
             promises` fails when one has no test.\n\n| Id | Text | Test or reason |\n|---|---|---|\n",
            self.head, self.file
        );
        for entry in &entries {
            let mut cells = named::cells(&tests, &entry.id);
            cells.extend(entry.mark.iter().map(|(mark, why)| format!("*{mark}*: {why}")));
            let level = match entry.level.as_str() {
                "" => String::new(),
                level => format!("{level}: "),
            };
            let text = entry.text.replace('|', "\\|");
            // Writing into a string does not fail.
            _ = writeln!(page, "| {} | {level}{text} | {} |", entry.id, cells.join("<br>"));
        }
        let needed = entries.iter().filter(|entry| entry.needs_test()).count();
        _ = writeln!(page, "\n{needed} of {} have a test.", entries.len());
        place::write(self.page, &page)
    }
}

/// Writes the pages.
pub(crate) fn write() -> Done {
    FAULTS.write().and_then(|()| REQUIREMENTS.write())
}

/// What stands in brackets at the beginning, if anything does, and what follows; `None` for brackets that do not end.
fn enclosed(text: &str, open: char, close: char) -> Option<(Option<&str>, &str)> {
    let Some(inside) = text.strip_prefix(open) else {
        return Some((None, text));
    };
    let mut depth = 1;
    let end = inside.find(|c| {
        depth += i32::from(c == open) - i32::from(c == close);
        depth == 0
    })?;
    let (inside, rest) = inside.split_at(end);
    Some((Some(inside), rest.strip_prefix(close)?.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::{FAULTS, REQUIREMENTS};

    #[test]
    fn a_line_is_an_id_a_level_a_reason_where_it_is_not_met_and_its_text() {
        let list = "# why\n\nRPC-01 (MUST · all) Send JSON.\nPNG-02 (MAY (once)) [note: nobody [yet].] Ping (or not).\n\
                    F-36 [open: none] A file\n";
        let read = REQUIREMENTS.parse(list).unwrap();
        let parts = |at: usize| {
            let mark = read[at].mark.as_ref();
            (
                read[at].level.as_str(),
                mark.map(|(mark, why)| (mark.as_str(), why.as_str())),
                read[at].text.as_str(),
            )
        };
        assert_eq!(parts(0), ("MUST · all", None, "Send JSON."));
        let note = Some(("note", "nobody [yet]."));
        assert_eq!(parts(1), ("MAY (once)", note, "Ping (or not)."));
        assert_eq!(parts(2), ("", Some(("open", "none")), "A file"));
        for bad in [
            "RPC-01",
            "RPC-01 (MUST)",
            "RPC-01 (MUST) [done: yes] Send.",
            "RPC-01 (MUST) [part: half] Send.",
            "RPC-01 (MUST [note: x] y",
        ] {
            assert!(REQUIREMENTS.parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_lists_are_well_formed() {
        assert!(FAULTS.read().unwrap().len() > 41);
        assert!(REQUIREMENTS.read().unwrap().len() > 400);
    }
}
