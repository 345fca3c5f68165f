//! A permission that was narrowed covers the calls that are like the one in front of the person, and no other.

use portcullis_host::Code;
use portcullis_host::view::{Answer, Asked, NarrowingTest, Phase, Request, Scope};
use portcullis_tests::person::{Person, assert_done};
use serde_json::{Value, json};

fn read() -> Value {
    json!({"name": "read", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": false}})
}

/// The places of the limits that say this of the argument.
fn place(request: &Request, argument: &str, wanted: NarrowingTest) -> u32 {
    let Asked::Tool { narrowings, .. } = &request.asked else {
        panic!("{request:?}")
    };
    let found = narrowings
        .iter()
        .position(|it| it.argument.text == argument && it.test == wanted);
    u32::try_from(found.expect("it is offered")).unwrap()
}

#[tokio::test]
async fn s38_a_narrowed_permission_asks_about_every_other_call() {
    let person = Person::new().await;
    let record = person.path("record");
    let id = person
        .has("Files", json!({"record": record, "tools": [read()]}))
        .await;
    let wants = |path: &str| person.model_asks(&id, "read", json!({"path": path, "mode": "text"}));
    let first = wants("/srv/notes/a.md").await;
    let other = wants("/srv/other/b.md").await;
    let request = person.is_asked_about(&first).await;
    person.is_asked_about(&other).await;
    let (under, mode) = (
        place(&request, "path", NarrowingTest::Under),
        place(&request, "mode", NarrowingTest::Is),
    );

    // Tried on what was asked for so far, without deciding anything.
    let trial = person.host.try_limits(&request.id, &[under]).await.unwrap();
    assert_eq!((trial.covered, trial.calls.len()), (1, 2));
    assert!(
        trial.calls[0].arguments.text.contains("/srv/other/b.md"),
        "{trial:?}"
    );
    assert!(!trial.calls[0].covered && trial.calls[1].covered, "{trial:?}");
    assert_eq!(
        person.host.try_limits(&request.id, &[99]).await.unwrap_err().code,
        Code::BadInput
    );
    // None at all would be a permission for everything, and what was not offered is none of the window's business.
    for only in [vec![], vec![under, 99]] {
        let scope = Scope::Always;
        let refused = person
            .tries_to_answer(&request, Answer::AllowWhile { scope, only })
            .await;
        assert_eq!(refused.unwrap_err().code, Code::BadInput);
    }
    let answer = Answer::AllowWhile {
        scope: Scope::Always,
        only: vec![under, mode],
    };
    person.answers(&request, answer).await;
    assert_done(&person.finishes(&first).await);
    // What waits and is not like it goes on waiting.
    assert_eq!(person.host.waiting().len(), 1);
    let standing = person.host.grants().await.unwrap();
    assert_eq!(
        standing[0].sentence,
        "“read” of “Files” may run without asking, while “path” is under “/srv/notes” and “mode” is “text”, until you \
         revoke this or the tool changes."
    );

    assert_done(&person.finishes(&wants("/srv/notes/deep/c.md").await).await);
    for path in ["/srv/notes/../other/b.md", "/srv/notes2/a.md", "srv/notes/a.md"] {
        person.is_asked_about(&wants(path).await).await;
    }
    let sent: Vec<_> = person.arguments_sent(&record, "read");
    assert_eq!(sent.len(), 2, "{sent:?}");

    // It survives a restart as it was given.
    let person = person.restarts_the_host().await;
    person.sees(&id, Phase::Ready).await;
    let inside = person
        .model_asks(&id, "read", json!({"path": "/srv/notes/d.md", "mode": "text"}))
        .await;
    assert_done(&person.finishes(&inside).await);
    let outside = person
        .model_asks(&id, "read", json!({"path": "/srv/notes/d.md", "mode": "raw"}))
        .await;
    person.is_asked_about(&outside).await;
}
