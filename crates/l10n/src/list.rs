//! Several things in a sentence.

use crate::Locale;

/// `a, b and c`; in Chinese `a、b和c`. Empty for none.
#[must_use]
pub fn list(items: &[String]) -> String {
    let (comma, and) = match Locale::current() {
        Locale::English => (", ", " and "),
        Locale::Chinese => ("、", "和"),
    };
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{}{and}{last}", rest.join(comma)),
    }
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn the_last_of_several_follows_a_word() {
        let of = |items: &[&str]| list(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["a"]), "a");
        assert_eq!(of(&["a", "b"]), "a and b");
        assert_eq!(of(&["a", "b", "c"]), "a, b and c");
    }
}
