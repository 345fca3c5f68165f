//! Signing in at remote servers (AUT-*) with OAuth 2.1: discovery, one attempt in the browser, tokens and their renewal. One
//! [`Authority`] per server knows who is signed in there; the transport takes tokens from it, and the host tells people.
//!
//! Nothing in here opens a browser or decides anything: the host hands in what opens the page, made from a person's answer.
//! Tokens, codes, verifiers and secrets are [`portcullis_secrets::Secret`] and leave this crate for the keychain and for the one
//! place that they are meant for; no error, log line, view or row of the record holds one (S-56, S-88).
//!
//! It must not know the gate, the window, or what a server offers and is asked: it gets an address and what a server answered
//! with 401 or 403. It keeps its secrets in the keychain itself, and its rows in an [`AccountStore`]. The host uses it.

mod account_store;
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
pub mod limits;
mod own_client;
mod renewal;
mod resource;
mod scopes;
mod sign_in;
mod store_tokens;
mod stored_tokens;
#[cfg(test)]
mod test_server;
mod tokens;
mod view;

portcullis_l10n::catalogue!();

pub use account_store::AccountStore;
pub use authority::{AccountObserver, Authority};
pub use callback::REDIRECT;
pub use discovery::{AuthorizationServerOffer, Discovery};
pub use http::host;
pub use scopes::is_wide;
pub use sign_in::{OpenBrowser, SignInChoice};

use portcullis_secrets::Secret;

/// Every secret in what the keychain has under a place of [`Authority::places`].
pub fn secrets_at(place: &str, text: Secret) -> Vec<Secret> {
    stored_tokens::StoredTokens::secrets_at(place, text)
}
