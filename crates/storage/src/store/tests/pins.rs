//! Pins: what was approved, what changed since, and how much of it is kept.

use super::tables::{seen, server, tables};
use super::{draft, open};
use crate::limits;
use crate::store::pins::{self, PinObservation, SeenDefinition, Subject};
use crate::store::{Result, Store, servers};
use portcullis_core::error::Code;
use portcullis_core::ids::ServerId;
use rusqlite::Connection;

/// What is found, by a person who approves nothing. What is said of all pins is what is kept of them.
fn observed(db: &Connection, id: &ServerId, seen: &[SeenDefinition], now: u64) -> Result<PinObservation> {
    let (found, mut pins) = pins::observe(db, id, seen, now, false, &[])?;
    pins.sort_by(|one, other| one.subject.cmp(&other.subject));
    assert_eq!(pins, pins::list(db, id)?);
    Ok(found)
}

// Proves S-46.
#[test]
fn what_is_seen_first_is_what_was_approved_and_what_is_known_is_approved_with_it() {
    let db = tables();
    let id = server(&db, "Files");
    observed(&db, &id, &[seen("a", "1"), seen("b", "1")], 10).unwrap();
    pins::approve(&db, &id, &Subject::Tool("a".into()), "1", 11).unwrap();
    let now = [seen("a", "2"), seen("b", "2"), seen("c", "1")];
    let (found, mut pins) = pins::observe(&db, &id, &now, 12, true, &[]).unwrap();
    assert_eq!(found.new, [Subject::Tool("c".into())]);
    assert_eq!(found.changed, [Subject::Tool("a".into())]);
    assert_eq!(found.replaced, [Subject::Tool("b".into())]);
    pins.sort_by(|one, other| one.subject.cmp(&other.subject));
    assert_eq!(pins, pins::list(&db, &id).unwrap());
    for (pin, digest) in pins.iter().zip(["2", "2", "1"]) {
        assert_eq!((pin.digest.as_str(), pin.approved_at), (digest, Some(12)));
        assert_eq!(pin.changed, None);
    }
    assert_eq!(
        pins::before(&db, &id, &Subject::Tool("a".into())).unwrap().len(),
        1
    );
}

// Proves S-46.
#[test]
fn a_definition_that_differs_from_the_approved_one_is_a_change() {
    let db = tables();
    let id = server(&db, "Files");
    let tool = Subject::Tool("read".into());
    assert_eq!(
        observed(&db, &id, &[seen("read", "1")], 10).unwrap().new,
        std::slice::from_ref(&tool)
    );
    pins::approve(&db, &id, &tool, "1", 11).unwrap();
    assert_eq!(
        observed(&db, &id, &[seen("read", "2")], 12).unwrap().changed,
        std::slice::from_ref(&tool)
    );
    // Said once, not at every list.
    assert_eq!(
        observed(&db, &id, &[seen("read", "2")], 13).unwrap(),
        PinObservation::default()
    );
    let pin = pins::get(&db, &id, &tool).unwrap().unwrap();
    assert_eq!((pin.digest.as_str(), pin.approved_at), ("1", Some(11)));
    assert_eq!(
        pin.changed.map(|changed| (changed.digest, changed.at)),
        Some(("2".into(), 12))
    );
    pins::approve(&db, &id, &tool, "2", 14).unwrap();
    let pin = pins::get(&db, &id, &tool).unwrap().unwrap();
    assert_eq!(
        (pin.digest.as_str(), pin.approved_at, pin.changed),
        ("2", Some(14), None)
    );
    assert_eq!(pins::before(&db, &id, &tool).unwrap()[0].digest, "1");
}

