//! A permission that was narrowed covers the calls that are like the one in front of the person, and no other.

use std::path::PathBuf;

use portcullis_api::{Answer, Asked, NarrowingTest, Request, Scope};
use portcullis_core::Code;
use portcullis_tests::test_user::{TestUser, assert_done};
use serde_json::{Value, json};

fn read() -> Value {
    let properties = json!({"path": {"type": "string"}, "mode": {"type": "string"}, "limit": {}});
    json!({"name": "read", "inputSchema": {"type": "object", "properties": properties}, "annotations": {"readOnlyHint": true, "destructiveHint": false}})
}

/// A person with a server that reads files, its id, and where it notes what it gets.
async fn with_files() -> (TestUser, String, PathBuf) {
    let person = TestUser::new().await;
    let record = person.path("record");
    let id = person
        .has("Files", json!({"record": record, "tools": [read()]}))
        .await;
    (person, id, record)
}

/// The places of the limits that say this of the argument.
fn place(request: &Request, argument: &str, wanted: NarrowingTest) -> u32 {
    let_assert!(&request.asked => Asked::Tool { narrowings, .. });
    let found = narrowings
        .iter()
        .position(|it| it.argument.text == argument && it.test == wanted);
    u32::try_from(found.expect("it is offered")).unwrap()
}

// Proves S-38.
#[tokio::test]
async fn a_narrowed_permission_asks_about_every_other_call() {
    let (person, id, record) = with_files().await;
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
    assert_has!(trial.calls[0].arguments.text, "/srv/other/b.md");
    assert!(!trial.calls[0].covered && trial.calls[1].covered, "{trial:?}");
    let error = person.host.try_limits(&request.id, &[99]).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
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
        "“read” of “Files” can run without asking until you revoke this or the tool changes, where “path” is in \
         “/srv/notes” (symbolic links on this computer are resolved) and “mode” is “text”, with any value of “limit” and no \
         other arguments."
    );

    assert_done(&person.finishes(&wants("/srv/notes/deep/c.md").await).await);
    for path in ["/srv/notes/../other/b.md", "/srv/notes2/a.md", "srv/notes/a.md"] {
        person.is_asked_about(&wants(path).await).await;
    }
    let sent: Vec<_> = person.arguments_sent(&record, "read");
    assert_eq!(sent.len(), 2, "{sent:?}");

    // It survives a restart as it was given.
    let person = person.restarts_the_host_with(&id).await;
    let inside = person
        .model_asks(&id, "read", json!({"path": "/srv/notes/d.md", "mode": "text"}))
        .await;
    assert_done(&person.finishes(&inside).await);
    let outside = person
        .model_asks(&id, "read", json!({"path": "/srv/notes/d.md", "mode": "raw"}))
        .await;
    person.is_asked_about(&outside).await;
}

/// A person who allowed `read` under a folder of theirs, permanently; the folder, beside which there is a `private` one.
async fn allows_a_folder(person: &TestUser, id: &str) -> PathBuf {
    let room = person.room.path().canonicalize().unwrap();
    let notes = room.join("work/notes");
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::create_dir_all(room.join("private")).unwrap();
    std::fs::write(room.join("private/key"), "secret").unwrap();
    let path = notes.join("a.md").to_str().unwrap().to_owned();
    let call = person.model_asks(id, "read", json!({ "path": path })).await;
    let request = person.is_asked_about(&call).await;
    let_assert!(&request.asked => Asked::Tool { narrowings, declared, .. });
    let named: Vec<_> = declared.iter().map(|name| name.text.as_str()).collect();
    assert_eq!(named, ["path", "mode", "limit"], "what stays free is shown");
    let folder = notes.to_str().unwrap();
    let at = narrowings.iter().position(|it| it.value.text == folder);
    let only = vec![u32::try_from(at.expect("the folder is offered")).unwrap()];
    let scope = Scope::Always;
    person.answers(&request, Answer::AllowWhile { scope, only }).await;
    assert_done(&person.finishes(&call).await);
    notes
}

// Proves S-38.
#[cfg(unix)]
#[tokio::test]
async fn limits_are_tried_only_as_they_are_shown() {
    let (person, id, _) = with_files().await;
    let room = person.room.path().canonicalize().unwrap();
    let notes = room.join("work/notes");
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::create_dir_all(room.join("private")).unwrap();
    let path = notes.join("a.md").to_str().unwrap().to_owned();
    let call = person.model_asks(&id, "read", json!({ "path": path })).await;
    let request = person.is_asked_about(&call).await;
    let under = place(&request, "path", NarrowingTest::Under);
    assert!(person.host.try_limits(&request.id, &[under]).await.is_ok());
    // Another limit would stand at this place now.
    std::fs::remove_dir(&notes).unwrap();
    std::os::unix::fs::symlink(room.join("private"), &notes).unwrap();
    let refused = person.host.try_limits(&request.id, &[under]).await.unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

// Proves S-38.
#[tokio::test]
async fn a_name_in_another_case_or_an_undeclared_argument_is_asked_about() {
    let (person, id, record) = with_files().await;
    let notes = allows_a_folder(&person, &id).await;
    let inside = notes.join("b.md").to_str().unwrap().to_owned();
    let fine = person
        .model_asks(&id, "read", json!({"path": inside, "limit": 3}))
        .await;
    assert_done(&person.finishes(&fine).await);
    let key = person.path("private/key").to_str().unwrap().to_owned();
    // A server that matches names whatever their case takes the last of these.
    for other in ["Path", "PATH", "\u{ff50}ath", "file"] {
        let mut arguments = json!({ "path": inside });
        arguments[other] = json!(key);
        let call = person.model_asks(&id, "read", arguments).await;
        let request = person.is_asked_about(&call).await;
        let_assert!(&request.asked => Asked::Tool { narrowings, .. });
        assert!(narrowings.is_empty(), "no limit would cover it: {request:?}");
    }
    assert_eq!(person.arguments_sent(&record, "read").len(), 2);
}

// Proves S-38.
#[cfg(unix)]
#[tokio::test]
async fn a_link_inside_an_allowed_folder_does_not_lead_out_of_it() {
    use std::os::unix::fs::symlink;
    let (person, id, record) = with_files().await;
    let notes = allows_a_folder(&person, &id).await;
    let private = person.path("private");
    symlink(&private, notes.join("link")).unwrap();
    symlink(notes.join("deep"), notes.join("within")).unwrap();
    std::fs::create_dir(notes.join("deep")).unwrap();
    let reads = async |path: PathBuf| {
        person
            .model_asks(&id, "read", json!({ "path": path.to_str().unwrap() }))
            .await
    };
    // A link that stays inside is nothing to ask about.
    assert_done(&person.finishes(&reads(notes.join("within/c.md")).await).await);
    person.is_asked_about(&reads(notes.join("link/key")).await).await;
    // The folder itself becomes a link, long after it was allowed.
    std::fs::rename(&notes, notes.with_file_name("before")).unwrap();
    symlink(&private, &notes).unwrap();
    person.is_asked_about(&reads(notes.join("key")).await).await;
    assert_eq!(person.arguments_sent(&record, "read").len(), 2);
}
