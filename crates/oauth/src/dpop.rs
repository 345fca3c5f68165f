//! DPoP (RFC 9449): tokens are bound to a key, and every request carries a proof of possession. One key per sign-in,
//! stored with the tokens in the keychain.
//!
//! It is used where both sides know it: the authorization server says which signatures it takes, and the server asks for it
//! in its challenge or in its description. A server that has never heard of it would refuse what is bound.

use super::assertion::SigningKey;
use crate::limits;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use http::Method;
use portcullis_core::clock::Clock;
use portcullis_core::{Error, Result, ids};
use portcullis_net::TokenBinding;
use portcullis_secrets::Secret;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use url::Url;

/// Signs DPoP proofs with one key.
pub(super) struct DpopProver {
    key: SigningKey,
    /// Its public half.
    jwk: Value,
    clock: Arc<dyn Clock>,
    /// What the authorization server wants to see in the next proof, and what the server does: each has its own.
    at_issuer: DpopNonce,
    at_server: DpopNonce,
}

/// Claims of a proof.
struct ProofClaims<'a> {
    method: &'a str,
    url: &'a Url,
    token: Option<&'a Secret>,
    body: Option<&'a [u8]>,
    nonce: Option<String>,
}

/// The first signature that everybody who says something takes, and that we can make a key for.
pub(super) fn choose<'a>(offered: impl IntoIterator<Item = &'a [String]>) -> Option<&'static str> {
    let offered: Vec<&[String]> = offered.into_iter().collect();
    let all_take = |name: &&str| {
        offered
            .iter()
            .all(|taken| taken.iter().any(|taken| taken == name))
    };
    SigningKey::GENERATED.into_iter().find(all_take)
}

impl DpopProver {
    /// With a key that is kept.
    ///
    /// # Errors
    /// `input.bad` when it is none.
    pub(super) fn new(key: &Secret, clock: Arc<dyn Clock>) -> Result<Self> {
        let key = SigningKey::read(key)?;
        Ok(Self {
            jwk: key.public(),
            key,
            clock,
            at_issuer: DpopNonce::default(),
            at_server: DpopNonce::default(),
        })
    }

    /// By which an authorization server binds a code to the key before there is a token (RFC 9449 §10).
    pub(super) fn thumbprint(&self) -> String {
        // Members in the order of their names, without blanks (RFC 7638).
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(self.jwk.to_string()))
    }

    /// A proof for a request to the authorization server.
    pub(super) fn for_issuer(&self, url: &Url) -> Result<Secret> {
        self.signed(ProofClaims {
            method: "POST",
            url,
            token: None,
            body: None,
            nonce: self.at_issuer.get(),
        })
    }

    /// The authorization server wants this in the next proofs. Says whether it will be in them.
    pub(super) fn issuer_wants(&self, nonce: &str) -> bool {
        self.at_issuer.set(nonce)
    }

    fn signed(&self, about: ProofClaims<'_>) -> Result<Secret> {
        let mut url = about.url.clone();
        url.set_query(None);
        url.set_fragment(None);
        let mut claims = json!({
            "jti": ids::random(),
            "htm": about.method,
            "htu": url.as_str(),
            "iat": self.clock.now() / 1000,
        });
        if let Some(token) = about.token {
            claims["ath"] = BASE64_URL_SAFE_NO_PAD
                .encode(Sha256::digest(token.expose()))
                .into();
        }
        // All messages go to one address by one method: this is what ties a proof to one of them.
        if let Some(body) = about.body {
            let digest = BASE64_STANDARD.encode(Sha256::digest(body));
            claims["content_digest"] = format!("sha-256=:{digest}:").into();
        }
        if let Some(nonce) = about.nonce {
            claims["nonce"] = nonce.into();
        }
        let head = json!({ "typ": "dpop+jwt", "alg": self.key.name(), "jwk": self.jwk });
        self.key.token(&head, &claims)
    }
}

impl TokenBinding for DpopProver {
    fn dpop_proof(
        &self,
        token: &Secret,
        method: &Method,
        url: &Url,
        body: Option<&[u8]>,
    ) -> Result<Secret, Error> {
        self.signed(ProofClaims {
            method: method.as_str(),
            url,
            token: Some(token),
            body,
            nonce: self.at_server.get(),
        })
    }

    fn wants(&self, nonce: &str) -> bool {
        self.at_server.set(nonce)
    }
}

