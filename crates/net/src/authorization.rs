//! Access tokens for requests to one address: what a transport asks for, and what signing in gives it (AUT-43, AUT-44). A
//! DPoP-bound token (RFC 9449) goes with a proof for exactly one request.

use futures::future::BoxFuture;
use http::{HeaderMap, Method, StatusCode};
use portcullis_core::{Code, Error, Secret};
use portcullis_l10n::say;
use std::sync::Arc;
use url::Url;

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

    /// The server wants this in the next proofs. Says whether it will be in them.
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
    /// What goes with the next request; `None` where the user is not signed in.
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

/// A plain no to the request of a server with this label: signing in makes no difference (AUT-60).
pub fn forbidden(label: &str) -> Error {
    Error::new(Code::AuthForbidden, say!("refused", server = label)).remedy(say!("refused-remedy"))
}
