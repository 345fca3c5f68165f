//! When a token is renewed, whatever the clock of this computer says, and what becomes of a renewal that is refused.
use super::*;
use crate::account_store::AccountStore;
use crate::authority::AccountObserver;
use crate::test_server::answering;
use ::http::header::WWW_AUTHENTICATE;
use ::http::{HeaderMap, HeaderValue, StatusCode};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_core::Redactor;
use portcullis_core::clock::{Clock, ManualClock};
use portcullis_core::ids::ServerId;
use portcullis_domain::{ClientProof, SignInState};
use portcullis_net::Refused;
use portcullis_secrets::{MemoryKeystore, Vault};
use std::sync::atomic::{AtomicBool, Ordering};

const DAY: u64 = 24 * 3_600_000;
const HOUR: u64 = 3_600_000;

struct SilentObserver;

impl AccountObserver for SilentObserver {
    fn changed(&self) {}
    fn ended(&self, _why: &Error) {}
}

struct Fixture {
    authority: Arc<Authority>,
    clock: Arc<ManualClock>,
}

/// Nothing is read again here.
struct Unread;

impl AccountStore for Unread {
    fn load(&self) -> BoxFuture<'_, Result<(Option<AccountRow>, Option<OwnClientRow>)>> {
        async { Ok((None, None)) }.boxed()
    }

    fn save_account(&self, _account: Option<AccountRow>) -> BoxFuture<'_, Result<()>> {
        async { Ok(()) }.boxed()
    }

    fn save_own_client(&self, _own: Option<OwnClientRow>) -> BoxFuture<'_, Result<()>> {
        async { Ok(()) }.boxed()
    }
}

fn fixture() -> Fixture {
    let clock = Arc::new(ManualClock::at(10 * DAY));
    let authority = Authority::new(
        ServerId::random(),
        Vault::new(Arc::new(MemoryKeystore::default())),
        Box::new(Unread),
        Redactor::default(),
        Arc::clone(&clock) as Arc<dyn Clock>,
        Box::new(SilentObserver),
    );
    Fixture {
        authority: Arc::new(authority),
        clock,
    }
}

impl Fixture {
    /// A token that came at this time, for this long.
    async fn has(&self, came_at: u64, lasts: Option<u64>) -> StoredTokens {
        self.has_of("https://a.example", "https://m.example", came_at, lasts)
            .await
    }

    /// The same of this authorization server, for this server.
    async fn has_of(&self, issuer: &str, server: &str, came_at: u64, lasts: Option<u64>) -> StoredTokens {
        let kept = StoredTokens {
            issuer: issuer.to_owned(),
            resource: format!("{server}/mcp"),
            client_id: "c".to_owned(),
            means: ClientAuthentication::None,
            client_secret: None,
            management: None,
            management_token: None,
            token_at: format!("{issuer}/token"),
            revoke_at: None,
            access: Some(Secret::from("token")),
            refresh: Some(Secret::from("renew")),
            key: None,
            identity: None,
            came_at,
            lasts,
        };
        let account = AccountRow {
            resource: kept.resource.clone(),
            issuer: kept.issuer.clone(),
            client_id: kept.client_id.clone(),
            registration: Registration::Dynamic,
            asked: vec![],
            granted: vec![],
            signed_in_at: came_at,
            until: None,
            renews: false,
            unattended: false,
            bound: false,
            ended: None,
            place: "account/x".to_owned(),
        };
        self.authority.keep(account, kept.clone()).await.unwrap();
        kept
    }
}

// Proves AUT-48.
#[tokio::test]
async fn a_clock_that_is_off_by_a_day_renews_once_or_leaves_it_to_the_server() {
    let fixture = fixture();
    let kept = fixture.has(fixture.clock.now(), Some(HOUR)).await;
    assert!(!fixture.authority.is_due(&kept));
    fixture.clock.advance(HOUR - 31_000);
    assert!(!fixture.authority.is_due(&kept));
    fixture.clock.advance(2_000);
    assert!(fixture.authority.is_due(&kept));
    // A day ahead: it is renewed, and what comes is measured by the same clock.
    fixture.clock.advance(DAY);
    assert!(fixture.authority.is_due(&kept));
    let fresh = fixture.has(fixture.clock.now(), Some(HOUR)).await;
    assert!(!fixture.authority.is_due(&fresh));
    // Set back by a day: the token is used until the server says something else.
    let ahead = fixture.has(fixture.clock.now() + DAY, Some(HOUR)).await;
    assert!(!fixture.authority.is_due(&ahead));
    let address = Url::parse("https://m.example/mcp").unwrap();
    assert_eq!(
        fixture.authority.current(&address).await.unwrap().token.expose(),
        "token"
    );
}

