//! What the table of sign-ins promises.

use super::tables::{server, tables};
use crate::store::{accounts, servers};
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_domain::{ClientProof, Organisation, Registration};

/// A sign-in.
pub(super) fn sign_in() -> AccountRow {
    AccountRow {
        resource: "https://m.example/mcp".to_owned(),
        issuer: "https://a.example".to_owned(),
        client_id: "c".to_owned(),
        registration: Registration::Dynamic,
        asked: vec!["read".to_owned()],
        granted: vec![],
        signed_in_at: 7,
        until: Some(9),
        renews: true,
        unattended: false,
        bound: true,
        ended: None,
        place: "account/x".to_owned(),
    }
}

/// A person's own client, with everything that one can have.
pub(super) fn own_client() -> OwnClientRow {
    OwnClientRow {
        client_id: "mine".to_owned(),
        proof: ClientProof::Key,
        issuer: None,
        unattended: true,
        port: Some(4000),
        organisation: Some(Organisation {
            issuer: "https://id.example".to_owned(),
            client_id: "me".to_owned(),
        }),
        token_file: Some("/run/token".to_owned()),
        place: Some("client/x".to_owned()),
    }
}

#[test]
fn a_sign_in_comes_back_as_it_was_saved_and_goes_with_its_server() {
    let db = tables();
    let id = server(&db, "a");
    let (account, own) = (sign_in(), own_client());
    assert_eq!(accounts::account(&db, &id).unwrap(), None);
    accounts::set_account(&db, &id, Some(&account)).unwrap();
    accounts::set_own_client(&db, &id, Some(&own)).unwrap();
    let ended = AccountRow {
        ended: Some("no".to_owned()),
        ..account
    };
    accounts::set_account(&db, &id, Some(&ended)).unwrap();
    assert_eq!(accounts::account(&db, &id).unwrap(), Some(ended.clone()));
    assert_eq!(accounts::own_client(&db, &id).unwrap(), Some(own));
    accounts::set_own_client(&db, &id, None).unwrap();
    assert_eq!(accounts::own_client(&db, &id).unwrap(), None);
    servers::remove(&db, &id).unwrap();
    assert_eq!(accounts::account(&db, &id).unwrap(), None);
    // What an earlier version saved says nothing of what came later.
    let earlier =
        r#"{"client_id":"c","proof":"none","issuer":null,"unattended":false,"port":null,"place":null}"#;
    let read: OwnClientRow = serde_json::from_str(earlier).unwrap();
    assert!(!read.is_federated());
    // Nothing is saved for a server that is not there.
    assert!(accounts::set_account(&db, &id, Some(&ended)).is_err());
}
