//! A database that an earlier version wrote, as text beside this file: it is opened, brought up to date, and every table
//! still says what it said.

use super::open;
use crate::store::conversations;
use crate::store::pins::{self, Subject};
use crate::store::{
    accounts, flows, found_tools, grants, media, migrations, providers, roots, servers, settings, tasks,
    varying,
};
use portcullis_core::ids::ServerId;
use portcullis_domain::transcript::ModelTurn;
use portcullis_domain::{Endpoint, EraChoice, Message, Part, Scope, Settings, Tristate};
use rusqlite::Connection;
use serde_json::Value;
use std::path::Path;

/// Never edited: it is what lies on the disks of others.
const STORED: &str = include_str!("format-11.sql");

/// What the format after it added. Never edited either.
const NEXT: &str = include_str!("format-12.sql");

pub(super) const SERVER: &str = "2f367cbaa86519d0a9acbb5500c544f2";
pub(super) const REMOTE: &str = "7a1b2c3d4e5f60718293a4b5c6d7e8f9";
const TALK: &str = "c0ffee00c0ffee00c0ffee00c0ffee00";
pub(super) const AT: u64 = 1_795_443_461_000;

/// JSON as the version wrote it whose format is 12: a message with each kind of part, what a model was told, settings.
/// Never edited either.
pub(super) const JSON: &str = include_str!("stored-12.json");

/// Whether all of one value is in another, which may have members that are newer.
fn is_in(stored: &Value, written: &Value) -> bool {
    match (stored, written) {
        (Value::Object(stored), Value::Object(written)) => stored
            .iter()
            // What is nothing need not be written.
            .all(|(name, value)| written.get(name).map_or(value.is_null(), |now| is_in(value, now))),
        (Value::Array(stored), Value::Array(written)) => {
            stored.len() == written.len() && stored.iter().zip(written).all(|(one, now)| is_in(one, now))
        }
        _ => stored == written,
    }
}

/// What is read of a stored value says what the value said: written again, nothing of it is missing or has another name.
pub(super) fn reads<T: serde::de::DeserializeOwned + serde::Serialize>(stored: &Value) -> T {
    let read: T = serde_json::from_value(stored.clone()).unwrap();
    let written = serde_json::to_value(&read).unwrap();
    assert!(is_in(stored, &written), "{stored} is not in {written}");
    read
}

// Proves F-33.
#[test]
fn json_that_an_earlier_version_stored_is_read_as_it_was_written() {
    let stored: Value = serde_json::from_str(JSON).unwrap();
    let messages: Vec<Message> = reads(&stored["messages"]);
    let mut kinds: Vec<_> = messages
        .iter()
        .flat_map(|message| &message.parts)
        .map(|part| match part {
            Part::Words { .. } => "words",
            Part::Thought { .. } => "thought",
            Part::Trouble { .. } => "trouble",
            Part::Stopped {} => "stopped",
            Part::Call { .. } => "call",
            Part::File { .. } => "file",
            Part::Made { .. } => "made",
            Part::Held { .. } => "held",
            Part::Search { .. } => "search",
            Part::Quoted { .. } => "quoted",
        })
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "call", "file", "held", "made", "quoted", "search", "thought", "trouble", "words"
        ]
    );
    let told: Vec<ModelTurn> = reads(&stored["told"]);
    let has = |of: fn(&ModelTurn) -> bool| assert!(told.iter().any(of));
    has(|turn| matches!(turn, ModelTurn::Person(_)));
    has(|turn| matches!(turn, ModelTurn::Model(_)));
    has(|turn| matches!(turn, ModelTurn::Shown(_)));
    has(|turn| matches!(turn, ModelTurn::Results(_)));
    reads::<Settings>(&stored["settings"]);
}

/// Writes the file as the version did that made the text.
pub(crate) fn put(folder: &Path) {
    let db = Connection::open(folder.join("portcullis.db")).unwrap();
    db.execute_batch(STORED).unwrap();
    db.execute_batch(NEXT).unwrap();
    db.close().unwrap();
}

/// Tables with their rows.
pub(super) fn counted(db: &Connection) -> Vec<(String, i64)> {
    let mut tables = db
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_text%' ESCAPE '\\'
             AND name NOT LIKE 'sqlite%' AND name <> 'writing_tried' ORDER BY name",
        )
        .unwrap();
    let names: Vec<String> = tables
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let count = |name: String| {
        let sql = format!("SELECT count(*) FROM {name}");
        let rows = db.query_row(&sql, [], |row| row.get(0)).unwrap();
        (name, rows)
    };
    names.into_iter().map(count).collect()
}

// Proves F-33.
#[tokio::test]
async fn a_database_of_an_earlier_version_is_opened_and_nothing_in_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path());
    let before = counted(&Connection::open(folder.path().join("portcullis.db")).unwrap());
    assert!(before.len() >= 18, "{before:?}");
    for (table, rows) in &before {
        assert!(
            *rows > 0,
            "the text has no row of {table}: add a text of the format that began it"
        );
    }
    let store = open(folder.path());
    let (format, now) = store
        .read(|db| {
            Ok((
                db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))?,
                counted(db),
            ))
        })
        .await
        .unwrap();
    assert_eq!(format, migrations::LATEST);
    for (table, rows) in before {
        let kept = now.iter().find(|(name, _)| *name == table);
        assert_eq!(kept, Some(&(table.clone(), rows)));
    }
    store
        .read(|db| {
            reads_servers(db);
            reads_conversations(db);
            Ok(())
        })
        .await
        .unwrap();
}

