//! What every authorization server does that is built on the Python SDK (`mcp.server.auth`, 1.x and 2.x): who a client is
//! stands in the body first, and only then is it looked for where the client was registered to show its secret.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{State, form, no};
use crate::{http1::Request, sink::Answer};

/// What it says of itself beside the usual: no client without a secret.
pub(super) fn metadata() -> Value {
    json!({
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
    })
}

/// Why a request is refused, if it is.
pub(super) fn refuses(state: &State, request: &Request) -> Option<Answer> {
    if let Err(why) = authenticated(state, request) {
        return Some(no(401, "invalid_client", why));
    }
    // Its model of a revocation has a secret in the body, and none is not enough (as of 2.3.0).
    let sent = form(&String::from_utf8_lossy(&request.body));
    let revokes = request.target.starts_with("/revoke");
    if revokes && !sent.contains_key("client_secret") {
        return Some(no(400, "invalid_request", "client_secret: Field required"));
    }
    None
}

fn authenticated(state: &State, request: &Request) -> Result<(), &'static str> {
    let sent = form(&String::from_utf8_lossy(&request.body));
    let client = sent.get("client_id").ok_or("Missing client_id")?;
    let secret = state.secrets.get(client).ok_or("Invalid client_id")?;
    let basic = request
        .header("authorization")
        .and_then(|value| value.strip_prefix("Basic "))
        .ok_or("Missing or invalid Basic authentication in Authorization header")?;
    let pair = STANDARD
        .decode(basic)
        .ok()
        .and_then(|pair| String::from_utf8(pair).ok());
    let pair = pair.ok_or("Invalid Basic authentication header")?;
    let (name, shown) = pair
        .split_once(':')
        .ok_or("Invalid Basic authentication header")?;
    let shown = form(&format!("name={name}&secret={shown}"));
    if shown["name"] != *client {
        return Err("Client ID mismatch in Basic auth");
    }
    match shown["secret"] == *secret {
        true => Ok(()),
        false => Err("Invalid client_secret"),
    }
}
