//! Text that did not come from us: names, descriptions, results, errors of servers and words of models.
//!
//! It exists so that such text cannot be printed by accident and cannot lie about itself once it is shown.
//! A [`ForeignText`] has no `Display`; the only way to a person is [`ForeignText::shown`], which writes every
//! character that hides, reorders or commands as `⟨U+202E⟩` (S-34, S-41, S-44), and a run of spaces that could push
//! the rest out of sight as `⟨120 spaces⟩`. What a model is given is the same escaped text that a person can see
//! (S-41). It decides nothing and never shortens without saying so.
//!
//! Escaping is stable: text that went through it once is not changed by going through it again, so a sentence
//! may be assembled from escaped parts and be escaped as a whole. The price is that a server may write
//! `⟨U+202E⟩` itself; that is visible text and hides nothing.
//!
//! Called by every module that takes words from a server. `cases.json` beside this file holds the rule as
//! examples, for the window's own copy of it.

mod alphabets;
mod classes;
mod lookalike;
mod unspaced;

use crate::Foreign;
use crate::limits::{BLANKS_IN_LINE, BLANKS_IN_TEXT, QUOTED_NAME};
use std::fmt;

pub use alphabets::mark_lookalikes;
pub use classes::{is_hidden, is_quotation_mark};
pub use lookalike::{appearance, imitated_host, look_alike, mixed_word};
pub use unspaced::{is_unspaced, spaced};

/// Text from a server or a model, exactly as it came.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForeignText(String);

impl ForeignText {
    /// Takes text as it came.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The exact text: for digests and for sending back to where it came from. Never for showing.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// All of it as a person may see it, on as many lines as it has.
    #[must_use]
    pub fn shown(&self) -> Foreign {
        escape(&self.0)
    }

    /// At most `max_chars` characters of it, followed by `… 4,812 more characters` when something is left out.
    /// The badge counts the whole text, so that cutting cannot conceal what hides behind the cut.
    #[must_use]
    pub fn shown_within(&self, max_chars: usize) -> Foreign {
        escape_within(&self.0, max_chars)
    }

    /// The first line that is not blank, at most `max_chars` characters of it, with `…` when it is cut.
    /// The badge counts the whole text, not only this line.
    #[must_use]
    pub fn first_line(&self, max_chars: usize) -> Foreign {
        let line = self
            .0
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .unwrap_or_default();
        let hidden = count_hidden(&self.0);
        let text = match line.char_indices().nth(max_chars) {
            Some((cut, _)) => format!("{}…", escape_line(line[..cut].trim_end()).text),
            None => escape_line(line).text,
        };
        Foreign {
            text,
            hidden,
            lookalikes: 0,
        }
    }
}

impl fmt::Debug for ForeignText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ForeignText({:?})", escape_line(&self.0).text)
    }
}

