//! Names that read like other names: letters of other alphabets, or other letters of the same one (Unicode Technical Standard 39,
//! section 4, and section 5.1 for scripts).

use unicode_security::MixedScript as _;
use unicode_security::confusable_detection::skeleton;

/// Whether a person could take one of them for the other, whatever their case.
#[must_use]
pub fn look_alike(one: &str, other: &str) -> bool {
    appearance(one) == appearance(other)
}

/// The same text for all names that look alike, to find them among many. No name itself.
#[must_use]
pub fn appearance(name: &str) -> String {
    let name = name.to_lowercase();
    skeleton(&name).collect()
}

/// The name of a host in letters of a to z that this one can be taken for, where every other letter of it looks like one of those.
#[must_use]
pub fn imitated_host(host: &str) -> Option<String> {
    // Whole letters of French and of northern languages: their looks are no imitation.
    if host
        .chars()
        .all(|it| it.is_ascii() || matches!(it, 'æ' | 'œ' | 'þ'))
    {
        return None;
    }
    let mut plain = String::with_capacity(host.len());
    for character in host.chars() {
        if character.is_ascii() {
            plain.push(character);
        } else {
            let mut bytes = [0; 4];
            plain.extend(skeleton(character.encode_utf8(&mut bytes)).map(|it| it.to_ascii_lowercase()));
        }
    }
    let is_of_a_host = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || matches!(it, '.' | '-');
    plain.chars().all(is_of_a_host).then_some(plain)
}

/// The first word that has letters of several alphabets, as no word of a language has.
#[must_use]
pub fn mixed_word(text: &str) -> Option<&str> {
    text.split(|character: char| !character.is_alphanumeric())
        .find(|word| !word.is_single_script())
}

#[cfg(test)]
mod tests {
    use super::{imitated_host, look_alike, mixed_word};

    #[test]
    fn letters_that_look_the_same_make_names_that_do() {
        for (one, other) in [
            ("Github", "G\u{456}thub"),
            ("Mail", "MAIL"),
            ("Mail", "Mai1"),
            ("Notes", "N\u{3bf}tes"),
            ("pay", "\u{440}\u{430}\u{443}"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Mail", "Mail 2"),
            ("Files", "Filed"),
            ("Zürich", "Zurich"),
            ("名前", "名後"),
        ] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    // Proves S-82.
    #[test]
    fn a_host_in_letters_that_look_like_others_names_the_one_it_is_taken_for() {
        for (host, imitated) in [
            (
                "\u{430}\u{440}\u{440}\u{4cf}\u{435}.example",
                Some("apple.example"),
            ),
            ("g\u{456}thub.com", Some("github.com")),
            ("github.com", None),
            ("münchen.example", None),
            ("c\u{153}ur.example", None),
            ("名前.example", None),
            ("почта.example", None),
        ] {
            assert_eq!(imitated_host(host).as_deref(), imitated, "{host}");
        }
    }

    #[test]
    fn a_word_of_several_alphabets_is_found_and_a_name_of_several_words_is_none() {
        assert_eq!(mixed_word("My G\u{456}thub"), Some("G\u{456}thub"));
        for plain in [
            "Github",
            "Почта",
            "Почта Mail",
            "日本語のメモ",
            "Zürich 2",
            "Ωmega".get(..2).unwrap_or_default(),
        ] {
            assert_eq!(mixed_word(plain), None, "{plain}");
        }
    }
}
