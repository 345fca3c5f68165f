//! The token on every request to an address, where somebody is signed in there (AUT-43, AUT-44), and what happens when it
//! is refused: the source is asked once whether another try makes sense. Both transports of addresses send through here.
//!
//! A token that is bound to a key goes with a proof for exactly this request (RFC 9449): another method, another address or
//! another body is another proof, and so is the next try.

use super::{said, unreachable};
use crate::wire::Wire;
use futures::future::BoxFuture;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use portcullis_core::Secret;
use portcullis_core::{Code, Error};
use reqwest::{RequestBuilder, Response};
use std::sync::Arc;
use url::Url;

/// Carries a proof.
const PROOF: HeaderName = HeaderName::from_static("dpop");
/// What the server wants to see in the next proof.
const NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// A token, with its number: who refuses it refuses this one.
pub struct Pass {
    /// Goes into the header.
    pub token: Secret,
    /// Grows with each renewal.
    pub number: u64,
    /// Holds the key that the token is bound to, where it is.
    pub binding: Option<Arc<dyn Binding>>,
}

/// Shows with each request that whoever sends it holds the key of a token.
pub trait Binding: Send + Sync {
    /// A proof for one request with this token.
    ///
    /// # Errors
    /// `internal`.
    fn proof(&self, token: &Secret, method: &Method, url: &Url, body: Option<&[u8]>)
    -> Result<Secret, Error>;

    /// The server wants this in the next proofs. Says whether it is another than before.
    fn wants(&self, nonce: &str) -> bool;
}

/// A request that a server refused.
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

/// Where tokens for one address come from.
pub trait Authorization: Send + Sync {
    /// What goes with the next request; `None` where nobody is signed in.
    ///
    /// # Errors
    /// `auth.required`, `vault.*`, `network.*`: then nothing is sent.
    fn pass(&self) -> BoxFuture<'_, Result<Option<Pass>, Error>>;

    /// The server did not take a request. Resolves when sending it again makes sense.
    ///
    /// # Errors
    /// `auth.required`, `auth.more`, `auth.forbidden`, `vault.*`, `network.*`.
    fn refused<'a>(&'a self, refused: Refused<'a>) -> BoxFuture<'a, Result<(), Error>>;
}

/// Sends a request with what belongs to it, at most twice.
pub(in crate::wire) async fn send(
    wire: &Wire,
    request: RequestBuilder,
    source: Option<&Arc<dyn Authorization>>,
) -> Result<Response, Error> {
    let label = wire.label();
    let Some(source) = source else {
        return request.send().await.map_err(|error| unreachable(label, &error));
    };
    let (mut again, mut wanted_nonce) = (false, false);
    loop {
        let pass = source.pass().await?;
        let mut attempt = request
            .try_clone()
            .ok_or_else(|| Error::internal("a request cannot be sent twice"))?;
        if let Some(pass) = &pass {
            wire.keeps(pass.token.expose());
            attempt = with(attempt, pass)?;
        }
        let response = attempt.send().await.map_err(|error| unreachable(label, &error))?;
        let status = response.status();
        let binding = pass.as_ref().and_then(|pass| pass.binding.as_ref());
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
            used: pass.map(|pass| pass.number),
            again,
            status,
            headers: response.headers(),
        };
        let told = source.refused(refused).await;
        if let Err(error) = told {
            return Err(with_its_words(wire, error, response).await);
        }
        if again {
            return Ok(response);
        }
        again = true;
    }
}

/// The same with what the server says, where it is the server that said no.
async fn with_its_words(wire: &Wire, error: Error, response: Response) -> Error {
    let of_the_server = matches!(
        error.code,
        Code::AuthRequired | Code::AuthMore | Code::AuthForbidden
    );
    if !of_the_server || error.said.is_some() {
        return error;
    }
    match said(wire, response).await {
        Some(words) => error.said(&words),
        None => error,
    }
}

/// The request with its token, and with the proof where the token takes one.
fn with(request: RequestBuilder, pass: &Pass) -> Result<RequestBuilder, Error> {
    let Some(binding) = &pass.binding else {
        return Ok(request.header(AUTHORIZATION, credentials("Bearer", &pass.token)?));
    };
    let (client, request) = request.build_split();
    let mut request = request.map_err(Error::internal)?;
    let body = request.body().and_then(reqwest::Body::as_bytes);
    let proof = binding.proof(&pass.token, request.method(), request.url(), body)?;
    let mut proof = HeaderValue::try_from(proof.expose()).map_err(Error::internal)?;
    proof.set_sensitive(true);
    let credentials = credentials("DPoP", &pass.token)?;
    let headers = request.headers_mut();
    headers.insert(AUTHORIZATION, credentials);
    headers.insert(PROOF, proof);
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
        Error::new(
            Code::AuthRequired,
            "The token of the sign-in cannot be sent. Nothing was done.",
        )
        .remedy("Sign in again on the server's page.")
    })?;
    value.set_sensitive(true);
    Ok(value)
}
