//! When two names mean one variable: on Windows whatever their case, elsewhere only when they are the same.

/// What two names have in common exactly when the system takes them for one variable.
#[must_use]
pub fn variable_key(name: &str) -> String {
    key(name, cfg!(windows))
}

/// Windows compares letter by letter, so a letter that becomes two in upper case stays as it is.
fn key(name: &str, folds: bool) -> String {
    if !folds {
        return name.to_owned();
    }
    let upper = |letter: char| {
        let mut upper = letter.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(one), None) => one,
            _ => letter,
        }
    };
    name.chars().map(upper).collect()
}

#[cfg(test)]
mod tests {
    use super::{key, variable_key};

    // Proves S-08.
    #[test]
    fn names_are_one_variable_where_the_system_says_so() {
        assert_eq!(key("Zoo", true), key("ZOO", true));
        assert_eq!(key("schlüssel", true), key("SCHLÜSSEL", true));
        assert_ne!(key("straße", true), key("STRASSE", true));
        assert_ne!(key("Zoo", false), key("ZOO", false));
        assert_eq!(variable_key("Zoo") == variable_key("ZOO"), cfg!(windows));
    }
}
