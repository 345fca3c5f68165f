//! Token requests: authorization code, refresh token, client credentials and token exchange. Every request has a
//! `resource` parameter (AUT-27, AUT-41).
//!
//! Nothing of a request or an answer is in an error but the name of the error and the words about it.

use super::assertion::{SigningKey, TYPE};
use super::client::{ClientAuthentication, RegisteredClient};
use super::dpop::DpopProver;
use super::http::{GuardedHttp, host, plain};
use crate::limits;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use oauth2::basic::{
    BasicClient, BasicErrorResponse, BasicErrorResponseType, BasicTokenResponse, BasicTokenType,
};
use oauth2::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, PkceCodeVerifier, RedirectUrl, RefreshToken,
    RequestTokenError, Scope, TokenResponse, TokenUrl,
};
use portcullis_core::Redactor;
use portcullis_core::clock::Clock;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_l10n::say;
use portcullis_net::error_reason;
use portcullis_secrets::Secret;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use url::{Url, form_urlencoded};

/// What an authorization server gave.
pub(super) struct Tokens {
    /// Goes to the server with every request.
    pub access: Secret,
    /// Gets the next one; none may come (AUT-52).
    pub refresh: Option<Secret>,
    /// How long it is said to hold.
    pub lasts: Option<Duration>,
    /// What was granted, where it differs from what was asked for.
    pub scopes: Option<Vec<String>>,
    /// They are of use only to the holder of the key that they were asked for with.
    pub bound: bool,
}

/// The grant of a token request.
pub(super) enum TokenGrant<'a> {
    /// What the browser brought back.
    Code {
        code: &'a Secret,
        verifier: Secret,
        back: &'a str,
    },
    /// The token to renew with.
    Refresh(&'a Secret),
    /// The client's own proof.
    Own(&'a [String]),
    /// The assertion of the party that vouches for it (RFC 7523).
    Voucher(&'a Secret, &'a [String]),
}

/// By which [`TokenGrant::Voucher`] is asked for.
pub(super) const VOUCHER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/// Client, token endpoint and resource of a token request.
pub(super) struct TokenRequest<'a> {
    pub web: &'a GuardedHttp,
    pub at: &'a Url,
    pub issuer: &'a str,
    pub client: &'a RegisteredClient,
    /// The address that the tokens are for.
    pub resource: &'a str,
    /// Knows what must not be in an error, should an answer repeat it.
    pub redactor: &'a Redactor,
    /// Read when a request is made: a person may have been in the browser since this was prepared.
    pub clock: &'a dyn Clock,
    /// Holds the key that the tokens are to be bound to.
    pub prover: Option<&'a Arc<DpopProver>>,
}