impl From<&str> for ForeignText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for ForeignText {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// Text of several lines as a person may see it. Line feeds and tabs stay; a CR LF becomes a line feed,
/// because it is how some systems end a line; a CR alone moves back to overwrite and is escaped (S-44).
#[must_use]
pub fn escape(text: &str) -> Foreign {
    escape_with(text, true)
}

/// Text that belongs on one line, such as a name: line feeds and tabs are escaped as well.
#[must_use]
pub fn escape_line(text: &str) -> Foreign {
    escape_with(text, false)
}

/// At most `max_chars` characters of a text of several lines, then `… 4,812 more characters` when something is
/// left out. The badge counts the whole text, so that cutting cannot conceal what hides behind the cut.
#[must_use]
pub fn escape_within(text: &str, max_chars: usize) -> Foreign {
    let Some((cut, _)) = text.char_indices().nth(max_chars) else {
        return escape(text);
    };
    let (head, tail) = text.split_at(cut);
    let (head, more) = (escape(head), tail.chars().count());
    let noun = if more == 1 { "character" } else { "characters" };
    let shown = format!("{}… {} more {noun}", head.text, grouped(more));
    Foreign {
        text: shown,
        hidden: head.hidden.saturating_add(count_hidden(tail)),
        lookalikes: 0,
    }
}

/// A name that others chose, for a place between quotation marks in a sentence of ours: at most [`QUOTED_NAME`] characters of its
/// shown form, with look-alike letters marked and without what would end the quotation.
#[must_use]
pub fn quotable(shown: Foreign) -> Foreign {
    let mut text = shown.text.replace(is_quotation_mark, "'");
    if let Some((cut, _)) = text.char_indices().nth(QUOTED_NAME) {
        text.truncate(cut);
        text.push('…');
    }
    mark_lookalikes(Foreign { text, ..shown })
}

/// How many characters of a text of several lines [`escape`] would write as escapes.
#[must_use]
pub fn count_hidden(text: &str) -> u32 {
    let mut hidden = 0_u32;
    walk(text, true, |piece| hidden = hidden.saturating_add(piece.hidden()));
    hidden
}

fn escape_with(text: &str, lines: bool) -> Foreign {
    let plain = |byte: u8| (0x20..0x7f).contains(&byte) || lines && matches!(byte, b'\n' | b'\t');
    let longest = longest_run(lines);
    if text.bytes().all(plain) && !has_longer_run(text, longest) {
        return Foreign {
            text: text.to_owned(),
            hidden: 0,
            lookalikes: 0,
        };
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut hidden = 0_u32;
    walk(text, lines, |piece| {
        hidden = hidden.saturating_add(piece.hidden());
        match piece {
            TextPiece::Shown(text) => out.push_str(text),
            TextPiece::Escaped(character) => classes::write_escape(&mut out, character),
            TextPiece::Blanks(blanks) => classes::write_blanks(&mut out, blanks),
        }
    });
    Foreign {
        text: out,
        hidden,
        lookalikes: 0,
    }
}

/// A part of a text, and how it is shown.
enum TextPiece<'a> {
    /// As it is.
    Shown(&'a str),
    /// By its number.
    Escaped(char),
    /// A run of spaces and tabs, by its length.
    Blanks(&'a str),
}

impl TextPiece<'_> {
    fn hidden(&self) -> u32 {
        match self {
            Self::Shown(_) => 0,
            Self::Escaped(_) => 1,
            Self::Blanks(blanks) => u32::try_from(blanks.len()).unwrap_or(u32::MAX),
        }
    }
}

/// The longest run of blanks that is shown as it is.
fn longest_run(lines: bool) -> usize {
    if lines { BLANKS_IN_TEXT } else { BLANKS_IN_LINE }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn has_longer_run(text: &str, longest: usize) -> bool {
    let mut run = 0_usize;
    text.bytes().any(|byte| {
        run = if is_blank(byte) { run + 1 } else { 0 };
        run > longest
    })
}

/// Gives the text piece by piece.
fn walk<'a>(text: &'a str, lines: bool, mut each: impl FnMut(TextPiece<'a>)) {
    let mut before = None;
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let mut length = character.len_utf8();
        match character {
            ' ' | '\t' if lines || character == ' ' => {
                let blank = |byte: &u8| *byte == b' ' || lines && *byte == b'\t';
                length = rest.bytes().take_while(blank).count();
                each(match length > longest_run(lines) {
                    true => TextPiece::Blanks(&rest[..length]),
                    false => TextPiece::Shown(&rest[..length]),
                });
            }
            '\n' if lines => each(TextPiece::Shown(&rest[..length])),
            '\r' if lines && rest.as_bytes().get(1) == Some(&b'\n') => {}
            // One selector after a pictogram asks for its coloured form and carries nothing else; without
            // this, every warning sign in a description would wear the badge and teach people to ignore it.
            '\u{fe0f}' if before.is_some_and(classes::is_pictogram) => {
                each(TextPiece::Shown(&rest[..length]))
            }
            _ if is_hidden(character) => each(TextPiece::Escaped(character)),
            _ => each(TextPiece::Shown(&rest[..length])),
        }
        before = Some(character);
        at += length;
    }
}

/// A word of a command that a person is told to type, in quotes where a shell would read it as something else. The shells of Windows
/// know fewer quotes than a POSIX shell, which [`command_line`] is written for.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    // The shells of Windows have double quotes in common with the others, where nothing is expanded in them.
    match word.contains(['"', '$', '`', '\\', '!', '%']) {
        false => format!("\"{word}\""),
        true => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The words of a command in one line, as a POSIX shell would read them again. To be read: a word that a person is told to type
/// has the quotes of [`shell_word`], which the shells of Windows know too.
#[must_use]
pub fn command_line<W: AsRef<str>>(words: &[W]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=@,+%".contains(c);
    let word = |word: &W| {
        let word = word.as_ref();
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word.to_owned(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// A number with commas between thousands.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests;
