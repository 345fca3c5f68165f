//! Letters of another alphabet inside a word: `pаypal` with a Cyrillic а reads like the word it is not. Such a letter gets its
//! number behind it, `pа⟨U+0430⟩ypal`, so that every driver shows the same and nothing of the text is lost.

use super::classes::write_escape;
use crate::Foreign;
use unicode_script::{Script, UnicodeScript as _};
use unicode_security::confusable_detection::skeleton;

/// Alphabets whose letters look like each other's. Where two have as many letters in a word, the first keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Cyrillic,
    Greek,
    Armenian,
    Cherokee,
    /// Latin letters as wide as Chinese ones.
    Fullwidth,
    /// Latin and Greek letters as signs of mathematics.
    Mathematical,
}

const ALPHABETS: [Alphabet; 7] = [
    Alphabet::Latin,
    Alphabet::Cyrillic,
    Alphabet::Greek,
    Alphabet::Armenian,
    Alphabet::Cherokee,
    Alphabet::Fullwidth,
    Alphabet::Mathematical,
];

impl Alphabet {
    /// `None` for digits and for scripts that stand beside Latin in an ordinary word.
    fn of(character: char) -> Option<Self> {
        match u32::from(character) {
            0x41..=0x5a | 0x61..=0x7a => Some(Self::Latin),
            0x00..=0x7f => None,
            0xff21..=0xff3a | 0xff41..=0xff5a => Some(Self::Fullwidth),
            0x1d400..=0x1d7ff => Some(Self::Mathematical),
            _ => match character.script() {
                Script::Latin => Some(Self::Latin),
                Script::Cyrillic => Some(Self::Cyrillic),
                Script::Greek => Some(Self::Greek),
                Script::Armenian => Some(Self::Armenian),
                Script::Cherokee => Some(Self::Cherokee),
                Script::Common if (0x2100..=0x214f).contains(&u32::from(character)) => {
                    Some(Self::Mathematical)
                }
                _ => None,
            },
        }
    }
}

/// A letter or digit with the accents that follow it.
struct Letter<'a> {
    character: char,
    text: &'a str,
    /// Its own number stands behind it already.
    marked: bool,
    /// What it takes of the text, the number among it.
    length: usize,
}

impl<'a> Letter<'a> {
    /// The one that a text begins with.
    fn first(text: &'a str) -> Option<Self> {
        let mut characters = text.char_indices();
        let (_, character) = characters.next().filter(|(_, it)| it.is_alphanumeric())?;
        let end = characters
            .find(|(_, it)| it.script() != Script::Inherited)
            .map_or(text.len(), |(at, _)| at);
        let (letter, rest) = text.split_at_checked(end)?;
        let number = rest.starts_with("⟨U+").then(|| number(character));
        let marked = number.filter(|number| rest.starts_with(number));
        Some(Self {
            character,
            text: letter,
            marked: marked.is_some(),
            length: end + marked.map_or(0, |it| it.len()),
        })
    }

    /// Whether it may be taken for a letter of another alphabet.
    fn pretends(&self) -> bool {
        let own = Alphabet::of(self.character);
        own.is_some_and(|own| {
            let mut bytes = [0; 4];
            skeleton(self.character.encode_utf8(&mut bytes))
                .filter_map(Alphabet::of)
                .any(|other| other != own)
        })
    }
}

fn number(character: char) -> String {
    let mut number = String::new();
    write_escape(&mut number, character);
    number
}

/// All letters that a text begins with.
fn letters(text: &str) -> impl Iterator<Item = Letter<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let letter = Letter::first(rest)?;
        rest = rest.get(letter.length..)?;
        Some(letter)
    })
}

/// The alphabet that most letters of a word are of, where some are of another one that can be taken for it.
fn kept(word: &str) -> Option<Alphabet> {
    let mut counts = [0_usize; ALPHABETS.len()];
    for alphabet in letters(word).filter_map(|letter| Alphabet::of(letter.character)) {
        if let Some(count) = counts.get_mut(alphabet as usize) {
            *count += 1;
        }
    }
    let used = ALPHABETS.into_iter().zip(counts).filter(|&(_, count)| count > 0);
    if used.clone().count() < 2 || !letters(word).any(|letter| letter.pretends()) {
        return None;
    }
    // Of equal ones the last would be taken.
    used.rev()
        .max_by_key(|&(_, count)| count)
        .map(|(alphabet, _)| alphabet)
}

/// Whether a word that follows a backslash begins with the letter of an escape, as in `\nпривет`, and is of one alphabet
/// without it.
fn is_plain_after_escape(word: &str) -> bool {
    let first = Letter::first(word).filter(|it| matches!(it.text, "a" | "b" | "f" | "n" | "r" | "t" | "v"));
    first
        .and_then(|first| word.get(first.length..))
        .is_some_and(|rest| kept(rest).is_none())
}