impl TokenRequest<'_> {
    /// Asks once.
    ///
    /// # Errors
    /// `auth.ended` when what was shown does not hold any more, `auth.refused`, `auth.bad_metadata`, `network.*`.
    pub(super) async fn ask(&self, grant: TokenGrant<'_>) -> Result<Tokens> {
        let client = BasicClient::new(ClientId::new(self.client.id.clone()))
            .set_token_uri(TokenUrl::from_url(self.at.clone()))
            .set_auth_type(match self.client.method {
                ClientAuthentication::Basic => AuthType::BasicAuth,
                ClientAuthentication::None | ClientAuthentication::Post | ClientAuthentication::Key => {
                    AuthType::RequestBody
                }
            });
        let client = match (self.client.method, &self.client.proof) {
            (ClientAuthentication::Basic | ClientAuthentication::Post, Some(secret)) => {
                client.set_client_secret(ClientSecret::new(secret.expose().to_owned()))
            }
            _ => client,
        };
        let mut more = vec![("resource", Secret::from(self.resource))];
        if self.proves_in_header() {
            more.push(("client_id", Secret::from(self.client.id.as_str())));
        }
        if let (ClientAuthentication::Key, Some(key)) = (self.client.method, &self.client.proof) {
            more.push(("client_assertion_type", Secret::from(TYPE)));
            let statement = self.statement(key)?;
            more.push(("client_assertion", statement));
        }
        let http = self.sender();
        let answer = match grant {
            TokenGrant::Code { code, verifier, back } => {
                let back = RedirectUrl::new(back.to_owned()).map_err(Error::internal)?;
                let mut request = client
                    .exchange_code(AuthorizationCode::new(code.expose().to_owned()))
                    .set_pkce_verifier(PkceCodeVerifier::new(verifier.expose().to_owned()))
                    .set_redirect_uri(Cow::Owned(back));
                for (name, value) in &more {
                    request = request.add_extra_param(*name, value.expose().to_owned());
                }
                request.request_async(&http).await
            }
            TokenGrant::Refresh(token) => {
                let token = RefreshToken::new(token.expose().to_owned());
                let mut request = client.exchange_refresh_token(&token);
                for (name, value) in &more {
                    request = request.add_extra_param(*name, value.expose().to_owned());
                }
                request.request_async(&http).await
            }
            TokenGrant::Own(scopes) => {
                let mut request = client
                    .exchange_client_credentials()
                    .add_scopes(scopes.iter().cloned().map(Scope::new));
                for (name, value) in &more {
                    request = request.add_extra_param(*name, value.expose().to_owned());
                }
                request.request_async(&http).await
            }
            TokenGrant::Voucher(voucher, scopes) => {
                let scopes = scopes.join(" ");
                let form = [
                    ("grant_type", VOUCHER),
                    ("assertion", voucher.expose()),
                    ("resource", self.resource),
                    ("scope", &scopes),
                ];
                return self.taken(self.form(&form).await?);
            }
        };
        self.taken(answer.map_err(|error| self.failed(error))?)
    }

    /// What the client signs with its key to show that it is itself.
    fn statement(&self, key: &Secret) -> Result<Secret> {
        SigningKey::read(key)?.statement(&self.client.id, self.issuer, self.clock.now())
    }

    /// Whether the client's secret goes into a header. Its id stands in the body all the same, as RFC 6749 allows (§3.2.1):
    /// every server on the Python SDK looks for it there.
    fn proves_in_header(&self) -> bool {
        self.client.method == ClientAuthentication::Basic && self.client.proof.is_some()
    }

    fn taken(&self, answer: BasicTokenResponse) -> Result<Tokens> {
        let access = answer.access_token().secret();
        let fits = !access.is_empty()
            && access.len() <= limits::TOKEN
            && access.bytes().all(|byte| byte.is_ascii_graphic());
        let bound = match answer.token_type() {
            BasicTokenType::Bearer => false,
            BasicTokenType::Extension(kind) if kind == "dpop" && self.prover.is_some() => true,
            _ => return Err(self.unreadable(&say!("token-unusable"))),
        };
        if !fits {
            return Err(self.unreadable(&say!("token-unusable")));
        }
        let refresh = answer
            .refresh_token()
            .map(|token| Secret::from(token.secret().as_str()));
        Ok(Tokens {
            access: Secret::from(access.as_str()),
            refresh: refresh
                .filter(|token| !token.expose().is_empty() && token.expose().len() <= limits::TOKEN),
            lasts: answer.expires_in(),
            scopes: answer.scopes().map(|scopes| {
                let mut all = Vec::new();
                super::scopes::add(&mut all, scopes.iter().map(|scope| scope.to_string()));
                all
            }),
            bound,
        })
    }

    /// Sends a form with what shows that the client is itself, and reads an answer of this shape. What is empty is left
    /// out.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub(super) async fn form<T: DeserializeOwned>(&self, form: &[(&str, &str)]) -> Result<T> {
        let answer = self.sender()(self.request(form)?).await?;
        if answer.status().is_success() {
            // What it said may be a token.
            return serde_json::from_slice(answer.body())
                .map_err(|_| self.unreadable(&say!("token-missing")));
        }
        let said = serde_json::from_slice::<BasicErrorResponse>(answer.body())
            .map_err(|_| self.unreadable(&say!("token-missing")))?;
        Err(self.failed(RequestTokenError::ServerResponse(said)))
    }

    /// Takes a token back (RFC 7009). Says whether the authorization server did.
    ///
    /// # Errors
    /// `network.*`, `auth.bad_endpoint`.
    pub(super) async fn revoke(&self, token: &Secret, kind: &str) -> Result<bool> {
        let request = self.revocation(token, kind)?;
        let answer = self.web.ask(request).await?;
        Ok(answer.status().is_success())
    }

    fn revocation(&self, token: &Secret, kind: &str) -> Result<Request<Vec<u8>>> {
        self.request(&[("token", token.expose()), ("token_type_hint", kind)])
    }

    /// A form with what shows that the client is itself.
    fn request(&self, pairs: &[(&str, &str)]) -> Result<Request<Vec<u8>>> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(pairs.iter().filter(|(_, value)| !value.is_empty()));
        // Who is vouched for may need no name of its own.
        if !self.client.id.is_empty() {
            form.append_pair("client_id", &self.client.id);
        }
        let mut basic = None;
        match (self.client.method, &self.client.proof) {
            (ClientAuthentication::Basic, Some(secret)) => {
                let encoded =
                    |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
                let pair = format!("{}:{}", encoded(&self.client.id), encoded(secret.expose()));
                basic = Some(format!("Basic {}", BASE64_STANDARD.encode(pair)));
            }
            (ClientAuthentication::Key, Some(key)) => {
                let statement = self.statement(key)?;
                form.append_pair("client_assertion_type", TYPE)
                    .append_pair("client_assertion", statement.expose());
            }
            (ClientAuthentication::Post, Some(secret)) => {
                form.append_pair("client_secret", secret.expose());
            }
            (
                ClientAuthentication::None
                | ClientAuthentication::Basic
                | ClientAuthentication::Post
                | ClientAuthentication::Key,
                _,
            ) => {}
        }
        let mut request = plain(Method::POST, self.at, form.finish().into_bytes())?;
        let headers = request.headers_mut();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/x-www-form-urlencoded"),
        );
        if let Some(basic) = basic {
            let mut value = HeaderValue::try_from(basic).map_err(Error::internal)?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(request)
    }

    fn failed(&self, error: RequestTokenError<Error, BasicErrorResponse>) -> Error {
        let answer = match error {
            RequestTokenError::Request(error) => return error,
            RequestTokenError::ServerResponse(answer) => answer,
            // What it said may be a token.
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                return self.unreadable(&say!("token-missing"));
            }
        };
        let host = host(self.at);
        let error = match answer.error() {
            ended if ends(ended) => Error::new(
                Code::AuthEnded,
                say!("token-refused", host, code = ended.as_ref()),
            )
            .remedy(say!("sign-in-again-on-page")),
            other => Error::new(
                Code::AuthRefused,
                say!(
                    "token-error",
                    host,
                    code = portcullis_core::text::escape_line(&self.redactor.hide(other.as_ref())).text
                ),
            ),
        };
        match answer.error_description() {
            Some(words) => error.said(
                TextSource::AuthorizationServer,
                &ForeignText::new(self.redactor.hide(words)),
            ),
            None => error,
        }
    }

    pub(super) fn unreadable(&self, what: &str) -> Error {
        Error::new(
            Code::AuthBadMetadata,
            say!("token-invalid", host = host(self.at), what),
        )
        .remedy(say!("tell-operator"))
    }
}

