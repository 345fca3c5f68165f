//! The redaction placeholder, what puts it in the place of a secret, and what indicates one: its name, or the form of its value.

use memchr::memmem;
use std::ops::Range;

/// Stands where a secret was.
pub const HIDDEN: &str = "•••";

/// A text without these secrets; `None` where it has none of them. Those that overlap in it are taken out as one, so that no end of
/// any stays.
#[must_use]
pub fn without<'s>(text: &str, secrets: impl IntoIterator<Item = &'s str>) -> Option<String> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for secret in secrets {
        // Most texts have none, and this needs no preparation for a short one.
        if memmem::find(text.as_bytes(), secret.as_bytes()).is_some() {
            add_places(text.as_bytes(), secret.as_bytes(), &mut places);
        }
    }
    if places.is_empty() {
        return None;
    }
    places.sort_unstable_by_key(|place| place.start);
    let (mut out, mut end) = (String::with_capacity(text.len()), 0);
    for place in places {
        if place.start >= end {
            out.push_str(&text[end..place.start]);
            out.push_str(HIDDEN);
        }
        end = end.max(place.end);
    }
    out.push_str(&text[end..]);
    Some(out)
}

/// Where a text has a secret. Occurrences that overlap each other are one place.
fn add_places(text: &[u8], secret: &[u8], places: &mut Vec<Range<usize>>) {
    let (first, last) = (memmem::Finder::new(secret), memmem::FinderRev::new(secret));
    let mut from = 0;
    while let Some(found) = first.find(&text[from..]) {
        let start = from + found;
        let mut end = start + secret.len();
        // An occurrence that begins within this one ends after it. The last of those covers the others, which keeps a text that
        // repeats one character from being searched at each.
        let begins_within = |end: usize| {
            let next = end + 1 - secret.len();
            let within = &text[next..text.len().min(end + secret.len() - 1)];
            last.rfind(within).map(|at| next + at + secret.len())
        };
        while let Some(later) = begins_within(end) {
            end = later;
        }
        places.push(start..end);
        from = end;
    }
}

/// Whether a value under this name is kept out of the record.
#[must_use]
pub fn sounds_secret(name: &str) -> bool {
    const PARTS: [&str; 17] = [
        "password",
        "passwd",
        "passphrase",
        "token",
        "secret",
        "apikey",
        "authorization",
        "cookie",
        "credential",
        "privatekey",
        "accesskey",
        "signingkey",
        "encryptionkey",
        "bearer",
        "sessionid",
        "onetimecode",
        "pincode",
    ];
    const WHOLE: [&str; 8] = ["pwd", "auth", "otp", "pin", "cvv", "cvc", "jwt", "pass"];
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    // A number of tokens is what models are asked for all day.
    let counted =
        plain.ends_with("tokens") || plain.starts_with("tokeniz") || plain.starts_with("tokencount");
    // A number by which the protocol pairs what belongs together.
    let counted = counted || plain == "progresstoken";
    (!counted && PARTS.iter().any(|part| plain.contains(part))) || WHOLE.contains(&plain.as_str())
}

/// Words of names whose values are mostly secret. The form in the window knows the same ones.
pub(crate) const CERTAIN_WORDS: [&str; 11] = [
    "apikey",
    "token",
    "secret",
    "password",
    "passwd",
    "pass",
    "pwd",
    "authorization",
    "credential",
    "credentials",
    "cookie",
];
/// The same, of names that often mean something else.
const UNCERTAIN_WORDS: [&str; 3] = ["key", "pat", "auth"];

/// Whether a variable or header of this name mostly holds a secret.
#[must_use]
pub fn looks_secret(name: &str) -> bool {
    has_word(name, &CERTAIN_WORDS) || has_word(name, &UNCERTAIN_WORDS) || sounds_secret(name)
}

/// Whether a part of a name, as `api` in `API-key`, is one of these words.
pub(crate) fn has_word(name: &str, known: &[&str]) -> bool {
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| known.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// How the tokens of well-known services begin.
const TOKENS: [&str; 19] = [
    "sk-",
    "sk_live_",
    "sk_test_",
    "pk_live_",
    "rk_live_",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "AKIA",
    "AIza",
    "hf_",
    "npm_",
    "ntn_",
    "lin_api_",
];

/// The beginning of a token of a well-known service.
pub(crate) fn token_start(value: &str) -> Option<&'static str> {
    let fits = value.len() >= 16 && !value.contains(char::is_whitespace);
    let start = TOKENS.into_iter().find(|start| value.starts_with(*start));
    start.filter(|_| fits)
}

/// Whether a value is a secret whatever it is called: it begins like a token of a well-known service, or is an address with a
/// password.
#[must_use]
pub fn is_secret_value(value: &str) -> bool {
    let value = value.strip_prefix("Bearer ").unwrap_or(value);
    let password = url::Url::parse(value).is_ok_and(|url| url.password().is_some());
    password || token_start(value).is_some()
}

#[cfg(test)]
mod tests {
    use super::{looks_secret, without};

    // Proves S-88.
    #[test]
    fn secrets_that_overlap_leave_nothing_of_each_other() {
        let secrets = [
            "alice",
            "alice@example.com",
            "example.com/päth",
            "h/",
            "none",
            "abab",
            "ééé",
        ];
        for (text, expected) in [
            ("alice@example.com/päth, alice", "•••, •••"),
            ("über example.com/päth/alice@example.com!", "über ••••••!"),
            ("alicealice", "••••••"),
            ("ababab, abababababab!", "•••, •••!"),
            ("ababababa", "•••a"),
            ("éé éééé", "éé •••"),
        ] {
            assert_eq!(without(text, secrets).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(without("bob@example.com", secrets), None);
        assert_eq!(without("", secrets), None);
    }

    // Proves S-67.
    #[test]
    fn names_of_secrets_are_known_however_they_are_written() {
        for name in [
            "Authorization",
            "X-API-Key",
            "api-key",
            "Ocp-Apim-Subscription-Key",
            "x-functions-key",
            "X-Auth-Token",
            "GITHUB_TOKEN",
            "db_password",
            "Cookie",
            "GH_PAT",
            "accessToken",
        ] {
            assert!(looks_secret(name), "{name}");
        }
        for name in [
            "X-Team",
            "Accept-Language",
            "MONKEY",
            "X-Path",
            "Keyboard",
            "PASSAGE",
            "LEVEL",
        ] {
            assert!(!looks_secret(name), "{name}");
        }
    }
}
