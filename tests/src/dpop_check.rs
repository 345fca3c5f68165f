//! Proofs that a request comes from the holder of a key (RFC 9449), looked at as a server has to that means it.

use std::collections::BTreeSet;

use base64::{
    Engine as _,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use ring::{
    digest::{SHA256, digest},
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use serde_json::Value;

use crate::http1::Request;

/// A proof that holds.
#[derive(Debug, Clone)]
pub struct Proof {
    /// Of which key.
    pub thumbprint: String,
    /// The word of the server in it.
    pub nonce: Option<String>,
}

/// Looks at the proof of a request to the server at `base`, with the token that it goes with. No proof counts twice.
pub fn check(
    request: &Request,
    base: &str,
    token: Option<&str>,
    seen: &mut BTreeSet<String>,
) -> Result<Proof, String> {
    let proof = request.header("dpop").ok_or("there is none")?;
    let parts: Vec<&str> = proof.split('.').collect();
    let [head, claims, signed] = parts[..] else {
        return Err("not three parts".to_owned());
    };
    let (head_json, claims_json) = (json(head)?, json(claims)?);
    let jwk = &head_json["jwk"];
    if head_json["typ"] != "dpop+jwt" || head_json["alg"] != "ES256" || !jwk["d"].is_null() {
        return Err(format!("a bad head: {head_json}"));
    }
    let key = [vec![4], bytes(&jwk["x"])?, bytes(&jwk["y"])?].concat();
    let signed = BASE64_URL_SAFE_NO_PAD
        .decode(signed)
        .map_err(|_| "a bad signature")?;
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key)
        .verify(format!("{head}.{claims}").as_bytes(), &signed)
        .map_err(|_| "another signature")?;
    let path = request.target.split('?').next().unwrap_or_default();
    if claims_json["htm"] != request.method || claims_json["htu"] != format!("{base}{path}") {
        return Err(format!("for another request: {claims_json}"));
    }
    if !claims_json["iat"].is_u64() {
        return Err("of no time".to_owned());
    }
    if !seen.insert(claims_json["jti"].as_str().ok_or("of no name")?.to_owned()) {
        return Err("seen before".to_owned());
    }
    if let Some(token) = token {
        let hash = BASE64_URL_SAFE_NO_PAD.encode(digest(&SHA256, token.as_bytes()));
        if claims_json["ath"] != hash {
            return Err("for another token".to_owned());
        }
        let body = format!(
            "sha-256=:{}:",
            BASE64_STANDARD.encode(digest(&SHA256, &request.body))
        );
        if !request.body.is_empty() && claims_json["content_digest"] != body {
            return Err("for another body".to_owned());
        }
    }
    let canonical = format!(
        r#"{{"crv":"P-256","kty":"EC","x":{},"y":{}}}"#,
        jwk["x"], jwk["y"]
    );
    Ok(Proof {
        thumbprint: BASE64_URL_SAFE_NO_PAD.encode(digest(&SHA256, canonical.as_bytes())),
        nonce: claims_json["nonce"].as_str().map(str::to_owned),
    })
}

/// What a signed token says, without a check of its signature.
pub fn claims(token: &str) -> Result<Value, String> {
    json(token.split('.').nth(1).ok_or("no claims")?)
}

/// A token that says this, with a signature that is not checked.
pub fn token(claims: &Value) -> String {
    let part = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
    format!(
        "{}.{}.{}",
        part(r#"{"alg":"ES256"}"#),
        part(&claims.to_string()),
        part("signed")
    )
}

fn json(part: &str) -> Result<Value, String> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).map_err(|_| "no base64")?;
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

fn bytes(value: &Value) -> Result<Vec<u8>, String> {
    let text = value.as_str().ok_or("a coordinate is missing")?;
    BASE64_URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|_| "no base64".to_owned())
}
