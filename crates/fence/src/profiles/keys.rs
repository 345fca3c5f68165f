//! Places of keys, passwords and sessions, below the home folder of a person. None is ever granted.

use portcullis_core::key_places::KEY_PLACES;

/// On all systems, beside [`KEY_PLACES`].
const MORE: [&str; 2] = [".mozilla", "keychains"];

/// On all systems, by the name of a folder or file.
pub(super) fn anywhere() -> impl Iterator<Item = &'static str> {
    KEY_PLACES.into_iter().chain(MORE)
}

/// On macOS.
pub(super) const MACOS: [&str; 11] = [
    "Library/Keychains",
    "Library/Cookies",
    "Library/Safari",
    "Library/Containers/com.apple.Safari",
    "Library/Mail",
    "Library/Messages",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/Chromium",
    "Library/Application Support/BraveSoftware",
    "Library/Application Support/Microsoft Edge",
    "Library/Application Support/Firefox",
];

/// On Windows.
pub(super) const WINDOWS: [&str; 11] = [
    r"AppData\Roaming\Microsoft\Credentials",
    r"AppData\Roaming\Microsoft\Protect",
    r"AppData\Roaming\Microsoft\Crypto",
    r"AppData\Roaming\Microsoft\Vault",
    r"AppData\Local\Microsoft\Credentials",
    r"AppData\Local\Microsoft\Vault",
    r"AppData\Roaming\Mozilla",
    r"AppData\Local\Google\Chrome",
    r"AppData\Local\Chromium",
    r"AppData\Local\BraveSoftware",
    r"AppData\Local\Microsoft\Edge",
];

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
