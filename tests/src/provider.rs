//! An authorization server with an MCP server behind it, both at one address: does what the rules say, also what no honest
//! one would do, and remembers who came. Written out so that it can be broken.

mod python;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use portcullis_core::locked;
use serde_json::{Map, Value, json};

use crate::{
    canary::Canary,
    dpop_check,
    http1::Request,
    sink::{Answer, Sink},
};

/// How it behaves. What is not changed is honest.
#[derive(Debug, Default, Clone)]
pub struct Rules {
    /// Laid over what the MCP server says of itself; `null` takes a field away.
    pub resource: Map<String, Value>,
    /// Laid over what the authorization server says of itself.
    pub metadata: Map<String, Value>,
    /// In place of what the authorization server says of itself.
    pub instead: Option<Answer>,
    /// The MCP server says nothing of itself.
    pub silent: bool,
    /// The authorization server describes itself as OpenID Connect has it, and only so.
    pub openid: bool,
    /// In place of a registration.
    pub registration: Option<Answer>,
    /// Added to the way back from the browser.
    pub back: String,
    /// The person says no on its page.
    pub denies: bool,
    /// Seconds that a token is said to hold.
    pub lasts: Option<u64>,
    /// Gives nothing to renew with.
    pub no_refresh: bool,
    /// Does not renew any more.
    pub revoked: bool,
    /// The MCP server takes no token at all.
    pub takes_nothing: bool,
    /// The MCP server answers 403 without a reason.
    pub forbids: bool,
    /// What a call of a tool needs.
    pub needs: Option<String>,
    /// What a call needs is never enough.
    pub insatiable: bool,
    /// What the challenge asks for.
    pub scope: Option<String>,
    /// Whatever anybody sends is said back to them: in results, in errors, and in the words of a refusal.
    pub echoes: bool,
    /// Registrations can be taken back (RFC 7592).
    pub managed: bool,
    /// Takes no code.
    pub refuses_codes: bool,
    /// A scope that it lists and never grants.
    pub ungranted: Option<String>,
    /// The authorization server is out of order.
    pub away: bool,
    /// The next token for requests, in place of one of chance.
    pub access: Option<String>,
    /// With this scope the MCP server has a second tool, `write`, and a second resource.
    pub lists_more_with: Option<String>,
    /// Tokens are bound to a key, and both servers want a proof with every request.
    pub binds: bool,
    /// Both want a word of theirs in the proof.
    pub nonces: bool,
    /// A proof is taken, and the token is one that anybody could use.
    pub unbinds: bool,
    /// The authorization server is one on the Python SDK: every client gets a secret, and its id has to stand in the body
    /// of a request, wherever the secret is.
    pub python: bool,
    /// In place of a token.
    pub no_token: Option<Answer>,
}

/// Whatever is sent is said back, and tokens end.
pub fn rules_of_echo() -> Rules {
    Rules {
        echoes: true,
        lasts: Some(3600),
        ..Rules::default()
    }
}

#[derive(Debug, Default)]
struct State {
    rules: Rules,
    /// By token, with its scopes.
    access: BTreeMap<String, String>,
    /// By token, with its scopes.
    refresh: BTreeMap<String, String>,
    /// By code, with its scopes.
    codes: BTreeMap<String, String>,
    issued: Vec<Canary>,
    revoked: Vec<String>,
    /// By client id, with what takes it back.
    managed: BTreeMap<String, String>,
    /// By client id, where clients have secrets.
    secrets: BTreeMap<String, String>,
    /// By token, with the key that it is bound to.
    keys: BTreeMap<String, String>,
    /// Proofs that came.
    proofs: BTreeSet<String>,
}

/// Both servers.
#[derive(Debug)]
pub struct Provider {
    sink: Sink,
    state: Arc<Mutex<State>>,
}

impl Provider {
    /// Opens them.
    pub async fn new(rules: Rules) -> Self {
        let state = Arc::new(Mutex::new(State {
            rules,
            ..State::default()
        }));
        let shared = Arc::clone(&state);
        let sink = Sink::scripted(move |request, _| answer(&mut locked(&shared), request)).await;
        Self { sink, state }
    }

