//! What each table promises.

use super::{draft, open};
use crate::limits;
use crate::store::Result;
use crate::store::catalogs::{self, CatalogPart};
use crate::store::conversations::{self, ConversationRow};
use crate::store::grants::{self, GrantEffect, GrantRow, RevokeFilter};
use crate::store::pins::{self, PinObservation, SeenDefinition, Subject};
use crate::store::servers::{self, Approval};
use crate::store::{Store, migrations, profiles, settings};
use portcullis_core::error::{Code, Error};
use portcullis_core::ids::ServerId;
use portcullis_domain::{
    Appearance, ChatProduct, ConversationSection, EraChoice, ImportedFrom, Language, MarkColor, Message,
    Part, Scope, ServerMark, Settings, Speaker,
};
use rusqlite::Connection;

/// Tables in memory, for what needs no disk.
pub(super) fn tables() -> Connection {
    let mut db = Connection::open_in_memory().unwrap();
    db.pragma_update(None, "foreign_keys", true).unwrap();
    migrations::migrate(&mut db).unwrap();
    db
}

pub(super) fn server(db: &Connection, label: &str) -> ServerId {
    let id = ServerId::random();
    servers::insert(db, &id, &draft(label), true, 5).unwrap();
    id
}

fn seen(name: &str, digest: &str) -> SeenDefinition {
    SeenDefinition {
        subject: Subject::Tool(name.into()),
        digest: digest.into(),
        definition: format!("{{\"of\":\"{digest}\"}}").into(),
    }
}

fn grant(server: &ServerId, tool: &str, ends_at: Option<u64>) -> GrantRow {
    GrantRow {
        id: portcullis_core::ids::random(),
        server: server.clone(),
        tool: tool.into(),
        digest: "d".into(),
        effect: GrantEffect::Allow,
        scope: if ends_at.is_some() {
            Scope::Hour
        } else {
            Scope::Always
        },
        conversation: None,
        only: "[]".to_owned(),
        made_at: 10,
        ends_at,
        last_used_at: None,
        uses: 0,
        revoked_at: None,
        profile: None,
    }
}

/// The same, as it is in the first profile.
fn stored(grant: &GrantRow) -> GrantRow {
    GrantRow {
        profile: Some("default".to_owned()),
        ..grant.clone()
    }
}

#[test]
fn a_server_comes_back_as_it_was_written() {
    let db = tables();
    let id = server(&db, "  Files  ");
    let approval = Approval {
        digest: "abc".into(),
        at: 7,
        launch: serde_json::json!({"program": "/usr/bin/node"}),
    };
    servers::set_approval(&db, &id, Some(&approval)).unwrap();
    servers::set_era(&db, &id, Some(EraChoice::Modern), Some("2026-07-28")).unwrap();
    servers::set_enabled(&db, &id, false).unwrap();
    let row = servers::get(&db, &id).unwrap().unwrap();
    assert_eq!(
        (
            row.draft.label.as_str(),
            row.enabled,
            row.position,
            row.created_at
        ),
        ("Files", false, 0, 5)
    );
    assert_eq!(row.approved, Some(approval));
    assert_eq!(
        (row.era_found, row.revision_found.as_deref()),
        (Some(EraChoice::Modern), Some("2026-07-28"))
    );
    assert_eq!(row.draft.endpoint, draft("Files").endpoint);
    servers::update(&db, &id, &draft("Papers")).unwrap();
    assert_eq!(servers::list(&db).unwrap()[0].draft.label, "Papers");
    servers::remove(&db, &id).unwrap();
    assert_eq!(
        servers::set_enabled(&db, &id, true).unwrap_err().code(),
        Code::NotFound
    );
}

