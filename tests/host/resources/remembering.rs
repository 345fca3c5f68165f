//! How long an answer holds.

use super::*;

// Proves CCH-01, CCH-09.
#[tokio::test]
async fn a_modern_answer_holds_as_long_as_it_says_or_until_a_change() {
    let mut more = json!({
        "era": "modern",
        "on": {
            "resources/read": [{"reply": {"resultType": "complete", "ttlMs": 3_600_000, "cacheScope": "private",
                "contents": [{"uri": "notes://today", "text": "# Hello"}]}}],
            "resources/list": [{"reply": {"resultType": "complete", "ttlMs": 3_600_000, "resources": listed()}}],
        },
    });
    let listens = json!({"io.modelcontextprotocol/subscriptionId": "$subscription"});
    let updated = json!({"uri": "notes://today", "_meta": listens});
    more["calls"] = says("notifications/resources/updated", updated);
    let (person, id, record) = notes(more).await;
    let host = &person.host;
    // A change is heard where it was asked for (SUB-05).
    watches(&person, &id, true).await;
    wait::holds("what listens for it", || {
        asked(&record, "subscriptions/listen").len() == 2
    })
    .await;
    let first = reads(&person, &id, "notes://today").await;
    let second = reads(&person, &id, "notes://today").await;
    assert!(!first.remembered && second.remembered);
    assert_eq!((words(&second), second.record), (words(&first), first.record));
    reads(&person, &id, "notes://tomorrow").await;
    assert_eq!(
        asked(&record, "resources/read").len(),
        2,
        "CCH-04: another address is another question"
    );
    host.read_resource(&id, "notes://today", true).await.unwrap();
    assert_eq!(
        asked(&record, "resources/read").len(),
        3,
        "CCH-02: a person may insist"
    );
    assert_done(&person.calls(&id, "say", nothing()).await);
    wait::until_async("the change", async || {
        let read = reads(&person, &id, "notes://today").await;
        (!read.remembered).then_some(())
    })
    .await;
    assert_eq!(asked(&record, "resources/read").len(), 4);
}

// Proves CCH-09, RES-10.
#[tokio::test]
async fn what_changed_while_it_was_read_does_not_hold() {
    let listens = json!({"io.modelcontextprotocol/subscriptionId": "$subscription"});
    let updated = json!({"uri": "notes://today", "_meta": listens});
    let more = json!({
        "era": "modern",
        "on": {"resources/read": [
            {"say": {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": updated}},
            {"sleep": 500},
            {"reply": {"resultType": "complete", "ttlMs": 3_600_000, "cacheScope": "private",
                "contents": [{"uri": "notes://today", "text": "# Hello"}]}},
        ]},
    });
    let (person, id, record) = notes(more).await;
    watches(&person, &id, true).await;
    wait::holds("what listens for it", || {
        asked(&record, "subscriptions/listen").len() == 2
    })
    .await;
    reads(&person, &id, "notes://today").await;
    assert!(entry(&person, &id, "notes://today").await.updated);
    assert!(!reads(&person, &id, "notes://today").await.remembered);
    assert_eq!(asked(&record, "resources/read").len(), 2);
}

// Proves CCH-05.
#[tokio::test]
async fn an_answer_that_asks_for_more_is_no_answer_and_is_not_remembered() {
    let reply =
        json!({"resultType": "input_required", "ttlMs": 3_600_000, "requestState": "again", "contents": []});
    let more = json!({"era": "modern", "on": {"resources/read": [{"reply": reply}]}});
    let (person, id, record) = notes(more).await;
    for times in 1..=2 {
        let error = unread(&person, &id).await;
        assert_eq!(error.code, Code::InputRequired, "{error}");
        // MRT-11: it asks for more without an end, for so many rounds.
        let rounds = usize::try_from(portcullis_host::limits::ROUNDS).unwrap();
        assert_eq!(asked(&record, "resources/read").len(), times * rounds);
    }
}

// Proves F-01, CCH-06, CCH-08.
#[tokio::test]
async fn a_server_that_is_gone_offers_nothing_and_comes_back_with_nothing_remembered() {
    let (person, id, record) = notes(json!({})).await;
    person.host.resources(&id, "").await.unwrap();
    person.turns_off(&id).await;
    let error = person.host.resources(&id, "").await.unwrap_err();
    assert_eq!(error.code, Code::ServerNotReady);
    person.host.set_enabled(&id, true).await.unwrap();
    person.sees(&id, Phase::Ready).await;
    wait::until("the list to be forgotten", || {
        let host = person.host.clone();
        let id = id.clone();
        let looked = futures::FutureExt::now_or_never(async move { host.resources(&id, "").await });
        looked.is_none().then_some(())
    })
    .await;
    person.host.resources(&id, "").await.unwrap();
    assert!(asked(&record, "resources/list").len() >= 2);
}
