//! By which permission a call ran stays known in the words of that moment, and what was not used for long ends at once.

use std::sync::Arc;

use portcullis_api::{Answer, RecordDetail, Scope};
use portcullis_host::limits;
use portcullis_tests::{
    moved_clock::MovedClock,
    test_user::{TestUser, assert_done},
};
use serde_json::{Value, json};

fn read() -> Value {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    json!({"name": "read", "inputSchema": schema, "annotations": {"readOnlyHint": true, "destructiveHint": false}})
}

/// Allows a call while its path is under a folder; the call has run.
async fn allows(person: &TestUser, id: &str, path: &str) -> RecordDetail {
    let call = person.model_asks(id, "read", json!({"path": path})).await;
    let request = person.is_asked_about(&call).await;
    let answer = Answer::AllowWhile {
        scope: Scope::Always,
        only: vec![0],
    };
    person.answers(&request, answer).await;
    detail(person, call.id).await
}

async fn detail(person: &TestUser, call: String) -> RecordDetail {
    let call = person.host.call(&call).unwrap();
    let call = person.finishes(&call).await;
    assert_done(&call);
    person.host.record_detail(call.record.unwrap()).await.unwrap()
}

// Proves UIC-07.
#[tokio::test]
async fn a_permission_of_a_conversation_names_it_as_it_is_called_now() {
    let person = TestUser::new().await;
    let host = &person.host;
    let id = person.has("Files", json!({"tools": [read()]})).await;
    let conversation = host.create_conversation().await.unwrap().summary.id;
    let call = person
        .model_asks_in(&conversation, &id, "read", json!({"path": "/srv/a"}))
        .await;
    assert_done(&person.allows(&call, Scope::Conversation).await);
    for title in ["Garden", "Garden and house"] {
        host.rename_conversation(&conversation, title).await.unwrap();
        let named = host.grants().await.unwrap().remove(0).conversation.unwrap();
        assert_eq!(
            (named.id.as_str(), named.title.as_str()),
            (conversation.as_str(), title)
        );
    }
}

// Proves TOL-07, UIC-07.
#[tokio::test]
async fn why_a_call_was_allowed_is_known_after_the_permission_and_its_server_are_gone() {
    let person = TestUser::new().await;
    let id = person.has("Files", json!({"tools": [read()]})).await;
    let first = allows(&person, &id, "/srv/notes/a.md").await;
    assert!(
        first
            .why
            .starts_with("You allowed it and gave a permission: “read” of “Files” can run "),
        "{}",
        first.why
    );
    assert_eq!(first.allowed_by, None, "a person did, by hand");

    let call = person
        .model_asks(&id, "read", json!({"path": "/srv/notes/b.md"}))
        .await;
    let by_rule = detail(&person, call.id).await;
    let allowed = by_rule.allowed_by.clone().expect("a permission did");
    let grant = person.host.grants().await.unwrap().remove(0);
    assert_eq!(
        (
            allowed.permission.as_str(),
            allowed.sentence.as_str(),
            allowed.by.as_str()
        ),
        (grant.id.as_str(), grant.sentence.as_str(), "you")
    );
    assert_eq!(allowed.given_at / 60_000, grant.made_at / 60_000);
    let met: Vec<_> = allowed
        .conditions
        .iter()
        .map(|it| (it.words.as_str(), it.was.as_ref().unwrap().text.as_str()))
        .collect();
    assert_eq!(
        met,
        [(
            "“path” is in “/srv/notes” (symbolic links on this computer are resolved)",
            "/srv/notes/b.md"
        )]
    );
    assert_eq!(allowed.revoked_at, None);
    let given = person.host.record_detail(allowed.row).await.unwrap();
    assert_eq!(given.row.what.text, grant.sentence);
    assert_eq!(given.allowed_by, None, "what gave it was not done by it");

    person.host.revoke(&grant.id).await.unwrap();
    let row = by_rule.row.seq;
    let after = person.host.record_detail(row).await.unwrap().allowed_by.unwrap();
    assert!(after.revoked_at.is_some());
    person.host.remove_server(&id).await.unwrap();
    let gone = person.host.record_detail(row).await.unwrap().allowed_by.unwrap();
    assert_eq!(gone, after, "nothing of it is forgotten");
}

// Proves UIC-07.
#[tokio::test]
async fn what_was_not_used_for_long_is_named_and_exactly_that_ends() {
    let clock = Arc::new(MovedClock::default());
    let person = TestUser::with_clock(Arc::clone(&clock)).await;
    let id = person.has("Files", json!({"tools": [read()]})).await;
    allows(&person, &id, "/srv/old/a.md").await;
    allows(&person, &id, "/srv/new/a.md").await;
    clock.jumps(24 * i64::from(limits::GRANT_UNUSED_DAYS - 1));
    let unused = || async {
        let grants = person.host.grants().await.unwrap();
        let unused = grants.into_iter().filter(|it| it.unused_days.is_some());
        unused.map(|it| (it.id, it.unused_days)).collect::<Vec<_>>()
    };
    assert_eq!(unused().await, []);
    // One of them is used, and counts from there.
    let call = person
        .model_asks(&id, "read", json!({"path": "/srv/new/b.md"}))
        .await;
    detail(&person, call.id).await;
    // The use is counted after the result is there.
    while person.host.grants().await.unwrap().iter().all(|it| it.uses == 0) {}
    clock.jumps(24 * 3);
    let found = unused().await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1, Some(limits::GRANT_UNUSED_DAYS + 2));

    let ids = vec![found[0].0.clone(), "never-there".to_owned()];
    assert_eq!(person.host.revoke_these(ids).await.unwrap(), 1);
    let left = person.host.grants().await.unwrap();
    assert_eq!(left.len(), 1);
    assert!(left[0].sentence.contains("/srv/new"), "{left:?}");
    assert_eq!(left[0].uses, 1);
    assert_eq!(unused().await, []);
}
