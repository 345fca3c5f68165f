//! What a server says about the sign-in that it wants: `WWW-Authenticate` (AUT-02). Several challenges may stand in one
//! header and the header may be repeated; parameters may be quoted or not.

use crate::limits;
use http::HeaderMap;
use http::header::WWW_AUTHENTICATE;

/// The parts of a `Bearer` challenge that matter. All of it is the server's wording.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Challenge {
    /// Where it describes itself.
    pub resource_metadata: Option<String>,
    /// What is needed for what was asked.
    pub scopes: Option<Vec<String>>,
    /// Why the token that was sent is not enough.
    pub error: Option<String>,
}

impl Challenge {
    /// The first `Bearer` challenge of an answer; one that says more goes before one that says nothing.
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let values = headers.get_all(WWW_AUTHENTICATE).iter();
        let all: Vec<Self> = values
            .filter_map(|value| value.to_str().ok())
            .take(8)
            .flat_map(|value| bearers(value.get(..limits::AUTH_HEADER).unwrap_or(value)))
            .collect();
        let telling = all.iter().position(|found| *found != Self::default());
        all.into_iter().nth(telling.unwrap_or(0))
    }
}

fn bearers(value: &str) -> Vec<Challenge> {
    let mut found: Vec<Option<Challenge>> = Vec::new();
    for piece in pieces(value) {
        match piece {
            Piece::Scheme(name) => {
                found.push(name.eq_ignore_ascii_case("bearer").then(Challenge::default));
            }
            Piece::Parameter(name, value) => {
                let Some(Some(challenge)) = found.last_mut() else {
                    continue;
                };
                match name.to_ascii_lowercase().as_str() {
                    "resource_metadata" => challenge.resource_metadata = Some(value),
                    "scope" => challenge.scopes = Some(super::scopes::split(&value)),
                    "error" => challenge.error = Some(value),
                    _ => {}
                }
            }
        }
    }
    found.into_iter().flatten().collect()
}

enum Piece {
    Scheme(String),
    Parameter(String, String),
}

/// Takes a header apart. A word followed by `=` is a parameter of the scheme before it, any other word a scheme.
fn pieces(value: &str) -> Vec<Piece> {
    let mut rest = value;
    let mut all = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let end = rest.find([' ', '\t', ',', '=']).unwrap_or(rest.len());
        if rest.is_empty() {
            return all;
        }
        let (word, after) = rest.split_at(end.max(usize::from(end == 0)));
        let unblanked = after.trim_start_matches([' ', '\t']);
        match unblanked.strip_prefix('=') {
            // `token68` may end in more of them; nothing that we want is written so.
            Some(given) if !word.is_empty() => {
                let (value, after) = given_value(given.trim_start_matches([' ', '\t']));
                all.push(Piece::Parameter(word.to_owned(), value));
                rest = after;
            }
            _ => {
                all.push(Piece::Scheme(word.to_owned()));
                rest = after;
            }
        }
    }
}

/// A value and what comes after it.
fn given_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([' ', '\t', ',']).unwrap_or(text.len());
        let (value, rest) = text.split_at(end);
        return (value.to_owned(), rest);
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (value, &quoted[at + 1..]),
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            c => value.push(c),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    fn read(values: &[&str]) -> Option<Challenge> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(WWW_AUTHENTICATE, value.parse().unwrap());
        }
        Challenge::of(&headers)
    }

    #[test]
    fn aut02_a_bearer_challenge_is_found_among_others_quoted_or_not() {
        let full = read(&[r#"Basic realm="x, Bearer scope=no", Bearer resource_metadata="https://a/b?c=\"d\"", scope="a b""#]).unwrap();
        assert_eq!(full.resource_metadata.as_deref(), Some("https://a/b?c=\"d\""));
        assert_eq!(full.scopes.unwrap(), ["a", "b"]);
        let bare = read(&["bEARER error=insufficient_scope , scope=one"]).unwrap();
        assert_eq!(bare.error.as_deref(), Some("insufficient_scope"));
        assert_eq!(bare.scopes.unwrap(), ["one"]);
        let twice = read(&["Bearer", "Negotiate abc==", "Bearer scope=\"s\""]).unwrap();
        assert_eq!(twice.scopes.unwrap(), ["s"]);
    }

    #[test]
    fn aut02_what_is_no_bearer_challenge_is_none_and_nothing_odd_is_endless() {
        assert_eq!(read(&[]), None);
        assert_eq!(read(&["Basic realm=\"Bearer\""]), None);
        assert_eq!(read(&["Bearer"]), Some(Challenge::default()));
        for odd in [
            "=",
            "==,=",
            "Bearer =",
            "Bearer scope",
            "Bearer scope=\"",
            ",,,",
            "Bearer scope=\"\\",
        ] {
            read(&[odd]);
        }
    }
}
