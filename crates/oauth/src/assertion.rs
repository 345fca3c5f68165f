//! Client assertions (`private_key_jwt`, RFC 7523, AUT-62): a signed JWT in place of a client secret, for one
//! authorization server, valid for minutes and used once.

use crate::limits;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_l10n::say;
use portcullis_secrets::Secret;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
};
use serde_json::{Value, json};

/// What is sent as `client_assertion_type`.
pub(super) const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A private signing key.
pub(super) enum SigningKey {
    Es256(EcdsaKeyPair),
    Rs256(RsaKeyPair),
    EdDsa(Ed25519KeyPair),
}

impl SigningKey {
    /// From PEM: PKCS#8, and what older tools write for RSA.
    ///
    /// # Errors
    /// `input.bad` when it is no key that can be used. Nothing of it is in the sentence.
    pub(super) fn read(pem: &Secret) -> Result<Self> {
        let bad = || Error::new(Code::BadInput, say!("key-invalid")).remedy(say!("key-invalid-remedy"));
        let (kind, body) = block(pem.expose()).ok_or_else(bad)?;
        let der = zeroize::Zeroizing::new(BASE64_STANDARD.decode(body.as_str()).map_err(|_| bad())?);
        if kind == "RSA PRIVATE KEY" {
            return RsaKeyPair::from_der(&der).map(Self::Rs256).map_err(|_| bad());
        }
        let random = SystemRandom::new();
        if let Ok(key) = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der, &random) {
            return Ok(Self::Es256(key));
        }
        if let Ok(key) = RsaKeyPair::from_pkcs8(&der) {
            return Ok(Self::Rs256(key));
        }
        Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der)
            .map(Self::EdDsa)
            .map_err(|_| bad())
    }

    /// The kinds that are made here, the better known first. Keys of RSA are only read.
    pub(super) const GENERATED: [&'static str; 2] = ["ES256", "EdDSA"];

    /// A new key of one of [`Self::GENERATED`], as [`Self::read`] takes it.
    ///
    /// # Errors
    /// `internal`.
    pub(super) fn generate(name: &str) -> Result<Secret> {
        let failed = |_| Error::internal("a key could not be made");
        let random = SystemRandom::new();
        let der = match name {
            "EdDSA" => Ed25519KeyPair::generate_pkcs8(&random),
            _ => EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random),
        };
        let body = zeroize::Zeroizing::new(BASE64_STANDARD.encode(der.map_err(failed)?));
        Ok(Secret::from(format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            body.as_str()
        )))
    }

    /// Its public half (RFC 7517); nothing for RSA, of which none is made here.
    pub(super) fn public(&self) -> Value {
        let part = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        match self {
            // One byte for the form, then both coordinates.
            Self::Es256(key) => match key.public_key().as_ref().split_at_checked(33) {
                Some((x, y)) => {
                    json!({ "crv": "P-256", "kty": "EC", "x": part(x.get(1..).unwrap_or_default()), "y": part(y) })
                }
                None => Value::Null,
            },
            Self::EdDsa(key) => {
                json!({ "crv": "Ed25519", "kty": "OKP", "x": part(key.public_key().as_ref()) })
            }
            Self::Rs256(_) => Value::Null,
        }
    }

    /// The name of its signatures.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Es256(_) => "ES256",
            Self::Rs256(_) => "RS256",
            Self::EdDsa(_) => "EdDSA",
        }
    }

    fn sign(&self, text: &[u8]) -> Result<Vec<u8>> {
        let failed = |_| Error::internal("a statement could not be signed");
        let random = SystemRandom::new();
        match self {
            Self::Es256(key) => key
                .sign(&random, text)
                .map(|signed| signed.as_ref().to_vec())
                .map_err(failed),
            Self::Rs256(key) => {
                let mut signed = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, text, &mut signed)
                    .map_err(failed)?;
                Ok(signed)
            }
            Self::EdDsa(key) => Ok(key.sign(text).as_ref().to_vec()),
        }
    }

    /// A signed statement that this client is itself, for this authorization server; `now` in milliseconds.
    ///
    /// # Errors
    /// `internal`.
    pub(super) fn statement(&self, client: &str, issuer: &str, now: u64) -> Result<Secret> {
        let at = now / 1000;
        self.token(
            &json!({ "alg": self.name(), "typ": "JWT" }),
            &json!({
                "iss": client,
                "sub": client,
                "aud": issuer,
                "jti": ids::random(),
                "iat": at,
                "exp": at + limits::ASSERTION.as_secs(),
            }),
        )
    }

    /// Claims under a head, signed (RFC 7515).
    ///
    /// # Errors
    /// `internal`.
    pub(super) fn token(&self, head: &Value, claims: &Value) -> Result<Secret> {
        let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", part(head), part(claims));
        let signed = BASE64_URL_SAFE_NO_PAD.encode(self.sign(text.as_bytes())?);
        Ok(Secret::from(format!("{text}.{signed}")))
    }
}

