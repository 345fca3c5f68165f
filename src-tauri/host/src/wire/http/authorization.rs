//! The token on every request to an address, where somebody is signed in there (AUT-43, AUT-44), and what happens when it
//! is refused: the source is asked once whether another try makes sense. Both transports of addresses send through here.

use super::unreachable;
use crate::vault::Secret;
use crate::wire::Wire;
use crate::{Code, Error};
use futures::future::BoxFuture;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue, StatusCode};
use reqwest::{RequestBuilder, Response};
use std::sync::Arc;

/// A token, with its number: who refuses it refuses this one.
pub struct Pass {
    /// Goes into the header.
    pub token: Secret,
    /// Grows with each renewal.
    pub number: u64,
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
    let mut again = false;
    loop {
        let pass = source.pass().await?;
        let mut attempt = request
            .try_clone()
            .ok_or_else(|| Error::internal("a request cannot be sent twice"))?;
        if let Some(pass) = &pass {
            wire.keeps(pass.token.expose());
            attempt = attempt.header(AUTHORIZATION, bearer(&pass.token)?);
        }
        let response = attempt.send().await.map_err(|error| unreachable(label, &error))?;
        let status = response.status();
        if !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Ok(response);
        }
        let refused = Refused {
            used: pass.map(|pass| pass.number),
            again,
            status,
            headers: response.headers(),
        };
        source.refused(refused).await?;
        if again {
            return Ok(response);
        }
        again = true;
    }
}

fn bearer(token: &Secret) -> Result<HeaderValue, Error> {
    let mut value = HeaderValue::try_from(format!("Bearer {}", token.expose())).map_err(|_| {
        Error::new(
            Code::AuthRequired,
            "The token of the sign-in cannot be sent. Nothing was done.",
        )
        .remedy("Sign in again on the server's page.")
    })?;
    value.set_sensitive(true);
    Ok(value)
}