    /// Where the MCP server is.
    pub fn url(&self) -> String {
        self.sink.url("/mcp")
    }

    /// The identifier of the authorization server.
    pub fn issuer(&self) -> String {
        format!("http://{}", self.sink.address())
    }

    /// Changes how they behave.
    pub fn change(&self, change: impl FnOnce(&mut Rules)) {
        change(&mut locked(&self.state).rules);
    }

    /// Takes every token that was given out for requests; those to renew with stay good.
    pub fn forgets_access(&self) {
        locked(&self.state).access.clear();
    }

    /// Every secret that it gave out.
    pub fn issued(&self) -> Vec<Canary> {
        locked(&self.state).issued.clone()
    }

    /// Tokens that were taken back.
    pub fn taken_back(&self) -> Vec<String> {
        locked(&self.state).revoked.clone()
    }

    /// Clients that are registered and were not taken back, where registrations can be.
    pub fn registered(&self) -> Vec<String> {
        locked(&self.state).managed.keys().cloned().collect()
    }

    /// Everybody who came, oldest first.
    pub fn hits(&self) -> Vec<Request> {
        self.sink.hits()
    }

    /// Those who came to a path.
    pub fn hits_at(&self, path: &str) -> Vec<Request> {
        let mut hits = self.hits();
        hits.retain(|hit| hit.target.split('?').next() == Some(path));
        hits
    }

    /// What was sent to the token endpoint with this kind of grant.
    pub fn grants(&self, kind: &str) -> Vec<BTreeMap<String, String>> {
        let sent = self.hits_at("/token").into_iter();
        let sent = sent.map(|hit| form(&String::from_utf8_lossy(&hit.body)));
        sent.filter(|form| form.get("grant_type").is_some_and(|grant| grant == kind))
            .collect()
    }
}

/// Names and values of a form or a query.
pub fn form(text: &str) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(text.as_bytes())
        .into_owned()
        .collect()
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

fn answer(state: &mut State, request: &Request) -> Answer {
    let base = format!("http://{}", request.header("host").unwrap_or_default());
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    match path {
        "/mcp" => mcp(state, request, &base),
        "/.well-known/oauth-protected-resource/mcp" if !state.rules.silent => {
            let resource = json!({ "resource": format!("{base}/mcp"), "authorization_servers": [base] });
            Answer::json(&with(resource, &state.rules.resource))
        }
        "/.well-known/oauth-authorization-server" if state.rules.openid => {
            Answer::Status(404, vec![], vec![])
        }
        "/.well-known/oauth-authorization-server" | "/.well-known/openid-configuration" => {
            if let Some(instead) = &state.rules.instead {
                return instead.clone();
            }
            let own = if state.rules.binds {
                json!({ "revocation_endpoint": null, "dpop_signing_alg_values_supported": ["ES256"] })
            } else if state.rules.python {
                python::metadata()
            } else {
                json!({ "token_endpoint_auth_methods_supported":
                    ["none", "client_secret_basic", "client_secret_post"] })
            };
            let metadata = json!({
                "issuer": base,
                "authorization_endpoint": format!("{base}/authorize"),
                "token_endpoint": format!("{base}/token"),
                "registration_endpoint": format!("{base}/register"),
                "revocation_endpoint": format!("{base}/revoke"),
                "code_challenge_methods_supported": ["S256"],
            });
            let own = own.as_object().cloned().unwrap_or_default();
            Answer::json(&with(with(metadata, &own), &state.rules.metadata))
        }
        "/register" if state.rules.registration.is_some() => {
            state.rules.registration.clone().unwrap_or(Answer::Close)
        }
        "/register" => register(state, request, &base),
        path if path.starts_with("/register/") => unregister(state, path, request),
        "/authorize" => authorize(state, &form(query)),
        "/token" if state.rules.away => Answer::Status(503, vec![], vec![]),
        "/token" if state.rules.no_token.is_some() => state.rules.no_token.clone().unwrap_or(Answer::Close),
        "/token" | "/revoke" if state.rules.python && python::refuses(state, request).is_some() => {
            python::refuses(state, request).unwrap_or(Answer::Close)
        }
        "/token" if state.rules.binds => bound_token(state, request, &base),
        "/token" => token(state, &form(&String::from_utf8_lossy(&request.body)), &base),
        "/revoke" => {
            let token = form(&String::from_utf8_lossy(&request.body)).remove("token");
            state.revoked.extend(token);
            Answer::Status(200, vec![], vec![])
        }
        _ => Answer::Status(404, vec![], vec![]),
    }
}