impl TokenRequest<'_> {
    fn sender(
        &self,
    ) -> impl Fn(Request<Vec<u8>>) -> BoxFuture<'static, Result<Response<Vec<u8>>>> + Send + Sync + use<>
    {
        let (web, at) = (self.web.clone(), self.at.clone());
        sender(web, at, self.prover.cloned(), self.redactor.clone())
    }
}

/// Sends for the crate, which knows nothing of our client. It owns all it needs, so that what waits for it can be moved.
fn sender(
    web: GuardedHttp,
    at: Url,
    prover: Option<Arc<DpopProver>>,
    redactor: Redactor,
) -> impl Fn(Request<Vec<u8>>) -> BoxFuture<'static, Result<Response<Vec<u8>>>> + Send + Sync {
    move |request| {
        let (web, at, prover) = (web.clone(), at.clone(), prover.clone());
        let redactor = redactor.clone();
        async move {
            let mut answer = match prover {
                Some(prover) => proved(&web, &at, &prover, request).await?,
                None => web.ask(request).await?,
            };
            // Busy or broken says nothing about the tokens.
            if answer.status().is_server_error() || answer.status() == StatusCode::TOO_MANY_REQUESTS {
                return Err(saying(unwell(&at, answer.status()), &answer, &redactor));
            }
            to_standard(&mut answer);
            if !answer.status().is_success() && !is_oauth(&answer) {
                return Err(saying(turned_away(&at, answer.status()), &answer, &redactor));
            }
            Ok(answer)
        }
        .boxed()
    }
}

/// Whether what was shown does not hold any more, and never will again.
fn ends(error: &BasicErrorResponseType) -> bool {
    match error {
        BasicErrorResponseType::InvalidGrant
        | BasicErrorResponseType::InvalidClient
        | BasicErrorResponseType::UnauthorizedClient => true,
        // GitHub's word for `invalid_grant` at a renewal.
        other => other.as_ref() == "bad_refresh_token",
    }
}

/// Busy or broken. A sign-in that was to be renewed holds all the same.
fn unwell(at: &Url, status: StatusCode) -> Error {
    Error::new(
        Code::NetworkUnreachable,
        say!("token-unwell", host = host(at), status = status.to_string()),
    )
    .remedy(say!("try-later"))
}