impl fmt::Debug for DpopProver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DpopProver")
    }
}

/// The latest `DPoP-Nonce` of a server.
#[derive(Default)]
struct DpopNonce(Mutex<Option<String>>);

impl DpopNonce {
    fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it can be used. It need not be new: another request may have been told it meanwhile.
    fn set(&self, said: &str) -> bool {
        let fits = !said.is_empty()
            && said.len() <= limits::NONCE
            && said.bytes().all(|byte| byte.is_ascii_graphic());
        if fits {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(said.to_owned());
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::clock::ManualClock;

    fn words(all: &[&str]) -> Vec<String> {
        all.iter().map(|word| (*word).to_owned()).collect()
    }

    fn prover(alg: &str) -> DpopProver {
        let key = SigningKey::generate(alg).unwrap();
        DpopProver::new(&key, Arc::new(ManualClock::at(7_000))).unwrap()
    }

    fn part(token: &Secret, at: usize) -> Value {
        let part = token.expose().split('.').nth(at).unwrap();
        serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
    }

    // Proves AUT-61.
    #[test]
    fn a_key_is_made_only_where_everybody_takes_its_signatures() {
        let (both, edwards, rsa) = (words(&["RS256", "ES256"]), words(&["EdDSA"]), words(&["RS256"]));
        assert_eq!(choose([&both[..]]), Some("ES256"));
        assert_eq!(choose([&edwards[..]]), Some("EdDSA"));
        assert_eq!(choose([&both[..], &edwards[..]]), None);
        assert_eq!(choose([&rsa[..]]), None);
        assert_eq!(choose([&words(&["none"])[..]]), None);
    }

    // Proves AUT-61.
    #[test]
    fn a_proof_is_for_one_request_one_token_and_one_body_and_never_said_twice() {
        for alg in SigningKey::GENERATED {
            let prover = prover(alg);
            let url = Url::parse("https://m.example/mcp?q=1#f").unwrap();
            let proof = |body: Option<&[u8]>| {
                prover
                    .dpop_proof(&Secret::from("token"), &Method::POST, &url, body)
                    .unwrap()
            };
            let (one, other) = (proof(Some(b"{}")), proof(None));
            let (head, claims) = (part(&one, 0), part(&one, 1));
            assert_eq!((&head["typ"], &head["alg"]), (&json!("dpop+jwt"), &json!(alg)));
            assert!(head["jwk"]["d"].is_null() && head["jwk"]["x"].is_string());
            assert_eq!(
                (&claims["htm"], &claims["htu"]),
                (&json!("POST"), &json!("https://m.example/mcp"))
            );
            assert_eq!(claims["iat"], 7);
            // SHA-256 of “token” and of “{}”.
            assert_eq!(claims["ath"], "PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A");
            assert_eq!(
                claims["content_digest"],
                "sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:"
            );
            assert!(claims["nonce"].is_null() && part(&other, 1)["content_digest"].is_null());
            assert_ne!(claims["jti"], part(&other, 1)["jti"]);
        }
    }

    // Proves AUT-61.
    #[test]
    fn each_side_gets_its_own_nonce_back_and_nothing_odd_is_repeated() {
        let prover = prover("ES256");
        let url = Url::parse("https://a.example/token").unwrap();
        assert!(prover.issuer_wants("for-a") && prover.wants("for-m"));
        assert!(prover.wants("for-m"), "another request was told it");
        assert!(!prover.wants("") && !prover.wants("a b") && !prover.wants(&"n".repeat(limits::NONCE + 1)));
        let at_issuer = part(&prover.for_issuer(&url).unwrap(), 1);
        assert_eq!(at_issuer["nonce"], "for-a");
        assert!(at_issuer["ath"].is_null());
        let at_server = prover
            .dpop_proof(&Secret::from("t"), &Method::GET, &url, None)
            .unwrap();
        assert_eq!(part(&at_server, 1)["nonce"], "for-m");
    }

    // Proves AUT-61.
    #[test]
    fn the_thumbprint_is_that_of_the_standard() {
        // The example of RFC 9449, §6.1.
        let jwk = json!({
            "crv": "P-256",
            "kty": "EC",
            "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
            "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
        });
        let example = DpopProver {
            jwk,
            ..prover("ES256")
        };
        assert_eq!(
            example.thumbprint(),
            "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
        );
    }
}
