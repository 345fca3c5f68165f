//! Tasks outlive connections, the server's process, and ours; and end when their time is over.

use portcullis_api::{HostEvent, KeptMedia, Message, Part};
use portcullis_tests::{
    fake_provider::{ProviderApi, Turn},
    test_user::{end_of_answer, heard},
};

use super::*;
use crate::talk::{Talk, calls};

// Proves TKX-06, TKL-09.
#[tokio::test]
async fn a_task_goes_on_after_a_restart_of_the_host() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let enough = folder.path().join("enough");
        let mut script = script(era, said(era, "working"), until_file(era, &enough));
        script["on"]["tasks/list"] = json!([{"reply": {"tasks": [said(era, "working"), with(said(era, "working"), json!({"taskId": "other"}))]}}]);
        let fixture = TaskHost::of(script).await;
        let call = fixture.begins().await;
        let fixture = fixture.restarts_the_host().await;
        assert_eq!(
            fixture.row(&call).await.outcome_words,
            "running as a task",
            "{era:?}"
        );
        assert_eq!(fixture.sent("tasks/cancel").len(), 0, "closing stops no task");
        fixture
            .task(&call.id, |task| task.state == TaskState::Working)
            .await;
        if era == Era::Legacy {
            fixture.sees_sent("tasks/list", 1).await;
            wait::until("a line about the other task", || {
                let logs = fixture.host.logs(&fixture.id, 0).unwrap();
                let about = |line: &str| line.contains("1 task that Portcullis does not follow");
                logs.lines.iter().any(|line| about(&line.text.text)).then_some(())
            })
            .await;
        }
        std::fs::write(&enough, "").unwrap();
        let done = fixture.finishes(&call).await;
        assert_done(&done);
        assert_eq!(text(&done), "the end");
        assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Done);
        let fixture = fixture.restarts_the_host().await;
        let ended = fixture
            .task(&call.id, |task| task.state == TaskState::Ended)
            .await;
        assert_eq!((ended.call.state, ended.result_kept), (CallState::Done, false));
        let verified = fixture.host.verify_record().await.unwrap();
        assert_eq!(verified.first_broken, None);
        fixture.host.close().await;
    }
}

/// Waits for something that is kept of the call in the last message.
async fn kept_on_its_card(talk: &Talk) -> KeptMedia {
    wait::until_async("the picture on the card", async || {
        let message = talk.messages().await.pop()?;
        message.parts.into_iter().find_map(|part| match part {
            Part::Call { call } => call.kept.into_iter().next(),
            _ => None,
        })
    })
    .await
}

/// A conversation with a model that waits for a task. It ends with a picture once the file is there.
async fn with_a_task(enough: &Path) -> Talk {
    let era = Era::Modern;
    // The bytes by which a PNG is known.
    let picture = json!({"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="});
    let done = with(said(era, "completed"), json!({"result": {"content": [picture]}}));
    let get = json!([{"if_file": {"path": enough, "then": [{"reply": done}], "else": [{"reply": said(era, "working")}]}}]);
    let talk = Talk::new(ProviderApi::OpenAi).await;
    talk.has("Notes", script(era, said(era, "working"), get)).await;
    talk.mind.does([Turn::wants(&[("notes__long", json!({}))])]);
    talk.host.say(&talk.id, "Draw").await.unwrap();
    let request = talk
        .is_asked("a call", |request| matches!(request.asked, Asked::Tool { .. }))
        .await;
    talk.answers(&request, Answer::AllowOnce {}).await;
    wait::until_async("a task", async || {
        let tasks = talk.host.tasks().await.unwrap();
        (!tasks.is_empty()).then_some(())
    })
    .await;
    talk
}

// Proves TKX-06.
#[tokio::test]
async fn a_picture_of_a_task_that_ends_after_a_restart_stays_on_its_card() {
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let talk = with_a_task(&enough).await.after_a_restart().await;
    std::fs::write(&enough, "").unwrap();
    let kept = kept_on_its_card(&talk).await;
    let talk = talk.after_a_restart().await;
    assert_eq!(kept_on_its_card(&talk).await, kept);
    let url = talk.host.media_url(&talk.id, &kept.digest).await.unwrap();
    assert_eq!(url, "data:image/png;base64,iVBORw0KGgo=");
    talk.host.close().await;
}

// Proves TKX-06.
#[tokio::test]
async fn a_task_that_ends_while_its_model_answers_something_else_is_on_its_card() {
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let talk = with_a_task(&enough).await.after_a_restart().await;
    let asked = talk.mind.asked().len();
    talk.mind.does([Turn {
        waits: true,
        ..Turn::says("Blue.")
    }]);
    let mut events = talk.host.events();
    talk.host.say(&talk.id, "Which color?").await.unwrap();
    talk.mind.was_asked(asked + 1).await;
    std::fs::write(&enough, "").unwrap();
    let is_done = |message: &Message| calls(message).iter().any(|(_, state)| *state == CallState::Done);
    heard(&mut events, "the card", |event| match event {
        HostEvent::Message { message, .. } => is_done(&message).then_some(()),
        _ => None,
    })
    .await;
    talk.mind.goes_on();
    talk.mind.goes_on();
    end_of_answer(&mut events).await;
    // Nothing knows of the call any more but its card.
    let talk = talk.after_a_restart().await;
    let messages = talk.messages().await;
    assert!(is_done(&messages[1]), "{messages:?}");
    assert!(!messages[1].streaming && messages.len() == 4, "{messages:?}");
    talk.host.close().await;
}