#[test]
fn labels_that_a_person_takes_for_the_same_are_taken() {
    let db = tables();
    let first = server(&db, "Caf\u{e9} Files");
    for same in ["cafe\u{301} files", " CAFÉ   FILES ", "Caf\u{e9}\u{a0}Files"] {
        let refused = servers::insert(&db, &ServerId::random(), &draft(same), true, 1).unwrap_err();
        let refused = Error::from(refused);
        assert_eq!(refused.code, Code::LabelTaken, "{same}");
        assert!(refused.sentence.contains("“Café Files”"), "{refused}");
    }
    let second = server(&db, "Cafe Files");
    assert_eq!(
        servers::update(&db, &second, &draft("CAFÉ FILES"))
            .unwrap_err()
            .code(),
        Code::LabelTaken
    );
    servers::update(&db, &first, &draft("CAFÉ FILES")).unwrap();
}

#[test]
fn the_order_is_the_persons() {
    let db = tables();
    let [a, b, c] = ["a", "b", "c"].map(|label| server(&db, label));
    servers::reorder(&db, &[c.clone(), a.clone()]).unwrap();
    let order: Vec<_> = servers::list(&db)
        .unwrap()
        .into_iter()
        .map(|row| row.id)
        .collect();
    assert_eq!(order, [c, a, b]);
}

// Proves S-67.
#[tokio::test]
async fn the_value_of_a_secret_is_in_no_file_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store
        .write(|db| servers::insert(db, &ServerId::random(), &draft("Files"), true, 1))
        .await
        .unwrap();
    let row = store.read(servers::list).await.unwrap().remove(0);
    assert_eq!(
        (
            row.draft.environment[0].value.as_deref(),
            row.draft.environment[0].secret
        ),
        (None, true)
    );
    assert_eq!(row.draft.environment[1].value.as_deref(), Some("quiet"));
    assert_eq!(files_with(folder.path(), "canary-4f1c"), Vec::<String>::new());
    assert_ne!(files_with(folder.path(), "quiet"), Vec::<String>::new());
}