// Proves AUT-48.
#[tokio::test]
async fn how_long_a_token_holds_may_be_unknown_or_short() {
    let fixture = fixture();
    let unknown = fixture.has(fixture.clock.now(), None).await;
    fixture.clock.advance(DAY);
    assert!(!fixture.authority.is_due(&unknown));
    let short = fixture.has(fixture.clock.now(), Some(8_000)).await;
    assert!(!fixture.authority.is_due(&short));
    fixture.clock.advance(6_000);
    assert!(fixture.authority.is_due(&short));
}

// Proves AUT-45, S-56.
#[tokio::test]
async fn a_token_serves_the_address_that_it_is_for_and_no_other() {
    let fixture = fixture();
    fixture.has(fixture.clock.now(), None).await;
    for (address, serves) in [
        ("https://m.example/mcp", true),
        ("https://m.example/mcp/", true),
        ("https://m.example/other", false),
        ("https://m.example:8443/mcp", false),
        ("http://m.example/mcp", false),
        ("https://evil.example/mcp", false),
    ] {
        let address = Url::parse(address).unwrap();
        assert_eq!(fixture.authority.serving(&address).is_some(), serves, "{address}");
        // Nor where the sign-in was replaced after a request found that it has one.
        let used = fixture.authority.current(&address).await;
        assert_eq!(used.is_ok(), serves, "{address}");
    }
}

