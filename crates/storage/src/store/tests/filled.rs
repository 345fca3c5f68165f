//! A database of today's format with rows in every table. The functions that the application writes with make it, on top of what
//! an earlier version left. Its text is the next fixture of `stored`.

use super::accounts::{own_client, sign_in};
use super::stored::{self, AT, REMOTE, counted};
use super::tables::{grant, seen};
use super::talk::{conversation, says};
use super::{draft, open};
use crate::audit::{Audit, Decided, Ended, Intended};
use crate::store::behavior::{self, SeenRow};
use crate::store::catalogs::{self, CatalogPart};
use crate::store::conversations::{self, ConversationRow, compactions, folders, instructions};
use crate::store::found_tools::{self, FoundTools};
use crate::store::grants::{self, GrantRow};
use crate::store::pins::{self, SeenDefinition, Subject};
use crate::store::servers::{self, Approval, secret_key};
use crate::store::{Result, Store, accounts, costs, flows, media, profiles, roots, settings, tasks, varying};
use portcullis_core::Redactor;
use portcullis_core::clock::ManualClock;
use portcullis_core::ids::ServerId;
use portcullis_domain::transcript::ModelTurn;
use portcullis_domain::{
    Appearance, ChatProduct, Compaction, ConversationFolder, ConversationSection, EraChoice, FenceGrants,
    FenceHost, FlowClass, ImportedFrom, InstructionPreset, Language, MarkColor, Message, Outcome, RecordKind,
    RootsAccess, Scope, SeenKind, ServerDraft, ServerMark, Settings, StartMode, Tristate,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// What newer versions have of a server, a conversation and a profile, beside what the earlier text has.
pub(super) const FILES: &str = "18f11e5018f11e5018f11e5018f11e50";
pub(super) const TRIP: &str = "18c0de0018c0de0018c0de0018c0de00";
pub(super) const WORK: &str = "18c0ffee18c0ffee18c0ffee18c0ffee";

async fn fill(folder: &Path) -> Store {
    stored::put(folder);
    let store = open(folder);
    store
        .write(|db| {
            fill_server(db)?;
            fill_profiles(db)?;
            fill_conversation(db)
        })
        .await
        .unwrap();
    fill_record(&store).await;
    store
}

fn fill_server(db: &Connection) -> Result<()> {
    let id = ServerId::from(FILES);
    let fence = FenceGrants {
        read: vec!["/home/ada/notes".to_owned()],
        write: vec!["/home/ada/out".to_owned()],
        hosts: vec![FenceHost::new("api.example", 443)],
        any_host: false,
        nested: true,
    };
    let draft = ServerDraft {
        fence: Some(fence),
        start: StartMode::Needed,
        ..draft("Files")
    };
    servers::insert(db, &id, &draft, true, AT)?;
    servers::set_secrets(
        db,
        &id,
        &[(secret_key("env", "API_KEY"), "server/1".to_owned())].into(),
    )?;
    let approval = Approval {
        digest: "5".repeat(64),
        at: AT,
        launch: json!({"program": "/usr/bin/node", "arguments": ["server.js"]}),
    };
    servers::set_approval(db, &id, Some(&approval))?;
    servers::set_era(db, &id, Some(EraChoice::Modern), Some("2026-07-28"))?;
    servers::set_sampling(db, &id, true)?;
    servers::set_note(db, &id, "Mine.")?;
    let mark = ServerMark {
        letters: "F7".to_owned(),
        color: MarkColor::Teal,
    };
    servers::set_mark(db, &id, Some(&mark))?;
    servers::first_list(db, &id, AT)?;

    let instructions = SeenDefinition {
        subject: Subject::Instructions,
        ..seen("", "1")
    };
    pins::observe(
        db,
        &id,
        &[seen("read", "1"), seen("write", "1"), instructions],
        AT,
        true,
        &[],
    )?;
    pins::review(db, &id, &Subject::Tool("read".to_owned()), "1", AT + 1)?;
    pins::observe(db, &id, &[seen("write", "2")], AT + 2, false, &[])?;
    varying::add(db, &id, "read", "/description", AT)?;
    roots::add(db, &id, "/home/ada/notes", AT)?;
    roots::set_access(db, &id, RootsAccess::Withheld, AT)?;
    for (kind, what) in [
        (SeenKind::Contacted, "api.example:443"),
        (SeenKind::Stopped, "evil.example:443"),
    ] {
        let row = SeenRow {
            server: id.clone(),
            tool: "read".to_owned(),
            definition: "1".to_owned(),
            kind,
            what: what.to_owned(),
            first_at: AT,
            answered_at: None,
        };
        behavior::add(db, &row)?;
    }
    behavior::answered(db, &id, ("read", "1"), AT, AT + 5)?;
    let server_info = json!({
        "era": "modern", "revision": "2026-07-28", "transport": "stdio", "name": "files", "version": "1.0",
        "instructions": null, "capabilities": ["tools"], "subscribes": false,
    });
    let parts = [
        (CatalogPart::Server, Some(server_info.to_string())),
        (CatalogPart::Tools, Some(json!([{"name": "read"}]).to_string())),
    ];
    catalogs::put(db, &id, &"5".repeat(64), &parts, AT)?;
    flows::put_class(
        db,
        &flows::ClassRow {
            server: id,
            tool: "read".to_owned(),
            class: FlowClass {
                private: Tristate::Yes,
                strangers: Tristate::No,
                sends: Tristate::Unsaid,
            },
            about: "1".to_owned(),
            said_at: AT,
        },
    )?;
    let remote = ServerId::from(REMOTE);
    accounts::set_account(db, &remote, Some(&sign_in()))?;
    accounts::set_own_client(db, &remote, Some(&own_client()))?;
    settings::set(
        db,
        "settings",
        &Settings {
            appearance: Appearance::Dark,
            language: Language::Chinese,
            notify: true,
            keep_in_tray: true,
            welcomed: true,
            fence_new: false,
            zoom: 100,
        },
    )
}

/// A permission in each of two profiles, of which the second is in use.
fn fill_profiles(db: &Connection) -> Result<()> {
    let id = ServerId::from(FILES);
    let only = json!({
        "only": [{"argument": "path", "test": {"within": {"folder": "/srv", "real": "/srv"}}}], "free": ["limit"],
    });
    let narrowed = GrantRow {
        id: "18000000000000000000000000000001".to_owned(),
        digest: "1".to_owned(),
        only: only.to_string(),
        ..grant(&id, "read", None)
    };
    grants::insert(db, &narrowed)?;
    profiles::create(db, WORK, "Work", AT)?;
    profiles::switch(db, WORK, std::slice::from_ref(&id))?;
    let here = GrantRow {
        id: "18000000000000000000000000000002".to_owned(),
        scope: Scope::Conversation,
        conversation: Some(TRIP.to_owned()),
        ..narrowed
    };
    grants::insert(db, &here)
}

fn fill_conversation(db: &Connection) -> Result<()> {
    let folder = ConversationFolder {
        id: "18f0".repeat(8),
        name: "Trips".to_owned(),
        collapsed: true,
        created_at: AT,
    };
    folders::put(db, &folder)?;
    let row = ConversationRow {
        section: ConversationSection::Pinned,
        servers: [(FILES.to_owned(), true)].into(),
        imported: Some(ImportedFrom {
            product: ChatProduct::Goose,
            at: AT,
            last: 2,
        }),
        folder: Some(folder.id),
        compact_at: Some(80),
        updated_at: AT + 100,
        ..ConversationRow::new(TRIP, "A trip", ("ollama/m-1", "m-1"), AT)
    };
    conversations::put(db, &row)?;
    instructions::set(db, TRIP, Some("Answer in rhymes."))?;
    instructions::keep_preset(
        db,
        &InstructionPreset {
            name: "Verse".to_owned(),
            text: "Answer in rhymes.".to_owned(),
        },
    )?;
    let json: Value = serde_json::from_str(stored::JSON).unwrap();
    let mut messages: Vec<Message> = serde_json::from_value(json["messages"].clone()).unwrap();
    messages.extend(serde_json::from_value::<Vec<Message>>(newer_messages()).unwrap());
    let told: Vec<ModelTurn> = serde_json::from_value(json["told"].clone()).unwrap();
    let mut last = None;
    for message in messages {
        let place = conversations::place(db, TRIP, last)?;
        let message = Message {
            seq: place.seq,
            parent: place.parent,
            branch: place.branch,
            ..message
        };
        conversations::put_told(db, TRIP, &message, &told)?;
        last = Some(message.seq);
    }
    // Another branch, which is shown.
    says(db, TRIP, Some(2), "Or by train?", false);
    let mark = Compaction {
        after: 2,
        messages: 2,
        model: "m-1".to_owned(),
        at: AT,
        automatic: true,
        summary: "They plan a trip.".to_owned(),
    };
    compactions::put(db, TRIP, &mark)?;
    for dollars in [Some(0.25), None] {
        costs::add(db, 202_611, TRIP, "m-1", dollars)?;
    }
    let found = FoundTools {
        found: vec![(FILES.to_owned(), "read".to_owned())],
        searching: true,
        held: false,
    };
    found_tools::put_found(db, TRIP, &found)?;
    media::put(db, TRIP, &"b".repeat(64), b"\x89PNG")?;
    let read = flows::ReadRow {
        server: FILES.to_owned(),
        kind: "tool".to_owned(),
        name: "read".to_owned(),
        label: "Files".to_owned(),
        nature: [2, 1, 0],
        first_at: AT,
    };
    flows::add_read(db, TRIP, &read)?;
    conversation(db, "18e0e0e018e0e0e018e0e0e018e0e0e0");
    let mut task = tasks::open(db)?.remove(0);
    task.id = "18000000000000000000000000000003".to_owned();
    task.server = FILES.into();
    task.ended_at = Some(AT + 9);
    task.call = serde_json::from_value(newer_call()).unwrap();
    tasks::put(db, &task)
}

/// What messages of format 12 did not have.
fn newer_messages() -> Value {
    json!([
        {"seq": 1, "speaker": "model", "at": AT, "streaming": false, "by": null, "parts": [
            {"kind": "words", "text": "I will look"}, {"kind": "stopped"},
        ]},
        {"seq": 1, "speaker": "model", "at": AT, "streaming": false,
            "by": {"model": "m-1", "tokens_in": 5, "tokens_out": 6, "dollars": 0.25}, "parts": [
            {"kind": "trouble",
                "problem": {"code": "input.bad", "sentence": "There is no such tool.", "remedy": null, "said": null},
                "call": {"tool": {"text": "reed", "hidden": 0}, "arguments": {"text": "{}", "hidden": 0}}},
            {"kind": "call", "call": newer_call()},
        ]},
    ])
}

fn newer_call() -> Value {
    let foreign = |text: &str| json!({"text": text, "hidden": 0});
    json!({
        "id": "18ca1100", "server": FILES, "server_label": "Files", "tool": "read", "tool_shown": foreign("read"),
        "arguments_line": foreign("path: /srv/a"), "state": "done", "asked_at": AT, "sent_at": AT + 1,
        "ended_at": AT + 2, "progress": null, "problem": null, "outcome": "1 text", "media": 1, "result": null,
        "request": null, "record": 8, "task": null, "denied": ["It may not ask the model."],
        "kept_out": [foreign("evil.example:443")],
        "against_claims": [{"kind": "stopped", "what": foreign("evil.example:443"), "at": AT}],
        "edited": [foreign("path")],
    })
}

/// An operation that ended, one that was denied, and one that goes on.
async fn fill_record(store: &Store) {
    let clock = Arc::new(ManualClock::at(AT + 50));
    let audit = Audit::new(store.clone(), clock, Redactor::default());
    let call = |what: &str| Intended {
        kind: RecordKind::Call,
        what: what.to_owned(),
        server: Some((FILES.into(), "Files".to_owned())),
        asked_by: "m-1".to_owned(),
        tool: Some("read".to_owned()),
        conversation: Some(TRIP.to_owned()),
        why: String::new(),
        rule: None,
        sent: Some(json!({"path": "/srv/zürich"})),
        definition: Some("1".to_owned()),
        shown: None,
        outcome: None,
    };
    for (what, outcome) in [
        ("Read a file", Some(Outcome::Done)),
        ("Read the other file", Some(Outcome::Denied)),
        ("Read a last file", None),
    ] {
        let row = audit.intend(call(what)).await.unwrap();
        let decided = Decided {
            why: "A permission of yours.".to_owned(),
            rule: Some("18000000000000000000000000000002".to_owned()),
            shown: Some("9".repeat(64)),
            sent: None,
        };
        audit.decide(row, decided).await.unwrap();
        if let Some(outcome) = outcome {
            let ended = Ended {
                came_back: Some("1 text, 12 bytes".to_owned()),
                duration: Some(12),
                ..Ended::new(outcome, "as it was")
            };
            audit.end(row, ended).await.unwrap();
        }
    }
}

// Proves F-33.
#[tokio::test]
async fn the_next_fixture_has_a_row_in_every_table() {
    let folder = tempfile::tempdir().unwrap();
    let tables = fill(folder.path())
        .await
        .read(|db| Ok(counted(db)))
        .await
        .unwrap();
    let empty: Vec<_> = tables.iter().filter(|(_, rows)| *rows == 0).collect();
    assert_eq!(empty, [] as [&(String, i64); 0], "fill the new table here, too");
}

/// Run before the format changes, with `PORTCULLIS_STORED` naming an empty folder; `sqlite3 portcullis.db .dump` there is the text.
#[tokio::test]
#[ignore = "makes a file for the next fixture"]
async fn leaves_a_database_of_todays_format_behind() {
    let folder = std::env::var("PORTCULLIS_STORED").unwrap();
    fill(Path::new(&folder)).await.close().await;
}
