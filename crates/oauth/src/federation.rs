//! Where another party vouches for the client, so that no page of the authorization server is opened: the platform that
//! Portcullis runs on (workload identity federation), or the organisation that the person works for (AUT-63,
//! enterprise-managed authorization). What they say is shown to the authorization server in place of a code.
//!
//! The organisation's identity provider is one that the person entered: a server names none, and none sees what the
//! organisation gave. It is asked again for every authorization server, and its word is for that one alone.

use super::attempt::AuthorizationResponse;
use super::authority::Authority;
use super::client::{ClientAuthentication, RegisteredClient};
use super::http::GuardedHttp;
use super::issuer::{self, Issuer};
use super::stored_tokens::StoredIdentity;
use super::tokens::TokenRequest;
use crate::limits;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use portcullis_core::{Code, Error, Result, TextSource, causes};
use portcullis_domain::stored::OwnClientRow;
use portcullis_domain::{Organisation, Registration};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::Path;
use tokio::io::AsyncReadExt as _;
use url::Url;

const EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";
const REFRESH_TOKEN: &str = "urn:ietf:params:oauth:token-type:refresh_token";
/// What an organisation gives for one authorization server.
const ID_JAG: &str = "urn:ietf:params:oauth:token-type:id-jag";
/// By which a person is asked for at the organisation.
const OPENID: &str = "openid";
const OFFLINE: &str = "offline_access";

/// Audience, resource and scopes of an assertion.
pub(super) struct AssertionTarget<'a> {
    /// The authorization server.
    pub issuer: &'a str,
    /// The server.
    pub resource: &'a str,
    /// What is asked for.
    pub scopes: &'a [String],
}

/// What is asked for at an organisation: who the person is, and to go on knowing it where that can be asked for.
pub(super) fn scopes(organisation: &Issuer) -> Vec<String> {
    let known = organisation.scopes.iter().flatten();
    let offline = known.filter(|scope| *scope == OFFLINE).take(1).cloned();
    [OPENID.to_owned()].into_iter().chain(offline).collect()
}

/// What the organisation's identity provider says of itself.
pub(super) async fn find(own: &OwnClientRow, organisation: &Organisation) -> Result<Issuer> {
    let web = GuardedHttp::for_server(&address(organisation)?, TextSource::AuthorizationServer);
    match own.token_file {
        Some(_) => issuer::find_without_page(&web, &organisation.issuer).await,
        None => {
            let found = issuer::find(&web, &organisation.issuer).await?;
            match found.authorize {
                Some(_) => Ok(found),
                None => Err(Error::new(Code::AuthBadMetadata, say!("organization-no-page"))
                    .remedy(say!("organization-no-page-remedy"))),
            }
        }
    }
}

impl Authority {
    /// The assertion of a party that vouches for this client at an authorization server.
    ///
    /// # Errors
    /// `auth.ended` when a person has to sign in at the organisation again, `auth.*`, `network.*`.
    pub(super) async fn voucher(
        &self,
        own: &OwnClientRow,
        identity: Option<&StoredIdentity>,
        to: &AssertionTarget<'_>,
    ) -> Result<Secret> {
        let (subject, kind) = match (&own.token_file, identity) {
            (Some(file), _) => {
                let token = read(Path::new(file)).await?;
                self.learn_word(&token);
                (token, ID_TOKEN)
            }
            (None, Some(identity)) => identity.subject(self.clock.now()).ok_or_else(ended)?,
            (None, None) => return Err(ended()),
        };
        let (Some(organisation), Some(identity)) = (&own.organisation, identity) else {
            return Ok(subject);
        };
        let web = GuardedHttp::for_server(&address(organisation)?, TextSource::AuthorizationServer);
        let at = web.allowed(&identity.token_at)?;
        let known = known(organisation);
        let asking = self.asking_organisation(&web, &at, organisation, &known);
        let scopes = to.scopes.join(" ");
        let form = [
            ("grant_type", EXCHANGE),
            ("requested_token_type", ID_JAG),
            ("audience", to.issuer),
            ("resource", to.resource),
            ("subject_token", subject.expose()),
            ("subject_token_type", kind),
            ("scope", &scopes),
        ];
        #[derive(Deserialize)]
        struct Exchanged {
            access_token: String,
            issued_token_type: String,
        }
        let given: Exchanged = asking.form(&form).await?;
        let word = Secret::from(given.access_token);
        self.learn_word(&word);
        match given.issued_token_type == ID_JAG && claims(&word).is_some() {
            true => Ok(word),
            false => Err(asking.unreadable(&say!("token-not-assertion"))),
        }
    }

