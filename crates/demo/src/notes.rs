//! The notes the demo keeps: in memory, bounded, gone with the process.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// How many notes are kept; a further one is refused rather than pushing an old one out.
const MOST_NOTES: usize = 200;
/// The longest text of one note, in characters.
pub(crate) const LONGEST_NOTE: usize = 2_000;

/// One note as tools and the notes resource show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Note {
    /// Counts from 1 and is never given twice.
    pub(crate) number: u32,
    /// What was written.
    pub(crate) text: String,
}

/// All notes, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Notebook {
    notes: Vec<Note>,
    last_number: u32,
}

impl Notebook {
    /// Adds a note, or says in a sentence why not.
    pub(crate) fn write(&mut self, text: &str) -> Result<Note, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("The note is empty. Send some text in `text`.".to_owned());
        }
        if text.chars().count() > LONGEST_NOTE {
            return Err(format!(
                "The note is longer than {LONGEST_NOTE} characters. Send a shorter one."
            ));
        }
        if self.notes.len() >= MOST_NOTES {
            return Err(format!(
                "There are {MOST_NOTES} notes already. Call `erase_notes` to start again."
            ));
        }
        self.last_number += 1;
        let note = Note {
            number: self.last_number,
            text: text.to_owned(),
        };
        self.notes.push(note.clone());
        Ok(note)
    }

    /// Removes every note and says how many there were.
    pub(crate) fn erase(&mut self) -> usize {
        std::mem::take(&mut self.notes).len()
    }

    /// The note with this number, if it is one.
    pub(crate) fn numbered(&self, number: &str) -> Option<Note> {
        let number: u32 = number.trim().parse().ok()?;
        self.notes.iter().find(|note| note.number == number).cloned()
    }

    /// The notes that contain the words; all of them for `None`.
    pub(crate) fn list(&self, containing: Option<&str>) -> Vec<Note> {
        self.notes
            .iter()
            .filter(|note| containing.is_none_or(|words| note.text.contains(words)))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_never_given_twice_even_after_erasing() {
        let mut notebook = Notebook::default();
        notebook.write("one").unwrap();
        assert_eq!(notebook.erase(), 1);
        assert_eq!(notebook.write("two").unwrap().number, 2);
    }

    #[test]
    fn a_full_notebook_refuses_and_keeps_what_it_has() {
        let mut notebook = Notebook::default();
        for _ in 0..MOST_NOTES {
            notebook.write("x").unwrap();
        }
        assert!(notebook.write("one too many").is_err());
        assert_eq!(notebook.list(None).len(), MOST_NOTES);
    }
}
