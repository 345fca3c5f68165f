//! Selects the scopes to request (AUT-50 to AUT-57).

use crate::limits;

/// Names separated by blanks, each once; at most [`limits::SCOPES`], none longer than [`limits::SCOPE`].
pub(super) fn split(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    add(&mut all, text.split_ascii_whitespace().map(str::to_owned));
    all
}

/// Adds what is not there yet.
pub(super) fn add(to: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for scope in more {
        let fits = scope.len() <= limits::SCOPE && to.len() < limits::SCOPES;
        if fits && is_scope(&scope) && !to.contains(&scope) {
            to.push(scope);
        }
    }
}

/// RFC 6749 §3.3: visible ASCII without quote and backslash.
fn is_scope(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\')
}

/// What one sign-in asks for.
pub(super) struct ScopeRequest<'a> {
    /// Of the last challenge: what is needed now.
    pub challenged: Option<&'a [String]>,
    /// Of a call that was refused for want of them.
    pub refused: &'a [String],
    /// Of the server's description of itself.
    pub supported: Option<&'a [String]>,
    /// Of the sign-in before at the same authorization server.
    pub before: &'a [String],
    /// What the authorization server knows.
    pub known_there: Option<&'a [String]>,
    /// Without a browser a refresh token is not asked for.
    pub unattended: bool,
    /// What was asked for there and refused with `invalid_scope`.
    pub rejected: &'a [Vec<String>],
}

impl ScopeRequest<'_> {
    /// The challenge says what is needed; without one, all that the server knows; without that, nothing is said. What was
    /// asked for before is asked for again, so that no permission gets lost (AUT-57), and so is what a call was refused for: the
    /// challenge may be a later one, of a token that ended meanwhile. A token to renew with is asked for
    /// where the authorization server knows the word, and only beside others: alone it would stand for nothing else.
    ///
    /// Some authorization servers refuse a whole request for one scope that they list and do not grant, or do not know any more.
    /// What the server did not ask for now is left out then, step by step.
    pub(super) fn all(&self) -> Vec<String> {
        let nothing: &[String] = &[];
        let ways = [(self.before, true), (self.before, false), (nothing, false)];
        let mut ways = ways.into_iter().map(|(before, renews)| self.of(before, renews));
        ways.find(|all| !self.rejected.contains(all))
            .unwrap_or_else(|| self.of(self.before, true))
    }

    fn of(&self, before: &[String], renews: bool) -> Vec<String> {
        let mut all = Vec::new();
        add(&mut all, before.iter().cloned());
        let now = self.challenged.or(self.supported).unwrap_or_default();
        add(&mut all, now.iter().cloned());
        add(&mut all, self.refused.iter().cloned());
        let offline = |scope: &String| scope == OFFLINE;
        if renews
            && !self.unattended
            && !all.is_empty()
            && self.known_there.is_some_and(|known| known.iter().any(offline))
        {
            add(&mut all, [OFFLINE.to_owned()]);
        }
        all
    }
}

const OFFLINE: &str = "offline_access";

/// Whether it says of itself that it covers everything (S-57).
pub fn is_wide(scope: &str) -> bool {
    let last = scope.rsplit([':', '.', '/']).next().unwrap_or(scope);
    [scope, last].iter().any(|word| {
        ["*", "all", "admin", "full", "full_access", "root"].contains(&word.to_ascii_lowercase().as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// Asks for nothing.
    fn nothing<'a>() -> ScopeRequest<'a> {
        ScopeRequest {
            challenged: None,
            refused: &[],
            supported: None,
            before: &[],
            known_there: None,
            unattended: false,
            rejected: &[],
        }
    }

    // Proves AUT-54.
    #[test]
    fn the_challenge_goes_before_what_the_server_lists_and_without_both_nothing_is_said() {
        let (challenged, supported) = (strings(&["a"]), strings(&["b", "c"]));
        let wanted = |challenged, supported| ScopeRequest {
            challenged,
            supported,
            ..nothing()
        };
        assert_eq!(wanted(Some(&challenged[..]), Some(&supported[..])).all(), ["a"]);
        assert_eq!(wanted(None, Some(&supported[..])).all(), ["b", "c"]);
        assert!(wanted(None, None).all().is_empty());
    }

    // Proves AUT-51, AUT-57.
    #[test]
    fn what_was_asked_before_is_asked_again_and_renewal_only_where_it_is_known() {
        let (before, challenged) = (strings(&["a", "b"]), strings(&["b", "c"]));
        let known = strings(&["openid", "offline_access"]);
        let wanted = ScopeRequest {
            challenged: Some(&challenged),
            before: &before,
            known_there: Some(&known),
            ..nothing()
        };
        assert_eq!(wanted.all(), ["a", "b", "c", "offline_access"]);
        assert_eq!(
            ScopeRequest {
                known_there: None,
                ..wanted
            }
            .all(),
            ["a", "b", "c"]
        );
        let alone = ScopeRequest {
            known_there: Some(&known),
            ..nothing()
        };
        assert!(alone.all().is_empty());
    }

    // Proves AUT-56.
    #[test]
    fn after_a_refusal_less_is_asked_until_only_what_is_needed_now_is_left() {
        let (before, challenged) = (strings(&["old"]), strings(&["read"]));
        let known = strings(&["offline_access"]);
        let mut rejected = Vec::new();
        for expected in [
            &["old", "read", "offline_access"][..],
            &["old", "read"],
            &["read"],
            // All of it was refused: the authorization server may have changed since.
            &["old", "read", "offline_access"],
        ] {
            let wanted = ScopeRequest {
                challenged: Some(&challenged),
                before: &before,
                known_there: Some(&known),
                rejected: &rejected,
                ..nothing()
            };
            let asked = wanted.all();
            assert_eq!(asked, expected);
            rejected.push(asked);
        }
    }

    // Proves AUT-57, AUT-59.
    #[test]
    fn what_a_call_was_refused_for_is_asked_whatever_the_server_said_since() {
        let (before, supported, refused) = (strings(&["read"]), strings(&["read"]), strings(&["write"]));
        let wanted = ScopeRequest {
            refused: &refused,
            supported: Some(&supported),
            before: &before,
            ..nothing()
        };
        assert_eq!(wanted.all(), ["read", "write"]);
    }

    // Proves S-57.
    #[test]
    fn words_for_everything_are_set_apart() {
        for wide in ["*", "admin", "repo:ALL", "files.full", "https://x/admin"] {
            assert!(is_wide(wide), "{wide}");
        }
        for narrow in ["read", "administrator:read", "allow"] {
            assert!(!is_wide(narrow), "{narrow}");
        }
    }

    #[test]
    fn odd_and_endless_scopes_are_left_out() {
        let many = (0..1000).map(|n| format!("s{n}")).collect::<Vec<_>>().join(" ");
        assert_eq!(split(&many).len(), limits::SCOPES);
        assert_eq!(split("a a \u{202e}x b\\c \"d\""), ["a"]);
    }
}