// Proves AUT-48, AUT-53.
#[tokio::test]
async fn a_renewal_that_is_refused_in_any_words_asks_for_a_sign_in() {
    for (status, body, ends) in [
        ("400 Bad Request", r#"{"error":"invalid_grant"}"#, true),
        ("200 OK", r#"{"error":"bad_refresh_token"}"#, true),
        ("400 Bad Request", r#"{"error":"invalid_request"}"#, false),
        (
            "400 Bad Request",
            r#"{"code":400,"error_code":"refresh_token_not_found"}"#,
            false,
        ),
    ] {
        let fixture = fixture();
        let base = answering(move |_| (status, body)).await;
        fixture.has_of(&base, &base, fixture.clock.now(), None).await;
        let address = Url::parse(&format!("{base}/mcp")).unwrap();
        let source = fixture.authority.for_address("Remote".to_owned(), address);
        let number = fixture.authority.state().number;
        let refused = Refused {
            used: Some(number),
            again: false,
            status: StatusCode::UNAUTHORIZED,
            headers: &HeaderMap::new(),
        };
        let error = source.refused(refused).await.unwrap_err();
        assert_eq!(error.code, Code::AuthRequired, "{body}");
        assert!(error.remedy.unwrap().contains("Sign in"), "{body}");
        // What may be renewed later is kept.
        let account = fixture.authority.state().account.clone().unwrap();
        assert_eq!(account.ended.is_some(), ends, "{body}");
    }
}

// Proves AUT-48.
#[tokio::test]
async fn a_renewal_that_is_refused_before_its_time_leaves_the_token_in_use() {
    for (body, serves) in [
        (r#"{"error":"temporarily_unavailable"}"#, true),
        (r#"{"error":"invalid_grant"}"#, false),
    ] {
        let fixture = fixture();
        let base = answering(move |_| ("400 Bad Request", body)).await;
        let kept = fixture
            .has_of(&base, &base, fixture.clock.now(), Some(HOUR))
            .await;
        fixture.clock.advance(HOUR - 10_000);
        assert!(fixture.authority.is_due(&kept));
        let address = Url::parse(&format!("{base}/mcp")).unwrap();
        let used = fixture.authority.current(&address).await;
        assert_eq!(used.is_ok(), serves, "{body}");
    }
}

// Proves AUT-28.
#[tokio::test]
async fn a_secret_for_another_authorization_server_is_not_sent_to_the_one_before() {
    for bound in [None, Some("https://other.example")] {
        let fixture = fixture();
        let heard = Arc::new(AtomicBool::new(false));
        let hears = Arc::clone(&heard);
        let base = answering(move |sent| {
            hears.fetch_or(sent.contains("hidden"), Ordering::SeqCst);
            ("200 OK", r#"{"access_token":"fresh","token_type":"bearer"}"#)
        })
        .await;
        let kept = fixture.has_of(&base, &base, fixture.clock.now(), None).await;
        fixture
            .authority
            .vault
            .set("client/x", Secret::from("hidden"))
            .await
            .unwrap();
        let number = {
            let mut state = fixture.authority.state();
            state.account.as_mut().unwrap().registration = Registration::Own;
            state.kept = Some(StoredTokens {
                means: ClientAuthentication::Post,
                ..kept
            });
            // Under the name that the sign-in is of.
            state.own = Some(OwnClientRow {
                client_id: "c".to_owned(),
                proof: ClientProof::Secret,
                issuer: Some(bound.unwrap_or(&base).to_owned()),
                unattended: false,
                port: None,
                organisation: None,
                token_file: None,
                place: Some("client/x".to_owned()),
            });
            state.number
        };
        let address = Url::parse(&format!("{base}/mcp")).unwrap();
        let renewed = fixture.authority.renewed(number, &address).await;
        let code = renewed.err().map(|error| error.code);
        assert_eq!(code, bound.map(|_| Code::AuthEnded), "{bound:?}");
        assert_eq!(heard.load(Ordering::SeqCst), bound.is_none(), "{bound:?}");
    }
}

// Proves AUT-02, AUT-60.
#[tokio::test]
async fn a_403_that_stands_for_a_401_is_heard_in_full() {
    let fixture = fixture();
    let address = Url::parse("https://m.example/mcp").unwrap();
    let source = fixture.authority.for_address("Remote".to_owned(), address);
    let said =
        HeaderValue::from_static(r#"Bearer resource_metadata="https://m.example/about", scope="read""#);
    let refused = Refused {
        used: None,
        again: false,
        status: StatusCode::FORBIDDEN,
        headers: &HeaderMap::from_iter([(WWW_AUTHENTICATE, said)]),
    };
    assert_eq!(
        source.refused(refused).await.unwrap_err().code,
        Code::AuthRequired
    );
    let heard = fixture.authority.state().challenge.clone().unwrap();
    assert_eq!(
        heard.resource_metadata.as_deref(),
        Some("https://m.example/about")
    );
    assert_eq!(heard.scopes.unwrap(), ["read"]);
}

// Proves AUT-02, AUT-05.
#[tokio::test]
async fn what_a_server_said_at_another_address_is_forgotten() {
    let fixture = fixture();
    let hears = async |address: &str, said: &'static str| {
        let address = Url::parse(address).unwrap();
        let source = fixture.authority.for_address("Remote".to_owned(), address);
        let refused = Refused {
            used: None,
            again: false,
            status: StatusCode::UNAUTHORIZED,
            headers: &HeaderMap::from_iter([(WWW_AUTHENTICATE, HeaderValue::from_static(said))]),
        };
        source.refused(refused).await.unwrap_err();
        let heard = fixture.authority.state().challenge.clone().unwrap();
        heard.resource_metadata
    };
    let about = r#"Bearer resource_metadata="https://m.example/about""#;
    let first = hears("https://m.example/mcp", about).await;
    assert_eq!(first.as_deref(), Some("https://m.example/about"));
    assert_eq!(hears("https://m.example/mcp", "Bearer").await, first);
    assert_eq!(hears("https://other.example/mcp", "Bearer").await, None);
}

#[tokio::test]
async fn a_sign_in_whose_task_ended_without_an_outcome_has_failed() {
    let fixture = fixture();
    let first = fixture.authority.begin_sign_in();
    assert!(matches!(
        fixture.authority.state().sign_in,
        SignInState::FindingOut { .. }
    ));
    // One that was replaced says nothing about the one that goes on.
    let second = fixture.authority.begin_sign_in();
    drop(first);
    assert!(matches!(
        fixture.authority.state().sign_in,
        SignInState::FindingOut { .. }
    ));
    drop(second);
    assert!(matches!(
        fixture.authority.state().sign_in,
        SignInState::Failed { .. }
    ));
    let third = fixture.authority.begin_sign_in();
    third.end(Ok(()));
    assert!(matches!(fixture.authority.state().sign_in, SignInState::Idle {}));
}

/// A server that wants a token for the scope “files” and has no metadata.
async fn wanting_files() -> String {
    answering(|sent| match sent {
        "" => ("404 Not Found", "{}"),
        _ => (
            "401 Unauthorized\r\nWWW-Authenticate: Bearer scope=\"files\"",
            "{}",
        ),
    })
    .await
}

// Proves AUT-02, AUT-54.
#[tokio::test]
async fn a_server_that_was_not_called_yet_is_asked_which_sign_in_it_wants() {
    let fixture = fixture();
    let server = wanting_files().await;
    let address = Url::parse(&format!("{server}/mcp")).unwrap();
    let found = fixture.authority.find_out(&address, None).await.unwrap();
    assert_eq!(found.offers[0].scopes, ["files"]);
}

// Proves S-55.
#[tokio::test]
async fn scopes_of_another_address_are_neither_asked_for_nor_shown_as_granted() {
    let fixture = fixture();
    let server = wanting_files().await;
    let address = Url::parse(&format!("{server}/mcp")).unwrap();
    for (before, asked) in [
        (server.as_str(), &["admin", "files"][..]),
        ("https://m.example", &["files"][..]),
    ] {
        fixture.has_of(&server, before, fixture.clock.now(), None).await;
        {
            let mut state = fixture.authority.state();
            let account = state.account.as_mut().unwrap();
            account.asked = vec!["admin".to_owned()];
            account.granted = vec!["admin".to_owned()];
        }
        let found = fixture.authority.find_out(&address, None).await.unwrap();
        assert_eq!(found.offers[0].scopes, asked, "{before}");
        let (issuer, granted) = fixture.authority.before(&address).unwrap();
        assert_eq!(issuer, server);
        assert_eq!(granted.is_empty(), before != server, "{before}");
    }
}
