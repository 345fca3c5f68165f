//! Marks: a colour and letters by which a person tells servers apart at a glance. A mark is never the only difference.

use super::{Host, Inner, locked};
use icu_normalizer::ComposingNormalizerBorrowed;
use portcullis_core::ids::ServerId;
use portcullis_core::text::count_hidden;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{MarkColor, ServerMark};
use portcullis_l10n::say;
use portcullis_storage::store::servers::{self, ServerRow};
use std::borrow::Cow;

/// Letters of a mark.
const LETTERS: usize = 2;

const COLORS: [MarkColor; 8] = [
    MarkColor::Blue,
    MarkColor::Teal,
    MarkColor::Green,
    MarkColor::Yellow,
    MarkColor::Orange,
    MarkColor::Red,
    MarkColor::Pink,
    MarkColor::Violet,
];

impl Host {
    /// Gives a server a mark of the person's choosing; `None` goes back to the usual one. Nothing is connected again.
    ///
    /// # Errors
    /// `not_found`; `input.bad` for anything but one or two letters or digits; `store.*`.
    pub async fn set_mark(&self, server: &str, mark: Option<ServerMark>) -> Result<()> {
        let entry = self.0.entry(server)?;
        let mark = mark.map(checked).transpose()?;
        let _turn = entry.turn.lock().await;
        let (id, kept) = (entry.id.clone(), mark.clone());
        self.0
            .store
            .write(move |db| servers::set_mark(db, &id, kept.as_ref()))
            .await?;
        locked(&entry.data).row.mark = mark;
        self.0.note_server(&entry, say!("server-mark-row")).await?;
        self.0.emit_server(&entry);
        Ok(())
    }
}

/// Ids that are tried for a new server. With eight colours, 64 miss a free one in one of 5,000 cases.
const TRIES: usize = 64;

impl Inner {
    /// The id of a new server, whose colour comes of it: one that no server with the same letters has, where there is one, and of
    /// those the one that fewest have. Those that are saved with it count as well.
    pub(super) fn new_id<'a>(
        &self,
        label: &str,
        beside: impl Iterator<Item = (&'a ServerId, &'a str)>,
    ) -> ServerId {
        let there = self.entries();
        let there = there.iter().map(|entry| of(&entry.row()));
        let new = beside.map(|(id, label)| ServerMark {
            letters: letters(label),
            color: color(id.as_str()),
        });
        unlike(&letters(label), &there.chain(new).collect::<Vec<_>>())
    }
}

fn unlike(letters: &str, marks: &[ServerMark]) -> ServerId {
    let ids = std::iter::repeat_with(ServerId::random).take(TRIES);
    let rarest = ids.min_by_key(|id| {
        let color = color(id.as_str());
        let same = || marks.iter().filter(|mark| mark.color == color);
        (same().any(|mark| mark.letters == letters), same().count())
    });
    rarest.unwrap_or_else(ServerId::random)
}

/// The mark that a person chose, or one of the label's letters and a colour by the id.
pub(super) fn of(row: &ServerRow) -> ServerMark {
    row.mark.clone().unwrap_or_else(|| ServerMark {
        letters: letters(&row.draft.label),
        color: color(row.id.as_str()),
    })
}

/// An accent that stands behind its letter is a part of it.
fn composed(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

fn checked(mark: ServerMark) -> Result<ServerMark> {
    let letters = composed(mark.letters.trim()).into_owned();
    let count = letters.chars().count();
    if (1..=LETTERS).contains(&count) && letters.chars().all(is_letter) {
        return Ok(ServerMark { letters, ..mark });
    }
    Err(Error::new(Code::BadInput, say!("server-mark-length")))
}

/// What can be seen, and stands alone.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric() && count_hidden(character.encode_utf8(&mut [0; 4])) == 0
}

/// The first letters of the first two words, or of the only one.
fn letters(label: &str) -> String {
    let words: Vec<Vec<char>> = composed(label)
        .split(|character: char| !is_letter(character))
        .map(|word| word.chars().collect())
        .filter(|word: &Vec<char>| !word.is_empty())
        .collect();
    let chosen: Vec<char> = match words.as_slice() {
        [] => vec!['S'],
        [only] => only.iter().take(LETTERS).copied().collect(),
        several => several
            .iter()
            .filter_map(|word| word.first().copied())
            .take(LETTERS)
            .collect(),
    };
    let mut chosen = chosen.into_iter();
    // One capital may be written with two letters.
    let first = chosen.next().map_or('S', |first| {
        let mut upper = first.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(upper), None) => upper,
            _ => first,
        }
    });
    std::iter::once(first).chain(chosen).collect()
}

fn color(id: &str) -> MarkColor {
    // FNV-1a: the same on each computer and in each version.
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let place = usize::try_from(hash % COLORS.len() as u64).unwrap_or_default();
    COLORS.get(place).copied().unwrap_or(MarkColor::Blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_made_of_the_label_and_the_id() {
        for (label, made) in [
            ("Mail", "Ma"),
            ("Project files", "Pf"),
            ("x", "X"),
            ("— notes", "No"),
            ("ünder", "Ün"),
            ("u\u{308}nder", "Ün"),
            ("文書", "文書"),
            ("…", "S"),
        ] {
            assert_eq!(letters(label), made, "{label}");
        }
        assert_eq!(color("2f367cbaa86519d0"), color("2f367cbaa86519d0"));
        let colors: std::collections::HashSet<String> = (0..100)
            .map(|id: u32| format!("{:?}", color(&id.to_string())))
            .collect();
        assert_eq!(colors.len(), COLORS.len());
    }

    #[test]
    fn a_new_server_gets_a_colour_that_none_with_its_letters_and_few_others_have() {
        let marks = |letters: &str, colors: &[MarkColor]| {
            let mark = |color: &MarkColor| ServerMark {
                letters: letters.to_owned(),
                color: *color,
            };
            colors.iter().map(mark).collect::<Vec<_>>()
        };
        for free in COLORS {
            let taken: Vec<_> = COLORS.into_iter().filter(|color| *color != free).collect();
            // Each misses in one of 5,000 cases: three together never do.
            let finds = |taken: &[ServerMark]| (0..3).any(|_| color(unlike("Fi", taken).as_str()) == free);
            assert!(finds(&marks("Fi", &taken)), "{free:?} is free");
            assert!(finds(&marks("Ma", &taken)), "{free:?} is the rarest");
            // Also where more have it, if with other letters.
            let mut several = marks("Fi", &taken);
            several.extend(marks("Ma", &[free, free, free]));
            assert!(finds(&several), "{free:?} is free for these letters");
        }
        // Where all are taken, there is still an id.
        assert!(!unlike("Fi", &marks("Fi", &COLORS)).as_str().is_empty());
    }

    #[test]
    fn a_mark_takes_one_or_two_letters_or_digits_and_nothing_hidden() {
        let mark = |letters: &str| {
            checked(ServerMark {
                letters: letters.to_owned(),
                color: MarkColor::Red,
            })
        };
        for good in ["a", "M2", " Ä ", "A\u{308}", "文"] {
            assert!(mark(good).is_ok(), "{good}");
        }
        assert_eq!(mark("A\u{308}").unwrap().letters, "Ä");
        for bad in [
            "",
            "abc",
            "a\u{200b}",
            "\u{202e}a",
            "\n",
            "a\u{301}\u{302}b",
            "!",
            "\u{3164}",
            "\u{115f}",
        ] {
            assert_eq!(mark(bad).err().unwrap().code, Code::BadInput, "{bad:?}");
        }
    }
}