    /// A sign-in at the organisation, from the code that the browser brought.
    pub(super) async fn identified(
        &self,
        organisation: &Organisation,
        answered: AuthorizationResponse,
        nonce: &str,
    ) -> Result<StoredIdentity> {
        let web = GuardedHttp::for_server(&address(organisation)?, TextSource::AuthorizationServer);
        let known = known(organisation);
        let asking = self.asking_organisation(&web, &answered.issuer.token, organisation, &known);
        let form = [
            ("grant_type", "authorization_code"),
            ("code", answered.code.expose()),
            ("code_verifier", answered.verifier.expose()),
            ("redirect_uri", &answered.back),
        ];
        #[derive(Deserialize)]
        struct IdentityResponse {
            id_token: String,
            refresh_token: Option<String>,
        }
        let given: IdentityResponse = asking.form(&form).await?;
        let id_token = Secret::from(given.id_token);
        self.learn_word(&id_token);
        // It comes from the organisation itself, over a connection that is its own: what is left is whom it is about and
        // for whom (OpenID Connect Core, §3.1.3.7).
        let until = claims(&id_token)
            .filter(|claims| is_for(claims, &answered.issuer.id, organisation, nonce))
            .and_then(|claims| ends_at(&claims))
            .ok_or_else(|| asking.unreadable(&say!("token-not-yours")))?;
        Ok(StoredIdentity {
            token_at: answered.issuer.token.into(),
            revoke_at: answered.issuer.revoke.map(String::from),
            id_token: Some(id_token),
            until,
            refresh: given
                .refresh_token
                .filter(|token| !token.is_empty() && token.len() <= limits::TOKEN)
                .map(Secret::from),
        })
    }

    /// Takes a sign-in at the organisation back, as far as that is offered.
    pub(super) async fn leave_organisation(
        &self,
        organisation: &Organisation,
        identity: &StoredIdentity,
    ) -> Result<()> {
        let web = GuardedHttp::for_server(&address(organisation)?, TextSource::AuthorizationServer);
        let Some((at, refresh)) = identity.revoke_at.as_deref().zip(identity.refresh.as_ref()) else {
            return Ok(());
        };
        let at = web.allowed(at)?;
        let known = known(organisation);
        let asking = self.asking_organisation(&web, &at, organisation, &known);
        asking.revoke(refresh, "refresh_token").await.map(drop)
    }

    fn asking_organisation<'a>(
        &'a self,
        web: &'a GuardedHttp,
        at: &'a Url,
        organisation: &'a Organisation,
        client: &'a RegisteredClient,
    ) -> TokenRequest<'a> {
        TokenRequest {
            web,
            at,
            issuer: &organisation.issuer,
            client,
            resource: "",
            redactor: &self.redactor,
            clock: &*self.clock,
            prover: None,
        }
    }

    fn learn_word(&self, word: &Secret) {
        self.redactor
            .learn_generation(self.server.as_str(), [word.expose()].into_iter());
    }
}

impl StoredIdentity {
    /// What is shown to the organisation, and what it is.
    fn subject(&self, now: u64) -> Option<(Secret, &'static str)> {
        let soon = now.saturating_add(u64::try_from(limits::RENEW_BEFORE.as_millis()).unwrap_or_default());
        let fresh = self.id_token.clone().filter(|_| soon < self.until);
        let fresh = fresh.map(|token| (token, ID_TOKEN));
        fresh.or_else(|| Some((self.refresh.clone()?, REFRESH_TOKEN)))
    }
}

/// Who Portcullis is at the organisation.
fn known(organisation: &Organisation) -> RegisteredClient {
    RegisteredClient {
        id: organisation.client_id.clone(),
        proof: None,
        method: ClientAuthentication::None,
        registration: Registration::Own,
        management: None,
    }
}

/// The address that the person entered, and that may so be within their own network.
fn address(organisation: &Organisation) -> Result<Url> {
    Url::parse(&organisation.issuer).map_err(|_| {
        Error::new(Code::AuthBadEndpoint, say!("organization-url")).remedy(say!("enter-again-on-page"))
    })
}

/// The token in a file. The program that renews the file replaces it: it is read each time. What is no signed token is not
/// sent to anybody.
///
/// # Errors
/// `auth.voucher`.
pub(super) async fn read(file: &Path) -> Result<Secret> {
    let bad = |sentence: String| Error::new(Code::AuthVoucher, sentence).remedy(say!("file-remedy"));
    let opened = tokio::fs::File::open(file).await;
    let opened = opened.map_err(|error| bad(say!("file-unreadable", cause = causes::io(&error))))?;
    let kind = opened.metadata().await;
    if !kind.is_ok_and(|kind| kind.is_file()) {
        return Err(bad(say!("file-not-file")));
    }
    let mut text = zeroize::Zeroizing::new(String::new());
    let most = limits::VOUCHER as u64;
    let length = opened.take(most + 1).read_to_string(&mut text).await;
    let fits = length.is_ok_and(|length| length as u64 <= most);
    let token = Secret::from(text.trim());
    match fits && claims(&token).is_some() {
        true => Ok(token),
        false => Err(bad(say!("file-no-token"))),
    }
}

