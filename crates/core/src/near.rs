//! “Did you mean” suggestions for unknown names.

use strsim::damerau_levenshtein;

/// Longest name that is compared: a longer one was not mistyped.
const LONGEST: usize = 128;

/// The candidate that a name was most likely meant to be, where one is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = plain(name);
    let length = wanted.chars().count();
    if !(2..=LONGEST).contains(&length) {
        return None;
    }
    let allowed = (length / 3).max(1);
    let near = candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST);
    let near = near.filter_map(|candidate| {
        let known = plain(candidate);
        let distance = match length >= 3 && (known.starts_with(&wanted) || wanted.starts_with(&known)) {
            // Half of a name is meant to be it, whatever its length.
            true if !known.is_empty() => 1,
            _ => damerau_levenshtein(&wanted, &known),
        };
        (distance <= allowed).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Without what people mix up: capitals, and what stands between words.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_name_that_is_nearly_there_is_found_and_no_other() {
        let tools = ["read_file", "read_text_file", "write_file", "add"];
        for (typed, meant) in [
            ("read_fiel", Some("read_file")),
            ("ReadFile", Some("read_file")),
            ("read-text-file", Some("read_text_file")),
            ("write", Some("write_file")),
            ("ad", Some("add")),
            ("delete_everything", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, tools), meant, "{typed}");
        }
        assert_eq!(nearest(&"a".repeat(100_000), ["aa"]), None);
    }
}
