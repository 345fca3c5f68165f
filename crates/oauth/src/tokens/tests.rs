//! Requests for tokens, and answers that are not written as the standard has them.
use super::*;
use crate::test_server::answering;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use portcullis_core::clock::ManualClock;
use portcullis_domain::Registration;
use std::sync::atomic::{AtomicBool, Ordering};

fn answer(status: u16, kind: &str, body: &str) -> Response<Vec<u8>> {
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, kind)
        .body(body.as_bytes().to_vec())
        .unwrap()
}

/// What is left of an answer, with its status.
fn standard(status: u16, kind: &str, body: &str) -> (u16, Value) {
    let mut answer = answer(status, kind, body);
    to_standard(&mut answer);
    let said = serde_json::from_slice(answer.body()).unwrap_or_default();
    (answer.status().as_u16(), said)
}

// Proves AUT-48.
#[test]
fn a_token_is_found_in_answers_that_are_written_in_another_way() {
    for (status, kind, body) in [
        (
            200,
            "application/json",
            r#"{"access_token":"t","token_type":"bearer","expires_in":60}"#,
        ),
        (
            201,
            "application/json",
            r#"{"access_token":"t","token_type":"bearer","expires_in":60}"#,
        ),
        (
            200,
            "text/html",
            r#"{"access_token":"t","token_type":"bearer","expires_in":"60"}"#,
        ),
        (
            200,
            "application/json",
            r#"{"access_token":"t","expires_in":60.5}"#,
        ),
        (
            200,
            "application/json",
            r#"{"access_token":"t","token_type":null,"expires_in":60,"error":null}"#,
        ),
    ] {
        let mut answer = answer(status, kind, body);
        to_standard(&mut answer);
        assert_eq!(answer.status(), StatusCode::OK, "{body}");
        assert!(answer.headers().get(CONTENT_TYPE).is_none(), "{kind}");
        let token: BasicTokenResponse = serde_json::from_slice(answer.body()).unwrap();
        assert_eq!(token.access_token().secret(), "t");
        assert_eq!(token.token_type(), &BasicTokenType::Bearer);
        assert_eq!(token.expires_in(), Some(Duration::from_secs(60)), "{body}");
    }
    let endless = standard(
        200,
        "application/json",
        r#"{"access_token":"t","expires_in":"never"}"#,
    );
    assert!(endless.1["expires_in"].is_null());
    // A kind of token that was named is never taken for another.
    let other = standard(
        200,
        "application/json",
        r#"{"access_token":"t","token_type":"mac"}"#,
    );
    assert_eq!(other.1["token_type"], "mac");
}

