//! What differs between a file and what would be in it, for a person to read.

use similar::{Algorithm, ChangeTag, TextDiff};

/// The lines that go and the lines that come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextDifference {
    /// Not there any more.
    pub removed: String,
    /// New.
    pub added: String,
}

/// Compares by lines; where one line holds the whole file, by what is between the first and the last difference.
#[must_use]
pub fn difference(before: &str, after: &str) -> TextDifference {
    /// A line that is longer is compared within.
    const LINE: usize = 2_000;
    let long = |text: &str| text.lines().any(|line| line.len() > LINE);
    if long(before) || long(after) {
        return within(before, after);
    }
    let mut found = TextDifference::default();
    let compared = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .diff_lines(before, after);
    for change in compared.iter_all_changes() {
        let text = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => &mut found.removed,
            ChangeTag::Insert => &mut found.added,
        };
        text.push_str(change.value().trim_end_matches(['\r', '\n']));
        text.push('\n');
    }
    found
}

fn within(before: &str, after: &str) -> TextDifference {
    let start: usize = before
        .chars()
        .zip(after.chars())
        .take_while(|(one, other)| one == other)
        .map(|(c, _)| c.len_utf8())
        .sum();
    let rest = |text: &'_ str| text.get(start..).unwrap_or_default().to_owned();
    let (before, after) = (rest(before), rest(after));
    let end: usize = before
        .chars()
        .rev()
        .zip(after.chars().rev())
        .take_while(|(one, other)| one == other)
        .map(|(c, _)| c.len_utf8())
        .sum();
    let cut = |text: &str| text.get(..text.len() - end).unwrap_or_default().to_owned();
    TextDifference {
        removed: cut(&before),
        added: cut(&after),
    }
}
