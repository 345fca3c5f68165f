//! What a server says about the sign-in that it wants: `WWW-Authenticate` (AUT-02). Several challenges may stand in one
//! header and the header may be repeated; parameters may be quoted or not.

use crate::limits;
use http::HeaderMap;
use http::header::WWW_AUTHENTICATE;

/// The parts of a `Bearer` or `DPoP` challenge that matter. All of it is the server's wording.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Challenge {
    /// Where it describes itself.
    pub resource_metadata: Option<String>,
    /// What is needed for what was asked.
    pub scopes: Option<Vec<String>>,
    /// Why the token that was sent is not enough.
    pub error: Option<String>,
    /// It takes tokens that are bound to a key, with these signatures where it says which (RFC 9449).
    pub bound: Option<Option<Vec<String>>>,
}

impl Challenge {
    /// What all challenges of an answer say that are for tokens: some servers have one for why and another for where. The first
    /// word on a matter counts.
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let values = headers.get_all(WWW_AUTHENTICATE).iter();
        let all = values.take(8).flat_map(|value| {
            let value = value.as_bytes();
            // A description may be in any language; what matters here is ASCII.
            for_tokens(&String::from_utf8_lossy(
                &value[..value.len().min(limits::AUTH_HEADER)],
            ))
        });
        all.reduce(|found, next| Self {
            resource_metadata: found.resource_metadata.or(next.resource_metadata),
            scopes: found.scopes.or(next.scopes),
            error: found.error.or(next.error),
            bound: found.bound.or(next.bound),
        })
    }

    /// After another one: where a server describes itself, it need not say each time.
    pub(super) fn after(self, before: Option<Self>) -> Self {
        Self {
            resource_metadata: self
                .resource_metadata
                .or_else(|| before.and_then(|before| before.resource_metadata)),
            ..self
        }
    }
}

fn for_tokens(value: &str) -> Vec<Challenge> {
    let mut found: Vec<Option<Challenge>> = Vec::new();
    for piece in pieces(value) {
        match piece {
            ChallengePart::Scheme(name) => {
                let bound = name.eq_ignore_ascii_case("dpop");
                let ours = bound || name.eq_ignore_ascii_case("bearer");
                found.push(ours.then(|| Challenge {
                    bound: bound.then_some(None),
                    ..Challenge::default()
                }));
            }
            ChallengePart::Parameter(name, value) => {
                let Some(Some(challenge)) = found.last_mut() else {
                    continue;
                };
                match name.to_ascii_lowercase().as_str() {
                    "resource_metadata" => challenge.resource_metadata = Some(value),
                    // An empty one says nothing.
                    "scope" => {
                        challenge.scopes =
                            Some(super::scopes::split(&value)).filter(|scopes| !scopes.is_empty());
                    }
                    "error" => challenge.error = Some(value),
                    "algs" if challenge.bound.is_some() => {
                        challenge.bound = Some(Some(super::scopes::split(&value)));
                    }
                    _ => {}
                }
            }
        }
    }
    found.into_iter().flatten().collect()
}

enum ChallengePart {
    Scheme(String),
    Parameter(String, String),
}

