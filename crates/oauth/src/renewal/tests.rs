//! When a token is renewed, whatever the clock of this computer says.
use super::*;
use crate::account_store::AccountStore;
use crate::authority::AccountObserver;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_core::Redactor;
use portcullis_core::clock::{Clock, ManualClock};
use portcullis_core::ids::ServerId;
use portcullis_domain::SignInState;
use portcullis_secrets::{MemoryKeystore, Vault};

const DAY: u64 = 24 * 3_600_000;
const HOUR: u64 = 3_600_000;

struct SilentObserver;

impl AccountObserver for SilentObserver {
    fn changed(&self) {}
    fn ended(&self, _why: &Error) {}
}

struct House {
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

fn house() -> House {
    let clock = Arc::new(ManualClock::at(10 * DAY));
    let authority = Authority::new(
        ServerId::random(),
        Vault::new(Arc::new(MemoryKeystore::default())),
        Box::new(Unread),
        Redactor::default(),
        Arc::clone(&clock) as Arc<dyn Clock>,
        Box::new(SilentObserver),
    );
    House {
        authority: Arc::new(authority),
        clock,
    }
}

impl House {
    /// A token that came at this time, for this long.
    async fn has(&self, came_at: u64, lasts: Option<u64>) -> StoredTokens {
        let kept = StoredTokens {
            issuer: "https://a.example".to_owned(),
            resource: "https://m.example/mcp".to_owned(),
            client_id: "c".to_owned(),
            means: ClientAuthentication::None,
            client_secret: None,
            management: None,
            management_token: None,
            token_at: "https://a.example/token".to_owned(),
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
    let house = house();
    let kept = house.has(house.clock.now(), Some(HOUR)).await;
    assert!(!house.authority.is_due(&kept));
    house.clock.advance(HOUR - 31_000);
    assert!(!house.authority.is_due(&kept));
    house.clock.advance(2_000);
    assert!(house.authority.is_due(&kept));
    // A day ahead: it is renewed, and what comes is measured by the same clock.
    house.clock.advance(DAY);
    assert!(house.authority.is_due(&kept));
    let fresh = house.has(house.clock.now(), Some(HOUR)).await;
    assert!(!house.authority.is_due(&fresh));
    // Set back by a day: the token is used until the server says something else.
    let ahead = house.has(house.clock.now() + DAY, Some(HOUR)).await;
    assert!(!house.authority.is_due(&ahead));
    let address = Url::parse("https://m.example/mcp").unwrap();
    assert_eq!(
        house.authority.current(&address).await.unwrap().token.expose(),
        "token"
    );
}

// Proves AUT-48.
#[tokio::test]
async fn how_long_a_token_holds_may_be_unknown_or_short() {
    let house = house();
    let unknown = house.has(house.clock.now(), None).await;
    house.clock.advance(DAY);
    assert!(!house.authority.is_due(&unknown));
    let short = house.has(house.clock.now(), Some(8_000)).await;
    assert!(!house.authority.is_due(&short));
    house.clock.advance(6_000);
    assert!(house.authority.is_due(&short));
}

// Proves AUT-45, S-56.
#[tokio::test]
async fn a_token_serves_the_address_that_it_is_for_and_no_other() {
    let house = house();
    house.has(house.clock.now(), None).await;
    for (address, serves) in [
        ("https://m.example/mcp", true),
        ("https://m.example/mcp/", true),
        ("https://m.example/other", false),
        ("https://m.example:8443/mcp", false),
        ("http://m.example/mcp", false),
        ("https://evil.example/mcp", false),
    ] {
        let address = Url::parse(address).unwrap();
        assert_eq!(house.authority.serving(&address).is_some(), serves, "{address}");
    }
}

#[tokio::test]
async fn a_sign_in_whose_task_ended_without_an_outcome_has_failed() {
    let house = house();
    let first = house.authority.begin_sign_in();
    assert!(matches!(
        house.authority.state().sign_in,
        SignInState::FindingOut { .. }
    ));
    // One that was replaced says nothing about the one that goes on.
    let second = house.authority.begin_sign_in();
    drop(first);
    assert!(matches!(
        house.authority.state().sign_in,
        SignInState::FindingOut { .. }
    ));
    drop(second);
    assert!(matches!(
        house.authority.state().sign_in,
        SignInState::Failed { .. }
    ));
    let third = house.authority.begin_sign_in();
    third.end(Ok(()));
    assert!(matches!(house.authority.state().sign_in, SignInState::Idle {}));
}