/// Names of files that contain a text.
pub(crate) fn files_with(folder: &std::path::Path, text: &str) -> Vec<String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| {
            let bytes = std::fs::read(file.path()).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        })
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect()
}

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
fn a_review_is_of_one_definition_and_approves_nothing() {
    let db = tables();
    let id = server(&db, "Files");
    let tool = Subject::Tool("read".into());
    let pin = || pins::get(&db, &id, &tool).unwrap().unwrap();
    observed(&db, &id, &[seen("read", "1")], 10).unwrap();
    assert!(pins::review(&db, &id, &tool, "2", 11).is_err());
    pins::review(&db, &id, &tool, "1", 12).unwrap();
    assert_eq!((pin().reviewed_at, pin().approved_at), (Some(12), None));
    // Nobody approved it, so what is offered now takes its place, and was not reviewed.
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

#[test]
fn a_mark_is_kept_with_its_server_and_taken_back() {
    let db = tables();
    let id = server(&db, "Files");
    let mark = || servers::get(&db, &id).unwrap().unwrap().mark;
    assert_eq!(mark(), None);
    let chosen = ServerMark {
        letters: "Q7".to_owned(),
        color: MarkColor::Pink,
    };
    servers::set_mark(&db, &id, Some(&chosen)).unwrap();
    assert_eq!(mark(), Some(chosen));
    servers::set_mark(&db, &id, None).unwrap();
    assert_eq!(mark(), None);
    assert!(servers::set_mark(&db, &ServerId::from("gone"), None).is_err());
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
    // Never approved: the newer definition takes the place, and nobody has to know the older one.
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

// Proves S-49.
#[test]
fn only_one_list_is_the_first_even_when_it_is_empty() {
    let db = tables();
    let id = server(&db, "Files");
    assert!(servers::first_list(&db, &id, 10).unwrap());
    assert!(!servers::first_list(&db, &id, 11).unwrap());
}

// Proves F-33.
#[test]
fn a_database_of_the_first_format_keeps_its_lists_its_secrets_and_a_bounded_past() {
    let mut db = Connection::open_in_memory().unwrap();
    migrations::migrate_to(&mut db, 1).unwrap();
    db.execute_batch(
        "INSERT INTO servers (id, label, label_key, position, enabled, definition, created_at)
         VALUES ('a', 'A', 'a', 0, 1, '', 1), ('b', 'B', 'b', 1, 1, '', 1);
         INSERT INTO pins (server_id, kind, name, digest, definition, first_seen_at) VALUES ('a', 0, 'x', '1', '', 7);
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60)
         INSERT INTO pins_before SELECT 'a', 0, 'x', n, '', n, iif(n % 2, n, NULL), n FROM n;",
    )
    .unwrap();
    migrations::migrate(&mut db).unwrap();
    let (a, b) = (ServerId("a".into()), ServerId("b".into()));
    assert!(
        !servers::first_list(&db, &a, 20).unwrap(),
        "its list was seen before"
    );
    assert!(servers::first_list(&db, &b, 20).unwrap());
    let before = pins::before(&db, &a, &Subject::Tool("x".into())).unwrap();
    let digests: Vec<_> = before.iter().map(|pin| pin.digest.as_str()).collect();
    assert_eq!((digests.len(), digests[0], digests[19]), (20, "21", "59"));
    let places: String = db
        .query_row("SELECT secrets FROM servers WHERE id = 'a'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(places, "{}");
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
fn removing_a_server_removes_its_pins_and_permissions() {
    let db = tables();
    let (id, other) = (server(&db, "Files"), server(&db, "Other"));
    for id in [&id, &other] {
        observed(&db, id, &[seen("read", "1")], 10).unwrap();
        grants::insert(&db, &grant(id, "read", None)).unwrap();
    }
    let removed = servers::remove(&db, &id).unwrap();
    assert!(
        removed
            .draft
            .environment
            .iter()
            .any(|value| value.secret && value.name == "API_KEY")
    );
    assert_eq!(pins::list(&db, &id).unwrap(), []);
    assert_eq!(pins::list(&db, &other).unwrap().len(), 1);
    assert!(
        grants::standing(&db, 20)
            .unwrap()
            .iter()
            .all(|grant| grant.server == other)
    );
}

#[test]
fn settings_keep_their_shape() {
    let db = tables();
    let wanted = Settings {
        appearance: Appearance::Dark,
        language: Language::Chinese,
        notify: true,
        keep_in_tray: false,
        welcomed: true,
        fence_new: false,
        zoom: 150,
    };
    assert_eq!(settings::get::<Settings>(&db, "settings").unwrap(), None);
    settings::set(&db, "settings", &wanted).unwrap();
    assert_eq!(settings::get(&db, "settings").unwrap(), Some(wanted));
    let misread: Result<Option<u32>> = settings::get(&db, "settings");
    assert_eq!(misread.unwrap_err().code(), Code::StoreFailed);
}

#[test]
fn the_section_and_the_origin_of_a_conversation_are_kept() {
    let db = tables();
    let imported = Some(ImportedFrom {
        product: ChatProduct::ChatGpt,
        at: 7,
        last: 3,
    });
    let row = ConversationRow {
        id: "c".into(),
        title: "Trip".into(),
        model_id: "demo".to_owned(),
        model: "demo".into(),
        servers: [].into(),
        created_at: 1,
        updated_at: 2,
        section: ConversationSection::Recent,
        imported,
        folder: None,
        compact_at: None,
    };
    conversations::put(&db, &row).unwrap();
    for section in [ConversationSection::Pinned, ConversationSection::Archived] {
        let changed = conversations::change(&db, "c", |row| {
            row.section = section;
            // Where it is from is said once.
            row.imported = None;
        });
        assert_eq!(changed.unwrap().section, section);
        let kept = conversations::get(&db, "c").unwrap().unwrap();
        assert_eq!((kept.section, kept.imported), (section, imported));
    }
}

// Proves F-28.
#[test]
fn a_message_that_was_being_written_is_finished_as_it_is() {
    let db = tables();
    let conversation = ConversationRow {
        id: "c".into(),
        title: "Trip".into(),
        model_id: "demo".to_owned(),
        model: "demo".into(),
        servers: [("s".to_owned(), false)].into(),
        created_at: 1,
        updated_at: 2,
        section: ConversationSection::Recent,
        imported: None,
        folder: None,
        compact_at: None,
    };
    conversations::put(&db, &conversation).unwrap();
    let message = |seq, streaming| Message {
        seq,
        speaker: Speaker::Model,
        at: 3,
        parts: vec![Part::Words {
            text: format!("part {seq}"),
        }],
        streaming,
        by: None,
        parent: (seq > 1).then(|| seq - 1),
        branch: None,
    };
    for (seq, streaming) in [(1, true), (1, false), (2, true)] {
        conversations::put_message(&db, "c", &message(seq, streaming)).unwrap();
    }
    assert_eq!(conversations::heal(&db).unwrap(), [("c".to_owned(), 2)]);
    assert_eq!(
        conversations::all(&db, "c").unwrap(),
        [message(1, false), message(2, false)]
    );
    let renamed = ConversationRow {
        title: "Journey".into(),
        updated_at: 9,
        ..conversation
    };
    conversations::put(&db, &renamed).unwrap();
    assert_eq!(conversations::list(&db).unwrap(), std::slice::from_ref(&renamed));
    assert_eq!(conversations::get(&db, "c").unwrap(), Some(renamed));
    conversations::remove(&db, "c").unwrap();
    assert_eq!(conversations::all(&db, "c").unwrap(), []);
    assert_eq!(
        conversations::remove(&db, "c").unwrap_err().code(),
        Code::NotFound
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

#[test]
fn a_kept_catalog_is_found_under_the_approval_it_was_kept_with_alone() {
    let db = tables();
    let (files, mail) = (server(&db, "Files"), server(&db, "Mail"));
    let approve = |digest: &str| {
        let approval = Approval {
            digest: digest.to_owned(),
            at: 5,
            launch: serde_json::json!({}),
        };
        servers::set_approval(&db, &files, Some(&approval)).unwrap();
    };
    let tools = |text: &str| [(CatalogPart::Tools, Some(text.to_owned()))];
    catalogs::put(&db, &files, "a", &tools("[]"), 6).unwrap();
    assert!(
        catalogs::get(&db, &files, "a").unwrap().is_empty(),
        "nobody approved it"
    );

    approve("a");
    catalogs::put(&db, &files, "a", &tools("[1]"), 7).unwrap();
    catalogs::put(&db, &files, "a", &tools("[2]"), 8).unwrap();
    catalogs::put(
        &db,
        &files,
        "a",
        &[(CatalogPart::Server, Some("{}".to_owned()))],
        8,
    )
    .unwrap();
    let kept = catalogs::get(&db, &files, "a").unwrap();
    let found = &kept[&CatalogPart::Tools];
    assert_eq!((found.content.as_str(), found.at, kept.len()), ("[2]", 8, 2));
    assert!(catalogs::get(&db, &mail, "a").unwrap().is_empty());

    approve("b");
    catalogs::put(&db, &files, "a", &tools("[3]"), 9).unwrap();
    assert!(catalogs::get(&db, &files, "b").unwrap().is_empty());
    catalogs::put(&db, &files, "b", &tools("[4]"), 10).unwrap();
    catalogs::put(&db, &files, "b", &[(CatalogPart::Tools, None)], 11).unwrap();
    assert!(catalogs::get(&db, &files, "b").unwrap().is_empty());
    servers::remove(&db, &files).unwrap();
    assert!(
        catalogs::get(&db, &files, "a").unwrap().is_empty(),
        "it goes with its server"
    );
}
