//! The identity provider of an organisation: signs its people in on a page of its own, and gives its word for them to
//! authorization servers that it allows.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::{SystemTime, UNIX_EPOCH},
};

use portcullis_core::locked;
use serde_json::json;

use crate::{
    canary::Canary,
    dpop_check,
    http1::Request,
    provider::form,
    sink::{Answer, Sink},
};

/// How it behaves.
#[derive(Debug, Default, Clone)]
pub struct Policy {
    /// It vouches for no user.
    pub refuses: bool,
    /// Its sign-ins are for another client.
    pub for_others: bool,
    /// Seconds that a sign-in holds; an hour otherwise.
    pub lasts: Option<u64>,
    /// What it gives stands for the sign-in when that is over.
    pub renews: bool,
}

#[derive(Debug, Default)]
struct State {
    policy: Policy,
    /// By code, with what the sign-in must repeat.
    codes: BTreeMap<String, String>,
    /// What is shown for its word.
    good: Vec<String>,
    issued: Vec<Canary>,
    revoked: Vec<String>,
}

/// The identity provider.
#[derive(Debug)]
pub struct Organisation {
    sink: Sink,
    state: Arc<Mutex<State>>,
}

impl Organisation {
    /// Opens it.
    pub async fn new(policy: Policy) -> Self {
        let state = Arc::new(Mutex::new(State {
            policy,
            ..State::default()
        }));
        let shared = Arc::clone(&state);
        let sink = Sink::scripted(move |request, _| answer(&mut locked(&shared), request)).await;
        Self { sink, state }
    }

    /// Its identifier.
    pub fn issuer(&self) -> String {
        format!("http://{}", self.sink.address())
    }

    /// Changes how it behaves.
    pub fn change(&self, change: impl FnOnce(&mut Policy)) {
        change(&mut locked(&self.state).policy);
    }

    /// What was sent to its token endpoint with this kind of grant.
    pub fn grants(&self, kind: &str) -> Vec<BTreeMap<String, String>> {
        let hits = self.sink.hits().into_iter();
        let sent = hits
            .filter(|hit| hit.target == "/token")
            .map(|hit| form(&String::from_utf8_lossy(&hit.body)));
        sent.filter(|form| form.get("grant_type").is_some_and(|grant| grant.ends_with(kind)))
            .collect()
    }

    /// Every secret that it gave out.
    pub fn issued(&self) -> Vec<Canary> {
        locked(&self.state).issued.clone()
    }

    /// What was taken back.
    pub fn taken_back(&self) -> Vec<String> {
        locked(&self.state).revoked.clone()
    }

    /// A sign-in as something else on this computer keeps it in a file.
    pub fn signed_in_elsewhere(&self, client: &str) -> String {
        let token = id_token(&self.issuer(), client, 3600, "");
        locked(&self.state).good.push(token.clone());
        token
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

fn id_token(issuer: &str, client: &str, lasts: u64, nonce: &str) -> String {
    let secret = Canary::new("id token").value;
    dpop_check::token(&json!({
        "iss": issuer, "aud": client, "sub": "somebody", "jti": secret, "nonce": nonce, "exp": now() + lasts,
    }))
}

fn answer(state: &mut State, request: &Request) -> Answer {
    let base = format!("http://{}", request.header("host").unwrap_or_default());
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    match path {
        "/.well-known/openid-configuration" => Answer::json(&json!({
            "issuer": base,
            "authorization_endpoint": format!("{base}/authorize"),
            "token_endpoint": format!("{base}/token"),
            "revocation_endpoint": format!("{base}/revoke"),
            "scopes_supported": ["openid", "offline_access"],
            "code_challenge_methods_supported": ["S256"],
        })),
        "/authorize" => {
            let asked = form(query);
            let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
            let code = Canary::new("code at the organisation");
            state.codes.insert(code.value.clone(), get("nonce"));
            state.issued.push(code.clone());
            let to = format!(
                "{}?code={}&state={}",
                get("redirect_uri"),
                code.value,
                get("state")
            );
            Answer::Status(302, vec![("Location".to_owned(), to)], vec![])
        }
        "/token" => token(state, &form(&String::from_utf8_lossy(&request.body)), &base),
        "/revoke" => {
            let token = form(&String::from_utf8_lossy(&request.body)).remove("token");
            state.revoked.extend(token);
            Answer::Status(200, vec![], vec![])
        }
        _ => Answer::Status(404, vec![], vec![]),
    }
}

fn token(state: &mut State, sent: &BTreeMap<String, String>, base: &str) -> Answer {
    let get = |name: &str| sent.get(name).cloned().unwrap_or_default();
    match get("grant_type").as_str() {
        "authorization_code" => {
            let Some(nonce) = state.codes.remove(&get("code")) else {
                return no("invalid_grant");
            };
            let client = match state.policy.for_others {
                true => "somebody-else".to_owned(),
                false => get("client_id"),
            };
            let id = id_token(base, &client, state.policy.lasts.unwrap_or(3600), &nonce);
            state.good.push(id.clone());
            let mut given = json!({ "id_token": id, "access_token": "x", "token_type": "Bearer" });
            if state.policy.renews {
                let refresh = Canary::new("refresh at the organisation");
                state.good.push(refresh.value.clone());
                given["refresh_token"] = refresh.value.clone().into();
                state.issued.push(refresh);
            }
            Answer::json(&given)
        }
        "urn:ietf:params:oauth:grant-type:token-exchange" => {
            if state.policy.refuses || !state.good.contains(&get("subject_token")) {
                return no("invalid_grant");
            }
            // Its own sign-ins do not outlive their time.
            if let Ok(claims) = dpop_check::claims(&get("subject_token"))
                && claims["exp"].as_u64().is_none_or(|exp| exp <= now())
            {
                return no("invalid_grant");
            }
            let word = dpop_check::token(&json!({
                "iss": base, "aud": get("audience"), "resource": get("resource"), "sub": "somebody",
                "jti": Canary::new("word").value, "exp": now() + 300,
            }));
            Answer::json(&json!({
                "access_token": word,
                "issued_token_type": "urn:ietf:params:oauth:token-type:id-jag",
                "token_type": "N_A",
            }))
        }
        _ => no("unsupported_grant_type"),
    }
}

fn no(error: &str) -> Answer {
    Answer::json_with(400, &json!({ "error": error }))
}
