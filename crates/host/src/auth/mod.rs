//! Signing in at remote servers (AUT-*): finding out where, one attempt in the browser, tokens and their renewal. One
//! [`Authority`] per server knows who is signed in there; the wire takes tokens from it, and the host tells people.
//!
//! Nobody in here opens a browser or decides anything: the host hands in what opens the page, made from a person's answer.
//! Tokens, codes, verifiers and secrets are [`crate::vault::Secret`] and leave this folder for the keychain and for the one
//! place that they are meant for; no error, log line, view or row of the record holds one (S-56, S-88).

mod assertion;
mod attempt;
mod authority;
mod callback;
mod challenge;
mod client;
mod discovery;
mod dpop;
mod federation;
mod http;
mod issuer;
mod kept;
mod own;
mod renewing;
mod resource;
mod scopes;
mod signing_in;
mod taking;
mod tokens;
mod view;

pub(crate) use authority::{Authority, Told};
pub(crate) use callback::REDIRECT;
pub(crate) use discovery::{Found, Offer};
pub(crate) use http::host;
pub(crate) use scopes::is_wide;
pub(crate) use signing_in::{Chosen, Opening};

use crate::vault::Secret;

/// Every secret in what the keychain has under a place of [`Authority::places`].
pub(crate) fn secrets_at(place: &str, text: Secret) -> Vec<Secret> {
    kept::Kept::secrets_at(place, text)
}