/// Marks the letters of another alphabet than most of their word's, in text that was escaped, and counts them. Words of one
/// alphabet are left as they are, and so is what is marked already.
#[must_use]
pub fn mark_lookalikes(shown: Foreign) -> Foreign {
    if shown.text.is_ascii() {
        return shown;
    }
    let mut out = String::with_capacity(shown.text.len() + 16);
    let mut lookalikes = 0_u32;
    let mut rest = shown.text.as_str();
    let mut before = None;
    while let Some(character) = rest.chars().next() {
        let length = letters(rest).map(|letter| letter.length).sum::<usize>();
        let (word, after) = rest.split_at(if length == 0 { character.len_utf8() } else { length });
        let kept = if word.is_ascii() || before == Some('\\') && is_plain_after_escape(word) {
            None
        } else {
            kept(word)
        };
        match kept {
            None => out.push_str(word),
            Some(kept) => {
                for letter in letters(word) {
                    out.push_str(letter.text);
                    let other = Alphabet::of(letter.character).is_some_and(|it| it != kept);
                    if other || letter.marked {
                        out.push_str(&number(letter.character));
                    }
                    lookalikes = lookalikes.saturating_add(u32::from(other));
                }
            }
        }
        before = Some(character);
        rest = after;
    }
    Foreign {
        text: out,
        lookalikes,
        ..shown
    }
}

#[cfg(test)]
mod tests {
    use super::{Letter, letters, mark_lookalikes};
    use crate::text::{escape, escape_line};
    use proptest::prelude::*;

    fn marked(text: &str) -> (String, u32) {
        let shown = mark_lookalikes(escape(text));
        (shown.text, shown.lookalikes)
    }

    // Proves S-10.
    #[test]
    fn a_letter_of_another_alphabet_in_a_word_is_followed_by_its_number() {
        for (text, shown, count) in [
            ("p\u{430}ypal", "p\u{430}⟨U+0430⟩ypal", 1),
            (
                "g\u{3bf}\u{3bf}gle.com",
                "g\u{3bf}⟨U+03BF⟩\u{3bf}⟨U+03BF⟩gle.com",
                2,
            ),
            ("c\u{585}m", "c\u{585}⟨U+0585⟩m", 1),
            ("\u{13aa}ooo", "\u{13aa}⟨U+13AA⟩ooo", 1),
            ("b\u{ff41}nk", "b\u{ff41}⟨U+FF41⟩nk", 1),
            ("b\u{1d41a}nk", "b\u{1d41a}⟨U+1D41A⟩nk", 1),
            // Most of it is Cyrillic.
            (
                "\u{431}\u{430}нк a\u{43f}\u{440}е\u{43b}\u{44c}",
                "банк a⟨U+0061⟩прель",
                1,
            ),
            // An accent stays with its letter.
            ("p\u{430}\u{301}y", "p\u{430}\u{301}⟨U+0430⟩y", 1),
            // A backslash is no way around it.
            ("\\n\u{430}ypal", "\\n\u{430}⟨U+0430⟩ypal", 1),
            ("C:\\\u{440}aypal", "C:\\\u{440}⟨U+0440⟩aypal", 1),
        ] {
            assert_eq!(marked(text), (shown.to_owned(), count), "{text}");
        }
    }

    #[test]
    fn words_of_one_script_and_usual_mixtures_are_left_as_they_are() {
        for text in [
            "paypal",
            "Русский текст, 2-й файл.txt",
            "Ελληνικά",
            "Հայերեն",
            "日本語のメモ",
            "Aプランと第１回",
            "iPhone用ケース",
            "กินpizza",
            "한국어API",
            "ＡＢＣ会社",
            "Zürich, naïve, Ångström",
            "привет_world привет-world",
            r"\nпривет\tмир",
            "10 kΩ, 5 μm, Δx = 2πr",
            "𝐛𝐨𝐥𝐝",
            "עברית العربية",
        ] {
            assert_eq!(marked(text), (text.to_owned(), 0));
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_counts_for_nothing() {
        for text in ["а⟨U+0430⟩б", "a⟨U+0061⟩b", "⟨U+0430⟩"] {
            assert_eq!(marked(text), (text.to_owned(), 0));
        }
    }

    /// What is left without numbers that stand behind their own letters.
    fn without_marks(text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let taken = Letter::first(rest);
            out.push_str(taken.as_ref().map_or(&rest[..character.len_utf8()], |it| it.text));
            rest = &rest[taken.map_or(character.len_utf8(), |it| it.length)..];
        }
        out
    }

    fn mixed_text() -> impl Strategy<Value = String> {
        let letters = prop::sample::select(vec![
            'a', 'p', '1', '_', '\\', 'n', 'а', 'р', 'ο', 'ա', 'Ꭺ', 'ａ', '𝐚', '本', '\u{301}', '\u{200b}',
            '⟨', '⟩', ' ', '\n',
        ]);
        let piece = prop_oneof![
            6 => letters.prop_map(String::from),
            1 => any::<char>().prop_map(String::from),
            1 => Just("⟨U+0430⟩".to_owned()),
        ];
        prop::collection::vec(piece, 0..60).prop_map(String::from_iter)
    }

    proptest! {
        // Proves S-10.
        #[test]
        fn marking_keeps_every_character_and_is_stable(text in mixed_text()) {
            for shown in [escape(&text), escape_line(&text)] {
                let once = mark_lookalikes(shown.clone());
                prop_assert_eq!(without_marks(&once.text), without_marks(&shown.text));
                prop_assert_eq!(once.hidden, shown.hidden);
                prop_assert_eq!(&mark_lookalikes(once.clone()), &once);
                prop_assert_eq!(&escape(&once.text).text, &once.text);
                prop_assert!(once.text.len() <= shown.text.len() * 13);
            }
        }
    }

    #[test]
    fn a_long_text_of_mixed_words_is_marked_in_one_pass() {
        let text = "p\u{430}ypal ".repeat(20_000);
        assert_eq!(marked(&text).1, 20_000);
        assert_eq!(letters(&"x".repeat(100_000)).count(), 100_000);
    }
}