/// The first private key in a text: of which kind, and its body.
fn block(pem: &str) -> Option<(&str, zeroize::Zeroizing<String>)> {
    let mut lines = pem.lines().map(str::trim);
    let kind = lines.find_map(|line| {
        let kind = line.strip_prefix("-----BEGIN ")?.strip_suffix("-----")?;
        kind.ends_with("PRIVATE KEY").then_some(kind)
    })?;
    let body: String = lines.take_while(|line| !line.starts_with("-----END ")).collect();
    matches!(kind, "PRIVATE KEY" | "RSA PRIVATE KEY").then(|| (kind, body.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{
        ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
        VerificationAlgorithm,
    };

    fn pem(der: &[u8]) -> Secret {
        let body = BASE64_STANDARD.encode(der);
        Secret::from(format!(
            "-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"
        ))
    }

    fn verified(key: &SigningKey, public: &[u8], by: &'static dyn VerificationAlgorithm) -> (Value, Value) {
        let statement = key.statement("me", "https://a.example", 1_000_500).unwrap();
        let parts: Vec<&str> = statement.expose().split('.').collect();
        let read = |part: &str| BASE64_URL_SAFE_NO_PAD.decode(part).unwrap();
        let text = format!("{}.{}", parts[0], parts[1]);
        UnparsedPublicKey::new(by, public)
            .verify(text.as_bytes(), &read(parts[2]))
            .unwrap();
        let json = |part: &str| serde_json::from_slice(&read(part)).unwrap();
        (json(parts[0]), json(parts[1]))
    }

    // Proves AUT-62.
    #[test]
    fn a_statement_is_signed_short_lived_and_for_one_authorization_server() {
        let random = SystemRandom::new();
        let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let key = SigningKey::read(&pem(der.as_ref())).unwrap();
        let SigningKey::Es256(pair) = &key else {
            panic!("another kind")
        };
        let (head, claims) = verified(&key, pair.public_key().as_ref(), &ECDSA_P256_SHA256_FIXED);
        assert_eq!(head["alg"], "ES256");
        assert_eq!((&claims["iss"], &claims["sub"]), (&json!("me"), &json!("me")));
        assert_eq!(claims["aud"], "https://a.example");
        assert_eq!(
            (claims["iat"].as_u64(), claims["exp"].as_u64()),
            (Some(1000), Some(1300))
        );
        let again = key.statement("me", "https://a.example", 1_000_500).unwrap();
        let other = key.statement("me", "https://a.example", 1_000_500).unwrap();
        assert_ne!(again.expose().split('.').nth(1), other.expose().split('.').nth(1));
    }

    /// Made for this test with `openssl genrsa 2048`; it opens nothing.
    const RSA: &str = include_str!("assertion/only-for-tests.pem");

    // Proves AUT-62.
    #[test]
    fn rsa_keys_are_taken_as_tools_of_today_and_of_yesterday_write_them() {
        let key = SigningKey::read(&Secret::from(RSA)).unwrap();
        let SigningKey::Rs256(pair) = &key else {
            panic!("another kind")
        };
        let public = pair.public().as_ref().to_vec();
        let (head, claims) = verified(&key, &public, &RSA_PKCS1_2048_8192_SHA256);
        assert_eq!((&head["alg"], &claims["sub"]), (&json!("RS256"), &json!("me")));
        // PKCS#8 wraps what older tools write: after 26 bytes of kind and lengths comes the key itself.
        let body: String = RSA.lines().filter(|line| !line.starts_with("-----")).collect();
        let older = BASE64_STANDARD.encode(&BASE64_STANDARD.decode(body).unwrap()[26..]);
        let older = format!(
            "Bag Attributes\n-----BEGIN RSA PRIVATE KEY-----\n{older}\n-----END RSA PRIVATE KEY-----\n"
        );
        let key = SigningKey::read(&Secret::from(older)).unwrap();
        verified(&key, &public, &RSA_PKCS1_2048_8192_SHA256);
    }

    // Proves AUT-62.
    #[test]
    fn ed25519_keys_are_taken_and_what_is_no_key_is_not_repeated() {
        let der = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let key = SigningKey::read(&pem(der.as_ref())).unwrap();
        let SigningKey::EdDsa(pair) = &key else {
            panic!("another kind")
        };
        verified(&key, pair.public_key().as_ref(), &ED25519);
        for bad in [
            "",
            "hunter2",
            "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----",
        ] {
            let error = SigningKey::read(&Secret::from(bad)).err().unwrap();
            assert_eq!(error.code, Code::BadInput);
            assert!(!error.to_string().contains("hunter2"));
        }
    }
}
