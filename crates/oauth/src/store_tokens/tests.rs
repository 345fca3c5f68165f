//! A sign-in is kept whole or not at all.
use super::*;
use crate::account_store::AccountStore;
use crate::authority::AccountObserver;
use crate::client::ClientAuthentication;
use crate::discovery::AuthorizationServerOffer;
use crate::test_server::answering;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_core::clock::ManualClock;
use portcullis_core::ids::ServerId;
use portcullis_core::{Error, Redactor};
use portcullis_domain::{ClientProof, Hidden, OwnClientDraft};
use portcullis_secrets::{Keystore, MemoryKeystore, Vault};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use url::Url;

struct DeafObserver;

impl AccountObserver for DeafObserver {
    fn changed(&self) {}
    fn ended(&self, _why: &Error) {}
}

/// Saves nothing once it is full, and the person's own client only where it takes clients.
struct FullStore {
    full: Arc<AtomicBool>,
    takes_clients: bool,
}

impl FullStore {
    fn saves(&self, is_taken: bool) -> BoxFuture<'_, Result<()>> {
        async move {
            match is_taken && !self.full.load(Ordering::SeqCst) {
                true => Ok(()),
                false => Err(Error::internal("the disk is full")),
            }
        }
        .boxed()
    }
}

impl AccountStore for FullStore {
    fn load(&self) -> BoxFuture<'_, Result<(Option<AccountRow>, Option<OwnClientRow>)>> {
        async { Ok((None, None)) }.boxed()
    }

    fn save_account(&self, _account: Option<AccountRow>) -> BoxFuture<'_, Result<()>> {
        self.saves(true)
    }

    fn save_own_client(&self, _own: Option<OwnClientRow>) -> BoxFuture<'_, Result<()>> {
        self.saves(self.takes_clients)
    }
}

/// One that saves until it is told that the disk is full, with its keychain and with that.
fn until_full() -> (Arc<MemoryKeystore>, Arc<AtomicBool>, Authority) {
    let (keystore, full) = (Arc::default(), Arc::default());
    let authority = authority(&keystore, &full);
    (keystore, full, authority)
}

fn authority(keystore: &Arc<MemoryKeystore>, full: &Arc<AtomicBool>) -> Authority {
    Authority::new(
        ServerId::random(),
        Vault::new(Arc::clone(keystore) as Arc<dyn Keystore>),
        Box::new(FullStore {
            full: Arc::clone(full),
            takes_clients: true,
        }),
        Redactor::default(),
        Arc::new(ManualClock::at(0)),
        Box::new(DeafObserver),
    )
}

/// A client of the person's own whose secret is under this name.
fn own_client(client_id: &str, place: &str) -> OwnClientRow {
    OwnClientRow {
        client_id: client_id.to_owned(),
        proof: ClientProof::Secret,
        issuer: None,
        unattended: true,
        port: None,
        organisation: None,
        token_file: None,
        place: Some(place.to_owned()),
    }
}

/// Has a sign-in and a client of the person's own whose secrets are under these names.
struct StoreWithPlaces {
    account: String,
    client: String,
}

impl AccountStore for StoreWithPlaces {
    fn load(&self) -> BoxFuture<'_, Result<(Option<AccountRow>, Option<OwnClientRow>)>> {
        let account = AccountRow {
            resource: "https://m.example/mcp".to_owned(),
            issuer: "https://a.example".to_owned(),
            client_id: "c".to_owned(),
            registration: Registration::Dynamic,
            asked: vec![],
            granted: vec![],
            signed_in_at: 1,
            until: None,
            renews: false,
            unattended: false,
            bound: false,
            ended: None,
            place: self.account.clone(),
        };
        let own = own_client("c", &self.client);
        async { Ok((Some(account), Some(own))) }.boxed()
    }

    fn save_account(&self, _account: Option<AccountRow>) -> BoxFuture<'_, Result<()>> {
        async { Ok(()) }.boxed()
    }

    fn save_own_client(&self, _own: Option<OwnClientRow>) -> BoxFuture<'_, Result<()>> {
        async { Ok(()) }.boxed()
    }
}

// Proves S-55.
#[tokio::test]
async fn a_changed_file_names_no_secret_of_somebody_else() {
    let server = ServerId::random();
    for (account, client, are_its) in [
        (format!("account/{server}/1"), format!("client/{server}/1"), true),
        (
            "account/another/1".to_owned(),
            "client/another/1".to_owned(),
            false,
        ),
        (
            format!("account/{server}0/1"),
            format!("client/{server}0/1"),
            false,
        ),
        ("model/x/1".to_owned(), "model/x/1".to_owned(), false),
    ] {
        let authority = Authority {
            server: server.clone(),
            store: Box::new(StoreWithPlaces {
                account: account.clone(),
                client: client.clone(),
            }),
            ..authority(&Arc::default(), &Arc::default())
        };
        authority.restore().await.unwrap();
        let expected = match are_its {
            true => vec![account, client],
            false => Vec::new(),
        };
        assert_eq!(authority.places(), expected);
    }
}