fn reads_servers(db: &Connection) {
    let (id, remote) = (ServerId::from(SERVER), ServerId::from(REMOTE));
    let all = servers::list(db).unwrap();
    assert_eq!(all.len(), 2);
    let (notes, other) = (&all[0], &all[1]);
    assert_eq!(
        (&notes.id, notes.enabled, notes.sampling, notes.position),
        (&id, true, true, 0)
    );
    assert_eq!(
        (notes.draft.label.as_str(), notes.draft.environment.len()),
        ("Notes", 2)
    );
    assert!(matches!(&notes.draft.endpoint, Endpoint::Command { program, .. } if program == "node"));
    let approved = notes.approved.as_ref().unwrap();
    assert_eq!(
        (approved.digest.as_str(), approved.at),
        ("4".repeat(64).as_str(), AT)
    );
    assert_eq!(
        (notes.era_found, notes.revision_found.as_deref()),
        (Some(EraChoice::Modern), Some("2026-07-28"))
    );
    assert!(matches!(&other.draft.endpoint, Endpoint::Address { url } if url == "https://mcp.example/mcp"));
    assert_eq!((other.enabled, other.approved.is_none()), (false, true));

    let subject = Subject::Tool("write_note".to_owned());
    let pin = pins::get(db, &id, &subject).unwrap().unwrap();
    assert_eq!((pin.digest, pin.approved_at), ("7".repeat(64), Some(AT)));
    assert_eq!(pin.changed.unwrap().digest, "8".repeat(64));
    // What an earlier version approved was not said to be reviewed, and no mark was chosen.
    assert_eq!((pin.reviewed_at, &notes.mark), (None, &None));
    assert_eq!(varying::of(db, &id).unwrap()["write_note"], ["/description"]);
    assert_eq!(pins::before(db, &id, &subject).unwrap()[0].digest, "6".repeat(64));

    let standing = grants::standing(db, AT).unwrap();
    assert_eq!(standing.len(), 1);
    assert_eq!(
        (standing[0].tool.as_str(), standing[0].scope, standing[0].uses),
        ("write_note", Scope::Always, 2)
    );
    let revoked = grants::get(db, "9f000000000000000000000000000002")
        .unwrap()
        .unwrap();
    assert_eq!(
        (revoked.effect, revoked.revoked_at),
        (grants::GrantEffect::Deny, Some(AT + 4))
    );

    assert_eq!(roots::list(db, &id).unwrap()[0].path, "/home/ada/notes");
    assert_eq!(
        roots::access(db, &id).unwrap(),
        portcullis_domain::RootsAccess::Told
    );
    let account = accounts::account(db, &remote).unwrap().unwrap();
    assert_eq!((account.place.as_str(), account.renews), ("account/1", true));
    assert_eq!(
        accounts::own_client(db, &remote).unwrap().unwrap().port,
        Some(8123)
    );
    let task = &tasks::open(db).unwrap()[0];
    assert_eq!(
        (task.task.as_str(), task.operation, task.call.record),
        ("task-1", 8, Some(8))
    );
    let provider = &providers::list(db).unwrap()[0];
    assert_eq!(
        (provider.label.as_str(), provider.models[0].listed.context),
        ("Here", Some(8_192))
    );
    let said = &flows::classes(db).unwrap()[0];
    assert_eq!(
        (said.class.private, said.class.strangers),
        (Tristate::Yes, Tristate::No)
    );
    let kept: Option<serde_json::Value> = settings::get(db, "example").unwrap();
    assert_eq!(kept, Some(serde_json::json!({"kept": true})));
}

fn reads_conversations(db: &Connection) {
    let talk = conversations::get(db, TALK).unwrap().unwrap();
    assert_eq!(talk.title, "Tidy the notes");
    assert_eq!(
        (talk.servers.get(SERVER), talk.servers.get(REMOTE)),
        (Some(&true), Some(&false))
    );
    let leaf = conversations::leaf(db, TALK).unwrap();
    let way = conversations::path(db, TALK, leaf).unwrap();
    let words: Vec<_> = way
        .iter()
        .map(|(message, _)| match &message.parts[0] {
            Part::Words { text } => text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(words, ["Tidy my notes, please.", "They are tidy now."]);
    let given = found_tools::get(db, TALK).unwrap();
    assert_eq!((given.found.len(), given.searching, given.held), (1, true, true));
    let read = &flows::reads(db, TALK).unwrap()[0];
    assert_eq!((read.name.as_str(), read.nature), ("write_note", [2, 1, 0]));
    assert_eq!(
        media::get(db, TALK, &"a".repeat(64)).unwrap().unwrap(),
        b"\x89PNG"
    );
}
