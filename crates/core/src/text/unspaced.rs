//! Scripts that put no space between words, as Chinese and Thai. A search takes each of their letters as a word of its own, and
//! what is looked for as a phrase of them, so that it is found inside a run of text. Hangul is among them: Korean has spaces, but
//! appends particles to words.

use std::borrow::Cow;
use unicode_script::{Script, UnicodeScript as _};

/// Whether a letter is of a script in which a word need not end at a space.
#[must_use]
pub fn is_unspaced(letter: char) -> bool {
    // None of these scripts begins before Thai.
    letter >= '\u{e00}'
        && (matches!(
            letter.script(),
            Script::Han
                | Script::Hiragana
                | Script::Katakana
                | Script::Bopomofo
                | Script::Hangul
                | Script::Yi
                | Script::Thai
                | Script::Lao
                | Script::Khmer
                | Script::Myanmar
        )
        // The mark of a long vowel belongs to both scripts of Japanese.
        || matches!(letter, 'ー' | 'ｰ'))
}

/// A text with a space on both sides of each such letter, as a text index takes it and is asked for it.
#[must_use]
pub fn spaced(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unspaced) else {
        return Cow::Borrowed(text);
    };
    let mut apart = String::with_capacity(text.len() * 2);
    apart.push_str(&text[..first]);
    for letter in text[first..].chars() {
        match is_unspaced(letter) {
            true => apart.extend([' ', letter, ' ']),
            false => apart.push(letter),
        }
    }
    Cow::Owned(apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_scripts_without_spaces_stand_apart_and_other_words_stay_whole() {
        for (text, apart) in [
            ("Zürich, café 2026", "Zürich, café 2026"),
            ("iPhone手机", "iPhone 手  机 "),
            ("コーヒー", " コ  ー  ヒ  ー "),
            ("ไทย서울", " ไ  ท  ย  서  울 "),
            ("привет שלום नमस्ते", "привет שלום नमस्ते"),
        ] {
            assert_eq!(spaced(text), apart);
        }
        assert!(matches!(spaced("plain"), Cow::Borrowed("plain")));
    }
}
