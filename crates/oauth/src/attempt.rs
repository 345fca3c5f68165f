//! One sign-in in a browser, an authorization code flow with PKCE (RFC 7636): what is remembered before the browser opens, and what is checked when it comes back. All of it
//! is of one attempt and goes away with it, so that two attempts cannot mix (AUT-30 to AUT-36, S-53).

use super::issuer::Issuer;
use oauth2::basic::BasicClient;
use oauth2::{AuthUrl, ClientId, CsrfToken, PkceCodeChallenge, RedirectUrl, Scope};
use portcullis_catalog::links::Link;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use url::form_urlencoded;

/// The whole request was refused for one of its scopes (RFC 6749 §4.1.2.1).
const INVALID_SCOPE: &str = "invalid_scope";
/// Bytes behind the `state`: 256 bits.
const STATE: u32 = 32;

/// State of one attempt: `state`, code verifier, redirect URI.
pub(super) struct AuthorizationAttempt {
    /// Where the answer must come from.
    pub issuer: Issuer,
    /// Where the browser comes back to.
    pub back: String,
    state: Secret,
    verifier: Secret,
}

/// A valid authorization response: its code, to be exchanged for tokens.
pub(super) struct AuthorizationResponse {
    pub issuer: Issuer,
    pub back: String,
    pub code: Secret,
    pub verifier: Secret,
}

/// Result of checking a callback.
pub(super) enum CallbackOutcome {
    /// Not the answer to this attempt, which keeps waiting (S-60).
    Stray,
    /// The answer, good or bad.
    Answer(Result<(), Error>, Option<Secret>),
    /// The answer: the scopes of this attempt are not granted together.
    ScopesRefused(Error),
}

impl AuthorizationAttempt {
    /// Begins an attempt, and gives the page to open; `more` stands in its address beside what every attempt has.
    ///
    /// # Errors
    /// `auth.bad_endpoint` when the page is not one that is opened.
    pub(super) fn begin(
        issuer: &Issuer,
        client_id: &str,
        back: &str,
        scopes: &[String],
        more: &[(&str, String)],
    ) -> Result<(Self, Link)> {
        let page = issuer.authorize.clone().ok_or_else(|| no_page(&issuer.id))?;
        let client = BasicClient::new(ClientId::new(client_id.to_owned()))
            .set_auth_uri(AuthUrl::from_url(page))
            .set_redirect_uri(RedirectUrl::new(back.to_owned()).map_err(Error::internal)?);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request = client
            .authorize_url(|| CsrfToken::new_random_len(STATE))
            .set_pkce_challenge(challenge)
            .add_scopes(scopes.iter().cloned().map(Scope::new));
        for (name, value) in more {
            request = request.add_extra_param(*name, value.clone());
        }
        let (url, state) = request.url();
        let link = Link::read(url.as_str()).map_err(|why| {
            Error::new(Code::AuthBadEndpoint, say!("link-refused", why)).remedy(say!("tell-operator"))
        })?;
        let attempt = Self {
            issuer: issuer.clone(),
            back: back.to_owned(),
            state: Secret::from(state.secret().as_str()),
            verifier: Secret::from(verifier.secret().as_str()),
        };
        Ok((attempt, link))
    }

    /// Looks at what a browser brought, in this order: whether it belongs to this attempt at all, whether it comes from
    /// where it must, and only then what it says.
    pub(super) fn check(&self, query: &str) -> CallbackOutcome {
        let mut found: [Option<String>; 5] = Default::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let names = ["state", "iss", "code", "error", "error_description"];
            let Some(at) = names.iter().position(|known| *known == name) else {
                continue;
            };
            // Said twice is said by two.
            if found[at].replace(value.into_owned()).is_some() {
                return CallbackOutcome::Stray;
            }
        }
        let [state, iss, code, error, words] = found;
        if state.is_none_or(|state| !same(&state, self.state.expose())) {
            return CallbackOutcome::Stray;
        }
        let from = match &iss {
            None => !self.issuer.names_itself,
            Some(iss) => *iss == self.issuer.id,
        };
        if !from {
            // Who sent this is not known, so none of its words are shown (AUT-36).
            return CallbackOutcome::Answer(Err(mixed_up(&self.issuer.id)), None);
        }
        match (error, code) {
            (Some(error), _) if error == INVALID_SCOPE => {
                CallbackOutcome::ScopesRefused(said_no(&self.issuer.id, &error, words))
            }
            (Some(error), _) => CallbackOutcome::Answer(Err(said_no(&self.issuer.id, &error, words)), None),
            (None, Some(code)) if !code.is_empty() => {
                CallbackOutcome::Answer(Ok(()), Some(Secret::from(code)))
            }
            (None, _) => CallbackOutcome::Answer(Err(no_code(&self.issuer.id)), None),
        }
    }

    /// With the code that was found in the answer.
    pub(super) fn answered(self, code: Secret) -> AuthorizationResponse {
        AuthorizationResponse {
            issuer: self.issuer,
            back: self.back,
            code,
            verifier: self.verifier,
        }
    }
}

/// Compares without telling by its time how much was right.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one
            .bytes()
            .zip(other.bytes())
            .fold(0, |all, (a, b)| all | (a ^ b))
            == 0
}

fn shown(issuer: &str) -> String {
    portcullis_core::text::escape_line(issuer).text
}

fn no_page(issuer: &str) -> Error {
    Error::new(Code::AuthBadMetadata, say!("no-page", issuer = shown(issuer)))
}

fn mixed_up(issuer: &str) -> Error {
    Error::new(Code::AuthMixUp, say!("mixed-up", issuer = shown(issuer))).remedy(say!("mixed-up-remedy"))
}