/// What a signed token says: three parts, the first two JSON.
fn claims(token: &Secret) -> Option<Map<String, Value>> {
    let parts: Vec<&str> = token.expose().split('.').collect();
    let [head, claims, signed] = parts[..] else {
        return None;
    };
    let read = |part: &str| {
        let part = BASE64_URL_SAFE_NO_PAD.decode(part.trim_end_matches('=')).ok()?;
        serde_json::from_slice::<Map<String, Value>>(&part).ok()
    };
    let signs = BASE64_URL_SAFE_NO_PAD
        .decode(signed.trim_end_matches('='))
        .is_ok()
        && !signed.is_empty();
    (token.expose().len() <= limits::VOUCHER && signs && read(head)?.contains_key("alg"))
        .then(|| read(claims))
        .flatten()
}

fn is_for(claims: &Map<String, Value>, issuer: &str, organisation: &Organisation, nonce: &str) -> bool {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let audience = match claims.get("aud") {
        Some(Value::Array(all)) => all.iter().any(|one| one == &organisation.client_id),
        Some(one) => one == &organisation.client_id,
        None => false,
    };
    text("iss") == Some(issuer) && text("nonce") == Some(nonce) && audience
}

/// When a token ends, in milliseconds since the Unix epoch. Its seconds may have a fraction (RFC 7519 §2).
fn ends_at(claims: &Map<String, Value>) -> Option<u64> {
    let seconds = claims.get("exp")?;
    let whole = seconds.as_u64().map(|seconds| seconds.saturating_mul(1000));
    whole.or_else(|| {
        let seconds = seconds.as_f64().filter(|seconds| *seconds >= 0.0)?;
        Some((seconds * 1000.0) as u64)
    })
}

fn ended() -> Error {
    Error::new(Code::AuthEnded, say!("organization-not-renewable")).remedy(say!("sign-in-again"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn token(claims: &Value) -> String {
        let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        format!("{}.{}.c2ln", part(&json!({ "alg": "ES256" })), part(claims))
    }

    // Proves AUT-63.
    #[tokio::test]
    async fn a_file_that_holds_no_signed_token_is_not_sent() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        for bad in [
            "".to_owned(),
            "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2".to_owned(),
            "hunter2.hunter2.hunter2".to_owned(),
            format!("{} more", token(&json!({}))),
            token(&json!("x")),
            token(&json!({ "pad": "x".repeat(limits::VOUCHER) })),
        ] {
            std::fs::write(&file, &bad).unwrap();
            let error = read(&file).await.unwrap_err();
            assert_eq!(error.code, Code::AuthVoucher, "{bad:.40}");
            assert!(!error.to_string().contains("hunter2"));
        }
        assert_eq!(read(folder.path()).await.unwrap_err().code, Code::AuthVoucher);
        assert_eq!(
            read(&folder.path().join("none")).await.unwrap_err().code,
            Code::AuthVoucher
        );
        let good = token(&json!({ "sub": "me" }));
        std::fs::write(&file, format!("{good}\n")).unwrap();
        assert_eq!(read(&file).await.unwrap().expose(), good);
    }

    // Proves AUT-63.
    #[test]
    fn a_sign_in_at_the_organisation_is_for_this_client_and_this_attempt() {
        let organisation = Organisation {
            issuer: "https://id.example".to_owned(),
            client_id: "me".to_owned(),
        };
        let right = json!({ "iss": "https://id.example", "aud": "me", "nonce": "n" });
        let fits = |change: Value| {
            let mut claims = right.as_object().cloned().unwrap();
            claims.extend(change.as_object().cloned().unwrap());
            is_for(&claims, "https://id.example", &organisation, "n")
        };
        assert!(fits(json!({})) && fits(json!({ "aud": ["other", "me"] })));
        for other in [
            json!({ "iss": "https://id.example/" }),
            json!({ "aud": "other" }),
            json!({ "aud": null }),
            json!({ "nonce": "m" }),
            json!({ "nonce": null }),
        ] {
            assert!(!fits(other.clone()), "{other}");
        }
    }

    // Proves AUT-63.
    #[test]
    fn an_id_token_may_end_within_a_second() {
        let ends = |exp: Value| ends_at(json!({ "exp": exp }).as_object().unwrap());
        assert_eq!(ends(json!(1_700_000_000)), Some(1_700_000_000_000));
        assert_eq!(ends(json!(1_700_000_000.5)), Some(1_700_000_000_500));
        assert_eq!(ends(json!(-1)), None);
        assert_eq!(ends(json!("soon")), None);
    }

    // Proves AUT-63.
    #[test]
    fn an_id_token_that_ended_is_not_shown_any_more() {
        let identity = |refresh: Option<&str>| StoredIdentity {
            token_at: String::new(),
            revoke_at: None,
            id_token: Some(Secret::from("id")),
            until: 100_000,
            refresh: refresh.map(Secret::from),
        };
        let shown =
            |identity: StoredIdentity, now| identity.subject(now).map(|(token, _)| token.expose().to_owned());
        assert_eq!(shown(identity(None), 0).as_deref(), Some("id"));
        assert_eq!(shown(identity(Some("r")), 90_000).as_deref(), Some("r"));
        assert_eq!(shown(identity(None), 90_000), None);
    }
}
