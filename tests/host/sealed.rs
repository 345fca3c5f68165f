//! Secrets in a file with a passphrase, on a computer without a keychain (F-35); and servers that continue automatically once
//! their secrets can be read.

use std::sync::Arc;

use portcullis_api::{Hidden, NamedValue, Phase, SecretStore};
use portcullis_core::Code;
use portcullis_secrets::Keystore;
use portcullis_tests::{
    canary::{Canary, sweep},
    fickle_keystore::FickleKeystore,
    provider::Provider,
    signing_in::{adds_unsigned, gets_in, rules},
    test_user::{TestUser, address, assert_done, assert_named, nothing},
    wait,
};

fn passphrase() -> Hidden {
    Hidden("correct horse battery".to_owned())
}

// Proves F-35.
#[tokio::test]
async fn without_a_keychain_secrets_are_in_a_file_only_once_a_person_says_so() {
    let keychain = Arc::new(FickleKeystore::visible());
    keychain.refuses(Code::VaultMissing);
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let about = person.host.about().await;
    assert_eq!(about.secrets, SecretStore::Keychain {});
    assert_eq!(about.keychain.unwrap().code, "vault.missing");
    let about = person.host.keep_secrets_in_file(passphrase()).await.unwrap();
    assert_eq!(
        (about.secrets, about.keychain),
        (SecretStore::File { open: true }, None)
    );
    let provider = Provider::new(Default::default()).await;
    let id = adds_unsigned(&person, &provider.url()).await;
    gets_in(&person, &id).await;
    // No credential, and not the passphrase, can be read in the folder.
    let mut planted = provider.issued();
    planted.push(Canary {
        label: "passphrase".to_owned(),
        value: passphrase().0,
    });
    let found = sweep(person.data.path(), &planted);
    assert!(found.is_empty(), "{found:?}");
    // Another run: the state says what is missing, and with the passphrase the server starts automatically.
    let person = person.restarts_the_host().await;
    assert_eq!(person.host.secret_store(), SecretStore::File { open: false });
    let waits = wait::until("the server to say why it waits", || {
        let state = person.host.server(&id).unwrap().summary.state;
        state.problem.filter(|problem| problem.code == "vault.locked")
    })
    .await;
    assert!(waits.remedy.unwrap().contains("Settings"), "it says where");
    let wrong = person
        .host
        .unlock_secrets(Hidden("something else".to_owned()))
        .await;
    assert_eq!(wrong.unwrap_err().code, Code::VaultLocked);
    person.host.unlock_secrets(passphrase()).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    assert_done(&person.calls(&id, "echo", nothing()).await);
    assert!(person.browser.opened().is_empty());
    // A keychain comes: everything moves there, and the file is gone.
    keychain.answers();
    let about = person.host.keep_secrets_in_keychain().await.unwrap();
    assert_eq!(about.secrets, SecretStore::Keychain {});
    assert!(!keychain.names().is_empty());
    let person = person.restarts_the_host_with(&id).await;
    // And with a keychain that works no file is made.
    let refused = person.host.keep_secrets_in_file(passphrase()).await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

// Proves F-35.
#[tokio::test]
async fn a_server_stopped_by_a_locked_keychain_starts_once_it_opens_without_a_prompt() {
    let keychain = Arc::new(FickleKeystore::visible());
    let person = TestUser::with_keystore(Arc::clone(&keychain) as Arc<dyn Keystore>).await;
    let provider = Provider::new(rules(|rules| rules.access = Some("token-of-my-own".to_owned()))).await;
    let mut draft = address("Remote", &provider.url());
    draft.headers.push(NamedValue {
        name: "X-Key".to_owned(),
        value: Some("canary-of-a-header".to_owned()),
        secret: true,
    });
    let id = person.adds(draft).await;
    person.sees(&id, Phase::NeedsSignIn).await;
    keychain.refuses(Code::VaultLocked);
    let person = person.restarts_the_host().await;
    let problem = wait::until("the server to stop", || {
        let state = person.host.server(&id).unwrap().summary.state;
        state.problem.filter(|problem| problem.code == "vault.locked")
    })
    .await;
    assert_named(&problem.sentence, "Remote");
    // Looked at, and not asked: a question would bring up a prompt each time.
    tokio::time::sleep(portcullis_host::limits::KEYCHAIN_LOOK + std::time::Duration::from_secs(1)).await;
    let before = keychain.refused();
    tokio::time::sleep(portcullis_host::limits::KEYCHAIN_LOOK).await;
    assert_eq!(keychain.refused(), before);
    keychain.answers();
    person.sees(&id, Phase::NeedsSignIn).await;
    assert!(
        provider
            .hits_at("/mcp")
            .iter()
            .any(|hit| hit.header("x-key").is_some())
    );
}
