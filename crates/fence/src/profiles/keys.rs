//! Places of keys, passwords and sessions, below the home folder of a person. None is ever granted.

use portcullis_core::key_places::KEY_PLACES;
pub(super) use portcullis_core::key_places::{MACOS, WINDOWS};

/// On all systems, beside [`KEY_PLACES`].
const MORE: [&str; 2] = [".mozilla", "keychains"];

/// On all systems, by the name of a folder or file.
pub(super) fn anywhere() -> impl Iterator<Item = &'static str> {
    KEY_PLACES.into_iter().chain(MORE)
}

/// Whether a path is one of such a place, in one, or holds one. Files of both systems are found in any case.
pub(super) fn holds_keys(path: &str, home: &str, places: &[&str], separator: char) -> bool {
    let folded = |text: &str| text.trim_end_matches(separator).to_lowercase();
    let (path, home) = (folded(path), folded(home));
    let below = |path: &str, of: &str| {
        path.strip_prefix(of)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(separator))
    };
    let named = path
        .split(separator)
        .any(|part| anywhere().any(|key| key == part));
    let place = |place: &&str| {
        let place = format!("{home}{separator}{}", folded(place));
        below(&path, &place) || below(&place, &path)
    };
    named || below(&home, &path) || places.iter().any(place)
}