// Proves AUT-48.
#[test]
fn scopes_are_told_apart_in_whatever_form_they_come() {
    for (scope, expected) in [
        (r#""repo,gist""#, vec!["repo", "gist"]),
        (r#"["repo","gist"]"#, vec!["repo", "gist"]),
        (r#""repo gist""#, vec!["repo", "gist"]),
        // A comma beside blanks belongs to a name.
        (r#""a,b c""#, vec!["a,b", "c"]),
    ] {
        let body = format!(r#"{{"access_token":"t","token_type":"bearer","scope":{scope}}}"#);
        let mut answer = answer(200, "application/json", &body);
        to_standard(&mut answer);
        let token: BasicTokenResponse = serde_json::from_slice(answer.body()).unwrap();
        let scopes: Vec<&str> = token
            .scopes()
            .unwrap()
            .iter()
            .map(|scope| scope.as_str())
            .collect();
        assert_eq!(scopes, expected, "{scope}");
    }
}

// Proves AUT-48.
#[test]
fn the_token_of_a_user_is_found_beside_that_of_a_bot() {
    for body in [
        r#"{"ok":true,"authed_user":{"id":"U1","access_token":"t","refresh_token":"r","expires_in":60,"token_type":"user"}}"#,
        r#"{"ok":true,"authed_user":{"id":"U1"},"access_token":"t","refresh_token":"r","expires_in":60,"token_type":"user"}"#,
    ] {
        let mut answer = answer(200, "application/json", body);
        to_standard(&mut answer);
        let token: BasicTokenResponse = serde_json::from_slice(answer.body()).unwrap();
        assert_eq!(token.access_token().secret(), "t", "{body}");
        assert_eq!(token.refresh_token().unwrap().secret(), "r", "{body}");
        assert_eq!(token.token_type(), &BasicTokenType::Bearer, "{body}");
        assert_eq!(token.expires_in(), Some(Duration::from_secs(60)), "{body}");
    }
    // Without a token there is none.
    let refused = r#"{"ok":false,"error":"invalid_code","authed_user":{"id":"U1"}}"#;
    assert_eq!(standard(200, "application/json", refused).0, 400);
}

// Proves AUT-53.
#[test]
fn a_refusal_with_the_status_of_success_is_one() {
    let refused = r#"{"error":"bad_refresh_token","error_description":"It is expired."}"#;
    assert_eq!(standard(200, "application/json", refused).0, 400);
    assert_eq!(
        standard(200, "text/plain", r#"{"ok":false,"error":"invalid_code"}"#).0,
        400
    );
    assert_eq!(standard(200, "text/html", "<html>").0, 200);
    assert_eq!(standard(200, "application/json", r#"{"ok":true}"#).0, 200);
    assert!(ends(&BasicErrorResponseType::Extension(
        "bad_refresh_token".to_owned()
    )));
    assert!(!ends(&BasicErrorResponseType::InvalidRequest));
}

// Proves AUT-53.
#[tokio::test]
async fn a_fault_of_the_token_endpoint_is_not_told_as_the_end_of_a_sign_in() {
    for status in ["503 Service Unavailable", "429 Too Many Requests"] {
        let base = answering(move |_| (status, "{}")).await;
        let url = Url::parse(&format!("{base}/token")).unwrap();
        let client = RegisteredClient {
            id: "me".to_owned(),
            proof: None,
            method: ClientAuthentication::None,
            registration: Registration::Dynamic,
            management: None,
        };
        let asking = TokenRequest {
            web: &GuardedHttp::for_server(&url, TextSource::AuthorizationServer),
            at: &url,
            issuer: &base,
            client: &client,
            resource: "https://m.example/mcp",
            redactor: &Redactor::default(),
            clock: &ManualClock::at(0),
            prover: None,
        };
        let renewed = asking.ask(TokenGrant::Refresh(&Secret::from("renew"))).await;
        let error = renewed.err().unwrap();
        assert_eq!(error.code, Code::NetworkUnreachable);
        let said = say!("token-unwell", host = host(&url), status);
        assert_eq!(error.sentence, said);
        assert!(!said.contains("not signed in"), "{said}");
    }
}

// Proves AUT-61.
#[tokio::test]
async fn a_nonce_that_another_request_was_told_meanwhile_is_a_reason_to_ask_again() {
    let key = SigningKey::generate("ES256").unwrap();
    let prover = Arc::new(DpopProver::new(&key, Arc::new(ManualClock::at(0))).unwrap());
    let (other, asked) = (prover.clone(), AtomicBool::new(false));
    let base = answering(move |_| match asked.swap(true, Ordering::Relaxed) {
        false => {
            other.issuer_wants("word");
            (
                "400 Bad Request\r\nDPoP-Nonce: word",
                r#"{"error":"use_dpop_nonce"}"#,
            )
        }
        true => ("200 OK", r#"{"access_token":"t","token_type":"DPoP"}"#),
    })
    .await;
    let url = Url::parse(&format!("{base}/token")).unwrap();
    let web = GuardedHttp::for_server(&url, TextSource::AuthorizationServer);
    let request = plain(Method::POST, &url, Vec::new()).unwrap();
    let answer = proved(&web, &url, &prover, request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
}

// Proves AUT-62.
#[test]
fn what_a_client_signs_is_as_young_as_its_request() {
    let clock = ManualClock::at(1_000_000);
    let url = Url::parse("https://a.example/token").unwrap();
    let client = RegisteredClient {
        id: "me".to_owned(),
        proof: Some(SigningKey::generate("ES256").unwrap()),
        method: ClientAuthentication::Key,
        registration: Registration::Own,
        management: None,
    };
    let asking = TokenRequest {
        web: &GuardedHttp::for_server(&url, TextSource::AuthorizationServer),
        at: &url,
        issuer: "https://a.example",
        client: &client,
        resource: "https://m.example/mcp",
        redactor: &Redactor::default(),
        clock: &clock,
        prover: None,
    };
    // A person was on the page of the authorization server meanwhile.
    clock.advance(240_000);
    let request = asking.request(&[("grant_type", "authorization_code")]).unwrap();
    let sent = form_urlencoded::parse(request.body()).find(|(name, _)| name == "client_assertion");
    let statement = sent.unwrap().1.into_owned();
    let claims = BASE64_URL_SAFE_NO_PAD
        .decode(statement.split('.').nth(1).unwrap())
        .unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(
        (claims["iat"].as_u64(), claims["exp"].as_u64()),
        (Some(1_240), Some(1_540))
    );
}
