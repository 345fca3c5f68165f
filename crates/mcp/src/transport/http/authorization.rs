//! Sends requests with an access token, where the user is signed in (AUT-43, AUT-44). After a 401 or 403 the token
//! source is asked once whether to try again. Both HTTP transports send through here.
//!
//! A DPoP-bound token (RFC 9449) goes with a proof for exactly this request; a retry gets a new one.

use super::{said, unreachable};
use crate::transport::JsonRpc;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use portcullis_core::{Clue, Code, Error, Secret, TextSource};
use portcullis_l10n::say;
use portcullis_net::{AccessCredential, Authorization, Refused};
use reqwest::{RequestBuilder, Response};
use std::sync::Arc;

/// Carries a proof.
const DPOP_HEADER: HeaderName = HeaderName::from_static("dpop");
/// What the server wants to see in the next proof.
const NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// Sends a request with what belongs to it, at most twice.
pub(in crate::transport) async fn send(
    rpc: &JsonRpc,
    request: RequestBuilder,
    source: Option<&Arc<dyn Authorization>>,
) -> Result<Response, Error> {
    let Some(source) = source else {
        return request.send().await.map_err(|error| unreachable(rpc, &error));
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
        let response = attempt.send().await.map_err(|error| unreachable(rpc, &error))?;
        let status = response.status();
        let binding = credential
            .as_ref()
            .and_then(|credential| credential.binding.as_ref());
        // A fresh one comes with any answer. Only an answer that asks for it is a reason to send again, and that once.
        let fits =
            binding.is_some_and(|binding| nonce(response.headers()).is_some_and(|said| binding.wants(said)));
        if fits && status == StatusCode::UNAUTHORIZED && !wanted_nonce && asks_for_nonce(response.headers()) {
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
        Some(words) => error.said(TextSource::Server, &words),
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
