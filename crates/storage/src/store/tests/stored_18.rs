//! A database as the version left it whose format is 18, with rows in every table: `filled` made it, and its text is beside this file.

use super::filled::{FILES, TRIP, WORK};
use super::open;
use super::stored::{AT, REMOTE, counted, reads};
use crate::audit::{Audit, KeychainHead};
use crate::store::catalogs::{self, CatalogPart};
use crate::store::conversations::{self, compactions, folders};
use crate::store::pins::{self, Subject};
use crate::store::providers::ProviderRow;
use crate::store::{
    accounts, behavior, costs, flows, found_tools, grants, migrations, profiles, roots, servers, settings,
    tasks, varying,
};
use portcullis_core::Redactor;
use portcullis_core::ids::ServerId;
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_domain::transcript::ModelTurn;
use portcullis_domain::{
    CallView, ChatProduct, ConversationSection, FlowClass, ImportedFrom, Language, MarkColor, Message, Part,
    RecordFilter, RootsAccess, Scope, SeenKind, ServerDraft, ServerMark, Settings, StartMode,
};
use rusqlite::Connection;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// Never edited: it is what lies on the disks of others.
const STORED: &str = include_str!("format-18.sql");

/// Writes the file as that version did.
pub(super) fn put(folder: &Path) {
    let db = Connection::open(folder.join("portcullis.db")).unwrap();
    db.execute_batch(STORED).unwrap();
    db.close().unwrap();
}

/// All values of a column of JSON are read as `T`, and written again without a loss.
fn reads_column<T: DeserializeOwned + Serialize>(db: &Connection, column: &str, table: &str) {
    let sql = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
    let mut statement = db.prepare(&sql).unwrap();
    let texts = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let texts: Vec<String> = texts.map(Result::unwrap).collect();
    assert!(!texts.is_empty(), "{table}.{column}");
    for text in texts {
        let stored: Value = serde_json::from_str(&text).unwrap();
        drop(reads::<T>(&stored));
    }
}

// Proves F-33, S-90.
#[tokio::test]
async fn a_database_of_format_18_is_opened_and_every_row_says_what_it_said() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path());
    let before = counted(&Connection::open(folder.path().join("portcullis.db")).unwrap());
    assert!(
        before.len() >= 27 && before.iter().all(|(_, rows)| *rows > 0),
        "{before:?}"
    );
    let store = open(folder.path());
    store
        .read(move |db| {
            let format: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
            assert_eq!(format, migrations::LATEST);
            let now = counted(db);
            assert!(before.iter().all(|table| now.contains(table)), "{now:?}");
            reads_json(db);
            reads_servers(db);
            reads_profiles(db);
            reads_conversation(db);
            Ok(())
        })
        .await
        .unwrap();
    let audit = Audit::new(store, super::clock(), Redactor::default());
    let keychain = KeychainHead::Closed {
        name: "the keychain".to_owned(),
    };
    let found = audit.verify(keychain, None).await.unwrap();
    assert_eq!((found.first_broken, found.rows), (None, 16), "{}", found.sentence);
    assert_eq!(
        audit.end_interrupted().await.unwrap(),
        1,
        "what went on when it ended is interrupted"
    );
    let filter = RecordFilter {
        text: Some("zürich".to_owned()),
        ..RecordFilter::default()
    };
    assert_eq!(audit.page(filter, None).await.unwrap().rows.len(), 3);
}

fn reads_json(db: &Connection) {
    reads_column::<ServerDraft>(db, "definition", "servers");
    reads_column::<ServerMark>(db, "mark", "servers");
    reads_column::<servers::SecretPlaces>(db, "secrets", "servers");
    reads_column::<AccountRow>(db, "account", "accounts");
    reads_column::<OwnClientRow>(db, "client", "own_clients");
    reads_column::<ProviderRow>(db, "provider", "providers");
    reads_column::<CallView>(db, "call", "tasks");
    reads_column::<Scope>(db, "scope", "grants");
    reads_column::<FlowClass>(db, "class", "flow_classes");
    reads_column::<ConversationSection>(db, "section", "conversations");
    reads_column::<ImportedFrom>(db, "imported", "conversations");
    reads_column::<Message>(db, "message", "messages");
    reads_column::<Vec<ModelTurn>>(db, "told", "messages");
}

