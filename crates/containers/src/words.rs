//! The words of `docker run` before its image: which take a value, and which value.

use portcullis_core::text::escape_line;

/// Options without a value, by letter and by name: of Docker, of Podman, and of `compose run`.
const SWITCHES: [(&str, &str); 32] = [
    ("i", "interactive"),
    ("t", "tty"),
    ("q", "quiet"),
    ("d", "detach"),
    ("P", "publish-all"),
    ("", "rm"),
    ("", "init"),
    ("", "read-only"),
    ("", "privileged"),
    ("", "no-healthcheck"),
    ("", "oom-kill-disable"),
    ("", "use-api-socket"),
    ("", "env-host"),
    ("", "replace"),
    ("", "sig-proxy"),
    ("", "disable-content-trust"),
    ("", "http-proxy"),
    ("", "no-hostname"),
    ("", "no-hosts"),
    ("", "passwd"),
    ("", "read-only-tmpfs"),
    ("", "rmi"),
    ("", "tls-verify"),
    ("", "unsetenv-all"),
    ("T", "no-TTY"),
    ("", "build"),
    ("", "no-deps"),
    ("", "quiet-build"),
    ("", "quiet-pull"),
    ("", "remove-orphans"),
    ("", "service-ports"),
    ("", "use-aliases"),
];
/// Letters of options with a value.
const LETTERS: [(&str, &str); 10] = [
    ("e", "env"),
    ("v", "volume"),
    ("w", "workdir"),
    ("u", "user"),
    ("m", "memory"),
    ("l", "label"),
    ("h", "hostname"),
    ("p", "publish"),
    ("c", "cpu-shares"),
    ("a", "attach"),
];

/// One option as it was typed, with its long name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OptionWord {
    /// Without dashes.
    pub(crate) name: String,
    /// `None` for a switch.
    pub(crate) value: Option<String>,
}

/// The options before the image, and the words from the image on. `None` where an option ends the line.
pub(crate) fn options(mut words: &[String]) -> Option<(Vec<OptionWord>, &[String])> {
    let mut found = Vec::new();
    while let Some((word, rest)) = words.split_first() {
        if word == "--" {
            return Some((found, rest));
        }
        if let Some(long) = word.strip_prefix("--") {
            let (name, joined) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            let name = if name == "net" { "network" } else { name };
            let is_switch = SWITCHES.iter().any(|(_, switch)| *switch == name);
            words = rest;
            let value = match (joined, is_switch) {
                (None, true) => None,
                (Some(value), _) => Some(value),
                (None, false) => {
                    let (value, rest) = words.split_first()?;
                    words = rest;
                    Some(value.clone())
                }
            };
            found.push(OptionWord {
                name: name.to_owned(),
                value,
            });
        } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            words = rest;
            let mut left = letters;
            while let Some(letter) = left.chars().next() {
                let (this, after) = left.split_at(letter.len_utf8());
                if let Some((_, name)) = SWITCHES.iter().find(|(known, _)| *known == this) {
                    found.push(OptionWord {
                        name: (*name).to_owned(),
                        value: None,
                    });
                    left = after;
                    continue;
                }
                let known = LETTERS.iter().find(|(known, _)| *known == this);
                let name = known.map_or(this, |(_, name)| *name).to_owned();
                let value = match after {
                    "" => {
                        let (value, rest) = words.split_first()?;
                        words = rest;
                        value.clone()
                    }
                    joined => joined.strip_prefix('=').unwrap_or(joined).to_owned(),
                };
                found.push(OptionWord {
                    name,
                    value: Some(value),
                });
                break;
            }
        } else {
            return Some((found, words));
        }
    }
    Some((found, words))
}

/// For a sentence.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 200;
    escape_line(&text.chars().take(MOST).collect::<String>()).text
}
