//! Which OAuth client is used at an authorization server: one that the person configured, then the client ID metadata
//! document, then dynamic registration, else the person has to enter one (AUT-18 to AUT-29).

use super::http::{GuardedHttp, host, plain};
use super::issuer::Issuer;
use crate::limits;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_domain::Registration;
use portcullis_l10n::say;
use portcullis_net::error_reason;
use portcullis_secrets::Secret;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;

/// Client authentication at the token endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ClientAuthentication {
    /// It does not.
    None,
    /// Its secret, in a header.
    Basic,
    /// Its secret, in the body.
    Post,
    /// Something that it signed (RFC 7523).
    Key,
}

/// A client registered at one authorization server.
#[derive(Debug, Clone)]
pub(super) struct RegisteredClient {
    /// Client id.
    pub id: String,
    /// Its secret or private key.
    pub proof: Option<Secret>,
    /// How the proof is used.
    pub method: ClientAuthentication,
    /// Whose it is.
    pub registration: Registration,
    /// Where the registration can be taken back, and with what.
    pub management: Option<(String, Secret)>,
}

/// Where the client chooses how to be known at an authorization server.
pub(super) fn registration(issuer: &Issuer, own: bool, document: bool) -> Option<Registration> {
    if own {
        Some(Registration::Own)
    } else if document && issuer.documents {
        Some(Registration::Document)
    } else {
        issuer.register.as_ref().map(|_| Registration::Dynamic)
    }
}

/// How a secret is shown there: what the authorization server takes, a header before the body (AUT-27).
pub(super) fn method_for_secret(issuer: &Issuer) -> ClientAuthentication {
    let takes = |name: &str| {
        let methods = issuer.methods.as_ref();
        methods.is_none_or(|methods| methods.iter().any(|method| method == name))
    };
    match takes("client_secret_basic") || !takes("client_secret_post") {
        true => ClientAuthentication::Basic,
        false => ClientAuthentication::Post,
    }
}

#[derive(Deserialize)]
struct RegistrationResponse {
    client_id: String,
    client_secret: Option<String>,
    token_endpoint_auth_method: Option<String>,
    registration_client_uri: Option<String>,
    registration_access_token: Option<String>,
}

/// Registers at an authorization server, for one way back (RFC 7591, AUT-23 to AUT-25).
///
/// # Errors
/// `auth.refused` with what it says, `auth.bad_metadata`, `network.*`.
pub(super) async fn register(
    web: &GuardedHttp,
    issuer: &Issuer,
    back: &str,
    scopes: &[String],
    bound: bool,
) -> Result<RegisteredClient> {
    let Some(at) = &issuer.register else {
        return Err(Error::internal("there is no place to register"));
    };
    let wanted = match &issuer.methods {
        Some(methods) if !methods.iter().any(|method| method == "none") => match method_for_secret(issuer) {
            ClientAuthentication::Post => "client_secret_post",
            _ => "client_secret_basic",
        },
        _ => "none",
    };
    let mut about = json!({
        "client_name": "Portcullis",
        "redirect_uris": [back],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": wanted,
        "application_type": "native",
    });
    if bound {
        about["dpop_bound_access_tokens"] = true.into();
    }
    if !scopes.is_empty() {
        about["scope"] = scopes.join(" ").into();
    }
    let mut answer = web.ask(posted(at, &about)?).await?;
    // Many refuse a scope that they do not grant to a client that registers itself, such as `openid`. The sign-in requests the
    // scopes all the same.
    if refuses_scopes(&answer)
        && about
            .as_object_mut()
            .and_then(|about| about.remove("scope"))
            .is_some()
    {
        answer = web.ask(posted(at, &about)?).await?;
    }
    if !answer.status().is_success() {
        return Err(refused(at, &answer));
    }
    let registered: RegistrationResponse =
        serde_json::from_slice(answer.body()).map_err(|_| unreadable(at))?;
    if registered.client_id.is_empty() || registered.client_id.len() > limits::LINK_BYTES {
        return Err(unreadable(at));
    }
    let proof = registered
        .client_secret
        .filter(|secret| !secret.is_empty())
        .map(Secret::from);
    let method = match (registered.token_endpoint_auth_method.as_deref(), &proof) {
        (_, None) | (Some("none"), _) => ClientAuthentication::None,
        (Some("client_secret_post"), _) => ClientAuthentication::Post,
        (Some("client_secret_basic"), _) => ClientAuthentication::Basic,
        _ => method_for_secret(issuer),
    };
    let management = registered
        .registration_client_uri
        .filter(|uri| web.allowed(uri).is_ok())
        .zip(registered.registration_access_token.map(Secret::from));
    Ok(RegisteredClient {
        id: registered.client_id,
        proof: proof.filter(|_| method != ClientAuthentication::None),
        method,
        registration: Registration::Dynamic,
        management,
    })
}

