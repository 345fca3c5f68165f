//! The record against a program that edits its file, with the keychain as the witness, and what its rows name.

use std::{path::PathBuf, sync::Arc, time::Duration};

use portcullis_api::{HeadCheck, RecordFilter};
use portcullis_core::Code;
use portcullis_secrets::{Keystore, MemoryKeystore};
use portcullis_storage::audit::Head;
use portcullis_tests::{
    fickle_keystore::FickleKeystore,
    test_user::{TestUser, assert_done, nothing},
    wait,
};
use rusqlite::Connection;
use serde_json::json;

fn database(person: &TestUser) -> PathBuf {
    person.data.path().join("portcullis.db")
}

/// Closes the host, does something to the file without our triggers, and opens the host again.
async fn tampered(person: TestUser, sql: &str) -> TestUser {
    person.host.close().await;
    let db = Connection::open(database(&person)).unwrap();
    db.execute_batch(
        "DROP TRIGGER IF EXISTS record_never_changes; DROP TRIGGER IF EXISTS record_never_shrinks;
         DROP TRIGGER IF EXISTS record_only_grows;",
    )
    .unwrap();
    db.execute_batch(sql).unwrap();
    db.close().unwrap();
    person.restarts_the_host().await
}

/// The entry about the record, if there is one.
fn kept(keystore: &MemoryKeystore) -> Option<String> {
    let entries = keystore.entries().into_iter();
    let mut about = entries.filter(|(name, _)| name.starts_with("record/"));
    let kept = about.next().map(|(_, secret)| secret.expose().to_owned());
    assert!(about.next().is_none(), "one for a folder");
    kept
}

const EMPTIED: &str = "DELETE FROM record; DELETE FROM record_beside;";

// Proves S-90.
#[tokio::test]
async fn the_keychain_keeps_the_end_of_the_record_and_tells_one_that_was_emptied() {
    let keystore = Arc::new(MemoryKeystore::default());
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    assert_eq!(kept(&keystore), None, "not with each row");
    assert_eq!(
        person.host.verify_record().await.unwrap().kept,
        HeadCheck::None {}
    );

    let person = person.restarts_the_host().await;
    let checked = person.host.verify_record().await.unwrap();
    let_assert!(checked.kept => HeadCheck::Confirmed { through });
    assert!(through > 0 && checked.first_broken.is_none(), "{checked:?}");
    let elsewhere = Head {
        seq: checked.head.row,
        hash: checked.head.hash,
    };

    let person = tampered(person, EMPTIED).await;
    // It is not taken permanently by time, by rows or by another start.
    for _ in 0..2 {
        person.host.create_conversation().await.unwrap();
        let checked = person
            .host
            .verify_record_against(elsewhere.clone())
            .await
            .unwrap();
        assert!(
            matches!(checked.kept, HeadCheck::Differs { row } if row >= through),
            "{checked:?}"
        );
        assert_eq!(checked.expected, Some(false));
        assert!(checked.first_broken.is_some() && checked.sentence.contains("the keychain knows"));
    }
    let person = person.restarts_the_host().await;
    let checked = person.host.verify_record().await.unwrap();
    assert!(matches!(checked.kept, HeadCheck::Differs { .. }), "{checked:?}");

    person.host.accept_record().await.unwrap();
    let checked = person.host.verify_record().await.unwrap();
    assert!(matches!(checked.kept, HeadCheck::Confirmed { .. }), "{checked:?}");
    assert_eq!(checked.first_broken, None);
    person.sees_row("The audit log was accepted as it is").await;
    let person = person.restarts_the_host().await;
    assert_eq!(person.host.verify_record().await.unwrap().first_broken, None);
    person.host.close().await;
}

// Proves S-90.
#[tokio::test]
async fn a_backup_that_a_person_restored_is_what_the_keychain_knows_from_then_on() {
    let person = TestUser::new().await;
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let person = person.restarts_the_host().await;
    person.finds_again(&id, "x").await;
    let backup = person.host.back_up().await.unwrap();
    person.finds_again(&id, "x").await;
    let before = person.host.verify_record().await.unwrap().rows;
    person.host.prepare_restore(&backup.name).await.unwrap();

    let person = person.restarts_the_host().await;
    let checked = person.host.verify_record().await.unwrap();
    let_assert!(checked.kept => HeadCheck::Confirmed { through: back });
    assert!(checked.first_broken.is_none() && back < before, "{checked:?}");
    let person = person.restarts_the_host().await;
    person
        .sees_row(&format!("The audit log went back to entry {back}"))
        .await;
    let checked = person.host.verify_record().await.unwrap();
    assert!(
        matches!(checked.kept, HeadCheck::Confirmed { through } if through > back),
        "{checked:?}"
    );
    assert_eq!(checked.first_broken, None);
    person.host.close().await;
}

