//! Values whose names say that they are secrets, and that are about to be saved with everything else: where secrets are
//! kept is the better place. A remark and an offer; the person decides.

use portcullis_core::redact::sounds_secret;
use portcullis_core::text;
use portcullis_domain::{ServerDraft, Warning};
use portcullis_l10n::say;

/// Words of names whose values are mostly secret. The form in the window knows the same ones.
const WORDS: [&str; 14] = [
    "key",
    "apikey",
    "token",
    "secret",
    "password",
    "passwd",
    "pass",
    "pwd",
    "pat",
    "auth",
    "authorization",
    "credential",
    "credentials",
    "cookie",
];

/// Whether a variable or header of this name mostly holds a secret.
#[must_use]
pub fn looks_secret(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))) || sounds_secret(name)
}

/// A remark for each such value that would not be stored as a secret.
pub(super) fn remarks(draft: &ServerDraft) -> Vec<Warning> {
    let values = draft.environment.iter().chain(&draft.headers);
    let open = values.filter(|value| {
        let given = value.value.as_ref().is_some_and(|value| !value.is_empty());
        !value.secret && given && looks_secret(&value.name)
    });
    open.map(|value| {
        Warning::new(
            "draft.plain_secret",
            say!("plain-secret", name = text::escape_line(&value.name).text),
        )
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::looks_secret;

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