// Proves S-46.
#[test]
fn approved_definitions_are_read_of_changed_tools_alone_and_bounded() {
    let db = tables();
    let id = server(&db, "Files");
    let instructions = |digest: &str| SeenDefinition {
        subject: Subject::Instructions,
        ..seen("", digest)
    };
    let first = [seen("a", "1"), seen("b", "1"), seen("c", "1"), instructions("1")];
    pins::observe(&db, &id, &first, 10, true, &[]).unwrap();
    let now = [
        seen("a", "2"),
        seen("b", "1"),
        seen("c", "3"),
        seen("new", "1"),
        instructions("2"),
    ];
    observed(&db, &id, &now, 11).unwrap();
    let approved = |most: usize| pins::approved_of_changed(&db, &id, most).unwrap();
    let one = seen("a", "1").definition;
    assert_eq!(approved(usize::MAX), [&*one, &*one]);
    assert_eq!(approved(one.len() * 2 - 1), [&*one]);
    assert!(approved(one.len() - 1).is_empty());
    observed(&db, &id, &[seen("a", "1"), seen("c", "3")], 12).unwrap();
    assert_eq!(approved(usize::MAX), [&*one], "one is as it was");
    pins::approve(&db, &id, &Subject::Tool("c".into()), "3", 13).unwrap();
    assert!(approved(usize::MAX).is_empty());
}

// Proves S-46.
#[test]
fn a_review_is_of_one_definition_and_approves_nothing() {
    let db = tables();
    let id = server(&db, "Files");
    let tool = Subject::Tool("read".into());
    let pin = || pins::get(&db, &id, &tool).unwrap().unwrap();
    observed(&db, &id, &[seen("read", "1")], 10).unwrap();
    assert!(pins::review(&db, &id, &tool, "2", 11).is_err());
    pins::review(&db, &id, &tool, "1", 12).unwrap();
    assert_eq!((pin().reviewed_at, pin().approved_at), (Some(12), None));
    // It was not approved, so what is offered now takes its place, and was not reviewed.
    observed(&db, &id, &[seen("read", "2")], 13).unwrap();
    assert_eq!(pin().reviewed_at, None);
    pins::review(&db, &id, &tool, "2", 14).unwrap();
    pins::approve(&db, &id, &tool, "2", 15).unwrap();
    observed(&db, &id, &[seen("read", "3")], 16).unwrap();
    for digest in ["2", "3"] {
        assert!(pins::review(&db, &id, &tool, digest, 17).is_err(), "{digest}");
    }
    // What comes back as it was is still reviewed; an accepted change is so only by a review.
    observed(&db, &id, &[seen("read", "2")], 18).unwrap();
    assert_eq!(pin().reviewed_at, Some(14));
    observed(&db, &id, &[seen("read", "3")], 19).unwrap();
    pins::approve(&db, &id, &tool, "3", 20).unwrap();
    assert_eq!((pin().approved_at, pin().reviewed_at), (Some(20), None));
}

// Proves S-47.
#[test]
fn a_tool_that_goes_and_comes_back_is_compared_with_what_it_was() {
    let db = tables();
    let id = server(&db, "Files");
    let tool = Subject::Tool("read".into());
    observed(&db, &id, &[seen("read", "1")], 10).unwrap();
    pins::approve(&db, &id, &tool, "1", 11).unwrap();
    assert_eq!(observed(&db, &id, &[], 12).unwrap(), PinObservation::default());
    assert_eq!(
        observed(&db, &id, &[seen("read", "1")], 13).unwrap(),
        PinObservation::default()
    );
    assert_eq!(
        observed(&db, &id, &[seen("read", "2")], 14).unwrap().changed,
        std::slice::from_ref(&tool)
    );
    assert_eq!(
        observed(&db, &id, &[seen("read", "1")], 15).unwrap().restored,
        std::slice::from_ref(&tool)
    );
    assert_eq!(pins::get(&db, &id, &tool).unwrap().unwrap().changed, None);
}

// Proves S-48.
#[test]
fn a_yes_to_a_definition_that_changed_meanwhile_accepts_nothing() {
    let db = tables();
    let id = server(&db, "Files");
    let tool = Subject::Tool("read".into());
    observed(&db, &id, &[seen("read", "1")], 10).unwrap();
    pins::approve(&db, &id, &tool, "1", 11).unwrap();
    observed(&db, &id, &[seen("read", "2")], 12).unwrap();
    observed(&db, &id, &[seen("read", "3")], 13).unwrap();
    for stale in ["1", "2"] {
        assert_eq!(
            pins::approve(&db, &id, &tool, stale, 14).unwrap_err().code(),
            Code::ToolChanged
        );
    }
    assert_eq!(
        pins::get(&db, &id, &tool)
            .unwrap()
            .unwrap()
            .changed
            .unwrap()
            .digest,
        "3"
    );
}

