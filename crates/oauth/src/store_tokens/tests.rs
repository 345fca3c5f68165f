//! A sign-in is kept whole or not at all.
use super::*;
use crate::account_store::AccountStore;
use crate::authority::AccountObserver;
use crate::client::ClientAuthentication;
use crate::discovery::AuthorizationServerOffer;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_core::clock::ManualClock;
use portcullis_core::ids::ServerId;
use portcullis_core::{Error, Redactor};
use portcullis_domain::stored::OwnClientRow;
use portcullis_secrets::{Keystore, MemoryKeystore, Vault};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use url::Url;

struct DeafObserver;

impl AccountObserver for DeafObserver {
    fn changed(&self) {}
    fn ended(&self, _why: &Error) {}
}

/// Saves nothing once it is full.
struct FullStore(Arc<AtomicBool>);

impl AccountStore for FullStore {
    fn load(&self) -> BoxFuture<'_, Result<(Option<AccountRow>, Option<OwnClientRow>)>> {
        async { Ok((None, None)) }.boxed()
    }

    fn save_account(&self, _account: Option<AccountRow>) -> BoxFuture<'_, Result<()>> {
        async {
            match self.0.load(Ordering::SeqCst) {
                true => Err(Error::internal("the disk is full")),
                false => Ok(()),
            }
        }
        .boxed()
    }

    fn save_own_client(&self, _own: Option<OwnClientRow>) -> BoxFuture<'_, Result<()>> {
        async { Ok(()) }.boxed()
    }
}

async fn signs_in(authority: &Authority, at: &str, token: &str) -> Result<()> {
    let issuer = Issuer {
        id: format!("https://{at}.example"),
        authorize: None,
        token: Url::parse(&format!("https://{at}.example/token")).unwrap(),
        register: None,
        revoke: None,
        scopes: None,
        methods: None,
        documents: false,
        names_itself: false,
        binds: vec![],
        grants: None,
    };
    let chosen = SignInChoice {
        address: Url::parse("https://m.example/mcp").unwrap(),
        resource: "https://m.example/mcp".to_owned(),
        offer: AuthorizationServerOffer {
            id: issuer.id.clone(),
            registration: Some(Registration::Dynamic),
            scopes: vec![],
            issuer: Ok(issuer.clone()),
            organisation: None,
            binding: None,
            bound_only: false,
        },
        document: None,
    };
    let known = RegisteredClient {
        id: "c".to_owned(),
        proof: None,
        method: ClientAuthentication::None,
        registration: Registration::Dynamic,
        management: None,
    };
    let got = SignInOutcome {
        tokens: Tokens {
            access: Secret::from(token),
            refresh: None,
            lasts: None,
            scopes: None,
            bound: false,
        },
        key: None,
        identity: None,
    };
    authority.take(&chosen, &issuer, known, got, false).await
}

// Proves AUT-46, AUT-53.
#[tokio::test]
async fn a_sign_in_that_cannot_be_saved_leaves_the_one_before_and_nothing_of_itself() {
    let (keystore, full) = (
        Arc::new(MemoryKeystore::default()),
        Arc::new(AtomicBool::new(false)),
    );
    let authority = Authority::new(
        ServerId::random(),
        Vault::new(Arc::clone(&keystore) as Arc<dyn Keystore>),
        Box::new(FullStore(Arc::clone(&full))),
        Redactor::default(),
        Arc::new(ManualClock::at(0)),
        Box::new(DeafObserver),
    );
    signs_in(&authority, "a", "first").await.unwrap();
    // It was renewed, and the keychain was locked.
    let renewed = authority.state().kept.clone();
    authority.state().unsaved = renewed;
    full.store(true, Ordering::SeqCst);
    signs_in(&authority, "b", "second").await.unwrap_err();
    let state = authority.state();
    let account = state.account.as_ref().unwrap();
    assert_eq!(account.issuer, "https://a.example");
    let token = state.kept.as_ref().and_then(|kept| kept.access.as_ref());
    assert_eq!(token.unwrap().expose(), "first");
    assert!(state.unsaved.is_some(), "what was renewed is not lost");
    let places: Vec<String> = keystore.entries().into_iter().map(|(place, _)| place).collect();
    assert_eq!(places, [account.place.as_str()]);
}
