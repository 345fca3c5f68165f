//! Pages that are made of the code, and its comments as sentences on one.

use crate::{Done, place};

/// Writes a page.
pub(super) fn write(page: &str, text: &str) -> Done {
    let path = place::root().join(page);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}.", path.display()))
}

/// Fails when a page says something else.
pub(super) fn is_current(page: &str, text: &str, command: &str) -> Done {
    match place::read(page)? == text {
        true => Ok(()),
        false => Err(format!(
            "{page} is not what the code says. `cargo xtask {command}` writes it."
        )),
    }
}

/// A text without ids in brackets: `Refused (S-12, AUT-30).` is `Refused.`
pub(super) fn without_ids(text: &str) -> String {
    let (mut rest, mut kept) = (text, String::new());
    while let Some((before, after)) = rest.split_once(" (") {
        kept.push_str(before);
        rest = match after.split_once(')') {
            Some((inside, after)) if inside.split(", ").all(is_id) => after,
            _ => {
                kept.push_str(" (");
                after
            }
        };
    }
    kept + rest
}

/// Letters, a hyphen and a number: `S-12`, `AUT-30`.
fn is_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(letters, number)| {
        !letters.is_empty()
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::without_ids;

    #[test]
    fn ids_in_brackets_are_left_out_and_other_brackets_stay() {
        for (text, read) in [
            ("Refused (S-12).", "Refused."),
            (
                "Counted (ELI-07, UIC-08), once (or twice).",
                "Counted, once (or twice).",
            ),
            ("Open ((S-12", "Open ((S-12"),
            ("None.", "None."),
        ] {
            assert_eq!(without_ids(text), read);
        }
    }
}