fn posted(at: &Url, about: &Value) -> Result<Request<Vec<u8>>> {
    let mut request = plain(Method::POST, at, about.to_string().into_bytes())?;
    request
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(request)
}

/// Whether a registration may have been refused for its scopes, as which RFC 7591 has no word of its own (§3.2.2).
fn refuses_scopes(answer: &Response<Vec<u8>>) -> bool {
    let code = error_code(answer);
    !answer.status().is_success()
        && matches!(
            code.as_deref(),
            Some("invalid_client_metadata" | "invalid_scope" | "insufficient_scope")
        )
}

fn error_code(answer: &Response<Vec<u8>>) -> Option<String> {
    #[derive(Deserialize)]
    struct ErrorBody {
        error: Option<String>,
    }
    serde_json::from_slice::<ErrorBody>(answer.body()).ok()?.error
}

/// Takes a registration back where that was offered (RFC 7592).
///
/// # Errors
/// `network.*`, `auth.bad_endpoint`.
pub(super) async fn unregister(web: &GuardedHttp, uri: &str, token: &Secret) -> Result<()> {
    let mut request = plain(Method::DELETE, &web.allowed(uri)?, Vec::new())?;
    let mut bearer = HeaderValue::try_from(format!("Bearer {}", token.expose())).map_err(Error::internal)?;
    bearer.set_sensitive(true);
    request.headers_mut().insert(AUTHORIZATION, bearer);
    web.ask(request).await.map(drop)
}

fn unreadable(at: &Url) -> Error {
    Error::new(
        Code::AuthBadMetadata,
        say!("registration-invalid", host = host(at)),
    )
    .remedy(say!("client-id-remedy"))
}

fn refused(at: &Url, answer: &Response<Vec<u8>>) -> Error {
    let status = answer.status().to_string();
    let sentence = match error_code(answer).as_deref() {
        Some("invalid_redirect_uri") => say!("registration-redirect", host = host(at), status),
        _ => say!("registration-refused", host = host(at), status),
    };
    // Every sign-in registers, so too many in a short time may be why.
    let passes = answer.status().is_server_error() || answer.status() == StatusCode::TOO_MANY_REQUESTS;
    let error = Error::new(Code::AuthRefused, sentence).remedy(match passes {
        true => say!("try-later"),
        false => say!("client-id-remedy"),
    });
    match error_reason(answer.headers(), answer.body()) {
        Some(words) => error.said(TextSource::AuthorizationServer, &ForeignText::new(words)),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_server::answering;

    /// A registration with the scope `openid`, where each request gets the answer for its body.
    async fn registered(
        answer: impl Fn(&str) -> (&'static str, &'static str) + Send + 'static,
    ) -> Result<RegisteredClient> {
        let base = answering(answer).await;
        let at = Url::parse(&format!("{base}/register")).unwrap();
        let web = GuardedHttp::for_server(&at, TextSource::AuthorizationServer);
        let issuer = Issuer {
            id: base,
            authorize: None,
            token: at.clone(),
            register: Some(at),
            revoke: None,
            scopes: None,
            methods: None,
            documents: false,
            names_itself: false,
            binds: vec![],
            grants: None,
        };
        let scopes = ["openid".to_owned()];
        register(&web, &issuer, "http://127.0.0.1:1/back", &scopes, false).await
    }

    // Proves AUT-25.
    #[tokio::test]
    async fn a_registration_that_is_refused_for_its_scopes_is_tried_without_them() {
        let without = |refusal: &'static str| {
            registered(move |sent| match sent.contains("openid") {
                true => ("400 Bad Request", refusal),
                false => ("201 Created", r#"{"client_id":"me"}"#),
            })
        };
        for refusal in [
            r#"{"error":"invalid_client_metadata","error_description":"Requested scopes are not valid: openid"}"#,
            r#"{"error":"insufficient_scope"}"#,
        ] {
            assert_eq!(without(refusal).await.unwrap().id, "me");
        }
        // For another reason it is refused once and for all.
        let refused = without(r#"{"error":"invalid_redirect_uri"}"#).await.unwrap_err();
        assert_eq!(refused.code, Code::AuthRefused);
    }

    // Proves AUT-25.
    #[tokio::test]
    async fn a_registration_that_fails_for_a_while_is_no_reason_for_a_client_id() {
        for (status, remedy) in [
            ("429 Too Many Requests", say!("try-later")),
            ("503 Service Unavailable", say!("try-later")),
            ("403 Forbidden", say!("client-id-remedy")),
        ] {
            let refused = registered(move |_| (status, "{}")).await.unwrap_err();
            assert_eq!(refused.remedy, Some(remedy), "{status}");
        }
    }
}
