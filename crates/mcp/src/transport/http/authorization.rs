//! Sends requests with an access token, where somebody is signed in (AUT-43, AUT-44). After a 401 or 403 the token
//! source is asked once whether to try again. Both HTTP transports send through here.
//!
//! A DPoP-bound token (RFC 9449) goes with a proof for exactly this request; a retry gets a new one.

use super::{said, unreachable};
use crate::transport::JsonRpc;
use futures::future::BoxFuture;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use portcullis_core::Secret;
use portcullis_core::{Clue, Code, Error};
use portcullis_l10n::say;
use reqwest::{RequestBuilder, Response};
use std::sync::Arc;
use url::Url;

/// Carries a proof.
const DPOP_HEADER: HeaderName = HeaderName::from_static("dpop");
/// What the server wants to see in the next proof.
const NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// An access token with the number of its renewal, so that a refusal names the token it is about.
pub struct AccessCredential {
    /// Goes into the header.
    pub token: Secret,
    /// Grows with each renewal.
    pub number: u64,
    /// The key that the token is bound to (DPoP), if it is.
    pub binding: Option<Arc<dyn TokenBinding>>,
}

/// Makes DPoP proofs: each shows that the sender holds the key of the token.
pub trait TokenBinding: Send + Sync {
    /// A proof for one request with this token.
    ///
    /// # Errors
    /// `internal`.
    fn dpop_proof(
        &self,
        token: &Secret,
        method: &Method,
        url: &Url,
        body: Option<&[u8]>,
    ) -> Result<Secret, Error>;

    /// The server wants this in the next proofs. Says whether it is another than before.
    fn wants(&self, nonce: &str) -> bool;
}

/// A request that was answered with 401 or 403.
pub struct Refused<'a> {
    /// The number of the token that went with it.
    pub used: Option<u64>,
    /// It was sent again already.
    pub again: bool,
    /// 401 or 403.
    pub status: StatusCode,
    /// What the server says about it.
    pub headers: &'a HeaderMap,
}

/// Source of access tokens for one address.
pub trait Authorization: Send + Sync {
    /// What goes with the next request; `None` where nobody is signed in.
    ///
    /// # Errors
    /// `auth.required`, `vault.*`, `network.*`: then nothing is sent.
    fn credential(&self) -> BoxFuture<'_, Result<Option<AccessCredential>, Error>>;

    /// The server did not take a request. Resolves when sending it again makes sense.
    ///
    /// # Errors
    /// `auth.required`, `auth.more`, `auth.forbidden`, `vault.*`, `network.*`.
    fn refused<'a>(&'a self, refused: Refused<'a>) -> BoxFuture<'a, Result<(), Error>>;
}

/// Sends a request with what belongs to it, at most twice.
pub(in crate::transport) async fn send(
    rpc: &JsonRpc,
    request: RequestBuilder,
    source: Option<&Arc<dyn Authorization>>,
) -> Result<Response, Error> {
    let label = rpc.label();
    let Some(source) = source else {
        return request.send().await.map_err(|error| unreachable(label, &error));
    };
    let (mut again, mut wanted_nonce) = (false, false);
    loop {
        let credential = source.credential().await?;
        let mut attempt = request
            .try_clone()
            .ok_or_else(|| Error::internal("a request cannot be sent twice"))?;
        if let Some(credential) = &credential {
            rpc.redact_echo(credential.token.expose());
            attempt = with(attempt, credential)?;
        }
        let response = attempt.send().await.map_err(|error| unreachable(label, &error))?;
        let status = response.status();
        let binding = credential
            .as_ref()
            .and_then(|credential| credential.binding.as_ref());
        // A fresh one comes with any answer. Only an answer that asks for it is a reason to send again, and that once.
        let news =
            binding.is_some_and(|binding| nonce(response.headers()).is_some_and(|said| binding.wants(said)));
        if news && status == StatusCode::UNAUTHORIZED && !wanted_nonce && asks_for_nonce(response.headers()) {
            wanted_nonce = true;
            continue;
        }
        if !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Ok(response);
        }
        let refused = Refused {
            used: credential.map(|credential| credential.number),
            again,
            status,
            headers: response.headers(),
        };
        let told = source.refused(refused).await;
        if let Err(error) = told {
            let error = with_its_head(error, &response);
            return Err(with_its_words(rpc, error, response).await);
        }
        if again {
            return Ok(response);
        }
        again = true;
    }
}

/// The same with how the server said no, where nothing else went wrong before.
fn with_its_head(error: Error, response: &Response) -> Error {
    if error.clue.is_some() || !of_the_server(&error) {
        return error;
    }
    error.clue(Clue::Answer {
        status: response.status().as_u16(),
        page: false,
        challenge: response.headers().contains_key(WWW_AUTHENTICATE),
    })
}

/// The same with what the server says, where it is the server that said no.
async fn with_its_words(rpc: &JsonRpc, error: Error, response: Response) -> Error {
    if !of_the_server(&error) || error.said.is_some() {
        return error;
    }
    match said(rpc, response).await {
        Some(words) => error.said(&words),
        None => error,
    }
}

/// It is the server that said no.
fn of_the_server(error: &Error) -> bool {
    matches!(
        error.code,
        Code::AuthRequired | Code::AuthMore | Code::AuthForbidden
    )
}

/// The request with its token, and with the proof where the token takes one.
fn with(request: RequestBuilder, credential: &AccessCredential) -> Result<RequestBuilder, Error> {
    let Some(binding) = &credential.binding else {
        return Ok(request.header(AUTHORIZATION, credentials("Bearer", &credential.token)?));
    };
    let (client, request) = request.build_split();
    let mut request = request.map_err(Error::internal)?;
    let body = request.body().and_then(reqwest::Body::as_bytes);
    let proof = binding.dpop_proof(&credential.token, request.method(), request.url(), body)?;
    let mut proof = HeaderValue::try_from(proof.expose()).map_err(Error::internal)?;
    proof.set_sensitive(true);
    let credentials = credentials("DPoP", &credential.token)?;
    let headers = request.headers_mut();
    headers.insert(AUTHORIZATION, credentials);
    headers.insert(DPOP_HEADER, proof);
    Ok(RequestBuilder::from_parts(client, request))
}

/// What an answer wants to see in the next proof.
fn nonce(headers: &HeaderMap) -> Option<&str> {
    headers.get(NONCE)?.to_str().ok()
}

fn asks_for_nonce(headers: &HeaderMap) -> bool {
    let said = headers.get_all(WWW_AUTHENTICATE).iter();
    said.filter_map(|value| value.to_str().ok())
        .any(|value| value.contains("use_dpop_nonce"))
}

fn credentials(scheme: &str, token: &Secret) -> Result<HeaderValue, Error> {
    let mut value = HeaderValue::try_from(format!("{scheme} {}", token.expose())).map_err(|_| {
        Error::new(Code::AuthRequired, say!("token-unsendable")).remedy(say!("token-unsendable-remedy"))
    })?;
    value.set_sensitive(true);
    Ok(value)
}