// Proves TKX-06.
#[test]
fn a_task_goes_on_after_the_host_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let first = runtime();
    let (mut fixture, call) = first.block_on(async {
        let era = Era::Modern;
        let fixture = TaskHost::of(script(era, said(era, "working"), until_file(era, &enough))).await;
        let call = fixture.begins().await;
        (fixture, call)
    });
    // Nothing of the host runs from here on, and nothing was closed.
    let (data, room) = (fixture.data.clone(), fixture.room.clone());
    let (keystore, clock) = (fixture.person.keystore(), fixture.person.clock());
    drop(fixture.0.person);
    first.shutdown_timeout(Duration::from_secs(5));
    std::fs::write(&enough, "").unwrap();
    let second = runtime();
    fixture.0.person = second.block_on(async {
        // Its last thread lets go of the folder.
        let lock = std::fs::File::open(data.path().join("portcullis.lock")).unwrap();
        wait::until("the folder", || lock.try_lock().ok()).await;
        drop(lock);
        TestUser::at(data, room, keystore, clock).await
    });
    second.block_on(async {
        let done = fixture.finishes(&call).await;
        assert_done(&done);
        assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Done);
        fixture.host.close().await;
    });
}

// Proves TKX-06.
#[tokio::test]
async fn a_task_is_asked_about_again_when_its_server_comes_back() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let (enough, died) = (folder.path().join("enough"), folder.path().join("died"));
        let get = json!([{"if_file": {"path": died, "then": until_file(era, &enough),
            "else": [{"touch": died}, {"exit": 3}]}}]);
        let fixture = TaskHost::of(script(era, said(era, "working"), get)).await;
        let call = fixture.begins().await;
        fixture.task(&call.id, |task| task.state == TaskState::Away).await;
        fixture
            .task(&call.id, |task| task.state == TaskState::Working)
            .await;
        std::fs::write(&enough, "").unwrap();
        assert_done(&fixture.finishes(&call).await);
        fixture.host.close().await;
    }
}

// Proves TKX-06.
#[tokio::test]
async fn a_task_of_a_server_that_is_off_waits_and_says_so_and_ends_with_its_server() {
    let era = Era::Modern;
    let fixture = TaskHost::of(stays(era, "working")).await;
    let call = fixture.begins().await;
    fixture.host.set_enabled(&fixture.id, false).await.unwrap();
    let away = fixture.task(&call.id, |task| task.state == TaskState::Away).await;
    assert_named(&away.words, "Notes");
    assert!(away.next_look.is_none());
    fixture.host.remove_server(&fixture.id).await.unwrap();
    let done = fixture.finishes(&call).await;
    assert_failed(&done, Code::TaskGone);
    assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Failed);
}

// Proves TKX-12.
#[tokio::test]
async fn a_task_whose_time_is_over_or_that_is_forgotten_is_said_to_be() {
    for era in ERAS {
        let ttl = match era {
            Era::Modern => json!({"ttlMs": 300}),
            Era::Legacy => json!({"ttl": 300}),
        };
        let short = with(said(era, "working"), ttl);
        let get = json!([{ "reply": short.clone() }]);
        let fixture = TaskHost::of(script(era, short, get)).await;
        let call = fixture.begins().await;
        let done = fixture.finishes(&call).await;
        assert_failed(&done, Code::TaskExpired);
        fixture.host.close().await;

        let unknown = json!([{"error": {"code": -32602, "message": "no such task"}}]);
        let fixture = TaskHost::of(script(era, said(era, "working"), unknown)).await;
        let call = fixture.begins().await;
        let done = fixture.finishes(&call).await;
        assert_failed(&done, Code::TaskGone);
        assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Failed);
        fixture.host.close().await;
    }
}

// Proves TKL-15.
#[tokio::test]
async fn a_task_is_asked_about_at_its_own_server_only() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let enough = folder.path().join("enough");
    let fixture = TaskHost::of(script(era, said(era, "working"), until_file(era, &enough))).await;
    let mut other = stays(era, "working");
    let record = fixture.path("other record");
    other["record"] = json!(record);
    let id = fixture.has("Other", other).await;
    let (mine, theirs) = (
        fixture.begins().await,
        fixture.person.begins(&id, "long", nothing()).await,
    );
    fixture.task(&theirs.id, |_| true).await;
    std::fs::write(&enough, "").unwrap();
    assert_done(&fixture.finishes(&mine).await);
    let still = fixture.task(&theirs.id, |_| true).await;
    assert_eq!(still.state, TaskState::Working, "the same number, another task");
}