fn said_no(issuer: &str, error: &str, words: Option<String>) -> Error {
    let issuer = shown(issuer);
    let sentence = match error {
        "access_denied" => say!("denied", issuer),
        _ => say!(
            "refused",
            issuer,
            code = ForeignText::new(error).first_line(64).text
        ),
    };
    let remedy = match error {
        INVALID_SCOPE => say!("scopes-refused-remedy"),
        _ => say!("refused-remedy"),
    };
    let error = Error::new(Code::AuthRefused, sentence).remedy(remedy);
    match words {
        Some(words) => error.said(TextSource::AuthorizationServer, &ForeignText::new(words)),
        None => error,
    }
}

fn no_code(issuer: &str) -> Error {
    Error::new(Code::AuthBadMetadata, say!("no-code", issuer = shown(issuer)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use url::Url;

    fn attempt(names_itself: bool) -> (AuthorizationAttempt, String) {
        let issuer = Issuer {
            id: "https://a.example/p".to_owned(),
            authorize: Some(Url::parse("https://a.example/authorize?keep=1").unwrap()),
            token: Url::parse("https://a.example/token").unwrap(),
            register: None,
            revoke: None,
            scopes: None,
            methods: None,
            documents: false,
            names_itself,
            binds: vec![],
            grants: None,
        };
        let (attempt, link) = AuthorizationAttempt::begin(
            &issuer,
            "me",
            "http://127.0.0.1:1/x",
            &["s".to_owned()],
            &[("resource", "https://m.example/mcp".to_owned())],
        )
        .unwrap();
        (attempt, link.as_str().to_owned())
    }

    fn code(attempt: &AuthorizationAttempt, rest: &str) -> Option<Result<String, Error>> {
        match attempt.check(&format!("state={}&{rest}", attempt.state.expose())) {
            CallbackOutcome::Stray => None,
            CallbackOutcome::Answer(Ok(()), code) => Some(Ok(code.unwrap().expose().to_owned())),
            CallbackOutcome::Answer(Err(error), _) | CallbackOutcome::ScopesRefused(error) => {
                Some(Err(error))
            }
        }
    }

    // Proves AUT-30, AUT-32, AUT-41.
    #[test]
    fn every_attempt_has_its_own_state_and_verifier_and_names_the_resource() {
        let ((one, page), (two, _)) = (attempt(false), attempt(false));
        assert_ne!(one.state.expose(), two.state.expose());
        assert_ne!(one.verifier.expose(), two.verifier.expose());
        assert!(one.state.expose().len() >= 32);
        let pairs: std::collections::HashMap<_, _> =
            Url::parse(&page).unwrap().query_pairs().into_owned().collect();
        assert_eq!(pairs["code_challenge_method"], "S256");
        assert_eq!(pairs["resource"], "https://m.example/mcp");
        assert_eq!((pairs["keep"].as_str(), pairs["scope"].as_str()), ("1", "s"));
        assert!(!page.contains(one.verifier.expose()));
    }

    // Proves AUT-32.
    #[test]
    fn another_state_none_or_two_are_no_answer() {
        let (attempt, _) = attempt(false);
        let right = attempt.state.expose();
        for stray in [
            "code=c".to_owned(),
            "state=&code=c".to_owned(),
            format!("state={right}x&code=c"),
            format!("state={right}&state={right}&code=c"),
            format!("state={right}&code=c&code=d"),
            format!("state={}&code=c", right.to_uppercase()),
        ] {
            assert!(matches!(attempt.check(&stray), CallbackOutcome::Stray), "{stray}");
        }
    }

    // Proves S-53, AUT-34, AUT-35.
    #[test]
    fn who_answers_must_be_exactly_who_was_asked() {
        let ((silent, _), (naming, _)) = (attempt(false), attempt(true));
        assert_eq!(code(&silent, "code=c").unwrap().unwrap(), "c");
        assert_eq!(
            code(&silent, "code=c&iss=https%3A%2F%2Fa.example%2Fp")
                .unwrap()
                .unwrap(),
            "c"
        );
        assert_eq!(
            code(&naming, "code=c&iss=https://a.example/p").unwrap().unwrap(),
            "c"
        );
        assert_eq!(
            code(&naming, "code=c").unwrap().unwrap_err().code,
            Code::AuthMixUp
        );
        for other in [
            "https://a.example/p/",
            "https://A.example/p",
            "https://a.example:443/p",
            "https://a.example/%70",
            "https%253A%252F%252Fa.example%252Fp",
            "",
        ] {
            let refused = code(&silent, &format!("code=c&iss={}", other.replace("%70", "%2570")))
                .unwrap()
                .unwrap_err();
            assert_eq!(refused.code, Code::AuthMixUp, "{other}");
        }
    }

    // Proves S-53, AUT-36.
    #[test]
    fn text_of_another_issuer_is_not_shown() {
        let (attempt, _) = attempt(true);
        let lure = "error=access_denied&error_description=call+us&iss=https://evil.example";
        let refused = code(&attempt, lure).unwrap().unwrap_err();
        assert_eq!((refused.code, refused.said.is_none()), (Code::AuthMixUp, true));
        assert!(!refused.to_string().contains("evil") && !refused.to_string().contains("call us"));
        let own = code(
            &attempt,
            "error=access_denied&error_description=no&iss=https://a.example/p",
        )
        .unwrap()
        .unwrap_err();
        assert_eq!(
            (own.code, own.said.unwrap().text.as_str()),
            (Code::AuthRefused, "no")
        );
    }
}