// Proves S-49.
#[test]
fn pins_hold_per_tool_and_not_per_list() {
    let db = tables();
    let (id, other) = (server(&db, "Files"), server(&db, "Other"));
    let instructions = |digest: &str| SeenDefinition {
        subject: Subject::Instructions,
        ..seen("", digest)
    };
    observed(&db, &id, &[seen("a", "1"), seen("b", "1"), instructions("1")], 10).unwrap();
    let found = observed(&db, &id, &[seen("b", "1"), seen("c", "1")], 11).unwrap();
    assert_eq!(found.new, [Subject::Tool("c".into())]);
    assert_eq!(observed(&db, &other, &[seen("a", "9")], 12).unwrap().new.len(), 1);
    assert_eq!(pins::list(&db, &id).unwrap().len(), 4);
    // Never approved: the newer definition takes the place, and the older one is not needed.
    assert_eq!(
        observed(&db, &id, &[instructions("2")], 13).unwrap().replaced,
        [Subject::Instructions]
    );
    assert_eq!(pins::before(&db, &id, &Subject::Instructions).unwrap(), []);
}

// Proves S-46.
#[test]
fn a_tool_that_always_changes_leaves_one_pin_and_at_most_twenty_approved_ones() {
    let db = tables();
    let id = server(&db, "Files");
    let tool = Subject::Tool("read".into());
    let count = |table: &str| -> i64 {
        db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
            .unwrap()
    };
    for n in 0..100 {
        observed(&db, &id, &[seen("read", &n.to_string())], n).unwrap();
    }
    assert_eq!((count("pins"), count("pins_before")), (1, 0));
    for n in 100..200 {
        observed(&db, &id, &[seen("read", &n.to_string())], n).unwrap();
        pins::approve(&db, &id, &tool, &n.to_string(), n).unwrap();
    }
    let before = pins::before(&db, &id, &tool).unwrap();
    assert_eq!((count("pins"), before.len()), (1, limits::PINS_BEFORE));
    assert_eq!(before.last().unwrap().digest, "198", "the newest are kept");
    assert!(before.iter().all(|pin| pin.approved_at.is_some()));
}

// Proves S-46.
#[test]
fn names_that_come_and_go_do_not_fill_the_database() {
    let db = tables();
    let id = server(&db, "Files");
    observed(&db, &id, &[seen("kept", "1")], 1).unwrap();
    pins::approve(&db, &id, &Subject::Tool("kept".into()), "1", 1).unwrap();
    for round in 0..30 {
        let tools: Vec<SeenDefinition> = (0..100).map(|n| seen(&format!("{round}-{n}"), "1")).collect();
        observed(&db, &id, &tools, 2 + round).unwrap();
    }
    let pins = pins::list(&db, &id).unwrap();
    assert!(pins.len() <= limits::PINS_NOT_OFFERED + 201, "{}", pins.len());
    let has = |name: &str| pins.iter().any(|pin| pin.subject == Subject::Tool(name.into()));
    assert!(has("kept") && has("29-0") && has("28-0") && !has("0-0"));
}

#[tokio::test]
async fn ten_thousand_pins_are_one_job() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let id = ServerId::random();
    let (added, all) = (
        id.clone(),
        (0..10_000)
            .map(|n| seen(&format!("tool {n}"), "1"))
            .collect::<Vec<_>>(),
    );
    store
        .write(move |db| servers::insert(db, &added, &draft("Many"), true, 1))
        .await
        .unwrap();
    let before = store.commits();
    let observe = |store: Store, id: ServerId, all: Vec<SeenDefinition>| async move {
        store.write(move |db| observed(db, &id, &all, 10)).await.unwrap()
    };
    assert_eq!(
        observe(store.clone(), id.clone(), all.clone()).await.new.len(),
        10_000
    );
    assert_eq!(
        observe(store.clone(), id.clone(), all).await,
        PinObservation::default()
    );
    assert_eq!(store.commits() - before, 2);
    assert_eq!(
        store.read(move |db| pins::list(db, &id)).await.unwrap().len(),
        10_000
    );
}
