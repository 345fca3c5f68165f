//! Changes: of lists, and of what is watched.

use super::*;

// Proves RES-11, PRO-06.
#[tokio::test]
async fn an_announced_change_is_read_at_the_next_look() {
    let person = TestUser::new().await;
    let (record, changed) = (person.path("received"), person.path("changed"));
    let either = |then: Value, otherwise: Value| json!([{"if_file": {"path": changed, "then": [{"reply": then}], "else": [{"reply": otherwise}]}}]);
    let script = json!({
        "record": record, "capabilities": everything(), "tools": ["change"],
        "on": {
            "resources/list": either(json!({"resources": [{"uri": "b://1"}]}), json!({"resources": listed()})),
            "prompts/list": either(json!({"prompts": []}), json!({"prompts": prompts()})),
        },
        "calls": {"change": [{"touch": changed},
            {"say": {"jsonrpc": "2.0", "method": "notifications/resources/list_changed"}},
            {"say": {"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"}}]},
    });
    let id = person.has("Notes", script).await;
    // Templates are not there at all, which hides nothing.
    let list = person.host.resources(&id, "").await.unwrap();
    assert_eq!((list.total, list.templates_total, list.skipped.len()), (3, 0, 1));
    assert_eq!(person.host.prompts(&id, "").await.unwrap().total, 2);
    assert_done(&person.calls(&id, "change", nothing()).await);
    wait::until_async("the change", async || {
        let seen = person.host.resources(&id, "").await.unwrap().total == 1
            && person.host.prompts(&id, "").await.unwrap().total == 0;
        seen.then_some(())
    })
    .await;
    assert_eq!(asked(&record, "resources/list").len(), 2);
}

// Proves RES-09.
#[tokio::test]
async fn what_is_watched_is_watched_again_after_a_restart() {
    let (person, id, record) = notes(json!({})).await;
    watches(&person, &id, true).await;
    watches(&person, &id, true).await;
    assert_eq!(
        asked(&record, "resources/subscribe"),
        [json!({"uri": "notes://today"})]
    );
    assert!(entry(&person, &id, "notes://today").await.subscribed);
    person
        .host
        .set_log_level(&id, Some(LogLevel::Warning))
        .await
        .unwrap();
    assert_eq!(asked(&record, "logging/setLevel"), [json!({"level": "warning"})]);
    assert_eq!(
        person.host.server(&id).unwrap().log_level,
        Some(LogLevel::Warning)
    );

    person.host.restart_server(&id).await.unwrap();
    wait::until("the server to be asked again", || {
        let again = asked(&record, "resources/subscribe").len() == 2;
        (again && asked(&record, "logging/setLevel").len() == 2).then_some(())
    })
    .await;
    person.sees(&id, Phase::Ready).await;
    watches(&person, &id, false).await;
    assert_eq!(asked(&record, "resources/unsubscribe").len(), 1);
    assert!(!entry(&person, &id, "notes://today").await.subscribed);
    let told: Vec<_> = rows(&person, RecordKind::Resource)
        .await
        .into_iter()
        .map(|row| row.what.text)
        .collect();
    assert_eq!(
        told,
        ["Stopped watching notes://today", "Started watching notes://today"]
    );
}

// Proves RES-10.
#[tokio::test]
async fn a_changed_part_marks_the_whole_until_it_is_read_again() {
    let updated = says(
        "notifications/resources/updated",
        json!({"uri": "notes://today#top"}),
    );
    let (person, id, _) = notes(json!({"calls": updated})).await;
    reads(&person, &id, "notes://today").await;
    assert!(!entry(&person, &id, "notes://today").await.updated);
    assert_done(&person.calls(&id, "say", nothing()).await);
    wait::until_async("the mark", async || {
        let entry = entry(&person, &id, "notes://today").await;
        entry.updated.then_some(())
    })
    .await;
    assert!(!entry(&person, &id, "file:///etc/passwd").await.updated);
    reads(&person, &id, "notes://today").await;
    assert!(!entry(&person, &id, "notes://today").await.updated);
}