/// The same with these fields laid over it; `null` takes a field away.
fn with(mut what: Value, over: &Map<String, Value>) -> Value {
    if let Some(fields) = what.as_object_mut() {
        for (name, value) in over {
            match value {
                Value::Null => fields.remove(name),
                value => fields.insert(name.clone(), value.clone()),
            };
        }
    }
    what
}

fn secret(state: &mut State, label: &str) -> String {
    let canary = Canary::new(label);
    let value = canary.value.clone();
    // Client ids are no secrets.
    if label != "client" {
        state.issued.push(canary);
    }
    value
}

fn register(state: &mut State, request: &Request, base: &str) -> Answer {
    let client = secret(state, "client");
    let mut registered = json!({ "client_id": client });
    if state.rules.python {
        let asked: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        registered["token_endpoint_auth_method"] = asked["token_endpoint_auth_method"].clone();
        registered["client_secret"] = secret(state, "client-secret").into();
        let given = registered["client_secret"].as_str().unwrap_or_default();
        state.secrets.insert(client.clone(), given.to_owned());
    }
    if state.rules.managed {
        let key = secret(state, "management");
        registered["registration_client_uri"] = format!("{base}/register/{client}").into();
        registered["registration_access_token"] = key.clone().into();
        state.managed.insert(client, key);
    }
    Answer::Status(201, vec![], registered.to_string().into_bytes())
}

fn unregister(state: &mut State, path: &str, request: &Request) -> Answer {
    let client = path.trim_start_matches("/register/");
    let shown = request
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "));
    let may = state.managed.get(client).is_some_and(|key| shown == Some(key));
    if request.method != "DELETE" || !may {
        return Answer::Status(401, vec![], vec![]);
    }
    state.managed.remove(client);
    Answer::Status(204, vec![], vec![])
}

fn authorize(state: &mut State, asked: &BTreeMap<String, String>) -> Answer {
    let nothing = String::new();
    let back = asked.get("redirect_uri").unwrap_or(&nothing);
    let id = encoded(asked.get("state").unwrap_or(&nothing));
    let is_asked = |scope: &String| {
        let all = asked.get("scope");
        all.is_some_and(|all| all.split(' ').any(|one| one == scope))
    };
    let outcome = if state.rules.denies {
        "error=access_denied&error_description=not+today".to_owned()
    } else if state.rules.ungranted.as_ref().is_some_and(is_asked) {
        "error=invalid_scope".to_owned()
    } else {
        let code = secret(state, "code");
        let scopes = asked.get("scope").cloned().unwrap_or_default();
        state.codes.insert(code.clone(), scopes);
        format!("code={code}")
    };
    let to = format!("{back}?{outcome}&state={id}{}", state.rules.back);
    Answer::Status(302, vec![("Location".to_owned(), to)], vec![])
}