/// A refusal that is not written as OAuth has it: of a gateway before the authorization server, or of one that has errors of
/// its own.
fn turned_away(at: &Url, status: StatusCode) -> Error {
    Error::new(
        match status {
            // What authorization servers refuse with (RFC 6749 §5.2).
            StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED => Code::AuthRefused,
            _ => Code::AuthBadMetadata,
        },
        say!("token-http", host = host(at), status = status.to_string()),
    )
    .remedy(say!("tell-operator"))
}

/// The same with the reason that an answer gives, in which nothing of ours is repeated.
fn saying(error: Error, answer: &Response<Vec<u8>>, redactor: &Redactor) -> Error {
    match error_reason(answer.headers(), answer.body()) {
        Some(words) => error.said(
            TextSource::AuthorizationServer,
            &ForeignText::new(redactor.hide(&words)),
        ),
        None => error,
    }
}

fn is_oauth(answer: &Response<Vec<u8>>) -> bool {
    serde_json::from_slice::<BasicErrorResponse>(answer.body()).is_ok()
}

/// With a proof; once more where the authorization server wants its own word in it (RFC 9449 §8).
async fn proved(
    web: &GuardedHttp,
    at: &Url,
    prover: &DpopProver,
    request: Request<Vec<u8>>,
) -> Result<Response<Vec<u8>>> {
    let attempt = |mut request: Request<Vec<u8>>| {
        let proof = prover.for_issuer(at)?;
        let mut proof = HeaderValue::try_from(proof.expose()).map_err(Error::internal)?;
        proof.set_sensitive(true);
        request.headers_mut().insert("dpop", proof);
        Ok::<_, Error>(request)
    };
    let wants = |answer: &Response<Vec<u8>>| {
        let said = answer.headers().get("dpop-nonce");
        said.and_then(|said| said.to_str().ok())
            .is_some_and(|said| prover.issuer_wants(said))
    };
    let answer = web.ask(attempt(request.clone())?).await?;
    // A fresh word comes with any answer; only one that asks for it is a reason to send again.
    if !wants(&answer) || !asks_for_nonce(&answer) {
        return Ok(answer);
    }
    let answer = web.ask(attempt(request)?).await?;
    wants(&answer);
    Ok(answer)
}

fn asks_for_nonce(answer: &Response<Vec<u8>>) -> bool {
    let said = serde_json::from_slice::<BasicErrorResponse>(answer.body());
    answer.status().is_client_error() && said.is_ok_and(|said| said.error().as_ref() == "use_dpop_nonce")
}

/// Brings an answer into the form that RFC 6749 has for it (§5.1, §5.2). Servers refuse with the status of success, give a
/// token with 201 or as text, write how long it holds as text, leave out that it is a bearer token, and have scopes in other forms.
fn to_standard(answer: &mut Response<Vec<u8>>) {
    if !answer.status().is_success() {
        return;
    }
    let Ok(Value::Object(mut said)) = serde_json::from_slice(answer.body()) else {
        return;
    };
    let gives = |said: &Map<String, Value>| said.get("access_token").is_some_and(|token| !token.is_null());
    // Slack’s place for the token of a user, beside that of its bot.
    if !gives(&said)
        && let Some(Value::Object(user)) = said.remove("authed_user")
    {
        said.extend(user);
    }
    if !gives(&said) && said.get("error").is_some_and(Value::is_string) {
        *answer.status_mut() = StatusCode::BAD_REQUEST;
        return;
    }
    *answer.status_mut() = StatusCode::OK;
    answer.headers_mut().remove(CONTENT_TYPE);
    // Slack’s word for a bearer token says whose it is.
    if said
        .get("token_type")
        .is_none_or(|kind| kind.is_null() || kind == "user")
    {
        said.insert("token_type".to_owned(), "Bearer".into());
    }
    let lasts = match said.get("expires_in") {
        Some(Value::String(text)) => text.trim().parse::<u64>().ok(),
        Some(Value::Number(number)) => number
            .as_u64()
            .or_else(|| number.as_f64().map(|seconds| seconds.max(0.0) as u64)),
        _ => None,
    };
    // How long is not said, or not in a way that can be read.
    match lasts {
        Some(seconds) => said.insert("expires_in".to_owned(), seconds.into()),
        None => said.remove("expires_in"),
    };
    // GitHub and Slack put commas between scopes, and others write a list.
    let scopes = match said.get("scope") {
        Some(Value::String(text)) if !text.contains(' ') => Some(text.replace(',', " ")),
        Some(Value::Array(all)) => Some(all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")),
        _ => None,
    };
    if let Some(scopes) = scopes {
        said.insert("scope".to_owned(), scopes.into());
    }
    *answer.body_mut() = Value::Object(said).to_string().into_bytes();
}

#[cfg(test)]
mod tests;