fn issuer(id: &str) -> Issuer {
    Issuer {
        id: id.to_owned(),
        authorize: None,
        token: Url::parse(&format!("{id}/token")).unwrap(),
        register: None,
        revoke: None,
        scopes: None,
        methods: None,
        documents: false,
        names_itself: false,
        binds: vec![],
        grants: None,
    }
}

fn choice(issuer: &Issuer, server: &str, own: Option<OwnClientRow>) -> SignInChoice {
    SignInChoice {
        address: Url::parse(server).unwrap(),
        resource: server.to_owned(),
        offer: AuthorizationServerOffer {
            id: issuer.id.clone(),
            registration: Some(match own {
                Some(_) => Registration::Own,
                None => Registration::Dynamic,
            }),
            scopes: vec![],
            issuer: Ok(issuer.clone()),
            organisation: None,
            binding: None,
            bound_only: false,
        },
        document: None,
        own,
    }
}

async fn signs_in(authority: &Authority, at: &str, token: &str) -> Result<()> {
    let issuer = issuer(&format!("https://{at}.example"));
    let own = authority.state().own.clone();
    let chosen = choice(&issuer, "https://m.example/mcp", own);
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
    let (keystore, full, authority) = until_full();
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

// Proves AUT-28, AUT-46.
#[tokio::test]
async fn a_sign_in_whose_client_cannot_be_bound_leaves_nothing_of_itself() {
    let keystore = Arc::new(MemoryKeystore::default());
    let authority = Authority {
        store: Box::new(FullStore {
            full: Arc::default(),
            takes_clients: false,
        }),
        ..authority(&keystore, &Arc::default())
    };
    authority.state().own = Some(own_client("c", "client/c"));
    signs_in(&authority, "a", "first").await.unwrap_err();
    let state = authority.state();
    assert!(state.account.is_none() && state.kept.is_none());
    assert_eq!(state.own.as_ref().unwrap().issuer, None);
    assert!(keystore.entries().is_empty());
}

// Proves AUT-26, AUT-46.
#[tokio::test]
async fn a_client_that_cannot_be_saved_leaves_no_secret_in_the_keychain() {
    let (keystore, full, authority) = until_full();
    let draft = |secret: Option<&str>| OwnClientDraft {
        client_id: "c".to_owned(),
        secret: secret.map(|secret| Hidden(secret.to_owned())),
        proof: ClientProof::Secret,
        issuer: None,
        unattended: true,
        port: None,
        organisation: None,
    };
    full.store(true, Ordering::SeqCst);
    authority
        .set_own_client(draft(Some("first")), None)
        .await
        .unwrap_err();
    assert!(keystore.entries().is_empty() && authority.state().own.is_none());
    full.store(false, Ordering::SeqCst);
    authority
        .set_own_client(draft(Some("first")), None)
        .await
        .unwrap();
    full.store(true, Ordering::SeqCst);
    // The one before keeps its secret, whether or not another was entered.
    for secret in [None, Some("second")] {
        authority.set_own_client(draft(secret), None).await.unwrap_err();
        let own = authority.state().own.clone().unwrap();
        let kept = keystore.entries();
        assert_eq!(kept.len(), 1);
        assert_eq!(own.place.as_ref(), kept.first().map(|(place, _)| place));
        assert_eq!(kept[0].1.expose(), "first");
    }
}

// Proves AUT-28.
#[tokio::test]
async fn a_client_that_was_entered_after_the_question_does_not_sign_in() {
    let heard = Arc::new(Mutex::new(String::new()));
    let hears = Arc::clone(&heard);
    let base = answering(move |sent| {
        sent.clone_into(&mut hears.lock().unwrap());
        ("200 OK", r#"{"access_token":"token","token_type":"bearer"}"#)
    })
    .await;
    let own = |client_id: &str| own_client(client_id, &format!("client/{client_id}"));
    let same_elsewhere = OwnClientRow {
        port: Some(8123),
        ..own("read")
    };
    for (entered, is_used) in [(own("entered"), false), (same_elsewhere, true)] {
        let authority = authority(&Arc::default(), &Arc::default());
        for name in ["read", "entered"] {
            let place = format!("client/{name}");
            authority.vault.set(&place, Secret::from(name)).await.unwrap();
        }
        authority.state().own = Some(entered);
        let chosen = choice(&issuer(&base), &format!("{base}/mcp"), Some(own("read")));
        authority
            .sign_in(chosen, Box::new(|_| async { Ok(()) }.boxed()))
            .await
            .unwrap();
        let sent = heard.lock().unwrap().clone();
        assert!(sent.contains("client_id=read"), "{sent}");
        let state = authority.state();
        assert_eq!(state.account.as_ref().unwrap().client_id, "read");
        // Its secret was sent, on whichever port it comes back.
        let bound = state.own.as_ref().unwrap().issuer.as_deref();
        assert_eq!(bound, is_used.then_some(base.as_str()));
    }
}