/// Gives a token for the holder of the key of the proof; a renewal takes the same key.
fn bound_token(state: &mut State, request: &Request, base: &str) -> Answer {
    let proof = match dpop_check::check(request, base, None, &mut state.proofs) {
        Ok(proof) => proof,
        Err(why) => return no(400, "invalid_dpop_proof", &why),
    };
    if state.rules.nonces && proof.nonce.as_deref() != Some(AT_ISSUER) {
        let Answer::Status(status, mut headers, body) = no(400, "use_dpop_nonce", "mine is missing") else {
            return Answer::Close;
        };
        headers.push(("DPoP-Nonce".to_owned(), AT_ISSUER.to_owned()));
        return Answer::Status(status, headers, body);
    }
    let sent = form(&String::from_utf8_lossy(&request.body));
    let of = sent.get("refresh_token").and_then(|token| state.keys.get(token));
    if of.is_some_and(|key| *key != proof.thumbprint) {
        return no(400, "invalid_dpop_proof", "another key");
    }
    let Answer::Status(200, headers, body) = token(state, &sent, base) else {
        return no(400, "invalid_grant", "not any more");
    };
    let mut given: Value = serde_json::from_slice(&body).unwrap_or_default();
    if !state.rules.unbinds {
        given["token_type"] = "DPoP".into();
        for token in [&given["access_token"], &given["refresh_token"]] {
            if let Some(token) = token.as_str() {
                state.keys.insert(token.to_owned(), proof.thumbprint.clone());
            }
        }
    }
    Answer::Status(200, headers, given.to_string().into_bytes())
}

/// The words of both servers that a proof has to repeat.
const AT_ISSUER: &str = "word-of-the-authorization-server";
const AT_SERVER: &str = "word-of-the-server";

/// The token of a request, where its proof holds; else the challenge to answer with.
fn proven(state: &mut State, request: &Request, base: &str, place: &str) -> Result<Option<String>, Answer> {
    let challenge = |error: &str| Answer::Unauthorized(Some(format!("DPoP {error}algs=\"ES256\", {place}")));
    let shown = request.header("authorization");
    let Some(token) = shown.and_then(|value| value.strip_prefix("DPoP ")) else {
        return Err(challenge(""));
    };
    let proof = dpop_check::check(request, base, Some(token), &mut state.proofs)
        .map_err(|_| challenge("error=\"invalid_dpop_proof\", "))?;
    if state.keys.get(token) != Some(&proof.thumbprint) {
        return Err(challenge("error=\"invalid_token\", "));
    }
    if state.rules.nonces && proof.nonce.as_deref() != Some(AT_SERVER) {
        let challenge = format!("DPoP error=\"use_dpop_nonce\", {place}");
        let headers = vec![
            ("WWW-Authenticate".to_owned(), challenge),
            ("DPoP-Nonce".to_owned(), AT_SERVER.to_owned()),
        ];
        return Err(Answer::Status(401, headers, vec![]));
    }
    Ok(Some(token.to_owned()))
}

fn no(status: u16, error: &str, words: &str) -> Answer {
    Answer::json_with(status, &json!({ "error": error, "error_description": words }))
}

fn token(state: &mut State, sent: &BTreeMap<String, String>, base: &str) -> Answer {
    let get = |name: &str| sent.get(name).cloned().unwrap_or_default();
    let scopes = match get("grant_type").as_str() {
        "authorization_code" if !state.rules.refuses_codes && get("code_verifier").len() >= 43 => {
            state.codes.remove(&get("code"))
        }
        "refresh_token" if !state.rules.revoked => state.refresh.remove(&get("refresh_token")),
        "client_credentials" => Some(get("scope")),
        // An identity provider vouches for this server and no other.
        "urn:ietf:params:oauth:grant-type:jwt-bearer" => dpop_check::claims(&get("assertion"))
            .ok()
            .filter(|claims| claims["aud"] == base)
            .map(|_| get("scope")),
        _ => None,
    };
    let Some(scopes) = scopes else {
        let words = match state.rules.echoes {
            true => format!(
                "not any more: {}",
                sent.values().cloned().collect::<Vec<_>>().join(" ")
            ),
            false => "not any more".to_owned(),
        };
        return no(400, "invalid_grant", &words);
    };
    let access = match state.rules.access.take() {
        Some(access) => access,
        None => secret(state, "access"),
    };
    state.access.insert(access.clone(), scopes.clone());
    let mut given = json!({ "access_token": access, "token_type": "bearer" });
    if let Some(lasts) = state.rules.lasts {
        given["expires_in"] = lasts.into();
    }
    if !scopes.is_empty() {
        given["scope"] = scopes.clone().into();
    }
    let of_its_own = [
        "client_credentials",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ];
    if !state.rules.no_refresh && !of_its_own.contains(&get("grant_type").as_str()) {
        let refresh = secret(state, "refresh");
        state.refresh.insert(refresh.clone(), scopes);
        given["refresh_token"] = refresh.into();
    }
    Answer::json(&given)
}