fn reads_servers(db: &Connection) {
    let id = ServerId::from(FILES);
    let row = servers::get(db, &id).unwrap().unwrap();
    let fence = row.draft.fence.unwrap();
    assert_eq!(
        (fence.read.as_slice(), fence.write.as_slice()),
        (
            ["/home/ada/notes".to_owned()].as_slice(),
            ["/home/ada/out".to_owned()].as_slice()
        )
    );
    assert_eq!(
        (
            fence.hosts[0].name.as_str(),
            fence.hosts[0].port,
            fence.any_host,
            fence.nested
        ),
        ("api.example", 443, false, true)
    );
    assert_eq!(
        (row.draft.start, row.note.as_str(), row.sampling),
        (StartMode::Needed, "Mine.", true)
    );
    assert_eq!(row.mark.map(|mark| mark.color), Some(MarkColor::Teal));
    assert_eq!(row.secrets["env/API_KEY"], "server/1");
    let approved = row.approved.unwrap();
    assert_eq!((approved.digest, approved.at), ("5".repeat(64), AT));

    let pin = |tool: &str| {
        pins::get(db, &id, &Subject::Tool(tool.to_owned()))
            .unwrap()
            .unwrap()
    };
    assert_eq!(
        (pin("read").approved_at, pin("read").reviewed_at),
        (Some(AT), Some(AT + 1))
    );
    assert_eq!(pin("write").changed.unwrap().digest, "2");
    assert!(pins::get(db, &id, &Subject::Instructions).unwrap().is_some());
    assert_eq!(varying::of(db, &id).unwrap()["read"], ["/description"]);
    assert_eq!(roots::list(db, &id).unwrap()[0].path, "/home/ada/notes");
    assert_eq!(roots::access(db, &id).unwrap(), RootsAccess::Withheld);
    let seen: Vec<_> = behavior::all(db)
        .unwrap()
        .into_iter()
        .map(|row| (row.kind, row.what, row.answered_at))
        .collect();
    assert_eq!(
        seen,
        [
            (SeenKind::Contacted, "api.example:443".to_owned(), Some(AT + 5)),
            (SeenKind::Stopped, "evil.example:443".to_owned(), Some(AT + 5)),
        ]
    );
    let kept = catalogs::get(db, &id, &"5".repeat(64)).unwrap();
    assert_eq!(kept[&CatalogPart::Tools].content, r#"[{"name":"read"}]"#);
    assert!(kept.contains_key(&CatalogPart::Server));

    let account = accounts::account(db, &REMOTE.into()).unwrap().unwrap();
    assert_eq!(
        (account.bound, account.ended.as_deref()),
        (true, Some("It was revoked."))
    );
    let own = accounts::own_client(db, &REMOTE.into()).unwrap().unwrap();
    assert_eq!(
        own.organisation.map(|it| it.issuer).as_deref(),
        Some("https://id.example")
    );
    let ended = &tasks::ended(db).unwrap()[0];
    assert_eq!((ended.call.media, ended.call.against_claims.len()), (1, 1));
    let chosen: Settings = settings::get(db, "settings").unwrap().unwrap();
    assert_eq!(
        (chosen.language, chosen.fence_new, chosen.notify),
        (Language::Chinese, false, true)
    );
}

fn reads_profiles(db: &Connection) {
    let told: Vec<_> = profiles::list(db, AT)
        .unwrap()
        .into_iter()
        .map(|row| (row.id, row.current, row.permissions))
        .collect();
    assert_eq!(
        told,
        [("default".to_owned(), false, 2), (WORK.to_owned(), true, 1)]
    );
    let counts = grants::in_use(db, AT).unwrap();
    let here = counts
        .iter()
        .find(|grant| grant.scope == Scope::Conversation)
        .unwrap();
    assert_eq!(
        (here.conversation.as_deref(), here.profile.as_deref()),
        (Some(TRIP), Some(WORK))
    );
    assert!(here.only.contains(r#""within""#), "{}", here.only);
}

fn reads_conversation(db: &Connection) {
    let row = conversations::get(db, TRIP).unwrap().unwrap();
    let imported = ImportedFrom {
        product: ChatProduct::Goose,
        at: AT,
        last: 2,
    };
    assert_eq!(
        (row.section, row.imported, row.compact_at),
        (ConversationSection::Pinned, Some(imported), Some(80))
    );
    let folder = &folders::list(db).unwrap()[0];
    assert_eq!(
        (row.folder.as_ref(), folder.name.as_str(), folder.collapsed),
        (Some(&folder.id), "Trips", true)
    );
    let messages = conversations::all(db, TRIP).unwrap();
    assert_eq!(messages.len(), 12);
    let parts: Vec<&Part> = messages.iter().flat_map(|message| &message.parts).collect();
    assert!(parts.iter().any(|part| matches!(part, Part::Stopped {})));
    assert!(
        parts
            .iter()
            .any(|part| matches!(part, Part::Trouble { call: Some(call), .. } if call.tool.text == "reed"))
    );
    let is_seen = |part: &&Part| matches!(part, Part::Call { call } if call.kept_out.len() == 1 && call.edited[0].text == "path");
    assert!(parts.iter().any(is_seen));
    let leaf = conversations::leaf(db, TRIP).unwrap();
    let shown: Vec<u32> = conversations::path(db, TRIP, leaf)
        .unwrap()
        .iter()
        .map(|(message, _)| message.seq)
        .collect();
    assert_eq!(shown, [1, 2, 12], "the other branch");
    let mark = compactions::last(db, TRIP, leaf).unwrap().unwrap();
    assert_eq!(
        (mark.summary.as_str(), mark.automatic),
        ("They plan a trip.", true)
    );
    let words = ["train".to_owned()];
    assert_eq!(conversations::find(db, &words, None, 9).unwrap().len(), 1);
    let cost = costs::of_conversation(db, TRIP).unwrap();
    assert_eq!((cost.dollars, cost.replies, cost.unpriced), (0.25, 2, 1));
    assert_eq!(found_tools::get(db, TRIP).unwrap().found[0].1, "read");
    assert_eq!(flows::reads(db, TRIP).unwrap()[0].nature, [2, 1, 0]);
}