/// Takes a header apart. A word followed by `=` is a parameter of the scheme before it, any other word a scheme.
fn pieces(value: &str) -> Vec<ChallengePart> {
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
                all.push(ChallengePart::Parameter(word.to_owned(), value));
                rest = after;
            }
            _ => {
                all.push(ChallengePart::Scheme(word.to_owned()));
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
    use super::*;
    use http::HeaderValue;

    fn read(values: &[&str]) -> Option<Challenge> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(WWW_AUTHENTICATE, value.parse().unwrap());
        }
        Challenge::of(&headers)
    }

    // Proves AUT-02.
    #[test]
    fn a_bearer_challenge_is_found_among_others_quoted_or_not() {
        let full = read(&[r#"Basic realm="x, Bearer scope=no", Bearer resource_metadata="https://a/b?c=\"d\"", scope="a b""#]).unwrap();
        assert_eq!(full.resource_metadata.as_deref(), Some("https://a/b?c=\"d\""));
        assert_eq!(full.scopes.unwrap(), ["a", "b"]);
        let bare = read(&["bEARER error=insufficient_scope , scope=one"]).unwrap();
        assert_eq!(bare.error.as_deref(), Some("insufficient_scope"));
        assert_eq!(bare.scopes.unwrap(), ["one"]);
        let twice = read(&["Bearer", "Negotiate abc==", "Bearer scope=\"s\""]).unwrap();
        assert_eq!(twice.scopes.unwrap(), ["s"]);
        let apart = [
            r#"Bearer error="invalid_token""#,
            r#"Bearer resource_metadata="https://a/b", scope="s", Bearer scope="t""#,
        ];
        let apart = read(&apart).unwrap();
        assert_eq!(apart.error.as_deref(), Some("invalid_token"));
        assert_eq!(apart.resource_metadata.as_deref(), Some("https://a/b"));
        assert_eq!(apart.scopes.unwrap(), ["s"]);
    }

    // Proves AUT-02, AUT-54.
    #[test]
    fn words_in_any_language_and_an_empty_scope_take_nothing_away() {
        let mut headers = HeaderMap::new();
        let said =
            "Bearer error=\"insufficient_scope\", error_description=\"Schreibrecht nötig\", scope=\"write\"";
        headers.insert(
            WWW_AUTHENTICATE,
            HeaderValue::from_bytes(said.as_bytes()).unwrap(),
        );
        let found = Challenge::of(&headers).unwrap();
        assert_eq!(found.error.as_deref(), Some("insufficient_scope"));
        assert_eq!(found.scopes.unwrap(), ["write"]);
        assert_eq!(
            read(&[r#"Bearer scope="", error="invalid_token""#])
                .unwrap()
                .scopes,
            None
        );
        // The first so many bytes count, wherever they end.
        let long = format!(
            "Bearer scope=\"s\", realm=\"{}\"",
            "é".repeat(limits::AUTH_HEADER)
        );
        headers.insert(
            WWW_AUTHENTICATE,
            HeaderValue::from_bytes(long.as_bytes()).unwrap(),
        );
        assert_eq!(Challenge::of(&headers).unwrap().scopes.unwrap(), ["s"]);
    }

    // Proves AUT-05.
    #[test]
    fn where_a_server_describes_itself_is_kept_until_it_names_another_place() {
        let first = read(&[r#"Bearer resource_metadata="https://a/one""#]);
        let more = read(&[r#"Bearer error="insufficient_scope", scope="w""#]).unwrap();
        let more = more.after(first.clone());
        assert_eq!(more.resource_metadata.as_deref(), Some("https://a/one"));
        assert_eq!(more.scopes.unwrap(), ["w"]);
        let moved = read(&[r#"Bearer resource_metadata="https://a/two""#]).unwrap();
        assert_eq!(
            moved.after(first).resource_metadata.as_deref(),
            Some("https://a/two")
        );
    }

    // Proves AUT-61.
    #[test]
    fn a_challenge_for_bound_tokens_is_heard_wherever_it_stands() {
        let both = read(&[r#"Bearer scope="s", DPoP algs="ES256 EdDSA""#]).unwrap();
        assert_eq!(both.scopes.unwrap(), ["s"]);
        assert_eq!(both.bound.unwrap().unwrap(), ["ES256", "EdDSA"]);
        let alone = read(&[r#"dpop error="invalid_token", resource_metadata="https://a/b""#]).unwrap();
        assert_eq!(alone.resource_metadata.as_deref(), Some("https://a/b"));
        assert_eq!(
            (alone.error.as_deref(), alone.bound),
            (Some("invalid_token"), Some(None))
        );
        assert_eq!(read(&[r#"Bearer algs="ES256""#]).unwrap().bound, None);
    }

    // Proves AUT-02.
    #[test]
    fn what_is_no_bearer_challenge_is_none_and_nothing_odd_is_endless() {
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
