//! Permissions and the profiles that they are given in.

use super::tables::{grant, server, tables};
use crate::store::grants::{self, GrantEffect, GrantRow, RevokeFilter};
use crate::store::{profiles, servers};
use portcullis_core::error::Code;
use portcullis_core::ids::ServerId;
use portcullis_domain::Scope;
use rusqlite::Connection;

/// The same, as it is in the first profile.
fn stored(grant: &GrantRow) -> GrantRow {
    GrantRow {
        profile: Some("default".to_owned()),
        ..grant.clone()
    }
}

#[test]
fn a_grant_stands_until_it_ends_or_is_revoked_and_is_kept_afterwards() {
    let db = tables();
    let id = server(&db, "Files");
    let (always, hour) = (grant(&id, "read", None), grant(&id, "read", Some(100)));
    grants::insert(&db, &always).unwrap();
    grants::insert(&db, &hour).unwrap();
    assert_eq!(grants::in_use(&db, 99).unwrap(), [stored(&always), stored(&hour)]);
    assert_eq!(grants::standing(&db, 100).unwrap(), [stored(&always)]);
    assert!(grants::used(&db, &hour.id, 99).unwrap());
    assert!(!grants::used(&db, &hour.id, 100).unwrap());
    assert_eq!(
        grants::revoke(&db, &RevokeFilter::Tool(id.clone(), "write".into()), 50).unwrap(),
        []
    );
    assert_eq!(
        grants::revoke(&db, &RevokeFilter::Server(id), 101).unwrap().len(),
        1
    );
    assert!(!grants::used(&db, &always.id, 102).unwrap());
    let kept = grants::get(&db, &hour.id).unwrap().unwrap();
    assert_eq!(
        (kept.uses, kept.last_used_at, kept.revoked_at, kept.scope),
        (1, Some(99), None, Scope::Hour)
    );
    assert_eq!(
        grants::get(&db, &always.id).unwrap().unwrap().revoked_at,
        Some(101)
    );
}

#[test]
fn a_profile_switches_servers_and_permissions_together() {
    let db = tables();
    let (files, mail) = (server(&db, "Files"), server(&db, "Mail"));
    let both = [files.clone(), mail.clone()];
    let of_first = grant(&files, "read", None);
    grants::insert(&db, &of_first).unwrap();
    profiles::create(&db, "work", "Work", 6).unwrap();
    assert_eq!(
        profiles::create(&db, "again", " work ", 7).unwrap_err().code(),
        Code::BadInput
    );
    profiles::switch(&db, "work", &both).unwrap();
    assert_eq!(
        grants::in_use(&db, 50).unwrap(),
        [],
        "it was given in another profile"
    );
    assert_eq!(grants::standing(&db, 50).unwrap().len(), 1);
    servers::set_enabled(&db, &mail, false).unwrap();
    let of_work = grant(&files, "write", None);
    grants::insert(&db, &of_work).unwrap();
    let deny = GrantRow {
        effect: GrantEffect::Deny,
        ..grant(&mail, "send", None)
    };
    grants::insert(&db, &deny).unwrap();

    profiles::switch(&db, "default", &both).unwrap();
    let enabled = |db: &Connection| -> Vec<ServerId> {
        let rows = servers::list(db).unwrap().into_iter();
        rows.filter(|row| row.enabled).map(|row| row.id).collect()
    };
    assert_eq!(enabled(&db), [files.clone(), mail.clone()]);
    let ids: Vec<String> = grants::in_use(&db, 50)
        .unwrap()
        .into_iter()
        .map(|grant| grant.id)
        .collect();
    assert_eq!(ids, [of_first.id, deny.id], "a refusal counts everywhere");

    let listed = profiles::list(&db, 50).unwrap();
    let told: Vec<_> = listed
        .iter()
        .map(|row| (row.id.as_str(), row.current, row.servers.clone(), row.permissions))
        .collect();
    assert_eq!(
        told,
        [
            ("default", true, vec![files.clone(), mail], 1),
            ("work", false, vec![files.clone()], 1)
        ]
    );
    assert!(profiles::remove(&db, "default", 60).is_err(), "it is in use");
    let ended = profiles::remove(&db, "work", 60).unwrap();
    assert_eq!(ended.len(), 1, "the refusal stays");
    assert_eq!(
        grants::get(&db, &of_work.id).unwrap().unwrap().revoked_at,
        Some(60),
        "the record can still point at it"
    );
    profiles::switch(&db, "default", &both).unwrap();
    assert_eq!(
        enabled(&db).len(),
        2,
        "a switch to the profile in use changes nothing"
    );
    assert!(profiles::switch(&db, "work", &both).is_err());
}