// Proves S-90.
#[tokio::test]
async fn a_record_that_is_accepted_may_still_go_on_from_a_backup_that_is_ready() {
    let person = TestUser::new().await;
    person.host.create_conversation().await.unwrap();
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let person = person.restarts_the_host().await;
    let backup = person.host.back_up().await.unwrap();
    person.finds_again(&id, "x").await;
    person.host.prepare_restore(&backup.name).await.unwrap();
    person.host.accept_record().await.unwrap();

    let person = person.restarts_the_host().await;
    let checked = person.host.verify_record().await.unwrap();
    let_assert!(checked.kept => HeadCheck::Confirmed { through: back });
    assert_eq!(checked.first_broken, None);
    let person = person.restarts_the_host().await;
    person
        .sees_row(&format!("The audit log went back to entry {back}"))
        .await;
    person.host.close().await;
}

// Proves S-90.
#[tokio::test]
async fn a_start_ends_and_names_the_row_when_the_end_of_the_record_was_moved() {
    let person = TestUser::new().await;
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let starting = tampered(person, "UPDATE record_beside SET seq_or_ended = 0");
    let person = tokio::time::timeout(Duration::from_secs(60), starting)
        .await
        .expect("a start ends, whatever is in the file");
    let checked = person.host.verify_record().await.unwrap();
    assert!(
        checked.first_broken.is_some() && checked.sentence.contains("changed outside of Portcullis"),
        "{checked:?}"
    );
    person.finds_again(&id, "x").await;
    person.host.close().await;
}

// Proves S-90, F-35.
#[tokio::test]
async fn a_locked_keychain_is_said_and_neither_asked_nor_waited_for() {
    let keystore = Arc::new(FickleKeystore::visible());
    keystore.refuses(Code::VaultLocked);
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    person.host.create_conversation().await.unwrap();
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let checked = person.host.verify_record().await.unwrap();
    assert_eq!((checked.first_broken, checked.kept), (None, HeadCheck::Unread {}));
    assert_has!(checked.sentence, "the keychain, which is locked or missing");
    let error = person.host.accept_record().await.unwrap_err();
    assert_eq!(error.code, Code::VaultLocked);
    person.host.close().await;
    assert_eq!(keystore.refused(), 0);
}

// Proves S-90, F-35.
#[tokio::test]
async fn a_keychain_that_never_answers_holds_up_neither_calls_nor_the_end() {
    let keystore = Arc::new(FickleKeystore::visible());
    keystore.hangs();
    let person = TestUser::with_keystore(Arc::clone(&keystore) as Arc<dyn Keystore>).await;
    let id = person.has("Notes", json!({"tools": ["x"]})).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    let closing = tokio::time::timeout(wait::ENDS, person.host.close()).await;
    keystore.answers();
    closing.expect("the end comes");
}

// Proves S-34.
#[tokio::test]
async fn a_row_names_the_tool_and_not_only_the_title_that_its_server_chose() {
    let person = TestUser::new().await;
    let tool = json!({"name": "delete_all", "title": "Read a note", "inputSchema": {"type": "object"}});
    let id = person.has("Notes", json!({"tools": [tool]})).await;
    assert_done(&person.calls(&id, "delete_all", nothing()).await);
    let row = person.sees_row("Read a note").await;
    assert_eq!(row.tool.unwrap().text, "delete_all");
    let detail = person.host.record_detail(row.seq).await.unwrap();
    assert_eq!(detail.row.tool.unwrap().text, "delete_all");
    let filter = RecordFilter {
        text: Some("delete_all".to_owned()),
        ..RecordFilter::default()
    };
    let found = person.host.record(filter, None).await.unwrap();
    assert!(found.rows.iter().any(|found| found.seq == row.seq));
    person.host.close().await;
}