fn mcp(state: &mut State, request: &Request, base: &str) -> Answer {
    if state.rules.forbids {
        return Answer::Status(403, vec![], vec![]);
    }
    let place = format!("resource_metadata=\"{base}/.well-known/oauth-protected-resource/mcp\"");
    let token = match state.rules.binds && !state.rules.unbinds {
        true => match proven(state, request, base, &place) {
            Ok(token) => token,
            Err(challenge) => return challenge,
        },
        false => request
            .header("authorization")
            .and_then(|value| value.strip_prefix("Bearer "))
            .map(str::to_owned),
    };
    let rules = &state.rules;
    let granted = token.and_then(|token| state.access.get(&token));
    let Some(granted) = granted.filter(|_| !rules.takes_nothing) else {
        let scope = rules.scope.iter().map(|scope| format!(", scope=\"{scope}\""));
        if rules.silent {
            return Answer::Unauthorized(None);
        }
        return Answer::Unauthorized(Some(format!("Bearer {place}{}", scope.collect::<String>())));
    };
    if request.method != "POST" {
        return Answer::Status(405, vec![], vec![]);
    }
    let asked: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let method = asked["method"].as_str().unwrap_or_default();
    if method == "tools/call"
        && let Some(needed) = &rules.needs
        && (rules.insatiable || !granted.split(' ').any(|scope| scope == needed))
    {
        let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{needed}\", {place}");
        return Answer::Status(403, vec![("WWW-Authenticate".to_owned(), challenge)], vec![]);
    }
    let result = match method {
        "initialize" => json!({
            "protocolVersion": "2025-11-25",
            "capabilities": match rules.lists_more_with {
                Some(_) => json!({ "tools": {}, "resources": {} }),
                None => json!({ "tools": {} }),
            },
            "serverInfo": { "name": "behind", "version": "1" },
        }),
        "resources/list" => {
            let wanted = rules.lists_more_with.as_ref();
            let more = wanted.is_some_and(|wanted| granted.split(' ').any(|scope| scope == wanted));
            let names = if more { vec!["read", "write"] } else { vec!["read"] };
            let resource = |name: &str| json!({ "uri": format!("notes://{name}"), "name": name });
            json!({ "resources": names.into_iter().map(resource).collect::<Vec<_>>() })
        }
        "tools/list" => {
            let mut names = vec!["echo"];
            if rules.echoes {
                names.push("fails");
            }
            let more = rules.lists_more_with.as_ref();
            if more.is_some_and(|more| granted.split(' ').any(|scope| scope == more)) {
                names.push("write");
            }
            let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
            json!({ "tools": names.into_iter().map(tool).collect::<Vec<_>>() })
        }
        "tools/call" if rules.echoes => {
            let words = format!("you sent {:?}", request.headers);
            if asked["params"]["name"] == "fails" {
                let error = json!({ "code": -32000, "message": words, "data": { "headers": words } });
                return Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "error": error }));
            }
            json!({ "content": [{ "type": "text", "text": words }], "structuredContent": { "said": words } })
        }
        "tools/call" => json!({ "content": [{ "type": "text", "text": "done" }] }),
        _ if asked["id"].is_null() => return Answer::Status(202, vec![], vec![]),
        _ => {
            let error = json!({ "code": -32601, "message": "no such method" });
            return Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "error": error }));
        }
    };
    Answer::json(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }))
}
